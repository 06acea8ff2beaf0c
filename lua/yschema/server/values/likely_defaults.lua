--- Finds out quickly whether a line may have an entry with the value of its default.
--
-- Editors ask for code actions each time that the cursor moves. Only where this is likely, the whole text is opened for
-- edits, which takes much longer.
--
-- @module yschema.server.values.likely_defaults

local core = require "yschema.core"
local fields = require "yschema.server.values.fields"
local layouts = require "yschema.server.values.layouts"
local paths = require "yschema.provenance.paths"
local views = require "yschema.server.values.views"

local likely_defaults = {}

-- Whether a value may be the default of a field.
local function is_likely(node, field)
  if field.optional or field.required or field.computed then return false end
  local default = field.default
  if node.kind == "map" then
    for _, below in ipairs(field.default_yaml and {} or node:below()) do
      local inner = below.key and fields.of_key(field, below.key)
      if not inner or not is_likely(below, inner) then return false end
    end
    return true
  elseif node.kind == "array" then
    return field.default_yaml ~= nil and (field.default_yaml ~= "[]" or node:below()[1] == nil)
  elseif node.kind == "null" then
    return default == core.null
  end
  return type(default) ~= "table" and default == node.value
end

-- Whether an entry, or one below it that begins in the same lines, may have the value of its default.
local function has_likely(node, list, is_here)
  for _, field in ipairs(list) do
    if is_likely(node, field) then return true end
  end
  for _, below in ipairs(node.kind ~= "map" and node.kind ~= "array" and {} or node:below()) do
    if not is_here(below) then return false end
    if has_likely(below, fields.below(fields.resolved(list, node), below.key), is_here) then return true end
  end
  return false
end

--- Returns whether lines may have an entry with the value of its default.
---@param server yschema.LanguageServer
---@param text yschema.RequestedText
---@param first integer the lines, from 1
---@param last integer
---@return boolean
function likely_defaults.are_in(server, text, first, last)
  local layout, content, tops = views.layout(server, text), text.open.content, {}
  local function is_here(node)
    local line = content:line_of(node.key_first or node.first)
    return line >= first and line <= last
  end
  for line = first, last do
    local at = content:line_bytes(line)
    at = content.text:find("[^ \t%-]", at)
    local chain = at and layout:chain(at) or {}
    local top = #chain
    while chain[top - 1] and top > 2 and is_here(chain[top - 1]) do top = top - 1 end
    if chain[top] then tops[chain[top].key_first or chain[top].first] = { chain, top } end
  end
  for _, one in pairs(tops) do
    local chain, top = one[1], one[2]
    if has_likely(chain[top], views.fields(views.of(text, chain[1]), chain, top), is_here) then return true end
  end
  return false
end

-- Whether a line has nothing but an entry, and no comment above it that may say why it is written.
local function is_alone(content, node, line)
  local first, last = content:line_bytes(line)
  local before, text = content.text:sub(first, node.key_first - 1), content.text:sub(node.key_first, last)
  return before:find "^ *$" and not text:find "[#&*!|>]" and content:line_of(node.first) == line
    and node.last <= last and content.text:sub(node.last + 1, last):find "^%s*$" ~= nil
    and not content:line(line - 1):find "^%s*#"
end

--- Finds an entry that is alone in a line and has the value of its default: a scalar of a map that has other keys. To
-- remove it, the text need not be opened for edits.
---@param server yschema.LanguageServer
---@param text yschema.RequestedText
---@param job yschema.Job
---@param line integer from 1
---@return string? path nil: there is none, or it is not as simple as that
function likely_defaults.alone(server, text, job, line)
  local content = text.open.content
  local at = content.text:find("[^ ]", (content:line_bytes(line)))
  local chain = at and views.layout(server, text):chain(at) or {}
  local node, parent = chain[#chain], chain[#chain - 1]
  local is_simple = node and parent and node.key_first == at and type(node.value) ~= "table"
    and node.kind ~= "null" and node.kind ~= "map" and node.kind ~= "array" and parent:below()[2] ~= nil
  if not is_simple or not is_alone(content, node, line) then return nil end
  for _, field in ipairs(views.fields({ { schema = job.schema, root = fields.root(job.schema) } }, chain)) do
    if field.kind == node.kind and not field.choice and is_likely(node, field) then
      return paths.of(layouts.steps(chain))
    end
  end
end

return likely_defaults
