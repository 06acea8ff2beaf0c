--- Open files that no project file lists: those that name their schemas are validated by these,
-- schemas are compiled, and of others, the syntax is validated, and a message says how they get a schema.
--
-- @module yschema.server.lone_files

local core = require "yschema.core"
local diagnostics = require "yschema.server.diagnostics"
local file_access = require "yschema.base.file_access"
local file_kinds = require "yschema.base.file_kinds"
local lfs = require "lfs"
local load_paths = require "yschema.code.load_paths"
local modelines = require "yschema.batch.modelines"
local project = require "yschema.batch.project"
local report = require "yschema.report.report"
local schemas = require "yschema.pipeline.schemas"

local lone_files = {}

--- A file that the project file does not list.
---@class yschema.LoneFile
---@field path string absolute
---@field head string how it names its schema; "" if it does not
---@field jobs yschema.Job[] when it names one
---@field content yschema.EditorText? its text when they were looked for
---@field is_schema boolean
---@field source? userdata when it has just been read
---@field is_remote? boolean it names a JSON Schema on another site

-- ---- schemas ------------------------------------------------------------------------

-- Returns the first of some places that can be read; nil: there is none, or the schema has it already.
local function read_first(schema, places)
  for _, place in ipairs(places) do
    if schema.sources[place] then return nil end
    local loaded = file_access.read(place, place, schema.settings.max_bytes)
    if loaded then return loaded end
  end
end

-- Makes what code may `load` available, where the code will look for it.
local function offer_loaded(schema, source)
  local directory = file_access.folder_of(source:name())
  for word in source:text():gmatch "load%s*%(%s*[\"']([^\"'\n]+)[\"']" do
    local loaded = file_kinds.is_library(word) and read_first(schema, load_paths.places(word, directory))
    if loaded then
      schemas.offer(schema, loaded)
      offer_loaded(schema, loaded)
    end
  end
end

--- Compiles a schema, with the files that its code loads.
---@param source userdata
---@param settings yschema.Settings
---@return yschema.CoreSchema? schema nil: it is none
---@return boolean ok false when its core schema has errors
function lone_files.compile(source, settings)
  local schema = schemas.new(settings)
  schemas.offer(schema, source)
  offer_loaded(schema, source)
  if schemas.add(schema, source) == false then return nil, false end
  return schema, schemas.compile(schema)
end

-- ---- files and their jobs -----------------------------------------------------------

--- Looks for the jobs of an open file. While it and how it names its schema stay the same, they are looked for once.
---@param folder yschema.EditedFolder
---@param key string the identity of the file
---@param path string absolute
---@return yschema.LoneFile
function lone_files.find(folder, key, path)
  local lone, head, open = folder.lone[key], modelines.key_of_file(path), folder.texts:of_path(path)
  local content, name = open and open.content, folder:relative(path)
  if lone and (content == lone.content or head ~= "" and lone.head == head) then
    lone.content = content
    return lone
  end
  lone_files.forget(folder, key)
  lone = { head = head, path = path, content = content, jobs = {}, is_schema = false }
  folder.lone[key] = lone
  if head ~= "" and not folder.failed then
    lone.jobs = folder:make_jobs({ name }, name) or {}
  else
    lone.source = file_access.read(name, name, folder.settings.max_bytes)
    lone.is_schema = lone.source ~= nil and lone.source:likely_schema()
  end
  return lone
end

-- Patterns that look at too many names do so until another project file is there, so nothing else is a reason to list
-- files again.

--- Returns whether a file has named a schema, and does not name it any more, so that nothing may need the schema now.
---@param folder yschema.EditedFolder
---@param key string
---@param path string
---@param head string how it names its schema now
---@return boolean
function lone_files.has_left(folder, key, path, head)
  local lone = folder.lone[key]
  if folder.is_costly or lone == nil or lone.head == "" then return false end
  return lone.head ~= head or not folder.texts:of_path(path)
end

--- Returns whether a file that is seen for the first time may have been made since the files of the project were
-- listed, so that the project file may list it. Not all editors report files that are made.
---@param folder yschema.EditedFolder
---@param key string
---@param path string absolute
---@return boolean
function lone_files.is_made(folder, key, path)
  if folder.is_costly or folder.lone[key] or not file_kinds.holds_data(path) then return false end
  local since = lfs.attributes(path, "change") -- when it got its name, too
  return since ~= nil and since >= folder.listed_at - 1 -- the clock of files may be late
end

--- Forgets what is known about a file, and its diagnostics.
---@param folder yschema.EditedFolder
---@param key string
function lone_files.forget(folder, key)
  local lone = folder.lone[key]
  if not lone then return end
  folder:forget(key)
  folder:forget(folder:relative(lone.path))
  folder:forget_jobs(lone.jobs)
  folder.lone[key] = nil
end

-- Adds the diagnostics of a schema.
local function add_schema(folder, key, source)
  local schema
  folder:note_schemas(function() schema = lone_files.compile(source, folder.settings) end)
  if not schema then return end
  folder:add(key, report.new(schema.core))
  schema.core:close()
end

-- Of a file without a schema, only the syntax is known. A text with code can be read only after the code has run.
local function add_syntax(folder, key, source)
  if source:has_code() then return end
  local documents, owner = core.parse(source, folder.settings)
  if owner then folder:add(key, report.new(owner)) end
  (documents or owner):close()
end

-- Says that a JSON Schema on another site is not read. Returns whether the file names one.
local function add_remote(folder, key, path)
  local found = modelines.of_file(path)
  if not found or not found.remote then return false end
  folder:add(key, diagnostics.warning(folder:relative(path), found.line, found.problem))
  return true
end

--- Validates an open file. It may name its schema itself, or be a schema.
---@param folder yschema.EditedFolder
---@param key string
---@param path string
function lone_files.validate(folder, key, path)
  local lone = lone_files.find(folder, key, path)
  for _, job in ipairs(lone.jobs) do folder:run(job) end
  local source = lone.source
  lone.source = nil
  if not source then return end
  local add = lone.is_schema and not folder.failed and add_schema or add_syntax
  add(folder, key, source)
  lone.is_remote = add_remote(folder, key, path)
  source:close()
end

-- ---- files without a schema ----------------------------------------------------------

local TEXT = "%s is in no configuration of %s, so only its syntax is validated: list it there, or name its schema in"
  .. " its first line: # yschema: schema=FILE"

-- Returns the name of an open file that has neither a configuration nor a schema, and is no schema.
local function unlisted(folder, key)
  local lone = not folder.failed and folder.lone[key]
  return lone and lone.head == "" and not lone.is_schema and not lone.is_remote and folder:relative(lone.path) or nil
end

--- Sends a message about the first saved file of a project that no configuration lists and that names no schema.
---@param server yschema.LanguageServer
---@param folder yschema.EditedFolder
---@param changed table<string, string> the paths of changed files by their identities
function lone_files.mention(server, folder, changed)
  if server.has_mentioned or lfs.attributes(folder.path .. project.NAME, "mode") ~= "file" then return end
  for key, path in next, changed do
    local file = unlisted(folder, key)
    local is_saved = lfs.attributes(path, "mode") ~= nil -- of a new file, a pattern may be true when it is saved
    if file and is_saved and server.texts:of_path(path) then
      server.has_mentioned = true
      return server:notify("window/showMessage", { type = 3, message = TEXT:format(file, project.NAME) })
    end
  end
end

return lone_files
