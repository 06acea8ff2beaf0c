--- The names of the store's keys, below a prefix and the name of a configuration.
--
-- @module yschema.fleet.layout

local valid_names = require "yschema.fleet.valid_names"

local layout = {}

--- The keys of a configuration.
---@class yschema.fleet.Keys
---@field base string what all its keys begin with
---@field pointer string
---@field bundles string what the keys of all bundles begin with
---@field signatures string
---@field nodes string
---@field schemas string
local Keys = {}
Keys.__index = Keys

--- Returns a prefix as keys begin with it: with one slash at its beginning, and none at its end.
---@param prefix? string
---@return string
function layout.prefix(prefix)
  local plain = string.gsub(string.gsub(prefix or "", "^/+", ""), "/+$", "")
  return plain == "" and "" or "/" .. plain
end

--- Makes the keys of a configuration.
---@param prefix? string of all configurations; slashes around it do not matter
---@param name string of the configuration
---@return yschema.fleet.Keys? keys
---@return string? problem
function layout.new(prefix, name)
  local problem = valid_names.configuration_problem(name)
  if problem then return nil, problem end
  if prefix and not valid_names.is_line(prefix) then
    return nil, "the prefix must be UTF-8 without control characters"
  end
  local base = layout.prefix(prefix) .. "/" .. name .. "/"
  return setmetatable({
    base = base, pointer = base .. "pointer", bundles = base .. "bundles/", signatures = base .. "signatures/",
    nodes = base .. "nodes/", schemas = base .. "schemas/",
  }, Keys)
end

--- Returns the key of a part of a bundle.
---@param id string
---@param number integer from 1
---@return string
function Keys:part(id, number) return string.format("%s%s/%04d", self.bundles, id, number) end

--- Returns the key of the signatures of a bundle under one serial.
---@param id string
---@param serial integer
---@return string
function Keys:signature(id, serial) return string.format("%s%s/%.0f", self.signatures, id, serial) end

--- Returns what the keys of all signatures of a bundle begin with.
---@param id string
---@return string
function Keys:signatures_of(id) return self.signatures .. id .. "/" end

--- Returns the key of a node's status.
---@param node string
---@return string
function Keys:node(node) return self.nodes .. node end

--- Returns the key of the schema that nodes have of their own.
---@param id string
---@return string
function Keys:schema(id) return self.schemas .. id end

-- Returns what follows the beginning of a key.
local function rest_of(key, start)
  if string.sub(key, 1, #start) ~= start then return nil end
  return string.sub(key, #start + 1)
end

--- Returns the node whose status a key holds; nil for other keys.
---@param key string
---@return string?
function Keys:node_of(key)
  local node = rest_of(key, self.nodes)
  return node and not valid_names.node_problem(node) and node or nil
end

--- Returns the bundle, and the number of its part, that a key holds; nil for other keys.
---@param key string
---@return string? id
---@return integer? number
function Keys:part_of(key)
  local id, number = string.match(rest_of(key, self.bundles) or "", "^(%x+)/(%d%d%d%d)$")
  if not id or #id ~= 64 or string.find(id, "%u") then return nil end
  return id, tonumber(number)
end

--- Returns the bundle and the serial whose signatures a key holds; nil for other keys.
---@param key string
---@return string? id
---@return integer? serial
function Keys:signature_of(key)
  local id, serial = string.match(rest_of(key, self.signatures) or "", "^([0-9a-f]+)/([1-9]%d*)$")
  if not id or #id ~= 64 or #serial > 16 then return nil end
  return id, tonumber(serial)
end

return layout
