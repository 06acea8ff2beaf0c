--- Defines CEL's values.
--
-- null is `values.null`, a bool is a Lua boolean, and a string is a Lua string. `yschema.cel.values.integers_lua54` and
-- its like for LuaJIT define int, uint and double. All other values are tables whose metatables have the name of
-- the type, `cel_type`:
--
-- - bytes: `{ text }`
-- - list: `{ n = count, item1, ... }`
-- - map: `{ keys = { key1, ... }, at = { [what stands for a key] = value } }`
-- - type: `{ name = }`; there is one table for each name
-- - optional: `{ has = boolean, value }`
-- - timestamp: `{ seconds =, nanos = }`; duration: `{ an int of nanoseconds }`
--
-- @module yschema.cel.values.values

local integers = require(jit and "yschema.cel.values.integers_luajit" or "yschema.cel.values.integers_lua54")
local doubles = require "yschema.cel.values.doubles"
local shortened = require "yschema.text.characters".shortened

local values = {}

local error, getmetatable, select, setmetatable, type = error, getmetatable, select, setmetatable, type
local format, gsub, tostring = string.format, string.gsub, tostring
local is_int, is_uint, is_double = integers.is_int, integers.is_uint, integers.is_double

values.integers = integers

--- The metatables of values that are tables, by the names of their types.
values.null = setmetatable({}, { cel_type = "null", __tostring = function() return "null" end })
values.bytes_mt, values.list_mt = { cel_type = "bytes" }, { cel_type = "list" }
values.map_mt, values.type_mt = { cel_type = "map" }, { cel_type = "type" }
values.optional_mt = { cel_type = "optional" }
values.timestamp_mt, values.duration_mt = { cel_type = "timestamp" }, { cel_type = "duration" }

-- ---- errors -------------------------------------------------------------------------

--- The metatable of the errors that an expression throws.
values.error_mt = {
  __tostring = function(self) return self.message end,
}

--- Throws an error of the running expression. Its message is one line, whatever a text of the data has.
---@param sentence string for string.format when more arguments follow
---@param ... any
function values.fail(sentence, ...)
  if select("#", ...) > 0 then sentence = format(sentence, ...) end
  error(setmetatable({ message = (gsub(sentence, "%c", " ")) }, values.error_mt), 0)
end
local fail = values.fail

--- Whether something thrown is an error of an expression.
function values.is_error(thrown) return getmetatable(thrown) == values.error_mt end

-- ---- types --------------------------------------------------------------------------

local simple = { string = "string", boolean = "bool" }

--- Returns the name of the type of a value.
---@return string # "int" "uint" "double" "bool" "string" "bytes" "null" "list" "map" "type" "timestamp" "duration"
---  "optional", or the name of a library's type
function values.type_of(v)
  local name = simple[type(v)]
  if name then return name end
  if is_int(v) then return "int" end
  if is_double(v) then return "double" end
  if is_uint(v) then return "uint" end
  local mt = getmetatable(v)
  return type(mt) == "table" and mt.cel_type or type(v)
end

-- The names that CEL has for types, where `type_of` has other ones.
local names = {
  null = "null_type", timestamp = "google.protobuf.Timestamp", duration = "google.protobuf.Duration",
  optional = "optional_type", url = "kubernetes.URL",
}

local types = {}

--- Returns the value of type `type` with a name of CEL: "int", "null_type", "google.protobuf.Timestamp".
function values.type_value(name)
  name = names[name] or name
  local found = types[name]
  if not found then
    found = setmetatable({ name = name }, values.type_mt)
    types[name] = found
  end
  return found
end

--- Returns the type of a value, as a value.
function values.type_of_value(v) return values.type_value(values.type_of(v)) end

-- ---- numbers, texts and lists -------------------------------------------------------

--- Makes an int of a whole Lua number, or of a text in base 10 or 16 (nil: it is out of range).
function values.int(of)
  if type(of) == "string" then return integers.int_of(of) end
  return integers.int(of)
end

--- Makes a uint of a whole Lua number, or of a text in base 10 or 16 (nil: it is out of range).
function values.uint(of)
  if type(of) == "string" then return integers.uint_of(of) end
  return integers.uint_of_double(integers.real(of))
end

values.double = integers.real

--- Returns an int or a uint as a Lua number, for positions and sizes.
values.number = integers.number

--- Makes bytes of a Lua string.
function values.bytes(text) return setmetatable({ text }, values.bytes_mt) end

--- Makes a table with the items 1 to `n` a list.
---@param items table
---@param n? integer
function values.list(items, n)
  items.n = n or #items
  return setmetatable(items, values.list_mt)
end

--- Makes an optional value; that without a value is `values.none`.
function values.optional_of(v) return setmetatable({ has = true, v }, values.optional_mt) end
values.none = setmetatable({ has = false }, values.optional_mt)
function values.optional_none() return values.none end

-- ---- maps ---------------------------------------------------------------------------

local key, key_of_double = integers.key, integers.key_of_double

--- Returns what stands for a key in the tables of a map; nil when no key of a map equals the value.
local function key_of(v)
  local kind = type(v)
  if kind == "string" or kind == "boolean" then return v end
  if is_double(v) then return key_of_double(v) end
  if is_int(v) or is_uint(v) then return key(v) end
  return nil
end
values.key_of = key_of

--- Makes a map. A repeated key, and a key of a type that keys cannot have, are errors.
---@param pairs_of table a list of `{ key, value }`
function values.map_of(pairs_of)
  local keys, at = {}, {}
  for i = 1, #pairs_of do
    local k = pairs_of[i][1]
    local place
    if not is_double(k) then place = key_of(k) end
    if place == nil then fail("a key of a map cannot be of type %s", values.type_of(k)) end
    if at[place] ~= nil then fail("the key %s occurs twice in a map", values.brief(k)) end
    keys[i], at[place] = k, pairs_of[i][2]
  end
  return setmetatable({ keys = keys, at = at }, values.map_mt)
end

--- Returns the value of a key, or nil.
function values.map_get(map, k)
  local place = key_of(k)
  if place == nil then return nil end
  return map.at[place]
end

--- Whether a map has a key.
function values.map_has(map, k) return values.map_get(map, k) ~= nil end

-- ---- words --------------------------------------------------------------------------

--- Returns a scalar as messages show it.
function values.brief(v)
  if type(v) == "string" then
    return '"' .. shortened(v, 60) .. '"'
  end
  if is_int(v) then return integers.text(v) end
  if is_uint(v) then return integers.text(v) .. "u" end
  if is_double(v) then return doubles.text(v) end
  if type(v) == "boolean" then return tostring(v) end
  return "a value of type " .. values.type_of(v)
end

return values
