-- CEL's grammar, macros, types and evaluation, each by the specification of the language.

local cel = require "yschema.cel.evaluation"
local values = require "yschema.cel.values.values"

local function shown(v)
  local name = values.type_of(v)
  local out = {}
  if name == "list" then
    for i = 1, v.n do out[i] = shown(v[i]) end
    return "[" .. table.concat(out, ", ") .. "]"
  elseif name == "map" then
    for i, key in ipairs(v.keys) do out[i] = shown(key) .. ": " .. shown(values.map_get(v, key)) end
    return "{" .. table.concat(out, ", ") .. "}"
  elseif name == "optional" then
    return v.has and "some " .. shown(v[1]) or "none"
  elseif name == "null" then
    return "null"
  elseif name == "type" then
    return v.name
  elseif name == "bytes" then
    return "b" .. shown(v[1])
  end
  return values.brief(v)
end

local variables = {
  x = "int", name = "string", list = "list(int)", map = "map(string, int)", any = "dyn", both = "list(dyn)",
}

local function result(text, unchecked)
  local program, problem = cel.compile(text, { variables = variables, unchecked = unchecked })
  if not program then return ("%d: %s"):format(problem.at, problem.problem) end
  local ok, value = program:run {
    x = values.int(7), name = "shop", any = values.int(1),
    list = values.list { values.int(1), values.int(2), values.int(3) },
    map = values.map_of { { "a", values.int(1) }, { "b", values.int(2) } },
    both = values.list { values.int(1), "a" },
  }
  return ok and shown(value) or "fails: " .. value.message
end

local function check(rows, unchecked)
  for _, row in ipairs(rows) do
    it(row[1]:sub(1, 70):gsub("\n", " "), function() assert.equal(row[2], result(row[1], unchecked)) end)
  end
end

describe("literals of CEL", function()
  check {
    { "1", "1" }, { "-5", "-5" }, { "0x1F", "31" }, { "-0xF", "-15" }, { "7u", "7u" }, { "0xFFU", "255u" },
    { "9223372036854775807", "9223372036854775807" }, { "-9223372036854775808", "-9223372036854775808" },
    { "18446744073709551615u", "18446744073709551615u" },
    { "9223372036854775808", "1: 9223372036854775808 is no integer of 64 bits" },
    { "18446744073709551616u", "1: 18446744073709551616 is no unsigned integer of 64 bits" },
    { "1.5 == .15e1", "true" }, { "1e999", "1: 1e999 does not fit in a double" }, { "1e3 == 1000.0", "true" },
    { [["a\n\x41\u00e9\101\"\\"]], "\"a\nAéA\"\\\"" }, { [[r"\d"]], [["\d"]] }, { "'''a\nb'''", '"a\nb"' },
    { [["\ud800"]], [[2: \ud800 is no character]] }, { [["\q"]], [[2: invalid escape \q (write \\ for a backslash)]] },
    { [[b"\xff\x00" == b'\377\000']], "true" }, { [[b"é"]], [[b"é"]] },
    { [[b"\u00e9"]], [[3: bytes have no escape \u: write \x and two digits for each byte]] },
    { '"abc', "1: the string is not closed" },
    { '"a\nb"', "1: the string is not closed on its line (write \\n, or three quotes on both sides)" },
    { "true && !false", "true" }, { "null", "null" }, { "[1, 2,]", "[1, 2]" }, { "{'a': 1,}", '{"a": 1}' },
    { "[]", "[]" },
    { "{}", "{}" }, { "1 // a comment\n+ 1", "2" }, { "{1: 'a', 1u: 'b'}", "fails: the key 1u occurs twice in a map" },
  }
end)

describe("operators of CEL", function()
  check {
    { "1 + 2 * 3 - 4", "3" }, { "(1 + 2) * 3", "9" }, { "7 / 2", "3" }, { "-7 / 2", "-3" }, { "-7 % 3", "-1" },
    { "- -x", "7" },
    { "1 < 2 && 2 <= 2", "true" }, { "1 == 1 != false", "true" }, { "2 in list", "true" }, { "'c' in map", "false" },
    { "x > 5 ? 'big' : 'small'", '"big"' }, { "false ? 1 : true ? 2 : 3", "2" }, { "list[1]", "2" },
    { "map['b']", "2" },
    { "map.b", "2" }, { "list[9] == 1 || true", "true" }, { "[1] + [2]", "[1, 2]" }, { "!!true", "true" },
    { "1 / 0", "fails: the divisor is zero" }, { "dyn(1) == 1.0", "true" }, { "dyn(1) == 'a'", "false" },
    { "1 < 1.5", "true" }, { "type(1) == int", "true" }, { "type(type(1)) == type", "true" },
    { "[[1], [2]][1][0]", "2" },
  }
end)

describe("errors as values in CEL", function()
  check {
    { "1 / 0 > 1 || true", "true" }, { "true || 1 / 0 > 1", "true" }, { "1 / 0 > 1 && false", "false" },
    { "1 / 0 > 1 || false", "fails: the divisor is zero" }, { "1 / 0 > 1 && true", "fails: the divisor is zero" },
    { "1 / 0 > 1 || 2 / 0 > 1 || true", "true" }, { "true ? 1 : 1 / 0", "1" },
    { "1 / 0 > 1 ? 1 : 2", "fails: the divisor is zero" },
    { "[0, 2].exists(n, 4 / n == 2)", "true" }, { "[0, 2].all(n, 4 / n > 3)", "false" },
    { "[0, 2].all(n, 4 / n > 1)", "fails: the divisor is zero" },
    { "[0, 1].exists_one(n, 4 / n == 4)", "fails: the divisor is zero" }, { "any && false", "false" },
    { "any && true", "fails: no such overload: a condition is of type bool, not int" },
    { "map.c == 1 || true", "true" },
    { "map.c", "fails: no such key: c" },
  }
end)

describe("macros of CEL", function()
  check {
    { "has(map.a) && !has(map.c)", "true" }, { "list.all(n, n > 0)", "true" }, { "list.exists(n, n > 2)", "true" },
    { "list.exists_one(n, n > 2)", "true" }, { "list.map(n, n * n)", "[1, 4, 9]" },
    { "list.map(n, n > 1, n * n)", "[4, 9]" },
    { "list.filter(n, n % 2 == 1)", "[1, 3]" }, { "map.map(k, k + '!')", '["a!", "b!"]' },
    { "map.filter(k, k == 'a')", '["a"]' },
    { "list.all(i, n, n == i + 1)", "true" }, { "map.exists(k, v, k == 'b' && v == 2)", "true" },
    { "list.transformList(i, n, n + i)", "[1, 3, 5]" }, { "list.transformList(i, n, i > 0, n + i)", "[3, 5]" },
    { "map.transformMap(k, v, v + 1)", '{"a": 2, "b": 3}' }, { "map.transformMap(k, v, v > 1, v + 1)", '{"b": 3}' },
    { "['a', 'b'].transformMapEntry(i, v, {v: i})", '{"a": 0, "b": 1}' },
    { "['a', 'a'].transformMapEntry(i, v, {v: i})", 'fails: the key "a" occurs twice in a map' },
    { "cel.bind(y, x + 1, y * y)", "64" }, { "cel.bind(x, 1, x)", "1" }, { "list.exists(x, x == 1) && x == 7", "true" },
    { "[[1, 2], [3]].map(l, l.map(n, n + 1))", "[[2, 3], [4]]" }, { "[].all(n, n / 0 > 1)", "true" },
    { "list.all(1, true)", "10: the name of a variable is expected here" },
    { "list.exists(a, a, true)", "16: the two variables have the same name" },
    { "has(map)", "5: has() takes the selection of a field, such as `has(self.name)`" },
    { "has(map['a'])", "8: has() takes the selection of a field, such as `has(self.name)`" },
  }
end)

describe("optional values of CEL", function()
  check {
    { "map.?a", "some 1" }, { "map.?c", "none" }, { "map[?'a']", "some 1" }, { "list[?7]", "none" },
    { "{'a': {'b': 1}}.?a.?b", "some 1" },
    { "{'a': {'b': 1}}.?a.b", "some 1" }, { "{'a': {'b': 1}}.?c.b", "none" }, { "[?map.?a, 5, ?map.?c]", "[1, 5]" },
    { "{?'x': map.?a, ?'y': map.?c}", '{"x": 1}' }, { "map.?a.optMap(v, v + 1)", "some 2" },
    { "map.?a.optFlatMap(v, map.?b)", "some 2" }, { "map.?c.optMap(v, v + 1)", "none" },
    { "[?1]", "3: `?` takes an optional value, not int" },
  }
end)

describe("types of CEL", function()
  check {
    { "x + 'a'", "3: no such overload: `+` does not take (int, string); it takes (int, int) or (uint, uint) or "
      .. "(double, double)" .. " or (string, string)" },
    { "x == 'a'", "3: no such overload: `==` compares values of one type, not int and string" },
    { "y", "1: undeclared reference to `y`" },
    { "nam == 'a'", "1: undeclared reference to `nam` (did you mean `name`?)" },
    { "x.y", "2: type int has no fields, and `.y` selects one" },
    { "x && true", "1: no such overload: `&&` takes bool, not int" },
    { "x ? 1 : 2", "1: no such overload: the condition before `?` takes bool, not int" },
    { "true ? 1 : 'a'", "6: no such overload: the values after `?` and `:` have different types, int and string" },
    { "x.all(y, true)", "2: all() takes a list or a map, not int" }, { "both.map(y, y)", '[1, "a"]' },
    { "both.exists(y, y == 'a')", "true" }, { "any + 1", "2" },
    { "any + 'a'", "fails: no such overload: _+_(int, string)" },
    { "{1.5: 1}", "2: a key of a map is an int, uint, bool or string, not double" },
    { "authorizer", "1: `authorizer` asks a cluster, which is not possible in a validation of files" },
  }
end)

describe("types that are not checked before the evaluation", function()
  check({
    { "x == 'a'", "false" }, { "x + 'a'", "fails: no such overload: _+_(int, string)" }, { "y || true", "true" },
    { "f(1) || true", "true" }, { "true ? 1 : 'a'", "1" }, { "1 == 1.0", "true" }, { "[1, 'a'][1]", '"a"' },
  }, true)
end)

describe("texts that are no CEL", function()
  check {
    { "", "1: the expression is empty" }, { "1 +", "4: a value is expected here, not the end of the expression" },
    { "(1", "3: `)` is expected here, not the end of the expression" },
    { "1 2", "3: an operator is expected here, not `2`" },
    { "x = 1", "3: unexpected `=`: write `==` to compare" }, { "x & 1", "3: unexpected `&`: write `&&`" },
    { "x §", "3: unexpected character `§`" }, { "if", "1: `if` is a reserved word" },
    { "x.in", "3: the name of a field is expected here, not `in`" },
    { "Point{x: 1}", "1: `Point{...}` makes a message, and no types of messages are known" },
    { "[1, 2", "6: `,` is expected here, not the end of the expression" },
    { ("("):rep(300) .. "1" .. (")"):rep(300), "251: the expression is nested deeper than 250 levels" },
    { ("!"):rep(300) .. "true", "250: the expression is nested deeper than 250 levels" },
    { "1" .. (" + 1"):rep(300), "999: the expression is nested deeper than 250 levels" },
  }

  it("may be long, but not longer than a limit", function()
    assert.equal("true", result("true" .. (" && true"):rep(10000)))
    assert.equal("1: the expression has 1000000 bytes, and at most 100000 are read", result(("1"):rep(1000000)))
  end)
end)

describe("the functions of CEL", function()
  it("are listed", function()
    local names = {}
    for _, name in ipairs(cel.functions()) do names[name] = true end
    assert.is_true(names.size and names.int)
    assert.is_nil(names["_+_"])
  end)

  it("are on their page", function()
    local file = assert(io.open "examples/cel/functions.md")
    local page = file:read "*a"
    file:close()
    for _, name in ipairs(cel.functions()) do assert.matches("%f[%w]" .. name:gsub("%.", "%%.") .. "%(", page, name) end
  end)
end)

describe("literals that fail in CEL", function()
  check {
    { "name.matches('(')", "14: \"(\" is no regular expression of RE2: missing closing )" },
    { "name.matches('(?=a)')",
      "14: \"(?=a)\" is no regular expression of RE2: invalid or unsupported Perl syntax: (?=" },
    { "duration('1x') > duration('1s')",
      '10: "1x" is no duration: it has to be like 1h30m, with the units h, m, s, ms, us and ns' },
    { "timestamp('2020') > timestamp(1)", '11: "2020" is no timestamp of RFC 3339' },
  }
end)
