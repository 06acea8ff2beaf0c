--- The pointer: which bundle is in service, which one canaries try, and which were in service before.
--
-- Pointers are plain tables that never change: each function makes another one. The serial of a pointer is greater than
-- all before it. So are the serials that nodes see: a node never goes to a lower one than it holds.
--
-- @module yschema.fleet.pointer

local kept = require("yschema.base.plain_tables").kept
local bundle = require "yschema.fleet.bundle"
local digest = require "yschema.fleet.digest"
local records = require "yschema.fleet.records"
local writing = require "yschema.base.writing"

local pointer = {}

local ceil, format, ipairs, max, sub, table = math.ceil, string.format, ipairs, math.max, string.sub, table

--- The most bundles of the past that a pointer names.
pointer.most_history = 20

--- The most bytes of a pointer.
pointer.most_bytes = 64 * 1024

--- How far the serial of a node may rise at once. This is more than the publications while a node is away. Without the
-- limit, one write of an enormous serial would use up all serials.
pointer.most_jump = 2 ^ 24

--- The release that nodes are pointed to.
---@class yschema.fleet.Target
---@field bundle string its id
---@field parts integer of the bundle in the store
---@field serial integer grows with each change that concerns the nodes of this target
---@field made? string when it was put into service
---@field by? string by whom

--- The release that some nodes are pointed to.
---@class yschema.fleet.Canary: yschema.fleet.Target
---@field percent number of the nodes
---@field upto string the greatest hash of a node's name that belongs to a canary

---@class yschema.fleet.Pointer
---@field serial integer
---@field stable yschema.fleet.Target
---@field canary? yschema.fleet.Canary
---@field made string when it was changed last
---@field by string by whom
---@field history yschema.fleet.Target[] what was stable before, the newest first

--- A change of a pointer.
---@class yschema.fleet.Change
---@field made string the time
---@field by string who changes it
---@field seen? integer the greatest serial that a node reports: the store may have been emptied since
---@field bundle? string for `publish` and `canary`
---@field parts? integer

local form = {
  what = "the pointer", format = "yschema-pointer", version = 1, most_bytes = pointer.most_bytes,
  remedy = "publish again, and find out which other program writes to its key",
  fields = {
    { "serial", "positive" }, { "stable", "map" }, { "canary", "map", optional = true }, { "made", "time" },
    { "by", "line" }, { "history", "list" },
  },
}
local target_fields = { { "bundle", "id" }, { "parts", "positive" }, { "serial", "positive" },
  { "made", "time", optional = true }, { "by", "line", optional = true } }
local canary_fields = { target_fields[1], target_fields[2], target_fields[3], { "percent", "percent" },
  { "upto", "hash" }, target_fields[4], target_fields[5] }

-- ---- reading and writing ------------------------------------------------------------

local function checked_target(value, fields, place, serial)
  local target, problem = records.checked(value, fields, place)
  if not target then return nil, problem end
  if target.parts > bundle.most_parts then
    return nil, ('"%s.parts" is more than a bundle may have'):format(place)
  end
  if target.serial > serial then return nil, ('"%s.serial" is greater than that of the pointer'):format(place) end
  return target
end

-- Serials have at most 53 bits. No pointer comes near that by itself.
local most_serial = 2 ^ 53 - 2 ^ 20

-- Checks the targets of a pointer, which become plain tables.
local function checked_targets(read)
  if read.serial > most_serial then return nil, '"serial" leaves no room for the next ones' end
  local problem
  read.stable, problem = checked_target(read.stable, target_fields, "stable", read.serial)
  if problem then return nil, problem end
  if read.canary then
    read.canary, problem = checked_target(read.canary, canary_fields, "canary", read.serial)
    if problem then return nil, problem end
  end
  if read.serial ~= max(read.stable.serial, read.canary and read.canary.serial or 0) then
    return nil, '"serial" must be that of its newest target'
  end
  local history = {}
  for i, item in ipairs(read.history) do
    if i > pointer.most_history then break end
    history[i], problem = checked_target(item, target_fields, ("history[%d]"):format(i), read.serial)
    if problem then return nil, problem end
  end
  read.history = history
  return read
end

--- Reads a pointer.
---@param text string
---@return yschema.fleet.Pointer? pointer
---@return string? problem a sentence that says what to do
function pointer.parse(text)
  local read, problem = records.read(text, form)
  if not read then return nil, problem end
  local own
  own, problem = checked_targets(read)
  if not own then return nil, records.damaged(form, problem) end
  return own
end

--- The value of a pointer's key.
---@class yschema.fleet.StoredPointer
---@field text? string nil: there is none, or it is too long to be read
---@field too_long? boolean
---@field mod_revision integer 0: there is none
---@field revision integer of the store when it was read

--- Reads the key of a pointer, whose value may be invalid.
---@param client yschema.fleet.etcd.Client
---@param key string
---@return yschema.fleet.StoredPointer? stored
---@return yschema.fleet.etcd.Problem? problem
function pointer.read(client, key)
  local found, problem = client:range(key, { most = pointer.most_bytes })
  local too_long = not found and problem.kind == "size"
  if too_long then found, problem = client:range(key, { keys_only = true, most = 0 }) end
  if not found then return nil, problem end
  local item = found.kvs[1]
  return {
    text = item and not too_long and item.value or nil, too_long = too_long and item ~= nil,
    mod_revision = item and item.mod_revision or 0, revision = found.revision,
  }
end

--- Writes a pointer.
---@param given yschema.fleet.Pointer
---@return string text
function pointer.encode(given)
  local history = writing.list()
  for i, target in ipairs(given.history) do history[i] = records.ordered(target, target_fields) end
  return records.write({
    serial = given.serial, stable = records.ordered(given.stable, target_fields),
    canary = given.canary and records.ordered(given.canary, canary_fields), made = given.made, by = given.by,
    history = history,
  }, form)
end

-- ---- the next one -------------------------------------------------------------------

-- Copies a target under another serial. With a change, `made` and `by` are those of the change.
local function target_of(from, serial, change)
  return { bundle = from.bundle, parts = from.parts, serial = serial,
    made = (change or from).made, by = (change or from).by }
end

--- Returns whether a serial that a node reports counts for the next one. Anyone may have written it: an enormous serial
-- must not use all serials up. The other half of the jump is for nodes that were away.
---@param seen integer
---@param serial integer of the pointer; 0: there is none
---@return boolean
function pointer.counts(seen, serial) return seen <= serial + pointer.most_jump / 2 end

local function next_serial(previous, change)
  local base, seen = previous and previous.serial or 0, change.seen or 0
  return max(base, pointer.counts(seen, base) and seen or 0) + 1
end

--- Says why a node must not go up to a serial at once; nil when it may.
---@param serial integer
---@param held integer the serial that it holds; 0: none
---@return string? problem
function pointer.jump_problem(serial, held)
  if serial <= held + pointer.most_jump then return nil end
  return format("the pointer has the serial %.0f, and may rise by %.0f at once from %.0f: another program has written"
    .. " to its key; run yschema fleet repair", serial, pointer.most_jump, held)
end

local function made(serial, change, stable, history, canary)
  return { serial = serial, stable = stable, canary = canary, made = change.made, by = change.by, history = history }
end

-- The history with one more target in front, unless it is that of the same bundle.
local function longer(history, target)
  local list = { target }
  for _, older in ipairs(history) do
    if #list == pointer.most_history then break end
    list[#list + 1] = older
  end
  return list
end

--- Puts a bundle into service on all nodes. A canary is over with it.
---@param previous yschema.fleet.Pointer? nil: there was none
---@param change yschema.fleet.Change
---@return yschema.fleet.Pointer
function pointer.publish(previous, change)
  local serial = next_serial(previous, change)
  local history = previous and previous.history or {}
  if previous and previous.stable.bundle ~= change.bundle then history = longer(history, previous.stable) end
  return made(serial, change, target_of(change, serial, change), history)
end

--- Puts a bundle into service on some nodes.
---@param previous yschema.fleet.Pointer?
---@param change yschema.fleet.Change
---@param percent number
---@param upto string see `pointer.threshold`
---@return yschema.fleet.Pointer? pointer
---@return string? problem
function pointer.canary(previous, change, percent, upto)
  if not previous then
    return nil, "nothing is in service yet, so canaries could not go back to anything: publish without --canary first"
  end
  local serial, stable = next_serial(previous, change), previous.stable
  if previous.canary then -- its nodes may be none of the new canary, and they go back to what is stable
    stable = target_of(stable, serial)
    serial = serial + 1
  end
  local canary = target_of(change, serial, change)
  canary.percent, canary.upto = percent, upto
  return made(serial, change, stable, previous.history, canary)
end

local no_canary = "there is no canary"

--- Puts the bundle of the canaries into service on all nodes.
---@param previous yschema.fleet.Pointer
---@param change yschema.fleet.Change
---@return yschema.fleet.Pointer? pointer
---@return string? problem
function pointer.promote(previous, change)
  local canary = previous.canary
  if not canary then return nil, no_canary end
  return pointer.publish(previous, { bundle = canary.bundle, parts = canary.parts, made = change.made, by = change.by,
    seen = change.seen })
end

--- Takes the canary back: its nodes go back to what is stable.
---@param previous yschema.fleet.Pointer
---@param change yschema.fleet.Change
---@return yschema.fleet.Pointer? pointer
---@return string? problem
function pointer.withdraw(previous, change)
  if not previous.canary then return nil, no_canary end
  local serial = next_serial(previous, change)
  return made(serial, change, target_of(previous.stable, serial), previous.history)
end

--- Goes back: a canary is taken back; without one, what was stable before is stable again. Each rollback goes one step
-- further back, because what was taken back for its errors should not come back by the next rollback.
---@param previous yschema.fleet.Pointer
---@param change yschema.fleet.Change
---@return yschema.fleet.Pointer? pointer
---@return string? what "canary" or "stable", or the problem
function pointer.rollback(previous, change)
  if previous.canary then return pointer.withdraw(previous, change), "canary" end
  local before = previous.history[1]
  if not before then return nil, "there is nothing to go back to: no other bundle was in service before this one" end
  local serial, history = next_serial(previous, change), {}
  for i = 2, #previous.history do history[i - 1] = previous.history[i] end
  return made(serial, change, target_of(before, serial, change), history), "stable"
end

-- ---- nodes --------------------------------------------------------------------------

--- Returns the hash of a node's name, by which canaries are chosen.
---@param node string
---@return string? hash 8 hexadecimal digits
---@return string? problem
function pointer.hash(node)
  local sum, problem = digest.sha256(node)
  if not sum then return nil, problem end
  return sub(sum, 1, 8)
end

--- Returns what a node is pointed to.
---@param given yschema.fleet.Pointer
---@param node string its name
---@return yschema.fleet.Target? target
---@return boolean|string is_canary or the problem
function pointer.for_node(given, node)
  if not given.canary then return given.stable, false end
  local hash, problem = pointer.hash(node)
  if not hash then return nil, problem end
  if hash <= given.canary.upto then return given.canary, true end
  return given.stable, false
end

--- Chooses the canaries among nodes: so many of the lowest hashes, and at least one.
---@param nodes string[] the names of those that are alive
---@param percent number
---@return string? upto the greatest hash of a canary
---@return string[]|string canaries their names, or the problem
function pointer.threshold(nodes, percent)
  if not nodes[1] then
    return nil, "no node is alive, so there are no canaries: start one, or publish without --canary"
  end
  local hashes, by_node = {}, {}
  for i, node in ipairs(nodes) do
    local hash, problem = pointer.hash(node)
    if not hash then return nil, problem end
    hashes[i], by_node[node] = hash, hash
  end
  table.sort(hashes)
  local upto = hashes[max(1, ceil(#nodes * percent / 100 - 1e-9))]
  local canaries = kept(nodes, function(node) return by_node[node] <= upto end)
  return upto, canaries
end

--- Returns the serials of all targets that a pointer names, by their bundles.
---@param given yschema.fleet.Pointer
---@return table<string, table<integer, true>>
function pointer.serials(given)
  local serials = {}
  local function add(target)
    serials[target.bundle] = serials[target.bundle] or {}
    serials[target.bundle][target.serial] = true
  end
  add(given.stable)
  if given.canary then add(given.canary) end
  for _, target in ipairs(given.history) do add(target) end
  return serials
end

--- Returns the ids of all bundles that a pointer names.
---@param given yschema.fleet.Pointer
---@return table<string, true>
function pointer.bundles(given)
  local ids = { [given.stable.bundle] = true }
  if given.canary then ids[given.canary.bundle] = true end
  for _, target in ipairs(given.history) do ids[target.bundle] = true end
  return ids
end

return pointer
