-- Tests the reports of errors in code. Texts are written with `|` at the
-- start of each line.

local yschema = require "yschema"

local function text_of(drawn)
  return (drawn:gsub("\n%s*|", "\n"):gsub("^%s*|", ""):gsub("%s*$", "\n"))
end

-- Returns the report of an invalid schema.
local function report_of(drawn, options)
  local schema, report = yschema.load(text_of(drawn), options)
  assert.is_nil(schema)
  return report
end

local function has(text, part)
  assert.is_truthy(text:find(part, 1, true), text)
end

-- Returns the calls that a report shows, in order: "called from schema:5".
local function calls_in(report)
  local calls = {}
  for call in tostring(report):gmatch "%f[%w](%l+[ %l]* [%w./]+:%d+)\n" do calls[#calls + 1] = call end
  return calls
end

local functions = [[
  |#@ def inner(x):
  |#@   return x["a"] + 1
  |#@ end
  |#@ def outer(x):
  |#@   y = inner(x)
  |#@   return y
  |#@ end
  |#@data/values-schema
  |---
]]

describe("the calls that led to an error are shown", function()
  it("from an annotation", function()
    local report = report_of(functions .. [[
      |#@schema/default outer({"a": "b"})
      |a: 1]])
    assert.are.equal(2, report.violations[1].line)
    assert.are.same({ "called from schema:5", "called from schema:10" }, calls_in(report))
  end)

  it("from a code line", function()
    local report = report_of(functions .. [[
      |#@ z = outer({"a": "b"})
      |a: 1]])
    has(tostring(report), "  2 | #@   return x[\"a\"] + 1")
    assert.are.same({ "called from schema:5", "called from schema:10" }, calls_in(report))
  end)

  it("from a computed value", function()
    local report = report_of(functions .. [[|a: #@ outer({"a": "b"})]])
    assert.are.equal(2, report.violations[1].line)
    assert.are.same({ "called from schema:5", "called from schema:10" }, calls_in(report))
  end)

  it("from the bodies of functions, however deep", function()
    local report = report_of [[
      |#@ def inner(x):
      |b: 1
      |#@schema/title "t"
      |a: #@ x + 1
      |#@ end
      |#@ def middle(x):
      |b: #@ inner(x)
      |#@ end
      |#@ def outer(x):
      |c: 1
      |b: #@ middle(x)
      |#@ end
      |#@data/values-schema
      |---
      |a: #@ outer("x")]]
    assert.are.equal(1, #report.violations)
    assert.are.equal(4, report.violations[1].line)
    assert.are.same({ "called from schema:7", "called from schema:11", "called from schema:15" },
      calls_in(report))
  end)

  it("from Lua", function()
    local report = report_of [[
      |#@ local function inner(x)
      |#@   return x.a.b
      |#@ end
      |#@ local function outer(x)
      |#@   local y = inner(x)
      |#@   return y
      |#@ end
      |#@data/values-schema
      |---
      |#@schema/title outer({})
      |b: 1]]
    assert.are.equal(2, report.violations[1].line)
    assert.are.same({ "called from schema:5", "called from schema:10" }, calls_in(report))
  end)

  it("from a file that was loaded: the place here is where it is used", function()
    local report = report_of([[
      |#@ load("lib/f.star", "outer")
      |#@data/values-schema
      |---
      |a: 1
      |#@schema/default outer("x")
      |b: 1]], { files = { ["lib/f.star"] = "\n\ndef inner(x):\n  return x - 1\nend\n\n"
        .. "def outer(x):\n  y = inner(x)\n  return y\nend\n" } })
    assert.are.equal(5, report.violations[1].line)
    assert.are.same({ "in lib/f.star:4", "called from lib/f.star:8", "called from schema:5" },
      calls_in(report))
  end)

  it("where fail() was called", function()
    local report = report_of [[
      |#@ def check(x):
      |#@   if x > 3: fail("too big: {}".format(x))
      |#@   return x
      |#@ end
      |#@data/values-schema
      |---
      |a: #@ check(5)]]
    assert.are.equal(2, report.violations[1].line)
    has(tostring(report), "too big: 5")
    assert.are.same({ "called from schema:7" }, calls_in(report))
  end)

  it("but not the thousands of an endless recursion", function()
    local report = report_of [[
      |#@ def f(n): return f(n) + 1
      |#@data/values-schema
      |---
      |a: #@ f(1)]]
    has(tostring(report), "a function calls itself without end")
    assert.are.same({}, calls_in(report))
  end)
end)

local head = "#@data/values-schema\n---\n"

-- { where, code above, annotation, kind, message }
local annotations = {
  { "a call that fails", "#@ def f(): return 1 + \"x\"\n", "schema/default f()", "annotation-failed",
    "the code in @schema/default failed: unknown binary op: int + string" },
  { "a call of fail()", "#@ def g(): fail(\"no bound\")\n", "schema/validation min=g()", "annotation-failed",
    "the code in @schema/validation failed: no bound" },
  { "an expression that fails", "", "schema/default 1 + \"x\"", "annotation-failed",
    "the code in @schema/default failed: unknown binary op: int + string" },
  { "a function of env", "", "schema/title broken()", "annotation-failed",
    "the code in @schema/title failed: out of order" },
  { "code that runs for ever", "", "schema/default (function() while true do end end)()", "annotation-failed",
    "the code in @schema/default failed: the instruction budget of", jit },
  { "an undefined name", "", "schema/default unknown()", "annotation-syntax",
    "syntax error in @schema/default annotation: undefined: unknown" },
  { "code that cannot be parsed", "", "schema/default (1", "annotation-syntax",
    "syntax error in @schema/default annotation: `(` is not closed" },
}

describe("the report of an annotation distinguishes code that fails from code that cannot be parsed:", function()
  local options = { env = { broken = function() error("out of order", 0) end } }
  for _, row in ipairs(annotations) do
    if not row[6] then
      it(row[1], function()
        local report = report_of(row[2] .. head .. "#@" .. row[3] .. "\na: 1\n", options)
        assert.are.equal(1, #report.violations)
        assert.are.equal(row[4], report.violations[1].kind)
        has(report.violations[1].message, row[5])
        assert.are.equal(2, report.status)
      end)
    end
  end

  it("in data values, too", function()
    local schema = assert(yschema.load(head .. "a: 1\n", { code_in_values = true }))
    for _, code in ipairs { "", "#@ x = 1\n" } do
      local _, report = schema:apply(code .. "#@data/values\n---\n#@overlay/match by=fail(\"lost\")\na: 2\n")
      assert.are.equal("annotation-failed", report.violations[1].kind)
      assert.are.equal("the code in @overlay/match failed: lost", report.violations[1].message)
    end
  end)
end)

-- { title, code, the line of the error, a part of the message }
local mistakes = {
  { "a missing `end`", "#@ def f(x):\n#@   return x\n" .. head .. "a: 1\n", 1, "`def` has no `end`" },
  { "a missing inner `end`", "#@ def f(x):\n#@   if x:\n#@     return 1\n#@   return 2\n#@ end\n" .. head
    .. "a: 1\n", 2, "`if` has no `end`" },
  { "an `end` without blank", head .. "#@ if True:\na: 1\n#@end\n", 5, "write `#@ end`" },
  { "an `end` without blank, in Lua", "#@ function f()\na: 1\n#@end\n" .. head .. "b: 1\n", 3,
    "write `#@ end`" },
  { "a `def` without blank", "#@def f(): return 1\n" .. head .. "a: 1\n", 1, "a blank is needed after #@" },
  { "a missing colon", "#@ def f(x)\n#@   return x\n#@ end\n" .. head .. "a: 1\n", 1,
    "expected `:` at the end of `def`" },
  { "a missing colon in between", head .. "#@ x = 3\n#@ if x == 1:\na: 1\n#@ elif x == 2\na: 2\n#@ end\n", 6,
    "expected `:` at the end of `elif`" },
  { "else if", head .. "#@ if 1 > 2:\na: 1\n#@ else if True:\na: 2\n#@ end\n", 5, "write `elif`" },
  { "an f-string", "#@ x = f\"a{1}\"\n" .. head .. "a: 1\n", 1, ".format(" },
  { "import", "#@ import json\n" .. head .. "a: 1\n", 1, "Starlark has no `import`" },
  { "class", "#@ class A:\n#@   pass\n#@ end\n" .. head .. "a: 1\n", 1, "Starlark has no `class`" },
  { "try", "#@ try:\n#@   x = 1\n#@ except:\n#@   x = 2\n#@ end\n" .. head .. "a: 1\n", 1,
    "Starlark has no `try`" },
  { "global", "#@ def f():\n#@   global n\n#@ end\n" .. head .. "a: 1\n", 2, "Starlark has no `global`" },
  { "is", "#@ x = None is None\n" .. head .. "a: 1\n", 1, "write `==`" },
  { "n++", "#@ n = 1\n#@ n++\n" .. head .. "a: 1\n", 2, "write `x += 1`" },
  { "an operand that is missing", "#@ n = 1 +\n" .. head .. "a: 1\n", 1, "unexpected end" },
  { "&&", "#@ x = True && False\n" .. head .. "a: 1\n", 1, "write `and`" },
  { "!", "#@ x = !True\n" .. head .. "a: 1\n", 1, "write `not`" },
  { "types of parameters", "#@ def f(x: int): return x\n" .. head .. "a: 1\n", 1, "without types" },
  { "chained comparisons", "#@ x = 1 < 2 < 3\n" .. head .. "a: 1\n", 1, "comparisons do not chain" },
  { "a frozenset", "#@ x = frozenset([1])\n" .. head .. "a: 1\n", 1, "sets do not change here" },
  { "a Lua method in an expression", "#@ local s = \"a\"\n" .. head .. "a: #@ s:upper()\n", 4,
    "methods are called with `.`" },
  { "Lua's `if` without `then`", "#@ local function f(x)\n#@   if x == 1\n#@     return 2\n#@   end\n#@ end\n"
    .. head .. "a: 1\n", 3, "'then' expected" },
  { "a missing `end` in Lua", "#@ local function f(x)\n#@   return x\n" .. head .. "a: 1\n", 1,
    "`function` has no `end`" },
  { "`end if`", "#@ if True:\n#@ end if\n" .. head .. "a: 1\n", 2, "`end` must be a statement of its own" },
  { "elseif in Starlark", head .. "#@ if 1 > 2:\na: 1\n#@ elseif True:\na: 2\n#@ end\n", 5, "write `elif`" },
  { "elif in Lua", "#@ local function f(x)\n#@   if x == 1 then return 1\n#@   elif x == 2 then return 2\n#@   end\n"
    .. "#@ end\n" .. head .. "a: 1\n", 3, "in Lua: `elseif`" },
  { "None in Lua", "#@ local x = None\n" .. head .. "a: 1\n", 1, "in Lua: `nil`" },
  { "a comment of Starlark's in Lua", "#@ local x = 1 # a note\n" .. head .. "a: 1\n", 1, "near '#'" },
  { "nothing after #@", head .. "a: #@\n", 3, "no expression follows" },
  { "arguments over several lines", head .. "#@schema/validation (\"x\",\n#@   lambda v: v > 1)\na: 5\n", 4,
    "must be on its line" },
  { "a file that was not given", "#@ load(\"helpers.star\", \"f\")\n" .. head .. "a: 1\n", 1, "opts.files" },
}

describe("an error names the mistake and its line:", function()
  for _, row in ipairs(mistakes) do
    it(row[1], function()
      local schema, report = yschema.load(row[2])
      assert.is_nil(schema)
      assert.are.equal(row[3], report.violations[1].line, tostring(report))
      has(tostring(report), row[4])
    end)
  end
end)

it("`while` is allowed in Starlark", function()
  local schema, report = yschema.load("#@ def f():\n#@   i = 0\n#@   while i < 3:\n#@     i += 1\n#@   end\n"
    .. "#@   return i\n#@ end\n" .. head .. "a: #@ f()\n")
  assert(schema, tostring(report))
  assert.are.same({ a = 3 }, (schema:defaults()))
end)

if not jit then
  it("Lua 5.4's attributes of variables are no names", function()
    local schema, report = yschema.load("#@ local n <const> = 3\n" .. head .. "a: #@ n\n")
    assert(schema, tostring(report))
    assert.are.same({ a = 3 }, (schema:defaults()))
  end)
end

describe("a default function with a body of YAML fails in each run, because", function()
  for _, row in ipairs {
    { "a value cannot be computed", "#@ def f():\n- name: #@ 1 + \"x\"\n#@ end\n",
      "schema:2: unknown binary op: int + string" },
    { "what it calls fails", "#@ def g(n):\n#@   return n + \"x\"\n#@ end\n#@ def f():\n- name: #@ g(1)\n#@ end\n",
      "schema:2: unknown binary op: int + string" },
    { "an expression cannot be read", "#@ def f():\n- name: #@ 1 +\n#@ end\n", "schema:2: unexpected end" },
    { "a node has lost what it stands in", "#@ def f():\n#@ if False:\n- name:\n#@ end\n    x: 1\n#@ end\n",
      "schema:5: the node it belongs to was left out" },
    { "it gives a key twice", "#@ def f():\n#@ for i in [1, 2]:\nname: x\n#@ end\n#@ end\n",
      "found: schema:3: duplicate key" },
  } do
    it(row[1], function()
      local schema, report = yschema.load(row[2] .. head .. "#@schema/default f\na:\n- name: \"\"\n")
      assert(schema, tostring(report))
      for _ = 1, 2 do
        local values, found = schema:apply ""
        assert.is_nil(values)
        has(tostring(found), row[3])
      end
    end)
  end
end)

-- { what, the functions, the annotation on line 1 after them, the calls }
local rules = {
  { "Starlark", "#@ def inner(x):\n#@   return x[\"a\"][\"b\"]\n#@ end\n#@ def outer(x):\n#@   y = inner(x)\n"
    .. "#@   return y\n#@ end\n" },
  { "Lua", "#@ local function inner(x)\n#@   return x.a.b\n#@ end\n#@ local function outer(x)\n"
    .. "#@   local y = inner(x)\n#@   return y\n#@ end\n" },
}

describe("the calls that led to an error while values are validated are shown, in", function()
  -- The one violation of a schema's own values, below the code.
  local function found(code, annotation, options)
    local schema, report = yschema.load(code .. head .. annotation .. "\na: 1\n", options)
    assert(schema, tostring(report))
    local values
    values, report = schema:apply ""
    assert.is_nil(values)
    assert.are.equal(1, #report.violations)
    return report
  end

  for _, row in ipairs(rules) do
    it(row[1] .. ": of a rule", function()
      local report = found(row[2], "#@schema/validation (\"r\", lambda v: outer(v))")
      assert.are.same({ "called from schema:5", "called from schema:10" }, calls_in(report))
      assert.are.equal("called from schema:5\ncalled from schema:10", report.violations[1].hint)
      has(report.violations[1].message, "the rule itself failed: schema:2: ")
      report = found(row[2], "#@schema/validation (\"r\", outer)")
      assert.are.same({ "called from schema:5" }, calls_in(report))
    end)

    it(row[1] .. ": of a condition", function()
      local report = found(row[2], "#@schema/validation min=0, when=lambda v: outer(v)")
      assert.are.equal("when-failed", report.violations[1].kind)
      assert.are.same({ "called from schema:5", "called from schema:10" }, calls_in(report))
    end)

    it(row[1] .. ": of a default", function()
      local report = found(row[2], "#@schema/default lambda: outer(1)")
      assert.are.equal("default-failed", report.violations[1].kind)
      assert.are.same({ "called from schema:5", "called from schema:10" }, calls_in(report))
    end)
  end

  it("files that were loaded", function()
    local report = found("#@ load(\"lib/f.star\", \"outer\")\n", "#@schema/validation (\"r\", lambda v: outer(v))",
      { files = { ["lib/f.star"] = "def inner(x):\n  return x - \"1\"\nend\ndef outer(x):\n  y = inner(x)\n"
        .. "  return y\nend\n" } })
    has(report.violations[1].message, "failed: lib/f.star:2: ")
    assert.are.same({ "called from lib/f.star:5", "called from schema:4" }, calls_in(report))
  end)

  it("functions of env: where they were called", function()
    local report = found("#@ def outer(x):\n#@   y = broken(x)\n#@   return y\n#@ end\n",
      "#@schema/validation (\"r\", lambda v: outer(v))",
      { env = { broken = function() error("out of order", 0) end } })
    has(report.violations[1].message, "failed: out of order")
    assert.are.same({ "in schema:2", "called from schema:7" }, calls_in(report))
  end)

  it("bodies of YAML", function()
    local report = found("#@ def body(x):\nk: 1\nl: #@ x + \"1\"\n#@ end\n",
      "#@schema/validation (\"r\", lambda v: body(v))")
    has(report.violations[1].message, "failed: schema:3: ")
    assert.are.same({ "called from schema:7" }, calls_in(report))
  end)

  it("not for a rule that fails by itself or with fail()", function()
    assert.are.same({}, calls_in(found("", "#@schema/validation (\"r\", lambda v: v + \"x\")")))
    local report = found("#@ def no(x): fail(\"no\")\n", "#@schema/validation (\"r\", lambda v: no(v))")
    assert.are.equal("rule", report.violations[1].kind)
    assert.is_nil(report.violations[1].hint)
    report = found("#@ def f(n): return f(n) + 1\n", "#@schema/validation (\"r\", lambda v: f(v))")
    has(tostring(report), "a function calls itself without end")
    assert.are.same({}, calls_in(report))
  end)
end)

-- { what, body of f, kind, line }
local repeated = {
  { "a value cannot be computed", "k: #@ 1 + \"x\"\n", "computed-value", 2 },
  { "the code of an annotation fails", "#@schema/title 1 + \"x\"\nk: 1\n", "annotation-failed", 2 },
  { "an annotation has other arguments", "#@schema/title 5\nk: 1\n", "annotation-argument", 2 },
  { "an annotation is unknown", "#@schema/titel \"k\"\nk: 1\n", "annotation-unknown", 2 },
  { "a node has lost what it stands in", "#@ if False:\nk:\n#@ end\n  l: 1\n", "left-out", 5 },
  { "a key is there twice", "k: 1\n#@ if True:\nk: 2\n#@ end\n", "duplicate-key", 4 },
  { "a value is null", "k:\n", "null-value", 2 },
  { "a default has another type", "#@schema/default \"x\"\nk: 1\n", "default-type", 2 },
}

describe("one error in the body of a function is reported once, however often it is used:", function()
  for _, row in ipairs(repeated) do
    it(row[1], function()
      local report = report_of("#@ def f():\n" .. row[2] .. "#@ end\n" .. head
        .. "a: #@ f()\nb: #@ f()\nc:\n- #@ f()\n")
      assert.are.equal(1, #report.violations, tostring(report))
      assert.are.equal(row[3], report.violations[1].kind)
      assert.are.equal(row[4], report.violations[1].line)
    end)
  end

  it("with the calls of the first use", function()
    local report = report_of("#@ def f():\nk: #@ 1 + \"x\"\n#@ end\n" .. head .. "a: #@ f()\nb: #@ f()\n")
    assert.are.same({ "called from schema:6" }, calls_in(report))
  end)

  it("and another message is another error", function()
    local report = report_of("#@ def f(x):\nk: #@ 1 + x\n#@ end\n" .. head
      .. "a: #@ f(\"x\")\nb: #@ f([])\nc: #@ f(\"y\")\n")
    assert.are.equal(2, #report.violations)
    has(report.violations[1].message, "int + string")
    has(report.violations[2].message, "int + list")
  end)

  it("in a loop, too", function()
    local report = report_of(head .. "#@ for i in range(1000):\n"
      .. "- #@ i + \"x\"\n#@ end\n")
    assert.are.equal(1, #report.violations)
  end)

  it("in data values, too", function()
    local schema = assert(yschema.load(head .. "#@schema/type any=True\na: 1\n", { code_in_values = true }))
    local values, report = schema:apply("#@ def f():\nk: #@ 1 + \"x\"\n#@ end\n---\na:\n- #@ f()\n- #@ f()\n")
    assert.is_nil(values)
    assert.are.equal(1, #report.violations)
  end)
end)

it("a text that is read again, because a line that looked like code is not, warns once", function()
  local schema, report = yschema.load("#@ x = 1\n" .. head .. "a: \"k\n  #@ text\n  \"\nb: #@ x\n"
    .. "#@schema/title \"nothing\"\n")
  assert(schema, tostring(report))
  assert.are.equal(1, #report.warnings)
end)

it("an error in the code of a node has its own place and kind", function()
  local report = report_of("#@ x = 1 +\n" .. head .. "a: 1\n")
  assert.are.equal("code", report.violations[1].kind)
  report = report_of(head .. "#@schema/title f\na: #@ g(\n")
  local found = {}
  for i, v in ipairs(report.violations) do
    found[i] = ("%s %d:%d %s"):format(v.kind, v.line, v.column, v.message)
  end
  assert.are.same({ "computed-value 4:8 the computed value g(: `(` is not closed",
    "annotation-syntax 3:1 syntax error in @schema/title annotation: undefined: f (names come from code above or"
      .. " from env; strings are written in quotes)" }, found)
end)
