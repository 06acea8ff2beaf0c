--- The benchmark: what yschema costs beyond libyaml, and how it grows.
--
--   lua5.4 spec/bench/run.lua [--quick] [NAME]
--
-- Builds the core and both modules with cmake in build-bench/, makes the workloads there, measures,
-- and prints a row for each target: what, how much it may be, how much it is. Ratios are to
-- libyaml's event loop over the same text, measured in turns with it. The exit status is 1 when a
-- target is missed. `--quick`: fewer repetitions, and no 20 MB workload. `NAME`: only the rows of a file of this
-- folder, such as `lsp`. With YSCHEMA_PEERS=folder in the environment,
-- checks of Lua tables are compared with api7/jsonschema (spec/bench/tables.lua); with YSCHEMA_LINES=folder, `check
-- --lines` with Blaze (spec/bench/lines.lua); with YSCHEMA_EDITOR=folder, the language server with
-- yaml-language-server (spec/bench/lsp.lua).

package.path = "spec/bench/?.lua;" .. package.path

local workloads = require "workloads"

local quick = arg[1] == "--quick"
local only = arg[quick and 2 or 1]
local folder = "build-bench"
local data = folder .. "/data/"

-- ---- small things ---------------------------------------------------------------------

local function shell(command)
  local ok = os.execute(command)
  if ok ~= true and ok ~= 0 then
    io.stderr:write("failed: ", command, "\n")
    os.exit(2)
  end
end

local function write(path, text)
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
  return path
end

-- The `name=number` lines that a command prints.
local function numbers(command)
  local pipe = assert(io.popen(command))
  local text = pipe:read "*a"
  pipe:close()
  local found = {}
  for name, number in text:gmatch "(%w+)=([%d.e+-]+)" do found[name] = tonumber(number) end
  if not next(found) then error(command .. " measured nothing:\n" .. text, 0) end
  return found
end

-- Paths of a workload's schema and values, made when they are first asked for.
local made = {}
local function files(name)
  if not made[name] then
    local schema, values = workloads.texts(name)
    made[name] = ("%s %s"):format(
      write(data .. name .. ".schema.yml", schema), write(data .. name .. ".yaml", values))
  end
  return made[name]
end

local function pipeline(mode, reps, paths)
  return numbers(("%s/spec/bench/pipeline %s %d %s"):format(folder, mode, reps, paths))
end

-- The exponent e of time = c * size ^ e that fits best.
local function growth(points)
  local n, sx, sy, sxx, sxy = #points, 0, 0, 0, 0
  for _, point in ipairs(points) do
    local x, y = math.log(point[1]), math.log(point[2])
    sx, sy, sxx, sxy = sx + x, sy + y, sxx + x * x, sxy + x * y
  end
  return (n * sxy - sx * sy) / (n * sxx - sx * sx)
end

-- ---- the table ------------------------------------------------------------------------

local missed = 0

local function row(target, what, limit, measured, unit)
  local good = not limit or measured <= limit
  if not good then missed = missed + 1 end
  print(("%6s  %-52s %10s  %8.2f %-3s %s"):format(target, what,
    limit and ("<= %.2f"):format(limit) or "", measured, unit,
    limit and (good and "ok" or "MISSED") or ""))
  io.stdout:flush()
end

-- ---- the targets ----------------------------------------------------------------------

local function over_floor()
  local limits = { { "M", 0.35 }, { "L", 0.35 }, { "XL", 0.35 }, { "K", 0.5 }, { "D", 1.25 } }
  for _, pair in ipairs(limits) do
    local name, limit = pair[1], pair[2]
    if not (quick and name == "XL") then
      local reps = name == "XL" and 3 or quick and 7 or 15
      local target = name == "D" and "2" or "13"
      row(target, name .. ": text to checked and defaulted tree", limit,
        pipeline("ratio", reps, files(name)).ratio, "x")
      if name ~= "XL" then
        row("", name .. ": the same, validated", nil,
          pipeline("validate", reps, files(name)).ratio, "x")
      end
    end
  end
end

local function tree_alone()
  for _, name in ipairs { "M", "L" } do
    row("3", name .. ": check and defaults alone, a node", 20,
      pipeline("tree", quick and 15 or 31, files(name)).node, "ns")
  end
end

local function memory()
  if quick then return end
  row("4", "XL: peak memory over the text's size", 3.5,
    numbers(("%s/spec/bench/pipeline peak %s"):format(folder, files "XL")).peak, "x")
end

local function growth_of(what, sizes, paths_of)
  local points = {}
  for i, size in ipairs(sizes) do
    points[i] = { size, pipeline("time", quick and 5 or 9, paths_of(size)).time }
  end
  row("6", ("growth with %s, %d to %d"):format(what, sizes[1], sizes[#sizes]), 1.1, growth(points), "")
end

local function overlay_files(count)
  local paths = { files "O" }
  for i, text in ipairs(workloads.overlays(count)) do
    paths[i + 1] = write(("%sO.%d.yaml"):format(data, i), text)
  end
  return table.concat(paths, " ")
end

local function growths()
  local function items(size) return files("N" .. size) end
  local function keys(size) return files("K" .. size) end
  growth_of("items", { 1000, 2000, 4000, 8000, 16000 }, items)
  growth_of("keys of a map", { 3125, 6250, 12500, 25000, 50000 }, keys)
  growth_of("overlay files", { 50, 100, 200, 400, 800 }, overlay_files)
end

local function matched_items(size)
  local name, paths = data .. "by-name." .. size, {}
  for i, text in ipairs { workloads.matched(size) } do
    paths[i] = write(("%s.%d.yaml"):format(name, i), text)
  end
  return table.concat(paths, " ")
end

-- Overlays have no number among the targets; their limits are the project's own.
local function overlays()
  row("O", "a base and 50 files on it, over the event loop", 3,
    pipeline("ratio", quick and 7 or 15, overlay_files(50)).ratio, "x")
  growth_of("items matched by a key", { 1000, 2000, 4000, 8000, 16000 }, matched_items)
end

-- How much more `name` costs than `plain`, whose values are the same, in times of the event loop: measured in turns.
local function beyond_plain(what, plain, name)
  local reps, more = quick and 7 or 15, {}
  for i = 1, 3 do
    local base = pipeline("validate", reps, files(plain)).ratio
    more[i] = pipeline("validate", reps, files(name)).ratio - base
  end
  table.sort(more)
  row("V", what, 0.19, more[2], "x")
end

-- The limit is 15 % of what the whole run cost with libyaml as the only reader, 1.26 times the event loop.
local function vocabulary()
  beyond_plain("50,000 open keys, beyond the same keys by name", "K50000", "U50000")
  beyond_plain("L and 1,000 regexps and formats, beyond none", "T1000", "R1000")
end

local runtimes = { { "lua5.4", "lua54" }, { "luajit", "luajit" } }

-- The command that runs a script of this folder on a runtime, all but its name.
local function script_on(lua, modules)
  return ("LUA_PATH='lua/?.lua;lua/?/init.lua;;' LUA_CPATH='%s/%s/?.so;;' %s spec/bench/")
    :format(folder, modules, lua)
end

local function lua_tables()
  for _, pair in ipairs(runtimes) do
    local lua, command = pair[1], script_on(pair[1], pair[2])
    row("9", "M as a Lua table: check, a node, " .. lua, 60, numbers(command .. "check.lua").node, "ns")
    row("12", "a Lua closure rule on a scalar, " .. lua, 150,
      numbers(command .. "closure.lua").rule, "ns")
    row("S", "a rule in Starlark, over the same in Lua, " .. lua, 2,
      numbers(command .. "starlark.lua").ratio, "x")
  end
end

-- OpenResty lets LuaJIT compile more than LuaJIT itself does.
local compilers = { { "lua5.4", "lua5.4", "lua54" }, { "luajit", "luajit", "luajit" },
  { "as OpenResty", "luajit -Omaxtrace=8000 -Omaxrecord=16000 -Ominstitch=3 -Omaxmcode=40960", "luajit" } }
local over_peer = { { "17", "S", 0.7 }, { "17", "M", 0.7 }, { "17", "L", 0.7 }, { "18", "rules", 1 },
  { "18", "alternatives", 1 }, { "18", "placeholders", 1 }, { "18", "error", 5 } }
local first_over_peer = { "27", "L checked 20 times as a Lua table, over api7's, ", 1 }

-- Checks of Lua tables next to api7/jsonschema, where there is a clone of it.
local function over_validator()
  local peers = os.getenv "YSCHEMA_PEERS"
  if not peers then
    print(("%6s  %-52s not measured: YSCHEMA_PEERS names no folder"):format("17, 18", "tables: check, over api7's"))
    return
  end
  for _, compiler in ipairs(compilers) do
    local name, lua, modules = compiler[1], compiler[2], compiler[3]
    local measured = numbers(("%stables.lua '%s'"):format(script_on(lua, modules), peers))
    for _, target in ipairs(over_peer) do
      row(target[1], ("%s as a Lua table: check, over api7's, %s"):format(target[2], name), target[3],
        measured[target[2]], "x")
    end
    row(first_over_peer[1], first_over_peer[2] .. name, first_over_peer[3], measured.first, "x")
  end
end

local function code_lines()
  for _, pair in ipairs(runtimes) do
    local lua, points = pair[1], {}
    local measured = numbers(script_on(lua, pair[2]) .. "code.lua")
    for name, seconds in pairs(measured) do
      local size = name:match "^size(%d+)$"
      if size then points[#points + 1] = { tonumber(size), seconds } end
    end
    row("C", "a rule as a lambda, over the same in Lua, " .. lua, 2, measured.lambda, "x")
    row("C", "growth with functions, 1000 to 8000, " .. lua, 1.2, growth(points), "")
  end
end

local function exporting()
  local floor = pipeline("ratio", quick and 7 or 15, files "L").floor
  for _, pair in ipairs(runtimes) do
    local lua = pair[1]
    local measured = numbers(script_on(lua, pair[2]) .. "export.lua " .. files "L")
    row("8", "L: text to Lua table, " .. lua, 1.45, measured.export / floor, "x")
    if measured.lyaml then
      row("8", "L: the same, over lyaml.load, " .. lua, 1 / 14, measured.export / measured.lyaml, "x")
    else
      print(("%6s  %-52s not measured: %s has no lyaml"):format("8", "L: the same, over lyaml.load", lua))
    end
  end
end

-- The library for C reads values in place, where the module makes tables of them.
local function library_for_c()
  for _, name in ipairs { "M", "L" } do
    local module = numbers(script_on("lua5.4", "lua54") .. "export.lua " .. files(name)).export
    row("L", name .. ": text to values by the library for C, over the module", 1,
      numbers(("%s/spec/bench/library %s"):format(folder, files(name))).apply / module, "x")
  end
end

local function json_texts()
  require "json".measure {
    row = row, pipeline = pipeline, numbers = numbers, files = files, script_on = script_on, shell = shell,
    data = data, quick = quick, runtimes = runtimes,
  }
end

-- The command as it is installed, which loads this build's modules and no other's.
local command = folder .. "/installed/bin/yschema"

-- The whole command next to ytt, where ytt is installed.
local function whole_commands()
  local limits = { { "S", 8 }, { "M", 40 }, { "L", 25 }, { "XL", 25 }, { "O", 12 } }
  local found = os.execute "command -v ytt >/dev/null"
  if found ~= true and found ~= 0 then
    print(("%6s  %-52s not measured: there is no ytt"):format("5, 7", "whole command, over ytt's"))
    return
  end
  for _, pair in ipairs(limits) do
    local name, limit = pair[1], pair[2]
    if not (quick and name == "XL") then
      local first, second = files(name):match "^(%S+) (%S+)$"
      local flags = ("-f %s --data-values-file %s --data-values-inspect"):format(first, second)
      if name == "O" then
        for path in overlay_files(50):gmatch "%S+" do
          if path ~= first and path ~= second then flags = flags .. " --data-values-file " .. path end
        end
      end
      row(name == "O" and "7" or "5", name .. ": whole command, over ytt's", 1 / limit,
        numbers(("%s/spec/bench/command %d %s %s -- ytt %s"):format(
          folder, name == "XL" and 3 or 9, command, flags, flags)).ratio, "x")
    end
  end
end

local function compiling()
  row("11", "compiling the schema of M", 2,
    pipeline("compile", quick and 7 or 15, (files "M"):match "^%S+").ratio, "x")
end

-- The parameters of targets that have files of their own.
local bench = {
  quick = quick, data = data, folder = folder, runtimes = runtimes,
  command = command, files = files, write = write, numbers = numbers, pipeline = pipeline, row = row,
  script_on = script_on, growth = growth, shell = shell,
}

shell(("cmake -S . -B %s -DYSCHEMA_BENCH=ON >/dev/null"):format(folder))
shell(("cmake --build %s >/dev/null"):format(folder))
shell(("cmake --install %s --prefix %s/installed >/dev/null"):format(folder, folder))
shell("mkdir -p " .. data)
print(("%6s  %-52s %10s  %8s"):format("target", "what", "limit", "measured"))
if not only then
  over_floor()
  tree_alone()
  memory()
  growths()
  overlays()
  vocabulary()
  lua_tables()
  over_validator()
  exporting()
  library_for_c()
  json_texts()
  code_lines()
  compiling()
  whole_commands()
end
local found = not only
for _, name in ipairs { "touched", "start", "requests", "shapes", "growth", "many", "references", "lines", "lsp" } do
  if not only or only == name then
    found = true
    require(name)(bench)
  end
end
if not found then error(("%s is none of the files that run.lua requires"):format(only), 0) end
print(missed == 0 and "all targets are met" or missed .. " targets are missed")
os.exit(missed == 0 and 0 or 1)
