-- Measures the cost of a fleet: real nginx nodes, each with one worker, and a real etcd, all on this machine.
--
--     luajit spec/bench/fleet.lua [NODES [PUBLICATIONS [SECONDS]]]
--
-- 100 nodes, 30 publications and 100 seconds of rest without arguments. Prints the time from a publication to the
-- last acknowledgement, the memory of a node beyond the same node with files, requests to etcd at rest and at a
-- change, and what conf:get() costs. examples/fleet/scale.md computes larger fleets from these figures.

package.path = "./?.lua;./lua/?.lua;./lua/?/init.lua;" .. package.path
package.cpath = "./build/luajit/?.so;" .. package.cpath

local fleet = require "spec.support.real_fleet"

local problem = fleet.missing()
if problem then
  io.stderr:write(problem, "\n")
  os.exit(2)
end

local by_hand = require "spec.support.by_hand"
local command = require "spec.support.command"
local etcd = require "spec.support.etcd"
local figures = require "spec.bench.fleet_figures"
local now = require("socket").gettime

local count, publications, rest = tonumber(arg[1]) or 100, tonumber(arg[2]) or 30, tonumber(arg[3]) or 100

local function at_rest(server)
  local used, asked, began = figures.processor_time(server.pid), figures.calls(server), now()
  fleet.sleep(rest)
  local sum, which = figures.difference(figures.calls(server), asked)
  local seconds = now() - began
  figures.say("requests at rest: %.2f of each node a minute, %.2f of all a second (%s in %.0f s)",
    sum / count / seconds * 60, sum / seconds, which, seconds)
  figures.say("etcd's processor time at rest: %.2f %%", (figures.processor_time(server.pid) - used) / seconds * 100)
end

local function median_cost(node)
  local costs = {}
  for i = 1, 9 do costs[i] = tonumber((select(2, fleet.ask(node, "/cost")))) end
  table.sort(costs)
  return costs[5]
end

-- The same number of versions, from files.
local function with_files()
  local nodes = fleet.start { nodes = 5 }
  for number = 1, publications + 1 do
    for _, node in ipairs(nodes.nodes) do node:replace("values.yml", fleet.values(number)) end
    nodes:all_serve(number)
  end
  local used, cost = figures.memory_of(nodes.nodes), median_cost(nodes.nodes[1])
  nodes:stop()
  return used, cost
end

local function measure(server, nodes)
  local store = by_hand.new(server)
  local alone = figures.memory(server.pid, "Pss")
  local began = now()
  store:send(fleet.values(1))
  nodes:all_serve(1, 60)
  figures.say("%d nodes serve the first version after %.1f s", count, now() - began)
  figures.converge(server, store, count, publications)
  figures.say("etcd's memory: %.1f MiB, %.1f MiB before the first version; its database: %.1f MiB",
    figures.memory(server.pid, "Pss") / 1024, alone / 1024,
    figures.metric(server, "etcd_mvcc_db_total_size_in_bytes") / 2 ^ 20)
  at_rest(server)
  local files, cost = with_files()
  local five = { unpack(nodes.nodes, 1, 5) }
  figures.say("memory of a node: %.2f MiB, with files %.2f MiB", figures.memory_of(five) / 1024, files / 1024)
  figures.say("conf:get(): %.2f ns, with files %.2f ns", median_cost(nodes.nodes[1]), cost)
  return true
end

local server = etcd.start()
figures.say("%s, %s processors", command.output("etcd --version")[1], command.output("nproc")[1])
local nodes
local ok, message = pcall(function()
  local alone = figures.memory(server.pid, "Pss")
  nodes = fleet.start { nodes = count, etcd = server }
  figures.say("etcd's memory without nodes: %.1f MiB", alone / 1024)
  return measure(server, nodes)
end)
if nodes then nodes:stop() end
server:stop()
if not ok then error(message, 0) end
