local core = require "yschema.core"
local chunk_names = require "yschema.sandbox.chunk_names"
local evaluation = require "yschema.expression.evaluation"
local scope = require "yschema.expression.scope"
local values = require "yschema.starlark.values"

local place = { file = "schema.yml", line = 7, column = 20 }
local env = {
  is_even = function(n) return n % 2 == 0 end,
  both = function(v) return v > 0, "not positive" end,
  nothing = function() end,
  maximum = 5, word = "red", limits = { max = 3, names = { "a", "b" } },
  rules = setmetatable({ 1, 2 }, core.array_mt),
}

local function arguments(text, at)
  return evaluation.arguments(text, at or place, scope.new { env = env })
end

-- The arguments in one line: `text` or `name=text`, each value as repr.
local function shown(text)
  local args, problem = arguments(text)
  if not args then return "! " .. problem end
  for i, arg in ipairs(args) do
    args[i] = (arg.name and arg.name .. "=" or "") .. values.repr(arg.value)
  end
  return table.concat(args, " | ")
end

local function value(text)
  local args, problem = arguments(text)
  return assert(args, problem)[1].value
end

local function rows(list)
  for _, row in ipairs(list) do
    it(row[1], function() assert.equal(row[2], shown(row[1])) end)
  end
end

describe("arguments", function()
  rows {
    { "", "" },
    { "  ", "" },
    { "1", "1" },
    { "1, 2,", "1 | 2" },
    { "min_len=1", "min_len=1" },
    { '"a", min=1, max=2', '"a" | min=1 | max=2' },
    { 'allowed="any" expects=[0,1]', 'allowed="any" | expects=[0, 1]' },
    { '"a" min=1 max=2', '"a" | min=1 | max=2' },
    { "*[1, 2], 3", "1 | 2 | 3" },
    { "*rules, **{'x': 1}", "1 | 2 | x=1" },
    { "a=1, *[2]", "a=1 | 2" },
    { "any=true", "any=True" },
    { "named=1", "named=1" },
  }

  it("are spelled as the author spelled them", function()
    local args = arguments('  ( "a" , is_even ) , max = 1 + 1 ,')
    assert.equal('( "a" , is_even )', args[1].text)
    assert.equal("1 + 1", args[2].text)
    assert.equal("max", args[2].name)
  end)

  it("of a splat are spelled as their values", function()
    local args = arguments("**{'a': ['x']}")
    assert.equal('["x"]', args[1].text)
  end)

  it("work without a scope", function()
    assert.equal(3, evaluation.arguments("len('abc')", place)[1].value)
  end)

  it("are evaluated once and in order", function()
    local seen = {}
    local note = function(x) seen[#seen + 1] = x return x end
    assert(evaluation.arguments("note(1), a=note(2), b=[note(3), note(4)]", place,
      scope.new { env = { note = note } }))
    assert.same({ 1, 2, 3, 4 }, seen)
  end)
end)

describe("values", function()
  rows {
    { "(1)", "1" },
    { "(1,)", "(1,)" },
    { "(1, 2)", "(1, 2)" },
    { "()", "()" },
    { "[]", "[]" },
    { "[1, [2]]", "[1, [2]]" },
    { "{}", "{}" },
    { "{'b': 1, 'a': 2}", '{"b": 1, "a": 2}' },
    { "{1: 2, True: 3}", "{1: 2, True: 3}" },
    { "None, nil, null", "None | None | None" },
    { "True, true, False, false", "True | True | False | False" },
    { "10, 0x1F, 0o17, 0b11, -5, +5", "10 | 31 | 15 | 3 | -5 | 5" },
    { ".5, 2.5, 1.5e3, -0.25", "0.5 | 2.5 | 1500" .. (jit and "" or ".0") .. " | -0.25" },
    { "9223372036854775807", "9223372036854775807" },
    { "-9223372036854775808", "-9223372036854775808" },
    { [['a', "b", '''c''', """d"e"""]], [["a" | "b" | "c" | "d\"e"]] },
    { [[r"\d+", R'\n']], [["\\d+" | "\\n"]] },
    { [["\n\t\\\"\x41\u00e9\101"]], [["\n\t\\\"A]] .. "\195\169" .. [[A"]] },
    { [["\U0001F600"]], '"\240\159\152\128"' },
  }

  it("are distinguished by their metatables", function()
    assert.equal(core.array_mt, getmetatable(value "[1]"))
    assert.equal(core.tuple_mt, getmetatable(value "(1, 2)"))
    assert.same({ "z", "a" }, getmetatable(value "{'z': 1, 'a': 2}").keys)
    assert.equal(core.null, value "None")
  end)

  it("make a list or dict that is the caller's, not the literal's", function()
    local f = value "lambda: [1]"
    assert.not_equal(f(), f())
  end)
end)

describe("Lua's spellings", function()
  rows {
    { "1 ~= 2", "True" },
    { "'a' .. 'b' .. 1", '"ab1"' },
    { "1 + 2 .. 'x'", '"3x"' },
    { "#'abc', #[1, 2]", "3 | 2" },
    { "{ 'text', 1 }", '("text", 1)' },
    { "{ 'text'; 1; }", '("text", 1)' },
    { "{ key = 1, other = {} }", '{"key": 1, "other": {}}' },
    { "{ ['k'] = 1, [2] = 3 }", '{"k": 1, 2: 3}' },
    { "{ 'a', k = 1, 'b' }", '{1: "a", "k": 1, 2: "b"}' },
    { "(function(v) return v + 1 end)(2)", "3" },
    { "(function(v) return #v end)('function end')", "12" },
    { "{ f = function() end }['f'] == None", "False" },
  }

  it("find the end of a function past strings, comments and blocks", function()
    local f = value [==[function(v)
      -- end
      local s = "end" .. 'it\'s end' .. [[ end ]] --[[ end ]]
      if v then for i = 1, 2 do s = s .. i end end
      while false do end repeat local x = 1 until x
      return s, function() return v end
    end]==]
    assert.equal("endit's end end 12", (f(true)))
  end)

  it("let a function see the locals of the lambda around it", function()
    assert.equal(7, value "lambda a: function(v) return v + a end" (3)(4))
  end)

  it("let a function see Lua's functions, the modules and env", function()
    local f = value [[function(v)
      local ok = pcall(assert, true)
      return type(v), tostring(math.floor(1.5)), maximum, assert.min(1)(v), ok, yschema.null
    end]]
    assert.same({ "number", "1", 5, true, true, core.null }, { f(3) })
  end)

  it("keep what a function returns", function()
    local f = value "function(v) return v > 0, 'message' end"
    assert.same({ false, "message" }, { f(-1) })
    assert.equal(0, select("#", value "function() end" ()))
  end)
end)

describe("closures", function()
  it("are Lua functions", function()
    assert.is_function(value "lambda v: v")
    assert.is_function(value "function(v) return v end")
    assert.is_function(value "is_even")
    assert.is_function(value "len")
  end)

  it("stand in tuples and lists", function()
    local rule = value "('even', is_even)"
    assert.equal("even", rule[1])
    assert.is_true(rule[2](4))
  end)

  it("pass on all that a function of the host gives", function()
    assert.same({ false, "not positive" }, { value "lambda v: both(v)" (-1) })
    assert.equal(0, select("#", value "lambda v: nothing()" (1)))
  end)

  it("come from rule objects and structs with `check`, too", function()
    assert.is_true(value "assert.min(3)" (4))
    assert.is_false(value "('x', assert.min(3))"[2](1))
    assert.is_true(value "struct(check=lambda v: v == 1)" (1))
  end)

  it("come from them wherever they stand, and leave the host's tables alone", function()
    local rule, cyclic = setmetatable({}, { __call = function() return true end }), {}
    cyclic.self, cyclic.rule = cyclic, rule
    local args = evaluation.arguments("[rule, rule], cyclic", place,
      scope.new { env = { rule = rule, cyclic = cyclic } })
    assert.is_true(args[1].value[1]())
    assert.is_true(args[1].value[2]())
    assert.is_function(args[2].value.rule)
    assert.equal(rule, cyclic.rule)
  end)

  it("take one argument or two, whichever they declare", function()
    assert.is_true(value "lambda v: v == 1" (1, {}))
    assert.is_true(value "lambda v, ctx: ctx == None" (1))
    assert.equal(3, value "lambda v, k=3: k" (1))
    assert.equal(9, value "lambda v, k=3: k" (1, 9))
    assert.same({ 1, 2 }, value "lambda *args: [x for x in args]" (1, 2))
  end)

end)

describe("names", function()
  it("are looked up in what is defined, env, the modules, the builtins", function()
    local names = scope.new { env = { len = 1, min = 2 } }
    names:define("len", 3)
    local args = evaluation.arguments("len, min, max([4])", place, names)
    assert.same({ 3, 2, 4 }, { args[1].value, args[2].value, args[3].value })
  end)

  it("differ between Starlark and Lua where both have them", function()
    assert.equal("string", value "type('')")
    assert.equal("int", value "type(1)")
    assert.equal("number", value "function() return type(1) end" ())
  end)

  it("mean what they meant when the text was read", function()
    local names = scope.new()
    names:define("n", 1)
    local args = evaluation.arguments("lambda: n, function() return n end", place, names)
    names:define("n", 2)
    assert.equal(1, args[1].value())
    assert.equal(1, args[2].value())
  end)
end)

describe("problems", function()
  -- Rows: an expression, a pattern of its error, and the column of the error.
  local violations = {
    { "foo", "^undefined: foo %(names come from code above or from env; strings are written in quotes%)$", 1 },
    { "lambda v: v > foo", "^undefined: foo$", 15 },
    { "lambda v: v > maximun", "^undefined: maximun %(did you mean `maximum`%?%)$", 15 },
    { "lambda v: lenn(v)", "undefined: lenn %(did you mean `len`%?%)", 11 },
    { "function(v) return v > maximun end", "undefined: maximun %(did you mean `maximum`", 24 },
    { "function(v) return io.open(v) end", "undefined: io %(functions in a schema are pure", 20 },
    { "function(v) os = v end", "cannot assign to the global os", 13 },
    { "function(v) local a a, b = 1, 2 end", "cannot assign to the global b", 24 },
    { "function(v) function f() end end", "cannot assign to the global f", 22 },
    { "function(v) return v + end", "unexpected symbol near 'end'", 1 },
    { "function(v) return v", "`function` has no matching `end`", 1 },
    { "function f(v) end", "has no name", 10 },
    { "1 ? 2", "^unexpected character `%?` %(write `a if condition else b`%)$", 3 },
    { "'a\195\169' + \195\169", "^unexpected character `\195\169`$", 9 },
    { "a=1, a=2", "^keyword argument a repeated$", 6 },
    { "**{'a': 1}, **{'a': 1}", "^keyword argument a repeated$" },
    { "a=1, 2", "^positional argument may not follow named$", 6 },
    { "'a' 'b'", "two strings in a row: write `%+`", 5 },
    { "'a'  # note", "a comment cannot follow the arguments", 6 },
    { "1 2", "expected `,` before the next argument, but found `2`", 3 },
    { "[1, 2", "^`%[` is not closed$", 1 },
    { "(1, 2]", "expected `%)` to close `%(`, but found `%]`", 6 },
    { "1)", "^`%)` closes nothing$", 2 },
    { "[1 2]", "expected `%]`, but found `2`", 4 },
    { "1 +", "unexpected end", 4 },
    { ", 1", "unexpected `,`", 1 },
    { "1 < 2 < 3", "comparisons do not chain", 7 },
    { "{'a': 1, 2}", "cannot be mixed in the same braces", 10 },
    { "'abc", "the string is not closed", 1 },
    { "function(v) --[[ return v end", "^`function` has no matching `end`$", 1 },
    { "function(v) --[==[ ]] return v end", "^`function` has no matching `end`$", 1 },
    { "function(v) return [[v end", "^`function` has no matching `end`$", 1 },
    { "function(v) return 'v end", "^`function` has no matching `end`$", 1 },
    { "function(v) -- return v end", "^`function` has no matching `end`$", 1 },
    { [["\d"]], "invalid escape \\d", 2 },
    { [["\xZ"]], "takes 2 hexadecimal digits", 2 },
    { [["\ud800"]], "is no character", 2 },
    { "1_000", "invalid number `1_000`", 1 },
    { "017", "octal numbers are written 0o17", 1 },
    { "99999999999999999999", "is out of range", 1 },
    { "lambda a, a: 1", "duplicate parameter a", 11 },
    { "lambda a=1, b: 1", "may not follow one with a default", 13 },
    { "len(1, 2)", "function len accepts 1 positional argument %(2 given%)", 4 },
    { "len()", "function len missing 1 argument %(x%)", 4 },
    { "5(1)", "invalid call of non%-function %(int%)", 2 },
    { "assert.mim(1)", "assert has no %.mim field or method %(did you mean `min`%?%)", 7 },
    { "for x in y", "unexpected `for`", 1 },
    { "def", "unexpected `def`", 1 },
    { "maximum[1:2:3:4]", "expected `%]`, but found `:`", 14 },
    { ("["):rep(500) .. ("]"):rep(500), "nested too deeply" },
    { "1 / 0", "^real division by zero$" },
    { "int('x')", "invalid literal with base 10" },
    { "fail('no', 'way')", "^no way$" },
    { "(function() error('boom') end)()", "^boom$" },
    { "*5", "int value is not iterable" },
    { "**[1]", "must be a dict, not list" },
  }
  for _, row in ipairs(violations) do
    it("are reported: " .. row[1]:sub(1, 60), function()
      local args, problem, column, line = arguments(row[1])
      assert.is_nil(args)
      assert.matches(row[2], problem)
      if row[3] then assert.equal(19 + row[3], column) end
      assert.equal(7, line)
    end)
  end

  it("have the line in a text of several lines", function()
    local _, problem, column, line = arguments("1,\n  2,\n  foo")
    assert.matches("^undefined: foo", problem)
    assert.same({ 3, 9 }, { column, line })
  end)

  it("of an expression of absurd size are clean", function()
    local _, problem = arguments("f" .. ("(x=1)"):rep(2000))
    assert.is_string(problem)
  end)
end)

describe("translate", function()
  local function message(text, at, ...)
    local _, thrown = pcall(assert(arguments(text, at))[1].value, ...)
    return chunk_names.translate(thrown)
  end

  it("gives errors of Lua code the file and line", function()
    assert.equal("schema.yml:7: boom", message("function() error('boom') end"))
    assert.matches("^schema%.yml:7: attempt to index", message("function(v) return v.x.y end", nil, {}))
  end)

  it("gives errors of Starlark code the file and line", function()
    assert.equal("schema.yml:7: int has no .nope field or method", message("lambda v: v.nope", nil, 5))
    assert.equal("schema.yml:7: int has no .nope field or method",
      message("lambda v: sorted([1], key=lambda x: v.nope)", nil, 5))
  end)

  it("counts the lines of the text", function()
    assert.equal("schema.yml:9: boom", message("function()\n\nerror('boom') end"))
    assert.matches("^schema.yml:8: .*zero", message("\nlambda v: 1 / v", nil, 0))
  end)

  it("never cuts a long file name off", function()
    local file = ("deep/"):rep(40) .. "100%.yml"
    assert.equal(file .. ":3: boom", message("function() error('boom') end", { file = file, line = 3 }))
  end)

  it("leaves other text alone", function()
    assert.equal("[y999999:1]:2: x", chunk_names.translate("[y999999:1]:2: x"))
    assert.equal("nil", chunk_names.translate(nil))
  end)
end)

describe("fail()", function()
  it("is distinguished from a crash, in Starlark and in Lua", function()
    for _, text in ipairs { "lambda: fail('a', 1)", "function() fail('a', 1) end" } do
      local ok, thrown = pcall(value(text))
      assert.is_false(ok)
      assert.is_true(values.is_failure(thrown))
      assert.is_true(thrown.failed)
      assert.equal("a 1", thrown.message)
      assert.equal("a 1", tostring(thrown))
    end
    assert.is_false(values.is_failure(select(2, pcall(value "function() error('x') end"))))
  end)
end)
