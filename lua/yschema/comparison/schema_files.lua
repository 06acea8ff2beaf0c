--- Loads the schemas of a comparison from files, folders, and files of a git revision, with the files that their code
-- loads.
--
-- @module yschema.comparison.schema_files

local core = require "yschema.core"
local file_access = require "yschema.base.file_access"
local revisions = require "yschema.comparison.revisions"
local changed = require "yschema.base.plain_tables".changed
local schemas = require "yschema.pipeline.schemas"
local source_files = require "yschema.pipeline.source_files"

local schema_files = {}

local folder_of, normalised = file_access.folder_of, file_access.normalised

-- Lists the files that the code of a text loads.
local function loaded_by(text)
  local modules = {}
  if not text:find("load", 1, true) then return modules end
  for line in text:gmatch "[^\n]+" do
    local module = line:match "^%s*#@%s*load%s*%(%s*[\"']([^\"'@][^\"']*)[\"']"
      or line:match "^%s*load%s*%(%s*[\"']([^\"'@][^\"']*)[\"']"
    if module and module:sub(1, 1) ~= "/" then modules[#modules + 1] = module end
  end
  return modules
end

-- Offers the files that code loads. `load` itself reports those that do not exist.
local function offer_loaded(schema, source, path, read, seen)
  for _, module in ipairs(loaded_by(source:text())) do
    local name, file = folder_of(source:name()) .. module, normalised(folder_of(path) .. module)
    if not seen[file] then
      seen[file] = true
      local text = read(file)
      if text then
        local other = core.source(name, text)
        schema.sources[name] = other
        schema.offered[#schema.offered + 1] = other
        offer_loaded(schema, other, file, read, seen)
      end
    end
  end
end

-- ---- files of a revision ------------------------------------------------------------

local function revision_sources(schema, word, name, path)
  local revision, problem = revisions.open(name)
  if not revision then
    schema.core:add_error("READ", word, problem)
    return {}
  end
  local sources = {}
  for _, file in ipairs(revisions.files(revision, path) or { path }) do
    local text
    text, problem = revisions.read(revision, file)
    local shown = ("git:%s:%s"):format(name, file)
    if not text then
      schema.core:add_error("READ", shown, problem)
    else
      sources[#sources + 1] = { source = core.source(shown, text), path = file }
    end
  end
  return sources, function(file) return (revisions.read(revision, file)) end
end

-- ---- files --------------------------------------------------------------------------

local function read_file(max_bytes)
  return function(path)
    local source = file_access.read(path, path, max_bytes)
    return source and source:text()
  end
end

local function sources_of(schema, word)
  local name, path = revisions.parts(word)
  if name then return revision_sources(schema, word, name, path) end
  local sources = {}
  for _, source in ipairs(source_files.sources(schema.core, word, schema.settings.max_bytes)) do
    sources[#sources + 1] = { source = source, path = source:name() }
  end
  return sources, read_file(schema.settings.max_bytes)
end

-- ---- schemas ------------------------------------------------------------------------

-- The settings for a schema whose reports programs read.
local function own_settings(settings) return changed(settings, { fold_repeats = false, skip_validation = false }) end

--- Makes a schema for a comparison from an object of the API.
---@param object yschema.CoreSchema
---@return yschema.CoreSchema
function schema_files.of_object(object)
  return { core = object.core, settings = own_settings(object.settings), sources = object.sources,
    offered = object.offered, session = object.session }
end

--- Loads a schema from files.
---@param words string[] paths, or `git:REV:path`
---@param settings yschema.Settings
---@return yschema.CoreSchema schema with the records of its errors, when it could not be compiled
---@return boolean ok
function schema_files.load(words, settings)
  local schema, given = schemas.new(own_settings(settings)), {}
  for _, word in ipairs(words) do
    local sources, read = sources_of(schema, word)
    local seen = {}
    for _, entry in ipairs(sources) do
      seen[normalised(entry.path)] = true
      given[#given + 1] = entry
    end
    for _, entry in ipairs(sources) do offer_loaded(schema, entry.source, entry.path, read, seen) end
  end
  local documents = {}
  for _, entry in ipairs(given) do
    if not schemas.offer(schema, entry.source) then documents[#documents + 1] = entry.source end
  end
  local count = 0
  for _, source in ipairs(documents) do
    if schemas.add(schema, source) ~= false then count = count + 1 end
  end
  if count == 0 and schema.core:exit_status() == 0 then
    require("yschema.pipeline.missing_schema").add_record(schema.core, documents, {})
  end
  return schema, schemas.compile(schema)
end

return schema_files
