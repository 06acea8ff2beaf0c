--- Writes a report as JUnit XML, which CI systems read: a test suite with one test case for each file. The
-- case has the violations of its file, and passed when there are none.
--
-- @module yschema.report.junit

local omitted = require "yschema.report.omitted"
local markup = require "yschema.text.markup"
local rules = require "yschema.report.rules"

local junit = {}

local concat, format, ipairs = table.concat, string.format, ipairs

-- ---- texts of XML 1.0 ---------------------------------------------------------------

local UNKNOWN = "\239\191\189" -- U+FFFD

local breaks = { ["\n"] = "&#10;", ["\t"] = "&#9;" }

-- Characters that XML cannot express are replaced.
local function escape(text)
  return (markup.escape(text):gsub("%c", breaks)
    :gsub("\239\191[\190\191]", UNKNOWN)) -- U+FFFE and U+FFFF, which are valid UTF-8
end

-- Line feeds are not escaped in the text of an element.
local function content(text) return (escape(text):gsub("&#10;", "\n")) end

-- ---- elements -----------------------------------------------------------------------

local function attributes(...)
  local parts, row = {}, { ... }
  for i = 1, #row, 2 do parts[#parts + 1] = format(' %s="%s"', row[i], escape(row[i + 1])) end
  return concat(parts)
end

local function place(file, line, column)
  local text = file or ""
  if line then text = text .. ":" .. line end
  if line and column then text = text .. ":" .. column end
  return text
end

-- Returns the lines with all details of a record. The place comes first, because CI systems show the beginning.
local function details(record)
  local lines = {}
  local function add(label, text)
    if text and text ~= "" then lines[#lines + 1] = label .. text end
  end
  local where = place(record.file, record.line, record.column)
  add("", (where ~= "" and where .. ": " or "") .. record.message)
  add("found: ", record.found)
  add("expected: ", record.expected)
  add("hint: ", record.hint)
  local by = record.schema_line and place(record.schema_file, record.schema_line)
  add("by: ", by and record.schema_pointer and by .. " " .. record.schema_pointer or by)
  return lines
end

-- The lines are added one by one: LuaJIT takes long to keep many long strings that differ in the middle.
local function add_violation(out, record)
  local element = rules.is_data(record.kind) and "failure" or "error"
  out[#out + 1] = format("      <%s%s>", element, attributes("type", record.kind, "message", record.message))
  for i, line in ipairs(details(record)) do
    out[#out + 1] = i > 1 and "\n" or ""
    out[#out + 1] = content(line)
  end
  out[#out + 1] = format("</%s>\n", element)
end

-- ---- suites -------------------------------------------------------------------------

local NAMELESS = "yschema" -- the suite of violations that are not about a file

-- Collects the test suites by the names of their files, in the order of these names.
local function collect(report, files)
  local suites = { by_name = {} }
  local function suite_of(name, is_file)
    local suite = suites.by_name[name]
    if not suite then
      suite = { name = name, is_file = is_file, records = {}, warnings = {}, failures = 0, errors = 0 }
      suite.cases = { { name = name, class = NAMELESS, records = suite.records } }
      suites[#suites + 1], suites.by_name[name] = suite, suite
    end
    return suite
  end
  for _, name in ipairs(files) do suite_of(name, true) end
  for _, record in ipairs(report.violations) do
    local suite = suite_of(record.file or NAMELESS)
    suite.records[#suite.records + 1] = record
    if not rules.is_data(record.kind) then suite.errors, suite.failures = 1, 0
    elseif suite.errors == 0 then suite.failures = 1 end
  end
  for _, record in ipairs(report.warnings) do
    local suite = suite_of(record.file or NAMELESS)
    suite.warnings[#suite.warnings + 1] = "warning: " .. concat(details(record), "\n")
  end
  for _, record in ipairs(omitted.of(report)) do
    local suite = suite_of(record.file or NAMELESS)
    suite.warnings[#suite.warnings + 1] = record.message
  end
  if not suites[1] then suite_of(NAMELESS) end
  return suites
end

local function counts(tests, failures, errors)
  return "tests", format("%d", tests), "failures", format("%d", failures), "errors", format("%d", errors)
end

-- The name of a case does not change with its violations, because CI systems compare runs by these names.
local function add_case(out, case)
  local head = attributes("name", case.name, "classname", case.class)
  if not case.records[1] then
    out[#out + 1] = format("    <testcase%s/>\n", head)
    return
  end
  out[#out + 1] = format("    <testcase%s>\n", head)
  for _, record in ipairs(case.records) do add_violation(out, record) end
  out[#out + 1] = "    </testcase>\n"
end

local function add_suite(out, suite)
  local head = attributes("name", suite.name, counts(#suite.cases, suite.failures, suite.errors))
  if suite.is_file then head = head .. attributes("file", suite.name) end
  out[#out + 1] = format("  <testsuite%s>\n", head)
  for _, case in ipairs(suite.cases) do add_case(out, case) end
  if suite.warnings[1] then
    out[#out + 1] = format("    <system-out>%s</system-out>\n", content(concat(suite.warnings, "\n")))
  end
  out[#out + 1] = "  </testsuite>\n"
end

--- A test suite.
---@class yschema.JunitSuite
---@field name string
---@field is_file boolean its name is that of a file
---@field cases { name: string, class: string, records: yschema.Violation[] }[]
---@field warnings string[]
---@field failures integer cases with violations
---@field errors integer cases with other records

--- Writes a document of suites.
---@param suites yschema.JunitSuite[]
---@return string xml
function junit.of_suites(suites)
  local tests, failures, errors = 0, 0, 0
  for _, suite in ipairs(suites) do
    tests, failures, errors = tests + #suite.cases, failures + suite.failures, errors + suite.errors
  end
  local out = {
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    format("<testsuites%s>\n", attributes("name", "yschema", counts(tests, failures, errors))),
  }
  for _, suite in ipairs(suites) do add_suite(out, suite) end
  out[#out + 1] = "</testsuites>\n"
  return concat(out)
end

--- Writes the document for one run.
---@param report yschema.Report
---@param files string[] names of the files that were read
---@return string xml
function junit.document(report, files) return junit.of_suites(collect(report, files)) end

return junit
