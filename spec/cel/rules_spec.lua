-- Rules of a schema that are expressions of CEL.

local yschema = require "yschema"

local HEADER = "#@data/values-schema\n---\n"

-- The records of a report, each as "kind path line: message".
local function records(report)
  local out = {}
  for i, v in ipairs(report.violations) do
    out[i] = ("%s %s %s: %s"):format(v.kind, v.path, tostring(v.line), v.message:gsub("^[^ ]+: ", ""))
  end
  return out
end

local function apply(schema, text)
  local loaded, problem = yschema.load(HEADER .. schema)
  assert(loaded, problem and problem:text())
  local _, report = loaded:apply(text)
  return records(report)
end

local function loading(schema)
  local loaded, report = yschema.load(HEADER .. schema, { name = "s.yml" })
  assert.is_nil(loaded)
  return records(report)
end

describe("rules in CEL", function()
  it("see the value as self", function()
    local schema = '#@schema/validation cel="self.min <= self.max"\nlimits:\n  min: 1\n  max: 3\n'
    assert.same({}, apply(schema, "limits: {min: 2}"))
    assert.same({ "cel limits 1: failed rule: self.min <= self.max" }, apply(schema, "limits: {min: 4}"))
  end)

  it("have messages, also computed ones", function()
    local schema = [[
#@schema/validation cel=("self > 0", "it is positive")
a: 1
#@schema/validation cel={"rule": "self > 0", "messageExpression": "'not ' + string(self)"}
b: 1
#@schema/validation cel={"rule": "self > 0", "message": "no", "messageExpression": "string(1 / self)"}
c: 1
#@schema/validation cel=[("self > 0", "one"), ("self > 1", "two")]
d: 5
]]
    assert.same({ "cel a 1: it is positive", "cel b 2: not -1", "cel c 3: no", "cel d 4: one", "cel d 4: two" },
      apply(schema, "a: 0\nb: -1\nc: 0\nd: 0\n"))
  end)

  it("are reported for the field that they name", function()
    local schema = [[
#@schema/validation cel={"rule": "self.on == (self.tls.cert != '')", "fieldPath": ".tls.cert", "message": "no"}
server:
  on: false
  tls: {cert: ''}
]]
    assert.same({ "cel server.tls.cert 4: no" }, apply(schema, "server:\n  on: false\n  tls:\n    cert: a\n"))
    assert.same({ "cel server.tls.cert 1: no" }, apply(schema, "server:\n  on: true\n"))
  end)

  it("show their messages in all reports", function()
    local text = HEADER .. '#@schema/validation cel=("self > 1", "too few")\na: 5\n'
    local schema = assert(yschema.load(text, { name = "s" }))
    local _, report = schema:apply "a: 1"
    assert.matches("- too few (by: s:3)", report:text(), 1, true)
    local one = report.violations[1]
    assert.same({ "cel", "self > 1", "a value for which this is true: self > 1" },
      { one.rule, one.argument, one.expected })
  end)

  it("show no message about a sensitive value that is computed", function()
    local schema = assert(yschema.load(HEADER .. [[
#@schema/sensitive
#@schema/validation cel={"rule": "self != 'pw'", "messageExpression": "'it is ' + self"}
a: x
]]))
    local _, report = schema:apply "a: pw"
    assert.is_nil(report:text():find("pw", 1, true))
    assert.is_nil(report.violations[1].message:find("pw", 1, true))
  end)

  it("have the types of the nodes", function()
    local schema = [[
#@schema/validation cel="self.i / 2 == 3 && self.f / 2.0 == 3.5 && self.s.size() == 2 && self.b && self.l[1] == 2"
m:
  i: 7
  f: 7.0
  s: 'é!'
  b: true
  l: [1]
  #@schema/nullable
  n: 1
#@schema/validation cel="self.all(k, v, k != 'x' && v < 9)"
open:
  #@schema/any-key
  _: 1
#@schema/type one_of=["int", "string"]
#@schema/validation cel="type(self) == string || self > 3"
either: 4
#@schema/validation cel="self.x__dash__y == 1 && self.__in__ == 2 && self.`x-y` == 1 && has(self.a__dot__b)"
escaped: {x-y: 1, in: 2, a.b: 1}
]]
    assert.same({}, apply(schema, "m: {l: [1, 2]}\nopen: {a: 1}\neither: ab\n"))
    assert.same({ "cel open 2: failed rule: self.all(k, v, k != 'x' && v < 9)" },
      apply(schema, "m: {l: [1, 2]}\nopen: {a: 9}"))
    assert.same({ "cel either 2: failed rule: type(self) == string || self > 3" },
      apply(schema, "m: {l: [1, 2]}\neither: 3"))
  end)

  it("have the types of items, and of the values of a map with any keys", function()
    for _, node in ipairs { "l: [1]", "l:\n  #@schema/any-key\n  _: 1" } do
      local rule = node:find("%[") and "self.all(x, x == 'a')" or "self.all(k, self[k] == 'a')"
      local found = loading(('#@schema/validation cel="%s"\n%s\n'):format(rule, node))
      assert.equal(1, #found)
      assert.matches("`==` compares values of one type, not int and string", found[1], 1, true)
    end
  end)

  it("see arrays inside themselves", function()
    local schema = yschema.load('#@ def s1():\n- null #@schema/like s1\n#@ end\n' .. HEADER
      .. '#@schema/like s1()\n#@schema/validation cel="self.all(x, size(x) < 2)"\na: []\n')
    assert.same({}, records((select(2, assert(schema):apply("a: [[[]], []]"))) or { violations = {} }))
    local _, report = schema:apply "a: [[[], []]]"
    assert.same({ "cel a 1: failed rule: self.all(x, size(x) < 2)" }, records(report))
  end)

  it("see null, and keys that are optional", function()
    local schema = [[
#@schema/validation cel="(self.n == null || self.n > 3) && (!has(self.o) || self.o > 3)"
m:
  #@schema/nullable
  n: 1
  #@schema/key-may-be-present
  o: 1
]]
    assert.same({}, apply(schema, "m: {}"))
    assert.same({}, apply(schema, "m: {n: 4, o: 4}"))
    assert.equal(1, #apply(schema, "m: {n: 4, o: 3}"))
    assert.equal(1, #apply(schema, "m: {n: 3, o: 4}"))
  end)

  it("that fail are violations", function()
    local found = apply('#@schema/validation cel="1 / self > 0"\na: 1\n', "a: 0")
    assert.equal(1, #found)
    assert.matches("rule%-failed a 1: .*the divisor is zero", found[1])
  end)

  it("with errors are errors of the schema, at the annotation", function()
    local function problem_of(cel)
      return (loading("m:\n  #@schema/validation cel=" .. cel .. "\n  a: 1\n")[1])
    end
    for cel, problem in pairs {
      ['"self >"'] = "a value is expected here, not the end of the expression, at character 7 of `self >`",
      ['"self.b"'] = "type int has no fields, and `.b` selects one, at character 5 of `self.b`",
      ['"self + 1"'] = "`self + 1` is of type int, and a rule is a condition, of type bool",
      ['"authorizer.x()"'] = "`authorizer` asks a cluster, which is not possible in a validation of files, "
        .. "at character 1 of `authorizer.x()`",
      ['{"rul": "self > 1"}'] = "`rul` is no member of a rule of CEL (did you mean `rule`?)",
      ['{"message": "x"}'] = "`rule` is missing in a rule of CEL",
      ['{"rule": "self > 1", "fieldPath": "a"}'] = "fieldPath `a` is no path such as `.spec.name` or `.spec['a.b']`",
      ['{"rule": "self > 1", "messageExpression": "1"}'] =
        "messageExpression `1` is of type int, and a message is a string",
      ["7"] = 'expected keyword argument "cel" to be an expression, (expression, message), a dict, or a list of these',
    } do
      local found = problem_of(cel)
      assert.matches("annotation-syntax nil 4: ", found, 1, true)
      assert.equal(problem, found:match "annotation: (.*)$" or found)
    end
  end)

  it("are not without limits", function()
    if jit then return end -- instructions are counted only by the command, with --budget
    local all = ("self.all(x, "):rep(8) .. "true" .. (")"):rep(8)
    local double = ("cel.bind(s, s + s, "):rep(60) .. "s != ''" .. (")"):rep(60)
    for _, text in ipairs { all, "cel.bind(s, 'a', " .. double .. ")" } do
      local schema = '#@schema/validation cel="' .. text .. '"\na: [1]\n'
      local budget = text == all and 100000 or 10000000
      local loaded = assert(yschema.load(HEADER .. schema, { budget = budget, limits = { max_memory = 1000000 } }))
      local _, report = loaded:apply { a = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 } }
      assert.equal("rule-failed", report.violations[1].kind)
      assert.matches(text == all and "budget" or "memory", report.violations[1].message, 1, true)
    end
  end)

  it("are compared one by one", function()
    local comparison = require "yschema.comparison.comparison"
    local function side(rules)
      return comparison.side(assert(yschema.load(HEADER .. "#@schema/validation cel=" .. rules .. "\na: 5\n")))
    end
    local changes = comparison.compare(side '["self > 1", "self < 9"]', side '["self > 1", "self < 8"]',
      { direction = "backward", samples = 0 })
    assert.same({ 1, "function-changed" }, { #changes, changes[1].rule })
  end)

  it("are used by schema:check()", function()
    local schema = assert(yschema.load(HEADER .. '#@schema/validation cel="self.a > 1"\nm: {a: 2}\n'))
    for _ = 1, 20 do
      assert.is_true(schema:check { m = { a = 3 } })
      assert.is_nil((schema:check { m = { a = 1 } }))
    end
  end)
end)
