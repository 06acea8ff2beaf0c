--- Writes a report as SARIF 2.1.0, which code scanning services read.
--
-- Records that have a place become results, whether they are about the data, the schema or the input. Problems with the
-- call have no place and become notifications of the run, as does the number of records that are not listed.
--
-- @module yschema.report.sarif

local core = require "yschema.core"
local fingerprints = require "yschema.report.fingerprints"
local omitted = require "yschema.report.omitted"
local regions = require "yschema.report.regions"
local known_rules = require "yschema.report.rules"
local writing = require "yschema.base.writing"

local sarif = {}

local list, ordered = writing.list, writing.ordered

local new_log = ordered { "$schema", "version", "runs" }
local new_run = ordered { "tool", "invocations", "columnKind", "results" }
local new_driver = ordered { "name", "version", "rules" }
local new_physical = ordered { "artifactLocation", "region" }
local new_region = ordered { "startLine", "startColumn", "endColumn" }
local new_logical = ordered { "fullyQualifiedName", "kind" }
local new_notification = ordered { "descriptor", "level", "message" }
local new_invocation = ordered {
  "executionSuccessful", "exitCode", "toolExecutionNotifications", "toolConfigurationNotifications",
}

-- ---- parts of all logs --------------------------------------------------------------

sarif.new_result = ordered {
  "ruleId", "ruleIndex", "level", "message", "locations", "partialFingerprints", "relatedLocations", "baselineState",
  "fixes",
}
sarif.new_location = ordered { "id", "physicalLocation", "logicalLocations", "message" }
sarif.new_rule = ordered { "id", "shortDescription", "fullDescription", "help", "defaultConfiguration" }
local new_location = sarif.new_location

--- Makes a message. SARIF reads braces as placeholders for arguments (3.11.5), and brackets followed by parentheses as
-- links (3.11.6), so they are escaped.
---@param text string
---@return table
function sarif.message(text)
  return { text = (text:gsub("[{}]", "%0%0"):gsub("%](%()", "\\]%1")) }
end
local message = sarif.message

local function percent(byte) return ("%%%02X"):format(byte:byte()) end

-- Makes a URI reference from a path. Relative paths stay relative.
local function plain(path) return (path:gsub("^%./+", "")) end

local function uri_of(path)
  local uri = plain(path):gsub("[^%w%-._~/]", percent)
  if uri:sub(1, 1) == "/" then return "file://" .. uri:gsub("^/+", "/") end
  return uri
end

--- Makes a place in a file.
---@param file string
---@param line? integer
---@param column? integer
---@param end_column? integer
---@return table
function sarif.physical(file, line, column, end_column)
  return new_physical {
    artifactLocation = { uri = uri_of(file) },
    region = line and new_region { startLine = line, startColumn = column, endColumn = end_column } or nil,
  }
end
local physical = sarif.physical

--- Makes the logical locations of a path; nil for the whole document.
---@param path? string
---@return table?
function sarif.logical(path)
  return path and path ~= "" and list { new_logical { fullyQualifiedName = path, kind = "member" } } or nil
end

--- Writes a log of one run.
---@param version string of yschema
---@param rules table[] the rules that results refer to
---@param results table[]
---@param invocation? table
---@return string json
function sarif.text(version, rules, results, invocation)
  return (assert(core.encode(new_log {
    ["$schema"] = "https://json.schemastore.org/sarif-2.1.0.json",
    version = "2.1.0",
    runs = list { new_run {
      tool = { driver = new_driver { name = "yschema", version = version, rules = rules } },
      invocations = invocation and list { invocation },
      columnKind = "unicodeCodePoints",
      results = results,
    } },
  }, "json")))
end

-- ---- messages and places of reports -------------------------------------------------

-- Inputs that are not files are named in words.
local function full_message(record, is_file)
  local text = record.message
  if record.file and not is_file[record.file] then
    local place = { record.file, record.line, record.column }
    text = ("%s (at %s)"):format(text, table.concat(place, ":"))
  end
  if record.hint then text = text .. "\nHint: " .. record.hint:gsub("\n", "\nHint: ") end
  return message(text)
end

-- Returns the place at which a violation is shown, and related places. A violation in an input that is not a file
-- (a flag, standard input) is shown at the line of the schema that it violates.
local function places(record, is_file, region)
  local location, related = new_location {}, nil
  local in_schema = record.schema_line and is_file[record.schema_file]
    and physical(record.schema_file, record.schema_line, region.schema_column, region.schema_end_column)
  if is_file[record.file] then
    location.physicalLocation = physical(record.file, record.line, record.column, region.end_column)
    related = in_schema
  else
    location.physicalLocation = in_schema or nil
  end
  location.logicalLocations = sarif.logical(record.path)
  local anywhere = location.physicalLocation or location.logicalLocations
  return anywhere and location, related
end

local why_related = {
  syntax = "the incomplete part begins here",
  ["duplicate-key"] = "the key was given first here", ["recursive-alias"] = "the anchor is here",
  ["annotation-repeated"] = "the first one is here", ["annotation-conflict"] = "the other one is here",
}

local function related_location(record, place)
  local why = why_related[record.kind] or "the schema says so here"
  return new_location { id = 1, physicalLocation = place, message = message(why) }
end

-- ---- rules --------------------------------------------------------------------------

-- Returns the number of the rule of a record, which is added to the list when it is new.
local function rule_index(rules, indexes, record, level)
  local id = record.rule
  if not indexes[id] then
    local text = known_rules.description(id)
    indexes[id] = #rules
    rules[#rules + 1] = sarif.new_rule {
      id = id,
      shortDescription = { text = text },
      fullDescription = { text = text },
      help = { text = known_rules.explain(id) or text },
      defaultConfiguration = { level = level },
    }
  end
  return indexes[id]
end

-- ---- fixes --------------------------------------------------------------------------

local new_fix = ordered { "description", "artifactChanges" }
local new_change = ordered { "artifactLocation", "replacements" }
local new_replacement = ordered { "deletedRegion", "insertedContent" }

-- Returns the edit of a line of a file that corrects a violation, if there is one.
local function fixes_of(record, is_file, edit)
  if not edit or not is_file[record.file] then return nil end
  return list { new_fix {
    description = message(("%s: write %s"):format(record.path, edit.text)),
    artifactChanges = list { new_change {
      artifactLocation = { uri = uri_of(record.file) },
      replacements = list { new_replacement {
        deletedRegion = new_region { startLine = record.line, startColumn = edit.column, endColumn = edit.end_column },
        insertedContent = { text = edit.text },
      } },
    } },
  } }
end

-- ---- the log ------------------------------------------------------------------------

-- Returns the place of a violation that is gone: its file has no line for it.
local function former_place(record, region)
  return new_location { physicalLocation = physical(region.about), logicalLocations = sarif.logical(record.path) }
end

-- Adds the result for a record. `state`: what a baseline says about it; nil: there is no baseline.
local function add_result(log, record, level, state)
  local region = regions.of(record)
  local location, related = places(record, log.is_file, region)
  if state == "absent" then location, related = former_place(record, region), nil end
  local file = region.about or record.file or ""
  log.results[#log.results + 1] = sarif.new_result {
    ruleId = record.rule,
    ruleIndex = rule_index(log.rules, log.indexes, record, level),
    level = level,
    message = full_message(record, log.is_file),
    locations = location and list { location },
    partialFingerprints = { ["yschema/v1"] = log.fingerprints:of(record, plain(file)) },
    baselineState = state or nil,
    relatedLocations = related and list { related_location(record, related) } or nil,
    fixes = record.fix and fixes_of(record, log.is_file, region.edit),
  }
end

local function add_notification(log, record, level)
  local named = record.file and record.file .. ": " or ""
  local notices = (level or record.kind == "read") and log.execution or log.configuration
  notices[#notices + 1] = new_notification {
    descriptor = { id = record.kind },
    level = level or "error",
    message = message(named .. record.message .. (record.hint and "\nHint: " .. record.hint or "")),
  }
end

local function fill(log, report)
  local has_baseline = report.known ~= nil
  -- Known violations have the first numbers among those that nothing distinguishes.
  for _, record in ipairs(report.known or {}) do add_result(log, record, "error", "unchanged") end
  for _, record in ipairs(report.violations) do
    if known_rules.is_call(record.kind) then
      add_notification(log, record)
    else
      add_result(log, record, "error", has_baseline and "new")
    end
  end
  for _, record in ipairs(report.warnings) do
    local is_stale = record.kind == "stale"
    add_result(log, record, is_stale and "error" or "warning", is_stale and "absent")
  end
  for _, record in ipairs(omitted.of(report)) do
    add_notification(log, { kind = record.kind, message = record.message }, record.severity)
  end
end

--- Writes the log of one run.
---@param report yschema.Report
---@param files string[] those names that are paths of files
---@param version string of yschema
---@return string json
function sarif.log(report, files, version)
  local log = {
    rules = list(), indexes = {}, results = list(), execution = list(), configuration = list(),
    is_file = {}, fingerprints = fingerprints.new(),
  }
  for _, name in ipairs(files) do log.is_file[name] = true end
  fill(log, report)
  return sarif.text(version, log.rules, log.results, new_invocation {
    executionSuccessful = report.status ~= 2,
    exitCode = report.status,
    toolExecutionNotifications = log.execution[1] and log.execution or nil,
    toolConfigurationNotifications = log.configuration[1] and log.configuration or nil,
  })
end

return sarif
