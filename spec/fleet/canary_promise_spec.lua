-- A bad configuration stops at the canaries: twenty real nodes, of which two try it first. FLEET_NODES=… in the
-- environment makes the fleet larger.

local fleet = require "spec.support.real_fleet"

if not fleet.usable "the canaries of a fleet" then return end

local by_hand = require "spec.support.by_hand"
local etcd = require "spec.support.etcd"

local count = tonumber(os.getenv "FLEET_NODES") or 20

describe("the canaries of a fleet", function()
  local server, nodes, store

  -- Nodes accept less than the publisher: so a bundle that is valid there is refused here.
  setup(function()
    server = etcd.start()
    nodes = fleet.start {
      nodes = count, etcd = server, falls = true, conf = "options = { limits = { max_bytes = 3000 } },",
    }
    store = by_hand.new(server)
    local said = fleet.publish(server, fleet.values(1), { "--wait" })
    assert.equal(0, said.rc, said.stdout .. said.stderr)
    nodes:all_serve(1)
  end)

  teardown(function()
    if nodes then nodes:stop() end
    if server then server:stop() end
  end)

  it("stop what they refuse, and the pointer is back", function()
    local before = store:pointer()
    local said = fleet.publish(server, fleet.values(2, 1000), { "--canary", "10%", "--wait" })
    assert.equal(1, said.rc, said.stdout .. said.stderr)
    local all = said.stdout .. said.stderr
    assert.is_truthy(all:find("larger than the limit max_bytes", 1, true), all)
    local now = store:pointer()
    assert.is_nil(now.canary)
    assert.equal(before.stable.bundle, now.stable.bundle)
    nodes:all_serve(1)
    local validated = 0
    for _, node in ipairs(nodes.nodes) do
      if node:log():find("larger than the limit max_bytes", 1, true) then validated = validated + 1 end
    end
    assert.is_true(validated >= 1 and validated <= math.ceil(count / 10), validated .. " nodes have seen it")
  end)

  it("let pass what they take", function()
    local said = fleet.publish(server, fleet.values(3), { "--canary", "10%", "--wait" })
    assert.equal(0, said.rc, said.stdout .. said.stderr)
    nodes:all_serve(3)
    assert.is_nil(store:pointer().canary)
  end)

  it("try it while the others go on, without --wait", function()
    local said = fleet.publish(server, fleet.values(4), { "--canary", "10%" })
    assert.equal(0, said.rc, said.stdout .. said.stderr)
    local expected = math.ceil(count / 10)
    local function trying()
      local number = 0
      for _, node in ipairs(nodes.nodes) do
        local served = fleet.served(node)
        assert.is_true(served == 3 or served == 4)
        if served == 4 then number = number + 1 end
      end
      return number == expected
    end
    assert.is_true(fleet.wait(trying))
    fleet.sleep(0.5)
    assert.is_true(trying())
    assert.equal(0, fleet.run(server, { "publish", "--promote", "--wait" }).rc)
    nodes:all_serve(4)
    said = fleet.run(server, { "rollback", "--wait" })
    assert.equal(0, said.rc, said.stdout .. said.stderr)
  end)
end)
