--- Finds what validates the lines of `yschema check --lines`: a schema, or a configuration of the project file.
--
-- @module yschema.batch.line_validator

local lazily = require "yschema.base.lazily"
local project = lazily "yschema.batch.project"
local schema_cache = require "yschema.batch.schema_cache"
local suggestion = lazily "yschema.base.suggestion"

local line_validator = {}

local NO_SCHEMA = "--lines needs a schema: give one with -f, or the name of a configuration of a project file"
  .. " (.yschema.yml)"

-- Returns why the lines cannot be validated as the files of a configuration are, or nil.
local function problem_with(entry)
  if entry.merges then
    return ("the configuration '%s' merges layers, and --lines validates each line by itself"):format(entry.name)
  end
  if not (entry.schema or entry.json_schema or entry.kinds) then
    return ("the files of the configuration '%s' name their schemas themselves, which lines cannot"):format(entry.name)
  end
end

-- Returns the configuration of this name, or the only one that fits; or nil and the problem.
local function chosen(entries, name)
  local fitting, names = {}, {}
  for _, entry in ipairs(entries) do
    if entry.name == name then
      local problem = problem_with(entry)
      return not problem and entry or nil, problem
    end
    if not problem_with(entry) then
      fitting[#fitting + 1] = entry
      names[#names + 1] = entry.name
    end
  end
  if not fitting[1] then
    return nil, "the project file has no configuration that can validate lines: one with each, and with a schema"
  end
  local listed = table.concat(names, ", ")
  if name then
    return nil, ("the project file has no configuration '%s'%s; lines can be validated by: %s"):format(name,
      suggestion.hint(name, names), listed)
  end
  if fitting[2] then return nil, "--lines: name the configuration that validates the lines; there are: " .. listed end
  return fitting[1]
end

-- Makes the job of a configuration.
local function job_of(entry, all)
  local job, problem = all:validator(entry)
  if not job then return nil, problem end
  job.entry, job.how = entry.name, {}
  return job
end

local function by_project(request, settings, all)
  local path = request.project or project.find()
  if not path then return nil, NO_SCHEMA end
  local entries = project.load(path, settings, all.report, true)
  if not entries then return nil end
  local entry, problem = chosen(entries, request.name)
  if not entry then return nil, problem end
  return job_of(entry, all)
end

--- A validator of lines.
---@class yschema.LineRequest
---@field schema string[] the files of -f
---@field json_schema? string a JSON Schema in place of these
---@field project? string the project file, if neither is there
---@field name? string of its configuration; nil: the only one that can validate lines

--- Finds what validates lines.
---@param request yschema.LineRequest
---@param settings yschema.Settings
---@param report fun(owner: userdata) gets schemas that were compiled, or have errors, and validated project files
---@return yschema.Job? job without a file; nil when there is a problem
---@return string? problem unless it was reported
---@return string[]? notes for the user
function line_validator.find(request, settings, report)
  local all = schema_cache.new(settings, report)
  local job, problem
  if request.json_schema or request.schema[1] then
    local entry = { schema = request.schema, json_schema = request.json_schema }
    job, problem = job_of(entry, all)
    problem = problem and (request.json_schema and "--json-schema " or "-f ") .. problem
  else
    job, problem = by_project(request, settings, all)
  end
  local notes = all:notes()
  for _, by in ipairs(job and (job.kinds or { job }) or {}) do
    if (by.schema.core:references() or {}).outward then
      notes[#notes + 1] = "--lines validates no references to other documents"
      break
    end
  end
  return job, problem, notes
end

return line_validator
