--- Writes values in YAML as JSON: one line, in the same order.
--
--   LUA_PATH=… LUA_CPATH=… lua5.4 spec/bench/json_text.lua VALUES JSON

local yschema = require "yschema"

local file = assert(io.open(arg[1], "rb"))
local documents = assert(yschema.parse(file:read "*a"))
file:close()
file = assert(io.open(arg[2], "wb"))
file:write((documents:encode "json"))
file:close()
