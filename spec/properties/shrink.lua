--- Makes a composition that fails smaller, as long as it fails in the same property.

local overlays = require "spec.properties.overlays"
local value = require "spec.properties.value"

local shrink = {}

-- Counts the places where something could be left out; true at the one that is looked for.
local function here(state)
  state.left = state.left - 1
  return state.left == 0
end

-- ---- values -------------------------------------------------------------------------------------------

local function without_key(map, left_out)
  local copy = value.map()
  for _, key in ipairs(map.keys) do
    if key ~= left_out then value.set(copy, key, map.at[key]) end
  end
  return copy
end

local function without_item(list, left_out)
  local copy = value.array {}
  for i, item in ipairs(list) do
    if i ~= left_out then copy[#copy + 1] = item end
  end
  return copy
end

local function with_key(map, key, item)
  local copy = value.map()
  for _, name in ipairs(map.keys) do value.set(copy, name, map.at[name]) end
  value.set(copy, key, item)
  return copy
end

local function smaller_value(v, state)
  local kind = value.kind(v)
  if kind == "map" then
    for _, key in ipairs(v.keys) do
      if here(state) then return without_key(v, key) end
      local item = smaller_value(v.at[key], state)
      if item ~= v.at[key] then return with_key(v, key, item) end
    end
  elseif kind == "array" then
    for i, item in ipairs(v) do
      if here(state) then return without_item(v, i) end
      local smaller = smaller_value(item, state)
      if smaller ~= item then
        local copy = value.array { (table.unpack or unpack)(v) } -- luacheck: ignore
        copy[i] = smaller
        return copy
      end
    end
  elseif kind == "string" and v ~= "a" and v ~= "" and here(state) then return "a"
  end
  return v
end

-- ---- schemas ------------------------------------------------------------------------------------------

-- `definitions` are the copies of those that nodes name.
local function copy_node(node, definitions)
  local copy = {}
  for name, part in pairs(node) do copy[name] = part end
  copy.like = definitions[node.like]
  if node.items then
    copy.items = {}
    for i, item in ipairs(node.items) do copy.items[i] = { item[1], copy_node(item[2], definitions) } end
  end
  if node.item then copy.item = copy_node(node.item, definitions) end
  if node.choice then
    copy.choice = { mode = node.choice.mode, alternatives = {}, by = node.choice.by }
    for i, alternative in ipairs(node.choice.alternatives) do
      copy.choice.alternatives[i] = copy_node(alternative, definitions)
    end
  end
  if node.rules then
    copy.rules = { list = { (table.unpack or unpack)(node.rules.list) }, when = node.rules.when } -- luacheck: ignore
  end
  if node.default then copy.default = { value = node.default.value, by = node.default.by } end
  return copy
end

local optional = { "nullable", "default", "key", "rules", "json_rule", "removed", "deprecated", "allow_empty", "doc",
  "required", "keys_optional", "null_missing", "old", "sensitive", "refers", "identity" }

local function become_scalar(node)
  for name in pairs(node) do
    if name ~= "key" then node[name] = nil end
  end
  node.shape, node.value = "scalar", value.int(0)
end

local smaller_node

-- Makes an item of a map smaller, or leaves it out; those before the one with this number stay.
local function smaller_items(node, state, from)
  for i = from, node.items and #node.items or 0 do
    if here(state) then return table.remove(node.items, i) end
    if smaller_node(node.items[i][2], state) then return true end
  end
end

local function smaller_annotations(node, state)
  for _, name in ipairs(optional) do
    if node[name] and here(state) then
      node[name] = nil
      return true
    end
  end
  if node.types and node.shape ~= "raw" and here(state) then
    node.types, node.or_inferred = nil, nil
    return true
  end
  for i in ipairs(node.rules and #node.rules.list > 1 and node.rules.list or {}) do
    if here(state) then return table.remove(node.rules.list, i) end
  end
  if node.rules and node.rules.when and here(state) then
    node.rules.when = nil
    return true
  end
  if node.default then
    if node.default.by ~= "literal" and here(state) then
      node.default.by = "literal"
      return true
    end
    local v = smaller_value(node.default.value, state)
    if v ~= node.default.value then
      node.default.value = v
      return true
    end
  end
end

local function smaller_choice(node, state)
  local list = node.choice.alternatives
  for i, alternative in ipairs(list) do
    if #list > 1 and here(state) then return table.remove(list, i) end
    -- An alternative that a key selects needs this key, which is its first one.
    if node.choice.by then
      if smaller_items(alternative, state, 2) then return true end
    elseif smaller_node(alternative, state) then return true end
  end
end

function smaller_node(node, state)
  if (node.shape ~= "scalar" or node.like) and here(state) then
    become_scalar(node)
    return true
  end
  if smaller_annotations(node, state) then return true end
  if node.choice and smaller_choice(node, state) then return true end
  if node.shape == "raw" then
    local v = smaller_value(node.value, state)
    if v ~= node.value then
      node.value = v
      return true
    end
  end
  if smaller_items(node, state, 1) then return true end
  return node.item ~= nil and smaller_node(node.item, state)
end

-- ---- overlays -------------------------------------------------------------------------------------------

local function copy_overlay(node)
  local copy = {}
  for name, part in pairs(node) do copy[name] = part end
  if node.items then
    copy.items = {}
    for i, item in ipairs(node.items) do copy.items[i] = { item[1], copy_overlay(item[2]) } end
  end
  if node.list then
    copy.list = {}
    for i, item in ipairs(node.list) do copy.list[i] = copy_overlay(item) end
  end
  return copy
end

local function smaller_overlay(node, state)
  for _, name in ipairs { "match", "op", "child_defaults" } do
    if node[name] and here(state) then
      node[name] = nil
      return true
    end
  end
  for i, item in ipairs(node.items or {}) do
    if here(state) then return table.remove(node.items, i) end
    if smaller_overlay(item[2], state) then return true end
  end
  for i, item in ipairs(node.list or {}) do
    if here(state) then return table.remove(node.list, i) end
    if smaller_overlay(item, state) then return true end
  end
end

local function smaller_layer(layer, state)
  if not layer.node then return smaller_value(layer.value, state) end
  return smaller_overlay(layer.node, state) and overlays.plain(layer.node) or layer.value
end

local function copy_layer(layer)
  return { value = layer.value, over = layer.over, node = layer.node and copy_overlay(layer.node) }
end

-- ---- compositions ---------------------------------------------------------------------------------------

local function copy_definitions(schema)
  local list, copies = {}, {}
  for i, definition in ipairs(schema.definitions or {}) do
    list[i] = { name = definition.name }
    copies[definition] = list[i]
  end
  for i, definition in ipairs(schema.definitions or {}) do list[i].node = copy_node(definition.node, copies) end
  return list, copies
end

local function copy_of(composition)
  local schema, layers = composition.schema, {}
  local definitions, copies = copy_definitions(schema)
  for i, layer in ipairs(composition.layers) do layers[i] = copy_layer(layer) end
  return { schema = { reading = schema.reading, required = schema.required,
      root = copy_node(schema.root, copies), definitions = definitions },
    layers = layers }
end

--- The composition of a schema and values with the n-th place left out; nil when there are fewer.
function shrink.schema(composition, n)
  local copy, state = copy_of(composition), { left = n }
  for i, layer in ipairs(copy.layers) do
    if here(state) then
      table.remove(copy.layers, i)
      return copy
    end
    if layer.over and here(state) then
      layer.over, layer.node = false, nil
      return copy
    end
    local v = smaller_layer(layer, state)
    if v ~= layer.value then
      layer.value = v
      return copy
    end
  end
  if copy.schema.reading ~= "current" and here(state) then
    copy.schema.reading, copy.schema.required = "current", true
    return copy
  end
  if smaller_node(copy.schema.root, state) then return copy end
  for _, definition in ipairs(copy.schema.definitions) do
    if smaller_node(definition.node, state) then return copy end
  end
end

--- The same for a base and overlays.
function shrink.overlay(composition, n)
  local copy, state = { base = {}, layers = {} }, { left = n }
  for i, document in ipairs(composition.base) do copy.base[i] = document end
  for i, node in ipairs(composition.layers) do copy.layers[i] = copy_overlay(node) end
  for i, document in ipairs(copy.base) do
    if #copy.base > 1 and here(state) then
      table.remove(copy.base, i)
      return copy
    end
    copy.base[i] = smaller_value(document, state)
    if copy.base[i] ~= document then return copy end
  end
  for i, node in ipairs(copy.layers) do
    if #copy.layers > 1 and here(state) then
      table.remove(copy.layers, i)
      return copy
    end
    local match = node.match -- without it a document is no overlay
    if smaller_overlay(node, state) then
      node.match = match
      return copy
    end
  end
end

--- The smallest composition found that fails in the same property: what `validate` says of it, and the
-- composition. `smaller` is one of the two above. `validate(composition, seed, property)` gives what is wrong, or
-- nil; it is asked with a few seeds, as what fails may fail in one spelling only.
function shrink.smallest(composition, seed, found, validate, smaller)
  local n, tries = 1, 0
  while tries < 4000 do
    local candidate = smaller(composition, n)
    if not candidate then break end
    local still
    for try = 0, 2 do
      tries = tries + 1
      still = still or validate(candidate, seed + try * 1000003, found.property)
    end
    if still then composition, found = candidate, still else n = n + 1 end
  end
  return found, composition
end

return shrink
