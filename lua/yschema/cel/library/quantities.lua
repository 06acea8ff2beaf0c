--- Kubernetes' functions of quantities as rows: `quantity("1.5Gi")`.
--
-- A quantity has a sign and a natural number of billionths. As in Kubernetes, it also has an int and a power of ten as
-- long as these suffice (`int`, `power`), and is an integer only while it has them.
--
-- @module yschema.cel.library.quantities

local values = require "yschema.cel.values.values"
local naturals = require "yschema.cel.library.naturals"
local rows = require "yschema.cel.values.rows"
local metered = require "yschema.sandbox.metered"

local list, define = rows.list()

local integers, fail = values.integers, values.fail
local find, gsub, match = string.find, string.gsub, string.match
local setmetatable, tonumber = setmetatable, tonumber

local suffixes = {
  n = -9, u = -6, m = -3, [""] = 0, k = 3, M = 6, G = 9, T = 12, P = 15, E = 18,
}
local binary_suffixes = { Ki = 10, Mi = 20, Gi = 30, Ti = 40, Pi = 50, Ei = 60 }
-- A greater power of ten is out of range.
local most_power = 400

local quantity_mt = { cel_type = "kubernetes.Quantity" }

local function new(sign, billionths, int, power)
  if #billionths == 0 then sign = 0 end
  return setmetatable({ sign = sign, billionths = billionths, int = int, power = power }, quantity_mt)
end

-- ---- reading ------------------------------------------------------------------------

-- Returns the power of ten, or of two, for a suffix; nil: there is none.
local function powers_of(suffix)
  if suffixes[suffix] then return suffixes[suffix] end
  if binary_suffixes[suffix] then return nil, binary_suffixes[suffix] end
  local exponent = match(suffix, "^[eE]([-+]?%d+)$")
  if not exponent then return nil end
  local power = tonumber(exponent)
  return power >= -most_power and power <= most_power and power or nil
end

local largest = naturals.shift(naturals.read "9223372036854775807", 9)

-- Returns the billionths of a number with a binary suffix.
local function binary(digits, places, power)
  local number = naturals.read(digits)
  for _ = 1, power / 10 do number = naturals.multiply(number, 1024) end
  number = naturals.shift(number, 9 - places)
  return naturals.compare(number, largest) > 0 and largest or number
end

-- Returns the int and the power of ten by which Kubernetes has a number; nil: it has too many digits.
local function small(sign, digits, places, power, binary_power)
  if binary_power then
    if places > 0 or 15 - #digits - math.floor(binary_power * 3 / 10) - 1 < 0 then return nil end
    local int = integers.int_of(sign .. digits)
    for _ = 1, binary_power / 10 do int = int and integers.mul(int, integers.int(1024)) end
    return int, int and 0
  end
  power = power - places
  if #digits > 18 or power < -9 then return nil end
  return integers.int_of(sign .. digits), power
end

-- Reads a quantity; nil and the problem when the text is none.
local function read(text)
  metered.through(text, 1)
  local sign, whole, fraction, suffix = match(text, "^([-+]?)(%d*)%.?(%d*)(.*)$")
  local has_digits = whole ~= "" or fraction ~= ""
  if not has_digits or not find(text, "^[-+]?%d*%.?%d*[eEinumkKMGTP]*[-+]?%d*$") then return nil, "is no quantity" end
  local power, binary_power = powers_of(suffix)
  if not power and not binary_power then return nil, "is no quantity: its suffix is unknown, or out of range" end
  whole = gsub(whole, "^0+", "")
  if whole == "" then whole = "0" end
  local digits, places = whole .. fraction, #fraction
  local number = binary_power and binary(digits, places, binary_power)
    or naturals.shift(naturals.read(digits), power - places + 9)
  return new(sign == "-" and -1 or 1, number, small(sign == "-" and "-" or "", digits, places, power, binary_power))
end

local function quantity_of(text)
  local quantity, problem = read(text)
  return quantity or fail("%s %s", values.brief(text), problem)
end

define("quantity(string) -> kubernetes.Quantity", quantity_of)
define("isQuantity(string) -> bool", function(text) return read(text) ~= nil end, "total")

-- ---- comparison ---------------------------------------------------------------------

local function compare(a, b)
  if a.sign ~= b.sign then return a.sign < b.sign and -1 or 1 end
  return a.sign * naturals.compare(a.billionths, b.billionths)
end
function quantity_mt.equal(a, b) return compare(a, b) == 0 end

local own = "kubernetes.Quantity"
local define_pair = rows.comparisons(define, own, compare, values.int)
define("sign(kubernetes.Quantity) -> int", function(quantity) return values.int(quantity.sign) end, "total")

-- ---- integers and doubles -----------------------------------------------------------

-- Multiplies an int with a power of ten; nil when the result does not fit.
local function scaled(int, power)
  if integers.double(int) == 0 then return int end
  if power > 18 then return nil end
  return integers.mul(int, integers.int(10 ^ power))
end

local function as_integer(quantity)
  if not quantity.int or quantity.power < 0 then return nil end
  return scaled(quantity.int, quantity.power)
end

define("member kubernetes.Quantity.isInteger() -> bool", function(quantity)
  return as_integer(quantity) ~= nil
end, "total")
define("member kubernetes.Quantity.asInteger() -> int", function(quantity)
  return as_integer(quantity) or fail "the quantity cannot be converted to an integer"
end)
define("member kubernetes.Quantity.asApproximateFloat() -> double", function(quantity)
  local base, power = quantity.int and integers.double(quantity.int), quantity.power
  if not base then
    base, power = values.double(quantity.sign * tonumber(naturals.text(quantity.billionths))), -9
  end
  if power == 0 then return base end
  return base * tonumber("1e" .. power)
end, "total")

-- ---- sums ---------------------------------------------------------------------------

-- Adds the ints of two quantities; nil when the result does not fit.
local function add_small(a, b, negated)
  if not a.int or not b.int then return nil end
  local int = b.int
  if negated then int = integers.neg(int) end
  if not int then return nil end
  if integers.double(int) == 0 then return a.int, a.power end
  if integers.double(a.int) == 0 then return int, b.power end
  local power = math.min(a.power, b.power)
  local x, y = scaled(a.int, a.power - power), scaled(int, b.power - power)
  local sum = x and y and integers.add(x, y)
  return sum, sum and power
end

local function add(a, b, negated)
  local sign = negated and -b.sign or b.sign
  local int, power = add_small(a, b, negated)
  if sign == 0 then return new(a.sign, a.billionths, int, power) end
  if a.sign == 0 then return new(sign, b.billionths, int, power) end
  if a.sign == sign then return new(sign, naturals.add(a.billionths, b.billionths), int, power) end
  local order = naturals.compare(a.billionths, b.billionths)
  if order >= 0 then return new(a.sign, naturals.subtract(a.billionths, b.billionths), int, power) end
  return new(sign, naturals.subtract(b.billionths, a.billionths), int, power)
end

local function of_int(int)
  local text = integers.text(int)
  return new(integers.is_negative(int) and -1 or 1, naturals.shift(naturals.read((gsub(text, "^-", ""))), 9), int, 0)
end

define_pair("add", own, function(a, b) return add(a, b, false) end)
define_pair("sub", own, function(a, b) return add(a, b, true) end)
define(("member %s.add(int) -> %s"):format(own, own), function(a, int) return add(a, of_int(int), false) end, "total")
define(("member %s.sub(int) -> %s"):format(own, own), function(a, int) return add(a, of_int(int), true) end, "total")

return list
