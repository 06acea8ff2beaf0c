--- The report on a schema or a run: its records for programs, and its text for people.
-- yschema/meta.lua documents the methods.
--
-- A report is plain data and keeps nothing of the run that made it in memory, so that a server may keep
-- reports.
--
-- @module yschema.report.report

local core = require "yschema.core"
local formats = require "yschema.report.formats"
local regions = require "yschema.report.regions"
local rules = require "yschema.report.rules"

local report = {}

report.version = "0.1.0"

--- yschema/meta.lua documents this class. `tostring(report)` is the text for people, which is "" when
-- there are no violations.
---@class yschema.Report
local Report = {}
Report.__index = Report
Report.__name = "yschema.Report"

-- The parts of a report that are no fields are in its metatable. Most reports are empty and about the same files as
-- the one before: they share one (`shared`), which costs less than one for each.
---@class yschema.ReportState
---@field shared? boolean
---@field text? string
---@field whole_text? string lists all places, if `text` lists only the first places of a repeated violation
---@field files? string[] the names of the files that were read
---@field find? fun(path: string): table?, any where values come from, if the run keeps their provenance
local function new_state(fields)
  fields.__index, fields.__name, fields.__tostring = Report, Report.__name, Report.__tostring
  return fields
end

-- Returns the metatable of this report alone, for writing.
local function own_state(self)
  local state = getmetatable(self)
  if not state.shared then return state end
  state = new_state { files = state.files }
  setmetatable(self, state)
  return state
end

local function need_self(self, method)
  local state = getmetatable(self)
  if type(state) ~= "table" or not rawequal(rawget(state, "__index"), Report)
    or type(rawget(self, "violations")) ~= "table" then
    require("yschema.base.call_mistakes").object("report", method, self)
  end
end

local function files_of(self) return getmetatable(self).files or {} end

function Report:__tostring() return getmetatable(self).text or "" end

-- The metatable of reports of which nothing is known beside their fields.
local plain = new_state { shared = true }

function Report:text(options)
  need_self(self, "text")
  if options ~= nil and type(options) ~= "table" then
    error(("bad argument #1 to 'text' (options expected, got %s)"):format(type(options)), 2)
  end
  local state = getmetatable(self)
  local text = state.text or ""
  if options and rawget(options, "all") then text = state.whole_text or text end
  if not (options and rawget(options, "color")) then return text end
  return require "yschema.report.colour".text(text)
end

--- Gives a report the function that finds where a value comes from.
---@param self yschema.Report
---@param find fun(path: string): table?, any
function report.set_origins(self, find) own_state(self).find = find end

function Report:origin(path)
  need_self(self, "origin")
  if type(path) ~= "string" then
    error(("bad argument #1 to 'origin' (path expected, got %s)"):format(type(path)), 2)
  end
  local find = getmetatable(self).find
  if not find then
    error("calling 'origin' on a report without origins: write { explain = true } among the options of load", 2)
  end
  local origins, problem = find(path)
  if type(problem) == "string" then
    error(("bad argument #1 to 'origin' ('%s' is not a path: %s)"):format(path, problem), 2)
  end
  return origins, problem
end

for _, format in ipairs(formats.rows) do
  Report[format.name] = format.module and function(self)
    need_self(self, format.name)
    return require(format.module)[format.writer](self, files_of(self), report.version)
  end or Report[format.name]
end

-- Adds the text, and the one that lists every place of a violation, if they differ.
local function add_texts(self, owner)
  local state, text, leaves_out = own_state(self), owner:text()
  state.text = text
  if leaves_out then state.whole_text = owner:text(true) end
end

--- Makes the report of a core object, which may be closed afterwards.
---@param owner userdata a schema, a run, or the object with the violations of `core.parse`
---@return yschema.Report
function report.new(owner)
  local violations, warnings, names, more_violations, more_warnings = owner:violations()
  local self = setmetatable({
    violations = violations,
    warnings = warnings,
    more_violations = more_violations > 0 and more_violations or nil,
    more_warnings = more_warnings > 0 and more_warnings or nil,
    status = owner:exit_status(),
  }, names[1] and new_state { files = names } or plain)
  regions.take(violations)
  regions.take(warnings)
  if violations[1] then add_texts(self, owner) end
  return self
end

--- Makes the report of a core object, and closes the object.
---@param owner userdata as for `new`
---@return yschema.Report
function report.closing(owner)
  local self = report.new(owner)
  owner:close()
  return self
end

--- Notes by which words a record is recognised when other parts of its file have changed.
---@param record yschema.Violation
---@param place string the path of the value, in words that stay the same
---@param document? string the name of the document
---@param file? string which the record is about, if that is not its own one
function report.identify(record, place, document, file)
  local region = regions.of(record)
  region.place, region.document, region.about = place, document, file
end

--- Returns what was noted, or else the path.
---@param record yschema.Violation
---@return string place
---@return string? document
function report.identity_of(record)
  local region = regions.of(record)
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
  local state = own_state(self)
  self.status, state.text, state.whole_text = run:exit_status(), nil, nil
  if kept[1] then add_texts(self, run) end
end

--- Makes a report of one violation or problem that was not found by the core.
---@param kind string
---@param where string what has the violation: a file, or a function of the API
---@param message string
---@return yschema.Report
function report.of_error(kind, where, message)
  return setmetatable({
    violations = { rules.record(kind, { path = "", message = message, file = where }) },
    warnings = {},
    status = 2,
  }, new_state { text = core.printable(core.printable(where, true) .. ": " .. message .. "\n") })
end

-- The parts of a report that can be written for another process.
---@class yschema.ReportParts
---@field text string
---@field whole_text? string
---@field violations table[]
---@field warnings table[]
---@field more_violations? integer
---@field more_warnings? integer
---@field status integer
---@field known? table[]
---@field regions? table<string, table[]> for each list of records, of each of them

--- Makes the parts of a report.
---@param self yschema.Report
---@return yschema.ReportParts
function report.parts(self)
  local all = { violations = {}, warnings = {}, known = self.known and {} }
  for name, list in pairs(all) do
    for i, record in ipairs(self[name]) do list[i] = regions.of(record) end
  end
  local state = getmetatable(self)
  return {
    text = state.text or "", whole_text = state.whole_text, violations = self.violations, warnings = self.warnings,
    more_violations = self.more_violations, more_warnings = self.more_warnings,
    known = self.known, status = self.status, regions = all,
  }
end

--- Changes the texts of a report.
---@param self yschema.Report
---@param change fun(text: string): string
function report.rewrite(self, change)
  local state = own_state(self)
  for _, name in ipairs { "text", "whole_text" } do
    if state[name] then state[name] = change(state[name]) end
  end
end

--- Makes a report from its parts, as they come from another Lua state.
---@param parts yschema.ReportParts
---@return yschema.Report
function report.of_parts(parts)
  local self = setmetatable({
    violations = parts.violations, warnings = parts.warnings, known = parts.known, status = parts.status,
    more_violations = parts.more_violations, more_warnings = parts.more_warnings,
  }, new_state { text = parts.text, whole_text = parts.whole_text })
  for name, list in pairs(parts.regions or {}) do
    for i, record in ipairs(self[name]) do setmetatable(record, list[i]) end
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
  local region, column = regions.of(record), nil
  if region.gap_file and (region.gap_file == file or others and others[region.gap_file]) then
    file, line, column = region.gap_file, region.gap_line, region.gap_column
  end
  setmetatable(record, { schema_column = record.column, schema_end_column = region.end_column })
  record.schema_file, record.schema_line = record.file, record.line
  record.file, record.line, record.column = file, line, column
end

--- Adds a problem with the call itself to a report.
---@param self yschema.Report
---@param problem string
function report.add_problem(self, problem)
  self.violations[#self.violations + 1] = rules.record("usage", { message = problem })
  self.status = 2
end

--- Makes a class for empty reports.
---@param names string[] the names of the files that were read
---@return table class
function report.class_of(names)
  if not names[1] then return plain end
  return new_state { files = names, shared = true }
end

--- Makes an empty report.
---@param class? table of `class_of`
---@return yschema.Report
function report.empty(class)
  return setmetatable({ violations = {}, warnings = {}, status = 0 }, class or plain)
end

--- Notes that a file was read, for formats that list files without violations, too.
---@param self yschema.Report
---@param name string
function report.add_file(self, name)
  local state = own_state(self)
  local names = state.files or {}
  state.files = names
  if names[#names] ~= name then names[#names + 1] = name end
end

--- Adds a violation that a baseline lists. Without one, the report has an empty list of them.
---@param self yschema.Report
---@param record? yschema.Violation
function report.add_known(self, record)
  self.known = self.known or {}
  self.known[#self.known + 1] = record
end

-- Adds the numbers of the records of another report that are beyond its limit.
local function add_others(self, other)
  for _, name in ipairs { "more_violations", "more_warnings" } do
    if other[name] then self[name] = (self[name] or 0) + other[name] end
  end
end

--- Appends another report, such as that of the next file.
---@param self yschema.Report
---@param other yschema.Report
function report.add(self, other)
  for _, name in ipairs { "violations", "warnings" } do
    local list = self[name]
    for _, record in ipairs(other[name]) do list[#list + 1] = record end
  end
  add_others(self, other)
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
    all[i] = tostring(about)
  end
  own_state(self).text = table.concat(all)
  return self
end

--- Adds what was reported before: the violations and warnings of schemas, before those of a run.
---@param self yschema.Report
---@param earlier yschema.Report
function report.add_before(self, earlier)
  local own = { violations = self.violations, warnings = self.warnings, status = self.status }
  self.violations, self.warnings = {}, {}
  report.add(self, earlier)
  report.add(self, own)
  local names = {}
  for _, about in ipairs { earlier, self } do
    for _, name in ipairs(files_of(about)) do names[#names + 1] = name end
  end
  own_state(self).files = names[1] and names or nil
end

return report
