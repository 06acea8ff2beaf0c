--- The rows of the benchmark about JSON: reading and writing it, and validating the bodies of requests.
--
-- `bench` has what spec/bench/run.lua measures with: `row`, `pipeline`, `numbers`, `files`, `script_on`,
-- `shell`, `data`, `quick` and `runtimes`.

local json = {}

-- The paths of a workload's schema and of its values in JSON.
local function json_files(bench, name)
  local schema, values = bench.files(name):match "^(%S+) (%S+)$"
  local path = bench.data .. name .. ".json"
  local first = bench.runtimes[1]
  bench.shell(("%sjson_text.lua %s %s"):format(bench.script_on(first[1], first[2]), values, path))
  return schema .. " " .. path
end

local function to_tree(bench)
  for _, name in ipairs { "M", "L", "XL" } do
    if not (bench.quick and name == "XL") then
      local reps = name == "XL" and 3 or bench.quick and 7 or 15
      local paths = json_files(bench, name)
      bench.row("14", name .. " as JSON: to checked and defaulted tree", 0.1,
        bench.pipeline("ratio", reps, paths).ratio, "x")
      if name ~= "XL" then
        bench.row("", name .. " as JSON: writing, over reading", 2,
          bench.pipeline("write", reps, paths).ratio, "x")
      end
    end
  end
end

local function bodies(bench)
  for _, pair in ipairs(bench.runtimes) do
    for _, name in ipairs { "S", "M", "L" } do
      local measured = bench.numbers(bench.script_on(pair[1], pair[2]) .. "json_bodies.lua "
        .. json_files(bench, name))
      if measured.cjson == 0 then
        print(("%6s  %-52s not measured: %s has no cjson"):format("15, 16", "bodies of JSON", pair[1]))
        break
      end
      -- The limits are for LuaJIT, which OpenResty has; they hold on Lua 5.4, too, but for S.
      local limit = (pair[1] == "luajit" or name ~= "S") and 1 or nil
      bench.row("15", name .. ": apply_json, over cjson.decode, " .. pair[1], limit, measured.apply, "x")
      bench.row("16", name .. ": check_json, over cjson.decode, " .. pair[1], 0.5, measured.check, "x")
    end
  end
end

local function wrong_bodies(bench)
  for _, pair in ipairs(bench.runtimes) do
    local measured = bench.numbers(bench.script_on(pair[1], pair[2]) .. "wrong_bodies.lua")
    bench.row("35", "a body of 65 KB that is wrong everywhere, " .. pair[1], 50, measured.ms, "ms")
    bench.row("35", "its report, " .. pair[1], 64, measured.kb, "KB")
  end
end

--- Measures all rows.
---@param bench table
function json.measure(bench)
  to_tree(bench)
  bodies(bench)
  wrong_bodies(bench)
end

return json
