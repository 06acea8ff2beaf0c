-- The client of etcd with users, passwords and TLS, against real ones.

local client = require "yschema.fleet.etcd.client"
local command = require "spec.support.command"
local etcd = require "spec.support.etcd"
local fake_etcd = require "spec.support.fake_etcd"
local pace = require "spec.support.pace"
local problems = require "spec.support.problems"

if not etcd.usable "the client of etcd, with users and TLS" then return end

local pass = "s3cret-word"

local assert_says = problems.say

-- A problem, which never shows the password.
local function problem(...)
  local failure = problems.of(...)
  assert.is_nil(tostring(failure):find(pass, 1, true), tostring(failure))
  return failure
end

describe("the client of etcd, with users #programs", function()
  local server

  lazy_setup(function()
    server = etcd.start { user = "publisher", password = pass }
    for _, row in ipairs {
      { "role/add", '{"name":"reader"}' }, { "user/add", ('{"name":"reader","password":"%s"}'):format(pass) },
      { "role/grant", '{"name":"reader","perm":{"permType":"READ","key":"cg==","range_end":"cw=="}}' },
      { "user/grant", '{"user":"reader","role":"reader"}' },
    } do server:curl("/v3/auth/" .. row[1], row[2]) end
  end)
  lazy_teardown(function() server:stop() end)

  local function as(user, password)
    return client.new { endpoints = { { host = server.host, port = server.port } }, user = user, password = password }
  end

  it("gives the password", function()
    local store = as("publisher", pass)
    assert(store:put("a", "1"))
    assert.equal("1", store:range("a").kvs[1].value)
    local watch = assert(store:watch("a", { from = 1 }))
    assert.equal("1", assert(watch:next(5)).events[1].value)
    watch:close()
  end)

  it("says when user or password are not correct, or missing", function()
    assert_says('it says "authentication failed, invalid user ID or password": the user or the password is not correct',
      problem("auth", as("publisher", pass .. "x"):range "a"))
    problem("auth", as("other", pass):range "a")
    problem("auth", as("publisher", nil):range "a")
    assert_says("it needs a user: give a user and the password", problem("auth", as(nil, nil):range "a"))
    assert_says("give a user and the password", problem("auth", as(nil, nil):put("a", "1")))
    problem("auth", as(nil, nil):watch "a")
  end)

  it("says what a user may not do", function()
    local store = as("reader", pass)
    assert.same({}, assert(store:range "r").kvs)
    assert_says('it says "permission denied": etcd has to grant this user a role that may read and write the prefix',
      problem("auth", store:range "a"))
    problem("auth", store:put("r", "1"))
    problem("auth", store:watch "a")
    local watch = assert(store:watch "r")
    watch:close()
  end)

  it("asks for a new token when etcd does not know the old one", function()
    local store = as("publisher", pass)
    assert(store:put("a", "1"))
    local lease = assert(store:grant(60))
    server:restart() -- which forgets all tokens
    assert.equal("1", assert(store:range "a").kvs[1].value)
    local function forget() store.session.token = "wrong.1" end
    forget()
    assert.is_number(store:keep_alive(lease))
    forget()
    assert(store:watch "a"):close()
    forget()
    assert(store:put("a", "2"))
    assert.equal("2", server:get "a")
  end)

  it("says so when the users' rights have changed meanwhile", function()
    local store = as("reader", pass)
    assert(store:range "r")
    server:curl("/v3/auth/user/revoke", '{"name":"reader","role":"reader"}')
    problem("auth", store:range "r")
    server:curl("/v3/auth/user/grant", '{"user":"reader","role":"reader"}')
    assert(store:range "r")
  end)

  it("says when etcd knows no users", function()
    local plain = etcd.start()
    finally(function() plain:stop() end)
    local store = client.new {
      endpoints = { { host = plain.host, port = plain.port } }, user = "publisher", password = pass,
    }
    assert_says("it has no users: leave user and password out", problem("auth", store:range "a"))
  end)
end)

describe("the client of etcd, with TLS #programs", function()
  local folder, file, servers, fake

  lazy_setup(function()
    folder = etcd.new_folder()
    file = etcd.certificates(folder)
    local function with(name, client_ca)
      return etcd.start { tls = { cert = file(name .. ".pem"), key = file(name .. ".key"), client_ca = client_ca } }
    end
    servers = {
      good = with("server", file "ca.pem"), elsewhere = with "elsewhere", strange = with "strange",
      plain = etcd.start(),
    }
    fake = fake_etcd.start { silent = "sleep(0.6)", early = "" }
  end)
  lazy_teardown(function()
    for _, server in pairs(servers) do server:stop() end
    fake:stop()
    os.execute("rm -rf " .. command.quote(folder))
  end)

  local function at(port, tls, host, timeout)
    return client.new { endpoints = { { host = host or "127.0.0.1", port = port, tls = true } }, tls = tls,
      timeout = timeout }
  end

  local function of(name, tls, host) return at(servers[name].port, tls, host) end

  local function with_client(tls)
    tls.ca, tls.cert, tls.key = tls.ca or file "ca.pem", tls.cert or file "client.pem", tls.key or file "client.key"
    return tls
  end

  it("verifies the server, and shows the client's certificate", function()
    for _, host in ipairs { "127.0.0.1", "localhost" } do
      local store = of("good", with_client {}, host)
      assert(store:put("a", ("1"):rep(100000)))
      assert.equal(100000, #store:range("a").kvs[1].value)
      local watch = assert(store:watch("a", { from = 1 }))
      assert.equal(100000, #assert(watch:next(5)).events[1].value)
      assert.same({ nil, "timeout" }, { watch:next(0.05) })
      assert(store:put("a", "2"))
      assert.equal("2", assert(watch:next(5)).events[1].value)
      watch:close()
    end
  end)

  it("says when no certificate of a client is shown", function()
    assert_says("it refuses this client (", problem("tls", of("good", { ca = file "ca.pem" }):range "a"))
    assert_says("does it ask for a client's certificate?", problem("tls", of("good", { ca = file "ca.pem" }):watch "a"))
  end)

  it("refuses a certificate of another name", function()
    assert_says("its certificate is for elsewhere.example, *.wild.example, 10.0.0.1, 2001:db8::1, not for 127.0.0.1: "
      .. "use that name, or give the name to expect",
      problem("tls", of("elsewhere", { ca = file "ca.pem" }):range "a"))
    assert_says("its certificate is for localhost, 127.0.0.1, not for other.example",
      problem("tls", of("good", with_client { name = "other.example" }):range "a"))
    assert(of("elsewhere", { ca = file "ca.pem", name = "elsewhere.example" }):range "a")
    for _, name in ipairs { "ELSEWHERE.example.", "a.wild.example", "10.0.0.1", "2001:db8::1", "2001:DB8:0:0::0001" } do
      assert(of("elsewhere", { ca = file "ca.pem", name = name }):range "a")
    end
    for _, name in ipairs { "a.elsewhere.example", "wild.example", "a.b.wild.example", ".wild.example", "10.0.0.2",
      "2001:db8::2", "2001:db8::1:0", "example", "elsewhere.exampl" } do
      problem("tls", of("elsewhere", { ca = file "ca.pem", name = name }):range "a")
    end
  end)

  it("refuses a certificate of an authority that is not known", function()
    assert_says("its certificate cannot be trusted",
      problem("tls", of("strange", { ca = file "ca.pem" }):range "a"))
    assert_says("give the file with the certificate of the authority", problem("tls", of("strange", {}):range "a"))
    problem("tls", of("strange", nil):range "a")
    assert(of("strange", { ca = file "stranger.pem" }):range "a")
    assert(of("strange", { verify = false }):range "a")
  end)

  it("says when only one of both sides wants TLS", function()
    assert_says("it does not speak TLS", problem("tls", of("plain", { ca = file "ca.pem" }):range "a"))
    local store = client.new { endpoints = { { host = "127.0.0.1", port = servers.strange.port } } }
    assert_says("etcds://", select(2, store:range "a"))
  end)

  it("says which file cannot be read", function()
    for _, field in ipairs { "ca", "cert", "key" } do
      local tls = with_client { [field] = "./none.pem" }
      assert_says("the file ./none.pem cannot be read: give the path of a file in PEM",
        problem("tls", of("good", tls):range "a"))
    end
    assert_says("needs its key: give both",
      problem("tls", of("good", { ca = file "ca.pem", cert = file "client.pem" }):range "a"))
    assert_says("TLS cannot begin: ", problem("tls", of("good", with_client { ca = file "make.sh" }):range "a"))
    assert_says("TLS cannot begin: ", problem("tls", of("good", with_client { key = file "strange.key" }):range "a"))
  end)

  it("does not wait longer than it may", function()
    local began = require "socket".gettime()
    problem("timeout", at(fake.ports.silent, {}, nil, 0.3):range "a")
    assert.is_true(pace.within(require "socket".gettime() - began, 1))
  end)
end)
