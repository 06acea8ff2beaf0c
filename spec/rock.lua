-- `luarocks test` runs this with the Lua that it installs for. The suite tests what is installed, so
-- install first, and have the tree on the paths:
--
--   eval "$(luarocks --lua-version 5.4 --tree lua_modules path)"
--   luarocks --lua-version 5.4 test rocks/yschema-scm-1.rockspec
--
-- YSCHEMA_WITHOUT, in the environment, is a pattern of paths of specs that do not run, as for spec/run.sh.
--
-- It starts itself with a few files at a time, because a process that runs all specs is slow (see
-- spec/support/queue.sh).

local core = assert(package.searchpath("yschema.core", package.cpath),
  "yschema is not installed on the paths of this Lua")
local command = require "spec.support.command"
command.use_installed()

-- Runs the specs of some files, in this process. The configuration of the suite names the checkout's modules.
local function run(files)
  local config = os.tmpname()
  local file = assert(io.open(config, "w"))
  file:write "return { default = {} }"
  file:close()
  arg = { [0] = arg[0], "--config-file=" .. config, "--lpath=./?.lua", "--output=plainTerminal", -- luacheck: ignore
    os.getenv "YSCHEMA_BUSTED" }
  for _, path in ipairs(files) do arg[#arg + 1] = path end -- luacheck: ignore
  local exit = os.exit
  os.exit = function(...) -- luacheck: ignore
    os.remove(config)
    exit(...)
  end
  require "busted.runner" { standalone = false }
end

if arg[1] then return run { (table.unpack or unpack)(arg) } end -- luacheck: ignore

-- The specs that are left out look at the checkout, need another rock, repeat what others have some rows of, are
-- random, attacks, or waits for servers: no installation changes these.
local left_out = "house interface layering links lock pace progress prose queue resty/arguments runtime words "
  .. "broken_texts memory_ceiling client_failover complexity dropped_records endless_functions growth hostile "
  .. "hostile_repository invalid_arguments line_workers mutations printed_texts properties publish publish_trouble "
  .. "random_wide_references resume scale sensitive_commands server/stress server/same_as_check suspended node_answers "
  .. "workers"

local function is_left_out(path)
  if path:find("_promise_", 1, true) then return true end
  for name in left_out:gmatch "%S+" do
    if path:find("/" .. name .. "_spec.lua", 1, true) then return true end
  end
  return false
end

local files = {}
local wanted = [[find spec -name '*_spec.lua' | grep -vE "${YSCHEMA_WITHOUT:-^$}" | LC_ALL=C sort]]
for _, path in ipairs(command.output(wanted)) do
  if not is_left_out(path) then files[#files + 1] = path end
end

assert(#files > 0, "there are no specs: start this at the top of the checkout")
print("testing " .. core)
local lua = -1 -- the interpreter is in front of its options
while arg[lua - 1] do lua = lua - 1 end
local log, bad, passed = os.tmpname(), 0, 0
local rows = math.ceil(#files / 4)
for row = 1, rows do
  local words = { command.quote(arg[lua]), "spec/rock.lua" }
  for i = row, #files, rows do words[#words + 1] = files[i] end
  local ended = os.execute(table.concat(words, " ") .. " >" .. log .. " 2>&1")
  local text = command.read(log)
  local count = tonumber(text:match "\n(%d+) success")
  passed = passed + (count or 0)
  if not count or ended ~= true and ended ~= 0 then
    bad = bad + 1
    io.write(text, "\n")
  else
    io.write(text:match "Pending.*" or "")
  end
end
os.remove(log)
print(("%d tests passed; %d of %d processes failed"):format(passed, bad, rows))
os.exit(bad == 0 and 0 or 1)
