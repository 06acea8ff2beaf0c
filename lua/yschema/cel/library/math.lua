--- CEL's functions of numbers as rows: `math.greatest`, `math.round` and others; and base64.
--
-- @module yschema.cel.library.math

local base64 = require "yschema.modules.encoding.base64"
local values = require "yschema.cel.values.values"
local equality = require "yschema.cel.values.equality"
local texts = require "yschema.cel.values.texts"
local rows = require "yschema.cel.values.rows"
local metered = require "yschema.sandbox.metered"

local list, define = rows.list()

local integers, fail, type_of = values.integers, values.fail, values.type_of
local compare = equality.compare
local abs, ceil, floor = math.abs, math.ceil, math.floor
local infinity = 1 / 0
local numeric = { int = true, uint = true, double = true }

-- ---- extremes -----------------------------------------------------------------------

-- Defines `math.greatest` or `math.least`: of one number, two numbers, or a list.
local function define_extreme(name, sign)
  local function of_two(a, b)
    if compare(b, a) * sign > 0 then return b end
    return a
  end
  local function of_list(items)
    if items.n == 0 then fail("math.%s of an empty list", name) end
    local found = items[1]
    for i = 1, items.n do
      if not numeric[type_of(items[i])] then
        fail("math.%s takes numbers, but was given a value of type %s", name, type_of(items[i]))
      end
      found = of_two(found, items[i])
    end
    return found
  end
  for _, a in ipairs { "int", "uint", "double" } do
    define(("math.%s(%s) -> %s"):format(name, a, a), function(v) return v end, "total")
    define(("math.%s(list(%s)) -> %s"):format(name, a, a), of_list, "variadic")
    for _, b in ipairs { "int", "uint", "double" } do
      define(("math.%s(%s, %s) -> %s"):format(name, a, b, a == b and a or "dyn"), of_two)
    end
  end
  define(("math.%s(list(dyn)) -> dyn"):format(name), of_list, "variadic")
end

define_extreme("greatest", 1)
define_extreme("least", -1)

-- ---- rounding -----------------------------------------------------------------------

-- Lua's functions give integers, and fail for what is no number.
local function whole(round)
  return function(v)
    if v ~= v or v == infinity or v == -infinity or abs(v) >= 2 ^ 52 then return v end
    return integers.real(round(v))
  end
end

local function truncated(v) return v < 0 and ceil(v) or floor(v) end

define("math.ceil(double) -> double", whole(ceil), "total")
define("math.floor(double) -> double", whole(floor), "total")
define("math.trunc(double) -> double", whole(truncated), "total")
define("math.round(double) -> double", whole(function(v)
  local near = truncated(v)
  if abs(v - near) < 0.5 then return near end
  return v < 0 and near - 1 or near + 1
end), "total")

define("math.isInf(double) -> bool", function(v) return v == infinity or v == -infinity end, "total")
define("math.isNaN(double) -> bool", function(v) return v ~= v end, "total")
define("math.isFinite(double) -> bool", function(v) return v - v == 0 end, "total")

-- ---- signs and roots ----------------------------------------------------------------

define("math.abs(double) -> double", abs, "total")
define("math.abs(uint) -> uint", function(v) return v end, "total")
define("math.abs(int) -> int", function(v)
  if not integers.is_negative(v) then return v end
  return integers.neg(v) or fail "the result does not fit the type int, which has 64 bits"
end)

define("math.sign(double) -> double", function(v)
  if v ~= v then return v end
  return values.double(v > 0 and 1 or v < 0 and -1 or 0)
end, "total")
define("math.sign(int) -> int", function(v)
  return values.int(integers.is_negative(v) and -1 or integers.double(v) == 0 and 0 or 1)
end, "total")
define("math.sign(uint) -> uint", function(v) return values.uint(integers.double(v) == 0 and 0 or 1) end, "total")

define("math.sqrt(double) -> double", function(v) return v < 0 and 0 / 0 or v ^ 0.5 end, "total")
for _, name in ipairs { "int", "uint" } do
  define(("math.sqrt(%s) -> double"):format(name), function(v)
    local real = integers.double(v)
    return real < 0 and 0 / 0 or real ^ 0.5
  end, "total")
end

-- ---- bits ---------------------------------------------------------------------------

for _, name in ipairs { "int", "uint" } do
  for function_name, operation in pairs { bitAnd = integers.band, bitOr = integers.bor, bitXor = integers.bxor } do
    define(("math.%s(%s, %s) -> %s"):format(function_name, name, name, name), operation, "total")
  end
  define(("math.bitNot(%s) -> %s"):format(name, name), integers.bnot, "total")
  for function_name, shift in pairs { bitShiftLeft = integers.shl, bitShiftRight = integers.shr } do
    define(("math.%s(%s, int) -> %s"):format(function_name, name, name), function(v, count)
      if integers.is_negative(count) then fail("math.%s by a negative number of bits", function_name) end
      local bits = values.number(count)
      if bits > 63 then return name == "int" and values.int(0) or values.uint(0) end
      return shift(v, bits)
    end)
  end
end

-- ---- base64 -------------------------------------------------------------------------

define("base64.encode(bytes) -> string", function(v)
  metered.through(v[1], 1)
  if #v[1] > texts.most_bytes / 2 then fail "the string is too long" end
  return base64.encode(v[1], {})
end)
define("base64.decode(string) -> bytes", function(text)
  metered.through(text, 1)
  local bytes, problem = base64.decode(text, {})
  if not bytes then
    bytes = base64.decode(text, { raw = true })
  end
  if not bytes then fail("%s", problem) end
  return values.bytes(bytes)
end)

return list
