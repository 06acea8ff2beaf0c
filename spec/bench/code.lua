--- Measures the cost of code in a schema: a rule as a lambda next to the same rule in Lua, and the
-- time that compiling functions takes by their number.
--
--   LUA_PATH=… LUA_CPATH=… lua5.4 spec/bench/code.lua
--
-- Prints `lambda=` (its time over Lua's) and for each size `size<N>=` (seconds).

package.path = "spec/bench/?.lua;" .. package.path

local timing = require "timing"
local yschema = require "yschema"

local head = "#@data/values-schema\n---\n"

local list = setmetatable({}, yschema.array_mt)
for i = 1, 20000 do list[i] = i end
local values = { list = list }

-- The time that a rule takes for an item.
local function rule_time(rule)
  local ruled = assert(yschema.load(head .. "list:\n#@schema/validation " .. rule .. "\n- 0\n"))
  list[7] = -1
  assert(not ruled:check(values), "the rule is not asked")
  list[7] = 7
  assert(ruled:check(values))
  return timing.each(function() ruled:check(values) end, #list)
end

local plain_schema = assert(yschema.load(head .. "list:\n- 0\n"))
local plain = timing.each(function() plain_schema:check(values) end, #list)
local lambda = rule_time '("small", lambda v: v >= 0 and v % 1000000 == v)'
local in_lua = rule_time '("small", function(v) return v >= 0 and v % 1000000 == v end)'
print(("lambda=%.3f"):format((lambda - plain) / (in_lua - plain)))

-- Functions of both languages, every other one with a body of YAML.
local function functions(count)
  local lines = {}
  for i = 1, count, 4 do
    lines[#lines + 1] = ([[
#@ def plain%d(x): return [y + %d for y in x]
#@ def body%d(x):
port: #@ x
#@ end
#@ local function lua%d(x) return x + %d end
#@ local function filled%d(x)
host: #@ x
#@ end
]]):format(i, i, i, i, i, i)
  end
  return table.concat(lines) .. head .. "a: #@ plain1([1])[0]\nb: #@ filled1(2)\n"
end

for _, size in ipairs { 1000, 2000, 4000, 8000 } do
  local text, best = functions(size), math.huge
  for _ = 1, 3 do
    collectgarbage()
    local began = os.clock()
    assert(yschema.load(text))
    best = math.min(best, os.clock() - began)
  end
  print(("size%d=%.6f"):format(size, best))
end
