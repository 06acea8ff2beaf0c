-- The same violation of the same field at many places is reported once. The records keep every one.
local yschema = require "yschema"

local schema = assert(yschema.load [[
#@data/values-schema
---
l:
- a: 1
  #@schema/deprecated "use a"
  #@schema/validation min=5
  b: 5
  #@schema/required
  c: ""
m:
  #@schema/any-key
  x: ""
]])

-- A report on `many` items, each of which is a line with its number.
local function report_of(many, item)
  local lines = { "l:\n" }
  for i = 1, many do lines[#lines + 1] = item:format(i) .. "\n" end
  local _, report = schema:apply(table.concat(lines))
  return report
end

local function count(text, part)
  return select(2, text:gsub(part, ""))
end

describe("the same violation at many places", function()
  it("is reported for each of them if all are asked for", function()
    local report = report_of(100, "- {a: x%d, c: z}")
    assert.equal(100, count(report:text { all = true }, "= found:"))
    assert.equal(tostring(report), report:text { all = false })
    assert.equal(100, count(report:text { all = true, color = true }, "= .-found:"))
    local few = report_of(3, "- {a: x%d, c: z}")
    assert.equal(tostring(few), few:text { all = true })
  end)

  it("is reported once, with the first places and the number of the others", function()
    local report = report_of(100, "- {a: x%d, c: z}")
    assert.equal(100, #report.violations)
    local text = tostring(report)
    assert.equal(1, count(text, "= found:"))
    assert.truthy(text:find('    = found: string "x1"\n    = expected: integer (by schema:4)\n'
      .. "    = also at: l[1].a (values:3)\n    = also at: l[2].a (values:4)\n"
      .. "    = also at: 97 more places (--all shows them)\n", 1, true))
  end)

  it("is reported at each place when there are few", function()
    assert.equal(3, count(tostring(report_of(3, "- {a: x%d, c: z}")), "= found:"))
    assert.matches("also at: 1 more place (--all", tostring(report_of(4, "- {a: x, c: z}")), 1, true)
  end)

  it("is reported once for rules, missing and unknown keys", function()
    local text = tostring(report_of(10, "- {b: %d, d: 1}"))
    assert.equal(1, count(text, "must be: a value >= 5"))
    assert.matches("      found: 1 %(value < 5%)\n      also at: l%[1%].b %(values:3%)\n", text)
    assert.equal(1, count(text, "not declared in schema"))
    assert.equal(1, count(text, "is required"))
    assert.matches("    = also at: l[1].c (values:3)\n"
      .. "    = also at: l[2].c (values:4)\n    = also at: 7 more places", text, 1, true)
  end)

  it("is another one if the field, the violation or the kind of value is another", function()
    local text = tostring(report_of(10, "- {a: x, c: 1}\n- {a: [%d], c: z}"))
    assert.equal(3, count(text, "= found:"))
  end)

  it("is reported at each place for different fields, although one rule validates them", function()
    local same = assert(yschema.load("#@ def s(): return 'x'\n#@data/values-schema\n---\n"
      .. "a: #@ s()\nb: #@ s()\nc: #@ s()\nd: #@ s()\n"))
    local _, report = same:apply "{a: 1, b: 1, c: 1, d: 1}"
    assert.equal(4, count(tostring(report), "= found:"))
  end)

  it("is reported once for keys of a placeholder", function()
    local keys = {}
    for i = 1, 5 do keys[i] = ("  k%d: 1\n"):format(i) end
    local _, report = schema:apply("m:\n" .. table.concat(keys))
    assert.matches("= also at: m.k3 (values:4)\n    = also at: 2 more places", tostring(report), 1, true)
  end)

  it("takes memory for what is shown", function()
    local report = report_of(10000, "- {a: x%d, c: z}")
    assert.equal(10000, #report.violations)
    assert.is_true(#tostring(report) < 1000)
  end)
end)
