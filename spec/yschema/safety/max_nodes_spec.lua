-- A short text may ask for very many nodes: what is made of it is bounded by the limit max_nodes.

local yschema = require "yschema"

-- A nullable map of many keys, beside each of which null stands for nothing.
local function schema_text(keys)
  local lines = { "#@data/values-schema\n---\nl:\n-\n  #@schema/nullable\n  m:" }
  for i = 1, keys do lines[#lines + 1] = ("    k%d: 0"):format(i) end
  return table.concat(lines, "\n") .. "\n"
end

local function items(count)
  return "l:\n" .. ("- m: {}\n"):rep(count)
end

local function load(limit, keys)
  return assert(yschema.load(schema_text(keys or 100), { limits = limit and { max_nodes = limit } or nil }))
end

describe("the limit max_nodes", function()
  it("is named when it is met, in texts", function()
    local values, report = load(1000):apply(items(11))
    assert.is_nil(values)
    assert.equal(2, report.status)
    assert.equal("too-many-nodes", report.violations[1].kind)
    assert.matches("defaults, overlays and functions make more than 1000 nodes", report.violations[1].message, 1, true)
    assert.truthy(tostring(report):find("the limit is the option max_nodes.", 1, true))
  end)

  it("is not met below it", function()
    assert(load(1000):apply(items(9)))
    local values = assert(load(1200):apply(items(10)))
    assert.equal(10, #values.l)
  end)

  it("counts for all documents of a run", function()
    local schema = load(1000)
    assert.is_nil((schema:apply(items(6), items(6))))
    assert.is_nil((schema:apply("#@data/values\n---\n" .. items(6), "#@data/values\n---\n" .. items(6))))
    assert(schema:apply(items(6)))
    assert(schema:apply(items(6)))
  end)

  it("counts for tables", function()
    local list = {}
    for i = 1, 11 do list[i] = { m = {} } end
    local values, report = load(1000):apply { l = list }
    assert.is_nil(values)
    assert.equal("too-many-nodes", report.violations[1].kind)
  end)

  it("counts for flags that replace", function()
    local values, report = load(1000):apply("#@data/values\n---\n#@overlay/replace\n" .. items(11))
    assert.is_nil(values)
    assert.equal("too-many-nodes", report.violations[1].kind)
  end)

  it("counts what functions give, for each copy", function()
    local text = "#@data/values-schema\n---\nl:\n- a: 0\n  #@schema/default lambda: [1] * 100\n  d: [0]\n"
    local schema = assert(yschema.load(text, { limits = { max_nodes = 1000 } }))
    assert(schema:apply("l:\n" .. ("- a: 1\n"):rep(9)))
    local values, report = schema:apply("l:\n" .. ("- a: 1\n"):rep(11))
    assert.is_nil(values)
    assert.equal("too-many-nodes", report.violations[1].kind)
  end)

  it("counts what overlays insert, replace and merge for each match", function()
    local schema = assert(yschema.load("#@data/values-schema\n---\n#@schema/type any=True\na: []\n",
      { limits = { max_nodes = 1000 } }))
    local head = "#@data/values\n---\na:\n"
    local match = '#@overlay/match by=overlay.all, expects="0+"\n'
    local ways = {
      insert = match .. "#@overlay/insert before=True\n- x\n",
      ["insert twice"] = match .. "#@overlay/insert before=True, after=True\n- x\n",
      replace = match .. "#@overlay/replace\n- [1, 2, 3, 4, 5, 6, 7, 8, 9]\n",
      merge = match .. "- " .. ("[ "):rep(20) .. "1" .. (" ]"):rep(20) .. "\n",
    }
    for way, text in pairs(ways) do
      local values, report = schema:apply("a: [" .. ("[x], "):rep(10) .. "]\n", head .. text:rep(60))
      assert.is_nil(values, way)
      assert.equal("too-many-nodes", report.violations[1].kind, way)
      assert(schema:apply("a: [[x], [x]]\n", head .. text), way)
    end
  end)

  it("counts the results of functions", function()
    local schema = assert(yschema.load("#@data/values-schema\n---\n#@schema/type any=True\na: 1\ns: ''\n",
      { limits = { max_nodes = 1000 }, code_in_values = true }))
    local double = "#@data/values\n---\n#@overlay/replace via=lambda l, r: [l, l]\na: 1\n"
    assert(schema:apply(double, double))
    local values, report = schema:apply((double):rep(12))
    assert.is_nil(values)
    assert.matches("makes more nodes than the limit max_nodes allows", report.violations[1].message, 1, true)
    local longer = "#@data/values\n---\n#@overlay/replace via=lambda l, r: l + l\ns: ''\n"
    values, report = schema:apply("s: abcdefghij\n", (longer):rep(20))
    assert.is_nil(values)
    assert.matches("its result exceeds the limit max_nodes: defaults, overlays and functions make "
      .. "more than 1000 nodes", report.violations[1].message, 1, true)
  end)

  it("counts what loops repeat, beyond one node for each byte of the text", function()
    local limits = { max_nodes = 1000 }
    local loop = "#@data/values-schema\n---\n#@schema/type any=True\na:\n#@ for i in range(%d):\n- 0\n#@ end\n"
    assert(yschema.load(loop:format(900), { limits = limits }))
    local schema, report = yschema.load(loop:format(1200), { limits = limits })
    assert.is_nil(schema)
    assert.equal("too-many-nodes", report.violations[1].kind)
    local long = loop:format(9) .. "#@schema/type any=True\nb: [" .. ("0,"):rep(2000) .. "]\n"
    assert(yschema.load(long, { limits = limits }))
  end)

  it("is 2,000,000 without", function()
    local schema = load(nil, 1000)
    assert(schema:apply(items(500)))
    local _, report = schema:apply(items(2001))
    assert.truthy(report.violations[1].message:find("more than 2000000 nodes", 1, true))
  end)

  it("is refused when it is no number of nodes", function()
    assert.has_error(function() yschema.load("", { limits = { max_nodes = 0 } }) end,
      "limit 'max_nodes' must be a whole number from 1 to 4294967295")
  end)
end)
