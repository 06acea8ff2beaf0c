--- What the schemas say about the texts of a unit: its verdicts, and its records with what identifies them.
--
-- @module yschema.fixing.states

local core = require "yschema.core"
local canonical = require("yschema.migration.validating").canonical
local file_kinds = require "yschema.base.file_kinds"
local units = require "yschema.fixing.units"
local validating = require "yschema.batch.validating"

local states = {}

local concat, ipairs, pairs, tostring = table.concat, ipairs, pairs, tostring

--- A text of a unit.
---@class yschema.FixedText
---@field name string of the file, as reports have it
---@field text string without a byte order mark
---@field mark string the byte order mark, or ""
---@field settings yschema.Settings how it is read
---@field schema? yschema.CoreSchema
---@field origin? (integer|false)[] the line of each line in the first text; nil: it is that text

--- A record, and what identifies it while the texts change.
---@class yschema.StateRecord
---@field key string
---@field record yschema.Violation
---@field file? integer the number of the text that it is about
---@field is_violation boolean
---@field where string identifies the job and the document

---@class yschema.FixState
---@field texts yschema.FixedText[]
---@field verdicts yschema.Verdict[]
---@field records yschema.StateRecord[]
---@field counts table<string, integer> how often each key occurs among the violations
---@field warned table<string, integer> the same among the warnings
---@field status integer
---@field results string[] the results of verdicts without violations, as canonical texts, by their numbers

-- The same value has the same text, in whatever order its keys are.
local function canonical_text(yaml)
  local parsed = core.parse(core.source("result", yaml))
  local root = parsed and parsed:count() > 0 and parsed:outline(1)
  if parsed then parsed:close() end
  return root and canonical(root) or yaml
end

-- A record keeps its key while lines move, and while other records come and go. Its message may change then.
local function key_of(job, document, record)
  return concat({
    job, document, record.kind, record.path or "", record.rule or "", record.schema_file or "",
    tostring(record.schema_line),
  }, "\0")
end

local function add_records(state, about, prefix, numbers)
  for name, counts in pairs { violations = state.counts, warnings = state.warned } do
    for _, record in ipairs(about[name]) do
      local key = key_of(prefix[1], prefix[2], record)
      counts[key] = (counts[key] or 0) + 1
      state.records[#state.records + 1] = {
        key = key, record = record, file = numbers[record.file], is_violation = name == "violations",
        where = prefix[1] .. " " .. prefix[2],
      }
    end
  end
end

--- Validates texts.
---@param unit yschema.FixUnit
---@param texts yschema.FixedText[]
---@return yschema.FixState
function states.of(unit, texts)
  local state = {
    texts = texts, verdicts = {}, records = {}, counts = {}, warned = {}, status = 0, results = {},
  }
  local sources, numbers = {}, {}
  for i, text in ipairs(texts) do
    sources[i] = core.source(text.name, text.text, true, file_kinds.is_json(text.name))
    numbers[text.name] = i
  end
  for j, job in ipairs(unit.jobs) do
    local given, document = {}, 0
    for i, number in ipairs(unit.numbers[job]) do given[i] = sources[number] end
    validating.validate_sources(units.whole_job(job), given, function(verdict)
      document = document + 1
      state.verdicts[#state.verdicts + 1] = verdict
      if verdict.status > state.status then state.status = verdict.status end
      if verdict.result then
        state.results[#state.verdicts] = canonical_text(verdict.result)
        verdict.result = nil
      end
      if verdict.report then add_records(state, verdict.report, { j, document }, numbers) end
    end)
  end
  return state
end

--- Lists the violations that a state has and an earlier one does not.
---@param before yschema.FixState
---@param after yschema.FixState
---@return yschema.StateRecord[]
function states.added(before, after)
  local list, met = {}, {}
  for _, item in ipairs(after.records) do
    if item.is_violation then
      met[item.key] = (met[item.key] or 0) + 1
      if met[item.key] > (before.counts[item.key] or 0) then list[#list + 1] = item end
    end
  end
  return list
end

--- Returns whether what had no violations has the same results as before.
---@param before yschema.FixState
---@param after yschema.FixState
---@return boolean
function states.keep_results(before, after)
  for i, result in pairs(before.results) do
    if after.results[i] ~= result then return false end
  end
  return true
end

return states
