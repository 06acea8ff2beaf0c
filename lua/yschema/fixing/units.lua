--- Groups jobs that share files: a fix of a file is validated by each job that reads it.
--
-- @module yschema.fixing.units

local changed = require "yschema.base.plain_tables".changed
local key_of = require "yschema.batch.listing".key_of

local units = {}

local ipairs, pairs, setmetatable = ipairs, pairs, setmetatable

--- The jobs that share files.
---@class yschema.FixUnit
---@field jobs yschema.Job[]
---@field files yschema.ListedFile[] each of them once
---@field numbers table<yschema.Job, integer[]> the files of a job, in the order of its layers

local function files_of(job) return job.layers or { job.file } end

-- Makes a unit of jobs.
local function unit_of(jobs)
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
---@param take fun(unit: yschema.FixUnit)
function units.each(jobs, take)
  local has_layers = false
  for i = 1, jobs:count() do has_layers = has_layers or jobs:at(i).layers ~= nil end
  local groups = has_layers and joined(jobs)
  for i = 1, jobs:count() do
    local group = not groups and { jobs:at(i) } or groups[i]
    if group then take(unit_of(group)) end
  end
end

-- Copies of schemas that keep each record.
local whole = setmetatable({}, { __mode = "k" })

local function keeping_all(schema)
  if not whole[schema] then
    local settings = changed(schema.settings, { fold_repeats = false })
    whole[schema] = setmetatable({ settings = settings }, { __index = schema })
  end
  return whole[schema]
end

--- Returns a job whose verdicts have every record, and the results.
---@param job yschema.Job
---@return yschema.Job
function units.whole_job(job)
  local kinds
  for i, kind in ipairs(job.kinds or {}) do
    kinds = kinds or {}
    kinds[i] = { has = kind.has, schema = keeping_all(kind.schema) }
  end
  local how = changed(job.how, { results = true })
  how.needs = nil
  return setmetatable({ schema = job.schema and keeping_all(job.schema), kinds = kinds, how = how }, { __index = job })
end

return units
