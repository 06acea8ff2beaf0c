-- `yschema publish` when something fails: other publishers, a store that goes down, keys of others, invalid arguments.

local command = require "spec.support.command"
local etcd = require "spec.support.etcd"

if not etcd.usable "yschema publish and its troubles" then return end

local bundle = require "yschema.fleet.bundle"
local publication = require "yschema.fleet.publishing.publication"
local node_status = require "yschema.fleet.node_status"
local pointer = require "yschema.fleet.pointer"
local publisher = require "spec.support.publisher"
local stores = require "yschema.fleet.publishing.store"

local json, said = publisher.json, publisher.said

describe("yschema publish, when something fails #programs", function()
  local server, fleet

  lazy_setup(function() server = etcd.start() end)
  lazy_teardown(function() server:stop() end)
  before_each(function() fleet = publisher.new(server) end)
  after_each(function() fleet:remove() end)

  it("lets one of two publishers win, and says so to the other one", function()
    said(fleet:publish "port: 81\n", 0)
    local done = {}
    for i = 1, 4 do
      fleet:write("v" .. i .. ".yml", "#@data/values\n---\nport: " .. 100 + i .. "\n")
      done[i] = fleet:start("publish", { "-f", "schema.yml", "-f", "v" .. i .. ".yml" })
    end
    local won = 0
    for i = 1, 4 do
      local result = done[i]()
      if result.rc == 0 then won = won + 1
      else said(result, 1, "another publisher was faster: ", "nothing was changed") end
    end
    assert.is_true(won >= 1)
    local now = fleet:pointer()
    assert.same({ 1 + won, won }, { now.serial, #now.history })
    local named = pointer.bundles(now)
    for _, id in ipairs(fleet:bundles()) do assert.is_true(named[id], id) end
  end)

  it("does not remove what another publisher is about to name", function()
    said(fleet:publish "port: 81\n", 0)
    local store = stores.new(fleet.etcd, fleet.keys, fleet.name)
    local function files(port)
      return { { role = "schema", name = "s.yml", text = "#@data/values-schema\n---\nport: " .. port .. "\n" } }
    end
    local who = { by = "spec", made = "2026-01-01T00:00:00Z" }
    local one, other = { look = assert(store:look()) }, { look = assert(store:look()) }
    local change = assert(publication.publish(store, one, { files = files(1) }, who))
    local left, problem = publication.publish(store, other, { files = files(2) }, who)
    assert.is_nil(left)
    assert.equal("lost", problem.kind)
    assert.matches("spec did it at 2026-01-01T00:00:00Z (serial 2)", problem.message, 1, true)
    assert.equal(2, #fleet:bundles())
    -- A bundle that was written after the pointer stays, an older one goes.
    local text, id = bundle.make { name = fleet.name, by = "spec", made = who.made, files = files(3) }
    assert(store:put_bundle(id, text))
    local look = assert(store:look())
    assert.equal(0, store:clean(look))
    local next_one = assert(publication.publish(store, { look = look }, { files = files(4) }, who))
    look = assert(store:look())
    assert.equal(next_one.mod_revision, look.mod_revision)
    assert.equal(1, store:clean(look))
    for _, kept in ipairs(fleet:bundles()) do assert.are_not.equal(id, kept) end
    assert.is_true(pointer.bundles(look.pointer)[change.bundle])
  end)

  it("never names a bundle that was removed", function()
    said(fleet:publish "port: 81\n", 0)
    local store = stores.new(fleet.etcd, fleet.keys, fleet.name)
    local files = { { role = "schema", name = "s.yml", text = "#@data/values-schema\n---\nport: 1\n" } }
    local look, move = assert(store:look()), store.move
    function store:move(...) -- another publisher of the same files, who was too late
      self.move = move
      self:discard(select(1, ...).stable.bundle)
      return move(self, ...)
    end
    local change, problem = publication.publish(store, { look = look }, { files = files },
      { by = "spec", made = "2026-01-01T00:00:00Z" })
    assert.same({ nil, "lost" }, { change, problem.kind })
    assert.equal(1, fleet:pointer().serial)
  end)

  -- Their reports together may be more than an answer may have: then nothing could be taken back.
  it("reads the nodes of a large fleet piece by piece", function()
    fleet:publish "port: 81\n"
    local most, steps = 0, {}
    for i = 1, 1001 do
      local status = { node = "n" .. i, yschema = "0.1.0", serial = 1, verdict = "nack", report = "no", at = os.time() }
      steps[#steps + 1] = { put = { fleet.keys:node(status.node), assert(node_status.encode(status)) } }
      if #steps == 100 or i == 1001 then
        assert(fleet.etcd:txn { success = steps })
        steps = {}
      end
    end
    local range = fleet.etcd.range
    function fleet.etcd:range(...)
      local answer, problem = range(self, ...)
      most = math.max(most, answer and #answer.kvs or 0)
      return answer, problem
    end
    local look = assert(stores.new(fleet.etcd, fleet.keys, fleet.name):nodes())
    assert.same({ 1001, 500 }, { #look.nodes, most })
    assert.equal("n1", look.nodes[1].name)
    assert.equal("n999", look.nodes[1001].name)
    said(fleet:run "fleet", 1, "1001 nodes: 0 up to date")
  end)

  it("keeps what nodes serve, and removes what is not needed", function()
    said(fleet:publish "port: 1\n", 0)
    local first = fleet:pointer().stable.bundle
    fleet:play("n1", "ack")
    local store = stores.new(fleet.etcd, fleet.keys, fleet.name)
    for i = 2, 23 do -- the history has 20
      local look = assert(store:look())
      local files = { { role = "schema", name = "s.yml", text = "#@data/values-schema\n---\nport: " .. i .. "\n" } }
      local who = { by = "spec", made = "2026-01-01T00:00:00Z" }
      assert(publication.publish(store, { look = look }, { files = files }, who))
      assert(store:clean(assert(store:look())))
    end
    local named, kept = pointer.bundles(fleet:pointer()), fleet:bundles()
    assert.is_nil(named[first])
    assert.equal(22, #kept) -- the one in service, 20 before it, and what n1 serves
    fleet.etcd:delete(fleet.keys:node "n1")
    assert.equal(1, store:clean(assert(store:look())))
    assert.equal(21, #fleet:bundles())
  end)

  -- A client that fails at its n-th call: before it was done, or after that.
  local function failing(real, at, after)
    local count = 0
    local calls = {}
    for _, name in ipairs { "range", "put", "txn" } do
      calls[name] = function(_, ...)
        count = count + 1
        if count < at or count > at and not after then
          if count > at then return nil, { kind = "connect", message = "the store is down" } end
          return real[name](real, ...)
        end
        if after and count == at then
          real[name](real, ...)
          return nil, { kind = "timeout", message = "no answer" }
        end
        if after then return real[name](real, ...) end
        return nil, { kind = "connect", message = "the store is down" }
      end
    end
    return calls, function() return count end
  end

  it("leaves nothing half written, wherever the store goes down", function()
    local publication_plan = require "yschema.fleet.publishing.publication_plan"
    local bundle_validation = require "yschema.fleet.publishing.bundle_validation"
    local settings = require "yschema.pipeline.settings".of_options({}, 1)
    said(fleet:publish "port: 81\n", 0)
    local seen = { published = 0, failed = 0 }
    for _, after in ipairs { false, true } do
      for at = 1, 12 do
        local files = { { role = "schema", name = "s.yml",
          text = ("#@data/values-schema\n---\nport: %d\n#! %s\n"):format(at, tostring(after)) } }
        local validated = bundle_validation.validate(files, settings, function() end)
        local request = { files = files, validated = validated, allow_breaking = true }
        local before = fleet:pointer()
        local store = stores.new(failing(fleet.etcd, at, after), fleet.keys, fleet.name)
        local plan, problem = publication_plan.plan(store, request, settings)
        local change
        if plan then change, problem = publication.publish(store, plan, request,
          { by = "spec", made = "2026-01-01T00:00:00Z" }) end
        if change then store:clean(assert(stores.new(fleet.etcd, fleet.keys, fleet.name):look())) end
        local now = fleet:pointer()
        local real = stores.new(fleet.etcd, fleet.keys, fleet.name)
        if change then
          assert.equal(change.bundle, now.stable.bundle)
          seen.published = seen.published + 1
        else
          assert.is_string(problem.message)
          if problem.kind ~= "unknown" then assert.same(before, now) end
          seen.failed = seen.failed + 1
        end
        assert(real:bundle(now.stable), "the pointer names what is not there")
      end
    end
    assert.is_true(seen.published > 4 and seen.failed > 4)
    said(fleet:publish("port: 99\n", { "--allow-breaking" }), 0)
    local named = pointer.bundles(fleet:pointer())
    for _, id in ipairs(fleet:bundles()) do assert.is_true(named[id], id) end
  end)

  it("does not touch what others have put under its keys", function()
    local base = "/specs/" .. fleet.name .. "/"
    local theirs = {
      [base .. "bundles/readme"] = "theirs", [base .. "bundles/" .. ("a"):rep(64) .. "/notes"] = "theirs",
      [base .. "nodes/what is this"] = "theirs", [base .. "nodes/db"] = "10.0.0.1", [base .. "other"] = "x",
      ["/specs/" .. fleet.name .. "2/pointer"] = "x", ["/specs/" .. fleet.name] = "x",
    }
    for name, value in pairs(theirs) do server:put(name, value) end
    said(fleet:publish "port: 81\n", 0)
    said(fleet:publish("port: 82\n", { "--wait" }), 0, "no node is alive")
    said(fleet:run "rollback", 0)
    for name, value in pairs(theirs) do assert.equal(value, server:get(name), name) end
    local result = fleet:run "fleet"
    said(result, 1, "no node is alive", "nodes/db is skipped", "nodes/what is this is")
    server:put(base .. "pointer", "their pointer")
    for _, words in ipairs { { "fleet" }, { "rollback" }, { "publish", { "--promote" } } } do
      said(fleet:run(words[1], words[2]), 2, "the key " .. base .. "pointer holds something that is not ours",
        "choose another one in --to")
    end
    said(fleet:publish "port: 81\n", 2, "holds something that is not ours")
    assert.equal("their pointer", server:get(base .. "pointer"))
  end)

  it("goes on after an etcd that was emptied, with a greater serial", function()
    for i = 1, 3 do said(fleet:publish("port: " .. i .. "\n"), 0) end
    fleet:play("n1", "ack")
    local status = server:get(fleet.keys:node "n1")
    server:delete("/specs/" .. fleet.name .. "/", true)
    server:put(fleet.keys:node "n1", status) -- it is alive, and reports it again
    said(fleet:run "rollback", 1, "nothing was published yet")
    said(fleet:publish "port: 4\n", 0, "(serial 4)")
    assert.equal("n1", assert(node_status.parse(status, "n1")).node)
  end)

  it("says that the store cannot be reached, without a password", function()
    fleet:write("pass", "joe:hunter2\n")
    fleet.url = "etcd://127.0.0.1:1/specs"
    said(fleet:publish("port: 81\n", { "--credentials", "pass" }), 2, "127.0.0.1:1")
    for _, job in ipairs { "rollback", "fleet" } do
      local result = fleet:run(job, { "--credentials", "pass", "--report", "json" })
      assert.equal(2, result.rc)
      assert.matches("127.0.0.1:1", json(result.stdout).violations[1].message, 1, true)
      assert.is_nil((result.stdout .. result.stderr):find("hunter2", 1, true))
    end
    fleet.url = "etcd://joe:hunter2@127.0.0.1:1/specs"
    local result = fleet:publish "port: 81\n"
    assert.is_nil((result.stdout .. result.stderr):find("hunter2", 1, true))
  end)

  it("uses TLS, users and passwords from where they are given", function()
    local path = etcd.certificates(fleet.folder)
    local own = etcd.start { user = "joe", password = "hunter2", tls = {
      cert = path "server.pem", key = path "server.key", client_ca = path "ca.pem" } }
    finally(function() own:stop() end)
    fleet.url = ("etcds://127.0.0.1:%d/specs"):format(own.port)
    fleet:write("pass", "joe:hunter2\n")
    local tls = { "--cacert", path "ca.pem", "--cert", path "client.pem", "--key", path "client.key" }
    local function with(...)
      local words = { ... }
      for _, word in ipairs(tls) do words[#words + 1] = word end
      return words
    end
    said(fleet:publish("port: 81\n", with("--credentials", "pass")), 0, "(serial 1)")
    local vars = { "YSCHEMA_ETCD_USER=joe", "YSCHEMA_ETCD_PASSWORD=hunter2" }
    said(fleet:run("fleet", with(), { vars = vars }), 1, "serial 1")
    local result = fleet:run("fleet", with(), { vars = { vars[1], "YSCHEMA_ETCD_PASSWORD=hunter3" } })
    said(result, 2, "127.0.0.1")
    assert.is_nil(result.stderr:find("hunter3", 1, true))
    tls[2] = path "stranger.pem"
    said(fleet:run("fleet", with(), { vars = vars }), 2, "127.0.0.1")
  end)

  it("says which module is missing", function()
    fleet:write("socket.lua", "error 'not here'\n")
    for _, job in ipairs { "rollback", "fleet" } do
      said(fleet:run(job, {}, { vars = { "LUA_PATH=" .. fleet.folder .. "/?.lua;" .. package.path } }), 2,
        "etcd needs the Lua module socket: install Debian's lua-socket")
    end
  end)

  it("says what is wrong with a call", function()
    local function refused(words, ...)
      local result = command.run(words)
      assert.equal(2, result.rc)
      for _, text in ipairs { ... } do assert.matches(text, result.stderr, 1, true) end
    end
    local to = { "--to", "etcd://127.0.0.1:1" }
    local function with(...)
      local words = { ... }
      for _, word in ipairs(to) do words[#words + 1] = word end
      return words
    end
    refused({ "publish", "-f", "x.yml", "name" }, "where is the store?", "--to etcd://")
    refused(with("publish", "-f", "x.yml"), "which configuration?")
    refused(with("publish", "name"), "no files: give schema and values with -f")
    refused(with("publish", "name", "values.yml", "-f", "x"), "unexpected argument 'values.yml'", "-f")
    refused(with("publish", "a/b", "-f", "x"), "the name of a configuration")
    refused(with("publish", "n", "-f", "x", "--promote"), "-f and --promote exclude each other")
    refused(with("publish", "n", "-f", "x", "--sign", "k", "--unsigned"), "--sign and --unsigned exclude each other")
    refused(with("publish", "n", "-f", "x", "--timeout", "5"), "add --wait")
    refused(with("publish", "n", "-f", "x", "--canary", "0%"), "--canary", "such as 5%")
    refused(with("publish", "n", "-f", "x", "--canary", "five"), "--canary", "such as 5%")
    refused(with("publish", "n", "-f", "x", "--wait", "--timeout", "0"), "--timeout")
    refused({ "fleet", "n", "--to", "http://x" }, "etcd://")
    refused(with("fleet", "n", "--report-file", "x"), "add --report json\n")
    refused({ "rollback", "n", "--to", "" }, "--to: its argument is empty")
  end)
end)
