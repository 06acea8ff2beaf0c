--- Finds maps that are in several places, and recursive ones.
--
-- @module yschema.inference.places

local agreement = require "yschema.inference.agreement"
local is_odd = require "yschema.inference.data_keys".is_odd
local names = require "yschema.inference.names"

local places = {}

local ipairs, setmetatable = ipairs, setmetatable

-- Limits of the places to compare with, above and of the same name: the time stays in proportion to the places.
local MOST_ABOVE, MOST_OF_NAME = 8, 8

--- A place of maps.
---@class yschema.Place
---@field shape yschema.Shape
---@field name string for one map in this place
---@field way? string the key of the map above that leads here
---@field above? yschema.Place
---@field group? yschema.PlaceGroup

--- Places that have the same kind of map.
---@class yschema.PlaceGroup
---@field widest yschema.Shape the one with the most keys
---@field places yschema.Place[]

---@class yschema.PlaceFinder
---@field groups yschema.PlaceGroup[]
---@field by_name table<string, yschema.PlaceGroup[]>
---@field by_signature table<string, yschema.PlaceGroup>
local Finder = {}
Finder.__index = Finder

-- Whether a map above contains itself here: it has the same keys, or all keys of this place and the key that leads
-- here.
local function is_recursion(above, place, way)
  local common, fewest, most = agreement.of(above.shape, place.shape)
  if not common or common < 2 then return false end
  local count, goes_on = agreement.keys_of(place.shape, way)
  if goes_on then return common * 3 >= fewest * 2 end
  return common == count and (most - 1) <= count * 2
end

-- Whether one schema can describe the maps under the same key in two places: one has all keys of the other.
local function is_same(a, b)
  local common, fewest, most = agreement.of(a, b)
  return common ~= nil and common >= 2 and common == fewest and common * 2 >= most
end

local function join(group, place)
  place.group = group
  group.places[#group.places + 1] = place
  local count = agreement.keys_of(group.widest, "")
  if agreement.keys_of(place.shape, "") > count then group.widest = place.shape end
  return true
end

-- Joins the group of a place above with such a map.
local function join_above(place)
  local above, way = place.above, place.way
  for _ = 1, MOST_ABOVE do
    if not above then return false end
    if above.group and is_recursion(above, place, way) then
      return join(above.group, place)
    end
    above, way = above.above, above.way
  end
  return false
end

function Finder:join_same(place, signature)
  for i, group in ipairs(self.by_name[place.name] or {}) do
    if i > MOST_OF_NAME then break end
    if is_same(group.widest, place.shape) then return join(group, place) end
  end
  local group = signature and self.by_signature[signature]
  return group and is_same(group.widest, place.shape) and join(group, place)
end

-- The keys alone are enough for maps with three or more of them.
function Finder:found(place)
  local signature = agreement.keys_of(place.shape, "") >= 3 and agreement.signature(place.shape) or nil
  if join_above(place) or self:join_same(place, signature) then return end
  local group = { widest = place.shape, places = {} }
  self.groups[#self.groups + 1] = group
  join(group, place)
  local list = self.by_name[place.name] or {}
  self.by_name[place.name] = list
  list[#list + 1] = group
  if signature then self.by_signature[signature] = group end
end

-- Whether the keys of a map are settings, and not data for which no placeholder was found.
local function has_settings(list)
  local odd = 0
  for _, field in ipairs(list) do odd = odd + (is_odd(field.key) and 1 or 0) end
  return #list >= 2 and odd * 2 < #list
end

-- Whether a definition can describe a place: with scalars in it, it would need a type, too.
local function can_be_like_another(shape)
  if not shape.maps or shape.types or shape.below_sensitive then return false end
  return shape.by or shape.fields and has_settings(shape.fields)
end

-- Visits all places. `above` is the nearest place above in which maps can have a definition, `way` the key that leads
-- down from it.
function Finder:walk(shape, key, above, way)
  if can_be_like_another(shape) then
    local name = key and not is_odd(key) and names.of_key(key) or ""
    local place = { shape = shape, name = name, above = above, way = way }
    self:found(place)
    above, way = place, nil
  end
  local function fields(list)
    for _, field in ipairs(list or {}) do self:walk(field.shape, field.key, above, way or field.key) end
  end
  fields(shape.fields)
  for _, alternative in ipairs(shape.alternatives or {}) do fields(alternative.shape.fields) end
  if shape.placeholder then self:walk(shape.placeholder, names.singular(key), above, way) end
  if shape.item then self:walk(shape.item, names.singular(key), above, way) end
end

--- Finds the groups of places that have the same kind of map.
---@param shape yschema.Shape of the documents
---@return yschema.PlaceGroup[] groups of at least two places
function places.alike(shape)
  local finder = setmetatable({ groups = {}, by_name = {}, by_signature = {} }, Finder)
  finder:walk(shape)
  local several = {}
  for _, group in ipairs(finder.groups) do
    if group.places[2] then several[#several + 1] = group end
  end
  return several
end

return places
