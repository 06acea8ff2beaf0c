--- Checks the options that a user gives, and makes settings from them.
--
-- Options are the user's table. Settings are a plain table of our own with all defaults filled in; other modules read
-- only settings.
--
-- @module yschema.pipeline.settings

local plain_tables = require "yschema.base.plain_tables"

local settings = {}

local copy = plain_tables.copy
local error, next, pairs, type = error, next, pairs, type

--- Settings for reading and running a schema; an absent one has its default.
---@class yschema.Settings
---@field env? table names that annotations may use
---@field strict? boolean accept only the plain scalars of YAML 1.2 (reference#strict-mode)
---@field yaml? "1.1"|"1.2" by which rules plain scalars of data values are read (reference#yaml-12)
---@field allow_inexact? boolean a `$ref` of a JSON Schema that cannot be resolved accepts any value
---@field budget? integer instructions that one call of a closure may take, including the work in C, which is
---  counted as instructions; LuaJIT counts only that work; nil means no limit
---@field max_memory integer bytes that the closures of one run may allocate
---@field files? table<string, string> texts that code may `load`, by name
---@field note_load? fun(module: string, from: string, name: string) called for each file that code loads: the module as
---  it is written, the file that loads it, and the name of the loaded file
---@field code_in_values? boolean data values may hold code
---@field skip_validation? boolean rules do not run
---@field ordered? boolean maps remember the order of their keys
---@field explain? boolean runs keep the provenance of their results
---@field fold_repeats? boolean no records are kept of violations that the text of a report only counts
---@field refuse_plain_comments? boolean plain comments beside annotations are errors
---@field max_bytes integer bytes of one text
---@field max_depth? integer how deep collections may nest
---@field max_alias_nodes? integer nodes added by aliases (beyond one for each byte) and by schemas in schemas
---  (beyond one for each 32 bytes)
---@field max_nodes? integer nodes added by defaults, overlays and functions

local default_budget, default_max_memory = 10000000, 268435456

local option_types = {
  env = "table", name = "string", strict = "boolean", code_in_values = "boolean",
  skip_validation = "boolean", ordered = "boolean", refuse_plain_comments = "boolean",
  limits = "table", budget = "number", files = "table", explain = "boolean",
  yaml = "string", allow_inexact = "boolean",
}
-- The largest values that the core's limits can have (core/base/base.h).
local largest = { max_bytes = 4294967295, max_depth = 10000, max_alias_nodes = 4294967295,
  max_nodes = 4294967295, max_memory = 2 ^ 53 }
local default_max_bytes = 268435456

local function positive(value)
  return type(value) == "number" and value >= 1 and value % 1 == 0 and value <= 2 ^ 53
end

-- Says what is wrong with the options; nil when they are valid.
local function error_in(options)
  for name, value in pairs(options) do
    local wanted = option_types[name]
    if type(value) ~= wanted and not (name == "budget" and value == false) then
      return ("option '%s' must be a %s, got %s"):format(name, wanted, type(value))
    end
  end
  if options.budget and not positive(options.budget) then
    return "option 'budget' must be a positive whole number, or false"
  end
  if options.yaml and options.yaml ~= "1.1" and options.yaml ~= "1.2" then
    return "option 'yaml' must be \"1.1\" or \"1.2\""
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

-- Makes a plain copy of the options and of the tables in them, or returns nil and what is wrong.
local function options_of(given)
  local plain, failure = copy(given, option_types, "option")
  if plain and (plain.limits == nil or type(plain.limits) == "table") then
    plain.limits, failure = copy(plain.limits or {}, largest, "limit")
  end
  return not failure and plain or nil, failure
end

--- Makes the settings for some options. Invalid options throw an error.
---@param options? yschema.Options
---@param level integer the level for error(), counted from the caller
---@return yschema.Settings
function settings.of_options(options, level)
  local failure
  options, failure = options_of(options or {})
  failure = failure or error_in(options)
  if failure then error(failure, level + 1) end
  local limits, budget = options.limits, options.budget
  if budget == nil then budget = default_budget end
  return {
    env = options.env,
    strict = options.strict,
    yaml = options.yaml,
    allow_inexact = options.allow_inexact,
    code_in_values = options.code_in_values,
    files = options.files,
    skip_validation = options.skip_validation,
    ordered = options.ordered,
    explain = options.explain,
    refuse_plain_comments = options.refuse_plain_comments,
    budget = budget or nil,
    max_memory = limits.max_memory or default_max_memory,
    max_bytes = limits.max_bytes or default_max_bytes,
    max_depth = limits.max_depth,
    max_alias_nodes = limits.max_alias_nodes,
    max_nodes = limits.max_nodes,
  }
end

--- Makes a copy of settings in which some are others.
---@param given yschema.Settings
---@param others table
---@return yschema.Settings
function settings.changed(given, others)
  local own = {}
  for name, value in pairs(given) do own[name] = value end
  for name, value in pairs(others) do own[name] = value end
  return own
end

return settings
