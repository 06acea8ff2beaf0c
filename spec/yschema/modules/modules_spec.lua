local core = require "yschema.core"
local evaluation = require "yschema.expression.evaluation"
local registry = require "yschema.modules.registry"
local scope = require "yschema.expression.scope"
local values = require "yschema.starlark.values"

local function arguments(text)
  return evaluation.arguments(text, { file = "s.yml", line = 1 }, scope.new())
end

local function value(text)
  local args, problem = arguments(text)
  return assert(args, problem)[1].value
end

describe("assert", function()
  -- The rule, a value that satisfies it, one that does not, what is then found.
  for _, row in ipairs {
    { "assert.min(5)", 5, 4, "value < 5" },
    { "assert.max(5)", 5, 6, "value > 5" },
    { "assert.exclusive_min(5)", 6, 5, "value <= 5" },
    { "assert.exclusive_max(5)", 4, 5, "value >= 5" },
    { "assert.multiple_of(5)", 10, 12, "12, of type integer" },
    { "assert.min_len(2)", "ab", "a", "length = 1" },
    { "assert.max_len(2)", "ab", "abc", "length = 3" },
    { "assert.max_bytes(2)", "é", "éa", "length in bytes = 3" },
    { "assert.not_null()", 1, core.null, "value is null" },
    { "assert.not_null", 1, core.null, "value is null" },
    { "assert.one_of(['a', 'b'])", "b", "c", "not one of allowed values" },
    { "assert.one_not_null(['a', 'b'])", { a = 1 }, { c = 1 }, "all values are null" },
    { "assert.one_not_null()", { a = 1 }, { a = core.null }, "all values are null" },
    { "assert.one_not_null", { a = 1 }, { a = core.null }, "all values are null" },
    { "assert.enum(['a', 7])", 7, "7", "not one of allowed values" },
    { "assert.regexp('^[a-c]+$')", "abc", "abz", '"abz"' },
    { "assert.pattern('b')", "abc", "acc", '"acc"' },
    { "assert.format('date')", "2018-11-13", "2018-11-31", '"2018-11-31"' },
    { "assert.unique()", { 1, 2 }, { 1, 2, 1 }, "items [0] and [2] are equal" },
    { "assert.unique", { "a" }, { "a", "a" }, "items [0] and [1] are equal" },
    { "assert.starts_with('a')", "ab", "ba", '"ba"' },
    { "assert.prefix('a')", "ab", 1, "1, of type integer" },
    { "assert.ends_with('b')", "ab", "ba", '"ba"' },
    { "assert.suffix('b')", "ab", "", '""' },
  } do
    it("gives the named rule: " .. row[1], function()
      local rule = value(row[1])
      assert.is_function(rule)
      assert.is_truthy((rule(row[2], {})))
      local holds, found = rule(row[3], {})
      assert.is_false(holds)
      assert.is_string(found)
      assert.equal(row[4], found)
    end)
  end

  it("gives rules that also have ytt's check", function()
    assert.is_true(value "assert.min(5).check(6)")
    assert.is_false(value "[assert.min(5).check(v) for v in [1]][0]")
    assert.is_true(value "function(v) return assert.min(5).check(v) end" (6))
  end)

  it("gives rules that are called as functions, in Starlark and in Lua", function()
    assert.is_true(value "lambda v: assert.min(5)(v)" (6))
    assert.is_false((value "function(v) return assert.max(5)(v) end" (6)))
  end)

  it("refuses a wrong argument when the schema is loaded", function()
    local _, problem = arguments "assert.min_len('x')"
    assert.matches("^assert%.min_len: ", problem)
    assert.equal("function min missing 1 argument (x)", select(2, arguments "assert.min()"))
  end)

  it("refuses a pattern that is none, and a format that is unknown", function()
    local _, problem = arguments "assert.regexp('(')"
    assert.matches("^assert%.regexp: .* is not a regular expression: .* %(at offset 1%)$", problem)
    _, problem = arguments "assert.format('dat')"
    assert.matches('^assert%.format: unknown format "dat"', problem)
  end)

  it("throws when a search is given up", function()
    local ok, problem = pcall(value "assert.regexp('^(a|a)*$')", ("a"):rep(60) .. "!", {})
    assert.is_false(ok)
    assert.matches("the pattern needs too many steps for this text", tostring(problem), 1, true)
  end)

  it("fails as fail() does", function()
    local ok, thrown = pcall(value "lambda: assert.fail('no', 1)")
    assert.is_false(ok)
    assert.is_true(values.is_failure(thrown))
    assert.equal("no 1", tostring(thrown))
  end)

  it("compares deeply", function()
    assert.equal(core.null, value "assert.equals([1, {'a': 2}], [1, {'a': 2}])")
    local _, problem = arguments "assert.equals([1], '1')"
    assert.equal('expected [1] (list), but was "1" (string)', problem)
  end)

  it("tries", function()
    assert.same({ 3, core.null }, value "assert.try_to(lambda: 3)")
    assert.same({ core.null, "fail: no" }, value "assert.try_to(lambda: fail('no'))")
    assert.same({ core.null, "fail: a 1" }, value "assert.try_to(lambda: fail('a', 1))")
    assert.same({ core.null, "assert.fail: fail: no" }, value "assert.try_to(lambda: assert.fail('no'))")
    assert.same({ core.null, "fail: no" }, value "assert.try_to(lambda: [fail('no') for x in [1]])")
    assert.same({ core.null, "fail: fail: no" },
      value "assert.try_to(lambda: fail(assert.try_to(lambda: fail('no'))[1]))")
    assert.same({ core.null, "assert.equals: expected 1 (int), but was 2 (int)" },
      value "assert.try_to(lambda: assert.equals(1, 2))")
    assert.same({ core.null, "real division by zero" }, value "assert.try_to(lambda: 1 / 0)")
  end)

  it("is Lua's assert in Lua code, too", function()
    local f = value "function(v) return assert(v, 'not given') end"
    assert.equal(1, f(1))
    assert.same({ false, "not given" }, { pcall(f, nil) })
  end)

  it("says which names it has not", function()
    assert.equal("assert has no .max_lenn field or method (did you mean `max_len`?)",
      select(2, arguments "assert.max_lenn(1)"))
  end)
end)

describe("modules", function()
  it("can be added", function()
    registry.define("numbers_of_spec", { twice = function(n) return 2 * n end })
    assert.equal(4, value "numbers_of_spec.twice(2)")
    assert.equal(4, value "function() return numbers_of_spec.twice(2) end" ())
  end)

  it("cannot be changed", function()
    assert.error_matches(function() registry.named "assert".min = 1 end, "read%-only")
  end)

  it("have lower precedence than names of the caller", function()
    local args = evaluation.arguments("assert", { file = "s.yml", line = 1 },
      scope.new { env = { assert = 1 } })
    assert.equal(1, args[1].value)
  end)
end)
