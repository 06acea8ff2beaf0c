-- resty.yschema under load, from the project's folder: luajit spec/resty/load.lua [SECONDS]
--
-- While a file changes twice a second, now and then to a broken one, no request may fail and none
-- may see two versions; memory stays flat. Prints the figures; the last line is `N passed, M failed`.

local command = require "spec.support.command"
local nginx = require "spec.support.nginx"
local orders = require "spec.support.orders"

local problem = nginx.missing() or not command.output("command -v wrk")[1] and "needs wrk: apt-get install wrk"
if problem then
  io.stderr:write(problem, "\n")
  os.exit(2)
end

local seconds = tonumber(arg[1]) or 20
local passed, failed = 0, 0

local function check(what, ok, ...)
  if ok then passed = passed + 1 else failed = failed + 1 end
  print(("%s: %s"):format(ok and "ok" or "FAILED", what:format(...)))
end

local server = nginx.start {
  files = {
    ["schema.yml"] = "#@data/values-schema\n---\nleft: 0\nright: 0\nmany:\n- ''\n",
    ["values.yml"] = "left: 0\nright: 0\n",
    ["orders.yml"] = orders,
    ["body"] = '{"customer": "Ada", "mail": "ada@example.com", "delivery": "courier", "items": ['
      .. ('{"article": "123e4567-e89b-12d3-a456-426614174000", "count": 3}, '):rep(4)
      .. '{"article": "123e4567-e89b-12d3-a456-426614174001", "gift": "with a ribbon"}]}',
  },
  http = [[
    lua_shared_dict yschema 1m;
    init_by_lua_block {
      local resty = require "resty.yschema"
      conf = resty.new { schema = "schema.yml", values = "values.yml", interval = 0.1, settle = 0.05 }
      orders = assert(require("yschema").load_file(ngx.config.prefix() .. "orders.yml"))
    }
    init_worker_by_lua_block { require("resty.yschema").start() }
  ]],
  server = [[
    location = / { return 200; }
    location = /version { content_by_lua_block { ngx.print(select(2, conf:get())) } }
    location = /plain { content_by_lua_block { ngx.req.read_body()
      ngx.print(#ngx.req.get_body_data())
    } }
    location = /decoded { content_by_lua_block { ngx.req.read_body()
      ngx.print(#require("cjson").decode(ngx.req.get_body_data()).items)
    } }
    location = /checked { content_by_lua_block { ngx.req.read_body()
      local order = assert(orders:apply(ngx.req.get_body_data()))
      ngx.print(#order.items)
    } }
    location = /served { content_by_lua_block { ngx.req.read_body()
      local values, version = conf:get()
      local left = values.left
      assert(orders:apply(ngx.req.get_body_data()))
      ngx.sleep(0.001) -- versions change meanwhile
      assert(left == values.right, "two versions in one request")
      local _, later = conf:get()
      assert(later >= version, "an older version")
      ngx.print(left)
    } }
  ]],
}

server:write("post.lua", ([[
wrk.method = "POST"
wrk.body = io.open(%q):read "*a"
]]):format(server.folder .. "/body"))

-- Returns the counts of wrk for a path: requests, requests per second, errors.
local function load_on(path, duration, connections)
  local text = table.concat(command.output(("wrk -t2 -c%d -d%ds --timeout 5s -s %s %s 2>&1"):format(
    connections or 16, duration, command.quote(server.folder .. "/post.lua"),
    command.quote(server.url .. path))), "\n")
  return {
    requests = tonumber(text:match "(%d+) requests in") or 0,
    rate = tonumber(text:match "Requests/sec:%s*([%d.]+)") or 0,
    bad = tonumber(text:match "Non%-2xx or 3xx responses: (%d+)") or 0,
    errors = text:match "Socket errors: [^\n]*" or "",
  }
end

local function memory()
  local sum = 0
  for _, pid in ipairs(server:workers()) do sum = sum + nginx.memory(pid) end
  return sum
end

local function sound(name, result)
  check("%s: %d requests, %d failed %s", result.requests > 0 and result.bad == 0 and result.errors == "",
    name, result.requests, result.bad, result.errors)
end

-- A changing file, in the background: each seventh version is broken, and each one is written in
-- three pieces.
local function change_files(times)
  os.execute(([[cd %s && (for i in $(seq %d); do
    if [ $((i %% 7)) = 0 ]; then echo 'left: [' >values.yml
    else { echo "left: $i"; sleep 0.02; echo "right: $i"; echo 'many: [a, b, c]'; } >values.yml; fi
    sleep 0.48
  done; printf 'left: -1\nright: -1\n' >values.yml) &]]):format(command.quote(server.folder), times))
end

local function workload()
  local plain, decoded, checked = load_on("/plain", 4), load_on("/decoded", 4), load_on("/checked", 4)
  sound("without validation", plain)
  sound("with cjson alone", decoded)
  sound("with validation", checked)
  print(("requests a second: %.0f without validation, %.0f with cjson alone, %.0f with validation")
    :format(plain.rate, decoded.rate, checked.rate))
  print(("with validation: %.2f of none, %.2f of cjson alone")
    :format(checked.rate / plain.rate, checked.rate / decoded.rate))

  local before = memory() -- warm by now
  local more = load_on("/checked", 4)
  local after = memory()
  check("memory after %d validations more: %d KiB, was %d KiB", more.requests >= 10000 and after - before < 1024,
    more.requests, after, before)

  change_files(seconds * 2)
  local served = load_on("/served", seconds)
  sound("while files change", served)
  nginx.wait(function() return server:curl("/served", "-d '{customer: a, items: [{article: "
    .. "123e4567-e89b-12d3-a456-426614174000}]}'").body == "-1" end, 5)
  local version = tonumber(server:get("/version").body)
  check("%d versions in %d s", version >= seconds, version, seconds)
  local last = memory()
  check("memory after that: %d KiB", last - before < 3072, last)
  check("no worker died, no Lua error", not server:log():find("exited on signal", 1, true)
    and not server:log():find("lua entry thread aborted", 1, true))
end

local ok, message = pcall(workload)
server:stop()
if not ok then check("%s", false, tostring(message)) end
print(("%d passed, %d failed"):format(passed, failed))
os.exit(failed == 0 and 0 or 1)
