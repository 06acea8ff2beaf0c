--- Plans the publication of a configuration: what changes, why it is refused, and which nodes would be the canaries.
--
-- @module yschema.fleet.publishing.publication_plan

local plain_tables = require "yschema.base.plain_tables"
local publication = require "yschema.fleet.publishing.publication"
local changed_values = require "yschema.fleet.publishing.changed_values"
local comparison = require "yschema.comparison.comparison"
local node_schemas = require "yschema.fleet.publishing.node_schemas"
local bundle_validation = require "yschema.fleet.publishing.bundle_validation"
local pointer = require "yschema.fleet.pointer"
local states = require "yschema.fleet.publishing.states"

local publication_plan = {}

--- The request to publish.
---@class yschema.PublishRequest
---@field files yschema.BundledFile[]
---@field validated yschema.ValidatedBundle
---@field canary? number percent of the nodes
---@field allow_breaking? boolean
---@field key? string the file of the private key that signs it; nil: it is not signed
---@field unsigned? boolean it may replace a signed one without a signature

--- The effects of a publication.
---@class yschema.PublishPlan
---@field look yschema.FleetLook
---@field same? "stable"|"canary" the pointer names the same files already, there
---@field before? yschema.fleet.Bundle what is in service
---@field unknown? string why what is in service cannot be compared
---@field changes? yschema.Change[] of the schema; nil: nothing to compare, or the same schema
---@field values? yschema.ChangedValues
---@field findings yschema.ForwardFinding[]
---@field refusals { kind: string, message: string }[] why it is not done
---@field upto? string for canaries
---@field canaries? string[] their names

local function refuse(plan, kind, message) plan.refusals[#plan.refusals + 1] = { kind = kind, message = message } end

local function same_files(one, other)
  if #one ~= #other then return false end
  for i, file in ipairs(one) do
    local that = other[i]
    if file.role ~= that.role or file.name ~= that.name or file.text ~= that.text then return false end
  end
  return true
end

-- ---- what is in service -------------------------------------------------------------

-- Reads a bundle that the pointer names. One that is missing or damaged is no reason to stop: the new one repairs that.
local function read(store, plan, target)
  local found, problem = store:bundle(target)
  if found then return found end
  if problem.kind ~= "gone" then return nil, problem end
  plan.unknown = ("what is in service cannot be read: %s"):format(tostring(problem))
end

local function is_breaking(changes)
  return plain_tables.any(changes, function(change) return change.verdict == "breaking" end)
end

-- Compares the new configuration with the one in service.
local function compare(plan, request, settings)
  local before = plan.before
  local old = bundle_validation.validate(before.files, settings, function() end)
  if not old then
    plan.unknown = "what is in service cannot be validated here: it may have been published by a newer yschema, or with"
      .. " other flags"
    return
  end
  plan.values = changed_values.between(old, request.validated)
  if node_schemas.same_schema(before.files, request.files) then return end
  plan.changes = comparison.compare(comparison.side(old.schema), comparison.side(request.validated.schema), {})
end

local function validate_changes(plan, request)
  if request.allow_breaking then return end
  if plan.unknown then
    refuse(plan, "unknown", plan.unknown .. "; so it is not known whether the new schema breaks anything, and"
      .. " --allow-breaking publishes it nevertheless")
  elseif plan.changes and is_breaking(plan.changes) then
    refuse(plan, "breaking", "the new schema refuses values that the one in service accepts: --allow-breaking"
      .. " publishes it nevertheless")
  end
end

-- ---- nodes --------------------------------------------------------------------------

local function validate_nodes(store, plan, request, settings)
  local schemas, problem = store:own_schemas(plan.look)
  if not schemas then return nil, problem end
  local refused
  plan.findings, refused = node_schemas.check(request.validated, request.files, schemas, settings)
  if refused and not request.allow_breaking then
    refuse(plan, "forward", "nodes with a schema of their own would refuse the values: give them a newer one first, or"
      .. " --allow-breaking publishes it nevertheless, and they keep what they serve")
  end
  return true
end

-- Canaries go back under another serial, which has to be signed.
local function validate_return(store, plan, request)
  if not request.canary or not request.key or not plan.look.pointer then return true end
  local version, problem = publication.signed_version(store, plan.look.pointer.stable, request.key)
  if not version and problem.kind ~= "untrusted" then return nil, problem.message end
  if not version then
    refuse(plan, "untrusted", "what is in service was not signed with this key, so canaries could not go back to it:"
      .. " publish the files that are in service with this key first, which adds the signature")
  end
  return true
end

local function choose_canaries(plan, request)
  if not request.canary then return end
  if not plan.look.pointer then
    return refuse(plan, "canary", "nothing is in service yet, so canaries could not go back to anything: publish"
      .. " without --canary first")
  end
  local names = {}
  for i, node in ipairs(plan.look.nodes) do names[i] = node.name end
  local upto, canaries = pointer.threshold(names, request.canary)
  if not upto then return refuse(plan, "canary", canaries) end
  plan.upto, plan.canaries = upto, canaries
end

-- ---- all of it ----------------------------------------------------------------------

-- Looks at what the pointer names.
local function look_back(store, plan, request, settings)
  local now = plan.look.pointer
  if not now then return true end
  local problem, tried
  plan.before, problem = read(store, plan, now.stable)
  if problem then return nil, problem end
  if now.canary then
    tried, problem = read(store, {}, now.canary)
    if problem then return nil, problem end
  end
  if plan.before and same_files(plan.before.files, request.files) then plan.same = "stable" end
  if tried and same_files(tried.files, request.files) then plan.same = "canary" end
  if plan.before and not plan.same then compare(plan, request, settings) end
  -- Nodes that hold a later serial refuse this one, since etcd was emptied or restored: it has to be published again.
  if plan.look.seen > now.serial and pointer.counts(plan.look.seen, now.serial) then plan.same = nil end
  return true
end

-- Whether the bundle in service may be replaced by one with or without a signature.
local function validate_signature(store, plan, request)
  if request.key and not plan.same or request.unsigned or not plan.look.pointer then return true end
  local target = plan.look.pointer[plan.same or "stable"]
  local signed, problem = store:signature(target)
  if not signed then return nil, problem end
  if request.key and not signed.text then
    plan.same = nil -- the same files are published again, with a signature
  elseif signed.text and not request.key and not plan.same then
    refuse(plan, "unsigned", "what is in service is signed, and this is not: nodes that want signatures would refuse"
      .. " it; sign with --sign KEY.pem, or --unsigned publishes it nevertheless")
  end
  return true
end

--- Finds out what publishing would do.
---@param store yschema.FleetStore
---@param request yschema.PublishRequest
---@param settings yschema.Settings
---@return yschema.PublishPlan? plan
---@return any problem of the store
function publication_plan.plan(store, request, settings)
  local look, problem = store:look()
  if not look then return nil, problem end
  local plan, ok = { look = look, findings = {}, refusals = {} }
  ok, problem = look_back(store, plan, request, settings)
  if ok then ok, problem = validate_signature(store, plan, request) end
  if not ok then return nil, problem end
  local refusal = states.reach_problem(look.nodes, (look.pointer and look.pointer.serial or 0) + 1)
  if refusal then
    plan.same = nil
    refuse(plan, "serial", refusal)
  end
  if plan.same then return plan end
  local canary = look.pointer and look.pointer.canary
  if canary then
    refuse(plan, "canary", ("a canary is under way (bundle %s, published %s by %s): take it back with 'yschema"
      .. " rollback', or put it into service with 'yschema publish --promote'"):format(canary.bundle:sub(1, 12),
      tostring(canary.made), tostring(canary.by)))
  end
  validate_changes(plan, request)
  ok, problem = validate_nodes(store, plan, request, settings)
  if not ok then return nil, problem end
  ok, problem = validate_return(store, plan, request)
  if not ok then return nil, problem end
  choose_canaries(plan, request)
  return plan
end

return publication_plan
