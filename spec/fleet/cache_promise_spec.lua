-- A node that starts without etcd serves the last good version from its cache, and no cache that was edited. What
-- happens to the cache's disk happens to the cache alone.

local fleet = require "spec.support.real_fleet"

if not fleet.usable "the caches of a fleet" then return end

local by_hand = require "spec.support.by_hand"
local command = require "spec.support.command"
local etcd = require "spec.support.etcd"

describe("the caches of a fleet", function()
  local server, nodes, store, disk

  local function cache_of(node) return node.folder .. "/cache/gateway.bundle" end

  -- The second node's cache is on a disk of 64 KiB, where this machine lets us have one.
  local function small_disk(node)
    local folder = command.quote(node.folder .. "/cache")
    if command.output(("mount -t tmpfs -o size=64k tmpfs %s 2>/dev/null && echo yes"):format(folder))[1] == "yes" then
      disk = folder
    end
  end

  setup(function()
    server = etcd.start()
    nodes = fleet.start { nodes = 3, etcd = server }
    nodes:halt()
    small_disk(nodes.nodes[2])
    nodes:resume()
    store = by_hand.new(server)
    store:send(fleet.values(1))
    nodes:all_serve(1)
  end)

  teardown(function()
    if nodes then nodes:halt() end
    if disk then os.execute("umount " .. disk) end
    if nodes then nodes:stop() end
    if server then server:stop() end
  end)

  local function is_cached(node, text)
    return fleet.wait(function() return (command.read(cache_of(node)) or ""):find(text, 1, true) ~= nil end)
  end

  it("can be read by no other user, also when they could before", function()
    local path = command.quote(cache_of(nodes.nodes[1]))
    assert.is_true(is_cached(nodes.nodes[1], "left: 1\n"))
    assert.equal("600", command.output("stat -c %a " .. path)[1])
    os.execute("chmod 644 " .. path)
    store:validated(store:send(fleet.values(1)), 3)
    fleet.wait(function() return command.output("stat -c %a " .. path)[1] == "600" end)
    assert.equal("600", command.output("stat -c %a " .. path)[1])
  end)

  it("serve from the first request when etcd is down", function()
    assert.is_true(is_cached(nodes.nodes[1], "left: 1\n"))
    server:kill()
    nodes:halt()
    nodes:resume()
    for _, node in ipairs(nodes.nodes) do assert.equal(1, fleet.served(node)) end
  end)

  it("are not served when they were edited", function()
    local node = nodes.nodes[1]
    nodes:halt { node }
    local text = command.read(cache_of(node))
    node:write("cache/gateway.bundle", (text:gsub("left: 1\n", "left: 7\n")))
    nodes:resume { node }
    assert.equal(503, (fleet.ask(node, "/served")))
    assert.is_truthy(node:log():find "gateway.bundle[^\n]*SHA%-256", node:log())
  end)

  it("are not needed: a node without one, and without etcd, answers 503 until etcd is back", function()
    local node = nodes.nodes[3]
    nodes:halt { node }
    node:remove "cache/gateway.bundle"
    nodes:resume { node }
    assert.equal(503, (fleet.ask(node, "/served")))
    assert.is_truthy(select(2, fleet.ask(node, "/error")):find(server.endpoint, 1, true))
    server:restart()
    nodes:all_serve(1, 40)
    assert.is_true(is_cached(nodes.nodes[1], "left: 1\n"))
    assert.is_true(is_cached(node, "left: 1\n"))
  end)

  it("may be full: the node serves what it cannot write, and says so", function()
    if not disk then return pending "needs the permission to mount a small disk" end
    local node = nodes.nodes[2]
    store:send(fleet.values(2, 20000)) -- 140 KB
    nodes:all_serve(2)
    assert.is_truthy(node:log():find("[Nn]o space left"), node:log())
    local text = command.read(cache_of(node))
    assert.is_truthy(text:find("left: 1\n", 1, true), "the last version that fitted stays whole")
    store:send(fleet.values(3))
    nodes:all_serve(3)
    assert.is_true(is_cached(node, "left: 3\n"))
  end)

  it("may have lost their folder", function()
    local node = nodes.nodes[3]
    os.execute("rm -r " .. command.quote(node.folder .. "/cache"))
    store:send(fleet.values(4))
    nodes:all_serve(4)
    assert.is_truthy(node:log():find("cache", 1, true))
  end)
end)
