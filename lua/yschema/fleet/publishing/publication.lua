--- Changes what is in service: publishes, promotes a canary, goes back.
--
-- Each change compares the pointer with the one that was read: of two publishers, one learns that the other was faster.
-- A signature confirms a serial, so each target with a new serial needs a new signature. What is in the store is signed
-- only when the same key has signed it before, because other programs may have written it.
--
-- @module yschema.fleet.publishing.publication

local bundle = require "yschema.fleet.bundle"
local pointer = require "yschema.fleet.pointer"
local release = require "yschema.fleet.release"
local signature = require "yschema.fleet.signature"
local states = require "yschema.fleet.publishing.states"

local publication = {}

--- The publisher of a change.
---@class yschema.Publisher
---@field by string such as "user@host"
---@field key? string the file of the private key that signs
---@field unsigned? boolean what is signed may be replaced without a signature
---@field made string the time, as in "2026-11-23T08:00:00Z"

--- A change that was made.
---@class yschema.FleetChange
---@field pointer yschema.fleet.Pointer
---@field mod_revision integer
---@field bundle string the id that the change is about
---@field taken_back? "canary"|"stable" by a rollback
---@field signed? boolean

--- Why a change was not made. The kinds of `yschema.StoreProblem` are problems of the store; these are not: "lost"
-- (another publisher was faster), "nothing" (there is nothing to change), "missing" (a bundle is not there any more),
-- "bundle" (it cannot be made), "key" (it cannot be signed), "untrusted" (it was not signed with this key before),
-- "unsigned" (it has to be signed) and "serial" (nodes would refuse the serial).
---@class yschema.ChangeProblem
---@field kind string
---@field message string

local function problem_of(kind, message) return { kind = kind, message = message } end

-- Says that another publisher was faster, and which.
local function lost(store)
  local stored = store:pointer()
  local now = stored and stored.pointer
  local what = now and ("%s did it at %s (serial %d)"):format(now.by, now.made, now.serial) or "the pointer was removed"
  return problem_of("lost", "another publisher was faster: " .. what
    .. "; nothing was changed: look at what is in service now, and publish again")
end

-- ---- signing ------------------------------------------------------------------------

-- The part of a target that is signed.
local function release_of(store, target, version)
  return { pointer = store.keys.pointer, bundle = target.bundle, serial = target.serial, schema_version = version }
end

local untrusted = "bundle %s cannot be signed, because it is not known to come from a holder of this key (%s):"
  .. " publish its files again"

--- Makes sure that what a pointer names was signed with a key before. Only then may it be signed under another serial.
---@param store yschema.FleetStore
---@param target yschema.fleet.Target
---@param key string the file of a private key
---@return string? version of its schema
---@return yschema.ChangeProblem? problem of the kind "untrusted" when it was not signed with this key
function publication.signed_version(store, target, key)
  local keys, problem = signature.public_of(key)
  if not keys then return nil, problem_of("key", problem) end
  local signed, content
  signed, problem = store:signature(target)
  if not signed then return nil, problem end
  content, problem = store:bundle(target)
  if not content and problem.kind ~= "gone" then return nil, problem end
  local ok, reason = nil, content and "it is not signed" or tostring(problem)
  if content and signed.text then
    ok, reason = release.verify(signed.text, release_of(store, target, content.schema_version), keys)
  end
  if ok then return content.schema_version end
  return nil, problem_of("untrusted", untrusted:format(target.bundle:sub(1, 12), reason))
end

-- Signs each target whose serial is new. `known`: versions of schemas, by the ids of bundles that may be signed.
local function signatures_of(store, look, new, key, known)
  local list, before = {}, look.pointer and look.pointer.serial or 0
  for _, target in ipairs { new.stable, new.canary } do
    if key and target.serial > before then
      local text, problem = release.sign(release_of(store, target, known[target.bundle]), key)
      if not text then return nil, problem_of("key", problem) end
      list[#list + 1] = { bundle = target.bundle, serial = target.serial, text = text }
    end
  end
  return list
end

local must_be_signed = "what is in service is signed, and nodes that want signatures would refuse a change that is not:"
  .. " sign it with --sign KEY.pem, or --unsigned does it nevertheless"

-- Says why a change must not be made without a key; nil when it may. A signature says for which serial it is.
local function unsigned_problem(store, target, publisher)
  if publisher.key or publisher.unsigned then return nil end
  local signed, problem = store:signature(target)
  if not signed then return problem end
  return signed.text and problem_of("unsigned", must_be_signed) or nil
end

-- ---- moving -------------------------------------------------------------------------

-- Puts a pointer into the place of the one that was read.
local function move(store, look, new, id, how)
  local signatures, write
  local problem = states.reach_problem(look.nodes, new.serial)
  if problem then return nil, problem_of("serial", "nothing was changed: " .. problem) end
  signatures, problem = signatures_of(store, look, new, how.key, how.known or {})
  if not signatures then return nil, problem end
  write, problem = store:move(new, look.mod_revision, { written = how.written, signatures = signatures })
  if not write then return nil, problem end
  if write.state == "lost" then return nil, lost(store) end
  return { pointer = new, mod_revision = write.mod_revision, bundle = id, signed = signatures[1] ~= nil }
end

-- The same for a target that the pointer names already, and gets a new serial.
local function move_known(store, look, new, from, publisher)
  local problem = unsigned_problem(store, look.pointer.stable, publisher)
  if problem then return nil, problem end
  local known = {}
  if publisher.key then
    known[from.bundle], problem = publication.signed_version(store, from, publisher.key)
    if problem then return nil, problem end
  end
  return move(store, look, new, from.bundle, { key = publisher.key, known = known })
end

local function change_of(look, publisher, id, parts)
  return { made = publisher.made, by = publisher.by, seen = look.seen, bundle = id, parts = parts }
end

-- ---- publishing ---------------------------------------------------------------------

local function next_pointer(plan, request, change)
  if not request.canary then return pointer.publish(plan.look.pointer, change) end
  return pointer.canary(plan.look.pointer, change, request.canary, plan.upto)
end

-- Makes a bundle, unless one that is in the store is meant.
local function made(store, request, publisher)
  local found = request.bundle
  if found then return { text = found.text, id = found.id, version = found.schema_version } end
  local text, id = bundle.make {
    name = store.name, by = publisher.by, made = publisher.made, schema_version = request.schema_version,
    files = request.files,
  }
  if not text then return nil, problem_of("bundle", id) end
  return { text = text, id = id, version = request.schema_version or bundle.schema_version(request.files) }
end

--- Makes sure that a bundle in the store was signed with a key before, under any serial.
---@param store yschema.FleetStore
---@param found yschema.fleet.Bundle
---@param key string the file of a private key
---@return true? ok
---@return yschema.ChangeProblem? problem
function publication.confirm(store, found, key)
  local list, problem = store:signatures()
  if not list then return nil, problem end
  local last = problem_of("untrusted", untrusted:format(found.id:sub(1, 12), "it is not signed"))
  for _, item in ipairs(list) do
    if item.bundle == found.id then
      local version
      local target = { bundle = found.id, parts = found.parts, serial = item.serial }
      version, problem = publication.signed_version(store, target, key)
      if version then return true end
      if problem.kind ~= "untrusted" then return nil, problem end
      last = problem
    end
  end
  return nil, last
end

--- Publishes what was planned. When this fails, nothing is in service; what is left in the store is removed by the next
-- publication.
---@param store yschema.FleetStore
---@param plan yschema.PublishPlan
---@param request yschema.PublishRequest with `key`, the file of a private key, when it is to be signed
---@param publisher yschema.Publisher
---@return yschema.FleetChange? change
---@return yschema.ChangeProblem? problem
function publication.publish(store, plan, request, publisher)
  local own, problem = made(store, request, publisher)
  if not own then return nil, problem end
  local parts, written = store:put_bundle(own.id, own.text)
  local change, new
  if parts then
    new, problem = next_pointer(plan, request, change_of(plan.look, publisher, own.id, parts))
    if not new then problem = problem_of("nothing", problem) end
    if new then
      change, problem = move(store, plan.look, new, own.id,
        { key = request.key, written = written, known = { [own.id] = own.version } })
    end
  else
    problem = written
  end
  if not change and problem.kind ~= "unknown" and not request.bundle then store:discard(own.id) end
  return change, problem
end

--- Adds the signature of another key to what is in service, when keys are replaced. The caller knows the files of the
-- bundle.
---@param store yschema.FleetStore
---@param target yschema.fleet.Target
---@param key string the file of a private key
---@return { state: "added"|"there" }? signed there: it was signed with this key already
---@return yschema.ChangeProblem? problem
function publication.sign(store, target, key)
  local before, problem = store:signature(target)
  if not before then return nil, problem end
  local keys, content, after, write
  keys, problem = signature.public_of(key)
  if not keys then return nil, problem_of("key", problem) end
  content, problem = store:bundle(target)
  if not content then return nil, problem end
  local own = release_of(store, target, content.schema_version)
  if release.verify(before.text, own, keys) then return { state = "there" } end
  after, problem = release.sign_again(before.text, own, key)
  if not after then return nil, problem_of("key", problem) end
  write, problem = store:add_signature(target, before.text, after)
  if not write then return nil, problem end
  if write.state == "lost" then return nil, lost(store) end
  return { state = "added" }
end

-- ---- other changes ------------------------------------------------------------------

--- Puts what the canaries have into service on all nodes.
---@param store yschema.FleetStore
---@param look yschema.FleetLook
---@param publisher yschema.Publisher
---@return yschema.FleetChange?
---@return yschema.ChangeProblem? problem
function publication.promote(store, look, publisher)
  if not look.pointer then return nil, problem_of("nothing", "nothing was published yet") end
  local new, problem = pointer.promote(look.pointer, change_of(look, publisher))
  if not new then return nil, problem_of("nothing", problem) end
  return move_known(store, look, new, look.pointer.canary, publisher)
end

--- Takes the canary back.
---@param store yschema.FleetStore
---@param look yschema.FleetLook
---@param publisher yschema.Publisher
---@return yschema.FleetChange?
---@return yschema.ChangeProblem? problem
function publication.withdraw(store, look, publisher)
  local new, problem = pointer.withdraw(look.pointer, change_of(look, publisher))
  if not new then return nil, problem_of("nothing", problem) end
  return move_known(store, look, new, look.pointer.stable, publisher)
end

--- Goes back: to what is in service, if there is a canary, or else to what was in service before.
---@param store yschema.FleetStore
---@param look yschema.FleetLook
---@param publisher yschema.Publisher
---@return yschema.FleetChange?
---@return yschema.ChangeProblem? problem
function publication.rollback(store, look, publisher)
  if not look.pointer then
    return nil, problem_of("nothing", "there is nothing to go back to: nothing was published yet")
  end
  local new, what = pointer.rollback(look.pointer, change_of(look, publisher))
  if not new then return nil, problem_of("nothing", what) end
  if what == "stable" then
    local found, problem = store:bundle(new.stable)
    if not found and problem.kind ~= "gone" then return nil, problem end
    if not found then
      return nil, problem_of("missing", ("bundle %s was in service before, but it cannot be had from the store any more"
        .. " (%s): publish its files again"):format(new.stable.bundle:sub(1, 12), problem.message))
    end
  end
  local from = what == "canary" and look.pointer.stable or look.pointer.history[1]
  local change, problem = move_known(store, look, new, from, publisher)
  if change then change.taken_back = what end
  return change, problem
end

return publication
