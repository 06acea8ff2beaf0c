--- Connections by LuaSocket, and by LuaSec where they are encrypted.
--
-- @module yschema.fleet.etcd.luasocket

local plain_tables = require "yschema.base.plain_tables"
local luasocket = {}

local find, gsub, lower, match, sub = string.find, string.gsub, string.lower, string.match, string.sub
local getenv, ipairs, open, pcall, require, setmetatable, tostring =
  os.getenv, ipairs, io.open, pcall, require, setmetatable, tostring

local socket -- LuaSocket, once it is needed

-- The most bytes that one call reads.
local most_at_once = 65536

--- Returns the seconds since some moment.
---@return number
function luasocket.now()
  socket = socket or require "socket"
  return socket.gettime()
end

--- Encodes bytes as base64.
---@param bytes string
---@return string
function luasocket.encode(bytes) return (require "mime".b64(bytes)) or "" end

--- Decodes base64.
---@param text string with a length that is a multiple of four
---@return string? bytes nil when the text is no base64
function luasocket.decode(text)
  if not find(text, "^[%w+/]*=?=?$") then return nil end
  return (require "mime".unb64(text)) or ""
end

---@class yschema.fleet.etcd.LuaSocket
---@field private raw table of LuaSocket or LuaSec
---@field private seconds number
---@field private encrypted boolean
local Socket = {}
Socket.__index = Socket

-- Sets how long one call may take in all.
local function limit(raw, seconds)
  raw:settimeout(seconds, "b")
  raw:settimeout(seconds, "t")
end

-- ---- TLS ----------------------------------------------------------------------------

-- Where systems keep the certificates of authorities.
local bundles = {
  "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
  "/etc/ssl/cert.pem",
}

local function readable(path)
  local file = open(path, "rb")
  local ok = file and file:read(0) ~= nil
  if file then file:close() end
  return ok
end

local function authorities(tls)
  if tls.ca then return tls.ca end
  local named = getenv "SSL_CERT_FILE"
  if named and named ~= "" then return named end
  return plain_tables.find(bundles, function(path) return readable(path) end)
end

-- The names of the files that TLS needs; the error when one cannot be read.
local function unreadable(tls)
  for _, field in ipairs { "ca", "cert", "key" } do
    if tls[field] and not readable(tls[field]) then
      return ("the file %s cannot be read: give the path of a file in PEM that this user may read"):format(tls[field])
    end
  end
  if (tls.cert == nil) ~= (tls.key == nil) then return "a client's certificate needs its key: give both" end
end

local function parameters(tls)
  local verify = tls.verify ~= false
  return {
    mode = "client", protocol = "any", options = { "all", "no_sslv2", "no_sslv3", "no_tlsv1", "no_tlsv1_1" },
    verify = verify and { "peer", "fail_if_no_peer_cert" } or "none", cafile = verify and authorities(tls) or nil,
    certificate = tls.cert, key = tls.key,
  }
end

local function is_address(host) return find(host, "^%d+%.%d+%.%d+%.%d+$") or find(host, ":", 1, true) end

-- An address of IPv6 as eight numbers, since it can be written in many ways.
local function spelled_out(address)
  if not find(address, ":", 1, true) then return address end
  local head, tail = match(address, "^(.-)::(.*)$")
  local function groups(text)
    local list = {}
    for group in (text or ""):gmatch "[^:]+" do list[#list + 1] = lower((gsub(group, "^0+(.)", "%1"))) end
    return list
  end
  local list, rest = groups(head or address), groups(tail)
  while head and #list + #rest < 8 do list[#list + 1] = "0" end
  for _, group in ipairs(rest) do list[#list + 1] = group end
  return table.concat(list, ":")
end

-- Whether a name of a certificate is that of the host. `*` stands for one label, the first one.
local function is_named(pattern, host)
  pattern, host = lower(pattern), lower(host)
  if pattern == host then return true end
  if sub(pattern, 1, 2) ~= "*." then return false end
  local rest = match(host, "^[^.]+(%..+)$")
  return rest ~= nil and rest == sub(pattern, 2)
end

-- The alternative names of a certificate: names and addresses.
local function names_of(certificate)
  local names, addresses = {}, {}
  local extension = certificate:extensions()["2.5.29.17"] or {}
  for _, name in ipairs(extension.dNSName or {}) do names[#names + 1] = name end
  for _, address in ipairs(extension.iPAddress or {}) do addresses[#addresses + 1] = address end
  return names, addresses
end

-- The error when the certificate is not the host's.
local function name_error(raw, host)
  local certificate = raw:getpeercertificate()
  if not certificate then return "it shows no certificate" end
  local names, addresses = names_of(certificate)
  if is_address(host) then
    for _, address in ipairs(addresses) do
      if spelled_out(address) == spelled_out(host) then return nil end
    end
  else
    for _, name in ipairs(names) do
      if is_named(name, host) then return nil end
    end
  end
  for _, address in ipairs(addresses) do names[#names + 1] = address end
  return ("its certificate is for %s, not for %s: use that name, or give the name to expect"):format(
    #names > 0 and table.concat(names, ", ") or "no host", host)
end

-- OpenSSL's message, with a remedy.
local function handshake_error(problem)
  problem = tostring(problem)
  if find(problem, "certificate verify failed", 1, true) then
    return "its certificate cannot be trusted: give the file with the certificate of the authority that signed it, and "
      .. "look whether it has expired"
  elseif find(problem, "wrong version number", 1, true) or find(problem, "unexpected eof", 1, true)
    or problem == "closed" then
    return "it does not speak TLS (" .. problem .. "): is it without TLS? Then use the scheme etcd://"
  elseif find(problem, "alert", 1, true) then
    return "it refuses this client (" .. problem .. "): does it ask for a client's certificate?"
  end
  return "TLS fails (" .. problem .. "): does it speak TLS?"
end

local function encrypted(raw, options, deadline)
  local tls = options.tls
  local ok, ssl = pcall(require, "ssl")
  if not ok then return nil, "LuaSec is missing, which TLS needs: apt-get install lua-sec" end
  local failure = unreadable(tls)
  if failure then return nil, failure end
  local wrapped, problem = ssl.wrap(raw, parameters(tls))
  if not wrapped then return nil, "TLS cannot begin: " .. tostring(problem) end
  local host = gsub(tls.name or options.host, "%.$", "")
  if not is_address(host) then wrapped:sni(host) end
  limit(wrapped, deadline - luasocket.now())
  ok, problem = wrapped:dohandshake()
  if not ok then
    local late = problem == "timeout" or problem == "wantread" or problem == "wantwrite"
    failure = late and "timeout" or handshake_error(problem)
  elseif tls.verify ~= false then
    failure = name_error(wrapped, host)
  end
  if not failure then return wrapped end
  wrapped:close()
  return nil, failure
end

-- ---- connections --------------------------------------------------------------------

-- The address to connect to. `localhost` is this machine (RFC 6761, 6.3), also where no file says so, as in a
-- container without /etc/hosts.
local function address_of(host)
  if lower(host) == "localhost" and not socket.dns.toip(host) then return "127.0.0.1" end
  return host
end

--- Connects to a server.
---@param options { host: string, port: integer, timeout: number, tls: table? } `tls`: { ca, cert, key: paths of
---   files in PEM; verify: boolean, true without it; name: the server's, when it is not the host }
---@return yschema.fleet.etcd.LuaSocket? socket
---@return string? kind "connect", "timeout" or "tls"
---@return string? error
function luasocket.connect(options)
  if not pcall(luasocket.now) then return nil, "connect", "LuaSocket is missing: apt-get install lua-socket" end
  local deadline = luasocket.now() + options.timeout
  local raw, problem = socket.tcp()
  if not raw then return nil, "connect", problem end
  limit(raw, options.timeout)
  local ok
  ok, problem = raw:connect(address_of(options.host), options.port)
  if not ok then
    raw:close()
    if problem == "timeout" then return nil, problem, problem end
    return nil, "connect", find(problem, "not known", 1, true) and "its name has no address" or problem
  end
  raw:setoption("tcp-nodelay", true)
  raw:setoption("keepalive", true) -- a watch may wait for hours
  if options.tls then
    local wrapped, failure = encrypted(raw, options, deadline)
    if not wrapped then
      raw:close()
      return nil, failure == "timeout" and "timeout" or "tls", failure
    end
    raw = wrapped
  end
  return setmetatable({ raw = raw, seconds = options.timeout, encrypted = options.tls ~= nil }, Socket)
end

--- Sets how long one call may take.
---@param seconds number
function Socket:settimeout(seconds) self.seconds = seconds > 0 and seconds or 0 end

-- The kind and the words of a problem.
local function problem_of(self, problem)
  if problem == "timeout" or problem == "closed" then return problem, problem end
  if self.encrypted then return "tls", handshake_error(problem) end
  return "connect", tostring(problem)
end

--- Sends all bytes.
---@param bytes string
---@return boolean? ok
---@return string? kind "timeout", "closed", "connect" or "tls"
---@return string? error
function Socket:send(bytes)
  limit(self.raw, self.seconds)
  local sent, problem = self.raw:send(bytes)
  if sent then return true end
  return nil, problem_of(self, problem)
end

--- Returns the bytes that are there; waits until there are some.
---@return string? bytes
---@return string? kind "timeout", "closed", "connect" or "tls"
---@return string? error
function Socket:receive()
  local raw, deadline = self.raw, luasocket.now() + self.seconds
  limit(raw, 0)
  while true do
    local bytes, problem, partial = raw:receive(most_at_once)
    bytes = bytes or partial
    if bytes and bytes ~= "" then return bytes end
    if problem ~= "timeout" and problem ~= "wantread" and problem ~= "wantwrite" then
      return nil, problem_of(self, problem)
    end
    local left = deadline - luasocket.now()
    if left <= 0 then return nil, "timeout", "timeout" end
    local wanted = { raw }
    socket.select(problem ~= "wantwrite" and wanted or nil, problem == "wantwrite" and wanted or nil, left)
  end
end

--- Ends the connection.
function Socket:close() self.raw:close() end

return luasocket
