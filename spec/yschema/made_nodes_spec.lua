-- Small documents may have large defaults: what they make is bounded by the limit max_nodes.

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
    assert.truthy(report.violations[1].message:find("defaults make more than 1000 nodes", 1, true))
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
