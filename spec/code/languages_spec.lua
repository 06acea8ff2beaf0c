-- Tests the language of statements that could be in either one: Lua only if the spelling is only possible in Lua. An
-- error in other statements is reported as an error in Starlark, with its line and column.

local lua_spelling = require "yschema.text.lua_spelling"
local rows = require "spec.support.rows"

local function unjit(text) return not jit and text or nil end

describe("a statement in Lua is", function()
  for _, text in ipairs {
    "f = function(x) return x end", "n = 1 ~= 2", "s = 'a' .. 'b'", "n = #list", "n = f(#list)", "x = nil",
    "n = 5 -- five", "s = name:upper()", "s = f(name:rep(3))", "s = name:rep 'x'", "t = f { 1 }", "s = f 'x'",
    "s = [[a text]]", "s = [[^%d+$]]", "s = [=[x]=]", "n = 12LL", "n = 0xFFULL", "n = tonumber('5')", "s = tostring(5)",
    "s = string.rep('x', 3)", "n = math.huge", "n = math.max(1, 2)", "t = table.concat({})", "t.field = 1", "a.b.c = 1",
    "x = select(2, f())", "x = y and function() end", "x = ok and nil or 2", "ok, v = pcall(f)", "t[1], t[2] = #a, 2",
    "n = 5 + --[[ five ]] 1", "s = f(t[1], name:rep(3))", "s = f({1}, name:rep(3))",
  } do
    it(text, function() assert.is_true(lua_spelling.on_purpose(text)) end)
  end
end)

describe("not a statement in Lua is", function()
  for _, text in ipairs {
    "n = 0777", "n = 0xFFFFFFFFFFFFFFFF", "n = 1", "x = [1 2]", "x = [[1, 2], [3]]", "x = [[0777]]", "x = [[a]]",
    "x = [[x for x in y]]", "d = {'a': f(1)}", "d = {a:b(1)}", "s = t[a:b(1)]", "f = lambda v:g(v)",
      "f = lambda v: v:g(1)", "s = t[len(a):len(b)]", "d = {f(1):f(2)}", "s = t[({})[0]:f(1)]", "s = t[u[0]:f(1)]",
    "s = 'a' 'b'", 's = r"x"', 's = f"{x}"', "x = 5 # it is five", "x = f(1) # x ~= 2", "x = 08 # a -- b",
    "x = 'a .. b -- c'",
    "x = -1 - -2", "x = min(1, 2)", "x = math.floor(0777)", "x = math.pi", "x.append(1)", "f(error=1)",
    "x = f(string=0777)",
    "x = y.string", "x = not", "x = a b", "x == 1", "d = {k = 0777}", "x = 5 +", "x = y if z", "x = (1, 2", "x = 'a",
    "x = a ? b : c", "n = 08", "x = a and and b",
  } do
    it(text, function() assert.is_false(lua_spelling.on_purpose(text)) end)
  end
end)

-- Returns a row whose second line of code has an error: the message and the column.
local function wrong(code, problem, column)
  return { code, file = "#@ a = 1\n#@ " .. code .. "\n#@data/values-schema\n---\nx: 1\n",
    flags = { "-f", "s.yml" }, gives = "",
    status = 2, says = ("s.yml:2:%d: %s\n    |\n  2 | #@ %s\n    |%s^\n"):format(column, problem, code,
      (" "):rep(column)) }
end

describe("an error in Starlark is reported as such:", function()
  rows.each(it, {
    wrong("n = 0777", "invalid number `0777` (octal numbers are written 0o777)", 8),
    wrong("n = [1, 0777]", "invalid number `0777` (octal numbers are written 0o777)", 12),
    wrong("n = 0xFFFFFFFFFFFFFFFF", "the integer 0xFFFFFFFFFFFFFFFF is out of range: in code they go from "
      .. "-9223372036854775808 to 9223372036854775807 (1.0e19 is a float)", 8),
    wrong("n = 18446744073709551614", "the integer 18446744073709551614 is out of range: in code they go from "
      .. "-9223372036854775808 to 9223372036854775807 (1.0e19 is a float)", 8),
    wrong("n = -9223372036854775809", "the integer -9223372036854775809 is out of range: in code they go from "
      .. "-9223372036854775808 to 9223372036854775807 (1.0e19 is a float)", 8),
    wrong("n = len([1]", "`(` is not closed", 11), wrong("n = [1, 2)", "expected `]` to close `[`, but found `)`", 13),
    wrong("n = 'a", "the string is not closed", 8), wrong("n = a b", "expected the end of the line, but found `b`", 10),
    wrong("n = not", "unexpected end", 11), wrong("n = a +", "unexpected end", 11),
    wrong("n = lenn([])", "undefined: lenn (did you mean `len`?)", 8),
    wrong("n = {k = 08}", "invalid number `08` (octal numbers are written 0o17)", 13),
  })
end)

describe("Lua on purpose is Lua,", function()
  rows.each(it, {
    { "with its libraries",
      schema = "#@ n = math.max(3, 5)\n#@ s = string.rep('x', 3) .. tostring(n)\na: #@ n\nb: #@ s",
      gives = "a: 5\nb: xxx5" },
    { "with functions", schema = "#@ f = function(v) return v ~= 13 end\n#@schema/validation f\na: 13",
      violations = "rule a s.yml:5; expected a value that satisfies f; by s.yml:4" },
    { "with its operators", schema = "#@ t = { 1, 2 }\n#@ n = #t\na: #@ n", gives = "a: 2" },
    { "with its own integers", schema = "#@ local n = 9223372036854775808\na: 1",
      violations = "code - s.yml:3; says the integer 9223372036854775808 is out of range: Lua's go to "
        .. "9223372036854775807 (9223372036854775808.0 is a float)" },
    { "also hexadecimal ones", schema = "#@schema/validation function(v) return v < 0xFFFFFFFFFFFFFFFF end\na: 1",
      violations = "annotation-syntax - s.yml:3; found the integer 0xFFFFFFFFFFFFFFFF is out of range: Lua's go to "
        .. "9223372036854775807 (0x1p64 is a float)" },
    { "also in what a function gives", schema = "#@schema/default function() return 9007199254740993 end\na: 1",
      gives = unjit "a: 9007199254740993",
      violations = jit and "annotation-syntax - s.yml:3; found LuaJIT's numbers do not hold the integer "
        .. "9007199254740993 exactly: write 9007199254740993LL, or bind it to a name in Starlark, "
        .. "`n = 9007199254740993`" },
    { "and the name does", schema = "#@ n = 9007199254740993\n#@schema/default function() return n end\na: 1",
      gives = "a: 9007199254740993" },
  })
end)
