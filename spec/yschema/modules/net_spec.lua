local core = require "yschema.core"
local expressions = require "spec.support.expressions"
local value = expressions.value

describe("url", function()
  expressions.rows(it, {
    { "url.path_segment_encode('path path/other')", "path%20path%2Fother" },
    { "url.path_segment_encode('')", "" },
    { "url.path_segment_encode('a;b,c?d#e%$&+=:@-_.~é')", "a%3Bb%2Cc%3Fd%23e%25$&+=:@-_.~%C3%A9" },
    { "url.path_segment_decode('path%20path%2Fother+x')", "path path/other+x" },
    { "url.path_segment_decode('a%zz')", problem = 'url.path_segment_decode: invalid URL escape "%zz"' },
    { "url.path_segment_decode('a%2')", problem = 'url.path_segment_decode: invalid URL escape "%2"' },
    { "url.query_param_value_encode('val val/other+&=')", "val+val%2Fother%2B%26%3D" },
    { "url.query_param_value_decode('val+val%2Fother')", "val val/other" },
    { "url.query_param_value_decode('%')", problem = 'url.query_param_value_decode: invalid URL escape "%"' },
    { "url.query_param_value_encode(1)",
      problem = "url.query_param_value_encode: expected a string, but was int" },
    { "url.query_params_encode({'y': ['2', '3'], 'x': ['1'], 'z': [''], 'w': []})", "x=1&y=2&y=3&z=" },
    { "url.query_params_encode({'w': []})", "" },
    { "url.query_params_encode({'a b': ['c d']})", "a+b=c+d" },
    { "url.query_params_encode(['a'])",
      problem = "url.query_params_encode: expected argument to be a map, but was list" },
    { "url.query_params_encode({1: ['a']})",
      problem = "url.query_params_encode: expected map key to be string, but was int" },
    { "url.query_params_encode({'a': 'b'})",
      problem = "url.query_params_encode: expected map value to be array, but was string" },
    { "url.query_params_encode({'a': [1]})",
      problem = "url.query_params_encode: expected array value to be string, but was int" },
    { "url.query_params_decode('y=2&x=1&y=3;z')", { x = { "1" }, y = { "2", "3" }, z = { "" } } },
    { "url.query_params_decode('a+b=c%20d&&=x')", { ["a b"] = { "c d" }, [""] = { "x" } } },
    { "url.query_params_decode('')", {} },
    { "url.query_params_decode('a=%x')", problem = 'url.query_params_decode: invalid URL escape "%x"' },
    -- parse
    { "url.parse('http://admin:password@url.domain:8080').user.name", "admin" },
    { "url.parse('http://admin:password@url.domain:8080').user.password", "password" },
    { "url.parse('http://admin:password@url.domain:8080').user.string()", "admin:password" },
    { "url.parse('http://admin:password@url.domain:8080').without_user().string()", "http://url.domain:8080" },
    { "url.parse('http://admin:password@url.domain:8080').without_user().user", core.null },
    { "url.parse('http://admin@url.domain:8080').user.password", core.null },
    { "url.parse('http://admin:@h').user.password", "" },
    { "url.parse('http://a%40b:c%3Ad@h').user.name", "a@b" },
    { "url.parse('http://a%40b:c%3Ad@h').string()", "http://a%40b:c%3Ad@h" },
    { "url.parse('http://url.domain').user", core.null },
    { "url.parse('http://admin:password@url.domain:8080').hostname()", "url.domain" },
    { "url.parse('http://admin:password@192.168.2.1:8080').hostname()", "192.168.2.1" },
    { "url.parse('https://[2001:db8::1]:17000').hostname()", "2001:db8::1" },
    { "url.parse('mailto:x').hostname()", "" },
    { "url.parse(1)", problem = "url.parse: expected a string, but was int" },
  })

  -- A URL, and how it is written again.
  for _, row in ipairs {
    { "http://admin:password@url.domain:8080" }, { "https://[2001:db8::1]:17000/x" }, { "mailto:a@b.c?x" },
    { "file:///etc/x" }, { "/rel?x" }, { "//host/x" }, { "a/b" }, { "?q" }, { "#f" }, { "" }, { "a:b/c" },
    { "http://h?" }, { "http://h:/" }, { "http://é.com/é", "http://%C3%A9.com/%C3%A9" },
    { "HTTP://h/a b%2Fc?q=1 2#f g", "http://h/a%20b%2Fc?q=1 2#f%20g" },
  } do
    it("reads and writes " .. row[1], function()
      assert.equal(row[2] or row[1], value "url.parse"(row[1]).string())
    end)
  end

  for _, row in ipairs {
    { "http://a b/", 'invalid character " " in host name' },
    { "http://h:x/", 'invalid port ":x" after host' },
    { "http://[::1/", "missing ']' in host" },
    { "http://[::1]x/", 'invalid port "x" after host' },
    { "http://u{@h/", "net/url: invalid userinfo" },
    { "http://h/%zz", 'invalid URL escape "%zz"' },
    { "http://%41/", 'invalid URL escape "%41"' },
    { "http://h/#%1", 'invalid URL escape "%1"' },
    { "http://h/\n", "net/url: invalid control character in URL" },
    { "1:b/c", "first path segment in URL cannot contain colon" },
    { ":b", "missing protocol scheme" },
  } do
    it(("refuses %q"):format(row[1]), function()
      local ok, problem = pcall(value "url.parse", row[1])
      assert.is_false(ok)
      assert.equal(row[2], problem:match '^url%.parse: parse ".-": (.*)$')
    end)
  end

  expressions.lua_rows(it, {
    { "return url.parse('http://u:p@h:1/x').without_user().hostname()", "h" },
    { "return url.query_params_decode('a=1&a=2').a[2]", "2" },
    { "return url.query_params_encode { a = { '1', '2' }, b = {} }", "a=1&a=2" },
  })
end)

describe("ip", function()
  -- An address as written, as text, and whether it is IPv4's.
  for _, row in ipairs {
    { "192.0.2.1", "192.0.2.1", true }, { "0.0.0.0", "0.0.0.0", true },
    { "2001:db8::1", "2001:db8::1" }, { "::", "::" }, { "::1", "::1" }, { "1::", "1::" },
    { "2001:DB8:0:0:1:0:0:1", "2001:db8::1:0:0:1" }, { "1:0:2:3:4:5:6:7", "1:0:2:3:4:5:6:7" },
    { "1:0:0:2:0:0:0:3", "1:0:0:2::3" }, { "0:0:1::", "0:0:1::" }, { "64:ff9b::1.2.3.4", "64:ff9b::102:304" },
    { "::ffff:1.2.3.4", "1.2.3.4", true }, { "::ffff:102:304", "1.2.3.4", true },
  } do
    it("reads " .. row[1], function()
      local address = value "ip.parse_addr"(row[1])
      assert.equal(row[2], address.string())
      assert.equal(row[3] or false, address.is_ipv4())
      assert.equal(not row[3], address.is_ipv6())
    end)
  end

  for _, text in ipairs { "", "1.2.3", "1.2.3.256", "01.2.3.4", "1.2.3.4.5", "a", ":::", "1:2", "fe80::1%eth0",
    " ::1", "1.2.3.4/8", "12345::", "::1\0" } do
    it(("refuses %q"):format(text), function()
      local ok, problem = pcall(value "ip.parse_addr", text)
      assert.is_false(ok)
      assert.equal("ip.parse_addr: invalid IP address: " .. text, problem)
    end)
  end

  -- A network as written, its address, itself, and its own address.
  for _, row in ipairs {
    { "192.0.2.1/24", "192.0.2.1", "192.0.2.0/24", "192.0.2.0" },
    { "192.0.2.255/23", "192.0.2.255", "192.0.2.0/23", "192.0.2.0" },
    { "10.1.2.3/32", "10.1.2.3", "10.1.2.3/32", "10.1.2.3" },
    { "10.1.2.3/0", "10.1.2.3", "0.0.0.0/0", "0.0.0.0" },
    { "2001:db8::1/96", "2001:db8::1", "2001:db8::/96", "2001:db8::" },
    { "2001:db8:ffff::/33", "2001:db8:ffff::", "2001:db8:8000::/33", "2001:db8:8000::" },
    { "::ffff:1.2.3.4/120", "1.2.3.4", "1.2.3.0/24", "1.2.3.0" },
  } do
    it("reads " .. row[1], function()
      local both = value "ip.parse_cidr"(row[1])
      assert.equal(row[2], both[1].string())
      assert.equal(row[3], both[2].string())
      assert.equal(row[4], both[2].addr().string())
    end)
  end

  for _, text in ipairs { "not-a-valid-cidr", "1.2.3.4", "1.2.3.4/", "1.2.3.4/33", "1.2.3.4/ 8", "1.2.3.4/-1",
    "::/129", "1.2.3.4/8/8", "/8", "1.2.3.4/0x8", "1.2.3.4/1000" } do
    it("refuses " .. text, function()
      local ok, problem = pcall(value "ip.parse_cidr", text)
      assert.is_false(ok)
      assert.equal("ip.parse_cidr: invalid CIDR address: " .. text, problem)
    end)
  end

  expressions.rows(it, {
    { "[x.string() for x in ip.parse_cidr('192.0.2.1/24')]", { "192.0.2.1", "192.0.2.0/24" } },
    { "ip.parse_cidr('192.0.2.1/24')[1].addr().is_ipv4()", true },
    { "ip.parse_addr(1)", problem = "ip.parse_addr: expected a string, but was int" },
  })

  expressions.lua_rows(it, {
    { "local both = ip.parse_cidr('192.0.2.1/24') return both[2].string()", "192.0.2.0/24" },
  })
end)
