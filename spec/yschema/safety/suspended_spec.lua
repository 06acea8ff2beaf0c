-- Rules, `when=` and defaults that wait in a coroutine: the process is the host's meanwhile, and the closures have
-- their limits and their sandbox again when they go on.

local yschema = require "yschema"

local counts = not rawget(_G, "jit") -- instructions

-- ---- what must stay the host's ------------------------------------------------------

local function fields(t)
  local out = {}
  for k, v in next, t do out[k] = v end
  return out
end

local KIBIBYTE = ("x"):rep(1024) -- which sandboxes do not let code repeat as often as the host may

-- The host's functions, and what it can see of the process. `scratch` takes more memory than the closures may.
local function process()
  local mt, scratch = getmetatable "", {}
  for i = 1, 5000 do scratch[i] = { i } end
  return {
    string = fields(string), mt = mt, of_strings = fields(mt), globals = fields(_G), coroutine = fields(coroutine),
    others = { debug.getmetatable(1), debug.getmetatable(true), debug.getmetatable(print), debug.getmetatable(nil) },
    long = #KIBIBYTE:rep(17000), address = ("%s"):format({}):find "0x" ~= nil,
    code = #("").dump(function() return 1 end) > 0, method = ("").rep, hook = debug.gethook() or "none",
    made = #scratch,
  }
end

local before = process()

-- Compares two values, and the fields of tables.
local function is_same(a, b)
  if type(a) ~= "table" or type(b) ~= "table" then return a == b end
  for key, value in next, a do
    if not rawequal(value, b[key]) then return false end
  end
  for key in next, b do
    if a[key] == nil then return false end
  end
  return true
end

local function assert_host(when)
  local now = process()
  for name, value in pairs(before) do assert.is_true(is_same(value, now[name]), when .. ": " .. name) end
end

-- ---- schemas ------------------------------------------------------------------------

local probes = {}

-- Code that waits, and then notes what its sandbox lets it do.
local LUA = [[function(v, ctx)
  for i = 1, 3 do
    local got = pause(v)
    if got == "fail" then error "wanted" end
    probe(("").dump == nil, string.dump == nil, pcall(string.rep, "x", 2 ^ 25) == false,
      pcall(function() return ("x"):rep(2 ^ 25) end) == false, ("%%s"):format({}) == "table")
  end
  %s
end]]

local function load(annotation, options)
  options = options or {}
  options.env = options.env or {}
  options.env.pause = options.env.pause or coroutine.yield
  function options.env.probe(...)
    probes[#probes + 1] = { ... }
    return true
  end
  local schema, problem = yschema.load("#@data/values-schema\n---\n" .. annotation .. "a: 1\n", options)
  return assert(schema, tostring(problem))
end

local limits = { limits = { max_memory = 200000 } }
local kinds = {
  ["a rule"] = "#@schema/validation ('good', " .. LUA:format "return true" .. ")\n",
  ["a condition"] = "#@schema/validation ('good', function() return true end), when="
    .. LUA:format "return true" .. "\n",
  ["a default"] = "#@schema/default " .. LUA:gsub("%(v, ctx%)", "(ctx) local v = 1"):format "return 1" .. "\n",
  ["a Starlark rule"] = "#@schema/validation ('good', lambda v: [pause(v), pause(v), pause(v)] != None)\n",
}
for kind, text in pairs(kinds) do kinds[kind] = text:gsub("\n%s*(.)", " %1") end

local function started(schema, kind)
  return coroutine.create(function()
    if kind == "a default" then return schema:apply {} end
    return schema:apply_json '{"a": 7}'
  end)
end

-- Resumes the coroutines in a mixed order up to their ends, and looks at the process each time.
local function interleave(threads, given)
  local steps, at = 0, 0
  while next(threads) do
    at = (at * 7 + 3) % #threads + 1
    local ok, problem = coroutine.resume(threads[at], given)
    assert.is_true(ok, tostring(problem))
    assert_host("after step " .. steps)
    if coroutine.status(threads[at]) == "dead" then table.remove(threads, at) end
    steps = steps + 1
  end
  return steps
end

local function all_true()
  for _, probe in ipairs(probes) do assert.same({ true, true, true, true, true }, probe) end
end

describe("while closures wait in coroutines, the process is the host's:", function()
  before_each(function() probes = {} end)

  for kind, annotation in pairs(kinds) do
    local function many(count)
      local threads = {}
      for i = 1, count do threads[i] = started(load(annotation, { limits = limits.limits }), kind) end
      return threads
    end

    it(kind .. ", up to its end", function()
      assert.equal(20, interleave(many(5)))
      if kind ~= "a Starlark rule" then assert.equal(15, #probes) end
      all_true()
    end)

    it(kind .. ", up to an error", function()
      if kind ~= "a Starlark rule" then assert.equal(10, interleave(many(5), "fail")) end
      assert_host "at the end"
    end)

    it(kind .. " that never goes on", function()
      local threads = many(4)
      for _, thread in ipairs(threads) do coroutine.resume(thread) end
      assert_host "while all wait"
      threads[2], threads[3] = nil, nil -- luacheck: ignore
      collectgarbage()
      collectgarbage()
      assert_host "after two were collected"
      assert.equal(4, interleave(many(1)))
      coroutine.resume(threads[4])
      assert_host "after another step"
      if coroutine.close then coroutine.close(threads[1]) end
      threads = nil -- luacheck: ignore
      collectgarbage()
      collectgarbage()
      assert_host "after all were collected"
    end)
  end

  it("calls in calls of other schemas", function()
    local inner = load(kinds["a rule"])
    local schema = load("#@schema/validation ('good', function(v) both(v) return both(v) end)\n", {
      env = { both = function() return inner:apply_json '{"a": 1}' ~= nil end } })
    assert.equal(14, interleave { started(schema), started(schema) })
    all_true()
  end)

  it("threads that are collected cost no memory", function()
    local schema = load(kinds["a rule"])
    local function drop(count)
      for _ = 1, count do coroutine.resume(started(schema)) end
      collectgarbage()
      collectgarbage()
      return collectgarbage "count"
    end
    drop(200)
    local first = drop(200)
    assert.is_true(drop(600) - first < 200)
  end)

  it("a metatable of strings that the host changes meanwhile is kept", function()
    local mt, schema = getmetatable "", load "#@schema/validation ('good', function(v) return pause(v) end)\n"
    local host = mt.__index
    for _, own in ipairs { setmetatable({}, { __index = string }), function(_, name) return string[name] end } do
      local thread = started(schema)
      coroutine.resume(thread)
      mt.__index = own
      local ok, values = coroutine.resume(thread, true)
      local now = mt.__index
      mt.__index = host
      assert.is_true(ok and values ~= nil)
      assert.equal(own, now)
    end
  end)
end)

describe("closures that go on", function()
  before_each(function() probes = {} end)

  local function report_of(body, options, between)
    local schema = load("#@schema/validation ('good', function(v) " .. body .. " return true end)\n", options)
    local thread = started(schema)
    local ok, values, report = coroutine.resume(thread)
    while ok and coroutine.status(thread) == "suspended" do
      if between then between() end
      ok, values, report = coroutine.resume(thread)
    end
    assert.is_true(ok, tostring(values))
    return values and "valid" or tostring(report)
  end

  local other = load("#@schema/validation ('good', function(v) return v > 0 end)\n")
  local betweens = {
    alone = false,
    ["after other validations"] = function() assert(other:apply_json '{"a": 1}') end,
    ["after work of the host"] = function() for i = 1, 1000 do tostring(i) end end,
  }
  for name, between in pairs(betweens) do
    it("have their limit of memory, " .. name, function()
      local said = report_of("pause(v) local t = {} for i = 1, 1e6 do t[i] = { i, tostring(i) } end",
        { limits = { max_memory = 4000000 }, budget = false }, between)
      assert.matches("the memory ceiling of 4000000 bytes", said, 1, true)
    end)

    it("do not pay for the host, " .. name, function()
      assert.equal("valid", report_of("for i = 1, 20 do pause(v) end", { limits = { max_memory = 500000 } }, between))
    end)

    if counts then
      it("have their budget, " .. name, function()
        for _, body in ipairs { "pause(v) while true do end", "while true do pause(v) end",
          "pcall(pause, v) while true do pcall(function() pause(v) error() end) end" } do
          assert.matches("the instruction budget of 10000 is used up", report_of(body, { budget = 10000 }, between))
        end
      end)
    end
  end

  it("have their sandbox in what the host calls, and the host has its own strings", function()
    local function each(f)
      local kept = { rep = ("").rep, dump = ("").dump }
      assert.equal(string.rep, kept.rep)
      assert.equal(string.dump, kept.dump)
      f()
      coroutine.yield()
      assert.equal(17408000, #KIBIBYTE:rep(17000))
      return f()
    end
    assert.equal("valid", report_of(
      "each(function() probe(('').dump == nil, string.dump == nil, pcall(string.rep, 'x', 2 ^ 25) == false, "
      .. "pcall(function() return ('x'):rep(2 ^ 25) end) == false, ('%s'):format({}) == 'table') end)",
      { env = { each = each } }))
    assert.equal(2, #probes)
    all_true()
  end)

  it("may wait wherever the host has functions", function()
    local wait = coroutine.yield
    local env = {
      lib = { deep = { wait = wait } },
      object = setmetatable({}, { __index = { wait = function() return wait() end },
        __call = function() wait() return true end }),
      made = function() return function() wait() return true end end,
      fails = function() wait() error("of the host", 0) end,
    }
    local waits = 0
    assert.equal("valid", report_of(
      "lib.deep.wait() object:wait() object() made()() probe(not pcall(fails), ('').dump == nil)",
      { env = env }, function()
        waits = waits + 1
        assert_host("while it waits for the " .. waits .. ". time")
      end))
    assert.equal(5, waits)
    assert.same({ { true, true } }, probes)
    assert.matches("of the host", report_of("fails()", { env = env }), 1, true)
  end)

  it("get what the host gives, whatever it is", function()
    local schema = load "#@schema/validation ('good', function(v) probe(pause(1, nil, 3)) return true end)\n"
    local thread = started(schema)
    assert.same({ true, 1, nil, 3 }, { coroutine.resume(thread) })
    coroutine.resume(thread, nil, "b", nil)
    assert.equal("b", probes[1][2])
  end)
end)
