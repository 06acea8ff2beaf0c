--- Collects the keys of several maps in one place, with their values.
--
-- @module yschema.inference.fields

local fields = {}

--- A key and its values.
---@class yschema.SeenField
---@field key string
---@field nodes yschema.OutlineNode[] in the order of the maps
---@field next? yschema.SeenField the one after it

-- Inserts a key after another one, or at the end.
local function insert(chain, field, before)
  before = before or chain.last
  if before then
    field.next, before.next = before.next, field
  else
    chain.first = field
  end
  if before == chain.last then chain.last = field end
end

--- Collects the keys of maps in the order of the first map. A key that only a later map has follows its neighbour
-- there, or comes last.
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

--- Returns whether a map has a key that is not a string, which a schema cannot name.
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
