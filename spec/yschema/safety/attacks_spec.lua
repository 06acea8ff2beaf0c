--- Closures that would stop or break their caller.

local command = require "spec.support.command"

-- Returns the output of a Lua program that has the modules.
local function lua(program)
  return command.output(command.shell("lua -e " .. command.quote(program)) .. " 2>&1")
end

describe("a rule that calls itself without end", function()
  it("leaves a process that collects schemas meanwhile alive, and is reported as such", function()
    local printed = lua [[
      local yschema = require "yschema"
      local ruled = '#@data/values-schema\n---\n#@schema/validation ("r", function(v)'
        .. ' local function f(n) return 1 + f({n}) end return f(v) end)\nx: 0\n'
      for i = 1, jit and 150 or 3 do
        local schema = assert(yschema.load(ruled))
        for k = 1, 20 do yschema.load("#@data/values-schema\n---\na: 1\n") end
        local values, report = schema:apply("x: " .. i)
        assert(values == nil)
        assert(tostring(report):find("stack overflow", 1, true), report)
      end
      print "alive"]]
    assert.same({ "alive" }, printed)
  end)
end)

-- ---- what uses up too much ----------------------------------------------------------

local yschema = require "yschema"

-- Seconds that a closure may take until it is stopped: some are spent by tools such as valgrind.
local patience = tonumber(os.getenv "YSCHEMA_TIMEOUT") or 20

-- A tenth of what is the default: the specs are as good, and quicker.
local little = { budget = 1000000, limits = { max_memory = 32000000 } }
local memory_alone = { budget = false, limits = { max_memory = 32000000 } }

-- Returns the report's words about the rule, or true.
local function validated(rule, options)
  local text = rule:find "^#@" and rule or '#@schema/validation ("r", ' .. rule .. ")\nx: 0\n"
  local schema, report = yschema.load("#@data/values-schema\n---\n" .. text, options)
  local values = nil
  collectgarbage() -- on LuaJIT, the ceiling is higher by what is used already
  local before = os.clock()
  if schema then values, report = schema:apply "x: 1" end
  assert.is_true(os.clock() - before < patience)
  return values and true or tostring(report)
end

local budget = "the instruction budget of 1000000 is used up"
local memory = "the memory ceiling of 32000000 bytes (max_memory) is reached"

local function lua_rule(body) return "function(v) " .. body .. " return true end" end

-- Loops without end are LuaJIT's business.
local only_lua = {
  ["pcall of itself"] = { lua_rule "local function f() while true do pcall(f) end end f()", budget },
  ["pcall of pcall"] = { lua_rule "local function f() while true do pcall(pcall, pcall, f) end end f()", budget },
  ["pcall in sort"] = {
    lua_rule "local function f() while true do pcall(table.sort, {1, 2, 3}, f) end end f()", budget },
  ["pcall in gsub"] = { lua_rule "local function f() while true do pcall(string.gsub, 'aa', 'a', f) end end f()",
    budget },
  ["try_to of itself"] = {
    "lambda v: [assert.try_to(lambda: [0 for i in range(1000000) for j in range(1000)]) for k in range(1000000)]",
    budget },
  ["utf8.len of a long text"] = {
    lua_rule "local s = ('x'):rep(2^21) for i = 1, 500 do utf8.len(s) end", budget },
  ["utf8.offset in a long text"] = {
    lua_rule "local s = ('x'):rep(2^21) for i = 1, 500 do utf8.offset(s, -1) end", budget },
  ["a plain pattern in a longer text"] = {
    lua_rule "local s, p = ('a'):rep(2^20), ('a'):rep(2^19) .. 'b' s:match(p)", budget },
  ["patterns that go back"] = {
    lua_rule "local s = ('a'):rep(96) for i = 1, 1e5 do s:find('a-a-a-a-a-b') end", budget },
  ["patterns that go back a little"] = {
    lua_rule "local s = ('a'):rep(150) for i = 1, 1e6 do s:find('a-a-b') end", budget },
  ["repeating nothing"] = { lua_rule "for i = 1, 10 do (''):rep(2^53) end", true },
}

-- The attacks that both runtimes stop.
local both = {
  ["a method that goes through a long text"] = {
    lua_rule "local s = ('x'):rep(2^21) for i = 1, 1000 do s:upper() end", budget },
  ["repeating a text, again and again"] = { lua_rule "for i = 1, 1000 do ('x'):rep(2^21) end", budget },
  ["formatting a long text"] = {
    lua_rule "local s = ('x'):rep(2^21) for i = 1, 1000 do ('%s'):format(s) end", budget },
  ["joining the same texts"] = {
    lua_rule "local s = ('x'):rep(2^20) for i = 1, 1000 do table.concat({ s, s }) end", budget },
  ["a long text in a longer one"] = {
    lua_rule "local s, p = ('a'):rep(2^20), ('a'):rep(2^19) .. 'b' s:find(p, 1, true)", budget },
  ["doubling a text"] = { lua_rule "local s = 'x' while true do s = s .. s end", memory },
  ["doubling a text, and catching it"] = {
    lua_rule "local s = 'x' for i = 1, 1e5 do pcall(function() s = s .. s end) end", memory },
  ["joining long texts"] = {
    lua_rule "local s, t = string.rep('x', 2^21), {} for i = 1, 100 do t[i] = s end local n = #table.concat(t)",
    memory },
  ["a table that grows"] = { lua_rule "local t = {} while true do t = { t, {}, {}, {} } end", memory,
    memory_alone },
  ["an array that grows"] = { lua_rule "local t = {} while true do t[#t + 1] = { #t } end", memory,
    memory_alone },
  ["keys that grow"] = { lua_rule "local t, i = {}, 0 while true do i = i + 1 t['k' .. i] = i end", memory,
    memory_alone },
  ["a closure of closures"] = {
    lua_rule "local f = function() end while true do local g = f f = function() return g end end", memory,
    memory_alone },
  ["inserting in front"] = { lua_rule "local t = {} for i = 1, 50000 do table.insert(t, 1, i) end", budget },
  ["removing in front"] = {
    lua_rule "local t = {} for i = 1, 50000 do t[i] = i end for i = 1, 50000 do table.remove(t, 1) end", budget },
  ["sorting, again and again"] = {
    lua_rule "local t = {} for i = 1, 5000 do t[i] = i end for i = 1, 10000 do table.sort(t) end", budget },
  ["reading long numbers"] = {
    lua_rule "local s = string.rep('9', 2^21) for i = 1, 300 do tonumber(s) end", budget },
  ["joining what is empty"] = {
    lua_rule "local t = {} for i = 1, 1e4 do t[i] = '' end for i = 1, 1e5 do table.concat(t) end", budget },
  ["reading YAML"] = {
    lua_rule "local s = string.rep('- a\\n', 2^18) for i = 1, 100 do yaml.decode(s) end", budget },
  ["Starlark's upper"] = { "lambda v: [s.upper() for s in ['x' * 1600000] * 1000]", budget },
  ["Starlark's find"] = { "lambda v: [s.find('y') for s in ['x' * 1600000] * 1000]", budget },
  ["Starlark's count"] = { "lambda v: [s.count('yy') for s in ['y' * 1600000] * 1000]", budget },
  ["Starlark's in"] = { "lambda v: ['xy' in s for s in ['x' * 1600000] * 1000]", budget },
  ["Starlark's len"] = { "lambda v: [len(s) for s in ['x' * 1600000] * 1000]", budget },
  ["Starlark's isdigit"] = { "lambda v: [s.isdigit() for s in ['1' * 1600000] * 1000]", budget },
  ["Starlark's len, where the first character is enough"] = {
    "lambda v: len([s for s in ['x' * 1600000] * 1000 if len(s) > 0]) == 1000", true },
  ["unpacking a table that is too long"] = { lua_rule "local n = select('#', table.unpack({}, 1, 1e7))",
    "too many results to unpack" },
  ["unpacking a part of a long table"] = {
    lua_rule "local t = {} for i = 1, 1e4 do t[i] = i end if select(2, table.unpack(t, 2, 3)) ~= 3 then error 'no' end",
    true },
  ["an order that is none"] = {
    lua_rule "local t = {} for i = 1, 1e4 do t[i] = i % 7 end pcall(table.sort, t, function() return true end)", true },
}

local function rows(list, test)
  for name, row in pairs(list) do
    test(name .. " is stopped", function()
      local said = validated(row[1], row[3] or little)
      if row[2] == true then
        assert.is_true(said)
      elseif row[2] == memory then -- the work of filling it may have been too much before the collector ran
        local text = tostring(said)
        assert.truthy(text:find(memory, 1, true) or text:find(budget, 1, true), text)
      else
        assert.truthy(tostring(said):find(row[2], 1, true), tostring(said))
      end
    end)
  end
end

-- Lua drops finalizers that it calls where a function has called itself too often: core/dropped_finalizers_spec.lua
-- tests our own objects. Those of other modules must not lose theirs.
local function without_garbage(name, test)
  it(name, function()
    collectgarbage()
    collectgarbage()
    test()
  end)
end

describe("a rule that uses up too much:", function()
  rows(both, it)
  rows(only_lua, jit and function() end or without_garbage)
end)

describe("a mistake in calling a function of the sandbox", function()
  for _, name in ipairs(jit and { "string.byte" } or { "string.byte", "utf8.codepoint" }) do
    it("is reported with the line of the call: " .. name, function()
      local schema = assert(yschema.load(([[
#@ local function first(s)
#@   local n = %s(s, 1, -1)
#@   return n > 0
#@ end
#@ local function rule(v)
#@   local is = v == 5 or first(("x"):rep(8000))
#@   return is
#@ end
#@data/values-schema
---
#@schema/validation ("r", rule)
x: 5
]]):format(name)))
      local _, report = schema:apply "x: 7"
      assert.matches("%(at schema:11%): schema:2: string slice too long\n", tostring(report))
    end)
  end

  local mistakes = {
    "local _ = ('x'):rep('y')", "local _ = table.concat({{}})", "local _ = ('x'):find('[')", "table.insert(1, 2)",
    "local _ = tonumber({}, 99)",
    "table.sort({3, 2, 1, 5, 4}, function() return 1 < 'x' end)", "local _ = table.unpack(1)",
    "local _ = string.byte({})", "table.remove(1)", "local _ = string.rep()", "local _ = string.format('%d', 'x')",
  }
  for _, mistake in ipairs(mistakes) do
    it("is reported without a place of ours: " .. mistake, function()
      local said = tostring(validated(lua_rule(mistake), little))
      assert.matches("the rule itself failed %(at schema:3%): ", said)
      assert.is_nil(said:find("work.lua", 1, true), said)
    end)
  end
end)
