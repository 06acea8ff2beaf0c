-- resty.yschema.etcd: real nginx with a real etcd, in which a spec publishes by hand. nginx has LuaJIT, whichever Lua
-- runs this: once is enough.

local bundle = require "yschema.fleet.bundle"
local by_hand = require "spec.support.by_hand"
local command = require "spec.support.command"
local etcd = require "spec.support.etcd"
local nginx = require "spec.support.nginx"
local pace = require "spec.support.pace"
local prometheus = require "spec.support.prometheus"
local real_fleet = require "spec.support.real_fleet"

if not real_fleet.usable "resty.yschema.etcd" or not etcd.usable "resty.yschema.etcd" then return end

local schema = "#@data/values-schema\n---\n#@schema/validation min=1\nport: 80\n"

describe("resty.yschema.etcd", function()
  local server, store, node, others

  setup(function() server = etcd.start() end)
  teardown(function() server:stop() end)
  before_each(function()
    server:delete("/fleet/", true)
    store, others = by_hand.new(server), {}
  end)
  after_each(function()
    for _, one in ipairs(others) do one:stop() end
    node = nil
  end)

  -- A node; `source` and `new` are more options, as Lua.
  local function start(what)
    what = what or {}
    local one = nginx.start {
      main = "worker_processes " .. (what.workers or 2) .. ";", files = what.files,
      http = "lua_socket_log_errors off; lua_shared_dict yschema " .. (what.dict or "1m") .. ";" .. [[
        lua_shared_dict calls 100k;
        init_by_lua_block {
          conf = require("resty.yschema").new {
            name = "gateway", on_error = function() ngx.shared.calls:incr("error", 1, 0) end,
            source = require("resty.yschema.etcd").new {
              endpoints = "]] .. (what.url or server.url) .. [[", prefix = "fleet", node = "n1", ]]
        .. (what.source or "") .. " }, " .. (what.new or "") .. [[
          }
        }
        init_worker_by_lua_block { require("resty.yschema").start() }
      ]],
      server = [[
        location = / { content_by_lua_block {
          local values, version = conf:get()
          ngx.print(version, " ", values and values.port or "none")
        } }
        location = /error { content_by_lua_block { ngx.print(conf:fault() or "none") } }
        location = /calls { content_by_lua_block { ngx.print(ngx.shared.calls:get "error" or 0) } }
        location = /stats { content_by_lua_block { ngx.print(require("cjson").encode(conf:stats())) } }
        location = /reload { content_by_lua_block {
          local version, report = conf:reload()
          ngx.print(version or tostring(report))
        } }
        location = /metrics { content_by_lua_block { require("resty.yschema").serve_metrics() } }
        location = /pid { content_by_lua_block { ngx.print(ngx.worker.pid()) } }
        ]] .. (what.server or ""),
    }
    others[#others + 1], node = one, one
    return one
  end

  local function body(path) return node:get(path).body end

  local function becomes(path, pattern, seconds)
    local last
    nginx.wait(function()
      last = body(path)
      return last and last:find(pattern)
    end, seconds)
    assert.matches(pattern, last)
  end

  local function send(port, how)
    how = how or {}
    how.schema = how.schema or schema
    return store:send(("port: %s\n"):format(port), how)
  end

  -- Waits until the node reports this of a serial.
  local function reports(serial, verdict, pattern)
    local status
    nginx.wait(function()
      status = store:statuses().n1
      return status and status.serial == serial and status.verdict == verdict
    end)
    assert.is_table(status)
    assert.same({ serial, verdict }, { status.serial, status.verdict })
    if pattern then assert.matches(pattern, status.report) end
    return status
  end

  it("serves what the pointer names, and acknowledges it", function()
    start()
    becomes("/error", "there is nothing at /fleet/gateway/pointer: publish a configuration")
    assert.equal("0 none", body "/")
    reports(0, "nack", "there is nothing at")
    local serial, id = send(81)
    local status = reports(serial, "ack")
    for _ = 1, 20 do assert.equal("1 81", body "/") end -- in both workers
    assert.same({ id, serial, false }, { status.serving, status.serving_serial, status.canary })
    assert.equal("none", body "/error")
    becomes("/stats", '"acknowledged":true')
    for _, pattern in ipairs { '"connected":true', '"serial":1', '"bundle":"' .. id, '"node":"n1"' } do
      assert.matches(pattern, body "/stats")
    end
    local _, samples = prometheus.parse(body "/metrics")
    for _, name in ipairs { "connected", "serial", "acknowledged" } do
      assert.equal(1, samples[("yschema_source_%s{name=\"gateway\"}"):format(name)])
    end
    assert.equal(0, samples['yschema_source_canary{name="gateway"}'])
    assert.is_true(math.abs(samples['yschema_source_last_contact_timestamp_seconds{name="gateway"}'] - os.time()) < 10)
    assert.equal(1, samples[('yschema_source_info{name="gateway",bundle="%s",endpoint="%s"}'):format(id,
      server.endpoint)])
  end)

  it("refuses what is invalid, once, and keeps the last good bundle", function()
    start()
    local good, good_id = send(81)
    reports(good, "ack")
    local errors = tonumber(body "/calls")
    local function refused(serial, pattern)
      local status = reports(serial, "nack", pattern)
      assert.same({ good_id, good }, { status.serving, status.serving_serial })
      becomes("/error", pattern)
      assert.matches("^1 81$", body "/")
      errors = errors + 1
    end
    refused(send(0), "port.*must be: a value >= 1")
    refused(send(82, { flip = true }), "the bundle is not the one that was published")
    refused(send(83, { cut = true }), "the bundle is not the one that was published")
    refused(send(84, { missing = true }), "part 1 of 1 of the bundle %x+ is not in etcd")
    nginx.pause(0.6)
    assert.equal(errors, tonumber(body "/calls"))
    local serial = send(85)
    becomes("/", "^2 85$")
    reports(serial, "ack")
    assert.equal("none", body "/error")
  end)

  it("keeps the last good bundle when the pointer is none, is gone, or is older", function()
    start()
    send(81)
    local serial, id = send(82)
    reports(serial, "ack")
    assert(store.client:put(store.keys.pointer, "<html>"))
    becomes("/error", "the pointer is damaged: it is no JSON")
    reports(serial, "nack", "the pointer is damaged")
    server:delete("/fleet/gateway/pointer")
    becomes("/error", "there is nothing at /fleet/gateway/pointer any more: etcd was emptied")
    store.last = nil
    send(83) -- begins at 1 again
    becomes("/error", "the pointer has the serial 1, which is older than 2 in service")
    reports(1, "nack", "older")
    assert.matches("^%d 82$", body "/")
    local status = store:statuses().n1
    assert.same({ id, 2 }, { status.serving, status.serving_serial })
    send(84) -- 2, which is in service, but another bundle
    becomes("/error", "the pointer has the serial 2 of what is in service, but names another bundle")
    send(85)
    becomes("/", "^%d 85$")
    reports(3, "ack")
  end)

  it("serves the canary's bundle where it is one", function()
    local pointers = require "yschema.fleet.pointer"
    start()
    local serial = send(81)
    reports(serial, "ack")
    local text, id = store:bundle("port: 82\n", schema)
    local change = { made = "2026-11-23T08:00:00Z", by = "spec", bundle = id, parts = store:place(text, id) }
    local function point(upto)
      store.last = assert(pointers.canary(store:pointer(), change, 5, upto))
      assert(store.client:put(store.keys.pointer, pointers.encode(store.last)))
    end
    local hash = pointers.hash "n1"
    point(("%08x"):format(tonumber(hash, 16) - 1))
    nginx.pause(0.5)
    assert.equal("1 81", body "/")
    point(hash)
    becomes("/", "^2 82$")
    assert.is_true(reports(store.last.canary.serial, "ack").canary)
    assert(store.client:put(store.keys.pointer, pointers.encode(pointers.withdraw(store.last, change))))
    becomes("/", "^3 81$")
    assert.is_false(reports(store.last.serial + 1, "ack").canary)
  end)

  it("takes only what one of its keys has signed", function()
    local support = require "spec.support.fleet"
    local folder = command.output "mktemp -d"[1]
    finally(function() os.execute("rm -rf " .. folder) end)
    local first, public = support.key(folder, "first")
    local second, other = support.key(folder, "second", "rsa")
    local third = support.key(folder, "third")
    start { files = { ["second.pub"] = other }, workers = 1,
      source = ("public_key = { %q, ngx.config.prefix() .. 'second.pub' }"):format(public) }
    reports(send(81), "nack", "the bundle is not signed")
    reports(send(82, { key = third }), "nack", "signed with another key")
    reports(send(83, { other = first }), "nack", "its signature is that of the bundle")
    assert.equal("0 none", body "/")
    reports(send(84, { key = first }), "ack")
    reports(send(85, { key = second }), "ack")
    becomes("/", "^2 85$")
  end)

  it("takes a lease anew that was lost, and is no more there when it has died", function()
    start { source = "lease = 2" }
    reports(send(81), "ack")
    local function lease_of()
      local item = assert(store.client:range(store.keys:node "n1")).kvs[1]
      return item and item.lease
    end
    local lease = lease_of()
    assert(store.client:revoke(lease))
    nginx.wait(lease_of)
    assert.is_string(lease_of())
    assert.are_not.equal(lease, lease_of())
    for _, pid in ipairs(node:workers()) do os.execute("kill -STOP " .. pid) end
    nginx.wait(function() return not lease_of() end)
    assert.is_nil(lease_of())
    for _, pid in ipairs(node:workers()) do os.execute("kill -CONT " .. pid) end
    nginx.wait(lease_of)
    assert.is_string(lease_of())
  end)

  it("asks etcd hardly ever while nothing changes", function()
    start { source = "lease = 2" }
    reports(send(81), "ack")
    becomes("/stats", '"acknowledged":true')
    local function requests()
      local count = 0
      for line in table.concat(command.output("curl -s " .. server.url .. "/metrics"), "\n")
        :gmatch "grpc_server_started_total{[^\n]*" do
        count = count + tonumber(line:match "(%d+)$")
      end
      return count
    end
    local before = requests()
    nginx.pause(2.2)
    -- With a lease of 180 seconds, these are two in three minutes. Each 18 seconds or so, the pointer's revision is
    -- read; each 250 seconds or so, the watch is begun anew.
    local made = requests() - before
    assert.is_true(made >= 2 and made <= 4, made .. " requests in 2.2 s, with a lease of 2 s")
  end)

  it("goes on in another worker, and after HUP, and does not hold up the old workers", function()
    start()
    reports(send(81), "ack")
    for _, pid in ipairs(node:workers()) do
      os.execute("kill -KILL " .. pid)
      nginx.pause(0.2)
    end
    becomes("/", "81$")
    reports(send(82), "ack")
    local function hup()
      local old = node:workers()
      node:signal "HUP"
      local began = os.time()
      nginx.wait(function()
        for _, pid in ipairs(old) do
          if etcd.is_running(pid) then return false end
        end
        return true
      end)
      return os.time() - began
    end
    assert.is_true(pace.within(hup(), 3))
    becomes("/", "82$")
    reports(send(83), "ack")
    becomes("/", "83$")
    server:pause()
    nginx.pause(0.3)
    local seconds = hup()
    server:resume()
    assert.is_true(pace.within(seconds, 3), seconds .. " s")
    becomes("/", "83$")
    assert.is_nil(node:log():find("open socket", 1, true))
  end)

  it("says once that etcd is gone, and once that it is back", function()
    start { new = "patience = 1" }
    reports(send(81), "ack")
    server:kill()
    becomes("/stats", '"connected":false')
    nginx.pause(1)
    assert.matches("81$", body "/")
    assert.equal("none", body "/error")
    assert.matches('"problem":"etcd at 127.0.0.1:%d+: it cannot be reached', body "/stats")
    assert.matches("the source was not read within", body "/reload")
    server:restart()
    becomes("/stats", '"connected":true', 10)
    store = by_hand.new(server)
    reports(send(82), "ack")
    local log = node:log()
    assert.is_true(select(2, log:gsub("the source cannot be asked", "")) <= 2)
    assert.equal(1, (select(2, log:gsub("the source answers again", ""))))
  end)

  it("goes on when another cluster stands in the place of the first one", function()
    local first = etcd.start()
    finally(function() first:stop() end)
    store = by_hand.new(first)
    start { url = first.url }
    send(81)
    local _, id = send(82)
    reports(2, "ack")
    first:kill()
    local second = etcd.start { port = first.port }
    finally(function()
      second:stop()
      first:stop()
    end)
    becomes("/error", "there is nothing at /fleet/gateway/pointer any more: etcd was emptied", 10)
    store = by_hand.new(second)
    assert.same({ id, 2 }, { reports(2, "nack").serving, store:statuses().n1.serving_serial })
    store.last = nil
    send(83)
    reports(1, "nack", "older than 2 in service")
    send(84)
    reports(send(85), "ack")
    becomes("/", "85$")
  end)

  it("is another user for etcd, and does not show its password", function()
    local guarded = etcd.start { user = "root", password = "hunter2" }
    finally(function() guarded:stop() end)
    start { url = guarded.url, workers = 1, source = "user = 'root', password = 'hunter3'" }
    becomes("/stats", "the user or the password is not correct")
    becomes("/error", "the user or the password is not correct")
    assert.is_nil((body "/stats" .. body "/error" .. node:log()):find "hunter")
    start { url = guarded.url, workers = 1, source = "credentials = ngx.config.prefix() .. 'user'",
      files = { user = "root:hunter2\n" } }
    becomes("/error", "there is nothing at /fleet/gateway/pointer")
    becomes("/stats", '"connected":true')
  end)

  it("serves from its cache from the first request on, unless it was edited", function()
    start { new = "cache = 'cache'" }
    reports(send(81), "ack") -- there is no folder
    becomes("/stats", '"cache_errors":1')
    assert.matches("the cache cannot be written, and what is in service stays: .*No such file", node:log())
    os.execute(("mkdir %s/cache; ln -s /dev/full %s/cache/gateway.bundle"):format(node.folder, node.folder))
    becomes("/stats", '"cache_errors":2')
    assert.matches("the cache cannot be written, .*is a symbolic link: remove it", node:log())
    os.execute(("rm %s/cache/gateway.bundle"):format(node.folder))
    becomes("/stats", '"cache_written":%d')
    assert.matches('yschema_cache_errors_total{name="gateway"} 2', body "/metrics", 1, true)
    local path = node.folder .. "/cache/gateway.bundle"
    assert.equal("-rw-------", command.output("ls -l " .. path)[1]:match "^%S+") -- values may be sensitive
    local text = command.read(path)
    server:pause()
    finally(function() server:resume() end)
    local function start_with(cache)
      local first = node
      os.execute("mkdir -p " .. first.folder .. "/other")
      first:write("other/gateway.bundle", cache)
      return start { new = ("cache = %q"):format(first.folder .. "/other"), source = "timeout = 1" }
    end
    start_with(text)
    assert.equal("1 81", body "/")
    assert.equal("none", body "/error")
    start_with((text:gsub("port: 81", "port: 91")))
    assert.equal("0 none", body "/")
    assert.matches("the cache file cannot be used", body "/error")
    server:resume()
    becomes("/", "^1 81$")
  end)

  it("validates values by a schema of its own, which it reports", function()
    local own = schema:gsub("min=1", "min=100")
    start { new = "schema = 'own.yml'", files = { ["own.yml"] = own }, workers = 1 }
    reports(send(81), "nack", "must be: a value >= 100")
    local status = reports(send(181), "ack")
    becomes("/", "^1 181$")
    local function reported() return assert(store.client:range(store.keys:schema(status.schema))).kvs[1] end
    local first = reported()
    local read = assert(bundle.read(first.value, status.schema, "gateway"))
    assert.same({ { role = "schema", name = "own.yml", text = own } }, read.files)
    reports(send(281), "ack")
    assert.equal(first.mod_revision, reported().mod_revision) -- it is reported once
  end)

  it("shows no value that is sensitive by the bundle's schema, of which its own knows nothing", function()
    local own = "#@data/values-schema\n---\n#@schema/validation min_len=9\ntoken: enough letters\n"
    start { new = "schema = 'own.yml'", files = { ["own.yml"] = own }, workers = 1 }
    local sent = "#@data/values-schema\n---\n#@schema/sensitive\ntoken: ''\n"
    local function refused(values, pattern)
      local serial = store:send(values, { schema = sent })
      local status = reports(serial, "nack", pattern)
      becomes("/error", pattern)
      assert.is_nil((status.report .. body "/error" .. node:log()):find "hunter")
    end
    refused("token: hunter2\n", "values.yml:1: rule, expected: length >= 9\n")
    refused("token: [hunter2]\n", "values.yml:1: ")
    refused("token: 'hunter2\n", "values.yml:2: ")
    refused("hunter2: a\n", "values.yml:1: ")
    store:send("token: hunter2\n", { schema = "#@data/values-schema\n---\ntoken: ''\n" })
    becomes("/error", 'found: "hunter2"')
  end)

  it("takes libraries that schemas load, and bundles of several parts", function()
    start { dict = "10m", workers = 1 }
    local text, id = assert(bundle.make { name = "gateway", by = "spec", made = "2026-11-23T08:00:00Z", files = {
      { role = "schema", name = "schema.yml", text = "#@ load(\"lib/ports.star\", \"port\")\n"
        .. "#@data/values-schema\n---\nport: #@ port\n" },
      { role = "library", name = "lib/ports.star", text = "port = 4711\n" },
      { role = "values", name = "values.yml", text = "#" .. ("x"):rep(1500000) .. "\n" },
    } })
    reports(store:point(id, store:place(text, id)), "ack")
    becomes("/", "^1 4711$")
  end)

  it("says that a bundle is too large, for its limits and for its dictionary", function()
    start { dict = "64k", workers = 1, new = "options = { limits = { max_bytes = 60000 } }" }
    reports(send(81), "ack")
    reports(send("82 #" .. ("x"):rep(55000)), "nack", "a version of %d+ bytes does not fit %(no memory%)")
    reports(send("83 #" .. ("x"):rep(70000)), "nack", "max_bytes")
    reports(send("84 #" .. ("x"):rep(3000000)), "nack", "max_bytes")
    becomes("/", "^1 81$")
    reports(send(85), "ack")
    becomes("/", "^%d 85$")
  end)

  it("reports invalid options", function()
    start { workers = 1, server = [[ location = /invalid { content_by_lua_block {
      local new = require("resty.yschema.etcd").new
      for _, options in ipairs {
        {}, { endpoint = "a:1" }, { endpoints = "ftp://a:1" }, { endpoints = "a:b" }, { endpoints = 5 },
        { endpoints = "a", node = "a b" }, { endpoints = "a", lease = 1 }, { endpoints = "a", user = "u" },
        { endpoints = "a", public_key = "/none.pem" }, { endpoints = "a", public_key = "-----BEGIN PRIVATE KEY-----" },
        { endpoints = "a", tls = { caa = "x" } }, { endpoints = "a", tls = { ca = "x" } },
        { endpoints = "a", tls = { cert = "x" } }, { endpoints = "a", credentials = "/none" },
      } do
        ngx.say((select(2, pcall(new, options))))
      end
    } } ]] }
    local said = body "/invalid"
    for _, pattern in ipairs {
      "option 'endpoints' is missing", "unknown option 'endpoint' %(did you mean 'endpoints'%?%)",
      "'ftp://a:1' begins with ftp://", '"a:b" has no port', "option 'endpoints': expected string or array",
      "option 'node': the name of a node", "option 'lease' must be a number of seconds from 2 to 86400",
      "options 'user' and 'password' need each other", "option 'public_key': /none.pem cannot be read",
      "option 'public_key': public key 1 holds a private key", "unknown option tls 'caa'",
      "lua_ssl_trusted_certificate: set it, and leave tls.ca out", "option 'tls': a client's certificate needs its key",
      "option 'credentials': the file with the credentials, /none, cannot be read",
    } do
      assert.matches(pattern, said)
    end
  end)
end)
