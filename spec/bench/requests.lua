--- Measures requests a second in nginx, with bodies that are checked, relative to the same handler with
--- cjson.decode alone. The table shows the inverse, because all of its limits are upper ones.

return function(bench)
  local pipe = assert(io.popen(("YSCHEMA_RUNTIME=luajit YSCHEMA_BUILD=%s luajit spec/bench/request_load.lua %d %d")
    :format(bench.folder, bench.quick and 1 or 3, bench.quick and 3 or 7)))
  local text = pipe:read "*a"
  pipe:close()
  local missing = text:match "^missing: ([^\n]*)"
  if missing then
    print(("%6s  %-52s NOT MEASURED: %s"):format("19", "requests a second in nginx", missing))
    return
  end
  for _, pair in ipairs { { "small", "1 KB" }, { "large", "20 KB" } } do
    local ratio = tonumber(text:match(pair[1] .. "=([%d.]+)"))
    if not ratio then error("spec/bench/request_load.lua measured nothing:\n" .. text, 0) end
    bench.row("19", ("bodies of %s: requests with cjson alone, over ours"):format(pair[2]), 1 / 0.95, 1 / ratio, "x")
  end
end
