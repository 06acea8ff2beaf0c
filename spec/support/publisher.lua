--- Support for specs about publishing: a configuration in a real etcd, its commands, and simulated nodes.
--
--     local fleet = publisher.new(server)            -- of spec.support.etcd
--     fleet:publish("port: 80\n", { "--wait" })      -- { rc =, stdout =, stderr = }
--     fleet:play("n1", "ack")                        -- the node n1 reports that it serves the wanted version

local assert = require "luassert"

local address = require "yschema.fleet.address"
local client = require "yschema.fleet.etcd.client"
local command = require "spec.support.command"
local core = require "yschema.core"
local folder = require "spec.support.folder"
local layout = require "yschema.fleet.layout"
local nginx = require "spec.support.nginx"
local node_status = require "yschema.fleet.node_status"
local pointer = require "yschema.fleet.pointer"

local publisher = {}

local Fleet = {}
Fleet.__index = Fleet

publisher.schema = "#@data/values-schema\n---\nport: 80\nmode: ''\n#@schema/sensitive\nkey: ''\n"

local count = 0

--- A configuration of its own in an etcd.
---@param server table
---@param what { url: string? }?
function publisher.new(server, what)
  count = count + 1
  local self = setmetatable({ name = "conf" .. count, server = server, folder = folder.make "more" }, Fleet)
  self.url = what and what.url or ("etcd://127.0.0.1:%d/specs"):format(server.port)
  self.etcd = client.new { endpoints = address.read(self.url).endpoints }
  self.keys = assert(layout.new("specs", self.name))
  self:write("schema.yml", publisher.schema)
  return self
end

function Fleet:write(name, text) return folder.write(self.folder, name, text) end

function Fleet:remove() folder.remove(self.folder) end

--- Runs a command for this configuration.
---@param job string
---@param flags string[]?
---@param opts table? for `command.run`
function Fleet:run(job, flags, opts)
  local words = { job, "--to", self.url, self.name }
  for _, word in ipairs(flags or {}) do words[#words + 1] = word end
  opts = opts or {}
  opts.folder = self.folder
  return command.run(words, opts)
end

--- Publishes the schema with these values.
function Fleet:publish(values, flags, opts)
  self:write("values.yml", "#@data/values\n---\n" .. values)
  local words = { "-f", "schema.yml", "-f", "values.yml" }
  for _, word in ipairs(flags or {}) do words[#words + 1] = word end
  return self:run("publish", words, opts)
end

local started = 0

--- Starts a command for this configuration in the background.
---@return fun(seconds: integer?): { rc: integer?, stdout: string, stderr: string } ended waits until it has ended
---@return fun(name: string) signal sends it a signal
---@return fun(): string printed what it has printed up to now
function Fleet:start(job, flags)
  started = started + 1
  local base = ("%s/more/%d"):format(self.folder, started)
  local words = { command.words, job, "--to", command.quote(self.url), self.name }
  for _, word in ipairs(flags or {}) do words[#words + 1] = command.quote(word) end
  folder.write(self.folder, "more/" .. started .. ".sh", ("echo $$ >%s.pid\nexec env --default-signal=INT %s\n"):format(
    base, table.concat(words, " ")))
  os.execute(("cd %s && { sh %s.sh >%s.out 2>%s.err </dev/null; echo $? >%s.rc; } &"):format(
    command.quote(self.folder), base, base, base, base))
  local function printed() return (command.read(base .. ".out") or "") .. (command.read(base .. ".err") or "") end
  return function(seconds)
    local rc = nginx.wait(function() return tonumber(command.read(base .. ".rc") or "") end, seconds or 10)
    return { rc = rc, stdout = command.read(base .. ".out"), stderr = command.read(base .. ".err") }
  end, function(name)
    os.execute(("kill -%s %d"):format(name, tonumber(command.read(base .. ".pid"))))
  end, printed
end

--- The value of its pointer.
---@return yschema.fleet.Pointer?
---@return integer mod_revision
function Fleet:pointer()
  local item = assert(self.etcd:range(self.keys.pointer)).kvs[1]
  if not item then return nil, 0 end
  return assert(pointer.parse(item.value)), item.mod_revision
end

--- The ids of the bundles in the store.
function Fleet:bundles()
  local ids, seen = {}, {}
  for _, item in ipairs(assert(self.etcd:range(self.keys.bundles, { prefix = true, keys_only = true })).kvs) do
    local id = self.keys:part_of(item.key)
    if id and not seen[id] then seen[id], ids[#ids + 1] = true, id end
  end
  return ids
end

--- Writes the status of a node.
---@param node string
---@param verdict "ack"|"nack"|"wait" about the wanted version; wait: it has not seen that yet
---@param more table? other fields
function Fleet:play(node, verdict, more)
  local now = self:pointer()
  local target = now and pointer.for_node(now, node)
  local status = { node = node, yschema = "0.1.0", serial = 0, verdict = "nack", at = os.time() }
  if target and verdict ~= "wait" then
    status.serial, status.bundle, status.verdict = target.serial, target.bundle, verdict
    if verdict == "ack" then status.serving, status.serving_serial = target.bundle, target.serial end
    status.canary = select(2, pointer.for_node(now, node))
  end
  for name, value in pairs(more or {}) do status[name] = value end
  assert(self.etcd:put(self.keys:node(node), assert(node_status.encode(status))))
end

--- Reads JSON.
function publisher.json(text)
  local read = assert(core.parse(core.source("said.json", text, false, true), {}))
  return read:value(1)
end

--- Asserts how a command ended, and that it printed certain words.
---@param result { rc: integer, stdout: string, stderr: string }
---@param rc integer
---@param ... string
function publisher.said(result, rc, ...)
  local text = tostring(result.stdout) .. tostring(result.stderr)
  assert.equal(rc, result.rc, text)
  for _, words in ipairs { ... } do assert.matches(words, text, 1, true) end
end

return publisher
