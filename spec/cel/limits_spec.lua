-- Limits of expressions: work in proportion to what they read and make, within the budget of instructions.

local evaluation = require "yschema.cel.evaluation"
local sandbox = require "yschema.sandbox.sandbox"
local values = require "yschema.cel.values.values"

-- Evaluates an expression with a budget of instructions. Returns its result or its error; or "spent".
local function outcome(text, variables, budget)
  local types = {}
  for name, value in pairs(variables or {}) do types[name] = values.type_of(value) end
  local program, problem = evaluation.compile(text, { variables = types })
  assert(program, problem and problem.problem)
  local call, stop = sandbox.start { budget = budget }
  local ok, ran, value = call(program.run, program, variables or {})
  stop()
  if not ok then return "spent" end
  return ran and value or value.message
end

-- Nests `times` bindings, each of which uses the one before twice.
local function doubled(first, by, last, times)
  local text = last:gsub("X", "x" .. times)
  for i = times, 1, -1 do
    text = ("cel.bind(x%d, %s, %s)"):format(i, by:gsub("X", "x" .. i - 1), text)
  end
  return ("cel.bind(x0, %s, %s)"):format(first, text)
end

describe("numbers of CEL with many digits", function()
  it("are read, or are errors", function()
    local function compiled(text) return evaluation.compile(text, {}) end
    local _, tiny = assert(compiled "1e-9007199254740993 == 0.0"):run {}
    assert.is_true(tiny)
    for text, problem in pairs {
      ["1e9007199254740993"] = "does not fit in a double", ["1e400"] = "does not fit in a double",
      ["92233720368547758089"] = "is no integer of 64 bits", [("9"):rep(5000) .. "u"] = "is no unsigned integer",
    } do
      local program, found = compiled(text)
      assert.is_nil(program)
      assert.truthy(found.problem:find(problem, 1, true), found.problem)
    end
  end)
end)

describe("the cost of CEL", function()
  if jit then return end -- LuaJIT counts instructions for a whole process only

  local range = "lists.range(20000)"
  local quadratic = {
    ("sets.contains(%s.map(x, [x]), %s.map(x, [x]))"):format(range, range),
    range .. ".map(x, [x]).distinct().size()",
    ("cel.bind(l, %s, l.all(x, x in l))"):format(range),
    ("cel.bind(s, %s.map(x, 'ü').join(), %s.all(i, s.charAt(i) == 'ü'))"):format(range, range),
    ("cel.bind(s, %s.map(x, 'a').join(), %s.all(i, !s.contains('b')))"):format(range, range),
    ("cel.bind(s, %s.map(x, 'a').join(), %s.all(i, s.lastIndexOf(s.substring(9000) + 'b') < 0))"):format(range, range),
    "lists.range(900000).sort().size()",
    "lists.range(300000).all(x, ('a' + string(x)).matches('^[a-z]+[0-9]+$'))",
    doubled("[1]", "[X, X]", "X == X", 40),
    doubled("[1]", "[X, X]", "'%s'.format([X])", 40),
  }
  for _, text in ipairs(quadratic) do
    it("is limited by the budget: " .. text:sub(1, 60), function()
      assert.equal("spent", outcome(text, {}, 5000000))
    end)
  end

  it("is limited by the size of what is made", function()
    assert.equal("the string is too long", outcome(doubled("'aaaaaaaa'", "X + X", "X", 30), {}, 50000000))
    assert.equal("the list is too long", outcome(doubled("[1]", "X + X", "X", 30), {}, 50000000))
    assert.equal("the string is too long", outcome("s.replace('a', s)", { s = ("a"):rep(10000) }, 50000000))
    assert.equal("the list would have more than 1000000 items", outcome("lists.range(1000001)", {}, 50000000))
    assert.equal("the string is too long",
      outcome("regex.replace(s, 'a', s)", { s = ("a"):rep(10000) }, 500000000))
  end)

  it("grows as a text does that is replaced and split", function()
    for _, text in ipairs { "s.replace('a', 'bb').size() > 0", "s.split('a').size() > 0", "s.split('').size() > 0" } do
      assert.is_true(outcome(text, { s = ("ab"):rep(100000) }, 20000000), text)
    end
  end)

  it("of a regular expression that is given up is no verdict", function()
    local message = outcome("s.matches('^(a+)+$')", { s = ("a"):rep(30000) .. "!" }, 50000000)
    assert.truthy(message:find("was given up: the pattern needs too many steps", 1, true))
    assert.is_true(outcome("s.matches('^a+!$')", { s = ("a"):rep(30000) .. "!" }, 50000000))
  end)
end)
