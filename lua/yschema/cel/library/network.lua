--- Kubernetes' functions of IP addresses, networks and URLs as rows: `ip(s)`, `cidr(s)`, `url(s)`.
--
-- @module yschema.cel.library.network

local address = require "yschema.modules.checking.ip"
local url_parts = require "yschema.modules.encoding.url_parts"
local values = require "yschema.cel.values.values"
local rows = require "yschema.cel.values.rows"
local metered = require "yschema.sandbox.metered"

local list, define = rows.list()

local fail = values.fail
local find, gmatch, gsub, match, sub = string.find, string.gmatch, string.gsub, string.match, string.sub
local setmetatable, tonumber = setmetatable, tonumber

-- ---- addresses ----------------------------------------------------------------------

local function same_bytes(a, b)
  for i = 1, math.max(#a, #b) do
    if a[i] ~= b[i] then return false end
  end
  return true
end

local ip_mt = { cel_type = "net.IP", equal = function(a, b) return same_bytes(a.bytes, b.bytes) end }

-- Returns the bytes of an address, or nil and the problem.
local function ip_bytes(text)
  metered.through(text)
  local bytes = #text < 64 and address.parse(text)
  if not bytes then return nil, "is no IP address" end
  if #bytes == 16 and address.as_ipv4(bytes) then return nil, "is an IPv4-mapped IPv6 address, which is not allowed" end
  return bytes
end

local function ip_of(text)
  local bytes, problem = ip_bytes(text)
  if not bytes then fail("%s %s", values.brief(text), problem) end
  return setmetatable({ bytes = bytes }, ip_mt)
end

define("ip(string) -> net.IP", ip_of)
define("isIP(string) -> bool", function(text) return ip_bytes(text) ~= nil end, "total")
define("ip.isCanonical(string) -> bool", function(text) return address.text(ip_of(text).bytes) == text end)
define("string(net.IP) -> string", function(ip) return address.text(ip.bytes) end, "total")
define("member net.IP.family() -> int", function(ip) return values.int(#ip.bytes == 4 and 4 or 6) end, "total")

local function is_all(bytes, byte, count)
  for i = 1, count or #bytes do
    if bytes[i] ~= byte then return false end
  end
  return true
end

local function is_loopback(b)
  if #b == 4 then return b[1] == 127 end
  return is_all(b, 0, 15) and b[16] == 1
end

local function is_multicast(b)
  if #b == 4 then return b[1] >= 224 and b[1] < 240 end
  return b[1] == 255
end

local function is_link_local(b)
  if #b == 4 then return b[1] == 169 and b[2] == 254 end
  return b[1] == 254 and b[2] >= 128 and b[2] < 192
end

local tests = {
  isUnspecified = function(b) return is_all(b, 0) end,
  isLoopback = is_loopback,
  isLinkLocalUnicast = is_link_local,
  isLinkLocalMulticast = function(b)
    if #b == 4 then return b[1] == 224 and b[2] == 0 and b[3] == 0 end
    return b[1] == 255 and b[2] % 16 == 2
  end,
  isGlobalUnicast = function(b)
    return not (is_all(b, 0) or #b == 4 and is_all(b, 255) or is_loopback(b) or is_multicast(b) or is_link_local(b))
  end,
}
for name, test in pairs(tests) do
  define(("member net.IP.%s() -> bool"):format(name), function(ip) return test(ip.bytes) end, "total")
end

-- ---- networks -----------------------------------------------------------------------

local cidr_mt = {
  cel_type = "net.CIDR", equal = function(a, b) return a.bits == b.bits and same_bytes(a.bytes, b.bytes) end,
}

-- Returns a network, or nil and the problem.
local function network_of(text)
  metered.through(text)
  local host, length = match(text, "^(.*)/(%d+)$")
  local bytes, problem = ip_bytes(host or "")
  if not bytes then return nil, host and problem ~= "is no IP address" and problem or "is no network" end
  local bits = #length < 4 and not find(length, "^0%d") and tonumber(length)
  if not bits or bits > #bytes * 8 then return nil, "is no network: its length is out of range" end
  return setmetatable({ bytes = bytes, bits = bits }, cidr_mt)
end

local function cidr_of(text)
  local cidr, problem = network_of(text)
  return cidr or fail("%s %s", values.brief(text), problem)
end

local function contains(cidr, bytes)
  return #bytes == #cidr.bytes and same_bytes(address.masked(bytes, cidr.bits), address.masked(cidr.bytes, cidr.bits))
end

local function contains_network(cidr, other) return cidr.bits <= other.bits and contains(cidr, other.bytes) end

define("cidr(string) -> net.CIDR", cidr_of)
define("isCIDR(string) -> bool", function(text) return network_of(text) ~= nil end, "total")
define("string(net.CIDR) -> string", function(cidr)
  return ("%s/%d"):format(address.text(cidr.bytes), cidr.bits)
end, "total")
define("member net.CIDR.containsIP(net.IP) -> bool", function(cidr, ip) return contains(cidr, ip.bytes) end, "total")
define("member net.CIDR.containsIP(string) -> bool", function(cidr, text) return contains(cidr, ip_of(text).bytes) end)
define("member net.CIDR.containsCIDR(net.CIDR) -> bool", contains_network, "total")
define("member net.CIDR.containsCIDR(string) -> bool", function(cidr, text)
  return contains_network(cidr, cidr_of(text))
end)
define("member net.CIDR.ip() -> net.IP", function(cidr)
  return setmetatable({ bytes = cidr.bytes }, ip_mt)
end, "total")
define("member net.CIDR.prefixLength() -> int", function(cidr) return values.int(cidr.bits) end, "total")
define("member net.CIDR.isMask() -> bool", function(cidr)
  return same_bytes(cidr.bytes, address.masked(cidr.bytes, cidr.bits))
end, "total")
define("member net.CIDR.masked() -> net.CIDR", function(cidr)
  return setmetatable({ bytes = address.masked(cidr.bytes, cidr.bits), bits = cidr.bits }, cidr_mt)
end, "total")

-- ---- URLs ---------------------------------------------------------------------------

local url_mt = {
  cel_type = "url", equal = function(a, b) return url_parts.format(a.parts) == url_parts.format(b.parts) end,
}

-- Returns nil for a URL, or the problem.
local function url_problem(text)
  metered.through(text, 1)
  if text == "" then return "it is empty" end
  if text == "*" then return nil end
  local _, problem = url_parts.parse(text, true)
  return problem
end

define("url(string) -> url", function(text)
  local problem, parts = url_problem(text), nil
  if not problem then parts, problem = url_parts.parse(text) end
  if not parts then fail("%s is no URL: %s", values.brief(text), problem) end
  return setmetatable({ parts = parts }, url_mt)
end)
define("isURL(string) -> bool", function(text) return url_problem(text) == nil end, "total")

local function escaped_path(path)
  if not find(path, "[^A-Za-z0-9%-_.~!$&'()*+,;=:@%[%]/%%]") then return path end
  local plain = url_parts.unescape(path)
  return (gsub(plain, "[^A-Za-z0-9%-_.~$&+,/:;=@]", function(c) return ("%%%02X"):format(c:byte()) end))
end

local function port_of(host) return match(host, "%]:(%d*)$") or match(host, "^[^%[]*:(%d*)$") or "" end

local getters = {
  getScheme = function(parts) return parts.scheme end,
  getHost = function(parts) return parts.host end,
  getHostname = url_parts.hostname,
  getPort = function(parts) return port_of(parts.host) end,
  getEscapedPath = function(parts) return escaped_path(parts.path) end,
}
for name, get in pairs(getters) do
  define(("member url.%s() -> string"):format(name), function(url) return get(url.parts) end, "total")
end

local function decoded(text) return url_parts.unescape((gsub(text, "+", " "))) end

-- As in Go, parameters that cannot be read are left out.
define("member url.getQuery() -> map(string, list(string))", function(url)
  local entries, known = {}, {}
  for piece in gmatch(url.parts.query or "", "[^&]+") do
    local equals = find(piece, "=", 1, true) or #piece + 1
    local name, value = decoded(sub(piece, 1, equals - 1)), decoded(sub(piece, equals + 1))
    if name and value and not find(piece, ";", 1, true) then
      local items = known[name]
      if not items then
        items = values.list({}, 0)
        known[name] = items
        entries[#entries + 1] = { name, items }
      end
      items.n = items.n + 1
      items[items.n] = value
    end
  end
  return values.map_of(entries)
end, "total")

return list
