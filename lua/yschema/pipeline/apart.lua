--- Validates each document of a source by itself, instead of merging them (reference#check).
--
-- @module yschema.pipeline.apart

local core = require "yschema.core"
local lazily = require "yschema.base.lazily"
local runs = require "yschema.pipeline.runs"
local annotation_arguments = lazily "yschema.expression.annotation_arguments"
local core_calls = lazily "yschema.expression.core_calls"
local questions = lazily "yschema.pipeline.questions"

local apart = {}

local OVER = core.OVER

--- Evaluates or refuses the code in annotations of the documents, before the first one begins.
---@param self yschema.CoreSchema
---@param run userdata
function apart.prepare(self, run)
  if self.settings.code_in_values then
    annotation_arguments.evaluate(run, self.settings)
  elseif run:refused()[1] then
    annotation_arguments.validate_refused(run)
  end
end

--- Runs a run to the end of its document.
---@param self yschema.CoreSchema
---@param run userdata
function apart.finish(self, run)
  local settings = self.settings
  if settings.code_in_values then return core_calls.run(settings, questions.answer_all, run, settings) end
  local value, fn, kind = run:step()
  if kind ~= OVER then questions.answer_from(run, settings, value, fn, kind) end
end

--- Validates the documents of a source, one after the other. A document without a value is skipped; a text without any
-- other document is validated as one that gives no values.
---@param self yschema.CoreSchema
---@param source userdata a core source
---@param emit fun(run: userdata, line: integer?) called for each document with the run, whose records are about it, and
--   the line where it begins; without a line when the text cannot be read, or has no document
function apart.validate(self, source, emit)
  local run = runs.start(self)
  runs.take_source(self, run, source)
  local readable = run:exit_status() == 0
  apart.prepare(self, run)
  local line = run:begin_next()
  if not line then
    if readable then apart.finish(self, run) end
    emit(run)
  end
  while line do
    apart.finish(self, run)
    emit(run, line)
    line = run:begin_next()
  end
  run:close()
end

return apart
