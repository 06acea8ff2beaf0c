-- safe.lua - searches errors of `yschema diff`: values that a new schema refuses although no change is breaking, and
-- witnesses that show nothing:
--
--   lua5.4 spec/comparison/safe.lua [--count N] [--seed S] [--each M] [--from I]
--
-- N (100000) values are validated, M (60) for each pair of schemas. Half of the pairs are those of the rows of the
-- table, half are random. The exit status is 1 if anything was found.

local runtime = rawget(_G, "jit") and "luajit" or "lua54"
package.path = "./?.lua;lua/?.lua;lua/?/init.lua;" .. package.path
package.cpath = ("%s/%s/?.so;"):format(os.getenv "YSCHEMA_BUILD" or "build", runtime) .. package.cpath
local fuzzing = require "spec.comparison.fuzzing"

local options = { count = 100000, seed = 1, each = 60, from = 1 }
for i = 1, #arg, 2 do
  local name = arg[i]:match "^%-%-(%l+)$"
  if not options[name] or not tonumber(arg[i + 1]) then
    io.stderr:write "usage: safe.lua [--count N] [--seed S] [--each M] [--from I]\n"
    os.exit(2)
  end
  options[name] = tonumber(arg[i + 1])
end

local result = fuzzing.run(options, function(text) io.write(text, "\n") end)
io.write(fuzzing.summary(result), "\n")
os.exit(result.found == 0)
