-- Several publishers, nodes of several ages, and clocks that differ.

local fleet = require "spec.support.real_fleet"

if not fleet.usable "publishers and nodes that differ" then return end

local by_hand = require "spec.support.by_hand"
local command = require "spec.support.command"
local etcd = require "spec.support.etcd"

local older_schema = [[
#@data/values-schema
---
left: 0
#@schema/validation max=100
right: 0
token: ""
many:
- ""
]]

describe("publishers and nodes that differ", function()
  local server, nodes, store, shift, key

  -- A day ahead, and ten years late. One node has an older schema of its own.
  local shifts = { "0", "86400", "-315360000" }

  setup(function()
    shift = os.tmpname()
    local said = command.output(("cc -shared -fPIC -o %s spec/fleet/clock.c -ldl 2>&1"):format(command.quote(shift)))
    assert.equal("", table.concat(said, "\n"))
    key = os.tmpname()
    command.output(("openssl genpkey -algorithm ed25519 -out %s && openssl pkey -in %s -pubout -out %s.pem")
      :format(key, key, key))
    server = etcd.start()
    nodes = fleet.start {
      nodes = 3, etcd = server, falls = true, source = ("public_key = %q,"):format(key .. ".pem"),
      each = function(number)
        local own = number == 2 and "schema = 'older.yml'," or ""
        return {
          conf = own, files = { ["older.yml"] = older_schema },
          wrap = ("env LD_PRELOAD=%s CLOCK_SHIFT=%s"):format(command.quote(shift), shifts[number]),
        }
      end,
    }
    store = by_hand.new(server)
  end)

  teardown(function()
    if nodes then nodes:stop() end
    if server then server:stop() end
    for _, path in ipairs { shift, key, key .. ".pem" } do os.remove(path) end
  end)

  local function moved(seconds) return { "LD_PRELOAD=" .. shift, "CLOCK_SHIFT=" .. seconds } end

  -- A signature has dates, too.
  it("agree although their clocks differ", function()
    for i, seconds in ipairs { "-31536000", "315360000", "0" } do
      local said = fleet.publish(server, fleet.values(i), { "--wait", "--sign", key }, { vars = moved(seconds) })
      assert.equal(0, said.rc, said.stdout .. said.stderr)
      nodes:all_serve(i)
    end
    local said = fleet.run(server, { "fleet" })
    assert.equal(0, said.rc, said.stdout .. said.stderr)
    for i, seconds in ipairs(shifts) do
      local at = store:statuses()[("node-%03d"):format(i)].at
      assert.is_true(math.abs(at - os.time() - tonumber(seconds)) < 600, "the clock of a node is not moved")
    end
  end)

  it("are asked before anything is published: a node with an older schema is named", function()
    local before = store:pointer()
    local said = fleet.publish(server, fleet.values(101), { "--sign", key })
    assert.equal(1, said.rc, said.stdout .. said.stderr)
    local all = said.stdout .. said.stderr
    assert.is_truthy(all:find("node-002", 1, true), all)
    assert.is_truthy(all:find("right", 1, true), all)
    assert.is_nil(all:find("node-001", 1, true), all)
    assert.same(before, store:pointer())
    nodes:all_serve(3)
  end)

  it("never overwrite each other", function()
    local serial = store:pointer().serial
    local folder = command.output("mktemp -d")[1]
    local lines = {}
    for i = 11, 16 do
      local values = io.open(("%s/%d.yml"):format(folder, i), "w")
      values:write(fleet.values(i))
      values:close()
      lines[#lines + 1] = ("{ %s publish gateway --to etcd://%s/fleet -f %s/schema.yml -f %s/%d.yml --sign %s "
        .. ">%s/%d.out 2>&1; echo $? >%s/%d.rc; } &"):format(command.words, server.endpoint, folder, folder, i, key,
        folder, i, folder, i)
    end
    local schema = io.open(folder .. "/schema.yml", "w")
    schema:write(fleet.schema)
    schema:close()
    os.execute(table.concat(lines, "\n") .. "\nwait")
    local won, losers = 0, {}
    for i = 11, 16 do
      local rc = tonumber(command.read(("%s/%d.rc"):format(folder, i)))
      local said = command.read(("%s/%d.out"):format(folder, i))
      if rc == 0 then
        won = won + 1
      else
        assert.equal(1, rc, said)
        losers[#losers + 1] = said
      end
    end
    os.execute("rm -r " .. folder)
    local now = store:pointer()
    assert.equal(serial + won, now.serial, "each one that won has moved the pointer once")
    assert.is_true(won >= 1)
    for _, said in ipairs(losers) do
      assert.is_truthy(said:find("another publisher was faster", 1, true) or said:find("meanwhile", 1, true), said)
    end
    local values = fleet.wait(function() return fleet.served(nodes.nodes[1]) end)
    assert.is_true(values >= 11)
    nodes:all_serve(values)
  end)
end)
