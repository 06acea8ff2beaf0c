--- Lines of JSON by a JSON Schema: `yschema check --json-schema S --lines -q` over Blaze's command on the same files,
--- processor time of the whole commands (target 22), and the same with reports where a tenth of the lines is invalid
--- (30). YSCHEMA_LINES names a folder of data sets, each a folder with `schema.json` and `instances.jsonl`, as
--- github.com/sourcemeta-research/jsonschema-benchmark has them. npm gets Blaze once. The same JSON Schemas are
--- imported, too (target 23).

local BLAZE = "@sourcemeta/jsonschema@16.11.0"

-- Invalid lines are no failure of a script.
local END = "\n[ $? -le 2 ]\n"

local function not_measured(why)
  print(("%6s  %-52s not measured: %s"):format("22", "lines of JSON: check, over Blaze", why))
end

local function runs(command)
  local ok = os.execute(command .. " >/dev/null 2>&1")
  return ok == true or ok == 0
end

-- Returns the command of Blaze without npm's wrapper in JavaScript, or nil.
local function blaze(bench)
  local npm = bench.folder .. "/npm"
  local pattern = npm .. "/node_modules/@sourcemeta/jsonschema/build/github-releases/jsonschema-linux-"
  if not runs(("test -d %s/node_modules/@sourcemeta || npm install --prefix %s --no-audit --no-fund --silent "
    .. "--fetch-retries=1 --fetch-timeout=30000 %s"):format(npm, npm, BLAZE)) then
    return nil
  end
  local machine = runs "test $(uname -m) = x86_64" and "x86_64" or "arm64"
  return runs("test -x " .. pattern .. machine) and pattern .. machine or nil
end

local function sets_in(folder)
  local pipe = assert(io.popen(("ls '%s'"):format(folder)))
  local list = {}
  for name in pipe:lines() do
    if runs(("test -f '%s/%s/instances.jsonl'"):format(folder, name)) then list[#list + 1] = name end
  end
  pipe:close()
  return list
end

local function size_of(path)
  local file = assert(io.open(path, "rb"))
  local size = file:seek "end"
  file:close()
  return size
end

-- The processor time of `import json-schema` beyond a start, for each megabyte of the JSON Schemas.
local function importing(bench, folder)
  local lua = bench.runtimes[1][1]
  local seconds, bytes = 0, 0
  for _, name in ipairs(sets_in(folder)) do
    local path = ("%s/%s/schema.json"):format(folder, name)
    local measured = bench.numbers(("%s/spec/bench/command %d %s %s import json-schema -q %s -- %s %s --version")
      :format(bench.folder, bench.quick and 3 or 7, lua, bench.command, path, lua, bench.command))
    seconds, bytes = seconds + measured.more / 1e9, bytes + size_of(path)
  end
  if bytes > 0 then
    bench.row("23", "importing JSON Schemas, a megabyte", 100, seconds * 1e3 / (bytes / 1e6), "ms")
  end
end

-- Makes a copy of lines in which each tenth has lists instead of its first texts; most of those are invalid.
local function make_wrong(from, to)
  local out, number = assert(io.open(to, "wb")), 0
  for line in io.lines(from) do
    number = number + 1
    if number % 10 == 0 then line = line:gsub('("[%w_-]+":%s*)"[^"\\]*"', "%1[1]", 5) end
    out:write(line, "\n")
  end
  out:close()
end

-- Returns the median of the ratios of the processor times of two scripts over the data sets; `row` gets each ratio.
local function compare(bench, sets, ours, others, row)
  local ratios = {}
  for _, set in ipairs(sets) do
    local measured = bench.numbers(("%s/spec/bench/command %d sh %s %s -- sh %s %s"):format(bench.folder,
      bench.quick and 5 or 15, ours, set, others, set))
    ratios[#ratios + 1] = measured.cpu
    row(set:match "[^/]*$", measured.cpu)
  end
  table.sort(ratios)
  return ratios[(#ratios + 1) // 2]
end

-- Scripts that let ours and the other program check `$1/schema.json` and the file NAME of the data set.
local function scripts(bench, other, name, lines, ours, theirs)
  local lua, modules = bench.runtimes[1][1], bench.runtimes[1][2]
  return bench.write(("%s/%s.sh"):format(bench.folder, name), ("LUA_CPATH='%s/%s/?.so;;' %s -l yschema.core"
      .. ' lua/bin/yschema check --json-schema "$1/schema.json" --lines %s <"%s" 2>&1%s'):format(
      bench.folder, modules, lua, ours, lines, END)),
    bench.write(("%s/%s-other.sh"):format(bench.folder, name), ('%s validate %s "$1/schema.json" "%s" 2>&1%s')
      :format(other, theirs, lines, END))
end

return function(bench)
  local folder = os.getenv "YSCHEMA_LINES"
  if not folder then return not_measured "YSCHEMA_LINES names no folder of data sets" end
  importing(bench, folder)
  local other = blaze(bench)
  if not other then return not_measured("npm cannot install " .. BLAZE) end
  local sets = {}
  for i, name in ipairs(sets_in(folder)) do
    sets[i] = folder .. "/" .. name
    make_wrong(sets[i] .. "/instances.jsonl", ("%s%s.wrong.jsonl"):format(bench.data, name))
  end
  if not sets[1] then return not_measured(folder .. " has no data sets") end
  local ours, others = scripts(bench, other, "lines", "$1/instances.jsonl", "-q", "--fast")
  bench.row("22", "lines of JSON: check, over Blaze, median", 0.7, compare(bench, sets, ours, others,
    function(name, ratio)
      bench.row("22", ("lines of %s: check, over Blaze, processor time"):format(name), 1, ratio, "x")
    end), "x")
  ours, others = scripts(bench, other, "wrong", bench.data .. "${1##*/}.wrong.jsonl", "", "--continue")
  bench.row("30", "lines, 10 % of them invalid, with reports: median", 1.2, compare(bench, sets, ours, others,
    function(name, ratio) bench.row("30", ("invalid lines of %s, over Blaze"):format(name), nil, ratio, "x") end), "x")
end
