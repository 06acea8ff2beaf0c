--- A real nginx for specs: in a folder of its own, on a free loopback port, stopped by its pid.
--
--     local server = nginx.start { files = { ["schema.yml"] = "..." }, http = "...", server = "..." }
--     local answer = server:get "/"            -- { status = 200, body = "..." }
--     server:stop()

local busted = require "busted"
local command = require "spec.support.command"

local nginx = {}

local quote = command.quote

local Server = {}
Server.__index = Server

local modules = { "/usr/lib/nginx/modules/", "/usr/share/nginx/modules/" }

local function module_folder()
  for _, folder in ipairs(modules) do
    if command.read(folder .. "ngx_http_lua_module.so") then return folder end
  end
end

--- Why no nginx can be started here; nil when one can.
function nginx.missing()
  local all = module_folder() and command.output("PATH=$PATH:/usr/sbin; command -v nginx && command -v curl "
    .. "&& command -v ps && luajit -e 'require \"cjson\"' 2>&1 && echo all")
  if all and all[#all] == "all" then return nil end
  return "needs nginx with Lua: apt-get install nginx libnginx-mod-http-lua lua-cjson curl procps"
end

--- Whether specs with a real nginx run here: nginx has LuaJIT, so once, with that and the usual build, is enough.
-- Where nginx is missing, the specs' title is pending.
function nginx.usable(title)
  if command.runtime ~= "luajit" or (os.getenv "YSCHEMA_BUILD" or "build") ~= "build" then return false end
  local problem = nginx.missing()
  if problem then busted.describe(title, function() busted.pending(problem) end) end
  return not problem
end

local binary = command.output("PATH=$PATH:/usr/sbin command -v nginx")[1]

-- Ports that something uses, from the kernel's own tables.
local function used_ports()
  local used = {}
  for _, name in ipairs { "tcp", "tcp6" } do
    for port in (command.read("/proc/net/" .. name) or ""):gmatch "\n%s*%d+: %x+:(%x+)" do
      used[tonumber(port, 16)] = true
    end
  end
  return used
end

local seeded, given = false, {}

--- A free port of this machine, another one each time.
function nginx.free_port()
  if not seeded then
    math.randomseed(os.time() + tonumber(command.output("echo $$")[1]))
    seeded = true
  end
  local used = used_ports()
  for _ = 1, 1000 do
    local port = math.random(20000, 32000)
    if not used[port] and not given[port] then
      given[port] = true
      return port
    end
  end
  error "no free port"
end

local template = [[
load_module %MODULES%ndk_http_module.so;
load_module %MODULES%ngx_http_lua_module.so;
%USER%
pid logs/nginx.pid;
error_log logs/error.log info;
%MAIN%
events { worker_connections %CONNECTIONS%; }
http {
  access_log off;
  client_body_temp_path logs/body; proxy_temp_path logs/proxy; fastcgi_temp_path logs/fcgi;
  uwsgi_temp_path logs/uwsgi; scgi_temp_path logs/scgi;
  lua_package_path "%ROOT%/lua/?.lua;%ROOT%/lua/?/init.lua;;";
  lua_package_cpath "%ROOT%/%BUILD%/luajit/?.so;;";
  %HTTP%
  server {
    listen 127.0.0.1:%PORT% reuseport; # so that all workers get requests
    %SERVER%
  }
}
]]

-- Waits in a shell, because neither Lua can wait without a library.
local function pause(seconds) os.execute("sleep " .. seconds) end

--- Asks until the answer is not false, at most some seconds long; returns the last answer.
function nginx.wait(ask, seconds)
  for _ = 1, (seconds or 60) * 20 do
    local answer = ask()
    if answer then return answer end
    pause(0.05)
  end
  return ask()
end

nginx.pause = pause

function Server:write(name, text)
  local file = assert(io.open(self.folder .. "/" .. name, "wb"))
  file:write(text)
  file:close()
end

--- Puts a whole new file in the place of the old one, as a careful writer does.
function Server:replace(name, text)
  self:write(name .. ".new", text)
  assert(os.rename(self.folder .. "/" .. name .. ".new", self.folder .. "/" .. name))
end

function Server:remove(name) assert(os.remove(self.folder .. "/" .. name)) end

function Server:log() return command.read(self.folder .. "/logs/error.log") or "" end

--- One request by curl.
---@param arguments string more of them for curl
---@return { status: integer, body: string }
function Server:curl(path, arguments)
  local lines = table.concat(command.output(
    ("curl -s -m 10 -w '\n%%{http_code}' %s %s"):format(arguments or "", quote(self.url .. path))), "\n")
  local body, status = lines:match "^(.*)\n(%d+)$"
  return { status = tonumber(status), body = body }
end

function Server:get(path) return self:curl(path) end

function Server:post(path, body)
  self:write("body", body)
  return self:curl(path, "--data-binary @" .. quote(self.folder .. "/body"))
end

function Server:pid()
  return tonumber(command.read(self.folder .. "/logs/nginx.pid"))
end

--- The pids of the workers, in order.
function Server:workers()
  local pids = {}
  for _, line in ipairs(command.output("ps -o pid=,stat=,args= --ppid " .. self:pid())) do
    local pid, stat = line:match "^%s*(%d+)%s+(%S+)"
    if stat:sub(1, 1) ~= "Z" and line:find("worker process", 1, true)
      and not line:find("shutting down", 1, true) then
      pids[#pids + 1] = tonumber(pid)
    end
  end
  return pids
end

--- The resident memory of a process, in KiB.
function nginx.memory(pid)
  return tonumber((command.read(("/proc/%d/status"):format(pid)) or ""):match "VmRSS:%s*(%d+)")
end

function Server:signal(name) os.execute(("kill -%s %d"):format(name, self:pid())) end

local function is_running(pid)
  local state = (command.read(("/proc/%d/stat"):format(pid)) or ""):match "^%d+ %b() (%a)"
  return state ~= nil and state ~= "Z"
end

--- Stops it and removes its folder.
function Server:stop()
  local pid = self:pid()
  if pid and is_running(pid) then
    os.execute(("kill -TERM %d"):format(pid))
    nginx.wait(function() return not is_running(pid) end, self.patience)
    if is_running(pid) then os.execute(("kill -KILL %d"):format(pid)) end
  end
  if self.wrapped then -- its shell still has to write the status
    nginx.wait(function() return command.read(self.folder .. "/logs/status") end, self.patience)
  end
  os.execute("rm -rf " .. quote(self.folder))
end

local function configuration(self, what)
  local user = command.output("id -u")[1] == "0" and "user root;" or ""
  local values = {
    MODULES = module_folder(), USER = user, MAIN = what.main or "worker_processes 2;",
    ROOT = command.root, BUILD = os.getenv "YSCHEMA_BUILD" or "build", HTTP = what.http or "",
    PORT = self.port, SERVER = what.server or "", CONNECTIONS = what.connections or 512,
  }
  return (template:gsub("%%([A-Z]+)%%", values))
end

--- Writes the configuration again, for a HUP.
function Server:configure(what) self:write("nginx.conf", configuration(self, what)) end

-- A folder in memory, where there is one. On a busy disk, a file that is being written may be empty for so long
-- that a node reads it as a version.
local function new_folder()
  local folder = command.output("mktemp -d /dev/shm/nginx.XXXXXX 2>/dev/null || mktemp -d")[1]
  assert(os.execute(("mkdir -p %s/logs"):format(quote(folder))))
  return folder
end

local function prepare(what)
  local folder = new_folder()
  local self = setmetatable({
    folder = folder, port = nginx.free_port(), patience = what.patience or 10, wrap = what.wrap,
  }, Server)
  self.url = "http://127.0.0.1:" .. self.port
  for name, text in pairs(what.files or {}) do self:write(name, text) end
  self:configure(what)
  return self
end

-- The line by which a shell starts it. Its status is known when nginx does not start.
local function start_line(self)
  local folder = quote(self.folder)
  return ("{ %s %s -p %s/ -c nginx.conf -e logs/error.log >%s/logs/said 2>&1; echo $? >%s/logs/status; }"):format(
    self.wrap or "", binary, folder, folder, folder)
end

local function status_of(self) return tonumber(command.read(self.folder .. "/logs/status") or 0) end

local function said_by(self) return (command.read(self.folder .. "/logs/said") or "") .. self:log() end

--- Starts a server. When it does not start, the second result is what nginx printed.
---@param what { files: table, http: string, server: string, main: string?, wrap: string?, patience: integer? }
---   `wrap`: a command in front of nginx, which then needs `daemon off` and stays in the background
---@return table? server
---@return string? said
function nginx.try(what)
  local self = prepare(what)
  os.execute(start_line(self) .. (what.wrap and " &" or ""))
  self.wrapped = what.wrap ~= nil
  local up = nginx.wait(function()
    if self:pid() and self:curl("/").status ~= 0 then return "up" end
    return status_of(self) ~= 0 and "down"
  end, self.patience)
  if up == "up" then return self end
  local said = said_by(self)
  self:stop()
  return nil, said
end

function nginx.start(what) return assert(nginx.try(what)) end

--- A server that does not run yet: see `start_all`.
nginx.prepare = prepare

--- Starts servers that were prepared, or stopped by `halt_all`, all at the same time.
function nginx.start_all(servers)
  local lines = {}
  for i, server in ipairs(servers) do lines[i] = "rm -f " .. quote(server.folder) .. "/logs/status" end
  for _, server in ipairs(servers) do lines[#lines + 1] = start_line(server) .. " &" end
  os.execute(table.concat(lines, "\n") .. "\nwait")
  for _, server in ipairs(servers) do
    local up = status_of(server) == 0 and nginx.wait(function() return server:pid() end, server.patience)
    if not up then error("nginx does not start:\n" .. said_by(server), 2) end
  end
end

--- Stops servers at the same time. Their folders stay.
---@param signal? string what to send first (TERM)
function nginx.halt_all(servers, signal)
  local pids = {}
  for _, server in ipairs(servers) do pids[#pids + 1] = server:pid() end
  if #pids == 0 then return end
  local function left()
    for _, pid in ipairs(pids) do
      if is_running(pid) then return true end
    end
  end
  os.execute(("kill -%s %s 2>/dev/null"):format(signal or "TERM", table.concat(pids, " ")))
  nginx.wait(function() return not left() end, servers[1].patience)
  if left() then os.execute(("kill -KILL %s 2>/dev/null"):format(table.concat(pids, " "))) end
end

return nginx
