--- Changes what is in service: publishes, promotes a canary, goes back.
--
-- Each change compares the pointer with the one that was read: of two publishers, one learns that the other was faster.
--
-- @module yschema.fleet.publishing.changing

local bundle = require "yschema.fleet.bundle"
local pointer = require "yschema.fleet.pointer"
local signature = require "yschema.fleet.signature"

local changing = {}

local pcall, require = pcall, require

--- Who changes something, and when.
---@class yschema.Publisher
---@field by string such as "user@host"
---@field made string the time, as in "2026-11-23T08:00:00Z"

--- A change that was made.
---@class yschema.FleetChange
---@field pointer yschema.fleet.Pointer
---@field mod_revision integer
---@field bundle string the id that the change is about
---@field signed? boolean

--- Why a change was not made. The kinds of `yschema.StoreProblem` are problems of the store; these are not: "lost"
-- (somebody else was faster), "nothing" (there is nothing to change), "missing" (a bundle is not there any more),
-- "bundle" (it cannot be made) and "key" (it cannot be signed).
---@class yschema.ChangeProblem
---@field kind string
---@field message string

local function problem_of(kind, message) return { kind = kind, message = message } end

-- Says that somebody was faster, and who.
local function lost(store)
  local now = store:pointer()
  local who = now and ("%s did it at %s (serial %d)"):format(now.by, now.made, now.serial) or "the pointer was removed"
  return problem_of("lost", "somebody else has published meanwhile: " .. who
    .. "; nothing was changed: look at what is in service now, and publish again")
end

-- Puts a pointer into the place of the one that was read, and removes what nobody needs any more.
local function move(store, look, new, id, written)
  local revision, problem = store:move(new, look.mod_revision, written)
  if revision == false then return nil, lost(store) end
  if not revision then return nil, problem end
  return { pointer = new, mod_revision = revision, bundle = id }
end

local function change_of(look, who, id, parts)
  return { made = who.made, by = who.by, seen = look.seen, bundle = id, parts = parts }
end

-- ---- publishing ---------------------------------------------------------------------

local function next_pointer(plan, request, change)
  if not request.canary then return pointer.publish(plan.look.pointer, change) end
  return pointer.canary(plan.look.pointer, change, request.canary, plan.upto)
end

-- Makes a bundle and its signature.
local function made(store, request, who)
  local text, id = bundle.make {
    name = store.name, by = who.by, made = who.made, schema_version = request.schema_version, files = request.files,
  }
  if not text then return nil, problem_of("bundle", id) end
  if not request.key then return { text = text, id = id } end
  local pem, problem = signature.sign(id, request.key)
  if not pem then return nil, problem_of("key", problem) end
  return { text = text, id = id, signature = pem }
end

--- Publishes what was planned. When it fails, nothing of it is left, or nobody sees it and the next one removes it.
---@param store yschema.FleetStore
---@param plan yschema.PublishPlan
---@param request yschema.PublishRequest with `key`, the file of a private key, when it is to be signed
---@param who yschema.Publisher
---@return yschema.FleetChange? change
---@return yschema.ChangeProblem? problem
function changing.publish(store, plan, request, who)
  local own, problem = made(store, request, who)
  if not own then return nil, problem end
  local parts, written = store:put_bundle(own.id, own.text, own.signature)
  local change, new
  if parts then
    new, problem = next_pointer(plan, request, change_of(plan.look, who, own.id, parts))
    if not new then problem = problem_of("nothing", problem)
    else change, problem = move(store, plan.look, new, own.id, written) end
  else
    problem = written
  end
  if not change then
    if problem.kind ~= "unknown" then store:discard(own.id) end
    return nil, problem
  end
  change.signed = own.signature ~= nil
  return change
end

--- Adds the signature of another key to what is in service, when keys are replaced.
---@param store yschema.FleetStore
---@param target yschema.fleet.Target
---@param key string the file of a private key
---@return boolean? added false: it was signed with this key already
---@return yschema.ChangeProblem? problem
function changing.sign(store, target, key)
  local before, problem = store:signature(target.bundle)
  if before == nil then return nil, problem end
  local pem
  pem, problem = signature.sign(target.bundle, key)
  if not pem then return nil, problem_of("key", problem) end
  local ok, public = pcall(function() return require "openssl.x509".new(pem):getPublicKey():toPEM() end)
  if ok and signature.verify(before or nil, target.bundle, public) then return false end
  local done
  done, problem = store:add_signature(target.bundle, before, pem)
  if done == false then return nil, lost(store) end
  return done, problem
end

-- ---- other changes ------------------------------------------------------------------

--- Puts what the canaries have into service on all nodes.
---@param store yschema.FleetStore
---@param look yschema.FleetLook
---@param who yschema.Publisher
---@return yschema.FleetChange?
---@return yschema.ChangeProblem? problem
function changing.promote(store, look, who)
  if not look.pointer then return nil, problem_of("nothing", "nothing was published yet") end
  local new, problem = pointer.promote(look.pointer, change_of(look, who))
  if not new then return nil, problem_of("nothing", problem) end
  return move(store, look, new, new.stable.bundle)
end

--- Takes the canary back.
---@param store yschema.FleetStore
---@param look yschema.FleetLook
---@param who yschema.Publisher
---@return yschema.FleetChange?
---@return yschema.ChangeProblem? problem
function changing.withdraw(store, look, who)
  local new, problem = pointer.withdraw(look.pointer, change_of(look, who))
  if not new then return nil, problem_of("nothing", problem) end
  return move(store, look, new, new.stable.bundle)
end

--- Goes back: to what is in service, if there is a canary, or else to what was in service before.
---@param store yschema.FleetStore
---@param look yschema.FleetLook
---@param who yschema.Publisher
---@return yschema.FleetChange?
---@return yschema.ChangeProblem|string problem or what was taken back: "canary" or "stable"
function changing.rollback(store, look, who)
  if not look.pointer then
    return nil, problem_of("nothing", "there is nothing to go back to: nothing was published yet")
  end
  local new, what = pointer.rollback(look.pointer, change_of(look, who))
  if not new then return nil, problem_of("nothing", what) end
  if what == "stable" then
    local found, problem = store:bundle(new.stable)
    if not found and problem.kind ~= "gone" then return nil, problem end
    if not found then
      return nil, problem_of("missing", ("bundle %s was in service before, but it cannot be had from the store any more"
        .. " (%s): publish its files again"):format(new.stable.bundle:sub(1, 12), problem.message))
    end
  end
  local change, problem = move(store, look, new, new.stable.bundle)
  if not change then return nil, problem end
  return change, what
end

return changing
