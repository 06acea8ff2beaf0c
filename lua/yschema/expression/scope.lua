--- Looks up what a name means in the code of a schema (reference#expressions).
--
-- A name is looked up among the names that the schema file defines, then in the caller's `env`, then
-- among the modules, and last in the language itself: among Starlark's builtins, or among the functions
-- that the sandbox gives to Lua.
--
-- @module yschema.expression.scope

local core = require "yschema.core"
local builtins = require "yschema.starlark.builtins"
local registry = require "yschema.modules.registry"
local sandbox = require "yschema.sandbox.sandbox"
local suggestion = require "yschema.base.suggestion"
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
    floats = {}, -- which of these are floats, as its code says
    expected = {}, -- what it will define further down
    wanted = {}, -- what of it code above looks up when it runs
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

--- Tell whether code makes a float of a name's number.
---@param name string
---@param is_float? "spelled"|"computed"
function Scope:define_float(name, is_float) self.floats[name] = is_float end

--- Whether a name that means this value is a float, as the schema file says.
---@return "spelled"|"computed"|nil
function Scope:is_float(name, value) return self.names[name] == value and self.floats[name] or nil end

--- Tell which names the file binds at its top level, anywhere in it. Code above
-- the place can then use them; they are looked up when it runs.
---@param list string[]
function Scope:expect(list)
  for _, name in ipairs(list) do self.expected[name] = true end
end

--- Whether a name is expected and not yet defined.
---@return boolean
function Scope:later(name)
  return self.expected[name] == true and self.names[name] == nil
end

--- Note that code looks up an expected name when it runs, so that the block that
-- binds it lets it be seen at once.
function Scope:want(name) self.wanted[name] = true end

local function look_up(self, name, language)
  local value = self.names[name]
  if value == nil then value = self.env[name] end
  if value == nil and not (language == sandbox.globals and registry.not_in_lua[name]) then
    value = registry.named(name)
  end
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

--- The value of an expected name now, or what it means without the file's own
-- definition; thrown when it means nothing.
---@return any
function Scope:late(name)
  local found, value = self:starlark(name)
  if not found then
    values.raise("global variable " .. name .. " referenced before assignment")
  end
  return value
end

--- All names, for suggestions.
function Scope:starlark_names()
  return suggestion.string_keys(self.names, self.expected, self.env, registry.names, self.own, builtins)
end

function Scope:lua_names()
  return suggestion.string_keys(self.names, self.expected, self.env, registry.names, self.own,
    sandbox.globals)
end

return scope
