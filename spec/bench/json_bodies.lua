--- Measures apply_json and check_json for a text, relative to cjson.decode alone. Prints nothing without
-- cjson.
--
--   LUA_PATH=… LUA_CPATH=… luajit spec/bench/json_bodies.lua SCHEMA JSON

local yschema = require "yschema"

local found, cjson = pcall(require, "cjson")
if not found then return print "cjson=0" end

local schema = assert(yschema.load_file(arg[1]))
local file = assert(io.open(arg[2], "rb"))
local body = file:read "*a"
file:close()

local steps = {
  decode = function() return cjson.decode(body) end,
  apply = function() return assert(schema:apply_json(body)) end,
  check = function() return assert(schema:check_json(body)) end,
}

local function once(run, count)
  collectgarbage()
  local begin = os.clock()
  for _ = 1, count do run() end
  return (os.clock() - begin) / count
end

-- The steps are measured in turns, and the fastest turn of each counts, which is the one that other
-- processes disturbed least.
local count, best = 1, {}
while once(steps.decode, count) * count < 0.02 do count = count * 2 end
for _ = 1, 15 do
  for name, step in pairs(steps) do
    local time = once(step, count)
    if not best[name] or time < best[name] then best[name] = time end
  end
end

print "cjson=1"
print(("apply=%.4f"):format(best.apply / best.decode))
print(("check=%.4f"):format(best.check / best.decode))
