-- The client of etcd, against a real one.

local client = require "yschema.fleet.etcd.client"
local etcd = require "spec.support.etcd"
local problems = require "spec.support.problems"

if not etcd.usable "the client of etcd" then return end

describe("the client of etcd #programs", function()
  local server, store

  lazy_setup(function() server = etcd.start() end)
  lazy_teardown(function() server:stop() end)

  before_each(function()
    server:delete("", true)
    store = client.new { endpoints = { { host = server.host, port = server.port } } }
  end)

  local problem = problems.of

  describe("keys", function()
    local all = {}
    for i = 0, 255 do all[#all + 1] = string.char(i) end
    local bytes = table.concat(all)

    it("are written, read and removed", function()
      assert.same({}, assert(store:range "a").kvs)
      local revision = assert(store:put("a", "1")).revision
      assert.equal("1", server:get "a")
      assert.same({
        kvs = { { key = "a", value = "1", mod_revision = revision, create_revision = revision } },
        revision = revision, more = false,
      }, store:range "a")
      assert.same({ revision = revision + 1, deleted = 1 }, store:delete "a")
      assert.same({ revision = revision + 1, deleted = 0 }, store:delete "a")
      assert.is_nil(server:get "a")
    end)

    it("and values have any bytes, and any length", function()
      for _, value in ipairs { "", "\0", "ab", "abc", bytes, ("x"):rep(1024 * 1024) .. "\255" } do
        assert(store:put("k" .. bytes, value))
        local found = assert(store:range("k" .. bytes)).kvs[1]
        assert.equal("k" .. bytes, found.key)
        assert.is_true(value == found.value)
      end
    end)

    it("are found by what they begin with", function()
      for _, key in ipairs { "p", "p/", "p/1", "p/2", "p0", "p\255", "p\255\1", "q" } do assert(store:put(key, "v")) end
      local function keys(prefix, options)
        options = options or {}
        options.prefix = true
        local list = {}
        for i, kv in ipairs(assert(store:range(prefix, options)).kvs) do list[i] = kv.key end
        return list
      end
      assert.same({ "p/", "p/1", "p/2" }, keys "p/")
      assert.same({ "p\255", "p\255\1" }, keys "p\255")
      assert.equal(8, #keys "")
      assert.same({ "p", "p/" }, keys("p", { limit = 2, keys_only = true }))
      local found = store:range("p", { prefix = true, limit = 2, keys_only = true })
      assert.same({ true, "" }, { found.more, found.kvs[1].value })
      assert.same({ "p/2" }, keys("p/", { after = "p/1" }))
      assert.same({ "q" }, keys("", { after = "p\255\1" }))
      assert.equal(3, store:delete("p/", { prefix = true }).deleted)
      assert.same({ "p", "p0", "p\255", "p\255\1", "q" }, keys "")
      assert.equal(5, store:delete("", { prefix = true }).deleted)
    end)

    it("are changed together, or not at all", function()
      local first = assert(store:txn {
        compare = { { "a", 0 }, { "b", 0 } }, success = { { put = { "a", "1" } }, { put = { "b", "2" } } },
      })
      assert.same({ succeeded = true, revision = first.revision, responses = { {}, {} } }, first)
      local second = assert(store:txn {
        compare = { { "a", 0 } }, success = { { put = { "a", "3" } } }, failure = { { range = { "a" } } },
      })
      assert.is_false(second.succeeded)
      assert.equal("1", second.responses[1].kvs[1].value)
      local third = assert(store:txn {
        compare = { { "a", first.revision } },
        success = { { put = { key = "a", value = "4" } }, { delete = { "b" } }, { range = { "", prefix = true } } },
      })
      assert.is_true(third.succeeded)
      assert.same({ "4" }, { third.responses[3].kvs[1].value, third.responses[3].kvs[2] })
    end)

    it("of more than etcd takes are refused", function()
      local failure = problem("size", store:put("a", ("x"):rep(2000000)))
      assert.matches("^etcd at 127.0.0.1:%d+: it says \".*too large\": .*%-%-max%-request%-bytes", tostring(failure))
    end)

    it("of more than the client reads are refused", function()
      assert(store:put("a", ("x"):rep(2000)))
      local small = client.new { endpoints = { { host = server.host, port = server.port } }, max_bytes = 1500 }
      problem("size", small:range "a")
      assert.equal(0, #assert(small:range "b").kvs)
    end)
  end)

  describe("leases", function()
    it("are kept alive, and take their keys with them", function()
      local lease = assert(store:grant(60))
      assert.is_string(lease)
      assert(store:put("n", "v", lease))
      assert.equal(lease, store:range("n").kvs[1].lease)
      assert.equal(60, store:keep_alive(lease))
      assert.is_true(store:revoke(lease))
      assert.is_nil(server:get "n")
      problem("lease", store:keep_alive(lease))
      problem("lease", store:revoke(lease))
      problem("lease", store:put("n", "v", lease))
    end)
  end)

  describe("a watch", function()
    local function shown(changes)
      local list = {}
      for i, event in ipairs(changes.events) do list[i] = ("%s %s=%s"):format(event.type, event.key, event.value) end
      return table.concat(list, ", ")
    end

    it("reports what changes from now on", function()
      local watch = assert(store:watch("w/", { prefix = true }))
      assert.same({ nil, "timeout" }, { watch:next(0.05) })
      server:put("other", "1")
      local revision = server:put("w/a", "1")
      local changes = assert(watch:next(5))
      assert.equal("put w/a=1", shown(changes))
      assert.equal(revision, changes.revision)
      server:delete "w/a"
      assert.equal("delete w/a=", shown(assert(watch:next(5))))
      assert.same({ nil, "timeout" }, { watch:next(0.05) })
      watch:close()
      problem("call", watch:next(1))
    end)

    it("reports what has changed since a revision", function()
      local revision = server:put("w", "1")
      server:put("w", "2")
      server:put("x", "3")
      local watch = assert(store:watch("w", { from = revision }))
      local list = {}
      repeat
        local changes = watch:next(#list < 2 and 5 or 0.05)
        if changes then
          for _, event in ipairs(changes.events) do list[#list + 1] = event.value end
          assert.is_true(changes.revision <= revision + 1)
        end
      until not changes
      assert.same({ "1", "2" }, list)
      watch:close()
    end)

    it("gives large values whole", function()
      local value = ("0123456789abcdef"):rep(64 * 1024)
      local watch = assert(store:watch "w")
      assert(store:put("w", value))
      assert.is_true(value == assert(watch:next(5)).events[1].value)
      watch:close()
    end)

    it("ends when its revision was compacted", function()
      local revision = server:put("w", "1")
      server:put("w", "2")
      server:compact()
      local watch = assert(store:watch("w", { from = revision }))
      local failure = problem("compacted", watch:next(5))
      assert.equal(revision + 1, failure.compact_revision)
      assert.equal(failure, select(2, watch:next(5)))
    end)
  end)
end)
