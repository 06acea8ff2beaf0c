-- Nodes of a fleet in trouble: what ends or changes at a bad moment. nginx has LuaJIT, whichever Lua runs
-- this: once is enough.

local by_hand = require "spec.support.by_hand"
local cache_file = require "yschema.fleet.cache_file"
local command = require "spec.support.command"
local etcd = require "spec.support.etcd"
local fleet = require "spec.support.real_fleet"

if not fleet.usable "nodes of a fleet in trouble" or not etcd.usable "nodes of a fleet in trouble" then return end

describe("nodes of a fleet in trouble", function()
  local server, store, nodes, node

  setup(function() server = etcd.start() end)
  teardown(function() server:stop() end)
  before_each(function()
    server:delete("/", true)
    store = by_hand.new(server)
  end)
  after_each(function()
    if nodes then nodes:stop() end
    nodes = nil
  end)

  local function start(what)
    what.nodes, what.etcd, what.falls = what.nodes or 1, server, true
    nodes = fleet.start(what)
    node = nodes.nodes[1]
  end

  it("have a whole cache, whenever their workers are killed", function()
    start { dict = "lua_shared_dict yschema 20m; lua_socket_log_errors off;" }
    local path, seen = node.folder .. "/cache/gateway.bundle", {}
    for i = 1, 12 do
      store:send(fleet.values(i, 100000)) -- 700 KB
      fleet.sleep(0.05 + i * 0.02)
      -- A busy machine writes none in so short a time.
      if i == 12 and not next(seen) then fleet.wait(function() return command.read(path) end) end
      os.execute("kill -KILL " .. table.concat(node:workers(), " "))
      local text = command.read(path)
      local read, problem = cache_file.read(text or "", "gateway")
      assert.is_true(text == nil or read ~= nil, problem)
      if read then seen[read.serial] = true end
    end
    nodes:all_serve(12)
    assert.is_true(fleet.wait(function()
      local read = cache_file.read(command.read(path) or "", "gateway")
      return read and read.serial == 12
    end))
    assert.is_truthy(next(seen), "no cache was written meanwhile")
  end)

  it("report again why they refuse a bundle, when their lease was lost", function()
    start {}
    store:validated(store:send(fleet.values(1)), 1)
    local serial = store:send(fleet.values(-1))
    local status = store:validated(serial, 1)["node-001"]
    assert.equal("nack", status.verdict)
    local key = store.keys:node "node-001"
    local before = store.client:range(key).kvs[1]
    assert(store.client:revoke(before.lease))
    -- A node watches its own key, so it learns of it at once.
    assert.is_true(fleet.wait(function()
      local now = store.client:range(key).kvs[1]
      return now and now.lease ~= before.lease
    end))
    local after = store:validated(serial, 1)["node-001"]
    assert.same({ "nack", serial, 1 }, { after.verdict, after.serial, after.serving_serial })
    assert.matches("a value >= 0", after.report)
    nodes:all_serve(1)
  end)

  it("refuse a pointer of a megabyte, and read the next one", function()
    start {}
    store:validated(store:send(fleet.values(1)), 1)
    for _, text in ipairs { ("x"):rep(1000000), '{"format":"yschema-pointer/1","serial":7,"by":"'
      .. ("x"):rep(1000000) .. '"}', ("["):rep(1000000) } do
      assert(store.client:put(store.keys.pointer, text))
      assert.is_true(fleet.wait(function()
        return select(2, fleet.ask(node, "/error")):find "the pointer is damaged" ~= nil
      end))
      nodes:all_serve(1)
      store:send(fleet.values(2))
      nodes:all_serve(2)
      store:send(fleet.values(1))
      nodes:all_serve(1)
    end
    local status = store:statuses()["node-001"]
    assert.equal("ack", status.verdict)
  end)

  it("go back when a canary is rolled back while nodes still try it", function()
    start { nodes = 3 }
    assert.equal(0, fleet.publish(server, fleet.values(1), { "--wait" }).rc)
    nodes:all_serve(1)
    assert.equal(0, fleet.publish(server, fleet.values(2), { "--canary", "40%" }).rc)
    local said = fleet.run(server, { "rollback", "--wait" })
    assert.equal(0, said.rc, said.stdout .. said.stderr)
    nodes:all_serve(1)
    for _, status in pairs(store:statuses()) do assert.same({ "ack", false }, { status.verdict, status.canary }) end
    assert.equal(0, fleet.publish(server, fleet.values(3), { "--canary", "40%", "--wait" }).rc)
    nodes:all_serve(3)
  end)
end)
