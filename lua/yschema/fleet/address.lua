--- Reads the address of a store, such as `etcds://user:password@one:2379,two:2379/prefix`, and finds the user and the
-- password that belong to it.
--
-- No problem and no printed form shows a password or a user.
--
-- @module yschema.fleet.address

local address = {}

local char, find, format, gsub, match, sub = string.char, string.find, string.format, string.gsub, string.match,
  string.sub
local concat, getenv, ipairs, open, setmetatable, stdin, tonumber = table.concat, os.getenv, ipairs, io.open,
  setmetatable, io.stdin, tonumber

--- The port of etcd.
address.port = 2379

-- The most bytes of a file with credentials.
local most_bytes = 4096

local example = "etcd://127.0.0.1:2379/config"

--- The parts of an address, as `yschema.fleet.etcd.client` takes them. It prints without user and password.
---@class yschema.fleet.Address
---@field endpoints yschema.fleet.etcd.Endpoint[]
---@field prefix string what follows the first slash
---@field user string?
---@field password string?
---@field tls table? { ca, cert, key }, when the scheme is etcds
local Address = {}
Address.__index = Address

function Address:__tostring()
  local hosts = {}
  for i, endpoint in ipairs(self.endpoints) do
    local host = find(endpoint.host, ":", 1, true) and "[" .. endpoint.host .. "]" or endpoint.host
    hosts[i] = host .. ":" .. endpoint.port
  end
  return (self.tls and "etcds://" or "etcd://") .. concat(hosts, ",") .. "/" .. self.prefix
end

local function from_hex(digits) return char(tonumber(digits, 16)) end

-- Returns a part of an address without its escapes; nil when it has a `%` without two digits.
local function unescaped(text)
  if find(gsub(text, "%%%x%x", ""), "%", 1, true) then return nil end
  return (gsub(text, "%%(%x%x)", from_hex))
end

-- ---- hosts --------------------------------------------------------------------------

local function endpoint_of(text, tls)
  local host, rest = match(text, "^%[([%x:.]+)%](.*)$")
  if not host then
    host, rest = match(text, "^([%w._-]+)(.*)$")
    if text == "" then return nil, "it has an empty host: write host:port, with a comma between two of them" end
    if find(text, ":.*:") then
      return nil, format('"%s" has more than one colon: write an address of IPv6 in brackets, as in [::1]:2379', text)
    end
    if not host then return nil, format('"%s" is no host: write host:port', text) end
  end
  local digits = rest == "" and tostring(address.port) or match(rest, "^:(%d+)$")
  local port = digits and #digits <= 5 and tonumber(digits)
  if not port or port < 1 or port > 65535 then
    return nil, format('"%s" has no port from 1 to 65535 after the host: write host:port', text)
  end
  return { host = host, port = port, tls = tls or nil }
end

--- Reads hosts with a comma between two of them.
---@param text string such as "one:2379,[::1]:2379"
---@param tls boolean?
---@return yschema.fleet.etcd.Endpoint[]? endpoints
---@return string? problem
function address.endpoints(text, tls)
  local list, known = {}, {}
  for part in (text .. ","):gmatch "([^,]*)," do
    local endpoint, problem = endpoint_of(part, tls)
    if not endpoint then return nil, problem end
    local name = endpoint.host .. " " .. endpoint.port
    if known[name] then return nil, format('it names "%s" twice: name each endpoint once', part) end
    known[name] = true
    list[#list + 1] = endpoint
  end
  return list
end

-- ---- users --------------------------------------------------------------------------

--- Reads a file whose only line is USER:PASSWORD.
---@param path string "-" is standard input
---@return string? user
---@return string? password
---@return string? problem
function address.credentials(path)
  local file, reason, text
  if path == "-" then file = stdin else file, reason = open(path, "rb") end
  if file then
    text, reason = file:read(most_bytes + 1)
    if file ~= stdin then file:close() end
    if not text and not reason then text = "" end
  end
  if not text then
    reason = gsub(reason or "it is no file", "^.*: ", "")
    return nil, nil, format("the file with the credentials, %s, cannot be read (%s): "
      .. "give a file that this user may read", path, reason)
  end
  local user, password = match(gsub(text, "\r?\n$", ""), "^([^:%c]+):([^\r\n]+)$")
  if #text > most_bytes or not user then
    return nil, nil, format("the file with the credentials, %s, must hold one line USER:PASSWORD", path)
  end
  return user, password
end

-- Reads USER, USER:PASSWORD, or nothing.
local function of_userinfo(text)
  if not text then return nil end
  local name, rest = match(text, "^([^:]*):(.*)$")
  local user, password = unescaped(name or text), rest and unescaped(rest)
  if not user or rest and not password then
    return nil, nil, "the user or the password has a % that begins no escape: write it as %25"
  end
  if user == "" or password == "" then
    return nil, nil, "the user or the password before the @ is empty: write user:password@host, or leave both out"
  end
  return user, password
end

local function of_environment(look)
  local user, password = look "YSCHEMA_ETCD_USER", look "YSCHEMA_ETCD_PASSWORD"
  return user ~= "" and user or nil, password ~= "" and password or nil
end

-- Finds the user and the password: in the address, in the file, or in the environment.
local function find_user(userinfo, options)
  local user, password, problem = of_userinfo(userinfo)
  if problem then return nil, nil, problem end
  local named = user
  if options.credentials then
    if user then
      return nil, nil, "a user is given twice, in the address and by a file with credentials: use one of the two"
    end
    return address.credentials(options.credentials)
  end
  if password then return user, password end
  user, password = of_environment(options.environment or getenv)
  user = named or user
  if user and not password then
    return nil, nil, "there is a user, but no password: set YSCHEMA_ETCD_PASSWORD, or give a file with credentials"
  elseif password and not user then
    return nil, nil, "there is a password, YSCHEMA_ETCD_PASSWORD, but no user: set YSCHEMA_ETCD_USER"
  end
  return user, password
end

-- ---- addresses ----------------------------------------------------------------------

local schemes = { etcd = false, etcds = true }
local meant = { http = "etcd://", https = "etcds://" }

-- Takes an address apart: whether with TLS, user, hosts, prefix.
local function parts_of(text)
  local scheme, rest = match(text, "^(%a[%w+.-]*)://(.*)$")
  if not scheme then return nil, "it must begin with etcd://, or with etcds:// for TLS, as in " .. example end
  local tls = schemes[scheme:lower()]
  if tls == nil then
    local hint = meant[scheme:lower()]
    return nil, format('it begins with "%s://": %s', scheme,
      hint and "write " .. hint or "it must begin with etcd://, or with etcds:// for TLS")
  end
  local authority, path = match(rest, "^([^/?#]*)(.*)$")
  if find(path, "@", 1, true) then
    return nil, "it has an @ after the hosts: in a password, write / as %2F, ? as %3F and # as %23"
  end
  local userinfo, hosts = match(authority, "^(.*)@([^@]*)$")
  if userinfo and find(userinfo, "@", 1, true) then
    return nil, "it has more than one @: name the user once, before the first host, "
      .. "and write @ in a password as %40"
  end
  if find(path, "[?#]") then return nil, "it has a ? or a #: write only the prefix after the hosts" end
  local prefix = unescaped(sub(path, 2))
  if not prefix or find(prefix, "%c") then
    return nil, "the prefix has a control character, or a % that begins no escape: write % as %25"
  end
  return { tls = tls, userinfo = userinfo, hosts = hosts or authority, prefix = prefix }
end

local function failed(problem) return nil, "the address of etcd: " .. problem end

--- Reads the address of a store.
---@param text string
---@param options { credentials: string?, environment: (fun(name: string): string?)?, ca: string?, cert: string?,
---   key: string? }? `credentials`: path of a file with the line USER:PASSWORD; `environment`: in place of os.getenv,
---   for YSCHEMA_ETCD_USER and YSCHEMA_ETCD_PASSWORD; `ca`, `cert`, `key`: paths of files in PEM, for TLS
---@return yschema.fleet.Address? address
---@return string? problem
function address.read(text, options)
  options = options or {}
  if find(text, "[%c ]") then return failed "it has a blank or a control character: remove it" end
  local parts, problem = parts_of(text)
  if not parts then return failed(problem) end
  local self = setmetatable({ prefix = parts.prefix }, Address)
  self.endpoints, problem = address.endpoints(parts.hosts, parts.tls)
  if not self.endpoints then return failed(problem) end
  self.user, self.password, problem = find_user(parts.userinfo, options)
  if problem then return failed(problem) end
  local files = options.ca or options.cert or options.key
  if files and not parts.tls then
    return failed "certificates are given, but the scheme etcd:// is without TLS: write etcds://"
  elseif (options.cert == nil) ~= (options.key == nil) then
    return failed "a client's certificate needs its key: give both"
  end
  if parts.tls then self.tls = { ca = options.ca, cert = options.cert, key = options.key } end
  return self
end

return address
