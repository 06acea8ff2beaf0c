-- The memory of schemas is given back even if Lua drops their finalizers, as Lua 5.4 does in a function that has called
-- itself through C as deep as it may. Runs in a process of its own, whose memory is measured.

local command = require "spec.support.command"

local program = [[
local yschema = require "yschema"
local lines = {}
for i = 1, 2000 do lines[i] = ("key%d: {a: 1, b: text%d}\n"):format(i, i) end
local large = "#@data/values-schema\n---\n" .. table.concat(lines)
local attack = assert(yschema.load("#@data/values-schema\n---\n#@schema/validation function(v) "
  .. "local function f() while true do local t = { {}, {} } pcall(f) end end f() return true end\na: 1\n",
  { budget = 300000 }))

local function megabytes()
  local file = io.open "/proc/self/statm"
  local pages = file:read "a":match "%d+ (%d+)"
  file:close()
  return pages * 4096 / 2^20
end

-- Drops large schemas, and has their finalizers called at the bottom of the stack.
local function rounds(count)
  for _ = 1, count do
    for _ = 1, 5 do yschema.load(large) end
    assert(not attack:apply "a: 2")
  end
  collectgarbage()
  collectgarbage()
  return megabytes()
end

local before = rounds(15)
io.stdout:write(("%.0f\n"):format(rounds(45) - before))
]]

describe("a finalizer that Lua drops", function()
  it("loses no memory", function()
    if jit then return end -- LuaJIT calls its finalizers safely, and stops no loop
    local name = os.tmpname()
    local file = assert(io.open(name, "w"))
    file:write(program)
    file:close()
    local grown = command.output(command.shell("lua " .. name))[1]
    os.remove(name)
    assert.is_number(tonumber(grown))
    if os.getenv "LD_PRELOAD" then return end -- a sanitizer keeps what is freed
    assert.is_true(tonumber(grown) < 60, grown .. " MiB more")
  end)
end)
