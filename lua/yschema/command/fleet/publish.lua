--- The command `yschema publish`: publishes a configuration to a fleet.
--
-- @module yschema.command.fleet.publish

local changed_values = require "yschema.fleet.publishing.changed_values"
local publication = require "yschema.fleet.publishing.publication"
local bundle_files = require "yschema.fleet.publishing.bundle_files"
local connection = require "yschema.command.fleet.connection"
local diff_report = require "yschema.comparison.report"
local node_schemas = require "yschema.fleet.publishing.node_schemas"
local bundle_validation = require "yschema.fleet.publishing.bundle_validation"
local publication_plan = require "yschema.fleet.publishing.publication_plan"
local record = require "yschema.fleet.publishing.record"
local sessions = require "yschema.command.fleet.session"
local states = require "yschema.fleet.publishing.states"
local sentences = require "yschema.fleet.publishing.sentences"
local writing = require "yschema.base.writing"

local publish = {}

local ipairs, max, pairs = ipairs, math.max, pairs
local short = sentences.short

--- Returns the problem of the arguments, or nil.
---@param options table
---@return string? problem
function publish.invalid_argument(options)
  local problem = connection.invalid_argument("publish", options)
  if problem then return problem end
  if options.promote then
    local other = options.file[1] and "-f" or options.canary and "--canary" or options.bundle and "--bundle"
    if other then return other .. " and --promote exclude each other: what the canaries have is put into service" end
  elseif options.bundle and options.file[1] then
    return "-f and --bundle exclude each other: a bundle has its files"
  elseif options.bundle and (#options.bundle < 6 or options.bundle:find "%X") then
    return "--bundle: expected at least 6 hexadecimal digits of the name of a bundle, got '" .. options.bundle .. "'"
  elseif not options.file[1] and not options.bundle then
    return "no files: give schema and values with -f"
  end
  if options.dry_run and (options.promote or options.wait) then
    return "--dry-run changes nothing: leave " .. (options.promote and "--promote" or "--wait") .. " out"
  end
  if options.sign and options.unsigned then return "--sign and --unsigned exclude each other" end
end

-- ---- files --------------------------------------------------------------------------

-- Makes the request for some files, which are validated under the names that reports show. Nil: they are invalid; that
-- was reported, and the status is the second result.
local function request_for(files, named, bundle, options, settings, out)
  local status = 0
  local validated = bundle_validation.validate(named, settings, function(owner)
    status = max(status, out:report(owner))
  end)
  if not validated then return nil, status end
  return {
    files = files, bundle = bundle, validated = validated, canary = options.canary,
    allow_breaking = options.allow_breaking, key = options.sign, unsigned = options.unsigned,
  }
end

-- Collects the files, and makes the request for them, as `request_for`.
local function request_of(options, settings, out)
  local status = 0
  local function report(owner) status = out:report(owner) end
  local files, problem = bundle_files.collect(options.file, settings, report, options.allow_empty)
  if problem then return nil, out:complain(problem) end
  if not files then return nil, status end
  local named = {}
  for i, file in ipairs(files) do named[i] = { role = file.role, name = file.given, text = file.text } end
  return request_for(files, named, nil, options, settings, out)
end

-- Finds the only bundle in the store whose name begins so.
local function bundle_of(store, start)
  local parts, problem = store:parts()
  if not parts then return nil, problem end
  local found
  for id in pairs(parts) do
    if id:sub(1, #start) == start:lower() then
      if found then return nil, { kind = "missing", message = "the names of several bundles begin with " .. start } end
      found = id
    end
  end
  if not found then
    return nil, { kind = "missing", message = "no bundle in the store has a name that begins with " .. start
      .. ": publish its files again" }
  end
  local read
  read, problem = store:bundle { bundle = found, parts = parts[found] }
  if not read then return nil, problem.kind == "gone" and { kind = "missing", message = problem.message } or problem end
  read.parts = parts[found]
  return read
end

-- Makes the request for a bundle that is in the store, as `request_for`. Nil, too: it cannot be had.
local function request_of_bundle(session, settings)
  local options = session.options
  local found, problem = bundle_of(session.store, options.bundle)
  local ok = found ~= nil
  if found and options.sign then ok, problem = publication.confirm(session.store, found, options.sign) end
  if not ok then return nil, session:refused(problem) end
  return request_for(found.files, found.files, found, options, settings, session.out)
end

-- ---- what would change --------------------------------------------------------------

local function print_plan(session, plan)
  local own = session.record
  if plan.changes and plan.changes[1] then
    session:say(diff_report.text { direction = "backward", changes = plan.changes })
  end
  if plan.values then session:say(changed_values.text(plan.values)) end
  session:say(node_schemas.text(plan.findings))
  own.before = plan.before and plan.before.id
  own.schema, own.values = record.schema(plan.changes), record.values(plan.values)
  own.forward, own.refusals = record.forward(plan.findings), record.refusals(plan.refusals)
end

local function refuse(session, plan)
  for _, refusal in ipairs(plan.refusals) do session:object("not published: " .. refusal.message) end
  session.record.outcome = "refused"
  return session:finish(1)
end

-- ---- waiting ------------------------------------------------------------------------

local function print_promoted(session, change)
  local target = change.pointer.stable
  session.record.outcome, session.record.serial, session.record.bundle = "promoted", target.serial, target.bundle
  session:say(("%s: bundle %s is in service on all nodes (serial %d)\n"):format(session.store.name,
    short(target.bundle), target.serial))
end

-- How to go on with a canary.
local function ways_on(session)
  return ("to put it into service on all nodes: %s\nto take it back: %s\n"):format(session:call "publish --promote",
    session:call "rollback")
end

-- Says what stays in place, and how to go on.
local function print_canary(session, change)
  session.out:print(("the canary (bundle %s) stays in place, and all other nodes keep bundle %s.\n"):format(
    short(change.pointer.canary.bundle), short(change.pointer.stable.bundle)))
  session.out:print(ways_on(session))
end

-- Promotes the canary or takes it back. Nil: that failed; it was reported, and the status is the second result.
local function move_on(session, change, how)
  local look, problem = session.store:nodes { pointer = change.pointer, mod_revision = change.mod_revision }
  local moved
  if look then moved, problem = how(session.store, look, connection.publisher(session.options)) end
  if moved then return moved end
  local status = session:refused(problem)
  if status == 2 and problem.kind ~= "unknown" then print_canary(session, change) end
  return nil, status
end

-- Puts what all canaries have accepted into service.
local function promote(session, change)
  local promoted, status = move_on(session, change, publication.promote)
  if not promoted then return status end
  print_promoted(session, promoted)
  session:clean(promoted)
  return session:finish_change(promoted)
end

-- Takes back what a canary has refused.
local function withdraw(session, change, result)
  session:object(sentences.reason(result))
  session.out:print(sentences.reports(result.tally.refused))
  local withdrawn, status = move_on(session, change, publication.withdraw)
  if not withdrawn then return status end
  session.record.outcome = "withdrawn"
  session.out:print(("the canary is taken back; bundle %s stays in service (serial %d)\n"):format(
    short(withdrawn.pointer.stable.bundle), withdrawn.pointer.serial))
  session:clean(withdrawn)
  return session:finish(1)
end

-- Says what stays in place when the waiting for canaries has ended.
local function leave(session, change, result)
  session:object(sentences.reason(result))
  if result.outcome == "moved" or result.outcome == "foreign" then return session:finish(1) end
  session.out:print(sentences.progress(result.tally, "canary"))
  print_canary(session, change)
  return session:finish(1)
end

local function wait_for_canaries(session, change)
  local result = session:wait(change, true)
  if result.outcome == "all" then return promote(session, change) end
  if result.outcome == "refused" then return withdraw(session, change, result) end
  return leave(session, change, result)
end

-- ---- publishing ---------------------------------------------------------------------

local function print_published(session, plan, change)
  local own, target = session.record, change.pointer.canary or change.pointer.stable
  own.outcome, own.bundle, own.serial = change.pointer.canary and "canary" or "published", change.bundle, target.serial
  own.signed, own.canaries = change.signed, plan.canaries and writing.list(plan.canaries)
  local name, signed = session.store.name, change.signed and ", signed" or ""
  if not change.pointer.canary then
    return session:say(("%s: bundle %s is in service%s (serial %d)\n"):format(name, short(change.bundle), signed,
      target.serial))
  end
  session:say(("%s: bundle %s is tried by %d of %s%s (serial %d): %s\n"):format(name, short(change.bundle),
    #plan.canaries, writing.counted(#plan.look.nodes, "node"), signed, target.serial, sentences.named(plan.canaries)))
  if not session.options.wait then session:say(ways_on(session)) end
end

-- Adds a signature to what is in service, if it is signed with other keys only.
local function sign(session, target)
  if not session.options.sign then return true end
  local signed, problem = publication.sign(session.store, target, session.options.sign)
  if not signed then return nil, problem end
  if signed.state == "added" then
    session.record.outcome = "signed"
    session:say(("%s: bundle %s has one more signature\n"):format(session.store.name, short(target.bundle)))
  end
  return true
end

-- The requested configuration is already published.
local function unchanged(session, plan)
  local look, options = plan.look, session.options
  local target = look.pointer[plan.same]
  if plan.same == "canary" and not options.canary then
    session.record.outcome = "refused"
    session:object(("not published: this is what the canaries have (bundle %s): to put it into service on all nodes:"
      .. " %s"):format(short(target.bundle), session:call "publish --promote"))
    return session:finish(1)
  end
  session.record.outcome, session.record.bundle, session.record.serial = "unchanged", target.bundle, target.serial
  session:say(("%s: nothing changes: bundle %s is %s already (serial %d)\n"):format(session.store.name,
    short(target.bundle), plan.same == "canary" and "tried by the canaries" or "in service", target.serial))
  if options.dry_run then return session:finish(0) end
  local ok, problem = sign(session, target)
  if not ok then return session:refused(problem) end
  if plan.same == "canary" and options.wait then return wait_for_canaries(session, look) end
  return session:finish_change(look)
end

-- The flag --dry-run: says what would be done.
local function leave_it(session, plan)
  session.record.outcome = "planned"
  local nodes = plan.canaries and ("be tried by %d of %s: %s"):format(#plan.canaries,
    writing.counted(#plan.look.nodes, "node"), sentences.named(plan.canaries)) or "go into service on all nodes"
  session:say(("%s: nothing was changed: this would %s\n"):format(session.store.name, nodes))
  return session:finish(0)
end

local function publish_files(session, request, settings)
  local plan, problem = publication_plan.plan(session.store, request, settings)
  if not plan then return session:fail(problem) end
  if plan.same then return unchanged(session, plan) end
  print_plan(session, plan)
  if plan.refusals[1] then return refuse(session, plan) end
  if session.options.dry_run then return leave_it(session, plan) end
  local change
  change, problem = publication.publish(session.store, plan, request, connection.publisher(session.options))
  if not change then return session:refused(problem) end
  print_published(session, plan, change)
  session:clean(change)
  if change.pointer.canary and session.options.wait then return wait_for_canaries(session, change) end
  return session:finish_change(change)
end

-- The canaries that have refused what they were given.
local function refusals(look)
  if not look.pointer then return {} end
  local list, problem = states.of(look.pointer, look.nodes)
  return list and states.tally(list, true).refused, problem
end

-- The flag --promote.
local function promote_canary(session)
  local look, problem = session.store:look()
  if not look then return session:fail(problem) end
  local refused
  refused, problem = refusals(look)
  if not refused then return session:fail(problem) end
  if refused[1] and not session.options.allow_breaking then
    session:object("not put into service: canaries have refused it; 'yschema rollback' takes it back, and"
      .. " --allow-breaking puts it into service nevertheless")
    session.out:print(sentences.reports(refused))
    session.record.outcome = "refused"
    return session:finish(1)
  end
  local change
  change, problem = publication.promote(session.store, look, connection.publisher(session.options))
  if not change then return session:refused(problem) end
  print_promoted(session, change)
  session:clean(change)
  return session:finish_change(change)
end

--- Publishes a configuration.
---@param options table
---@param settings yschema.Settings
---@param _ yschema.Streams
---@param out yschema.Printer
---@return integer status
function publish.run(options, settings, _, out)
  local request, status
  if not options.promote and not options.bundle then
    request, status = request_of(options, settings, out)
    if not request then return status end
  end
  local session = sessions.open(options, out, record.new { name = options.rest[1] })
  if not session then return 2 end
  if options.promote then return promote_canary(session) end
  if options.bundle then
    request, status = request_of_bundle(session, settings)
    if not request then return status end
  end
  return publish_files(session, request, settings)
end

return publish
