--- Validates the files of a bundle as a node does: compiles the schema, and applies it to the values.
--
-- @module yschema.fleet.publishing.bundle_validation

local plain_tables = require "yschema.base.plain_tables"
local core = require "yschema.core"
local runs = require "yschema.pipeline.runs"
local schemas = require "yschema.pipeline.schemas"
local masks = require "yschema.values.masks"

local bundle_validation = {}

--- One file of a bundle.
---@class yschema.BundledFile
---@field role "schema"|"values"|"library"
---@field name string
---@field text string

--- A configuration that was validated.
---@class yschema.ValidatedBundle: yschema.ServedValues
---@field schema yschema.CoreSchema compiled

local function sources_of(files, roles)
  return plain_tables.mapped(files, function(file)
    if roles[file.role] then return core.source(file.name, file.text, true) end
  end)
end

--- Compiles the schema among files. Errors are the records of its `core`.
---@param files yschema.BundledFile[]
---@param settings yschema.Settings
---@return yschema.CoreSchema schema
---@return boolean ok
function bundle_validation.compile(files, settings)
  local schema = schemas.new(plain_tables.changed(settings, { fold_repeats = false, skip_validation = false }))
  for _, source in ipairs(sources_of(files, { library = true })) do schemas.offer(schema, source) end
  if schemas.add_all(schema, sources_of(files, { schema = true })) == 0 then
    require("yschema.pipeline.missing_schema").add_record(schema.core, {}, {})
  end
  return schema, schemas.compile(schema)
end

--- Applies a schema to the values among files. The run is over; its records have the errors.
---@param schema yschema.CoreSchema compiled
---@param files yschema.BundledFile[]
---@param others? table settings that are others than the schema's
---@return userdata run
function bundle_validation.run(schema, files, others)
  local own = setmetatable({ settings = plain_tables.changed(schema.settings, others or {}) }, { __index = schema })
  local run = runs.start(own)
  local beside = sources_of(files, { values = true, library = true })
  local is_library = require("yschema.base.file_kinds").is_library
  for _, source in ipairs(sources_of(files, { values = true })) do
    if not is_library(source:name()) then runs.take_source(own, run, source, beside) end
  end
  runs.finish(own, run)
  return run
end

--- Validates the files of a bundle. Nil: they are invalid.
---@param files yschema.BundledFile[]
---@param settings yschema.Settings
---@param report fun(owner: userdata) is called with the schema and then with the run, which have warnings and errors
---@return yschema.ValidatedBundle?
function bundle_validation.validate(files, settings, report)
  local schema, ok = bundle_validation.compile(files, settings)
  report(schema.core)
  if not ok then return nil end
  local run = bundle_validation.run(schema, files, { ordered = true, fold_repeats = settings.fold_repeats })
  report(run)
  if run:exit_status() ~= 0 then return nil end
  local value, problem = run:value(true)
  if problem then
    run:add_error("READ", "values", problem)
    report(run)
    return nil
  end
  run:close()
  return { schema = schema, value = value, mask = masks.root(schema.core:outline()) }
end

return bundle_validation
