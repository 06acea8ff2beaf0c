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
    { "json.encode('<a&b>')", '"<a&b>"' },
    { "json.encode('<a&b>', escape_html=True)", '"\\u003ca\\u0026b\\u003e"' },
    { "json.encode(1, indent=5)", problem = "json.encode: indent value must be between 0 and 4" },
    { "json.encode(1, indent=-1)", problem = "json.encode: indent value must be between 0 and 4" },
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
    { "json.decode('123456789012345678901234567890')", 123456789012345678901234567890 },
    { [[json.decode('"\\u00e9\\ud83d\\ude00\\n\\/\\"\\\\"')]], 'é😀\n/"\\' },
    { [[json.decode('"\\ud83d"') == json.decode('"\\ufffd"')]], true },
    { [[json.decode('"\\ude00x"') == json.decode('"\\ufffdx"')]], true },
    { [[json.decode('"\\u0000"')]], "\0" },
    { "json.decode('\"\x7f\"')", "\x7f" },
    { "json.encode(json.decode('{\"z\":1,\"a\":[[],{}]}'))", '{"a":[[],{}],"z":1}' },
    { "json.decode(1)", problem = "json.decode: expected a string, but was int" },
    { "json.decode('1', strict=True)", problem = 'json.decode: unexpected keyword argument "strict"' },
  })

  -- A text that is no JSON, and why.
  for _, row in ipairs {
    { "", "unexpected end of JSON input" },
    { "  ", "unexpected end of JSON input" },
    { "{", "unexpected end of JSON input" },
    { "[1", "unexpected end of JSON input" },
    { '{"a"', "unexpected end of JSON input" },
    { '{"a":', "unexpected end of JSON input" },
    { '"a', "unexpected end of JSON input" },
    { '"\\', "unexpected end of JSON input" },
    { '"\\u00', "unexpected end of JSON input" },
    { "tru", "unexpected end of JSON input" },
    { "-", "unexpected end of JSON input" },
    { "1.", "unexpected end of JSON input" },
    { "1e", "unexpected end of JSON input" },
    { "(not JSON)", "invalid character '(' looking for beginning of value (at offset 0)" },
    { "[1,]", "invalid character ']' looking for beginning of value (at offset 3)" },
    { "[1 2]", "invalid character '2' after array element (at offset 3)" },
    { "{1:2}", "invalid character '1' looking for beginning of object key string (at offset 1)" },
    { '{"a":1,}', "invalid character '}' looking for beginning of object key string (at offset 7)" },
    { '{"a" 1}', "invalid character '1' after object key (at offset 5)" },
    { '{"a":1 "b"}', "invalid character '\"' after object key:value pair (at offset 7)" },
    { '{"a":1,"b":2,"a":3}', 'duplicate key "a" (at offset 13)' },
    { '{"a":null,"a":3}', 'duplicate key "a" (at offset 10)' },
    { "nul!", "invalid character '!' in literal null (expecting 'l') (at offset 3)" },
    { "NaN", "invalid character 'N' looking for beginning of value (at offset 0)" },
    { "Infinity", "invalid character 'I' looking for beginning of value (at offset 0)" },
    { "01", "invalid character '1' after top-level value (at offset 1)" },
    { "0x10", "invalid character 'x' after top-level value (at offset 1)" },
    { "-x", "invalid character 'x' in numeric literal (at offset 1)" },
    { "1.x", "invalid character 'x' after decimal point in numeric literal (at offset 2)" },
    { "1e+x", "invalid character 'x' in exponent of numeric literal (at offset 3)" },
    { ".5", "invalid character '.' looking for beginning of value (at offset 0)" },
    { "+1", "invalid character '+' looking for beginning of value (at offset 0)" },
    { "1e999", "the number at offset 0 is out of range" },
    { "'a'", "invalid character ''' looking for beginning of value (at offset 0)" },
    { '"a\nb"', "invalid character '\\x0a' in string literal (at offset 2)" },
    { '"\\q"', "invalid character 'q' in string escape code (at offset 2)" },
    { '"\\u12g4"', "invalid character 'g' in \\u hexadecimal character escape (at offset 5)" },
    { "1 // one", "invalid character '/' after top-level value (at offset 2)" },
    { "\239\187\191{}", "invalid character '\\xef' looking for beginning of value (at offset 0)" },
    { ("["):rep(1001), "nested deeper than 1000 levels" },
    { ('{"a":'):rep(1001), "nested deeper than 1000 levels" },
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
    if not there then return pending "lua-cjson is not there" end
    local decode = value "json.decode"
    for _, text in ipairs {
      "[1.5,-2.25e10,true,false,null]", '{"a":{"b":[{"c":"d"}]},"e":"\\u20ac\\ud834\\udd1e"}',
      '"' .. ("x\\n"):rep(1000) .. '"', "[" .. ("[0.5],"):rep(1000) .. "[]]",
    } do
      assert.same(cjson.decode(text), decode(text))
    end
  end)
end)
