-- Measures how many nodes an etcd can serve: the sources of many nodes in a few workers of nginx, so that one machine
-- has room for them. They watch, fetch, check and acknowledge as nodes do, but validate nothing.
--
--     luajit spec/bench/crowd.lua [NODES [PUBLICATIONS]]
--
-- 1000 nodes and 10 publications without arguments. Prints the time from a publication to the last acknowledgement,
-- and what etcd takes for it.

package.path = "./?.lua;./lua/?.lua;./lua/?/init.lua;" .. package.path
package.cpath = "./build/luajit/?.so;" .. package.cpath

local fleet = require "spec.support.real_fleet"

local problem = fleet.missing()
if problem then
  io.stderr:write(problem, "\n")
  os.exit(2)
end

local by_hand = require "spec.support.by_hand"
local etcd = require "spec.support.etcd"
local figures = require "spec.bench.fleet_figures"
local nginx = require "spec.support.nginx"

local count, publications = tonumber(arg[1]) or 1000, tonumber(arg[2]) or 10
local workers = 4

local http = [[
  lua_max_pending_timers 20000;
  lua_max_running_timers 20000;
  init_worker_by_lua_block {
    local etcd = require "resty.yschema.etcd"
    local function be_a_node(premature, number)
      local source = etcd.new {
        endpoints = { "%URL%" }, prefix = "/fleet", node = ("node-%05d"):format(number), timeout = 60,
      }
      local conf = { name = "gateway", settings = { max_bytes = 2^28 } }
      local revision
      while not ngx.worker.exiting() do
        local list, second, third = source:read(conf)
        if list or third then
          revision = list and second or third
          source:validated(revision, not list and second or nil)
        else
          ngx.log(ngx.ERR, tostring(second))
          ngx.sleep(1 + math.random())
        end
        local said
        repeat
          local why
          said, why = source:wait(revision)
          if not said then
            ngx.log(ngx.ERR, tostring(why))
            ngx.sleep(1 + math.random())
          end
        until said == "changed" or ngx.worker.exiting()
      end
    end
    -- Nodes start one after the other: so their watches and leases do not begin at the same moment.
    for number = ngx.worker.id() + 1, %COUNT%, ngx.worker.count() do
      ngx.timer.at(number * %STEP%, be_a_node, number)
    end
  }
]]

local function crowd_of(server)
  local step = 0.005
  local values = { ["%URL%"] = server.url, ["%COUNT%"] = count, ["%STEP%"] = step }
  return nginx.prepare {
    main = ("worker_processes %d; worker_rlimit_nofile 20000;"):format(workers), connections = 16384, patience = 30,
    http = http:gsub("%%%u+%%", values), server = "location = / { return 200; }",
  }
end

local function measure(server)
  local store = by_hand.new(server)
  store:send(fleet.values(1))
  figures.say("etcd's memory without nodes: %.1f MiB", figures.memory(server.pid, "Pss") / 1024)
  local crowd = crowd_of(server)
  nginx.start_all { crowd }
  local ok, message = pcall(function()
    fleet.sleep(count * 0.005 + 2)
    store:validated(1, count, 60 + count / 50)
    fleet.sleep(2)
    figures.say("etcd's memory with %d: %.1f MiB", count, figures.memory(server.pid, "Pss") / 1024)
    figures.converge(server, store, count, publications)
    figures.say("etcd's memory: %.1f MiB", figures.memory(server.pid, "Pss") / 1024)
  end)
  if not ok then
    local log = crowd:log()
    io.stderr:write(log:sub(-3000), "\n")
  end
  nginx.halt_all { crowd }
  os.execute("rm -rf " .. crowd.folder)
  if not ok then error(message, 0) end
end

local server = etcd.start()
local ok, message = pcall(measure, server)
server:stop()
if not ok then error(message, 0) end
