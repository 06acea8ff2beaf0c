--- The changes between two schemas as SARIF 2.1.0, which code scanning services read.
--
-- A change stands at its place in the new schema; its place in the old one is a related place.
--
-- @module yschema.comparison.sarif

local log = require "yschema.report.sarif"
local rules = require "yschema.comparison.rules"
local list = require "yschema.base.writing".list

local sarif = {}

local levels = { breaking = "error", unknown = "warning", result = "warning", safe = "note", docs = "note" }

local function physical(place) return log.physical(place.file, place.line, place.column) end

local function full_message(change)
  local text = change.message
  if change.note then text = text .. "\n" .. change.note end
  for _, witness in ipairs(change.witnesses) do
    local sides = witness.direction == "backward" and { "old", "new" } or { "new", "old" }
    text = ("%s\nThe %s schema accepts this, and the %s one refuses it (%s):\n%s"):format(text, sides[1], sides[2],
      witness.message, witness.text)
  end
  return log.message(text)
end

local function location_of(change)
  local place = change.new or change.old
  return log.new_location {
    physicalLocation = place and physical(place),
    logicalLocations = log.logical(change.path),
  }
end

local function result_of(change, index)
  local related = change.new and change.old
  return log.new_result {
    ruleId = change.rule, ruleIndex = index, level = levels[change.verdict], message = full_message(change),
    locations = list { location_of(change) },
    relatedLocations = related and list { log.new_location {
      id = 1, physicalLocation = physical(related), message = log.message "the place in the old schema",
    } } or nil,
  }
end

-- A file that was replayed and has another outcome.
local function file_result(file)
  local place = file.path == "" and "the document" or file.path
  local text = file.message or ("The result differs at %s."):format(place)
  return log.new_result {
    ruleId = file.message and "file-refused" or "file-result-changed",
    level = levels[file.message and "breaking" or "result"],
    message = log.message(text),
    locations = list { log.new_location { physicalLocation = log.physical(file.file) } },
  }
end

--- Returns the changes as SARIF, with the files that have another outcome.
---@param result yschema.DiffResult
---@param version string of yschema
---@return string
function sarif.log(result, version)
  local listed, indexes, results = list {}, {}, list {}
  for i, change in ipairs(result.changes) do
    if not indexes[change.rule] then
      indexes[change.rule] = #listed
      listed[#listed + 1] = log.new_rule { id = change.rule, shortDescription = { text = rules.title(change.rule) } }
    end
    results[i] = result_of(change, indexes[change.rule])
  end
  for _, file in ipairs(result.files or {}) do results[#results + 1] = file_result(file) end
  return log.text(version, listed, results)
end

return sarif
