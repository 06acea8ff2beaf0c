--- The command `yschema get`: prints a value of a file (reference#set).
--
-- @module yschema.command.editing.get

local addresses = require "yschema.assignment.addresses"
local core = require "yschema.core"
local edited_text = require "yschema.editing.text"
local counted = require "yschema.base.writing".counted
local given_files = require "yschema.command.given_files"
local masks = require "yschema.values.masks"
local paths = require "yschema.provenance.paths"
local runs = require "yschema.pipeline.runs"
local schema_order = require "yschema.assignment.schema_order"
local source_files = require "yschema.pipeline.source_files"
local suggestion = require "yschema.base.suggestion"
local trees = require "yschema.editing.trees"
local values = require "yschema.editing.values"
local value_writer = require "yschema.editing.value_writer"

local get = {}

local STYLE = { json = false, map_step = 2, dash_step = 0, eol = "\n" }

-- Reads the path into `options.address`. Returns a problem or nil.
local function problem_with_path(options)
  local word = options.rest[1]
  local number, own = addresses.document(word)
  local address, problem = addresses.read(word)
  if own == "" and number ~= 0 then address = { path = word, steps = {}, document = number } end
  local is_dotted = not address and own:find "^%.%a" and paths.read(own:sub(2))
  if is_dotted then problem = problem .. "; write it without the first dot: " .. own:sub(2) end
  options.address = address
  return not address and problem or nil
end

--- Returns a problem with the arguments of a call, or nil.
---@param options table
---@return string? problem
function get.invalid_argument(options)
  local rest = options.rest
  if not rest[1] then return "which value? Name its path and a file: yschema get db.port values.yml" end
  local problem = problem_with_path(options)
  if problem then return problem end
  if not rest[2] then return "no file to read: name it after the path; - is standard input" end
  if rest[3] then
    return ("unexpected argument '%s': one PATH and one FILE are read"):format(rest[3])
  end
end

-- ---- finding ------------------------------------------------------------------------

-- Finds the item that has a key with a value, which is compared as it is printed.
local function selected(array, step)
  for _, item in ipairs(array) do
    for _, entry in ipairs(item) do
      if entry.key == step.selects and entry.value ~= nil and tostring(entry.value) == step.value then return item end
    end
  end
end

-- Returns what a step leads to, or nil and the keys that are there.
local function below(node, step)
  if node.kind == "array" then
    if step.selects then return selected(node, step), {} end
    return step.index and step.index >= 0 and node[step.index + 1] or nil, {}
  end
  local keys = {}
  for _, entry in ipairs(node) do
    if entry.key == step.key then return entry end
    keys[#keys + 1] = entry.key
  end
  return nil, keys
end

-- Follows the steps of a path. `place` is what is known of sensitive values. Returns nil and a hint when nothing is
-- there.
local function find(root, steps, place)
  local node, path = root, ""
  for _, step in ipairs(steps) do
    local found, keys = below(node, step)
    if not found then
      local near = step.key and suggestion.nearest(step.key, keys)
      return nil, near and (" (did you mean %s?)"):format(paths.join(path, { key = near })) or ""
    end
    place = place and masks.below(place, found.key)
    path = found.key and paths.join(path, { key = found.key }) or path .. "[" .. tostring(step.index) .. "]"
    node = found
  end
  return node, place
end

-- ---- printing -----------------------------------------------------------------------

-- Notes how numbers are written in the file, as in 1.10 and 0x1F.
local function note_spelling(node, text)
  if node.kind == "integer" or node.kind == "float" then
    local at = text:at_place(node.line, node.column)
    if at and at.kind == node.kind and at.value == node.value and at.style == "plain" then
      node.written = text.places.text:sub(at.content, at.last)
    end
  end
  for _, entry in ipairs(node) do note_spelling(entry, text) end
end

-- Masks what is sensitive at a place and below it.
local function masked(node, place)
  if not place then return node end
  if place.masked then return { kind = "string", value = masks.MASK, key = node.key, key_kind = node.key_kind } end
  for i, entry in ipairs(node) do node[i] = masked(entry, masks.below(place, entry.key)) end
  return node
end

-- Writes a value as JSON. Returns nil if JSON has no such value.
local function json(node)
  if not trees.is_collection(node) then
    local text = node.value ~= nil and core.encode(node.value, "json") or node.written
    return text and (text:gsub("\n$", ""))
  end
  local parts = {}
  for i, entry in ipairs(node) do
    local text = json(entry)
    if not text then return nil end
    parts[i] = entry.key and json { kind = "string", value = entry.key } .. ":" .. text or text
  end
  return (node.kind == "map" and "{%s}" or "[%s]"):format(table.concat(parts, ","))
end

-- Writes a value as YAML, and a scalar as it is. Returns nil if that is impossible.
local function yaml(node)
  if node.kind == "string" then return node.value end
  if not node[1] then return value_writer.on_line(values.of(node), STYLE) end
  local lines = value_writer.entries(values.of(node), STYLE)
  return lines and table.concat(lines, "\n")
end

-- ---- the command --------------------------------------------------------------------

-- Returns the documents of a file, and its source; or nil and the status. A text beside a schema is read by it, because
-- a report on it must not show what is sensitive.
local function read(options, settings, schema, out)
  local source, about, name = source_files.listed({ path = options.rest[2], named = true }, settings.max_bytes)
  if not source then return nil, out:complain(("%s: %s"):format(name, about.violations[1].message)) end
  local parsed, owner = core.parse(source, settings)
  if parsed then return parsed, source end
  if schema then
    owner = runs.start(schema)
    owner:parse(source, "template")
  end
  return nil, out:report(owner)
end

-- Returns the number of the document, or nil and a problem.
local function number_of(parsed, options)
  local count, number = parsed:count(), options.address.document or options.document
  if not number and count > 1 then
    return nil, ("it has %d documents; give the number of one: 1:%s, or --document 1"):format(count,
      options.address.path)
  end
  if number and number > count then
    return nil, ("there is no document %d; it has %s"):format(number, counted(count, "document"))
  end
  return number or 1
end

-- Finds the value, or nil and the status.
local function value_of(parsed, source, schema, options, out)
  local name = source:name()
  local number, problem = number_of(parsed, options)
  if not number then return nil, out:complain(name .. ": " .. problem) end
  local root, place = { kind = "null", value = core.null }, nil
  if parsed:count() > 0 then root, problem = parsed:outline(number) end
  if not root then return nil, out:complain(name .. ": " .. problem) end
  if schema and not options.show_sensitive then place = masks.root(schema_order.root(schema)) end
  local node, found = find(root, options.address.steps, place)
  if node then return masked(node, found) end
  out:complain(("%s: nothing is at %s%s"):format(name, options.address.path, found))
  return nil, 1
end

--- Prints the value at a path.
---@param options table
---@param settings yschema.Settings
---@param _ yschema.Streams
---@param out yschema.Printer
---@return integer status
function get.run(options, settings, _, out)
  local given, status
  if options.file[1] then
    given, status = given_files.compile(options, settings, out)
    if not given then return status end
  end
  local schema = given and given.schema
  local parsed, source = read(options, settings, schema, out)
  if not parsed then return source end
  local node, failed = value_of(parsed, source, schema, options, out)
  if not node then return failed end
  local opened = edited_text.open(source, { settings = settings })
  if opened then note_spelling(node, opened) end
  local text = (options.format == "json" and json or yaml)(node)
  if text then return out[core.is_terminal(1) and "text" or "result"](out, text .. "\n") end
  return out:complain(("%s: the value at %s cannot be written as %s"):format(source:name(), options.address.path,
    options.format == "json" and "JSON: it has a number that JSON does not have" or "YAML"))
end

return get
