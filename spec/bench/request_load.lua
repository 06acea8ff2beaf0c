-- Measures how many requests nginx's worker answers in a second of the processor when it checks JSON bodies, over the
-- same with cjson.decode alone. (Seconds on the clock would depend on who shares the processors with it and with wrk.)
--
--   luajit spec/bench/request_load.lua SECONDS TURNS
--
-- Prints `small=` for bodies of 1 KB and `large=` for bodies of 20 KB: the median of the ratios of
-- neighbours. Where a program is missing, prints `missing: ` and what it needs instead.

package.path = "./?.lua;" .. package.path

local command = require "spec.support.command"
local nginx = require "spec.support.nginx"
local orders = require "spec.support.orders"

local problem = nginx.missing() or not command.output("command -v wrk")[1] and "needs wrk: apt-get install wrk"
if problem then
  print("missing: " .. problem)
  os.exit(0)
end

local seconds, turns = tonumber(arg[1]), tonumber(arg[2])

-- An order of about so many bytes.
local function body_of(bytes)
  local items, size = {}, 100
  repeat
    items[#items + 1] = ('{"article": "123e4567-e89b-12d3-a456-4266%08d", "count": %d}'):format(#items, #items % 99 + 1)
    size = size + #items[#items] + 2
  until size >= bytes
  return ('{"customer": "Ada", "mail": "ada@example.com", "delivery": "courier", "items": [%s]}'):format(
    table.concat(items, ", "))
end

local bodies = { small = body_of(1024), large = body_of(20 * 1024) }

local server = nginx.start {
  main = "worker_processes 1;",
  files = { ["orders.yml"] = orders, small = bodies.small, large = bodies.large },
  http = [[
    client_body_buffer_size 64k;
    init_by_lua_block {
      decode = require("cjson").decode
      orders = assert(require("yschema").load_file(ngx.config.prefix() .. "orders.yml"))
    }
  ]],
  server = [[
    location = / { return 200; }
    location = /decoded { content_by_lua_block { ngx.req.read_body()
      local order = decode(ngx.req.get_body_data())
      ngx.print(#order.items)
    } }
    location = /checked { content_by_lua_block { ngx.req.read_body()
      local order, report = orders:apply_json(ngx.req.get_body_data())
      if not order then return ngx.exit(422, report) end
      ngx.print(#order.items)
    } }
  ]],
}

local worker

-- Returns the seconds that the worker has had of a processor.
local function used() return tonumber(command.read(("/proc/%d/schedstat"):format(worker)):match "^%d+") / 1e9 end

local function rate_of(path, body)
  local before = used()
  local script = command.quote(server.folder .. "/" .. body .. ".lua")
  local text = table.concat(command.output(("wrk -t1 -c8 -d%ds --timeout 5s -s %s %s 2>&1"):format(
    seconds, script, command.quote(server.url .. path))), "\n")
  if text:find "Non%-2xx" or text:find "Socket errors" then error("failed requests on " .. path .. ":\n" .. text, 0) end
  return tonumber(text:match "(%d+) requests in") / (used() - before)
end

local function measure()
  worker = server:workers()[1]
  for body in pairs(bodies) do
    server:write(body .. ".lua", ('wrk.method = "POST"\nwrk.body = io.open(%q):read "*a"\n'):format(
      server.folder .. "/" .. body))
    rate_of("/decoded", body)
    rate_of("/checked", body)
  end
  for body in pairs(bodies) do
    local ratios = {}
    for turn = 1, turns do
      local decoded = rate_of("/decoded", body)
      ratios[turn] = rate_of("/checked", body) / decoded
    end
    table.sort(ratios)
    print(("%s=%.4f"):format(body, ratios[(turns + 1) / 2]))
  end
end

local ok, message = pcall(measure)
server:stop()
if not ok then error(message, 0) end
