--- 64-bit integers of CEL on Lua 5.4: an int is a Lua integer, a uint is a table with the 64 bits as a Lua integer.
--
-- A result that does not fit is nil. `yschema.cel.values.integers_luajit` has the same functions for LuaJIT.
--
-- @module yschema.cel.values.integers_lua54

local shared_integers = require "yschema.cel.values.shared_integers"

local integers = {}

local math_type, tointeger, ult = math.type, math.tointeger, math.ult
local getmetatable, setmetatable, type = getmetatable, setmetatable, type
local format, match = string.format, string.match
local ceil, floor = math.ceil, math.floor

local least, most = math.mininteger, math.maxinteger
local uint_mt = { cel_type = "uint" }

local function boxed(bits) return setmetatable({ bits }, uint_mt) end

--- Whether a value is an int.
function integers.is_int(v) return math_type(v) == "integer" end

--- Whether a value is a uint.
function integers.is_uint(v) return type(v) == "table" and getmetatable(v) == uint_mt end

--- Whether a value is a double.
function integers.is_double(v) return math_type(v) == "float" end

--- Makes an int, or a double, of a Lua number.
function integers.int(n) return tointeger(n) end
function integers.real(n) return n * 1.0 end

-- Returns the quotient of unsigned integers.
local function quotient(a, b)
  if b < 0 then return ult(a, b) and 0 or 1 end
  if a >= 0 then return a // b end
  local half = ((a >> 1) // b) << 1
  return ult(a - half * b, b) and half or half + 1
end

-- Reads digits as 64 bits; nil when they have more.
local function bits_of(digits, base)
  local sum, last = 0, quotient(-1, base)
  for i = 1, #digits do
    local digit = tonumber(digits:sub(i, i), 16)
    if digit >= base or ult(last, sum) then return nil end
    local next_sum = sum * base + digit
    if ult(next_sum, digit) then return nil end
    sum = next_sum
  end
  return sum
end

local number_of = shared_integers.reader(bits_of)

--- Reads an int: digits, or "0x" and digits, after an optional "-".
function integers.int_of(text)
  local sign, rest = match(text, "^(%-?)(.*)$")
  local bits = number_of(rest)
  if not bits then return nil end
  if sign == "" then return bits >= 0 and bits or nil end
  return (bits >= 0 or bits == least) and -bits or nil
end

--- Reads a uint.
function integers.uint_of(text)
  local bits = number_of(text)
  return bits and boxed(bits)
end

--- Writes an int or a uint in base 10.
function integers.text(v)
  if type(v) ~= "table" then return format("%d", v) end
  local bits = v[1]
  if bits >= 0 then return format("%d", bits) end
  local tens = quotient(bits, 10)
  return format("%d%d", tens, bits - tens * 10)
end

--- Writes the absolute value of an int or a uint in base 2, 8 or 16.
function integers.digits(v, base)
  local bits = type(v) == "table" and v[1] or v < 0 and -v or v
  if base == 8 then return format("%o", bits) end
  if base == 16 then return format("%x", bits) end
  local out, n = {}, 0
  repeat
    n = n + 1
    out[n] = bits & 1
    bits = bits >> 1
  until bits == 0
  return string.reverse(table.concat(out))
end

--- Whether an int is negative.
function integers.is_negative(v) return math_type(v) == "integer" and v < 0 end

--- Converts an int or a uint to a double.
function integers.double(v)
  if type(v) ~= "table" then return v + 0.0 end
  local bits = v[1]
  if bits >= 0 then return bits + 0.0 end
  return ((bits >> 1) | (bits & 1)) * 2.0
end

--- Converts an int to a Lua number for positions. (Here it is one.)
function integers.number(v)
  if type(v) ~= "table" then return v end
  return v[1] >= 0 and v[1] or most
end

--- Converts a double to an int or a uint, without its fraction.
function integers.int_of_double(d)
  if d ~= d or d <= -0x1p63 or d >= 0x1p63 then return nil end
  return tointeger(d < 0 and ceil(d) or floor(d))
end
function integers.uint_of_double(d)
  if d ~= d or d < 0 or d >= 0x1p64 then return nil end
  if d < 0x1p63 then return boxed(floor(d)) end
  return boxed(tointeger(d - 0x1p63) + least)
end

--- Converts an int to a uint, and a uint to an int.
function integers.uint_of_int(v) return v >= 0 and boxed(v) or nil end
function integers.int_of_uint(v) return v[1] >= 0 and v[1] or nil end

-- ---- int ----------------------------------------------------------------------------

integers.add, integers.sub = shared_integers.add, shared_integers.sub

function integers.mul(a, b)
  if a == 0 or b == 0 then return 0 end
  if a == -1 and b == least or b == -1 and a == least then return nil end
  local product = a * b
  if product // b ~= a or product % b ~= 0 then return nil end
  return product
end

--- Divides, rounding towards zero; nil when the result does not fit. `b` is not zero.
function integers.div(a, b)
  if b == -1 then return a ~= least and -a or nil end
  local result = a // b
  if result < 0 and result * b ~= a then result = result + 1 end
  return result
end

function integers.mod(a, b)
  if b == -1 then return a ~= least and 0 or nil end
  return math.fmod(a, b)
end

function integers.neg(v)
  if v == least then return nil end
  return -v
end

-- ---- uint ---------------------------------------------------------------------------

function integers.uadd(a, b)
  local sum = a[1] + b[1]
  if ult(sum, a[1]) then return nil end
  return boxed(sum)
end

function integers.usub(a, b)
  if ult(a[1], b[1]) then return nil end
  return boxed(a[1] - b[1])
end

function integers.umul(a, b)
  local x, y = a[1], b[1]
  if y ~= 0 and ult(quotient(-1, y), x) then return nil end
  return boxed(x * y)
end

function integers.udiv(a, b) return boxed(quotient(a[1], b[1])) end

function integers.umod(a, b) return boxed(a[1] - quotient(a[1], b[1]) * b[1]) end

-- ---- order --------------------------------------------------------------------------

local order = shared_integers.order

--- Compares two ints, or two uints: -1, 0 or 1.
integers.compare = order
function integers.ucompare(a, b)
  return a[1] == b[1] and 0 or ult(a[1], b[1]) and -1 or 1
end

--- Compares an int with a uint.
function integers.compare_mixed(int, uint)
  if int < 0 or uint[1] < 0 then return -1 end
  return order(int, uint[1])
end

--- Returns what stands for an int or a uint as a key of a Lua table: the same for 1 and 1u.
function integers.key(v)
  if type(v) ~= "table" then return v end
  if v[1] >= 0 then return v[1] end
  return "\255" .. integers.text(v)
end

--- Returns the key for a double; nil when no integer equals it.
function integers.key_of_double(d)
  if d ~= floor(d) then return nil end
  local int = tointeger(d)
  if int then return int end
  local uint = integers.uint_of_double(d)
  return uint and integers.key(uint)
end

-- ---- bits ---------------------------------------------------------------------------

local function on_both(operation)
  return function(a, b)
    if type(a) == "table" then return boxed(operation(a[1], b[1])) end
    return operation(a, b)
  end
end

--- Bitwise operations on two ints or two uints; `bnot` takes one.
integers.band = on_both(function(a, b) return a & b end)
integers.bor = on_both(function(a, b) return a | b end)
integers.bxor = on_both(function(a, b) return a ~ b end)
function integers.bnot(v)
  if type(v) == "table" then return boxed(~v[1]) end
  return ~v
end

--- Shift by 0 to 63 bits; zeros come in from both sides.
function integers.shl(v, count)
  if type(v) == "table" then return boxed(v[1] << count) end
  return v << count
end
function integers.shr(v, count)
  if type(v) == "table" then return boxed(v[1] >> count) end
  return v >> count
end

return integers
