--- An edit of files: their texts are read, edited and validated, and all of them are written, or none.
--
-- @module yschema.editing.transaction.transaction

local changed = require("yschema.base.plain_tables").changed
local core = require "yschema.core"
local lazily = require "yschema.base.lazily"
local difference = lazily "yschema.editing.difference"
local blocks = lazily "yschema.report.blocks"
local edited_text = require "yschema.editing.text"
local rewritten_files = require "yschema.editing.rewritten_files"
local outcomes = require "yschema.editing.transaction.outcomes"
local runs = require "yschema.pipeline.runs"
local validated = require "yschema.editing.transaction.validated"
local validation = require "yschema.batch.validation"

local transaction = {}

local MASK = core.MASKED

---@class yschema.Transaction
---@field unit yschema.EditUnit
---@field caller string the command, for the advice
---@field texts yschema.FileText[] of the files of the unit
local Transaction = {}
Transaction.__index = Transaction

--- Begins an edit of texts.
---@param unit yschema.EditUnit
---@param texts yschema.FileText[] of the files of the unit
---@param caller string the command, for the advice
---@return yschema.Transaction
function transaction.of(unit, texts, caller)
  return setmetatable({ unit = unit, caller = caller, texts = texts }, Transaction)
end

-- Returns the verdicts on files that have no schema, or cannot be found.
local function without_schema(unit)
  local verdicts = {}
  for _, job in ipairs(unit.jobs) do
    if not job.schema and not job.kinds then
      validation.validate_job(job, function(verdict) verdicts[#verdicts + 1] = verdict end)
    end
  end
  return verdicts
end

--- Begins an edit of the files of a unit, which are read.
---@param unit yschema.EditUnit
---@param caller string the command, for the advice
---@return yschema.Transaction? edit
---@return yschema.EditOutcome? failed when a file has no schema, or cannot be read
function transaction.open(unit, caller)
  local texts, failures = {}, without_schema(unit)
  if failures[1] then return nil, outcomes.of(failures) end
  local first = unit.jobs[1] or {}
  local settings = unit.settings or (first.schema or first.kinds[1].schema).settings
  for i, listed in ipairs(unit.files) do
    local source, bytes, mark = rewritten_files.read(listed, settings.max_bytes, caller)
    if source then
      texts[i] = {
        name = source:name(), text = source:text(), mark = mark, settings = settings, schema = first.schema,
        bytes = bytes,
      }
    else
      failures[#failures + 1] = { file = mark, status = 2, text = blocks.of_records(bytes.violations), report = bytes }
    end
  end
  if failures[1] then return nil, outcomes.of(failures) end
  return transaction.of(unit, texts, caller)
end

--- Validates texts in place of those that were read.
---@param texts? yschema.FileText[] default: those that were read
---@param by? "path"|"rule"|fun(record: yschema.Violation): string see `validated.of`
---@return yschema.EditState
function Transaction:validate(texts, by) return validated.of(self.unit, texts or self.texts, by) end

--- Returns the texts with another one in the place of one of them.
---@param number integer
---@param new yschema.EditedText
---@return yschema.FileText[]
function Transaction:with(number, new)
  local text = changed(self.texts[number], { text = new.places.text, origin = new.origin })
  return changed(self.texts, { [number] = text })
end

-- ---- the end ------------------------------------------------------------------------

-- Adds the lines of a text that one schema masks. A line of which two schemas mask different parts is masked as a
-- whole.
local function add_masked(lines, schema, source)
  local run = runs.start(schema)
  run:parse(source, "template")
  for number, text in pairs(run:masked_lines(source) or {}) do
    local known = lines[number]
    lines[number] = (known == nil or known == text) and text or text:match "^[ \t]*" .. MASK
  end
  run:close()
end

-- Returns the lines of a text in which a schema of the unit masks something, by their numbers.
local function masked_lines(unit, text)
  local source, lines, seen = edited_text.source(text), {}, {}
  for _, job in ipairs(unit.jobs) do
    for _, kind in ipairs(job.kinds or { job }) do
      if not seen[kind.schema] then add_masked(lines, kind.schema, source) end
      seen[kind.schema] = true
    end
  end
  return lines
end

-- Returns what has changed in a text, in the format of `diff -u`.
local function difference_of(unit, old, new)
  return difference.unified(old, new, { old = masked_lines(unit, old), new = masked_lines(unit, new) })
end

-- Returns the files that change. Their differences are made when they are asked for.
local function changed_files(self, texts)
  local list = {}
  for i, text in ipairs(texts) do
    local old = self.texts[i]
    if text.text ~= old.text then
      list[#list + 1] = setmetatable({ file = text.name, text = text.mark .. text.text }, {
        __index = function(_, key) return key == "difference" and difference_of(self.unit, old, text) or nil end,
      })
    end
  end
  return list
end

-- Writes the new texts. Returns the outcome if a file cannot be written.
local function write(self, texts)
  for _, step in ipairs { rewritten_files.may_write, rewritten_files.write } do
    for i, text in ipairs(texts) do
      local ok, problem = true, nil
      if text.text ~= self.texts[i].text then
        ok, problem = step(self.unit.files[i].path, text.bytes, text.mark .. text.text, self.caller)
      end
      if not ok then return outcomes.unwritten(text.name, tostring(problem)) end
    end
  end
end

--- Ends the edit with new texts: adds the files that change to an outcome, and writes them.
---@param texts yschema.FileText[]
---@param outcome yschema.EditOutcome
---@param writes? boolean
---@return yschema.EditOutcome outcome another one, if a file cannot be written
function Transaction:commit(texts, outcome, writes)
  outcome.files = changed_files(self, texts)
  return writes and outcome.files[1] and write(self, texts) or outcome
end

return transaction
