--- Finds the texts that a `$ref` leads to: the metaschemas, which are built in, and files beside the text.
--
-- @module yschema.metaschema.other_texts

local addresses = require "yschema.metaschema.addresses"
local core = require "yschema.core"
local file_access = require "yschema.base.file_access"
local metaschema_texts = require "yschema.base.lazily" "yschema.metaschema.metaschema_texts"
local one_value = require "yschema.text.one_value"
local schema_folders = require "yschema.base.lazily" "yschema.metaschema.schema_folders"

local other_texts = {}

local function escaped(name) return (name:gsub("%W", "%%%0")) end

-- Writes a vocabulary, which is a part of the text of its draft, as a text of its own.
local function vocabulary(draft, name, uri)
  local all = one_value.of(core.source(uri, metaschema_texts[draft], false, true), {}, true)
  -- The metaschemas of both vocabularies of formats say the same.
  local own = all["$defs"][(name:gsub("^format%-assertion$", "format-annotation"))]
  if own then
    own["$schema"], own["$id"] = ("https://json-schema.org/draft/%s/schema"):format(draft), uri
    if draft == "2019-09" then own["$recursiveAnchor"] = true else own["$dynamicAnchor"] = "meta" end
    own = core.encode(own, "json"):gsub("#/%$defs/" .. escaped(name) .. "/", "#/")
  end
  return own
end

--- Returns the JSON text of the metaschema, or of the vocabulary, with an address without a fragment; nil when there is
-- none. They are built in, because nothing is read from other sites.
---@param uri string
---@return string?
function other_texts.metaschema(uri)
  local draft = uri:match "^https?://json%-schema%.org/(draft%-0%d)/schema$"
  if draft then return metaschema_texts[draft] end
  local rest
  draft, rest = uri:match "^https?://json%-schema%.org/draft/(20%d%d%-%d%d)/(.*)$"
  if not draft or not metaschema_texts[draft] then return nil end
  if rest == "schema" then return metaschema_texts[draft] end
  local name = rest:match "^meta/([%w-]+)$"
  return name and vocabulary(draft, name, uri)
end

--- Adds the metaschema with an address to a library, if there is one.
---@param self yschema.SchemaLibrary
---@param uri string
---@return any root
function other_texts.built_in(self, uri)
  local json = other_texts.metaschema(uri)
  if not json then return nil end
  local text = self:add(core.source(uri, json, false, true), uri, nil, true)
  text.built_in = true
  return text.root
end

-- Returns the path of a file relative to a text, for an address; nil for another site.
local function path_beside(text, uri)
  local folder, own = file_access.folder_of(text.file), file_access.folder_of(text.base)
  if own ~= "" and uri:sub(1, #own) == own then return folder .. uri:sub(#own + 1) end
  if not addresses.is_absolute(uri) then return file_access.placed(folder, uri) end
  return nil
end

local ELSEWHERE = "%s is on another site, from which nothing is read; put the file beside this one, and refer to it by"
  .. " its name, or name its folder with --schema-folder"

-- Returns the path of the file with an address: that of a folder with schemas, or that beside a text.
local function path_of(text, uri, settings)
  local folder = settings.schema_folder and schema_folders.new(settings.schema_folder, settings.max_bytes)
  folder = settings.schemas_by_id or folder
  local path, problem
  if folder then path, problem = folder:find(uri) end
  path = path or path_beside(text, uri)
  return path, problem or ELSEWHERE:format(uri)
end

-- Reads the file that an address names, which must be a regular one.
local function read_named(text, uri, settings)
  local path, problem_of_address = path_of(text, uri, settings)
  if not path then return nil, problem_of_address end
  local tried
  for _, ending in ipairs { "", ".json" } do
    local source, problem = file_access.read(path .. ending, path .. ending, settings.max_bytes)
    if source then return source end
    if problem == core.NO_FILE then problem = "there is no file " .. path end
    tried = tried or problem
  end
  return nil, tried
end

--- Finds the text with an address without a fragment.
---@param uri string
---@param beside { file: string, base: string } the text that refers to it: its file and its address
---@param settings yschema.Settings its `files` may have the text
---@return userdata? source a core source
---@return string? problem
---@return boolean? is_built_in
function other_texts.source(uri, beside, settings)
  local given = settings.files and settings.files[uri]
  if given then return core.source(uri, given) end
  local json = other_texts.metaschema(uri)
  if json then return core.source(uri, json, false, true), nil, true end
  return read_named(beside, uri, settings)
end

--- Returns the first error of a text that cannot be read.
---@param source userdata
---@param owner userdata has the records, and is closed
---@param settings yschema.Settings
---@return string
function other_texts.first_error(source, owner, settings)
  local first = owner:violations()[1]
  owner:close()
  if not first then return "it cannot be read" end
  return ("%s:%d: %s"):format(source:name(), first.line or 1,
    settings.masks_schema and "it cannot be read as a JSON Schema" or first.message)
end

--- Adds the text of a file to a library.
---@param self yschema.SchemaLibrary
---@param text yschema.SchemaText the address of the file is relative to it
---@param uri string
---@param draft integer of a text without `$schema`
---@return any root nil when it cannot be read
---@return string? problem
function other_texts.beside(self, text, uri, draft)
  local source, problem = read_named({ file = text.name, base = text.base }, uri, self.settings)
  if not source then return nil, problem end
  local found, failure, owner = self:add(source, uri, draft)
  if owner then failure = other_texts.first_error(source, owner, self.settings) end
  return found and found.root, failure
end

return other_texts
