--- Arithmetic of numbers on LuaJIT, whose numbers are doubles, which are exact up to 2^53.
--
-- Larger integers are int64_t, or uint64_t where a file has one that is larger still. An integer that
-- fits a double is always a double, so that each integer has one form. A result that does not fit 64
-- bits is nil. `yschema.base.integers_lua54` has the same functions for Lua 5.4.
--
-- @module yschema.base.integers_luajit

local integers_luajit = {}

local bit, ffi = require "bit", require "ffi"
local abs, floor, fmod = math.abs, math.floor, math.fmod
local tonumber, type = tonumber, type

local signed, unsigned = ffi.typeof "int64_t", ffi.typeof "uint64_t"
local exact = 2 ^ 53
local least = signed(-2 ^ 62) * 2
local most = unsigned(2 ^ 62) * 2 - 1

--- Returns whether a number is an integer. A double beyond 2^53 is a float.
local function is_int(x)
  return type(x) == "cdata" or x == floor(x) and x <= exact and x >= -exact
end
integers_luajit.is_int = is_int

-- Converts a number to int64_t; nil when it is too large.
local function as_signed(x)
  if ffi.istype(unsigned, x) and x > most then return nil end
  return signed(x)
end

-- Returns an int64_t in its one form: as a double where that is exact.
local function settled(x)
  if x <= signed(exact) and x >= signed(-exact) then return tonumber(x) end
  return x
end

--- Converts a float without a fraction, which is known to fit 64 bits, to an integer.
function integers_luajit.from_float(x)
  if abs(x) <= exact then return x end
  return signed(x)
end

--- Converts a number to a float.
function integers_luajit.float(x) return tonumber(x) end

-- Makes an operation that computes floats as doubles and integers as int64_t.
local function operation(of_floats, of_integers)
  return function(a, b)
    if not is_int(a) or not is_int(b) then return of_floats(tonumber(a), tonumber(b)) end
    local x, y = as_signed(a), as_signed(b)
    if not x or not y then return nil end
    local result = of_integers(x, y)
    return result and settled(result)
  end
end

integers_luajit.add = operation(function(a, b) return a + b end, function(x, y)
  local sum = x + y
  if (y >= 0) ~= (sum >= x) then return nil end
  return sum
end)

integers_luajit.sub = operation(function(a, b) return a - b end, function(x, y)
  local difference = x - y
  if (y >= 0) ~= (difference <= x) then return nil end
  return difference
end)

integers_luajit.mul = operation(function(a, b) return a * b end, function(x, y)
  if x == 0 or y == 0 then return signed(0) end
  if x == -1 and y == least or y == -1 and x == least then return nil end
  local product = x * y
  if abs(tonumber(x) * tonumber(y)) >= 2 ^ 64 or product / y ~= x or product % y ~= 0 then return nil end
  return product
end)

integers_luajit.floordiv = operation(function(a, b) return floor(a / b) end, function(x, y)
  if y == -1 and x == least then return nil end
  local quotient = x / y
  if quotient * y ~= x and (x < 0) ~= (y < 0) then quotient = quotient - 1 end
  return quotient
end)

-- The remainder is exact, as on Lua 5.4; LuaJIT's own `%` rounds.
local function float_mod(a, b)
  local rest = fmod(a, b)
  if rest ~= 0 and (rest < 0) ~= (b < 0) then rest = rest + b end
  return rest
end

integers_luajit.mod = operation(float_mod, function(x, y)
  if y == -1 then return signed(0) end
  local rest = x - x / y * y
  if rest ~= 0 and (rest < 0) ~= (y < 0) then rest = rest + y end
  return rest
end)

function integers_luajit.neg(x)
  if type(x) == "number" then return x ~= 0 and -x or 0 end
  x = as_signed(x)
  if not x or x == least then return nil end
  return settled(-x)
end

for name, combine in pairs { band = bit.band, bor = bit.bor, bxor = bit.bxor } do
  -- This is a bitwise operation on two integers.
  integers_luajit[name] = operation(combine, function(x, y) return combine(x, y) end)
end

local function order(x, y) return x < y and -1 or x > y and 1 or 0 end

-- Compares an integer of 64 bits with a double that is not an integer.
local function compare_float(x, f)
  if f >= 2 ^ 64 then return -1 end
  if f < -2 ^ 63 then return 1 end
  local natural = not as_signed(x)
  if f >= 2 ^ 63 then return natural and order(x, unsigned(f)) or -1 end
  if natural then return 1 end
  local below = floor(f)
  local result = order(signed(x), signed(below))
  return result == 0 and f > below and -1 or result
end

--- Compares two numbers: -1, 0 or 1 when a is less than, equal to or greater than b; nil when one is not a number.
function integers_luajit.compare(a, b)
  if a ~= a or b ~= b then return nil end
  if type(a) == "number" and type(b) == "number" then return order(a, b) end
  if not is_int(a) then return -compare_float(b, a) end
  if not is_int(b) then return compare_float(a, b) end
  local x, y = as_signed(a), as_signed(b)
  if x and y then return order(x, y) end
  if x or y then return x and -1 or 1 end
  return order(a, b)
end

--- Writes an integer in base 8 or 16, without a sign.
---@param x integer
---@param format string for string.format
function integers_luajit.digits(x, format)
  if type(x) == "number" then return string.format(format, abs(x)) end
  local base, text = format == "%o" and 8 or 16, ""
  local rest = as_signed(x) and x < 0 and unsigned(-x) or unsigned(x)
  while rest ~= 0 do
    text = string.format(format, tonumber(rest % base)) .. text
    rest = rest / base
  end
  return text
end

return integers_luajit
