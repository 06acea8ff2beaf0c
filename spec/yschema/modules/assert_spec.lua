-- The module assert in rules: what its tests say is what the report says.

local rows = require "spec.support.rows"

-- A rule whose value is 5, and why it does not hold; nil: it holds.
local function validated(rule, why, above)
  local line = above and 3 + select(2, above:gsub("\n", "")) or 3
  local row = { rule, schema = (above or "") .. "#@schema/validation (\"x\", " .. rule .. ")\na: 5" }
  if why then
    row.violations = ("rule a s.yml:%d; %sexpected x; by s.yml:%d"):format(line + 1,
      why ~= "" and "found " .. why .. "; " or "", line)
  else
    row.gives = "a: 5"
  end
  return row
end

describe("a rule keeps the reason of what it asks:", function()
  rows.each(it, {
    validated("lambda v: assert.min(1).check(v) and assert.max(3).check(v)", "value > 3"),
    validated("lambda v: assert.min(9).check(v) and assert.max(3).check(v)", "value < 9"),
    validated("lambda v: assert.min(1).check(v) and assert.max(9).check(v)"),
    validated("lambda v: assert.min(9)(v) and assert.max(3)(v)", "value < 9"),
    validated("lambda v: assert.min(9).check(v) or assert.max(3).check(v)", "value > 3"),
    validated("lambda v: assert.min(9).check(v) or v == 7", "value < 9"),
    validated("lambda v: v == 7 or assert.min(9).check(v)", "value < 9"),
    validated("lambda v: v == 5 or assert.min(9).check(v)"), validated("lambda v: assert.min(9).check(v) or v == 5"),
    validated("lambda v: v > 1 and v > 2 and assert.max(3).check(v)", "value > 3"),
    validated("lambda v: v > 1 and assert.max(3).check(v) and v > 2", "value > 3"),
    validated("lambda v: assert.max(9).check(v) and v > 7", ""),
    validated("lambda v: (assert.min(1).check(v) and assert.max(3).check(v)) or v == 7", "value > 3"),
    validated("lambda v: v > 1 and (v == 7 or assert.max(3).check(v))", "value > 3"),
    validated("lambda v: v > 1 and not assert.max(9).check(v)", ""), validated("lambda v: not assert.max(3).check(v)"),
    validated("lambda v: not assert.max(3).check(v) and assert.min(9).check(v)", "value < 9"),
    validated("lambda v: assert.max(3).check(v) if v > 1 else False", "value > 3"),
    validated("lambda v: False if v > 1 else assert.max(3).check(v)", ""),
    validated("lambda v: 0 if v < 1 else assert.min(1).check(v) and assert.max(3).check(v)", "value > 3"),
    validated("lambda v: assert.min(1).check(v) and [x for x in [v] if x == v] and assert.max(3).check(v)",
      "value > 3"),
    validated("lambda v, ctx: assert.min(1).check(v) and ctx.key == \"a\" and assert.max(3).check(v)",
      "value > 3"),
    validated("lambda v: (assert.max(3).check(v) and True, \"my words\")", "my words"),
    validated("f", "value > 3",
      "#@ def f(v):\n#@   return assert.min(1).check(v) and assert.max(3).check(v)\n#@ end\n"),
    validated("f", "value < 9", "#@ def f(v):\n#@   if v > 1:\n"
      .. "#@     return assert.min(9).check(v) and v\n#@   end\n#@ end\n"),
    validated("lambda v: f(v) and g(v)", "value > 3", "#@ def f(v): return assert.min(1).check(v)\n"
      .. "#@ def g(v): return assert.max(3).check(v)\n"),
    validated("lambda v: lua(v) and v", "too large", "#@ local function lua(v) return v < 3, \"too large\" end\n"),
    validated("function(v) return assert.max(3).check(v) end", "value > 3"),
  })
end)

describe("assert.one_of", function()
  rows.each(it, {
    validated("assert.one_of([5, 6])"), validated("assert.one_of(5, 6)"), validated("assert.one_of((5, 6))"),
    validated("assert.one_of([1, 2])", "not one of allowed values"),
    validated("assert.one_of(1, 2)", "not one of allowed values"),
    validated("assert.one_of(1, None)", "not one of allowed values"),
    validated("assert.one_of(None, 5)"), validated("assert.enum(5, 6)"), validated("assert.one_of([1], 5)"),
    validated("function(v) return assert.one_of(5, 6)(v) end"),
    { "wants something", schema = "#@schema/validation (\"x\", assert.one_of())\na: 5",
      violations = "annotation-syntax - s.yml:3; found function one_of missing 1 argument (x)" },
    { "wants a list, when it is one", schema = "#@schema/validation (\"x\", assert.one_of(5))\na: 5",
      places = "s.yml:3" },
  })
end)
