--- The command `yschema fleet repair`: repairs a pointer that cannot be used.
--
-- @module yschema.command.fleet.repair

local connection = require "yschema.command.fleet.connection"
local record = require "yschema.fleet.publishing.record"
local pointer_repair = require "yschema.fleet.repair.pointer_repair"
local sessions = require "yschema.command.fleet.session"
local sentences = require "yschema.fleet.publishing.sentences"

local repair = {}

-- Says what is done, or would be.
local function print_plan(session, plan)
  local name, would = session.store.name, session.options.dry_run and "would be" or "is"
  local own = session.record
  own.outcome = not plan.new and "removed" or "repaired"
  if session.options.dry_run then own.outcome = "planned" end
  if not plan.new then
    return session:say(("%s: nothing that can be trusted is left in the store: the pointer %s removed; then publish the"
      .. " files again\n"):format(name, would))
  end
  local target = plan.new.stable
  own.bundle, own.serial = target.bundle, target.serial
  session:say(("%s: bundle %s %s in service again%s (serial %d), because %s\n"):format(name,
    sentences.short(target.bundle), would, session.options.sign and ", signed" or "", target.serial, plan.from))
  for _, node in ipairs(plan.stranded) do
    session:object(("node %s would refuse that, because it holds another serial: stop it, remove its cache, and start"
      .. " it again"):format(node))
  end
end

--- Repairs the pointer of a configuration.
---@param options table
---@param out yschema.Printer
---@return integer status
function repair.run(options, out)
  local session = sessions.open(options, out, record.new { name = options.rest[1] })
  if not session then return 2 end
  local publisher = connection.publisher(options)
  local plan, problem = pointer_repair.plan(session.store, publisher)
  if not plan then return session:refused(problem) end
  if not plan.errors[1] then
    session.record.outcome = "unchanged"
    session:say(("%s: the pointer is in order: there is nothing to repair\n"):format(session.store.name))
    return session:finish(0)
  end
  for _, failure in ipairs(plan.errors) do session:say(("%s: found: %s\n"):format(session.store.name, failure)) end
  if options.dry_run then
    print_plan(session, plan)
    return session:finish(1)
  end
  local change
  change, problem = pointer_repair.apply(session.store, plan, publisher)
  if not change then return session:refused(problem) end
  print_plan(session, plan)
  if not change.pointer then return session:finish(1) end
  return session:finish_change(change)
end

return repair
