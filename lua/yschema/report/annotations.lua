--- Writes a report in the two formats by which CI systems show violations at lines of a change: GitLab's code
-- quality report, and GitHub's commands that annotate lines.
--
-- @module yschema.report.annotations

local set_of = require("yschema.base.plain_tables").set
local core = require "yschema.core"
local fingerprints = require "yschema.report.fingerprints"
local omitted = require "yschema.report.omitted"
local rules = require "yschema.report.rules"
local writing = require "yschema.base.writing"

local annotations = {}

-- Returns the file and the place at which a violation is shown. What is missing in a file may have no line there and is
-- shown at its first one. A value that is in no file is shown at the line of the schema that it violates.
local function place(record, is_file)
  if record.file and is_file[record.file] then return record.file, record.line or 1, record.column end
  if record.schema_file and is_file[record.schema_file] then return record.schema_file, record.schema_line end
end

-- Both systems name files from the top of the repository, in which the command runs.
local function plain(path) return (path:gsub("^%./+", "")) end

-- Returns the message of a violation, followed by what the reader needs to repair it.
local function full_message(record, separator)
  local parts = { record.message }
  if record.hint then parts[#parts + 1] = record.hint end
  if record.schema_file and record.schema_line then
    local keyword = record.schema_pointer and " " .. record.schema_pointer or ""
    parts[#parts + 1] = ("by %s:%d%s"):format(record.schema_file, record.schema_line, keyword)
  end
  return table.concat(parts, separator)
end

-- ---- GitLab -------------------------------------------------------------------------

local new_issue_record = writing.ordered { "description", "check_name", "fingerprint", "severity", "location" }
local new_location = writing.ordered { "path", "lines" }

-- GitLab treats two violations with the same fingerprint as one, before and after a change.
local function new_issue(record, severity, about)
  local path, line = place(record, about.is_file)
  path = plain(path or record.file or ".")
  return new_issue_record {
    description = full_message(record, "; "),
    check_name = record.rule,
    fingerprint = about.fingerprints:of(record, path),
    severity = severity,
    location = new_location { path = path, lines = { begin = line or 1 } },
  }
end

--- Writes the code quality report of one run.
---@param report yschema.Report
---@param files string[] those names that are paths of files
---@return string json
function annotations.code_quality(report, files)
  local issues = writing.list()
  local about = { is_file = set_of(files), fingerprints = fingerprints.new() }
  for _, record in ipairs(report.violations) do
    local severity = rules.is_data(record.kind) and "major" or "critical"
    issues[#issues + 1] = new_issue(record, severity, about)
  end
  for _, record in ipairs(report.warnings) do issues[#issues + 1] = new_issue(record, "minor", about) end
  for _, record in ipairs(omitted.of(report)) do
    issues[#issues + 1] = new_issue(record, record.severity == "warning" and "minor" or "major", about)
  end
  return (assert(core.encode(issues, "json")))
end

-- ---- GitHub -------------------------------------------------------------------------

local escapes = { ["%"] = "%25", ["\r"] = "%0D", ["\n"] = "%0A", [":"] = "%3A", [","] = "%2C" }

local function text_of(message) return (core.printable(message):gsub("[%%\r\n]", escapes)) end

local function property(value) return (core.printable(("%s"):format(value), true):gsub("[%%\r\n:,]", escapes)) end

local function add_command(out, name, record, is_file)
  local properties = {}
  local function add(key, value)
    -- A property never begins a line, so only what runs anywhere in a line is escaped beside what `property` escapes.
    if value then properties[#properties + 1] = core.printable(key .. "=" .. property(value)) end
  end
  local file, line, column = place(record, is_file)
  add("file", file and plain(file))
  add("line", line)
  add("col", column)
  add("title", "yschema: " .. record.rule)
  local message = record.message
  if record.file and not file then message = record.file .. ": " .. message end
  local shown = setmetatable({ message = message }, { __index = record })
  out[#out + 1] = ("::%s %s::%s\n"):format(name, table.concat(properties, ","), text_of(full_message(shown, "\n")))
end

--- Writes the commands of one run, one on each line.
---@param report yschema.Report
---@param files string[] those names that are paths of files
---@return string
function annotations.github(report, files)
  local out, is_file = {}, set_of(files)
  for _, record in ipairs(report.violations) do add_command(out, "error", record, is_file) end
  for _, record in ipairs(report.warnings) do add_command(out, "warning", record, is_file) end
  for _, record in ipairs(omitted.of(report)) do
    add_command(out, record.severity, record, is_file)
  end
  return table.concat(out)
end

return annotations
