--- Masks sensitive values of documents by the fields of their schemas, wherever the values stand.
--
-- A place is what is known of one value. Where a value may belong to several fields, because of alternatives or
-- placeholders, it is masked if one of them is sensitive.
--
-- @module yschema.values.masks

local plain_tables = require "yschema.base.plain_tables"
local core = require "yschema.core"
local facts = require "yschema.values.facts"
local paths = require "yschema.provenance.paths"

local masks = {}

--- The text in place of a sensitive value.
masks.MASK = core.MASKED

local MASK = masks.MASK

--- The state of a value.
---@class yschema.MaskedPlace
---@field masked boolean it is sensitive, with its keys and everything below it
---@field fields yschema.OutlineField[] those to which it may belong and that are, or contain, sensitive fields

local OPEN, MASKED = { masked = false, fields = {} }, { masked = true, fields = {} }

-- Makes a place of fields, with the alternatives of each.
local function place_of(fields)
  local own, seen = {}, {}
  local function add(field)
    if seen[field] or not field.has_sensitive then return end
    seen[field], own[#own + 1] = true, field
    for _, alternative in ipairs(field.choice or {}) do add(alternative.field) end
  end
  for _, field in ipairs(fields) do add(field) end
  for _, field in ipairs(own) do
    if field.sensitive then return { masked = true, fields = own } end
  end
  return own[1] and { masked = false, fields = own } or OPEN
end

--- Returns the place of the whole document.
---@param outline yschema.OutlineField the root of `schema:outline()`
---@return yschema.MaskedPlace
function masks.root(outline) return outline.has_sensitive and place_of { outline } or OPEN end

-- The fields of a key; nil when it has none.
local function fields_of_key(field, key)
  local named = field.named and facts.named(field, key)
  if named then return { named } end
  local fields = {}
  for _, open in ipairs(field.open or {}) do fields[#fields + 1] = open.field end
  return fields[1] and fields
end

--- Returns the place of what is below a value.
---@param place yschema.MaskedPlace
---@param key? string nil: an item of an array
---@param shows_unknown? boolean keys without a field are shown; otherwise they may be mistyped names of sensitive keys
---@return yschema.MaskedPlace
function masks.below(place, key, shows_unknown)
  if not place.fields[1] then return place end
  local below = {}
  for _, field in ipairs(place.fields) do
    if not field.choice then
      local own = key and fields_of_key(field, key) or not key and field.item and { field.item }
      if not own and not shows_unknown then return MASKED end
      own = own or {}
      for _, one in ipairs(own) do below[#below + 1] = one end
    end
  end
  local made = place_of(below)
  return place.masked and not made.masked and MASKED or made
end

--- Returns whether a value must be masked. A map or an array must be masked if it contains a sensitive value.
---@param place yschema.MaskedPlace
---@param is_collection boolean
---@return boolean
function masks.is_masked(place, is_collection)
  return place.masked or is_collection and place.fields[1] ~= nil
end

-- ---- documents of a comparison ------------------------------------------------------

-- A map with the key 1 has a metatable, which lists its keys.
local function is_array(value)
  local mt = getmetatable(value)
  return mt == core.array_mt or mt == nil and value[1] ~= nil
end

local function places_below(places, key)
  local below = {}
  for i, place in ipairs(places) do below[i] = masks.below(place, key, true) end
  return below
end

--- Returns whether any of the places is masked.
---@param places yschema.MaskedPlace[]
---@return boolean
function masks.any_masked(places) return plain_tables.any(places, function(place) return place.masked end) end

local function is_named(places, key)
  for _, place in ipairs(places) do
    for _, field in ipairs(place.fields) do
      if field.named and facts.named(field, key) then return true end
    end
  end
  return false
end

-- Below a sensitive place, the keys that a schema names are shown, as in reports.
local function masked(places, value)
  local whole = masks.any_masked(places)
  if type(value) ~= "table" or whole and (is_array(value) or next(value) == nil) then return whole and MASK or value end
  local copy, differs, items = {}, false, is_array(value)
  for key, below in pairs(value) do
    local shown = whole and not is_named(places, key) and MASK or key
    copy[shown] = masked(places_below(places, not items and key or nil), below)
    differs = differs or shown ~= key or copy[key] ~= below
  end
  return differs and setmetatable(copy, getmetatable(value)) or value
end

-- Returns the places of the document. nil: no schema has sensitive fields.
local function roots(outlines)
  local places, has_any = {}, false
  for i, outline in ipairs(outlines) do
    places[i] = masks.root(outline)
    has_any = has_any or places[i] ~= OPEN
  end
  return has_any and places or nil
end

--- Masks what is sensitive in a document by one of several schemas. It returns the document itself if nothing is.
---@param outlines yschema.OutlineField[] the roots
---@param document any
---@return any
function masks.document(outlines, document)
  local places = roots(outlines)
  return places and masked(places, document) or document
end

--- Returns whether a value of a document is sensitive, or contains a sensitive value, by one of several schemas.
---@param outlines yschema.OutlineField[] the roots
---@param document any
---@param pointer? string a JSON pointer
---@return boolean
function masks.is_sensitive(outlines, document, pointer)
  local places = roots(outlines)
  if not places then return false end
  for _, key in ipairs(paths.tokens(pointer or "")) do
    local items = type(document) == "table" and is_array(document)
    places = places_below(places, not items and key or nil)
    if type(document) == "table" then document = document[items and (tonumber(key) or -1) + 1 or key] end
  end
  return plain_tables.any(places, function(place)
    return masks.is_masked(place, document == nil or type(document) == "table")
  end)
end

return masks
