--- Target 21: what an overlay document costs on a large tree depends on what it touches, not on the
--- size of the tree.
---
--- Many documents, each with one key, go on a tree of 20 MB and on a small one. What they add to the
--- time of the tree alone has to be the same.

local workloads = require "workloads"

-- The paths of the schema, a tree of so many items and, unless there are none, a text with so many
-- overlay documents.
local function paths_of(bench, items, documents)
  local schema, values, overlays = workloads.layered(items, documents)
  local name = bench.data .. "layered."
  local paths = bench.write(name .. "schema.yml", schema) .. " " .. bench.write(name .. items .. ".yaml", values)
  if documents == 0 then return paths end
  return paths .. " " .. bench.write(name .. "overlays.yaml", overlays)
end

-- Nanoseconds that a document adds: the least of several differences, because other programs can
-- only add to them.
local function added(bench, items, documents, turns)
  local alone, layered = paths_of(bench, items, 0), paths_of(bench, items, documents)
  local least_alone, least_layered = math.huge, math.huge
  for _ = 1, turns do
    least_alone = math.min(least_alone, bench.pipeline("time", 1, alone).time)
    least_layered = math.min(least_layered, bench.pipeline("time", 1, layered).time)
  end
  return (least_layered - least_alone) / documents
end

return function(bench)
  local documents, turns = 100000, bench.quick and 3 or 7
  local large = added(bench, bench.quick and 5778 or 114745, documents, turns)
  local small = added(bench, 100, documents, turns)
  bench.row("21", "an overlay document with one key, on XL", nil, large / 1000, "us")
  bench.row("21", "the same, over its cost on 100 items", 1.5, large / small, "x")
end
