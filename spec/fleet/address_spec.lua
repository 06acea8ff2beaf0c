-- Addresses of stores, and where their users and passwords come from.

local address = require "yschema.fleet.address"
local command = require "spec.support.command"

local pass = "s3cret"

local function none() return nil end

local function read(text, options)
  options = options or {}
  options.environment = options.environment or none
  return address.read(text, options)
end

-- The problem of an address, which shows no password.
local function problem(text, options)
  local found, said = read(text, options)
  assert.is_nil(found)
  assert.is_nil(said:find(pass, 1, true), said)
  assert.matches("^the address of etcd: .", said)
  return said
end

local function with_file(text, use)
  local path = os.tmpname()
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
  finally(function() os.remove(path) end)
  return use(path)
end

describe("an address", function()
  it("names hosts, ports, a prefix, a user and a password", function()
    local found = assert(read "etcd://user:s3cret@one:2379,two.example:4001/config/prod")
    assert.same({ { host = "one", port = 2379 }, { host = "two.example", port = 4001 } }, found.endpoints)
    assert.same({ "config/prod", "user", pass }, { found.prefix, found.user, found.password })
    assert.is_nil(found.tls)
    assert.equal("etcd://one:2379,two.example:4001/config/prod", tostring(found))
  end)

  it("may leave out all but a host", function()
    local found = assert(read "etcd://one")
    assert.same({ { host = "one", port = 2379 } }, found.endpoints)
    assert.same({ "", nil }, { found.prefix, found.user })
    assert.equal("etcd://one:2379/", tostring(found))
  end)

  it("asks for TLS by its scheme", function()
    local found = assert(read("etcds://one/p", { ca = "ca.pem", cert = "c.pem", key = "c.key" }))
    assert.is_true(found.endpoints[1].tls)
    assert.same({ ca = "ca.pem", cert = "c.pem", key = "c.key" }, found.tls)
    assert.equal("etcds://one:2379/p", tostring(found))
    assert.same({}, assert(read "ETCDS://one").tls)
  end)

  it("may name addresses of IPv6, in brackets", function()
    local found = assert(read "etcd://[::1]:2379,[2001:db8::2],127.0.0.1/p")
    assert.same({
      { host = "::1", port = 2379 }, { host = "2001:db8::2", port = 2379 }, { host = "127.0.0.1", port = 2379 },
    }, found.endpoints)
    assert.equal("etcd://[::1]:2379,[2001:db8::2]:2379,127.0.0.1:2379/p", tostring(found))
  end)

  it("may have escapes in user, password and prefix", function()
    local found = assert(read "etcd://a%40b:x%2Fy%3az%25@one/p%20q")
    assert.same({ "a@b", "x/y:z%", "p q" }, { found.user, found.password, found.prefix })
    assert.equal("a:b", assert(read "etcd://u:a:b@one").password)
  end)

  it("that is none is refused, with what to write", function()
    local rows = {
      ["one:2379"] = "must begin with etcd://, or with etcds:// for TLS, as in etcd://127.0.0.1:2379/config",
      [""] = "must begin with etcd://",
      ["http://one"] = 'begins with "http://": write etcd://',
      ["https://one"] = 'begins with "https://": write etcds://',
      ["redis://one"] = 'begins with "redis://": it must begin with etcd://',
      ["etcd://"] = "it has an empty host: write host:port",
      ["etcd://one,,two"] = "it has an empty host",
      ["etcd://one,"] = "it has an empty host",
      ["etcd://one:x"] = '"one:x" has no port from 1 to 65535',
      ["etcd://one:0"] = '"one:0" has no port',
      ["etcd://one:65536"] = '"one:65536" has no port',
      ["etcd://one:123456789012345"] = "has no port",
      ["etcd://one:"] = '"one:" has no port',
      ["etcd://:2379"] = '":2379" is no host',
      ["etcd://o*e"] = '"o*e" has no port',
      ["etcd://::1:2379"] = "write an address of IPv6 in brackets, as in [::1]:2379",
      ["etcd://[::1:2379"] = "write an address of IPv6 in brackets",
      ["etcd://one:1,one:1"] = 'names "one:1" twice',
      ["etcd://one/p?x=1"] = "has a ? or a #",
      ["etcd://one/p%zz"] = "begins no escape: write % as %25",
      ["etcd://one/p%00"] = "has a control character",
      ["etcd://one /p"] = "has a blank or a control character",
      ["etcd://u:s3cret%@one"] = "begins no escape: write it as %25",
      ["etcd://u:a/s3cret@one"] = "in a password, write / as %2F",
      ["etcd://u:a?s3cret@one"] = "in a password, write / as %2F",
      ["etcd://u:s3cret@one,u:s3cret@two"] = "name the user once, before the first host",
      ["etcd://u:s3c@ret@one"] = "write @ in a password as %40",
      ["etcd://:s3cret@one"] = "is empty: write user:password@host",
      ["etcd://u:@one"] = "is empty: write user:password@host",
      ["etcd://@one"] = "is empty",
    }
    for text, said in pairs(rows) do
      local found = problem(text)
      assert.is_truthy(found:find(said, 1, true), text .. " -> " .. found)
    end
  end)

  it("needs TLS for certificates, and a key for a certificate", function()
    assert.matches("write etcds://", problem("etcd://one", { ca = "ca.pem" }))
    assert.matches("needs its key: give both", problem("etcds://one", { cert = "c.pem" }))
    assert.matches("needs its key: give both", problem("etcds://one", { key = "c.key" }))
  end)
end)

describe("a user and the password", function()
  local function environment(user, password)
    return function(name) return ({ YSCHEMA_ETCD_USER = user, YSCHEMA_ETCD_PASSWORD = password })[name] end
  end

  local function user_of(text, options)
    local found = assert(read(text, options))
    return { found.user, found.password }
  end

  it("come from the environment", function()
    assert.same({ "u", pass }, user_of("etcd://one", { environment = environment("u", pass) }))
    assert.same({ "v", pass }, user_of("etcd://v@one", { environment = environment("u", pass) }))
    assert.same({ "v", "w" }, user_of("etcd://v:w@one", { environment = environment("u", pass) }))
    assert.same({}, user_of("etcd://one", { environment = environment("", "") }))
  end)

  it("come from the process's environment", function()
    local lua = ([[package.path = "lua/?.lua;" .. package.path
      print(require "yschema.fleet.address".read "etcd://one".password)]])
    assert.same({ pass }, command.output(("YSCHEMA_ETCD_USER=u YSCHEMA_ETCD_PASSWORD=%s %s -e %s"):format(pass,
      command.runtime, command.quote(lua))))
  end)

  it("come from a file", function()
    for _, text in ipairs { "u:s3cret", "u:s3cret\n", "u:s3cret\r\n" } do
      with_file(text, function(path)
        local options = { credentials = path, environment = environment("x", "y") }
        assert.same({ "u", pass }, user_of("etcd://one", options))
      end)
    end
    with_file("u:a:b c \n", function(path)
      assert.same({ "u", "a:b c " }, user_of("etcd://one", { credentials = path }))
    end)
  end)

  it("of half are refused", function()
    assert.matches("set YSCHEMA_ETCD_PASSWORD, or give a file",
      problem("etcd://one", { environment = environment("u", nil) }))
    assert.matches("set YSCHEMA_ETCD_PASSWORD, or give a file", problem "etcd://u@one")
    assert.matches("but no user: set YSCHEMA_ETCD_USER",
      problem("etcd://one", { environment = environment(nil, pass) }))
  end)

  it("are given once", function()
    with_file("u:s3cret", function(path)
      assert.matches("given twice.*use one of the two", problem("etcd://u:s3cret@one", { credentials = path }))
    end)
  end)

  it("are refused in a file that holds something else", function()
    for _, text in ipairs { "", "\n", "s3cret", "s3cret\n", ":s3cret\n", "u:\n", "u:s3cret\nv:s3cret\n",
      "u:" .. pass:rep(1000) } do
      with_file(text, function(path)
        local said = problem("etcd://one", { credentials = path })
        assert.is_truthy(said:find(path .. ", must hold one line USER:PASSWORD", 1, true), said)
      end)
    end
  end)

  it("come from standard input, which one flag alone may read; keys come from files", function()
    local function said(stdin, ...)
      local words = { "rollback", "n", "--to", "etcd://127.0.0.1:1/p", ... }
      return command.run(words, { stdin = stdin }).stderr
    end
    with_file("u:s3cret\n", function(path)
      assert.matches("127.0.0.1:1", said(path, "--credentials", "-"), 1, true)
      assert.not_matches("credentials", said(path, "--credentials", "-"), 1, true)
      assert.matches("credentials, -, must hold one line USER:PASSWORD",
        said("/dev/null", "--credentials", "-"), 1, true)
      for _, flag in ipairs { "--sign", "--cacert", "--cert", "--key" } do
        assert.matches(flag .. ": openssl reads it from a file, and not from standard input", said(path, flag, "-"), 1,
          true)
      end
    end)
  end)

  it("are refused when the file cannot be read", function()
    assert.matches("credentials, ./no such file, cannot be read %(No such file or directory%): give a file",
      problem("etcd://one", { credentials = "./no such file" }))
    assert.matches("credentials, spec, cannot be read %(Is a directory%)",
      problem("etcd://one", { credentials = "spec" }))
  end)
end)
