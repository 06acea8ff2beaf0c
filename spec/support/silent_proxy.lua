--- Forwards connections to a server. From a moment on, those that are open carry nothing any more, and are not ended:
--- as when a firewall on the way has forgotten them. New ones are forwarded.
---
---     local proxy = silent_proxy.start(server.port)
---     proxy.url                            -- "http://127.0.0.1:23456"
---     proxy:forget()
---     proxy:stop()

local command = require "spec.support.command"
local etcd = require "spec.support.etcd"
local nginx = require "spec.support.nginx"

local silent_proxy = {}

local program = [==[
local socket = require "socket"
local port, target, folder = ...
local server = assert(socket.bind("127.0.0.1", tonumber(port)))
local peers, silent = {}, {}
local function forget()
  if not os.remove(folder .. "/forget") then return end
  for one in pairs(peers) do silent[one] = true end
end
local function close(one)
  local other = peers[one]
  peers[one], peers[other] = nil, nil
  one:close()
  other:close()
end
while true do
  local all = { server }
  for one in pairs(peers) do all[#all + 1] = one end
  for _, one in ipairs((socket.select(all, nil, 0.05))) do
    forget()
    if one == server then
      local client, other = server:accept(), assert(socket.connect("127.0.0.1", tonumber(target)))
      client:settimeout(0)
      other:settimeout(0)
      peers[client], peers[other] = other, client
    elseif peers[one] then
      local bytes, problem, part = one:receive(65536)
      bytes = bytes or part
      if not silent[one] and bytes ~= "" then peers[one]:send(bytes) end
      if problem == "closed" then close(one) end
    end
  end
  forget()
end
]==]

local Proxy = {}
Proxy.__index = Proxy

--- Starts the proxy.
---@param target integer the port of the server
function silent_proxy.start(target)
  local self = setmetatable({ folder = etcd.new_folder(), port = nginx.free_port() }, Proxy)
  self.url = "http://127.0.0.1:" .. self.port
  local file = assert(io.open(self.folder .. "/program.lua", "w"))
  file:write(program)
  file:close()
  self.pid = etcd.background(("lua5.4 %s/program.lua %d %d %s"):format(self.folder, self.port, target, self.folder),
    self.folder .. "/said")
  return self
end

--- Lets the connections that are open now carry nothing any more.
function Proxy:forget()
  local path = self.folder .. "/forget"
  assert(io.open(path, "w")):close()
  assert(nginx.wait(function() return not command.read(path) end, 5), "the proxy does not run")
end

--- Stops the proxy.
function Proxy:stop()
  etcd.finish(self.pid)
  os.execute("rm -rf " .. command.quote(self.folder))
end

return silent_proxy
