--- Recognises files and code that were written for ytt and do not work here: templates among the files of
-- a folder, and code that asks for values which only ytt has.
--
-- @module yschema.pipeline.ytt_templates

local core = require "yschema.core"
local count = require "yschema.text.characters".count

local ytt_templates = {}

local find, gmatch, match = string.find, string.gmatch, string.match

--- Returns whether the comments of a text hold code; a `#@` inside a YAML string does not count. A text that is not
-- YAML has none: its error is reported when it is read.
---@param source userdata a core source
---@return boolean found
---@return boolean readable false: it is not YAML, or has code beside values
function ytt_templates.has_code(source)
  local owner = core.schema {}
  local template = core.template(owner, source)
  local part = template:part(source:text(), 1)
  local found = part ~= nil and template:code_lines(part)[1] ~= nil
  for _, item in ipairs(part and not found and template:work(part) or {}) do
    found = found or item.kind == "value" or find(item.text, "data.values", 1, true) ~= nil
  end
  owner:close()
  return found, part ~= nil
end

--- Returns whether a file of a directory is a template: it has code, but no header.
---@param source userdata a core source
---@param code_allowed? boolean whether data values may hold code: then only files that ask for ytt's values count
---@return boolean
function ytt_templates.is_template(source, code_allowed)
  local text = source:text()
  if find(text, "#@data/values", 1, true) or find(text, "#@library/ref", 1, true) then return false end
  if code_allowed and not find(text, "@ytt:data", 1, true) then return false end
  return (source:has_code() or find(text, "data.values", 1, true) ~= nil) and ytt_templates.has_code(source)
end

--- Marks a file of a directory that has no header: it is only assumed to be data values.
---@param source userdata
function ytt_templates.assume(source)
  if not find(source:text(), "#@data/values", 1, true) then source:assume() end
end

-- Finds the literal "yamlfragment" in code: its line and its column, or nil.
local function fragment_in(source)
  local starlark = require("yschema.base.file_kinds").is_starlark(source:name())
  local number = 0
  for line in gmatch(source:text(), "([^\n]*)\n?") do
    number = number + 1
    local column = match(line, "()[\"']yamlfragment[\"']")
    if column then
      local before = line:sub(1, column - 1)
      local in_code = starlark and not find(before, "#", 1, true) or find(before, "#@", 1, true)
      if in_code then return number, count(before) + 1 end
    end
  end
end

--- Adds a warning about code that asks whether something is a "yamlfragment".
---@param owner userdata a core schema, which gets the warning
---@param source userdata a source of the schema, or one that its code has loaded
function ytt_templates.warn_of_fragments(owner, source)
  local line, column = fragment_in(source)
  if line then owner:add_error_at("YAMLFRAGMENT", source, line, column) end
end

return ytt_templates
