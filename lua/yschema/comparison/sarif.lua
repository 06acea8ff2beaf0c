--- The changes between two schemas as SARIF 2.1.0, which code scanning services read.
--
-- A change stands at its place in the new schema; its place in the old one is a related place.
--
-- @module yschema.comparison.sarif

local core = require "yschema.core"
local rules = require "yschema.comparison.rules"

local sarif = {}

local assert, ipairs, setmetatable = assert, ipairs, setmetatable

local function ordered(keys)
  local mt = { keys = keys }
  return function(map) return setmetatable(map, mt) end
end

local new_log = ordered { "$schema", "version", "runs" }
local new_run = ordered { "tool", "columnKind", "results" }
local new_driver = ordered { "name", "version", "rules" }
local new_rule = ordered { "id", "shortDescription" }
local new_result = ordered { "ruleId", "ruleIndex", "level", "message", "locations", "relatedLocations" }
local new_location = ordered { "id", "physicalLocation", "logicalLocations", "message" }
local new_physical = ordered { "artifactLocation", "region" }
local new_region = ordered { "startLine", "startColumn" }
local new_logical = ordered { "fullyQualifiedName", "kind" }

local levels = { breaking = "error", unknown = "warning", result = "warning", safe = "note", docs = "note" }

local function list(items) return setmetatable(items, core.array_mt) end

-- Escapes a message: braces would be placeholders for arguments, and brackets followed by parentheses links.
local function message(text)
  return { text = (text:gsub("[{}]", "%0%0"):gsub("%](%()", "\\]%1")) }
end

local function physical(place)
  return new_physical {
    artifactLocation = { uri = require "yschema.report.sarif".uri(place.file) },
    region = new_region { startLine = place.line, startColumn = place.column },
  }
end

local function full_message(change)
  local text = change.message
  if change.note then text = text .. "\n" .. change.note end
  for _, witness in ipairs(change.witnesses) do
    local sides = witness.direction == "backward" and { "old", "new" } or { "new", "old" }
    text = ("%s\nThe %s schema accepts this, and the %s one refuses it (%s):\n%s"):format(text, sides[1], sides[2],
      witness.message, witness.text)
  end
  return message(text)
end

local function location_of(change)
  local place = change.new or change.old
  return new_location {
    physicalLocation = place and physical(place),
    logicalLocations = change.path ~= "" and list { new_logical { fullyQualifiedName = change.path, kind = "member" } }
      or nil,
  }
end

local function result_of(change, index)
  local related = change.new and change.old
  return new_result {
    ruleId = change.rule, ruleIndex = index, level = levels[change.verdict], message = full_message(change),
    locations = list { location_of(change) },
    relatedLocations = related and list { new_location {
      id = 1, physicalLocation = physical(related), message = message "the place in the old schema",
    } } or nil,
  }
end

-- A file that was replayed and has another outcome.
local function file_result(file)
  local place = file.path == "" and "the document" or file.path
  local text = file.message or ("The result is another one at %s."):format(place)
  return new_result {
    ruleId = file.message and "file-refused" or "file-result-changed",
    level = levels[file.message and "breaking" or "result"],
    message = message(text),
    locations = list { new_location {
      physicalLocation = new_physical { artifactLocation = { uri = require "yschema.report.sarif".uri(file.file) } },
    } },
  }
end

--- Returns the changes as SARIF, with the files that have another outcome.
---@param result yschema.DiffResult
---@param version string of yschema
---@return string
function sarif.log(result, version)
  local told, indexes, results = list {}, {}, list {}
  for i, change in ipairs(result.changes) do
    if not indexes[change.rule] then
      indexes[change.rule] = #told
      told[#told + 1] = new_rule { id = change.rule, shortDescription = { text = rules.title(change.rule) } }
    end
    results[i] = result_of(change, indexes[change.rule])
  end
  for _, file in ipairs(result.files or {}) do results[#results + 1] = file_result(file) end
  return (assert(core.encode(new_log {
    ["$schema"] = "https://json.schemastore.org/sarif-2.1.0.json",
    version = "2.1.0",
    runs = list { new_run {
      tool = { driver = new_driver { name = "yschema", version = version, rules = told } },
      columnKind = "unicodeCodePoints",
      results = results,
    } },
  }, "json")))
end

return sarif
