--- Finds everything on which the verdicts of a call depend, for `--resume`.
--
-- @module yschema.command.many.remembering

local core = require "yschema.core"
local report = require "yschema.report.report"
local resume = require "yschema.batch.resume"

local remembering = {}

local assert, ipairs, table, tostring = assert, ipairs, table, tostring

-- The flags by which a file may get another verdict.
local FLAGS = {
  "strict", "yaml", "refuse_plain_comments", "allow_code_in_values",
  "allow_code", "dangerous_data_values_disable_validation",
  "budget",
  "max_memory", "each_file",
}

-- Makes a digest of texts. Their lengths are part of it, so that other texts have another digest.
local function digest_of(parts)
  for i, part in ipairs(parts) do parts[i] = ("%d:%s"):format(#part, part) end
  return core.digest(table.concat(parts))
end

-- Makes a digest of the texts of a schema, in the order in which they were given.
local function schema_key(schema)
  local parts = { schema.settings.yaml or "" }
  for _, source in ipairs(schema.offered) do
    parts[#parts + 1] = source:name()
    parts[#parts + 1] = source:text()
  end
  return digest_of(parts)
end

-- Makes a digest of flags, and of the schema of -f.
local function key_of(schema, options)
  local parts = { report.version, schema and schema_key(schema) or "" }
  for _, name in ipairs(FLAGS) do parts[#parts + 1] = tostring(options[name]) end
  return digest_of(parts)
end

-- Makes a digest of the schemas that validate the file of a job. `keys` has those that are known.
local function salt_of(job, keys)
  local parts = {}
  for _, kind in ipairs(job.kinds or { job }) do
    local schema = kind.schema
    keys[schema] = keys[schema] or schema_key(schema)
    parts[#parts + 1] = keys[schema]
    parts[#parts + 1] = kind.has and assert(core.encode(kind.has, "json")) or ""
  end
  parts[#parts + 1] = job.otherwise or ""
  return digest_of(parts)
end

--- Opens the file that `--resume` names, and gives the jobs what it records.
---@param jobs yschema.JobList
---@param options table
---@param out yschema.Printer
---@return yschema.Resume? memory
---@return string? problem
function remembering.open(jobs, options, out)
  if not options.resume then return nil end
  local of_all = (options.file[1] or options.json_schema) and jobs:count() > 0 and jobs:at(1).schema
  local memory, problem = resume.open(options.resume, key_of(of_all, options))
  if not memory then return nil, problem end
  if memory.notice and not options.quiet then out:sum_up("yschema: " .. memory.notice .. "\n") end
  memory:prepare(jobs)
  local keys = {}
  for i = 1, jobs:count() do
    local job = jobs:at(i)
    if job.memory and not of_all then job.salt = salt_of(job, keys) end
  end
  return memory
end

return remembering
