--- Writes a document with all keys of a schema, for a person to begin with.
--
-- Required keys are present, as in the smallest document. All other keys are comments, each with its default: a file of
-- values has only what differs. Above each key is its documentation, and what its value must be.
--
-- @module yschema.generation.complete

local core = require "yschema.core"
local documentation = require "yschema.export.documentation"
local facts = require "yschema.values.facts"
local generator = require "yschema.values.generator"
local masks = require "yschema.values.masks"
local plain = require "yschema.generation.plain"
local plain_tables = require "yschema.base.plain_tables"
local writing = require "yschema.base.writing"

local complete = {}

local add_all, sorted_keys = plain_tables.add_all, plain_tables.sorted_keys

local most_levels = 12 -- of keys that are comments; recursive schemas have no end

---@class yschema.CompleteDocument
---@field documents yschema.ExampleDocuments
---@field around table<yschema.OutlineField, boolean> the fields whose keys are being written as comments

-- ---- lines --------------------------------------------------------------------------

-- A line is a text with `is_note` if it is documentation, which is not uncommented with the key below it.
local function add_text(out, text)
  for line in text:gmatch "[^\n]+" do
    local lines = {}
    writing.wrap(lines, core.printable(line, true), "# ", "# ")
    for _, one in ipairs(lines) do out[#out + 1] = { text = one, is_note = true } end
  end
end

local function indented(lines, by)
  for _, line in ipairs(lines) do line.text = line.text == "" and "" or by .. line.text end
  return lines
end

-- Turns lines into comments. The documentation of the first key stays as it is.
local function commented(lines)
  local begun = false
  for _, line in ipairs(lines) do
    begun = begun or not line.is_note
    if begun then line.text = "#" .. line.text end
  end
  return lines
end

-- Writes `key: value` as YAML.
local function yaml_lines(key, value)
  local lines, text = {}, assert(core.encode({ [key] = value }, "yaml"))
  for line in text:gmatch "([^\n]*)\n" do lines[#lines + 1] = { text = line } end
  return lines
end

local function key_text(key) return (yaml_lines(key, 1)[1].text:gsub(" 1$", "")) end

-- ---- documentation ------------------------------------------------------------------

-- Says what a value must be: its kinds, if one value does not show them, and its rules.
local function demands(field)
  local list = {}
  local words = facts.kind_words(facts.kinds(field), facts.first(field, "null") ~= nil)
  if field.choice and field.masked then
    list[1] = ("one of %d alternatives"):format(#field.choice)
  elseif field.choice then
    for _, alternative in ipairs(field.choice) do list[#list + 1] = alternative.words end
    list = { list[1] and ("%s %s"):format(field.choice.mode:gsub("%-", " "), table.concat(list, ", ")) or nil }
  elseif words:find " or " or facts.is_anything(field) then
    list[1] = words
  end
  for _, rule in ipairs(field.rules or {}) do
    local is_said = facts.test(rule) == "null" and not rule.when -- by the kinds
    list[#list + 1] = not is_said and (rule.when and ("%s (%s)"):format(rule.must_be, rule.when) or rule.must_be) or nil
  end
  return list
end

-- Returns the function that writes examples of a field.
local function examples_of(field)
  return function(example)
    local text, about = core.encode(example.value, "json"), documentation.description(example)
    if field.masked or not text then return nil end
    return text:gsub("\n$", "") .. (about and (" (%s)"):format(about) or "")
  end
end

-- Documents what has no key here.
local function add_labelled(out, label, field)
  local lines = documentation.labelled(label, field, "complete", examples_of(field))
  for _, line in ipairs(lines) do add_text(out, line) end
  return lines[1] ~= nil
end

-- Says which keys a map may have beside those that are named.
local function add_open(out, map)
  for _, open in ipairs(map.open or {}) do
    local words = open.words and open.words ~= '"any"' and " that match " .. open.words or ""
    local label = (map.named[1] and "Other keys" or "Any keys") .. words
    if not add_labelled(out, label, open.field) and label ~= "Other keys" then add_text(out, label) end
  end
end

local function add_facts(out, field, part)
  local lines = documentation.lines(field, "complete", part, examples_of(field))
  for _, line in ipairs(lines) do add_text(out, line) end
end

local function notes(field)
  local out = {}
  local list = demands(field)
  add_facts(out, field, "prose")
  add_facts(out, field, "state")
  if list[1] then add_text(out, "Must be: " .. table.concat(list, "; ")) end
  add_facts(out, field, "more")
  if field.item then add_labelled(out, "Items", field.item) end
  if field.named and not field.named[1] then add_open(out, field) end
  return out
end

-- ---- values -------------------------------------------------------------------------

local of_kind = { string = "", integer = 0, float = 0.5, boolean = false, map = {}, array = writing.list() }

-- The value of a key that is not given.
local function default_of(field)
  if field.masked then return masks.MASK end
  if field.computed then return nil end
  if field.default ~= nil then return field.default end
  local made = of_kind[field.kind]
  if made ~= nil then return made end
  return core.null
end

-- Returns the map of a field: its own, or that of the alternative that a value fits.
local function map_of(field, value)
  for _, alternative in ipairs(field.choice or {}) do
    local found = map_of(alternative.field, value)
    local by = field.choice.by
    local selected = not by or type(value) ~= "table" or value[by] == nil or value[by] == alternative.selected_by
    if found and selected then return found end
  end
  return field.named and field or nil
end

local write_key, write_map -- below

local function write_items(self, out, item, values, is_given, level)
  for _, value in ipairs(values) do
    local lines = write_map(self, item, value, is_given, level)
    out[#out + 1] = { text = "-" }
    add_all(out, indented(lines, "  "))
  end
end

-- Writes a key with its value, without documentation.
local function write_value(self, field, key, value, is_given, level)
  local out, map = {}, map_of(field, value)
  local item = field.kind == "array" and field.item
  local item_map = item and map_of(item)
  local is_open = is_given or level < most_levels and not self.around[field]
  if map and map.named[1] and is_open and (type(value) == "table" and generator.is_map(value) or not is_given) then
    local lines = write_map(self, field, is_given and value or nil, is_given, level + 1)
    if not is_given or next(value) ~= nil then
      out[1] = { text = key_text(key) }
      add_all(out, indented(lines, "  "))
      return out
    end
    out[1] = { text = key_text(key) .. " {}" }
    add_all(out, indented(lines, "  "))
    return out
  end
  local items = type(value) == "table" and not generator.is_map(value) and value
  if item_map and item_map.named[1] and is_open and (is_given and items and items[1] or not is_given) then
    out[1] = { text = key_text(key) }
    self.around[field] = true
    write_items(self, out, item, items and items[1] and items or { {} }, is_given, level + 1)
    self.around[field] = nil
    return out
  end
  return yaml_lines(key, plain.copy(value, field))
end

function write_key(self, field, key, value, is_given, level)
  local out = notes(field)
  if value == nil then
    out[#out + 1] = { text = key_text(key) }
    return out
  end
  add_all(out, write_value(self, field, key, value, is_given, level))
  return out
end

local function is_left_out(field) return field.removed ~= nil or field.deprecated ~= nil end

-- Writes the keys of a map. With `is_given`, those that are in the value are there, and all others are comments.
function write_map(self, field, value, is_given, level)
  local out, map = {}, map_of(field, value) or { named = {} }
  self.around[field] = not is_given or nil
  for _, child in ipairs(map.named) do
    local own, lines
    if type(value) == "table" then own = value[child.key] end
    if own ~= nil then
      lines = write_key(self, child, child.key, own, is_given, level)
    elseif not is_left_out(child) and level < most_levels then
      lines = write_key(self, child, child.key, default_of(child), false, level)
      if is_given then commented(lines) end
    end
    if lines and level == 0 and out[1] then out[#out + 1] = { text = "" } end
    add_all(out, lines or {})
  end
  for _, key in ipairs(type(value) == "table" and generator.is_map(value) and sorted_keys(value) or {}) do
    if not facts.named(map, key) then add_all(out, yaml_lines(key, plain.copy(value[key]))) end
  end
  if map.named[1] then add_open(out, map) end
  self.around[field] = nil
  return out
end

--- Writes the complete document of a schema.
---@param documents yschema.ExampleDocuments
---@param smallest any the smallest document that the schema accepts
---@return string yaml
function complete.text(documents, smallest)
  local root, lines = documents.root, {}
  local map = map_of(root, smallest)
  if not map or not generator.is_map(smallest) then return assert(core.encode(smallest, "yaml")) end
  local head = notes(root)
  add_all(lines, head)
  if head[1] then lines[#lines + 1] = { text = "" } end
  add_all(lines, write_map({ documents = documents, around = {} }, root, smallest, true, 0))
  if next(smallest) == nil then lines[#lines + 1] = { text = "{}" } end
  for i, line in ipairs(lines) do lines[i] = line.text end
  return table.concat(lines, "\n") .. "\n"
end

return complete
