local core = require "yschema.core"
local chunk_names = require "yschema.sandbox.chunk_names"
local evaluation = require "yschema.expression.evaluation"
local scope = require "yschema.expression.scope"
local values = require "yschema.starlark.values"

local null, array_mt = core.null, core.array_mt
local function array(t) return setmetatable(t, array_mt) end

-- The arguments of closures: maps and arrays as plain tables.
local data = {
  name = "core", port = 5432, ratio = 1.5, on = true, off = false, none = null, empty = "",
  list = array { 1, 2, 3 }, words = array { "b", "a" }, nothing = array {}, map = { z = 1, a = 2 },
  items = 3, nested = { list = array { { id = 1 }, { id = 2 } } },
}

-- The result of an expression over `v`, as repr; of an error, its message.
local function evaluate(text)
  local args, problem = evaluation.arguments("lambda v: (" .. text .. ")", { file = "s.yml", line = 1 },
    scope.new())
  assert(args, problem)
  local ok, result = pcall(args[1].value, data)
  if ok then return values.repr(result) end
  return "! " .. chunk_names.without_place(result)
end

local function rows(list)
  for _, row in ipairs(list) do
    it(row[1], function() assert.equal(row[2], evaluate(row[1])) end)
  end
end

local function float(text) return jit and text:gsub("%.0$", "") or text end

describe("arithmetic", function()
  rows {
    { "7 // 2", "3" }, { "-7 // 2", "-4" }, { "7 % -3", "-2" }, { "-7 % 3", "2" },
    { "7 / 2", "3.5" }, { "6 / 2", float "3.0" }, { "7.5 // 2", float "3.0" },
    { "v.port + 1", "5433" }, { "v.port - 1 - 1", "5430" }, { "2 * v.port * 1", "10864" },
    { "v.port // 10", "543" }, { "v.port % 10", "2" }, { "v.port / 4", float "1358.0" },
    { "-v.port", "-5432" }, { "+v.port", "5432" }, { "~v.port", "-5433" },
    { "6 & 3, -1 & 255", "(2, 255)" }, { "6 | 3", "7" }, { "6 ^ 3", "5" }, { "-6 ^ 3", "-7" },
    { "1 << 10, -16 >> 2", "(1024, -4)" },
    { "'ab' + 'c'", '"abc"' }, { "[1] + [2]", "[1, 2]" }, { "(1,) + (2,)", "(1, 2)" },
    { "'ab' * 3, 2 * 'x'", '("ababab", "xx")' }, { "[0] * 3", "[0, 0, 0]" },
    { "'a' * -1", '""' },
    { "{'a': 1} | {'a': 2, 'b': 3}", '{"a": 2, "b": 3}' },
    { "1 / 0", "! real division by zero" },
    { "1 // 0", "! floored division by zero" },
    { "1 % 0", "! integer modulo by zero" },
    { "v.port / v.off", "! unknown binary op: int / bool" },
    { "1 + 'a'", "! unknown binary op: int + string" },
    { "[1] + (2,)", "! unknown binary op: list + tuple" },
    { "-'a'", "! unknown unary op: -string" },
    { "v.none + 1", "! unknown binary op: NoneType + int" },
    { "'a' .. None", "! unknown binary op: string .. NoneType" },
    { "'x' * 100000000", "! string too long" },
    { "[0] * 100000000", "! list too long" },
    { "1 << -1", "! negative shift count: -1" },
  }
  rows { { "9223372036854775807 * 1", "9223372036854775807" }, { "1.5 + 1e308", "1e+308" } }
end)

describe("comparison", function()
  rows {
    { "1 == 1.0", "True" }, { "1 == True", "False" }, { "'1' == 1", "False" },
    { "[1, [2]] == [1, [2]]", "True" }, { "[1] == (1,)", "False" }, { "(1, 2) == (1, 2)", "True" },
    { "{'a': 1, 'b': 2} == {'b': 2, 'a': 1}", "True" }, { "{'a': 1} == {'a': 2}", "False" },
    { "v.map == {'a': 2, 'z': 1}", "True" }, { "v.list == [1, 2, 3]", "True" },
    { "v.list != [1, 2]", "True" }, { "v.nothing == []", "True" },
    { "v.none == None", "True" }, { "v.missing == None", "True" }, { "v.on != None", "True" },
    { "v.port > 5000 and v.port <= 5432", "True" }, { "5000 < v.port", "True" },
    { "'a' < 'b'", "True" }, { "v.name >= 'core'", "True" }, { "False < True", "True" },
    { "[1, 2] < [1, 3]", "True" }, { "[1] < [1, 0]", "True" }, { "(1, 2) >= (1, 2)", "True" },
    { "v.ratio < 2", "True" },
    { "3 >= '5'", "! int >= string not implemented" },
    { "v.map >= 5", "! dict >= int not implemented" },
    { "v.port >= None", "! int >= NoneType not implemented" },
    { "None >= [1]", "! NoneType >= list not implemented" },
    { "v.name > 3", "! string > int not implemented" },
    { "3 < v.name", "! int < string not implemented" },
    { "[1] < ['a']", "! int < string not implemented" },
    { "2 in v.list, 9 in v.list", "(True, False)" }, { "'a' in v.map", "True" },
    { "'z' not in v.map, 'q' not in v.map", "(False, True)" }, { "'or' in v.name", "True" },
    { "v.port in [80, 5432], v.port not in (80,)", "(True, True)" },
    { "None in [None], v.none in [1, None]", "(True, True)" },
    { "[1] in [[1]]", "True" }, { "1 in 5", "! unknown binary op: int in int" },
    { "1 in 'a'", "! 'in <string>' requires string as left operand, not int" },
  }
end)

describe("truth", function()
  rows {
    { "bool(None), bool(False), bool(0), bool(''), bool([]), bool({}), bool(())",
      "(False, False, False, False, False, False, False)" },
    { "bool(True), bool(-1), bool('a'), bool([0]), bool({'a': 0}), bool(len), bool(struct())",
      "(True, True, True, True, True, True, True)" },
    { "not v.nothing, not v.empty, not v.none, not v.port", "(True, True, True, False)" },
    { "v.empty and len(v.empty) > 0", '""' }, { "v.name or fail('e')", '"core"' },
    { "v.none or v.empty or 'x'", '"x"' }, { "0 or [] or v.map and 5", "5" },
    { "v.port > 1 and v.off", "False" }, { "v.port > 1 and v.off or 'else'", '"else"' },
    { "1 if v.none else 2", "2" }, { "1 if v.on and v.list else 2", "1" },
    { "'a' if v.off else 'b' if v.empty else 'c'", '"c"' },
    { "[1 if x > 1 else 0 for x in v.list if not (x == 2 and v.on)]", "[0, 1]" },
    { "all([]), any([]), all([1, '']), any([0, 'x'])", "(True, False, False, True)" },
    { "all([x > 0 for x in v.list]), any([x > 2 for x in v.list if x < 3])", "(True, False)" },
    { "not (v.missing if v.on else 1)", "True" },
  }
end)

describe("access", function()
  rows {
    { "v['name'], v.name", '("core", "core")' }, { "v['missing'], v.missing", "(None, None)" },
    { "v['off'], v.off", "(False, False)" }, { "v.none", "None" },
    { "v.nested.list[1].id, v['nested']['list'][-1]['id']", "(2, 2)" },
    { "v.list[0], v.list[-1]", "(1, 3)" }, { "'h\195\169llo'[1]", '"\195\169"' },
    { "v.list[3]", "! index 3 out of range [-3:2]" },
    { "v.nothing[0]", "! index 0 out of range: empty list" },
    { "v.list['a']", "! list index: got string, want int" },
    { "v.list[1:], v.list[:-1], v.list[::-1], v.list[5:]", "([2, 3], [1, 2], [3, 2, 1], [])" },
    { "v.name[1:3], v.name[-2:], v.name[::2], v.name[::-1]", '("or", "re", "cr", "eroc")' },
    { "'a\195\169b'[1:]", '"\195\169b"' }, { "(1, 2, 3)[1:]", "(2, 3)" },
    { "v.list[::0]", "! zero is not a valid slice step" },
    { "v.map[0:1]", "! invalid slice operand dict" },
    { "v.port.nope", "! int has no .nope field or method" },
    { "v.none.x", "! NoneType has no .x field or method" },
    { "v.port['x']", "! unhandled index operation int[string]" },
    { "v.name.uper()", "! string has no .uper field or method (did you mean `upper`?)" },
    { "v.list.x", "! list has no .x field or method" },
    { "v.items", "3" }, { "len(v.items()) > 5", "True" }, { "v.map.keys()", '["a", "z"]' },
    { "struct(a=1).a", "1" }, { "struct(a=1).b", "! struct has no .b field or method" },
    { "hasattr(v, 'name'), hasattr(v, 'nope'), hasattr('', 'upper')", "(True, False, True)" },
    { "getattr(v, 'name'), getattr(1, 'x', 2)", '("core", 2)' },
    { "v.port()", "! invalid call of non-function (int)" },
    { "v.name.upper", "<built-in method upper of string value>" },
    { "[f('x') for f in [v.name.startswith]]", "[False]" },
  }
end)

describe("comprehensions", function()
  rows {
    { "[x * x for x in v.list]", "[1, 4, 9]" },
    { "[x for x in v.list if x % 2 == 1]", "[1, 3]" },
    { "[(x, y) for x in v.list if x > 1 for y in v.words if y != 'a']", '[(2, "b"), (3, "b")]' },
    { "[k for k in v.map]", '["a", "z"]' }, { "{k: n + 1 for k, n in v.map.items()}", '{"a": 3, "z": 2}' },
    { "[a + b + c for a, (b, c) in [(1, (2, 3))]]", "[6]" },
    { "[x for x in [y for y in v.list]]", "[1, 2, 3]" }, { "[v for v in v.list]", "[1, 2, 3]" },
    { "[f() for f in [lambda: x for x in v.list]]", "[1, 2, 3]" },
    { "[x['id'] for x in v.nested.list]", "[1, 2]" },
    { "[x for x in v.name]", "! string value is not iterable" },
    { "[x for x in 5]", "! int value is not iterable" },
    { "[a for a, b in [(1, 2, 3)]]", "! too many values to unpack (got 3, want 2)" },
    { "[a for a, b in [(1,)]]", "! not enough values to unpack (got 1, want 2)" },
  }
end)

describe("functions", function()
  rows {
    { "(lambda a, b=2, *c, **d: [a, b, c, d])(1)", "[1, 2, (), {}]" },
    { "(lambda a, b=2, *c, **d: [a, b, c, d])(1, 3, 4, e=5)", '[1, 3, (4,), {"e": 5}]' },
    { "(lambda a, b: a - b)(b=1, a=3)", "2" }, { "(lambda x: lambda y: x + y)(1)(2)", "3" },
    { "(lambda a, b, c: a)(*[1, 2], **{'c': 3})", "1" },
    { "(lambda x, y=v.port: y)(1)", "5432" },
    { "(lambda: 1)(2)", "! function lambda accepts no arguments (1 given)" },
    { "(lambda a: 1)(2, 3)", "! function lambda accepts 1 positional argument (2 given)" },
    { "(lambda a, b=1: 1)(2, 3, 4)",
      "! function lambda accepts at most 2 positional arguments (3 given)" },
    { "(lambda a, b: 1)(2)", "! function lambda missing 1 argument (b)" },
    { "(lambda a: 1)(a=1, x=2)", '! function lambda got an unexpected keyword argument "x"' },
    { "(lambda a: 1)(1, a=2)", '! function lambda got multiple values for parameter "a"' },
    { "(lambda a: 1)(**{'a': 1}, **{'a': 2})", "! keyword argument a repeated" },
    { "(function(a, b) return b end)(1, b=2)", "2" },
    { "(function(a, b) return a - b end)(b=1, a=3)", "2" },
    { "(function(a) return a end)(x=1)", '! function function got an unexpected keyword argument "x"' },
  }

  it("as rules throw Starlark's arity errors when nothing fits", function()
    local function thrown(text, ...)
      local f = evaluation.arguments(text, { file = "s.yml", line = 1 })[1].value
      return chunk_names.translate(select(2, pcall(f, ...)))
    end
    assert.equal("s.yml:1: function lambda accepts no arguments (2 given)",
      thrown("lambda: True", 1, {}))
    assert.equal("s.yml:1: function lambda missing 1 argument (c)",
      thrown("lambda a, b, c: True", 1, {}))
  end)
end)

describe("builtins", function()
  rows {
    { "len('h\195\169\240\159\152\128'), len(v.list), len(v.map), len(())", "(3, 3, 2, 0)" },
    { "len(5)", "! len: value of type int has no len" },
    { "len(v.empty) == 0, len(v.name) > 0, len(v.name) <= 3", "(True, True, False)" },
    { "str(1), str('a'), str(None), str([1, 'a']), str(True)", '("1", "a", "None", "[1, \\"a\\"]", "True")' },
    { "str(0.1), str(1e30), str(-0.5)", '("0.1", "1e+30", "-0.5")' },
    { "[(l.append(l), str(l))[1] for l in [[1]]][0]", '"[1, ...]"' },
    { "repr('a\"\\n\\x01')", [["\"a\\\"\\n\\x01\""]] },
    { "type(None), type(True), type(1), type(1.5), type('')",
      '("NoneType", "bool", "int", "float", "string")' },
    { "type(v.list), type(v.map), type(()), type(len), type(v.nothing)",
      '("list", "dict", "tuple", "builtin_function_or_method", "list")' },
    { "int('42'), int('-0x1f', 16), int('0b11', 0), int(3.9), int(-3.9), int(True)",
      "(42, -31, 3, 3, -3, 1)" },
    { "int('4.2')", '! int: invalid literal with base 10: "4.2"' },
    { "int(None)", "! int: cannot convert NoneType to int" },
    { "float('1.5'), float('-.5e1') == -5, float(True) == 1", "(1.5, True, True)" },
    { "float('1,5')", '! float: invalid literal: "1,5"' },
    { "list(v.map), tuple([1]), dict([('a', 1)], b=2)", '(["a", "z"], (1,), {"a": 1, "b": 2})' },
    { "range(3), range(1, 3), range(5, 0, -2)", "([0, 1, 2], [1, 2], [5, 3, 1])" },
    { "range(10000000)", "! range: more than 1000000 items" },
    { "enumerate(['a'], 1), zip([1, 2], ['a'])", '([(1, "a")], [(1, "a")])' },
    { "sorted(v.words), sorted([3, 1, 2], reverse=True)", '(["a", "b"], [3, 2, 1])' },
    { "sorted(['bb', 'a', 'cc'], key=len)", '["a", "bb", "cc"]' },
    { "sorted([(2, 'a'), (1, 'b'), (2, 'b')], key=lambda p: p[0], reverse=True)",
      '[(2, "a"), (2, "b"), (1, "b")]' },
    { "sorted([1, 'a'])", "! string < int not implemented" },
    { "(lambda f: [f(v.map), f(v.map), f(1), f(2), f(None)])(memoize(lambda x: str(x)[:1]))",
      '["{", "{", "1", "2", "N"]' },
    { "reversed([1, 2])", "[2, 1]" }, { "min(3, 1, 2), max([1, 3])", "(1, 3)" },
    { "max(['a', 'bbb'], key=len)", '"bbb"' }, { "min([])", "! min: argument is an empty sequence" },
    { "abs(-2), chr(233), ord('\195\169')", '(2, "\195\169", 233)' },
    { "fail('oops: it: broke')", "! oops: it: broke" }, { "fail('a', 'b', 3)", "! a b 3" },
  }
end)

describe("strings", function()
  rows {
    { "'aBc'.upper(), 'aBc'.lower(), 'ab cd'.title(), 'aBC'.capitalize()",
      '("ABC", "abc", "Ab Cd", "Abc")' },
    { "' a '.strip(), ' a '.lstrip(), ' a '.rstrip(), 'xyax'.strip('xy')", '("a", "a ", " a", "a")' },
    { "'a,b,c'.split(','), 'a,b,c'.split(',', 1), ' a  b '.split()",
      '(["a", "b", "c"], ["a", "b,c"], ["a", "b"])' },
    { "' a  b c '.split(None, 1), 'a,b,c'.rsplit(',', 1), 'a b  c'.rsplit(None, 1)",
      '(["a", "b c "], ["a,b", "c"], ["a b", "c"])' },
    { "'a'.split('')", "! split: empty separator" },
    { "'a\\nb\\r\\nc'.splitlines(), 'a\\nb'.splitlines(True)", '(["a", "b", "c"], ["a\\n", "b"])' },
    { "','.join(['a', 'b']), ','.join([])", '("a,b", "")' },
    { "','.join([1])", "! join: in list, want string, got int" },
    { "'banana'.replace('a', 'o'), 'banana'.replace('a', 'o', 2), 'ab'.replace('', '-')",
      '("bonono", "bonona", "-a-b-")' },
    { "v.name.startswith('co'), v.name.endswith(('x', 're')), 'abc'.startswith('b', 1)",
      "(True, True, True)" },
    { "v.name.startswith(1)", "! startswith: got int, want string or tuple of string" },
    { "'h\195\169lo'.find('l'), 'abab'.rfind('ab'), 'a'.find('x'), 'abab'.find('a', 1)",
      "(2, 2, -1, 2)" },
    { "'abc'.index('c'), 'banana'.count('an'), 'abc'.count('')", "(2, 2, 4)" },
    { "'a'.index('x')", "! substring not found" },
    { "'12'.isdigit(), ''.isdigit(), 'ab'.isalpha(), 'a1'.isalnum(), ' '.isspace()",
      "(True, False, True, True, True)" },
    { "'ab'.islower(), 'AB'.isupper(), '1'.islower(), 'Ab'.istitle()", "(True, True, False, True)" },
    { "'a=b=c'.partition('='), 'a=b=c'.rpartition('='), 'a'.partition('=')",
      '(("a", "=", "b=c"), ("a=b", "=", "c"), ("a", "", ""))' },
    { "'abc'.removeprefix('a'), 'abc'.removesuffix('c'), 'abc'.removesuffix('')", '("bc", "ab", "abc")' },
    { "'h\195\169'.elems()", '["h", "\195\169"]' },
    { "'{} {}'.format(1, 'a'), '{1}{0}'.format(1, 2), '{x!r}{{}}'.format(x='a')",
      '("1 a", "21", "\\"a\\"{}")' },
    { "'{}'.format()", "! tuple index out of range: {0}" },
    { "'{x}'.format(1)", "! keyword x not found" },
    { "'{} {1}'.format(1, 2)",
      "! cannot switch from automatic field numbering to manual field specification" },
    { "'{'.format()", "! unmatched '{' in format" }, { "'}'.format()", "! single '}' in format" },
    { "'%s %r %d%%' % ('a', 'a', 3.7)", '"a \\"a\\" 3%"' }, { "'%s' % v.list", '"[1, 2, 3]"' },
    { "'%x %X %o %c %c' % (255, 255, 8, 'a', 98)", '"ff FF 10 a b"' }, { "'%.' % 1", "! unknown conversion %." },
    { "'%(a)s' % {'a': 1}", '"1"' }, { "'%f' % 1.5", '"1.500000"' },
    { "'%s %s' % 'a'", "! not enough arguments for format string" },
    { "'%s' % ('a', 'b')", "! too many arguments for format string" },
    { "'%d' % 'a'", "! %d format requires integer: string" },
    { "'%y' % 1", "! unknown conversion %y" },
  }
end)

describe("lists and dicts", function()
  -- Statements by way of a list: what they give, and what is left.
  rows {
    { "[(l.append(3), l.extend([4]), l.insert(0, 0), l)[3] for l in [[1, 2]]]", "[[0, 1, 2, 3, 4]]" },
    { "[(l.pop(), l.pop(0), l.remove(2), l)[3] for l in [[1, 2, 3, 4]]]", "[[3]]" },
    { "[1, 2, 3].index(2), [(l.clear(), l)[1] for l in [[1]]]", "(1, [[]])" },
    { "[1].index(5)", "! index: value 5 not in list" },
    { "[].pop()", "! index -1 out of range: empty list" },
    { "{'a': 1}.get('a'), {}.get('a'), {}.get('a', 2), {'a': False}.get('a', 1)", "(1, None, 2, False)" },
    { "{'b': 1, 'a': 2}.keys(), {'b': 1, 'a': 2}.values()", '(["b", "a"], [1, 2])' },
    { "[(d.pop('a'), d.setdefault('c', 3), d.update([('a', 4)]), d)[3] for d in [{'a': 1, 'b': 2}]]",
      '[{"b": 2, "c": 3, "a": 4}]' },
    { "{}.pop('a')", '! pop: missing key "a"' }, { "{'a': 1}.pop('x', 0)", "0" },
    { "{[1]: 2}", "! unhashable type: list" },
    { "{'a': 1, 'a': 2}", '! duplicate key "a" in dictionary expression' },
    { "dict([1])", "! dict: element 0 is not a pair" },
  }

  it("leave the values of others as they are", function()
    evaluate "v.list + [4]"
    assert.equal(3, #data.list)
  end)

  it("are ordinary tables", function()
    local f = evaluation.arguments("lambda: {'b': [1], 'a': (2,)}", { file = "s", line = 1 })[1].value
    assert.same({ b = { 1 }, a = { 2 } }, f())
  end)
end)
