-- Tests of reports on values that fit no alternative: the nearest one, and its violations at their own lines.
local yschema = require "yschema"

local function report_of(code, annotation, values)
  local schema = assert(yschema.load(code .. "#@data/values-schema\n---\n#@schema/" .. annotation .. "\nx:\n"))
  return select(2, schema:apply(values))
end

-- The paths and lines of the violations.
local function shown(report)
  local found = {}
  for i, violation in ipairs(report.violations) do found[i] = violation.path .. ":" .. violation.line end
  return table.concat(found, " ")
end

local plain = [[
#@ def a():
host: ""
port: 1
tls:
  cert: ""
#@ end
#@ def b():
path: ""
mode: 1
#@ end
]]

local fixed = [[
#@ def a():
#@schema/validation one_of=["a"]
kind: a
#@schema/validation min=5
port: 5
#@ end
#@ def b():
#@schema/validation one_of=["b"]
kind: b
path: ""
#@ end
]]

describe("of alternatives that a value does not fit,", function()
  it("the one with the fewest violations is reported, at their lines", function()
    local report = report_of(plain, "any-of a(), b()", "x:\n  host: h\n  port: x\n  tls:\n    crt: y\n")
    assert.equal("x:1 x.port:3 x.tls.crt:5", shown(report))
    assert.equal("the nearest alternative is a; its violations are reported separately\n"
      .. "b: x.host is "
      .. "not declared in the schema; expected one of { mode, path }", report.violations[1].hint)
    assert.equal('did you mean "cert"?', report.violations[3].hint)
  end)

  it("the one with the most keys in common is reported, if the violations are as many", function()
    local report = report_of(plain, "one-of b(), a()", "x:\n  host: h\n  port: x\n  path: y\n")
    assert.equal("x:1 x.port:3 x.path:4", shown(report))
  end)

  it("others are reported in one line", function()
    local report = report_of(plain, 'any-of a(), b(), {"c": 1}', "x:\n  host: 1\n")
    assert.equal(2, select(2, (report.violations[1].hint .. "\n"):gsub("\n", "")))
    assert.matches('b: x.host is not declared in the schema; expected one of { mode, path }; a map with "c": ',
      report.violations[1].hint, 1, true)
  end)

  it("none is reported for a value of another kind", function()
    local report = report_of(plain, "any-of a(), b()", "x: 1\n")
    assert.equal("x:1", shown(report))
    assert.matches("a: x: expected map, but found integer", report.violations[1].hint, 1, true)
  end)

  it("the value is reported violations of its rules at their lines", function()
    local report = report_of(plain:gsub("mode: 1", "#@schema/validation min=5\nmode: 5"):gsub("port: 1",
      "#@schema/validation min=5\nport: 5"), "any-of a(), {'port': 1, 'mode': 2}", "x:\n  port: x\n")
    assert.equal("x:1 x.port:2", shown(report))
  end)
end)

describe("a key with a fixed value in each alternative", function()
  it("selects the one that is reported, as if there were no others", function()
    local report = report_of(fixed, "one-of a(), b()", "x:\n  kind: b\n  pat: y\n")
    assert.equal("x.pat:3", shown(report))
    assert.equal('did you mean "path"?', report.violations[1].hint)
    assert.equal("x.port:3", shown(report_of(fixed, "any-of a(), b()", "x:\n  kind: a\n  port: 4\n")))
  end)

  it("selects also where only the types of another one fit", function()
    assert.equal("x.port:3", shown(report_of(fixed, "one-of a(), b()", "x:\n  kind: b\n  port: 7\n")))
  end)

  it("is reported if its value selects none", function()
    for _, rest in ipairs { "", "  port: 7\n", "  pat: 1\n" } do
      local report = report_of(fixed:gsub('"b"%]\nkind: b', '"bbbb"]\nkind: bbbb'), "one-of a(), b()",
        "x:\n  kind: bbb\n" .. rest)
      assert.equal("x.kind:2", shown(report))
      assert.equal('one of "a", "bbbb"', report.violations[1].expected)
      assert.equal('did you mean "bbbb"?', report.violations[1].hint)
    end
  end)
end)

-- A default of one alternative below a value for another one: they do not fit together, and the default is not
-- invalid.
describe("of a value that is merged onto the default of another alternative,", function()
  local code = [[
#@ def a():
kind: a
n: 0
#@ end
#@ def b():
kind: b
#@schema/validation min=5
p: 7
#@ end
#@ def c():
kind: c
p: 7
#@schema/required
q: 0
#@ end
]]

  local function report(annotation, ...)
    local schema = assert(yschema.load(code .. "#@data/values-schema\n---\n#@schema/" .. annotation
      .. "\nx:\n  kind: a\n  n: 0\n", { name = "s.yml" }))
    return select(2, schema:apply(...))
  end

  for _, annotation in ipairs { 'any-of a(), b(), c(), by="kind"', 'one-of a(), b(), c(), by="kind"' } do
    it("what the selected one says is reported: " .. annotation, function()
      local broken = report(annotation, "x:\n  kind: b\n  p: 1\n")
      assert.equal("x.p:3", shown(broken))
      assert.equal("min", broken.violations[1].rule)
      local lacking = report(annotation, "x:\n  kind: c\n  p: 1\n")
      assert.equal("x.q:14", shown(lacking))
      assert.equal("required", lacking.violations[1].kind)
    end)
  end

  it("what the nearest one says is reported", function()
    assert.equal("x.p:3", shown(report("any-of a(), b()", "x:\n  kind: b\n  p: 1\n")))
    local lacking = report("any-of a(), c()", "x:\n  kind: c\n  p: 1\n")
    assert.equal("x:1 x.q:14", shown(lacking))
    assert.matches("the nearest alternative is c;", lacking.violations[1].hint, 1, true)
  end)

  it("what an earlier document gave for another kind is not reported", function()
    local broken = report('any-of a(), b(), c(), by="kind"', "x: {kind: c, p: 9, q: 1}", "x:\n  kind: b\n  p: 1\n")
    assert.equal("x.p:3", shown(broken))
  end)

  it("what was given together is reported together", function()
    local broken = report('any-of a(), b(), by="kind"', "x:\n  kind: b\n  n: 1\n  p: 1\n")
    assert.equal("x.n:3 x.p:4", shown(broken))
  end)
end)

-- Where nothing fits, the field of a value is unknown, so a later document's part cannot be validated.
describe("after a value that fits no alternative in an earlier document,", function()
  local code = [[
#@ def one():
#@schema/required
a: 1
k: 0
#@ end
#@ def two():
#@schema/validation min=5
b: 7
t: two
#@ end
#@data/values-schema
---
]]
  local open = "#@schema/nullable\n#@schema/any-of one(), two()\nx:\n"
  local texts = '#@schema/any-of one(), two(), ""\nx: ""\n'
  local by = '#@schema/any-of two(), {"t": "one", "k": 0}, by="t"\nx:\n  t: two\n  b: 7\n'

  local function paths(schema, ...)
    local _, report = assert(yschema.load(code .. schema)):apply(...)
    return shown(report)
  end

  it("nothing is reported of its parts in later ones", function()
    for _, schema in ipairs { open, texts } do
      assert.equal("x:1 x.k:1", paths(schema, "x: {a: 5, k: y}", "x: {k: 2}"))
      assert.equal("x:1 x.k:1", paths(schema, "x: {a: 5, k: y}", "x: {b: 2}"))
    end
    assert.equal("x.t:1", paths(by, "x: {t: zz}", "x: {k: 2}"))
    assert.equal("x.t:1", paths(by, "x: {t: zz}", "x: {b: 2}"))
  end)

  it("a whole value of a later one is validated", function()
    local schema = '#@schema/any-of [0], ""\n#@schema/validation max_len=1\nx: ""\n'
    assert.equal("x:1 x:1", paths(schema, "x: {q: 1}", 'x: "abc"'))
    assert.equal("x:1 x:1", paths(schema, "x: {q: 1}", "x: [1, 2]"))
    assert.equal("x.t:1 x.b:1", paths(by, "x: {t: zz}", "x: {t: two, b: 2}"))
  end)
end)
