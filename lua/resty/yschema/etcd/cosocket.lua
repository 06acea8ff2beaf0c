--- Connections by cosockets, for `yschema.fleet.etcd.client` in nginx: in requests and timers, which yield meanwhile.
--
-- nginx verifies with the certificates of its directive `lua_ssl_trusted_certificate`, and asks the servers of its
-- directive `resolver` for the addresses of names.
--
-- @module resty.yschema.etcd.cosocket

local semaphore = require "ngx.semaphore"
local ssl = require "ngx.ssl"

local cosocket = {}

local ngx = ngx
local find, format, match = string.find, string.format, string.match
local ipairs, open, pcall, setmetatable, tostring = ipairs, io.open, pcall, setmetatable, tostring

-- The most bytes that one call reads.
local most_at_once = 65536

-- Milliseconds for which a read waits by itself; the caller ends it earlier. nginx logs each read that times out, so
-- the slices in which a watch is read must not be timeouts.
local forever = 2 ^ 31 - 1

-- The bytes after which a read lets requests run: nothing waits where a server sends faster than they are read.
local most_in_a_row = 256 * 1024

-- Seconds after which a read looks whether nginx is waiting for this worker to end.
local slice = 0.5

--- Returns the seconds since some moment.
---@return number
function cosocket.now()
  ngx.update_time()
  return ngx.now()
end

--- Encodes bytes as base64.
cosocket.encode = ngx.encode_base64

--- Decodes base64; nil when a text is none.
cosocket.decode = ngx.decode_base64

---@class resty.yschema.Cosocket
---@field private raw table of ngx.socket
---@field private seconds number
---@field private arrived table a semaphore: the reader is done
---@field private reader thread? that waits for bytes
---@field private bytes string? what it has read
---@field private problem string? why it has read nothing
---@field private in_a_row integer bytes since requests could run
local Socket = {}
Socket.__index = Socket

local function milliseconds(seconds) return seconds > 0.001 and seconds * 1000 or 1 end

-- ---- TLS ----------------------------------------------------------------------------

local function read_file(path)
  local file = open(path, "rb")
  local text = file and file:read "*a"
  if file then file:close() end
  return text
end

-- Gives the socket the client's certificate. The files are read each time, so that they can be replaced.
local function set_certificate(raw, tls)
  if not tls.cert and not tls.key then return true end
  if not tls.cert or not tls.key then return nil, "a client's certificate needs its key: give both" end
  if not raw.setclientcert then
    return nil, "this nginx has no certificates for clients: it needs lua-nginx-module 0.10.22 or newer"
  end
  for _, field in ipairs { "cert", "key" } do
    if not read_file(tls[field]) then
      return nil, format("the file %s cannot be read: give the path of a file in PEM that nginx's workers may read",
        tls[field])
    end
  end
  local certificate, problem = ssl.parse_pem_cert(read_file(tls.cert))
  if not certificate then return nil, format("%s is no certificate in PEM: %s", tls.cert, problem) end
  local key
  key, problem = ssl.parse_pem_priv_key(read_file(tls.key))
  if not key then return nil, format("%s is no key in PEM: %s", tls.key, problem) end
  return raw:setclientcert(certificate, key)
end

-- nginx's message about a handshake, with a remedy.
local function handshake_error(problem, name)
  if find(problem, "assertion failed", 1, true) then
    return format("its certificate cannot be trusted, or is not for %s: nginx's log says which (unless "
      .. "lua_socket_log_errors is off), and it needs lua_ssl_trusted_certificate or tls.name", name)
  elseif find(problem, "host mismatch", 1, true) then
    return format("its certificate is not for %s: give the name to expect in tls.name, for nginx compares no addresses",
      name)
  elseif find(problem, "certificate", 1, true) and match(problem, "^%d+:") then
    return format("its certificate cannot be trusted (%s): name the file with the certificate of the authority that "
      .. "signed it in lua_ssl_trusted_certificate, and its chain's length in lua_ssl_verify_depth", problem)
  end
  return format("TLS fails (%s): does it speak TLS, and does it ask for a client's certificate?", problem)
end

local function handshake(raw, options)
  local tls = options.tls
  if tls.verify ~= false and tls.ca then
    return nil, "nginx takes authorities from its directive lua_ssl_trusted_certificate: set it, and leave tls.ca out"
  end
  local ok, problem = set_certificate(raw, tls)
  if not ok then return nil, problem end
  -- When a handshake need not wait, lua-resty-core fails an assertion in place of returning an error. (With false in
  -- place of nil, it would accept all certificates, and just close the connection.)
  local called
  called, ok, problem = pcall(raw.sslhandshake, raw, nil, tls.name or options.host, tls.verify ~= false)
  if called and ok then return true end
  problem = tostring(called and problem or ok)
  return nil, problem == "timeout" and problem or handshake_error(problem, tls.name or options.host)
end

-- ---- connections --------------------------------------------------------------------

-- The kind of the problem that kept nginx from connecting, and what to do about it.
local function connect_problem(problem)
  problem = tostring(problem)
  if problem == "timeout" then return problem, problem end
  if find(problem, "no resolver", 1, true) then
    return "connect", "nginx knows no resolver for names: give an address, or set its directive resolver"
  end
  return "connect", problem
end

--- Connects to a server.
---@param options { host: string, port: integer, timeout: number, tls: table? } `tls`: { cert, key: paths of files in
---   PEM; verify: boolean, true without it; name: the server's, when it is not the host }
---@return resty.yschema.Cosocket? socket
---@return string? kind "connect", "timeout" or "tls"
---@return string? error
function cosocket.connect(options)
  local raw, last = ngx.socket.tcp(), cosocket.now() + options.timeout
  raw:settimeout(milliseconds(options.timeout))
  local host = find(options.host, ":", 1, true) and "[" .. options.host .. "]" or options.host
  -- A pool of its own: connections of others may not be verified.
  local ok, problem = raw:connect(host, options.port, { pool = "yschema" })
  if not ok then return nil, connect_problem(problem) end
  if options.tls then
    raw:settimeout(milliseconds(last - cosocket.now()))
    ok, problem = handshake(raw, options)
    if not ok then
      raw:close()
      return nil, problem == "timeout" and problem or "tls", problem
    end
  end
  if raw.setoption then raw:setoption("keepalive", true) end -- a watch may wait for hours
  return setmetatable({ raw = raw, seconds = options.timeout, arrived = semaphore.new(), in_a_row = 0 }, Socket)
end

--- Sets how long one call may take.
---@param seconds number
function Socket:settimeout(seconds) self.seconds = seconds end

local function problem_of(problem)
  problem = tostring(problem)
  if problem == "timeout" or problem == "closed" then return problem, problem end
  if find(problem, "reset", 1, true) then return "closed", problem end
  return "connect", problem
end

--- Sends all bytes.
---@param bytes string
---@return boolean? ok
---@return string? kind "timeout", "closed" or "connect"
---@return string? error
function Socket:send(bytes)
  self.raw:settimeout(milliseconds(self.seconds))
  local sent, problem = self.raw:send(bytes)
  if sent then return true end
  return nil, problem_of(problem)
end

local function read(self)
  self.raw:settimeout(forever)
  self.bytes, self.problem = self.raw:receiveany(most_at_once)
  self.arrived:post()
end

--- Returns the bytes that are there; waits until there are some. It may be called again after a timeout.
-- All calls for a connection have to come from one thread.
---@return string? bytes
---@return string? kind "timeout", "closed" or "connect"
---@return string? error
function Socket:receive()
  self.reader = self.reader or ngx.thread.spawn(read, self)
  local left = self.seconds
  while not self.arrived:wait(left > 0 and math.min(left, slice) or 0) do
    left = left - slice
    if left <= 0 then return nil, "timeout", "timeout" end
    if ngx.worker.exiting() then return nil, "closed", "nginx is ending" end
  end
  ngx.thread.wait(self.reader) -- so that nginx forgets it
  self.reader = nil
  if not self.bytes then return nil, problem_of(self.problem) end
  self.in_a_row = self.in_a_row + #self.bytes
  if self.in_a_row >= most_in_a_row then
    self.in_a_row = 0
    ngx.sleep(0.001)
  end
  return self.bytes
end

--- Ends the connection.
function Socket:close()
  if self.reader then ngx.thread.kill(self.reader) end
  self.reader = nil
  self.raw:close()
end

return cosocket
