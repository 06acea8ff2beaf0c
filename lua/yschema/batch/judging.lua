--- Judges files by a compiled schema, each document by itself.
--
-- @module yschema.batch.judging

local core = require "yschema.core"
local lazily = require "yschema.base.lazily"
local apart = require "yschema.pipeline.apart"
local questions = lazily "yschema.pipeline.questions"
local report = require "yschema.report.report"
local runs = require "yschema.pipeline.runs"

local judging = {}

local ipairs, select, tostring, type = ipairs, select, tostring, type

--- What came of one document, or of a file that cannot be read.
---@class yschema.Verdict
---@field file string
---@field line? integer where the document begins; nil: the verdict is about the whole file
---@field status integer 0 valid, 1 the data is wrong, 2 it cannot be read
---@field report? yschema.Report when there are faults or warnings
---@field text? string the faults, for people
---@field warnings? string the warnings, for people
---@field digest? string of the file's text, when a job has a memory
---@field remembered? "first"|"more" the file was not judged; whether it is the first verdict on it

---@class yschema.Judging
---@field merged? boolean the documents of a file are one configuration
---@field all? boolean texts tell every place of a repeated fault

--- A file to judge, and all that this needs.
---@class yschema.Job
---@field schema yschema.CoreSchema
---@field file yschema.ListedFile
---@field how yschema.Judging
---@field memory? { digest: string?, lines: (integer|false)[]? } what `--resume` knows of the file
---@field entry? string the name of the project file's configuration

-- Makes the verdict on a run that is over.
local function verdict_of(run, file, line, how)
  local status = run:exit_status()
  local warnings = run:warnings_text(how.all)
  return {
    file = file, line = line, status = status, text = run:text(how.all), warnings = warnings,
    report = (status ~= 0 or warnings ~= "") and report.new(run) or nil,
  }
end

local function unreadable(path, problem)
  local about = report.of_fault("read", path, problem)
  return { file = path, status = 2, text = tostring(about), report = about }
end

--- Makes the verdict on a job that could not be done.
---@param job yschema.Job
---@param problem string
---@return yschema.Verdict
function judging.failed(job, problem)
  local path = job.file.path
  return unreadable(path == "-" and "stdin.yml" or path, problem)
end

-- Judges all documents of a source as one configuration.
local function judge_merged(schema, source, how, tell)
  local run = runs.start(schema)
  runs.take_source(schema, run, source)
  runs.finish(schema, run)
  tell(verdict_of(run, source:name(), nil, how))
  run:close()
end

--- Judges a text that must be JSON.
---@param schema yschema.CoreSchema
---@param name string
---@param text string
---@param how yschema.Judging
---@param tell fun(verdict: yschema.Verdict)
function judging.judge_json(schema, name, text, how, tell)
  local settings = schema.settings
  if settings.code_in_values then return judge_merged(schema, core.source(name, text, false, true), how, tell) end
  local run, value, fn, kind = core.judge_json(schema.core, name, text, settings.skip_validation)
  if run == true then return tell { file = name, status = 0 } end
  if kind ~= core.OVER then questions.answer_from(run, settings, value, fn, kind) end
  tell(verdict_of(run, name, nil, how))
  run:close()
end

-- Tells the documents that begin on these lines, which are valid and of which nothing is to be said.
local function tell_quiet(name, tell, ...)
  for i = 1, select("#", ...) do
    tell { file = name, line = (select(i, ...)), status = 0 }
  end
end

-- Takes what `core.judge_file` gives. Returns true when all is told, or else the source, or nil and a problem.
local function take_judged(name, tell, line, other, ...)
  if not line then return type(other) ~= "string" and other or nil, other end
  if other then tell_quiet(name, tell, line, other, ...) else tell_quiet(name, tell, line) end
  return true
end

-- Reads a file. Most files have neither faults nor functions to ask: the core judges these in one call.
local function read_or_judge(job, name, tell)
  local schema, path, settings = job.schema, job.file.path, job.schema.settings
  if path == "-" or job.how.merged or settings.code_in_values or job.memory then
    return core.read(name, path, settings.max_bytes, path == "-")
  end
  return take_judged(name, tell, core.judge_file(schema.core, name, path, settings.max_bytes, settings.skip_validation))
end

-- Tells what is remembered of a file that has not changed. Returns whether it is.
local function tell_remembered(memory, name, source, tell)
  if memory.digest ~= core.digest(source:text()) then return false end
  for i, line in ipairs(memory.lines) do
    tell { file = name, line = line or nil, status = 0, remembered = i == 1 and "first" or "more" }
  end
  return true
end

-- Puts the digest of the text into verdicts.
local function digesting(tell, source)
  local digest = core.digest(source:text())
  return function(verdict)
    verdict.digest = digest
    tell(verdict)
  end
end

--- Does a job. Each document of the file gets a verdict, in order.
---@param job yschema.Job
---@param tell fun(verdict: yschema.Verdict)
function judging.judge_job(job, tell)
  local schema, listed, how = job.schema, job.file, job.how
  local path = listed.path
  if listed.problem then return tell(unreadable(path, listed.problem)) end
  local name = path == "-" and "stdin.yml" or path
  local source, problem = read_or_judge(job, name, tell)
  if source == true then return end
  if not source then return tell(unreadable(name, tostring(problem))) end
  if job.memory then
    if tell_remembered(job.memory, name, source, tell) then return end
    tell = digesting(tell, source)
  end
  if how.merged then return judge_merged(schema, source, how, tell) end
  apart.judge(schema, source, function(run, line) tell(verdict_of(run, name, line, how)) end)
end

return judging
