--- Makes random documents that have something in common: maps of the same kind in several places and at any depth,
-- kinds, data keys, null, values of several types, empty collections, and names that need quotes.

local yschema = require "yschema"

local random_documents = {}

local KEYS = {
  "name", "kind", "id", "a", "b", "title", "steps", "children", "value", "tls", "B_C", "x/y", "n1", "n2", "password",
  "9", "yes", "_", "a b", "$ref", "if", "items", "#x", "", "next", "Größe", "true", "a: b",
}
local WORDS = {
  "a", "b", "2024-01-02", "x y", "", "1.2.3", "a@b.example", "#", "yes", "null", "12", "https://a.example/", "ü", "- x",
  "[", "a: b", "#@ if x:", "(@ x @)", "line\nline", "10.0.0.1", "' \"", "\t",
}
local DEEPEST = 5

--- Returns a source of whole numbers between 1 and a given one, which are the same for the same seed.
---@param seed integer
---@return fun(most: integer): integer
function random_documents.source(seed)
  local state = seed * 48271 % 2147483647
  return function(most)
    state = state * 16807 % 2147483647
    return state % most + 1
  end
end

local function any_of(random, list) return list[random(#list)] end

local function scalar_kind(random)
  return any_of(random, { "string", "string", "word", "integer", "float", "boolean", "null" })
end

-- A kind of value: a scalar, one of several maps, an array, a map with keys that are data, or one of two kinds.
local function kind_of_value(random, count, depth)
  local number = depth > 2 and 1 or random(12)
  local function below() return kind_of_value(random, count, depth + 1) end
  if number <= 5 then return { scalar = scalar_kind(random) } end
  if number <= 8 then return { map = random(count) } end
  if number <= 10 then return { item = below(), empty = random(4) == 1 } end
  if number == 11 then return { data = below(), odd = random(2) == 1 } end
  return { either = { below(), below() } }
end

-- A kind of map. The value of the key `kind` decides which fields there are.
local function kind_of_map(random, count)
  local fields, used = {}, {}
  for _ = 1, random(6) do
    local key = any_of(random, KEYS)
    if not used[key] then
      used[key] = true
      fields[#fields + 1] = {
        key = key, kind = kind_of_value(random, count, 0), presence = any_of(random, { 4, 4, 4, 3, 1 }),
      }
    end
  end
  return fields
end

local value_of

local function scalar_of(random, kind)
  if kind == "null" or random(12) == 1 then return yschema.null end
  if kind == "string" then return any_of(random, WORDS) end
  if kind == "word" then return any_of(random, { "red", "green", "blue" }) end
  if kind == "boolean" then return random(2) == 1 end
  return kind == "integer" and random(5) or random(5) + 0.5
end

local function map_of(world, fields, depth)
  local map = {}
  for _, field in ipairs(fields) do
    if world.random(4) <= field.presence then map[field.key] = value_of(world, field.kind, depth + 1) end
  end
  return map
end

function value_of(world, kind, depth)
  local random = world.random
  if kind.scalar or depth > DEEPEST then return scalar_of(random, kind.scalar or "null") end
  if kind.either then return value_of(world, any_of(random, kind.either), depth) end
  if kind.map then return map_of(world, world.maps[kind.map], depth) end
  local value, count = {}, random(4) - 1
  for i = 1, count do
    local key = kind.item and i or kind.odd and "node" .. random(9) or any_of(random, KEYS)
    value[key] = value_of(world, kind.item or kind.data, depth + 1)
  end
  return kind.item and setmetatable(value, yschema.array_mt) or value
end

--- Makes one to four files whose documents have something in common.
---@param random fun(most: integer): integer
---@return { name: string, text: string }[]
function random_documents.files(random)
  local world = { random = random, maps = {} }
  local count = random(4)
  for i = 1, count do world.maps[i] = kind_of_map(random, count) end
  local top = any_of(random, { { map = 1 }, { map = 1 }, { item = { map = 1 } }, kind_of_value(random, count, 0) })
  local files = {}
  for i = 1, random(4) do
    files[i] = { name = i .. ".yml", text = yschema.encode(value_of(world, top, 0), "yaml") }
  end
  return files
end

-- ---- names ----------------------------------------------------------------------------

local NAMES = { "core", "edge", "mail", "a b", "x/y", "ü", "#", "10.0.0.1", "true", "[]" }
local COLLECTIONS = { "upstreams", "services", "volumes", "node-pools", "a.b" }
local REFERRING = { "upstream", "service_id", "volume", "target", "name", "next", "pool", "a.b" }

local function some_names(random, most)
  local names, used = {}, {}
  for _ = 1, random(most) do
    local name = any_of(random, NAMES)
    if not used[name] then names[#names + 1] = name end
    used[name] = true
  end
  return names
end

-- A collection of things with names: an array of maps, a map, or an array of strings.
local function named_things(random, form, names, inner)
  local value = form == 2 and {} or setmetatable({}, yschema.array_mt)
  for i, name in ipairs(names) do
    local thing = { port = random(9), sub = inner and inner() or nil }
    if form == 1 then
      thing.name = name
      value[i] = thing
    elseif form == 2 then
      value[name] = thing
    else
      value[i] = name
    end
  end
  return value
end

--- Makes one to four files with names, and with values that are mostly among them.
---@param random fun(most: integer): integer
---@return { name: string, text: string }[]
function random_documents.of_names(random)
  local files, forms, nested = {}, {}, random(3) == 1
  local referring, depth = {}, random(3)
  for i = 1, 3 do forms[i], referring[i] = { any_of(random, COLLECTIONS), random(3) }, any_of(random, REFERRING) end
  local share = random(4) == 1 and 20 or 1000
  for i = 1, random(4) do
    local document, all = {}, {}
    for k = 1, random(3) do
      local names = some_names(random, 6)
      local inner = nested and function() return named_things(random, 1, some_names(random, 3)) end
      document[forms[k][1]], all[k] = named_things(random, forms[k][2], names, inner), names
    end
    local function uses()
      local list = setmetatable({}, yschema.array_mt)
      for n = 1, random(5) do
        list[n] = { path = "/" .. n }
        for k, names in ipairs(all) do
          list[n][referring[k]] = random(share) == 1 and "other" or any_of(random, names)
          if random(8) == 1 then list[n][referring[k]] = yschema.null end
        end
      end
      return list
    end
    document.routes = uses()
    if depth > 1 then document.groups = setmetatable({ { name = "a", routes = uses() } }, yschema.array_mt) end
    files[i] = { name = i .. ".yml", text = yschema.encode(document, "yaml") }
  end
  return files
end

-- The keys that distinguish kinds, and the numbers of their values.
local KIND_KEYS = { { { "apiVersion", 2 }, { "kind", 3 } }, { { "kind", 4 } }, { { "type", 4 } } }

--- Makes one to three files of documents of several kinds, which one or two keys at their top distinguish.
---@param random fun(most: integer): integer
---@return { name: string, text: string }[] files
---@return table<string, integer> kinds how many documents each has, by the values of its keys
function random_documents.of_kinds(random)
  local world, shapes, kinds, files = { random = random, maps = {} }, {}, {}, {}
  for i = 1, 3 do world.maps[i] = kind_of_map(random, 3) end
  local kind_keys = any_of(random, KIND_KEYS)
  local function add(first)
    local name = ""
    for i, key in ipairs(kind_keys) do
      local word = "K" .. (first and 1 or random(key[2]))
      name, kind_keys[i].word = name .. " " .. word, word
    end
    shapes[name] = shapes[name] or random(3)
    local document = map_of(world, world.maps[shapes[name]], 1)
    document.apiVersion, document.kind, document.type = nil, nil, nil
    for _, key in ipairs(kind_keys) do document[key[1]] = key.word end
    document["only" .. name:gsub("%W", "_")] = 1 -- what no other kind has
    kinds[name] = (kinds[name] or 0) + 1
    return yschema.encode(document, "yaml")
  end
  for i = 1, random(3) do
    local texts = { add(i == 1) }
    for j = 2, random(4) do texts[j] = add() end
    files[i] = { name = i .. ".yml", text = table.concat(texts, "---\n") }
  end
  return files, kinds
end

return random_documents
