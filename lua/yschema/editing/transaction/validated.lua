--- The states of an edit: what the schemas say about the texts of a unit. Two states are compared to find out what an
-- edit has brought.
--
-- @module yschema.editing.transaction.validated

local edited_text = require "yschema.editing.text"
local units = require "yschema.editing.transaction.units"
local validation = require "yschema.batch.validation"
local lazily = require "yschema.base.lazily"
local values = lazily "yschema.editing.values"

local validated = {}

--- A record, and what identifies it while the texts change.
---@class yschema.StateRecord
---@field key string
---@field record yschema.Violation
---@field file? integer the number of the text that it is about
---@field is_violation boolean
---@field where string identifies the job and the document

--- A document that was validated; of jobs that merge their files, all of these together.
---@class yschema.StateDocument
---@field where string
---@field line? integer where it begins
---@field result? string as YAML, if there is no violation

---@class yschema.EditState
---@field texts yschema.FileText[]
---@field verdicts yschema.Verdict[]
---@field jobs yschema.Job[] the job of each verdict
---@field status integer
---@field documents yschema.StateDocument[]
---@field by_where table<string, yschema.StateDocument>
---@field records yschema.StateRecord[]
---@field counts table<string, integer> how often each key occurs among the violations
---@field warned table<string, integer> the same among the warnings

-- Identifies a record by what an edit does not change: a rename changes paths, and a fix may change the messages of
-- other violations.
local identities = {
  path = function(record) return record.path or "" end,
  rule = function() return "" end,
}

-- A record keeps its key while lines move, and while other records come and go.
local function key_of(where, record, identify)
  return table.concat({
    where, record.kind, record.rule or "", record.schema_file or "", tostring(record.schema_line), identify(record),
  }, "\0")
end

local function add_records(state, about, where, numbers, identify)
  for name, counts in pairs { violations = state.counts, warnings = state.warned } do
    for _, record in ipairs(about[name]) do
      local key = key_of(where, record, identify)
      counts[key] = (counts[key] or 0) + 1
      state.records[#state.records + 1] = {
        key = key, record = record, file = numbers[record.file], is_violation = name == "violations", where = where,
      }
    end
  end
end

-- Adds the document of a verdict. A later verdict, on references of a document to others in its file, is about the
-- document that begins in its line.
local function document_of(state, verdict, j, by_line)
  local line = verdict.line or 1
  local document = verdict.late and by_line[line]
  if not document then
    by_line.count = (by_line.count or 0) + 1
    document = { where = j .. " " .. by_line.count, line = verdict.line }
    by_line[line] = document
    state.documents[#state.documents + 1], state.by_where[document.where] = document, document
  end
  document.result, verdict.result = verdict.result or document.result, nil
  return document
end

-- Validates what a job reads.
local function validate(state, unit, j, sources, numbers, identify)
  local job, given, by_line = unit.jobs[j], {}, {}
  for i, number in ipairs(unit.numbers[job]) do given[i] = sources[number] end
  validation.validate_referring(units.whole_job(job), given, function(verdict)
    local document = document_of(state, verdict, j, by_line)
    state.verdicts[#state.verdicts + 1], state.jobs[#state.jobs + 1] = verdict, job
    if verdict.status > state.status then state.status = verdict.status end
    if verdict.report then add_records(state, verdict.report, document.where, numbers, identify) end
  end)
end

-- Sorts records by their places, so that the order in which they were found decides nothing.
local function sort(records, texts)
  local place = {}
  for _, item in ipairs(records) do
    local record, fix = item.record, item.record.fix or {}
    place[item] = ("%s\0%010d\0%010d\0%s\0%s\0%s\0%s"):format(item.file and texts[item.file].name or "",
      record.line or 0, record.column or 0, fix.action or "", fix.to or "", tostring(fix.value), item.key)
  end
  table.sort(records, function(a, b) return place[a] < place[b] end)
end

--- Validates texts.
---@param unit yschema.EditUnit
---@param texts yschema.FileText[] of the files of the unit
---@param by? "path"|"rule"|fun(record: yschema.Violation): string what identifies a violation beside its kind, its rule
--- and its document: its path (the default), nothing, or what a function returns
---@return yschema.EditState
function validated.of(unit, texts, by)
  local state = {
    texts = texts, verdicts = {}, jobs = {}, status = 0, documents = {}, by_where = {}, records = {}, counts = {},
    warned = {},
  }
  local sources, numbers, identify = {}, {}, identities[by or "path"] or by
  for i, text in ipairs(texts) do
    sources[i] = edited_text.source(text)
    numbers[text.name] = i
  end
  for j = 1, #unit.jobs do validate(state, unit, j, sources, numbers, identify) end
  for _, source in ipairs(sources) do source:close() end
  sort(state.records, texts)
  return state
end

-- ---- comparison ---------------------------------------------------------------------

--- Lists the violations that a state has and another one does not.
---@param before yschema.EditState
---@param after yschema.EditState
---@return yschema.StateRecord[]
function validated.added(before, after)
  local list, met = {}, {}
  for _, item in ipairs(after.records) do
    if item.is_violation then
      met[item.key] = (met[item.key] or 0) + 1
      if met[item.key] > (before.counts[item.key] or 0) then list[#list + 1] = item end
    end
  end
  return list
end

-- The same value has the same text, in whatever order its keys are.
local function canonical(yaml)
  local value = values.read(yaml)
  return value and values.canonical(value) or yaml
end

--- Returns whether two results have the same values.
---@param one? string as YAML
---@param other? string
---@return boolean
function validated.is_same_result(one, other)
  return one == other or one ~= nil and other ~= nil and canonical(one) == canonical(other)
end

--- Returns whether the documents that had no violations have the same results as before.
---@param before yschema.EditState
---@param after yschema.EditState
---@return boolean
function validated.keeps_results(before, after)
  for _, document in ipairs(before.documents) do
    local new = after.by_where[document.where]
    if document.result and not validated.is_same_result(document.result, new and new.result) then return false end
  end
  return true
end

--- Returns whether two states have the same violations and the same results.
---@param one yschema.EditState
---@param other yschema.EditState
---@return boolean
function validated.is_same(one, other)
  return #one.documents == #other.documents and not validated.added(one, other)[1]
    and not validated.added(other, one)[1] and validated.keeps_results(one, other)
    and validated.keeps_results(other, one)
end

return validated
