--- Measures the validation of bodies of 65 KB that are wrong everywhere, with the report as JSON: the milliseconds and
--- the bytes of the slowest and the largest one.
---
---   LUA_PATH=… LUA_CPATH=… luajit spec/bench/wrong_bodies.lua

local yschema = require "yschema"

local schema = assert(yschema.load [[
#@data/values-schema
---
customer: ""
items:
- article: ""
  count: 1
]])

local function of(part, size)
  local list = {}
  for i = 1, math.floor(size / (#part + 1)) do list[i] = part end
  return '{"customer": "a", "items": [' .. table.concat(list, ",") .. "]}"
end

local function keys(prefix, count)
  local list = {}
  for i = 1, count do list[i] = ('"%s%d":1'):format(prefix, i) end
  return "{" .. table.concat(list, ",") .. "}"
end

local slowest, largest = 0, 0
for _, body in ipairs {
  of("1", 65000), of('{"count":"x"}', 65000), keys("k", 6000), keys(("k"):rep(640), 100),
  of('{"' .. ("k"):rep(200) .. '":1}', 65000),
} do
  local best = math.huge
  for _ = 1, 5 do
    collectgarbage()
    local began = os.clock()
    local _, report = schema:apply_json(body)
    local text = report:json()
    best = math.min(best, os.clock() - began)
    largest = math.max(largest, #text)
  end
  slowest = math.max(slowest, best)
end
print(("ms=%.2f"):format(slowest * 1000))
print(("kb=%.1f"):format(largest / 1024))
