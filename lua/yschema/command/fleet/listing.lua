--- The command `yschema fleet` without a name: lists the configurations below a prefix.
--
-- @module yschema.command.fleet.listing

local connection = require "yschema.command.fleet.connection"
local core = require "yschema.core"
local layout = require "yschema.fleet.layout"
local listings = require "yschema.fleet.listing"
local stores = require "yschema.fleet.publishing.store"
local sentences = require "yschema.fleet.publishing.sentences"
local writing = require "yschema.base.writing"

local listing = {}

local function shown(prefix) return layout.prefix(prefix) == "" and "/" or layout.prefix(prefix) end

--- Says what is there, in place of a configuration that is not.
---@param etcd table a client
---@param prefix string
---@param name? string of the configuration
---@return string? hint a sentence; nil: nothing is known
function listing.hint(etcd, prefix, name)
  local found = listings.configurations(etcd, prefix)
  if not found then return nil end
  if found[1] then
    if not name then return nil end
    local others = sentences.named(found)
    return ("below %s there is no configuration %s, but there is %s"):format(shown(prefix), name, others)
  end
  local prefixes = listings.prefixes(etcd)
  local others = prefixes[1] and "; configurations are below " .. sentences.named(prefixes) or ""
  return ("there is no configuration below the prefix %s%s"):format(shown(prefix), others)
end

-- One line for a configuration, and the same for programs.
local function entry_of(place, name)
  local store = stores.new(place.etcd, assert(layout.new(place.prefix, name)), name)
  local stored, problem = store:pointer()
  if not stored and problem.kind ~= "foreign" then return nil, problem end
  local target, said = stored and stored.pointer and stored.pointer.stable, "nothing is in service"
  if target then said = ("bundle %s, serial %d"):format(sentences.short(target.bundle), target.serial) end
  if not stored then said = "the pointer is damaged: see yschema fleet repair" end
  return { name = name, bundle = target and target.bundle, serial = target and target.serial }, said
end

--- Lists configurations.
---@param options table
---@param out yschema.Printer
---@return integer status
function listing.run(options, out)
  local place, problem = connection.place(options)
  if not place then return out:complain(problem) end
  local found
  found, problem = listings.configurations(place.etcd, place.prefix)
  if not found then return out:complain(tostring(problem)) end
  local lines, entries = {}, {}
  for i, name in ipairs(found) do
    local entry, said = entry_of(place, name)
    if not entry then return out:complain(tostring(said)) end
    entries[i] = setmetatable(entry, { keys = { "name", "serial", "bundle" } })
    lines[i] = ("%s: %s\n"):format(name, said)
  end
  if not found[1] then out:print(listing.hint(place.etcd, place.prefix) .. "\n") end
  if options.report == "json" then
    local data = { prefix = shown(place.prefix), configurations = writing.list(entries) }
    out:set_document(assert(core.encode(setmetatable(data, { keys = { "prefix", "configurations" } }), "json")))
  elseif not options.quiet and out:result(table.concat(lines)) ~= 0 then
    return 2
  end
  return found[1] and 0 or 1
end

return listing
