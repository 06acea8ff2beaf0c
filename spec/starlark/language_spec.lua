-- Tests Starlark's values and functions where the specification is precise and Lua differs. A row has lines of code,
-- separated by " / ", and the final value of `r`.

local starlark = require "spec.support.starlark"

local function rows(list) starlark.rows(it, list) end

describe("integers and floats", function()
  rows {
    { "r = 100 // 7, 100 // -7, -100 // 7, -100 // -7", "(14, -15, -15, 14)" },
    { "r = 100 % 7, 100 % -7, -100 % 7, -100 % -7", "(2, -5, 5, -2)" },
    { "r = 7.5 // 2 == 3, 2.5 % 2, -2.5 % 2", "(True, 0.5, 1.5)" },
    -- the remainder belongs to the quotient (from-ytt#minor-differences; ytt: -1.5 and 1.5)
    { "r = -7.5 % 2, 7.5 % -2, -7.5 // 2 * 2 + 0.5 == -7.5", "(0.5, -0.5, True)" },
    { "f = lambda x, y: (x % y, x == x // y * y + x % y) / r = f(-7.5, 2), f(7.5, -2), f(-7.5, -2), f(-7, 2.5)",
      "((0.5, True), (-0.5, True), (-1.5, True), (0.5, True))" },
    { "r = 1/4, 7/2", "(0.25, 3.5)" }, { "r = 1 // 0.0", "! 1: floored division by zero" },
    { "r = 0x1F, 0o17, 0b101, 1e3 == 1000", "(31, 15, 5, True)" },
    { "r = 1 == 1.0, {1: 'a'}[1.0], 1 in [1.0]", '(True, "a", True)' },
    { "f = lambda v, w: v * 2 // 2 >= 0 and (v == w, v != w, w == v % 3) / r = f(2, 2.0), f(4, [4]), f(1.5, 1)",
      "((True, False, True), (False, True, False), (False, True, False))" },
    { "f = lambda v, w: (v % 3 == v) if type(v) == 'int' else (v % w) == v / r = f(2, 0), f('a%s', 'b'), f('c', ())",
      "(True, False, True)" },
    { "r = 1 == True, 0 == False, '1' == 1, None == False", "(False, False, False, False)" },
    { "r = 5 & 3, 5 | 3, 5 ^ 3, ~5, 1 << 4, 17 >> 2, -17 >> 2", "(1, 7, 6, -6, 16, 4, -5)" },
    { "r = 1 | 0 ^ 1 & 3, 1 + 2 << 1, 2 * 3 % 4", "(1, 6, 2)" },
    { "r = -7 // 2, -(7 // 2), - 2 + 3, not 1 == 2", "(-4, -3, 1, True)" },
    { "r = int('0012'), int('-7'), int('+7'), int('ff', 16), int('0b11', 0)", "(12, -7, 7, 255, 3)" },
    { "r = int('z', 36), int(3.99), int(-3.99), int(False)", "(35, 3, -3, 0)" },
    { "r = float('1e3') == 1000, float('-Inf') < 0, str(float('nan'))", '(True, True, "nan")' },
    { "r = min(1, 2.5), max([3, 1, 2]), min('b', 'a'), max([[1], [2]])", '(1, 3, "a", [2])' },
    { "r = max(['a', 'bbb', 'cc'], key=len), min(5, -2, key=lambda x: -x)", '("bbb", 5)' },
    { "r = abs(-3), abs(2.5)", "(3, 2.5)" },
    { "r = 1 < 2.5, 2.5 >= 2, 1 < 'a'", "! 1: int < string not implemented" },
    { "def f(v): return 'a' < v / r = f(1)", "! 1: string < int not implemented" },
    { "r = int('4x')", '! 1: int: invalid literal with base 10: "4x"' },
    { "r = int('08', 8)", '! 1: int: invalid literal with base 8: "08"' },
    { "r = int(3, 10)", "! 1: int: can't convert non-string with explicit base" },
    { "r = float('1.2.3')", '! 1: float: invalid literal: "1.2.3"' },
    { "r = 1 + None", "! 1: unknown binary op: int + NoneType" },
    { "r = True + 1", "! 1: unknown binary op: bool + int" },
    { "r = -True", "! 1: unknown unary op: -bool" },
  }
end)

describe("truth and logic", function()
  rows {
    { "r = 0 or '' or [] or 5, 1 and 'a' and []", "(5, [])" },
    { "r = [bool(x) for x in [0, 0.0, '', None, (), [], {}, False]]",
      "[False, False, False, False, False, False, False, False]" },
    { "r = [bool(x) for x in [-1, 0.5, ' ', (0,), [0], {0: 0}, len]]",
      "[True, True, True, True, True, True, True]" },
    { "r = 1 if [] else 2 if {} else 3", "3" }, { "f = lambda x: 1 if x else 0 / r = f(5), f('')", "(1, 0)" },
    { "r = True and 1 or 1 // 0", "1" }, { "r = not None, not not 'x'", "(True, True)" },
    { "r = False < True, True <= True", "(True, True)" },
  }
end)

describe("lists", function()
  rows {
    { "a = [0, 1, 2] / a.insert(-99, 9) / a.insert(99, 8) / a.insert(-1, 7) / r = a", "[9, 0, 1, 2, 7, 8]" },
    { "a = [1, 2, 3, 4] / r = a.pop(), a.pop(0), a.pop(-1), a", "(4, 1, 3, [2])" },
    { "a = [3, 1, 4, 1] / a.remove(1) / r = a, a.index(1), a.index(4, 1)", "([3, 4, 1], 2, 1)" },
    { "a = [1] / a.extend((2, 3)); a.extend({'k': 1}) / r = a", '[1, 2, 3, "k"]' },
    { "a = [1] / a.clear() / r = a", "[]" }, { "r = [1, 2] * 2 + [3]", "[1, 2, 1, 2, 3]" },
    { "r = list('banana'.elems())[4::-2]", '["n", "n", "b"]' },
    { "a = [0, 1, 2, 3, 4] / r = a[1:3], a[-2:], a[:-3], a[::-2], a[10:], a[3:1]",
      "([1, 2], [3, 4], [0, 1], [4, 2, 0], [], [])" },
    { "a = [1, 2] / b = a[:] / b.append(3) / r = a", "[1, 2]" },
    { "r = [1, False, None][1:], (False, 1)[::-1]", "([False, None], (1, False))" },
    { "r = [1, 2] == [1, 2], [1] < [1, 2], [2] > [1, 9], [1] != (1,)", "(True, True, True, True)" },
    { "r = sorted([3, 1, 2], reverse=True), sorted(['b', 'a']), sorted({'z': 1, 'y': 2})",
      '([3, 2, 1], ["a", "b"], ["y", "z"])' },
    { "r = sorted([(4, 0), (3, 1), (4, 2), (3, 3)], key=lambda x: x[0])", "[(3, 1), (3, 3), (4, 0), (4, 2)]" },
    { "r = zip(), zip([1, 2], 'ab'.elems()), enumerate(['x'], 5)", '([], [(1, "a"), (2, "b")], [(5, "x")])' },
    { "r = reversed([1, 2]), list(range(5, 0, -2)), list(range(2))", "([2, 1], [5, 3, 1], [0, 1])" },
    { "r = any([0, []]), all([]), any([None, 3]), all([1, ''])", "(False, True, True, False)" },
    { "a = [1] / a[0] = a / r = str(a)", '"[...]"' },
    { "r = [].pop()", "! 1: index -1 out of range: empty list" },
    { "r = [1].remove(2)", "! 1: remove: value 2 not in list" },
    { "r = 'abc'.index('a'), 'abc'.rindex('a'), 'a b'.rsplit(None, 1), 'ab c'.rsplit()",
      '(0, 0, ["a", "b"], ["ab", "c"])' },
    { "r = [1][1.0]", jit and "! 1: index 1 out of range [-1:0]" or "! 1: list index: got float, want int" },
    { "r = [1].push(2)", "! 1: list has no .push field or method" },
  }
end)

describe("tuples", function()
  rows {
    { "r = (), (1,), (1, 2)[1], (1, 2)[-1], (1, 2, 3)[1:]", "((), (1,), 2, 2, (2, 3))" },
    { "r = (1,) + (2,), (1, 2) * 2, 2 in (1, 2), len(())", "((1, 2), (1, 2, 1, 2), True, 0)" },
    { "r = tuple([1, 2]), tuple({'a': 1}), (1, 2) < (1, 3)", '((1, 2), ("a",), True)' },
    { "r = (1)", "1" }, { "f = lambda: (1, 2) / a, b = f() / r = a + b", "3" },
  }
end)

describe("dicts", function()
  rows {
    { "d = {'b': 1, 'a': 2} / d['c'] = 3 / d['b'] = 4 / r = d.keys(), d.values()", '(["b", "a", "c"], [4, 2, 3])' },
    { "d = {'a': 1, 'b': 2} / d.pop('a') / d['a'] = 3 / r = d", '{"b": 2, "a": 3}' },
    { "d = {'a': 1} / r = d.get('a'), d.get('z'), d.get('z', 9), d.setdefault('q'), d",
      '(1, None, 9, None, {"a": 1, "q": None})' },
    { "d = {'a': 1, 'b': 2} / r = d.popitem(), d.items(), d.pop('x', 5)", '(("a", 1), [("b", 2)], 5)' },
    { "d = {'a': 1} / d.update([('b', 2)], c=3); d.update({'a': 0}) / r = d", '{"a": 0, "b": 2, "c": 3}' },
    { "r = {'a': 1} | {'b': 2, 'a': 3}, dict({'x': 1}, y=2), dict([(1, 2)])",
      '({"a": 3, "b": 2}, {"x": 1, "y": 2}, {1: 2})' },
    { "r = {k: v for v, k in enumerate('ab'.elems()) if v}", '{"b": 1}' },
    { "d = {'a': 1} / d.clear() / r = d, len(d), bool(d)", "({}, 0, False)" },
    { "r = {1: 2} == {1: 2}, {1: 2} == {1: 3}, {'a': 1, 'b': 2} == {'b': 2, 'a': 1}", "(True, False, True)" },
    { "r = {'a': None}, 'a' in {'a': None}, {'a': False}.get('a', 1)", '({"a": None}, True, False)' },
    { "r = {}['x']", "None" }, { "d = {'k': 5} / r = d.k, d.nope", "(5, None)" },
    { "def f(**k): return k / d = {'a': 1} / e = f(**d) / d['b'] = 2 / r = e", '{"a": 1}' },
    { "def f(*a): return a / r = f(*{'one': 1})", '("one",)' },
    { "x = {1: 2, 2: 4} / a, x[0] = x / r = a, x", "(1, {1: 2, 2: 4, 0: 2})" },
    { "r = {}.pop('x')", '! 1: pop: missing key "x"' }, { "r = {}.popitem()", "! 1: popitem: empty dict" },
    { "r = {'a': 1} + {'b': 2}", "! 1: unknown binary op: dict + dict" },
    { "r = {'a': 1, 'a': 2}", '! 1: duplicate key "a" in dictionary expression' },
    { "r = dict([(1, 2, 3)])", "! 1: dict: element 0 is not a pair" },
  }
end)

describe("strings", function()
  rows {
    { "r = 'abc'[0], 'abc'[-1], 'abc'[1:], 'banana'[::-2], 'abc'[5:]", '("a", "c", "bc", "aaa", "")' },
    { "r = 'a' * 3, 0 * 'a', 'a' + 'b', 'a' < 'b', 'B' < 'a', 'oo' in 'food', '' in ''",
      '("aaa", "", "ab", True, True, True, True)' },
    { "r = 'a.b.c'.split('.', 1), 'a.b.c'.rsplit('.', 1), ' a  b '.split(), 'a.b'.split('.', 0)",
      '(["a", "b.c"], ["a.b", "c"], ["a", "b"], ["a.b"])' },
    { "r = '--a--b--'.split('-', 1), '--a--b--'.rsplit('-', 1), '  a  b  '.split(None, 1)",
      '(["", "-a--b--"], ["--a--b-", ""], ["a", "b  "])' },
    { "r = '  aa  bb  cc  '.rsplit(None, 1), '  aa  bb  '.rsplit(None, 0)",
      '(["  aa  bb", "cc"], ["  aa  bb"])' },
    { "r = '\\nab\\ncd\\n'.splitlines(), 'a\\nb\\n'.splitlines(True)", '(["", "ab", "cd"], ["a\\n", "b\\n"])' },
    { "r = 'blah.h'.strip('b.h'), 'blah.h'.lstrip('b.h'), 'blah.h'.rstrip('b.h')", '("la", "lah.h", "bla")' },
    { "r = 'banana'.count('a'), 'banana'.count('a', 2), 'banana'.count('a', -4, -2)", "(3, 2, 1)" },
    { "r = 'foofoo'.find('oo', 2), 'foofoo'.rfind('oo', 1, 4), 'foofoo'.find(''), 'foofoo'.rfind('')",
      "(4, 1, 0, 6)" },
    { "r = 'abc'.find('b', 0), 'abc'.find('a', -5), 'abc'.rfind('c', -1)", "(1, 0, 2)" },
    { "r = 'abc'.startswith('bc', 1), 'abc'.startswith('b', 999), 'abc'.endswith('ab', None, -1)",
      "(True, False, True)" },
    { "r = 'a/b/c'.partition('/'), 'a/b/c'.rpartition('/'), 'a'.rpartition('/')",
      '(("a", "/", "b/c"), ("a/b", "/", "c"), ("", "", "a"))' },
    { "r = 'hElLo, WoRlD!'.capitalize(), 'hElLo, WoRlD!'.title()", '("Hello, world!", "Hello, World!")' },
    { "r = [s.istitle() for s in ['Hello, World!', 'hello', 'Catch-22', '']]", "[True, False, True, False]" },
    { "r = 'HAL-9000'.isupper(), 'base64'.isalnum(), '123'.isdigit(), '\\n\\t'.isspace(), ''.isalpha()",
      "(True, True, True, True, False)" },
    { "r = 'a{}b{}'.format(1, 'x'), '{1}{0}'.format(1, 2), '{x!r}'.format(x='a'), '{{}}'.format()",
      [[("a1bx", "21", "\"a\"", "{}")]] },
    { "r = 'a{x}b{y}c{}'.format(1, x=2, y=3)", '"a2b3c1"' },
    { "r = '%s %r %d%%' % ('a', 'a', 3)", [["a \"a\" 3%"]] },
    { "r = '%(a)d %(b)s' % {'a': 1, 'b': [2]}, '%s' % (1,), '%s' % [1, 2]", '("1 [2]", "1", "[1, 2]")' },
    { "r = '%o %x %X %d' % (8, 255, -255, 3.7), '%c%c' % (65, 'b'), '%%' % ()", '("10 ff -FF 3", "Ab", "%")' },
    { "r = '%e %f' % (1230, 1.5)", '"1.230000e+03 1.500000"' },
    { "r = '\\f\\v\\r\\n\\t a\\fb \\f'.strip(), '\\x0cx\\x0b'.strip()", '("a\\x0cb", "x")' },
    { "r = '%f %e %g' % (1, 1.0, -1.0)", '"1.000000 1.000000e+00 -1"' },
    { "r = '%f %e %f' % (float('+inf'), float('-inf'), float('nan'))", '"+inf -inf nan"' },
    { "r = 'h\195\169'.upper(), len('h\195\169'), ord('\195\169'), chr(233)", '("H\195\169", 2, 233, "\195\169")' },
    { "r = r'a\\b', 'a\\tb', '\\x41\\u0042', '\\101'", '("a\\\\b", "a\\tb", "AB", "A")' },
    { "r = str('a'), repr('a'), str(['a']), str(None), str(1.0/4)", [=[("a", "\"a\"", "[\"a\"]", "None", "0.25")]=] },
    { "r = ', '.join(['a', 'b']), ''.join(()), 'banana'.replace('a', 'o', 1), 'x'.removeprefix('x')",
      '("a, b", "", "bonana", "")' },
    { "r = '%d %d' % 1", "! 1: not enough arguments for format string" },
    { "r = '%d' % (1, 2)", "! 1: too many arguments for format string" },
    { "r = '%d' % True", "! 1: %d format requires integer: bool" },
    { "r = '%d' % 'x'", "! 1: %d format requires integer: string" },
    { "r = '{}{}'.format(1)", "! 1: tuple index out of range: {1}" },
    { "r = '{z}'.format(x=1)", "! 1: keyword z not found" },
    { "r = '{}'.join([1])", "! 1: join: in list, want string, got int" },
    { "r = [c for c in 'abc']", "! 1: string value is not iterable" },
    { "r = list('abc')", "! 1: string value is not iterable" },
    { "r = 'abc'.startswith(1)", "! 1: startswith: got int, want string or tuple of string" },
    { "r = 'a' 'b'", "! 1:9: two strings in a row: write `+` between them to join them" },
    { "r = ord('ab')", "! 1: ord: want a string of one character" },
  }
end)

describe("comprehensions", function()
  rows {
    { "r = [x for x in range(12) if x % 2 == 0 if x % 3 == 0]", "[0, 6]" },
    { "r = [(x, y) for x in [1, 2] if x == 2 for y in [3, 4]]", "[(2, 3), (2, 4)]" },
    { "a = [1, 2] / r = [a for a in [3, 4]], a", "([3, 4], [1, 2])" },
    { "x = [[1, 2]] / r = [x for x in x for y in x]", "[[1, 2], [1, 2]]" },
    { "r = {x: x * x for x in range(3)}", "{0: 0, 1: 1, 2: 4}" },
    { "def f(n): return [lambda y: x + y for x in range(n)] / r = [g(10) for g in f(2)][0]", "10" },
  }
end)

describe("names and attributes", function()
  rows {
    { "r = hasattr('', 'upper'), hasattr({}, 'nope'), getattr('ab', 'upper')(), getattr(1, 'x', 5)",
      '(True, False, "AB", 5)' },
    { "r = struct(a=1, b=[2]).b, struct(a=1) == struct(a=1), str(struct(a=1))", '([2], True, "struct(a = 1)")' },
    { "r = getattr(1, 'x')", "! 1: int has no .x field or method" },
    { "r = type(1), type(1.5), type('') , type(None), type([]), type(()), type({}), type(True)",
      '("int", "float", "string", "NoneType", "list", "tuple", "dict", "bool")' },
    { "list = [5] / r = list", "[5]" }, { "r = fail('a', 1)", "! a 1" },
    { "def f(): fail('no: %d' % 3) / f()", "! no: 3" },
  }
end)

describe("the order of evaluation", function()
  local calls = "calls = [] / def f(name, result): / calls.append(name) / return result / end / "
  rows {
    { calls .. "f('array', [0])[f('index', 0)] = f('rhs', 0) / r = calls", '["rhs", "array", "index"]' },
    { calls .. "f('l1', [0])[0], f('l2', [0])[0] = f('r1', 0), f('r2', 0) / r = calls",
      '["r1", "r2", "l1", "l2"]' },
    { calls .. "f('array', [0])[f('index', 0)] += f('addend', 1) / r = calls",
      '["array", "index", "addend"]' },
    { calls .. "def g(*a, **k): pass / g(f(1, 1), f(2, 2), x=f(3, 3), *[f(4, 4)], **{'z': f(5, 5)}) / r = calls",
      "[1, 2, 3, 4, 5]" },
    { calls .. "x = f(1, 0) or [y for y in [f(2, 3)]] or f(9, 9) / r = calls", "[1, 2]" },
    { calls .. "x = [f(1, 1), [y for y in [f(2, 2)]], f(3, 3) and f(4, 4)] / r = calls", "[1, 2, 3, 4]" },
    { calls .. "x = {f(1, 1): f(2, 2), f(3, 3): f(4, 4)} / r = calls", "[1, 2, 3, 4]" },
  }
end)
