--- Figures of a fleet: what the kernel and etcd count, and how long it takes until all nodes have acknowledged.

local command = require "spec.support.command"
local fleet = require "spec.support.real_fleet"
local node_status = require "yschema.fleet.node_status"
local now = require("socket").gettime

local figures = {}

--- Prints a line.
function figures.say(text, ...) print(text:format(...)) end

-- ---- figures of the kernel and of etcd ----------------------------------------------

--- A field of the kernel's sum over the memory of a process, in KiB.
function figures.memory(pid, field)
  local text = command.read(("/proc/%d/smaps_rollup"):format(pid)) or ""
  return tonumber(text:match("\n" .. field .. ":%s*(%d+)")) or 0
end

--- The memory of a node, its master and its worker, without the files that all nodes share, such as libraries.
function figures.memory_of(nodes)
  local sum = 0
  for _, node in ipairs(nodes) do
    for _, pid in ipairs { node:pid(), unpack(node:workers()) } do
      sum = sum + figures.memory(pid, "Pss_Anon") + figures.memory(pid, "Pss_Shmem")
    end
  end
  return sum / #nodes
end

--- Seconds of processor time.
function figures.processor_time(pid)
  local fields = {}
  local line = command.read(("/proc/%d/stat"):format(pid)):match "%) (.*)"
  for field in line:gmatch "%S+" do fields[#fields + 1] = field end
  return (fields[12] + fields[13]) / 100
end

--- The calls that etcd counts, by method.
function figures.calls(server)
  local found = {}
  for labels, number in server:curl("/metrics"):gmatch "grpc_server_started_total(%b{}) (%S+)" do
    local method = labels:match 'grpc_method="(%w+)"'
    found[method] = (found[method] or 0) + tonumber(number)
  end
  return found
end

--- A number in etcd's metrics.
function figures.metric(server, name)
  return tonumber(server:curl("/metrics"):match("\n" .. name .. " (%S+)")) or 0
end

--- How many calls there were in between, and of which methods.
function figures.difference(after, before)
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

--- A part of a sorted list, such as 0.99.
function figures.percentile(sorted, part) return sorted[math.max(1, math.ceil(#sorted * part))] end

-- ---- measurements -------------------------------------------------------------------

--- Publishes once; gives the seconds until each node has acknowledged, in order.
function figures.publish(store, count, number)
  local found = assert(store.client:range(store.keys.nodes, { prefix = true }))
  local watch = assert(store.client:watch(store.keys.nodes, { prefix = true, from = found.revision + 1 }))
  local text, id = store:bundle(fleet.values(number))
  local parts = store:place(text, id)
  local began = now()
  local serial = store:point(id, parts)
  local seconds, done = {}, {}
  while #seconds < count do
    local changes, why = watch:next(60)
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

--- Publishes some times, and prints how long it takes and what etcd takes for it.
function figures.converge(server, store, count, publications)
  local last, each, size = {}, {}, nil
  local used, asked = figures.processor_time(server.pid), figures.calls(server)
  for number = 2, publications + 1 do
    local seconds
    seconds, size = figures.publish(store, count, number)
    last[#last + 1] = seconds[#seconds]
    for _, one in ipairs(seconds) do each[#each + 1] = one end
    fleet.sleep(0.2)
  end
  table.sort(last)
  table.sort(each)
  local changes = publications * count
  local function milliseconds(list, part) return figures.percentile(list, part) * 1000 end
  figures.say("from a publication to the last acknowledgement: p50 %.0f ms, p99 %.0f ms (%d publications)",
    milliseconds(last, 0.5), milliseconds(last, 0.99), publications)
  figures.say("to that of any node: p50 %.0f ms, p99 %.0f ms", milliseconds(each, 0.5), milliseconds(each, 0.99))
  local sum, which = figures.difference(figures.calls(server), asked)
  figures.say("requests at a change: %.2f of each node, all with the publisher's: %s", sum / changes, which)
  figures.say("etcd's processor time at a change: %.2f ms for each node",
    (figures.processor_time(server.pid) - used) / changes * 1000)
  figures.say("a bundle has %d bytes, a status %d", size,
    #assert(store.client:range(store.keys.nodes, { prefix = true, limit = 1 })).kvs[1].value)
end

return figures
