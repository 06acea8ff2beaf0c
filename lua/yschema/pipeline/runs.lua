--- Applies a compiled schema to data values: gives the sources to a run and runs it to its end.
--
-- A run is a core object for one application of the schema. Errors of the values become its records;
-- `values` and `verdict` make a report from them and close the run.
--
-- @module yschema.pipeline.runs

local core = require "yschema.core"
local changed = require "yschema.base.plain_tables".changed
local lazily = require "yschema.base.lazily"
local annotation_arguments = lazily "yschema.expression.annotation_arguments"
local core_calls = lazily "yschema.expression.core_calls"
local overlays = lazily "yschema.pipeline.overlays"
local questions = lazily "yschema.pipeline.questions"
local report = lazily "yschema.report.report"

local runs = {}

local ipairs, require, setmetatable = ipairs, require, setmetatable
local OVER, validate_json = core.OVER, core.validate_json

--- Starts a run of a compiled schema.
---@param self yschema.CoreSchema
---@return userdata run a core run, which needs to be given its inputs
function runs.start(self)
  return core.run(self.core, self.settings)
end

-- The settings of sparse runs, by the settings of a schema.
local sparse = setmetatable({}, { __mode = "k" })

--- Starts a run of which nothing but its verdict is needed: it takes no longer for a large schema than for a small one.
---@param self yschema.CoreSchema
---@return userdata run
function runs.start_sparse(self)
  local settings = self.settings
  if not sparse[settings] then sparse[settings] = changed(settings, { sparse = true }) end
  return core.run(self.core, sparse[settings])
end

--- Gives a source with data values to a run. Its code runs if the settings allow it.
---@param self yschema.CoreSchema
---@param run userdata
---@param source userdata
---@param beside? userdata[] other sources that its code may `load`
function runs.take_source(self, run, source, beside)
  if not self.settings.code_in_values or not source:has_code() then return run:parse(source, "template") end
  local sources = changed(self.sources)
  for _, other in ipairs(beside or {}) do sources[other:name()] = other end
  overlays.take_source(run, source, "template", self.settings, sources)
end

--- Evaluates or refuses the code in annotations of the values.
---@param self yschema.CoreSchema
---@param run userdata
function runs.prepare(self, run)
  if self.settings.code_in_values then
    annotation_arguments.evaluate(run, self.settings)
  elseif run:refused()[1] then
    annotation_arguments.validate_refused(run)
  end
end

--- Runs a run that is prepared to its end, or to the end of its document, including its closures.
---@param self yschema.CoreSchema
---@param run userdata
---@return boolean? starved see `questions.answer_from`
function runs.finish_prepared(self, run)
  local settings = self.settings
  -- Merging may call many closures.
  if settings.code_in_values then return core_calls.run(settings, questions.answer_all, run, settings) end
  local value, fn, kind = run:step()
  return kind ~= OVER and questions.answer_from(run, settings, value, fn, kind)
end

--- Runs a run to its end, including its closures.
---@param self yschema.CoreSchema
---@param run userdata
---@return boolean? starved see `questions.answer_from`
function runs.finish(self, run)
  runs.prepare(self, run)
  return runs.finish_prepared(self, run)
end

-- Closes a run that is over, and returns the resulting values.
local function closing_values(self, run)
  local value, problem
  local provenance = self.settings.explain and run:provenance() or nil
  if run:exit_status() == 0 then
    value, problem = run:value(self.settings.ordered)
    if problem then run:add_error("READ", "values", problem) end
  end
  local about = report.closing(run)
  if about.status ~= 0 then value = nil end
  return value, about, provenance
end

-- Closes a run that is over or has errors.
local function closing_verdict(run)
  if run:exit_status() == 0 then
    run:close()
    return true
  end
  return nil, report.closing(run)
end

--- Runs a run to its end, closes it, and returns the resulting values.
---@param self yschema.CoreSchema
---@param run userdata
---@return any? values nil when there are errors
---@return yschema.Report report
---@return yschema.ProvenanceNode? provenance where the values come from, if the settings ask for it
function runs.values(self, run)
  runs.finish(self, run)
  return closing_values(self, run)
end

--- Runs a run to its end and closes it, without returning the values.
---@param self yschema.CoreSchema
---@param run userdata
---@return true? ok
---@return yschema.Report? report when there are errors
function runs.verdict(self, run)
  if run:exit_status() == 0 then runs.finish(self, run) end
  return closing_verdict(run)
end

-- ---- texts that must be JSON --------------------------------------------------------

-- The settings of runs on such texts, by the settings of a schema.
local of_bodies = setmetatable({}, { __mode = "k" })

local function start_json(self, name, text)
  local settings = self.settings
  local own = of_bodies[settings] or changed(settings, { max_violations = settings.max_body_violations })
  of_bodies[settings] = own
  local run = core.run(self.core, own)
  runs.take_source(self, run, core.source(name, text, false, true))
  return run
end

-- Answers the questions of a run that the core has begun to validate.
local function finish_begun(self, run, value, fn, kind)
  if kind ~= OVER then questions.answer_from(run, self.settings, value, fn, kind) end
  return run
end

-- The names of the schema's files, which a report on a run lists.
local function empty_class(self)
  local class = self.empty_class
  if not class then
    local _, _, names = self.core:violations()
    class = report.class_of(names)
    self.empty_class = class
  end
  return class
end

--- Applies the schema to a text that must be JSON.
---@param self yschema.CoreSchema
---@param name string
---@param text string
---@return any? values
---@return yschema.Report report
---@return yschema.ProvenanceNode? provenance
function runs.json_values(self, name, text)
  local settings = self.settings
  if settings.code_in_values or settings.explain then return runs.values(self, start_json(self, name, text)) end
  local run, value, fn, kind = validate_json(self.core, name, text, settings.skip_validation, true,
    settings.ordered, settings.max_body_violations)
  if run == true then return value, report.empty(empty_class(self)) end
  return closing_values(self, finish_begun(self, run, value, fn, kind))
end

--- Validates a text that must be JSON. No Lua value is made of it.
---@param self yschema.CoreSchema
---@param name string
---@param text string
---@return true? ok
---@return yschema.Report? report when there are errors
function runs.json_verdict(self, name, text)
  local settings = self.settings
  if settings.code_in_values then return runs.verdict(self, start_json(self, name, text)) end
  local run, value, fn, kind = validate_json(self.core, name, text, settings.skip_validation, false, false,
    settings.max_body_violations)
  if run == true then return true end
  return closing_verdict(finish_begun(self, run, value, fn, kind))
end

--- Gives the sources of files to a run. Sources without documents are not given: code loads them.
---@param self yschema.CoreSchema
---@param run userdata
---@param sources userdata[] core sources
function runs.take_sources(self, run, sources)
  local is_library = require("yschema.base.file_kinds").is_library
  for _, source in ipairs(sources) do
    if not is_library(source:name()) then runs.take_source(self, run, source, sources) end
  end
end

--- Applies sources that have been read.
---@param self yschema.CoreSchema
---@param sources userdata[] core sources
---@param proven? boolean rules have accepted these values before and do not run again
---@return any? values
---@return yschema.Report report
function runs.apply_sources(self, sources, proven)
  local run = core.run(self.core, proven and changed(self.settings, { skip_validation = true }) or self.settings)
  runs.take_sources(self, run, sources)
  return runs.values(self, run)
end

return runs
