--- Finds fields that no finite value fits: for example, a map with a required key whose value is such a map again.
--
-- @module yschema.values.endless

local facts = require "yschema.values.facts"

local endless = {}

local has_end

-- Whether one of the alternatives has finite values; for all-of, whether each has.
local function choice_has_end(choice, around)
  local all = choice.mode == "all-of"
  for _, alternative in ipairs(choice) do
    if has_end(alternative.field, around) ~= all then return not all end
  end
  return all
end

local function map_has_end(map, around)
  for _, child in ipairs(map.named) do
    if facts.is_required(child) and not has_end(child, around) then return false end
  end
  for _, open in ipairs(map.open) do
    local count = open.field.count
    if count and count.least > 0 and not has_end(open.field, around) then return false end
  end
  return true
end

local function items_end(field, around)
  local least = facts.range(field, "length", 1)
  local is_demanded = field.implied == "value" or least and least > 0
  return not is_demanded or has_end(facts.item(field), around)
end

-- `around` has the fields whose values would contain this one.
function has_end(field, around)
  if field.ends or field.nullable then return true end
  if around[field] then return false end
  around[field] = true
  local kinds = facts.kinds(field)
  local found
  if field.choice then
    found = choice_has_end(field.choice, around)
  elseif kinds.string or kinds.integer or kinds.float or kinds.boolean or kinds.null then
    found = true
  else
    found = kinds.map and map_has_end(facts.map(field), around) or kinds.array and items_end(field, around) or false
  end
  around[field] = nil
  field.ends = found or nil
  return found
end

--- Returns whether no finite value fits a field.
---@param field yschema.OutlineField
---@return boolean
function endless.is(field)
  if field.ends == nil then field.ends = has_end(field, {}) end
  return not field.ends
end

return endless
