-- A bundle that is damaged, not signed, or signed by another never comes into service: each node says why, and serves
-- what it served.

local fleet = require "spec.support.real_fleet"

if not fleet.usable "bad bundles" then return end

local by_hand = require "spec.support.by_hand"
local command = require "spec.support.command"
local etcd = require "spec.support.etcd"

describe("a fleet that gets a bad bundle", function()
  local server, nodes, store, keys
  local good, tried = 1, 1000

  local function key(name) return keys .. "/" .. name end

  setup(function()
    keys = fleet.keys()
    server = etcd.start()
    nodes = fleet.start {
      nodes = 2, etcd = server, source = ("public_key = %q,"):format(key "ours.pem"),
      conf = "options = { limits = { max_bytes = 20000 } },",
    }
    store = by_hand.new(server)
    store:send(fleet.values(1), { key = key "ours.key" })
    nodes:all_serve(1)
  end)

  teardown(function()
    if nodes then nodes:stop() end
    if server then server:stop() end
    os.execute("rm -r " .. command.quote(keys))
  end)

  local function is_refused(how, reason, values)
    how.key = how.key and key(how.key)
    how.other = how.other and key(how.other)
    local signer = how.signer
    if signer then -- the signature is there before the pointer names the bundle
      local _, own = store:bundle(fleet.values(tried + 1))
      signer(own, store:pointer().serial + 1)
    end
    tried = tried + 1
    local serial, id = store:send(values or fleet.values(tried), how)
    for name, status in pairs(store:validated(serial, 2)) do
      assert.equal("nack", status.verdict, name)
      assert.equal(id, status.bundle)
      assert.is_truthy(status.report:find(reason), status.report)
    end
    nodes:all_serve(good)
    for _, node in ipairs(nodes.nodes) do assert.is_truthy(select(2, fleet.ask(node, "/error")):find(reason)) end
  end

  for title, row in pairs {
    ["that was not signed"] = { {}, "is not signed" },
    ["that another has signed"] = { { key = "theirs.key" }, "another key" },
    ["that has the signature of another bundle"] = { { other = "ours.key" }, "its signature is that of the bundle" },
    ["with a changed byte"] = { { key = "ours.key", flip = true }, "its SHA%-256 is" },
    ["that is cut off"] = { { key = "ours.key", cut = true }, "its SHA%-256 is" },
    ["that is not there"] = { { key = "ours.key", missing = true }, "not" },
    ["that is larger than its limits"] = {
      { key = "ours.key" }, "larger than the limit max_bytes", fleet.values(1, 5000),
    },
    ["whose schema has a mistake"] = {
      { key = "ours.key", schema = "#@data/values-schema\n---\nleft: [\n" }, "schema.yml",
    },
    ["with values that its schema refuses"] = { { key = "ours.key" }, "left", fleet.values(-7) },
  } do
    it(title .. " refuses it with the reason, and takes the next good one", function()
      is_refused(row[1], row[2], row[3])
      good = good + 1
      store:send(fleet.values(good), { key = key "ours.key" })
      nodes:all_serve(good)
    end)
  end

  -- The fields of a release, for which a bundle was signed in the place of what the pointer names.
  for title, row in pairs {
    ["that was signed for another prefix"] = {
      { pointer = "/staging/gateway/pointer" }, "was signed for /staging/gateway/pointer, and not for /fleet/gateway/",
    },
    ["that was signed for another configuration"] = {
      { pointer = "/fleet/mail/pointer" }, "was signed for /fleet/mail/pointer, and not for",
    },
    ["that was signed for another serial"] = { { serial = 1 }, "was signed for the serial 1, and not for" },
    ["that was signed for another version of the schema"] = {
      { schema_version = "0" }, "was signed for the schema version \"0\", and has",
    },
  } do
    it(title .. " refuses it with the reason, and takes the next good one", function()
      is_refused({ signer = function(id, serial) store:sign(id, serial, key "ours.key", row[1]) end }, row[2])
      good = good + 1
      store:send(fleet.values(good), { key = key "ours.key" })
      nodes:all_serve(good)
    end)
  end

  it("with a signature of the first format refuses it, and says what to do", function()
    local signature = require "yschema.fleet.signature"
    is_refused({ signer = function(id)
      assert(store.client:put(store.keys.signatures .. id, assert(signature.sign(id, key "ours.key"))))
    end }, "first format, which has no prefix and no serial: publish it again with %-%-sign")
    good = good + 1
    store:send(fleet.values(good), { key = key "ours.key" })
    nodes:all_serve(good)
  end)

  it("does not take back what was signed for an earlier serial", function()
    local first = store:pointer()
    good = good + 1
    store:send(fleet.values(good), { key = key "ours.key" })
    nodes:all_serve(good)
    local pointer = require "yschema.fleet.pointer"
    local later = pointer.publish(store:pointer(), { bundle = first.stable.bundle, parts = first.stable.parts,
      made = first.made, by = "other" })
    assert(store.client:put(store.keys.pointer, pointer.encode(later)))
    for name, status in pairs(store:validated(later.serial, 2)) do
      assert.equal("nack", status.verdict, name)
      assert.is_truthy(status.report:find("is not signed", 1, true), status.report)
    end
    assert(store.client:put(store.keys:signature(first.stable.bundle, later.serial), -- the old one, under the new key
      store.client:range(store.keys:signature(first.stable.bundle, first.stable.serial)).kvs[1].value))
    later = pointer.publish(later, { bundle = store:pointer().stable.bundle, parts = 1, made = first.made, by = "s" })
    assert(store.client:put(store.keys:signature(first.stable.bundle, later.serial),
      store.client:range(store.keys:signature(first.stable.bundle, first.stable.serial)).kvs[1].value))
    assert(store.client:put(store.keys.pointer, pointer.encode(later)))
    for _, status in pairs(store:validated(later.serial, 2)) do
      assert.is_truthy(status.report:find("was signed for the serial", 1, true), status.report)
    end
    nodes:all_serve(good)
    store.last = later
    good = good + 1
    store:send(fleet.values(good), { key = key "ours.key" })
    nodes:all_serve(good)
  end)

  it("stays as it is when the pointer is not a pointer", function()
    for _, text in ipairs { "", "<html>", "{}", '{"format": "yschema-pointer/2", "serial": 1000}' } do
      store.client:put(store.keys.pointer, text)
      fleet.sleep(0.2)
      nodes:all_serve(good)
    end
    good = good + 1
    store:send(fleet.values(good), { key = key "ours.key" })
    nodes:all_serve(good)
  end)

  it("stays as it is when the pointer is gone", function()
    store.client:delete(store.keys.pointer)
    fleet.sleep(0.3)
    nodes:all_serve(good)
  end)
end)
