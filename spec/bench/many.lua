--- Many small files: `yschema check` next to what only reads and parses them, next to itself with two processes,
--- and next to ajv-cli, which npm gets once.

local COUNT = 20000
local AJV = "ajv-cli@5.0.0"

-- Names of files, each with a zero byte behind it: those of `list`, or some of them.
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

-- What both are given: the command, and what it judges.
local function files_of(bench)
  local folder = bench.data .. "many"
  bench.shell(("rm -rf %s && mkdir -p %s && cp examples/scale/* %s"):format(folder, folder, folder))
  bench.shell(("cd %s && ./make.sh files %d"):format(folder, COUNT))
  bench.shell(("sed -i 's/^replicas: 0/replicas: 1/' %s/files/*00.yml"):format(folder))
  return folder
end

-- ajv-cli on the same files, with the schema that yschema exports.
local function beside_ajv(bench, folder, yschema, check)
  local npm = bench.folder .. "/npm"
  local has = os.execute(("test -x %s/node_modules/.bin/ajv || npm install --prefix %s --no-audit --no-fund --silent "
    .. "--fetch-retries=1 --fetch-timeout=30000 %s >/dev/null 2>&1"):format(npm, npm, AJV))
  if has ~= true and has ~= 0 then
    print(("%6s  %-52s not measured: npm cannot install %s"):format("F", "20,000 files: check, over ajv-cli", AJV))
    return
  end
  bench.shell(("%s -f %s/schema.yml --schema-inspect -o json-schema >%s/schema.json"):format(yschema, folder, folder))
  local ajv = ("%s/node_modules/.bin/ajv validate --spec=draft7 -s %s/schema.json -d '%s/files/*.yml'")
    :format(npm, folder, folder)
  local measured = bench.numbers(("%s/spec/bench/command %d %s -- %s"):format(bench.folder, 2, check, ajv))
  bench.row("F", "20,000 files: check, over ajv-cli, processor time", nil, measured.cpu, "x")
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
  bench.row("F", "the same with -j 2, over -j 1, on the wall", 1 / 1.7, shared.ratio, "x")
  local grown = pair(check .. all .. " -j 1", check .. few .. " -j 1")
  bench.row("F", "memory for each file of the list", nil,
    (grown.firstmemory - grown.secondmemory) / (COUNT * 0.9) * 1024, "B")
  local line = ('exec %s check -f %s/schema.yml --lines -q <"$1"\n'):format(yschema, folder)
  bench.write(folder .. "/judge.sh", line)
  local judge = ("sh %s/judge.sh "):format(folder)
  local long, short = lines(bench, folder .. "/long", 100000), lines(bench, folder .. "/short", 1000)
  local streams = pair(judge .. long, judge .. short)
  bench.row("F", "a line: processor time of check", nil, streams.firstcpu / 100000 / 1e3, "us")
  bench.row("F", "100,000 lines: memory, over that of 1000", 1.05, streams.firstmemory / streams.secondmemory, "x")
  beside_ajv(bench, folder, yschema, check .. all .. " -j 1")
end
