-- The table of `yschema fleet`, without a store.

local core = require "yschema.core"
local fleet = require "spec.support.fleet"
local overview = require "yschema.fleet.publishing.overview"
local pointer = require "yschema.fleet.pointer"
local publisher = require "spec.support.publisher"

local now = 1795423302
local one, two = ("1a"):rep(32), ("2b"):rep(32)

local function change(bundle)
  return { bundle = bundle, parts = 1, made = "2026-11-23T08:00:00Z", by = "ann@office" }
end

-- A store that holds these nodes.
local function store_of(given, nodes, strange)
  local look = { pointer = given, mod_revision = 1, nodes = nodes, strange = strange or {}, seen = 0, revision = 1 }
  return {
    name = "gateway", look = function() return look end,
    signature = function(_, target) return { text = target.bundle == two and "PEM" or nil } end,
  }
end

local function node(name, status)
  status.node, status.yschema, status.at = name, "0.1.0", status.at or now
  return { name = name, status = status }
end

local function acked(name, bundle, serial, at)
  return node(name, { serial = serial, bundle = bundle, verdict = "ack", serving = bundle, serving_serial = serial,
    at = at })
end

local function read(...) return assert(overview.read(store_of(...), now)) end

describe("the overview of a fleet", function()
  local first = pointer.publish(nil, change(one))

  it("shows nodes, those that refuse first, verdicts, serials, what is served, and ages", function()
    local later = pointer.publish(first, change(two))
    local found = read(later, {
      acked("a", two, 2, now - 119), acked("b", one, 1, now - 7199),
      node("c", { serial = 2, bundle = two, verdict = "nack", report = "no\nreally", serving = one, serving_serial = 1,
        at = now - 172799 }),
      node("d", { serial = 0, verdict = "nack", at = now - 86400 * 5 }), acked("e", two, 2, now + 50),
      acked("f", two, 2, 0),
    })
    assert.equal(table.concat({
      "gateway: bundle 2b2b2b2b2b2b, serial 2, signed, published 2026-11-23T08:00:00Z",
      "  by ann@office", "",
      "NODE  VERDICT          SERIAL  SERVING        AGE",
      "c     refused               2  1a1a1a1a1a1a   47h",
      "b     waiting               1  1a1a1a1a1a1a  119m",
      "d     waiting               0  nothing         5d",
      "a     serving               2  2b2b2b2b2b2b  119s",
      "e     serving               2  2b2b2b2b2b2b    0s",
      "f     serving               2  2b2b2b2b2b2b   old", "",
      "6 nodes: 3 up to date, 2 waiting, 1 refused",
      "node c refuses bundle 2b2b2b2b2b2b (serial 2):", "  no", "  really", "",
    }, "\n"), overview.text(found))
    assert.is_false(overview.is_current(found))
  end)

  it("fits 80 columns, whatever nodes are called", function()
    if fleet.missing() then return pending(fleet.missing()) end
    local nodes, names = {}, {}
    for i = 1, 12 do
      names[i] = ("x"):rep(i * 16) .. i
      nodes[i] = acked(names[i], one, 999999, now)
    end
    local upto = assert(pointer.threshold(names, 50))
    local canary = assert(pointer.canary(first, change(two), 33.333, upto))
    for line in overview.text(read(canary, nodes)):gmatch "[^\n]+" do assert.is_true(#line <= 80, line) end
  end)

  it("says what is not there", function()
    assert.equal("gateway: nothing is in service\n", overview.text(read(nil, {})))
    local found = read(nil, { node("a", { serial = 0, verdict = "nack" }) })
    assert.equal(table.concat({
      "gateway: nothing is in service, and 1 node waits", "",
      "NODE  VERDICT          SERIAL  SERVING        AGE",
      "a     waiting               0  nothing         0s", "",
    }, "\n"), overview.text(found))
    found = read(nil, { node("a", { serial = 0, verdict = "nack" }), acked("b", one, 7, now) })
    assert.matches("^gateway: nothing is in service, and 2 nodes wait\n\nNODE .*\nb +waiting +7  1a1a1a1a1a1a +0s\n$",
      overview.text(found))
    assert.is_false(overview.is_current(found))
    found = read(first, {}, { { key = "/p/gateway/nodes/x", problem = "it is no JSON" } })
    assert.matches("\nno node is alive\nthe key /p/gateway/nodes/x is skipped: it is no JSON\n",
      overview.text(found), 1, true)
    assert.is_false(overview.is_current(found))
  end)

  it("shows at most five reports", function()
    local nodes = {}
    for i = 1, 9 do nodes[i] = node("n" .. i, { serial = 1, bundle = one, verdict = "nack", report = "no" }) end
    local text = overview.text(read(first, nodes))
    assert.equal(5, select(2, text:gsub("refuses bundle", "")))
    assert.matches("\n4 more refuse theirs\n", text, 1, true)
  end)

  it("is JSON for programs", function()
    if fleet.missing() then return pending(fleet.missing()) end
    local upto = assert(pointer.threshold({ "a", "b" }, 50))
    local canary = assert(pointer.canary(first, change(two), 50, upto))
    local data = publisher.json(assert(core.encode(overview.data(read(canary, { acked("a", one, 1, now - 3),
      acked("b", two, 2, now) })), "json")))
    assert.same({ "gateway", 2, two, 50, true, false }, { data.name, data.pointer.serial, data.pointer.canary.bundle,
      data.pointer.canary.percent, data.pointer.canary.signed, data.pointer.stable.signed })
    assert.same({ "a", 3, one }, { data.nodes[1].node, data.nodes[1].age, data.nodes[1].serving })
    local count = 0
    for _, item in ipairs(data.nodes) do
      if item.canary then count = count + 1 end
    end
    assert.equal(1, count)
  end)
end)
