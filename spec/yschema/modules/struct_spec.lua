local expressions = require "spec.support.expressions"
local value = expressions.value

describe("struct", function()
  expressions.rows(it, {
    { "struct.make(a=1, b='x').b", "x" },
    { "struct.make().a", problem = "struct has no .a field or method" },
    { "struct.make(f=lambda x: x)['f'](3)", 3 },
    { "struct.make(1)", problem = "struct.make: expected keyword arguments or a table, but was int" },
    { "struct.make({'a': 1}, b=2)", problem = "struct.make: unexpected positional arguments" },
    { "struct(a=1).a", 1 },
    { "repr(struct(b=1, a='x'))", 'struct(b = 1, a = "x")' },
    { "struct(a=1) == struct.make(a=1)", true },
    { "type(struct.make())", "struct" },
    -- a mapping, as in ytt
    { "struct.make(a=1)['a']", 1 },
    { "struct.make(a=1)['b']", problem = "struct has no .b field or method" },
    { "['a' in struct.make(a=1), 'b' in struct.make(a=1), 'b' not in struct.make(a=1)]", { true, false, true } },
    { "['{} = {}'.format(k, st[k]) for st in [struct.make(b=1, a=2)] for k in st]", { "b = 1", "a = 2" } },
    { "len(struct.make(a=1, b=2))", 2 },
    { "dict(**struct.make(a=1))", { a = 1 } },
    { "dict(struct.make(a=1))", { a = 1 } },
    -- functions that know their first arguments
    { "struct.bind(lambda s: s, 'x')()", "x" },
    { "struct.bind(lambda s, o=None: s + '-' + o, 'x')('y')", "x-y" },
    { "struct.bind(lambda s, o=None: s + '-' + o, 'x')(o='y')", "x-y" },
    { "struct.bind(lambda s, o: s + '-' + o, 'x', 'y')()", "x-y" },
    { "struct.bind(lambda s: s, 'x')('y')", problem = "function lambda accepts 1 positional argument (2 given)" },
    { "struct.bind(lambda s: s)", problem = "struct.bind: expected at least two arguments" },
    { "struct.bind(1, 2)", problem = "struct.bind: expected a function, but was int" },
    { "struct.make_and_bind('obj', v=1, f=lambda s, o: s + o).f('!')", "obj!" },
    { "struct.make_and_bind('obj', v=1, f=lambda s, o: s + o)['v']", 1 },
    { "struct.make_and_bind()", problem = "function make_and_bind missing 1 argument (object)" },
    -- all maps at once
    { "struct.encode({'a': [1, {'c': 456}], 'c': {'d': 123}}).c.d", 123 },
    { "struct.encode({'a': [1, {'c': 456}]}).a[1].c", 456 },
    { "'c' in struct.encode({'a': [1, {'c': 456}]}).a[1]", true },
    { "[k for k in struct.encode({'z': 1, 'a': 2})]", { "z", "a" } },
    { "struct.encode(1)", 1 },
    { "struct.encode({'f': lambda: 1})", problem = "struct.encode: a function has no encoding" },
    { "type(struct.decode(struct.make(c=struct.make(d=123)))['c'])", "dict" },
    { "struct.decode(struct.make(a=[1], c={'d': 123}))", { a = { 1 }, c = { d = 123 } } },
    { "struct.decode(ip.parse_addr('::1'))",
      problem = "struct.decode: @ytt:ip.addr does not automatically encode (hint: use .string())" },
  })

  expressions.lua_rows(it, {
    { "return struct.make { a = 1 }.a", 1 },
    { "return struct.make { a = { b = 2 } }.a.b", 2 },
    { "return struct.bind(function(a, b) return a - b end, 5)(3)", 2 },
    { "return struct.make_and_bind(5, { minus = function(a, b) return a - b end }).minus(3)", 2 },
    { "return json.encode(struct.make { b = 1, a = {} })", '{"a":{},"b":1}' },
  })

  it("does not change the value that it encodes", function()
    local given = { a = { b = 1 } }
    value "struct.encode"(given)
    assert.is_nil(getmetatable(given))
    assert.is_nil(getmetatable(given.a))
  end)
end)
