-- A pointer that a program without a key has overwritten: nodes keep what they have, the publisher refuses to go on
-- from there, and `yschema fleet repair` leads back, without a hand on any node.

local fleet = require "spec.support.real_fleet"

if not fleet.usable "a poisoned pointer" then return end

local by_hand = require "spec.support.by_hand"
local command = require "spec.support.command"
local etcd = require "spec.support.etcd"
local nginx = require "spec.support.nginx"

local enormous = 2 ^ 53 - 2 ^ 20

for title, signed in pairs { ["of a fleet that signs"] = true, ["of a fleet that does not sign"] = false } do
  describe("a poisoned pointer " .. title, function()
    local server, nodes, store, keys
    local number = 0

    setup(function()
      keys = fleet.keys()
      server = etcd.start()
      nodes = fleet.start {
        nodes = 2, etcd = server, source = signed and ("public_key = %q,"):format(keys .. "/ours.pem"),
      }
      store = by_hand.new(server)
    end)

    teardown(function()
      if nodes then nodes:stop() end
      if server then server:stop() end
      os.execute("rm -r " .. command.quote(keys))
    end)

    local function run(words)
      if signed then
        words[#words + 1] = "--sign"
        words[#words + 1] = keys .. "/ours.key"
      end
      return fleet.run(server, words)
    end

    local function repair(flags)
      local words = { "fleet", "repair", "--to", "etcd://" .. server.endpoint .. "/fleet", "gateway" }
      for _, flag in ipairs(flags or {}) do words[#words + 1] = flag end
      if signed then
        words[#words + 1] = "--sign"
        words[#words + 1] = keys .. "/ours.key"
      end
      return command.run(words)
    end

    local function said(result, rc, ...)
      local text = result.stdout .. result.stderr
      assert.equal(rc, result.rc, text)
      for _, words in ipairs { ... } do assert.is_truthy(text:find(words, 1, true), text) end
    end

    local function publish()
      number = number + 1
      local flags = { "--wait", "--timeout", "10" }
      if signed then flags[3], flags[4], flags[5] = "10", "--sign", keys .. "/ours.key" end
      said(fleet.publish(server, fleet.values(number), flags), 0)
      nodes:all_serve(number)
    end

    -- The text of the pointer with other serials.
    local function poison(serial)
      local text = store.client:range(store.keys.pointer).kvs[1].value
      text = text:gsub('"serial":%d+', ('"serial":%.0f'):format(serial), 2)
      assert(store.client:put(store.keys.pointer, text))
    end

    local function caches()
      local list = {}
      for i, node in ipairs(nodes.nodes) do
        list[i] = (command.read(node.folder .. "/cache/gateway.bundle") or ""):match '"serial":%d+'
      end
      return list
    end

    local function repaired(...)
      local before = store.client:range(store.keys.pointer).kvs[1]
      said(repair { "--dry-run" }, 1, "would be in service again", ...)
      assert.same(before, store.client:range(store.keys.pointer).kvs[1])
      said(repair { "--wait", "--timeout", "10" }, 0, "is in service again", ...)
      nodes:all_serve(number)
      said(repair(), 0, "there is nothing to repair")
      publish()
    end

    it("with an enormous serial is refused, not remembered, and repaired", function()
      publish()
      local held = caches()
      poison(enormous)
      for _, node in ipairs(nodes.nodes) do
        local function has_error(words) return select(2, fleet.ask(node, "/error")):find(words, 1, true) end
        assert.is_truthy(nginx.wait(function() return has_error "may rise by 16777216 at once" end))
        assert.is_truthy(has_error "the pointer has the serial 9007199253692416")
      end
      nodes:all_serve(number)
      assert.same(held, caches())
      local flags = signed and { "--sign", keys .. "/ours.key" } or {}
      said(fleet.publish(server, fleet.values(99), flags), 1, "run yschema fleet repair")
      said(run { "rollback" }, 1)
      nodes:halt()
      nodes:resume()
      nodes:all_serve(number)
      repaired("the pointer has the serial 9007199253692416")
    end)

    it("that is another text, or too long, or gone, is repaired", function()
      for _, text in ipairs { "<html>", "", ("x"):rep(1000000) } do
        assert(store.client:put(store.keys.pointer, text))
        repaired "the pointer is damaged"
      end
      assert(store.client:delete(store.keys.pointer))
      said(repair { "--wait", "--timeout", "10" }, 0, "there is no pointer at", "is in service again")
      publish()
    end)

    it("that names what is not there is repaired, also when etcd has forgotten what was before", function()
      local text = store.client:range(store.keys.pointer).kvs[1].value
      text = text:gsub('"bundle":"%x+"', '"bundle":"' .. ("a"):rep(64) .. '"', 1)
      assert(store.client:put(store.keys.pointer, text))
      server:compact()
      repaired("the pointer names bundle aaaaaaaaaaaa")
    end)

    it("has nothing to repair while it is in order", function()
      said(repair { "--dry-run" }, 0, "there is nothing to repair")
    end)

    it("is removed when nothing is left that can be trusted", function()
      assert(store.client:delete(store.keys.bundles, { prefix = true }))
      said(repair { "--dry-run" }, 1, "nothing that can be trusted is left", "would be removed")
      said(repair(), 1, "the pointer is removed; then publish the files again")
      publish()
    end)

    if signed then
      it("does not bring back what another key has signed", function()
        local serial = store:pointer().serial
        local text, id = store:bundle(fleet.values(77))
        store:place(text, id)
        store:sign(id, serial + 1, keys .. "/theirs.key")
        store.last = store:pointer()
        store:point(id, 1)
        said(repair(), 0, "signed with another key", "is in service again, signed")
        nodes:all_serve(number)
        said(command.run { "fleet", "repair", "--to", "etcd://" .. server.endpoint .. "/fleet", "gateway" }, 1,
          "there are signatures in the store", "--sign KEY.pem")
        store.last = nil
        publish()
      end)
    else
      -- A new node cannot know which serials are true.
      it("is followed back by a node that begins while it is poisoned", function()
        poison(enormous)
        local late = fleet.start { nodes = 1, etcd = server, each = function() return { name = "late" } end }
        finally(function() late:stop() end)
        late:all_serve(number)
        nginx.wait(function() return command.read(late.nodes[1].folder .. "/cache/gateway.bundle") end)
        assert.is_truthy(command.read(late.nodes[1].folder .. "/cache/gateway.bundle"):find('"serial":0', 1, true))
        said(repair(), 0, "is in service again")
        number = number + 1
        said(fleet.publish(server, fleet.values(number), { "--wait", "--timeout", "10" }), 0)
        late:all_serve(number)
        nodes:all_serve(number)
      end)
    end
  end)
end
