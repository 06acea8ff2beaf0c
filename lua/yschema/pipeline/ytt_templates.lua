--- Recognises what was written for ytt and has no meaning here: templates among the files of a folder,
-- and code that asks for values which only ytt has.
--
-- @module yschema.pipeline.ytt_templates

local core = require "yschema.core"

local ytt_templates = {}

local find, gmatch, gsub, match = string.find, string.gmatch, string.gsub, string.match
local ipairs, require, select = ipairs, require, select

-- Whether the text has code in it, as its comments say, and not in a text of a value. What is no YAML
-- is not judged: that is told when it is read.
local function has_code(source)
  local owner = core.schema {}
  local weave = core.weave(owner, source)
  local part = weave:part(source:text(), 1)
  local found = part ~= nil and weave:code_lines(part)[1] ~= nil
  for _, item in ipairs(part and not found and weave:work(part) or {}) do
    found = found or item.kind == "value" or find(item.text, "data.values", 1, true) ~= nil
  end
  owner:close()
  return found
end

--- Whether a file of a directory holds templates: documents without a header that have code.
---@param source userdata a core source
---@param code_allowed? boolean code in data values is: then only what asks for ytt's values is a template
---@return boolean
function ytt_templates.is_template(source, code_allowed)
  local text = source:text()
  if find(text, "#@data/values", 1, true) or find(text, "#@library/ref", 1, true) then return false end
  if code_allowed and not find(text, "@ytt:data", 1, true) then return false end
  return (source:has_code() or find(text, "data.values", 1, true) ~= nil) and has_code(source)
end

--- Says of a file of a directory that it is data values only because nothing else is known of it.
---@param source userdata
function ytt_templates.assume(source)
  if not find(source:text(), "#@data/values", 1, true) then source:assume() end
end

-- The line and the column of the literal "yamlfragment" in code, or nil.
local function fragment_in(source)
  local starlark = require("yschema.base.file_kinds").is_starlark(source:name())
  local number = 0
  for line in gmatch(source:text(), "([^\n]*)\n?") do
    number = number + 1
    local column = match(line, "()[\"']yamlfragment[\"']")
    if column then
      local before = line:sub(1, column - 1)
      local in_code = starlark and not find(before, "#", 1, true) or find(before, "#@", 1, true)
      if in_code then return number, select(2, gsub(before, "[^\128-\191]", "")) + 1 end
    end
  end
end

--- Warns of code that asks whether something is a "yamlfragment".
---@param owner userdata a core schema, which gets the warning
---@param source userdata of the schema, or loaded by its code
function ytt_templates.warn_of_fragments(owner, source)
  if not find(source:text(), "yamlfragment", 1, true) then return end
  local line, column = fragment_in(source)
  if line then owner:fault_at("YAMLFRAGMENT", source, line, column) end
end

return ytt_templates
