local chunk_names = require "yschema.sandbox.chunk_names"
local evaluation = require "yschema.expression.evaluation"
local lua_pattern = require "yschema.text.lua_pattern"
local sandbox = require "yschema.sandbox.sandbox"
local scope = require "yschema.expression.scope"
local yschema = require "yschema"

local unpack = table.unpack or unpack -- luacheck: ignore

-- A Lua closure of a schema.
local function closure(body, env)
  local args, problem = evaluation.arguments("function(v, ctx) " .. body .. " end",
    { file = "s.yml", line = 1 }, scope.new { env = env })
  return assert(args, problem)[1].value
end

-- Returns the results of one call in a run: ok, result, ...
local function run(body, value, budget, env)
  local f = closure(body, env)
  local call, stop = sandbox.start(budget)
  local results = { call(f, value) }
  stop()
  return unpack(results)
end

local function message(...)
  local ok, thrown = run(...)
  assert.is_false(ok)
  return chunk_names.translate(thrown)
end

-- The limits that only Lua 5.4 has.
local on_lua = jit and function() end or it

describe("closures", function()
  it("have Lua's pure functions", function()
    local ok, result = run [[
      local t = { 3, 1, 2 }
      table.sort(t) table.insert(t, 4) table.remove(t, 1)
      return table.concat(t, ",") .. select("#", table.unpack(t)) .. ("x"):rep(2)
        .. string.format("%d", math.max(1, 2)) .. #(tostring(1)) .. tonumber("7")
        .. ("a b"):match("%a", 2) .. ("k=v"):gsub("=", ":") .. type(next({}))]]
    assert.is_true(ok)
    assert.equal("2,3,43xx217bk:vnil", result)
  end)

  for _, name in ipairs { "io", "os", "require", "load", "dofile", "debug", "coroutine", "package",
    "setmetatable", "getmetatable", "rawset", "_G", "_ENV", "print", "collectgarbage" } do
    it("do not have " .. name, function()
      local _, problem = evaluation.arguments("function() return " .. name .. " end",
        { file = "s.yml", line = 1 })
      assert.matches("^undefined: " .. name .. " %(functions in a schema are pure", problem)
    end)
  end

  it("may use what the host lacks as nil", function()
    assert.is_true(run "return utf8 == nil or type(utf8.len) == 'function'")
  end)

  it("cannot change the libraries or the modules", function()
    assert.equal("s.yml:1: the library string is read-only", message "string.rep = 1")
    assert.equal("s.yml:1: the library math is read-only", message "math.floor = nil")
    assert.equal("s.yml:1: the module assert is read-only", message "assert.min = 1")
    assert.is_true(run "return math.floor(1.5) == 1")
  end)

  it("reach no random numbers, bytecode or patterns without end", function()
    assert.same({ true, true }, { run "return math.random == nil and string.dump == nil" })
  end)

  it("cannot make strings without bound", function()
    assert.matches("string.rep: the result would be longer", message "return string.rep('x', 1e9)")
    assert.matches("string.rep: the result would be longer",
      message "return string.rep('', 1e9, ', ')")
    assert.equal("a,a", select(2, run "return string.rep('a', 2, ',')"))
  end)

  on_lua("cannot do so by methods of strings either", function()
    assert.matches("string.rep: the result would be longer", message "return ('x'):rep(1e9)")
  end)
end)

describe("methods of strings", function()
  local mt = getmetatable ""
  local host = mt.__index

  on_lua("are the safe ones in a closure, and the host's in what it calls", function()
    local host_dump = function() return ("").dump end
    local names = { host_rep = string.rep, f = host_dump }
    assert.is_true(select(2, run("return (('').dump == nil) and ('').rep ~= host_rep", nil, nil, names)))
    assert.equal(string.dump, select(2, run("return f()", nil, nil, names)))
    assert.equal(host, mt.__index)
  end)

  on_lua("are the host's while a closure has yielded, and when it never comes back", function()
    local suspended = coroutine.create(function() run("f() return v", 1, 1000, { f = coroutine.yield }) end)
    assert.is_true(coroutine.resume(suspended))
    assert.equal(string.dump, ("").dump)
    assert.equal(2 ^ 25, #("x"):rep(2 ^ 25))
    suspended = nil -- luacheck: ignore
    collectgarbage() collectgarbage()
    assert.equal(string.dump, ("").dump)
    assert.equal(host, mt.__index)
  end)

  on_lua("are the closure's again when it goes on", function()
    local result
    local suspended = coroutine.create(function()
      result = { run("f() return ('').dump == nil", 1, 1000, { f = coroutine.yield }) }
    end)
    coroutine.resume(suspended)
    coroutine.resume(suspended)
    assert.same({ true, true }, result)
    assert.equal(host, mt.__index)
  end)

  it("are the host's after a run, whatever happened in it", function()
    run("error('x')", 1, 1000)
    assert.equal(host, mt.__index)
    local _, stop = sandbox.start(1000)
    stop()
    stop()
    assert.equal(host, mt.__index)
  end)
end)

describe("the budget", function()
  local spent = "the instruction budget of 100000 is used up"

  -- Each would run for ever.
  for name, body in pairs {
    loop = "while true do end",
    pcall = "while true do pcall(function() while true do end end) end",
    nested = "local function f(n) while true do if n > 0 then pcall(f, n - 1) end end end f(3)",
    caught = "pcall(function() while true do end end) return true",
    recursion = "local function f() return 1 + f() end return f()",
    tail = "local function f() return f() end return f()",
    sort = "local t = {} for i = 1, 1e5 do t[i] = -i end table.sort(t)",
    gsub = "return ('x'):rep(1e6):gsub('x', function() return 'y' end)",
    pattern = "return v:find('a-a-a-a-a-b')",
  } do
    on_lua("stops " .. name, function()
      assert.equal(spent, message(body, ("a"):rep(96), 100000))
    end)
  end

  on_lua("may be larger than what Lua counts to", function()
    for _, large in ipairs { 2147483647 * 16 + 16, 2 ^ 36, 2 ^ 53 } do
      assert.same({ true, 1 }, { run("for _ = 1, 1000 do end return 1", 1, math.floor(large)) })
    end
  end)

  on_lua("stops Starlark code", function()
    local f = evaluation.arguments("lambda: [0 for x in range(1000000) for y in range(1000000)]",
      { file = "s.yml", line = 1 })[1].value
    local call, stop = sandbox.start(100000)
    local _, thrown = call(f)
    stop()
    assert.equal(spent, thrown)
  end)

  it("is each call's own", function()
    local f = closure "local n = 0 for i = 1, 5000 do n = n + i end return n"
    local call, stop = sandbox.start(100000)
    for _ = 1, 200 do assert.is_true((call(f))) end
    stop()
  end)

  on_lua("begins anew with each question of a run", function()
    local schema = yschema.load("#@data/values-schema\n---\nlist:\n"
      .. '#@schema/validation ("r", function(v) for i = 1, v do end return true end)\n- 0\n',
      { budget = 100000 })
    local list = {}
    for i = 1, 50 do list[i] = 30000 end
    assert(schema:check { list = list })
    list[20] = 300000
    local _, report = schema:check { list = list }
    assert.equal(1, select(2, tostring(report):gsub("is used up", "")))
    assert.matches("list%[19%]", tostring(report))
  end)

  on_lua("is there again after a call that used it up", function()
    local endless, short = closure "while true do end", closure "return v"
    local call, stop = sandbox.start(100000)
    for i = 1, 3 do
      assert.same({ false, spent, true }, { call(endless) })
      assert.same({ true, i }, { call(short, i) })
    end
    stop()
  end)

  on_lua("does not bind what runs between the calls", function()
    local call, stop = sandbox.start(1000)
    assert.is_true((call(closure "return 1")))
    local n = 0
    for i = 1, 100000 do n = n + i end
    assert.is_true((call(closure "return 1")))
    stop()
    assert.equal(5000050000, n)
  end)

  on_lua("nests: the inner run ends, the outer one goes on", function()
    local endless = closure "while true do end"
    local function inner()
      local call, stop = sandbox.start(1000)
      local ok, thrown = call(endless)
      stop()
      return ok, thrown
    end
    local call, stop = sandbox.start(100000)
    assert.same({ true, false, "the instruction budget of 1000 is used up" }, { call(inner) })
    assert.same({ false, spent, true }, { call(endless) })
    stop()
  end)

  it("gives the host its hook back", function()
    local function hook() end
    debug.sethook(hook, "", 1000000)
    local call, stop = sandbox.start(1000)
    call(closure "return 1")
    stop()
    local now, _, count = debug.gethook()
    debug.sethook()
    assert.equal(hook, now)
    assert.equal(1000000, count)
    sandbox.start(1000)
    select(2, sandbox.start(1000))()
    debug.sethook()
  end)

  it("can be left out", function()
    local call, stop = sandbox.start()
    assert.same({ true, 1, 2 }, { call(function(a, b) return a, b end, 1, 2) })
    stop()
    assert.is_nil((debug.gethook()))
  end)

  it("passes on all results, and none", function()
    local call, stop = sandbox.start(1000)
    local n = select("#", call(closure ""))
    local one = { call(closure "return false, 'm'") }
    stop()
    assert.equal(1, n)
    assert.same({ true, false, "m" }, one)
  end)
end)

describe("patterns matched in Lua", function()
  -- The same function, once the host's and once ours.
  local function both(name, ...)
    local host, own = { pcall(string[name], ...) }, { pcall(lua_pattern[name], ...) }
    return host, own
  end

  for _, row in ipairs {
    { "find", "hello world", "o w" }, { "find", "hello", "l+" }, { "find", "hello", "(l)(l)" },
    { "find", "a.b", ".", 2, true }, { "find", "abc", "b", -1 },
    { "find", "abc", "()c()" }, { "find", "a\0b", "%z?b" }, { "match", "key = value", "^(%w+)%s*=%s*(%w+)$" },
    { "match", "  trim  ", "^%s*(.-)%s*$" }, { "match", "f(a(b)c)d", "%b()" },
    { "match", "THE (quick) fox", "%f[%a]%a+%f[%A]", 5 }, { "match", "abab", "(ab)%1" },
    { "match", "2024-01-02", "(%d+)-(%d+)-(%d+)" }, { "match", "[x]", "[]x[]+" },
    { "match", "a-b", "[a%-]+" }, { "match", "^$", "^^$$" }, { "match", "abc", "x" },
    { "gsub", "hello world", "o", "0" }, { "gsub", "abc", "%w", "%0%0" }, { "gsub", "abc", "", "-" },
    { "gsub", "hello", "l", { l = "L" } }, { "gsub", "hello", "(h)(e)", "%2%1" },
    { "gsub", "aaa", "a", "b", 2 }, { "gsub", "aaa", "^a", "b" },
    { "gsub", "abc", "b", function() return false end }, { "gsub", "abc", "b", "%2" },
    { "gsub", "abc", "b", true },
  } do
    it("give what the host's give: " .. row[1] .. " " .. row[3], function()
      local host, own = both(unpack(row))
      if host[1] then assert.same(host, own) else assert.is_false(own[1]) end
    end)
  end

  for _, bad in ipairs { "(", ")", "[a", "%", "%b", "%f", "(()" } do
    it("refuse what is no pattern: " .. bad, function()
      assert.is_false((pcall(lua_pattern.match, "abc", bad)))
    end)
  end

  it("have Lua 5.4's ways at the edges", function()
    assert.same({ "xaxcx", 3 }, { lua_pattern.gsub("abc", "b*", "x") })
    assert.is_nil(lua_pattern.find("abc", "", 10))
    assert.error_matches(function() lua_pattern.gsub("abc", "b", "%") end, "invalid use of '%%'")
    assert.error_matches(function() lua_pattern.gsub("abc", "b", function() return {} end) end,
      "invalid replacement value %(a table%)")
  end)

  it("go on where they were", function()
    local found = {}
    for k, v in lua_pattern.gmatch("a=1, b=2", "(%w)=(%w)") do found[#found + 1] = k .. v end
    assert.same({ "a1", "b2" }, found)
    found = {}
    for word in lua_pattern.gmatch("one two", "%a*") do found[#found + 1] = word end
    assert.same({ "one", "two" }, found)
  end)

  it("are used where the host's could take long", function()
    assert.is_true(lua_pattern.is_cheap(("a"):rep(1000), "^a*"))
    assert.is_true(lua_pattern.is_cheap(("a"):rep(100), "a+b"))
    assert.is_false(lua_pattern.is_cheap(("a"):rep(96), "a-a-a-a-a-b"))
    assert.is_false(lua_pattern.is_cheap(("a"):rep(100000), "a+b"))
  end)
end)
