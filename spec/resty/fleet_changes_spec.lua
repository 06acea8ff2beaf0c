-- resty.yschema.etcd, when the options of a node change and nginx reloads, or when two nodes have one name.

local by_hand = require "spec.support.by_hand"
local etcd = require "spec.support.etcd"
local layout = require "yschema.fleet.layout"
local nginx = require "spec.support.nginx"
local pace = require "spec.support.pace"
local real_fleet = require "spec.support.real_fleet"

if not real_fleet.usable "changed nodes of a fleet" or not etcd.usable "changed nodes of a fleet" then return end

describe("a node of a fleet that is changed", function()
  local server, store, nodes

  setup(function() server = etcd.start() end)
  teardown(function() server:stop() end)
  before_each(function()
    server:delete("/", true)
    store, nodes = by_hand.new(server), {}
  end)
  after_each(function()
    for _, one in ipairs(nodes) do one:stop() end
  end)

  -- A node whose options are in a file, which it reads at each reload.
  local function start(source, new)
    local function options(source_options, new_options)
      return ([[return { name = "gateway", %s, source = require("resty.yschema.etcd").new {
        endpoints = %q, %s } }]]):format(new_options or "interval = 0.1", server.url, source_options)
    end
    local node = nginx.start {
      main = "worker_processes 2;", files = { ["options.lua"] = options(source, new) },
      http = [[lua_socket_log_errors off; lua_shared_dict yschema 1m;
        init_by_lua_block { conf = require("resty.yschema").new(dofile(ngx.config.prefix() .. "options.lua")) }
        init_worker_by_lua_block { require("resty.yschema").start() }]],
      server = [[
        location = / { content_by_lua_block {
          local values = conf:get()
          ngx.print(values and values.left or "none")
        } }
        location = /error { content_by_lua_block { ngx.print(conf:fault() or "none") } }
      ]],
    }
    nodes[#nodes + 1] = node
    return node, function(...)
      node:write("options.lua", options(...))
      local old = node:workers()
      node:signal "HUP"
      nginx.wait(function()
        for _, pid in ipairs(old) do
          if etcd.is_running(pid) then return false end
        end
        return true
      end)
    end
  end

  local function becomes(node, path, pattern, seconds)
    local last
    nginx.wait(function()
      last = node:get(path).body
      return last and last:find(pattern)
    end, seconds)
    assert.matches(pattern, last)
  end

  local function names()
    local list = {}
    for name in pairs(store:statuses()) do list[#list + 1] = name end
    table.sort(list)
    return table.concat(list, " ")
  end

  it("is listed under its new name only", function()
    local node, reload = start "prefix = 'fleet', node = 'old'"
    store:validated(store:send(real_fleet.values(1)), 1)
    assert.equal("old", names())
    reload "prefix = 'fleet', node = 'new'"
    nginx.wait(function() return names() == "new" end, 8)
    assert.equal("new", names())
    becomes(node, "/", "^1$")
  end)

  it("is not listed any more when nginx ends in order, but stays when it reloads", function()
    local node, reload = start "prefix = 'fleet', node = 'n1'"
    store:validated(store:send(real_fleet.values(1)), 1)
    reload "prefix = 'fleet', node = 'n1'"
    reload "prefix = 'fleet', node = 'n1'"
    assert.equal("n1", names())
    store:validated(store:send(real_fleet.values(2)), 1) -- the worker of now has asked etcd
    local lease = store.client:range(store.keys:node "n1").kvs[1].lease
    local master = node:pid()
    node:signal "QUIT"
    nginx.wait(function() return not etcd.is_running(master) end)
    assert.is_false(etcd.is_running(master))
    assert.equal("", names())
    assert.equal("lease", select(2, store.client:keep_alive(lease)).kind)
    assert.is_nil(node:log():find "%[alert%]")
  end)

  it("ends soon when etcd does not answer any more", function()
    local node = start "prefix = 'fleet', node = 'n1'"
    store:validated(store:send(real_fleet.values(1)), 1)
    server:pause()
    finally(function() server:resume() end)
    local master, began = node:pid(), os.time()
    node:signal "QUIT"
    nginx.wait(function() return not etcd.is_running(master) end)
    assert.is_false(etcd.is_running(master))
    assert.is_true(pace.within(os.time() - began, 4))
  end)

  it("refuses what is published when another node has its name, whose status might replace its own", function()
    local first = start "prefix = 'fleet', node = 'n1'"
    store:validated(store:send(real_fleet.values(1)), 1)
    becomes(first, "/", "^1$")
    local second = start "prefix = 'fleet', node = 'n1'"
    becomes(second, "/", "^1$")
    -- It is reported at once, not with the next publication.
    nginx.wait(function() return store:statuses().n1.verdict == "nack" end)
    assert.matches("another node is named n1, too", store:statuses().n1.report)
    local revision = server:revision()
    nginx.pause(1)
    assert.is_true(server:revision() - revision <= 1, "the two write again and again")
    local serial = store:send(real_fleet.values(2))
    becomes(first, "/", "^2$")
    becomes(second, "/", "^2$")
    nginx.wait(function()
      local status = store:statuses().n1
      return status.serial == serial and status.verdict == "nack"
    end, 3)
    local status = store:statuses().n1
    assert.same({ serial, "nack" }, { status.serial, status.verdict })
    assert.matches("another node is named n1, too: give each node a name of its own", status.report)
    assert.matches("another node is named n1, too", first:log() .. second:log())
    second:signal "QUIT"
    nginx.wait(function() return store:statuses().n1 and store:statuses().n1.verdict == "ack" end)
    second:stop()
    store:validated(store:send(real_fleet.values(3)), 1)
    nginx.wait(function() return store:statuses().n1.verdict == "ack" end)
    store:send(real_fleet.values(4))
    becomes(first, "/", "^4$")
    nginx.wait(function() return store:statuses().n1.serial == 4 end)
    assert.equal("ack", store:statuses().n1.verdict)
  end)

  it("knows its own status again when etcd was restored from a copy", function()
    local node = start "prefix = 'fleet', node = 'n1'"
    store:validated(store:send(real_fleet.values(1)), 1)
    local key = store.keys:node "n1"
    local copy = server:get(key)
    -- A copy has the status with a lease that this node does not keep.
    local function restores()
      server:put(key, copy)
      assert.is_true(nginx.wait(function() return store.client:range(key).kvs[1].lease ~= nil end))
      assert.equal("ack", store:statuses().n1.verdict)
      assert.is_nil(node:log():find "another node")
    end
    restores()
    store:validated(store:send(real_fleet.values(2)), 1)
    nginx.pause(1.1)
    node:stop()
    node = start "prefix = 'fleet', node = 'n1'"
    nginx.wait(function() return store:statuses().n1.at > require("yschema.fleet.node_status").parse(copy).at end)
    restores()
  end)

  it("takes what stands below another prefix, whatever its serial", function()
    local node, reload = start "prefix = 'fleet', node = 'n1'"
    for i = 1, 3 do store:validated(store:send(real_fleet.values(i)), 1) end
    local other = by_hand.new(server)
    other.keys = assert(layout.new("/other", "gateway"))
    other:send(real_fleet.values(7))
    reload "prefix = 'other', node = 'n1'"
    becomes(node, "/", "^7$", 4)
    assert.equal("ack", other:validated(1, 1).n1.verdict)
    nginx.wait(function() return names() == "" end, 8)
    assert.equal("", names())
  end)

  it("takes what stands below another prefix, though its cache is of the first one", function()
    local node = start("prefix = 'fleet', node = 'n1'", "cache = '.'")
    for i = 1, 3 do store:validated(store:send(real_fleet.values(i)), 1) end
    becomes(node, "/", "^3$", 4)
    local cache
    nginx.wait(function()
      cache = require("spec.support.command").read(node.folder .. "/gateway.bundle")
      return cache and cache:find "\"serial\":3"
    end, 4)
    local other = by_hand.new(server)
    other.keys = assert(layout.new("/other", "gateway"))
    other:send(real_fleet.values(7))
    local second = start("prefix = 'other', node = 'n2'", ("cache = %q"):format(node.folder))
    becomes(second, "/", "^7$", 4)
  end)
end)
