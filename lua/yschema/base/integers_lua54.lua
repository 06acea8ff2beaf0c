--- Arithmetic of numbers on Lua 5.4, whose own integers wrap around. Here a result that does not fit 64
-- bits is nil. `yschema.base.integers_luajit` has the same functions for LuaJIT.
--
-- @module yschema.base.integers_lua54

local integers_lua54 = {}

local math_type, tointeger = math.type, math.tointeger
local least = math.mininteger

--- Whether a number is an integer.
function integers_lua54.is_int(x) return math_type(x) == "integer" end

--- Converts a float without a fraction, which is known to fit 64 bits, to an integer.
function integers_lua54.from_float(x) return tointeger(x) end

--- Converts a number to a float.
function integers_lua54.float(x) return x + 0.0 end

function integers_lua54.add(a, b)
  local sum = a + b
  if math_type(sum) == "integer" and (b >= 0) ~= (sum >= a) then return nil end
  return sum
end

function integers_lua54.sub(a, b)
  local difference = a - b
  if math_type(difference) == "integer" and (b >= 0) ~= (difference <= a) then return nil end
  return difference
end

function integers_lua54.mul(a, b)
  local product = a * b
  if math_type(product) ~= "integer" or a == 0 or b == 0 then return product end
  if a == -1 and b == least or b == -1 and a == least then return nil end
  if product // b ~= a or product % b ~= 0 then return nil end
  return product
end

function integers_lua54.floordiv(a, b)
  if b == -1 and a == least and math_type(a) == "integer" then return nil end
  return a // b
end

function integers_lua54.mod(a, b) return a % b end

function integers_lua54.neg(x)
  if x == least and math_type(x) == "integer" then return nil end
  return -x
end

--- Bitwise operations on two integers.
function integers_lua54.band(a, b) return a & b end
function integers_lua54.bor(a, b) return a | b end
function integers_lua54.bxor(a, b) return a ~ b end

--- Compares two numbers: -1, 0 or 1 when a is less than, equal to or greater than b; nil when one is not a number.
function integers_lua54.compare(a, b)
  if a ~= a or b ~= b then return nil end
  return a < b and -1 or a > b and 1 or 0
end

--- Writes an integer in base 8 or 16, without a sign.
---@param x integer
---@param format string for string.format
function integers_lua54.digits(x, format)
  return string.format(format, x < 0 and -x or x)
end

return integers_lua54
