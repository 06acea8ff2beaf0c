-- No request sees a version that is not valid, or two versions: three real nodes under load, while what is published
-- changes five times a second, each fifth time to something bad. FLEET_SECONDS=20 in the environment makes it longer.

local fleet = require "spec.support.real_fleet"

if not fleet.usable "a fleet under load" then return end

local by_hand = require "spec.support.by_hand"
local etcd = require "spec.support.etcd"

local seconds = tonumber(os.getenv "FLEET_SECONDS") or 6

-- The ways to be bad, one after the other.
local bad = {
  function(store, number) store:send(fleet.values(-number)) end,
  function(store, number) store:send(fleet.values(number), { flip = true }) end,
  function(store, number) store:send(fleet.values(number), { cut = true }) end,
  function(store, number) store:send(fleet.values(number), { schema = "#@data/values-schema\n---\nleft: [\n" }) end,
  function(store, number) store:send(fleet.values(number), { missing = true }) end,
  function(store) store.client:put(store.keys.pointer, '{"format": "yschema-pointer/1", "serial": ') end,
}

describe("a fleet under load", function()
  local server, nodes

  teardown(function()
    if nodes then nodes:stop() end
    if server then server:stop() end
  end)

  it("serves whole and valid versions only, and none after a newer one", function()
    server = etcd.start()
    nodes = fleet.start { nodes = 3, workers = 2, etcd = server }
    local store, valid, last = by_hand.new(server), { ["1"] = true }, 1
    store:send(fleet.values(1))
    nodes:all_serve(1)
    local finish = nodes:load(seconds)
    for number = 2, seconds * 5 do
      local began = require("socket").gettime()
      if number % 5 == 0 then
        bad[number / 5 % #bad + 1](store, number)
      else
        store:send(fleet.values(number))
        valid[tostring(number)], last = true, number
      end
      fleet.sleep(math.max(0, 0.2 - (require("socket").gettime() - began)))
    end
    local served, faults = finish()
    assert.same({}, faults)
    local seen = 0
    for body, count in pairs(served) do
      if type(body) == "string" then
        assert.is_true(valid[body], body .. " was served")
        seen = seen + 1
      else
        assert.is_true(count > 100)
      end
    end
    nodes:all_serve(last)
    assert.is_true(seen > seconds, ("only %d versions were seen"):format(seen))
    for _, node in ipairs(nodes.nodes) do assert.is_nil(node:log():find("exited on signal", 1, true)) end
    if os.getenv "FLEET_SECONDS" then
      print(("%d s, %d versions published, %d of them bad, %d served, %d, %d and %d requests"):format(seconds,
        seconds * 5, seconds, seen, served[1], served[2], served[3]))
    end
  end)
end)
