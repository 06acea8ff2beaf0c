--- Starlark's view of plain Lua data.
--
-- Values are what closures get (language.md 5): maps are tables, arrays are
-- tables with `core.array_mt`, null is `core.null`. A dict that Starlark code
-- makes is a table whose metatable has the list `keys`; a tuple has
-- `core.tuple_mt`; a struct's metatable has `struct`, a module's `module`.
-- `nil` and null are both None.
--
-- @module yschema.starlark.values

local core = require "yschema.core"

local values = {}

local null, array_mt, tuple_mt = core.null, core.array_mt, core.tuple_mt
local getmetatable, setmetatable, next, pairs, type = getmetatable, setmetatable, next, pairs, type
local tostring, error, floor, abs = tostring, error, math.floor, math.abs
local find, format, gmatch, gsub, match = string.find, string.format, string.gmatch, string.gsub,
  string.match
local concat, sort = table.concat, table.sort
local getinfo = debug.getinfo
local math_type = math.type

values.null = null

--- Throw an error that carries the place of the compiled text that runs now.
---@param message string as Starlark words it
function values.raise(message)
  for level = 2, 50 do
    local info = getinfo(level, "Sl")
    if not info then break end
    if find(info.short_src, "^%[y%d+:%d+%]$") then
      error(info.short_src .. ":" .. info.currentline .. ": " .. message, 0)
    end
  end
  error(message, 0)
end
local raise = values.raise

local failure_mt = { __tostring = function(self) return self.message end }

--- What `fail()` throws: { failed = true, message = }.
---@param message string
function values.failure(message)
  return setmetatable({ failed = true, message = message }, failure_mt)
end

--- Throw it.
---@param message string
function values.fail(message) error(values.failure(message), 0) end

--- Whether a caught error comes from `fail()`.
function values.is_failure(problem)
  return type(problem) == "table" and getmetatable(problem) == failure_mt
end

--- Make a table a list: the same table.
function values.list(items) return setmetatable(items, array_mt) end

--- Make a table a tuple: the same table.
function values.tuple(items) return setmetatable(items, tuple_mt) end

--- A dict without items.
function values.dict() return setmetatable({}, { keys = {} }) end

--- Whether a number is an integer. On LuaJIT, where all numbers are doubles,
-- the value decides.
local is_int
if math_type then
  is_int = function(x) return math_type(x) == "integer" end
else
  is_int = function(x) return x == floor(x) and abs(x) < 2 ^ 63 end
end
values.is_int = is_int

local simple_kinds = { string = "string", boolean = "bool", ["nil"] = "NoneType",
  ["function"] = "function", cdata = "int" }

--- The kind of a value, under Starlark's name: "NoneType" "bool" "int" "float"
-- "string" "list" "tuple" "dict" "struct" "module" "function".
local function kind(x)
  local t = type(x)
  if t == "number" then return is_int(x) and "int" or "float" end
  if t ~= "table" then return x == null and "NoneType" or simple_kinds[t] or t end
  local mt = getmetatable(x)
  if mt == array_mt then return "list" end
  if mt == nil then return x[1] ~= nil and "list" or "dict" end
  if mt == tuple_mt then return "tuple" end
  if type(mt) ~= "table" then return "dict" end
  return mt.struct and "struct" or mt.module and "module" or mt.__call and "function" or "dict"
end
values.kind = kind

-- ---- what cannot be changed any more ----------------------------------------------

local frozen = setmetatable({}, { __mode = "k" })

-- Lists, tuples, dicts and structs as Starlark makes them. What has no metatable is a
-- table of Lua's, which is the business of Lua's code.
local function is_ours(mt)
  return mt == array_mt or mt == tuple_mt or type(mt) == "table" and (mt.keys or mt.struct)
end

--- Keep a value, and all that it holds, from being changed by Starlark.
---@param value any
function values.freeze(value)
  local open, n = { value }, 1
  while n > 0 do
    local x = open[n]
    open[n], n = nil, n - 1
    if type(x) == "table" and not frozen[x] and is_ours(getmetatable(x)) then
      frozen[x] = true
      for _, item in next, x do
        if type(item) == "table" then open[n + 1], n = item, n + 1 end
      end
    end
  end
end

--- Throw when a list or dict cannot be changed any more.
---@param x table
---@param what string what is to be done: "append to"
---@param who? string the method that does it
function values.changing(x, what, who)
  if frozen[x] then
    raise((who and who .. ": " or "") .. "cannot " .. what .. " frozen " .. kind(x))
  end
end

--- Starlark's truth: None, False, 0, "" and empty collections are false.
function values.truth(x)
  if x == true then return true end
  if not x or x == null or x == 0 or x == "" then return false end
  if type(x) ~= "table" or next(x) ~= nil then return true end
  local k = kind(x)
  return k == "struct" or k == "module" or k == "function"
end

--- The keys of a dict or map, a new table: in the order of insertion where it is
-- known, sorted where not.
values.keys = require "yschema.keys"
local keys = values.keys

-- Tuples that are keys, by what they hold: equal ones are the same table.
local interned = setmetatable({}, { __mode = "v" })

local function tuple_text(tuple)
  local parts = {}
  for i = 1, #tuple do
    local item = tuple[i]
    local t = type(item)
    if t == "table" then
      if getmetatable(item) ~= tuple_mt then raise("unhashable type: " .. kind(item)) end
      parts[i] = "(" .. tuple_text(item) .. ")"
    elseif t == "string" then
      parts[i] = "s" .. #item .. ":" .. item
    elseif t == "number" and not is_int(item) then
      parts[i] = format("n%.17g", item)
    elseif t == "number" or t == "cdata" then
      parts[i] = "n" .. (item == 0 and "0" or values.number_text(item))
    else
      parts[i] = t .. tostring(item)
    end
  end
  return concat(parts, ",")
end

local function tuple_key(tuple)
  local id = tuple_text(tuple)
  if not interned[id] then interned[id] = tuple end
  return interned[id]
end

--- What stands for a value as a key of a dict; thrown when it cannot be one.
---@param key any
---@return any # not nil
function values.key(key)
  local t = type(key)
  if t == "table" then
    if getmetatable(key) ~= tuple_mt then raise("unhashable type: " .. kind(key)) end
    return tuple_key(key)
  end
  if t == "nil" then return null end
  if key ~= key then raise("a NaN cannot be a key") end
  return key
end

--- Set a dict's item.
function values.set(dict, key, value)
  key = values.key(key)
  if value == nil then value = null end
  if dict[key] == nil then
    local mt = getmetatable(dict)
    if mt and mt.keys then mt.keys[#mt.keys + 1] = key end
  end
  dict[key] = value
end

local eq

local function eq_lists(a, b)
  if #a ~= #b then return false end
  for i = 1, #a do
    if not eq(a[i], b[i]) then return false end
  end
  return true
end

local function eq_maps(a, b)
  for key, value in next, a do
    local other = b[key]
    if other == nil or not eq(value, other) then return false end
  end
  for key in next, b do
    if a[key] == nil then return false end
  end
  return true
end

--- Starlark's `==`: deep on lists, tuples, dicts and structs.
function eq(a, b)
  if a == b then return true end
  if type(a) ~= "table" or type(b) ~= "table" then
    return (a == nil or a == null) and (b == nil or b == null)
  end
  if next(a) == nil and next(b) == nil and not (getmetatable(a) and getmetatable(b)) then
    -- An empty table without metatable may stand for either.
    return kind(a) ~= "tuple" and kind(b) ~= "tuple"
  end
  local k = kind(a)
  if k ~= kind(b) then return false end
  if k == "list" or k == "tuple" then return eq_lists(a, b) end
  if k == "dict" or k == "struct" then return eq_maps(a, b) end
  return false
end
values.eq = eq

-- The characters of a text that is not all ASCII, as a table.
local function characters(s)
  local list, n = {}, 0
  for c in gmatch(s, "[^\128-\191][\128-\191]*") do
    n = n + 1
    list[n] = c
  end
  return list
end

--- The characters (code points) of a string, or nil when each is one byte.
function values.characters(s)
  if not find(s, "[\128-\255]") then return nil end
  return characters(s)
end

local utf8_len = utf8 and utf8.len

--- How many code points a string has.
local function string_length(s)
  local n = utf8_len and utf8_len(s)
  if n then return n end
  if not find(s, "[\128-\255]") then return #s end
  local _, count = gsub(s, "[^\128-\191]", "")
  return count
end
values.string_length = string_length

--- Starlark's len().
function values.len(x)
  local t = type(x)
  if t == "string" then return utf8_len and utf8_len(x) or string_length(x) end
  if t == "table" then
    if getmetatable(x) == array_mt then return #x end
    local k = kind(x)
    if k == "list" or k == "tuple" then return #x end
    if k == "dict" or k == "struct" then
      local n = 0
      for _ in next, x do n = n + 1 end
      return n
    end
  end
  raise("len: value of type " .. kind(x) .. " has no len")
end

--- What a `for` goes over: a table of items, not to be changed.
function values.items(x)
  if type(x) == "table" and getmetatable(x) == array_mt then return x end
  local k = kind(x)
  if k == "list" or k == "tuple" then return x end
  if k == "dict" or k == "struct" then return keys(x) end
  raise(k .. " value is not iterable")
end

local escapes = { ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t", ["\\"] = "\\\\", ['"'] = '\\"' }

local function quoted(s)
  return '"' .. gsub(s, '[%c\\"]', function(c)
    return escapes[c] or format("\\x%02x", c:byte())
  end) .. '"'
end

--- A number as Starlark prints it.
local function number_text(x)
  if type(x) == "cdata" then return match(tostring(x), "^-?%d+") end
  if x ~= x then return "nan" end
  if x == 1 / 0 then return "+inf" end
  if x == -1 / 0 then return "-inf" end
  if is_int(x) then return format(math_type and "%d" or "%.0f", x) end
  local text
  for digits = 15, 17 do
    text = format("%." .. digits .. "g", x)
    if tonumber(text) == x then break end
  end
  return find(text, "[.e]") and text or text .. ".0"
end
values.number_text = number_text

local repr

local function repr_items(x, around)
  local parts = {}
  for i = 1, #x do parts[i] = repr(x[i], around) end
  return concat(parts, ", ")
end

local function repr_pairs(x, around, join, name)
  local parts = {}
  for i, key in ipairs(keys(x)) do
    parts[i] = name(key) .. join .. repr(x[key], around)
  end
  return concat(parts, ", ")
end

local function repr_collection(x, k, around)
  if k == "list" then return "[" .. repr_items(x, around) .. "]" end
  if k == "tuple" then return "(" .. repr_items(x, around) .. (#x == 1 and ",)" or ")") end
  if k == "struct" then return "struct(" .. repr_pairs(x, around, " = ", tostring) .. ")" end
  return "{" .. repr_pairs(x, around, ": ", repr) .. "}"
end

-- Starlark's repr(): strings in double quotes.
---@param x any
---@param around? table the collections that hold it, as keys
---@return string
function repr(x, around)
  local t = type(x)
  if t == "string" then return quoted(x) end
  if t == "number" or t == "cdata" then return number_text(x) end
  if t == "boolean" then return x and "True" or "False" end
  local k = kind(x)
  if k == "NoneType" then return "None" end
  if k == "function" then
    return values.function_text and values.function_text(x) or "<function>"
  end
  if t ~= "table" then return "<" .. k .. ">" end
  if k == "module" then return "<module " .. getmetatable(x).module .. ">" end
  around = around or {}
  if around[x] then return "..." end -- it contains itself
  around[x] = true
  local text = repr_collection(x, k, around)
  around[x] = nil
  return text
end

--- Starlark's repr(), of a value that nothing holds.
---@param x any
---@return string
function values.repr(x) return repr(x) end

--- Starlark's str(): strings as they are.
function values.str(x)
  if type(x) == "string" then return x end
  return repr(x)
end

--- A copy of part of a list: items from..to (counted from 1).
function values.copy(x, from, to)
  local out, n = {}, 0
  for i = from or 1, to or #x do
    n = n + 1
    out[n] = x[i]
  end
  return out
end

--- Check an integer argument.
---@param who string the function, for the message
---@param x any what is none raises
---@return integer # x
function values.integer(who, x)
  if type(x) ~= "number" or not is_int(x) then
    raise(who .. ": got " .. kind(x) .. ", want int")
  end
  return x
end

--- Check a string argument, likewise.
function values.string(who, x)
  if type(x) ~= "string" then raise(who .. ": got " .. kind(x) .. ", want string") end
  return x
end

-- Edit distance, of short names.
local function distance(a, b)
  local row = {}
  for j = 0, #b do row[j] = j end
  for i = 1, #a do
    local diagonal = row[0]
    row[0] = i
    for j = 1, #b do
      local cost = diagonal + (a:byte(i) == b:byte(j) and 0 or 1)
      diagonal = row[j]
      row[j] = math.min(cost, row[j] + 1, row[j - 1] + 1)
    end
  end
  return row[#b]
end

--- The hint " (did you mean `x`?)" for a mistyped name, or "".
---@param name string at most 64 bytes, else there is no hint
---@param names table list of those that would do
function values.suggestion(name, names)
  if #name > 64 then return "" end
  local best, least = nil, math.floor((#name + 1) / 2)
  sort(names)
  for _, candidate in ipairs(names) do
    local d = #candidate <= 64 and distance(name:lower(), candidate:lower()) or least
    if d < least then best, least = candidate, d end
  end
  return best and " (did you mean `" .. best .. "`?)" or ""
end

--- The string keys of any tables, for `suggestion`.
function values.names(...)
  local out = {}
  for i = 1, select("#", ...) do
    local t = select(i, ...)
    if type(t) == "table" then
      for key in pairs(t) do
        if type(key) == "string" then out[#out + 1] = key end
      end
    end
  end
  return out
end

return values
