--- Keys whose maps have names that users choose, whatever the examples have.
--
-- @module yschema.inference.key_names

local plain_tables = require "yschema.base.plain_tables"
local key_names = {}

local function set_of(text) return plain_tables.set(plain_tables.matches(text, "%S+")) end

-- Maps of scalars.
local OF_SCALARS = set_of [[
labels annotations matchlabels nodeselector selector env environment environmentvariables envvars variables vars
headers tags extrahosts hostaliases buildargs args sysctls dependencies devdependencies scripts aliases
]]

-- Maps of maps, or of nothing.
local OF_MAPS = set_of [[
volumes networks services environments users groups hosts configs configmaps targets profiles jobs pipelines
clusters tenants accounts repositories dependencies namespaces topics queues
]]

-- Parts of names whose values are names, addresses and versions: the next file has others.
local OF_NAMES = { "name", "host", "address", "addr", "url", "uri", "path", "dir", "file", "image", "version", "tag",
  "user", "author", "owner", "label", "branch", "title", "description", "command", "id" }

local function plain(key) return (key:lower():gsub("[^%a]", "")) end

--- Returns whether the keys of maps below this key are names, if their values are of this kind.
---@param key? string
---@param kind "scalar"|"map"|"array"|nil
---@return boolean
function key_names.are_chosen(key, kind)
  local name = key and plain(key)
  if not name then return false end
  if kind == "map" or not kind then return OF_MAPS[name] == true end
  return kind == "scalar" and OF_SCALARS[name] == true
end

--- Returns whether the values of a key are probably names, addresses or versions.
---@param key? string
---@return boolean
function key_names.has_names(key)
  local name = key and plain(key):gsub("s$", "") or ""
  return plain_tables.any(OF_NAMES, function(word) return name:sub(-#word) == word end)
end

return key_names
