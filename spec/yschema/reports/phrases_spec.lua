-- How reports call rules and their arguments: by values, not by variables.

local rows = require "spec.support.rows"
local yschema = require "yschema"

-- Returns the phrase after "must be" when it breaks the first rule of an annotation.
local function must_be(arguments, value, code, options)
  local text = (code or "") .. "#@data/values-schema\n---\n#@schema/validation " .. arguments
    .. "\nv: " .. value .. "\n"
  local schema, about = yschema.load(text, options)
  if not schema then return tostring(about) end
  local _, report = schema:apply()
  return report.violations[1] and report.violations[1].expected, schema, report
end

local code = "#@ LIMIT = 5\n#@ SHORT = \"x\"\n#@ NAMES = [\"a\", \"b\"]\n#@ def limit():\n#@   return 5\n#@ end\n"
local lua = "#@ local LIMIT, SHORT, NAMES = 5, 'x', { 'a', 'b' }\n#@ local function limit() return 5 end\n"

describe("the argument of a named rule", function()
  local literals = { -- argument, value, how it is shown
    { "min=5", "1", "a value >= 5" },
    { "min=-5", "-9", "a value >= -5" },
    { "min=0x10", "1", "a value >= 0x10" },
    { "min=1e3", "1.0", "a value >= 1e3" },
    { "min='b'", '"a"', "a value >= 'b'" },
    { [[regexp=r"^\d$"]], '"a"', [[a string matching r"^\d$"]] },
    { 'one_of=[ "a", "b" ]', '"x"', 'one of [ "a", "b" ]' },
    { 'one_of=("a", ["b"])', '"x"', 'one of ("a", ["b"])' },
    { 'one_of={"a": 1}', '"x"', 'one of {"a": 1}' },
    { 'one_of={ "a", "b" }', '"x"', 'one of { "a", "b" }' },
    { "one_of=[True, None]", "false", "one of [True, None]" },
    { "one_not_null=['a', 'b']", "{a: 1, b: 1}", "exactly one of ['a', 'b'] to be not null" },
    { "format='date'", '"x"', "of format 'date' (RFC 3339), such as 2018-11-13" },
  }
  for _, row in ipairs(literals) do
    it("is shown as it is spelled: " .. row[1], function()
      assert.equal(row[3], (must_be(row[1], row[2])))
      -- A function beside it has all arguments evaluated by the host.
      assert.equal(row[3], (must_be(row[1] .. ", when=lambda v: True", row[2], code)))
    end)
  end

  local computed = {
    { "min=LIMIT", "1", "a value >= 5" },
    { "min=LIMIT + 1", "1", "a value >= 6" },
    { "min=-LIMIT", "-9", "a value >= -5" },
    { "min=limit()", "1", "a value >= 5" },
    { "max_len=LIMIT", '"123456"', "length <= 5" },
    { "starts_with=SHORT", '"a"', 'a string starting with "x"' },
    { "regexp=SHORT", '"a"', 'a string matching "x"' },
    { "one_of=NAMES", '"x"', 'one of ["a", "b"]' },
    { 'one_of=["c", SHORT]', '"a"', 'one of ["c", "x"]' },
    { "one_of=[[1], [SHORT, 2.5]]", "[0]", 'one of [[1], ["x", 2.5]]' },
    { "one_not_null=NAMES", "{a: 1, b: 1}", 'exactly one of ["a", "b"] to be not null' },
    { "min=LIMIT, max=LIMIT + 4", "1", "a value >= 5" },
  }
  for _, row in ipairs(computed) do
    it("is shown by its value: " .. row[1], function()
      assert.equal(row[3], (must_be(row[1], row[2], code)))
      assert.equal(row[3], (must_be(row[1], row[2], lua)))
    end)
  end

  it("is shown by its value in Starlark's other forms", function()
    assert.equal('one of ["a", "b", "c"]', (must_be('one_of=NAMES + ["c"]', '"x"', code)))
    assert.equal('one of {"a": 1, "k": "x"}', (must_be('one_of={"a": 1, "k": SHORT}', '"x"', code)))
    assert.equal("one of [0, 2, 4]", (must_be("one_of=[2 * i for i in range(3)]", "7", code)))
    assert.equal('a string starting with "x-y"', (must_be('starts_with=SHORT + "-y"', '"a"', code)))
    assert.equal("a value >= 5", (must_be("**{'min': LIMIT}", "1", code)))
  end)

  it("is cut when it is long", function()
    local shown = must_be("one_of=[str(i) for i in range(1000)]", '"x"', code)
    assert.truthy(shown:find('^one of %["0", "1", "2", .*, %.%.%.%]$'), shown)
    assert.is_true(#shown < 230)
  end)

  it("yields to a message", function()
    assert.equal("five or more", (must_be('min=(LIMIT, "five or more")', "1", code)))
  end)

  it("is shown by its value in functions' bodies and in descriptions", function()
    local schema = assert(yschema.load(code .. [[
#@ def part(least):
#@schema/validation min=least
n: 1
#@ end
#@data/values-schema
---
#@schema/any-of part(3), part(7)
p:
  n: 9
#@schema/validation one_of=NAMES
v: a
]]))
    local validations = schema:describe().fields[2].validations
    assert.equal('one of ["a", "b"]', validations[1].must_be)
    local _, report = schema:apply "p: {n: 1}"
    assert.truthy(report.violations[1].message:find("p.n must be >= 7", 1, true), report.violations[1].message)
    assert.truthy(report.violations[2].message:find("p.n must be >= 3", 1, true), report.violations[2].message)
  end)
end)

describe("a bare rule", function()
  local defined = "#@ def is_even(v):\n#@   return v % 2 == 0\n#@ end\n#@ alias = is_even\n"
    .. "#@ def rule_of(n):\n#@   def above(v):\n#@     return v > n\n#@   end\n#@   return above\n#@ end\n"
    .. "#@ short = lambda v: v > 3\n"
    .. '#@ load("@ytt:struct", "struct")\n#@ mine = struct.make(even=is_even, short=short)\n'
  local in_lua = "#@ local function is_even(v) return v % 2 == 0 end\n#@ local rules = { even = is_even }\n"

  for _, row in ipairs {
    { "is_even", defined, "is_even" },
    { "alias", defined, "is_even" },
    { "mine.even", defined, "is_even" },
    { "rule_of(3)", defined, "above" },
    { "short", defined, "short" },
    { "mine.short", defined, "mine.short" },
    { "lambda v: v > 3", defined, "the rule" },
    { "function(v) return v > 3 end", "", "the rule" },
    { "is_even", in_lua, "is_even" },
    { "rules.even", in_lua, "rules.even" },
  } do
    it("is called by its function's name: " .. row[1] .. " of " .. #row[2], function()
      assert.equal("a value that satisfies " .. row[3], (must_be(row[1], "1", row[2])))
    end)
  end

  it("is called by the name that the host gives it", function()
    local options = { env = { is_even = function(v) return v % 2 == 0 end } }
    assert.equal("a value that satisfies is_even", (must_be("is_even", "1", "", options)))
    options = { env = { even = setmetatable({}, { __call = function(_, v) return v % 2 == 0 end }) } }
    assert.equal("a value that satisfies even", (must_be("even", "1", "", options)))
  end)

  it("is called by its description, if there is one", function()
    assert.equal("even", (must_be('("even", is_even)', "1", defined)))
    assert.equal("even", (must_be('{ "even", is_even }', "1", in_lua)))
  end)

  for _, row in ipairs { -- rule, what it says, a value that breaks it
    { "assert.min(5)", "a value >= 5", "1" },
    { "assert.min(LIMIT)", "a value >= 5", "1" },
    { "assert.max(LIMIT + 1)", "a value <= 6", "7" },
    { "assert.min_len(2)", "length >= 2", '"a"' },
    { "assert.max_len(2)", "length <= 2", '"abc"' },
    { 'assert.one_of(["a", "b"])', 'one of ["a", "b"]', '"x"' },
    { 'assert.enum(NAMES)', 'one of ["a", "b"]', '"x"' },
    { 'assert.regexp("^a")', 'a string matching "^a"', '"x"' },
    { 'assert.starts_with("a")', 'a string starting with "a"', '"x"' },
    { 'assert.ends_with("a")', 'a string ending with "a"', '"x"' },
    { 'assert.format("date")', 'of format "date" (RFC 3339), such as 2018-11-13', '"x"' },
    { "assert.one_not_null()", "exactly one of all children to be not null", "{a: 1, b: 2}" },
    { "assert.one_not_null", "exactly one of all children to be not null", "{a: 1, b: 2}" },
    { 'assert.one_not_null(["a", "b"])', 'exactly one of ["a", "b"] to be not null', "{a: 1, b: 2}" },
    { "base64.decodable", "base64", '"*"' },
    { "base64.decodable()", "base64", '"*"' },
    { "json.decodable", "JSON", '"{"' },
    { "yaml.decodable", "YAML", "'{'" },
    { "yaml.decodable()", "YAML", "'{'" },
    { "regexp.is_valid", "a regular expression", '"("' },
  } do
    it("of a module has a phrase of its own: " .. row[1], function()
      local loads = 'load("@ytt:assert", "assert")'
      for _, name in ipairs { "base64", "json", "yaml", "regexp" } do
        loads = loads .. ('\n#@ load("@ytt:%s", "%s")'):format(name, name)
      end
      assert.equal(row[2], (must_be(row[1], row[3], "#@ " .. loads .. "\n" .. code)))
    end)
  end

  it("says the same in the text, the records, JSON, SARIF and JUnit", function()
    local _, _, report = must_be("is_even, max=LIMIT - 5", "1", defined .. code)
    for _, text in ipairs { tostring(report), report:json(), report:sarif(), report:junit() } do
      assert.truthy(text:find("satisf%l+ is_even"), text)
      assert.truthy(text:gsub("&lt;", "<"):find(" <= 0", 1, true), text)
      assert.is_nil(text:find("LIMIT - 5 (", 1, true), text)
    end
    assert.equal("v must satisfy is_even", report.violations[1].message)
    assert.equal("v must be <= 0 (found: value > 0)", report.violations[2].message)
  end)
end)

describe("a rule on a map or an array", function()
  local schema = "#@schema/validation min_len=9\nm:\n  a: 1\n  b:\n    c: 2\n#@schema/validation min_len=9\nl:\n- 0\n"
  local function portion(path, from, ...)
    local lines = { "  " .. path, "    from: " .. from }
    for _, line in ipairs { ... } do lines[#lines + 1] = line end
    return table.concat(lines, "\n") .. "\n"
  end
  local head = "Validating final data values:\n"
  local function says(at, count)
    return ("    - must be: length >= 9 (by: s.yml:%d)\n      found: length = %d\n"):format(at, count)
  end

  rows.each(it, {
    { "shows what it validated, in the values", schema = schema,
      values = "m:\n  a: 2\n\n  # a note\n  b: {c: 3}\nl: [1,\n  2,\n  3]\n",
      says = head .. portion("m", "v.yml:1", "        1 | m:", "        2 |   a: 2", "        3 |",
        "        4 |   # a note", "        5 |   b: {c: 3}") .. says(3, 2)
        .. "\n" .. portion("l", "v.yml:6", "        6 | l: [1,", "        7 |   2,", "        8 |   3]")
        .. says(8, 3) },
    { "shows what it validated, in the schema", schema = schema,
      says = head .. portion("m", "s.yml:4", "        4 | m:", "        5 |   a: 1", "        6 |   b:",
        "        7 |     c: 2") .. says(3, 2) .. "\n" .. portion("l", "s.yml:9", "        9 | l:",
        "          | ^")
        .. says(8, 0) },
    { "shows the beginning of a long one", schema = "#@schema/validation max_len=1\nl:\n- 0\n",
      values = "l:\n" .. ("- 1\n"):rep(11),
      says = head .. portion("l", "v.yml:1", "        1 | l:", "        2 | - 1", "        3 | - 1",
        "        4 | - 1", "        5 | - 1", "        6 | - 1", "        7 | - 1", "        8 | - 1",
        "        9 | - 1", "       10 | - 1", "          | ...")
        .. "    - must be: length <= 1 (by: s.yml:3)\n      found: length = 11\n" },
    { "shows nothing of another document", schema = "#@schema/validation max_len=1\nm:\n  a: 1\n  b: 2\n",
      over = "m:\n  a: 3\n#@data/values\n---\nm:\n  b: 4\n",
      says = head .. portion("m", "v.yml:7", "        7 | m:", "        8 |   b: 4")
        .. "    - must be: length <= 1 (by: s.yml:3)\n      found: length = 2\n" },
  })
end)
