--- Many small files: `yschema check` next to what only reads and parses them, next to itself with two processes,
--- next to ajv-cli, which npm gets once, and next to the libraries of check-jsonschema (Debian: python3-jsonschema,
--- python3-ruamel.yaml).

local COUNT = 20000
local AJV = "ajv-cli@5.0.0"

-- Names of files, each with a zero byte after it: those of `list`, or some of them.
local function lists(bench, folder)
  local file = assert(io.open(folder .. "/list", "rb"))
  local text = file:read "*a"
  file:close()
  local all, few = {}, {}
  for name in text:gmatch "%Z+" do
    all[#all + 1] = folder .. "/" .. name
    if #all % 10 == 0 then few[#few + 1] = folder .. "/" .. name end
  end
  return bench.write(folder .. "/all", table.concat(all, "\0") .. "\0"),
    bench.write(folder .. "/few", table.concat(few, "\0") .. "\0")
end

local function lines(bench, path, count)
  local list = {}
  for i = 1, count do list[i] = ('{"name": "service-%d", "port": %d}\n'):format(i, i % 60000 + 1) end
  return bench.write(path, table.concat(list))
end

-- The arguments of both: the command, and the files that it validates.
local function files_of(bench)
  local folder = bench.data .. "many"
  bench.shell(("rm -rf %s && mkdir -p %s && cp examples/scale/* %s"):format(folder, folder, folder))
  bench.shell(("cd %s && ./make.sh files %d"):format(folder, COUNT))
  bench.shell(("sed -i 's/^replicas: 0/replicas: 1/' %s/files/*00.yml"):format(folder))
  return folder
end

-- Prints how much processor time another command takes for the same files, over that of `check`.
local function beside(bench, name, limit, check, other)
  local measured = bench.numbers(("%s/spec/bench/command 2 %s -- %s"):format(bench.folder, check, other))
  bench.row("F", ("20,000 files: check, over %s, processor time"):format(name), limit, measured.cpu, "x")
end

local function not_measured(name, why)
  print(("%6s  %-52s not measured: %s"):format("F", "20,000 files: check, over " .. name, why))
end

local function runs(command)
  local ok = os.execute(command .. " >/dev/null 2>&1")
  return ok == true or ok == 0
end

-- Others on the same files, with the schema that yschema exports.
local function beside_others(bench, folder, yschema, check, all)
  bench.shell(("%s -f %s/schema.yml --schema-inspect -o json-schema >%s/schema.json"):format(yschema, folder, folder))
  local npm = bench.folder .. "/npm"
  if runs(("test -x %s/node_modules/.bin/ajv || npm install --prefix %s --no-audit --no-fund --silent "
    .. "--fetch-retries=1 --fetch-timeout=30000 %s"):format(npm, npm, AJV)) then
    beside(bench, "ajv-cli", nil, check, ("%s/node_modules/.bin/ajv validate --spec=draft7 -s %s/schema.json "
      .. "-d '%s/files/*.yml'"):format(npm, folder, folder))
  else
    not_measured("ajv-cli", "npm cannot install " .. AJV)
  end
  local libraries = "the libraries of check-jsonschema"
  if runs "/usr/bin/python3 -c 'import jsonschema, ruamel.yaml'" then
    beside(bench, libraries, 1 / 20, check,
      ("/usr/bin/python3 spec/bench/python_jsonschema.py %s/schema.json %s"):format(folder, all))
  else
    not_measured(libraries, "Python does not have them")
  end
end

return function(bench)
  local folder = files_of(bench)
  local all, few = lists(bench, folder)
  local lua, modules = bench.runtimes[1][1], bench.runtimes[1][2]
  local core = ("env LUA_CPATH='%s/%s/?.so;;' %s -l yschema.core"):format(bench.folder, modules, lua)
  local yschema = core .. " lua/bin/yschema"
  local check = ("%s check -f %s/schema.yml -q --files0-from "):format(yschema, folder)
  local function pair(first, second)
    local program = ("%s/spec/bench/command %d"):format(bench.folder, bench.quick and 3 or 7)
    return bench.numbers(("%s %s -- %s"):format(program, first, second))
  end
  local parsed = pair(check .. all .. " -j 1", ("%s spec/bench/parse_files.lua %s"):format(core, all))
  bench.row("F", "20,000 files: check, over reading and parsing them", 1.3, parsed.cpu, "x")
  bench.row("F", "a file: processor time of check", nil, parsed.firstcpu / COUNT / 1e3, "us")
  local shared = pair(check .. all .. " -j 2", check .. all .. " -j 1")
  bench.row("28", "the same with -j 2, over -j 1, on the wall", 0.59, shared.ratio, "x")
  local grown = pair(check .. all .. " -j 1", check .. few .. " -j 1")
  bench.row("F", "memory for each file of the list", nil,
    (grown.firstmemory - grown.secondmemory) / (COUNT * 0.9) * 1024, "B")
  local line = ('exec %s check -f %s/schema.yml --lines -q <"$1"\n'):format(yschema, folder)
  bench.write(folder .. "/validator.sh", line)
  local validate = ("sh %s/validator.sh "):format(folder)
  local long, short = lines(bench, folder .. "/long", 100000), lines(bench, folder .. "/short", 1000)
  local streams = pair(validate .. long, validate .. short)
  bench.row("F", "a line: processor time of check", nil, streams.firstcpu / 100000 / 1e3, "us")
  bench.write(folder .. "/sharing.sh", (line:gsub("%-q", "-q -j 2")))
  local sharing = pair(("sh %s/sharing.sh "):format(folder) .. long, validate .. long)
  bench.row("28", "100,000 lines: with -j 2, over -j 1, on the wall", 0.65, sharing.ratio, "x")
  bench.row("F", "the same, processor time", 1.2, sharing.cpu, "x")
  bench.row("F", "100,000 lines: memory, over that of 1000", 1.05, streams.firstmemory / streams.secondmemory, "x")
  beside_others(bench, folder, yschema, check .. all .. " -j 1", all)
end
