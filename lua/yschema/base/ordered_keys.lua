--- Lists the keys of a map in order.
--
-- First come the keys in the list `keys` of the map's metatable, then the other keys, sorted. This is
-- the order in which `yschema.encode` writes them.
--
-- @module yschema.base.ordered_keys

local core = require "yschema.core"

local getmetatable, next, rawget, tostring, type = getmetatable, next, rawget, tostring, type
local ipairs, sort = ipairs, table.sort
local math_type = math.type

local ranks = { boolean = 1, number = 3, string = 4 }

-- The order of the types: null, booleans, integers, floats, strings; last, types that YAML keys cannot have.
local function rank_of(key)
  if math_type then
    if math_type(key) == "integer" then return 2 end
  elseif type(key) == "number" and key % 1 == 0 then
    return 2
  end
  return key == core.null and 0 or ranks[type(key)] or 5
end

-- Tables and userdata are not printed, because their metatables say how, and these may fail.
local function words(key)
  local kind = type(key)
  return (kind == "table" or kind == "userdata") and kind or tostring(key)
end

local function before(a, b)
  local rank_a, rank_b = rank_of(a), rank_of(b)
  if rank_a ~= rank_b then return rank_a < rank_b end
  if rank_a == 1 then return not a and b end
  if rank_a == 0 or rank_a == 5 then return words(a) < words(b) end
  return a < b
end

-- Returns the keys of the list `keys` that the map has, their number, and the set of them.
local function listed(map)
  local list, count, known = {}, 0, {}
  local mt = getmetatable(map)
  local keys = type(mt) == "table" and rawget(mt, "keys")
  if type(keys) ~= "table" then return list, count, known end
  local i, key = 1, rawget(keys, 1)
  while key ~= nil do
    if rawget(map, key) ~= nil and not known[key] then
      count = count + 1
      list[count], known[key] = key, true
    end
    i = i + 1
    key = rawget(keys, i)
  end
  return list, count, known
end

---@param map table
---@return any[] keys a new list
return function(map)
  local list, count, known = listed(map)
  local others
  for key in next, map do
    if not known[key] then
      others = others or {}
      others[#others + 1] = key
    end
  end
  if not others then return list end
  if others[2] ~= nil then sort(others, before) end
  for i, key in ipairs(others) do list[count + i] = key end
  return list
end
