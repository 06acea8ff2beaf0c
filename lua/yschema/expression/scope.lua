--- Looks up what a name means in the code of a schema (reference#expressions).
--
-- A name is looked up among the names that the schema file defines, then in the caller's `env`, then
-- among the modules, and last in the language itself: among Starlark's builtins, or among the functions
-- that the sandbox gives to Lua.
--
-- @module yschema.expression.scope

local core = require "yschema.core"
local lazily = require "yschema.base.lazily"
local registry = lazily "yschema.modules.registry"
local sandbox = lazily "yschema.sandbox.sandbox"
local suggestion = lazily "yschema.base.suggestion"
local values = lazily "yschema.starlark.values"

local Scope = {}
Scope.__index = Scope

local scope = {}

-- They are loaded late, because a schema whose functions are not called yet needs none of them.
local function builtins() return require "yschema.starlark.builtins" end

--- Makes a scope.
---@param opts? table `env` has the names that the caller gives; `yschema` is the value of the name `yschema`
---  in code
---@return Scope
function scope.new(opts)
  opts = opts or {}
  return setmetatable({
    names = {}, -- the names that the schema file has defined, with their values
    floats = {}, -- which of these names are floats, according to the code of the file
    expected = {}, -- the names that the file defines further down
    wanted = {}, -- those of the expected names that code above them looks up when it runs
    env = opts.env or {},
    own = { null = core.null, yschema = opts.yschema or { null = core.null } },
  }, Scope)
end

--- Defines a name for the lines below it.
---@param name string
---@param value any not nil
function Scope:define(name, value)
  self.names[name] = value
end

--- Records whether the number that a name means is a float in the code.
---@param name string
---@param is_float? "spelled"|"computed"
function Scope:define_float(name, is_float) self.floats[name] = is_float end

--- Returns whether a name, while it has this value, is a float according to the code of the schema file.
---@return "spelled"|"computed"|nil
function Scope:is_float(name, value) return self.names[name] == value and self.floats[name] or nil end

--- Records the names that the file binds at its top level, anywhere in it. Code above such a binding can then
-- use the name, which is looked up when that code runs.
---@param list string[]
function Scope:expect(list)
  for _, name in ipairs(list) do self.expected[name] = true end
end

--- Returns whether a name is expected and not yet defined.
---@return boolean
function Scope:later(name)
  return self.expected[name] == true and self.names[name] == nil
end

--- Records that code looks up an expected name when it runs. The block that binds the name must then make the
-- value visible at once.
function Scope:want(name) self.wanted[name] = true end

--- Returns what the schema file, or else the caller, means by a name.
---@param name string
---@return any value nil: neither gives it a value
function Scope:given(name)
  local value = self.names[name]
  if value == nil then value = self.env[name] end
  return value
end

local function look_up(self, name, language)
  local value = self:given(name)
  if value == nil and not (language == sandbox.globals and registry.not_in_lua[name]) then
    value = registry.named(name)
  end
  if value == nil then value = self.own[name] end
  if value == nil and name == "fail" then value = builtins().fail end
  if value == nil then value = language[name] end
  return value ~= nil, value
end

--- Looks up a name in a Starlark expression.
---@return boolean # whether it means anything
---@return any # its value
function Scope:starlark(name) return look_up(self, name, builtins()) end

--- Looks up a name in a Lua function.
---@return boolean # whether it means anything
---@return any # its value
function Scope:lua(name) return look_up(self, name, sandbox.globals) end

--- Returns the value that an expected name has now. Without a definition by the file, it is the value that the
-- name has outside the file. Throws when the name has no value at all.
---@return any
function Scope:late(name)
  local found, value = self:starlark(name)
  if not found then
    values.raise("global variable " .. name .. " referenced before assignment")
  end
  return value
end

--- Lists all names, for suggestions.
function Scope:starlark_names()
  return suggestion.string_keys(self.names, self.expected, self.env, registry.names, self.own, builtins())
end

function Scope:lua_names()
  return suggestion.string_keys(self.names, self.expected, self.env, registry.names, self.own, { fail = true },
    sandbox.globals)
end

return scope
