--- Tells which values of a configuration must not be shown, by the fields of its schema.
--
-- A place is what is known of one value. Where alternatives or placeholders leave open to which field a value belongs,
-- it must not be shown if it must not by one of them.
--
-- @module yschema.fleet.publishing.secrecy

local facts = require "yschema.comparison.facts"

local secrecy = {}

local ipairs, setmetatable = ipairs, setmetatable

--- What is known of a value.
---@class yschema.SecretPlace
---@field hidden boolean it must not be shown, nor anything below it, nor its keys
---@field fields yschema.OutlineField[] those to which it may belong and that have something sensitive; {}: all is open

local OPEN, HIDDEN = { hidden = false, fields = {} }, { hidden = true, fields = {} }

local known = setmetatable({}, { __mode = "k" })

local function has_secret(field)
  if known[field] == nil then known[field] = facts.has_secret(field) end
  return known[field]
end

-- Makes a place of fields, with the alternatives of each.
local function place_of(fields)
  local own, seen = {}, {}
  local function add(field)
    if seen[field] or not has_secret(field) then return end
    seen[field], own[#own + 1] = true, field
    for _, alternative in ipairs(field.choice or {}) do add(alternative.field) end
  end
  for _, field in ipairs(fields) do add(field) end
  for _, field in ipairs(own) do
    if field.sensitive then return HIDDEN end
  end
  return own[1] and { hidden = false, fields = own } or OPEN
end

--- Returns the place of the whole document.
---@param outline yschema.OutlineField the root of `schema:outline()`
---@return yschema.SecretPlace
function secrecy.root(outline) return place_of { outline } end

-- The fields of a key; nil when it has none, so that nobody knows what it is meant for.
local function fields_of_key(field, key)
  local named = field.named and facts.named(field, key)
  if named then return { named } end
  local fields = {}
  for _, open in ipairs(field.open or {}) do fields[#fields + 1] = open.field end
  return fields[1] and fields
end

--- Returns the place of what is below a value.
---@param place yschema.SecretPlace
---@param key? string nil: an item of an array
---@return yschema.SecretPlace
function secrecy.below(place, key)
  if place.hidden or not place.fields[1] then return place end
  local below = {}
  for _, field in ipairs(place.fields) do
    if not field.choice then
      local own = key and fields_of_key(field, key) or not key and field.item and { field.item }
      if not own then return HIDDEN end
      for _, one in ipairs(own) do below[#below + 1] = one end
    end
  end
  return place_of(below)
end

--- Tells whether a value must not be shown. A map or an array would show all that is below it.
---@param place yschema.SecretPlace
---@param is_collection boolean
---@return boolean
function secrecy.is_hidden(place, is_collection)
  return place.hidden or is_collection and place.fields[1] ~= nil
end

return secrecy
