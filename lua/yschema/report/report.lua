--- The report on a schema or a run: its records for programs, and its text for people.
-- yschema/meta.lua documents the methods.
--
-- A report is plain data and keeps nothing of the run that made it in memory, so that a server may keep
-- reports.
--
-- @module yschema.report.report

local core = require "yschema.core"
local changed = require "yschema.base.plain_tables".changed

local report = {}

report.version = "0.1.0"

--- The formats of reports for programs; each is the name of a method, too.
report.formats = { json = true, sarif = true, junit = true, codequality = true, github = true }

local assert, error, getmetatable, ipairs, pairs = assert, error, getmetatable, ipairs, pairs
local rawequal, rawget, require = rawequal, rawget, require
local setmetatable, type = setmetatable, type
local concat = table.concat

--- yschema/meta.lua documents this class. `tostring(report)` is the text for people, which is "" when
-- there are no violations.
---@class yschema.Report
local Report = {}
Report.__index = Report
Report.__name = "yschema.Report"

-- Most reports are empty and about the same files as the one before: they share a class, which knows the names.
-- Noting the names for each of them in `files` would cost more than the rest of the report.
local class_names = setmetatable({}, { __mode = "k" })

local function need_self(self, method)
  local class = getmetatable(self)
  if not (rawequal(class, Report) or class_names[class]) or type(rawget(self, "violations")) ~= "table" then
    require("yschema.base.call_mistakes").object("report", method, self)
  end
end

-- The text of a report, and the names of the files that were read, are kept outside of the object, so that
-- users see only its documented fields.
local texts = setmetatable({}, { __mode = "k" })
-- The texts that list all places, for reports whose text lists only the first places of a repeated violation.
local whole_texts = setmetatable({}, { __mode = "k" })
local files = setmetatable({}, { __mode = "k" })

local function files_of(self)
  return files[self] or class_names[getmetatable(self)] or {}
end

-- What the places of records have beside the public fields: the columns at which they end, the column in the schema,
-- the edit of the line that corrects it, and, for a default, the file and the line of the map that lacks the value; and
-- what `report.identify` notes.
local regions = setmetatable({}, { __mode = "k" })

function Report:__tostring()
  return texts[self] or ""
end

function Report:text(options)
  need_self(self, "text")
  if options ~= nil and type(options) ~= "table" then
    error(("bad argument #1 to 'text' (options expected, got %s)"):format(type(options)), 2)
  end
  local text = texts[self] or ""
  if options and rawget(options, "all") then text = whole_texts[self] or text end
  if not (options and rawget(options, "color")) then return text end
  return require "yschema.report.colour".text(text)
end

-- The order of the fields of a record, as in the core's own JSON.
local record_mt = { keys = {
  "path", "pointer", "message", "kind", "rule", "found", "value", "expected", "hint", "fix",
  "file", "line", "column", "schema_file", "schema_line",
} }

--- Copies a record for `core.encode`, which then writes its fields in their order. The copies get a metatable, because
-- the records themselves belong to the caller.
---@param record yschema.Violation
---@return table
function report.in_order(record)
  return setmetatable(changed({ path = "" }, record), record_mt)
end

-- The functions that find where values come from, for reports on runs that keep the provenance of values.
local finders = setmetatable({}, { __mode = "k" })

--- Gives a report the function that finds where a value comes from.
---@param self yschema.Report
---@param find fun(path: string): table?, any
function report.set_origins(self, find)
  finders[self] = find
end

function Report:origin(path)
  need_self(self, "origin")
  if type(path) ~= "string" then
    error(("bad argument #1 to 'origin' (path expected, got %s)"):format(type(path)), 2)
  end
  local find = finders[self]
  if not find then
    error("calling 'origin' on a report without origins: write { explain = true } among the options of load", 2)
  end
  local origins, problem = find(path)
  if type(problem) == "string" then
    error(("bad argument #1 to 'origin' ('%s' is not a path: %s)"):format(path, problem), 2)
  end
  return origins, problem
end

-- Writes records as the items of a list, one on each line.
local function items(records)
  if not records[1] then return "" end
  local lines = {}
  for i, record in ipairs(records) do
    lines[i] = assert(core.encode(report.in_order(record), "json")):gsub("\n$", "")
  end
  return "\n" .. concat(lines, ",\n") .. "\n"
end

function Report:json()
  need_self(self, "json")
  return '{"violations": [' .. items(self.violations) .. '], "warnings": ['
    .. items(self.warnings) .. (self.known and '], "known": [' .. items(self.known) or "") .. "]}\n"
end

function Report:sarif()
  need_self(self, "sarif")
  return require "yschema.report.sarif".log(self, files_of(self), report.version, regions)
end

function Report:junit()
  need_self(self, "junit")
  return require "yschema.report.junit".document(self, files_of(self))
end

function Report:codequality()
  need_self(self, "codequality")
  return require "yschema.report.annotations".code_quality(self, files_of(self), regions)
end

function Report:github()
  need_self(self, "github")
  return require "yschema.report.annotations".github(self, files_of(self))
end

-- Takes what only marks places in an editor out of the records.
local function set_regions(records)
  for _, record in ipairs(records) do
    regions[record] = {
      end_column = record.end_column,
      schema_column = record.schema_column,
      schema_end_column = record.schema_end_column,
      gap_file = record.gap_file,
      gap_line = record.gap_line,
    }
    record.end_column, record.schema_column, record.schema_end_column = nil, nil, nil
    record.gap_file, record.gap_line = nil, nil
    if record.edit_text then
      regions[record].edit = {
        column = record.edit_column, end_column = record.edit_end_column, text = record.edit_text,
      }
      record.edit_column, record.edit_end_column, record.edit_text = nil, nil, nil
    end
  end
end

-- Adds the text, and the one that lists every place of a violation, if they differ.
local function add_texts(self, owner)
  local text = owner:text()
  texts[self] = text
  if text:find("(--all shows them)", 1, true) then whole_texts[self] = owner:text(true) end
end

--- Makes the report of a core object, which may be closed afterwards.
---@param owner userdata a schema, a run, or the object with the violations of `core.parse`
---@return yschema.Report
function report.new(owner)
  local violations, warnings, names = owner:violations()
  local self = setmetatable({
    violations = violations,
    warnings = warnings,
    status = owner:exit_status(),
  }, Report)
  set_regions(violations)
  set_regions(warnings)
  if violations[1] then add_texts(self, owner) end
  if names[1] then files[self] = names end
  return self
end

--- Notes by which words a record is recognised when other parts of its file have changed.
---@param record yschema.Violation
---@param place string the path of the value, in words that stay the same
---@param document? string the name of the document
---@param file? string which the record is about, if that is not its own one
function report.identify(record, place, document, file)
  local region = regions[record] or {}
  regions[record] = region
  region.place, region.document, region.about = place, document, file
end

--- Returns what was noted, or else the path.
---@param record yschema.Violation
---@return string place
---@return string? document
function report.identity_of(record)
  local region = regions[record] or {}
  return region.place or record.path or "", region.document
end

--- Removes violations from a report and from the run that it is about. The report lists them as known.
---@param self yschema.Report
---@param run userdata
---@param listed table<integer, boolean> the numbers of the violations
function report.omit(self, run, listed)
  local kept, known = {}, {}
  for i, record in ipairs(self.violations) do
    local list = listed[i] and known or kept
    list[#list + 1] = record
  end
  self.violations, self.known = kept, known
  if not known[1] then return end
  run:omit(listed)
  self.status, texts[self], whole_texts[self] = run:exit_status(), nil, nil
  if kept[1] then add_texts(self, run) end
end

--- Makes a report of one violation or problem that was not found by the core.
---@param kind string
---@param where string what has the violation: a file, or a function of the API
---@param message string
---@return yschema.Report
function report.of_error(kind, where, message)
  local self = setmetatable({
    violations = { { kind = kind, path = "", message = message, file = where } },
    warnings = {},
    status = 2,
  }, Report)
  texts[self] = core.printable(core.printable(where, true) .. ": " .. message .. "\n")
  return self
end

-- What can be written for another process.
---@class yschema.ReportParts
---@field text string
---@field whole_text? string
---@field violations table[]
---@field warnings table[]
---@field status integer
---@field known? table[]
---@field regions? table<string, table[]> for each list of records, of each of them

--- Makes the parts of a report.
---@param self yschema.Report
---@return yschema.ReportParts
function report.parts(self)
  local all = { violations = {}, warnings = {}, known = self.known and {} }
  for name, list in pairs(all) do
    for i, record in ipairs(self[name]) do list[i] = regions[record] or {} end
  end
  return {
    text = texts[self] or "", whole_text = whole_texts[self], violations = self.violations, warnings = self.warnings,
    known = self.known, status = self.status, regions = all,
  }
end

--- Changes the texts of a report.
---@param self yschema.Report
---@param change fun(text: string): string
function report.rewrite(self, change)
  if texts[self] then texts[self] = change(texts[self]) end
  if whole_texts[self] then whole_texts[self] = change(whole_texts[self]) end
end

--- Makes a report from its parts, as they come from another Lua state.
---@param parts yschema.ReportParts
---@return yschema.Report
function report.of_parts(parts)
  local self = setmetatable({
    violations = parts.violations, warnings = parts.warnings, known = parts.known, status = parts.status,
  }, Report)
  texts[self], whole_texts[self] = parts.text, parts.whole_text
  for name, list in pairs(parts.regions or {}) do
    for i, record in ipairs(self[name]) do regions[record] = list[i] end
  end
  return self
end

--- Gives a record, which has its place in the schema, a place in a file that was checked: that of the map which lacks
-- the value, or else the one given.
---@param record yschema.Violation
---@param file string
---@param line? integer
---@param others? table<string, boolean> the other files that may have the place
function report.place_in(record, file, line, others)
  local region = regions[record] or {}
  if region.gap_file and (region.gap_file == file or others and others[region.gap_file]) then
    file, line = region.gap_file, region.gap_line
  end
  regions[record] = { schema_column = record.column, schema_end_column = region.end_column }
  record.schema_file, record.schema_line = record.file, record.line
  record.file, record.line, record.column = file, line, nil
end

--- Adds a problem with the call itself to a report.
---@param self yschema.Report
---@param problem string
function report.add_problem(self, problem)
  self.violations[#self.violations + 1] = { kind = "usage", message = problem }
  self.status = 2
end

--- Makes a class for empty reports.
---@param names string[] the names of the files that were read
---@return table class
function report.class_of(names)
  if not names[1] then return Report end
  local class = { __index = Report, __name = Report.__name, __tostring = Report.__tostring }
  class_names[class] = names
  return class
end

--- Makes an empty report.
---@param class? table of `class_of`
---@return yschema.Report
function report.empty(class)
  return setmetatable({ violations = {}, warnings = {}, status = 0 }, class or Report)
end

--- Notes that a file was read, for formats that list files without violations, too.
---@param self yschema.Report
---@param name string
function report.add_file(self, name)
  local names = files[self] or {}
  files[self] = names
  if names[#names] ~= name then names[#names + 1] = name end
end

--- Adds a violation that a baseline lists. Without one, the report has an empty list of them.
---@param self yschema.Report
---@param record? yschema.Violation
function report.add_known(self, record)
  self.known = self.known or {}
  self.known[#self.known + 1] = record
end

--- Appends another report, such as that of the next file.
---@param self yschema.Report
---@param other yschema.Report
function report.add(self, other)
  for _, name in ipairs { "violations", "warnings" } do
    local list = self[name]
    for _, record in ipairs(other[name]) do list[#list + 1] = record end
  end
  for _, record in ipairs(other.known or {}) do report.add_known(self, record) end
  if other.status > self.status then self.status = other.status end
end

--- Makes one report of several, such as those on files.
---@param list yschema.Report[]
---@return yschema.Report
function report.joined(list)
  local self, all = report.empty(), {}
  for i, about in ipairs(list) do
    report.add(self, about)
    all[i] = texts[about] or ""
  end
  texts[self] = concat(all)
  return self
end

--- Adds what was reported before: the violations and warnings of schemas, before those of a run.
---@param self yschema.Report
---@param earlier yschema.Report
function report.add_before(self, earlier)
  for _, name in ipairs { "violations", "warnings" } do
    local all = {}
    for _, list in ipairs { earlier[name], self[name] } do
      for _, record in ipairs(list) do all[#all + 1] = record end
    end
    self[name] = all
  end
  if earlier.status > self.status then self.status = earlier.status end
  local names = {}
  for _, about in ipairs { earlier, self } do
    for _, name in ipairs(files_of(about)) do names[#names + 1] = name end
  end
  files[self] = names[1] and names or nil
end

return report
