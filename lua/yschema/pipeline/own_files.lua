--- Reads files of kinds of our own, such as project files. Schemas of ours validate them, so that each mistake is
-- reported with its line.
--
-- @module yschema.pipeline.own_files

local core = require "yschema.core"
local file_access = require "yschema.base.file_access"
local runs = require "yschema.pipeline.runs"
local schemas = require "yschema.pipeline.schemas"
local settings_of = require "yschema.pipeline.settings".of_options

local own_files = {}

--- Compiles a schema of ours.
---@param name string what it is called
---@param text string
---@param env? table<string, function> the functions that it names
---@return yschema.CoreSchema
function own_files.schema(name, text, env)
  local settings = settings_of({ env = env }, 1)
  settings.is_unlimited = true -- a file may list many others
  local schema = schemas.new(settings)
  schema.is_ours = true
  schemas.add(schema, core.source(name, text))
  assert(schemas.compile(schema))
  return schema
end

--- Reads the text of a file that the call names.
---@param path string "-" is standard input: in a file, a file of this name is ./-
---@param max_bytes integer
---@return userdata? source
---@return string? problem
function own_files.source(path, max_bytes)
  local is_stream = path == "-"
  return file_access.read(is_stream and "stdin.yml" or path, path, max_bytes, is_stream)
end

--- Returns the values of a file.
---@param schema yschema.CoreSchema from `own_files.schema`
---@param file { path: string?, source: userdata?, problem: string? } without a source, it cannot be read
---@param report fun(owner: userdata) gets the violations of the file, or none
---@param problem_of? fun(values: any): string? another violation of valid values
---@return any? values nil when there are violations
function own_files.values(schema, file, report, problem_of)
  local run = runs.start(schema)
  if file.source then
    runs.take_source(schema, run, file.source)
    runs.finish(schema, run)
  else
    run:add_error("READ", file.path, tostring(file.problem))
  end
  local values = run:exit_status() == 0 and run:value() or nil
  local problem = values and problem_of and problem_of(values)
  if problem then run:add_error_at("READ", file.source, 1, 1, problem) end
  report(run)
  run:close()
  return not problem and values or nil
end

return own_files
