--- Measures the cost of annotations that a document does not use, of a recursive schema, and of
-- selecting one of many alternatives by a key.
--
-- `lua5.4 spec/bench/shapes.lua` measures and prints; for `run.lua`, the file is a module with the limits.

local function measure()
  local yschema = require "yschema"

  local HEADER = "#@data/values-schema\n---\n"

  local function applied(schema_text, values)
    local schema = assert(yschema.load(schema_text))
    assert(schema:apply(values))
    return function() assert(schema:apply(values)) end
  end

  -- The seconds that each step takes: the least of many turns, because other programs can only add to them.
  local function least(steps)
    local seconds = {}
    for _ = 1, 25 do
      for i, step in ipairs(steps) do
        collectgarbage()
        local begin = os.clock()
        step()
        seconds[i] = math.min(seconds[i] or math.huge, os.clock() - begin)
      end
    end
    return seconds
  end

  -- Prints how much longer the second one takes.
  local function compare(name, plain, other)
    local seconds = least { plain, other }
    print(("%s=%g"):format(name, seconds[2] / seconds[1]))
  end

  -- Prints the time for each of the sizes.
  local function grow(name, sizes, step_of)
    local steps = {}
    for i, size in ipairs(sizes) do steps[i] = step_of(size) end
    for i, seconds in ipairs(least(steps)) do print(("%s%d=%g"):format(name, sizes[i], seconds)) end
  end

  -- ---- words that are not used --------------------------------------------------------

  local items = {}
  for i = 1, 2000 do items[i] = ("- {name: n%d, port: %d, tags: [a, b], tls: {cert: c, key: k}}\n"):format(i, i) end
  local values = "items:\n" .. table.concat(items)
  local plain = HEADER .. 'items:\n- name: ""\n  port: 1\n  tags: [""]\n  tls:\n    cert: ""\n    key: ""\n'
  local function beside(annotation) return applied(plain .. "beside:\n  " .. annotation .. "\n  word: a\n", values) end
  local base = beside "#! none"
  compare("sensitive", base, beside "#@schema/sensitive")
  compare("renamed", base, beside '#@schema/renamed from="old"')

  -- ---- schemas that contain themselves ------------------------------------------------

  local DEPTH = 6
  local node = '#@ def node():\nname: ""\nsize: 1\nbelow:\n#@schema/like node\n-\n#@ end\n'
  local recursive = node .. HEADER .. "trees:\n#@schema/like node\n-\n"

  -- The same for trees of limited depth, written out.
  local function written_out()
    local lines, indent = { HEADER .. "trees:\n" }, ""
    for level = 1, DEPTH do
      lines[#lines + 1] = ('%s- name: ""\n%s  size: 1\n'):format(indent, indent)
      if level < DEPTH then lines[#lines + 1] = indent .. "  below:\n" end
      indent = indent .. "  "
    end
    return table.concat(lines)
  end

  local function tree(level)
    local text = ("{name: n%d, size: %d"):format(level, level)
    if level == DEPTH then return text .. "}" end
    local below = tree(level + 1)
    return ("%s, below: [%s, %s]}"):format(text, below, below)
  end

  local function trees(count) return "trees:\n" .. ("- " .. tree(1) .. "\n"):rep(count) end

  compare("recursive", applied(written_out(), trees(50)), applied(recursive, trees(50)))
  grow("trees", { 10, 20, 40, 80 }, function(count) return applied(recursive, trees(count)) end)

  -- ---- alternatives that a key selects -----------------------------------------------

  local function selected(count)
    local alternatives, given = {}, {}
    for i = 1, count do alternatives[i] = ('{"kind": "k%d", "a%d": 0, "b": ""}'):format(i, i) end
    for i = 1, 1000 do
      local kind = i * 7919 % count + 1
      given[i] = ("- {kind: k%d, a%d: %d, b: x}\n"):format(kind, kind, i)
    end
    return applied(HEADER .. "items:\n#@schema/one-of " .. table.concat(alternatives, ", ") .. ', by="kind"\n-\n',
      "items:\n" .. table.concat(given))
  end
  grow("kinds", { 8, 32, 128, 512 }, selected)
end

if arg and arg[0]:find "shapes%.lua$" then
  measure()
  return
end

-- The sizes and seconds of a series.
local function series(measured, name)
  local points = {}
  for key, seconds in pairs(measured) do
    local size = key:match("^" .. name .. "(%d+)$")
    if size then points[#points + 1] = { tonumber(size), seconds } end
  end
  return points
end

return function(bench)
  for _, pair in ipairs(bench.runtimes) do
    local lua = pair[1]
    local measured = bench.numbers(bench.script_on(lua, pair[2]) .. "shapes.lua")
    bench.row("U", "a sensitive key that is not given, over none, " .. lua, 1.1, measured.sensitive, "x")
    bench.row("U", "a renamed key that is not given, over none, " .. lua, 1.1, measured.renamed, "x")
    bench.row("U", "a recursive schema, over the same written out, " .. lua, 1.25, measured.recursive, "x")
    bench.row("U", "growth with trees of it, 10 to 80, " .. lua, 1.1, bench.growth(series(measured, "trees")), "")
    bench.row("U", "growth with kinds for by=, 8 to 512, " .. lua, 0.15, bench.growth(series(measured, "kinds")), "")
  end
end
