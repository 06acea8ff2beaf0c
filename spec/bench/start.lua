--- Target 20: how much processor time the whole command takes for a small file, beyond what Lua needs to
--- start and libyaml to read the file.

return function(bench)
  local schema, values = bench.files "S":match "^(%S+) (%S+)$"
  local floor = bench.pipeline("ratio", bench.quick and 7 or 15, bench.files "S").floor
  for _, pair in ipairs(bench.runtimes) do
    local lua = pair[1]
    local more = bench.numbers(("%s/spec/bench/command %d %s %s -f %s -f %s -- %s -e ''"):format(
      bench.folder, bench.quick and 50 or 200, lua, bench.command, schema, values, lua)).more
    bench.row("20", "S: whole command, beyond libyaml and the start of " .. lua, 4,
      (more - floor) / 1e6, "ms")
  end
end
