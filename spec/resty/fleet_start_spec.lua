-- A node of a fleet that starts: what its log and its counters show, and which cache it takes. nginx has LuaJIT,
-- whichever Lua runs this: once is enough.

local by_hand = require "spec.support.by_hand"
local command = require "spec.support.command"
local etcd = require "spec.support.etcd"
local fleet = require "spec.support.real_fleet"

if not fleet.usable "a node of a fleet that starts" or not etcd.usable "a node of a fleet that starts" then return end

describe("a node of a fleet that starts", function()
  local server, store, nodes, node

  setup(function() server = etcd.start() end)
  teardown(function() server:stop() end)
  before_each(function()
    server:delete("/", true)
    store = by_hand.new(server)
  end)
  after_each(function()
    if nodes then nodes:stop() end
    nodes = nil
  end)

  local function start(what)
    what = what or {}
    what.nodes, what.etcd, what.falls = 1, server, true
    nodes = fleet.start(what)
    node = nodes.nodes[1]
  end

  local function error() return select(2, fleet.ask(node, "/error")) end

  it("has no error, and logs no error, when there is something to serve", function()
    store:send(fleet.values(1))
    start()
    nodes:all_serve(1)
    assert.is_nil(node:log():find "%[error%]")
    assert.matches("nothing is in service yet: the source is asked now", node:log(), 1, true)
    local stats = fleet.stats(node)
    assert.same({ 0, false, nil }, { stats.errors, stats.invalid, stats.last_error })
    assert.is_nil(node:log():find "the error is gone")
    assert.equal("none", error())
  end)

  it("says what is missing, once, when nothing was published", function()
    start()
    assert.is_true(fleet.wait(function() return error():find "publish a configuration" ~= nil end))
    assert.equal(1, select(2, node:log():gsub("%[error%]", "")))
    assert.equal(1, fleet.stats(node).errors)
    assert.equal(503, (fleet.ask(node, "/served")))
    store:send(fleet.values(1))
    nodes:all_serve(1)
    assert.equal("none", error())
  end)

  it("says once that etcd cannot be asked, when it has no cache either", function()
    server:pause()
    finally(function() server:resume() end)
    start { source = "timeout = 0.5" }
    assert.matches("nothing is in service yet", error())
    assert.is_true(fleet.wait(function() return error():find "it did not answer within" ~= nil end))
    fleet.sleep(1)
    assert.equal(1, select(2, node:log():gsub("%[error%]", "")))
    assert.equal(1, fleet.stats(node).errors)
  end)

  it("counts a cache that is there, and cannot be used, as an error", function()
    store:send(fleet.values(1))
    start()
    nodes:all_serve(1)
    assert.is_true(fleet.wait(function() return fleet.stats(node).cache_written ~= nil end))
    nodes:halt()
    local path = node.folder .. "/cache/gateway.bundle"
    os.execute("sed -i s/left/lift/ " .. command.quote(path))
    nodes:resume()
    nodes:all_serve(1)
    assert.equal(1, fleet.stats(node).errors)
    assert.matches("the cache file cannot be used", node:log())
  end)

  it("names both when neither the cache can be used nor etcd be asked", function()
    store:send(fleet.values(1))
    start { source = "timeout = 0.5" }
    nodes:all_serve(1)
    assert.is_true(fleet.wait(function() return fleet.stats(node).cache_written ~= nil end))
    nodes:halt()
    os.execute("sed -i s/left/lift/ " .. command.quote(node.folder .. "/cache/gateway.bundle"))
    server:pause()
    finally(function() server:resume() end)
    nodes:resume()
    assert.is_true(fleet.wait(function() return error():find "it did not answer within" ~= nil end))
    assert.matches("the cache file cannot be used", error())
  end)

  local odd = {
    ["a symbolic link"] = { "ln -s ../values.yml gateway.bundle", "is a symbolic link" },
    ["a link that leads nowhere"] = { "ln -s ../none gateway.bundle", "is a symbolic link" },
    ["a FIFO"] = { "mkfifo gateway.bundle", "is not a regular file (it is a FIFO)" },
    ["a folder"] = { "mkdir gateway.bundle", "is a directory" },
  }
  for what, one in pairs(odd) do
    it("neither reads nor writes a cache that is " .. what, function()
      start()
      nodes:halt()
      local folder = command.quote(node.folder .. "/cache")
      os.execute(("cd %s && rm -rf gateway.bundle && %s"):format(folder, one[1]))
      nodes:resume()
      assert.matches("the cache is not used, because it " .. one[2] .. ": remove it", node:log(), 1, true)
      store:send(fleet.values(1))
      nodes:all_serve(1)
      assert.is_true(fleet.wait(function() return fleet.stats(node).cache_errors == 1 end))
      assert.matches("the cache cannot be written, and what is in service stays: [^\n]*gateway.bundle " .. one[2]
        :gsub("%p", "%%%0") .. ": remove it", node:log())
      assert.equal(fleet.values(0), command.read(node.folder .. "/values.yml"))
      assert.is_nil(command.read(node.folder .. "/none"))
      store:send(fleet.values(2))
      nodes:all_serve(2)
      os.execute(("cd %s && rm -rf gateway.bundle"):format(folder))
      assert.is_true(fleet.wait(function() return fleet.stats(node).cache_written ~= nil end))
    end)
  end
end)
