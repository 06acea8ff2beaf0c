--- Tests that only the first result of a function is used, except where a pair of results is documented.

local rows = require "spec.support.rows"
local yschema = require "yschema"

-- Other functions that return the value of an expression: what it is in Starlark or Lua, with %V for the
-- parameters and %E for the expression. Most of them return a second result.
local functions = {
  ["`or` around a call"] = "lambda %V: False or json.decode(json.encode(%E))",
  ["`and` around a call"] = "lambda %V: True and json.decode(json.encode(%E))",
  ["`if` around a call"] = "lambda %V: json.decode(json.encode(%E)) if True else None",
  ["`else` around a call"] = "lambda %V: None if False else json.decode(json.encode(%E))",
  ["a call of a Lua function with two results"] = "lambda %V: more(%E)",
  ["`or` around such a call"] = "lambda %V: None or more(%E)",
  ["Lua: a second result"] = "function(%V) return %E, 5 end",
  ["Lua: a message"] = "function(%V) return %E, 'a message' end",
  ["Lua: nil beside it"] = "function(%V) return %E, nil end",
  ["Lua: three results"] = "function(%V) return %E, nil, 5 end",
  ["Lua: a second result that is no data"] = "function(%V) return %E, json.encode end",
}

local options = { code_in_values = true, env = { more = function(x) return x, 1, 2 end } }

local function with(form, parameters, starlark, lua)
  local expression = form:find "^lambda" and starlark or lua or starlark
  return (form:gsub("%%(.)", { V = parameters, E = expression }))
end

local function json(value) return (yschema.encode(value, "json"):gsub("\n$", "")) end

local function loaded(text) return assert(yschema.load("#@data/values-schema\n---\n" .. text, options)) end

-- The result of a schema and values as one line of JSON, or the report.
local function result(schema, ...)
  local values, report = loaded(schema):apply(...)
  return values and json(values) or tostring(report)
end

local function values_text(text) return "#@data/values\n---\n" .. text end

-- The uses of functions: the text, with %F for the function; the parameters; the expression; and the result.
local contracts = {
  ["@overlay/replace via="] = { "l, r", "l + r", gives = '{"a":3}', run = function(f)
    return result("a: 1", values_text("#@overlay/replace via=" .. f .. "\na: 2\n"))
  end },
  ["@overlay/insert via="] = { "l, r", "r", gives = '{"a":[2,1]}', run = function(f)
    return result("a: [0]", "a: [1]", values_text(
      "a:\n#@overlay/match by=overlay.index(0)\n#@overlay/insert before=True, via=" .. f .. "\n- 2\n"))
  end },
  ["@overlay/match by="] = { "i, l, r", 'l["n"] == r["n"]', gives = '{"a":[{"n":1,"x":5}]}', run = function(f)
    return result("a: [{n: 0, x: 0}]", "a: [{n: 1}]",
      values_text("a:\n#@overlay/match by=" .. f .. "\n- {n: 1, x: 5}\n"))
  end },
  ["@overlay/match expects="] = { "n", "n == 1", gives = '{"a":[{"n":1,"x":5}]}', run = function(f)
    return result("a: [{n: 0, x: 0}]", "a: [{n: 1}]",
      values_text("a:\n#@overlay/match by='n', expects=" .. f .. "\n- {n: 1, x: 5}\n"))
  end },
  ["@overlay/match when="] = { "n", "n == 1", gives = '{"a":[{"n":1,"x":5}]}', run = function(f)
    return result("a: [{n: 0, x: 0}]", "a: [{n: 1}]",
      values_text("a:\n#@overlay/match by='n', when=" .. f .. "\n- {n: 1, x: 5}\n"))
  end },
  ["@schema/renamed with="] = { "v", "v + 1", gives = '{"a":3}', run = function(f)
    return result("#@schema/renamed from='b', with=" .. f .. "\na: 1\n", "b: 2")
  end },
  ["@schema/key allowed="] = { "k, s", 'k == "b"', gives = '{"b":2}', run = function(f)
    return result("#@schema/key expects='0+', allowed=" .. f .. "\n_: 1\n", "b: 2")
  end },
  ["@schema/key expects="] = { "n", "n == 1", gives = '{"b":2}', run = function(f)
    return result("#@schema/key allowed='b', expects=" .. f .. "\n_: 1\n", "b: 2")
  end },
  ["@schema/any-of"] = { "", '{"x": 1}', "{ x = 1 }", gives = '{"a":{"x":2}}', run = function(f)
    return result("#@schema/any-of 5, " .. f .. "\na: {}\n", "a: {x: 2}")
  end },
  ["@schema/like"] = { "", '{"x": 1}', "{ x = 1 }", gives = '{"a":{"x":2}}', run = function(f)
    return result("#@schema/like " .. f .. "\na:\n", "a: {x: 2}")
  end },
  ["@schema/default"] = { "", "7", gives = '{"a":7}', run = function(f)
    return result("#@schema/default " .. f .. "\na: 1\n")
  end },
  ["@schema/validation when="] = { "v", "v == 1", gives = '{"a":1}', run = function(f)
    return result("#@schema/validation min=0, when=" .. f .. "\na: 1\n")
  end },
  ["a call in code"] = { "", "7", gives = '{"a":7}', run = function(f)
    local schema = yschema.load("#@ f = " .. f .. "\n#@data/values-schema\n---\na: #@ f()\n", options)
    return json(assert(schema:defaults()))
  end },
}

describe("the one result of a function", function()
  before_each(rows.fresh)
  after_each(rows.stale)

  for contract, row in pairs(contracts) do
    for name, form in pairs(functions) do
      it(contract .. ": " .. name, function()
        assert.equal(row.gives, row.run(with(form, row[1], row[2], row[3])))
      end)
    end
  end

  it("is what a rule calls", function()
    assert.equal('{"a":1}', result("#@schema/validation ('f', function(v) return 1, json.encode end)\na: 1\n"))
  end)

  it("is all that Lua code gets from a Starlark function without a reason", function()
    local schema = assert(yschema.load("#@ def f(x): return x and len(json.encode(x))\n"
      .. "#@ local function g()\n#@   local list = {}\n#@   table.insert(list, f(5))\n"
      .. "#@   return #list + math.max(f(55))\n#@ end\n#@data/values-schema\n---\na: #@ g()\n", options))
    assert.equal('{"a":3}', json(assert(schema:defaults())))
  end)
end)

describe("a pair", function()
  local function asserted(f)
    return result("a: 1", values_text('#@overlay/assert via=' .. f .. "\na: 2\n"))
  end

  local neither = "returned neither of those"
  for f, expected in pairs {
    ['lambda l, r: True or assert.fail("x")'] = '{"a":1}',
    ['lambda l, r: False or assert.fail("x")'] = "Overlaying a: x",
    ['lambda l, r: l == 1 and r == 2'] = '{"a":1}',
    ['lambda l, r: True and json.decode("null")'] = '{"a":1}',
    ['lambda l, r: False or json.decode("[false, \\"why\\"]")'] = "but was false with message: why",
    ['lambda l, r: more((False, "why"))'] = neither,
    ['lambda l, r: (False, "why")'] = "but was false with message: why",
    ['lambda l, r: (True, "why")'] = '{"a":1}',
    ['lambda l, r: assert.equals(l, r)'] = "expected 1 (int), but was 2 (int)",
    ['lambda l, r: True if l else assert.fail("x")'] = '{"a":1}',
    ['lambda l, r: 5'] = neither,
    ["function(l, r) return l == 1, 'why' end"] = '{"a":1}',
    ["function(l, r) return l == 2, 'why' end"] = "but was false with message: why",
    ["function(l, r) return true, nil end"] = '{"a":1}',
    ["function(l, r) return false, nil, 'why' end"] = "Expected via invocation to return true, but was false",
    ["function(l, r) return nil end"] = '{"a":1}',
    ["function(l, r) return nil, 'why' end"] = neither,
    ["function(l, r) return true, 5 end"] = neither,
    ["function(l, r) return ('x'):gsub('x', 'y') end"] = neither,
    ["function(l, r) end"] = '{"a":1}',
  } do
    it("is accepted by @overlay/assert: " .. f, function()
      assert.matches(expected, asserted(f), 1, true)
    end)
  end

  it("is the result of a rule", function()
    for f, message in pairs {
      ["function(v) return false, 'why' end"] = "found: why", ["lambda v: (False, 'why')"] = "found: why",
      ["lambda v: False or (False, 'why')"] = "found: why",
      ["lambda v: v > 1 or other(v)"] = "found: no other",
      ["lambda v: other(v) if v else True"] = "found: no other",
    } do
      local schema = assert(yschema.load("#@ local function other() return false, 'no other' end\n"
        .. "#@data/values-schema\n---\n#@schema/validation ('f', " .. f .. ")\na: 1\n", options))
      assert.matches(message, tostring(select(2, schema:apply "")), 1, true)
    end
  end)
end)
