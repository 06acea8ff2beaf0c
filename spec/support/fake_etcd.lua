--- A server in place of etcd that answers slowly, with garbage, or incompletely. It runs in a process of its own.
--
--     local fake = fake_etcd.start { html = [[client:send(http "<html>")]] } -- beside the usual ones, such as `silent`
--     fake.ports.html                    -- the port whose connections are treated so
--     fake:requests "html"               -- what was asked there, with heads and bodies
--     fake:stop()
--
-- A treatment is Lua with the names `client`, a socket of LuaSocket whose request was read; `request`; `http(body,
-- status, headers)`, an answer; `chunk(text)`; `header`, the JSON of a header; `sleep(seconds)`; and `number`, of the
-- connection, from 1.

local command = require "spec.support.command"
local etcd = require "spec.support.etcd"
local nginx = require "spec.support.nginx"

local fake_etcd = {}

-- The behaviours that every such server has, by name: those that several specs ask.
local usual = {
  silent = [[sleep(0.5)]],
  dripping = [[
    client:send "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"
    repeat sleep(0.02) until not client:send " "]],
  dripping_header = [[
    client:send "HTTP/1.1 200 OK\r\nX: "
    repeat sleep(0.02) until not client:send "x"]],
  banner = [[client:send "SSH-2.0-OpenSSH_9.2\r\n"]],
  mute = "",
  half_chunk = [[client:send(http("20\r\n{\"head", nil, "Transfer-Encoding: chunked\r\n"))]],
  long_length = [[client:send(http("{}", nil, "Content-Length: 3\r\n"))]],
  headers = [[client:send "HTTP/1.1 200 OK\r\n" repeat until not client:send(("X-Y: z\r\n"):rep(100))]],
  header = [[client:send "HTTP/1.1 200 OK\r\nX: " repeat until not client:send(("x"):rep(1000))]],
  body = [[client:send "HTTP/1.1 200 OK\r\n\r\n" repeat until not client:send((" "):rep(100000))]],
  chunks = [[
    client:send "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    repeat until not client:send(chunk((" "):rep(100000)))]],
  huge_length = [[client:send(http("", nil, "Content-Length: 99999999999\r\n"))]],
  echo = [[client:send(http("<p>" .. request .. "</p>", "500 Oh no"))]],
}

local Fake = {}
Fake.__index = Fake

local program = [==[
local socket = require "socket"
local folder, names = ..., {}
for name in io.lines(folder .. "/names") do names[#names + 1] = name end
local header = '"header":{"cluster_id":"1","revision":"7"}'
local function http(body, status, headers)
  return ("HTTP/1.1 %s\r\n%s\r\n%s"):format(status or "200 OK",
    headers or "Content-Type: application/json\r\nContent-Length: " .. #body .. "\r\n", body)
end
local function chunk(text) return ("%x\r\n%s\r\n"):format(#text, text) end
local servers, treatments, counts = {}, {}, {}
local said = assert(io.open(folder .. "/ports.new", "w"))
for i, name in ipairs(names) do
  local server = assert(socket.bind("127.0.0.1", 0))
  local _, port = server:getsockname()
  said:write(name, " ", port, "\n")
  servers[i], counts[server] = server, 0
  treatments[server] = { name = name, run = assert(loadfile(folder .. "/" .. name .. ".lua", "t",
    setmetatable({}, { __index = _G }))) }
end
said:close()
assert(os.rename(folder .. "/ports.new", folder .. "/ports"))
local function read(client)
  local lines, length = {}, 0
  repeat
    local line = client:receive "*l"
    if not line then return table.concat(lines, "\n") end
    lines[#lines + 1] = line
    length = tonumber(line:lower():match "^content%-length: (%d+)") or length
  until line == ""
  return table.concat(lines, "\n") .. "\n" .. (client:receive(length) or "")
end
while true do
  for _, server in ipairs((socket.select(servers))) do
    local client, treatment = server:accept(), treatments[server]
    counts[server] = counts[server] + 1
    client:settimeout(2)
    local request = read(client)
    local log = assert(io.open(folder .. "/" .. treatment.name .. ".log", "ab"))
    log:write(request, "\0")
    log:close()
    local ok, problem = pcall(treatment.run, client, request, http, chunk, header, socket.sleep, counts[server])
    if not ok then io.stderr:write(problem, "\n") end
    client:close()
  end
end
]==]

local names = "local client, request, http, chunk, header, sleep, number = ...; "

local function write(path, text)
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end

--- Starts the server.
---@param treatments table<string, string> Lua by name, beside the usual ones or in their place
---@return table fake
function fake_etcd.start(treatments)
  local self = setmetatable({ folder = etcd.new_folder(), ports = {} }, Fake)
  local list, all = {}, {}
  for _, some in ipairs { usual, treatments } do
    for name, text in pairs(some) do all[name] = text end
  end
  for name, text in pairs(all) do
    list[#list + 1] = name
    write(("%s/%s.lua"):format(self.folder, name), names .. text)
  end
  write(self.folder .. "/names", table.concat(list, "\n") .. "\n")
  write(self.folder .. "/program.lua", program)
  self.pid = etcd.background(("lua5.4 %s/program.lua %s"):format(self.folder, self.folder), self.folder .. "/said")
  local text = nginx.wait(function() return command.read(self.folder .. "/ports") end, 10)
  if not text then
    local said = self:said()
    self:stop()
    error("the fake server does not start: " .. said)
  end
  for name, port in text:gmatch "(%S+) (%d+)\n" do self.ports[name] = tonumber(port) end
  return self
end

--- The errors that treatments raised.
function Fake:said() return command.read(self.folder .. "/said") or "" end

--- The requests of a port, in order.
---@return string[]
function Fake:requests(name)
  local list = {}
  for request in (command.read(("%s/%s.log"):format(self.folder, name)) or ""):gmatch "([^%z]*)%z" do
    list[#list + 1] = request
  end
  return list
end

function Fake:stop()
  etcd.finish(self.pid)
  os.execute("rm -rf " .. command.quote(self.folder))
end

return fake_etcd
