-- The client of etcd with servers that do not do what etcd does. What a problem says names the endpoint, what happened
-- and what to do, and no password.

local client = require "yschema.fleet.etcd.client"
local etcd = require "spec.support.etcd"
local fake_etcd = require "spec.support.fake_etcd"
local pace = require "spec.support.pace"
local problems = require "spec.support.problems"

if not etcd.usable "the client of etcd in trouble" then return end

local clock = require "socket".gettime

-- The behaviours of servers, by name.
local treatments = {
  garbage = [[client:send(("\0\1\2\255"):rep(100))]],
  html = [[client:send(http "<html>\n<body>Welcome to nginx!</body></html>")]],
  html_error = [[client:send(http("<html>Bad Gateway</html>", "502 Bad Gateway"))]],
  not_found = [[client:send(http("404 page not found\n", "404 Not Found"))]],
  empty_error = [[client:send(http("", "503 Service Unavailable"))]],
  bad_chunk = [[client:send(http("zz\r\n{}\r\n0\r\n\r\n", nil, "Transfer-Encoding: chunked\r\n"))]],
  long_chunk = [[client:send(http("1\r\n{}\r\n0\r\n\r\n", nil, "Transfer-Encoding: chunked\r\n"))]],
  coding = [[client:send(http("{}", nil, "Transfer-Encoding: gzip, chunked\r\n"))]],
  short_length = [[client:send(http("{" .. header .. "}", nil, "Content-Length: 5\r\n"))]],
  no_length = [[client:send(http("{}", nil, "Content-Length: -1\r\n"))]],
  two_lengths = [[client:send(http("{}", nil, "Content-Length: 2\r\nContent-Length: 3\r\n"))]],
  no_header_line = [[client:send(http("{}", nil, "what is this\r\n"))]],
  no_identity = [[client:send(http "{}")]],
  no_map = [[client:send(http "[1]")]],
  other_json = [[client:send(http('{"status":"ok","header":"x"}'))]],
  huge_chunk = [[client:send(http("fffffffff\r\n", nil, "Transfer-Encoding: chunked\r\n"))]],
  echo_json = [[
    local name = request:match '"password":"(.*)"}'
    client:send(http('{"message":"no user with ' .. name .. '","code":2}', "500 Oh no"))]],
  -- Answers of the expected form, with invalid parts.
  bad_key = [[client:send(http('{' .. header .. ',"kvs":[{"key":"*","mod_revision":"1"}]}'))]],
  bad_value = [[client:send(http('{' .. header .. ',"kvs":[{"key":"YQ==","value":"YQ="}]}'))]],
  bad_revision = [[client:send(http('{' .. header .. ',"kvs":[{"key":"YQ==","mod_revision":"x"}]}'))]],
  bad_items = [[client:send(http('{' .. header .. ',"kvs":"x"}'))]],
  bad_item = [[client:send(http('{' .. header .. ',"kvs":["x"]}'))]],
  bad_lease = [[client:send(http('{' .. header .. ',"kvs":[{"key":"YQ==","lease":true}]}'))]],
  no_lease = [[client:send(http('{' .. header .. ',"TTL":"60"}'))]],
  no_token = [[client:send(http('{' .. header .. '}'))]],
  bad_token = [[client:send(http('{' .. header .. ',"token":"a\\r\\nX: y"}'))]],
  -- Good ones.
  continued = [[client:send("HTTP/1.1 100 Continue\r\n\r\n" .. http("{" .. header .. "}"))]],
  until_closed = [[client:send(http("{" .. header .. "}", nil, "Content-Type: application/json\r\n"))]],
  chunked = [[
    client:send(http(chunk "{" .. chunk(header) .. "1;x=y\r\n}\r\n0\r\nTrailer: x\r\n\r\n", nil,
      "transfer-encoding: Chunked\r\n"))]],
  -- Streams.
  blank_lines = [[
    client:send(http("", nil, "Transfer-Encoding: chunked\r\n"))
    client:send(chunk('{"result":{' .. header .. ',"created":true}}\n'))
    repeat until not client:send(chunk(("\n"):rep(60000)))]],
  long_line = [[
    client:send(http("", nil, "Transfer-Encoding: chunked\r\n"))
    client:send(chunk('{"result":{' .. header .. ',"created":true}}\n'))
    repeat until not client:send(chunk((" "):rep(60000)))]],
  small_chunks = [[
    client:send(http("", nil, "Transfer-Encoding: chunked\r\n"))
    repeat until not client:send(("1\r\n \r\n"):rep(10000))]],
  -- Writes.
  counting = [[client:send(request:find("/range", 1, true) and http("{" .. header .. "}") or "")]],
  slow_write = [[if request:find("/range", 1, true) then client:send(http("{" .. header .. "}")) else sleep(0.4) end]],
}

local fake

lazy_setup(function() fake = fake_etcd.start(treatments) end)
lazy_teardown(function()
  local said = fake:said()
  fake:stop()
  assert.equal("", said)
end)

local function at(...)
  local list = {}
  for i, port in ipairs { ... } do list[i] = { host = "127.0.0.1", port = port } end
  return list
end

local function of(name, options)
  options = options or {}
  options.endpoints, options.timeout = at(fake.ports[name]), options.timeout or 0.3
  options.max_bytes = options.max_bytes or 1000000
  return client.new(options)
end

local problem, assert_says = problems.of, problems.say

describe("the client of etcd #programs", function()
  local rows = {
    silent = { "timeout", "it did not answer within 0.3 seconds: is it overloaded, or is the network broken?" },
    dripping = { "timeout", "it did not answer within 0.3 seconds" },
    dripping_header = { "timeout", "it did not answer within 0.3 seconds" },
    banner = { "answer", 'it does not speak HTTP, but says: "SSH-2.0-OpenSSH_9.2": is it etcd, version 3.4' },
    garbage = { "answer", [[it does not speak HTTP, but says: "\x00\x01\x02]] },
    mute = { "connect", "it ended the connection without an answer: does it speak TLS only?" },
    html = { "answer",
      'its answer is no JSON, but begins with "<html> <body>Welcome to nginx!</body></html>": is it etcd, version' },
    html_error = { "http", 'it answers with the status 502, and says "<html>Bad Gateway</html>": is it etcd' },
    not_found = { "http", 'it answers with the status 404, and says "404 page not found": is it etcd, version 3.4' },
    empty_error = { "http", "it answers with the status 503: is it etcd" },
    half_chunk = { "connect", "it ended the connection in the middle of its answer: " },
    bad_chunk = { "answer", 'it sent a chunk whose size is no number: "zz": is it etcd' },
    long_chunk = { "answer", "it sent a chunk that is longer than its size: is it etcd" },
    coding = { "answer", 'it sent an unknown Transfer-Encoding: "gzip, chunked": is it etcd' },
    long_length = { "connect", "it ended the connection in the middle of its answer: " },
    short_length = { "answer", 'its answer is no JSON, but begins with "{"hea": is it etcd' },
    no_length = { "answer", 'it sent an invalid Content-Length: "-1": is it etcd' },
    two_lengths = { "answer", "it sent two different Content-Lengths: is it etcd" },
    no_header_line = { "answer", 'it sent a line that is no header: "what is this": is it etcd' },
    no_identity = { "answer", "its answer does not name a cluster: is it etcd" },
    no_map = { "answer", "its answer does not name a cluster: is it etcd" },
    other_json = { "answer", "its answer does not name a cluster: is it etcd" },
    headers = { "answer", "it sent headers of more than 16384 bytes: is it etcd" },
    header = { "answer", "it sent headers of more than 16384 bytes: is it etcd" },
    body = { "size", "its answer has more than 1000000 bytes: remove what is not needed" },
    chunks = { "size", "its answer has more than 1000000 bytes: remove what is not needed" },
    huge_chunk = { "size", "its answer has more than 1000000 bytes: " },
    huge_length = { "size", "its answer has more than 1000000 bytes: " },
    bad_key = { "answer", "its answer has a key or a value that is not in base64" },
    bad_value = { "answer", "its answer has a key or a value that is not in base64" },
    bad_revision = { "answer", "its answer has a revision that is no number" },
    bad_items = { "answer", "its answer has items that are no list" },
    bad_item = { "answer", "its answer has an item that is no map" },
    bad_lease = { "answer", "its answer has a lease that is no text" },
  }

  for name, row in pairs(rows) do
    it("refuses an answer: " .. name, function()
      local began = clock()
      local failure = problem(row[1], of(name, { timeout = row[1] == "timeout" and 0.3 or 30 }):range "a")
      assert.is_true(pace.within(clock() - began, 20))
      assert_says(("etcd at 127.0.0.1:%d: %s"):format(fake.ports[name], row[2]), failure)
      assert.equal("127.0.0.1:" .. fake.ports[name], failure.endpoint)
      assert.equal(failure.message, tostring(failure))
    end)
  end

  it("ends a watch that brings nothing but blank lines, or a line without an end, at once", function()
    for name, words in pairs { blank_lines = "it sends blank lines in place of answers",
      long_line = "it sent a line of more than" } do
      local watch = assert(of(name, { timeout = 30 }):watch("a", { most = 65536 }))
      local began = os.clock()
      local found, failure = watch:next(30)
      assert.is_nil(found)
      assert_says(words, failure)
      assert.is_true(pace.within_processor(os.clock() - began, 2), os.clock() - began)
    end
  end)

  it("reads no more of a value than it may have, in time that is proportional to its bytes", function()
    local began = os.clock()
    assert_says("its answer has more than 103768 bytes", problem("size",
      of("body", { timeout = 5 }):range("a", { most = 65536 })))
    assert_says("its answer has more than 65536 bytes", problem("size", of("body", { timeout = 5 }):grant(60)))
    assert_says("its answer has more than 103768 bytes", problem("size",
      of("small_chunks", { timeout = 5 }):range("a", { most = 65536 })))
    assert.is_true(pace.within_processor(os.clock() - began, 3), os.clock() - began)
  end)

  for _, name in ipairs { "continued", "until_closed", "chunked" } do
    it("reads an answer: " .. name, function() assert.same({}, assert(of(name):range "a").kvs) end)
  end

  it("says when a lease has no name, and when no token is given", function()
    assert_says("it gives a lease without a name", problem("answer", of "no_lease":grant(60)))
    for _, name in ipairs { "no_token", "bad_token" } do
      assert_says("it gives no token", problem("answer", of(name, { user = "u", password = "p" }):range "a"))
    end
  end)

  it("never shows a password that a server repeats", function()
    for _, password in ipairs { "hunter2", 'a"b\\c%d', "p.*d", ("long"):rep(60) } do
      for _, name in ipairs { "echo", "echo_json" } do
        local failure = problem("http", of(name, { user = "someone", password = password }):range "a")
        local text = tostring(failure)
        assert.is_nil(text:find(password, 1, true), text)
        assert.is_nil(text:find(password:sub(1, 6), 1, true), text)
        for _, value in pairs(failure) do assert.is_nil(tostring(value):find(password, 1, true)) end
      end
    end
  end)

  it("says when there is no server", function()
    local failure = problem("connect", client.new { endpoints = at(1) }:range "a")
    assert.equal("etcd at 127.0.0.1:1: it cannot be reached (connection refused): is etcd running there, and is the "
      .. "address correct?", tostring(failure))
  end)

  it("says when a host has no address", function()
    local store = client.new { endpoints = { { host = "no-such-host.invalid", port = 2379 } }, timeout = 2 }
    assert_says("etcd at no-such-host.invalid:2379: it cannot be reached (its name has no address): is etcd",
      problem("connect", store:range "a"))
  end)

  it("needs an endpoint", function()
    assert.has_error(function() client.new { endpoints = {} } end, "etcd needs an endpoint")
  end)

  it("writes once, when it does not know what became of it", function()
    for _, name in ipairs { "counting", "slow_write" } do
      local second = "until_closed"
      local before = #fake:requests(second)
      local store = client.new { endpoints = at(fake.ports[name], fake.ports[second]), timeout = 0.3 }
      problem(name == "counting" and "connect" or "timeout", store:put("a", "1"))
      local paths = {}
      for i, request in ipairs(fake:requests(name)) do paths[i] = request:match "POST (%S+)" end
      assert.same({ "/v3/kv/range", "/v3/kv/put" }, paths)
      assert.equal(before, #fake:requests(second))
      assert(store:put("a", "1")) -- the other endpoint is asked from now on
      assert.equal(before + 2, #fake:requests(second))
    end
  end)
end)
