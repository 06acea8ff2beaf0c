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
-- checkout, or takes long over what no installation changes: limits, memory, processes, random inputs, tables of
-- what is equal in all installations.
local config = os.tmpname()
local file = assert(io.open(config, "w"))
file:write [[return { default = { ROOT = { "spec" }, ["exclude-pattern"] = {
  "runtime_spec", "house_spec", "interface_spec", "layering_spec", "links_spec", "prose_spec",
  "attacks_spec", "blame_spec", "ceiling_spec", "ci_spec", "default_functions_spec", "dropped_records_spec",
  "fragments_spec", "growth_spec", "held_spec", "provenance_spec", "itself_spec", "limits_spec", "promise_spec",
  "lock_spec", "properties_spec", "resume_spec", "rows_spec", "safe_spec", "workers_spec",
  "complexity_spec", "scale_spec", "printed_texts_spec", "mutations_spec", "truth_spec", "publish_trouble_spec",
  "waiting_spec", "infer_spec", "import_spec", "words_spec", "streams_spec", "unhappy_spec", "failover_spec",
  "progress_spec", "broken_texts_spec", "random_wide_references_spec", "counted_spec",
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
