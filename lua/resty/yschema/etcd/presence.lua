--- Registers this node in etcd: its status under a lease, and the schema of its own, if it has one.
--
-- When a node dies, etcd removes its status with the lease. When a lease was lost, the node takes a new one and writes
-- its status again. All workers of a node use one lease, one after the other.
--
-- @module resty.yschema.etcd.presence

local bundles = require "yschema.fleet.bundle"
local messages = require "resty.yschema.report.messages"
local problems = require "yschema.fleet.etcd.problem"
local statuses = require "yschema.fleet.node_status"

local presence = {}

-- Seconds that an endpoint has for an answer when nginx waits for this worker to end.
local shortest_time = 1

---@class resty.yschema.etcd.Presence
---@field lease? string
---@field instance string a random text in the status, which all workers of the node share
---@field private began integer when this worker's part of it began, in seconds since 1970
---@field private source resty.yschema.etcd.Source
---@field private former? string a lease that is no longer needed
---@field private due number when the lease has to be renewed
---@field private status? string
---@field private own_status? string the status without the problem that another node has the same name
---@field private plain? yschema.fleet.NodeStatus
---@field private revision? integer of what this worker has put
---@field private unsent boolean
local Presence = {}
Presence.__index = Presence

-- A text that no other node has.
local function new_instance()
  local file = io.open("/dev/urandom", "rb")
  local bytes = file and file:read(16) or ""
  if file then file:close() end
  return ngx.md5(("%s %s %s %s %s"):format(bytes, ngx.worker.pid(), ngx.now(), math.random(), tostring {}))
end

--- Makes the presence of a node, which has reported nothing yet.
---@param source resty.yschema.etcd.Source
---@return resty.yschema.etcd.Presence
function presence.new(source)
  return setmetatable({
    source = source, due = 0, unsent = false, instance = new_instance(), began = math.floor(ngx.now()),
  }, Presence)
end

--- Goes on as the node that another worker was.
---@param instance string "" when it is not known
function Presence:continue_as(instance)
  if instance ~= "" then self.instance = instance end
end

--- Goes on with the lease of another worker, which is renewed at once.
---@param lease? string
function Presence:continue(lease) self.lease, self.due = lease, 0 end

--- Gives back the lease that this node had under its former name.
---@param lease? string
function Presence:leave(lease) self.former = lease end

--- Forgets the lease, because etcd is another one.
function Presence:forget()
  self.lease, self.unsent, self.schema_sent, self.revision = nil, self.status ~= nil, nil, nil
end

--- Sets the status. `keep` sends it.
---@param status yschema.fleet.NodeStatus
---@return string? problem
function Presence:report(status)
  status.schema, status.instance, self.plain = self.schema_id, self.instance, status
  local text, problem = statuses.encode(status)
  if not text then return problem end
  self.status, self.own_status, self.unsent = text, text, true
end

--- Returns whether the status was sent.
---@return boolean
function Presence:is_reported() return self.status ~= nil and not self.unsent end

--- When `keep` has something to do.
---@return number
function Presence:next_time() return self.unsent and 0 or self.due end

-- Renews the lease, or takes one.
local function renew(self, client, seconds)
  if self.lease and ngx.now() >= self.due then
    local left, problem = client:keep_alive(self.lease)
    if not left then
      if problem.kind ~= "lease" then return problem end
      self.lease = nil
    end
  end
  if not self.lease then
    local lease, problem = client:grant(math.ceil(seconds))
    if not lease then return problem end
    self.lease, self.unsent, self.revision = lease, self.status ~= nil, nil
  end
  if ngx.now() >= self.due then self.due = ngx.now() + seconds / 2 end
end

local duplicate = "another node is named %s, too: give each node a name of its own, and reload nginx on both. Of two"
  .. " with one name, etcd knows only what one of them says"

-- Refuses the target of the node. Of two nodes with one name, etcd has only one status: an acknowledgement of one would
-- replace the refusal of the other.
local function refuse_duplicate(self)
  local source, status = self.source, self.plain
  local text = duplicate:format(source.options.node)
  messages.log(source.conf, ngx.ERR, text)
  status.verdict, status.report = "nack", text .. (status.report and "\n" .. status.report or "")
  self.status = statuses.encode(status) or self.status
end

-- Whether a status under the node's name is of another node that runs now. It is not when this node has written it:
-- etcd may have been restored from a copy, also from one that was made before nginx was started. Of two nodes with one
-- name, at least one finds the status of the other newer than its own start, whatever their clocks say.
local function is_of_another(self, status)
  return not status or status.instance ~= self.instance and status.at >= self.began
end

local function says_duplicate(status)
  return status and status.report and status.report:find(duplicate:match "^%a+ %a+ %a+ %a+", 1, true) == 1
end

-- Writes the node's own status again.
local function restate(self)
  self.status, self.unsent, self.revision = self.own_status, self.own_status ~= nil, nil
end

--- Takes a change of the node's own key from the watch. When another node has written there, both have one name, and
-- the operator must learn it at once. When the other node has reported this already, it is not reported again.
---@param event { type: "put"|"delete", value: string, lease: string?, mod_revision: integer }
function Presence:noticed(event)
  if self.unsent or not self.lease or event.lease == self.lease or event.mod_revision < (self.revision or 0) then
    return
  end
  if event.type == "delete" then return restate(self) end -- the other node has gone
  local status = statuses.parse(event.value)
  local is_own = status and status.instance == self.instance
  if says_duplicate(status) and not is_own or not self.status or not self.source.conf.shared.lock:is_mine() then
    return
  end
  if not is_of_another(self, status) then return restate(self) end
  refuse_duplicate(self)
  self.unsent, self.revision = true, nil
end

-- Puts the status. What this worker has put before is under the same lease, unless another node has the same name.
local function put(self, client)
  local source = self.source
  local key = source.keys:node(source.options.node)
  local done, problem = client:txn {
    compare = self.revision and { { key = key, mod_revision = self.revision } },
    success = { { put = { key = key, value = self.status, lease = self.lease } } },
    failure = { { range = { key = key } } },
  }
  if not done then return nil, problem end
  if done.succeeded then
    self.revision = done.revision
    return true
  end
  local found = done.responses[1] and done.responses[1].kvs and done.responses[1].kvs[1]
  if not self.revision then -- nothing was compared
    return nil, problems.new("answer", client:endpoint(), "it did not write a key, though nothing was compared")
  end
  self.revision = nil
  local another = found and found.lease ~= self.lease and is_of_another(self, statuses.parse(found.value))
  if another and source.conf.shared.lock:is_mine() then refuse_duplicate(self) end
  return put(self, client)
end

local function send(self, client)
  local source = self.source
  if self.own_schema and not self.schema_sent then
    local done, problem = client:put(source.keys:schema(self.schema_id), self.own_schema)
    if not done then return problem end
    self.schema_sent = true
  end
  local done, problem = put(self, client)
  if not done then
    if problem.kind == "lease" then self.lease, self.due = nil, 0 end
    return problem
  end
  self.unsent = false
end

--- Renews the lease and sends the status when it is time.
---@param client yschema.fleet.etcd.Client
---@param seconds number of the lease
---@return yschema.fleet.etcd.Problem? problem
function Presence:keep(client, seconds)
  if self.former then
    local former = self.former
    self.former = nil
    client:revoke(former) -- when that fails, it expires, because it is not renewed
  end
  local problem = renew(self, client, seconds)
  if problem then return problem end
  if not self.unsent then return nil end
  problem = send(self, client)
  if problem and problem.kind == "lease" then -- it has ended in between
    problem = renew(self, client, seconds) or send(self, client)
  end
  return problem
end

--- Gives the lease back, and with it the status. When that fails, both end by themselves.
---@param client yschema.fleet.etcd.Client
function Presence:give_back(client)
  if not self.lease then return end
  client:set_timeout(shortest_time)
  client:revoke(self.lease)
  self.lease = nil
end

-- Returns a path as bundles have it: relative, without "..", and without the folders of this machine.
local function relative(path)
  if path:find "^/" then return path:match "[^/]*$" end
  local parts = {}
  for part in path:gmatch "[^/]+" do
    if part ~= "." and part ~= ".." then parts[#parts + 1] = part end
  end
  return table.concat(parts, "/")
end

--- Sets the schema that the node has of its own. Nodes with equal schemas report the same bundle of it.
---@param name string of the configuration
---@param texts resty.yschema.Text[]
---@return string? problem
function Presence:set_schema(name, texts)
  local files, taken = {}, {}
  for i, item in ipairs(texts) do
    local path = relative(item.name)
    if taken[path] then path = i .. "/" .. path end
    taken[path] = true
    files[i] = { role = "schema", name = path, text = item.text }
  end
  local text, id = bundles.make { name = name, by = "node", made = "1970-01-01T00:00:00Z", files = files }
  if not text then return "the schema of this node cannot be reported: " .. id end
  if #text > bundles.part_bytes then return "the schema of this node is too large to be reported" end
  self.own_schema, self.schema_id = text, id
end

return presence
