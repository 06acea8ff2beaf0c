--- Checks the options that a user gives, and makes settings of them.
--
-- Options are the user's table. Settings are a plain table of ours, with all defaults filled in:
-- everything behind this module reads settings only.
--
-- @module yschema.pipeline.settings

local plain_tables = require "yschema.base.plain_tables"

local settings = {}

local copy = plain_tables.copy
local error, next, pairs, type = error, next, pairs, type

--- How a schema is read and run; absent means the default.
---@class yschema.Settings
---@field env? table names that annotations may use
---@field strict? boolean YAML 1.2's plain scalars only (reference#strict-mode)
---@field budget? integer instructions a closure may take, and work in C that is worth as many
---  (LuaJIT: that alone); nil: no bound
---@field max_memory integer bytes that closures of a run may take
---@field files? table<string, string> texts that code may `load`, by name
---@field code_in_values? boolean data values may hold code
---@field skip_validation? boolean rules do not run
---@field ordered? boolean maps remember the order of their keys
---@field refuse_plain_comments? boolean plain comments beside annotations are faults
---@field max_bytes integer of one text
---@field max_depth? integer of nested collections
---@field max_alias_nodes? integer added by aliases (beyond one a byte), by schemas in schemas
---@field max_nodes? integer made by defaults

local default_budget, default_max_memory = 10000000, 268435456

local option_types = {
  env = "table", name = "string", strict = "boolean", code_in_values = "boolean",
  skip_validation = "boolean", ordered = "boolean", refuse_plain_comments = "boolean",
  limits = "table", budget = "number", files = "table",
}
-- The largest values of the core's limits (core/base/base.h): more would not be kept.
local largest = { max_bytes = 4294967295, max_depth = 10000, max_alias_nodes = 4294967295,
  max_nodes = 4294967295, max_memory = 2 ^ 53 }
local default_max_bytes = 268435456

local function positive(value)
  return type(value) == "number" and value >= 1 and value % 1 == 0 and value <= 2 ^ 53
end

-- What is wrong with options, in words; nil when nothing is.
local function fault_in(options)
  for name, value in pairs(options) do
    local wanted = option_types[name]
    if type(value) ~= wanted and not (name == "budget" and value == false) then
      return ("option '%s' must be a %s, got %s"):format(name, wanted, type(value))
    end
  end
  if options.budget and not positive(options.budget) then
    return "option 'budget' must be a positive whole number, or false"
  end
  for name, text in next, options.files or {} do
    if type(name) ~= "string" or type(text) ~= "string" then
      return "option 'files' must have texts by name"
    end
  end
  for name, value in pairs(options.limits) do
    if not positive(value) or value > largest[name] then
      return ("limit '%s' must be a whole number from 1 to %.0f"):format(name, largest[name])
    end
  end
end

-- A plain copy of options and of what is in them; or nil, and what is wrong.
local function options_of(given)
  local plain, fault = copy(given, option_types, "option")
  if plain and (plain.limits == nil or type(plain.limits) == "table") then
    plain.limits, fault = copy(plain.limits or {}, largest, "limit")
  end
  return not fault and plain or nil, fault
end

--- The settings that options stand for. Wrong options throw an error.
---@param options? yschema.Options
---@param level integer who is blamed, as error() counts from the caller
---@return yschema.Settings
function settings.of_options(options, level)
  local fault
  options, fault = options_of(options or {})
  fault = fault or fault_in(options)
  if fault then error(fault, level + 1) end
  local limits, budget = options.limits, options.budget
  if budget == nil then budget = default_budget end
  return {
    env = options.env,
    strict = options.strict,
    code_in_values = options.code_in_values,
    files = options.files,
    skip_validation = options.skip_validation,
    ordered = options.ordered,
    refuse_plain_comments = options.refuse_plain_comments,
    budget = budget or nil,
    max_memory = limits.max_memory or default_max_memory,
    max_bytes = limits.max_bytes or default_max_bytes,
    max_depth = limits.max_depth,
    max_alias_nodes = limits.max_alias_nodes,
    max_nodes = limits.max_nodes,
  }
end

return settings
