--- The modules that code in a schema may use: `assert`, `json`, `overlay` and others.
--
-- A module is a table that cannot be changed. In Starlark its fields are attributes, which are resolved when
-- the schema is loaded; in Lua they are fields. The files of modules are in three folders, and each is loaded
-- when a schema names its module.
--
-- @module yschema.modules.registry

local suggestion = require "yschema.base.lazily" "yschema.base.suggestion"

local registry = {}

--- The names of all modules, as keys.
registry.names = {}

-- The file of each module, and the files that have several modules.
local file_of = {}
for folder, names in pairs {
  checking = "assert ip regexp spelling version",
  encoding = "base64 json url yaml",
  general = "math overlay struct",
} do
  for name in names:gmatch "%S+" do file_of[name] = folder .. "." .. name end
end
local shared = { md5 = "encoding.digest", sha256 = "encoding.digest",
  data = "general.unsupported", template = "general.unsupported" }
for _, names in ipairs { file_of, shared } do
  for name in pairs(names) do registry.names[name] = true end
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
  local path = file_of[name] or shared[name]
  if module == nil and path then
    local file = require("yschema.modules." .. path)
    if shared[name] then file = file[name] end
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
