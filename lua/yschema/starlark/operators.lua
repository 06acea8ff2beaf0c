--- Starlark's operators on plain Lua data, as functions.
--
-- Compiled code calls these where it cannot tell the kinds of the operands, or
-- where they are not the common ones.
--
-- @module yschema.starlark.operators

local values = require "yschema.starlark.values"
local text = require "yschema.starlark.text"

local operators = {}

local null, kind, raise, eq, is_int = values.null, values.kind, values.raise, values.eq,
  values.is_int
local type = type
local floor, max, min = math.floor, math.max, math.min
local find, rep, sub = string.find, string.rep, string.sub
local concat = table.concat
local math_type = math.type

-- What `*` may build at most: bytes of a string, items of a list.
local most_bytes, most_items = 16 * 1024 * 1024, 1000000

local function unknown(a, op, b)
  raise("unknown binary op: " .. kind(a) .. " " .. op .. " " .. kind(b))
end

local numeric = { int = true, float = true }

-- A negative number, 0 or a positive number as a sorts before b; `op` is for
-- the message.
local function order(a, b, op)
  local ka, kb = kind(a), kind(b)
  if numeric[ka] and numeric[kb] or ka == "string" and kb == "string" then
    return a < b and -1 or a > b and 1 or 0
  elseif ka ~= kb or not (ka == "list" or ka == "tuple" or ka == "bool") then
    raise(ka .. " " .. op .. " " .. kb .. " not implemented")
  elseif ka == "bool" then
    return (a and 1 or 0) - (b and 1 or 0)
  end
  for i = 1, min(#a, #b) do
    if not eq(a[i], b[i]) then return order(a[i], b[i], op) end
  end
  return #a - #b
end

--- `a < b`: of numbers, strings, booleans, lists or tuples.
function operators.lt(a, b)
  local t = type(a)
  if t == type(b) and (t == "number" or t == "string") then return a < b end
  return order(a, b, "<") < 0
end

--- `a <= b`, likewise.
function operators.le(a, b)
  local t = type(a)
  if t == type(b) and (t == "number" or t == "string") then return a <= b end
  return order(a, b, "<=") <= 0
end

--- `a > b`, likewise.
function operators.gt(a, b)
  local t = type(a)
  if t == type(b) and (t == "number" or t == "string") then return a > b end
  return order(a, b, ">") > 0
end

--- `a >= b`, likewise.
function operators.ge(a, b)
  local t = type(a)
  if t == type(b) and (t == "number" or t == "string") then return a >= b end
  return order(a, b, ">=") >= 0
end

--- `a < b` where b is known to be a number.
function operators.lt_number(a, b)
  if type(a) == "number" then return a < b end
  return order(a, b, "<") < 0
end

--- `a <= b`, likewise.
function operators.le_number(a, b)
  if type(a) == "number" then return a <= b end
  return order(a, b, "<=") <= 0
end

--- `a > b`, likewise.
function operators.gt_number(a, b)
  if type(a) == "number" then return a > b end
  return order(a, b, ">") > 0
end

--- `a >= b`, likewise.
function operators.ge_number(a, b)
  if type(a) == "number" then return a >= b end
  return order(a, b, ">=") >= 0
end

-- Lua 5.4 has `//` for integers; elsewhere numbers are doubles.
operators.floordiv_numbers = math_type and load "local a, b = ... return a // b"
  or function(a, b) return floor(a / b) end

local function two_numbers(a, b) return type(a) == "number" and type(b) == "number" end

local function both(k, a, b) return kind(a) == k and kind(b) == k end

local function joined(a, b)
  local out = values.copy(a)
  for i = 1, #b do out[#out + 1] = b[i] end
  return out
end

-- Lua's integers wrap around; Starlark's are as large as need be. What does
-- not fit is an error, never a wrong number.
local function overflow(op) raise("integer overflow in " .. op) end

--- `a + b`: of numbers, strings, lists or tuples; a new list or tuple.
function operators.add(a, b)
  if type(a) == "number" and type(b) == "number" then
    local sum = a + b
    if (b >= 0) ~= (sum >= a) and math_type and math_type(sum) == "integer" then
      overflow "+"
    end
    return sum
  elseif type(a) == "string" and type(b) == "string" then
    if #a + #b > most_bytes then raise "string too long" end
    return a .. b
  elseif both("list", a, b) then
    return values.list(joined(a, b))
  elseif both("tuple", a, b) then
    return values.tuple(joined(a, b))
  end
  unknown(a, "+", b)
end

--- `a - b`: of numbers.
function operators.sub(a, b)
  if not two_numbers(a, b) then unknown(a, "-", b) end
  local difference = a - b
  if (b >= 0) ~= (difference <= a) and math_type and math_type(difference) == "integer" then
    overflow "-"
  end
  return difference
end

local most_factor = 2 ^ 31 -- up to which products are sure to fit

local function repeated(x, times)
  times = max(times, 0)
  local k = kind(x)
  if k == "string" then
    if #x * times > most_bytes then raise "string too long" end
    return rep(x, times)
  end
  if #x * times > most_items then raise "list too long" end
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

--- `a * b`: of numbers; or a string, list or tuple and how often it is repeated.
function operators.mul(a, b)
  if type(a) == "number" and type(b) == "number" then
    local product = a * b
    if a < most_factor and b < most_factor and a > -most_factor and b > -most_factor then
      return product
    end
    if math_type and math_type(product) == "integer" then
      local about = (a + 0.0) * b
      -- Near the limits the sign and the quotient decide, exactly.
      if (about >= 2.0 ^ 62 or about <= -2.0 ^ 62)
        and ((about > 0) ~= (product > 0) or product % b ~= 0
          or operators.floordiv_numbers(product, b) ~= a) then
        overflow "*"
      end
    end
    return product
  elseif repeatable[kind(a)] and kind(b) == "int" then
    return repeated(a, b)
  elseif repeatable[kind(b)] and kind(a) == "int" then
    return repeated(b, a)
  end
  unknown(a, "*", b)
end

--- `a / b`: of numbers; a float.
function operators.div(a, b)
  if not two_numbers(a, b) then unknown(a, "/", b) end
  if b == 0 then raise "real division by zero" end
  return a / b
end

--- `a // b`: of numbers, rounded down.
function operators.floordiv(a, b)
  if not two_numbers(a, b) then unknown(a, "//", b) end
  if b == 0 then raise "floored division by zero" end
  if b == -1 and a == math.mininteger then overflow "//" end
  return operators.floordiv_numbers(a, b)
end

--- `a % b`: of numbers, with the sign of b; or a string and what fills it in.
function operators.mod(a, b)
  if two_numbers(a, b) then
    if b == 0 then
      raise((is_int(a) and is_int(b) and "integer" or "float") .. " modulo by zero")
    end
    return a % b
  elseif type(a) == "string" then
    return text.percent(a, b)
  end
  unknown(a, "%", b)
end

-- Two's complement, bit by bit: the same on every Lua.
local function bitwise(a, b, combine)
  local result, weight = 0, 1
  for _ = 1, 63 do
    if combine(a % 2, b % 2) then result = result + weight end
    a, b = operators.floordiv_numbers(a, 2), operators.floordiv_numbers(b, 2)
    if (a == 0 or a == -1) and (b == 0 or b == -1) then
      -- What is left of both is their sign.
      return combine(a % 2, b % 2) and result - weight * 2 or result
    end
    weight = weight * 2
  end
  return result
end

local bits = {
  ["&"] = function(x, y) return x == 1 and y == 1 end,
  ["|"] = function(x, y) return x == 1 or y == 1 end,
  ["^"] = function(x, y) return x ~= y end,
}

local function bit_operator(op)
  return function(a, b)
    if not both("int", a, b) then unknown(a, op, b) end
    return bitwise(a, b, bits[op])
  end
end

--- `a & b` and `a ^ b`: of integers.
operators.band, operators.bxor = bit_operator "&", bit_operator "^"
local int_or = bit_operator "|"

--- `a | b`: of integers; of dicts, where b has the last word.
function operators.bor(a, b)
  if not both("dict", a, b) then return int_or(a, b) end
  local out = values.dict()
  for _, map in ipairs { a, b } do
    for _, key in ipairs(values.keys(map)) do values.set(out, key, map[key]) end
  end
  return out
end

local function shift_count(a, b, op)
  if not both("int", a, b) then unknown(a, op, b) end
  if b < 0 then raise("negative shift count: " .. values.number_text(b)) end
  return b
end

--- `a << b`: of integers.
function operators.shl(a, b)
  if shift_count(a, b, "<<") > 62 then overflow "<<" end
  return operators.mul(a, floor(2 ^ b))
end

--- `a >> b`: of integers, rounded down.
function operators.shr(a, b)
  if shift_count(a, b, ">>") > 62 then return a < 0 and -1 or 0 end
  return operators.floordiv_numbers(a, floor(2 ^ b))
end

--- `-x`: of a number.
function operators.neg(x)
  if type(x) ~= "number" then raise("unknown unary op: -" .. kind(x)) end
  if math_type and x == math.mininteger and math_type(x) == "integer" then overflow "-" end
  return -x
end

--- `+x`: of a number.
function operators.pos(x)
  if type(x) ~= "number" then raise("unknown unary op: +" .. kind(x)) end
  return x
end

--- `~x`: of an integer.
function operators.bnot(x)
  if kind(x) ~= "int" then raise("unknown unary op: ~" .. kind(x)) end
  return -x - 1
end

--- Lua's `#`: bytes of a string, items of a list.
function operators.length(x)
  local t = type(x)
  if t ~= "string" and t ~= "table" then
    raise("attempt to get the length of a " .. kind(x) .. " value")
  end
  return #x
end

--- Lua's `..`: strings and numbers.
function operators.concat(a, b)
  local ta, tb = type(a), type(b)
  if ta ~= "string" and ta ~= "number" or tb ~= "string" and tb ~= "number" then
    unknown(a, "..", b)
  end
  a, b = values.str(a), values.str(b)
  if #a + #b > most_bytes then raise "string too long" end
  return a .. b
end

--- `x in container`.
function operators.has(x, container)
  local k = kind(container)
  if k == "string" then
    if type(x) ~= "string" then
      raise("'in <string>' requires string as left operand, not " .. kind(x))
    end
    return find(container, x, 1, true) ~= nil
  elseif k == "dict" then
    return container[values.key(x)] ~= nil
  elseif k == "struct" then
    return x ~= nil and container[x] ~= nil
  elseif k ~= "list" and k ~= "tuple" then
    unknown(x, "in", container)
  end
  for i = 1, #container do
    if eq(container[i], x) then return true end
  end
  return false
end

-- An index from 0 (or, negative, from the end) to one from 1.
local function position(what, i, length)
  if type(i) ~= "number" or not is_int(i) then
    raise(what .. " index: got " .. kind(i) .. ", want int")
  end
  local at = i < 0 and i + length or i
  if at < 0 or at >= length then
    raise("index " .. values.number_text(i) .. " out of range"
      .. (length == 0 and ": empty " .. what
        or " [" .. -length .. ":" .. length - 1 .. "]"))
  end
  return at + 1
end
operators.position = position

--- `x[i]`. A missing key of a map reads as None (language.md 12).
function operators.index(x, i)
  local k = kind(x)
  if k == "dict" then
    if i ~= i then return null end
    if i == nil or type(i) == "table" then i = values.key(i) end
    local value = x[i]
    if value == nil then return null end
    return value
  elseif k == "struct" and type(i) == "string" then
    if x[i] == nil then raise("struct has no ." .. i .. " field or method") end
    return x[i]
  elseif k == "list" or k == "tuple" then
    return x[position(k, i, #x)]
  elseif k == "string" then
    local list = values.characters(x)
    local at = position(k, i, list and #list or #x)
    return list and list[at] or sub(x, at, at)
  end
  raise("unhandled index operation " .. kind(x) .. "[" .. kind(i) .. "]")
end
local index = operators.index

--- `x["key"]` where the key is a string that the compiler knows.
function operators.item(x, key)
  if type(x) == "table" then
    local value = x[key] -- lists have no such keys
    if value ~= nil then return value end
  end
  return index(x, key)
end

-- The bounds of a slice as Starlark clips them: from 1, exclusive at the end.
local function bounds(first, last, step, length)
  local low, high = 0, length
  if step < 0 then low, high = -1, length - 1 end
  local function clip(i, default)
    if i == nil or i == null then return default end
    values.integer("slice", i)
    if i < 0 then i = i + length end
    return max(low, min(high, i))
  end
  if step < 0 then return clip(first, high), clip(last, low) end
  return clip(first, low), clip(last, high)
end

--- `x[first:last:step]`; nil parts are left out.
function operators.slice(x, first, last, step)
  local k = kind(x)
  if not repeatable[k] then raise("invalid slice operand " .. k) end
  if step == nil or step == null then step = 1 end
  if values.integer("slice", step) == 0 then raise "zero is not a valid slice step" end
  local list = x
  if k == "string" then
    list = values.characters(x)
    if not list and step == 1 then
      local from, to = bounds(first, last, 1, #x)
      return sub(x, from + 1, to)
    end
  end
  local from, to = bounds(first, last, step, list and #list or #x)
  local out, n = {}, 0
  for i = from, to + (step > 0 and -1 or 1), step do
    n = n + 1
    out[n] = list and list[i + 1] or sub(x, i + 1, i + 1)
  end
  if k == "string" then return concat(out) end
  return k == "list" and values.list(out) or values.tuple(out)
end

return operators
