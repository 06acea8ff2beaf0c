local core = require "yschema.core"
local expressions = require "spec.support.expressions"
local registry = require "yschema.modules.registry"

describe("spelling.nearest", function()
  expressions.rows(it, {
    { "spelling.nearest('prot', ['port', 'host'])", "port" },
    { "spelling.nearest('prot', ('port', 'host'))", "port" },
    { "spelling.nearest('__meta_azure_machine_nam', {'__meta_azure_machine_name': 1, 'b': 2}.keys())",
      "__meta_azure_machine_name" },
    { "spelling.nearest('hots', {'host': 1, 'port': 2})", "host" },
    { "spelling.nearest('min_len', ['MinLen', 'max_len'])", "MinLen" },
    { "spelling.nearest('q', ['abcdef', 'abc'])", "abc" }, -- none is near: the nearest
    { "spelling.nearest('b', ['c', 'a'])", "a" }, -- the lesser of equals
    { "spelling.nearest('a', [])", core.null },
    { "spelling.nearest('a', [1, None, 'b'])", "b" },
    { "spelling.nearest('a', ['x' * 65])", core.null },
    { "spelling.nearest('x' * 65, ['a'])", core.null },
    { "spelling.nearest(1, [])", problem = "spelling.nearest: expected a string, but was int" },
    { "spelling.nearest('a', 'b')", problem = "string value is not iterable" },
    { "spelling.nearest('a')", problem = "function nearest missing 1 argument (words)" },
  })

  expressions.lua_rows(it, {
    { "return spelling.nearest('prot', { 'port', 'host' })", "port" },
    { "return spelling.nearest('prot', { port = 1, host = 2 })", "port" },
  })
end)

describe("version.require_at_least", function()
  for _, text in ipairs { "0.0.0", "0.45.0", "0.48.0", "0.48.0-alpha.1", "0.48.0+build.01", "0.9.100" } do
    it("accepts " .. text, function()
      assert.equal(core.null, expressions.value("version.require_at_least('" .. text .. "')"))
    end)
  end

  for _, text in ipairs { "0.48.1", "0.49.0", "1.0.0", "1.0.0-rc.1+b", "10000000000000000000000.0.0" } do
    it("refuses " .. text, function()
      assert.equal("version.require_at_least: the ytt version '0.48.0' whose schemas yschema reads does not"
        .. " meet the minimum required version '" .. text .. "'",
        expressions.problem("version.require_at_least('" .. text .. "')"))
    end)
  end

  for _, text in ipairs { "", "1", "0.48", "v0.1.0", "0.01.0", "0.1.0-", "0.1.0-01", "0.1.0+", "0.1.0.0", "0.1.0-a..b",
    "0.1.0 ", "0.1.0-é" } do
    it("does not take " .. text .. " for a version", function()
      assert.equal("version.require_at_least: version string '" .. text .. "' must be a valid semver",
        expressions.problem("version.require_at_least('" .. text .. "')"))
    end)
  end
end)

describe("digests", function()
  -- The Lua module for OpenSSL is only loaded by schemas that use these.
  local there = pcall(require, "openssl.digest")
  local function with_openssl(title, ...)
    if there then return it(title, ...) end
    pending(title .. " (needs the Lua module openssl.digest: lua-luaossl)")
  end

  expressions.rows(with_openssl, {
    { "md5.sum('data')", "8d777f385d3dfec8815d20f7496026dc" },
    { "sha256.sum('data')", "3a6eb0790f39ac87c94f3856b2dd2c5d110e6811602261a9a923d3bb23adc8b7" },
    { "sha256.sum('')", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" },
  })
  expressions.rows(it, {
    { "md5.sum(1)", problem = "md5.sum: expected a string, but was int" },
  })

  it("report which Lua module is missing", function()
    local loaded, searchers = package.loaded["openssl.digest"], package.searchers or package.loaders
    local sum, kept = expressions.value "sha256.sum", {}
    for i = 1, #searchers do kept[i], searchers[i] = searchers[i], nil end
    package.loaded["openssl.digest"] = nil
    local ok, problem = pcall(sum, "data")
    for i = 1, #kept do searchers[i] = kept[i] end
    package.loaded["openssl.digest"] = loaded
    assert.is_false(ok)
    assert.equal("sha256.sum: needs the Lua module openssl.digest: install Debian's lua-luaossl, or the rock luaossl",
      problem)
  end)
end)

describe("modules without meaning here", function()
  expressions.rows(it, {
    { "type(data.values)", "struct" },
    { "len(data.values)", 0 },
    { "data.values.x", problem = "struct has no .x field or method" },
    { "data.read('x')", problem = "data.read: code in a schema cannot read files: give the text with"
      .. " --data-value-file, or as a name in env" },
    { "data.list()", problem = "data.list: code in a schema cannot read files: give the text with"
      .. " --data-value-file, or as a name in env" },
    { "template.replace({})", problem = "template.replace: not supported, as there are no templates here: put the"
      .. " items in the node's place, or give the whole map or array as one value (`key: #@ f()`)" },
  })

  expressions.lua_rows(it, {
    { "return next(data.values)", nil },
    { "data.values.x = 1", problem = "data.values is read-only" },
  })
end)

describe("modules by name", function()
  for name in ([[assert base64 data ip json md5 overlay regexp sha256 spelling struct template url version
    yaml]]):gmatch "%S+" do
    it("gives " .. name, function()
      assert.equal(registry.named(name), expressions.value(name))
      assert.equal("<module " .. name .. ">", expressions.value("repr(" .. name .. ")"))
    end)
  end

  it("gives no others", function()
    for _, name in ipairs { "support", "jsn", "", "../modules", 1, false } do
      assert.is_nil(registry.named(name))
    end
    assert.equal(" (did you mean `json`?)", registry.suggestion "jsn")
    assert.equal("", registry.suggestion "quite_other")
  end)

  it("reads a module when it is named, and not before", function()
    local path = package.searchpath and package.searchpath("yschema.modules.registry", package.path)
    local lua = jit and "luajit" or "lua5.4"
    local script = [[
      local expr, scope = require "yschema.expression.evaluation", require "yschema.expression.scope"
      assert(not package.loaded["yschema.modules.encoding.url"])
      assert(expr.arguments("url", { file = "s", line = 1 }, scope.new()))
      assert(package.loaded["yschema.modules.encoding.url"])
      assert(not package.loaded["yschema.modules.checking.ip"])
      print "lazy"]]
    assert.is_string(path)
    local command = ("LUA_PATH='%s' LUA_CPATH='%s' %s -e '%s'"):format(package.path, package.cpath, lua, script)
    local pipe = assert(io.popen(command))
    local out = pipe:read "*a"
    pipe:close()
    assert.equal("lazy\n", out)
  end)

  it("says which name was meant", function()
    assert.equal("undefined: jsn (did you mean `json`?)", expressions.problem "jsn.encode(1)")
    assert.equal("json has no .encod field or method (did you mean `encode`?)",
      expressions.problem "json.encod(1)")
  end)

  it("cannot be changed by Lua functions", function()
    local ok, problem = pcall(expressions.value "function() json.decode = nil end")
    assert.is_false(ok)
    assert.matches("the module json is read%-only", problem)
  end)
end)
