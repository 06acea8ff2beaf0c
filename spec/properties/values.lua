--- Random values for a schema, most of which fit, and the layers that they are given in.

local likes = require "spec.properties.likes"
local overlays = require "spec.properties.overlays"
local schemas = require "spec.properties.schemas"
local value = require "spec.properties.value"

local values = {}

local max = math.max

local kinds = { "string", "int", "float", "bool", "null" }

local make

-- Values of schemas that name themselves have an end: deep inside of named schemas, what may be left out is.
local deepest = 3

local function is_deep(random) return (random.likes or 0) >= deepest end

-- A value for one of the alternatives. Where a key selects it, the key is mostly there.
local function for_choice(random, node, wrong)
  local choice = node.choice
  if is_deep(random) and node.shape ~= "null" then return node.value end
  -- Where a key selects it, documents mostly agree.
  local before = choice.by and random.selected and random.selected[choice]
  local alternative = before and random:chance(70) and before or random:pick(choice.alternatives)
  if random.selected then random.selected[choice] = alternative end
  random.choices = (random.choices or 0) + 1 -- what is wrong for one of them may be right for another
  local v = make(random, alternative, wrong)
  random.choices = random.choices > 1 and random.choices - 1 or nil
  if choice.by and value.kind(v) == "map" and random:chance(100 - wrong) then
    value.set(v, choice.by, schemas.entry(alternative, choice.by).value)
  end
  return v
end

local function map_for(random, node, wrong)
  local map = value.map()
  for _, item in ipairs(node.items) do
    local key, child = item[1], item[2]
    local deep = is_deep(random)
    if deep and (child.key or not child.required) then -- luacheck: ignore
    elseif child.key and child.key.allowed then
      for _ = 1, random:int(0, 2) do
        local name = schemas.key(random)
        if child.key.test(name) or random:chance(wrong) then value.set(map, name, make(random, child, wrong)) end
      end
    elseif random:chance(child.removed and max(wrong, random.choices and 15 or 0)
      or child.required and 100 - wrong or 55) then
      local is_null = node.null_missing and random:chance(15)
      value.set(map, key, is_null and value.null or make(random, child, wrong))
    end
  end
  if random:chance(wrong) then value.set(map, schemas.key(random), schemas.raw(random, 1)) end
  return map
end

local function of_shape(random, node, wrong)
  if node.shape == "scalar" then
    local kind = value.kind(node.value)
    if kind == "float" and random:chance(25) then kind = "int" end
    if kind == "float" and random:chance(40) then return value.float(random:pick { "1.0", "3.0", "0.0" }) end
    return random:chance(35) and node.value or schemas.scalar(random, kind)
  elseif node.shape == "map" then return map_for(random, node, wrong)
  elseif node.shape == "array" then
    local list = value.array {}
    for i = 1, is_deep(random) and 0 or random:int(0, 3) do
      list[i] = node.item and make(random, node.item, wrong) or schemas.raw(random, 1)
    end
    return list
  end
  return schemas.raw(random, 2)
end

local function make_for(random, node, wrong)
  if random:chance(wrong) then return schemas.raw(random, 2) end
  if node.nullable and random:chance(is_deep(random) and 100 or 30) then return value.null end
  if node.any then return schemas.raw(random, 2) end
  if node.choice then return for_choice(random, node, wrong) end
  if node.types and not (node.or_inferred and random:chance(50)) then
    local name = random:pick(node.types)
    if name == "any" then return schemas.raw(random, 2) end
    for _, kind in ipairs(kinds) do
      if kind == name then return schemas.scalar(random, kind) end
    end
  end
  return of_shape(random, node, wrong)
end

--- A value for a node; `wrong` is how many of a hundred decisions go astray.
function make(random, node, wrong)
  if not node.like then return make_for(random, node, wrong) end
  random.likes = (random.likes or 0) + 1
  local v = make_for(random, likes.resolved(node), wrong)
  random.likes = random.likes - 1
  return v
end

values.make = make

-- Some of a value's keys, at each depth.
local function part_of(random, v)
  if value.kind(v) ~= "map" then return v end
  local map = value.map()
  for _, key in ipairs(v.keys) do
    if random:chance(70) then value.set(map, key, part_of(random, v.at[key])) end
  end
  return map
end

--- Splits a value in two layers that give the same when both are applied: the keys of each map are in
-- one of the two, or, maps below, in both.
function values.split(random, v)
  if value.kind(v) ~= "map" then return v, v end
  local first, second = value.map(), value.map()
  for _, key in ipairs(v.keys) do
    local item = v.at[key]
    local way = random:int(1, 3)
    if way == 1 then value.set(first, key, item)
    elseif way == 2 then value.set(second, key, item)
    else
      local a, b = values.split(random, item)
      value.set(first, key, a)
      value.set(second, key, b)
    end
  end
  return first, second
end

--- Whether a schema has alternatives.
local function has_choice(root)
  local found = false
  likes.each(root, function(node) found = found or node.choice ~= nil end)
  return found
end

values.has_choice = has_choice

-- Returns whether a key selects one of some alternatives.
function values.has_by(root)
  local found = false
  likes.each(root, function(node) found = found or node.choice ~= nil and node.choice.by ~= nil end)
  return found
end

-- A layer with overlays: mostly of what fits.
local function overlay_layer(random, schema, wrong)
  local node = overlays.node_for(random, make(random, schema.root, wrong), 3, true)
  if random:chance(10) then node.child_defaults = overlays.expectation(random, {}) end
  return { value = overlays.plain(node), over = true, node = node }
end

--- Layers for a schema: a list of { value, over }. `over` ones are marked #@data/values, so that the
-- items of their arrays are appended.
function values.layers(random, schema)
  local layers = {}
  random.selected = {}
  local wrong = random:chance(60) and 0 or random:int(1, 12)
  -- Several documents are needed: one selects an alternative, and others give more of it.
  local weights = values.has_by(schema.root) and { [0] = 1, 3, 6, 4 } or { [0] = 1, 6, 3, 1 }
  local count = random:weighted({ 0, 1, 2, 3 }, weights)
  for i = 1, count do
    local v = make(random, schema.root, wrong)
    if i > 1 then v = part_of(random, v) end
    if not has_choice(schema.root) and random:chance(15) then
      layers[i] = overlay_layer(random, schema, wrong)
    else
      layers[i] = { value = v, over = random:chance(25) }
    end
  end
  return layers
end

return values
