--- The module `struct`. Calling the module itself makes a struct, too.
--
-- @module yschema.modules.general.struct

local values = require "yschema.starlark.values"
local calls = require "yschema.starlark.calls"
local support = require "yschema.modules.support"

local kind, raise = values.kind, values.raise
local getmetatable, select, setmetatable, type = getmetatable, select, setmetatable, type
local unpack = table.unpack or unpack -- luacheck: ignore

local fields = {}

-- Makes a struct from the items of a dict.
local function struct_of(who, items)
  if kind(items) ~= "dict" and kind(items) ~= "struct" then
    raise(who .. ": expected keyword arguments or a table, but was " .. kind(items))
  end
  local out = setmetatable({}, { struct = true, keys = values.keys(items) })
  for key, item in next, items do
    if type(key) ~= "string" then raise(who .. ": keywords must be strings") end
    out[key] = item
  end
  return out
end

local function nothing_but_keywords(who, ...)
  if select("#", ...) > 0 then raise(who .. ": unexpected positional arguments") end
end

-- Accepts `struct.make(a=1)`, and from Lua `struct.make { a = 1 }`.
local function make(items) return struct_of("struct.make", items == nil and {} or items) end

local function make_named(named, ...)
  nothing_but_keywords("struct.make", ...)
  return struct_of("struct.make", named)
end

calls.define(fields, "make", "items", 0, make, make_named)

-- Makes a function whose first arguments are already given.
local function bound(f, ...)
  local first, n = { ... }, select("#", ...)
  local function with(...)
    local args, count = { unpack(first, 1, n) }, select("#", ...)
    for i = 1, count do args[n + i] = (select(i, ...)) end
    return args, n + count
  end
  return calls.register(function(...)
    local args, count = with(...)
    return (calls.call(f, unpack(args, 1, count)))
  end, {
    name = "bound", params = {}, required = 0, variadic = true, foreign = not calls.is_starlark(f),
    keywords = function(named, ...)
      local args, count = with(...)
      return calls.apply(f, args, count, named)
    end,
  })
end

calls.define(fields, "bind", "f *", 1, function(f, ...)
  if not calls.is_callable(f) then raise("struct.bind: expected a function, but was " .. kind(f)) end
  if select("#", ...) == 0 then raise "struct.bind: expected at least two arguments" end
  return bound(f, ...)
end)

local function make_and_bind(object, items)
  if object == nil then raise "struct.make_and_bind: expected exactly one argument" end
  local out = struct_of("struct.make_and_bind", items == nil and {} or items)
  for key, item in next, out do
    if calls.is_callable(item) then out[key] = bound(item, object) end
  end
  return out
end

calls.define(fields, "make_and_bind", "object items", 1, make_and_bind, function(named, object, ...)
  nothing_but_keywords("struct.make_and_bind", ...)
  return make_and_bind(object, named)
end)

-- Copies a value and turns all of its maps into structs, or all structs into maps, in the same order.
local function converted(who, value, struct)
  return support.copy(who, value, function(map)
    local mt = getmetatable(map)
    return { struct = struct, keys = type(mt) == "table" and mt.keys or nil }
  end)
end

calls.define(fields, "encode", "value", 1, function(value)
  return converted("struct.encode", value, true)
end)
calls.define(fields, "decode", "value", 1, function(value)
  return converted("struct.decode", value, nil)
end)

return {
  fields = fields,
  call = make,
  register = function(module)
    calls.register(module, { name = "struct", params = { "items" }, required = 0,
      keywords = make_named })
  end,
}
