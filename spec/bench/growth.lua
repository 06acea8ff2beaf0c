--- Measures how the processor's time of commands about schemas grows with their input.

local HEAD = "#@data/values-schema\n---\n"

local function times(n, pattern)
  local out = {}
  for i = 1, n do out[i] = pattern:gsub("%%d", i) end
  return table.concat(out)
end

-- Each shape is a title, its largest size, and a function of a size, which returns the files by their names and the
-- arguments of the command. The sizes are small: what no longer fits the caches of a processor takes longer for each of
-- its parts, although nothing more is done.
local shapes = {
  { "import, keys", 2000, function(n)
    return { ["s.json"] = '{"properties": {' .. times(n, '"k%d": {"type": "integer"}, ') .. '"z": {}}}' },
      "import json-schema s.json"
  end },
  { "import, values of enum", 16000, function(n)
    return { ["s.json"] = '{"properties": {"k": {"enum": [' .. times(n, '"v%d", ') .. '"z"]}}}' },
      "import json-schema s.json"
  end },
  { "import, members of allOf", 2000, function(n)
    return { ["s.json"] = '{"allOf": [' .. times(n, '{"properties": {"k%d": {"type": "integer"}}}, ') .. "{}]}" },
      "import json-schema s.json"
  end },
  { "diff, keys of other types", 2000, function(n)
    return { ["a.yml"] = HEAD .. times(n, "k%d: 1\n"), ["b.yml"] = HEAD .. times(n, 'k%d: ""\n') }, "diff a.yml b.yml"
  end },
  { "diff, keys with other names", 2000, function(n)
    return { ["a.yml"] = HEAD .. times(n, "key_%d: 1\n"), ["b.yml"] = HEAD .. times(n, "kex_%d: 1\n") },
      "diff a.yml b.yml"
  end },
  { "diff, maps with keys of other types", 1000, function(n)
    return { ["a.yml"] = HEAD .. times(n, "m%d: {a: 1, b: {c: 1}}\n"),
      ["b.yml"] = HEAD .. times(n, 'm%d: {a: "", b: {c: ""}}\n') }, "diff a.yml b.yml"
  end },
  { "diff, tighter rules", 2000, function(n)
    return { ["a.yml"] = HEAD .. times(n, "#@schema/validation min=1\nk%d: 9\n"),
      ["b.yml"] = HEAD .. times(n, "#@schema/validation min=5\nk%d: 9\n") }, "diff a.yml b.yml"
  end },
  { "infer, keys", 12000, function(n) return { ["v.yml"] = times(n, "k%d: {a: %d}\n") }, "infer v.yml" end },
  { "infer, items", 12000, function(n)
    return { ["v.yml"] = "a:\n" .. times(n, "- {n: a%d, p: %d}\n") }, "infer v.yml"
  end },
  { "explain, items", 12000, function(n)
    return { ["s.yml"] = HEAD .. "a:\n- n: 1\n", ["v.yml"] = "a:\n" .. times(n, "- n: %d\n") },
      'explain -f s.yml -f v.yml ""'
  end },
  { "migrate, keys with new names", 4000, function(n)
    return { ["s.yml"] = HEAD .. times(n, '#@schema/renamed from="y%d"\na%d: 1\n'),
      ["v.yml"] = times(n, "y%d: 1\n") }, "migrate -f s.yml v.yml"
  end },
  { "migrate, keys that move", 4000, function(n)
    return { ["s.yml"] = HEAD .. times(n, '#@schema/renamed from="/z.y%d"\na%d: 1\n'),
      ["v.yml"] = "z:\n" .. times(n, "  y%d: 1\n") }, "migrate -f s.yml v.yml"
  end },
  { "migrate, items", 2000, function(n)
    return { ["s.yml"] = HEAD .. 'a:\n- #@schema/renamed from="old"\n  new: 1\n',
      ["v.yml"] = "a:\n" .. times(n, "- old: %d\n") }, "migrate -f s.yml v.yml"
  end },
  { "export, keys with old names", 32000, function(n)
    return { ["s.yml"] = HEAD .. times(n, '#@schema/renamed from="y%d"\na%d: 1\n') }, "inspect -f s.yml -o json-schema"
  end },
}

-- The seconds of the processor that a command takes beyond a start. Its status may be 1: there are changes.
local function seconds(bench, lua, shape, n)
  local folder = bench.data .. "growth"
  local files, arguments = shape[3](n)
  bench.shell("mkdir -p " .. folder)
  for name, text in pairs(files) do bench.write(folder .. "/" .. name, text) end
  local line = ("cd %s && { %s ../../installed/bin/yschema %s >/dev/null 2>&1 || [ $? = 1 ]; }"):format(folder, lua,
    arguments)
  return bench.numbers(("%s/spec/bench/command %d sh -c '%s' -- sh -c '%s %s --version >/dev/null'"):format(
    bench.folder, bench.quick and 7 or 15, line, lua, bench.command)).more / 1e9
end

-- Two schemas with 8,000 keys, which differ in each of them.
local function large_diffs(bench)
  for _, shape in ipairs(shapes) do
    if shape[1]:find "^diff, keys" then
      bench.row("23", ("%s, 8,000"):format(shape[1]), 0.5, seconds(bench, bench.runtimes[1][1], shape, 8000), "s")
    end
  end
end

return function(bench)
  large_diffs(bench)
  for _, pair in ipairs(bench.runtimes) do
    for _, shape in ipairs(shapes) do
      local points = {}
      for i = 0, 3 do
        local n = math.floor(shape[2] / 2 ^ (3 - i))
        points[i + 1] = { n, seconds(bench, pair[1], shape, n) }
      end
      bench.row("23", ("growth of %s, %s"):format(shape[1], pair[1]), 1.1, bench.growth(points), "")
    end
  end
end
