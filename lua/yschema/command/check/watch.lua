--- Validates files whenever they change, until the user ends it: `yschema check --watch`.
--
-- Folders are watched, and not files: programs replace files, and new ones appear. Each round reads everything again.
--
-- @module yschema.command.check.watch

local matches = require("yschema.base.plain_tables").matches
local colour = require "yschema.report.colour"
local core = require "yschema.core"
local counted = require "yschema.base.writing".counted
local file_access = require "yschema.base.file_access"
local file_kinds = require "yschema.base.file_kinds"
local globs = require "yschema.batch.globs"
local lfs = require "lfs"
local project = require "yschema.batch.project"
local total = require "yschema.sandbox.total"

local watch = {}

--- Says what commands need that wait for files and streams.
watch.NO_LUV = "the Lua module luv is missing; install it (Debian: lua-luv, LuaRocks: luv)"

local concat, getmetatable, io, ipairs, math, os, pairs = table.concat, getmetatable, io, ipairs, math, os, pairs

local INTERRUPTED = 130 -- the status of a command that SIGINT ends
local MOST_FOLDERS = 4096
local PATIENCE = 100 -- milliseconds after a change, in which others may follow

---@class yschema.Watch
---@field uv table
---@field folders table<string, userdata> what watches each folder
---@field unwatched integer folders that the system does not watch
---@field changed table<string, true> paths
---@field files table<string, true> the paths that the last round read
---@field timer userdata
local Watch = {}
Watch.__index = Watch

-- ---- folders ------------------------------------------------------------------------

local function joined(folder, name) return folder == "." and name or folder:gsub("/*$", "/") .. name end

-- Adds a folder and those below it, without those whose names begin with a dot. Links are not followed.
local function add_tree(found, folder)
  if found[folder] or found.count >= MOST_FOLDERS then return end
  found[folder], found.count = true, found.count + 1
  pcall(function() -- the folder may be removed meanwhile
    for name in lfs.dir(folder) do
      local path = joined(folder, name)
      if not name:find "^%." and name ~= "node_modules"
        and lfs.symlinkattributes(path, "mode") == "directory" then
        add_tree(found, path)
      end
    end
  end)
end

-- The folder in which the files of a pattern are.
local function base_of(pattern)
  return pattern:match "^[^*?{]*":match "^(.*)/" or "."
end

-- Returns the folders of the files that were read, and those in which further files may appear.
local function folders_of(options, files)
  local found = { count = 0 }
  for _, word in ipairs(options.rest) do
    if lfs.attributes(word, "mode") == "directory" then
      add_tree(found, file_access.tidy(word):gsub("(.)/+$", "%1"))
    elseif globs.is_pattern(word) then
      add_tree(found, base_of(word))
    end
  end
  local listed = not (options.file[1] or options.json_schema) and (options.project or project.find())
  if listed then add_tree(found, listed:match "^(.*)/" or ".") end
  for path in pairs(files) do
    local folder = path:match "^(.+)/" or path:find "^/" and "/" or "."
    found[folder] = true
  end
  found.count = nil
  return found
end

-- Whether a change is one of a file that may be read, or of a folder.
function Watch:counts(path)
  if self.files[path] or self.folders[path] then return true end
  local ending = path:match "%.(%w+)$"
  if not ending then return lfs.attributes(path, "mode") == "directory" end
  return file_kinds.is_yaml(path) or file_kinds.is_json(path) or ending == "star" or ending == "lua"
end

-- Watches a folder. Returns nil if the system does not.
function Watch:open(folder)
  local handle = self.uv.new_fs_event()
  local ok = handle and handle:start(folder, {}, function(_, name)
    local path = joined(folder, name or "")
    if name and not self:counts(path) then return end
    self.changed[path] = true
    if not self.timer:is_active() then self.timer:start(PATIENCE, 0, function() self.uv.stop() end) end
  end)
  if ok then return handle end
  if handle then handle:close() end
end

-- Watches these folders, and no others.
function Watch:set_folders(wanted)
  self.unwatched = 0
  for folder, handle in pairs(self.folders) do
    -- One that was removed, and is there again, is another folder.
    if not wanted[folder] or self.changed[folder] then
      handle:close()
      self.folders[folder] = nil
    end
  end
  for folder in pairs(wanted) do
    self.folders[folder] = self.folders[folder] or self:open(folder)
    if not self.folders[folder] then self.unwatched = self.unwatched + 1 end
  end
end

-- Waits for a change. Returns false if the user ends the command.
function Watch:wait()
  local uv, goes_on = self.uv, not core.interrupted()
  if not goes_on then return false end
  local signal = uv.new_signal()
  signal:start("sigint", function()
    goes_on = false
    uv.stop()
  end)
  uv.run()
  signal:stop()
  signal:close()
  core.note_interrupts(true)
  return goes_on
end

-- ---- the screen ---------------------------------------------------------------------

-- How many rows a line takes, without its colours.
local function rows_of(line, columns)
  local letters = line:gsub("\27%[[%d;]*m", ""):gsub("[\128-\191]", "")
  return math.max(1, math.ceil(#letters / columns))
end

--- Cuts a report to the rows of a screen. Its last two lines stay: the summary, and what is watched.
---@param text string
---@param rows integer
---@param columns integer
---@return string
function watch.cut(text, rows, columns)
  local lines = matches(text, "([^\n]*)\n")
  local taken, kept = 2, {} -- rows for the line about what is left out, and for the cursor
  local last = math.max(1, #lines - 1)
  for i = last, #lines do taken = taken + rows_of(lines[i], columns) end
  for i = 1, last - 1 do
    taken = taken + rows_of(lines[i], columns)
    if taken > rows then
      kept[#kept + 1] = ("... %s more; without --watch, all are printed"):format(counted(last - i, "line"))
      break
    end
    kept[#kept + 1] = lines[i]
  end
  for i = last, #lines do kept[#kept + 1] = lines[i] end
  return concat(kept, "\n") .. "\n"
end

-- Shows the report of a round. On a terminal, it replaces the one before.
local function show(uv, text)
  if not core.is_terminal(1) then
    io.stdout:write(text, "\n")
    io.stdout:flush()
    return
  end
  local rows, columns = 24, 80
  local tty = uv.new_tty(1, false)
  if tty then
    local width, height = tty:get_winsize()
    if width and width > 0 and height > 0 then rows, columns = height, width end
    tty:close()
  end
  local clears = os.getenv "TERM" ~= "dumb"
  io.stdout:write(clears and "\27[H\27[2J" or "\n", clears and watch.cut(text, rows, columns) or text)
  io.stdout:flush()
end

-- Returns the last line.
function Watch:summary()
  local count = 0
  for _ in pairs(self.folders) do count = count + 1 end
  local others = self.unwatched > 0 and (", but not %d more, which the system refuses"):format(self.unwatched) or ""
  return ("watching %s%s; Ctrl-C ends it\n"):format(counted(count, "folder"), others)
end

-- ---- rounds -------------------------------------------------------------------------

-- Returns a copy of the options for a round, which may change its lists.
local function copied(options)
  local copy = {}
  for name, value in pairs(options) do
    copy[name] = value
    if type(value) == "table" then
      copy[name] = setmetatable({}, getmetatable(value))
      for key, item in pairs(value) do copy[name][key] = item end
    end
  end
  return copy
end

-- Validates all files, the changed ones first. Returns the report, and the problem of an invalid call.
function Watch:round(options, settings, how)
  local parts = {}
  local stream = {
    write = function(stream, ...)
      for _, part in ipairs { ... } do parts[#parts + 1] = part end
      return stream
    end,
    flush = function(stream) return stream end,
  }
  local given = copied(options)
  if colour.wanted(given.color or "auto", core.is_terminal(1), os.getenv) then given.color = "always" end
  given.columns = core.terminal_columns(1)
  self.files = {}
  function given.take_jobs(jobs)
    jobs:put_first(self.changed)
    for i = 1, jobs:count() do
      local job = jobs:at(i)
      for _, file in ipairs(job.layers or { job.file }) do self.files[file.path] = true end
    end
  end
  local out = how.new_printer(given, { out = stream, err = stream })
  file_access.begin()
  local streams = { out = stream, err = stream }
  local ok, status, problem = pcall(total.within, total.new(), how.validate, given, settings, streams, out)
  for _, path in pairs(file_access.finish()) do self.files[path] = true end
  file_access.begin()
  if not ok then out:complain(tostring(status)) end
  return concat(parts), problem
end

--- Validates files whenever they change.
---@param options table
---@param settings yschema.Settings
---@param out yschema.Printer
---@param how { validate: function, new_printer: fun(options: table, streams: yschema.Streams): yschema.Printer }
---  `validate(options, settings, streams, out)` returns a status, and the problem with the call
---@return integer status
function watch.run(options, settings, out, how)
  local found, uv = pcall(require, "luv")
  if not found then return out:complain("--watch: " .. watch.NO_LUV) end
  local watcher = setmetatable({
    uv = uv, folders = {}, unwatched = 0, changed = {}, files = {}, timer = uv.new_timer(),
  }, Watch)
  local is_first = true
  core.note_interrupts(true)
  repeat
    local text, problem = watcher:round(options, settings, how)
    if is_first and problem then return out:complain(problem) end
    is_first = false
    watcher:set_folders(folders_of(options, watcher.files))
    watcher.changed = {}
    if not core.interrupted() then
      show(uv, text .. watcher:summary())
    end
  until not watcher:wait()
  if core.is_terminal(1) then io.stdout:write "\n" end
  return INTERRUPTED
end

return watch
