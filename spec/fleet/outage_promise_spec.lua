-- During each outage of etcd, requests go on, and versions catch up; no node goes back to an older one.

local fleet = require "spec.support.real_fleet"

if not fleet.usable "a fleet whose etcd fails" then return end

local by_hand = require "spec.support.by_hand"
local etcd = require "spec.support.etcd"
local nginx = require "spec.support.nginx"

describe("a fleet whose etcd fails", function()
  local server, proxy, nodes, store, finish
  local last = 0

  -- The nodes reach etcd through a proxy, so that the way to it can be cut while etcd goes on.
  setup(function()
    server = etcd.start()
    proxy = nginx.start {
      main = "worker_processes 1;",
      server = ("location / { proxy_pass http://%s; proxy_buffering off; proxy_read_timeout 1h; }")
        :format(server.endpoint),
    }
    nodes = fleet.start { nodes = 3, etcd = server, endpoint = proxy.url }
    store = by_hand.new(server)
    store:send(fleet.values(1))
    last = 1
    nodes:all_serve(1)
  end)

  teardown(function()
    if nodes then nodes:stop() end
    if proxy then proxy:stop() end
    if server then server:stop() end
  end)

  -- All requests that nodes answered meanwhile were answered with values.
  before_each(function() finish = nil end)

  local function load(seconds) finish = nodes:load(seconds, 20) end

  local function all_went_well()
    local _, errors = finish()
    assert.same({}, errors)
  end

  local function versions()
    local list = {}
    for i, node in ipairs(nodes.nodes) do list[i] = fleet.stats(node).version end
    return list
  end

  -- The version that nodes serve again after an outage is no new one: only what was published is.
  local function next_version(seconds)
    local expected = versions()
    for i, version in ipairs(expected) do expected[i] = version + 1 end
    last = last + 1
    store:send(fleet.values(last))
    nodes:all_serve(last, seconds)
    assert.same(expected, versions())
  end

  it("goes on when etcd was killed, and catches up", function()
    load(3)
    server:kill()
    fleet.sleep(0.5)
    server:restart()
    fleet.sleep(1)
    next_version(15)
    all_went_well()
  end)

  it("goes on when etcd does not answer, and catches up", function()
    load(3)
    server:pause()
    fleet.sleep(2)
    nodes:all_serve(last)
    server:resume()
    next_version(15)
    all_went_well()
  end)

  it("catches up when a watch was cut in the middle", function()
    load(2)
    os.execute("kill -KILL " .. table.concat(proxy:workers(), " "))
    next_version(15)
    all_went_well()
  end)

  it("reads everything when the revisions that it missed are gone", function()
    load(2)
    nginx.halt_all { proxy }
    for _ = 1, 3 do
      last = last + 1
      store:send(fleet.values(last))
    end
    server:compact()
    nginx.start_all { proxy }
    nodes:all_serve(last, 15)
    next_version()
    all_went_well()
  end)

  it("keeps the last good version when etcd was restarted empty, and takes what is published again", function()
    load(3)
    server:restart { empty = true }
    store = by_hand.new(server)
    local serial = store:send(fleet.values(last + 1)) -- its publisher cannot know which serials there were
    assert.equal(1, serial)
    for _, status in pairs(store:validated(1, 3, 15)) do
      assert.equal("nack", status.verdict)
      assert.is_truthy(status.report:find("older", 1, true), status.report)
    end
    nodes:all_serve(last)
    last = last + 1
    local said = fleet.publish(server, fleet.values(last), { "--wait" })
    assert.equal(0, said.rc, said.stdout .. said.stderr)
    nodes:all_serve(last)
    store = by_hand.new(server)
    all_went_well()
  end)

  it("takes nothing older from a copy of the store that was brought back", function()
    load(2)
    local now = store:pointer()
    local old_pointer = server:get(store.keys.pointer)
    next_version()
    assert(store.client:put(store.keys.pointer, old_pointer))
    fleet.sleep(1)
    nodes:all_serve(last)
    local status = select(2, next(store:statuses()))
    assert.is_true(status.serving_serial > now.serial)
    all_went_well()
    next_version()
  end)
end)
