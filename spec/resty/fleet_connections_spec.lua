-- resty.yschema.etcd and what may be on the way to etcd: revisions that are gone, and TLS. nginx has LuaJIT, whichever
-- Lua runs this: once is enough.

local bundle = require "yschema.fleet.bundle"
local by_hand = require "spec.support.by_hand"
local clients = require "yschema.fleet.etcd.client"
local command = require "spec.support.command"
local etcd = require "spec.support.etcd"
local fake_etcd = require "spec.support.fake_etcd"
local fleet = require "spec.support.real_fleet"
local pointer = require "yschema.fleet.pointer"
local prometheus = require "spec.support.prometheus"
local silent_proxy = require "spec.support.silent_proxy"

if not fleet.usable "the ways to etcd" or not etcd.usable "the ways to etcd" then return end

local function base64(text)
  return command.output(("printf %%s %s | base64 -w0"):format(command.quote(text)))[1]
end

describe("a node whose watch was lost on the way", function()
  it("follows soon, over another connection", function()
    local server = etcd.start()
    local proxy = silent_proxy.start(server.port)
    local store = by_hand.new(server)
    local nodes = fleet.start { nodes = 1, etcd = server, endpoint = proxy.url, source = "timeout = 0.5," }
    finally(function()
      nodes:stop()
      proxy:stop()
      server:stop()
    end)
    store:send(fleet.values(1))
    nodes:all_serve(1)
    store:validated(1, 1)
    for i = 2, 3 do
      proxy:forget()
      store:send(fleet.values(i))
      nodes:all_serve(i, 10)
    end
    proxy:forget()
    server:delete(store.keys.pointer)
    assert.is_true(fleet.wait(function() return fleet.stats(nodes.nodes[1]).invalid end, 10))
  end)
end)

describe("a node whose watch begins at a revision that etcd has forgotten", function()
  local nodes, server, fake

  after_each(function()
    for _, one in ipairs { nodes or false, fake or false, server or false } do
      if one then one:stop() end
    end
    nodes, server, fake = nil, nil, nil
  end)

  local function says_no_problem()
    assert.is_nil(nodes.nodes[1]:log():find "cannot be asked")
    assert.is_nil(fleet.stats(nodes.nodes[1]).source.problem)
  end

  it("reads everything, from a real etcd", function()
    server = etcd.start()
    local store = by_hand.new(server)
    store:send(fleet.values(1))
    -- The watch begins only when the spec says so, as over a slow connection.
    nodes = fleet.start { nodes = 1, etcd = server, http = "lua_shared_dict gate 100k;", server = [[
      location = /begins { content_by_lua_block {
        ngx.shared.gate:set("open", true)
        ngx.print(ngx.shared.gate:get "asked" and "asked" or "not yet")
      } }
      location = /said { content_by_lua_block { ngx.print(ngx.shared.gate:get "said" or "nothing") } } ]],
      conf = [[on_change = function()
        local watch = require "yschema.fleet.etcd.watch"
        node.open = node.open or watch.open
        function watch.open(session, request)
          ngx.shared.gate:set("asked", true)
          while not ngx.shared.gate:get "open" do ngx.sleep(0.05) end
          local opened = node.open(session, request)
          function opened.next(...)
            local changes, problem = getmetatable(opened).__index.next(...)
            if problem and problem ~= "timeout" then ngx.shared.gate:set("said", problem.kind) end
            return changes, problem
          end
          return opened
        end
      end]] .. "," }
    nodes:all_serve(1)
    store:validated(1, 0)
    fleet.sleep(0.5)
    for i = 2, 4 do store:send(fleet.values(i)) end
    server:compact()
    assert.equal("asked", select(2, fleet.ask(nodes.nodes[1], "/begins")))
    nodes:all_serve(4)
    assert.equal("compacted", select(2, fleet.ask(nodes.nodes[1], "/said")))
    says_no_problem()
    store:validated(4, 1)
    store:send(fleet.values(5))
    nodes:all_serve(5)
  end)

  it("reads everything, from a server that says no more than that", function()
    local texts, points = {}, {}
    for i = 1, 2 do
      local text, id = bundle.make { name = "gateway", by = "spec", made = "2026-11-23T08:00:00Z", files = {
        { role = "schema", name = "schema.yml", text = fleet.schema },
        { role = "values", name = "values.yml", text = fleet.values(i) },
      } }
      points[i] = pointer.publish(points[i - 1], { made = "2026-11-23T08:00:00Z", by = "spec", bundle = id, parts = 1 })
      texts[id] = base64(text)
    end
    local pairs_of = {}
    for id, text in pairs(texts) do
      pairs_of[#pairs_of + 1] = ("[%q] = %q"):format(base64("/fleet/gateway/bundles/" .. id .. "/0001"), text)
    end
    fake = fake_etcd.start { compacted = ([[
      local texts, pointers = { %s }, { %q, %q }
      local path, key = request:match "^POST /v3/(%%S+)", request:match '"key": ?"([^"]+)"'
      local function answer(text) client:send(http("{" .. header .. text .. "}")) end
      local function line(text) client:send(chunk('{"result":{' .. header .. text .. '}}\n')) end
      if path == "lease/grant" then return answer ',"ID":"5","TTL":"180"' end
      if path == "kv/txn" then return answer ',"succeeded":true' end
      if path == "kv/range" then
        local value = texts[key] or key == %q and pointers[_G.began and 2 or 1]
        if not value then return answer "" end
        return answer((',"kvs":[{"key":"%%s","value":"%%s","mod_revision":"5","create_revision":"5","version":"1"}]')
          :format(key, value))
      end
      client:send(http("", nil, "Transfer-Encoding: chunked\r\n"))
      if not _G.began then
        _G.began = true
        return line ',"created":true,"canceled":true,"compact_revision":"7"'
      end
      line ',"created":true'
      sleep(3) ]]):format(table.concat(pairs_of, ", "), base64(pointer.encode(points[1])),
        base64(pointer.encode(points[2])), base64 "/fleet/gateway/pointer") }
    nodes = fleet.start { nodes = 1, etcd = { url = "http://127.0.0.1:" .. fake.ports.compacted } }
    nodes:all_serve(2)
    says_no_problem()
    assert.equal("", fake:said())
  end)
end)

-- ---- TLS ----------------------------------------------------------------------------

-- A pair of files as the others of `etcd.certificates`, which has expired.
local make_expired = [[
cd "$1" && exec >/dev/null 2>&1
cp server.key expired.key && : >index && echo 77 >serial && cat >ca.conf <<END
[ca]
default_ca=here
[here]
database=index
serial=serial
new_certs_dir=.
default_md=sha256
policy=any
[any]
organizationName=optional
END
openssl ca -batch -config ca.conf -cert ca.pem -keyfile ca.key -in server.csr -extfile server.ext -notext \
  -startdate 20200101000000Z -enddate 20200102000000Z -out expired.pem
]]

describe("a node whose etcd speaks TLS", function()
  local folder, file, server, nodes, store

  setup(function()
    folder = etcd.new_folder()
    file = etcd.certificates(folder)
    command.output(("sh -c %s sh %s"):format(command.quote(make_expired), command.quote(folder)))
    assert(command.read(file "expired.pem"), "openssl made no certificate")
    server = etcd.start { tls = { cert = file "server.pem", key = file "server.key" } }
  end)

  teardown(function()
    server:stop()
    os.execute("rm -rf " .. command.quote(folder))
  end)

  before_each(function()
    server.what.tls.cert, server.what.tls.key = file "server.pem", file "server.key"
    server:restart()
    store = by_hand.new(server)
    store.client = clients.new { endpoints = { { host = server.host, port = server.port, tls = true } }, timeout = 60,
      tls = { verify = false } }
    nodes = fleet.start { nodes = 1, workers = 2, endpoint = "etcds://" .. server.endpoint, etcd = server, falls = true,
      dict = "lua_shared_dict yschema 1m;", -- and nginx logs the errors of sockets
      http = ("lua_ssl_trusted_certificate %s;"):format(file "ca.pem"), source = "tls = { name = 'localhost' }" }
  end)
  after_each(function()
    if nodes then nodes:stop() end
    nodes = nil
  end)

  local function metric(name)
    local _, body = fleet.ask(nodes.nodes[1], "/metrics")
    local _, samples = prometheus.parse(body)
    return samples[("yschema_%s{name=\"gateway\"}"):format(name)]
  end

  local function serves(number)
    store:validated(store:send(fleet.values(number)), 1)
    nodes:all_serve(number)
  end

  it("serves what is there, where the certificate is valid", function()
    serves(1)
    fleet.wait(function() return metric "source_acknowledged" == 1 end)
    assert.same({ 1, 1 }, { metric "source_connected", metric "source_acknowledged" })
  end)

  local rows = {
    { "of another name", "elsewhere", "its certificate ", "certificate" },
    { "of an authority that is not known", "strange", "its certificate ", "(21: unable to verify" },
    { "that has expired", "expired", "its certificate ", "(10: certificate has expired)" },
  }
  for _, row in ipairs(rows) do
    it("goes on, and says why, with a certificate " .. row[1], function()
      serves(1)
      local node = nodes.nodes[1]
      server.what.tls.cert, server.what.tls.key = file(row[2] .. ".pem"), file(row[2] .. ".key")
      server:restart()
      fleet.wait(function() return (fleet.stats(node).source.problem or ""):find(row[3], 1, true) end, 15)
      local problem = fleet.stats(node).source.problem
      assert.is_truthy(problem and problem:find(row[3], 1, true), problem)
      assert.equal(0, metric "source_connected")
      local log = node:log()
      assert.matches("the source cannot be asked, and version %d stays in service: etcd at " .. server.endpoint, log)
      assert.is_truthy(log:find(row[3], 1, true))
      assert.is_truthy(log:find(row[4], 1, true), log)
      store:send(fleet.values(2))
      fleet.sleep(0.5)
      nodes:all_serve(1)
      server.what.tls.cert, server.what.tls.key = file "server.pem", file "server.key"
      server:restart()
      nodes:all_serve(2, 20)
      assert.is_true(fleet.wait(function() return metric "source_connected" == 1 end))
    end)
  end
end)
