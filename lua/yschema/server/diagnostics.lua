--- Makes diagnostics of the records of reports.
--
-- @module yschema.server.diagnostics

local changed = require "yschema.base.plain_tables".changed
local project = require "yschema.batch.project"
local report = require "yschema.report.report"
local rules = require "yschema.report.rules"
local writing = require "yschema.base.writing"

local diagnostics = {}

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
  local from = column and text:place_of_column(line, column) or text:indented(line)
  local after = end_column and text:place_of_column(line, end_column) or select(2, text:line_bytes(line)) + 1
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
    message = rules.is_data(record.kind) and "the schema says so here" or "it is about this, too",
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
  return setmetatable({
    range = text and range_of(text, record.line or 1, record.column, region.end_column, places.unit) or nothing,
    severity = severity, code = record.rule, source = "yschema", message = message,
    tags = IS_DEPRECATED[record.kind] and writing.list { DEPRECATED } or nil,
    relatedInformation = related(record, region, places),
  }, { edit = region.edit })
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

--- Makes the report of a warning.
---@param file string
---@param line integer
---@param message string
---@return yschema.Report
function diagnostics.warning(file, line, message)
  return report.of_parts { text = "", status = 0, violations = {},
    warnings = { rules.record("read", {
      severity = "warning", path = "", message = message, file = file, line = line,
    }) } }
end

--- Returns a function that takes what is wrong with a JSON Schema.
---@param folder yschema.EditedFolder
---@param cause string the file that is validated
---@return fun(file: string, line: integer, message: string)
function diagnostics.taker(folder, cause)
  return function(file, line, message)
    folder:add(cause, report.of_parts { text = "", status = 2, warnings = {},
      violations = { rules.record("json-schema", { path = "", message = message, file = file, line = line }) } })
  end
end

-- Adds a warning to the line of a file that has a text.
local function warn(folder, cause, file, searched, message)
  local text = folder:text_of(file)
  local at = text and text.text:find(searched, 1, true)
  folder:add(cause, diagnostics.warning(file, at and text:line_of(at) or 1, message))
end

--- Warns of JSON Schemas with references that lead nowhere, and of a pattern that looks at other folders than that of
-- its project file, in the lines that name them.
---@param folder yschema.EditedFolder
---@param about string the file that is validated
---@param list? yschema.Worklist
---@return yschema.Worklist? list the same one
function diagnostics.add_notes(folder, about, list)
  if not list then return nil end
  for _, schema in ipairs(list.schema_cache:unresolved()) do
    warn(folder, about, about, schema.path:match "[^/]*$", schema.message)
  end
  local outside = list.outside
  if outside then warn(folder, about, outside.file, outside.pattern, project.outside_note(outside)) end
  return list
end

return diagnostics
