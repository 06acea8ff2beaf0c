--- Lists the configurations below a prefix of the store, and the prefixes that have some.
--
-- Each request asks for one key, the first one after all that are known: so it does not matter how many keys a
-- configuration has.
--
-- @module yschema.fleet.listing

local layout = require "yschema.fleet.layout"
local valid_names = require "yschema.fleet.valid_names"

local listing = {}

-- The most names of one folder, and how deep prefixes are looked for.
local most_names, deepest = 1000, 4

-- Lists the parts of keys that follow a text, up to the next slash.
local function children(etcd, base)
  local list, after = {}, nil
  repeat
    local answer, problem = etcd:range(base, { prefix = true, keys_only = true, limit = 1, after = after })
    if not answer then return nil, problem end
    local item = answer.kvs[1]
    local name = item and string.match(string.sub(item.key, #base + 1), "^[^/]*")
    if name and name ~= "" and valid_names.is_line(name) then list[#list + 1] = name end
    after = item and base .. name .. "/\255"
  until not item or #list == most_names
  return list
end

local function has_keys(etcd, prefix)
  local answer, problem = etcd:range(prefix, { prefix = true, keys_only = true, limit = 1 })
  if not answer then return nil, problem end
  return answer.kvs[1] ~= nil
end

-- Whether a folder is a configuration: there is a pointer, or a node waits for one.
local function is_configuration(etcd, folder)
  local found, problem = has_keys(etcd, folder .. "pointer")
  if found == false then found, problem = has_keys(etcd, folder .. "nodes/") end
  return found, problem
end

--- Lists the configurations below a prefix.
---@param etcd table a client
---@param prefix? string
---@return string[]? names sorted
---@return any problem of the store
function listing.configurations(etcd, prefix)
  local base, list = layout.prefix(prefix) .. "/", {}
  local found, problem = children(etcd, base)
  if not found then return nil, problem end
  for _, name in ipairs(found) do
    local is_one
    is_one, problem = is_configuration(etcd, base .. name .. "/")
    if is_one == nil then return nil, problem end
    if is_one and not valid_names.configuration_problem(name) then list[#list + 1] = name end
  end
  return list
end

-- Adds the prefixes that have configurations.
local function walk(etcd, base, depth, list)
  for _, name in ipairs(children(etcd, base) or {}) do
    local folder = base .. name .. "/"
    if is_configuration(etcd, folder) then
      if list[#list] ~= base then list[#list + 1] = base end
    elseif depth < deepest then
      walk(etcd, folder, depth + 1, list)
    end
  end
end

--- Lists the prefixes that have configurations, as far as this user may read them.
---@param etcd table a client
---@return string[] prefixes such as "/prod"
function listing.prefixes(etcd)
  local list = {}
  walk(etcd, "/", 1, list)
  for i, base in ipairs(list) do list[i] = base == "/" and base or string.sub(base, 1, -2) end
  return list
end

return listing
