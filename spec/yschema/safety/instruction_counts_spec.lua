--- Closures without end, where instructions are counted: always on Lua 5.4, and on LuaJIT where the process says so.

local command = require "spec.support.command"

-- Runs the bodies of rules, the first one when it has run often enough to be compiled. Prints what each gives.
local PROGRAM = [[
local yschema = require "yschema"
local sandbox = require "yschema.sandbox.sandbox"
local settings = { budget = 100000 }
local often = assert(yschema.load("#@data/values-schema\n---\n"
  .. "#@schema/validation ('r', function(v) for i = 1, v do end return true end)\nx: 0\n", settings))
for i = 1, 200 do assert(often:apply "x: 1000") end
sandbox.count_instructions()
local function tried(rule)
  local schema = assert(yschema.load("#@data/values-schema\n---\n#@schema/validation ('r', " .. rule .. ")\nx: 0\n",
    settings))
  local values, report = schema:apply "x: 1"
  return values and "valid" or tostring(report):match "the instruction budget of %%d+ is used up" or tostring(report)
end
local values, report = often:apply "x: 1000000000"
print(values and "valid" or tostring(report):match "the instruction budget of %%d+ is used up")
for _, rule in ipairs { %s } do
  print(tried(rule))
  assert(debug.gethook() == nil)
  assert(often:apply "x: 1000")
end
]]

local function lua_rule(body) return "function(v) " .. body .. " return true end" end

local ENDLESS = {
  lua_rule "while true do end",
  lua_rule "repeat until false",
  lua_rule "local function f() return f() end f()",
  lua_rule "local function f() while true do pcall(f) end end f()",
  lua_rule "local function f(n) while true do if n > 0 then pcall(f, n - 1) end end end f(3)",
  lua_rule "pcall(function() while true do end end)",
  lua_rule "local s = ('a'):rep(96) for i = 1, 1e5 do s:find('a-a-a-a-a-b') end",
  lua_rule "local s = ('a'):rep(96) for i = 1, 1e5 do string.find(s, 'a-a-a-a-a-b') end",
  "lambda v: [0 for i in range(1000000) for j in range(1000000)]",
  "lambda v: [assert.try_to(lambda: [0 for i in range(1000000) for j in range(1000)]) for k in range(1000000)]",
}

describe("where instructions are counted", function()
  it("closures without end are stopped, and others are not", function()
    local bodies = {}
    for i, rule in ipairs(ENDLESS) do bodies[i] = ("%q"):format(rule) end
    local short = #bodies + 1
    bodies[short] = ("%q"):format(lua_rule "for i = 1, 20000 do end")
    local program = PROGRAM:format(table.concat(bodies, ", "))
    local printed = command.output(command.shell("lua -e " .. command.quote(program)) .. " 2>&1")
    for i = 1, short do assert.equal("the instruction budget of 100000 is used up", printed[i], ENDLESS[i - 1]) end
    assert.equal("valid", printed[short + 1])
    assert.equal(short + 1, #printed, table.concat(printed, "\n"))
  end)
end)
