--- Measures how long a text takes to become a Lua table, checked and complete; and how long lyaml.load
-- takes to make one of the same text, where there is lyaml.
--
--   LUA_PATH=… LUA_CPATH=… lua5.4 spec/bench/export.lua SCHEMA VALUES

local yschema = require "yschema"

local schema = assert(yschema.load_file(arg[1]))
local file = assert(io.open(arg[2], "rb"))
local text = file:read "*a"
file:close()

-- Nanoseconds of processor time. The table made before is collected in between: as it lives for
-- one turn only, most of the time would go into that.
local function time_of(run, count)
  local times = {}
  for i = 1, count do
    collectgarbage()
    local begin = os.clock()
    run()
    times[i] = os.clock() - begin
  end
  table.sort(times)
  return times[(count + 1) / 2] * 1e9
end

print(("export=%.0f"):format(time_of(function() assert(schema:apply(text)) end, 15)))
local found, lyaml = pcall(require, "lyaml")
if found then print(("lyaml=%.0f"):format(time_of(function() lyaml.load(text) end, 3))) end
