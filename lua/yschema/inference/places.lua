--- Finds maps that are in several places, and recursive ones.
--
-- @module yschema.inference.places

local plain_tables = require "yschema.base.plain_tables"
local is_odd = require "yschema.inference.data_keys".is_odd
local function_names = require "yschema.inference.naming.function_names"

local places = {}

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

-- ---- two places ---------------------------------------------------------------------

local DEEPEST = 2 -- levels to compare below two maps

--- The shapes under the keys of a map. Its kinds count as one map.
---@class yschema.MapContents
---@field under table<string, yschema.Shape>
---@field count integer

-- Finds the contents once, because maps may be compared with many others.
local function contents_of(shape)
  local contents = shape.contents
  if contents then return contents end
  contents = { under = {}, count = 0 }
  local function add(list)
    for _, field in ipairs(list or {}) do
      if not contents.under[field.key] then
        contents.under[field.key] = field.shape
        contents.count = contents.count + 1
      end
    end
  end
  add(shape.fields)
  for _, alternative in ipairs(shape.alternatives or {}) do add(alternative.shape.fields) end
  shape.contents = contents
  return contents
end

-- Returns the kind of a place: "map", "array", "any" where only null was seen, or the kinds of its scalars.
local function kind_of(shape)
  if shape.like or shape.fields or shape.placeholder or shape.by then return "map" end
  if shape.item then return "array" end
  if shape.choices then return "choices" end
  return shape.kinds or shape.types[1]
end

local alike

-- Returns how many keys two maps have in common, or nil if the values under one of them are of different kinds; and how
-- many keys the smaller and the larger map have.
local function common_keys(a, b, depth)
  local few, many, common = contents_of(a), contents_of(b), 0
  if few.count > many.count then few, many = many, few end
  for key, shape in pairs(few.under) do
    local other = many.under[key]
    if other then
      if not alike(shape, other, depth) then return nil end
      common = common + 1
    end
  end
  return common, few.count, many.count
end

function alike(a, b, depth)
  local kind, other = kind_of(a), kind_of(b)
  if kind == "any" or other == "any" then return true end
  if kind ~= other or a.format ~= b.format or (a.inferred or false) ~= (b.inferred or false) then return false end
  if depth < DEEPEST and a.fields and b.fields then
    local common, fewest = common_keys(a, b, depth + 1)
    return common ~= nil and common * 2 >= fewest
  end
  return not (a.item and b.item) or alike(a.item, b.item, depth + 1)
end

-- Returns a text that is the same for maps with the same keys and the same kinds of values.
local function signature_of(shape)
  local parts = {}
  for key, below in pairs(contents_of(shape).under) do parts[#parts + 1] = ("%q %s"):format(key, kind_of(below)) end
  table.sort(parts)
  return table.concat(parts, ",")
end


-- Whether a map above contains itself here: it has the same keys, or all keys of this place and the key that leads
-- here.
local function is_recursion(above, place, way)
  local common, fewest, most = common_keys(above.shape, place.shape, 0)
  if not common or common < 2 then return false end
  local contents = contents_of(place.shape)
  if contents.under[way] ~= nil then return common * 3 >= fewest * 2 end
  return common == contents.count and (most - 1) <= contents.count * 2
end

-- Whether one schema can describe the maps under the same key in two places: one has all keys of the other.
local function is_same(a, b)
  local common, fewest, most = common_keys(a, b, 0)
  return common ~= nil and common >= 2 and common == fewest and common * 2 >= most
end

-- ---- groups of places ---------------------------------------------------------------

local function join(group, place)
  place.group = group
  group.places[#group.places + 1] = place
  if contents_of(place.shape).count > contents_of(group.widest).count then group.widest = place.shape end
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
  local signature = contents_of(place.shape).count >= 3 and signature_of(place.shape) or nil
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
    local name = key and not is_odd(key) and function_names.of_key(key) or ""
    local place = { shape = shape, name = name, above = above, way = way }
    self:found(place)
    above, way = place, nil
  end
  local function fields(list)
    for _, field in ipairs(list or {}) do self:walk(field.shape, field.key, above, way or field.key) end
  end
  fields(shape.fields)
  for _, alternative in ipairs(shape.alternatives or {}) do fields(alternative.shape.fields) end
  if shape.placeholder then self:walk(shape.placeholder, function_names.singular(key), above, way) end
  if shape.item then self:walk(shape.item, function_names.singular(key), above, way) end
  if shape.choices then
    self:walk(shape.choices.map, key, above, way)
    self:walk(shape.choices.array, key, above, way)
  end
end

--- Finds the groups of places that have the same kind of map.
---@param shape yschema.Shape of the documents
---@return yschema.PlaceGroup[] groups of at least two places
function places.alike(shape)
  local finder = setmetatable({ groups = {}, by_name = {}, by_signature = {} }, Finder)
  finder:walk(shape)
  return plain_tables.kept(finder.groups, function(group) return group.places[2] end)
end

return places
