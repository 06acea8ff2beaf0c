require "yschema" -- whose integers are those of modules, too
local core = require "yschema.core"
local expressions = require "spec.support.expressions"
local value = expressions.value

describe("json.encode", function()
  expressions.rows(it, {
    { "json.encode({})", "{}" },
    { "json.encode([])", "[]" },
    { "json.encode(None)", "null" },
    { "json.encode('a\"b')", '"a\\"b"' },
    { "json.encode({'b': 'str', 'a': [1, 2, 3, {'c': 456}]})", '{"a":[1,2,3,{"c":456}],"b":"str"}' },
    { "json.encode((1, True, 2.5))", "[1,true,2.5]" },
    { "json.encode(struct.make(b=1, a=struct.make(c=2)))", '{"a":{"c":2},"b":1}' },
    { "json.encode({'a': [1]}, indent=0)", '{"a":[1]}' },
    { "json.encode({'a': [1, {}, []], 'b': {'c': '{[,:]}\"'}}, indent=2)",
      '{\n  "a": [\n    1,\n    {},\n    []\n  ],\n  "b": {\n    "c": "{[,:]}\\""\n  }\n}' },
    { "json.encode('<a&b>', escape_html=True)", '"\\u003ca\\u0026b\\u003e"' },
    { "json.encode('<a&b>')", '"\\u003ca\\u0026b\\u003e"' },
    { "json.encode({'<k>': ['&']})", '{"\\u003ck\\u003e":["\\u0026"]}' },
    { "json.encode('<a&b>', escape_html=False)", '"<a&b>"' },
    { "json.encode('a\\u2028b\\u2029c', escape_html=False)", '"a\\u2028b\\u2029c"' },
    { "json.encode(1, indent=8)", "1" },
    { "json.encode(1, indent=9)", problem = "json.encode: indent value must be between 0 and 8" },
    { "json.encode(1, indent=-1)", problem = "json.encode: indent value must be between 0 and 8" },
    { "json.encode(1, indent='x')", problem = "json.encode: expected indent to be an int, but was string" },
    { "json.encode()", problem = "function encode missing 1 argument (value)" },
    { "json.encode([lambda: 1])", problem = "json.encode: a function has no encoding" },
    { "json.encode(json)", problem = "json.encode: a module has no encoding" },
    { "json.encode(base64.decode('/w=='))", '"\239\191\189"' }, -- as in Go
    { "json.encode(ip.parse_addr('::1'))",
      problem = "json.encode: @ytt:ip.addr does not automatically encode (hint: use .string())" },
    { "json.encode(x)", env = { x = 0 / 0 }, problem = "json.encode: JSON has no .nan" },
  })

  it("takes the tables of Lua", function()
    local f = value [[function(v) return json.encode(v, { indent = 1 }) end]]
    assert.equal('{\n "a": [\n  1\n ],\n "n": null\n}', f { n = core.null, a = { 1 } })
    assert.equal("[]", f(setmetatable({}, core.array_mt)))
    assert.equal("null", f(nil))
  end)

  it("writes what is as deep as json.decode reads, and nothing deeper", function()
    local deepest = ("["):rep(1000) .. ("]"):rep(1000)
    assert.equal(deepest, value "function(text) return json.encode(json.decode(text)) end"(deepest))
    local ok, problem = pcall(value "function(text) return json.encode({ json.decode(text) }) end", deepest)
    assert.is_false(ok)
    assert.equal("json.encode: the value is too large, or contains itself", problem)
    ok, problem = pcall(value "json.decode", "[" .. deepest .. "]")
    assert.is_false(ok)
    assert.matches("nested", problem)
  end)

  it("refuses what contains itself", function()
    local f, loop = value "json.encode", {}
    loop.x = loop
    local ok, problem = pcall(f, loop)
    assert.is_false(ok)
    assert.equal("json.encode: the value is too large, or contains itself", problem)
  end)
end)

describe("json.decode", function()
  expressions.rows(it, {
    { "json.decode('{}')", {} },
    { "type(json.decode('{}'))", "dict" },
    { "type(json.decode('[]'))", "list" },
    { "json.decode('{\"a\":[1,2,3,{\"c\":456}],\"b\":\"str\"}')", { a = { 1, 2, 3, { c = 456 } }, b = "str" } },
    { "json.decode(' \\t\\r\\n[ true , false , null ] ')", { true, false, core.null } },
    { "type(json.decode('1'))", "int" },
    { "json.decode('-12')", -12 },
    { "type(json.decode('1.5'))", "float" },
    { "json.decode('-1.5e+3')", -1500 },
    { "json.decode('2E-1')", 0.2 },
    { "str(json.decode('-9007199254740993'))", "-9007199254740993" },
    { "json.decode('123456789012345678901234567890')", problem = "json.decode: the integer "
      .. "123456789012345678901234567890 does not fit in 64 bits (line 1, column 1)" },
    { "str(json.decode('-9223372036854775808'))", "-9223372036854775808" },
    { [[json.decode('"\\u00e9\\ud83d\\ude00\\n\\/\\"\\\\"')]], 'é😀\n/"\\' },
    { [[json.decode('"\\ud83d"')]],
      problem = "json.decode: found half of a surrogate pair in a string of JSON (line 1, column 2)" },
    { [[json.decode('"\\ude00x"')]],
      problem = "json.decode: found half of a surrogate pair in a string of JSON (line 1, column 2)" },
    { "json.decode('\239\187\191{}')", {} },
    { "json.decode('\"\255\"')", problem = "json.decode: invalid UTF-8 (byte offset 1) (line 1, column 2)" },
    { [[json.decode('"\\u0000"')]], "\0" },
    { "json.decode('\"\x7f\"')", "\x7f" },
    { "json.encode(json.decode('{\"z\":1,\"a\":[[],{}]}'))", '{"a":[[],{}],"z":1}' },
    { "json.decode(1)", problem = "json.decode: expected a string, but was int" },
    { "json.decode('1', strict=True)", problem = 'json.decode: unexpected keyword argument "strict"' },
  })

  -- A text that is no JSON, and why.
  for _, row in ipairs {
    { "", "did not find a value in a JSON text (line 1, column 1)" },
    { "  ", "did not find a value in a JSON text (line 1, column 3)" },
    { "{", "did not find a key in double quotes in a JSON text (line 1, column 2)" },
    { "[1", "did not find ',' or ']' in a JSON text (line 1, column 3)" },
    { '{"a"', "did not find the ':' after a key in a JSON text (line 1, column 5)" },
    { '{"a":', "did not find a value in a JSON text (line 1, column 6)" },
    { '"a', "did not find the end of a string in a JSON text (line 1, column 1)" },
    { '"\\', "found an unknown escape in a string of JSON (line 1, column 2)" },
    { '"\\u00', "found an unknown escape in a string of JSON (line 1, column 2)" },
    { "tru", "did not find a value in a JSON text (line 1, column 1)" },
    { "-", "did not find a digit of a number in a JSON text (line 1, column 2)" },
    { "1.", "did not find a digit of a number in a JSON text (line 1, column 3)" },
    { "1e", "did not find a digit of a number in a JSON text (line 1, column 3)" },
    { "(not JSON)", "did not find a value in a JSON text (line 1, column 1)" },
    { "[1,]", "did not find a value in a JSON text (line 1, column 4)" },
    { "[1 2]", "did not find ',' or ']' in a JSON text (line 1, column 4)" },
    { "{1:2}", "did not find a key in double quotes in a JSON text (line 1, column 2)" },
    { '{"a":1,}', "did not find a key in double quotes in a JSON text (line 1, column 8)" },
    { '{"a" 1}', "did not find the ':' after a key in a JSON text (line 1, column 6)" },
    { '{"a":1 "b"}', "did not find ',' or '}' in a JSON text (line 1, column 8)" },
    { '{"a":1,"b":2,"a":3}', 'duplicate key "a" (line 1, column 14)' },
    { '{"a":null,"a":3}', 'duplicate key "a" (line 1, column 11)' },
    { "nul!", "did not find a value in a JSON text (line 1, column 1)" },
    { "NaN", "did not find a value in a JSON text (line 1, column 1)" },
    { "Infinity", "did not find a value in a JSON text (line 1, column 1)" },
    { "01", "found something after the value of a JSON text (line 1, column 2)" },
    { "0x10", "found something after the value of a JSON text (line 1, column 2)" },
    { "-x", "did not find a digit of a number in a JSON text (line 1, column 2)" },
    { "1.x", "did not find a digit of a number in a JSON text (line 1, column 3)" },
    { "1e+x", "did not find a digit of a number in a JSON text (line 1, column 4)" },
    { ".5", "did not find a value in a JSON text (line 1, column 1)" },
    { "+1", "did not find a value in a JSON text (line 1, column 1)" },
    { "1e999", "the float 1e999 is out of range (line 1, column 1)" },
    { "'a'", "did not find a value in a JSON text (line 1, column 1)" },
    { '"a\nb"', "found a control character in a string of JSON (line 1, column 3)" },
    { '"\\q"', "found an unknown escape in a string of JSON (line 1, column 2)" },
    { '"\\u12g4"', "found an unknown escape in a string of JSON (line 1, column 2)" },
    { "1 // one", "found something after the value of a JSON text (line 1, column 3)" },
    { ("["):rep(1001), "collections are nested more than 1000 levels deep (line 1, column 1001)" },
    { ('{"a":'):rep(1001), "collections are nested more than 1000 levels deep (line 1, column 5001)" },
  } do
    it("refuses " .. row[1]:sub(1, 20), function()
      local decode, decodable = value "json.decode", value "json.decodable"
      local ok, problem = pcall(decode, row[1])
      assert.is_false(ok)
      assert.equal("json.decode: " .. row[2], problem)
      assert.same({ false, "not JSON: " .. row[2] }, { decodable(row[1]) })
    end)
  end

  it("goes as deep as its limit", function()
    assert.is_true(value "json.decodable" (("["):rep(1000) .. ("]"):rep(1000)))
  end)

  -- An independent reader, where both mean the same.
  it("reads what lua-cjson reads", function()
    local there, cjson = pcall(require, "cjson")
    if not there then return pending "lua-cjson is not installed" end
    local decode = value "json.decode"
    for _, text in ipairs {
      "[1.5,-2.25e10,true,false,null]", '{"a":{"b":[{"c":"d"}]},"e":"\\u20ac\\ud834\\udd1e"}',
      '"' .. ("x\\n"):rep(1000) .. '"', "[" .. ("[0.5],"):rep(1000) .. "[]]",
    } do
      assert.same(cjson.decode(text), decode(text))
    end
  end)
end)
