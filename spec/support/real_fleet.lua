--- A fleet for specs: real nginx nodes on free loopback ports, started together and stopped by their pids.
--
--     local nodes = fleet.start { nodes = 3, etcd = etcd }
--     fleet.publish(etcd, fleet.values(1), { "--wait" })
--     nodes:all_serve(1)
--     nodes:stop()
--
-- The nodes serve values that can be recognized as whole: see `fleet.values`. A node looks at them in each
-- request, and answers with status 500 when they are not.

local busted = require "busted"
local command = require "spec.support.command"
local nginx = require "spec.support.nginx"

local fleet = {}

--- Why no fleet can be started here; nil when one can.
function fleet.missing()
  local problem = nginx.missing()
  if problem then return problem end
  for _, name in ipairs { "socket", "openssl.digest" } do
    if not pcall(require, name) then return "needs LuaSocket and luaossl: apt-get install lua-socket lua-luaossl" end
  end
  local found = command.output "command -v etcd && command -v wrk && command -v openssl"
  if #found < 3 then return "needs etcd and wrk: apt-get install etcd-server wrk openssl" end
end

--- Whether specs with a fleet run here; where something is missing, their title is pending.
function fleet.usable(title)
  if not nginx.usable(title) then return false end
  local problem = fleet.missing()
  if problem then busted.describe(title, function() busted.pending(problem) end) end
  return not problem
end

-- ---- what is published --------------------------------------------------------------

--- The schema of all values below.
fleet.schema = [[
#@data/values-schema
---
#@schema/validation min=0
left: 0
right: 0
token: ""
many:
- ""
]]

--- Values that belong together: a node can check that all of its values are of one version.
---@param number integer below zero: a node must refuse them, by the schema
---@param entries? integer how many entries the list has (20)
---@return string
function fleet.values(number, entries)
  local digest = require("openssl.digest").new("md5"):final(number .. " is whole")
  local token = digest:gsub(".", function(byte) return ("%02x"):format(byte:byte()) end)
  return ("left: %d\nright: %d\ntoken: %q\nmany: [%s]\n"):format(number, number, token,
    ("entry, "):rep(entries or 20))
end

-- The handlers of a node. The number that a worker has seen may only fall when the test allows that.
local handlers = [[
  local node = { seen = 0, version = 0 }

  function node.look(values)
    assert(values.left >= 0, "values that are not valid")
    assert(values.left == 0 or values.token == ngx.md5(values.left .. " is whole"), "values that were not published")
  end

  -- One request, in which the values must stay the same.
  function node.serve()
    local values, version = conf:get()
    if not values then return ngx.exit(503) end
    local left = values.left
    if %FALLS% == 0 then assert(left >= node.seen, "older values") end
    assert(version >= node.version, "an older version")
    node.seen, node.version = left, version
    ngx.sleep(0.001)
    node.look(values)
    assert(left == values.right, "two versions in one request")
    local _, later = conf:get()
    assert(later >= version, "an older version")
    if ngx.var.arg_with then ngx.print(ngx.worker.pid(), " ") end
    ngx.print(left)
  end

  return node
]]

local http = [[
  %DICT%
  init_by_lua_block {
    node = (function() %HANDLERS% end)()
    conf = require("resty.yschema").new { name = "gateway", %CONF% }
  }
  init_worker_by_lua_block { require("resty.yschema").start() }
  %HTTP%
]]

local server = [[
  location = / { content_by_lua_block {
    local values, version = conf:get()
    ngx.print(ngx.worker.pid(), " ", version, " ", values and values.left or "none")
  } }
  location = /served { content_by_lua_block { node.serve() } }
  location = /error { content_by_lua_block { ngx.print(conf:fault() or "none") } }
  location = /stats { content_by_lua_block { ngx.print(require("cjson").encode(conf:stats())) } }
  location = /metrics { content_by_lua_block { require("resty.yschema").serve_metrics() } }
  location = /cost { content_by_lua_block {
    local turns, sum = 2e7, 0
    local get = function() return conf:get() end
    for _ = 1, 1000 do get() end
    ngx.update_time()
    local began = ngx.now()
    for _ = 1, turns do
      local _, version = conf:get()
      sum = sum + version
    end
    ngx.update_time()
    ngx.print(("%.2f"):format((ngx.now() - began) / turns * 1e9))
  } }
  %SERVER%
]]

-- ---- the nodes ----------------------------------------------------------------------

local Fleet = {}
Fleet.__index = Fleet

-- The options of a node in Lua: those of files, or those of etcd.
local function options_of(what, own, name)
  if not what.etcd then return ('schema = "schema.yml", values = "values.yml", interval = 0.1, %s'):format(own.conf) end
  return ([[source = require("resty.yschema.etcd").new { endpoints = { %q }, prefix = "/fleet", node = %q, %s },
    cache = "cache", %s]]):format(own.endpoint or what.endpoint or what.etcd.url, name, own.source, own.conf)
end

local function fill(text, values)
  return (text:gsub("%%([A-Z]+)%%", values))
end

-- Returns the options of nginx.start for a node.
local function node_of(what, number)
  local own = what.each and what.each(number) or {}
  for _, name in ipairs { "conf", "source", "http", "server" } do
    own[name] = (own[name] or "") .. (what[name] or "")
  end
  local name = own.name or ("node-%03d"):format(number)
  return {
    files = own.files or what.files or { ["schema.yml"] = fleet.schema, ["values.yml"] = fleet.values(0) },
    main = ("worker_processes %d; %s"):format(what.workers or 1, what.main or ""),
    patience = 30, wrap = own.wrap,
    http = fill(http, {
      DICT = what.dict or "lua_shared_dict yschema 1m; lua_socket_log_errors off;",
      CONF = options_of(what, own, name), HTTP = own.http,
      HANDLERS = fill(handlers, { FALLS = what.falls and "1" or "0" }),
    }),
    server = fill(server, { SERVER = own.server }),
  }, name
end

--- Starts nodes.
---@param what { nodes: integer, etcd: table?, workers: integer?, source: string?, conf: string?, each: function?,
---   http: string?, server: string?, main: string?, falls: boolean?, files: table?, endpoint: string? }
---   `etcd`: without it, the nodes read files; `source`, `conf`: more options in Lua of the source and of `new`;
---   `each`: a function that returns these for one node by its number, and `name`, `endpoint` and `wrap`, a command in
---   front of nginx; `falls`: values may go back
function fleet.start(what)
  local self = setmetatable({ nodes = {}, names = {}, etcd = what.etcd, workers = what.workers or 1 }, Fleet)
  for i = 1, what.nodes do
    local node, name = node_of(what, i)
    self.nodes[i] = nginx.prepare(node)
    self.names[self.nodes[i]] = name
    os.execute("mkdir " .. command.quote(self.nodes[i].folder .. "/cache"))
  end
  self.folder = self.nodes[1].folder
  local ok, problem = pcall(nginx.start_all, self.nodes)
  if not ok then
    self:stop()
    error(problem, 2)
  end
  return self
end

--- Stops all nodes and removes their folders.
function Fleet:stop()
  nginx.halt_all(self.nodes)
  for _, node in ipairs(self.nodes) do os.execute("rm -rf " .. command.quote(node.folder)) end
end

--- Stops some nodes, or all, whose folders stay; starts them again.
function Fleet:halt(nodes) nginx.halt_all(nodes or self.nodes) end
function Fleet:resume(nodes) nginx.start_all(nodes or self.nodes) end

--- Waits as LuaSocket does: without a process.
function fleet.sleep(seconds) require("socket").sleep(seconds) end

--- Asks until the answer is not false, at most some seconds long; returns the last answer.
function fleet.wait(ask, seconds)
  local clock = require("socket").gettime
  local last = clock() + (seconds or 30)
  repeat
    local answer = ask()
    if answer then return answer end
    fleet.sleep(0.03)
  until clock() > last
  return ask()
end

--- One request to a node: its status, nil when the node does not answer, and the body.
function fleet.ask(node, path)
  local http_of = require "socket.http"
  http_of.TIMEOUT = 5
  local body, status = http_of.request(node.url .. path)
  if not body then return nil, tostring(status) end
  return status, body
end

--- The number that a node serves; nil while it serves nothing.
function fleet.served(node)
  local status, body = fleet.ask(node, "/served")
  return status == 200 and tonumber(body) or nil
end

-- The answer of a worker of a node that is not the number; false when all its workers answer with the number.
local function other_than(self, node, number)
  local asked, count = {}, 0
  for _ = 1, 50 do
    local status, body = fleet.ask(node, "/served?with=pid")
    if status ~= 200 then return tostring(status) end
    local pid, now = body:match "^(%d+) (.*)$"
    if tonumber(now) ~= number then return now end
    if not asked[pid] then asked[pid], count = true, count + 1 end
    if count == self.workers then return false end
  end
  return "nothing in some worker"
end

--- Waits until all nodes, or those given, serve a number in all their workers; throws when they do not.
function Fleet:all_serve(number, seconds, nodes)
  local late
  fleet.wait(function()
    for _, node in ipairs(nodes or self.nodes) do
      local other = other_than(self, node, number)
      if other then
        late = ("%s serves %s"):format(self.names[node], other)
        return false
      end
    end
    late = nil
    return true
  end, seconds or 30)
  if late then error(("%s, and not %d"):format(late, number), 2) end
end

--- Returns the result of `conf:stats()` in a node.
function fleet.stats(node)
  local _, body = fleet.ask(node, "/stats")
  return require("cjson").decode(body)
end

-- ---- load ---------------------------------------------------------------------------

--- Lets wrk ask each node for some seconds, in the background.
---@param seconds integer
---@param pause? integer milliseconds between two requests of a connection (0)
---@return fun(): table<string, true>, string[] waits until that has ended; returns what was served, and the failures
function Fleet:load(seconds, pause)
  local lines = {}
  for _, node in ipairs(self.nodes) do
    lines[#lines + 1] = ("wrk -t1 -c4 -d%ds --timeout 30s -s spec/fleet/wrk.lua %s/served -- %s %d >%s 2>&1 &"):format(
      seconds, node.url, command.quote(node.folder .. "/seen"), pause or 0, command.quote(node.folder .. "/wrk"))
  end
  for _, node in ipairs(self.nodes) do os.remove(node.folder .. "/seen") end
  os.execute(table.concat(lines, "\n"))
  return function()
    local served, failures = {}, {}
    for i, node in ipairs(self.nodes) do
      local seen = fleet.wait(function() return command.read(node.folder .. "/seen") end, seconds + 60)
      for status, body in (seen or "? wrk does not end\n"):gmatch "(%S+) (.-)\n" do
        if status == "200" then served[body] = true else failures[#failures + 1] = status .. " " .. body end
      end
      local said = command.read(node.folder .. "/wrk") or ""
      failures[#failures + 1] = said:match "Socket errors: [^\n]*"
      served[i] = tonumber(said:match "(%d+) requests in")
    end
    return served, failures
  end
end

-- ---- the publisher ------------------------------------------------------------------

--- Runs a command of the publisher for the configuration of the fleets here.
---@param etcd table see `spec.support.etcd`
---@param words string[] such as `{ "fleet" }`
---@param vars? string[] NAME=value
---@return { rc: integer, stdout: string, stderr: string }
function fleet.run(etcd, words, vars)
  local all = { words[1], "gateway", "--to", "etcd://" .. etcd.endpoint .. "/fleet" }
  for i = 2, #words do all[#all + 1] = words[i] end
  return command.run(all, { vars = vars })
end

--- Publishes values with `yschema publish`.
---@param values string
---@param flags? string[]
---@param how? { schema: string?, vars: string[]? }
function fleet.publish(etcd, values, flags, how)
  how = how or {}
  local folder = require "spec.support.folder"
  local place = folder.make "more"
  local words = { "publish", "-f", folder.write(place, "schema.yml", how.schema or fleet.schema),
    "-f", folder.write(place, "values.yml", values) }
  for _, flag in ipairs(flags or {}) do words[#words + 1] = flag end
  local result = fleet.run(etcd, words, how.vars)
  folder.remove(place)
  return result
end

--- Makes two pairs of keys in a folder, which the caller removes: `ours.key` and `theirs.key` sign, and the nodes get
-- `ours.pem` or `theirs.pem`.
---@return string folder
function fleet.keys()
  local folder = command.output("mktemp -d")[1]
  command.output(([[cd %s && for name in ours theirs; do
    openssl genpkey -algorithm ed25519 -out $name.key && openssl pkey -in $name.key -pubout -out $name.pem
  done 2>&1]]):format(command.quote(folder)))
  return folder
end

return fleet
