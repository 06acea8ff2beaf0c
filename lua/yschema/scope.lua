--- What names mean in the code of a schema (language.md 3).
--
-- Names are looked up in what the schema file defines, then in the caller's
-- `env`, then among the modules, and last among what the language itself has:
-- Starlark's builtins for Starlark, the sandbox's functions for Lua.
--
-- @module yschema.scope

local core = require "yschema.core"
local builtins = require "yschema.starlark.builtins"
local modules = require "yschema.modules"
local sandbox = require "yschema.sandbox"
local values = require "yschema.starlark.values"

local Scope = {}
Scope.__index = Scope

local scope = {}

--- Make a scope.
---@param opts? table `env`: names the caller hands over; `yschema`: what code sees
---  under that name
---@return Scope
function scope.new(opts)
  opts = opts or {}
  return setmetatable({
    names = {}, -- what the schema file defines
    env = opts.env or {},
    own = { null = core.null, fail = builtins.fail,
      yschema = opts.yschema or { null = core.null } },
  }, Scope)
end

--- Define a name for what stands below.
---@param name string
---@param value any not nil
function Scope:define(name, value)
  self.names[name] = value
end

local function look_up(self, name, language)
  local value = self.names[name]
  if value == nil then value = self.env[name] end
  if value == nil then value = modules.named(name) end
  if value == nil then value = self.own[name] end
  if value == nil then value = language[name] end
  return value ~= nil, value
end

--- What a name means in a Starlark expression.
---@return boolean # whether it means anything
---@return any # its value
function Scope:starlark(name) return look_up(self, name, builtins) end

--- What a name means in a Lua function.
---@return boolean # whether it means anything
---@return any # its value
function Scope:lua(name) return look_up(self, name, sandbox.globals) end

--- All names, for suggestions.
function Scope:starlark_names()
  return values.names(self.names, self.env, modules.names, self.own, builtins)
end

function Scope:lua_names()
  return values.names(self.names, self.env, modules.names, self.own,
    sandbox.globals)
end

return scope
