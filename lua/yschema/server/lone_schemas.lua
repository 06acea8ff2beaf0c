--- What is done about files that no project file names: a schema is compiled as an editor has it, and of another file,
-- a message says how it gets a schema.
--
-- @module yschema.server.lone_schemas

local file_access = require "yschema.base.file_access"
local file_kinds = require "yschema.base.file_kinds"
local lfs = require "lfs"
local load_paths = require "yschema.code.load_paths"
local project = require "yschema.batch.project"
local schemas = require "yschema.pipeline.schemas"

local lone_schemas = {}

local ipairs, next = ipairs, next

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
function lone_schemas.compile(source, settings)
  local schema = schemas.new(settings)
  schemas.offer(schema, source)
  offer_loaded(schema, source)
  if schemas.add(schema, source) == false then return nil, false end
  return schema, schemas.compile(schema)
end

-- ---- files without a schema ----------------------------------------------------------

local TEXT = "%s is in no configuration of %s, so only its syntax is validated: list it there, or name its schema in"
  .. " its first line: # yschema: schema=FILE"

-- Returns the name of an open file that has neither a configuration nor a schema, and is no schema.
local function unlisted(folder, key)
  local lone = not folder.failed and folder.lone[key]
  return lone and lone.head == "" and not lone.is_schema and folder:relative(lone.path) or nil
end

--- Sends a message about the first open file of a project that no configuration lists and that names no schema.
---@param server yschema.LanguageServer
---@param folder yschema.EditedFolder
---@param changed table<string, string> the paths of changed files by their identities
function lone_schemas.mention(server, folder, changed)
  if server.has_mentioned or lfs.attributes(folder.path .. project.NAME, "mode") ~= "file" then return end
  for key, path in next, changed do
    local file = unlisted(folder, key)
    if file and server.texts:of_path(path) then
      server.has_mentioned = true
      return server:notify("window/showMessage", { type = 3, message = TEXT:format(file, project.NAME) })
    end
  end
end

return lone_schemas
