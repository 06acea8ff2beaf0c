--- Converts values to keys of Lua tables, for dicts and sets.
--
-- Equal values must become the same key. Tuples, and integers that LuaJIT keeps as cdata, are therefore
-- looked up by their contents. This is a part of `yschema.starlark.values` and adds `key`, `set`, `set_of`
-- and `set_has` to it.
--
-- @module yschema.starlark.dict_keys

local core = require "yschema.core"

local null, tuple_mt = core.null, core.tuple_mt
local getmetatable, setmetatable, tostring, type = getmetatable, setmetatable, tostring, type
local concat, floor, format = table.concat, math.floor, string.format
local math_type = math.type

return function(values)
  local is_int, kind, numbers, raise = values.is_int, values.kind, values.numbers, values.raise

  -- Tuples and 64-bit integers that are keys, by their contents: equal ones share one entry.
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

  local function the_same(id, key)
    if not interned[id] then interned[id] = key end
    return interned[id]
  end

  -- On LuaJIT, a float that is an integer beyond 2^53 is the same key as that integer.
  local function wide_key(key)
    if type(key) == "number" then key = numbers.from_float(key) end
    return the_same("n" .. values.number_text(key), key)
  end

  --- Returns the key for a value, and throws when the value cannot be a key.
  ---@param key any
  ---@return any # not nil
  function values.key(key)
    local t = type(key)
    if t == "table" then
      if getmetatable(key) ~= tuple_mt then raise("unhashable type: " .. kind(key)) end
      return the_same(tuple_text(key), key)
    end
    if t == "nil" then return null end
    if key ~= key then raise("a NaN cannot be a key") end
    if t == "cdata" then return wide_key(key) end
    if not math_type and t == "number" and (key > 2 ^ 53 or key < -2 ^ 53) and key < 2 ^ 63 and key >= -2 ^ 63
      and key == floor(key) then
      return wide_key(key)
    end
    return key
  end

  --- Sets an item of a dict.
  function values.set(dict, key, value)
    key = values.key(key)
    if value == nil then value = null end
    if dict[key] == nil then
      local mt = getmetatable(dict)
      if mt and mt.keys then mt.keys[#mt.keys + 1] = key end
    end
    dict[key] = value
  end

  --- Makes a set of the items of a table, in their order. It cannot be changed, and is an array to the core.
  ---@param items table a list; it may be used as the set itself
  ---@return table
  function values.set_of(items)
    local set, places, n = {}, {}, 0
    for i = 1, #items do
      local key = values.key(items[i])
      if places[key] == nil then
        n = n + 1
        set[n], places[key] = items[i], n
      end
    end
    return setmetatable(set, { set = places, __jsontype = "array" })
  end

  --- Returns whether a set has an item.
  function values.set_has(set, x) return getmetatable(set).set[values.key(x)] ~= nil end
end
