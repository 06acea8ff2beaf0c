--- Finds kinds of documents by keys at their top, such as `apiVersion` and `kind` in Kubernetes manifests.
--
-- Each kind gets its own schema, because one schema for all of them would be too general. For kinds of maps below the
-- top, which share one schema, see yschema.inference.variants.
--
-- @module yschema.inference.grouping.kinds

local free_name = require "yschema.base.plain_tables".free_name

local kinds = {}

-- The keys that distinguish kinds, the best first.
local CANDIDATES = { { "apiVersion", "kind" }, { "kind" }, { "type" } }

local MOST, LONGEST = 200, 60

--- Documents of one kind.
---@class yschema.DocumentKind
---@field has { key: string, value: string }[] keys and values that all of its documents have
---@field documents yschema.OutlineNode[]
---@field names string[] the file of each document

local function value_of(document, key)
  for _, node in ipairs(document) do
    if node.key == key then return node.kind == "string" and node.value or nil end
  end
end

-- The values of the keys in a document, or nil if one is missing or cannot be the name of a kind.
local function values_of(document, keys)
  local values = {}
  if document.kind ~= "map" then return nil end
  for i, key in ipairs(keys) do
    local value = value_of(document, key)
    if not value or #value > LONGEST or not value:find "^%a[%w_./:-]*$" then return nil end
    values[i] = value
  end
  return values
end

local function new_kind(keys, values)
  local has = {}
  for i, key in ipairs(keys) do has[i] = { key = key, value = values[i] } end
  return { has = has, documents = {}, names = {} }
end

-- Groups documents by the values of keys, or returns nil when these do not distinguish kinds.
local function grouped(documents, names, keys)
  local groups, by_value = {}, {}
  for i, document in ipairs(documents) do
    local values = values_of(document, keys)
    if not values then return nil end
    local id = table.concat(values, "\0")
    local group = by_value[id]
    if not group then
      if #groups == MOST then return nil end
      group = new_kind(keys, values)
      by_value[id] = group
      groups[#groups + 1] = group
    end
    group.documents[#group.documents + 1], group.names[#group.names + 1] = document, names[i]
  end
  return groups
end

-- The keys that each document of a group has.
local function common_keys(group)
  local count, common = {}, {}
  for _, document in ipairs(group.documents) do
    for _, node in ipairs(document) do count[node.key] = (count[node.key] or 0) + 1 end
  end
  for key, times in pairs(count) do common[key] = times == #group.documents or nil end
  return common, count
end

-- Whether some group always has a key that the first one never has, or the reverse. Otherwise the value is just a
-- setting of documents that are alike.
local function differ(groups)
  local all = {}
  for i, group in ipairs(groups) do
    local common, count = common_keys(group)
    all[i] = { common = common, count = count }
  end
  for i = 2, #groups do
    for key in pairs(all[i].common) do
      if not all[1].count[key] then return true end
    end
    for key in pairs(all[1].common) do
      if not all[i].count[key] then return true end
    end
  end
  return false
end

--- Returns the kinds of documents, in the order of their first documents, or nil if no keys distinguish them.
---@param documents yschema.OutlineNode[]
---@param names string[] the file of each
---@return yschema.DocumentKind[]?
function kinds.of(documents, names)
  for _, keys in ipairs(CANDIDATES) do
    local groups = grouped(documents, names, keys)
    if groups and groups[2] and (keys[2] or differ(groups)) then return groups end
  end
end

--- Gives each kind a unique file name for its schema.
---@param list { name: string?, has: { key: string, value: string }[]? }[] each with a name, or keys and values
---@return string[] names such as "deployment.yml"
function kinds.file_names(list)
  local function plain(text) return (text:lower():gsub("[^%w]+", "-"):gsub("^%-+", ""):gsub("%-+$", "")) end
  local names, count, taken = {}, {}, {}
  local function last_word(kind) return plain(kind.has and kind.has[#kind.has].value or kind.name) end
  for _, kind in ipairs(list) do
    local last = last_word(kind)
    count[last] = (count[last] or 0) + 1
  end
  for i, kind in ipairs(list) do
    local name = last_word(kind)
    if count[name] > 1 and kind.has and #kind.has > 1 then name = name .. "-" .. plain(kind.has[1].value) end
    local free = free_name(taken, name, "%s-%d")
    taken[free] = true
    names[i] = free .. ".yml"
  end
  return names
end

return kinds
