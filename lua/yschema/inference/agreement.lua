--- Compares the maps of two places, to find out whether one schema can describe both.
--
-- @module yschema.inference.agreement

local agreement = {}

local ipairs, pairs, table = ipairs, pairs, table

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
  return shape.kinds or shape.types[1]
end

local alike

-- Returns how many keys two maps have in common, or nil if the values under one of them are of different kinds.
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

--- Compares two maps.
---@param a yschema.Shape
---@param b yschema.Shape
---@return integer? common how many keys both have; nil when the values under one of these are of different kinds
---@return integer fewest how many keys the smaller one has
---@return integer most how many keys the larger one has
function agreement.of(a, b)
  local common, fewest, most = common_keys(a, b, 0)
  return common, fewest or 0, most or 0
end

--- Returns a text that is the same for maps with the same keys and the same kinds of values.
---@param shape yschema.Shape
---@return string
function agreement.signature(shape)
  local parts = {}
  for key, below in pairs(contents_of(shape).under) do parts[#parts + 1] = ("%q %s"):format(key, kind_of(below)) end
  table.sort(parts)
  return table.concat(parts, ",")
end

--- Returns how many keys a map has, and whether it has a key.
---@param shape yschema.Shape
---@param key string
---@return integer count
---@return boolean has
function agreement.keys_of(shape, key)
  local contents = contents_of(shape)
  return contents.count, contents.under[key] ~= nil
end

return agreement
