--- Implements Starlark's arithmetic on plain Lua data. Integers have 64 bits; a result that does not fit is an error.
--
-- @module yschema.starlark.arithmetic

local values = require "yschema.starlark.values"
local string_format = require "yschema.starlark.string_format"

local arithmetic = {}

local numbers = values.numbers
local kind, raise, is_int = values.kind, values.raise, values.is_int
local type, rep = type, string.rep

local has_integers = math.type ~= nil

-- The greatest size of a result of `*`: bytes of a string, or items of a list.
local most_bytes, most_items = 16 * 1024 * 1024, 1000000

--- Throws the error that these operands do not have such an operator.
local function unknown(a, op, b)
  raise("unknown binary op: " .. kind(a) .. " " .. op .. " " .. kind(b))
end
arithmetic.unknown = unknown

-- Returns a result that fits 64 bits, and throws for one that does not.
local function fitting(result, op)
  if result == nil then
    raise("integer overflow in " .. op .. " (integers have 64 bits: float(x) goes on with a float)")
  end
  return result
end

local function numeric(x)
  local t = type(x)
  return t == "number" or t == "cdata"
end

local function both_numeric(a, b) return numeric(a) and numeric(b) end

local function both(k, a, b) return kind(a) == k and kind(b) == k end

local function joined(a, b)
  local out = values.copied(values.copy(a), a)
  return values.copied(values.append(out, b), b, #a)
end

-- Up to this number, sums and products of integers are exact as doubles.
local exact = 2 ^ 53

--- Returns `a + b` for numbers, strings, lists or tuples. The result for lists or tuples is a new one.
function arithmetic.add(a, b)
  if type(a) == "number" and type(b) == "number" then
    local sum = a + b
    if has_integers then
      if (b >= 0) == (sum >= a) then return sum end
    elseif sum < exact and sum > -exact then
      return sum
    end
    return fitting(numbers.add(a, b), "+")
  elseif type(a) == "string" and type(b) == "string" then
    if #a + #b > most_bytes then raise "string too long" end
    return a .. b
  elseif both("list", a, b) then
    return values.list(joined(a, b))
  elseif both("tuple", a, b) then
    return values.tuple(joined(a, b))
  elseif both_numeric(a, b) then
    return fitting(numbers.add(a, b), "+")
  end
  unknown(a, "+", b)
end

--- Returns `a - b` for numbers.
function arithmetic.sub(a, b)
  if type(a) == "number" and type(b) == "number" then
    local difference = a - b
    if has_integers then
      if (b >= 0) == (difference <= a) then return difference end
    elseif difference < exact and difference > -exact then
      return difference
    end
  elseif not both_numeric(a, b) then
    unknown(a, "-", b)
  end
  return fitting(numbers.sub(a, b), "-")
end

local most_factor = 2 ^ 31 -- products of factors up to this one fit 64 bits

local function is_too_long(times, size, most)
  return type(times) == "cdata" or size * times > most
end

local function repeated(x, times)
  times = times > 0 and times or 0
  local k = kind(x)
  if k == "string" then
    if is_too_long(times, #x, most_bytes) then raise "string too long" end
    return rep(x, times)
  end
  if is_too_long(times, #x, most_items) then raise "list too long" end
  local out, n = {}, 0
  for _ = 1, times do
    for i = 1, #x do
      n = n + 1
      out[n] = x[i]
    end
  end
  return k == "list" and values.list(out) or values.tuple(out)
end

local repeatable = { string = true, list = true, tuple = true }

--- Returns `a * b` for numbers, or for a string, list or tuple and the number of its repetitions.
function arithmetic.mul(a, b)
  if type(a) == "number" and type(b) == "number" then
    if a < most_factor and b < most_factor and a > -most_factor and b > -most_factor then
      local product = a * b
      if has_integers or product < exact and product > -exact then return product end
    end
    return fitting(numbers.mul(a, b), "*")
  elseif repeatable[kind(a)] and kind(b) == "int" then
    return repeated(a, b)
  elseif repeatable[kind(b)] and kind(a) == "int" then
    return repeated(b, a)
  elseif both_numeric(a, b) then
    return fitting(numbers.mul(a, b), "*")
  end
  unknown(a, "*", b)
end

--- Returns `a / b` for numbers, as a float.
function arithmetic.div(a, b)
  if not both_numeric(a, b) then unknown(a, "/", b) end
  if b == 0 then raise "real division by zero" end
  return numbers.float(a) / numbers.float(b)
end

--- Returns `a // b` for numbers, rounded down.
function arithmetic.floordiv(a, b)
  if not both_numeric(a, b) then unknown(a, "//", b) end
  if b == 0 then raise "floored division by zero" end
  return fitting(numbers.floordiv(a, b), "//")
end

--- Returns `a % b` for numbers, where the result has the sign of b, or for a string and its arguments.
function arithmetic.mod(a, b)
  if both_numeric(a, b) then
    if b == 0 then
      raise((is_int(a) and is_int(b) and "integer" or "float") .. " modulo by zero")
    end
    return fitting(numbers.mod(a, b), "%")
  elseif type(a) == "string" then
    return string_format.percent(a, b)
  end
  unknown(a, "%", b)
end

-- ---- bits ---------------------------------------------------------------------------

-- Makes a set of those items of two sets for which `which(in a, in b)` is true.
local function combined(a, b, which)
  local out = {}
  for _, list in ipairs { a, b } do
    for i = 1, #list do
      if which(values.set_has(a, list[i]), values.set_has(b, list[i])) then
        out[#out + 1] = list[i]
      end
    end
  end
  return values.set_of(out)
end

local wanted = {
  ["&"] = function(x, y) return x and y end,
  ["|"] = function(x, y) return x or y end,
  ["^"] = function(x, y) return x ~= y end,
}

local function bit_operator(op, combine)
  return function(a, b)
    if both("set", a, b) then return combined(a, b, wanted[op]) end
    if not both("int", a, b) then unknown(a, op, b) end
    return fitting(combine(a, b), op)
  end
end

--- They return `a & b` and `a ^ b` for integers or sets.
arithmetic.band, arithmetic.bxor = bit_operator("&", numbers.band), bit_operator("^", numbers.bxor)
local int_or = bit_operator("|", numbers.bor)

--- Returns `a | b` for integers or sets, or for dicts, where the values of b replace those of a.
function arithmetic.bor(a, b)
  if not both("dict", a, b) then return int_or(a, b) end
  local out = values.dict()
  for _, map in ipairs { a, b } do
    for _, key in ipairs(values.keys(map)) do values.set(out, key, map[key]) end
    values.copied(out, map)
  end
  return out
end

local function shift_count(a, b, op)
  if not both("int", a, b) then unknown(a, op, b) end
  if b < 0 then raise("negative shift count: " .. values.number_text(b)) end
  return type(b) == "number" and b or exact
end

--- Returns `a << b` for integers.
function arithmetic.shl(a, b)
  local count = shift_count(a, b, "<<")
  if a == 0 then return a end
  if count == 63 and a == -1 then return fitting(numbers.mul(numbers.from_float(-2.0 ^ 62), 2), "<<") end
  return fitting(count < 63 and numbers.mul(a, numbers.from_float(2.0 ^ count)) or nil, "<<")
end

--- Returns `a >> b` for integers, rounded down.
function arithmetic.shr(a, b)
  local count = shift_count(a, b, ">>")
  if count > 62 then return a < 0 and -1 or 0 end
  return fitting(numbers.floordiv(a, numbers.from_float(2.0 ^ count)), ">>")
end

-- ---- signs --------------------------------------------------------------------------

--- Returns `-x` for a number.
function arithmetic.neg(x)
  if not numeric(x) then raise("unknown unary op: -" .. kind(x)) end
  return fitting(numbers.neg(x), "-")
end

--- Returns `+x` for a number.
function arithmetic.pos(x)
  if not numeric(x) then raise("unknown unary op: +" .. kind(x)) end
  return x
end

--- Returns `~x` for an integer.
function arithmetic.bnot(x)
  if kind(x) ~= "int" then raise("unknown unary op: ~" .. kind(x)) end
  return fitting(numbers.bxor(x, -1), "~")
end

--- Returns the absolute value of a number.
function arithmetic.abs(x)
  return numbers.compare(x, 0) == -1 and arithmetic.neg(x) or x
end

--- Compares a and b. Returns a negative number, 0 or a positive number, or NaN when one of them is NaN.
function arithmetic.order(a, b) return numbers.compare(a, b) or 0 / 0 end

return arithmetic
