--- CEL's operators as rows: arithmetic, equality, order, `in` and indexing.
--
-- `&&`, `||` and `?:` are no functions, because they do not evaluate all operands.
--
-- @module yschema.cel.values.operators

local values = require "yschema.cel.values.values"
local equality = require "yschema.cel.values.equality"
local times = require "yschema.cel.values.times"
local texts = require "yschema.cel.values.texts"
local rows = require "yschema.cel.values.rows"

local list, define = rows.list()

local integers, fail = values.integers, values.fail
local equal, compare = equality.equal, equality.compare
local floor = math.floor

-- ---- arithmetic ---------------------------------------------------------------------

-- Defines an operator of two operands of one integer type, whose result may not fit.
local function integer_operator(name, type_name, operation, divides)
  define(("%s(%s, %s) -> %s"):format(name, type_name, type_name, type_name), function(a, b)
    if divides and integers.double(b) == 0 then
      fail(name == "_%_" and "the modulus is zero" or "the divisor is zero")
    end
    local result = operation(a, b)
    if result == nil then fail("the result does not fit the type %s, which has 64 bits", type_name) end
    return result
  end)
end

integer_operator("_+_", "int", integers.add)
integer_operator("_-_", "int", integers.sub)
integer_operator("_*_", "int", integers.mul)
integer_operator("_/_", "int", integers.div, true)
integer_operator("_%_", "int", integers.mod, true)
integer_operator("_+_", "uint", integers.uadd)
integer_operator("_-_", "uint", integers.usub)
integer_operator("_*_", "uint", integers.umul)
integer_operator("_/_", "uint", integers.udiv, true)
integer_operator("_%_", "uint", integers.umod, true)

define("_+_(double, double) -> double", function(a, b) return a + b end, "total")
define("_-_(double, double) -> double", function(a, b) return a - b end, "total")
define("_*_(double, double) -> double", function(a, b) return a * b end, "total")
define("_/_(double, double) -> double", function(a, b) return a / b end, "total")
define("-_(double) -> double", function(v) return -v end, "total")
define("-_(int) -> int", function(v)
  return integers.neg(v) or fail "the result does not fit the type int, which has 64 bits"
end)
define("!_(bool) -> bool", function(v) return not v end, "total")

local function joined(a, b)
  if #a + #b > texts.most_bytes then fail "the string is too long" end
  return a .. b
end

define("_+_(string, string) -> string", joined)
define("_+_(bytes, bytes) -> bytes", function(a, b) return values.bytes(joined(a[1], b[1])) end)
define("_+_(list(A), list(A)) -> list(A)", function(a, b)
  local n, more = a.n, b.n
  if n + more > texts.most_items then fail "the list is too long" end
  local out = {}
  for i = 1, n do out[i] = a[i] end
  for i = 1, more do out[n + i] = b[i] end
  return values.list(out, n + more)
end)

define("_+_(timestamp, duration) -> timestamp", times.later)
define("_+_(duration, timestamp) -> timestamp", function(d, t) return times.later(t, d) end)
define("_+_(duration, duration) -> duration", times.sum)
define("_-_(timestamp, duration) -> timestamp", times.earlier)
define("_-_(timestamp, timestamp) -> duration", function(to, from) return times.between(from, to) end)
define("_-_(duration, duration) -> duration", times.difference)
define("-_(duration) -> duration", times.negative, "runtime")

-- ---- equality and order -------------------------------------------------------------

define("_==_(A, A) -> bool", equal, "total")
define("_!=_(A, A) -> bool", function(a, b) return not equal(a, b) end, "total")

local orders = {
  ["_<_"] = function(result) return result < 0 end, ["_<=_"] = function(result) return result <= 0 end,
  ["_>_"] = function(result) return result > 0 end, ["_>=_"] = function(result) return result >= 0 end,
}

-- Defines the four operators for two operands.
local function order_operators(a, b, compare_two, flags)
  for _, name in ipairs { "_<_", "_<=_", "_>_", "_>=_" } do
    local holds = orders[name]
    define(("%s(%s, %s) -> bool"):format(name, a, b), function(x, y) return holds(compare_two(x, y)) end, flags)
  end
end

order_operators("int", "int", integers.compare, "total")
order_operators("uint", "uint", integers.ucompare, "total")
order_operators("int", "uint", integers.compare_mixed, "total")
order_operators("uint", "int", function(a, b) return -integers.compare_mixed(b, a) end, "total")
for _, pair in ipairs { { "double", "double" }, { "int", "double" }, { "double", "int" }, { "uint", "double" },
  { "double", "uint" } } do
  order_operators(pair[1], pair[2], compare)
end
for _, name in ipairs { "string", "bytes", "bool", "timestamp", "duration" } do
  order_operators(name, name, compare, "total")
end

-- ---- lists and maps -----------------------------------------------------------------

define("_in_(A, list(A)) -> bool", function(item, items)
  for i = 1, items.n do
    if equal(items[i], item) then return true end
  end
  return false
end, "total")
define("_in_(A, map(A,B)) -> bool", function(key, map) return values.map_has(map, key) end, "total")

-- Returns the item with an index as a Lua number from 0, or nil.
local function item_at(items, index)
  if index ~= floor(index) or index < 0 or index >= items.n then return nil end
  return items[index + 1]
end

local function by_double(items, index) return item_at(items, index) end
local function by_integer(items, index) return item_at(items, values.number(index)) end

local function no_index(items, index)
  fail("the index %s is out of range: the list has %d item%s", values.brief(index), items.n, items.n == 1 and "" or "s")
end
local function no_key(key) fail("the map has no key %s", values.brief(key)) end

local function no_container(v) fail("a value of type %s has no index", values.type_of(v)) end

-- Returns an optional value of what was found.
local function found(v)
  if v == nil then return values.none end
  return values.optional_of(v)
end

for type_name, find_item in pairs { int = by_integer, uint = by_integer, double = by_double } do
  define(("_[_](list(A), %s) -> A"):format(type_name), function(items, index)
    local item = find_item(items, index)
    if item == nil then no_index(items, index) end
    return item
  end, type_name ~= "int" and "runtime" or nil)
end

define("_[_](map(A,B), A) -> B", function(map, key)
  local value = values.map_get(map, key)
  if value == nil then no_key(key) end
  return value
end)

-- An index of an optional value gives an optional value.
for type_name, find_item in pairs { int = by_integer, uint = by_integer, double = by_double } do
  define(("_[_](optional(list(A)), %s) -> optional(A)"):format(type_name), function(optional, index)
    local items = optional[1]
    if not optional.has then return optional end
    if values.type_of(items) == "map" then return found(values.map_get(items, index)) end
    if values.type_of(items) ~= "list" then no_container(items) end
    return found(find_item(items, index))
  end, type_name ~= "int" and "runtime" or nil)
end
define("_[_](optional(map(A,B)), A) -> optional(B)", function(optional, key)
  if not optional.has then return optional end
  if values.type_of(optional[1]) ~= "map" then no_container(optional[1]) end
  return found(values.map_get(optional[1], key))
end)

return list
