--- Finds the metaschemas of JSON Schema by their addresses. They are built in, because nothing is read from other
-- sites.
--
-- @module yschema.importing.reading.metaschemas

local core = require "yschema.core"
local texts = require "yschema.importing.reading.metaschema_texts"

local metaschemas = {}

local function escaped(name) return (name:gsub("%W", "%%%0")) end

-- Writes a vocabulary, which is a part of the text of its draft, as a text of its own.
local function vocabulary(draft, name, uri)
  local all = core.parse(core.source(uri, texts[draft], false, true), {})
  local own = all:value(1, true)["$defs"][name]
  if own then
    own["$schema"], own["$id"] = ("https://json-schema.org/draft/%s/schema"):format(draft), uri
    if draft == "2019-09" then own["$recursiveAnchor"] = true else own["$dynamicAnchor"] = "meta" end
    own = core.encode(own, "json"):gsub("#/%$defs/" .. escaped(name) .. "/", "#/")
  end
  all:close()
  return own
end

--- Gives the text of a metaschema or of a vocabulary of one.
---@param uri string its address, without a fragment
---@return string? json nil when there is none with this address
function metaschemas.text(uri)
  local draft = uri:match "^https?://json%-schema%.org/(draft%-0%d)/schema$"
  if draft then return texts[draft] end
  local rest
  draft, rest = uri:match "^https?://json%-schema%.org/draft/(20%d%d%-%d%d)/(.*)$"
  if not draft or not texts[draft] then return nil end
  if rest == "schema" then return texts[draft] end
  local name = rest:match "^meta/([%w-]+)$"
  return name and vocabulary(draft, name, uri)
end

return metaschemas
