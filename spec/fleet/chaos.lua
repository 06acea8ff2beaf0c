-- Everything at once, by hand: luajit spec/fleet/chaos.lua [SECONDS]
--
-- Three nodes under load, while versions change four times a second, workers are killed, nodes reload, and etcd is
-- killed, paused and restarted. No request may be answered with anything but a whole and valid version, and no worker
-- may go back. Prints what failed; the last line is `N passed, M failed`.

package.path = "./?.lua;./lua/?.lua;./lua/?/init.lua;" .. package.path
package.cpath = "./build/luajit/?.so;" .. package.cpath

local by_hand = require "spec.support.by_hand"
local etcd = require "spec.support.etcd"
local fleet = require "spec.support.real_fleet"

local seconds = tonumber(arg[1]) or 30
local passed, failed = 0, 0

local function check(what, ok, ...)
  if ok then passed = passed + 1 else failed = failed + 1 end
  print(("%s: %s"):format(ok and "ok" or "FAILED", what:format(...)))
end

local server = etcd.start()
local nodes, store

local function any_node() return nodes.nodes[math.random(#nodes.nodes)] end

-- The events at some steps, beside a new version.
local function disturb(step)
  if step % 8 == 0 then
    local workers = any_node():workers()
    if workers[1] then os.execute("kill -KILL " .. workers[math.random(#workers)]) end
  end
  if step % 20 == 0 then any_node():signal "HUP" end
  if step % 30 == 0 then server:kill() end
  if step % 30 == 3 and step > 30 then
    server:restart()
    store = by_hand.new(server)
  end
  if step % 50 == 0 then server:pause() end
end

-- Requests to workers that are killed end early: only what was answered counts.
local function validate(served, errors, sent)
  for _, failure in ipairs(errors) do
    if not failure:find "^Socket errors" then check("a request was answered with %s", false, failure) end
  end
  local seen = 0
  for body in pairs(served) do
    if type(body) == "string" then
      seen = seen + 1
      if not sent[body] then check("%s was served, which was not published", false, body) end
    end
  end
  check("%d versions were seen in %d, %d and %d requests", seen > 0, seen, served[1], served[2], served[3])
end

local function workload()
  nodes = fleet.start { nodes = 3, workers = 2, etcd = server }
  store = by_hand.new(server)
  store:send(fleet.values(1))
  nodes:all_serve(1)
  local finish, last, sent = nodes:load(seconds), 1, { ["1"] = true }
  for step = 2, seconds * 4 do
    sent[tostring(step)] = true
    if step % 50 == 1 and step > 50 then server:resume() end
    if step % 50 ~= 0 and pcall(store.send, store, fleet.values(step)) then last = step end
    disturb(step)
    fleet.sleep(0.2)
  end
  server:resume()
  local served, errors = finish()
  validate(served, errors, sent)
  server:restart()
  store = by_hand.new(server)
  store:send(fleet.values(last + 1000))
  check("all nodes serve the last version", (pcall(nodes.all_serve, nodes, last + 1000, 60)))
  for i, node in ipairs(nodes.nodes) do
    for line in node:log():gmatch "[^\n]*runtime error[^\n]*" do print("  node " .. i .. ": " .. line:sub(1, 200)) end
    check("node %d has no Lua error", not node:log():find "lua entry thread aborted", i)
  end
end

math.randomseed(os.time())
local ok, message = pcall(workload)
if nodes then nodes:stop() end
server:stop()
if not ok then check("%s", false, tostring(message)) end
print(("%d passed, %d failed"):format(passed, failed))
os.exit(failed == 0 and 0 or 1)
