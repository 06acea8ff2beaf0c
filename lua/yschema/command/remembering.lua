--- What `--resume` needs to know of a call: on what its verdicts depend.
--
-- @module yschema.command.remembering

local core = require "yschema.core"
local report = require "yschema.report.report"
local resume = require "yschema.batch.resume"

local remembering = {}

local ipairs, pairs, table, tostring = ipairs, pairs, table, tostring

-- The flags by which a file may get another verdict.
local FLAGS = {
  "strict", "refuse_plain_comments", "allow_code_in_values", "dangerous_data_values_disable_validation", "budget",
  "max_memory", "each_file", "env",
}

-- Makes a digest of the texts of the schema, and of flags.
local function key_of(schema, options)
  local parts, names = { report.version }, {}
  for name in pairs(schema.sources) do names[#names + 1] = name end
  table.sort(names)
  for _, name in ipairs(names) do
    parts[#parts + 1] = name
    parts[#parts + 1] = schema.sources[name]:text()
  end
  for _, name in ipairs(FLAGS) do parts[#parts + 1] = tostring(options[name]) end
  local env = options.env and core.read("env", options.env, 2 ^ 31)
  parts[#parts + 1] = env and env:text() or ""
  for i, part in ipairs(parts) do parts[i] = ("%d:%s"):format(#part, part) end
  return core.digest(table.concat(parts))
end

--- Opens the file that `--resume` names, and gives the jobs what it remembers.
---@param schema yschema.CoreSchema
---@param jobs yschema.Job[]
---@param options table
---@param out yschema.Printer
---@return yschema.Resume? memory
---@return string? problem
function remembering.open(schema, jobs, options, out)
  if not options.resume then return nil end
  local memory, problem = resume.open(options.resume, key_of(schema, options))
  if not memory then return nil, problem end
  if memory.notice and not options.quiet then out:sum_up("yschema: " .. memory.notice .. "\n") end
  memory:prepare(jobs)
  return memory
end

return remembering
