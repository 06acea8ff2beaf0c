--- Validates each document of a source by itself, instead of merging them (reference#check).
--
-- @module yschema.batch.each_document

local runs = require "yschema.pipeline.runs"

local each_document = {}

--- Validates the documents of a source, one after the other. A document without a value is skipped; a text without any
-- other document is validated as one that gives no values.
---@param self yschema.CoreSchema
---@param source userdata a core source
---@param emit fun(run: userdata, line: integer?) called for each document with the run, whose records are about it, and
--   the line where it begins; without a line when the text cannot be read, or has no document
function each_document.validate(self, source, emit)
  local run = runs.start(self)
  runs.take_source(self, run, source)
  local readable = run:exit_status() == 0
  runs.prepare(self, run)
  local line = run:begin_next()
  if not line then
    if readable then runs.finish_prepared(self, run) end
    emit(run)
  end
  while line do
    runs.finish_prepared(self, run)
    emit(run, line)
    line = run:begin_next()
  end
  run:close()
end

return each_document
