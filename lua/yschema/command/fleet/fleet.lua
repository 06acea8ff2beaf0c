--- The command `yschema fleet`: shows what the nodes of a fleet serve.
--
-- @module yschema.command.fleet.fleet

local core = require "yschema.core"
local connection = require "yschema.command.fleet.connection"
local repair = require "yschema.command.fleet.repair"
local listing = require "yschema.command.fleet.listing"
local overview = require "yschema.fleet.publishing.overview"
local sessions = require "yschema.command.fleet.session"
local sentences = require "yschema.fleet.publishing.sentences"

local fleet = {}

--- Returns the problem of the arguments, or nil.
---@param options table
---@return string? problem
function fleet.invalid_argument(options)
  options.repair = options.rest[1] == "repair" and options.rest[2] ~= nil
  if options.repair then
    table.remove(options.rest, 1)
  else
    local flag = options.sign and "--sign" or options.unsigned and "--unsigned" or options.dry_run and "--dry-run"
    if flag then return flag .. " is for 'yschema fleet repair NAME'" end
  end
  options.unnamed = not options.rest[1]
  if options.unnamed and options.wait then return "--wait waits for the nodes of one configuration: name it" end
  return connection.invalid_argument("fleet", options)
end

-- Waits until every node serves what it should. Returns a problem of the store.
local function wait(session)
  local stored, problem = session.store:pointer()
  if not stored then return problem end
  if not stored.pointer then return nil end
  local result = session:wait(stored)
  if result.outcome ~= "all" and result.outcome ~= "refused" and result.outcome ~= "no_node" then
    session:object(sentences.reason(result))
    if result.outcome == "late" and result.problem then return result.problem end
  end
end

--- Shows a fleet.
---@param options table
---@param _ yschema.Settings
---@param _ yschema.Streams
---@param out yschema.Printer
---@return integer status
function fleet.run(options, _, _, out)
  if options.unnamed then return listing.run(options, out) end
  if options.repair then return repair.run(options, out) end
  local session = sessions.open(options, out, {})
  if not session then return 2 end
  local problem = options.wait and wait(session)
  if problem then return session:fail(problem) end
  local found
  found, problem = overview.read(session.store, os.time())
  if not found then return session:fail(problem) end
  session:say(overview.text(found))
  local is_empty = not found.look.pointer and not found.look.nodes[1]
  local hint = is_empty and listing.hint(session.store.etcd, session.store.prefix, session.store.name)
  if hint then session:object(hint) end
  if options.report == "json" then out:set_document(assert(core.encode(overview.data(found), "json"))) end
  if session.broken then return 2 end
  return overview.is_current(found) and 0 or 1
end

return fleet
