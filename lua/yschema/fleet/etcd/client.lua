--- A client of etcd, by the JSON of its gateway, for LuaSocket and for cosockets of nginx.
--
-- Methods return nil and a problem (`yschema.fleet.etcd.Problem`) when they fail. Keys and values are any bytes,
-- revisions are numbers, and the names of leases are texts.
--
-- @module yschema.fleet.etcd.client

local writing = require "yschema.base.writing"
local sessions = require "yschema.fleet.etcd.session"
local values = require "yschema.fleet.etcd.values"
local watches = require "yschema.fleet.etcd.watch"

local client = {}

local decimal, huge = values.decimal, math.huge

--- Seconds that an endpoint has for the whole of an answer.
client.timeout = 5

--- The bytes that an answer may have.
client.most_bytes = 64 * 1024 * 1024

---@class yschema.fleet.etcd.Client
---@field private session yschema.fleet.etcd.Session
---@field private transport table
local Client = {}
Client.__index = Client

--- Makes a client. Nothing is asked yet.
---@param options { endpoints: yschema.fleet.etcd.Endpoint[], user: string?, password: string?, tls: table?,
---   timeout: number?, max_bytes: integer?, transport: table? }
---   `tls`: { ca, cert, key: paths of files in PEM; verify: boolean, true without it; name: of the server, when it is
---   not the host }; `timeout`: seconds that an endpoint has for the whole of an answer; `max_bytes`: the most bytes
---   of an answer
---@return yschema.fleet.etcd.Client
function client.new(options)
  if type(options.endpoints) ~= "table" or #options.endpoints == 0 then error("etcd needs an endpoint", 2) end
  local transport = options.transport or require "yschema.fleet.etcd.luasocket"
  return setmetatable({
    transport = transport,
    session = sessions.new {
      endpoints = options.endpoints, user = options.user, password = options.password, tls = options.tls,
      timeout = options.timeout or client.timeout, most = options.max_bytes or client.most_bytes,
      transport = transport,
    },
  }, Client)
end

--- Changes the seconds that an endpoint has for the whole of an answer.
---@param seconds number
function Client:set_timeout(seconds) self.session.timeout = seconds end

-- ---- requests -----------------------------------------------------------------------

local function range_of(self, key, options)
  local request = values.range(self.transport, key, options.prefix)
  if options.after then request.key = self.transport.encode(options.after .. "\0") end
  if options.keys_only then request.keys_only = true end
  if options.limit then request.limit = decimal(options.limit) end
  if options.revision then request.revision = decimal(options.revision) end
  return request
end

local function put_of(self, key, value, lease)
  return { key = self.transport.encode(key), value = self.transport.encode(value), lease = lease }
end

local function delete_of(self, key, options)
  return values.range(self.transport, key, options and options.prefix)
end

-- One step of a transaction.
local function step_of(self, step)
  local put, delete, range = step.put, step.delete, step.range
  if put then return { request_put = put_of(self, put[1] or put.key, put[2] or put.value, put[3] or put.lease) } end
  if delete then return { request_delete_range = delete_of(self, delete[1] or delete.key, delete) } end
  if range then return { request_range = range_of(self, range[1] or range.key, range) } end
  error("a step of a transaction is { put = }, { delete = } or { range = }", 3)
end

local function steps_of(self, steps)
  local list = writing.list()
  for i, step in ipairs(steps or {}) do list[i] = step_of(self, step) end
  return list
end

local function comparisons_of(self, comparisons)
  local list = writing.list()
  for i, one in ipairs(comparisons or {}) do
    list[i] = {
      target = "MOD", result = "EQUAL", key = self.transport.encode(one[1] or one.key),
      mod_revision = decimal(one[2] or one.mod_revision),
    }
  end
  return list
end

-- A key that a transaction is about.
local function key_of(request)
  local first = request.compare[1]
  if first then return first.key end
  local step = request.success[1] or request.failure[1] or error("a transaction needs a step", 3)
  return (step.request_put or step.request_delete_range or step.request_range).key
end

-- The bytes of an answer with a value of so many bytes: it is in base64, with its key and some numbers.
local function most_of(value_bytes) return value_bytes and math.ceil(value_bytes / 3) * 4 + 16 * 1024 end

-- The bytes that the answer of a transaction may have: it may bring the status of a node.
local most_of_txn = 1024 * 1024

-- ---- answers ------------------------------------------------------------------------

local function items_of(self, answer)
  local kvs, list = answer.kvs, {}
  if kvs ~= nil and type(kvs) ~= "table" then return nil, "its answer has items that are no list" end
  for i, kv in ipairs(kvs or {}) do
    local item, failure = values.item(self.transport, kv)
    if not item then return nil, failure end
    list[i] = item
  end
  return list
end

-- The revision of the store when it answered.
local function revision_of(answer) return values.number(answer.header.revision) or 0 end

local function range_answer(self, answer, revision)
  if type(answer) ~= "table" then return nil, "its answer has a part that is no map" end
  local items, failure = items_of(self, answer)
  if not items then return nil, failure end
  return { kvs = items, revision = revision, more = answer.more == true }
end

local function responses_of(self, answer, revision)
  local list = {}
  for i, response in ipairs(type(answer.responses) == "table" and answer.responses or {}) do
    local range = type(response) == "table" and response.response_range
    if range then
      local failure
      list[i], failure = range_answer(self, range, revision)
      if not list[i] then return nil, failure end
    else
      list[i] = {}
    end
  end
  return list
end

-- ---- keys ---------------------------------------------------------------------------

--- Reads a key, or with `prefix` all keys that begin with it, in their order.
---@param key string
---@param options { prefix: boolean?, keys_only: boolean?, limit: integer?, after: string?, most: integer?,
---   revision: integer? }? `after`: only the keys after this one, with `prefix`; `most`: the bytes that the value may
---   have, or else the answer is not read and the problem has the kind "size"; `revision`: as it was then
---@return { kvs: table[], revision: integer, more: boolean }? found `kvs`: { key, value, mod_revision,
---   create_revision, lease }; `more`: there are others beyond the limit
---@return yschema.fleet.etcd.Problem? problem
function Client:range(key, options)
  return self.session:ask("kv/range", range_of(self, key, options or {}), function(answer)
    return range_answer(self, answer, revision_of(answer))
  end, options and most_of(options.most) or huge)
end

--- Writes a value.
---@param key string
---@param value string
---@param lease string? with which the key vanishes
---@return { revision: integer }? done
---@return yschema.fleet.etcd.Problem? problem
function Client:put(key, value, lease)
  local request = put_of(self, key, value, lease)
  return self.session:change("kv/put", request, request.key, function(answer)
    return { revision = revision_of(answer) }
  end)
end

--- Removes a key, or with `prefix` all keys that begin with it.
---@param key string
---@param options { prefix: boolean? }?
---@return { revision: integer, deleted: integer }? done
---@return yschema.fleet.etcd.Problem? problem
function Client:delete(key, options)
  local request = delete_of(self, key, options)
  return self.session:change("kv/deleterange", request, request.key, function(answer)
    return { revision = revision_of(answer), deleted = values.number(answer.deleted) or 0 }
  end)
end

--- Does several steps at once, if all keys are still at their revisions.
---@param what { compare: table[], success: table[], failure: table[]? } `compare`: { key, mod_revision }, which is 0
---   for a key that is not there; steps: { put = { key, value, lease } }, { delete = { key, prefix = } },
---   { range = { key, prefix = } }
---@return { succeeded: boolean, revision: integer, responses: table[] }? done
---@return yschema.fleet.etcd.Problem? problem
function Client:txn(what)
  local compare, success = comparisons_of(self, what.compare), steps_of(self, what.success)
  local request = { compare = compare, success = success, failure = steps_of(self, what.failure) }
  return self.session:change("kv/txn", request, key_of(request), function(answer)
    local revision = revision_of(answer)
    local responses, failure = responses_of(self, answer, revision)
    if not responses then return nil, failure end
    return { succeeded = answer.succeeded == true, revision = revision, responses = responses }
  end, most_of_txn)
end

-- ---- leases -------------------------------------------------------------------------

--- Takes a lease: keys that are written with it vanish when it is not kept alive.
---@param seconds integer
---@return string? id
---@return yschema.fleet.etcd.Problem? problem
function Client:grant(seconds)
  return self.session:ask("lease/grant", { TTL = decimal(seconds) }, function(answer)
    if type(answer.ID) == "string" then return answer.ID end
    return nil, "it gives a lease without a name"
  end)
end

--- Keeps a lease alive.
---@param id string
---@return integer? seconds that it has from now on
---@return yschema.fleet.etcd.Problem? problem of the kind "lease" when it is gone
function Client:keep_alive(id)
  return self.session:ask("lease/keepalive", { ID = id }, function(answer)
    local seconds = values.number(answer.TTL)
    if seconds and seconds > 0 then return seconds end
    return nil, "the lease is gone", "lease"
  end)
end

--- Gives a lease back: its keys vanish.
---@param id string
---@return boolean? ok
---@return yschema.fleet.etcd.Problem? problem of the kind "lease" when it was gone
function Client:revoke(id)
  return self.session:ask("lease/revoke", { ID = id }, function() return true end)
end

-- ---- others -------------------------------------------------------------------------

--- Watches a key, or with `prefix` all keys that begin with it.
---@param key string
---@param options { prefix: boolean?, from: integer?, most: integer?, also: string?, also_from: integer? }? `from`: the
---   first revision that is wanted; `most`: the bytes that the values of one answer may have together; `also`: another
---   key, which is watched over the same connection, from `also_from` on
---@return yschema.fleet.etcd.Watch?
---@return yschema.fleet.etcd.Problem? problem
function Client:watch(key, options)
  options = options or {}
  local request = values.range(self.transport, key, options.prefix)
  if options.from then request.start_revision = decimal(options.from) end
  local requests = { request }
  if options.also then
    requests[2] = values.range(self.transport, options.also)
    if options.also_from then requests[2].start_revision = decimal(options.also_from) end
  end
  return watches.open(self.session, requests, most_of(options.most))
end

--- Accepts the cluster that all endpoints named last, after a problem of the kind "cluster".
---@return boolean? ok
---@return yschema.fleet.etcd.Problem? problem when the endpoints do not agree
function Client:accept_cluster() return self.session:accept_cluster() end

--- The identity of the cluster; nil until it has answered.
---@return string?
function Client:cluster() return self.session.cluster end

--- The endpoint that is asked first, "host:port".
---@return string
function Client:endpoint() return self.session:endpoint() end

return client
