-- Each value in each record is replaced by values of other kinds: a reader refuses them, and never throws.

local bundle = require "yschema.fleet.bundle"
local cache_file = require "yschema.fleet.cache_file"
local core = require "yschema.core"
local digest = require "yschema.fleet.digest"
local fleet = require "spec.support.fleet"
local node_status = require "yschema.fleet.node_status"
local pointer = require "yschema.fleet.pointer"
local yschema = require "yschema"

if not fleet.usable "records of others" then return end

local list = yschema.array_mt
local odd = {
  yschema.null, true, false, 0, 1, -1, 0.5, 1e300, 2 ^ 53, 2 ^ 53 - 1, "", "x", "\0", "a\nb", ("9"):rep(400),
  ("a"):rep(64), "yschema-bundle/99999999999999999999", "/etc/passwd", "../x", {}, { a = 1 },
  setmetatable({}, list), setmetatable({ 1 }, list), setmetatable({ {} }, list),
}

local function decoded(text)
  local documents = assert(core.parse(core.source("record", text, false, true), {}))
  local value = documents:value(1, true)
  documents:close()
  return value
end

-- Calls f with the text of the record, in which one value at a time is another one, or is missing.
local function each_odd(text, f)
  local record = decoded(text)
  local count = 0
  local function try()
    count = count + 1
    f((core.encode(record, "json"):gsub("\n$", "")))
  end
  local function walk(node)
    local keys = {}
    for key in pairs(node) do keys[#keys + 1] = key end
    for _, key in ipairs(keys) do
      local own = node[key]
      for _, value in ipairs(odd) do
        node[key] = value
        try()
      end
      if type(key) == "string" then
        node[key] = nil
        try()
      end
      node[key] = own
      if type(own) == "table" then walk(own) end
    end
  end
  walk(record)
  return count
end

local text, id = fleet.bundle()
local header, texts = text:match "^([^\n]*)\n(.*)$"

local function one(letter) return { bundle = letter:rep(64), parts = 1, made = fleet.made, by = fleet.by } end

describe("a reader is not misled by values of other kinds in", function()
  local function validated(got, problem, written)
    assert.is_true(got ~= nil or type(problem) == "string" and not problem:find "%c", written)
    return got
  end

  it("bundles", function()
    local count = each_odd(header, function(line)
      local own = line .. "\n" .. texts
      local got = validated(bundle.read(own, digest.sha256(own), "gateway"))
      if got then assert.is_string((bundle.make(got))) end
    end)
    assert.is_true(count > 300)
  end)

  it("pointers", function()
    local now = pointer.publish(pointer.publish(nil, one "a"), one "b")
    now = assert(pointer.canary(now, one "c", 5, "0fffffff"))
    local count = each_odd(pointer.encode(now), function(line)
      local got = validated(pointer.parse(line))
      if not got then return end
      assert.same(got, pointer.parse(pointer.encode(got)))
      assert.is_table((pointer.for_node(got, "web-1")))
      assert.is_table((pointer.parse(pointer.encode(pointer.publish(got, one "d")))))
      assert.is_table((pointer.parse(pointer.encode((pointer.rollback(got, one "d"))))))
    end)
    assert.is_true(count > 500)
  end)

  it("statuses of nodes", function()
    local status = assert(node_status.encode { node = "web-1", yschema = "0.1.0", serial = 3, bundle = id,
      verdict = "nack", report = "no\n", serving = id, serving_serial = 2, canary = true, schema = id, at = 1 })
    each_odd(status, function(line)
      local got = validated(node_status.parse(line, "web-1"))
      if got then assert.is_string((node_status.encode(got))) end
    end)
  end)

  it("cache files", function()
    local whole = assert(cache_file.make { name = "gateway", serial = 7, id = id, cluster = "1", signature = "x",
      text = text })
    local line = whole:match "[^\n]*"
    each_odd(line, function(own)
      validated(cache_file.read(own .. "\n" .. text, "gateway"))
      if own ~= line then assert.is_nil((cache_file.read(own .. "\n" .. text, "gateway"))) end
    end)
  end)
end)
