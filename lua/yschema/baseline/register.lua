--- The baselines of one call. Each is opened once, however many configurations name it.
--
-- @module yschema.baseline.register

local any = require("yschema.base.plain_tables").any
local core = require "yschema.core"
local lazily = require "yschema.base.lazily"
local baseline = lazily "yschema.baseline.baseline"

local register = {}

---@class yschema.BaselineRegister
---@field list yschema.Baseline[] in the order in which they were opened
---@field private by_path table<string, yschema.Baseline>
---@field private settings yschema.Settings
---@field private report fun(owner: userdata)
---@field private path? string the baseline of all jobs
---@field private writes boolean
local Register = {}
Register.__index = Register

-- Opens a baseline. From then on, schemas keep the records of all violations, because each one may be known.
function Register:open(path)
  if self.by_path[path] then return true end
  local opened, problem = baseline.open(path, self.writes, self.settings.max_bytes, self.report)
  if not opened then return nil, problem and ("%s %s"):format(self.path and "--baseline" or "baseline:", problem) end
  self.settings.fold_repeats = false
  self.list[#self.list + 1], self.by_path[path] = opened, opened
  return true
end

--- Opens the baselines of entries. This has to be done before schemas are compiled.
---@param entries { baseline: string? }[] it may have a field `baseline` itself
---@return boolean? ok
---@return string? problem unless it was reported
function Register:open_all(entries)
  if self.path then return self:open(self.path) end
  local wanted = { entries.baseline }
  for _, entry in ipairs(entries) do wanted[#wanted + 1] = entry.baseline end
  for _, path in ipairs(wanted) do
    local ok, problem = self:open(path)
    if not ok then return nil, problem end
  end
  return true
end

--- Returns an opened baseline.
---@param path? string the one that the project file names
---@return yschema.Baseline?
function Register:of(path) return self.by_path[self.path or path or ""] end

--- Returns whether a file is one of the baselines.
---@param key? string its identity
---@return boolean
function Register:has(key)
  return any(self.list, function(opened) return key and core.identity(opened.path) == key end)
end

--- Makes an empty register.
---@param settings yschema.Settings
---@param report fun(owner: userdata) gets violations of the files
---@param request { baseline: string?, write_baseline: boolean? } the baseline of all jobs, in place of those that the
---  project file names; and whether the baselines are written at the end
---@return yschema.BaselineRegister
function register.new(settings, report, request)
  return setmetatable({
    list = {}, by_path = {}, settings = settings, report = report, path = request.baseline,
    writes = request.write_baseline or false,
  }, Register)
end

return register
