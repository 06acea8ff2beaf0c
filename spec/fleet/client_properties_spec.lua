-- Answers of etcd with random errors: the client gives a result of the expected form or a problem, and never throws.

local client = require "yschema.fleet.etcd.client"
local core = require "yschema.core"

-- LuaSocket is not needed: the answers are in memory.
local letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

local transport = {
  now = function() return 0 end,
  encode = function() return "YQ==" end,
  decode = function(text) return #text > 0 and letters:find(text:sub(1, 1), 1, true) and "a" or nil end,
}

-- Lets the transport answer with these texts, one for each connection.
local function answering(random, texts)
  local at = 0
  function transport.connect()
    at = at + 1
    local text = assert(texts[at], "one connection more")
    local socket = {}
    function socket.settimeout() end
    function socket.close() end
    function socket.send() return true end
    function socket.receive()
      if text == "" then return nil, "closed" end
      local count = random(#text)
      local piece = text:sub(1, count)
      text = text:sub(count + 1)
      return piece
    end
    return socket
  end
end

local header = { cluster_id = "1", revision = "7" }
local kv = { key = "YQ==", value = "YQ==", mod_revision = "5", create_revision = "4", lease = "12" }

local function is_kvs(list)
  for _, item in ipairs(list) do
    assert(type(item.key) == "string" and type(item.value) == "string" and ("%d"):format(item.mod_revision))
    assert(item.lease == nil or type(item.lease) == "string")
  end
  return true
end

-- Each: the answer, what is asked, and whether a result has its form.
local calls = {
  {
    { header = header, kvs = { kv, kv }, more = true },
    function(store) return store:range "a" end,
    function(found) return is_kvs(found.kvs) and ("%d"):format(found.revision) and type(found.more) == "boolean" end,
  },
  {
    { header = header, succeeded = true, responses = { { response_put = {} }, { response_range = { kvs = { kv } } } } },
    function(store) return store:txn { compare = { { "a", 0 } }, success = { { put = { "a", "b" } } } } end,
    function(done)
      for _, response in ipairs(done.responses) do assert(not response.kvs or is_kvs(response.kvs)) end
      return type(done.succeeded) == "boolean" and ("%d"):format(done.revision) ~= ""
    end,
  },
  {
    { header = header, deleted = "3" }, function(store) return store:delete "a" end,
    function(done) return ("%d"):format(done.deleted) ~= "" end,
  },
  { { header = header, ID = "12", TTL = "60" }, function(store) return store:grant(60) end,
    function(id) return type(id) == "string" end },
  { { result = { header = header, ID = "12", TTL = "60" } }, function(store) return store:keep_alive "12" end,
    function(seconds) return ("%d"):format(seconds) ~= "0" end },
  {
    { result = { header = header, events = { { kv = kv }, { type = "DELETE", kv = kv } } } },
    function(store)
      local watch, problem = store:watch "a"
      if not watch then return nil, problem end
      return watch:next(1)
    end,
    function(changes) return is_kvs(changes.events) and ("%d"):format(changes.revision) ~= "" end,
    stream = true,
  },
  {
    { result = { header = header, canceled = true, compact_revision = "7", cancel_reason = "oh no" } },
    function(store)
      local watch, problem = store:watch "a"
      if not watch then return nil, problem end
      local changes
      changes, problem = watch:next(1)
      assert(not problem or not problem.compact_revision or ("%d"):format(problem.compact_revision))
      return changes, problem
    end,
    function() return false end, stream = true,
  },
  { { error = "etcdserver: oh no", message = "etcdserver: oh no", code = 14 },
    function(store) return store:range "a" end, function() return false end, status = "503 Oh no" },
}

local odd = {
  core.null, true, false, 0, -1, 1.5, 1e300, "", "x", "1", "-1", "99999999999999999999", "YQ==", "***",
  setmetatable({}, core.array_mt), { a = 1 }, setmetatable({ "x", 1 }, core.array_mt),
}

-- A copy in which some parts are others, or missing.
local function invalid(value, random)
  if random(12) == 1 then return odd[random(#odd)] end
  if type(value) ~= "table" then return value end
  local copy = setmetatable({}, getmetatable(value) or value[1] and core.array_mt)
  local keys = {}
  for key in pairs(value) do keys[#keys + 1] = key end
  table.sort(keys)
  for _, key in ipairs(keys) do
    if value[1] or random(12) > 1 then copy[key] = invalid(value[key], random) end
  end
  return copy
end

local function http(text, status)
  return ("HTTP/1.1 %s\r\nContent-Length: %d\r\n\r\n%s"):format(status or "200 OK", #text, text)
end

describe("the client of etcd", function()
  it("gives a result or a problem, whatever the answer holds", function()
    local seed = 11
    local function random(most)
      seed = seed * 16807 % 2147483647
      return 1 + math.floor(seed / 2147483647 * most)
    end
    local good = http(core.encode({ header = header }, "json"))
    local counts = { results = 0, problems = 0 }
    for _ = 1, 400 do
      for _, call in ipairs(calls) do
        local text = core.encode(invalid(call[1], random), "json")
        if call.stream then
          local created = core.encode({ result = { header = header, created = true } }, "json")
          text = http((created .. text .. text):gsub("\n+", "\n"))
        else
          text = http(text, call.status)
        end
        answering(random, call[2] and { text, text })
        local store = client.new { endpoints = { { host = "h", port = 1 } }, transport = transport }
        store.session.cluster, store.session.known[1] = "1", true
        local result, problem = call[2](store)
        if result ~= nil then
          assert.is_true(call[3](result), text)
          counts.results = counts.results + 1
        else
          assert.is_string(problem.kind, text)
          assert.matches("^etcd at h:1: .", tostring(problem))
          counts.problems = counts.problems + 1
        end
      end
    end
    answering(random, { good })
    assert(client.new { endpoints = { { host = "h", port = 1 } }, transport = transport }:range "a")
    assert.is_true(counts.results > 300 and counts.problems > 300)
  end)
end)
