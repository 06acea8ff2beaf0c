--- The publisher's reads and writes of the store, under the keys of one configuration.
--
-- Other programs may use the same store. A value that is not ours under one of our keys is a problem of the kind
-- "foreign". Other keys are never written or removed.
--
-- @module yschema.fleet.publishing.store

local bundle = require "yschema.fleet.bundle"
local node_status = require "yschema.fleet.node_status"
local pointer = require "yschema.fleet.pointer"

local store = {}

--- A node that is alive, and its last status.
---@class yschema.FleetNode
---@field name string
---@field status yschema.fleet.NodeStatus

--- The content of the store about a configuration.
---@class yschema.FleetLook
---@field pointer? yschema.fleet.Pointer nil: nothing was published
---@field mod_revision integer of the pointer; 0: there is none
---@field nodes yschema.FleetNode[] sorted by their names
---@field strange { key: string, problem: string }[] keys of nodes whose values are no statuses
---@field revision integer of the store, when the nodes were read
---@field seen integer the greatest serial that a node reports

--- A problem. Its kind is that of the client's problems, or "foreign", "gone" (what should be there is not) or
-- "unknown" (whether a change was made).
---@class yschema.StoreProblem
---@field kind string
---@field message string

local Problem = {}
Problem.__index = Problem
Problem.__tostring = function(self) return self.message end

local function problem_of(kind, message) return setmetatable({ kind = kind, message = message }, Problem) end

--- The store, as the publisher of one configuration sees it.
---@class yschema.FleetStore
---@field etcd table see `yschema.fleet.etcd.client`
---@field keys yschema.fleet.Keys
---@field name string of the configuration
local Store = {}
Store.__index = Store

--- Makes a store.
---@param etcd table a client
---@param keys yschema.fleet.Keys
---@param name string of the configuration
---@return yschema.FleetStore
function store.new(etcd, keys, name) return setmetatable({ etcd = etcd, keys = keys, name = name }, Store) end

-- ---- reading ------------------------------------------------------------------------

local function foreign(key, problem)
  return problem_of("foreign", ("the key %s holds something that is not ours (%s): another program uses this prefix;"
    .. " choose another one in --to, or let yschema fleet repair put a pointer there"):format(key, problem))
end

--- The pointer as it is in the store.
---@class yschema.StoredPointer
---@field pointer? yschema.fleet.Pointer nil: there is none
---@field mod_revision integer 0: there is none

--- Reads the pointer.
---@return yschema.StoredPointer? stored
---@return yschema.StoreProblem? problem
function Store:pointer()
  local stored, problem = pointer.read(self.etcd, self.keys.pointer)
  if not stored then return nil, problem end
  if stored.too_long then
    return nil, foreign(self.keys.pointer, ("it has more than %d bytes"):format(pointer.most_bytes))
  end
  local found
  if stored.text then found, problem = pointer.parse(stored.text) end
  if problem then return nil, foreign(self.keys.pointer, problem) end
  return { pointer = found, mod_revision = stored.mod_revision }
end

-- Adds the item of a node's key: to the nodes, or to the strange keys when it is no status.
local function add_node(self, look, item)
  local name = self.keys:node_of(item.key)
  local status, problem
  if name then status, problem = node_status.parse(item.value, name) end
  if not status then
    look.strange[#look.strange + 1] = { key = item.key, problem = problem or "this is no name of a node" }
    return
  end
  look.nodes[#look.nodes + 1] = { name = name, status = status }
  local serial = status.serial
  if status.serving_serial and status.serving_serial > serial then serial = status.serving_serial end
  if serial > look.seen then look.seen = serial end
end

-- Nodes that are read at once: an answer with the reports of thousands would be too large, or come too late.
local page = 500

--- Reads the statuses of the nodes.
---@param look? table that gets it
---@return table? look the fields about nodes of `yschema.FleetLook`
---@return yschema.StoreProblem? problem
function Store:nodes(look)
  look = look or {}
  look.nodes, look.strange, look.seen, look.revision = {}, {}, 0, nil
  local last
  repeat
    local answer, problem = self.etcd:range(self.keys.nodes, { prefix = true, limit = page, after = last })
    if not answer then return nil, problem end
    look.revision = look.revision or answer.revision -- a watch from there reports all later changes
    for _, item in ipairs(answer.kvs) do add_node(self, look, item) end
    local count, before = #answer.kvs, last
    last = answer.more and count > 0 and answer.kvs[count].key or nil
    if last and before and last <= before then
      return nil, problem_of("answer", "etcd answers with the same keys again and again: is it etcd?")
    end
  until not last
  table.sort(look.nodes, function(one, other) return one.name < other.name end)
  return look
end

--- Applies changes of nodes, which a watch has reported, to what was read before.
---@param look table
---@param events { type: "put"|"delete", key: string, value: string? }[]
function Store:take_events(look, events)
  local changed, kept = {}, {}
  for _, event in ipairs(events) do changed[event.key] = event end
  for _, node in ipairs(look.nodes) do
    if not changed[self.keys:node(node.name)] then kept[#kept + 1] = node end
  end
  look.nodes = kept
  for _, event in pairs(changed) do
    if event.type == "put" then add_node(self, look, event) end
  end
  table.sort(look.nodes, function(one, other) return one.name < other.name end)
end

--- Reads the pointer and the statuses of the nodes.
---@return yschema.FleetLook?
---@return yschema.StoreProblem? problem
function Store:look()
  local stored, problem = self:pointer()
  if not stored then return nil, problem end
  return self:nodes(stored)
end

--- Reads a bundle and checks it.
---@param target { bundle: string, parts: integer } what a pointer names
---@return yschema.fleet.Bundle? bundle
---@return yschema.StoreProblem? problem
function Store:bundle(target)
  local parts = {}
  for number = 1, target.parts do -- of which a pointer names at most 64
    local key = self.keys:part(target.bundle, number)
    local answer, problem = self.etcd:range(key)
    if not answer then return nil, problem end
    if not answer.kvs[1] then return nil, problem_of("gone", ("the key %s is missing"):format(key)) end
    parts[number] = answer.kvs[1].value
  end
  local read, problem = bundle.read(bundle.join(parts), target.bundle, self.name)
  if not read then return nil, problem_of("gone", problem) end
  read.text = bundle.join(parts)
  return read
end

--- Reads the signatures of what a pointer names.
---@param target { bundle: string, serial: integer }
---@return { text: string? }? signatures without a text, there are none
---@return yschema.StoreProblem? problem
function Store:signature(target)
  local answer, problem = self.etcd:range(self.keys:signature(target.bundle, target.serial))
  if not answer then return nil, problem end
  return { text = answer.kvs[1] and answer.kvs[1].value }
end

--- Reads the schemas that nodes have of their own, as the forward check takes them.
---@param look yschema.FleetLook
---@return yschema.OwnSchema[]? schemas
---@return yschema.StoreProblem? problem
function Store:own_schemas(look)
  local list, by_id = {}, {}
  for _, node in ipairs(look.nodes) do
    local id = node.status.schema
    if id and not by_id[id] then
      by_id[id] = { id = id, nodes = {} }
      list[#list + 1] = by_id[id]
    end
    if id then by_id[id].nodes[#by_id[id].nodes + 1] = node.name end
  end
  for _, own in ipairs(list) do
    local answer, problem = self.etcd:range(self.keys:schema(own.id))
    if not answer then return nil, problem end
    local read
    if answer.kvs[1] then read, problem = bundle.read(answer.kvs[1].value, own.id) end
    own.files = read and read.files
    if not read then own.problem = problem or "the schema that they report is not in the store" end
  end
  return list
end

-- ---- writing ------------------------------------------------------------------------

--- Writes a bundle, which is not used before a pointer names it.
---@param id string
---@param text string
---@return integer? parts
---@return { key: string, mod_revision: integer }[]|yschema.StoreProblem written what must still be there when a pointer
--- names it, or the problem
function Store:put_bundle(id, text)
  local read, refusal = bundle.read(text, id, self.name) -- what nodes would refuse is not written
  if not read then return nil, problem_of("call", refusal) end
  local parts, written = bundle.split(text), {}
  for number, part in ipairs(parts) do
    local key = self.keys:part(id, number)
    local done, problem = self.etcd:put(key, part)
    if not done then return nil, problem end
    written[number] = { key = key, mod_revision = done.revision }
  end
  return #parts, written
end

--- The result of a write that compares what was read before.
---@class yschema.StoreWrite
---@field state "done"|"lost" lost: another publisher has changed that meanwhile, and nothing was written
---@field mod_revision? integer of what was written

-- Looks whether the pointer in the store is the one that was to be written: the answer to a write may have been lost.
local function written(self, text)
  local stored, problem = pointer.read(self.etcd, self.keys.pointer)
  if not stored then return nil, problem end
  return { state = stored.text == text and "done" or "lost", mod_revision = stored.mod_revision }
end

--- Replaces the pointer that was read, unless it was changed meanwhile, or the bundle that it names. (A publisher that
-- publishes the same files in the same second makes the same bundle, and may remove it again.)
---@param new yschema.fleet.Pointer
---@param mod_revision integer of the one that was read
---@param more? { written: { key: string, mod_revision: integer }[]?, signatures: { bundle: string, serial: integer,
---   text: string }[]? } `written`: what `put_bundle` has written; `signatures`: of the targets that are new. They are
---   written with the pointer, so that there is none of a change that was not made
---@return yschema.StoreWrite? write
---@return yschema.StoreProblem? problem
function Store:move(new, mod_revision, more)
  local text, compare = pointer.encode(new), { { key = self.keys.pointer, mod_revision = mod_revision } }
  local read, refusal = pointer.parse(text)
  if not read then
    return nil, problem_of("call", "the pointer was not written, because nodes would refuse it: " .. tostring(refusal))
  end
  local success = { { put = { key = self.keys.pointer, value = text } } }
  for _, item in ipairs(more and more.written or {}) do compare[#compare + 1] = item end
  for _, item in ipairs(more and more.signatures or {}) do
    success[#success + 1] = { put = { key = self.keys:signature(item.bundle, item.serial), value = item.text } }
  end
  local answer, problem = self.etcd:txn { compare = compare, success = success }
  if answer and answer.succeeded then return { state = "done", mod_revision = answer.revision } end
  local write = written(self, text)
  if write and write.state == "done" then return write end
  if answer then return { state = "lost" } end
  if write then return nil, problem end
  return nil, problem_of("unknown", ("%s; whether the change was made is not known: 'yschema fleet' shows it when the"
    .. " store answers again"):format(tostring(problem)))
end

--- Makes a change, unless the value of a key was changed since it was read.
---@param key string
---@param mod_revision integer of the value that was read
---@param operation table a step, as for `txn`
---@return yschema.StoreWrite? write
---@return yschema.StoreProblem? problem
function Store:change(key, mod_revision, operation)
  local answer, problem = self.etcd:txn {
    compare = { { key = key, mod_revision = mod_revision } }, success = { operation },
  }
  if not answer then return nil, problem end
  return { state = answer.succeeded and "done" or "lost", mod_revision = answer.revision }
end

--- Adds a signature to those of a bundle, which may have been made with other keys.
---@param target { bundle: string, serial: integer }
---@param before string what is there
---@param after string the same with one more
---@return yschema.StoreWrite? write
---@return yschema.StoreProblem? problem
function Store:add_signature(target, before, after)
  local key = self.keys:signature(target.bundle, target.serial)
  local answer, problem = self.etcd:range(key)
  if not answer then return nil, problem end
  local item = answer.kvs[1]
  if not item or item.value ~= before then return { state = "lost" } end
  return self:change(key, item.mod_revision, { put = { key = key, value = after } })
end

-- ---- cleaning -----------------------------------------------------------------------

-- Removes a bundle and its signatures, unless the pointer or one of the parts has changed since they were read.
local function remove(self, entry, mod_revision)
  local compare, success = { { key = self.keys.pointer, mod_revision = mod_revision } }, {}
  for _, item in ipairs(entry.parts) do
    compare[#compare + 1] = { key = item.key, mod_revision = item.mod_revision }
    success[#success + 1] = { delete = { key = item.key } }
  end
  success[#success + 1] = { delete = { key = self.keys:signatures_of(entry.id), prefix = true } }
  return self.etcd:txn { compare = compare, success = success }
end

-- Lists the bundles in the store, with the keys of their parts.
local function listed(self)
  local answer, problem = self.etcd:range(self.keys.bundles, { prefix = true, keys_only = true })
  if not answer then return nil, problem end
  local list, by_id = {}, {}
  for _, item in ipairs(answer.kvs) do
    local id = self.keys:part_of(item.key)
    if id and not by_id[id] then
      by_id[id] = { id = id, parts = {}, newest = 0 }
      list[#list + 1] = by_id[id]
    end
    local entry = id and by_id[id]
    if entry then
      entry.parts[#entry.parts + 1] = item
      if item.mod_revision > entry.newest then entry.newest = item.mod_revision end
    end
  end
  return list
end

--- Lists the signatures in the store.
---@return { key: string, bundle: string, serial: integer, mod_revision: integer }[]? list
---@return yschema.StoreProblem? problem
function Store:signatures()
  local answer, problem = self.etcd:range(self.keys.signatures, { prefix = true, keys_only = true })
  if not answer then return nil, problem end
  local list = {}
  for _, item in ipairs(answer.kvs) do
    local id, serial = self.keys:signature_of(item.key)
    if id then list[#list + 1] = { key = item.key, bundle = id, serial = serial, mod_revision = item.mod_revision } end
  end
  return list
end

-- Removes the signatures of serials that the pointer does not name any more, so that they cannot be brought back.
local function remove_signatures(self, look)
  if not look.pointer then return end
  local named = pointer.serials(look.pointer)
  for _, item in ipairs(self:signatures() or {}) do
    if not (named[item.bundle] or {})[item.serial] and item.mod_revision < look.mod_revision then
      self:change(self.keys.pointer, look.mod_revision, { delete = { key = item.key } })
    end
  end
end

--- Counts the parts of all bundles in the store.
---@return table<string, integer>? parts by the ids of bundles
---@return yschema.StoreProblem? problem
function Store:parts()
  local list, problem = listed(self)
  if not list then return nil, problem end
  local parts = {}
  for _, entry in ipairs(list) do parts[entry.id] = #entry.parts end
  return parts
end

--- Removes the bundles that the pointer does not name and no node serves. Those that were written after the pointer
-- stay: another publisher may be about to name them.
---@param look yschema.FleetLook the present one
---@return integer? count of bundles that were removed
---@return yschema.StoreProblem? problem
function Store:clean(look)
  local needed = look.pointer and pointer.bundles(look.pointer) or {}
  for _, node in ipairs(look.nodes) do
    if node.status.serving then needed[node.status.serving] = true end
  end
  local list, problem = listed(self)
  if not list then return nil, problem end
  local count = 0
  for _, entry in ipairs(list) do
    if not needed[entry.id] and entry.newest < look.mod_revision then
      local answer
      answer, problem = remove(self, entry, look.mod_revision)
      if not answer then return nil, problem end
      if answer.succeeded then count = count + 1 end
    end
  end
  remove_signatures(self, look)
  return count
end

--- Removes a bundle whose pointer was not moved, unless the pointer of another publisher names it.
---@param id string
function Store:discard(id)
  local stored = self:pointer()
  if not stored or stored.pointer and pointer.bundles(stored.pointer)[id] then return end
  local list = listed(self)
  for _, entry in ipairs(list or {}) do
    if entry.id == id then remove(self, entry, stored.mod_revision) end
  end
end

return store
