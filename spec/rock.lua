-- `luarocks test` runs this with the Lua that it installs for. The suite tests what is installed, so
-- install first, and have the tree on the paths:
--
--   eval "$(luarocks --lua-version 5.4 --tree lua_modules path)"
--   luarocks --lua-version 5.4 test rocks/yschema-scm-1.rockspec

local core = assert(package.searchpath("yschema.core", package.cpath),
  "yschema is not installed on the paths of this Lua")
print("testing " .. core)
require("spec.support.command").use_installed()

-- The configuration of the suite names the checkout's modules and its builds. What is left out looks at the
-- checkout, or at what no installation changes.
local config = os.tmpname()
local file = assert(io.open(config, "w"))
file:write [[return { default = { ROOT = { "spec" }, ["exclude-pattern"] = {
  "runtime_spec", "growth_spec", "house_spec", "layering_spec", "links_spec", "properties_spec", "prose_spec",
} } }]]
file:close()
arg = { [0] = arg[0], "--config-file=" .. config, "--lpath=./?.lua", "--output=plainTerminal", -- luacheck: ignore
  os.getenv "YSCHEMA_BUSTED" }

local exit = os.exit
os.exit = function(...) -- luacheck: ignore
  os.remove(config)
  exit(...)
end
require "busted.runner" { standalone = false }
