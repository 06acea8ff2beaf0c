--- Finds the configurations of files, and validates them as `yschema check` does in the folder of their project file.
--
-- @module yschema.server.workspace

local crossref = require "yschema.server.crossref"
local attempt = require "yschema.base.attempt"
local core = require "yschema.core"
local diagnostics = require "yschema.server.diagnostics"
local file_access = require "yschema.base.file_access"
local file_kinds = require "yschema.base.file_kinds"
local lfs = require "lfs"
local lone_files = require "yschema.server.lone_files"
local modelines = require "yschema.batch.modelines"
local open_texts = require "yschema.server.open_texts"
local ordered_keys = require "yschema.base.ordered_keys"
local packs = require "yschema.packs.packs"
local positions = require "yschema.server.positions"
local project = require "yschema.batch.project"
local report = require "yschema.report.report"
local validation = require "yschema.batch.validation"
local worklist = require "yschema.batch.worklist"

local workspace = {}

--- A folder in which files are validated: that of a project file, or of a file without one.
---@class yschema.EditedFolder
---@field path string absolute, with a slash at its end
---@field texts yschema.OpenTexts
---@field unit yschema.Unit
---@field uri fun(path: string): string the URI of an absolute path, as the editor writes it
---@field settings yschema.Settings
---@field private read table<string, yschema.EditorText|false> files that were read for their lines
---@field private jobs? table<string, yschema.Job[]> by the identities of their files; nil: to be made
---@field private heads table<string, string> how files name their schemas, by the identities of the files
---@field lone table<string, yschema.LoneFile> by the identities of the files
---@field reading table another one whenever the files are read again
---@field listed_at? number the time at which the files of the project were listed
---@field private schemas table<string, boolean> the identities of the files that make schemas, and of project files
---@field failed? boolean the project file or a schema has errors, so no file is validated
---@field is_costly? boolean it has failed after its patterns have looked at as many names as they may
---@field private is_new? boolean all jobs were made anew, and their files were not validated since
---@field private last_jobs? table<string, yschema.Job[]> those of the last project without errors
---@field private found table<string, table<any, table[]>> diagnostics by absolute paths, and by what they result from
---@field private paths table<any, string[]> the paths of the diagnostics, by what they result from
---@field private crossref yschema.Crossref
---@field private open table<string, string> the paths of its open files by their identities
---@field touched table<string, boolean> the absolute paths whose diagnostics may have changed
local Folder = {}
Folder.__index = Folder

--- Makes a folder.
---@param path string absolute
---@param texts yschema.OpenTexts
---@param unit yschema.Unit
---@param settings yschema.Settings
---@param uri fun(path: string): string
---@return yschema.EditedFolder
function workspace.folder(path, texts, unit, settings, uri)
  return setmetatable({
    path = path:gsub("/+$", "") .. "/", texts = texts, unit = unit, settings = settings, uri = uri,
    schemas = {}, heads = {}, lone = {}, reading = {}, found = {}, paths = {}, touched = {}, open = {},
    crossref = crossref.new(),
  }, Folder)
end

--- Finds the folder of the project file of a file.
---@param path string absolute
---@return string folder with a slash at its end; without a project file, that of the file, or the nearest one above it
---  that is there and may be entered
function workspace.folder_of(path)
  local folder, own = file_access.folder_of(path), nil
  while folder ~= "" do
    if lfs.attributes(folder .. project.NAME, "mode") == "file" then return folder end
    own = own or lfs.attributes(folder .. ".", "mode") == "directory" and folder or nil -- it may be entered
    folder = file_access.folder_of(folder:sub(1, -2))
  end
  return own or "/"
end

-- ---- files --------------------------------------------------------------------------

--- Returns the absolute path of a file that a report names.
---@param file string
---@return string
function Folder:absolute(file)
  return file_access.normalised(packs.file(file) or file_access.placed(self.path, file))
end

--- Returns the path of a file as `yschema check` lists it in this folder.
function Folder:relative(path)
  return path:sub(1, #self.path) == self.path and path:sub(#self.path + 1) or path
end

--- Returns the text of a file that a report names.
---@param file string
---@return yschema.EditorText? nil: it cannot be read
function Folder:text_of(file)
  local path = self:absolute(file)
  local open = self.texts:of_path(path)
  if open then return open.content end
  local known = self.read[path]
  if known == nil then
    local source = core.read(path, path, self.settings.max_bytes)
    known = source and positions.of(source:text()) or false
    if source then source:close() end
    self.read[path] = known
  end
  return known or nil
end

function Folder:places()
  return {
    text = function(file) return self:text_of(file) end,
    uri = function(file) return self.uri(self:absolute(file)) end, unit = self.unit,
  }
end

-- ---- results ------------------------------------------------------------------------

--- Adds the diagnostics of a report to what something results in, such as a job. Those that are in no file are about
-- the project file.
---@param cause any
---@param about yschema.Report
function Folder:add(cause, about)
  diagnostics.each(about, self:places(), function(file, diagnostic)
    local path = self:absolute(file or project.NAME)
    local found = self.found[path] or {}
    self.found[path], self.touched[path] = found, true
    if not found[cause] then
      found[cause] = {}
      self.paths[cause] = self.paths[cause] or {}
      table.insert(self.paths[cause], path)
    end
    table.insert(found[cause], diagnostic)
  end)
end

--- Forgets the diagnostics that something resulted in.
---@param cause any
function Folder:forget(cause)
  for _, path in ipairs(self.paths[cause] or {}) do
    self.touched[path] = true
    self.found[path][cause] = nil
    if not next(self.found[path]) then self.found[path] = nil end
  end
  self.paths[cause] = nil
end

-- Forgets everything.
function Folder:clear()
  for path in pairs(self.found) do self.touched[path] = true end
  self.jobs, self.schemas, self.heads, self.lone, self.reading, self.found, self.paths = nil, {}, {}, {}, {}, {}, {}
  self.crossref = crossref.new()
end

--- Returns the diagnostics of a file.
---@param path string absolute
---@return table[]
function Folder:of(path)
  local all = {}
  for _, list in pairs(self.found[path] or {}) do
    for _, diagnostic in ipairs(list) do all[#all + 1] = diagnostic end
  end
  return all
end

-- ---- jobs ---------------------------------------------------------------------------

--- Calls a function, and notes the files that it reads: they make schemas.
---@param call fun(): any
---@return any result
function Folder:note_schemas(call)
  file_access.begin()
  local ok, result = attempt(call)
  for key in pairs(file_access.finish()) do self.schemas[key] = true end
  if not ok then error(result, 0) end
  return result
end

--- Makes jobs as `yschema check WORD...` does.
---@param words string[]
---@param about string the file that a problem with the call is about
---@return yschema.Job[]? nil: a schema or the project file has errors
function Folder:make_jobs(words, about)
  local list = self:note_schemas(function()
    local function add(owner) self:add(about, report.new(owner)) end
    local request = { schema = {}, words = words, references = true, take_invalid = diagnostics.taker(self, about) }
    local list, problem, over = worklist.make(request, self.settings, add)
    self.is_costly = over
    if problem then self:add(about, report.of_error("usage", about, problem)) end
    return diagnostics.add_notes(self, about, list)
  end)
  local jobs = list and {}
  for i = 1, list and list.jobs:count() or 0 do jobs[i] = list.jobs:at(i) end
  self.crossref:add(jobs or {})
  return jobs
end

-- Calls a function with the identity of each file of a job.
function Folder:each_key(job, call)
  for _, file in ipairs(job.layers or { job.file }) do call(open_texts.key(self:absolute(file.path))) end
end

-- Reads the project file and all schemas again.
function Folder:refresh()
  if self.jobs and not self.failed then self.last_jobs = self.jobs end
  self:clear()
  self.is_new, self.jobs, self.failed, self.listed_at = true, {}, false, os.time()
  self.schemas[open_texts.key(self.path .. project.NAME)] = true
  if lfs.attributes(self.path .. project.NAME, "mode") ~= "file" then return end
  local jobs = self:make_jobs({}, project.NAME)
  self.failed = not jobs
  for _, job in ipairs(jobs or {}) do
    self:each_key(job, function(key)
      self.jobs[key] = self.jobs[key] or {}
      table.insert(self.jobs[key], job)
    end)
  end
end

-- Returns the jobs that have an open file, as a set.
function Folder:open_jobs()
  local found = {}
  for key in pairs(self.open) do
    for _, job in ipairs(self.jobs[key] or self.lone[key] and self.lone[key].jobs or {}) do found[job] = true end
  end
  return found
end

--- Forgets jobs, and their diagnostics.
---@param jobs yschema.Job[]
function Folder:forget_jobs(jobs)
  for _, job in ipairs(jobs) do self:forget(job) end
  self.crossref:remove(jobs, function(cause) self:forget(cause) end)
end

--- Does a job, and keeps its diagnostics. Those of jobs without an open file are forgotten.
---@param job yschema.Job
---@param always? boolean the diagnostics are kept anyway
function Folder:run(job, always)
  self:forget(job)
  self.crossref:forget(job)
  local is_wanted = always
  self:each_key(job, function(key) is_wanted = is_wanted or self.open[key] ~= nil end)
  if not is_wanted then return end
  local note = self.crossref:begin(job)
  validation.validate_job(job, function(verdict)
    note(verdict)
    if verdict.report then self:add(job, verdict.report) end
  end)
end

-- Compares the documents of each configuration in which something has changed, and keeps what is wrong with those of
-- some jobs.
function Folder:compare(jobs)
  self.crossref:compare(jobs, function(cause) self:forget(cause) end, function(cause, verdict)
    if verdict.report then self:add(cause, verdict.report) end
  end)
end

-- ---- validation ---------------------------------------------------------------------

-- Whether a file was listed under a name that it does not have any more.
function Folder:is_renamed(key, path)
  for _, job in ipairs(self.jobs[key] or {}) do
    for _, file in ipairs(job.layers or { job.file }) do
      local listed = self:absolute(file.path)
      if listed == path or open_texts.key(listed) == key then return false end
    end
  end
  return self.jobs[key] ~= nil
end

-- Whether the schemas or the list of jobs may be others after files have changed. A file may name its schema.
function Folder:is_outdated(changed)
  if not self.jobs or self.failed and not self.is_costly and next(changed) then return true end
  local outdated = false
  for key, path in pairs(changed) do
    local head = modelines.key_of_file(path)
    local names = self.jobs[key] and self.jobs[key][1].by_modeline
    outdated = outdated or self.schemas[key] or names and self.heads[key] ~= head
      or lone_files.has_left(self, key, path, head)
      or self:is_renamed(key, path) or not self.jobs[key] and lone_files.is_made(self, key, path)
    self.heads[key] = head
  end
  return outdated
end

-- Validates a file, and what it is a part of.
function Folder:validate_file(key, path, done)
  for _, job in ipairs(self.jobs[key] or {}) do
    if not done[job] then self:run(job) end
    done[job] = true
  end
  if self.jobs[key] or self.schemas[key] or not file_kinds.holds_data(path) then return end
  if self.open[key] then lone_files.validate(self, key, path) else lone_files.forget(self, key) end
end

-- Makes the jobs anew if they may be others.
function Folder:update(changed)
  self.read = {}
  if self:is_outdated(changed) then self:refresh() end
end

-- Validates changed files in the working directory of the folder.
function Folder:validate_here(changed, open)
  self.open = open
  if not next(open) then return self:clear() end
  self:update(changed)
  local done, paths = {}, self.is_new and open or changed
  self.is_new = false
  for _, key in ipairs(ordered_keys(paths)) do
    self.heads[key] = self.heads[key] or modelines.key_of_file(paths[key])
    self:validate_file(key, paths[key], done)
  end
  self:compare(self:open_jobs())
end

-- Calls a function in the working directory of the folder.
function Folder:within(action, ...)
  local before = lfs.currentdir()
  assert(lfs.chdir(self.path))
  local ok, result = attempt(action, ...)
  lfs.chdir(before)
  if not ok then error(result, 0) end
  return result
end

--- Notes that files on the disk have changed, so that all is read again.
function Folder:outdate() self:clear() end

--- Validates all that depends on files that have changed.
---@param changed table<string, string> the paths of files by their identities
---@param open table<string, string> those of all open files of the folder
---@return table<string, boolean> paths of the files whose diagnostics may have changed
function Folder:validate(changed, open)
  self:within(self.validate_here, self, changed, open)
  local touched = self.touched
  self.touched = {}
  return touched
end

-- ---- questions about files ----------------------------------------------------------

--- Returns the jobs of a file, and what it is. While the project or a schema has errors, these are the last without.
---@param key string its identity
---@param path string absolute
---@param changed table<string, string> the paths of changed files by their identities
---@return { jobs: yschema.Job[], is_schema: boolean, is_project: boolean }
function Folder:about(key, path, changed)
  return self:within(function()
    self:update(changed)
    local jobs, is_project = self.jobs[key], key == open_texts.key(self.path .. project.NAME)
    local lone = not jobs and not self.schemas[key] and file_kinds.holds_data(path)
      and lone_files.find(self, key, path)
    jobs = jobs or lone and lone.jobs
    if self.failed and not (jobs and jobs[1]) then jobs = self.last_jobs and self.last_jobs[key] end
    local is_schema = self.schemas[key] or lone and lone.is_schema or file_kinds.is_library(path)
    return { jobs = jobs or {}, is_schema = is_schema and not is_project, is_project = is_project }
  end)
end

--- Returns the jobs whose documents are compared with those of a job.
---@param job yschema.Job
---@return yschema.Job[]
function Folder:compared_with(job) return self.crossref:compared_with(job) end

--- Returns the jobs of all files of the project: while it has errors, the last ones without.
---@return table<string, yschema.Job[]> by the identities of the files
function Folder:current_jobs() return self.failed and self.last_jobs or self.jobs or {} end

-- Validates all files. The diagnostics of configurations without an open file are not kept.
local function validate_rest(self)
  self:update {}
  local all, others, seen, kept = {}, {}, {}, self:open_jobs()
  for _, key in ipairs(ordered_keys(self.jobs)) do
    for _, job in ipairs(self.jobs[key]) do
      if not kept[job] and not seen[job] then
        others[#others + 1] = job
        self:run(job, true)
      end
      seen[job] = true
      for _, file in ipairs(job.layers or { job.file }) do all[self:absolute(file.path)] = {} end
    end
  end
  self:compare()
  for path in pairs(self.found) do all[path] = self:of(path) end
  for _, job in ipairs(others) do self:run(job) end
  self:compare(kept)
  return all
end

--- Validates all files of the project.
---@return table<string, table[]> diagnostics by absolute paths, also of files that have none
function Folder:validate_all() return self:within(validate_rest, self) end

return workspace
