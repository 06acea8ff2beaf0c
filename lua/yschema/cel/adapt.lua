--- Makes values of CEL from plain Lua values of a known type.
--
-- Lists are made at once, but only their first level; maps are views, whose entries become values when they are read.
-- A view has the table in `raw`, and its type in `shape`; `object` is set where it has fields.
--
-- @module yschema.cel.adapt

local core = require "yschema.core"
local times = require "yschema.cel.values.times"
local types = require "yschema.cel.types"
local values = require "yschema.cel.values.values"

local adapt = {}

local floor = math.floor
local getmetatable, next, pairs, rawget, rawset = getmetatable, next, pairs, rawget, rawset
local setmetatable, sort, tonumber, tostring, type = setmetatable, table.sort, tonumber, tostring, type
local math_type = math.type
local null, array_mt = core.null, core.array_mt
local map_mt, key_of = values.map_mt, values.key_of
local dyn = types.plain.dyn

local value_of

-- Returns a number as an int, if it is whole and an int can have it.
local function int_of(v)
  if type(v) ~= "number" then return v end -- an integer of LuaJIT that is no double
  if math_type and math_type(v) == "integer" then return v end
  if v ~= floor(v) or v < -2 ^ 63 or v >= 2 ^ 63 then return values.double(v) end
  return values.int(v)
end

local function number_of(v)
  if math_type then return v end -- an integer is an int, a float is a double
  return int_of(v)
end

local function is_array(v)
  local mt = getmetatable(v)
  if mt == array_mt then return true end
  return v[1] ~= nil or type(mt) == "table" and rawget(mt, "__jsontype") == "array"
end

local function list_of(v, of)
  local out, n = {}, #v
  for i = 1, n do out[i] = value_of(v[i], of) end
  return values.list(out, n)
end

local function map_of(v, t) return setmetatable({ raw = v, shape = t }, map_mt) end

local function object_of(v, t) return setmetatable({ raw = v, shape = t, object = t, known = {} }, map_mt) end

-- Makes a value of a Lua value whose type no schema declares.
local function any_of(v)
  local kind = type(v)
  if kind == "number" then return number_of(v) end
  if kind ~= "table" then return v end
  if is_array(v) then return list_of(v, dyn) end
  return map_of(v, dyn)
end

local by_type = {
  int = int_of,
  double = function(v) return values.double(tonumber(v)) end,
  nullable = function(v, t) return value_of(v, t.of) end,
  list = function(v, t) return list_of(v, t.of) end,
  map = map_of,
  object = object_of,
}

--- Makes a value of CEL.
---@param v any nil and null are null
---@param t table a type; one that a text stands for converts it in `read`
---@return any
function value_of(v, t)
  if v == nil or v == null then return values.null end
  local kind = type(v)
  if t.read and kind == "string" then return t.read(v) end
  if kind == "string" or kind == "boolean" then return v end
  local make = by_type[t.name]
  local is_collection = t.name == "list" or t.name == "map" or t.name == "object"
  if not make or is_collection ~= (kind == "table") and t.name ~= "nullable" then return any_of(v) end
  return make(v, t)
end
adapt.value = value_of

-- The types that texts of a format are read as.
local readers = {
  ["date-time"] = { name = "timestamp", read = times.parse_timestamp },
  date = { name = "timestamp", read = function(text) return times.parse_timestamp(text .. "T00:00:00Z") end },
  duration = { name = "duration", read = times.parse_duration },
}

--- Returns the type that texts of a format are read as; nil: they are texts.
---@param format string
---@return table?
function adapt.of_format(format) return readers[format] end

-- Returns the type of an entry of a view.
local function entry_type(shape, key)
  if shape.name == "object" then return shape.fields[key] or dyn end
  return shape.name == "map" and shape.of or dyn
end

--- Returns the value of a field of a view, or nil.
---@param map table
---@param name string
---@return any
function adapt.field(map, name)
  local known = map.known
  local value = known[name]
  if value ~= nil then return value end
  local raw = map.raw[name]
  if raw == nil then return nil end
  value = value_of(raw, entry_type(map.shape, name))
  known[name] = value
  return value
end

local function before(a, b)
  if type(a) == type(b) and type(a) ~= "boolean" then return a < b end
  return tostring(a) < tostring(b)
end

-- Makes all entries of a view.
local function fill(map)
  local raw, shape, names, keys, at = rawget(map, "raw"), rawget(map, "shape"), {}, {}, {}
  for name in next, raw do names[#names + 1] = name end
  sort(names, before)
  for i = 1, #names do
    local key = any_of(names[i])
    keys[i] = key
    at[key_of(key)] = value_of(raw[names[i]], entry_type(shape, names[i]))
  end
  rawset(map, "keys", keys)
  rawset(map, "at", at)
end

-- The fields of a map that a view makes when they are read first.
function map_mt.__index(map, name)
  if name ~= "keys" and name ~= "at" then return nil end
  if rawget(map, "raw") == nil then return nil end
  fill(map)
  return rawget(map, name)
end

--- Makes the type of values with fields.
---@param identity any equal for two types that are the same
---@param of_field fun(name: string): table? the type of a field, by its name
---@param names string[]
---@param open? boolean there may be other fields
---@return table
function adapt.object(identity, of_field, names, open)
  local escaped = {}
  for _, name in pairs(names) do
    local own = adapt.escaped(name)
    if own ~= name then escaped[own] = name end
  end
  local fields = setmetatable({}, {
    __index = function(self, name)
      local found = of_field(name)
      if found then rawset(self, name, found) end
      return found
    end,
  })
  return { name = "object", identity = identity, fields = fields, names = names, escaped = escaped, open = open,
    field = adapt.field }
end

local keywords = {}
for word in ([[true false null in as break const continue else for function if import let loop package namespace
  return var void while]]):gmatch "%a+" do
  keywords[word] = "__" .. word .. "__"
end

local escapes = { ["__"] = "__underscores__", ["."] = "__dot__", ["-"] = "__dash__", ["/"] = "__slash__" }

--- Writes a key as Kubernetes does where an expression selects it: `a__dash__b`.
---@param key string
---@return string
function adapt.escaped(key)
  if keywords[key] then return keywords[key] end
  return (key:gsub("__", "\0"):gsub("[%.%-/]", escapes):gsub("%z", escapes.__))
end

return adapt
