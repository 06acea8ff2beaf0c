--- A source for `resty.yschema`: bundles that `yschema publish` puts into etcd.
--
--     conf = require("resty.yschema").new {
--       name = "gateway", cache = "/var/lib/yschema",
--       source = require("resty.yschema.etcd").new { endpoints = { "10.0.0.1:2379" }, prefix = "config" },
--     }
--
-- The pointer names the bundle that this node serves. The source watches it, fetches the bundle, and checks its hash
-- and its signature. `resty.yschema` validates the bundle; then the node writes an acknowledgement or a refusal to
-- etcd.
--
-- @module resty.yschema.etcd

local cache_file = require "yschema.fleet.cache_file"
local clients = require "yschema.fleet.etcd.client"
local fetching = require "resty.yschema.etcd.fetching"
local layout = require "yschema.fleet.layout"
local pointers = require "yschema.fleet.pointer"
local options_of = require "resty.yschema.options.etcd"
local presence = require "resty.yschema.etcd.presence"
local report = require "yschema.report.report"
local texts = require "resty.yschema.source.texts"
local transport = require "resty.yschema.etcd.cosocket"
local trust = require "resty.yschema.etcd.trust"

local etcd = {}

-- Seconds after which wait() returns, so that nginx can end this worker; and after which everything is read, even if
-- nothing seems to have happened.
local longest_wait, full_read = 1, 1200

---@class resty.yschema.etcd.Source: resty.yschema.Source
---@field options table
---@field client yschema.fleet.etcd.Client
---@field keys yschema.fleet.Keys once the name of the configuration is known
---@field conf resty.yschema.Conf
---@field held? { serial: integer, bundle: string, weak: boolean? } what is in service; weak: its serial is not
--- confirmed by a signature or a former serial, and is not remembered
---@field private presence resty.yschema.etcd.Presence
---@field private target? yschema.fleet.Target that was read last
---@field private fetched? resty.yschema.etcd.Fetched
---@field private watch? yschema.fleet.etcd.Watch
---@field private from? integer the first revision that is not known yet
---@field private known? integer the revision in which the pointer was changed last; 0: there is none
---@field private trusted number until when the watch is trusted
---@field private stale? boolean everything has to be read
---@field private memory? string what another worker has remembered, until the keys are known
local Source = { returns_soon = true }
Source.__index = Source

---@class resty.yschema.etcd.Options
---@field endpoints string|string[] "host:port", in front of which may be "etcds://" for TLS
---@field prefix? string of the keys
---@field node? string the name of this node, which no other one has (default: the machine's name)
---@field user? string
---@field password? string
---@field credentials? string path of a file with one line USER:PASSWORD, in place of both
---@field tls? { cert: string?, key: string?, verify: boolean?, name: string? } paths of files in PEM; the
--- authorities are those of nginx's directive `lua_ssl_trusted_certificate`
---@field public_key? string|string[] PEM, or paths of files: bundles must be signed by one of these keys
---@field lease? number seconds after which a node that has died is not listed any more (default 180)
---@field timeout? number seconds that an endpoint has for an answer (default 5)

--- Makes the source.
---@param options resty.yschema.etcd.Options
---@return resty.yschema.etcd.Source
function etcd.new(options)
  local plain, failure = options_of.read(options)
  if not plain then error("resty.yschema.etcd: " .. failure, 2) end
  local self = setmetatable({ options = plain, connected = false, contact = 0, trusted = 0 }, Source)
  self.client = clients.new {
    endpoints = plain.endpoints, user = plain.user, password = plain.password, tls = plain.tls,
    timeout = plain.timeout, transport = transport,
  }
  self.presence = presence.new(self)
  return self
end

-- Remembers the configuration of the source, which can have only one.
local function attach(self, conf)
  if self.conf == conf then return nil end
  if self.conf then return "this source is that of the configuration '" .. self.conf.name .. "': make another one" end
  local problem
  self.keys, problem = layout.new(self.options.prefix, conf.name)
  if problem then return problem end
  self.conf = conf
  if conf.own_schema then return self.presence:set_schema(conf.name, conf.own_schema) end
end

-- Takes the serial, the lease and the identity that another worker has remembered. A serial belongs to one pointer, and
-- a lease to one node: after a reload of nginx with another prefix or another name, they are not used. The status under
-- the former name vanishes with its lease.
local function take_memory(self)
  local text = self.memory
  self.memory = nil
  local pointer, node, serial, bundle, lease, instance = (text or ""):match(
    "^(%S+) (%S+) (%S+) (%S+) (%S+) ?(%S*)$")
  if not pointer then return end
  self.presence:continue_as(instance)
  serial = tonumber(serial)
  if pointer == ngx.md5(self.keys.pointer) and serial then
    self.held = { serial = serial, bundle = bundle, weak = serial == 0 }
  end
  lease = lease ~= "-" and lease or nil
  if node == ngx.md5(self.keys:node(self.options.node)) then
    self.presence:continue(lease)
  else
    self.presence:leave(lease)
  end
end

-- Notes how a request ended. A worker that exits ends its requests itself.
local function noted(self, problem)
  self.connected = problem == nil or self.connected and ngx.worker.exiting()
  if not problem then self.contact = ngx.now() end
  return problem
end

local function drop_watch(self)
  if self.watch then self.watch:close() end
  self.watch = nil
end

-- After a problem it is not known what has happened meanwhile.
local function lost(self, problem)
  drop_watch(self)
  self.stale = true
  if problem.kind == "cluster" and self.client:accept_cluster() then
    self.presence:forget()
    return "changed"
  end
  return nil, noted(self, problem)
end

-- The same for read(), which has no texts then.
local function unread(self, problem)
  local _, other = lost(self, problem)
  return nil, other or "etcd belongs to another cluster now, which is read from the beginning"
end

local function error_of(self, text, revision)
  return nil, report.of_error("source", self.conf.name, text), revision
end

-- Why a node refuses a target; nil when it accepts it.
local function older(self, target)
  local held = self.held
  if not held or held.weak then return nil end
  if target.serial > held.serial then return pointers.jump_problem(target.serial, held.serial) end
  if target.serial < held.serial then
    return ("the pointer has the serial %d, which is older than %d in service: etcd was restored from a backup; "
      .. "publish again"):format(target.serial, held.serial)
  end
  if target.bundle == held.bundle then return nil end
  return ("the pointer has the serial %d of what is in service, but names another bundle: publish again"):format(
    held.serial)
end

-- The texts of a target, which may have been fetched before.
local function texts_of(self, target, revision)
  local known = self.fetched and self.fetched.id == target.bundle and self.fetched
  if not known or known.serial ~= target.serial then
    local fetched, problem, failure
    if known then fetched, problem, failure = fetching.signed(self, target, known)
    else fetched, problem, failure = fetching.bundle(self, target, self.conf.settings.max_bytes) end
    if failure then return error_of(self, failure, revision) end
    if not fetched then return unread(self, problem) end
    self.fetched = fetched
  end
  noted(self)
  return texts.of_bundle(self.fetched.bundle), revision
end

local function nothing_there(self)
  local key = self.keys.pointer
  if not self.held then return ("there is nothing at %s: publish a configuration"):format(key) end
  return ("there is nothing at %s any more: etcd was emptied; publish again"):format(key)
end

local too_long = ("the pointer is damaged: it has more than %d bytes; run yschema fleet repair, and find out"
  .. " which other program writes to its key"):format(pointers.most_bytes)

-- The pointer: as the watch reported it, or as it is now.
local function pointed(self)
  local seen = self.seen
  self.seen = nil
  if seen and not self.stale then return seen end
  local found, problem = pointers.read(self.client, self.keys.pointer)
  if not found then return nil, problem end
  self.from, self.stale, self.read_at = found.revision + 1, nil, ngx.now()
  self.known = found.mod_revision
  trust.renew(self)
  drop_watch(self)
  return found
end

--- Reads what this node is pointed to. See `resty.yschema.Source`.
---@param conf resty.yschema.Conf
---@return resty.yschema.Text[]? list
---@return string|yschema.Report|table revision_or_why_not
---@return string? revision of a report
function Source:read(conf)
  local problem = attach(self, conf)
  if problem then return nil, problem end
  take_memory(self)
  local found
  found, problem = pointed(self)
  if not found then return unread(self, problem) end
  noted(self)
  self.target = nil
  if found.too_long then return error_of(self, too_long, "unreadable " .. found.mod_revision) end
  if not found.text then return error_of(self, nothing_there(self), "nothing") end
  local target, canary = fetching.target(found.text, self.options.node)
  if not target then return error_of(self, canary, "unreadable " .. found.mod_revision) end
  local revision = target.serial .. " " .. target.bundle
  self.target, self.canary = target, canary
  local failure = older(self, target)
  if failure then return error_of(self, failure, revision) end
  return texts_of(self, target, revision)
end

-- The bytes of the values that come at once. When there are more changes than that, everything is read.
local most_of_changes = 512 * 1024

-- Makes sure that there is a watch.
local function watched(self)
  if self.watch then return self.watch end
  local own = self.presence.revision
  local watch, problem = self.client:watch(self.keys.pointer, { from = self.from, most = most_of_changes,
    also = self.keys:node(self.options.node), also_from = own and own + 1 })
  if not watch then return nil, problem end
  self.watch = watch
  noted(self)
  return watch
end

-- Reads everything anew.
local function reread(self)
  self.stale = true
  drop_watch(self)
  return "changed"
end

-- Waits for a change of the pointer once.
local function next_change(self, ends)
  local problem = self.presence:keep(self.client, self.options.lease)
  if problem then return lost(self, problem) end
  noted(self)
  local missed
  missed, problem = trust.has_missed(self)
  if missed then return reread(self) end
  if problem then return lost(self, problem) end
  local watch
  watch, problem = watched(self)
  if not watch then return nil, problem end
  local changes
  changes, problem = watch:next(math.max(0.01, math.min(ends, self.presence:next_time()) - ngx.now()))
  if not changes then return nil, problem end
  local last
  for _, event in ipairs(changes.events) do
    if event.key == self.keys.pointer then last = event else self.presence:noticed(event) end
  end
  if not last then return nil, "timeout" end
  self.from, self.known = last.mod_revision + 1, last.type == "put" and last.mod_revision or 0
  self.seen = { text = last.type == "put" and last.value or nil, mod_revision = last.mod_revision }
  return "changed"
end

--- Waits for a change of the pointer. See `resty.yschema.Source`.
---@param revision? string
---@return "changed"|"timeout"|nil
---@return yschema.fleet.etcd.Problem? problem
function Source:wait(revision)
  if self.stale or not self.from or not revision then return "changed" end
  local ends = ngx.now() + longest_wait
  repeat
    local said, problem = next_change(self, ends)
    if said then return said end
    if problem ~= "timeout" then
      if problem.kind ~= "compacted" then return lost(self, problem) end
      return reread(self)
    end
  until ngx.now() >= ends
  return "timeout"
end

-- The release that a node holds. A node that held nothing cannot distinguish an enormous serial that another program
-- has written from a valid one, unless it is signed. It does not remember such a serial, so it follows when the
-- pointer is repaired.
local function holding(self, target)
  local before, known = self.held, self.options.keys ~= nil
  local weak = not known and (not before or before.weak) and pointers.jump_problem(target.serial, 0) ~= nil
  return { serial = target.serial, bundle = target.bundle, weak = weak }
end

-- The serial that is remembered.
local function lasting(held) return held.weak and 0 or held.serial end

--- Acknowledges a bundle, or refuses it with a report. The next `wait` sends this.
---@param _ string
---@param about? yschema.Report
function Source:validated(_, about)
  local target = self.target
  if not about then self.held = holding(self, target) end
  local held = self.held
  local problem = self.presence:report {
    node = self.options.node, yschema = report.version, serial = target and target.serial or held and held.serial or 0,
    bundle = target and target.bundle, verdict = about and "nack" or "ack", report = about and tostring(about) or nil,
    serving = held and held.bundle, serving_serial = held and held.serial, canary = self.canary or false,
    at = math.floor(ngx.now()),
  }
  self.acknowledged = not about
  if problem then error(problem, 0) end
end

--- Ends the watch: this worker stops, or continues in another timer from the same revision.
function Source:close()
  drop_watch(self)
  self.stale = self.stale or ngx.now() - (self.read_at or 0) > full_read
end

--- Gives the lease back, because nginx ends: so this node is not listed any more.
function Source:leave()
  if self.connected then self.presence:give_back(self.client) end
end

--- The fields of `conf:stats().source` for etcd.
---@class resty.yschema.etcd.Stats
---@field connected boolean whether etcd can be asked
---@field problem? string why not
---@field endpoint string "host:port" of the member that is asked
---@field contact? number when etcd last answered, in seconds since 1970
---@field node string
---@field serial? integer of the pointer under which the bundle in service came
---@field bundle? string the id of what is in service
---@field canary boolean whether the node is a canary
---@field acknowledged boolean whether etcd knows that this node serves what it is pointed to

--- Returns the state of the connection and of the node.
---@return resty.yschema.etcd.Stats
function Source:stats()
  local held = self.held or {}
  return {
    connected = self.connected, endpoint = self.client:endpoint(), node = self.options.node, serial = held.serial,
    bundle = held.bundle, canary = self.canary or false, contact = self.contact > 0 and self.contact or nil,
    acknowledged = self.acknowledged == true and self.presence:is_reported(),
  }
end

-- ---- what the next worker and the next nginx have to know ----------------------------

--- The state for the next worker that watches.
---@return string? text nil: nothing new
function Source:remember()
  local held = self.held
  if not self.keys or self.memory then return nil end
  return ("%s %s %s %s %s %s"):format(ngx.md5(self.keys.pointer), ngx.md5(self.keys:node(self.options.node)),
    held and ("%.0f"):format(lasting(held)) or "-", held and held.bundle or "-", self.presence.lease or "-",
    self.presence.instance)
end

--- Goes on where another worker has ended.
---@param text string
function Source:recall(text) self.memory = text end

--- Makes the text of the cache file.
---@param conf resty.yschema.Conf
---@return string? text nil: there is nothing new to write
---@return string? problem
function Source:cached(conf)
  local held, fetched = self.held, self.fetched
  if not held or not fetched or fetched.id ~= held.bundle or fetched.serial ~= held.serial then return nil end
  return cache_file.make { name = conf.name, serial = lasting(held), id = held.bundle, cluster = self.client:cluster(),
    pointer = self.keys.pointer, signature = fetched.signature, text = fetched.text }
end

--- Reads a cache file. Its hash and its signature are checked again.
---@param conf resty.yschema.Conf
---@param text string
---@return resty.yschema.Text[]? list
---@return string revision_or_problem
function Source:from_cache(conf, text)
  local problem = attach(self, conf)
  if problem then return nil, problem end
  local read
  read, problem = cache_file.read(text, conf.name, self.options.keys, self.keys.pointer)
  if not read then return nil, problem end
  -- A serial of another prefix does not count.
  if not read.pointer or read.pointer == self.keys.pointer then
    self.held = { serial = read.serial, bundle = read.id, weak = read.serial == 0 }
  end
  self.fetched = { id = read.id, serial = read.serial, text = read.text, signature = read.signature,
    bundle = read.bundle }
  return texts.of_bundle(read.bundle), read.serial .. " " .. read.id
end

return etcd
