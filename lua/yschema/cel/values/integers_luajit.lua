--- 64-bit integers of CEL on LuaJIT: an int is an int64_t, a uint is a uint64_t, and a double is a Lua number.
--
-- A result that does not fit is nil. `yschema.cel.values.integers_lua54` has the same functions for Lua 5.4.
--
-- @module yschema.cel.values.integers_luajit

local shared_integers = require "yschema.cel.values.shared_integers"

local integers = {}

local bit, ffi = require "bit", require "ffi"
local tonumber, tostring, type = tonumber, tostring, type
local ceil, floor = math.ceil, math.floor
local format, match, sub = string.format, string.match, string.sub

local signed, unsigned = ffi.typeof "int64_t", ffi.typeof "uint64_t"
local istype = ffi.istype
local least = signed(-2 ^ 62) * 2
local most = unsigned(2 ^ 62) * 2 - 1
local all_bits = unsigned(0) - 1
local exact = 2 ^ 53

--- Whether a value is an int.
function integers.is_int(v) return istype(signed, v) end

--- Whether a value is a uint.
function integers.is_uint(v) return istype(unsigned, v) end

--- Whether a value is a double.
function integers.is_double(v) return type(v) == "number" end

--- Makes an int, or a double, of a Lua number.
function integers.int(n) return signed(n) end
function integers.real(n) return n end

-- Reads digits as 64 bits; nil when they have more.
local function bits_of(digits, base)
  local sum, last = unsigned(0), all_bits / base
  for i = 1, #digits do
    local digit = tonumber(sub(digits, i, i), 16)
    if digit >= base or sum > last then return nil end
    local next_sum = sum * base + digit
    if next_sum < digit then return nil end
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
  if sign == "" then return bits <= most and signed(bits) or nil end
  return bits <= most + 1 and -signed(bits) or nil
end

--- Reads a uint.
function integers.uint_of(text) return number_of(text) end

--- Writes an int or a uint in base 10.
function integers.text(v) return match(tostring(v), "^-?%d+") end

--- Writes the absolute value of an int or a uint in base 2, 8 or 16.
function integers.digits(v, base)
  local rest = istype(signed, v) and v < 0 and unsigned(-v) or unsigned(v)
  local out, n = {}, 0
  repeat
    n = n + 1
    out[n] = format("%x", tonumber(rest % base))
    rest = rest / base
  until rest == 0
  return string.reverse(table.concat(out))
end

--- Whether an int is negative.
function integers.is_negative(v) return istype(signed, v) and v < 0 end

--- Converts an int or a uint to a double.
function integers.double(v) return tonumber(v) end

--- Converts an int to a Lua number for positions; beyond 2^53 it is rounded.
function integers.number(v) return tonumber(v) end

--- Converts a double to an int or a uint, without its fraction.
function integers.int_of_double(d)
  if d ~= d or d <= -2 ^ 63 or d >= 2 ^ 63 then return nil end
  return signed(d < 0 and ceil(d) or floor(d))
end
function integers.uint_of_double(d)
  if d ~= d or d < 0 or d >= 2 ^ 64 then return nil end
  if d < 2 ^ 63 then return unsigned(floor(d)) end
  return unsigned(d - 2 ^ 63) + most + 1
end

--- Converts an int to a uint, and a uint to an int.
function integers.uint_of_int(v)
  if v < 0 then return nil end
  return unsigned(v)
end
function integers.int_of_uint(v)
  if v > most then return nil end
  return signed(v)
end

-- ---- int ----------------------------------------------------------------------------

integers.add, integers.sub = shared_integers.add, shared_integers.sub

function integers.mul(a, b)
  if a == 0 or b == 0 then return signed(0) end
  if a == -1 and b == least or b == -1 and a == least then return nil end
  local product = a * b
  if product / b ~= a or product % b ~= 0 then return nil end
  return product
end

--- Divides, rounding towards zero; nil when the result does not fit. `b` is not zero.
function integers.div(a, b)
  if b ~= -1 then return a / b end
  if a == least then return nil end
  return -a
end

function integers.mod(a, b)
  if b ~= -1 then return a % b end
  if a == least then return nil end
  return signed(0)
end

function integers.neg(v)
  if v == least then return nil end
  return -v
end

-- ---- uint ---------------------------------------------------------------------------

function integers.uadd(a, b)
  local sum = a + b
  if sum < a then return nil end
  return sum
end

function integers.usub(a, b)
  if a < b then return nil end
  return a - b
end

function integers.umul(a, b)
  if b ~= 0 and a > all_bits / b then return nil end
  return a * b
end

function integers.udiv(a, b) return a / b end

function integers.umod(a, b) return a % b end

-- ---- order --------------------------------------------------------------------------

local order = shared_integers.order

--- Compares two ints, or two uints: -1, 0 or 1.
integers.compare, integers.ucompare = order, order

--- Compares an int with a uint.
function integers.compare_mixed(int, uint)
  if int < 0 then return -1 end
  return order(unsigned(int), uint)
end

--- Returns what stands for an int or a uint as a key of a Lua table: the same for 1 and 1u.
function integers.key(v)
  local number = tonumber(v)
  if number < exact and number > -exact then return number end
  return "\255" .. integers.text(v)
end

--- Returns the key for a double; nil when no integer equals it.
function integers.key_of_double(d)
  if d ~= floor(d) then return nil end
  if d < exact and d > -exact then return d == 0 and 0 or d end
  if d == -2 ^ 63 then return integers.key(least) end
  local whole = d < 0 and integers.int_of_double(d) or integers.uint_of_double(d)
  return whole and integers.key(whole)
end

-- ---- bits ---------------------------------------------------------------------------

--- Bitwise operations on two ints or two uints; `bnot` takes one.
integers.band, integers.bor, integers.bxor, integers.bnot = bit.band, bit.bor, bit.bxor, bit.bnot

--- Shift by 0 to 63 bits; zeros come in from both sides.
function integers.shl(v, count) return bit.lshift(v, tonumber(count)) end
function integers.shr(v, count) return bit.rshift(v, tonumber(count)) end

return integers
