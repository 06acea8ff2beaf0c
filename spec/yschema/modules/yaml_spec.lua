local core = require "yschema.core"
local expressions = require "spec.support.expressions"
local value = expressions.value

describe("yaml", function()
  describe("encode", function()
    expressions.rows(it, {
      { "yaml.encode({'b': [1, 2, {'c': 456}], 'a': 'str'})", "b:\n- 1\n- 2\n- c: 456\na: str\n" },
      { "yaml.encode({})", "{}\n" },
      { "yaml.encode([])", "[]\n" },
      { "yaml.encode('yes')", '"yes"\n' },
      { "yaml.encode(struct.make(b=1, a=2))", "b: 1\na: 2\n" },
      { "yaml.encode(base64.decode('/w=='))", '!!binary "/w=="\n' },
      { "yaml.encode(lambda: 1)", problem = "yaml.encode: a function has no encoding" },
      { "yaml.encode(url.parse('http://a'))",
        problem = "yaml.encode: @ytt:url.value does not automatically encode (hint: use .string())" },
      { "yaml.encode([url.parse('http://a:b@c').user])",
        problem = "yaml.encode: @ytt:url.user does not automatically encode (hint: use .string())" },
    })
  end)

  describe("decode", function()
    expressions.rows(it, {
      { "yaml.decode('{}')", {} },
      { "yaml.decode('{\"a\":[1,2,3,{\"c\":456}],\"b\":\"str\"}')", { a = { 1, 2, 3, { c = 456 } }, b = "str" } },
      { "yaml.decode('a: yes')", { a = true } },
      { "yaml.decode('a: yes # a comment\\n#@ code\\n#@foo 1\\nb: #@ x\\n  c: 1')", { a = true, b = { c = 1 } } },
      { "yaml.decode('')", core.null },
      { "yaml.decode('~')", core.null },
      { "yaml.decode('--- 1\\n--- 2')", 1 }, -- the first document, as in ytt
      { "yaml.decode('z: 1\\na: 2').keys()", { "z", "a" } },
      { "yaml.encode(yaml.decode('z: 1\\nm: {k: [], e: {}}\\na: ~'))", "z: 1\nm:\n  k: []\n  e: {}\na: null\n" },
      { "yaml.decode('a: [')",
        problem = "yaml.decode: did not find expected node content while parsing a flow node (in line 1)" },
      { "yaml.decode('a: 1\\na: 2')", problem = 'yaml.decode: duplicate key "a" (in line 2)' },
      { "yaml.decode('a: &x [*x]')", problem = 'yaml.decode: the anchor "x" contains its own alias (in line 1)' },
      { "yaml.decode(1)", problem = "yaml.decode: expected a string, but was int" },
    })
  end)

  describe("decodable", function()
    expressions.rows(it, {
      { "yaml.decodable('a: [1]')", true },
      { "yaml.decodable('')", true },
      { "yaml.decodable('--- a\\n--- b')", true },
      { "yaml.decodable('a: [')", false },
      { "yaml.decodable()('a: [')", false },
      { "yaml.decodable({})", false },
    })
  end)

  it("gives plain tables to Lua functions", function()
    local f = value [[function(text) local t = yaml.decode(text) return t.list[2], #t.list end]]
    assert.same({ "b", 2 }, { f "list: [a, b]" })
  end)

  it("refuses bombs at once", function()
    local bomb = { "a0: &a0 [x, x, x, x, x, x, x, x, x]" }
    for i = 1, 9 do
      bomb[#bomb + 1] = ("a%d: &a%d [%s]"):format(i, i, ("*a" .. i - 1 .. ", "):rep(9):sub(1, -3))
    end
    assert.is_false((value "yaml.decodable" (table.concat(bomb, "\n"))))
    assert.is_false((value "yaml.decodable" (("["):rep(100000))))
  end)
end)
