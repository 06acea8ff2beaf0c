--- Measures how long `schema:check` takes for a Lua table, per node. Run by spec/bench/run.lua, once on each Lua.
--
--   LUA_PATH=… LUA_CPATH=… lua5.4 spec/bench/check.lua

package.path = "spec/bench/?.lua;" .. package.path

local timing = require "timing"
local workloads = require "workloads"
local yschema = require "yschema"

local text, values, nodes = workloads.tables("M", yschema.array_mt)
local schema = assert(yschema.load(text))
assert(schema:check(values))

print(("node=%.2f"):format(timing.each(function() schema:check(values) end, nodes)))
