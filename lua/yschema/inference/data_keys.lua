--- Distinguishes maps whose keys are data, such as names of services, from maps whose keys are settings.
--
-- @module yschema.inference.data_keys

local plain_tables = require "yschema.base.plain_tables"
local fields_of = require "yschema.inference.fields".of
local key_names = require "yschema.inference.key_names"
local openness = require "yschema.inference.openness"
local scalars = require "yschema.inference.scalars"

local data_keys = {}

local SHARED, SHARED_BY_MANY = 0.6, 0.5 -- the share of the keys of a map that other maps of its kind have
local MANY, RARELY, OFTEN_NEW = 8, 0.3, 0.25 -- keys, the share of maps with one, that of documents with new ones
local MOSTLY = 0.8 -- the share of the maps that have a setting
local FEWEST_BESIDE = 4 -- how many data keys at least make a placeholder beside settings

--- Returns whether a key is not a word, as names of settings are. Data keys contain dots, slashes, blanks or long
-- numbers, or are numbers or variables of the environment.
---@param key string
---@return boolean
function data_keys.is_odd(key)
  return not key:find "^[%a_$][%w_-]*$" or key:find "^%u[%u%d_]+$" ~= nil or key:find "%d%d%d%d" ~= nil
    or #key >= 16 and key:find "^%x+$" ~= nil
end

local is_odd = data_keys.is_odd

local function share_of_odd(list)
  local odd = 0
  for _, field in ipairs(list) do
    if is_odd(field.key) then odd = odd + 1 end
  end
  return odd / #list
end

-- Whether all keys are the same word with different numbers, such as `server1` and `server2`.
local function are_numbered(list)
  local common
  for _, field in ipairs(list) do
    local stem = field.key:match "^(.-)%d+$"
    if not stem or common and common ~= stem then return false end
    common = stem
  end
  return true
end

-- Returns the kind that all values have, null aside, or nil. Scalars of any kind count as one.
local function common_kind(list)
  local common
  for _, field in ipairs(list) do
    for _, node in ipairs(field.nodes) do
      local kind = node.kind
      if kind ~= "map" and kind ~= "array" and kind ~= "null" then kind = "scalar" end
      if kind ~= "null" then
        if common and common ~= kind then return nil end
        common = kind
      end
    end
  end
  return common
end

-- Returns all values, with the items of arrays in place of the arrays.
local function values_of(list)
  local values = {}
  for _, field in ipairs(list) do
    for _, node in ipairs(field.nodes) do
      if node.kind == "array" then
        for _, item in ipairs(node) do values[#values + 1] = item end
      elseif node.kind ~= "null" then
        values[#values + 1] = node
      end
    end
  end
  return values
end

-- Returns the share of all keys that each map has on average, 1 when all maps are alike; and the share of the keys of
-- one map that another one has, where rare keys count little.
local function likeness(maps, list)
  local total, squares = 0, 0
  for _, field in ipairs(list) do
    total = total + #field.nodes
    squares = squares + #field.nodes * #field.nodes
  end
  if total == 0 then return 1, 1 end
  return total / (#list * #maps), squares / (total * #maps)
end

local function all_maps(nodes)
  for _, node in ipairs(nodes) do
    if node.kind ~= "map" then return false end
  end
  return nodes[1] ~= nil
end

local function one_scalar_kind(nodes)
  return not plain_tables.any(nodes, function(node) return node.kind ~= nodes[1].kind end)
end

-- The share of the maps that have a key, on average.
local function mean_presence(list, count)
  local total = 0
  for _, field in ipairs(list) do total = total + #field.nodes end
  return total / (#list * count)
end

-- Whether the keys of maps, or of arrays of maps, are data.
local function are_alike(list, values, presence, odd)
  local below, count = fields_of(values), #list
  local alike, shared = likeness(values, below)
  if #below < 2 and odd < 0.5 and count < 6 then return false end
  if odd == 1 and count >= 2 then return alike >= 0.3 or share_of_odd(below) == 1 end
  if count >= 20 then return alike >= 0.1 end
  if count >= 6 and shared >= SHARED or count >= 12 and shared >= SHARED_BY_MANY then return true end
  if count >= 6 or presence <= 0.5 and count >= 4 then return alike >= 0.3 end
  return count >= 3 and alike >= 0.6
end

local function scalars_are_data(list, values, presence, odd)
  if not one_scalar_kind(values) then return odd == 1 and #list >= 3 end
  if odd >= 0.8 then return #list >= 2 end
  if #list >= 40 or #list >= 3 and scalars.are_versions(values) then return true end
  return #list >= 5 and presence <= 0.35
end

-- Whether these keys are in all of several maps, as settings are; `server1` and `server2` are not settings.
local function are_always_there(list, count, presence)
  return count > 1 and presence == 1 and not (are_numbered(list) and list[1].key:find "^%a%a%a")
end

-- Whether a key such as `labels` says that the keys below it are names. Maps below them have to be alike.
local function are_called_names(list, key)
  local kind = common_kind(list)
  if not key_names.are_chosen(key, kind) then return false end
  local values = kind == "map" and values_of(list) or {}
  return not values[2] or likeness(values, fields_of(values)) >= 0.5
end

-- Whether so many documents have keys of their own that the next one will have others. A key that most maps have is a
-- setting.
local function are_new_each_time(maps, list, presence)
  for _, field in ipairs(list) do
    if #field.nodes >= MOSTLY * #maps then return false end
  end
  return #list >= MANY and presence <= RARELY and openness.share(maps, list) >= OFTEN_NEW
end

--- Returns whether the keys of maps are data.
---@param list yschema.SeenField[] of all of them
---@param maps yschema.OutlineNode[]
---@param key? string of these maps
---@param numbered? boolean the nodes have the numbers of their documents
---@return boolean
function data_keys.are(list, maps, key, numbered)
  if #list > 0 and are_called_names(list, key) then return true end
  if numbered and #list > 0 and are_new_each_time(maps, list, mean_presence(list, #maps)) then return true end
  return data_keys.look_so(list, #maps)
end

--- Returns whether the keys of maps look like data.
---@param list yschema.SeenField[] of all of them
---@param count integer of maps
---@return boolean
function data_keys.look_so(list, count)
  local presence = #list > 0 and mean_presence(list, count) or 1
  if #list < 2 or are_always_there(list, count, presence) then return false end
  local kind = common_kind(list)
  local values = kind and values_of(list)
  if not kind or not values[1] then return false end
  local odd = are_numbered(list) and 1 or share_of_odd(list)
  if kind == "scalar" then return scalars_are_data(list, values, presence, odd) end
  if all_maps(values) then return are_alike(list, values, presence, odd) end
  for _, value in pairs(values) do
    if value.kind == "map" or value.kind == "array" then return false end
  end
  return odd >= 0.8 or #list >= 20 or #list >= 5 and presence <= 0.35
end

--- Separates data keys from settings in the same maps, such as jobs beside `stages`.
---@param list yschema.SeenField[] of all of them
---@param count integer of maps
---@return yschema.SeenField[]? settings nil when there are no data keys
---@return yschema.SeenField[] data
function data_keys.apart(list, count)
  local settings, data, odd = {}, {}, 0
  for _, field in ipairs(list) do
    local into = all_maps(values_of { field }) and data or settings
    into[#into + 1] = field
    if field.key == "_" then return nil, data end -- a placeholder has this name
  end
  for _, field in ipairs(settings) do odd = odd + (is_odd(field.key) and 1 or 0) end
  local clear = #settings > 0 and odd == 0 and #data > #settings
    and (#data >= FEWEST_BESIDE or #data >= 2 and share_of_odd(data) == 1)
  return clear and data_keys.look_so(data, count) and settings or nil, data
end

return data_keys
