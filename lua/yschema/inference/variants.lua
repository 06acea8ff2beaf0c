--- Finds kinds of maps that one key distinguishes, such as `kind: file` and `kind: remote`.
--
-- @module yschema.inference.variants

local fields_of = require "yschema.inference.fields".of
local are_named = require "yschema.inference.credentials".are_named

local variants = {}

local MOST, LONGEST = 12, 40
local MOST_TRIED = 8 -- keys: the time stays in proportion to the maps

-- Keys that mostly distinguish kinds, and keys that never do. Others need more examples of each kind, and kinds whose
-- names are words.
local USUAL = {
  kind = true, type = true, ["$type"] = true, method = true, action = true, op = true, ["function"] = true,
}
local NEVER = { name = true, id = true, key = true, title = true, path = true, url = true, version = true }

-- Whether groups are large enough, with names that may be those of kinds.
local function are_kinds(groups, count, key)
  if not groups[2] or #groups * 2 > count then return false end
  for _, group in ipairs(groups) do
    if not USUAL[key] and (#group.maps < 3 or not group.value:find "^%a[%w_:-]*$") then return false end
  end
  return true
end

-- Groups maps by the string under a key, or returns nil when the key cannot distinguish kinds.
local function groups_by(maps, field)
  if #field.nodes ~= #maps or NEVER[field.key] or are_named(field.key) then return nil end
  local groups, by_value = {}, {}
  for i, node in ipairs(field.nodes) do
    local value = node.value
    if node.kind ~= "string" or type(value) ~= "string" or #value > LONGEST or not value:find "^[%w_./ :@-]+$" then
      return nil
    end
    local group = by_value[value]
    if not group then
      if #groups == MOST then return nil end
      group = { value = value, maps = {} }
      by_value[value] = group
      groups[#groups + 1] = group
    end
    group.maps[#group.maps + 1] = maps[i]
  end
  return are_kinds(groups, #maps, field.key) and groups or nil
end

-- How well groups predict the keys of maps: the share of the keys of its group that each map has, and the keys of all
-- groups.
local function worth_of(groups)
  local had, could, keys = 0, 0, 0
  for _, group in ipairs(groups) do
    local count = #fields_of(group.maps)
    keys = keys + count
    could = could + count * #group.maps
    for _, map in ipairs(group.maps) do had = had + #map end
  end
  return had / could, keys
end

--- Finds the key that distinguishes kinds of maps, and the kinds. Most maps have no such key.
---@param maps yschema.OutlineNode[] in one place
---@param list yschema.SeenField[] of all of them
---@return { key: string, groups: { value: string, maps: yschema.OutlineNode[] }[] }? found
function variants.of(maps, list)
  if #maps < 4 then return nil end
  local total = 0
  for _, map in ipairs(maps) do total = total + #map end
  local alike = total / (#list * #maps)
  local best, best_worth
  if alike > 0.75 then return nil end
  local tried = 0
  for _, field in ipairs(list) do
    local groups = tried < MOST_TRIED and groups_by(maps, field)
    if groups then
      tried = tried + 1
      local worth, keys = worth_of(groups)
      local usual = USUAL[field.key] and 1 or 0
      if worth >= 0.85 and keys <= #list * 2 + 2 and (not best or worth + usual > best_worth) then
        best, best_worth = { key = field.key, groups = groups }, worth + usual
      end
    end
  end
  return best
end

return variants
