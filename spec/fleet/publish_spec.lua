-- `yschema publish` against a real etcd: what it writes, what it prints, and what it refuses.

local command = require "spec.support.command"
local etcd = require "spec.support.etcd"

if not etcd.usable "yschema publish" then return end

local bundle = require "yschema.fleet.bundle"
local layout = require "yschema.fleet.layout"
local pointer = require "yschema.fleet.pointer"
local publisher = require "spec.support.publisher"
local release = require "yschema.fleet.release"
local stores = require "yschema.fleet.publishing.store"

local lfs = require "lfs"
local json, said = publisher.json, publisher.said

describe("yschema publish #programs", function()
  local server, fleet

  lazy_setup(function() server = etcd.start() end)
  lazy_teardown(function() server:stop() end)
  before_each(function() fleet = publisher.new(server) end)
  after_each(function() fleet:remove() end)

  -- A schema of its own for the nodes of a spec.
  local function own_schema(text)
    local files = { { role = "schema", name = "own.yml", text = "#@data/values-schema\n---\n" .. text } }
    local made, id = bundle.make { name = fleet.name, by = "spec", made = "2026-01-01T00:00:00Z", files = files }
    assert(fleet.etcd:put(fleet.keys:schema(id), made))
    return id
  end

  it("puts schema and values into service, and prints what changes", function()
    said(fleet:publish "port: 81\n", 0, ("%s: bundle "):format(fleet.name), "is in service (serial 1)")
    local now = fleet:pointer()
    local store = stores.new(fleet.etcd, fleet.keys, fleet.name)
    local read = assert(store:bundle(now.stable))
    assert.same({ "schema", "schema.yml", publisher.schema }, { read.files[1].role, read.files[1].name,
      read.files[1].text })
    assert.same({ "values", "values.yml" }, { read.files[2].role, read.files[2].name })
    assert.matches("^[%w._-]+@[%w._-]+$", read.by)
    local result = fleet:publish "port: 82\nkey: hunter2\n"
    said(result, 0, "changed values:\n  port: 81 -> 82\n  key: changed (sensitive)\n", "(serial 2)")
    assert.is_nil(result.stdout:find("hunter2", 1, true))
    assert.equal("", result.stderr)
    assert.same({ now.stable.bundle }, { fleet:pointer().history[1].bundle })
  end)

  it("changes nothing when it is in service already", function()
    said(fleet:publish "port: 81\n", 0)
    local _, before = fleet:pointer()
    said(fleet:publish "port: 81\n", 0, "nothing changes: bundle ", " is in service already (serial 1)")
    assert.equal(before, select(2, fleet:pointer()))
    assert.equal("unchanged", json(fleet:publish("port: 81\n", { "--report", "json" }).stdout).outcome)
    fleet:play("n1", "nack", { serial = 2 ^ 53 - 2 ^ 20 }) -- anyone may have written that
    said(fleet:publish "port: 81\n", 0, "nothing changes")
    said(fleet:publish "port: 82\n", 0, "(serial 2)")
  end)

  it("never publishes what is invalid", function()
    said(fleet:publish "port: no number\n", 1, "values.yml:\n", "expected: integer")
    said(fleet:publish "prot: 1\n", 1, "prot")
    said(fleet:publish "port: [\n", 2, "values.yml")
    fleet:write("schema.yml", "#@data/values-schema\n---\n#@schema/type 5\nport: 80\n")
    said(fleet:publish "port: 1\n", 2, "schema.yml:\n")
    said(fleet:run("publish", { "-f", "nothing.yml" }), 2, "nothing.yml")
    said(fleet:run("publish", { "-f", "values.yml" }), 2)
    assert.same({}, server:keys("/specs/" .. fleet.name .. "/"))
  end)

  it("publishes no file without content, unless that is allowed", function()
    for _, values in ipairs { "", "# port: 82\n", "---\n...\n" } do
      said(fleet:publish(values), 2, "values.yml has no content", "give --allow-empty")
    end
    assert(lfs.mkdir(fleet.folder .. "/none"))
    said(fleet:publish("port: 81\n", { "-f", "none/" }), 2, "none/ has no content")
    assert.same({}, server:keys("/specs/" .. fleet.name .. "/"))
    said(fleet:publish "{}\n", 0, "(serial 1)")
    fleet:write("functions.lib.yml", "# none yet\n")
    said(fleet:publish("port: 81\n", { "-f", "functions.lib.yml" }), 0, "(serial 2)")
    said(fleet:publish("", { "--allow-empty" }), 0, "(serial 3)")
  end)

  it("never publishes a name that leads nowhere, and says what the command says", function()
    fleet:write("schema.yml", "#@data/values-schema\n---\n#@schema/identity 'name'\nupstreams:\n- name: ''\n\z
      #@schema/nullable\n#@schema/refers to='upstreams[].name'\nupstream: ''\n")
    local wrong = "upstreams: [{name: core}, {name: edge}]\nupstream: coore\n"
    local result = fleet:publish(wrong)
    local applied = command.run({ "-f", "schema.yml", "-f", "values.yml" }, { folder = fleet.folder })
    assert.equal(1, applied.rc)
    said(result, 1, 'must be: one of the 2 names at upstreams[].name (values.yml:3): "core", "edge"',
      'hint: did you mean "core"?')
    assert.truthy(result.stderr:find(applied.stderr, 1, true), result.stderr)
    said(fleet:publish "upstreams: [{name: core}, {name: core}]\n", 1, "different from all other items in name")
    assert.same({}, server:keys("/specs/" .. fleet.name .. "/"))
    said(fleet:publish "upstreams: [{name: core}]\nupstream: core\n", 0, "(serial 1)")
  end)

  it("refuses a schema that breaks values, unless that is allowed", function()
    said(fleet:publish "port: 81\n", 0)
    fleet:write("schema.yml", "#@data/values-schema\n---\n#@schema/validation max=100\nport: 80\nmode: ''\n\z
      #@schema/sensitive\nkey: ''\n")
    local result = fleet:publish "port: 81\n"
    said(result, 1, "breaking[bound-added]: port", "1 change: 1 breaking",
      "not published: the new schema refuses values",
      "--allow-breaking")
    assert.equal(1, fleet:pointer().serial)
    assert.equal(1, #fleet:bundles())
    local printed = json(fleet:publish("port: 81\n", { "--report", "json" }).stdout)
    assert.same({ "refused", "breaking", "port" },
      { printed.outcome, printed.refusals[1].kind, printed.schema.changes[1].path })
    said(fleet:publish("port: 81\n", { "--allow-breaking" }), 0, "breaking[bound-added]: port", "(serial 2)")
  end)

  it("asks the schemas that nodes have of their own", function()
    said(fleet:publish "port: 81\n", 0)
    local id = own_schema "port: 80\nmode: ''\nkey: ''\n"
    for _, node in ipairs { "old1", "old2" } do fleet:play(node, "ack", { schema = id }) end
    fleet:play("new", "ack")
    fleet:write("schema.yml", publisher.schema .. "more: 1\n")
    said(fleet:publish "port: 82\nmore: 2\n", 1, "nodes old1, old2 have an own schema ("
      .. id:sub(1, 12) .. ") that refuses the new values:\n",
      "more", "not published: nodes with a schema of their own would refuse the values")
    local printed = json(fleet:publish("port: 82\nmore: 2\n", { "--report", "json" }).stdout)
    assert.same({ "old1", "old2" }, printed.forward[1].nodes)
    assert.equal("more", printed.forward[1].violations[1].path)
    said(fleet:publish "port: 82\n", 0, "nodes old1, old2: their own schema (", "refuses other values", "(serial 2)")
    said(fleet:publish("port: 82\nmore: 2\n", { "--allow-breaking" }), 0, "(serial 3)")
  end)

  it("carries large values in parts", function()
    fleet:write("schema.yml", "#@data/values-schema\n---\ntext: ''\n")
    local text = ("0123456789abcdef"):rep(150000)
    said(fleet:publish("text: " .. text .. "\n"), 0)
    local now = fleet:pointer()
    assert.equal(3, now.stable.parts)
    local store = stores.new(fleet.etcd, fleet.keys, fleet.name)
    assert.is_true(assert(store:bundle(now.stable)).files[2].text:find(text, 1, true) ~= nil)
    said(fleet:publish "text: b\n", 0, 'text: "0123456789abcdef')
    said(fleet:run "rollback", 0, "is in service again")
    fleet.etcd:delete(fleet.keys:part(now.stable.bundle, 2))
    said(fleet:publish "text: c\n", 1, "what is in service cannot be read", "--allow-breaking")
    said(fleet:publish("text: c\n", { "--allow-breaking" }), 0)
  end)

  it("takes files, folders and standard input, as other commands do", function()
    command.output("mkdir -p " .. command.quote(fleet.folder .. "/conf/deep"))
    fleet:write("conf/a.yml", publisher.schema)
    fleet:write("conf/deep/b.yml", "#@data/values\n---\nport: 1\n")
    fleet:write("last.yml", "#@data/values\n---\nport: 2\n")
    local stdin = fleet:write("stdin", "#@data/values\n---\nport: 3\n")
    said(fleet:run("publish", { "-f", "conf", "-f", "last.yml" }), 0)
    said(fleet:run("publish", { "-f", "-", "-f", fleet.folder .. "/conf" }, { stdin = stdin }), 0, "port: 2 -> 1")
    said(fleet:run("publish", { "-f", "conf", "-f", "-" }, { stdin = stdin }), 0, "port: 1 -> 3")
    local store = stores.new(fleet.etcd, fleet.keys, fleet.name)
    for _, file in ipairs(assert(store:bundle(fleet:pointer().history[1])).files) do
      assert.is_nil(file.name:find(fleet.folder, 1, true), file.name)
    end
  end)

  local function key(name)
    command.output(("cd %s && openssl genpkey -algorithm ed25519 -out %s.pem && openssl pkey -in %s.pem -pubout"
      .. " -out %s.pub"):format(command.quote(fleet.folder), name, name, name))
    return command.read(fleet.folder .. "/" .. name .. ".pub")
  end

  -- ---- what is there, and what would be done --------------------------------------------

  it("shows what it would do, and does nothing, with --dry-run", function()
    said(fleet:publish("port: 81\n", { "--dry-run" }), 0, "nothing was changed: this would go into service on all")
    assert.same({}, server:keys("/specs/" .. fleet.name .. "/"))
    said(fleet:publish "port: 81\n", 0)
    local revision = server:revision()
    said(fleet:publish("port: 82\n", { "--dry-run" }), 0, "port: 81 -> 82", "nothing was changed")
    said(fleet:publish("port: 81\n", { "--dry-run" }), 0, "nothing changes")
    said(fleet:publish("port: x\n", { "--dry-run" }), 1, "expected: integer")
    fleet:write("schema.yml", "#@data/values-schema\n---\nport: ''\nmode: ''\nkey: ''\n")
    said(fleet:publish("port: a\n", { "--dry-run" }), 1, "not published: the new schema refuses values")
    assert.equal("refused", json(fleet:publish("port: a\n", { "--dry-run", "--report", "json" }).stdout).outcome)
    fleet:write("schema.yml", publisher.schema)
    assert.equal("planned", json(fleet:publish("port: 83\n", { "--dry-run", "--report", "json" }).stdout).outcome)
    assert.equal(revision, server:revision())
    said(fleet:publish("port: 82\n", { "--dry-run", "--wait" }), 2, "--dry-run changes nothing: leave --wait out")
    fleet:play("n1", "ack")
    said(fleet:publish("port: 82\n", { "--dry-run", "--canary", "5%" }), 0, "this would be tried by 1 of 1 node: n1")
    assert.equal(1, fleet:pointer().serial)
  end)

  it("goes forward again to a bundle by its name", function()
    said(fleet:publish "port: 81\n", 0)
    said(fleet:publish "port: 82\n", 0)
    local id = fleet:pointer().stable.bundle
    said(fleet:run "rollback", 0, "to go forward again: yschema publish --bundle " .. id:sub(1, 12) .. " --to "
      .. fleet.url .. " " .. fleet.name)
    said(fleet:run("publish", { "--bundle", id:sub(1, 12) }), 0, "port: 81 -> 82", "is in service (serial 4)")
    assert.equal(id, fleet:pointer().stable.bundle)
    said(fleet:run("publish", { "--bundle", id }), 0, "nothing changes")
    said(fleet:run("publish", { "--bundle", ("0"):rep(12) }), 1, "no bundle in the store has a name that begins with")
    said(fleet:run("publish", { "--bundle", "xyz123" }), 2, "--bundle: expected at least 6 hexadecimal digits")
    said(fleet:run("publish", { "--bundle", id, "-f", "schema.yml" }), 2, "-f and --bundle exclude each other")
    key "one"
    said(fleet:run("publish", { "--bundle", id, "--sign", "one.pem" }), 1, "cannot be signed", "it is not signed")
    said(fleet:publish("port: 83\n", { "--sign", "one.pem" }), 0, "signed (serial 5)")
    local signed = fleet:pointer().stable.bundle
    said(fleet:publish("port: 84\n", { "--sign", "one.pem" }), 0)
    said(fleet:run("publish", { "--bundle", signed, "--sign", "one.pem" }), 0, "signed (serial 7)")
  end)

  it("lists configurations, and says what is there in place of what is not", function()
    local function run(words, vars) return command.run(words, { folder = fleet.folder, vars = vars }) end
    said(fleet:publish "port: 81\n", 0)
    local listed = run { "fleet", "--to", fleet.url }
    said(listed, 0, ("%s: bundle %s, serial 1\n"):format(fleet.name, fleet:pointer().stable.bundle:sub(1, 12)))
    local data = json(run({ "fleet", "--to", fleet.url, "--report", "json" }).stdout)
    assert.equal("/specs", data.prefix)
    local found
    for _, one in ipairs(data.configurations) do found = one.name == fleet.name and one or found end
    assert.same({ 1, fleet:pointer().stable.bundle }, { found.serial, found.bundle })
    local mistyped = fleet.url:gsub("/specs$", "/spec")
    said(run { "fleet", "--to", mistyped }, 1, "there is no configuration below the prefix /spec; configurations are"
      .. " below /specs\n")
    said(run { "fleet", "--to", mistyped, fleet.name }, 1, "nothing is in service", "below the prefix /spec;", "/specs")
    said(run { "fleet", "--to", fleet.url, "gatewya" }, 1, "below /specs there is no configuration gatewya, but")
    said(run { "fleet", "--to", fleet.url, "--wait" }, 2, "name it")
    said(run { "fleet", "--to", fleet.url, "--dry-run", fleet.name }, 2, "is for 'yschema fleet repair NAME'")
  end)

  it("repairs nothing while the pointer is in order", function()
    said(fleet:publish "port: 81\n", 0)
    local words = { "fleet", "repair", "--to", fleet.url, fleet.name, "--report", "json" }
    local printed = json(command.run(words, { folder = fleet.folder }).stdout)
    assert.same({ fleet.name, "unchanged" }, { printed.name, printed.outcome })
  end)

  it("repairs a pointer that is gone by what was signed", function()
    key "one"
    said(fleet:publish("port: 81\n", { "--sign", "one.pem" }), 0)
    server:delete(fleet.keys.pointer)
    server:compact()
    local words = { "fleet", "repair", "--to", fleet.url, fleet.name, "--sign", "one.pem" }
    said(command.run(words, { folder = fleet.folder }), 0, "is in service again, signed",
      "it was signed with this key last")
  end)

  it("takes the address of the store from the environment", function()
    said(fleet:publish "port: 81\n", 0)
    local vars = { "YSCHEMA_FLEET=" .. fleet.url }
    said(command.run({ "fleet", fleet.name }, { vars = vars }), 1, fleet.name .. ": bundle ")
    said(command.run({ "rollback", fleet.name }, { vars = vars }), 1, "there is nothing to go back to")
    said(command.run({ "fleet" }, { vars = vars }), 0, fleet.name .. ": bundle ")
    said(command.run({ "fleet", fleet.name, "--to", "etcd://127.0.0.1:1/specs" }, { vars = vars }), 2, "127.0.0.1:1")
    said(command.run { "fleet", fleet.name }, 2, "Say it with --to", "YSCHEMA_FLEET")
    said(command.run({ "fleet", fleet.name }, { vars = { "YSCHEMA_FLEET=" } }), 2, "Say it with --to")
  end)

  -- ---- signatures ---------------------------------------------------------------------

  it("signs, and does not put what is unsigned in the place of what is signed", function()
    local one, other = key "one", key "other"
    said(fleet:publish("port: 81\n", { "--sign", "one.pem" }), 0, "is in service, signed (serial 1)")
    local id = fleet:pointer().stable.bundle
    local version = bundle.schema_version { { role = "schema", name = "schema.yml", text = publisher.schema } }
    local function pem() return fleet.etcd:range(fleet.keys:signature(id, 1)).kvs[1].value end
    local function is_signed(public)
      return (release.verify(pem(), { pointer = fleet.keys.pointer, bundle = id, serial = 1, schema_version = version },
        public))
    end
    assert.is_true(is_signed(one))
    assert.is_nil(is_signed(other))
    said(fleet:publish("port: 81\n", { "--sign", "one.pem" }), 0, "nothing changes")
    said(fleet:publish("port: 81\n", { "--sign", "other.pem" }), 0, "nothing changes", "has one more signature")
    assert.is_true(is_signed(one))
    assert.is_true(is_signed(other))
    said(fleet:publish("port: 81\n", { "--sign", "other.pem" }), 0)
    assert.equal(2, select(2, pem():gsub("BEGIN CERT", "")))
    said(fleet:publish "port: 82\n", 1, "not published: what is in service is signed, and this is not", "--unsigned")
    assert.equal(1, fleet:pointer().serial)
    said(fleet:publish("port: 82\n", { "--unsigned" }), 0, "(serial 2)")
    said(fleet:publish("port: 82\n", { "--sign", "one.pem" }), 0, "signed (serial 3)")
    said(fleet:publish("port: 83\n", { "--sign", "none.pem" }), 2, "none.pem")
    assert.equal(3, fleet:pointer().serial)
  end)

  it("signs what gets another serial anew, and nothing that it does not know", function()
    local one = key "one"
    key "other"
    local function is_signed(target)
      local version = bundle.schema_version { { role = "schema", name = "schema.yml", text = publisher.schema } }
      local item = fleet.etcd:range(fleet.keys:signature(target.bundle, target.serial)).kvs[1]
      return (release.verify(item and item.value, { pointer = fleet.keys.pointer, bundle = target.bundle,
        serial = target.serial, schema_version = version }, one))
    end
    said(fleet:publish("port: 81\n", { "--sign", "one.pem" }), 0, "signed (serial 1)")
    fleet:play("n1", "ack")
    said(fleet:publish("port: 82\n", { "--sign", "other.pem", "--canary", "100%" }), 1,
      "not published: what is in service was not signed with this key, so canaries could not go back to it")
    said(fleet:publish("port: 82\n", { "--sign", "one.pem", "--canary", "100%" }), 0, "rollback --to " .. fleet.url
      .. " --sign one.pem")
    said(fleet:run "rollback", 1, "what is in service is signed", "--sign KEY.pem, or --unsigned")
    said(fleet:run("rollback", { "--sign", "other.pem" }), 1, "cannot be signed", "signed with another key")
    assert.equal(2, fleet:pointer().serial)
    said(fleet:run("rollback", { "--sign", "one.pem" }), 0, "the canary", "stays in service (serial 3)")
    assert.is_true(is_signed(fleet:pointer().stable))
    said(fleet:publish("port: 82\n", { "--sign", "one.pem", "--canary", "100%" }), 0, "(serial 4)")
    said(fleet:run("publish", { "--promote" }), 1, "what is in service is signed")
    said(fleet:run("publish", { "--promote", "--sign", "one.pem" }), 0, "(serial 5)")
    assert.is_true(is_signed(fleet:pointer().stable))
    said(fleet:run("rollback", { "--sign", "one.pem" }), 0, "in service again (serial 6)")
    assert.is_true(is_signed(fleet:pointer().stable))
    -- An attacker without a key writes another bundle into the history.
    said(fleet:publish("port: 83\n", { "--sign", "one.pem" }), 0, "(serial 7)")
    local now = fleet:pointer()
    local text, id = bundle.make { name = fleet.name, by = "x", made = now.made, files = {
      { role = "schema", name = "s.yml", text = "#@data/values-schema\n---\nport: 666\n" } } }
    assert(fleet.etcd:put(fleet.keys:part(id, 1), text))
    now.history[1].bundle = id
    assert(fleet.etcd:put(fleet.keys.pointer, pointer.encode(now)))
    said(fleet:run("rollback", { "--sign", "one.pem" }), 1, "bundle " .. id:sub(1, 12) .. " cannot be signed",
      "publish its files again")
    assert.equal(7, fleet:pointer().serial)
    said(fleet:run("rollback", { "--unsigned" }), 0, "in service again (serial 8)")
  end)

  -- ---- canaries -----------------------------------------------------------------------

  it("refuses canaries where there can be none", function()
    said(fleet:publish("port: 81\n", { "--canary", "5%" }), 1, "nothing is in service yet")
    said(fleet:publish "port: 81\n", 0)
    said(fleet:publish("port: 82\n", { "--canary", "5%" }), 1, "no node is alive")
    said(fleet:run("publish", { "--promote" }), 1, "there is no canary")
    assert.equal(1, fleet:pointer().serial)
  end)

  it("leaves a canary alone, until it is taken back or put into service", function()
    said(fleet:publish "port: 81\n", 0)
    for i = 1, 10 do fleet:play("n" .. i, "ack") end
    local result = fleet:publish("port: 82\n", { "--canary", "15%" })
    said(result, 0, "is tried by 2 of 10 nodes (serial 2)", "yschema publish --promote --to " .. fleet.url .. " "
      .. fleet.name, "yschema rollback --to")
    local now = fleet:pointer()
    assert.same({ 15, 1 }, { now.canary.percent, now.stable.serial })
    local count = 0
    for i = 1, 10 do count = count + (select(2, pointer.for_node(now, "n" .. i)) and 1 or 0) end
    assert.equal(2, count)
    said(fleet:publish "port: 83\n", 1, "a canary is under way (bundle " .. now.canary.bundle:sub(1, 12), "rollback")
    said(fleet:publish "port: 82\n", 1, "this is what the canaries have", "--promote")
    said(fleet:publish("port: 82\n", { "--canary", "15%" }), 0, "is tried by the canaries already")
    said(fleet:run("publish", { "--promote" }), 0, "is in service on all nodes (serial 3)")
    assert.same({ now.canary.bundle, nil }, { fleet:pointer().stable.bundle, fleet:pointer().canary })
  end)

  it("does not put into service what canaries have refused", function()
    said(fleet:publish "port: 81\n", 0)
    fleet:play("n1", "ack")
    said(fleet:publish("port: 82\n", { "--canary", "100%" }), 0)
    fleet:play("n1", "nack", { report = "port 82 is taken here" })
    said(fleet:run("publish", { "--promote" }), 1, "canaries have refused it", "node n1 refuses bundle",
      "  port 82 is taken here")
    said(fleet:run("publish", { "--promote", "--allow-breaking" }), 0)
  end)

  -- The parts that differ from one run to the next: ids by the order in which they come, times, users, seconds.
  local function normal()
    local names, count = {}, 0
    return function(text)
      text = text:gsub("%d%d%d%d%-%d%d%-%d%dT[%d:]+Z", "TIME"):gsub("by%s+%S+@%S+", "by WHO"):gsub(" %ds\n", " 4s\n")
      return (text:gsub("%f[%x]%x%x%x%x%x%x%x%x%x%x%x%x%f[%X]", function(id)
        if not names[id] then
          count = count + 1
          names[id] = "ID" .. count
        end
        return names[id]
      end):gsub("%s+", " "))
    end
  end

  it("does what its page shows", function()
    local pages = require "spec.support.pages"
    local expected, got, turns = normal(), normal(), 0
    fleet.name, fleet.keys = "gateway", assert(layout.new("prod", "gateway"))
    local function play()
      local first = fleet:pointer().history[1]
      for _, node in ipairs { "web1", "web2" } do fleet:play(node, "ack") end
      fleet:play("web3", "wait", { serial = 1, bundle = first.bundle, verdict = "ack", serving = first.bundle,
        serving_serial = 1, at = os.time() - 3 * 3600 })
    end
    local function refuse()
      local now = fleet:pointer()
      fleet:play("web2", "nack", { report = "port 9443 is taken on this node", serving = now.stable.bundle,
        serving_serial = 2, at = os.time() - 4 })
      fleet:play("web1", "ack", { at = os.time() - 600 })
    end
    for _, fence in ipairs(pages.fences(command.read "examples/fleet/publish.md")) do
      if fence.language == "yaml" then fleet:write(fence.file, fence.body) end
      for _, turn in ipairs(fence.language == "text" and pages.dialogue(fence.body) or {}) do
        if turn.typed:find("--canary", 1, true) then play() end
        if turn.typed:find "^yschema fleet" then refuse() end
        local typed = turn.typed:gsub(":2379", ":" .. server.port)
        local printed = pages.type(typed, fleet.folder):gsub(":" .. server.port, ":2379")
        assert.equal(expected(turn.printed), got(printed), "line " .. fence.line)
        turns = turns + 1
      end
    end
    assert.equal(8, turns)
  end)
end)
