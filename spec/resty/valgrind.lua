-- nginx in one process under valgrind: valid and invalid bodies, a rule that yields, changed files,
-- a reload by request. Run from the project's folder: luajit spec/resty/valgrind.lua
--
-- The last line is `N passed, M failed`.

local command = require "spec.support.command"
local nginx = require "spec.support.nginx"

local problem = nginx.missing()
if problem then
  io.stderr:write(problem, "\n")
  os.exit(2)
end

local log = os.tmpname()
local passed, failed = 0, 0

local function check(what, ok, detail)
  if ok then passed = passed + 1 else failed = failed + 1 end
  print(("%s: %s"):format(ok and "ok" or "FAILED", what))
  if not ok then print(detail) end
end

local server = nginx.start {
  wrap = "valgrind --log-file=" .. log .. " --leak-check=full --errors-for-leak-kinds=definite "
    .. "--suppressions=" .. command.quote(command.root .. "/spec/resty/nginx.supp"),
  patience = 120,
  main = "daemon off; master_process off;",
  files = {
    ["schema.yml"] = "#@data/values-schema\n---\n#@schema/validation min=1\nport: 80\nname: web\n",
    ["values.yml"] = "port: 81\n",
  },
  http = [[
    lua_shared_dict yschema 1m;
    init_by_lua_block {
      local function slow(name) ngx.sleep(0.001) return name ~= "bad" end
      resty, yschema = require "resty.yschema", require "yschema"
      conf = resty.new { schema = "schema.yml", values = { "values.yml" }, interval = 0.2 }
      orders = assert(yschema.load("#@data/values-schema\n---\n#@schema/validation (\"good\", slow)\n"
        .. "name: ''\nitems:\n- count: 1\n", { env = { slow = slow } }))
    }
    init_worker_by_lua_block { resty.start() }
  ]],
  server = [[
    location = / { content_by_lua_block {
      local values, version = conf:get()
      ngx.print(version, " ", values.port, " ", conf:fault() and "error" or "fine")
    } }
    location = /reload { content_by_lua_block { ngx.print(tostring(conf:reload())) } }
    location = /orders { content_by_lua_block {
      ngx.req.read_body()
      local order, report = orders:apply(ngx.req.get_body_data())
      if not order then
        ngx.status = 422
        return ngx.print(report:json())
      end
      ngx.print(order.name, #order.items)
    } }
  ]],
}

local function becomes(expected)
  local last
  nginx.wait(function()
    last = server:get("/").body
    return last == expected
  end, 60)
  check("serves " .. expected, last == expected, last)
end

becomes "1 81 fine"
local good, bad, broken = 0, 0, 0
for _ = 1, 30 do
  if server:post("/orders", '{"name": "a", "items": [{"count": 3}]}').status == 200 then good = good + 1 end
  if server:post("/orders", '{"name": "bad", "items": [{"count": "x"}]}').status == 422 then bad = bad + 1 end
  if server:post("/orders", '{"name": "bad", "items": [').status == 422 then broken = broken + 1 end
end
check("30 bodies of each kind", good == 30 and bad == 30 and broken == 30, good .. " " .. bad .. " " .. broken)
server:write("values.yml", "port: 82\n")
becomes "2 82 fine"
server:write("values.yml", "port: x\n")
becomes "2 82 error"
server:write("schema.yml", "#@data/values-schema\n---\nport: 80\n")
server:write("values.yml", "port: 83\n")
becomes "3 83 fine"
server:write("values.yml", "port: 84\n")
server:get "/reload"
becomes "4 84 fine"
server:signal "QUIT"
nginx.wait(function() return not server:pid() end, 120)
nginx.wait(function() return (command.read(log) or ""):find "ERROR SUMMARY" end, 60)
local said = command.read(log) or ""
server:stop()
os.remove(log)
check("valgrind finds nothing", said:find("ERROR SUMMARY: 0 errors", 1, true), said)
print((said:match "definitely lost: [^\n]*" or "nothing lost"), (said:match "ERROR SUMMARY: [^\n]*" or ""))
print(("%d passed, %d failed"):format(passed, failed))
os.exit(failed == 0 and 0 or 1)
