--- A second evaluator of histories: it finds out from the layers of a composition, without the core, which of them said
-- something about a value.

local value = require "spec.properties.value"

local origins = {}

-- The actions of documents.
local given = { set = true, merged = true, replaced = true, refused = true }

-- Whether a layer says something about the value with these keys.
local function says(v, keys)
  for _, key in ipairs(keys) do
    if value.kind(v) ~= "map" or v.at[key] == nil then return false end
    v = v.at[key]
  end
  return true
end

-- Whether a layer gives something that is no map above the value, and so takes the place of what was there.
local function cuts(v, keys)
  for _, key in ipairs(keys) do
    if value.kind(v) ~= "map" then return true end
    v = v.at[key]
    if v == nil then return false end
  end
  return false
end

-- The layers that said something, as a text.
local function wanted(layers, keys)
  local names = {}
  for i, layer in ipairs(layers) do
    if cuts(layer.value, keys) then return nil end
    if says(layer.value, keys) then names[#names + 1] = i end
  end
  return table.concat(names, " ")
end

local function found(trail, numbers)
  local names = {}
  for _, event in ipairs(trail.events) do
    if given[event.action] then names[#names + 1] = numbers[event.file] or "?" end
  end
  return table.concat(names, " ")
end

--- Compares the histories of all values that are reached through maps with what the layers say. Returns nil, or what is
-- wrong.
---@param composition table whose layers are plain
---@param root yschema.Trail
---@param numbers table<string, integer> the numbers of the layers by the names of their texts
---@return string? problem
function origins.compare(composition, root, numbers)
  local problem
  local function walk(trail, keys)
    for _, node in ipairs(trail.below or {}) do
      if node.key and not problem then
        keys[#keys + 1] = node.key
        local mine, theirs = wanted(composition.layers, keys), found(node, numbers)
        if mine and mine ~= theirs then
          problem = ("%s was given by layers '%s', and its history tells of '%s'"):format(table.concat(keys, "."), mine,
            theirs)
        end
        walk(node, keys)
        keys[#keys] = nil
      end
    end
  end
  walk(root, {})
  return problem
end

return origins
