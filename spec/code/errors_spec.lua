-- What people read when code in a schema is wrong. Texts are written with `|` at the
-- start of each line.

local yschema = require "yschema"

local function text_of(drawn)
  return (drawn:gsub("\n%s*|", "\n"):gsub("^%s*|", ""):gsub("%s*$", "\n"))
end

-- The report about a schema that is at fault.
local function report_of(drawn, options)
  local schema, report = yschema.load(text_of(drawn), options)
  assert.is_nil(schema)
  return report
end

local function has(text, part)
  assert.is_truthy(text:find(part, 1, true), text)
end

-- The calls that a report's text tells, in order: "called from schema:5".
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
