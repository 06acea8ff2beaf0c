--- Checks the options that a user gives, and makes settings from them.
--
-- Options are the user's table. Settings are a plain table of our own with all defaults filled in; other modules read
-- only settings.
--
-- @module yschema.pipeline.settings

local plain_tables = require "yschema.base.plain_tables"

local settings = {}

local checked = plain_tables.checked
local error, next, type = error, next, type

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
---@field assert_formats? boolean JSON Schemas of all drafts assert `format`, which is an annotation from 2019-09 on
---@field schema_folder? string a folder, or a file, with JSON Schemas that are known by their `$id`
---@field schemas_by_id? yschema.SchemaFolder this folder, if its files were read
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
---@field max_violations? integer violations that a report lists, with short texts; it counts the others
---@field max_body_violations integer the same for texts that must be JSON

--- The violations that the report on a request body lists by default.
settings.max_body_violations = 100

local default_budget, default_max_memory, default_max_bytes = 10000000, 268435456, 268435456

-- A schema of our own would take 2.5 microseconds for a check, as this table does, but 23 once to compile; the first
-- `yschema.load` of a small schema takes 18. Functions, and tables with metatables, would need extra code, too.
local known = {
  env = "table", name = "string", strict = "boolean", code_in_values = "boolean", skip_validation = "boolean",
  ordered = "boolean", refuse_plain_comments = "boolean", limits = "table", files = "table", explain = "boolean",
  budget = { 1, 2 ^ 53, or_false = true }, yaml = { "1.1", "1.2" }, allow_inexact = "boolean",
  assert_formats = "boolean", schema_folder = "string",
}
-- The ranges of the core's limits (core/base/base.h).
local known_limits = {
  max_bytes = { 1, 4294967295 }, max_depth = { 1, 10000 }, max_alias_nodes = { 1, 4294967295 },
  max_nodes = { 1, 4294967295 }, max_memory = { 1, 2 ^ 53 }, max_violations = { 1, 4294967295 },
}

-- Makes a plain copy of the options and of the tables in them, or returns nil and the problem.
local function options_of(given)
  local plain, problem = checked(given, known, "option")
  if not plain then return nil, problem end
  for name, text in next, plain.files or {} do
    if type(name) ~= "string" or type(text) ~= "string" then return nil, "option 'files' must have texts by name" end
  end
  plain.limits, problem = checked(plain.limits or {}, known_limits, "limit")
  return plain.limits and plain, problem
end

--- Makes the settings for some options. Invalid options throw an error.
---@param options? yschema.Options
---@param level integer the level for error(), counted from the caller
---@return yschema.Settings
function settings.of_options(options, level)
  local problem
  options, problem = options_of(options or {})
  if not options then error(problem, level + 1) end
  local limits, budget = options.limits, options.budget
  if budget == nil then budget = default_budget end
  return {
    env = options.env,
    strict = options.strict,
    yaml = options.yaml,
    allow_inexact = options.allow_inexact,
    assert_formats = options.assert_formats,
    schema_folder = options.schema_folder,
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
    max_violations = limits.max_violations,
    max_body_violations = limits.max_violations or settings.max_body_violations,
  }
end

return settings
