--- Sets and removes values in a text.
--
-- @module yschema.assignment.assigner

local lazily = require "yschema.base.lazily"
local schema_order = lazily "yschema.assignment.schema_order"
local plain_tables = require "yschema.base.plain_tables"
local trees = require "yschema.editing.trees"

local assigner = {}

---@class yschema.Assigner
---@field text yschema.EditedText
---@field root yschema.EditedNode
---@field field? table of the root, of `schema:outline()`
local Assigner = {}
Assigner.__index = Assigner

-- ---- finding ------------------------------------------------------------------------

-- Lists the items of an array that are there after all changes.
local function items_of(array)
  return plain_tables.kept(trees.sequence(trees.value(array)), function(node) return not node.gone end)
end

-- Finds the item that has a key with a value, which is compared as it is printed.
local function selected(self, array, step)
  local found
  for _, item in ipairs(items_of(array)) do
    local node = trees.value(item).kind == "map" and self.text:at(item, { step.selects })
    local value = node and trees.value(node).value
    if value ~= nil and tostring(value) == step.value then
      if found then return nil, ("several items have %s=%s"):format(step.selects, step.value) end
      found = item
    end
  end
  return found
end

-- Finds what a step leads to. Returns nil, and a problem unless it is only missing.
local function below(self, node, step)
  local value = trees.value(node)
  if value.kind == "alias" then return nil, "it comes from an alias" end
  if step.selects then
    if value.kind ~= "array" then return nil, "there is no array" end
    return selected(self, node, step)
  end
  if step.appends then return nil end
  if value.kind == "array" then
    if not step.index then return nil, "there is an array, whose items are addressed as [0], [name=b] or [+]" end
    return self.text:at(node, { step.index })
  end
  if not step.key then return nil, value.kind ~= "null" and ("there is no array but a %s"):format(value.kind) or nil end
  if value.kind ~= "map" and value.kind ~= "null" then
    return nil, ("there is no map but a value of type %s"):format(value.kind)
  end
  local found, problem = self.text:at(node, { step.key })
  return found, problem and "it " .. problem
end

-- ---- setting ------------------------------------------------------------------------

-- Wraps a value in the maps and arrays that are missing.
local function wrapped(steps, from, value)
  for i = #steps, from, -1 do
    local step = steps[i]
    if step.key then
      value.key = step.key
      value = { kind = "map", value }
    elseif step.appends or step.index == 0 then
      value = { kind = "array", value }
    else
      return nil, ("there is no item [%s]"):format(step.selects or step.index)
    end
  end
  return value
end

-- Adds an entry or an item.
local function add(self, node, field, step, value)
  if step.key then
    return self.text:insert(node, step.key, value, schema_order.place(field, trees.value(node), step.key))
  end
  if step.selects then return nil, ("no item has %s=%s"):format(step.selects, step.value) end
  local array = trees.value(node)
  local count = array.kind == "array" and #items_of(node) or 0
  if not step.appends and step.index ~= count then
    return nil, ("there is no item [%d]; the next new one is [%d], or [+]"):format(step.index, count)
  end
  return self.text:insert(node, nil, value)
end

--- Sets a value.
---@param address yschema.Address
---@param value yschema.EditedNode
---@return true? done nil with a problem
---@return string? problem
function Assigner:set(address, value)
  local node, field = self.root, self.field
  for i, step in ipairs(address.steps) do
    local found, problem = below(self, node, step)
    if problem then return nil, problem end
    if not found then
      local whole
      whole, problem = wrapped(address.steps, i + 1, value)
      if not whole then return nil, problem end
      local added
      added, problem = add(self, node, field, step, whole)
      return added and true or nil, problem
    end
    node, field = found, schema_order.below(field, step.key)
  end
  return self.text:replace(node, value)
end

--- Removes a value.
---@param address yschema.Address
---@return boolean? done false: it is not there; nil with a problem
---@return string? problem
function Assigner:delete(address)
  local node = self.root
  for _, step in ipairs(address.steps) do
    local found, problem = below(self, node, step)
    if problem then return nil, problem end
    if not found then return false end
    node = found
  end
  return self.text:remove(node)
end

--- Begins to change a document of a text.
---@param text yschema.EditedText
---@param root yschema.EditedNode
---@param field? table of `schema:outline()`
---@return yschema.Assigner
function assigner.new(text, root, field)
  return setmetatable({ text = text, root = root, field = field }, Assigner)
end

return assigner
