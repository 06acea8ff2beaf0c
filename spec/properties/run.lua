-- run.lua - tests the properties of random compositions (see compositions.lua), as many as you want:
--
--   lua5.4 spec/properties/run.lua --count N [--of schemas|overlays|tables] [--seed S] [--from I] [--jobs J] [--most M]
--     [--keep FOLDER]
--
-- The I-th composition of a seed is always the same. `--jobs` divides the work among processes. The first M (10)
-- failures are shrunk and printed, and with `--keep` written to FOLDER/I, where `yschema -f … -f …` can run them. The
-- digest covers all results; it is the same on Lua 5.4 and LuaJIT. The exit status is 1 if a property failed.

local runtime = rawget(_G, "jit") and "luajit" or "lua54"
package.path = "./?.lua;lua/?.lua;lua/?/init.lua;" .. package.path
package.cpath = ("%s/%s/?.so;"):format(os.getenv "YSCHEMA_BUILD" or "build", runtime) .. package.cpath
local compositions = require "spec.properties.compositions"

local options = { of = "schemas", count = 1000, seed = 1, from = 1, most = 10, jobs = 1 }
for i = 1, #arg, 2 do
  local name = arg[i]:match "^%-%-(%l+)$"
  if not name or not arg[i + 1] then
    io.stderr:write("usage: run.lua --count N [--of schemas|overlays|tables] [--seed S] [--from I] [--jobs J]"
      .. " [--most M] [--keep FOLDER]\n")
    os.exit(2)
  end
  options[name] = tonumber(arg[i + 1]) or arg[i + 1]
end

local function keep(found)
  for name, inputs in pairs { as = found.inputs, other = found.others } do
    local folder = ("%s/%d/%s"):format(options.keep, found.number, name)
    os.execute(("mkdir -p '%s'"):format(folder))
    for _, file in ipairs(compositions.files(inputs)) do
      local out = assert(io.open(folder .. "/" .. file[1], "wb"))
      out:write(file[2])
      out:close()
    end
  end
end

-- The interpreter's own command, for the jobs.
local function interpreter()
  local first = 0
  while arg[first - 1] do first = first - 1 end
  return arg[first]
end

local function share()
  local pipes, failed = {}, false
  local each = math.ceil(options.count / options.jobs)
  for job = 1, options.jobs do
    local from = options.from + (job - 1) * each
    local command = ("%s %s --of %s --count %d --seed %d --from %d --most %d%s"):format(interpreter(), arg[0],
      options.of, math.min(each, options.from + options.count - from), options.seed, from, options.most,
      options.keep and " --keep '" .. options.keep .. "'" or "")
    pipes[job] = assert(io.popen(command))
  end
  for _, pipe in ipairs(pipes) do
    local text = pipe:read "*a"
    io.write(text)
    failed = failed or not text:find(" 0 found; digest %d+\n$")
    pipe:close()
  end
  return failed
end

if options.jobs > 1 then os.exit(share() and 1 or 0) end
local result = compositions.run(options.of, options.seed, options.from, options.count)
if result.found[1] then print(compositions.report(result, options.most)) end
for _, found in ipairs(result.found) do
  if options.keep then keep(found) end
end
print(compositions.summary(result))
os.exit(result.found[1] and 1 or 0)
