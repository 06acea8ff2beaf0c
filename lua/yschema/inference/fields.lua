--- The keys of several maps that stand in one place, and what stands under each of them.
--
-- @module yschema.inference.fields

local fields = {}

local ipairs = ipairs

--- A key and what stands under it.
---@class yschema.SeenField
---@field key string
---@field nodes yschema.OutlineNode[] in the order of the maps
---@field next? yschema.SeenField the one behind it

-- Puts a key behind another one, or behind all.
local function insert(chain, field, before)
  before = before or chain.last
  if before then
    field.next, before.next = before.next, field
  else
    chain.first = field
  end
  if before == chain.last then chain.last = field end
end

--- Collects the keys of maps. They have the order of the first map; a key that only a later one has stands behind
-- its neighbour there, or at the end.
---@param maps yschema.OutlineNode[]
---@return yschema.SeenField[]
function fields.of(maps)
  local chain, by_key = {}, {}
  for _, map in ipairs(maps) do
    local before
    for _, node in ipairs(map) do
      local field = by_key[node.key]
      if not field then
        field = { key = node.key, nodes = {} }
        by_key[node.key] = field
        insert(chain, field, before)
      end
      field.nodes[#field.nodes + 1] = node
      before = field
    end
  end
  local list, at = {}, chain.first
  while at do
    list[#list + 1] = at
    at = at.next
  end
  return list
end

--- Tells whether a map has a key that is no string, which a schema cannot name.
---@param maps yschema.OutlineNode[]
---@return boolean
function fields.has_other_keys(maps)
  for _, map in ipairs(maps) do
    for _, node in ipairs(map) do
      if node.key_kind then return true end
    end
  end
  return false
end

return fields
