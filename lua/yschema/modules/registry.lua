--- The modules that code in a schema may use: `assert`, `json`, `overlay` and others.
--
-- A module is a table that cannot be changed. In Starlark its fields are attributes, which are resolved when
-- the schema is loaded; in Lua they are fields. Each module is in a separate file, in one of three folders,
-- and is loaded when a schema names it.
--
-- @module yschema.modules.registry

local suggestion = require "yschema.base.suggestion"

local registry = {}

local error, pairs, require, setmetatable = error, pairs, require, setmetatable

--- The names of all modules, as keys.
registry.names = {}

-- The folder in which the file of each module is.
local folder_of = {}
for folder, names in pairs {
  checking = "assert ip regexp spelling version",
  encoding = "base64 json md5 sha256 url yaml",
  general = "data math overlay struct template",
} do
  for name in names:gmatch "%S+" do
    registry.names[name], folder_of[name] = true, folder
  end
end

--- The modules whose names are also libraries of Lua; Lua code sees the library.
registry.not_in_lua = { math = true }

local known = {}

--- Adds a module.
---@param name string the name by which code uses it
---@param fields table its functions and values
---@param call? function makes the module itself callable: call(...)
---@return table # the module
function registry.define(name, fields, call)
  registry.names[name] = true
  known[name] = setmetatable({}, {
    module = name,
    __index = fields,
    __newindex = function() error("the module " .. name .. " is read-only", 2) end,
    __call = call and function(_, ...) return call(...) end or nil,
  })
  return known[name]
end

--- Returns the module with a name.
---@param name any
---@return table? # nil when there is none
function registry.named(name)
  local module = known[name]
  if module == nil and folder_of[name] then
    local file = require("yschema.modules." .. folder_of[name] .. "." .. name)
    module = registry.define(name, file.fields, file.call)
    if file.register then file.register(module) end
  end
  return module
end

--- Returns the hint " (did you mean `json`?)" for a name that is not a module, or "".
---@param name string
---@return string
function registry.suggestion(name) return suggestion.hint(name, suggestion.string_keys(registry.names)) end

return registry
