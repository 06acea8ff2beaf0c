local expressions = require "spec.support.expressions"

describe("base64", function()
  describe("in Starlark", function()
    expressions.rows(it, {
      { "base64.encode('regular')", "cmVndWxhcg==" },
      { "base64.encode('regula')", "cmVndWxh" },
      { "base64.encode('regul')", "cmVndWw=" },
      { "base64.encode('')", "" },
      { "base64.encode('é')", "w6k=" },
      { "base64.encode('??>>')", "Pz8+Pg==" },
      { "base64.encode('??>>', url=True)", "Pz8-Pg==" },
      { "base64.encode('??>>', url=True, raw=True)", "Pz8-Pg" },
      { "base64.encode('regul', raw=True)", "cmVndWw" },
      { "base64.decode('cmVndWxhcg==')", "regular" },
      { "base64.decode('cmVndWxh')", "regula" },
      { "base64.decode('cmVndWw=')", "regul" },
      { "base64.decode('')", "" },
      { "base64.decode('cmVn\\ndWxh\\r\\ncg==\\n')", "regular" },
      { "base64.decode('cmVndWxhcg=\\n=')", "regular" },
      { "base64.decode('Pz8-Pg==', url=True)", "??>>" },
      { "base64.decode('cmVndWw', raw=True)", "regul" },
      -- bits beyond the last byte
      { "base64.decode('cmVndWxhch==')", "regular" },
      { "base64.decode('cmVndWx=')", "regul" },
      { "base64.decode('cmVndWw=', strict=True)", "regul" },
      { "base64.decode('cmVndWxhch==', strict=True)",
        problem = "base64.decode: illegal base64 data at input byte 9" },
      { "base64.decode('cmVndWx', raw=True, strict=True)",
        problem = "base64.decode: illegal base64 data at input byte 6" },
      -- what Go's decoder refuses, and where
      { "base64.decode('not base64!')", problem = "base64.decode: illegal base64 data at input byte 3" },
      { "base64.decode('a')", problem = "base64.decode: illegal base64 data at input byte 0" },
      { "base64.decode('ab')", problem = "base64.decode: illegal base64 data at input byte 0" },
      { "base64.decode('abcdef')", problem = "base64.decode: illegal base64 data at input byte 4" },
      { "base64.decode('=')", problem = "base64.decode: illegal base64 data at input byte 0" },
      { "base64.decode('ab=')", problem = "base64.decode: illegal base64 data at input byte 3" },
      { "base64.decode('ab=c')", problem = "base64.decode: illegal base64 data at input byte 3" },
      { "base64.decode('abc==')", problem = "base64.decode: illegal base64 data at input byte 4" },
      { "base64.decode('ab==c')", problem = "base64.decode: illegal base64 data at input byte 4" },
      { "base64.decode('abc=', raw=True)", problem = "base64.decode: illegal base64 data at input byte 3" },
      { "base64.decode('a', raw=True)", problem = "base64.decode: illegal base64 data at input byte 0" },
      { "base64.decode('Pz8-Pg==')", problem = "base64.decode: illegal base64 data at input byte 3" },
      -- wrong calls
      { "base64.encode(5)", problem = "base64.encode: expected a string, but was int" },
      { "base64.decode(None)", problem = "base64.decode: expected a string, but was NoneType" },
      { "base64.decode()", problem = "function decode missing 1 argument (value)" },
      { "base64.decode('', url=1)", problem = "base64.decode: expected url to be a bool, but was int" },
      { "base64.decode('', strikt=True)",
        problem = 'base64.decode: unexpected keyword argument "strikt" (did you mean `strict`?)' },
      { "base64.decode('', True)",
        problem = "base64.decode: expected the options to be a table or keyword arguments, but was bool" },
      -- the test
      { "base64.decodable('aGVsbG8=')", true },
      { "base64.decodable('aGVsbG8')", false },
      { "base64.decodable('aGVsbG8', raw=True)", true },
      { "base64.decodable(url=True)('_w==')", true },
      { "base64.decodable()('_w==')", false },
      { "base64.decodable().check('aGVsbG8=')", true },
      { "base64.decodable(1)", false },
    })
  end)

  describe("in Lua", function()
    expressions.lua_rows(it, {
      { "return base64.encode('\\255\\254')", "//4=" },
      { "return base64.encode('\\255\\254', { url = true, raw = true })", "__4" },
      { "return base64.decode('AAECAwQ=')", "\0\1\2\3\4" },
      { "return base64.decode('*')", problem = "base64.decode: illegal base64 data at input byte 0" },
      { "return base64.decodable('*')", false },
      { "return select(2, base64.decodable('*'))", "not base64: illegal base64 data at input byte 0" },
      { "return select(2, base64.decodable(1))", "not base64: no string, but int" },
      { "return base64.decodable('_w==', nil, { url = true })", true },
      { "return base64.decodable('aGVsbG8=', { path = 'a' })", true }, -- as a rule is called
    })
  end)

  it("is its own inverse, whatever the bytes", function()
    local encode = expressions.value "base64.encode"
    local decode = expressions.value "base64.decode"
    local all = {}
    for i = 0, 255 do all[#all + 1] = string.char(i) end
    all = table.concat(all)
    for length = 0, 255 do
      local text = all:sub(256 - length)
      for _, options in ipairs { {}, { url = true }, { raw = true }, { strict = true } } do
        assert.equal(text, decode(encode(text, options), options))
      end
    end
  end)
end)
