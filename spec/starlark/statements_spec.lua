-- Tests Starlark's statements in code lines. A row has lines of code, separated by " / ", and the final value of `r`.

local starlark = require "spec.support.starlark"

local function rows(list) starlark.rows(it, list) end

describe("assignments", function()
  rows {
    { "r = 1", "1" }, { "r = 1; r = 2", "2" }, { "r = 1, 2", "(1, 2)" }, { "r = 1,", "(1,)" },
    { "a, b = 1, 2 / r = [a, b]", "[1, 2]" }, { "a, b = [1, 2] / r = b", "2" },
    { "a, b = 1, 2 / a, b = b, a / r = a, b", "(2, 1)" },
    { "(a, [b, c]) = (1, (2, 3)) / r = a + b + c", "6" }, { "[a, b] = (1, 2) / r = a", "1" },
    { "a, = [5] / r = a", "5" }, { "() = [] / r = 1", "1" },
    { "d = {'x': (7, 8)} / (a, b) = d['x'] / r = b", "8" },
    { "a = [0, 0] / a[0], a[1] = 1, 2 / r = a", "[1, 2]" },
    { "i = 0 / a = [5, 6] / i, a[i] = 1, 9 / r = a", "[5, 9]" },
    { "x = 1 / a = [5] / x, a[0] = a, x / r = x", "[1]" },
    { "a = [1, 2] / a[-1] = 5 / r = a", "[1, 5]" }, { "d = {} / d['k'] = 1 / r = d", '{"k": 1}' },
    { "a = [1] / b = a / b.append(2) / r = a", "[1, 2]" },
    { "r = [1, / 2]", "[1, 2]" }, { "r = 1 + \\\n 2", "3" }, { "r = '''a\nb'''", '"a\\nb"' },
    { "a, b = 1 / r = 1", "! 1: int value is not iterable" },
    { "a, b = 1, 2, 3", "! 1: too many values to unpack (got 3, want 2)" },
    { "a, b = [1]", "! 1: not enough values to unpack (got 1, want 2)" },
    { "a = [1] / a[1] = 2", "! 2: index 1 out of range [-1:0]" },
    { "a = (1,) / a[0] = 2", "! 2: tuple value does not support item assignment" },
    { "a = 'x' / a[0] = 'y'", "! 2: string value does not support item assignment" },
    { "a = {} / a[[]] = 1", "! 2: unhashable type: list" },
    { "1 = 2", "! 1:1: cannot assign to this expression" },
    { "f() = 2", "! 1:2: cannot assign to this expression" },
    { "a = 1 / a.b = 2", "! 2:2: cannot assign to the field .b (fields are read-only; "
      .. 'for a dict write x["b"] = ...)' },
    { "a[0:1] = [2]", "! 1:2: cannot assign to this expression" },
    { "a = b = 1", "! 1:7: expected the end of the line, but found `=`" },
  }
end)

describe("augmented assignments", function()
  rows {
    { "r = 1 / r += 2", "3" }, { "r = 7 / r -= 2 / r *= 3 / r //= 2 / r %= 4", "3" },
    { "r = 6 / r |= 1 / r &= 5 / r ^= 1 / r <<= 3 / r >>= 1", "16" }, { "r = 7 / r /= 2", "3.5" },
    { "r = 'a' / r += 'b'", '"ab"' }, { "r = [1] / r *= 2", "[1, 1]" },
    { "r = [1] / b = r / b += [2] / b += (3,)", "[1, 2, 3]" },
    { "a = [1] / r = a / a = a + [2]", "[1]" },
    { "r = {'a': 1} / b = r / b |= {'c': 2}", '{"a": 1, "c": 2}' },
    { "r = [[1], 2] / r[0] += [3] / r[1] += 1", "[[1, 3], 3]" },
    { "n = [0] / def i(): / n[0] += 1 / return 0 / end / r = [5] / r[i()] += n[0]", "[6]" },
    { "x += 1", "! 1: global variable x referenced before assignment" },
    { "r = 1 / r += 'a'", "! 2: unknown binary op: int + string" },
    { "a, b += 1", "! 1:1: cannot assign to this expression" },
    { "r = [1] / r += 5", "! 2: int value is not iterable" },
  }
end)

describe("if", function()
  local text = "def f(x): / if x > 2: / return 'big' / elif x == 2: / return 'two' / else: / "
    .. "return 'small' / end / end / "
  rows {
    { text .. "r = f(3), f(2), f(1)", '("big", "two", "small")' },
    { "r = 1 / if r: / r = 2 / end", "2" }, { "r = 1 / if not r: / r = 2 / end", "1" },
    { "r = 1 / if []: r = 2", "1" }, { "if 0: r = 1; r = 2 / else: r = 3", "3" },
    { "x = 1 / if x == 0: r = 0 / elif x == 1: r = 10 / else: r = 2", "10" },
    { "r = 0 / if 1: / if 0: r = 1 / else: / r = 2 / end", "0" },
    { "r = 0 / if 1: / if 0: r = 1 / else: r = 2", "0" }, { "if 1: / r = 0 / if 0: r = 1 / else: r = 2", "0" },
    { "x = [] / if x and x[0]: r = 1 / elif [y for y in [2]] == [3]: r = 2 / "
      .. "elif [y for y in [2]]: r = 3 / else: r = 4", "3" },
    { "r = 0 / if 1: / r = 5; end", "5" },
    { "r = 0 / if 1: pass / r = 1", "1" },
    { "if 1: / r = 1", "! 1:1: `if` has no matching `end`" },
    { "r = 1 / end", "! 2:1: `end` closes nothing" },
    { "else: / r = 1 / end", "! 1:1: `else` belongs to no `if`" },
    { "if 1: / pass / else: / pass / elif 2: / pass / end", "! 5:1: `else` must come last" },
    { "if 1 then / end", "! 1:6: expected `:`, but found `then`" },
    { "if 1: if 2: r = 1", "! 1:7: `if` cannot follow `:` on the same line" },
  }

  it("is matched with a last `else` by its column", function()
    assert.equal("2", starlark.result "if 1:\n  if 0: r = 1\n  else: r = 2\nend")
    assert.equal("3", starlark.result "if 0:\n  if 0: r = 1\nelse:\n  r = 3\nend")
  end)
end)

describe("loops", function()
  rows {
    { "r = 0 / for x in [1, 2, 3]: / r += x / end", "6" },
    { "r = [] / for x in range(5): / if x == 1: continue / if x == 3: break / r.append(x) / end",
      "[0, 2]" },
    { "r = [] / for k, v in {'a': 1, 'b': 2}.items(): / r += [v, k] / end", '[1, "a", 2, "b"]' },
    { "r = [] / for a, (b, c) in [(1, (2, 3))]: r += [a, b, c]", "[1, 2, 3]" },
    { "r = 0 / for x in 1, 2: r += x", "3" }, { "for r in []: pass / r = 9", "9" },
    { "r = 0 / for x in [1, 2]: / for y in [1, 2]: / if y == 2: break / r += 1 / end / end", "2" },
    { "r = [] / for x in [1, 2]: / r.append(lambda: x) / end / r = [f() for f in r]", "[2, 2]" },
    { "r = [0, 0] / for r[1] in [1, 2]: pass", "[0, 2]" },
    { "r = 0 / while r < 5: r += 2", "6" },
    { "r = 0 / while True: / r += 1 / if r == 2: continue / if r > 3: break / end", "4" },
    { "r = 0 / while [x for x in [r] if x < 3]: r += 1", "3" },
    { "r = [False, 1] / for x in r: r = x", "1" }, { "r = 1 / for x in [False]: r = x", "False" },
    { "for x in 'ab': pass", "! 1: string value is not iterable" },
    { "for x in 5: / pass / end", "! 1: int value is not iterable" },
    { "for a, b in [1]: / pass / end", "! 1: int value is not iterable" },
    { "a = [1, 2] / for x in a: / a.pop() / end", "! 2: the list was changed during iteration" },
    { "break", "! 1:1: break not in a loop" }, { "continue", "! 1:1: continue not in a loop" },
    { "for x in [1]: / def f(): break / end", "! 2:10: break not in a loop" },
    { "for x [1]: pass", "! 1:10: expected `in`, but found `:`" },
  }
end)

describe("functions", function()
  rows {
    { "def f(): return 1 / r = f()", "1" }, { "def f(): / pass / end / r = f()", "None" },
    { "def f(): return / r = f()", "None" }, { "def f(): return 1, 2 / r = f()", "(1, 2)" },
    { "def f(a, b=2, *c, **d): return [a, b, c, d] / r = f(1), f(1, 3, 4, e=5)",
      '([1, 2, (), {}], [1, 3, (4,), {"e": 5}])' },
    { "def f(a, b): return a - b / r = f(b=1, a=3), f(*[5], **{'b': 1})", "(2, 4)" },
    { "def f(a, l=[]): / l.append(a) / return l / end / f(1) / r = f(2)", "[1, 2]" },
    { "def f(n): return 1 if n < 2 else n * f(n - 1) / r = f(10)", "3628800" },
    { "def even(n): return n == 0 or odd(n - 1) / def odd(n): return n != 0 and even(n - 1) / "
      .. "r = even(10), odd(10)", "(True, False)" },
    { "def f(x): / def g(y): return x + y / return g / end / r = f(1)(2)", "3" },
    { "def f(): / n = [0] / def g(): / n[0] += 1 / return n[0] / end / g() / return g / end / r = f()()",
      "2" },
    { "def f(): / x = 1 / def g(): return x / x = 2 / return g() / end / r = f()", "2" },
    { "x = 1 / def f(): / x = 2 / return x / end / f() / r = x", "1" },
    { "x = 1 / def f(): return x / x = 2 / r = f()", "2" },
    { "def f(x): / x += 1 / return x / end / r = f(1)", "2" },
    { "def f(x): / if x: return 1 / return 2 / end / r = f(0), f(1)", "(2, 1)" },
    { "def f(x): / for y in x: / if y > 1: return y / end / end / r = f([1, 2, 3]), f([])", "(2, None)" },
    { "def f(a, / b): / return (a / + b) / end / r = f(1, 2)", "3" },
    { "def f(): / 'docs' / return 1 / end / r = f()", "1" },
    { "def f(): / return x / x = 1 / end / f()", "! 2: local variable x referenced before assignment" },
    { "def f(): return x / f() / x = 1", "! 1: global variable x referenced before assignment" },
    { "def f(c): / if c: y = 1 / return y / end / r = f(1) / f(0)",
      "! 3: local variable y referenced before assignment" },
    { "def f(a): return 1 / f()", "! 2: function f missing 1 argument (a)" },
    { "def f(a): return 1 / f(1, 2)", "! 2: function f accepts 1 positional argument (2 given)" },
    { "def f(a): return 1 / f(b=1)", '! 2: function f got an unexpected keyword argument "b"' },
    { "def f(a, **k): return 1 / f(1, a=1)", '! 2: function f got multiple values for parameter "a"' },
    { "def f(): / return nope / end",
      "! 2:8: undefined: nope (names come from code above or from env; strings are written in quotes)" },
    { "def f(a, a): pass", "! 1:10: duplicate parameter a" },
    { "return 1", "! 1:1: return statement not within a function" },
    { "def f(): / pass", "! 1:1: `def` has no matching `end`" },
    { "def (): pass", "! 1:5: expected the name of the function, but found `(`" },
    { "x = 1 x = 2", "! 1:7: expected the end of the line, but found `x`" },
    { "import os", "! 1:1: Starlark has no `import`" },
  }

  it("that end without a value return nil, as rules that accept do", function()
    local f = starlark.run("def f(x):\nif x: return\nend").f
    assert.equal(0, select("#", f(1)))
    assert.equal(0, select("#", f(0)))
    local passing = starlark.run("def f(x): pass\ndef r(x): return f(x)").r
    assert.equal(0, select("#", passing(1)))
  end)
end)

describe("YAML between code", function()
  local function frames(text, opts)
    local out, frame = starlark.run(text, opts)
    return out, table.concat(frame, "; ")
  end

  it("is added when the code reaches it", function()
    local _, put = frames("if 0:\n\1" .. "1\1\nelse:\n\1" .. "2\1\nend\nfor x in [1, 2]:\n\1" .. "3\1\nend")
    assert.equal("hole 2; hole 3; hole 3", put)
  end)

  it("gets the variables around it that it uses", function()
    local opts = { names = { { "x", "len", "y" }, { "x" } } }
    local _, put = frames("for x in [1, 2]:\n\1" .. "1\1\nend\ny = 3\nx = [x]\n\1" .. "2\1", opts)
    assert.equal("hole 1 x=1 y=None; hole 1 x=2 y=None; hole 2 x=[2]", put)
  end)

  it("is what a function returns", function()
    local out, put = frames("def f(a):\n\1" .. "1\1\nif a:\n\1" .. "2\1\nend\nend\nr = f(1)\nq = f(0)",
      { names = { { "a" } } })
    assert.same({ "hole 1 a=1", "hole 2" }, out.r)
    assert.same({ "hole 1 a=0" }, out.q)
    assert.equal("", put)
  end)

  it("gives way to a value that the function returns", function()
    local out = frames("def f(a):\n\1" .. "1\1\nif a: return a\nend\nr = f(1)\nq = f(0)")
    assert.equal(1, out.r)
    assert.same({ "hole 1" }, out.q)
  end)

  it("belongs to the innermost function", function()
    local out = frames("def f():\ndef g():\n\1" .. "1\1\nend\nreturn g()\nend\nr = f()")
    assert.same({ "hole 1" }, out.r)
  end)

  it("is not allowed in an expression", function()
    assert.equal("! 1:5: `(` is not closed", starlark.result("r = (1,\n\1" .. "1\1\n2)"))
  end)
end)

describe("load", function()
  rows {
    { 'load("@ytt:json", "json") / r = json', '"@ytt:json/json"' },
    { 'load("a.star", "b", c="d") / r = b, c', '("a.star/b", "a.star/d")' },
    { 'load("a.star")', "! 1:1: load: at least one name must be loaded" },
    { 'load("a.star", "_b")', "! 1:16: load: names with a leading underscore are not exported: _b" },
    { 'load(x, "b")', "! 1:6: expected the name of a module, a string, but found `x`" },
    { 'def f(): / load("a", "b") / end', "! 2:1: load statement within a function" },
  }
end)

describe("comments and layout", function()
  rows {
    { "r = 1 # one / # two / r += 1", "2" }, { "r = [1, # one / 2]", "[1, 2]" },
    { "if 1: # yes / r = 1 # one / end # done", "1" }, { "r = #'abc'", "3" },
    { "r = 1 /  /  / r += 1 / ", "2" }, { "r = 1;", "1" }, { "      r = 1 /   r = 2", "2" },
    { "end_of = 1 / r = end_of", "1" }, { "r = dict(end=1)", '{"end": 1}' },
    { "r = '#'", '"#"' }, { "r = (1 + # one / 2)", "3" },
  }
end)

describe("the lines of errors", function()
  rows {
    { "x = 1 /  / y = x.z", "! 3: int has no .z field or method" },
    { "x = [1, / 2, / 1 // 0]", "! 3: floored division by zero" },
    { "def f(x): /  / return x.y / end / r = 1 / f(1)", "! 3: int has no .y field or method" },
    { "f = lambda x: ( /  / x.y) / f(1)", "! 3: int has no .y field or method" },
    { "if 0: / pass / elif 1 // 0: / pass / end", "! 3: floored division by zero" },
    { "def f(): / for x in [1]: / if x: / fail('no') / end / end / end / f()", "! no" },
    { "for x in [1]: / for y in [2]: / x.z / end / end", "! 3: int has no .z field or method" },
    { "r = len( / [1], / (2).x)", "! 1:8: function len accepts 1 positional argument (2 given)" },
    { "x = 2 / r = dict(a=1, / b=x.x)", "! 3: int has no .x field or method" },
  }
end)

describe("keyword-only parameters", function()
  rows {
    { "def f(a, *b, c=3, d): return a, b, c, d / r = f(1, 2, d=4)", "(1, (2,), 3, 4)" },
    { "def f(a, *, c, d=a): return 1", "! 1:18: undefined: a" },
    { "def f(a, *, c): return a, c / r = f(1, c=2), f(c=1, a=2)", "((1, 2), (2, 1))" },
    { "def f(*, c=1, **k): return c, k / r = f(x=5), f(c=2)", '((1, {"x": 5}), (2, {}))' },
    { "r = (lambda *, x: x)(x=1)", "1" },
    { "def f(*, c): return c / f()", "! 1: function f missing 1 argument (c)" },
    { "def f(*, col): return col / f(col=1, cal=2)",
      '! 1: function f got an unexpected keyword argument "cal" (did you mean `col`?)' },
    { "def f(a, *, c): return c / f(1, 2, c=1)",
      "! 2: function f accepts 1 positional argument (2 given)" },
    { "def f(*a, *b): pass", "! 1:12: duplicate `*` among the parameters" },
    { "def f(*, a, *b): pass", "! 1:14: duplicate `*` among the parameters" },
    { "def f(**k, a): pass", "! 1:12: no parameter may follow **k" },
  }
end)

describe("keys of dicts", function()
  rows {
    { "d = {(1, 'a'): 2} / d[1, 'b'] = 3 / r = d[(1, 'a')], d[1, 'b'], d", '(2, 3, {(1, "a"): 2, (1, "b"): 3})' },
    { "d = {} / for x in [1, 2]: / for y in [1, 2]: d[x, y] = x * y / end / r = d.get((2, 2)), (1, 2) in d",
      "(4, True)" },
    { "d = {(1,): 1} / r = d.pop((1,)), d, d.setdefault((2, (3,)), 5), d", "(1, {(2, (3,)): 5}, 5, {(2, (3,)): 5})" },
    { "r = {(1, 2): 1} == {(1, 2): 1}", "True" },
    { "r = {None: 1, 1: 2, True: 3, 'a': 4} / r = r[None], r[1], r[True]", "(1, 2, 3)" },
    { "r = {1: 1, (1,): 2, (1,): 3}", "! 1: duplicate key (1,) in dictionary expression" },
    { "r = {([],): 1}", "! 1: unhashable type: list" }, { "r = [] in {}", "! 1: unhashable type: list" },
    { "d = {(1, (2.0, None)): 1} / r = d[1.0, (2, None)], d[1, (2, False)]", "(1, None)" },
    { "r = [1][0,]", "! 1: list index: got tuple, want int" },
  }
end)

describe("functions as values", function()
  rows {
    { "def f(): pass / r = [f, lambda: 1, len, ''.upper]",
      "[<function f>, <function lambda>, <built-in function len>, "
        .. "<built-in method upper of string value>]" },
    { "def f(): pass / r = type(f), type(len), type([].append)",
      '("function", "builtin_function_or_method", "builtin_function_or_method")' },
    { "def f(): pass / r = f == f, f == (lambda: 1), {f: 1}[f]", "(True, False, 1)" },
    { "f = 'a-b'.split / r = f('-'), ','.join(['x'])", '(["a", "b"], "x")' },
    { "f = '{x}'.format / r = f(x=1)", '"1"' }, { "d = {} / f = d.update / f(a=1) / r = d", '{"a": 1}' },
    { "r = dir([])[:2], dir(struct(b=1, a=2)), dir(1)", '(["append", "clear"], ["a", "b"], [])' },
    { "r = 'a\195\169'.elem_ords(), ' x '.strip('')", '([97, 233], "x")' },
    { "r = dict(None)", "! 1: NoneType value is not iterable" },
  }
end)
