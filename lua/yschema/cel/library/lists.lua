--- CEL's functions of lists and sets as rows: those of Kubernetes (`isSorted`, `sum`, `min`), those of Go's library
-- (`slice`, `sort`, `flatten`), and `sets`.
--
-- @module yschema.cel.library.lists

local values = require "yschema.cel.values.values"
local equality = require "yschema.cel.values.equality"
local operators = require "yschema.cel.values.operators"
local texts = require "yschema.cel.values.texts"
local rows = require "yschema.cel.values.rows"
local metered = require "yschema.sandbox.metered"

local list, define = rows.list()

local fail, type_of = values.fail, values.type_of
local compare, equal = equality.compare, equality.equal

local comparable = { "int", "uint", "double", "bool", "duration", "timestamp", "string", "bytes" }

-- ---- order --------------------------------------------------------------------------

local function is_sorted(items)
  for i = 2, items.n do
    if compare(items[i - 1], items[i]) > 0 then return false end
  end
  return true
end

-- Makes a function that returns the first item that no other item precedes, or follows.
local function extreme(name, sign)
  return function(items)
    if items.n == 0 then fail("%s of an empty list", name) end
    local found = items[1]
    if items.n == 1 then return found end
    for i = 2, items.n do
      if compare(items[i], found) * sign > 0 then found = items[i] end
    end
    return found
  end
end
local greatest, least = extreme("max", 1), extreme("min", -1)

-- Sorts the items of a list by the keys that another list has for them. Equal keys keep their order.
local function sorted_by(items, keys)
  local n = items.n
  if keys.n ~= n then fail("the list has %d items, but %d keys to sort by", n, keys.n) end
  local order, out = {}, {}
  local first = n > 0 and type_of(keys[1])
  for i = 1, n do
    order[i] = i
    if type_of(keys[i]) ~= first then fail "items that are sorted must have one type" end
    compare(keys[i], keys[i]) -- fails for types without an order, and for NaN
  end
  metered.table.sort(order, function(a, b)
    local result = compare(keys[a], keys[b])
    if result == 0 then return a < b end
    return result < 0
  end)
  for i = 1, n do out[i] = items[order[i]] end
  return values.list(out, n)
end
local function sorted(items) return sorted_by(items, items) end

for _, name in ipairs(comparable) do
  define(("member list(%s).isSorted() -> bool"):format(name), is_sorted)
  define(("member list(%s).max() -> %s"):format(name, name), greatest)
  define(("member list(%s).min() -> %s"):format(name, name), least)
  define(("member list(%s).sort() -> list(%s)"):format(name, name), sorted)
  define(("member list(A).@sortByAssociatedKeys(list(%s)) -> list(A)"):format(name), sorted_by)
end

-- ---- sums ---------------------------------------------------------------------------

local addition = {}
for _, row in ipairs(operators) do
  if row.name == "_+_" and row.arguments[1] == row.arguments[2] then addition[row.arguments[1]] = row.call end
end

local zeros = {
  int = values.int(0), uint = values.uint(0), double = values.double(0),
  duration = setmetatable({ values.int(0) }, values.duration_mt),
}

-- Without items, the sum is that of the type that the checker has found; an int when it is unknown.
for _, name in ipairs { "int", "uint", "double", "duration" } do
  local zero = zeros[name]
  define(("member list(%s).sum() -> %s"):format(name, name), function(items)
    local sum = items.n > 0 and zeros[type_of(items[1])] or zero
    local kind = type_of(sum)
    for i = 1, items.n do
      if type_of(items[i]) ~= kind then fail "numbers that are added must have one type" end
      sum = addition[kind](sum, items[i])
    end
    return sum
  end)
end

-- ---- search -------------------------------------------------------------------------

-- The number of the first item that is equal to a value, from one number to another; 0: there is none.
local function number_of(items, item, first, last, step)
  for i = first, last, step do
    if equal(items[i], item) then return i end
  end
  return 0
end

define("member list(A).indexOf(A) -> int", function(items, item)
  return values.int(number_of(items, item, 1, items.n, 1) - 1)
end, "total")
define("member list(A).lastIndexOf(A) -> int", function(items, item)
  return values.int(number_of(items, item, items.n, 1, -1) - 1)
end, "total")

local function has(items, item) return number_of(items, item, 1, items.n, 1) > 0 end

define("member dyn.includes(dyn) -> bool", function(items, item)
  if type_of(items) ~= "list" then return equal(items, item) end
  return has(items, item)
end, "total")

define("member list(A).first() -> optional(A)", function(items)
  if items.n == 0 then return values.none end
  return values.optional_of(items[1])
end, "total")
define("member list(A).last() -> optional(A)", function(items)
  if items.n == 0 then return values.none end
  return values.optional_of(items[items.n])
end, "total")

-- ---- new lists ----------------------------------------------------------------------

define("member list(A).slice(int, int) -> list(A)", function(items, from, to)
  local first, last = values.number(from), values.number(to)
  if first < 0 or last < 0 then fail "cannot slice a list at a negative index" end
  if first > last then fail("cannot slice a list from %d to %d, which is less", first, last) end
  if last > items.n then fail("cannot slice a list of %d items up to %d", items.n, last) end
  local out = {}
  for i = first + 1, last do out[i - first] = items[i] end
  return values.list(out, last - first)
end)

define("member list(A).reverse() -> list(A)", function(items)
  local out, n = {}, items.n
  for i = 1, n do out[i] = items[n + 1 - i] end
  return values.list(out, n)
end, "total")

define("lists.range(int) -> list(int)", function(count)
  local n = values.number(count)
  if n > texts.most_items then fail("the list would have more than %d items", texts.most_items) end
  local out = {}
  for i = 1, n do out[i] = values.int(i - 1) end
  return values.list(out, n > 0 and n or 0)
end)

-- Adds the items of a list to `out`, those of lists in it in their place.
local function flatten_into(out, items, depth)
  for i = 1, items.n do
    local item = items[i]
    if depth > 0 and type_of(item) == "list" then
      flatten_into(out, item, depth - 1)
    else
      if out.n >= texts.most_items then fail("the list would have more than %d items", texts.most_items) end
      out.n = out.n + 1
      out[out.n] = item
    end
  end
end

local function flatten(items, depth)
  local levels = depth and values.number(depth) or 1
  if levels < 0 then fail "the depth to flatten a list to must not be negative" end
  local out = { n = 0 }
  flatten_into(out, items, levels)
  return values.list(out, out.n)
end
define("member list(list(A)).flatten() -> list(A)", flatten)
define("member list(dyn).flatten() -> list(dyn)", flatten, "runtime")
define("member list(dyn).flatten(int) -> list(dyn)", flatten)

-- Returns a number or a text that equal scalars have in common; nil for other values.
local function place_of(v)
  local place = values.key_of(v)
  if place ~= nil then return place end
  if type_of(v) == "double" and v == v then return v end -- it has a fraction, so that it equals only doubles
end

define("member list(A).distinct() -> list(A)", function(items)
  local out, n, seen, others = {}, 0, {}, { n = 0 }
  for i = 1, items.n do
    local item = items[i]
    local place = place_of(item)
    local is_new
    if place ~= nil then
      is_new, seen[place] = not seen[place], true
    else
      is_new = not has(others, item)
      if is_new then
        others.n = others.n + 1
        others[others.n] = item
      end
    end
    if is_new then
      n = n + 1
      out[n] = item
    end
  end
  return values.list(out, n)
end, "total")

-- ---- sets ---------------------------------------------------------------------------

-- Makes a function that says whether a list has an item.
local function membership(items)
  local seen, others = {}, { n = 0 }
  for i = 1, items.n do
    local place = place_of(items[i])
    if place ~= nil then
      seen[place] = true
    else
      others.n = others.n + 1
      others[others.n] = items[i]
    end
  end
  return function(item)
    local place = place_of(item)
    if place ~= nil then return seen[place] == true end
    return has(others, item)
  end
end

local function contains(items, parts)
  local is_member = membership(items)
  for i = 1, parts.n do
    if not is_member(parts[i]) then return false end
  end
  return true
end

define("sets.contains(list(A), list(A)) -> bool", contains, "total")
define("sets.equivalent(list(A), list(A)) -> bool", function(a, b)
  return contains(a, b) and contains(b, a)
end, "total")
define("sets.intersects(list(A), list(A)) -> bool", function(a, b)
  local is_member = membership(a)
  for i = 1, b.n do
    if is_member(b[i]) then return true end
  end
  return false
end, "total")

return list
