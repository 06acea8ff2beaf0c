--- Starlark's methods of lists and dicts.
--
-- @module yschema.starlark.collection_methods

local values = require "yschema.starlark.values"
local operators = require "yschema.starlark.operators"
local calls = require "yschema.starlark.calls"

local changing, null, raise, repr = values.changing, values.null, values.raise, values.repr
local insert, remove = table.insert, table.remove
local max, min = math.max, math.min

local function list_method(name, params, required, f)
  calls.define(calls.methods.list, name, "self " .. params, required + 1, f)
end

local function dict_method(name, params, required, f, keywords)
  calls.define(calls.methods.dict, name, "self " .. params, required + 1, f, keywords)
end

list_method("append", "x", 1, function(list, x)
  changing(list, "append to", "append")
  list[#list + 1] = x == nil and null or x
end)
list_method("extend", "x", 1, function(list, x)
  changing(list, "extend", "extend")
  values.append(list, values.items(x))
end)
list_method("insert", "i x", 2, function(list, i, x)
  local n = #list
  changing(list, "insert into", "insert")
  values.integer("insert", i)
  if i < 0 then i = i + n end
  insert(list, max(0, min(n, i)) + 1, x)
end)
list_method("pop", "i", 0, function(list, i)
  changing(list, "pop from", "pop")
  return remove(list, operators.position("list", i == nil and -1 or i, #list))
end)
list_method("clear", "", 0, function(list)
  changing(list, "clear", "clear")
  for i = #list, 1, -1 do list[i] = nil end
end)

-- Returns the index of x in a list, counted from 1.
local function place_of(who, list, x, first, last)
  local n = #list
  local from = first ~= nil and first ~= null and values.integer(who, first) or 0
  local to = last ~= nil and last ~= null and values.integer(who, last) or n
  if from < 0 then from = from + n end
  if to < 0 then to = to + n end
  for i = max(0, from) + 1, min(n, to) do
    if values.eq(list[i], x) then return i end
  end
  raise(who .. ": value " .. repr(x) .. " not in list")
end

list_method("index", "x start end", 1, function(list, x, first, last)
  return place_of("index", list, x, first, last) - 1
end)
list_method("remove", "x", 1, function(list, x)
  changing(list, "remove from", "remove")
  remove(list, place_of("remove", list, x))
end)

dict_method("get", "key default", 1, function(dict, key, default)
  local value = dict[values.key(key)]
  if value ~= nil then return value end
  return default == nil and null or default
end)
dict_method("keys", "", 0, function(dict) return values.list(values.keys(dict)) end)
dict_method("values", "", 0, function(dict)
  local out = values.keys(dict)
  for i = 1, #out do out[i] = dict[out[i]] end
  return values.list(out)
end)
dict_method("items", "", 0, function(dict)
  local out = values.keys(dict)
  for i = 1, #out do out[i] = values.tuple { out[i], dict[out[i]] } end
  return values.list(out)
end)

local function take(dict, key)
  local value = dict[key]
  dict[key] = nil
  local mt = getmetatable(dict)
  for i, known in ipairs(mt and mt.keys or {}) do
    if known == key then
      remove(mt.keys, i)
      break
    end
  end
  return value
end

dict_method("pop", "key default", 1, function(dict, key, default)
  changing(dict, "delete from", "pop")
  key = values.key(key)
  if dict[key] ~= nil then return take(dict, key) end
  if default == nil then raise("pop: missing key " .. repr(key)) end
  return default
end)
dict_method("popitem", "", 0, function(dict)
  changing(dict, "delete from", "popitem")
  local key = values.keys(dict)[1]
  if key == nil then raise "popitem: empty dict" end
  return values.tuple { key, take(dict, key) }
end)
dict_method("clear", "", 0, function(dict)
  changing(dict, "clear", "clear")
  for _, key in ipairs(values.keys(dict)) do take(dict, key) end
end)
dict_method("setdefault", "key default", 1, function(dict, key, default)
  key = values.key(key)
  if dict[key] == nil then
    changing(dict, "insert into", "setdefault")
    values.set(dict, key, default)
  end
  return dict[key]
end)

--- Adds the pairs of a dict, or of a list of pairs, to a dict.
local function update(dict, who, pairs_of, named)
  changing(dict, "insert into", who)
  if pairs_of ~= nil then
    if values.kind(pairs_of) == "dict" or values.kind(pairs_of) == "struct" then
      for _, key in ipairs(values.keys(pairs_of)) do values.set(dict, key, pairs_of[key]) end
      values.copied(dict, pairs_of)
    else
      for i, pair in ipairs(values.items(pairs_of)) do
        local k = values.kind(pair)
        if k ~= "list" and k ~= "tuple" or #pair ~= 2 then
          raise(who .. ": element " .. i - 1 .. " is not a pair")
        end
        values.set(dict, pair[1], pair[2])
      end
    end
  end
  for _, key in ipairs(named and values.keys(named) or {}) do
    values.set(dict, key, named[key])
  end
  return dict
end

dict_method("update", "pairs", 0, function(dict, pairs_of)
  update(dict, "update", pairs_of)
end, function(named, dict, pairs_of)
  update(dict, "update", pairs_of, named)
end)

calls.define(calls.methods.set, "union", "self iterable", 1, function(set, x)
  return values.set_of(values.append(values.copy(set), x == nil and {} or values.items(x)))
end)

return { update = update }
