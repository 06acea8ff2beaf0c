--- The second evaluator of provenance: finds out, without the core, which layers of a composition set a value.

local value = require "spec.properties.value"

local provenance = {}

-- The actions of documents.
local given = { set = true, merged = true, replaced = true, refused = true }

-- Returns whether a layer gives the value with these keys.
local function says(v, keys)
  for _, key in ipairs(keys) do
    if value.kind(v) ~= "map" or v.at[key] == nil then return false end
    v = v.at[key]
  end
  return true
end

-- Returns whether a layer gives a value above this one that is not a map, which replaces all values below.
local function cuts(v, keys)
  for _, key in ipairs(keys) do
    if value.kind(v) ~= "map" then return true end
    v = v.at[key]
    if v == nil then return false end
  end
  return false
end

-- Returns the numbers of the layers that give the value, as a text.
local function expected(layers, keys)
  local names = {}
  for i, layer in ipairs(layers) do
    if cuts(layer.value, keys) then return nil end
    if says(layer.value, keys) then names[#names + 1] = i end
  end
  return table.concat(names, " ")
end

local function found(recorded, numbers)
  local names = {}
  for _, event in ipairs(recorded.events) do
    if given[event.action] then names[#names + 1] = numbers[event.file] or "?" end
  end
  return table.concat(names, " ")
end

--- Compares the provenance of all values in maps with the layers. Returns nil, or the first difference.
---@param composition table whose layers are plain
---@param root yschema.ProvenanceNode
---@param numbers table<string, integer> the numbers of the layers by the names of their texts
---@return string? problem
function provenance.compare(composition, root, numbers)
  local problem
  local function walk(recorded, keys)
    for _, node in ipairs(recorded.below or {}) do
      if node.key and not problem then
        keys[#keys + 1] = node.key
        local mine, theirs = expected(composition.layers, keys), found(node, numbers)
        if mine and mine ~= theirs then
          problem = ("%s was given by layers '%s', but its provenance names '%s'"):format(table.concat(keys, "."), mine,
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

return provenance
