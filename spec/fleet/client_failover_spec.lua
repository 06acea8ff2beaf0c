-- The client of etcd when etcd stops, stands still, is another one, or is cut off in the middle.

local client = require "yschema.fleet.etcd.client"
local etcd = require "spec.support.etcd"
local fake_etcd = require "spec.support.fake_etcd"
local pace = require "spec.support.pace"
local problems = require "spec.support.problems"

if not etcd.usable "the client of etcd, when etcd fails" then return end

local clock = require "socket".gettime

local problem, assert_says = problems.of, problems.say

local function at(ports, timeout)
  local endpoints = {}
  for i, port in ipairs(ports) do endpoints[i] = { host = "127.0.0.1", port = port } end
  return client.new { endpoints = endpoints, timeout = timeout or 5, max_bytes = 100000 }
end

local server, other, fake

lazy_setup(function()
  server, other = etcd.start(), etcd.start()
  local created = [[
    local function line(text) client:send(chunk('{"result":{' .. header .. text .. '}}\n')) end
    client:send(http("", nil, "Transfer-Encoding: chunked\r\n"))
    if created ~= false then line ',"created":true' end
    local event = ',"events":[{"kv":{"key":"YQ==","value":"YQ==","mod_revision":"5"}}]'
    ]]
  fake = fake_etcd.start {
    silent = "sleep(0.5)",
    cut = created .. [[line(event) client:send('ff\r\n{"result":{"hea')]],
    cut_late = created .. [[line(event) sleep(0.1) client:send "0\r\n\r\n"]],
    garbage = created .. [[line(event) client:send(chunk "<html>Oh no\n")]],
    garbage_chunk = created .. [[line(event) client:send "xx\r\n"]],
    endless_line = created .. [[repeat until not client:send(chunk((" "):rep(10000)))]],
    pieces = created .. [[
      local text = '{"result":{' .. header .. event .. '}}\n\n{"result":{' .. header .. event .. '}}\n'
      for i = 1, #text do client:send(chunk(text:sub(i, i))) end sleep(0.3)]],
    not_created = "created = false; " .. created .. [[line ""]],
    silent_watch = "created = false; " .. created .. [[sleep(0.5)]],
    error_line = "created = false; " .. created
      .. [[client:send(chunk '{"error":{"grpc_code":14,"message":"etcdserver: no leader"}}\n')]],
    canceled = created .. [[line ',"canceled":true,"cancel_reason":"etcdserver: mvcc: oh no"']],
    bad_event = created .. [[line ',"events":[{"kv":{"key":"*"}}]']],
    bad_result = created .. [[client:send(chunk '{"result":1}\n')]],
    stranger = created .. [[client:send(chunk '{"result":{"header":{"cluster_id":"2"}}}\n')]],
    status = [[client:send(http('{"message":"oh no","code":2}', "500 Oh no"))]],
    good = [[client:send(http('{' .. header .. '}'))]],
    no_leader = [[client:send(http('{"error":"etcdserver: no leader","code":14}', "503 Service Unavailable"))]],
  }
end)
lazy_teardown(function()
  server:stop()
  other:stop()
  local said = fake:said()
  fake:stop()
  assert.equal("", said)
end)

describe("the client of etcd #programs", function()
  it("asks the next endpoint when one is dead, does not answer or says nonsense", function()
    server:put("a", "1")
    for _, port in ipairs { 1, fake.ports.silent, fake.ports.status, fake.ports.no_leader } do
      local store = at({ port, server.port }, 0.4)
      assert.equal("1", assert(store:range "a").kvs[1].value)
      local began = clock()
      for _ = 1, 3 do assert(store:range "a") end -- from now on the one that answered
      assert.is_true(pace.within(clock() - began, 0.3))
      assert.equal(server.endpoint, store:endpoint())
    end
    for _, port in ipairs { 1, fake.ports.silent, fake.ports.no_leader } do
      assert(at({ port, server.port }, 0.4):put("a", "2"))
      local watch = assert(at({ port, server.port }, 0.4):watch "a")
      assert.equal(server.endpoint, watch.endpoint)
      watch:close()
    end
  end)

  it("names each endpoint when none can be used", function()
    local failure = problem("http", at { 1, fake.ports.status }:range "a")
    assert.equal(("no endpoint of etcd can be used\n"
      .. "  etcd at 127.0.0.1:1: it cannot be reached (connection refused): is etcd running there, and is the address "
      .. "correct?\n  etcd at 127.0.0.1:%d: it says \"oh no\""):format(fake.ports.status), tostring(failure))
  end)

  it("goes on when etcd is there again", function()
    local store = at({ server.port }, 0.3)
    assert(store:put("a", "1"))
    server:pause()
    assert_says("it did not answer within 0.3 seconds", problem("timeout", store:range "a"))
    problem("timeout", store:put("a", "2"))
    problem("timeout", store:watch "a")
    server:resume()
    assert(store:range "a")
    server:kill()
    problem("connect", store:range "a")
    server:restart()
    assert(store:range "a")
    assert(store:put("a", "3"))
  end)

  it("does not write to an etcd that is another one", function()
    local store = at { server.port }
    assert(store:put("a", "1"))
    local known = store:cluster()
    server:restart { empty = true }
    for _, failure in ipairs {
      problem("cluster", store:range "a"), problem("cluster", store:put("a", "2")),
      problem("cluster", store:watch "a"), problem("cluster", store:grant(10)),
      problem("cluster", store:txn { compare = { { "a", 0 } }, success = { { put = { "a", "2" } } } }),
    } do
      assert_says("it belongs to the cluster ", failure)
      assert_says(", and not to " .. known .. ": another etcd may have been started in the place", failure)
    end
    assert.is_nil(server:get "a")
    assert.is_true(store:accept_cluster())
    assert.are_not.equal(known, store:cluster())
    assert(store:put("a", "2"))
    assert.equal("2", server:get "a")
  end)

  it("never writes to an endpoint of another cluster", function()
    local store = at { server.port, other.port }
    assert(store:put("a", "1"))
    server:kill()
    finally(function() server:restart() end)
    local failure = problem("cluster", store:put("a", "2"))
    assert_says(server.endpoint .. ": it cannot be reached", failure)
    assert_says(other.endpoint .. ": it belongs to the cluster", failure)
    assert.is_nil(other:get "a")
    failure = problem("cluster", store:accept_cluster())
    assert_says("the endpoints do not belong to one other cluster: name the endpoints of one cluster", failure)
  end)

  it("takes another cluster only when all endpoints belong to it", function()
    local store = at { server.port, other.port }
    assert(store:range "a")
    problem("cluster", store:accept_cluster())
    server:restart { empty = true }
    local failure = problem("cluster", store:range "a")
    assert_says("no endpoint of etcd can be used", failure)
    problem("cluster", store:accept_cluster()) -- each of them is another one
  end)
end)

describe("a watch #programs", function()
  local function events(watch)
    local list = {}
    while true do
      local changes, failure = watch:next(2)
      if not changes then return list, failure end
      for _, event in ipairs(changes.events) do list[#list + 1] = event.key .. "=" .. event.value end
    end
  end

  local rows = {
    cut = { "connect", "it ended the connection in the middle of its answer" },
    cut_late = { "connect", "it ended the connection" },
    garbage = { "answer", 'it sent a line that is no JSON: "<html>Oh no"' },
    garbage_chunk = { "answer", 'it sent a chunk whose size is no number: "xx"' },
    canceled = { "http", 'it says "mvcc: oh no"', none = true },
    bad_event = { "answer", "its answer has a key or a value that is not in base64", none = true },
    bad_result = { "answer", 'it sent a line without a result: "{"result":1}"', none = true },
    endless_line = { "size", "it sent a line of more than 100000 bytes", none = true },
    stranger = { "cluster", "it belongs to the cluster 2, and not to 1", none = true },
  }

  for name, row in pairs(rows) do
    it("gives what came, and then the problem: " .. name, function()
      local watch = assert(at { fake.ports[name] }:watch "a")
      local list, failure = events(watch)
      assert.same(row.none and {} or { "a=a" }, list)
      assert.equal(row[1], failure.kind, tostring(failure))
      assert_says(("etcd at 127.0.0.1:%d: %s"):format(fake.ports[name], row[2]), failure)
      assert.equal(failure, select(2, watch:next(1)))
      watch:close()
    end)
  end

  it("does not begin where etcd does not say so", function()
    assert_says("it does not begin the watch", problem("answer", at { fake.ports.not_created }:watch "a"))
    problem("timeout", at({ fake.ports.silent_watch }, 0.2):watch "a")
    assert_says('it says "no leader"', problem("http", at { fake.ports.error_line }:watch "a"))
    problem("http", at { fake.ports.status }:watch "a")
    problem("connect", at { fake.ports.good }:watch "a")
  end)

  it("reads answers that come in pieces", function()
    local watch = assert(at { fake.ports.pieces }:watch "a")
    assert.equal(5, assert(watch:next(2)).revision)
    assert.equal(5, assert(watch:next(2)).revision)
    watch:close()
  end)

  it("goes on after etcd stood still, and ends when it is killed", function()
    local store = at { server.port }
    local watch = assert(store:watch("w", { prefix = true }))
    server:pause()
    assert.same({ nil, "timeout" }, { watch:next(0.2) })
    server:resume()
    server:put("w1", "1")
    assert.equal("1", assert(watch:next(5)).events[1].value)
    local revision = server:revision()
    server:kill()
    problem("connect", watch:next(5))
    server:restart()
    server:put("w2", "2")
    local second = assert(store:watch("w", { prefix = true, from = revision + 1 }))
    assert.same({ { "w2", "2" } }, { { second:next(5).events[1].key, "2" } })
    second:close()
  end)
end)
