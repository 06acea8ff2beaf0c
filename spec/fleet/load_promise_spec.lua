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

  -- Publishes for some seconds, from a version on, under load. Gives the number of the next version.
  local function round(store, first, valid)
    local finish = nodes:load(seconds)
    for number = first, first + seconds * 5 - 1 do
      local began = require("socket").gettime()
      if number % 5 == 0 then
        bad[number / 5 % #bad + 1](store, number)
      else
        store:send(fleet.values(number))
        valid[tostring(number)] = true
      end
      fleet.sleep(math.max(0, 0.2 - (require("socket").gettime() - began)))
    end
    return first + seconds * 5, finish()
  end

  -- On a machine that is busy with other things, few requests see few versions: then there are more rounds. What is
  -- served is looked at in all of them.
  it("serves whole and valid versions only, and none after a newer one", function()
    server = etcd.start()
    nodes = fleet.start { nodes = 3, workers = 2, etcd = server }
    local store, valid = by_hand.new(server), { ["1"] = true }
    store:send(fleet.values(1))
    nodes:all_serve(1)
    local next_one, seen, requests = 2, 0, { 0, 0, 0 }
    for _ = 1, 10 do
      local served, errors
      next_one, served, errors = round(store, next_one, valid)
      assert.same({}, errors)
      for i, count in ipairs(requests) do requests[i] = count + served[i] end
      for body in pairs(served) do
        if type(body) == "string" then
          assert.is_true(valid[body], body .. " was served")
          seen = seen + 1
        end
      end
      if seen > seconds and math.min(requests[1], requests[2], requests[3]) > 100 then break end
    end
    local last = next_one - 1
    nodes:all_serve(last % 5 == 0 and last - 1 or last)
    assert.is_true(seen > seconds, ("only %d versions were seen"):format(seen))
    for _, count in ipairs(requests) do assert.is_true(count > 100, count .. " requests") end
    for _, node in ipairs(nodes.nodes) do assert.is_nil(node:log():find("exited on signal", 1, true)) end
    if os.getenv "FLEET_SECONDS" then
      print(("%d s, %d versions published, %d of them bad, %d served, %d, %d and %d requests"):format(seconds,
        last, math.floor(last / 5), seen, requests[1], requests[2], requests[3]))
    end
  end)
end)
