--- Reads and parses files, and does nothing else with them. Run by spec/bench/many.lua.
--
--   LUA_CPATH=... lua5.4 spec/bench/parse_files.lua LIST

local core = require "yschema.core"

local list = assert(io.open(arg[1], "rb"))
for name in list:read "*a":gmatch "%Z+" do
  core.parse(assert(core.read(name, name, 2 ^ 30)), {}):close()
end
