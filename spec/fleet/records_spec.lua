-- The smaller records of a fleet: what nodes report, what they keep on disk, and what keys and digests are called.

local bundle = require "yschema.fleet.bundle"
local cache_file = require "yschema.fleet.cache_file"
local command = require "spec.support.command"
local digest = require "yschema.fleet.digest"
local fleet = require "spec.support.fleet"
local folder = require "spec.support.folder"
local layout = require "yschema.fleet.layout"
local node_status = require "yschema.fleet.node_status"
local random = require "spec.properties.random"
local release = require "yschema.fleet.release"
local signature = require "yschema.fleet.signature"

local A, B = ("a"):rep(64), ("b"):rep(64)

describe("the keys of a configuration", function()
  local keys = assert(layout.new("/prod/", "gateway"))

  it("lie below the prefix and its name", function()
    assert.equal("/prod/gateway/pointer", keys.pointer)
    assert.equal("/prod/gateway/bundles/" .. A .. "/0012", keys:part(A, 12))
    assert.equal("/prod/gateway/signatures/" .. A .. "/12", keys:signature(A, 12))
    assert.equal("/prod/gateway/signatures/" .. A .. "/9007199253692416", keys:signature(A, 2 ^ 53 - 2 ^ 20))
    assert.equal("/prod/gateway/schemas/" .. A, keys:schema(A))
    assert.equal("/prod/gateway/nodes/web-1", keys:node "web-1")
    for _, prefix in ipairs { "prod", "/prod", "prod//", "//prod/" } do
      assert.equal(keys.pointer, layout.new(prefix, "gateway").pointer)
    end
    for _, prefix in ipairs { "", "/" } do assert.equal("/gateway/pointer", layout.new(prefix, "gateway").pointer) end
    assert.equal("/gateway/pointer", layout.new(nil, "gateway").pointer)
    assert.equal("/a/b/gateway/pointer", layout.new("a/b", "gateway").pointer)
  end)

  it("are taken apart again", function()
    assert.equal("web-1", keys:node_of(keys:node "web-1"))
    assert.same({ A, 12 }, { keys:part_of(keys:part(A, 12)) })
    assert.same({ A, 12 }, { keys:signature_of(keys:signature(A, 12)) })
  end)

  it("are not those of others", function()
    for _, key in ipairs { "/prod/gateway/nodes/", "/prod/gateway/nodes/a/b", "/prod/gateway/nodesx",
      "/prod/mail/nodes/a", "/prod/gateway/nodes/a\nb", "" } do assert.is_nil(keys:node_of(key)) end
    for _, tail in ipairs { A, A .. "/1", A .. "/00012", A:upper() .. "/0001", "a/0001", A .. "/0001/x" } do
      assert.is_nil((keys:part_of(keys.bundles .. tail)))
    end
    for _, tail in ipairs { "", "a", A, A .. "a/1", A:upper() .. "/1", A .. "/x", A .. "/0", A .. "/1/2" } do
      assert.is_nil((keys:signature_of(keys.signatures .. tail)))
    end
  end)

  it("need names that cannot be mistaken", function()
    for _, name in ipairs { "", "a/b", ".", "..", ".a", "a b", "a\0", "-a", "ä", ("a"):rep(101) } do
      assert.same({ nil, 'the name of a configuration has at most 100 letters, digits, ".", "_" and "-", and begins'
        .. " with a letter or a digit" }, { layout.new("p", name) })
    end
    assert.same({ nil, "the prefix must be UTF-8 without control characters" }, { layout.new("a\nb", "gateway") })
  end)
end)

describe("the values of records", function()
  local kinds = require "yschema.fleet.records".kinds

  local function takes(kind, good, bad)
    for _, value in ipairs(good) do assert.equal(value, kinds[kind][2](value), kind) end
    for _, value in ipairs(bad) do assert.is_nil(kinds[kind][2](value), kind .. " " .. tostring(value)) end
  end

  it("are within bounds", function()
    local nan, huge = 0 / 0, math.huge
    takes("count", { 0, 2 ^ 53 - 1 }, { -1, 0.5, 2 ^ 53, nan, huge, -huge, "1" })
    takes("positive", { 1, 2 ^ 53 - 1 }, { 0, 2 ^ 53 })
    takes("number", { 0.5, 2 ^ 53 - 1, 1 - 2 ^ 53 }, { 2 ^ 53, -2 ^ 53, nan, huge, "1" })
    takes("percent", { 0.001, 100 }, { 0, 100.5, -1, nan, huge, "5" })
    takes("line", { "x", ("x"):rep(200) }, { "", ("x"):rep(201), "a\nb", "\255", 7 })
    takes("hash", { "0123abcd" }, { "0123ABCD", "0123abc", "0123abcde", 12345678 })
    takes("id", { A }, { A:sub(2), A .. "a", A:upper() })
  end)
end)

describe("the name of a node", function()
  local valid_names = require "yschema.fleet.valid_names"

  it("is that of a machine, or has its port and place, too", function()
    for _, name in ipairs { "web-1", "web-1.example.com:8080", "Node_7@rack+2", "7", ("a"):rep(200) } do
      assert.is_nil(valid_names.node_problem(name))
    end
    for _, name in ipairs { "", "-a", "a b", "a/b", "a\n", "ä", ("a"):rep(201), 7, true } do
      assert.equal('the name of a node has at most 200 letters, digits, ".", "_", ":", "@", "+" and "-", and begins'
        .. " with a letter or a digit", valid_names.node_problem(name))
    end
  end)
end)

describe("the status of a node", function()
  local whole = { node = "web-1", yschema = "0.1.0", serial = 3, bundle = B, verdict = "nack", report = "a\n  b\n",
    serving = A, serving_serial = 2, canary = true, schema = B, at = 1763884800 }

  it("is one line of JSON", function()
    assert.equal('{"format":"yschema-node/1","node":"web-1","yschema":"0.1.0","serial":3,"bundle":"' .. B
      .. '","verdict":"nack","report":"a\\n  b\\n","serving":"' .. A .. '","serving_serial":2,"canary":true,"schema":"'
      .. B .. '","at":1763884800}', node_status.encode(whole))
    assert.same(whole, node_status.parse(node_status.encode(whole), "web-1"))
    local least = { node = "web-1", yschema = "0.1.0", serial = 3, bundle = B, verdict = "ack", at = 1 }
    assert.same(least, node_status.parse(node_status.encode(least)))
  end)

  local function with(changes)
    local status = {}
    for key, value in pairs(whole) do status[key] = value end
    for key, value in pairs(changes) do status[key] = value end
    return status
  end

  it("has a report of at most 8 KB, cut between characters", function()
    for extra = 0, 3 do
      local text = assert(node_status.encode(with { report = ("x"):rep(extra) .. ("ä€"):rep(3000) }))
      assert.is_nil((text:find("\239\191\189", 1, true)))
      local report = node_status.parse(text).report
      assert.is_true(#report <= 8192 and #report > 8192 - 4)
      assert.matches("[x\128-\255]\n%.%.%. %(the rest is in the log of the node%)$", report)
    end
    local longest = ("x"):rep(8192)
    assert.equal(longest, node_status.parse(node_status.encode(with { report = longest })).report)
  end)

  it("may report that there was no bundle to validate", function()
    local status = { node = "web-1", yschema = "0.1.0", serial = 3, verdict = "nack", report = "it is gone", at = 1 }
    assert.same(status, node_status.parse(node_status.encode(status)))
    status.verdict = "ack"
    assert.same({ nil, 'the status cannot be written: "bundle" is missing' }, { node_status.encode(status) })
  end)

  it("does nothing to terminals", function()
    local text = assert(node_status.encode(with { report = "a\27[2J\0\127\194\155b\r\tc\255\n" }))
    assert.equal("a?[2J???b?\tc\239\191\189\n", node_status.parse(text).report)
    local forged = text:gsub('"report":".-[^\\]"', '"report":"\\u001b[2J\\u009b"')
    assert.equal("?[2J?", node_status.parse(forged).report)
  end)

  it("is refused when values are invalid", function()
    local function refused(changes, problem)
      local text = node_status.encode(whole)
      for from, to in pairs(changes) do
        local first, last = text:find(from, 1, true)
        assert(first, from)
        text = text:sub(1, first - 1) .. to .. text:sub(last + 1)
      end
      assert.same({ nil, "the status of a node is damaged: " .. problem
        .. "; the node writes it again when it validates the next bundle" }, { node_status.parse(text, "web-1") })
    end
    refused({ ['"nack"'] = '"maybe"' }, '"verdict" must be "ack" or "nack"')
    refused({ ['"serial":3'] = '"serial":"3"' }, '"serial" must be a whole number that is not negative')
    refused({ ['"web-1"'] = '"web-2"' }, '"node" is not the name in its key')
    refused({ ['"web-1"'] = '"web\\n1"' }, '"node" must be the name of a node')
    refused({ ['"canary":true'] = '"canary":1' }, '"canary" must be true or false')
    refused({ ['"serving_serial":2,'] = "" }, '"serving" and "serving_serial" must be there together')
    refused({ ['"report":"a\\n  b\\n"'] = '"report":["a"]' }, '"report" must be a string')
    assert.same({ nil, 'the status cannot be written: "node" must be the name of a node' },
      { node_status.encode(with { node = "a/b" }) })
  end)

  it("never makes a reader throw", function()
    local text, numbers = node_status.encode(whole), random.new(6)
    for _ = 1, 1000 do
      local got, problem = node_status.parse(fleet.damaged(text, function(n) return numbers:int(1, n) end), "web-1")
      assert.is_true(got ~= nil or type(problem) == "string")
      if got then assert.is_string((node_status.encode(got))) end
    end
  end)
end)

describe("the digest", function()
  it("is that of the world", function()
    if fleet.missing() then return pending(fleet.missing()) end
    assert.equal("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", digest.sha256 "")
    assert.equal("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", digest.sha256 "abc")
  end)

  -- Runs Lua without luaossl.
  local function without(code)
    local pipe = assert(io.popen(("%s -e %s 2>&1"):format(command.runtime, command.quote(([[
package.path, package.cpath = %q, %q
for _, name in ipairs { "digest", "x509", "pkey", "bignum" } do
  package.preload["openssl." .. name] = function() error "there is none" end
end
]]):format(package.path, package.cpath) .. code))))
    local printed = pipe:read "*a"
    pipe:close()
    return printed
  end

  it("says which package it needs", function()
    assert.equal("nil SHA-256 needs the Lua module openssl.digest: install Debian's lua-luaossl, or the rock luaossl"
      .. " (in nginx, lua-resty-string will do, too)\n",
      without [[local ok, problem = require "yschema.fleet.digest".sha256 "x" print(tostring(ok) .. " " .. problem)]])
    assert.equal("signatures need the Lua module openssl.x509: install Debian's lua-luaossl, or the rock luaossl\n",
      without [[print((select(2, require "yschema.fleet.signature".verify("x", "y", "z"))))]])
    assert.matches("^SHA%-256 needs the Lua module", without [[print((select(2, require "yschema.fleet.bundle".make {
      name = "a", by = "b", made = "2026-11-23T08:00:00Z",
      files = { { role = "schema", name = "s", text = "" } } })))]])
  end)

  it("comes from lua-resty-string where that is there", function()
    assert.equal("78797a\n", without [[
      local state = { text = "" }
      package.preload["resty.sha256"] = function() return {
        new = function() return setmetatable({ text = "" }, { __index = {
          update = function(self, text) self.text = self.text .. text end, final = function(self) return self.text end,
        } }) end,
      } end
      print((require "yschema.fleet.digest".sha256 "xyz"))]])
  end)
end)

describe("a cache file", function()
  if not fleet.usable "the cache file" then return end
  local text, id = fleet.bundle()
  local plain = assert(cache_file.make { name = "gateway", serial = 7, id = id, cluster = "123", text = text })
  local other = { text = (fleet.bundle "port: 8081\n") }

  it("is one line of JSON and the bundle", function()
    local read = assert(cache_file.read(plain, "gateway"))
    assert.same({ "gateway", 7, id, "123", text, fleet.files() },
      { read.name, read.serial, read.id, read.cluster, read.text, read.bundle.files })
    assert.is_nil(read.signature)
    assert.equal(text, plain:sub(-#text))
  end)

  local function refused(given, problem, keys)
    assert.same({ nil, problem }, { cache_file.read(given, "gateway", keys) })
  end

  local remove = "; remove it, and the node fetches the bundle again"

  it("is refused when it was edited", function()
    refused((plain:gsub('"serial":7', '"serial":8')), "the cache file is damaged: its first line was edited" .. remove)
    refused((plain:gsub('"123"', '"124"')), "the cache file is damaged: its first line was edited" .. remove)
    refused((plain:gsub("8080", "8081")), ("the cache file cannot be used: the bundle is not the one that was"
      .. " published: its SHA-256 is %s and not %s"):format(digest.sha256((text:gsub("8080", "8081"))), id) .. remove)
    refused(plain:sub(1, -#text - 1) .. other.text,
      ("the cache file cannot be used: the bundle is not the one that was published: its SHA-256 is %s and not %s")
      :format(digest.sha256(other.text), id) .. remove)
    refused("", "the cache file is damaged: its first line does not end" .. remove)
    refused("\n", "the cache file is damaged: it is no JSON: did not find a value in a JSON text" .. remove)
    refused(nil, "the cache file is missing: it is written with the next bundle")
    refused((plain:gsub("cache/2", "cache/3")), "the cache file is in a newer format, yschema-cache/3, and this yschema"
      .. " reads yschema-cache/2: update yschema on this machine")
  end)

  it("is refused as one of another configuration", function()
    assert.matches('^the cache file cannot be used: the bundle is one of the configuration "gateway", and not of "ma',
      (select(2, cache_file.read(plain, "mail"))))
  end)

  it("is refused without the signature that is needed", function()
    local place = folder.make "x"
    local private, public = fleet.key(place, "key")
    local _, strange = fleet.key(place, "other")
    local signed = assert(cache_file.make { name = "gateway", serial = 7, id = id, text = text,
      pointer = "/p/gateway/pointer",
      signature = assert(release.sign({ pointer = "/p/gateway/pointer", bundle = id, serial = 7,
        schema_version = bundle.schema_version(fleet.files()) }, private)) })
    local moved = assert(cache_file.make { name = "gateway", serial = 8, id = id, text = text,
      pointer = "/p/gateway/pointer", signature = assert(cache_file.read(signed, "gateway")).signature })
    folder.remove(place)
    assert.is_table((cache_file.read(signed, "gateway", assert(signature.keys(public)))))
    assert.is_table((cache_file.read(signed, "gateway", assert(signature.keys(public)), "/p/gateway/pointer")))
    assert.same({ nil, "the cache file cannot be used: the bundle was signed for the serial 7, and not for 8: publish"
      .. " it again with --sign KEY.pem" }, { cache_file.read(moved, "gateway", assert(signature.keys(public))) })
    assert.same({ nil, "the cache file cannot be used: the bundle was signed for /p/gateway/pointer, and not for"
      .. " /q/gateway/pointer: publish it here" },
      { cache_file.read(signed, "gateway", assert(signature.keys(public)), "/q/gateway/pointer") })
    assert.is_table((cache_file.read(signed, "gateway")))
    assert.matches("^the cache file cannot be used: the bundle was signed with another key",
      (select(2, cache_file.read(signed, "gateway", assert(signature.keys(strange))))))
    refused(plain, "the cache file cannot be used: the bundle is not signed, and this node takes only signed ones:"
      .. " publish it again with --sign KEY.pem", assert(signature.keys(public)))
  end)

  it("is refused whichever byte is another", function()
    local numbers = random.new(7)
    local function any(n) return numbers:int(1, n) end
    for _ = 1, 4000 do
      local own = fleet.damaged(plain, any)
      local got, problem = cache_file.read(own, "gateway")
      assert(own == plain or got == nil and type(problem) == "string", own)
    end
  end)

  it("is not made of invalid values", function()
    assert.same({ nil, 'the cache file cannot be made: "serial" must be a whole number that is not negative' },
      { cache_file.make { name = "gateway", serial = -1, id = id, text = text } })
  end)
end)
