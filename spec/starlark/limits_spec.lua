-- Tests very large code: it works, or is refused with a clear message and its line. It never crashes, and compiling
-- takes time in proportion to the text.

local evaluation = require "yschema.expression.evaluation"
local scopes = require "yschema.expression.scope"
local starlark = require "spec.support.starlark"

local function many(n, f)
  local lines = {}
  for i = 1, n do lines[i] = type(f) == "function" and f(i) or (f:gsub("%%", tostring(i))) end
  return table.concat(lines, "\n") .. "\n"
end

local function sum(n) return many(n - 1, "v% + \\") .. "v" .. n end

describe("code that Lua has no room for", function()
  local programs = {
    { "500 variables of a function", "def f():\n" .. many(500, "v% = %") .. "return v1 + v500\nend\nr = f()", "501" },
    { "100 variables that a function within uses",
      "def f():\n" .. many(100, "v% = %") .. "def g(): return " .. sum(100) .. "\nreturn g()\nend\nr = f()", "5050" },
    { "100 parameters that a function within uses", "def f(" .. many(100, "v%=%,")
      .. "):\ndef g(): return " .. sum(100) .. "\nreturn g()\nend\nr = f()", "5050" },
    { "300 names of a block that a function uses", many(300, "v% = %") .. "def g(): return " .. sum(300)
      .. "\nr = g()", "45150" },
    { "40 functions within each other that use all parameters",
      many(39, "def f%(v%):") .. "return " .. sum(39) .. "\n"
      .. many(38, function(i) return ("end\nreturn f%d(1)"):format(40 - i) end) .. "end\nr = f1(1)", "39" },
    { "1000 temporaries in an expression", "x = 0\nr = [\n" .. many(1000, "x or %,") .. "]\nr = len(r)", "1000" },
    { "1000 comprehensions in an expression", "r = [\n" .. many(1000, "[x for x in [%]],") .. "]\nr = len(r)", "1000" },
    { "300 lambdas with defaults that keep their own value",
      "x = 3\nr = [" .. many(300, "lambda a=x + %: a,") .. "]\nr = r[0](), r[299]()", "(4, 303)" },
    { "1000 elifs", "x = 500\nif x == 0: r = 0\n" .. many(1000, "elif x == %: r = %"), "500" },
    { "39 ifs within each other", ("if [y for y in [1]]:\n"):rep(39) .. "r = 5\n" .. ("end\n"):rep(39), "5" },
    { "39 loops within each other", ("for x in [1]:\n"):rep(39) .. "r = 5\n" .. ("end\n"):rep(39), "5" },
    { "10000 lines of a dict", "r = {\n" .. many(10000, "'k%': [%, 'x'],") .. "}\nr = len(r), r['k7']",
      '(10000, [7, "x"])' },
    { "1000 functions", many(1000, "def f%(a):\nif a: return %\nend") .. "r = f1(1) + f1000(1)", "1001" },
  }
  for _, row in ipairs(programs) do
    it("works: " .. row[1], function() assert.equal(row[3], starlark.result(row[2])) end)
  end

  it("is refused with its line when it is nested too deeply", function()
    assert.equal("! 41:1: the code is nested too deeply",
      starlark.result(("if 1:\n"):rep(300) .. "r = 5\n" .. ("end\n"):rep(300)))
    assert.matches("^! 2:%d+: the expression is nested too deeply",
      starlark.result("x = 1\nr = " .. ("("):rep(500) .. "1" .. (")"):rep(500)))
  end)

  it("is refused with its line when a call has too many arguments", function()
    assert.matches("^! 2:.*too complex",
      starlark.result("def f(*a): return len(a)\nr = f(" .. ("1,"):rep(300) .. ")"))
  end)

  it("that calls itself without end is an error", function()
    local _, problem = starlark.run "def f(n): return f(n + 1)\nf(0)"
    assert.matches("stack overflow", problem)
    assert.not_matches("%.lua", problem)
  end)
end)

describe("compiling", function()
  local function seconds(text)
    local none = function() return {} end
    local best = math.huge
    for _ = 1, 3 do
      collectgarbage()
      collectgarbage "stop" -- garbage of other specs is not measured
      local began = os.clock()
      assert(evaluation.block(text, { file = "s.yml", line = 1 }, scopes.new(), { names = none, captures = none }))
      best = math.min(best, os.clock() - began)
      collectgarbage "restart"
    end
    return best
  end

  for _, row in ipairs {
    { "statements", "x% = len('a') + %" }, { "functions", "def f%(a, b=1):\nfor x in a:\nif x: return x\nend\nend" },
    { "lines of a dict", "x = {", "'k%': [%],", "}" },
    { "conditions", "r = 0", "if not (1 and not ([x for x in [1]] and r)): r = %" },
  } do
    it("is linear in the number of " .. row[1], function()
      local function text(n)
        return row[3] and row[2] .. "\n" .. many(n, row[3]) .. (row[4] or "") or many(n, row[2])
      end
      local few, more = seconds(text(150)), seconds(text(1200))
      assert.is_true(more < 8 * 2.5 * few, ("%.3f s for 150, %.3f s for 1200"):format(few, more))
    end)
  end
end)
