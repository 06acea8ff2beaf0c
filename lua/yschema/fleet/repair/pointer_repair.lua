--- Repairs a pointer that nodes refuse, or that cannot be read: finds its errors, and puts what was in service last
-- into service again, under a serial that all nodes accept.
--
-- @module yschema.fleet.repair.pointer_repair

local evidence = require "yschema.fleet.repair.evidence"
local pointer = require "yschema.fleet.pointer"
local release = require "yschema.fleet.release"
local signature = require "yschema.fleet.signature"
local states = require "yschema.fleet.publishing.states"

local pointer_repair = {}

--- The findings, and the steps of the repair.
---@class yschema.fleet.RepairPlan
---@field look yschema.FleetLook
---@field errors string[] the errors of the pointer, as sentences; {}: there are none
---@field new? yschema.fleet.Pointer what is to be written; nil: nothing valid was found, and the pointer is removed
---@field from? string why that bundle
---@field stranded string[] nodes that would refuse it
---@field version? string of the schema

local function problem_of(kind, message) return { kind = kind, message = message } end

-- Notes the errors of the targets of a pointer.
local function check_targets(store, plan, now, keys)
  for _, target in ipairs { now.stable, now.canary } do
    local failure, problem = evidence.target_error(store, target, keys)
    if problem then return problem end
    if failure then
      plan.errors[#plan.errors + 1] = ("the pointer names bundle %s (serial %.0f): %s"):format(
        target.bundle:sub(1, 12), target.serial, failure)
    end
  end
end

-- Notes the nodes that hold a greater serial than the pointer has.
local function check_nodes(plan, now)
  for _, node in ipairs(plan.look.nodes) do
    local held = node.status.serving_serial
    if held and held > now.serial and pointer.counts(held, now.serial) then
      plan.errors[#plan.errors + 1] = ("node %s holds the serial %.0f, and refuses %.0f, which is older"):format(
        node.name, held, now.serial)
      return
    end
  end
end

-- Notes the errors of the pointer. Returns what can be read of it, or a problem of the store.
local function examine(store, plan, keys)
  local stored, unread = pointer.read(store.etcd, store.keys.pointer)
  if not stored then return nil, unread end
  plan.look.mod_revision = stored.mod_revision
  if not stored.text and not stored.too_long then
    plan.errors[1] = ("there is no pointer at %s"):format(store.keys.pointer)
    return nil
  end
  local now, failure = pointer.parse(stored.text or "")
  if not now then
    plan.errors[1] = failure
    return nil
  end
  plan.errors[1] = states.reach_problem(plan.look.nodes, now.serial)
  local problem = check_targets(store, plan, now, keys)
  if problem then return nil, problem end
  check_nodes(plan, now)
  return now
end

-- The nodes that a new serial does not lead on.
local function stranded(look, serial)
  local names = {}
  for _, node in ipairs(look.nodes) do
    local held = node.status.serving_serial
    if held and (held >= serial or pointer.jump_problem(serial, held)) then names[#names + 1] = node.name end
  end
  return names
end

-- Chooses what to put into service.
local function choose(store, plan, now, keys, publisher)
  local found, problem = evidence.find(store, plan.look, now, keys)
  if problem then return problem end
  if not found then return nil end
  local stable = found.stable
  plan.new = pointer.publish(found, { bundle = stable.bundle, parts = stable.parts, made = publisher.made,
    by = publisher.by, seen = plan.look.seen })
  plan.from, plan.stranded = found.from, stranded(plan.look, plan.new.serial)
  local content
  content, problem = store:bundle(stable)
  if not content then return problem end
  plan.version = content.schema_version
end

--- Finds the errors, and what to do about them. Nothing is changed.
---@param store yschema.FleetStore
---@param publisher yschema.Publisher
---@return yschema.fleet.RepairPlan? plan
---@return yschema.ChangeProblem? problem
function pointer_repair.plan(store, publisher)
  local look, problem = store:nodes()
  if not look then return nil, problem end
  local plan, list, keys, now = { look = look, errors = {}, stranded = {} }
  list, problem = store:signatures()
  if not list then return nil, problem end
  if publisher.key then
    keys, problem = signature.public_of(publisher.key)
    if not keys then return nil, problem_of("key", problem) end
  elseif list[1] and not publisher.unsigned then
    return nil, problem_of("unsigned", "there are signatures in the store, and only what is signed may come back: name"
      .. " the key by --sign KEY.pem, or --unsigned accepts what is not signed")
  end
  now, problem = examine(store, plan, keys)
  if problem then return nil, problem end
  if not plan.errors[1] then return plan end
  problem = choose(store, plan, now, keys, publisher)
  if problem then return nil, problem end
  return plan
end

--- Does what was planned.
---@param store yschema.FleetStore
---@param plan yschema.fleet.RepairPlan with errors
---@param publisher yschema.Publisher
---@return yschema.FleetChange? change `pointer` is nil when it was removed
---@return yschema.ChangeProblem? problem
function pointer_repair.apply(store, plan, publisher)
  local write, problem, signatures
  if plan.new and publisher.key then
    local target = plan.new.stable
    local text
    text, problem = release.sign({ pointer = store.keys.pointer, bundle = target.bundle, serial = target.serial,
      schema_version = plan.version }, publisher.key)
    if not text then return nil, problem_of("key", problem) end
    signatures = { { bundle = target.bundle, serial = target.serial, text = text } }
  end
  if plan.new then
    write, problem = store:move(plan.new, plan.look.mod_revision, { signatures = signatures })
  else
    write, problem = store:change(store.keys.pointer, plan.look.mod_revision, { delete = { key = store.keys.pointer } })
  end
  if not write then return nil, problem_of(problem.kind, tostring(problem)) end
  if write.state == "done" then
    return { pointer = plan.new, mod_revision = write.mod_revision, signed = signatures ~= nil }
  end
  return nil, problem_of("lost", "the pointer was changed meanwhile, and nothing was done: look again")
end

return pointer_repair
