--- The formats of reports. Flags, their help and completion, and the methods of reports are loops over this table.
--
-- @module yschema.report.formats

local formats = {}

--- One format of `--report`.
---@class yschema.ReportFormat
---@field name string the word of `--report`, and the name of the method of reports
---@field note? string for help: what it is for
---@field jobs? table<string, boolean> the commands that have it; nil: all that report violations
---@field module? string the module that writes it as one document; nil: the command writes records as they come
---@field writer? string its function: `writer(report, files, version)`, with the paths of files that were read
---@field is_json? boolean
---@field needs_fingerprints? boolean results are recognised by the places of their violations
---@field is_log? boolean it is read by people, or by what reads the log of a command: it is not for files

--- All formats, in the order of the help.
---@type yschema.ReportFormat[]
formats.rows = {
  { name = "text", is_log = true },
  { name = "concise", note = "a line for each violation", is_log = true,
    jobs = { apply = true, check = true, fix = true, set = true, migrate = true, test = true } },
  { name = "json", module = "yschema.report.json", writer = "text", is_json = true },
  { name = "ndjson", jobs = { check = true }, is_json = true },
  { name = "sarif", module = "yschema.report.sarif", writer = "log", is_json = true, needs_fingerprints = true },
  { name = "junit", module = "yschema.report.junit", writer = "document" },
  { name = "codequality", note = "GitLab", module = "yschema.report.annotations", writer = "code_quality",
    is_json = true, needs_fingerprints = true },
  { name = "github", note = "annotations in GitHub's log", module = "yschema.report.annotations", writer = "github",
    is_log = true },
}

--- The same by their names.
---@type table<string, yschema.ReportFormat>
formats.named = {}
for _, row in ipairs(formats.rows) do formats.named[row.name] = row end

--- Lists the formats of a command that reports violations.
---@param job string
---@return string[] names
---@return string[] words for help
function formats.of(job)
  local names, words = {}, {}
  for _, row in ipairs(formats.rows) do
    if not row.jobs or row.jobs[job] then
      names[#names + 1] = row.name
      words[#words + 1] = row.note and ("%s (%s)"):format(row.name, row.note) or row.name
    end
  end
  return names, words
end

--- Returns whether a format recognises its results by the places of their violations.
---@param name? string
---@return boolean?
function formats.needs_fingerprints(name) return name and formats.named[name].needs_fingerprints end

--- Returns whether a format is one document, which a report has a method for.
---@param name? string
---@return boolean
function formats.is_document(name)
  local row = formats.named[name or ""]
  return row ~= nil and row.module ~= nil
end

return formats
