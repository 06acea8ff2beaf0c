--- Compares CEL's values. Numbers of all types compare with each other; values of other different types are unequal.
--
-- @module yschema.cel.values.equality

local values = require "yschema.cel.values.values"
local metered = require "yschema.sandbox.metered"

local equality = {}

local integers = values.integers
local is_int, is_uint, is_double = integers.is_int, integers.is_uint, integers.is_double
local list_mt, map_mt, optional_mt = values.list_mt, values.map_mt, values.optional_mt
local fail, key_of = values.fail, values.key_of
local getmetatable, type = getmetatable, type
local through = metered.through

-- Compares a double with an int or a uint, which becomes a double.
local function compare_double(d, whole)
  local other = integers.double(whole)
  return d < other and -1 or d > other and 1 or d == other and 0 or nil
end

-- Compares two numbers: -1, 0, 1, or nil when one is not a number; false when one is no value of a number's type.
local function compare_numbers(a, b)
  if is_int(a) then
    if is_int(b) then return integers.compare(a, b) end
    if is_uint(b) then return integers.compare_mixed(a, b) end
    if not is_double(b) then return false end
    local result = compare_double(b, a)
    return result and 0 - result
  elseif is_double(a) then
    if is_double(b) then return a < b and -1 or a > b and 1 or a == b and 0 or nil end
    if is_int(b) or is_uint(b) then return compare_double(a, b) end
  elseif is_uint(a) then
    if is_uint(b) then return integers.ucompare(a, b) end
    if is_int(b) then return -integers.compare_mixed(b, a) end
    if not is_double(b) then return false end
    local result = compare_double(b, a)
    return result and 0 - result
  end
  return false
end

local equal

local function equal_lists(a, b)
  if a.n ~= b.n then return false end
  for i = 1, a.n do
    if not equal(a[i], b[i]) then return false end
  end
  return true
end

local function equal_maps(a, b)
  local keys, here, there = a.keys, a.at, b.at
  if #keys ~= #b.keys then return false end
  for i = 1, #keys do
    local place = key_of(keys[i])
    local other = there[place]
    if other == nil or not equal(here[place], other) then return false end
  end
  return true
end

--- Whether two values are equal. It never fails.
---@return boolean
function equal(a, b)
  local kind, other = type(a), type(b)
  if kind == "string" or kind == "boolean" then
    if kind == "string" and a == b then through(a) end
    return a == b
  end
  if kind == "table" and other == "table" then
    local mt = getmetatable(a)
    if mt ~= getmetatable(b) then return compare_numbers(a, b) == 0 end
    if mt == list_mt then return equal_lists(a, b) end
    if mt == map_mt then return equal_maps(a, b) end
    if mt == optional_mt then return a.has == b.has and (not a.has or equal(a[1], b[1])) end
    if mt == values.bytes_mt then return a[1] == b[1] end
    if mt.equal then return mt.equal(a, b) end
    if a == b then return true end
  end
  return compare_numbers(a, b) == 0
end
equality.equal = equal

local function order(a, b) return a < b and -1 or a > b and 1 or 0 end

--- Compares two strings by their bytes: -1, 0 or 1.
function equality.compare_strings(a, b)
  through(a)
  if a == b then return 0 end
  -- Lua's own order depends on the locale.
  local n, at = #a < #b and #a or #b, 1
  while at <= n do
    local last = at + 63 < n and at + 63 or n
    if a:sub(at, last) ~= b:sub(at, last) then
      for i = at, last do
        local x, y = a:byte(i), b:byte(i)
        if x ~= y then return order(x, y) end
      end
    end
    at = last + 1
  end
  return order(#a, #b)
end

local by_type = {
  string = equality.compare_strings,
  bytes = function(a, b) return equality.compare_strings(a[1], b[1]) end,
  bool = function(a, b) return order(a and 1 or 0, b and 1 or 0) end,
  duration = function(a, b) return integers.compare(a[1], b[1]) end,
  timestamp = function(a, b)
    if a.seconds ~= b.seconds then return order(a.seconds, b.seconds) end
    return order(a.nanos, b.nanos)
  end,
}

--- Compares two values of one type that has an order, or two numbers: -1, 0 or 1. It fails for other values, and when
-- one of the numbers is not a number.
---@return integer
function equality.compare(a, b)
  local result = compare_numbers(a, b)
  if result then return result end
  if result == nil then fail "NaN has no order" end
  local name = values.type_of(a)
  local compare = by_type[name]
  if not compare or name ~= values.type_of(b) then
    fail("values of the types %s and %s have no order", name, values.type_of(b))
  end
  return compare(a, b)
end

local timestamp_mt, duration_mt = values.timestamp_mt, values.duration_mt
function timestamp_mt.equal(a, b) return a.seconds == b.seconds and a.nanos == b.nanos end
function duration_mt.equal(a, b) return a[1] == b[1] end

return equality
