--- Makes diagnostics of the records of reports.
--
-- @module yschema.server.diagnostics

local changed = require "yschema.base.plain_tables".changed
local project = require "yschema.batch.project"
local report = require "yschema.report.report"
local violation_kinds = require "yschema.report.violation_kinds"
local writing = require "yschema.base.writing"

local diagnostics = {}

local ipairs = ipairs

local ERROR, WARNING = 1, 2
local DEPRECATED = 2

--- Where a diagnostic is.
---@class yschema.DiagnosticPlaces
---@field text fun(file: string): yschema.EditorText? the text of a file that a report names; nil: it cannot be read
---@field uri fun(file: string): string
---@field unit yschema.Unit

-- Returns the range of a line, or of a part of it, in characters from 1. Without columns, it is the line without the
-- blanks before it.
local function range_of(text, line, column, end_column, unit)
  local first, last = text:line_bytes(line)
  local content = text:line(line):find "%S"
  local from = column and text:place_of_column(line, column) or first + (content or 1) - 1
  local after = end_column and text:place_of_column(line, end_column) or last + 1
  return text:range(from, after > from and after or from, unit)
end

local nothing = { start = { line = 0, character = 0 }, ["end"] = { line = 0, character = 0 } }

-- Returns the place in the schema that a value violates.
local function related(record, region, places)
  local text = record.schema_file and record.schema_line and places.text(record.schema_file)
  if not text then return nil end
  return writing.list { {
    location = {
      uri = places.uri(record.schema_file),
      range = range_of(text, record.schema_line, region.schema_column, region.schema_end_column, places.unit),
    },
    message = violation_kinds.is_data(record.kind) and "the schema says so here" or "it is about this, too",
  } }
end

-- Puts a record that is in no file, such as one in a schema of our own, where the value is missing. One about a file
-- that cannot be read is shown in the project file, so it names its own.
local function placed(record, region, places)
  if record.file and places.text(record.file) then return record end
  if not region.gap_file then
    local file = record.file
    local is_named = record.kind ~= "read" or not file or file == project.NAME or record.message:find(file, 1, true)
    return is_named and record or changed(record, { message = ("%s: %s"):format(file, record.message) })
  end
  local copy = changed(record, { file = region.gap_file, line = region.gap_line })
  copy.column, copy.schema_file, copy.schema_line = nil, nil, nil
  return copy
end

local IS_DEPRECATED = { deprecated = true, renamed = true }

--- Makes a diagnostic.
---@param record yschema.Violation
---@param region table what the place has beside the fields of the record
---@param severity integer
---@param text? yschema.EditorText of its file
---@param places yschema.DiagnosticPlaces
---@return table
local function diagnostic_of(record, region, severity, text, places)
  local message = record.message
  if record.hint then message = message .. "\n" .. record.hint end
  return {
    range = text and range_of(text, record.line or 1, record.column, region.end_column, places.unit) or nothing,
    severity = severity, code = violation_kinds.rule_id(record), source = "yschema", message = message,
    tags = IS_DEPRECATED[record.kind] and writing.list { DEPRECATED } or nil,
    relatedInformation = related(record, region, places),
  }
end

--- Makes diagnostics of a report.
---@param about yschema.Report
---@param places yschema.DiagnosticPlaces
---@param add fun(file: string?, diagnostic: table) gets each of them, with the file that its record names
function diagnostics.each(about, places, add)
  local parts = report.parts(about)
  for _, list in ipairs { { "violations", ERROR }, { "warnings", WARNING } } do
    for i, given in ipairs(parts[list[1]]) do
      local region = parts.regions[list[1]][i]
      local record = placed(given, region, places)
      local text = record.file and places.text(record.file)
      add(text and record.file, diagnostic_of(record, region, list[2], text, places))
    end
  end
end

return diagnostics
