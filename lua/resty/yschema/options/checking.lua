--- Checks options by a schema, whose keys are the options.
--
-- @module resty.yschema.options.checking

local plain_tables = require "yschema.base.plain_tables"
local yschema = require "yschema"

local checking = {}

---@class resty.yschema.OptionForm
---@field private schema yschema.Schema
---@field private known table<string, table|string|true> by the names of the options: the keys of a map, the type of a
--- value that is no data, or true
local Form = {}
Form.__index = Form

local env = {
  is_texts = function(value)
    local list = value ~= "" and plain_tables.strings(value)
    return list and list[1] ~= nil and list[1] ~= ""
  end,
}

-- Returns the names of the fields of a map, and for those that are maps the names below them.
local function names_in(map)
  local known = {}
  for _, field in ipairs(map.fields) do known[field.name] = field.fields and names_in(field) or true end
  return known
end

--- Makes a form. The schema has these functions for its rules: `is_texts` accepts a string, or a list of strings.
---@param text string the schema of the options that are data
---@param others? table<string, "function"|"table"> the types of the options that are functions or objects
---@return resty.yschema.OptionForm
function checking.new(text, others)
  local schema = assert(yschema.load(text, { env = env }))
  local known = names_in(schema:describe())
  for name, kind in pairs(others or {}) do known[name] = kind end
  return setmetatable({ schema = schema, known = known }, Form)
end

-- Makes a plain copy of a value: of a list, or of a map with these keys.
local function plain_value(name, value, keys)
  if type(value) ~= "table" then return value end
  if keys ~= true then return plain_tables.copy(value, keys, "option " .. name) end
  return plain_tables.items(value)
end

--- Makes a plain copy of options, and checks them.
---@param given any
---@return table? options
---@return string? problem
function Form:read(given)
  local options, problem = plain_tables.copy(given, self.known, "option")
  if not options then return nil, problem end
  local data = {}
  for name, value in pairs(options) do
    local kind = self.known[name]
    if type(kind) ~= "string" then
      options[name], problem = plain_value(name, value, kind)
      data[name] = options[name]
    elseif type(value) ~= kind then
      problem = ("option '%s' must be a %s, got %s"):format(name, kind, type(value))
    end
    if problem then return nil, problem end
  end
  local ok, about = self.schema:check(data)
  if ok then return options end
  local path, message = about.violations[1].path or "", about.violations[1].message
  if path == "" or message:sub(1, #path) ~= path then return nil, "options: " .. message end
  return nil, ("option '%s'%s"):format(path, message:sub(#path + 1))
end

return checking
