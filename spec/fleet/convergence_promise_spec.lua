-- All nodes converge. spec/bench/fleet.lua measures how soon, with a hundred nodes.

local fleet = require "spec.support.real_fleet"

if not fleet.usable "a fleet that converges" then return end

local by_hand = require "spec.support.by_hand"
local etcd = require "spec.support.etcd"

describe("a fleet", function()
  local server, nodes, count = nil, nil, tonumber(os.getenv "FLEET_NODES") or 12

  setup(function()
    server = etcd.start()
    nodes = fleet.start { nodes = count, etcd = server }
  end)

  teardown(function()
    if nodes then nodes:stop() end
    if server then server:stop() end
  end)

  it("acknowledges the same version on all nodes, each time, within some seconds", function()
    local store = by_hand.new(server)
    for number = 1, 5 do
      local serial, id = store:send(fleet.values(number))
      for name, status in pairs(store:validated(serial, count, 10)) do
        assert.same({ "ack", id, serial }, { status.verdict, status.serving, status.serving_serial }, name)
      end
      nodes:all_serve(number, 0)
    end
  end)
end)
