--- Connections by cosockets, for `yschema.fleet.etcd.client` in nginx: in requests and timers, which yield meanwhile.
--
-- nginx verifies with the certificates of its directive `lua_ssl_trusted_certificate`, and asks the servers of its
-- directive `resolver` for the addresses of names.
--
-- @module resty.yschema.cosocket

local semaphore = require "ngx.semaphore"
local ssl = require "ngx.ssl"

local cosocket = {}

local ngx = ngx
local find, format, match = string.find, string.format, string.match
local open, setmetatable, tostring = io.open, setmetatable, tostring

-- The most bytes that one call reads.
local most_at_once = 65536

-- Milliseconds for which a read waits by itself: others end it before. nginx logs each read whose time is up, so the
-- slices in which a watch is read must not be such times.
local forever = 2 ^ 31 - 1

--- Returns the seconds since some moment.
---@return number
function cosocket.now()
  ngx.update_time()
  return ngx.now()
end

--- Encodes bytes as base64.
cosocket.encode = ngx.encode_base64

--- Decodes base64, which is known to be well formed.
---@param text string
---@return string
function cosocket.decode(text) return ngx.decode_base64(text) or "" end

---@class resty.yschema.Cosocket
---@field private raw table of ngx.socket
---@field private seconds number
---@field private arrived table a semaphore: the reader is done
---@field private reader thread? that waits for bytes
---@field private bytes string? what it has read
---@field private problem string? why it has read nothing
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

-- What nginx says of a handshake, with what to do about it.
local function handshake_fault(problem, name)
  if find(problem, "host mismatch", 1, true) then
    return format("its certificate is not for %s: tell the name to expect in tls.name, for nginx compares no addresses",
      name)
  elseif find(problem, "certificate", 1, true) and match(problem, "^%d+:") then
    return format("its certificate cannot be trusted (%s): name the file with the certificate of the authority that "
      .. "signed it in lua_ssl_trusted_certificate, and its chain's length in lua_ssl_verify_depth", problem)
  end
  return format("TLS fails (%s): does it speak TLS, and does it ask for a client's certificate?", problem)
end

local function handshake(raw, options)
  local tls = options.tls
  local verify, name = tls.verify ~= false, tls.name or options.host
  if verify and tls.ca then
    return nil, "nginx takes authorities from its directive lua_ssl_trusted_certificate: set it, and leave tls.ca out"
  end
  local ok, problem = set_certificate(raw, tls)
  if not ok then return nil, problem end
  -- Not false in place of nil: then it says yes to certificates of other hosts, too, and just closes the connection.
  ok, problem = raw:sslhandshake(nil, name, verify)
  if ok then return true end
  problem = tostring(problem)
  return nil, problem == "timeout" and problem or handshake_fault(problem, name)
end

-- ---- connections --------------------------------------------------------------------

local function connect_fault(problem)
  if find(problem, "no resolver", 1, true) then
    return "nginx knows no resolver for names: give an address, or set its directive resolver"
  end
  return problem
end

--- Connects to a server.
---@param options { host: string, port: integer, timeout: number, tls: table? } `tls`: { cert, key: paths of files in
---   PEM; verify: boolean, true without it; name: the server's, when it is not the host }
---@return resty.yschema.Cosocket? socket
---@return string? kind "connect", "timeout" or "tls"
---@return string? fault
function cosocket.connect(options)
  local raw, last = ngx.socket.tcp(), cosocket.now() + options.timeout
  raw:settimeout(milliseconds(options.timeout))
  local host = find(options.host, ":", 1, true) and "[" .. options.host .. "]" or options.host
  -- A pool of its own: connections of others may not be verified.
  local ok, problem = raw:connect(host, options.port, { pool = "yschema" })
  if not ok then
    problem = tostring(problem)
    return nil, problem == "timeout" and problem or "connect", connect_fault(problem)
  end
  if options.tls then
    raw:settimeout(milliseconds(last - cosocket.now()))
    ok, problem = handshake(raw, options)
    if not ok then
      raw:close()
      return nil, problem == "timeout" and problem or "tls", problem
    end
  end
  return setmetatable({ raw = raw, seconds = options.timeout, arrived = semaphore.new() }, Socket)
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
---@return string? fault
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

--- Returns the bytes that are there; waits until there are some. It may be called again when the time was up.
-- All calls for a connection have to come from one thread.
---@return string? bytes
---@return string? kind "timeout", "closed" or "connect"
---@return string? fault
function Socket:receive()
  self.reader = self.reader or ngx.thread.spawn(read, self)
  if not self.arrived:wait(self.seconds > 0 and self.seconds or 0) then return nil, "timeout", "timeout" end
  ngx.thread.wait(self.reader) -- so that nginx forgets it
  self.reader = nil
  if self.bytes then return self.bytes end
  return nil, problem_of(self.problem)
end

--- Ends the connection.
function Socket:close()
  if self.reader then ngx.thread.kill(self.reader) end
  self.reader = nil
  self.raw:close()
end

return cosocket
