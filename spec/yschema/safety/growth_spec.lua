-- The cost of many documents on a large base: each costs as much as it touches.

local yschema = require "yschema"

local schema = assert(yschema.load [[
#@data/values-schema
---
base:
  #@schema/any-key
  _: {a: 0, b: "", c: [0]}
kept: {x: 0, gone: 1}
x: 0
l: [""]
]])

local listed = assert(yschema.load [[
#@data/values-schema
---
items: [{name: "", size: 0}]
]])

local function items(count)
  local lines = { "items:" }
  for i = 1, count do lines[#lines + 1] = ("- {name: n%d, size: 1}"):format(i) end
  return table.concat(lines, "\n") .. "\n"
end

local function first_items(count)
  local docs = {}
  for i = 1, count do
    docs[i] = ("#@data/values\n---\nitems:\n#@overlay/match by=overlay.index(%d)\n- size: 5\n"):format(i % 3)
  end
  return table.concat(docs)
end

local function base(count)
  local lines = { "base:" }
  for i = 1, count do lines[#lines + 1] = ("  k%d: {a: %d, b: t, c: [1, 2]}"):format(i, i) end
  return table.concat(lines, "\n") .. "\n"
end

local function documents(count)
  local docs = {}
  for i = 1, count do
    docs[i] = ([[
#@data/values
---
#@overlay/replace
x: %d
base:
  #@overlay/match missing_ok=True
  k%d:
    a: 5
kept:
  #@overlay/remove
  gone: 0
l:
- item
]]):format(i, i)
  end
  return table.concat(docs)
end

-- The processor's time, without the collector's work.
local function seconds(using, ...)
  collectgarbage()
  collectgarbage "stop"
  local began = os.clock()
  local values = assert(using:apply(...))
  local taken = os.clock() - began
  collectgarbage "restart"
  return taken, values
end

-- Checks that 500 documents take less than four times as long as one of them, though the base is large; if each looked
-- at all of the base, that would be 500 times. Both are measured in turns, and the least time of each counts: others
-- use the machine, too. Gives the values of all.
local function costs_what_it_touches(using, large, documents_of)
  local few, many, values = math.huge, math.huge
  for turn = 1, 12 do
    few = math.min(few, (seconds(using, large, documents_of(1))))
    local taken
    taken, values = seconds(using, large, documents_of(500))
    many = math.min(many, taken)
    if turn >= 2 and many < 4 * few then return values end
  end
  error(("%.3f s for one, %.3f s for 500"):format(few, many), 2)
end

describe("documents with overlays on a large base", function()
  it("cost what they touch", function()
    local values = costs_what_it_touches(schema, base(15000), documents)
    assert.equal(500, values.x)
    assert.equal(500, #values.l)
    assert.equal(1, values.kept.gone)
    assert.equal(5, values.base.k500.a)
  end)

  it("cost the way to the item that an index names", function()
    local values = costs_what_it_touches(listed, items(30000), first_items)
    assert.equal(5, values.items[3].size)
    assert.equal(1, values.items[4].size)
  end)
end)

describe("alternatives inside themselves", function()
  -- Two schemas that contain a list of either of them.
  local function schema_of(word)
    local alternative = "#@ def %s():\n" .. word .. "x: 1\n%s: 1\nlist:\n#@schema/any-of a, b\n-\n#@ end\n"
    return assert(yschema.load(alternative:format("a", "n") .. alternative:format("b", "m")
      .. "#@data/values-schema\n---\n#@schema/any-of a, b\nroot: {}\n"))
  end

  local function nested(entry, innermost)
    return "root: " .. ("{" .. entry .. "list: ["):rep(60) .. innermost .. ("]}"):rep(60)
  end

  -- Whether values fit, by what stands in each map and in the innermost one. If each level doubled the work, sixty of
  -- them would take longer than anybody waits, on any machine.
  local function hold(using, expected)
    for _, row in ipairs(expected) do
      local began = os.clock()
      local values = using:apply(nested(row[1], row[2]))
      local taken = os.clock() - began
      assert.equal(row.fits, values ~= nil, row[1] .. row[2])
      assert.is_true(taken < 60, ("%s%s: %.1f s"):format(row[1], row[2], taken))
      if values and row.x then
        local deepest = values.root
        while deepest.list[1] do deepest = deepest.list[1] end
        assert.equal(row.x, deepest.x)
      end
    end
  end

  local rows = {
    { "", "{m: 2}", fits = true }, { "x: 3, ", "{m: 2, x: 5}", fits = true, x = 5 }, { "", "{q: 2}", fits = false },
    { "m: 3, ", "{m: s}", fits = false }, { "x: 3, ", "{n: 1, m: 1}", fits = false },
  }

  it("cost no more than the value is deep", function() hold(schema_of "", rows) end)

  it("cost no more when values are sensitive", function() hold(schema_of "#@schema/sensitive\n", rows) end)

  it("cost no more when keys have old names", function()
    local renamed = schema_of '#@schema/renamed from="old"\n'
    hold(renamed, rows)
    hold(renamed, {
      { "", "{old: 5}", fits = true, x = 5 }, { "old: 3, ", "{m: 2, old: 5}", fits = true, x = 5 },
      { "m: 2, ", "{old: 5}", fits = true, x = 5 }, { "old: 3, m: 2, ", "{n: 2, old: 5}", fits = true, x = 5 },
      { "", "{old: s}", fits = false }, { "old: 3, ", "{q: 2}", fits = false },
      { "old: 3, m: 2, ", "{n: 2, m: 2, old: 5}", fits = false },
    })
  end)
end)

describe("what an overlay adds", function()
  local ordered = assert(yschema.load([[
#@data/values-schema
---
a: 1
#@schema/key-may-be-present
b: {v: 0, w: 0}
c: 1
#@schema/any-key
_: 0
]], { ordered = true }))

  local function given(...)
    return yschema.encode(assert(ordered:apply(...)), "yaml")
  end

  it("stands where the schema has it", function()
    local whole = "a: 1\nb:\n  v: 5\n  w: 0\nc: 1\nk: 3\n"
    assert.equal(whole, given("#@data/values\n---\n#@overlay/match missing_ok=True\nb: {v: 5}\nk: 3\n"))
    assert.equal(whole, given("k: 3", "#@data/values\n---\n#@overlay/match missing_ok=True\nb: {v: 5}\n"))
    assert.equal(whole, given("k: 3", "#@data/values\n---\n#@overlay/match missing_ok=True\nb: {v: 4}\n",
      "#@data/values\n---\n#@overlay/remove\nc: 0\nb: {v: 5}\n", "b: {v: 5}"))
  end)
end)

describe("the report of a text with sensitive values", function()
  local masked = assert(yschema.load('#@data/values-schema\n---\nport: 1\nlist:\n- #@schema/sensitive\n'
    .. '  password: ""\n  names: [""]\n'))

  -- The least time for a report of a text that begins with a comment.
  local function seconds_of(comment)
    local lines, least, report = { "port: x # " .. comment .. "\nlist:\n" }, math.huge, nil
    for i = 1, 6000 do lines[i + 1] = ("- password: p%d\n  names: [a, b]\n"):format(i) end
    local text = table.concat(lines)
    for _ = 1, 5 do
      local began = os.clock()
      report = select(2, masked:apply(text))
      report = tostring(report)
      least = math.min(least, os.clock() - began)
    end
    return least, report
  end

  it("costs little more when it has a character that is not ASCII", function()
    local ascii, expected = seconds_of "e"
    local other, report = seconds_of "é"
    assert.equal(expected, (report:gsub("é", "e")))
    assert.is_true(other < 4 * ascii, ("%.3f s, and %.3f s"):format(ascii, other))
  end)
end)
