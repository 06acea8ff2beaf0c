--- Reads and removes the value of the pointer's key, even if it is no valid pointer.
--
-- @module yschema.fleet.repair.raw

local pointer = require "yschema.fleet.pointer"

local raw = {}

--- Reads the text of the pointer, which may be invalid.
---@param store yschema.FleetStore
---@return { text: string?, mod_revision: integer }? stored without a text, there is none; one that is too long is ""
---@return yschema.StoreProblem? problem
function raw.pointer(store)
  local answer, problem = store.etcd:range(store.keys.pointer, { most = pointer.most_bytes })
  local too_long = not answer and problem.kind == "size"
  if too_long then answer, problem = store.etcd:range(store.keys.pointer, { keys_only = true, most = 0 }) end
  if not answer then return nil, problem end
  local item = answer.kvs[1]
  if not item then return { mod_revision = 0 } end
  return { text = too_long and "" or item.value, mod_revision = item.mod_revision }
end

--- Reads the text that the pointer had.
---@param store yschema.FleetStore
---@param revision integer of the store
---@return string? text nil: there was none, or the store has forgotten it
---@return integer? mod_revision
function raw.former(store, revision)
  if revision < 1 then return nil end
  local options = { revision = revision, most = pointer.most_bytes }
  local answer, problem = store.etcd:range(store.keys.pointer, options)
  local too_long = not answer and problem.kind == "size"
  options.keys_only = too_long
  if too_long then answer = store.etcd:range(store.keys.pointer, options) end
  local item = answer and answer.kvs[1]
  if not item then return nil end
  return too_long and "" or item.value, item.mod_revision
end

--- Removes the pointer, unless it was changed.
---@param store yschema.FleetStore
---@param mod_revision integer of the one that was read
---@return yschema.StoreWrite? write
---@return yschema.StoreProblem? problem
function raw.remove(store, mod_revision)
  local answer, problem = store.etcd:txn {
    compare = { { key = store.keys.pointer, mod_revision = mod_revision } },
    success = { { delete = { key = store.keys.pointer } } },
  }
  if not answer then return nil, problem end
  return { state = answer.succeeded and "done" or "lost", mod_revision = answer.revision }
end

return raw
