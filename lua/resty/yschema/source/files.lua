--- The source that `resty.yschema.new` uses when it is given none: files on the disk.
--
-- A changed file is read when it has been unchanged for a moment. All files of one look are read through the same
-- targets of links: see `resty.yschema.source.links`. Reading blocks.
--
-- @module resty.yschema.source.files

local core = require "yschema.core"
local links = require "resty.yschema.source.links"
local report = require "yschema.report.report"
local source_files = require "yschema.pipeline.source_files"
local texts = require "resty.yschema.source.texts"

local files = {}

--- The files of a configuration.
---@class resty.yschema.Paths
---@field schema string[]
---@field values string[]
---@field allow_empty? boolean what has no content counts for nothing

---@class resty.yschema.Files: resty.yschema.Source
---@field private paths resty.yschema.Paths
---@field private settings yschema.Settings
---@field private interval number
---@field private settle number
---@field private look? table the last look, which `read` returns next
---@field private again? boolean what was read last had an error: it is read again, even if it is unchanged
local Files = { blocking = true }
Files.__index = Files

local remedy = ": its writer is not ready, or has failed. If it may be empty, set the option allow_empty"

-- Returns the error of a path without content; nil when it has some.
local function empty_error(path, found)
  if found[1] == nil then return report.of_error("read", path, "the folder has no files" .. remedy) end
  for _, source in ipairs(found) do
    if source_files.is_empty(source) then
      return report.of_error("read", source:name(), "the file has no content" .. remedy)
    end
  end
end

--- Reads files, all through the same targets of links.
---@param paths resty.yschema.Paths
---@param settings yschema.Settings
---@return resty.yschema.Text[]? list
---@return yschema.Report? report what cannot be read
---@return boolean? is_unfinished files have no content
function files.texts(paths, settings)
  local owner, list, look = core.schema(settings), {}, links.new()
  local function place(path) return look:resolve(links.absolute(path)) end
  local unfinished
  local function add(role, path)
    local found = source_files.sources(owner, path, settings.max_bytes, place)
    for _, source in ipairs(found) do
      list[#list + 1] = { role = role, name = source:name(), text = source:text() }
    end
    if paths.allow_empty or owner:exit_status() ~= 0 then return end
    unfinished = unfinished or empty_error(path, found)
  end
  for _, path in ipairs(paths.schema) do add("S", path) end
  for _, path in ipairs(paths.values) do add("V", path) end
  local about = owner:exit_status() ~= 0 and report.new(owner) or nil
  owner:close()
  if about or unfinished then return nil, about or unfinished, about == nil end
  return list
end

--- Makes the source.
---@param paths resty.yschema.Paths
---@param settings yschema.Settings
---@param interval number seconds between two looks
---@param settle number seconds for which a changed file must rest
---@return resty.yschema.Files
function files.new(paths, settings, interval, settle)
  return setmetatable({ paths = paths, settings = settings, interval = interval, settle = settle }, Files)
end

-- Looks at the files once. The revision is a digest of the texts, or of the report.
local function look_at(self)
  local list, about, unfinished = files.texts(self.paths, self.settings)
  local what = list and texts.pack(list) or "error " .. tostring(about)
  return { list = list, report = about, revision = ngx.md5(what), unfinished = unfinished }
end

-- Reads the texts when there is no time to wait until files are unchanged for a moment: two looks must agree.
local function steady_look(self)
  local look = look_at(self)
  for _ = 1, 20 do
    local again = look_at(self)
    if again.revision == look.revision then return look end
    look = again
  end
  return { report = report.of_error("read", self.paths.schema[1],
    "the files change all the time while they are read"), revision = look.revision }
end

--- Reads the texts. See `resty.yschema.Source`.
---@return resty.yschema.Text[]? list
---@return string|yschema.Report revision_or_report
---@return string? revision of a report
function Files:read()
  local look = self.look or steady_look(self)
  self.look = nil
  if look.list then return look.list, look.revision end
  return nil, look.report, look.revision
end

-- Whether files stay as they are for a second. Looks are repeated, because a program may empty and fill a file again
-- and again.
local function stays_empty(self, look)
  for _ = 1, 10 do
    ngx.sleep(0.1)
    if ngx.worker.exiting() or look_at(self).revision ~= look.revision then return false end
  end
  return true
end

--- Looks once whether the files have changed, and are unchanged since then. When an editor moves a file away for a
-- moment, or a writer empties it first, the next look finds it again.
---@param revision? string
---@return "changed"|"timeout"
function Files:wait(revision)
  ngx.sleep(self.interval)
  local look = look_at(self)
  if look.revision == revision and not self.again then return "timeout" end
  ngx.sleep(self.settle)
  local again = look_at(self)
  if again.revision ~= look.revision then return "timeout" end
  -- Its writer may be about to fill it.
  if again.unfinished and again.revision ~= revision and not stays_empty(self, again) then return "timeout" end
  self.look = again
  return "changed"
end

--- Notes an error. The texts are validated again at the next look, because rules may ask for more than the files.
---@param _ string
---@param about? yschema.Report
function Files:validated(_, about) self.again = about ~= nil end

return files
