--- The command `yschema rollback`: takes back what was published.
--
-- @module yschema.command.fleet.rollback

local connection = require "yschema.command.fleet.connection"
local publication = require "yschema.fleet.publishing.publication"
local record = require "yschema.fleet.publishing.record"
local sessions = require "yschema.command.fleet.session"
local sentences = require "yschema.fleet.publishing.sentences"

local rollback = {}

--- Returns the problem of the arguments, or nil.
---@param options table
---@return string? problem
function rollback.invalid_argument(options) return connection.invalid_argument("rollback", options) end

local texts = {
  canary = "%s: the canary (bundle %s) is taken back; bundle %s stays in service (serial %d)\n",
  stable = "%s: bundle %s is taken back; bundle %s is in service again (serial %d)\n",
}

local function print_change(session, before, change)
  local what = change.taken_back
  local left, target = what == "canary" and before.canary or before.stable, change.pointer.stable
  session:say(texts[what]:format(session.store.name, sentences.short(left.bundle), sentences.short(target.bundle),
    target.serial))
  if what == "stable" then
    session:say(("to go forward again: %s\n"):format(session:call("publish --bundle " .. sentences.short(left.bundle))))
  end
  local own = session.record
  own.outcome, own.bundle, own.serial, own.before = what == "canary" and "withdrawn" or "back", target.bundle,
    target.serial, left.bundle
end

--- Takes back what was published.
---@param options table
---@param _ yschema.Settings
---@param _ yschema.Streams
---@param out yschema.Printer
---@return integer status
function rollback.run(options, _, _, out)
  local session = sessions.open(options, out, record.new { name = options.rest[1] })
  if not session then return 2 end
  local look, problem = session.store:look()
  if not look then return session:fail(problem) end
  local change
  change, problem = publication.rollback(session.store, look, connection.publisher(options))
  if not change then return session:refused(problem) end
  print_change(session, look.pointer, change)
  return session:finish_change(change)
end

return rollback
