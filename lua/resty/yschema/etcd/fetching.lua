--- Fetches from etcd what the pointer names: the bundle and its signature.
--
-- Each function returns nil and either a problem of the client, when etcd could not be asked, or an error, a sentence
-- about what is there.
--
-- @module resty.yschema.etcd.fetching

local bundles = require "yschema.fleet.bundle"
local pointers = require "yschema.fleet.pointer"
local releases = require "yschema.fleet.release"
local signature = require "yschema.fleet.signature"

local fetching = {}

-- Reads the item of a key. A value of more than `most` bytes is not read.
local function value_of(client, key, most)
  local found, problem = client:range(key, { most = most })
  if not found then return nil, problem end
  return found.kvs[1]
end

--- Finds what a node is pointed to.
---@param value string of the pointer
---@param node string
---@return yschema.fleet.Target? target
---@return boolean|string is_canary or the error
function fetching.target(value, node)
  local pointer, failure = pointers.parse(value)
  if not pointer then return nil, failure end
  return pointers.for_node(pointer, node)
end

local too_large = "part %d of the bundle %s is larger than parts may be: publish again"

-- Fetches the parts of a bundle, one after the other, because an answer with all of them may be too large.
local function parts_of(self, target)
  local parts = {}
  for number = 1, target.parts do
    local item, problem = value_of(self.client, self.keys:part(target.bundle, number), bundles.part_bytes)
    if problem and problem.kind == "size" then return nil, nil, too_large:format(number, target.bundle) end
    if problem then return nil, problem end
    if not item then
      return nil, nil, ("part %d of %d of the bundle %s is not in etcd: publish again"):format(number, target.parts,
        target.bundle)
    end
    if #item.value > bundles.part_bytes then
      return nil, nil, too_large:format(number, target.bundle)
    end
    parts[number] = item.value
  end
  return parts
end

-- The signature of a target, as text. When there is none, the text under the key of the first format explains why.
local function signature_of(self, target)
  local most = signature.most_bytes
  local item, problem = value_of(self.client, self.keys:signature(target.bundle, target.serial), most)
  if not item and not problem then
    item, problem = value_of(self.client, self.keys.signatures .. target.bundle, most)
  end
  if problem and problem.kind == "size" then return ("x"):rep(most + 1) end
  return item and item.value, problem
end

-- Checks the signature of a target, which confirms its serial.
local function signature_error(self, target, bundle)
  if not self.options.keys then return nil end
  local text, problem = signature_of(self, target)
  if problem then return problem end
  local ok, failure = releases.verify(text, { pointer = self.keys.pointer, bundle = bundle.id, serial = target.serial,
    schema_version = bundle.schema_version }, self.options.keys)
  return nil, not ok and failure or nil, text
end

--- A bundle that was fetched, and checked.
---@class resty.yschema.etcd.Fetched
---@field id string
---@field serial integer under which it was signed
---@field text string
---@field signature? string
---@field bundle yschema.fleet.Bundle

--- Fetches the bundle of a target, and checks its hash and its signature.
---@param self resty.yschema.etcd.Source
---@param target yschema.fleet.Target
---@param most_bytes integer the node's limit
---@return resty.yschema.etcd.Fetched?
---@return yschema.fleet.etcd.Problem? problem
---@return string? error
function fetching.bundle(self, target, most_bytes)
  if (target.parts - 1) * bundles.part_bytes > most_bytes then
    return nil, nil, ("the bundle %s has %d parts of 1 MiB, and this node's limit 'max_bytes' is %d"):format(
      target.bundle, target.parts, most_bytes)
  end
  local parts, problem, failure = parts_of(self, target)
  if not parts then return nil, problem, failure end
  local text = bundles.join(parts)
  local bundle
  bundle, failure = bundles.read(text, target.bundle, self.conf.name)
  if not bundle then return nil, nil, failure end
  return fetching.signed(self, target, { id = target.bundle, text = text, bundle = bundle })
end

--- Checks that a bundle was signed for a target.
---@param self resty.yschema.etcd.Source
---@param target yschema.fleet.Target
---@param fetched resty.yschema.etcd.Fetched
---@return resty.yschema.etcd.Fetched?
---@return yschema.fleet.etcd.Problem? problem
---@return string? error
function fetching.signed(self, target, fetched)
  local problem, failure, text = signature_error(self, target, fetched.bundle)
  if problem or failure then return nil, problem, failure end
  return { id = fetched.id, serial = target.serial, text = fetched.text, signature = text, bundle = fetched.bundle }
end

return fetching
