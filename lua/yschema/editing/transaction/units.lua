--- Groups jobs that share files: an edit of a file is validated by each job that reads it.
--
-- @module yschema.editing.transaction.units

local plain_tables = require "yschema.base.plain_tables"
local key_of = require "yschema.batch.listing".key_of
local schemas = require "yschema.pipeline.schemas"

local units = {}

local changed = plain_tables.changed

--- The jobs that share files.
---@class yschema.EditUnit
---@field jobs yschema.Job[]
---@field files yschema.ListedFile[] each of them once
---@field numbers table<yschema.Job, integer[]> the files of a job, in the order of its layers
---@field settings? yschema.Settings how files that no job validates are read

local function files_of(job) return job.layers or { job.file } end

--- Makes a unit of jobs.
---@param jobs yschema.Job[]
---@return yschema.EditUnit
function units.of(jobs)
  local unit, numbers = { jobs = jobs, files = {}, numbers = {} }, {}
  for _, job in ipairs(jobs) do
    local list = {}
    for i, file in ipairs(files_of(job)) do
      local key = file.path == "-" and "-" or key_of(file)
      if not numbers[key] then
        unit.files[#unit.files + 1] = file
        numbers[key] = #unit.files
      end
      list[i] = numbers[key]
    end
    unit.numbers[job] = list
  end
  return unit
end

--- Makes a unit of the files of another one, which nothing validates.
---@param unit yschema.EditUnit
---@param settings yschema.Settings
---@return yschema.EditUnit
function units.without_jobs(unit, settings)
  local files = {}
  for i, file in ipairs(unit.files) do files[i] = { path = file.path, named = file.named, key = file.key } end
  return { jobs = {}, files = files, numbers = {}, settings = settings }
end

-- Joins the jobs that share a file. Returns lists of jobs, in the order of their first jobs.
local function joined(jobs)
  local group_of, order = {}, {}
  for i = 1, jobs:count() do
    local group = { jobs:at(i), number = i }
    order[i] = group
    for _, file in ipairs(files_of(group[1])) do
      local key = key_of(file)
      local other = group_of[key]
      if other and other ~= group then
        if other.number > group.number then other, group = group, other end
        for _, job in ipairs(group) do other[#other + 1] = job end
        for name, owner in pairs(group_of) do
          if owner == group then group_of[name] = other end
        end
        order[group.number] = false
        group = other
      end
      group_of[key] = group
    end
  end
  return order
end

--- Calls a function for each unit, in the order of the jobs.
---@param jobs yschema.JobList
---@param take fun(unit: yschema.EditUnit)
function units.each(jobs, take)
  local has_layers = false
  for i = 1, jobs:count() do has_layers = has_layers or jobs:at(i).layers ~= nil end
  local groups = has_layers and joined(jobs)
  for i = 1, jobs:count() do
    local group = not groups and { jobs:at(i) } or groups[i]
    if group then take(units.of(group)) end
  end
end

-- Returns a copy of a schema that keeps each record. It belongs to the schema.
local function keeping_all(schema)
  local copy = rawget(schema, "keeping_all")
  if not copy then
    copy = setmetatable({ settings = changed(schema.settings, { fold_repeats = false }) }, { __index = schema })
    schema.keeping_all = copy
  end
  return copy
end

--- Returns a job whose verdicts have every record, and the results.
---@param job yschema.Job
---@return yschema.Job
function units.whole_job(job)
  local kinds = job.kinds and plain_tables.mapped(job.kinds, function(kind)
    return { has = kind.has, schema = keeping_all(kind.schema) }
  end)
  local how = changed(job.how, { results = true })
  how.needs = nil
  return setmetatable({ schema = job.schema and keeping_all(job.schema), kinds = kinds, how = how }, { __index = job })
end

--- Returns a unit whose jobs validate by schemas with fields: JSON Schemas are imported.
---@param unit yschema.EditUnit
---@return yschema.EditUnit with_fields the same unit, if its schemas have fields
function units.with_fields(unit)
  local jobs, numbers, differs = {}, {}, false
  for i, job in ipairs(unit.jobs) do
    local schema = job.schema and schemas.with_fields(job.schema)
    differs = differs or schema ~= job.schema
    jobs[i] = setmetatable({ schema = schema }, { __index = job })
    numbers[jobs[i]] = unit.numbers[job]
  end
  return differs and setmetatable({ jobs = jobs, numbers = numbers }, { __index = unit }) or unit
end

return units
