--- Chooses functions by the types of values, where the types of an expression do not choose them.
--
-- @module yschema.cel.dispatch

local types = require "yschema.cel.types"
local values = require "yschema.cel.values.values"

local dispatch = {}

local concat, ipairs, select = table.concat, ipairs, select
local fail, type_of = values.fail, values.type_of
local known_as = types.known_as

local takes

local function takes_items(list, of)
  for i = 1, list.n do
    if not takes(of, list[i]) then return false end
  end
  return true
end

local function takes_entries(map, t)
  local keys, at = map.keys, map.at
  for i = 1, #keys do
    if not takes(t.key, keys[i]) or not takes(t.of, at[values.key_of(keys[i])]) then return false end
  end
  return true
end

local function is_any(t) return t == types.plain.dyn or t.name == "parameter" or t.name == "variable" end

--- Returns whether a value has a type.
---@param t table
---@param value any
---@return boolean
function takes(t, value)
  t = known_as(t)
  if is_any(t) then return true end
  if t.name ~= type_of(value) then return false end
  if t.name == "list" then return is_any(t.of) or takes_items(value, t.of) end
  if t.name == "map" then return is_any(t.key) and is_any(t.of) or takes_entries(value, t) end
  if t.name == "optional" then return not value.has or takes(t.of, value[1]) end
  return true
end

-- Says that no function takes these values.
local function no_overload(name, count, ...)
  local given = {}
  for i = 1, count do given[i] = type_of((select(i, ...))) end
  fail("no such overload: %s(%s)", name, concat(given, ", "))
end

local function of_one(name, rows)
  return function(a)
    for i = 1, #rows do
      local row = rows[i]
      if takes(row.types[1], a) then return row.call(a) end
    end
    no_overload(name, 1, a)
  end
end

local function of_two(name, rows)
  return function(a, b)
    for i = 1, #rows do
      local row = rows[i]
      local expected = row.types
      if takes(expected[1], a) and takes(expected[2], b) then return row.call(a, b) end
    end
    no_overload(name, 2, a, b)
  end
end

--- Returns a function that calls the first of some functions that takes the values.
---@param name string
---@param rows yschema.CelRow[] with the same number of arguments
---@return function
function dispatch.of(name, rows)
  local count = #rows[1].types
  if count == 1 then return of_one(name, rows) end
  if count == 2 then return of_two(name, rows) end
  return function(...)
    for _, row in ipairs(rows) do
      local fits = true
      for i = 1, count do fits = fits and takes(row.types[i], (select(i, ...))) end
      if fits then return row.call(...) end
    end
    no_overload(name, count, ...)
  end
end

return dispatch
