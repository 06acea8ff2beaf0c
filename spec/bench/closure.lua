--- Measures the cost of one Lua function as a rule on a scalar: numbers are checked with and without the rule.
--
--   LUA_PATH=… LUA_CPATH=… lua5.4 spec/bench/closure.lua

package.path = "spec/bench/?.lua;" .. package.path

local timing = require "timing"
local yschema = require "yschema"

local rule = '#@schema/validation ("not negative", function(v) return v >= 0 end)\n'
local plain = assert(yschema.load("#@data/values-schema\n---\nlist:\n- 0\n"))
local ruled = assert(yschema.load("#@data/values-schema\n---\nlist:\n" .. rule .. "- 0\n"))

local list = setmetatable({}, yschema.array_mt)
for i = 1, 20000 do list[i] = i end
local values = { list = list }
assert(plain:check(values))
assert(ruled:check(values))
list[7] = -1
assert(not ruled:check(values), "the rule is not asked")
list[7] = 7

local with = timing.each(function() ruled:check(values) end, #list)
local without = timing.each(function() plain:check(values) end, #list)
print(("rule=%.2f"):format(with - without))
