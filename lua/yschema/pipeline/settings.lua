--- Checks the options that a user gives, and makes settings from them.
--
-- Options are the user's table. Settings are a plain table of our own with all defaults filled in; other modules read
-- only settings.
--
-- @module yschema.pipeline.settings

local plain_tables = require "yschema.base.plain_tables"

local settings = {}

local changed, checked = plain_tables.changed, plain_tables.checked

--- Settings for reading and running a schema: the options and limits that are given, or have defaults, and our own.
---@class yschema.Settings: yschema.Options, yschema.Limits
---@field note_load? fun(module: string, from: string, name: string) called for each file that code loads: the module as
---  it is written, the file that loads it, and the name of the loaded file
---@field schemas_by_id? yschema.SchemaFolder the folder of schemas, if its files were read
---@field fold_repeats? boolean no records are kept of violations that the text of a report only counts
---@field budget? integer nil: there is no limit
---@field is_unlimited? boolean rules are functions of ours, which have no limits
---@field max_body_violations integer the most violations that are listed for texts that must be JSON

--- The violations that the report on a request body lists by default.
settings.max_body_violations = 100

local default_budget, default_max_memory, default_max_bytes = 10000000, 268435456, 268435456

--- The options with what each must be, for `plain_tables.checked`. The functions of the module, the flags of the same
-- names, and the library for C read it. A schema of our own would take 2.5 microseconds for a check, as this table
-- does, but 23 once to compile; the first `yschema.load` of a small schema takes 18.
settings.options = {
  env = "table", name = "string", strict = "boolean", code_in_values = "boolean", skip_validation = "boolean",
  ordered = "boolean", refuse_plain_comments = "boolean", limits = "table", files = "table", explain = "boolean",
  budget = { 1, 2 ^ 53, or_false = true }, yaml = { "1.1", "1.2" }, allow_inexact = "boolean",
  assert_formats = "boolean", schema_folder = "string",
}
--- The ranges of the core's limits (core/base/base.h).
settings.limits = {
  max_bytes = { 1, 4294967295 }, max_depth = { 1, 10000 }, max_alias_nodes = { 1, 4294967295 },
  max_nodes = { 1, 4294967295 }, max_memory = { 1, 2 ^ 53 }, max_violations = { 1, 4294967295 },
}

-- Makes a plain copy of the options and of the tables in them, or returns nil and the problem.
local function options_of(given)
  local plain, problem = checked(given, settings.options, "option")
  if not plain then return nil, problem end
  for name, text in next, plain.files or {} do
    if type(name) ~= "string" or type(text) ~= "string" then return nil, "option 'files' must have texts by name" end
  end
  plain.limits, problem = checked(plain.limits or {}, settings.limits, "limit")
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
  local made = changed(options, options.limits)
  made.limits, made.name = nil, nil
  if made.budget == nil then made.budget = default_budget end
  made.budget = made.budget or nil
  made.max_memory = made.max_memory or default_max_memory
  made.max_bytes = made.max_bytes or default_max_bytes
  made.max_body_violations = made.max_violations or settings.max_body_violations
  return made
end

return settings
