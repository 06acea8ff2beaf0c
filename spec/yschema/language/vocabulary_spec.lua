local yschema = require "yschema"

local function load(body, env, options)
  options = options or {}
  options.env, options.name = env, "schema.yml"
  local schema, report = yschema.load("#@data/values-schema\n---\n" .. body, options)
  return assert(schema, tostring(report))
end

local function first(schema, value)
  local _, report = schema:check(value)
  return report and report.violations[1]
end

describe("allowed=", function()
  it("is asked with the key and the schema's key, once for each key", function()
    local asked = {}
    local schema = load([[
m:
  #@schema/key allowed=check, expects="0+"
  _x: 0
]], { check = function(key, own)
      asked[#asked + 1] = key .. own
      return key ~= "bad"
    end })
    assert.is_true(schema:check { m = { a = 1, b = 2 } })
    table.sort(asked)
    assert.same({ "a_x", "b_x" }, asked)
    assert.equal("unknown-key", first(schema, { m = { bad = 1 } }).kind)
  end)

  it("takes any true value, as rules do", function()
    local schema = load('m:\n  #@schema/key allowed=function(k) return k:match "^x" end\n  _: 0\n')
    assert.is_true(schema:check { m = { xa = 1 } })
    assert.equal("unknown-key", first(schema, { m = { a = 1 } }).kind)
  end)

  it("that fails is an error of the schema, reported once", function()
    local schema = load('m:\n  #@schema/key allowed=function(k) return k.x.y end, expects="0+"\n  _: 0\n')
    local values, report = schema:apply("m: {a: 1, b: 2}")
    assert.is_nil(values)
    assert.equal(2, report.status)
    assert.equal(1, #report.violations)
    local found = report.violations[1]
    assert.equal("key-failed", found.kind)
    assert.equal(4, found.schema_line)
    assert.truthy(tostring(report):find("schema.yml:4: attempt to index", 1, true))
  end)

  if _VERSION ~= "Lua 5.1" then
    it("runs under the budget", function()
      local schema = load("m:\n  #@schema/key allowed=function() while true do end end\n  _: 0\n", nil,
        { budget = 10000 })
      assert.equal("key-failed", first(schema, { m = { a = 1 } }).kind)
    end)
  end
end)

describe("expects=", function()
  it("may be a function of the number found", function()
    local schema = load('m:\n  #@schema/key allowed="any", expects=function(n) return n > 1 end\n  _: 0\n')
    assert.is_true(schema:check { m = { a = 1, b = 2 } })
    assert.equal("key-count", first(schema, { m = { a = 1 } }).kind)
  end)

  it("that gives no boolean is an error of the schema", function()
    local schema = load('m:\n  #@schema/key allowed="any", expects=function(n) return n end\n  _: 0\n')
    local _, report = schema:apply("m: {a: 1}")
    assert.equal(2, report.status)
  end)
end)

describe("Lua tables", function()
  it("below open keys become what the schema wants", function()
    local schema = load("m:\n  #@schema/any-key\n  _:\n  - 0.5\n")
    local values = assert(schema:apply { m = { a = {}, b = { 0.25 } } })
    assert.equal(yschema.array_mt, getmetatable(values.m.a))
    assert.equal('{"m":{"a":[],"b":[0.25]}}', (yschema.encode(values, "json"):gsub("%s", "")))
  end)
end)

describe("an alternative", function()
  local port = [[
#@schema/validation ("even", is_even)
port: 80
#@schema/default function() return "made" end
name: x
]]
  local function is_even(v) return v % 2 == 0 end

  it("may be a schema, with its rules and defaults", function()
    local schema = load("#@schema/any-of port, ''\ndb:\n", { port = load(port, { is_even = is_even }) })
    assert.same({ db = { port = 12, name = "made" } }, (schema:apply "db: {port: 12}"))
    assert.same({ db = "none" }, (schema:apply "db: none"))
    local found = first(schema, { db = { port = 13 } })
    assert.equal("db.port", found.path)
    assert.equal("even", found.expected)
    assert.equal("schema.yml", found.schema_file)
    assert.equal(3, found.schema_line)
  end)

  it("keeps the functions of both schemas apart", function()
    local schema = load('#@schema/validation ("small", small)\na: 1\n#@schema/any-of port, port2\nb:\n', {
      port = load(port, { is_even = is_even }),
      port2 = load('#@schema/validation ("odd", odd)\nport: 1\nname: ""\n', {
        odd = function(v) return v % 2 == 1 end,
      }),
      small = function(v) return v < 5 end,
    })
    assert.is_true(schema:check { a = 4, b = { port = 2 } })
    assert.is_true(schema:check { a = 4, b = { port = 3 } })
    assert.equal("small", first(schema, { a = 5, b = { port = 3 } }).expected)
  end)

  it("is selected by its named rules, so that the correct one fills in", function()
    local schema = load("#@schema/one-of file, remote\nsource:\n", {
      file = load('#@schema/validation one_of=["file"]\nkind: file\npath: /tmp\n'),
      remote = load('#@schema/validation one_of=["remote"]\nkind: remote\nport: 443\n'),
    })
    assert.same({ source = { kind = "remote", port = 443 } }, (schema:apply "source: {kind: remote}"))
    assert.same({ source = { kind = "file", path = "/tmp" } }, (schema:apply "source: {kind: file}"))
    assert.equal('one of "file", "remote"', first(schema, { source = { kind = "other" } }).expected)
    assert.equal("source.port", first(schema, { source = { kind = "file", port = 1, path = "" } }).path)
  end)

  it("outlives the schema that it was made of", function()
    local inner = load(port, { is_even = is_even })
    local schema = load("#@schema/one-of port, 0\ndb: 0\n", { port = inner })
    inner = nil -- luacheck: ignore
    collectgarbage()
    collectgarbage()
    assert.is_true(schema:check { db = { port = 2 } })
  end)

  it("may be what a function gives, also when it is called by the core", function()
    local env = { mk = function() return { host = "" } end }
    for _, spelled in ipairs { "mk()", "mk" } do
      local schema = load("#@schema/any-of " .. spelled .. ", 0\ndb:\n", env)
      assert.is_true(schema:check { db = { host = "a" } })
      assert.truthy(first(schema, { db = { port = 1 } }))
    end
  end)

  it("is no function, and no userdata of another kind", function()
    for _, value in ipairs { { f = print }, io.stdout } do
      local schema, report = yschema.load("#@data/values-schema\n---\n#@schema/any-of x\na: 1\n",
        { env = { x = value } })
      assert.is_nil(schema)
      assert.equal(3, report.violations[1].line)
    end
  end)

  it("is the only place where a schema is a value", function()
    local inner = load "a: 1\n"
    for _, annotation in ipairs {
      "schema/default inner", "schema/example inner", "schema/any-of [inner]", "schema/validation min=inner",
    } do
      local schema, report = yschema.load("#@data/values-schema\n---\n#@" .. annotation .. "\na: 1\n",
        { env = { inner = inner } })
      assert.is_nil(schema)
      assert.truthy(report.violations[1].message:find("a schema, or documents, is not a value here", 1, true))
    end
    assert.truthy(first(inner, { a = inner }).message:find("is not a value here", 1, true))
  end)

  it("has the context of the value, and may yield", function()
    local seen
    local schema = load("#@schema/any-of inner, 0\ndb:\nother: 7\n", {
      inner = load('#@schema/validation ("p", function(v, ctx) return note(v, ctx) end)\nport: 1\n', {
        note = function(v, ctx)
          seen = { v, ctx.path, ctx.key, ctx.parent.port, ctx.root.other }
          coroutine.yield "waiting"
          return true
        end,
      }),
    }, { budget = false })
    local co = coroutine.create(function() return schema:check { db = { port = 5 } } end)
    assert.equal("waiting", select(2, coroutine.resume(co)))
    assert.is_true(select(2, coroutine.resume(co)))
    assert.same({ 5, "db.port", "port", 5, 7 }, seen)
  end)

  it("whose when= fails is an error of the schema, whatever else fits", function()
    local inner = load('#@schema/validation min=1, when=function() return "no" end\nport: 1\n')
    local schema = load("#@schema/any-of inner, {'port': 1}\ndb:\n", { inner = inner })
    local _, report = schema:apply "db: {port: 0}"
    assert.equal(2, report.status)
    assert.equal("when-not-boolean", report.violations[1].kind)
  end)
end)

describe("cost", function()
  -- The least of a few runs, in seconds.
  local function time(f)
    local best = math.huge
    for _ = 1, 3 do
      collectgarbage()
      collectgarbage "stop" -- what other specs have left behind is not measured
      local start = os.clock()
      f()
      best = math.min(best, os.clock() - start)
      collectgarbage "restart"
    end
    return best
  end

  it("is linear in the number of open keys", function()
    local schema = load([[
#@schema/key allowed="^a", expects="0+"
_: 0
#@schema/key allowed=function(k) return k:sub(1, 1) == "k" end, expects="0+"
__: 0
]])
    local function text(count)
      local lines = {}
      for i = 1, count do lines[i] = ("k%d: %d\n"):format(i, i) end
      return table.concat(lines)
    end
    local small, large = text(2000), text(16000)
    local ratio = time(function() assert(schema:apply(large)) end)
      / time(function() assert(schema:apply(small)) end)
    assert.is_true(ratio < 8 * 2.5, "ratio " .. ratio)
  end)

  -- A ratio of two texts says little: the larger one pays for new pages of memory, and the smaller one does not. Were
  -- each example compared with the others, this would take minutes.
  it("is linear in the number of examples", function()
    local text = "#@schema/examples " .. ("(\"x\", 1), "):rep(256000) .. "\na: 1\n"
    local seconds = time(function() load(text) end)
    assert.is_true(seconds < 3, seconds .. " s")
  end)
end)
