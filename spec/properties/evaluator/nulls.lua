--- Nulls that count as missing keys (@schema/null-is-missing), for the second evaluator.

local likes = require "spec.properties.likes"
local nodes = require "spec.properties.evaluator.nodes"
local value = require "spec.properties.value"

local nulls = {}

local function refuses(rules)
  for _, rule in ipairs(rules and not rules.when and rules.list or {}) do
    if rule.name == "not_null" then return true end
  end
  return false
end

-- Whether a node takes null, so that it stays.
local function takes_null(node)
  if node.choice then return true end
  local found = refuses(node.rules)
  for _, rules in ipairs(node.more_rules or {}) do found = found or refuses(rules) end
  return not found and nodes.manner(node, "null") ~= nil
end

--- Returns a given value without the nulls that count as missing keys.
---@param node table
---@param v any
---@param counts boolean the node stands below one that says so
function nulls.without(node, v, counts)
  local whole = likes.resolved(node)
  if node.like then counts = false end
  counts = counts or whole.null_missing or false
  if whole.choice or nodes.manner(whole, value.kind(v)) ~= "inferred" then return v end
  if whole.shape == "array" and whole.item then
    local list = value.array {}
    for i, item in ipairs(v) do list[i] = nulls.without(whole.item, item, counts) end
    return list
  end
  if whole.shape ~= "map" then return v end
  local map = value.map()
  for _, key in ipairs(v.keys) do
    local item, below = nodes.item_for(whole, key), v.at[key]
    local child = item and likes.resolved(item[2])
    local is_named = child and not (item[2].key and item[2].key.allowed)
    local drops = counts and below == value.null and is_named and not item[2].required and not takes_null(child)
    if not drops then
      value.set(map, key, child and below ~= value.null and nulls.without(item[2], below, counts) or below)
    end
  end
  return map
end

--- Returns whether some node of a schema lets null count as missing.
function nulls.count_somewhere(root)
  local found = false
  likes.each(root, function(node) found = found or node.null_missing or false end)
  return found
end

--- Returns the layers of a composition as they count.
function nulls.layers(composition)
  local root, layers = composition.schema.root, {}
  if not nulls.count_somewhere(root) then return composition.layers end
  for i, layer in ipairs(composition.layers) do
    layers[i] = {}
    for name, part in pairs(layer) do layers[i][name] = part end
    layers[i].value = nulls.without(root, layer.value, false)
  end
  return layers
end

return nulls
