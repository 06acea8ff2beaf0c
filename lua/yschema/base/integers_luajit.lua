--- Arithmetic of numbers on LuaJIT, whose numbers are doubles: exact up to 2^53.
--
-- Integers beyond that are int64_t, or uint64_t where a file has one that is larger still.
-- What fits a double is always one, so that an integer has one form. A result that does not
-- fit 64 bits is nil. `yschema.base.integers_lua54` is the same for Lua 5.4.
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

--- Whether a number is an integer. Beyond 2^53 a double is a float.
local function is_int(x)
  return type(x) == "cdata" or x == floor(x) and x <= exact and x >= -exact
end
integers_luajit.is_int = is_int

-- A number as int64_t; nil: it is larger.
local function as_signed(x)
  if ffi.istype(unsigned, x) and x > most then return nil end
  return signed(x)
end

-- The one form of an int64_t.
local function settled(x)
  if x <= signed(exact) and x >= signed(-exact) then return tonumber(x) end
  return x
end

--- The integer that a whole float is, which is known to fit.
function integers_luajit.from_float(x)
  if abs(x) <= exact then return x end
  return signed(x)
end

--- The float of a number.
function integers_luajit.float(x) return tonumber(x) end

-- An operation: of floats on doubles, of integers on int64_t.
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

-- As Lua 5.4 has it: exact, where LuaJIT's own `%` rounds.
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
  -- Of two integers.
  integers_luajit[name] = operation(combine, function(x, y) return combine(x, y) end)
end

local function order(x, y) return x < y and -1 or x > y and 1 or 0 end

-- An integer of 64 bits and a double that is none.
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

--- -1, 0 or 1 as a comes before b; nil: one is no number.
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

--- The digits of an integer in base 8 or 16, without a sign.
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
