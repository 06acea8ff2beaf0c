--- Finds the configurations of files, and validates them as `yschema check` does in the folder of their project file.
--
-- @module yschema.server.workspace

local attempt = require "yschema.base.attempt"
local core = require "yschema.core"
local diagnostics = require "yschema.server.diagnostics"
local file_access = require "yschema.base.file_access"
local lfs = require "lfs"
local open_texts = require "yschema.server.open_texts"
local ordered_keys = require "yschema.base.ordered_keys"
local positions = require "yschema.server.positions"
local project = require "yschema.batch.project"
local report = require "yschema.report.report"
local schemas = require "yschema.pipeline.schemas"
local validating = require "yschema.batch.validating"
local worklist = require "yschema.batch.worklist"

local workspace = {}

local error, ipairs, pairs, setmetatable, table = error, ipairs, pairs, setmetatable, table

--- A folder in which files are validated: that of a project file, or of a file without one.
---@class yschema.EditedFolder
---@field path string absolute, with a slash at its end
---@field project? string the identity of its project file
---@field texts yschema.OpenTexts
---@field unit yschema.Unit
---@field uri fun(path: string): string the URI of an absolute path, as the editor writes it
---@field private settings yschema.Settings
---@field private read table<string, yschema.EditorText|false> files that were read for their lines
---@field private jobs? table<string, yschema.Job[]> by the identities of their files; nil: to be made
---@field private schemas table<string, boolean> the identities of the files that make schemas, and of project files
---@field private known table<string, yschema.EditorText> the texts of files whose jobs were looked for
---@field private is_new? boolean all jobs were made anew, and their files were not validated since
---@field private last_jobs? table<string, yschema.Job[]> those of the last project without errors
---@field private failed? boolean the project file or a schema has errors, so no file is validated
---@field private results table<any, table<string, table[]>> by jobs: diagnostics by absolute paths
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
    path = path:gsub("/+$", "") .. "/", texts = texts, unit = unit, settings = settings, schemas = {}, results = {},
    known = {}, uri = uri,
  }, Folder)
end

--- Finds the folder of the project file of a file.
---@param path string absolute
---@return string folder with a slash at its end; without a project file, that of the file
---@return boolean has_project
function workspace.folder_of(path)
  local own = file_access.folder_of(path)
  local folder = own
  while folder ~= "" do
    if lfs.attributes(folder .. project.NAME, "mode") == "file" then return folder, true end
    folder = file_access.folder_of(folder:sub(1, -2))
  end
  return own, false
end

-- ---- files --------------------------------------------------------------------------

--- Returns the absolute path of a file that a report names.
---@param file string
---@return string
function Folder:absolute(file)
  if file:sub(1, 1) == "/" then return file_access.normalised(file) end
  return file_access.normalised(self.path .. file)
end

-- Returns the path of a file as `yschema check` lists it in this folder.
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

-- Adds the diagnostics of a report to the result of a job.
function Folder:add(result, about)
  diagnostics.each(about, self:places(), function(file, diagnostic)
    local path = file and self:absolute(file) or self.path .. project.NAME
    result[path] = result[path] or {}
    table.insert(result[path], diagnostic)
  end)
end

-- Notes the files that made a schema.
function Folder:note_schema(owner)
  local _, _, names = owner:violations()
  for _, name in ipairs(names) do self.schemas[open_texts.key(self:absolute(name))] = true end
end

function Folder:note_job(job)
  for _, file in ipairs(job.layers or { job.file }) do
    local key = open_texts.key(self:absolute(file.path))
    self.jobs[key] = self.jobs[key] or {}
    table.insert(self.jobs[key], job)
  end
end

-- Makes jobs as `yschema check WORD...` does.
function Folder:add_jobs(words)
  local result = {}
  self.results[result] = result
  local list = worklist.make({ schema = {}, words = words }, self.settings, function(owner)
    self:note_schema(owner)
    self:add(result, report.new(owner))
  end)
  for i = 1, list and list.jobs:count() or 0 do self:note_job(list.jobs:at(i)) end
  return list ~= nil
end

-- Reads the project file and all schemas again.
function Folder:refresh()
  if not self.failed then self.last_jobs = self.jobs end
  self.is_new, self.known = true, {}
  self.jobs, self.schemas, self.results, self.failed = {}, {}, {}, false
  if lfs.attributes(self.path .. project.NAME, "mode") ~= "file" then return end
  self.project = open_texts.key(self.path .. project.NAME)
  self.schemas[self.project] = true
  self.failed = not self:add_jobs {}
end

-- Does a job, and keeps its diagnostics.
function Folder:run(job)
  local result = {}
  self.results[job] = result
  validating.validate_job(job, function(verdict)
    if verdict.report then self:add(result, verdict.report) end
  end)
end

-- Makes the jobs of a file that the project file does not list. It may name its schema itself, or be a schema.
function Folder:add_alone(key, path)
  if self.jobs[key] or self.schemas[key] then return end
  self.jobs[key] = {}
  local name = self:relative(path)
  local source = file_access.read(name, name, self.settings.max_bytes)
  if not source then return end
  if source:likely_schema() then return self:add_schema(key, source) end
  if not self.failed then self:add_jobs { name } end
  if not self.jobs[key][1] then self:add_syntax(key, source) end
end

-- A schema that no project file names is compiled by itself.
function Folder:add_schema(key, source)
  local result, schema = {}, schemas.new(self.settings)
  self.schemas[key] = true
  self.results[key] = result
  if schemas.add(schema, source) == false then return end
  schemas.compile(schema)
  self:note_schema(schema.core)
  self:add(result, report.new(schema.core))
  schema.core:close()
end

-- Of a file without a schema, only the syntax is known.
function Folder:add_syntax(key, source)
  local documents, owner = core.parse(source, self.settings)
  self.results[key] = {}
  if owner then self:add(self.results[key], report.new(owner)) end
  (documents or owner):close()
  self.jobs[key] = nil -- it is parsed again
end

-- Makes the jobs anew if one of the changed files makes schemas.
function Folder:update(changed)
  self.read = {}
  local anew = self.jobs == nil
  for key in pairs(changed) do anew = anew or self.schemas[key] end
  if anew then self:refresh() end
end

-- Validates changed files in the working directory of the folder.
function Folder:validate_here(changed, open)
  self:update(changed)
  local anew = self.is_new
  self.is_new = false
  local done, paths = {}, anew and open or changed
  for _, key in ipairs(ordered_keys(paths)) do
    self:add_alone(key, paths[key])
    for _, job in ipairs(self.jobs[key] or {}) do
      if not done[job] then self:run(job) end
      done[job] = true
    end
  end
end

--- Validates all that depends on files that have changed.
---@param changed table<string, string> the paths of files by their identities
---@param open table<string, string> those of all open files of the folder
---@return table<string, table[]> diagnostics all that the folder has, by absolute paths
function Folder:validate(changed, open)
  self:within(self.validate_here, self, changed, open)
  return self:all()
end

--- Calls a function in the working directory of the folder.
---@param action function
---@return any result its first one
function Folder:within(action, ...)
  local before = lfs.currentdir()
  lfs.chdir(self.path)
  local ok, result = attempt(action, ...)
  lfs.chdir(before)
  if not ok then error(result, 0) end
  return result
end

-- ---- questions about files ----------------------------------------------------------

--- Returns the jobs in which a file is, and whether it is a schema. While the project or a schema has errors, these are
-- the last ones without.
---@param key string its identity
---@param path string absolute
---@param changed table<string, string> the paths of changed files by their identities
---@return { jobs: yschema.Job[], is_schema: boolean, is_project: boolean }
function Folder:about(key, path, changed)
  return self:within(function()
    self:update(changed)
    local open = self.texts:of_path(path)
    if not open or self.known[key] ~= open.content then self:add_alone(key, path) end
    self.known[key] = open and open.content
    local jobs = self.jobs[key]
    if self.failed and not (jobs and jobs[1]) then jobs = self.last_jobs and self.last_jobs[key] end
    return { jobs = jobs or {}, is_schema = self.schemas[key] == true and key ~= self.project,
      is_project = key == self.project }
  end)
end

-- Validates all files that were not validated yet. Returns the diagnostics of all files by their absolute paths.
local function validate_rest(self)
  self:update {}
  local all = {}
  for _, key in ipairs(ordered_keys(self.jobs)) do
    for _, job in ipairs(self.jobs[key]) do
      if not self.results[job] then self:run(job) end
      for _, file in ipairs(job.layers or { job.file }) do all[self:absolute(file.path)] = {} end
    end
  end
  for path, list in pairs(self:all()) do all[path] = list end
  return all
end

--- Validates all files of the project.
---@return table<string, table[]> diagnostics by absolute paths, also of files that have none
function Folder:validate_all() return self:within(validate_rest, self) end

--- Returns all diagnostics.
---@return table<string, table[]> by absolute paths
function Folder:all()
  local all = {}
  for _, result in pairs(self.results) do
    for path, list in pairs(result) do
      all[path] = all[path] or {}
      for _, diagnostic in ipairs(list) do table.insert(all[path], diagnostic) end
    end
  end
  return all
end

return workspace
