--- Compares two schemas: `yschema.diff`, which yschema/meta.lua documents, and what the command shares with it.
--
-- @module yschema.api.diff

local comparison = require "yschema.comparison.comparison"
local file_access = require "yschema.base.file_access"
local listing = require "yschema.batch.listing"
local schema_files = require "yschema.comparison.schema_files"
local plain_tables = require "yschema.base.plain_tables"
local report = require "yschema.report.report"
local rules = require "yschema.comparison.rules"
local schema_object = require "yschema.api.schema"
local settings_of = require "yschema.pipeline.settings".of_options
local validator = require "yschema.values.validator"

local diff = {}

-- ---- what was found -----------------------------------------------------------------

--- yschema/meta.lua documents this class.
---@class yschema.Comparison
local Comparison = {}
Comparison.__index = Comparison
Comparison.__name = "yschema.Comparison"

function Comparison:__tostring() return self:text() end

function Comparison:text() return require "yschema.comparison.report".text(self) end

function Comparison:json() return require "yschema.comparison.report".json(self) end

function Comparison:sarif() return require "yschema.comparison.sarif".log(self, report.version) end

local function is_breaking(self)
  for _, change in ipairs(self.changes) do
    if change.verdict == "breaking" then return true end
  end
  return plain_tables.any(self.files or {}, function(file) return file.message end)
end

-- ---- files that are replayed --------------------------------------------------------

--- A file with another outcome.
---@class yschema.ReplayedFile
---@field file string
---@field message? string the report of the schema that refuses it; nil: the result differs
---@field path? string the first place where the results differ

-- Validates a file by both schemas. Returns nil when both outcomes are the same, or the first schema refuses it.
local function replayed(from, to, source)
  local before = validator.source(from.schema, source)
  if before.status ~= 0 then return nil end
  local after = validator.source(to.schema, source)
  if after.status ~= 0 then return { file = source:name(), message = after.text } end
  if validator.equal(before.value, after.value) then return nil end
  return { file = source:name(), path = validator.first_difference(before.value, after.value) }
end

-- Validates the files that patterns stand for. Returns a problem when one cannot be read.
local function replay_files(self, patterns, from, to)
  if not patterns[1] then return nil end
  if self.direction == "forward" then from, to = to, from end
  local files = listing.of(patterns)
  self.files, self.file_count = {}, #files
  for _, file in ipairs(files) do
    local source, problem = nil, file.problem
    if not problem then source, problem = file_access.read(file.path, file.path, from.schema.settings.max_bytes) end
    if not source then return ("%s: %s"):format(file.path, tostring(problem)) end
    self.files[#self.files + 1] = replayed(from, to, source)
  end
end

-- ---- comparing ----------------------------------------------------------------------

--- The options of a comparison.
---@class yschema.DiffRequest
---@field direction? "backward"|"forward"|"full"
---@field values? string[] patterns of files
---@field severity? table<string, string>
---@field samples? integer

--- Compares two schemas and replays files.
---@param old yschema.Side
---@param new yschema.Side
---@param request yschema.DiffRequest
---@return yschema.Comparison? comparison
---@return string? problem about the files
function diff.compare(old, new, request)
  local self = setmetatable({ direction = request.direction or "backward" }, Comparison)
  self.changes = comparison.compare(old, new, {
    direction = self.direction, samples = request.samples, severity = request.severity,
  })
  self.counts = comparison.count(self.changes)
  local problem = replay_files(self, request.values or {}, old, new)
  if problem then return nil, problem end
  self.breaking = is_breaking(self)
  return self
end

-- ---- the function of the module -----------------------------------------------------

local own_options = {
  direction = { "backward", "forward", "full" }, values = "strings", severity = "table", samples = { 0, 2 ^ 53 },
}

local function error_in_severity(severity)
  local known = plain_tables.set(rules.names())
  for name, verdict in next, severity do
    if type(name) ~= "string" then return "option 'severity': the names of rules must be strings" end
    if not known[name] then return ("option 'severity': there is no rule '%s'"):format(name) end
    if not rules.rank[verdict] then
      return ("option 'severity': the verdict of '%s' must be one of %s"):format(name,
        table.concat(rules.verdicts, ", "))
    end
  end
end

-- Takes the options of the comparison out of the others. Returns the request and the others, or nil and a problem.
local function request_of(options)
  if type(options) ~= "table" then return nil, "options must be a table, got " .. type(options) end
  local own, others = {}, {}
  for name, value in next, options do (own_options[name] and own or others)[name] = value end
  setmetatable(own, { __index = function(_, name) return options[name] end })
  setmetatable(others, { __index = function(_, name)
    if not own_options[name] then return options[name] end
  end })
  local request, problem = plain_tables.checked(own, own_options, "option")
  problem = problem or request.severity and error_in_severity(request.severity)
  return not problem and request or nil, problem or others
end

-- Makes a side of a schema object or of files. Returns nil and a report when the files are invalid.
local function side_of(given, settings, position)
  if schema_object.is(given) then return comparison.side(schema_files.of_object(given)) end
  local words = plain_tables.strings(given)
  if not words or not words[1] then
    error(("bad argument #%d to 'diff' (schema, path or list of paths expected, got %s)"):format(position, type(given)),
      4)
  end
  local schema, ok = schema_files.load(words, settings)
  if not ok then return nil, report.new(schema.core) end
  return comparison.side(schema)
end

--- Compares two schemas: see `yschema.diff`.
---@param old any
---@param new any
---@param options? table
---@return yschema.Comparison?
---@return yschema.Report?
function diff.diff(old, new, options)
  local request, others = request_of(options or {})
  if not request then error(("bad argument #3 to 'diff' (%s)"):format(others), 3) end
  local settings = settings_of(others, 3)
  local one, other, problem, found
  one, problem = side_of(old, settings, 1)
  if not one then return nil, problem end
  other, problem = side_of(new, settings, 2)
  if not other then return nil, problem end
  found, problem = diff.compare(one, other, request)
  if not found then return nil, report.of_error("usage", "yschema.diff", problem) end
  return found
end

return diff
