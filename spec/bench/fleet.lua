-- What a fleet costs: real nginx nodes, each with one worker, and a real etcd, all on this machine.
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
local node_status = require "yschema.fleet.node_status"
local now = require("socket").gettime

local count, publications, rest = tonumber(arg[1]) or 100, tonumber(arg[2]) or 30, tonumber(arg[3]) or 100

local function say(text, ...) print(text:format(...)) end

-- ---- figures of the kernel and of etcd ----------------------------------------------

-- A field of the kernel's sum over the memory of a process, in KiB.
local function memory(pid, field)
  return tonumber((command.read(("/proc/%d/smaps_rollup"):format(pid)) or ""):match("\n" .. field .. ":%s*(%d+)")) or 0
end

-- The memory of a node, its master and its worker, without the files that all nodes share, such as libraries.
local function memory_of(nodes)
  local sum = 0
  for _, node in ipairs(nodes) do
    sum = sum + memory(node:pid(), "Pss_Anon") + memory(node:pid(), "Pss_Shmem")
    for _, pid in ipairs(node:workers()) do sum = sum + memory(pid, "Pss_Anon") + memory(pid, "Pss_Shmem") end
  end
  return sum / #nodes
end

-- Seconds of processor time.
local function processor_time(pid)
  local fields = {}
  local line = command.read(("/proc/%d/stat"):format(pid)):match "%) (.*)"
  for field in line:gmatch "%S+" do fields[#fields + 1] = field end
  return (fields[12] + fields[13]) / 100
end

-- The calls that etcd counts, by method.
local function calls(server)
  local found = {}
  for labels, number in server:curl("/metrics"):gmatch "grpc_server_started_total(%b{}) (%S+)" do
    local method = labels:match 'grpc_method="(%w+)"'
    found[method] = (found[method] or 0) + tonumber(number)
  end
  return found
end

local function metric(server, name)
  return tonumber(server:curl("/metrics"):match("\n" .. name .. " (%S+)")) or 0
end

local function difference(after, before)
  local names, parts, sum = {}, {}, 0
  for name, number in pairs(after) do
    if number > (before[name] or 0) then names[#names + 1] = name end
  end
  table.sort(names)
  for i, name in ipairs(names) do
    local more = after[name] - (before[name] or 0)
    parts[i] = ("%s %d"):format(name, more)
    sum = sum + more
  end
  return sum, table.concat(parts, ", ")
end

local function percentile(sorted, part) return sorted[math.max(1, math.ceil(#sorted * part))] end

-- ---- measurements -------------------------------------------------------------------

-- Publishes once; gives the seconds until each node has acknowledged, in order.
local function publish(store, number)
  local found = assert(store.client:range(store.keys.nodes, { prefix = true }))
  local watch = assert(store.client:watch(store.keys.nodes, { prefix = true, from = found.revision + 1 }))
  local text, id = store:bundle(fleet.values(number))
  local parts = store:place(text, id)
  local began = now()
  local serial = store:point(id, parts)
  local seconds, done = {}, {}
  while #seconds < count do
    local changes, why = watch:next(10)
    if not changes then error(("%d of %d nodes answered: %s"):format(#seconds, count, tostring(why))) end
    for _, event in ipairs(changes.events) do
      local status = event.type == "put" and node_status.parse(event.value)
      if status and status.serial == serial and not done[status.node] then
        assert(status.verdict == "ack", status.report)
        done[status.node] = true
        seconds[#seconds + 1] = now() - began
      end
    end
  end
  watch:close()
  return seconds, #text
end

local function converge(server, store)
  local last, each, size = {}, {}, nil
  local used, asked = processor_time(server.pid), calls(server)
  for number = 2, publications + 1 do
    local seconds
    seconds, size = publish(store, number)
    last[#last + 1] = seconds[#seconds]
    for _, one in ipairs(seconds) do each[#each + 1] = one end
    fleet.sleep(0.2)
  end
  table.sort(last)
  table.sort(each)
  local changes = publications * count
  say("from a publication to the last acknowledgement: p50 %.0f ms, p99 %.0f ms, most %.0f ms (%d publications)",
    percentile(last, 0.5) * 1000, percentile(last, 0.99) * 1000, last[#last] * 1000, publications)
  say("to that of any node: p50 %.0f ms, p99 %.0f ms", percentile(each, 0.5) * 1000, percentile(each, 0.99) * 1000)
  local sum, which = difference(calls(server), asked)
  say("requests at a change: %.2f of each node, all with the publisher's: %s", sum / changes, which)
  say("etcd's processor time at a change: %.2f ms for each node", (processor_time(server.pid) - used) / changes * 1000)
  say("a bundle has %d bytes, a status %d", size,
    #assert(store.client:range(store.keys.nodes, { prefix = true, limit = 1 })).kvs[1].value)
end

local function at_rest(server)
  local used, asked, began = processor_time(server.pid), calls(server), now()
  fleet.sleep(rest)
  local sum, which = difference(calls(server), asked)
  local seconds = now() - began
  say("requests at rest: %.2f of each node a minute, %.2f of all a second (%s in %.0f s)", sum / count / seconds * 60,
    sum / seconds, which, seconds)
  say("etcd's processor time at rest: %.2f %%", (processor_time(server.pid) - used) / seconds * 100)
end

local function median_cost(node)
  local costs = {}
  for i = 1, 9 do costs[i] = tonumber((select(2, fleet.ask(node, "/cost")))) end
  table.sort(costs)
  return costs[5]
end

local function with_files()
  local nodes = fleet.start { nodes = 5 }
  nodes:all_serve(0)
  fleet.sleep(2)
  local used, cost = memory_of(nodes.nodes), median_cost(nodes.nodes[1])
  nodes:stop()
  return used, cost
end

local function measure(server, nodes)
  local store = by_hand.new(server)
  local alone = memory(server.pid, "Pss")
  local began = now()
  store:send(fleet.values(1))
  nodes:all_serve(1, 60)
  say("%d nodes serve the first version after %.1f s", count, now() - began)
  converge(server, store)
  say("etcd's memory: %.1f MiB, %.1f MiB before the first version; its database %.1f MiB, of which %.2f MiB are in use",
    memory(server.pid, "Pss") / 1024, alone / 1024, metric(server, "etcd_mvcc_db_total_size_in_bytes") / 2 ^ 20,
    metric(server, "etcd_mvcc_db_total_size_in_use_in_bytes") / 2 ^ 20)
  at_rest(server)
  local files, cost = with_files()
  local five = { unpack(nodes.nodes, 1, 5) }
  say("memory of a node: %.2f MiB, with files %.2f MiB", memory_of(five) / 1024, files / 1024)
  say("conf:get(): %.2f ns, with files %.2f ns", median_cost(nodes.nodes[1]), cost)
  return true
end

local server = etcd.start()
say("%s, %s processors", command.output("etcd --version")[1], command.output("nproc")[1])
local nodes
local ok, message = pcall(function()
  local alone = memory(server.pid, "Pss")
  nodes = fleet.start { nodes = count, etcd = server }
  say("etcd's memory without nodes: %.1f MiB", alone / 1024)
  return measure(server, nodes)
end)
if nodes then nodes:stop() end
server:stop()
if not ok then error(message, 0) end
