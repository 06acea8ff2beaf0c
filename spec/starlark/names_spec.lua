-- Tests names across blocks: which names code can use, bound above or below it, and expressions with variables of the
-- code around them.

local evaluation = require "yschema.expression.evaluation"
local scopes = require "yschema.expression.scope"
local starlark = require "spec.support.starlark"
local values = require "yschema.starlark.values"

local not_bound = " (names come from code above or from env; strings are written in quotes)"

local place = { file = "s.yml", line = 3 }

describe("a name bound further down", function()
  local function run(...)
    local scope = scopes.new { env = { given = "env" } }
    scope:expect { "later", "other", "given" }
    local out, problem
    for _, text in ipairs { ... } do out, problem = starlark.run(text, { scope = scope }) end
    return out and values.repr(out.r) or problem
  end

  it("is seen by functions when they run", function()
    assert.equal("3", run("def f(): return later() + 1", "def later(): return 2", "r = f()"))
    assert.equal("2", run("f = lambda: later", "later = 2", "r = f()"))
    assert.equal("2", run("f = function() return later end", "later = 2", "r = f()"))
  end)

  it("is seen at once in the block that binds it", function()
    assert.equal("(1, 2)", run("def f(): return later", "later = 1\na = f()\nlater = 2\nr = a, f()"))
  end)

  it("has no value before", function()
    assert.equal("1: global variable later referenced before assignment",
      run("def f(): return later", "r = f()"))
    assert.equal("1: global variable later referenced before assignment", run "r = later")
    assert.equal("s.yml:1: global variable later referenced before assignment",
      "s.yml:" .. run("f = function() return later end", "r = f()"))
  end)

  it("has the value of the caller's env before", function()
    assert.equal('"env"', run("def f(): return given", "r = f()"))
    assert.equal("1", run("def f(): return given", "given = 1", "r = f()"))
  end)

  it("is suggested for a mistyped one", function()
    assert.equal("1:5: undefined: latr (did you mean `later`?)", run "r = latr")
  end)
end)

describe("a name bound above", function()
  it("keeps its value where the block does not assign it", function()
    local scope = scopes.new()
    starlark.run("x = 1", { scope = scope })
    assert.equal("2", starlark.result("if 0: x = 5\nr = x + 1", { scope = scope }))
    assert.equal("2", starlark.result("x += 1\nr = x", { scope = scope }))
  end)
end)

describe("prepared arguments", function()
  it("take the values of variables each time", function()
    local run = assert(evaluation.prepare('("t", lambda v: v > x), max=[y]', place, nil, { "x", "y" }))
    local args = assert(run(1, "a"))
    assert.is_true(args[1].value[2](2))
    assert.is_false(args[1].value[2](1))
    assert.same({ "a" }, args[2].value)
    assert.equal("max", args[2].name)
    assert.same({ 5 }, run(1, 5)[2].value)
  end)

  it("report errors when they run", function()
    local run = assert(evaluation.prepare("\nx.y", place, nil, { "x" }))
    assert.same({ nil, "local variable x referenced before assignment", nil, 4 }, { run() })
    assert.same({ nil, "int has no .y field or method", nil, 4 }, { run(1) })
  end)

  it("report errors of the text at once", function()
    assert.same({ nil, "undefined: x" .. not_bound, 1, 3 }, { evaluation.prepare("x", place, nil, {}) })
  end)

  it("take precedence over the scope", function()
    local scope = scopes.new()
    scope:define("x", 1)
    assert.equal(2, assert(evaluation.prepare("x", place, scope, { "x" }))(2)[1].value)
  end)
end)

describe("a prepared value", function()
  it("is that of a single expression", function()
    local run = assert(evaluation.prepare_value("[x, x]", place, nil, { "x" }))
    local ok, list = run(2)
    assert.is_true(ok)
    assert.same({ 2, 2 }, list)
    assert.same({ true, values.null }, { assert(evaluation.prepare_value("None", place))() })
  end)

  it("may be false, and a tuple without parentheses", function()
    assert.same({ true, false }, { assert(evaluation.prepare_value("1 > 2", place))() })
    assert.equal(2, #select(2, assert(evaluation.prepare_value("1, 2", place))()))
  end)

  it("fails with its place", function()
    assert.same({ nil, "floored division by zero", nil, 3 },
      { assert(evaluation.prepare_value("1 // 0", place))() })
    assert.same({ nil, "unexpected end", 4, 3 }, { evaluation.prepare_value("1 +", place) })
    local at = { file = "s.yml", line = 3, columns = { 7, 2 } }
    assert.same({ nil, "undefined: y" .. not_bound, 3, 4 }, { evaluation.prepare_value("1 +\ny", at) })
  end)
end)

describe("the names of a text", function()
  local function names(text, is_value)
    local list = {}
    for name in pairs(evaluation.names(text, is_value)) do list[#list + 1] = name end
    table.sort(list)
    return table.concat(list, " ")
  end

  it("are all that it uses", function()
    assert.equal("a b c d e f g h i", names(
      "a, [b, (c,)], x={d: e.z}, y=lambda k=f: g if h[i] else 1"):gsub(" k", ""))
    assert.equal("f x y", names("f(*x, **y)"))
    assert.equal("n", names("function(v) return v > n end"))
    assert.equal("x y", names("x + -y", true))
  end)

  it("are empty for a text that cannot be parsed", function()
    assert.equal("", names "a +")
  end)
end)
