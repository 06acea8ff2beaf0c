--- Finds what was in service last, when the pointer cannot be used: among the former values of its key, the signatures
-- in the store, and what nodes serve.
--
-- @module yschema.fleet.repair.evidence

local pointer = require "yschema.fleet.pointer"
local release = require "yschema.fleet.release"
local states = require "yschema.fleet.publishing.states"

local evidence = {}

--- The release that was in service.
---@class yschema.fleet.Evidence
---@field serial integer
---@field stable yschema.fleet.Target
---@field history yschema.fleet.Target[]
---@field from string how it was found, a clause

-- The former values of the pointer's key that are looked at.
local most_former = 100

--- Returns the error of what a pointer names; nil when it is valid.
---@param store yschema.FleetStore
---@param target yschema.fleet.Target
---@param keys? yschema.fleet.PublicKeys one of which must have signed it
---@return string? error
---@return yschema.StoreProblem? problem of the store
function evidence.target_error(store, target, keys)
  local found, problem = store:bundle(target)
  if not found and problem.kind ~= "gone" then return nil, problem end
  if not found then return tostring(problem) end
  if not keys then return nil end
  local signed
  signed, problem = store:signature(target)
  if not signed then return nil, problem end
  local ok, failure = release.verify(signed.text, { pointer = store.keys.pointer, bundle = target.bundle,
    serial = target.serial, schema_version = found.schema_version }, keys)
  if not ok then return failure end
end

-- Reads the text that the pointer had at a revision of the store, and the revision of that text. Nil: there was none,
-- or the store has forgotten it. One that is too long is "".
local function former_text(store, revision)
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

-- The newest former value of the key that names a valid bundle.
local function former(store, look, keys)
  local revision = look.mod_revision - 1
  for _ = 1, most_former do
    local text, modified = former_text(store, revision)
    if not text then return nil end -- there is none before, or etcd has forgotten it
    local found = pointer.parse(text)
    if found and not states.reach_problem(look.nodes, found.serial) then
      local failure, problem = evidence.target_error(store, found.stable, keys)
      if problem then return nil, problem end
      if not failure then
        return { serial = found.serial, stable = found.stable, history = found.history,
          from = ("it was published %s by %s"):format(found.made, found.by) }
      end
    end
    revision = modified - 1
  end
end

-- The target with the greatest serial that was signed, and whose bundle is whole.
local function signed(store, keys, parts)
  local list, problem = store:signatures()
  if not list then return nil, problem end
  table.sort(list, function(one, other) return one.serial > other.serial end)
  for _, item in ipairs(list) do
    local target = { bundle = item.bundle, serial = item.serial, parts = parts[item.bundle] }
    local failure = not target.parts and "it is gone" or nil
    if not failure then failure, problem = evidence.target_error(store, target, keys) end
    if problem then return nil, problem end
    if not failure then
      return { serial = item.serial, stable = target, history = {}, from = "it was signed with this key last" }
    end
  end
end

-- The bundle that most nodes serve.
local function served(store, look, parts)
  local counts, serials, best = {}, {}, nil
  for _, node in ipairs(look.nodes) do
    local id, serial = node.status.serving, node.status.serving_serial
    if id and parts[id] then
      counts[id] = (counts[id] or 0) + 1
      serials[id] = serial > (serials[id] or 0) and serial or serials[id]
    end
  end
  for id, count in pairs(counts) do
    local target = { bundle = id, serial = serials[id], parts = parts[id] }
    if (not best or count > counts[best.stable.bundle]) and not evidence.target_error(store, target) then
      best = { serial = serials[id], stable = target, history = {}, from = ("%d of %d nodes serve it"):format(count,
        #look.nodes) }
    end
  end
  return best
end

-- The release that the pointer names, if nothing else is known. Then no serial is certain to be taken by nodes.
local function named(store, now)
  if not now or evidence.target_error(store, now.stable) then return nil end
  local serial = now.serial <= pointer.most_jump and now.serial or pointer.most_jump / 2
  local stable = { bundle = now.stable.bundle, parts = now.stable.parts, serial = serial }
  return { serial = serial, stable = stable, history = {}, from = "the pointer names it, and nothing else is known" }
end

--- Finds what was in service last.
---@param store yschema.FleetStore
---@param look yschema.FleetLook
---@param now? yschema.fleet.Pointer what can be read of the pointer
---@param keys? yschema.fleet.PublicKeys only what one of them has signed
---@return yschema.fleet.Evidence? found nil: nothing
---@return yschema.StoreProblem? problem
function evidence.find(store, look, now, keys)
  local parts, problem = store:parts()
  if not parts then return nil, problem end
  local found
  found, problem = former(store, look, keys)
  if found or problem then return found, problem end
  if keys then return signed(store, keys, parts) end
  return served(store, look, parts) or named(store, now)
end

return evidence
