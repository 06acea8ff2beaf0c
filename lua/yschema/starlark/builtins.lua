--- Starlark's builtin functions.
--
-- @module yschema.starlark.builtins

local core = require "yschema.core"
local values = require "yschema.starlark.values"
local operators = require "yschema.starlark.operators"
local calls = require "yschema.starlark.calls"
local string_methods = require "yschema.starlark.string_methods"
local collection_methods = require "yschema.starlark.collection_methods"
local lexer = require "yschema.text.lexer"

local builtins = {}

local null, kind, raise, given = values.null, values.kind, values.raise, values.given

local most_items = 1000000 -- the greatest length of a range

local function define(name, params, required, f, keywords)
  calls.define(builtins, name, params, required, f, keywords)
end

define("len", "x", 1, values.len)
define("str", "x", 1, values.str)
define("repr", "x", 1, function(x) return values.repr(x) end)
define("type", "x", 1, calls.type)
define("bool", "x", 0, values.truth)

local digit_patterns = { [2] = "^[01]+$", [8] = "^[0-7]+$", [10] = "^%d+$", [16] = "^%x+$" }
local prefixes = { ["0x"] = 16, ["0o"] = 8, ["0b"] = 2 }

local function int_from_text(text, base)
  local sign, digits = text:match "^([+-]?)(%w+)$"
  local function bad()
    raise("int: invalid literal with base " .. base .. ": " .. values.repr(text))
  end
  if not digits then bad() end
  local prefix = prefixes[digits:sub(1, 2):lower()]
  if prefix and (base == 0 or base == prefix) then
    base, digits = prefix, digits:sub(3)
  elseif base == 0 then
    base = 10
  end
  local pattern = digit_patterns[base]
  if pattern and not digits:find(pattern) then bad() end
  if not pattern and not tonumber(digits, base) then bad() end
  local value
  if pattern then
    value = lexer.integer({ digits = digits, base = base }, sign == "-")
  else
    value = 0
    for digit in digits:gmatch "%w" do
      value = values.numbers.mul(value, base)
      value = value and values.numbers.add(value, tonumber(digit, 36) * (sign == "-" and -1 or 1))
      if not value then break end
    end
  end
  if not value then raise("int: " .. text .. " is out of range") end
  return value
end

define("int", "x base", 0, function(x, base)
  base = given(base)
  if x == nil then return 0 end
  if type(x) == "string" then
    base = base and values.integer("int", base) or 10
    if base ~= 0 and (base < 2 or base > 36) then raise("int: invalid base " .. base) end
    return int_from_text(x, base)
  end
  if base ~= nil then raise "int: can't convert non-string with explicit base" end
  local k = kind(x)
  if k == "bool" then return x and 1 or 0 end
  if k == "int" then return x end
  if k ~= "float" then raise("int: cannot convert " .. k .. " to int") end
  return values.truncated("int", x)
end)

local float_words = { inf = 1 / 0, infinity = 1 / 0, nan = 0 / 0 }

define("float", "x", 0, function(x)
  if x == nil then return 0.0 end
  if type(x) == "string" then
    local sign, word = x:lower():match "^([+-]?)(%a+)$"
    local value = float_words[word]
    if not value and x:find "^[+-]?%d*%.?%d*[eE]?[+-]?%d*$" and x:find "%d" then
      value, sign = tonumber((x:gsub("^%+", ""))), nil
    end
    if not value then raise("float: invalid literal: " .. values.repr(x)) end
    return (sign == "-" and -value or value) + 0.0
  end
  if type(x) == "boolean" then return x and 1.0 or 0.0 end
  local k = kind(x)
  if k ~= "int" and k ~= "float" then raise("float: cannot convert " .. k .. " to float") end
  return values.numbers.float(x)
end)

define("list", "iterable", 0, function(x)
  return values.list(x == nil and {} or values.copied(values.copy(values.items(x)), x))
end)
define("tuple", "iterable", 0, function(x)
  return values.tuple(x == nil and {} or values.copy(values.items(x)))
end)
define("set", "iterable", 0, function(x)
  return values.set_of(x == nil and {} or values.items(x))
end)
define("dict", "pairs", 0, function(x)
  return collection_methods.update(values.dict(), "dict", x)
end, function(named, x)
  return collection_methods.update(values.dict(), "dict", x, named)
end)

define("range", "start_or_stop stop step", 1, function(first, last, step)
  if last == nil then first, last = 0, first end
  step = step == nil and 1 or step
  values.integer("range", first)
  values.integer("range", last)
  if values.integer("range", step) == 0 then raise "range: step argument must not be zero" end
  if (last - first) / step > most_items then
    raise("range: more than " .. most_items .. " items")
  end
  local out, n = {}, 0
  for i = first, last + (step > 0 and -1 or 1), step do
    n = n + 1
    out[n] = i
  end
  return values.list(out)
end)

define("enumerate", "iterable start", 1, function(x, start)
  local items, out = values.items(x), {}
  start = start == nil and 0 or values.integer("enumerate", start)
  for i = 1, #items do out[i] = values.tuple { start + i - 1, items[i] } end
  return values.list(out)
end)

define("zip", "*", 0, function(...)
  local lists, n, out = { ... }, nil, {}
  for i = 1, #lists do
    lists[i] = values.items(lists[i])
    if not n or #lists[i] < n then n = #lists[i] end
  end
  for i = 1, n or 0 do
    local row = {}
    for j = 1, #lists do row[j] = lists[j][i] end
    out[i] = values.tuple(row)
  end
  return values.list(out)
end)

define("reversed", "iterable", 1, function(x)
  local items, out = values.items(x), {}
  for i = #items, 1, -1 do out[#out + 1] = items[i] end
  return values.list(out)
end)

-- Merges two sorted ranges of `from` (low..middle-1, middle..high-1) into `to`.
local function merge(from, to, low, middle, high, before)
  local left, right = low, middle
  for at = low, high - 1 do
    if left < middle and (right >= high or not before(from[right], from[left])) then
      to[at], left = from[left], left + 1
    else
      to[at], right = from[right], right + 1
    end
  end
end

-- Sorts stably, which table.sort does not.
local function stable_sort(list, before)
  local n, width = #list, 1
  local other = {}
  while width < n do
    for low = 1, n, 2 * width do
      merge(list, other, low, math.min(low + width, n + 1), math.min(low + 2 * width, n + 1),
        before)
    end
    list, other, width = other, list, width * 2
  end
  return list
end

-- Returns the key by which an item is sorted.
local function rank_of(item, key)
  if key == nil then return item end
  return calls.call(key, item)
end

define("sorted", "iterable key reverse", 1, function(x, key, reverse)
  local rows = {}
  key = given(key)
  for i, item in ipairs(values.items(x)) do rows[i] = { item, rank_of(item, key) } end
  local lt = operators.lt
  local before = values.truth(reverse) and function(a, b) return lt(b[2], a[2]) end
    or function(a, b) return lt(a[2], b[2]) end
  local sorted = stable_sort(rows, before)
  local out = {}
  for i = 1, #rows do out[i] = sorted[i][1] end
  return values.list(out)
end)

-- A function that calls another one once for each map and list. It is for functions that look at values and change
-- nothing; a map or list that is changed afterwards is not looked at again.
define("memoize", "function", 1, function(f)
  local known = setmetatable({}, { __mode = "k" })
  return function(x)
    if type(x) ~= "table" then return calls.call(f, x) end
    local found = known[x]
    if found == nil then
      found = calls.call(f, x)
      known[x] = found
    end
    return found
  end
end)

-- min and max take one iterable, or several arguments.
local function extreme(name, better)
  local function pick(key, ...)
    local items = select("#", ...) == 1 and values.items((...)) or { ... }
    local best, best_key
    for i = 1, #items do
      local item = items[i]
      local rank = rank_of(item, key)
      if i == 1 or better(rank, best_key) then best, best_key = item, rank end
    end
    if #items == 0 then raise(name .. ": argument is an empty sequence") end
    return best
  end
  define(name, "*", 0, function(...) return pick(nil, ...) end, function(named, ...)
    for key in pairs(named) do
      if key ~= "key" then
        raise("function " .. name .. " got an unexpected keyword argument " .. values.repr(key))
      end
    end
    return pick(given(named.key), ...)
  end)
end

extreme("min", operators.lt)
extreme("max", operators.gt)

for name, is_all in pairs { any = false, all = true } do
  define(name, "iterable", 1, function(x)
    local items = values.items(x)
    for i = 1, #items do
      local item = items[i]
      if (item == true or values.truth(item)) ~= is_all then return not is_all end
    end
    return is_all
  end)
end

define("abs", "x", 1, function(x)
  local k = kind(x)
  if k ~= "int" and k ~= "float" then raise("abs: got " .. k .. ", want number") end
  return operators.abs(x)
end)
define("chr", "i", 1, function(i)
  values.integer("chr", i)
  if i < 0 or i > 0x10FFFF then raise("chr: " .. i .. " is no code point") end
  return lexer.utf8(i)
end)
define("ord", "c", 1, string_methods.ord)

define("hash", "s", 1, function(s) return string_methods.hash(values.string("hash", s)) end)

define("hasattr", "x name", 2, function(x, name)
  return calls.has_attribute(x, values.string("hasattr", name))
end)
define("getattr", "x name default", 2, function(x, name, default)
  values.string("getattr", name)
  if default ~= nil and not calls.has_attribute(x, name) then return default end
  return calls.attribute(x, name)
end)

-- Lists the names of the fields and methods of a value, sorted.
define("dir", "x", 1, function(x)
  local k, names = kind(x), {}
  local function add(t)
    for name in pairs(t or {}) do
      if type(name) == "string" then names[#names + 1] = name end
    end
  end
  add(calls.methods[k])
  if k == "struct" then add(x)
  elseif k == "module" then add(getmetatable(x).__index) end
  table.sort(names)
  return values.list(names)
end)

define("fail", "*", 0, function(...) values.fail(values.joined(" ", ...)) end)

-- print() writes the place of its call and the text, to standard error unless the host has set another
-- output.
local function print_line(separator, ...)
  local place = require("yschema.sandbox.chunk_names").translate(values.place())
  local line = place .. values.joined(separator, ...) .. "\n"
  if core.hooks.print then core.hooks.print(line) else io.stderr:write(line) end
  return null
end

define("print", "*", 0, function(...) return print_line(" ", ...) end, function(named, ...)
  for key in pairs(named) do
    if key ~= "sep" then
      raise("function print got an unexpected keyword argument " .. values.repr(key))
    end
  end
  return print_line(values.string("print", named.sep), ...)
end)

return builtins
