--- The ceiling of memory in the middle of compiled code, where LuaJIT cannot be reported that there is none.
--
-- Other processes try the rules, so that a crash is reported as such. They try each again and again, since compiled
-- code is there from the second run on.

local command = require "spec.support.command"

local bodies = {
  ["a list of numbers"] = "local t = {} for i = 1, 1e7 do t[#t + 1] = i end",
  ["a list of numbers without end"] = "local t = {} while true do t[#t + 1] = 1 end",
  ["a list of texts"] = "local t = {} while #t < 1e7 do t[#t + 1] = tostring(#t) end",
  ["a list of lists"] = "local t = {} while true do t[#t + 1] = { #t } end",
  ["lists that grow one after the other"] =
    "local t = {} while true do local u = {} t[#t + 1] = u for k = 1, 100 do u[#u + 1] = k end end",
  ["keys that are fractions"] = "local t, i = {}, 0 while true do i = i + 1 t[i * 1.5] = 1 end",
  ["keys that are texts"] = "local t, i = {}, 0 while true do i = i + 1 t['k' .. i] = i end",
  ["table.insert"] = "local t = {} while true do table.insert(t, #t) end",
  ["a text that gets longer"] = "local s = '' while true do s = s .. 'a text that is not short' end",
  ["a text that doubles"] = "local s = 'x' while true do s = s .. s end",
  ["texts that are joined"] =
    "local s, t = ('x'):rep(2^21), {} for i = 1, 50 do t[i] = s end local n = #table.concat(t)",
  ["closures"] = "local f = function() end while true do local g = f f = function() return g end end",
  ["pcall around each"] = "local t = {} while true do pcall(function() t[#t + 1] = { 1 } end) end",
  ["pcall around a loop"] =
    "local t = {} local function f() while true do t[#t + 1] = 1 end end while true do pcall(pcall, f) end",
  ["a second try"] = "local function f() local t = {} for i = 1, 1e7 do t[#t + 1] = i end end pcall(f) f()",
  ["a module"] = "local t = {} while true do t[#t + 1] = json.encode({ 1, #t }) end",
}

-- Loads a rule with each body and applies its schema several times: in the main thread and in another, with a hook of
-- host and without. The host's own work is right meanwhile, and its hook is there afterwards.
local program = [[
  local setup = table.remove(arg, 1)
  assert((loadstring or load)(setup))()
  local yschema = require "yschema"
  local hook = function() end
  local function refused(schema)
    local values, report = schema:apply "x: 1"
    assert(values == nil)
    assert(tostring(report):find("the memory ceiling of 1000000 bytes (max_memory) is reached", 1, true), report)
  end
  local function try(schema, mine)
    if mine then debug.sethook(mine, "", 1000000) end
    if jit then refused(schema) end
    assert(coroutine.resume(coroutine.create(refused), schema))
    assert(debug.gethook() == mine)
    debug.sethook()
    local t = {}
    for i = 1, 1000 do t[#t + 1] = i t[-i] = tostring(i) end
    assert(#t == 1000)
    assert(schema:apply "x: 0")
  end
  for _, body in ipairs(arg) do
    print(body)
    local schema = assert(yschema.load('#@data/values-schema\n---\n'
      .. '#@schema/validation ("r", function(v) if v == 0 then return true end ' .. body .. ' return true end)\n'
      .. 'x: 0\n', { budget = false, limits = { max_memory = 1e6 } }))
    if jit and jit.status() then try(schema, hook) end
    try(schema, nil)
  end
  print "alive"]]

local setups = {
  ["as it is"] = "",
  ["without compiled code"] = "if jit then jit.off() end",
  ["with OpenResty's limits"] = "if jit then require 'jit.opt'.start('maxtrace=8000', 'maxrecord=16000', 'minstitch=3',"
    .. "'maxmcode=40960') end",
  ["with code that is compiled at once"] = "if jit then require 'jit.opt'.start('hotloop=2', 'hotexit=1') end",
}

-- On Lua 5.4 there is no compiled code, so one setup is enough.
describe("A rule that meets the ceiling of memory is stopped, and its process lives on,", function()
  local words = {}
  for _, body in pairs(bodies) do words[#words + 1] = command.quote(body) end
  for name, setup in pairs(setups) do
    if rawget(_G, "jit") or setup == "" then
      it(name, function()
        local shell = ("printf '%%s' %s | lua - %s %s 2>&1"):format(command.quote(program), command.quote(setup),
          table.concat(words, " "))
        local printed = command.output(command.shell(shell))
        assert.equal("alive", printed[#printed], table.concat(printed, "\n"))
      end)
    end
  end
end)

describe("A host that does not collect garbage", function()
  it("goes on without after a rule has met the ceiling", function()
    local yschema = require "yschema"
    local schema = assert(yschema.load("#@data/values-schema\n---\n"
      .. '#@schema/validation ("r", function(v) if v == 0 then return true end ' .. bodies["closures"]
      .. " end)\nx: 0\n", { budget = false, limits = { max_memory = 1e6 } }))
    collectgarbage "stop"
    local values = schema:apply "x: 1"
    local before, last = collectgarbage "count", {}
    for i = 1, 1e5 do last = { last[1], i } end
    local running = collectgarbage "count" - before < 1000
    collectgarbage "restart"
    assert.is_nil(values)
    assert.is_false(running)
  end)
end)
