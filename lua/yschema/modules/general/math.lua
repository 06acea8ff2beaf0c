--- The module `math`: functions of floats, as in ytt (the module of go.starlark.net).
--
-- Lua has a library of the same name with other contents; code in Lua sees that one unless it loads this one.
-- Functions that Lua 5.4 lacks are computed here, so that all Lua versions give the same results.
--
-- @module yschema.modules.general.math

local values = require "yschema.starlark.values"
local calls = require "yschema.starlark.calls"

local kind, raise = values.kind, values.raise
local abs, ceil, exp, floor, fmod, log, sqrt = math.abs, math.ceil, math.exp, math.floor, math.fmod,
  math.log, math.sqrt
local huge, pi = math.huge, math.pi

local fields = { e = exp(1), pi = pi }

local function float(who, x)
  local k = kind(x)
  if k ~= "int" and k ~= "float" then raise("math." .. who .. ": got " .. k .. ", want number") end
  return tonumber(x) + 0.0
end

-- Defines a function of floats that returns a float.
local function define(name, params, f)
  calls.define(fields, name, params, params == "x y" and 2 or 1, function(x, y)
    if params == "x" then return f(float(name, x)) + 0.0 end
    return f(float(name, x), float(name, y)) + 0.0
  end)
end

local function is_negative(x) return x < 0 or x == 0 and 1 / x < 0 end

-- ---- rounding -----------------------------------------------------------------------

-- `ceil` and `floor` return an integer.
for name, round in pairs { ceil = ceil, floor = floor } do
  calls.define(fields, name, "x", 1, function(x)
    if kind(x) == "int" then return x end
    local whole = float(name, x)
    if whole == whole and abs(whole) ~= huge then whole = round(whole) + 0.0 end
    return values.whole("math." .. name, whole)
  end)
end

-- Halves are rounded away from zero.
define("round", "x", function(x)
  if abs(x) >= 2 ^ 52 or x ~= x then return x end
  local whole = floor(abs(x))
  if abs(x) - whole >= 0.5 then whole = whole + 1 end
  return is_negative(x) and -(whole + 0.0) or whole
end)

define("fabs", "x", abs)
define("copysign", "x y", function(x, y)
  return is_negative(y) and -abs(x) or abs(x)
end)

-- This is C's fmod, which accepts infinity, and 0 as a divisor, on all Lua versions.
local function mod(x, y)
  if x ~= x or y ~= y or y == 0 or abs(x) == huge then return 0 / 0 end
  if abs(y) == huge then return x end
  return fmod(x, y)
end
define("mod", "x y", mod)

-- Returns the distance of x from the nearest multiple of y; of two nearest ones, from the even multiple.
define("remainder", "x y", function(x, y)
  if x ~= x or y ~= y or y == 0 or abs(x) == huge then return 0 / 0 end
  if abs(y) == huge then return x end
  local size, rest = abs(y), abs(x)
  if size <= 2 ^ 1022 then rest = mod(rest, 2 * size) end
  if rest > size / 2 then
    rest = rest - size
    if rest >= size / 2 then rest = rest - size end
  end
  return is_negative(x) and -rest or rest
end)

-- ---- powers and logarithms ----------------------------------------------------------

-- This is C's own pow; LuaJIT's operator multiplies repeatedly when the exponent is an integer.
local power
if math.type then
  power = load "local x, y = ... return x ^ y"
else
  local ffi = require "ffi"
  ffi.cdef "double pow(double x, double y);"
  power = ffi.C.pow
end

define("pow", "x y", function(x, y)
  if y == 2 then return x * x end
  return power(x, y)
end)
define("exp", "x", exp)
define("sqrt", "x", function(x) return x < 0 and 0 / 0 or sqrt(x) end)

calls.define(fields, "log", "x base", 1, function(x, base)
  local result = log(float("log", x))
  if base == nil then return result end
  return result / log(float("log", base))
end)

-- Computes log(1 + x) exactly for small x.
local function log1p(x)
  local sum = 1 + x
  if sum == 1 or sum == huge then return x end
  return log(sum) * (x / (sum - 1))
end

-- ---- angles -------------------------------------------------------------------------

for _, name in ipairs { "acos", "asin", "cos", "sin", "tan" } do define(name, "x", math[name]) end
define("atan", "x", math.atan)
define("atan2", "x y", math.atan2 or math.atan)
define("degrees", "x", function(x) return 360 * x / (2 * pi) end)
define("radians", "x", function(x) return 2 * pi * x / 360 end)

define("hypot", "x y", function(x, y)
  x, y = abs(x), abs(y)
  if x == huge or y == huge then return huge end
  if x < y then x, y = y, x end
  if x == 0 then return x end
  return x * sqrt(1 + (y / x) * (y / x))
end)

-- ---- hyperbolic functions -----------------------------------------------------------

local function sinh(x)
  if abs(x) > 0.5 then return exp(x) / 2 - exp(-x) / 2 end
  local sum, term, n = x, x, 1
  repeat
    term = term * x * x / ((n + 1) * (n + 2))
    sum, n = sum + term, n + 2
  until sum + term == sum
  return sum
end

local function cosh(x) return exp(x) / 2 + exp(-x) / 2 end

define("sinh", "x", sinh)
define("cosh", "x", cosh)
define("tanh", "x", function(x)
  if abs(x) > 22 then return x < 0 and -1 or 1 end
  return sinh(x) / cosh(x)
end)
define("asinh", "x", function(x)
  local size = abs(x)
  local result = size > 2 ^ 28 and log(size) + log(2) or log1p(size + size * size / (1 + sqrt(1 + size * size)))
  return is_negative(x) and -result or result
end)
define("acosh", "x", function(x)
  if x < 1 then return 0 / 0 end
  if x > 2 ^ 28 then return log(x) + log(2) end
  return log1p((x - 1) + sqrt(2 * (x - 1) + (x - 1) * (x - 1)))
end)
define("atanh", "x", function(x) return 0.5 * log1p(2 * x / (1 - x)) end)

-- ---- gamma --------------------------------------------------------------------------

-- The coefficients of Lanczos' series for g = 7.
local lanczos = { 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7 }

local function gamma(x)
  if x < 0.5 then return pi / (math.sin(pi * x) * gamma(1 - x)) end
  local sum, t = 0.99999999999980993, x + 6.5
  for i, coefficient in ipairs(lanczos) do sum = sum + coefficient / (x - 1 + i) end
  -- The power is computed in two steps, because it may be too large by itself.
  local half = power(t, (x - 0.5) / 2)
  return sqrt(2 * pi) * half * exp(-t) * half * sum
end

define("gamma", "x", function(x)
  if x ~= x or x == -huge or x < 0 and x == floor(x) then return 0 / 0 end
  if x == 0 then return 1 / x end
  if x ~= floor(x) or x > 171 then return x > 171.7 and huge or gamma(x) end
  local product = 1.0
  for i = 2, x - 1 do product = product * i end
  return product
end)

return { fields = fields }
