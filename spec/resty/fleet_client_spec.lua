-- The client of etcd over cosockets, in a real nginx: what differs there from LuaSocket.

local command = require "spec.support.command"
local etcd = require "spec.support.etcd"
local fake_etcd = require "spec.support.fake_etcd"
local problems = require "spec.support.problems"
local nginx = require "spec.support.nginx"
local pace = require "spec.support.pace"

if not nginx.usable "the client of etcd in nginx" or not etcd.usable "the client of etcd in nginx" then return end

-- Runs the Lua of a request, with a client, and returns what it prints.
local handler = [[
location = / { return 200 "up"; }
location = /run { client_max_body_size 1m; client_body_buffer_size 1m; content_by_lua_block {
  ngx.req.read_body()
  local client, transport = require "yschema.fleet.etcd.client", require "resty.yschema.etcd.cosocket"
  local run = assert(loadstring("local new, now = ...; " .. ngx.req.get_body_data()))
  local function new(options)
    options.transport, options.timeout = transport, options.timeout or 2
    return client.new(options)
  end
  local function print_results(...)
    for i = 1, select("#", ...) do ngx.say(type((select(i, ...))), " ", tostring((select(i, ...)))) end
  end
  print_results(run(new, transport.now))
} }
location = /watch { content_by_lua_block {
  local host, port = ngx.var.arg_host, tonumber(ngx.var.arg_port)
  ngx.timer.at(0, function()
    local store = require "yschema.fleet.etcd.client".new {
      endpoints = { { host = host, port = port } }, transport = require "resty.yschema.etcd.cosocket",
    }
    local watch = assert(store:watch "w")
    ngx.shared.seen:set("watching", true)
    while not ngx.worker.exiting() do
      local changes, problem = watch:next(0.1)
      if changes then ngx.shared.seen:set("seen", changes.events[1].value)
      elseif problem ~= "timeout" then return ngx.log(ngx.ERR, "watch: ", tostring(problem)) end
    end
    watch:close()
  end)
} }
location = /seen { content_by_lua_block { ngx.print(tostring(ngx.shared.seen:get(ngx.var.arg_what))) } }
]]

describe("the client of etcd in nginx #programs", function()
  local server, secure, elsewhere, strange, fake, web, folder, file

  lazy_setup(function()
    folder = etcd.new_folder()
    file = etcd.certificates(folder)
    local function with(name, client_ca, user)
      return etcd.start {
        tls = { cert = file(name .. ".pem"), key = file(name .. ".key"), client_ca = client_ca },
        user = user, password = user and "s3cret-word",
      }
    end
    server, secure = etcd.start(), with("server", file "ca.pem", "publisher")
    elsewhere, strange = with "elsewhere", with "strange"
    fake = fake_etcd.start {
      html = [[client:send(http "<html>\n<body>Welcome!</body></html>")]],
      bad_value = [[client:send(http('{' .. header .. ',"kvs":[{"key":"YQ==","value":"Y*=="}]}'))]],
      cut = [[
        local function line(text) client:send(chunk('{"result":{' .. header .. text .. '}}\n')) end
        client:send(http("", nil, "Transfer-Encoding: chunked\r\n"))
        line ',"created":true'
        line ',"events":[{"kv":{"key":"YQ==","value":"YQ==","mod_revision":"5"}}]'
        sleep(0.1)
        client:send('ff\r\n{"result":{"hea')]],
    }
    web = nginx.start {
      main = "worker_processes 1;", server = handler,
      http = ("lua_shared_dict seen 1m; lua_ssl_trusted_certificate %s;"):format(file "ca.pem"),
    }
  end)

  lazy_teardown(function()
    for _, one in ipairs { web, server, secure, elsewhere, strange } do one:stop() end
    local said = fake:said()
    fake:stop()
    os.execute("rm -rf " .. command.quote(folder))
    assert.equal("", said)
  end)

  local function run(lua, ...) return web:post("/run", lua:format(...)).body end

  local assert_says = problems.say

  it("reads, writes and watches", function()
    server:put("old", "1")
    assert.equal("string \0\255\nnumber 3\nboolean true\nstring lease\nnumber 1000000\nstring timeout\nstring call\n",
      run([[
      local store = new { endpoints = { { host = "127.0.0.1", port = %d } } }
      assert(store:put("k", "\0\255"))
      local all = assert(store:range("", { prefix = true }))
      local lease = assert(store:grant(60))
      assert(store:put("l", "v", lease) and store:keep_alive(lease))
      local done = assert(store:txn { compare = { { "n", 0 } }, success = { { put = { "n", "1" } } } })
      local count = #assert(store:range("", { prefix = true })).kvs - 1
      assert(store:revoke(lease))
      local _, gone = store:keep_alive(lease)
      local watch = assert(store:watch "w")
      assert(store:put("w", ("x"):rep(1000000)))
      local size = #assert(watch:next(5)).events[1].value
      local _, late = watch:next(0.01)
      watch:close()
      local _, closed = watch:next(0.01)
      return all.kvs[1].value, count, done.succeeded, gone.kind, size, late, closed.kind]], server.port))
  end)

  it("asks the next endpoint", function()
    assert.equal(("string 127.0.0.1:%d\n"):format(server.port), run([[
      local store = new { endpoints = { { host = "127.0.0.1", port = 1 }, { host = "127.0.0.1", port = %d },
        { host = "127.0.0.1", port = %d } }, timeout = 0.3 }
      assert(store:range "k")
      return store:endpoint()]], fake.ports.silent, server.port))
  end)

  local rows = {
    silent = "it did not answer within 0.3 seconds: is it overloaded",
    dripping = "it did not answer within 0.3 seconds: is it overloaded",
    dripping_header = "it did not answer within 0.3 seconds: is it overloaded",
    banner = 'it does not speak HTTP, but says: "SSH-2.0-OpenSSH_9.2": is it etcd',
    mute = "it ended the connection without an answer: does it speak TLS only?",
    html = 'its answer is no JSON, but begins with "<html> <body>Welcome!</body></html>": is it etcd',
    half_chunk = "it ended the connection in the middle of its answer",
    headers = "it sent headers of more than 16384 bytes",
    header = "it sent headers of more than 16384 bytes",
    body = "its answer has more than 1000000 bytes",
    huge_length = "its answer has more than 1000000 bytes",
    echo = "it answers with the status 500, and says ",
    bad_value = "its answer has a key or a value that is not in base64",
  }

  for name, said in pairs(rows) do
    it("refuses an answer: " .. name, function()
      local late = said:find "within"
      local text = run([[
        local store = new { endpoints = { { host = "127.0.0.1", port = %d } }, timeout = %s, max_bytes = 1000000,
          user = %s, password = "hunter2" }
        local began = now()
        local value, problem = store:range "a"
        return now() - began < %d, tostring(problem)]], fake.ports[name], late and 0.3 or 5,
        name == "echo" and '"someone"' or "nil", late and 1 or 4)
      assert_says(("boolean true\nstring etcd at 127.0.0.1:%d: %s"):format(fake.ports[name], said), text)
      assert.is_nil(text:find("hunter2", 1, true), text)
    end)
  end

  it("says when it cannot connect", function()
    local text = run [[return tostring(select(2, new { endpoints = { { host = "127.0.0.1", port = 1 } } }:range "a"))]]
    assert_says("etcd at 127.0.0.1:1: it cannot be reached (connection refused): is etcd running", text)
    text = run [[return tostring(select(2, new { endpoints = { { host = "some.example", port = 1 } } }:range "a"))]]
    assert_says("nginx knows no resolver for names: give an address, or set its directive resolver", text)
  end)

  it("gives what a watch reported before it was cut", function()
    assert_says("number 5\nstring timeout\nstring connect\nstring connect", run([[
      local watch = assert(new { endpoints = { { host = "127.0.0.1", port = %d } } }:watch "a")
      local changes = assert(watch:next(2))
      local _, late = watch:next(0.01)
      local _, first = watch:next(2)
      local _, second = watch:next(2)
      return changes.revision, late, first.kind, second.kind]], fake.ports.cut))
  end)

  describe("with TLS", function()
    local function secured(port, tls, host)
      return run([[
        local store = new { endpoints = { { host = "%s", port = %d, tls = true } }, tls = { %s }, user = "publisher",
          password = "s3cret-word" }
        local found, problem = store:put("a", "1")
        return found and "found" or problem.kind, tostring(problem)]], host or "127.0.0.1", port, tls)
    end

    local function pair(certificate, key) return (" cert = %q, key = %q,"):format(certificate, key) end

    it("verifies the server, and shows the client's certificate", function()
      local tls = 'name = "localhost",' .. pair(file "client.pem", file "client.key")
      assert.equal("string found\nstring nil\n", secured(secure.port, tls))
      assert.equal("1", secure:get "a")
    end)

    it("refuses what cannot be trusted", function()
      -- When the handshake does not have to wait, nginx writes the reason only to its log.
      local function refuses(port, tls, ...)
        local before = #web:log()
        local text = secured(port, tls)
        assert_says("string tls\nstring etcd at 127.0.0.1", text)
        assert_says("its certificate ", text)
        for _, words in ipairs { ... } do
          assert_says(words, text:find("nginx's log says", 1, true) and text .. web:log():sub(before) or text)
        end
      end
      for _ = 1, 5 do
        refuses(strange.port, 'name = "localhost"', "cannot be trusted", "(21: unable to verify",
          "lua_ssl_trusted_certificate")
        refuses(elsewhere.port, 'name = "localhost"', "is not for localhost: ", "tls.name")
        refuses(elsewhere.port, "", "is not for 127.0.0.1: ", "tls.name")
      end
      assert_says("string auth\n", secured(elsewhere.port, 'name = "elsewhere.example"')) -- it knows no users
      assert_says("string auth\n", secured(strange.port, "verify = false"))
    end)

    it("says when no certificate of a client is shown, and when a server is without TLS", function()
      assert_says("string tls\nstring etcd at 127.0.0.1", secured(secure.port, 'name = "localhost"'))
      assert_says("does it ask for a client's certificate?", secured(secure.port, 'name = "localhost"'))
      assert_says("TLS fails (handshake failed): does it speak TLS", secured(server.port, ""))
    end)

    it("does not wait longer than it may for a handshake", function()
      assert_says("boolean true\nstring timeout", run([[
        local began = now()
        local store = new { endpoints = { { host = "127.0.0.1", port = %d, tls = true } }, timeout = 0.3 }
        local _, problem = store:range "a"
        return now() - began < 1, problem.kind]], fake.ports.silent))
    end)

    it("says which of its files is invalid", function()
      assert_says("nginx takes authorities from its directive lua_ssl_trusted_certificate: set it, and leave tls.ca "
        .. "out", secured(secure.port, ("ca = %q"):format(file "ca.pem")))
      assert_says("the file ./none.pem cannot be read: give the path of a file in PEM that nginx's workers may read",
        secured(secure.port, pair("./none.pem", file "client.key")))
      assert_says("is no certificate in PEM", secured(secure.port, pair(file "make.sh", file "client.key")))
      assert_says("is no key in PEM", secured(secure.port, pair(file "client.pem", file "make.sh")))
      assert_says("needs its key: give both", secured(secure.port, ("cert = %q"):format(file "client.pem")))
    end)
  end)

  it("does not write to the log while it waits, and does not hold up a worker that exits", function()
    local before = web:log()
    web:get(("/watch?host=127.0.0.1&port=%d"):format(server.port))
    assert.equal("true", nginx.wait(function()
      return web:get("/seen?what=watching").body == "true" and "true"
    end))
    nginx.pause(0.5)
    server:put("w", "news")
    assert.equal("news", nginx.wait(function() return web:get("/seen?what=seen").body == "news" and "news" end))
    local new = web:log():sub(#before + 1)
    assert.is_nil(new:find("[error]", 1, true), new)
    local worker = web:workers()[1]
    web:signal "HUP"
    local began = os.time()
    assert.is_truthy(nginx.wait(function() return not etcd.is_running(worker) end))
    assert.is_true(pace.within(os.time() - began, 3))
    new = web:log():sub(#before + 1)
    assert.is_nil(new:find("[error]", 1, true), new)
    assert.is_nil(new:find("[alert]", 1, true), new)
  end)

  it("needs no more memory with each connection", function()
    local function connect(count)
      assert_says("number " .. count, run([[
        local store = new { endpoints = { { host = "127.0.0.1", port = %d } } }
        for _ = 1, %d do
          local watch = assert(store:watch "none")
          assert(select(2, watch:next(0)) == "timeout")
          watch:close()
          assert(store:range "none")
        end
        return %d]], server.port, count, count))
      run [[collectgarbage() collectgarbage()]]
      return nginx.memory(web:workers()[1])
    end
    connect(50)
    local first = connect(50)
    assert.is_true(connect(200) - first < 1024)
  end)
end)
