--- The modules that code in a schema may use: `assert`, `json`, `overlay` and others.
--
-- A module is a table that cannot be changed. In Starlark its fields are
-- attributes, known when the schema is loaded; in Lua they are fields. Each is
-- read from a file of its own, in one of three folders, when a schema names it.
--
-- @module yschema.modules.registry

local suggestion = require "yschema.base.suggestion"

local registry = {}

local error, pairs, require, setmetatable = error, pairs, require, setmetatable

--- The names of all modules, as keys.
registry.names = {}

-- The folder of each module's file.
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

--- Those that Lua has a library of the same name for, which Lua code sees.
registry.not_in_lua = { math = true }

local known = {}

--- Add a module.
---@param name string what code calls it
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

--- The module of a name.
---@param name any
---@return table? # nil: there is none
function registry.named(name)
  local module = known[name]
  if module == nil and folder_of[name] then
    local file = require("yschema.modules." .. folder_of[name] .. "." .. name)
    module = registry.define(name, file.fields, file.call)
    if file.register then file.register(module) end
  end
  return module
end

--- The hint " (did you mean `json`?)" for a name that no module has, or "".
---@param name string
---@return string
function registry.suggestion(name) return suggestion.hint(name, suggestion.string_keys(registry.names)) end

return registry
