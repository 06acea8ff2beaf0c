--- A baseline: the violations that are known, and what a call finds of them.
--
-- An entry has no line and no sentence, because both change while the violation stays. Each file of it belongs to a
-- scope: the file itself or, for layers that are merged, their configuration. A scope is validated by one job, so that
-- the process that does the job can count what is left of each entry.
--
-- @module yschema.baseline.baseline

local file = require "yschema.baseline.file"
local blocks = require "yschema.report.blocks"
local file_access = require "yschema.base.file_access"
local core = require "yschema.core"
local lfs = require "lfs"
local sorted_keys = require "yschema.base.plain_tables".sorted_keys
local matches = require("yschema.base.plain_tables").matches
local report = require "yschema.report.report"
local rules = require "yschema.report.rules"

local baseline = {}

local assert, concat, ipairs, pairs, setmetatable = assert, table.concat, ipairs, pairs, setmetatable

---@class yschema.Baseline
---@field path string of its file
---@field writes boolean what is found becomes the new baseline, so all violations are known
---@field private folder string of its file
---@field private source? userdata its text
---@field private entries table<string, yschema.BaselineEntry> by their keys
---@field private found table<string, integer> how often violations with these keys were found
---@field private by_key table<string, yschema.BaselineEntry> the entries of `found`
---@field private looked_at table<string, boolean> scopes; false: a file of it could not be read
---@field private scope? string that is being validated
local Baseline = {}
Baseline.__index = Baseline

local function absolute(path)
  return file_access.normalised(path:sub(1, 1) == "/" and path or assert(lfs.currentdir()) .. "/" .. path)
end

local function parts_of(path) return matches(path, "[^/]+") end

-- Returns the path of a file from a folder on.
local function relative(path, folder)
  local to, from, same = parts_of(absolute(path)), parts_of(folder), 0
  while to[same + 1] and to[same + 1] == from[same + 1] do same = same + 1 end
  return ("../"):rep(#from - same) .. concat(to, "/", same + 1)
end

local function key_of(entry)
  return concat({ entry.configuration or "", entry.file, entry.document or "", entry.path, entry.rule }, "\0")
end

local function scope_of(name, configuration)
  return configuration and "configuration " .. configuration or "file " .. name
end

-- ---- in the process that validates --------------------------------------------------

--- Returns the function that says which violations of a job are known.
---@param job yschema.Job
---@return fun(record: yschema.Violation, fallback: string): string? key_of_known nil: the violation is new. `fallback`
--- names the file of a record without one
function Baseline:matcher(job)
  local left, names = {}, {}
  local configuration = job.layers and job.entry or nil
  return function(record, fallback)
    if not rules.is_data(record.kind) then return nil end
    local path = record.file or fallback
    names[path] = names[path] or relative(path, self.folder)
    local place, document = report.identity_of(record)
    local key = key_of { configuration = configuration, file = names[path], document = document, path = place,
      rule = record.rule }
    local entry = self.entries[key]
    if self.writes then return key end
    left[key] = (left[key] or entry and entry.count or 0) - 1
    return left[key] >= 0 and key or nil
  end
end

-- ---- in the process that reports ----------------------------------------------------

--- Begins with a job, whose verdicts follow.
---@param job yschema.Job
function Baseline:begin(job)
  self.scope = scope_of(relative(job.file.path, self.folder), job.layers and job.entry)
  if self.looked_at[self.scope] == nil then self.looked_at[self.scope] = true end
end

--- Takes a verdict on the job.
---@param verdict yschema.Verdict
function Baseline:take(verdict)
  if verdict.status == 2 then self.looked_at[self.scope] = false end
  for _, key in ipairs(verdict.known or {}) do self.found[key] = (self.found[key] or 0) + 1 end
end

-- Whether the violations of an entry would have been found. A file that is gone has none.
function Baseline:covers(entry, takes_gone)
  local looked_at = self.looked_at[scope_of(entry.file, entry.configuration)]
  if looked_at ~= nil then return looked_at end
  local path = entry.file:sub(1, 1) == "/" and entry.file or self.folder .. "/" .. entry.file
  return takes_gone and not lfs.attributes(path, "mode")
end

--- Lists the entries that no longer occur, or not as often, in order.
---@param takes_gone boolean entries about files that do not exist count, too
---@return yschema.BaselineEntry[] entries the count of each says how many violations are gone
function Baseline:stale(takes_gone)
  local list = {}
  for key, entry in pairs(self.entries) do
    local gone = (entry.count or 1) - (self.found[key] or 0)
    if gone > 0 and self:covers(entry, takes_gone) then
      list[#list + 1] = {
        file = entry.file, configuration = entry.configuration, document = entry.document, path = entry.path,
        rule = entry.rule, count = gone, number = entry.number,
      }
    end
  end
  table.sort(list, file.is_before)
  return list
end

-- The lines of the entries in the file, by their numbers.
local function lines_of(source)
  local documents, lines = core.parse(source, {}), {}
  for _, node in ipairs(documents and documents:outline(1) or {}) do
    for i, item in ipairs(node.key == "violations" and node or {}) do lines[i] = item.line end
  end
  return lines
end

local function in_words(entry)
  local where = entry.document and ("%s (%s)"):format(entry.file, entry.document) or entry.file
  local times = entry.count > 1 and (" %d times"):format(entry.count) or ""
  return ("no violation of %s%s any more: %s%s"):format(entry.rule, times, where,
    entry.path ~= "" and ": " .. entry.path or "")
end

local MOST_SHOWN = 3 -- entries in the text for people

--- Makes the verdict on the file of the baseline, which warns of entries that no longer occur.
---@param stale yschema.BaselineEntry[]
---@param all? boolean the text for people lists all of them
---@return yschema.Verdict
function Baseline:verdict(stale, all)
  local about, lines, shown = report.empty(), lines_of(self.source), {}
  for i, entry in ipairs(stale) do
    local message = in_words(entry)
    local record = rules.record("stale", {
      path = entry.path, rule = entry.rule, severity = "warning", message = message, file = self.path,
      line = lines[entry.number],
    })
    report.identify(record, entry.path, entry.document, entry.file)
    about.warnings[i] = record
    if all or i <= MOST_SHOWN then
      shown[i] = { kind = record.kind, message = message, file = record.file, line = record.line }
    end
  end
  local text = blocks.of_records(shown, "warning")
  if #stale > #shown then
    text = text .. core.printable(("%s: warning: %d more like this (--all shows them)\n"):format(self.path,
      #stale - #shown))
  end
  return { file = self.path, status = 0, report = about, text = text }
end

-- Returns the entry that a key stands for.
local function entry_of(key, count)
  local parts = matches(key .. "\0", "(%Z*)%z")
  return {
    configuration = parts[1] ~= "" and parts[1] or nil, file = parts[2], document = parts[3] ~= "" and parts[3] or nil,
    path = parts[4], rule = parts[5], count = count,
  }
end

--- Counts the violations that were found, and those of them that no entry lists.
---@return integer found
---@return integer new
function Baseline:counts()
  local found, new = 0, 0
  for key, count in pairs(self.found) do
    local entry = self.entries[key]
    local listed = entry and (entry.count or 1) or 0
    found, new = found + count, new + (count > listed and count - listed or 0)
  end
  return found, new
end

--- Writes the violations that were found in place of those entries that they replace.
---@return boolean? ok
---@return string? problem
function Baseline:write()
  local list = {}
  for _, key in ipairs(sorted_keys(self.found)) do list[#list + 1] = entry_of(key, self.found[key]) end
  for key, entry in pairs(self.entries) do
    if not self.found[key] and not self:covers(entry, true) then list[#list + 1] = entry end
  end
  return file.write(self.path, list)
end

-- ---- opening ------------------------------------------------------------------------

-- Lists entries by their keys. When two branches have added the same one, it may be there twice.
local function by_keys(list)
  local entries = {}
  for i, entry in ipairs(list) do
    local key = key_of(entry)
    entry.number, entry.count = i, entry.count or 1
    local other = entries[key]
    if other and other.count > entry.count then entry.count = other.count end
    entries[key] = entry
  end
  return entries
end

--- Opens a baseline.
---@param path string
---@param writes boolean it is written at the end, and need not be there
---@param max_bytes integer
---@param report_owner fun(owner: userdata) gets violations of the file
---@return yschema.Baseline? baseline
---@return string? problem unless it was reported
function baseline.open(path, writes, max_bytes, report_owner)
  path = file_access.tidy(path)
  local source, problem = file.source(path, max_bytes)
  if problem then return nil, ("%s: %s"):format(path, problem) end
  if not source and not writes then
    return nil, ("%s: there is no such file; --write-baseline writes it"):format(path)
  end
  local list = {}
  if source then list = file.read(source, report_owner) end
  if not list then return nil end
  return setmetatable({
    path = path, folder = absolute(file_access.folder_of(path) .. "."), source = source, entries = by_keys(list),
    writes = writes, found = {}, looked_at = {},
  }, Baseline)
end

return baseline
