-- `yschema publish --wait` and its like, with nodes that the spec plays: what is reported, and what stays in place.

local etcd = require "spec.support.etcd"

if not etcd.usable "waiting for nodes" then return end

local core = require "yschema.core"
local nginx = require "spec.support.nginx"
local publisher = require "spec.support.publisher"

local said = publisher.said

describe("waiting for nodes #programs", function()
  local server, fleet

  lazy_setup(function() server = etcd.start() end)
  lazy_teardown(function() server:stop() end)
  before_each(function() fleet = publisher.new(server) end)
  after_each(function() fleet:remove() end)

  -- Ten nodes that serve a first bundle, of which n2 and another one are the canaries of 15 %.
  local function ten_nodes()
    said(fleet:publish "port: 81\n", 0)
    for i = 1, 10 do fleet:play("n" .. i, "ack") end
  end

  local function all(verdict, more)
    for i = 1, 10 do fleet:play("n" .. i, verdict, more) end
  end

  -- Publishes port 82 in the background, and waits until its canary is there.
  local function canary(flags)
    fleet:write("values.yml", "#@data/values\n---\nport: 82\n")
    local words = { "-f", "schema.yml", "-f", "values.yml", "--canary", "15%", "--wait", "--timeout", "8" }
    for _, word in ipairs(flags or {}) do words[#words + 1] = word end
    local ended, signal, printed = fleet:start("publish", words)
    assert(nginx.wait(function() return fleet:pointer().canary end), printed())
    local names = {}
    nginx.wait(function() return printed():find "canaries serve it" end)
    for name in printed():match "%(serial %d+%): ([^\n]*)":gmatch "[^, ]+" do names[#names + 1] = name end
    return names, ended, signal, printed
  end

  local function serial_reaches(serial)
    return nginx.wait(function() return fleet:pointer().serial >= serial end)
  end

  it("goes on to all nodes when each canary has accepted it", function()
    ten_nodes()
    local names, ended = canary()
    assert.equal(2, #names)
    fleet:play(names[1], "ack")
    nginx.pause(0.3)
    assert.equal(2, fleet:pointer().serial)
    fleet:play(names[2], "ack")
    assert.is_true(serial_reaches(3))
    assert.is_nil(fleet:pointer().canary)
    for i = 1, 9 do fleet:play("n" .. i, "ack") end
    nginx.pause(0.3)
    fleet:play("n10", "ack")
    local result = ended()
    said(result, 0, "0 of 2 canaries serve it\n", "2 of 2 canaries serve it\n",
      "is in service on all nodes (serial 3)\n",
      "10 of 10 nodes serve it\n", "10 nodes serve it\n")
    assert.equal("", result.stderr)
    said(fleet:run "fleet", 0, "10 nodes: 10 up to date, 0 waiting, 0 refused")
  end)

  it("takes it back when one canary refuses it, and shows why", function()
    ten_nodes()
    local before = fleet:pointer().stable.bundle
    local names, ended = canary()
    fleet:play(names[1], "ack")
    fleet:play(names[2], "nack", { report = "port 82 is taken\non this node", serving = before, serving_serial = 1 })
    local result = ended()
    said(result, 1, "a node refuses it", "node " .. names[2] .. " refuses bundle ",
      "\n  port 82 is taken\n  on this node\n",
      "the canary is taken back; bundle " .. before:sub(1, 12) .. " stays in service (serial 3)")
    local now = fleet:pointer()
    assert.same({ before, nil, 3 }, { now.stable.bundle, now.canary, now.serial })
    assert.equal(1 + 1, #fleet:bundles()) -- names[1] still serves the other one
  end)

  it("says what stays in place when it timed out, and goes on when it is called again", function()
    ten_nodes()
    fleet:play("n11", "wait")
    local names, ended = canary { "--timeout", "2" }
    fleet:play(names[1], "ack")
    local result = ended()
    said(result, 1, "timed out", "1 of 2 canaries serves it; not yet: " .. names[2],
      "stays in place, and all other nodes keep bundle",
      "to put it into service on all nodes: yschema publish --promote",
      "to take it back: yschema rollback --to " .. fleet.url .. " " .. fleet.name)
    assert.is_table(fleet:pointer().canary)
    fleet:play(names[2], "ack")
    local again = fleet:start("publish", { "-f", "schema.yml", "-f", "values.yml", "--canary", "15%", "--wait",
      "--timeout", "8" })
    assert.is_true(serial_reaches(3))
    for i = 1, 11 do fleet:play("n" .. i, "ack") end
    said(again(), 0, "is tried by the canaries already", "is in service on all nodes", "11 nodes serve it")
  end)

  for _, name in ipairs { "INT", "TERM" } do
    it("says the same when it is interrupted by SIG" .. name, function()
      ten_nodes()
      local _, ended, signal = canary()
      signal(name)
      local result = ended(4)
      said(result, 1, "interrupted", "stays in place", "yschema publish --promote", "yschema rollback")
      assert.is_table(fleet:pointer().canary)
    end)
  end

  it("does not wait for nodes that have gone, but does not take canaries that have gone for content", function()
    ten_nodes()
    local names, ended = canary()
    fleet:play(names[1], "ack")
    nginx.pause(0.5)
    fleet.etcd:delete(fleet.keys:node(names[1]))
    nginx.pause(0.5)
    fleet:play(names[2], "ack")
    assert.is_true(serial_reaches(3))
    for i = 1, 10 do
      if "n" .. i ~= names[1] then fleet:play("n" .. i, "ack") end
    end
    said(ended(), 0, "node " .. names[1] .. " has gone, and is not waited for any more", "9 nodes serve it")
    fleet:publish "port: 81\n"
    all "ack"
    names, ended = canary()
    fleet:play(names[1], "ack")
    fleet.etcd:delete(fleet.keys:node(names[2]))
    said(ended(), 1, ("node %s has gone before it has accepted it"):format(names[2]), "stays in place",
      "yschema publish --promote", "yschema rollback")
    assert.is_table(fleet:pointer().canary)
    said(fleet:run "rollback", 0)
    fleet:play(names[2], "ack")
    names, ended = canary()
    for _, node in ipairs(names) do fleet.etcd:delete(fleet.keys:node(node)) end
    said(ended(), 1, "stays in place")
  end)

  it("ends when another publisher changes what is in service", function()
    ten_nodes()
    local _, ended = canary()
    said(fleet:run "rollback", 0, "the canary (bundle ")
    said(ended(9), 1, "what is in service was changed meanwhile by ", "(serial 3)")
  end)

  it("waits on while etcd is away", function()
    ten_nodes()
    local names, ended, _, printed = canary { "--timeout", "20" }
    server:kill()
    assert(nginx.wait(function() return printed():find("trying again", 1, true) end), printed())
    server:restart()
    for _, node in ipairs(names) do fleet:play(node, "ack") end
    assert.is_true(serial_reaches(3))
    all "ack"
    said(ended(15), 0, "the store answers again", "10 nodes serve it")
  end)

  -- Runs the command in this process. Its store goes down once the nodes have said something.
  local function publish_until(verdict)
    local connection = require "yschema.command.fleet.connection"
    local open, printed, down = connection.open, {}, false
    local down_store = { kind = "connect", message = "the store is down" }
    local etcd_of = function(real)
      return setmetatable({}, { __index = function(_, name)
        return function(_, ...)
          if down and name ~= "watch" then return nil, down_store end
          if name == "watch" then
            all(verdict)
            down = true
          end
          return real[name](real, ...)
        end
      end })
    end
    connection.open = function(...)
      local store, url = open(...)
      store.etcd = etcd_of(store.etcd)
      return store, url
    end
    local stream = { write = function(self, text)
      printed[#printed + 1] = text
      return self
    end, flush = function() return true end }
    local note = core.note_interrupts
    core.note_interrupts = function() end -- signals are those of the specs
    local file = fleet:write("values.yml", "#@data/values\n---\nport: 82\n")
    local ok, status = pcall(require "yschema.command.cli".main, { "publish", "--to", fleet.url, fleet.name, "-f",
      fleet.folder .. "/schema.yml", "-f", file, "--canary", "15%", "--wait", "--timeout", "5" },
      { out = stream, err = stream })
    connection.open, core.note_interrupts = open, note
    assert.is_true(ok, status)
    return { rc = status, stdout = table.concat(printed), stderr = "" }
  end

  it("says what stays in place when the store goes down before the next step", function()
    ten_nodes()
    for _, verdict in ipairs { "ack", "nack" } do
      said(publish_until(verdict), 2, "the store is down", "stays in place, and all other nodes keep bundle",
        "yschema publish --promote", "yschema rollback")
      assert.is_table(fleet:pointer().canary)
      said(fleet:run "rollback", 0)
      all "ack"
    end
  end)

  it("prints which nodes refuse what went to all of them, and leaves it in place", function()
    ten_nodes()
    fleet:write("values.yml", "#@data/values\n---\nport: 82\n")
    local ended = fleet:start("publish", { "-f", "schema.yml", "-f", "values.yml", "--wait", "--timeout", "8" })
    assert.is_true(serial_reaches(2))
    for i = 1, 8 do fleet:play("n" .. i, "ack") end
    fleet:play("n9", "nack", { report = "no" })
    fleet:play("n10", "nack", { report = "no" })
    said(ended(), 1, "2 nodes refuse it", "node n9 refuses bundle", "8 of 10 nodes serve it", "stays in service",
      "yschema fleet --wait", "yschema rollback")
    assert.equal(2, fleet:pointer().serial)
    local back = fleet:start("rollback", { "--wait", "--timeout", "8", "--report", "json" })
    assert.is_true(serial_reaches(3))
    all "ack"
    local result = back()
    assert.equal(0, result.rc, result.stderr)
    local printed = publisher.json(result.stdout)
    assert.same({ "back", "all", 10 }, { printed.outcome, printed.waiting.outcome, printed.waiting.current })
  end)

  it("gives programs the result", function()
    ten_nodes()
    fleet:write("values.yml", "#@data/values\n---\nport: 82\n")
    local ended = fleet:start("publish", { "-f", "schema.yml", "-f", "values.yml", "--canary", "15%", "--wait",
      "--timeout", "8", "--report", "json" })
    assert.is_true(serial_reaches(2))
    for i = 1, 10 do fleet:play("n" .. i, "nack", { report = "no" }) end
    local result = ended()
    assert.equal(1, result.rc)
    local printed = publisher.json(result.stdout)
    assert.same({ "withdrawn", "refused", "no", 2 }, { printed.outcome, printed.waiting.outcome,
      printed.waiting.refused[1].report, #printed.canaries })
  end)

  it("is what fleet does, too", function()
    said(fleet:run("fleet", { "--wait", "--timeout", "1" }), 1, "nothing is in service")
    ten_nodes()
    said(fleet:publish "port: 82\n", 0)
    said(fleet:run("fleet", { "--wait", "--timeout", "1" }), 1, "timed out",
      "10 nodes: 0 up to date, 10 waiting")
    local ended = fleet:start("fleet", { "--wait", "--timeout", "8" })
    nginx.pause(0.3)
    all "ack"
    said(ended(), 0, "10 nodes: 10 up to date")
  end)
end)
