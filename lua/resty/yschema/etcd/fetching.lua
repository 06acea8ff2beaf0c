--- Fetches from etcd what the pointer names: the bundle, its signature, and the pointer itself.
--
-- Each function returns nil and what went wrong: a problem of the client, because etcd could not be asked, or a
-- sentence in `fault`, because of what is there.
--
-- @module resty.yschema.etcd.fetching

local bundles = require "yschema.fleet.bundle"
local pointers = require "yschema.fleet.pointer"
local signature = require "yschema.fleet.signature"

local fetching = {}

local ipairs = ipairs

-- Not more than what the pointer may have is read of a value.
local function value_of(client, key)
  local found, problem = client:range(key)
  if not found then return nil, problem end
  return found.kvs[1], nil, found.revision
end

--- The pointer as it is in etcd.
---@class resty.yschema.etcd.Pointed
---@field value? string nil: it is not there
---@field mod_revision integer
---@field revision integer of the store when it was read

--- Reads the pointer's key.
---@param client yschema.fleet.etcd.Client
---@param key string
---@return resty.yschema.etcd.Pointed?
---@return yschema.fleet.etcd.Problem? problem
function fetching.pointer(client, key)
  local item, problem, revision = value_of(client, key)
  if problem then return nil, problem end
  return { value = item and item.value, mod_revision = item and item.mod_revision or 0, revision = revision }
end

--- Finds what a node is pointed to.
---@param value string of the pointer
---@param node string
---@return yschema.fleet.Target? target
---@return boolean|string is_canary or the fault
function fetching.target(value, node)
  local pointer, fault = pointers.parse(value)
  if not pointer then return nil, fault end
  return pointers.for_node(pointer, node)
end

-- Fetches the parts of a bundle, one after the other, because an answer with all of them may be too large.
local function parts_of(self, target)
  local parts = {}
  for number = 1, target.parts do
    local item, problem = value_of(self.client, self.keys:part(target.bundle, number))
    if problem then return nil, problem end
    if not item then
      return nil, nil, ("part %d of %d of the bundle %s is not in etcd: publish again"):format(number, target.parts,
        target.bundle)
    end
    if #item.value > bundles.part_bytes then
      return nil, nil, ("part %d of the bundle %s is larger than parts may be: publish again"):format(number,
        target.bundle)
    end
    parts[number] = item.value
  end
  return parts
end

local function signature_fault(self, id)
  if not self.options.keys then return nil end
  local item, problem = value_of(self.client, self.keys:signature(id))
  if problem then return problem end
  local pem = item and item.value
  local ok, fault = signature.verify(pem, id, self.options.keys)
  return nil, not ok and fault or nil, pem
end

--- A bundle that was fetched, and checked.
---@class resty.yschema.etcd.Fetched
---@field id string
---@field text string
---@field signature? string PEM
---@field bundle yschema.fleet.Bundle

--- Fetches the bundle of a target, and checks its hash and its signature.
---@param self resty.yschema.etcd.Source
---@param target yschema.fleet.Target
---@param most_bytes integer the node's limit
---@return resty.yschema.etcd.Fetched?
---@return yschema.fleet.etcd.Problem? problem
---@return string? fault
function fetching.bundle(self, target, most_bytes)
  if (target.parts - 1) * bundles.part_bytes > most_bytes then
    return nil, nil, ("the bundle %s has %d parts of 1 MiB, and this node's limit 'max_bytes' is %d"):format(
      target.bundle, target.parts, most_bytes)
  end
  local parts, problem, fault = parts_of(self, target)
  if not parts then return nil, problem, fault end
  local text = bundles.join(parts)
  local bundle
  bundle, fault = bundles.read(text, target.bundle, self.conf.name)
  if not bundle then return nil, nil, fault end
  local pem
  problem, fault, pem = signature_fault(self, target.bundle)
  if problem or fault then return nil, problem, fault end
  return { id = target.bundle, text = text, signature = pem, bundle = bundle }
end

local roles = { schema = "S", values = "V", library = "L" }

--- Returns the files of a bundle as texts.
---@param bundle yschema.fleet.Bundle
---@return resty.yschema.Text[]
function fetching.texts(bundle)
  local list = {}
  for i, file in ipairs(bundle.files) do list[i] = { role = roles[file.role], name = file.name, text = file.text } end
  return list
end

return fetching
