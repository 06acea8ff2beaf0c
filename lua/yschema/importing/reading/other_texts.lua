--- Finds the texts that a `$ref` leads to: the metaschemas, which are built in, and files beside the text.
--
-- @module yschema.importing.reading.other_texts

local addresses = require "yschema.importing.reading.addresses"
local core = require "yschema.core"
local file_access = require "yschema.base.file_access"
local metaschema_texts = require "yschema.base.lazily" "yschema.importing.reading.metaschema_texts"

local other_texts = {}

local ipairs, tostring = ipairs, tostring

local function escaped(name) return (name:gsub("%W", "%%%0")) end

-- Writes a vocabulary, which is a part of the text of its draft, as a text of its own.
local function vocabulary(draft, name, uri)
  local all = core.parse(core.source(uri, metaschema_texts[draft], false, true), {})
  local own = all:value(1, true)["$defs"][name]
  if own then
    own["$schema"], own["$id"] = ("https://json-schema.org/draft/%s/schema"):format(draft), uri
    if draft == "2019-09" then own["$recursiveAnchor"] = true else own["$dynamicAnchor"] = "meta" end
    own = core.encode(own, "json"):gsub("#/%$defs/" .. escaped(name) .. "/", "#/")
  end
  all:close()
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
  local text = self:add(core.source(uri, json, false, true), uri)
  text.built_in = true
  return text.root
end

-- Returns the path of a file relative to a text, for an address; nil for another site.
local function path_beside(text, uri)
  local folder, own = file_access.folder_of(text.name), file_access.folder_of(text.base)
  if own ~= "" and uri:sub(1, #own) == own then return folder .. uri:sub(#own + 1) end
  if not addresses.is_absolute(uri) then return uri:sub(1, 1) == "/" and uri or folder .. uri end
  return nil
end

--- Adds the text of a file to a library.
---@param self yschema.SchemaLibrary
---@param text yschema.SchemaText the address of the file is relative to it
---@param uri string
---@param draft integer of a text without `$schema`
---@return any root nil when it cannot be read
---@return string? problem
function other_texts.beside(self, text, uri, draft)
  local path = path_beside(text, uri)
  if not path then
    return nil, uri .. " is on another site, from which nothing is read; put the file beside this one, and refer to it"
      .. " by its name"
  end
  local source, problem, tried
  for _, ending in ipairs { "", ".json" } do
    source, problem = file_access.read(path .. ending, path .. ending, self.settings.max_bytes)
    if source then break end
    if tostring(problem) == "No such file or directory" then problem = "there is no file " .. path end
    tried = tried or problem
  end
  if not source then return nil, tried end
  local found, failure, owner = self:add(source, uri, draft)
  if owner then
    local first = owner:violations()[1]
    failure = first and ("%s:%d: %s"):format(source:name(), first.line or 1, first.message) or "it cannot be read"
    owner:close()
  end
  return found and found.root, failure
end

return other_texts
