--- Target 25: what an editor waits for after a change of a text, and for an answer about a new text: 95th percentiles.
-- With YSCHEMA_EDITOR=folder in the environment, where npm has installed yaml-language-server, it gets the same texts
-- and the exported JSON Schema. With YSCHEMA_PROCESSOR_TIME=1, times are those of the processor.
--
-- The table in examples/editors/README.md has the rows "1 MB" and "1 MB in three layers" of Lua 5.4:
--
--     YSCHEMA_PROCESSOR_TIME=1 lua5.4 spec/bench/run.lua lsp

local workloads = require "workloads"

local LAYERS = "configurations:\n- {name: a, schema: [schema.yml], layers: [edited.yml, site.yml, local.yml]}\n"
local ALONE = "configurations:\n- {name: a, schema: [schema.yml], each: [edited.yml]}\n"

-- Other requests, as spec/bench/editing.lua names them.
local OTHERS = {
  "definition", "implementation", "references", "rename", "selection", "links", "lens", "hints", "actions", "fix",
  "allhints", "folds", "symbols",
}

-- Writes a project, and returns its folder.
local function project(bench, name, workload, text)
  local path = bench.data .. "editing_" .. name
  bench.shell("mkdir -p " .. path)
  local schema, values = workloads.texts(workload)
  for file, content in pairs {
    [".yschema.yml"] = text, ["schema.yml"] = schema, ["edited.yml"] = values, ["site.yml"] = "{}\n",
    ["local.yml"] = "{}\n",
  } do bench.write(path .. "/" .. file, content) end
  return path
end

-- How long it takes from the start of the server to its end, with `initialize` in between.
local function start(bench, lua)
  local input = bench.data .. "initialize"
  local parts = {}
  for i, body in ipairs {
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}',
    '{"jsonrpc":"2.0","id":2,"method":"shutdown"}', '{"jsonrpc":"2.0","method":"exit"}',
  } do parts[i] = ("Content-Length: %d\r\n\r\n%s"):format(#body, body) end
  bench.write(input, table.concat(parts))
  local call = ("sh -c '%s %s lsp <%s >/dev/null'"):format(lua, bench.command, input)
  local count = bench.quick and 5 or 20
  local found = bench.numbers(("%s/spec/bench/command %d %s -- true"):format(bench.folder, count, call))
  bench.row("25", "start of the server, initialize and end, " .. lua, 100, found.more / 1e6, "ms")
end

-- A project whose files say to each other which names there are.
local function linked(bench, count)
  local path = ("%sediting_linked%d"):format(bench.data, count)
  bench.shell("rm -rf " .. path .. " && mkdir -p " .. path .. "/others")
  local function put(name, text) bench.write(path .. "/" .. name, text) end
  put(".yschema.yml", "configurations:\n- {name: a, schema: schema.yml, each: ['edited.yml', 'others/*.yml']}\n")
  put("schema.yml", '#@data/values-schema\n---\n#@schema/identity "name", scope="configuration"\nnames:\n- name: ""\n'
    .. 'uses:\n#@schema/refers to="names[].name", scope="configuration"\n- ""\n')
  put("edited.yml", "uses:\n  - n1\n  - n2\n  - n1\n")
  for i = 1, count do
    put(("others/%d.yml"):format(i), ("names: [{name: n%d}]\nuses: [n%d, n%d]\n"):format(i, i, i % count + 1))
  end
  return path
end

-- The rows whose time grows with the text, and with the files that refer to each other. These are small enough for the
-- caches of a processor and the memory that the server keeps; beyond, it waits for memory.
local GROWING = {
  { "text", { 500, 2000, 8000 }, { "change", "hover", "completion", "fix", "folds", "symbols" },
    function(bench, size) return project(bench, "growing" .. size, "N" .. size, ALONE) end },
  { "files with references", { 250, 1000, 4000 }, { "change" }, linked },
}

local function growths(bench, lua, script)
  for _, series in ipairs(GROWING) do
    local points = {}
    for _, size in ipairs(series[2]) do
      local path, count = series[4](bench, size), bench.quick and 8 or 40
      local found = bench.numbers(("%sediting.lua %s %d"):format(script, path, count))
      for _, name in ipairs(series[3]) do
        points[name] = points[name] or {}
        table.insert(points[name], { size, found[name] })
      end
    end
    for _, name in ipairs(series[3]) do
      bench.row("23", ("growth of %s in the editor with %s, %s"):format(name, series[1], lua), 1.1,
        bench.growth(points[name]), "")
    end
  end
end

local function other_server(bench, folder, what, own)
  local server = os.getenv "YSCHEMA_EDITOR"
  if not server then return end
  bench.shell(("lua5.4 %s inspect -f %s/schema.yml -o json-schema > %s/schema.json"):format(bench.command, folder,
    folder))
  local found = bench.numbers(("node spec/bench/other_server.mjs %s %d node"
    .. " %s/node_modules/yaml-language-server/bin/yaml-language-server --stdio"):format(folder,
    bench.quick and 6 or 20, server))
  for _, request in ipairs { "change", "hover", "completion", "documentSymbol", "foldingRange" } do
    bench.row("", ("%s: %s with yaml-language-server"):format(what, request), nil, found[request], "ms")
  end
  bench.row("", what .. ": its memory", nil, found.memory, "MB")
  bench.row("25", what .. ": its time over ours, at least 50 at 1 MB", nil, found.change / own, "x")
end

return function(bench)
  local count = bench.quick and 30 or 200
  local sizes = {
    { "38 KB in three layers", project(bench, "small", "M", LAYERS), 10, 5 },
    { "1 MB", project(bench, "large", "N6000", ALONE), 60, 15, 60 },
    { "1 MB in three layers", project(bench, "layers", "N6000", LAYERS) },
  }
  for _, pair in ipairs(bench.runtimes) do
    local lua = pair[1]
    start(bench, lua)
    local script = bench.script_on(lua, pair[2])
    growths(bench, lua, script)
    for _, size in ipairs(sizes) do
      local found = bench.numbers(("%sediting.lua %s %d"):format(script, size[2], count))
      local name = ("%s, %s"):format(size[1], lua)
      bench.row("25", name .. ": change to diagnostics", size[3], found.change, "ms")
      for _, request in ipairs { "hover", "completion" } do
        bench.row("25", ("%s: %s"):format(name, request), size[4], found[request], "ms")
      end
      for _, request in ipairs(OTHERS) do
        bench.row("25", ("%s: %s"):format(name, request), size[4] and 100, found[request], "ms")
      end
      bench.row("25", name .. ": memory", size[5], found.memory, "MB")
      if lua == "lua5.4" and size[3] then other_server(bench, size[2], size[1], found.change) end
    end
  end
end
