--- Starlark's operators on plain Lua data, as functions.
--
-- Compiled code calls these functions where the kinds of the operands are unknown or uncommon.
--
-- @module yschema.starlark.operators

local values = require "yschema.starlark.values"
local arithmetic = require "yschema.starlark.arithmetic"
local metered = require "yschema.sandbox.metered"

local operators = {}

local null, kind, raise, eq = values.null, values.kind, values.raise, values.eq
local type = type
local max, min = math.max, math.min
local sub = string.sub
local concat = table.concat

local most_bytes = 16 * 1024 * 1024 -- the greatest length of a string that `..` makes
local unknown, order_numbers = arithmetic.unknown, arithmetic.order

for _, name in ipairs { "add", "sub", "mul", "div", "floordiv", "mod", "band", "bxor", "bor", "shl", "shr",
  "neg", "pos", "bnot", "abs" } do
  operators[name] = arithmetic[name]
end

local numeric = { int = true, float = true }

-- Returns a negative number, 0 or a positive number when a is less than, equal to or greater than b. The
-- message of an error names `op`.
local function order(a, b, op)
  local ka, kb = kind(a), kind(b)
  if numeric[ka] and numeric[kb] then
    return order_numbers(a, b)
  elseif ka == "string" and kb == "string" then
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

--- `a <= b`: of the same operands as `a < b`.
function operators.le(a, b)
  local t = type(a)
  if t == type(b) and (t == "number" or t == "string") then return a <= b end
  return order(a, b, "<=") <= 0
end

--- `a > b`: of the same operands as `a < b`.
function operators.gt(a, b)
  local t = type(a)
  if t == type(b) and (t == "number" or t == "string") then return a > b end
  return order(a, b, ">") > 0
end

--- `a >= b`: of the same operands as `a < b`.
function operators.ge(a, b)
  local t = type(a)
  if t == type(b) and (t == "number" or t == "string") then return a >= b end
  return order(a, b, ">=") >= 0
end

--- Lua's `#`: the bytes of a string, or the items of a list.
function operators.length(x)
  local t = type(x)
  if t ~= "string" and t ~= "table" then
    raise("attempt to get the length of a " .. kind(x) .. " value")
  end
  return #x
end

--- Lua's `..`: of strings and numbers.
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
    return metered.find(container, x, 1) ~= nil
  elseif k == "dict" then
    return container[values.key(x)] ~= nil
  elseif k == "struct" then
    return x ~= nil and container[x] ~= nil
  elseif k == "set" then
    return values.set_has(container, x)
  elseif k ~= "list" and k ~= "tuple" then
    unknown(x, "in", container)
  end
  for i = 1, #container do
    if eq(container[i], x) then return true end
  end
  return false
end

-- Converts an index from 0 (or, when negative, from the end) to one from 1.
local function position(what, i, length)
  if kind(i) ~= "int" then raise(what .. " index: got " .. kind(i) .. ", want int") end
  local at = i < 0 and i + length or i
  if type(i) == "cdata" or at < 0 or at >= length then
    raise("index " .. values.number_text(i) .. " out of range"
      .. (length == 0 and ": empty " .. what
        or " [" .. -length .. ":" .. length - 1 .. "]"))
  end
  return at + 1
end
operators.position = position

--- `x[i]`. A missing key of a map reads as None (reference#values-in-starlark).
function operators.index(x, i)
  local k = kind(x)
  if k == "dict" then
    if i ~= i then return null end
    if i == nil or type(i) == "table" or type(i) == "cdata" then i = values.key(i) end
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

-- Returns the bounds of a slice, clipped as in Starlark: from 1, and exclusive at the end.
local function bounds(first, last, step, length)
  local low, high = 0, length
  if step < 0 then low, high = -1, length - 1 end
  local function clip(i, default)
    if i == nil or i == null then return default end
    if kind(i) ~= "int" then values.integer("slice", i) end
    if type(i) == "cdata" then return i < 0 and low or high end
    if i < 0 then i = i + length end
    return max(low, min(high, i))
  end
  if step < 0 then return clip(first, high), clip(last, low) end
  return clip(first, low), clip(last, high)
end

local sliceable = { string = true, list = true, tuple = true }

--- `x[first:last:step]`, where parts that are left out are nil.
function operators.slice(x, first, last, step)
  local k = kind(x)
  if not sliceable[k] then raise("invalid slice operand " .. k) end
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
    if list then out[n] = list[i + 1] else out[n] = sub(x, i + 1, i + 1) end -- an item may be False
  end
  if k == "string" then return concat(out) end
  return k == "list" and values.list(out) or values.tuple(out)
end

return operators
