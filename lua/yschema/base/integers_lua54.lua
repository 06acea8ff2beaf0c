--- Arithmetic of numbers on Lua 5.4, whose integers wrap around: here a result that does
-- not fit 64 bits is nil. `yschema.base.integers_luajit` is the same for LuaJIT.
--
-- @module yschema.base.integers_lua54

local integers_lua54 = {}

local math_type, tointeger = math.type, math.tointeger
local least = math.mininteger

--- Whether a number is an integer.
function integers_lua54.is_int(x) return math_type(x) == "integer" end

--- The integer that a whole float is, which is known to fit.
function integers_lua54.from_float(x) return tointeger(x) end

--- The float of a number.
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

--- Of two integers.
function integers_lua54.band(a, b) return a & b end
function integers_lua54.bor(a, b) return a | b end
function integers_lua54.bxor(a, b) return a ~ b end

--- -1, 0 or 1 as a comes before b; nil: one is no number.
function integers_lua54.compare(a, b)
  if a ~= a or b ~= b then return nil end
  return a < b and -1 or a > b and 1 or 0
end

--- The digits of an integer in base 8 or 16, without a sign.
---@param x integer
---@param format string for string.format
function integers_lua54.digits(x, format)
  return string.format(format, x < 0 and -x or x)
end

return integers_lua54
