--- The module `ip`: IP addresses and networks.
--
-- @module yschema.modules.checking.ip

local core = require "yschema.core"
local values = require "yschema.starlark.values"
local calls = require "yschema.starlark.calls"
local support = require "yschema.modules.support"

local raise = values.raise
local find, format, gmatch, match, sub = string.find, string.format, string.gmatch, string.match,
  string.sub
local concat, floor, tonumber = table.concat, math.floor, tonumber

local fields = {}

local function append_ipv4(bytes, text)
  for number in gmatch(text, "%d+") do bytes[#bytes + 1] = tonumber(number) end
  return bytes
end

-- Reads the bytes on one side of a `::`.
local function side(text)
  local bytes = {}
  for part in gmatch(text, "[^:]+") do
    if find(part, ".", 1, true) then
      append_ipv4(bytes, part)
    else
      local number = tonumber(part, 16)
      bytes[#bytes + 1] = floor(number / 256)
      bytes[#bytes + 1] = number % 256
    end
  end
  return bytes
end

local function ipv6_bytes(text)
  local left, right = match(text, "^(.-)::(.*)$")
  local bytes, last = side(left or text), side(right or "")
  while #bytes + #last < 16 do bytes[#bytes + 1] = 0 end
  for i = 1, #last do bytes[#bytes + 1] = last[i] end
  return bytes
end

-- Returns the 4 or 16 bytes of an address, or nil.
local function parsed(text)
  if core.rule_test("format", "ipv4", text) then return append_ipv4({}, text) end
  if core.rule_test("format", "ipv6", text) then return ipv6_bytes(text) end
end

-- Returns the 4 bytes of an IPv4 address, also when it is written as an IPv6 address.
local function as_ipv4(bytes)
  if #bytes == 4 then return bytes end
  for i = 1, 12 do
    if bytes[i] ~= (i > 10 and 255 or 0) then return nil end
  end
  return { bytes[13], bytes[14], bytes[15], bytes[16] }
end

-- Finds where the longest sequence of zero groups begins, and its length (RFC 5952).
local function zero_run(groups)
  local best, longest, length = nil, 1, 0
  for i = 1, 8 do
    length = groups[i] == 0 and length + 1 or 0
    if length > longest then best, longest = i - length + 1, length end
  end
  return best, longest
end

local function ipv6_text(bytes)
  local groups, hex = {}, {}
  for i = 1, 8 do
    groups[i] = bytes[2 * i - 1] * 256 + bytes[2 * i]
    hex[i] = format("%x", groups[i])
  end
  local run, length = zero_run(groups)
  if not run then return concat(hex, ":") end
  return concat(hex, ":", 1, run - 1) .. "::" .. concat(hex, ":", run + length, 8)
end

local function text_of(bytes)
  local four = as_ipv4(bytes)
  return four and concat(four, ".") or ipv6_text(bytes)
end

local function address(bytes)
  return support.object("ip.addr", {
    is_ipv4 = function() return as_ipv4(bytes) ~= nil end,
    is_ipv6 = function() return as_ipv4(bytes) == nil end,
    string = function() return text_of(bytes) end,
  })
end

calls.define(fields, "parse_addr", "address", 1, function(text)
  local bytes = parsed(support.string("ip.parse_addr", text))
  if not bytes then raise("ip.parse_addr: invalid IP address: " .. text) end
  return address(bytes)
end)

local powers = { [0] = 1, 2, 4, 8, 16, 32, 64, 128, 256 }

-- Returns the bytes with all bits except the first ones set to zero.
local function masked(bytes, bits)
  local out = {}
  for i = 1, #bytes do
    local kept = powers[8 - math.max(0, math.min(8, bits - 8 * (i - 1)))]
    out[i] = bytes[i] - bytes[i] % kept
  end
  return out
end

local function network(bytes, bits)
  local base = masked(bytes, bits)
  local length = #base == 16 and as_ipv4(base) and bits >= 96 and bits - 96 or bits
  return support.object("ip.net", {
    addr = function() return address(base) end,
    string = function() return text_of(base) .. "/" .. format("%d", length) end,
  })
end

-- Returns the address and its network.
calls.define(fields, "parse_cidr", "cidr", 1, function(text)
  support.string("ip.parse_cidr", text)
  local slash = find(text, "/", 1, true)
  local bytes = slash and parsed(sub(text, 1, slash - 1))
  local bits = bytes and tonumber(match(text, "^%d%d?%d?$", slash + 1) or 999)
  if not bits or bits > #bytes * 8 then
    raise("ip.parse_cidr: invalid CIDR address: " .. text)
  end
  return values.tuple { address(bytes), network(bytes, bits) }
end)

return {
  fields = fields,
  --- parse(text) returns the 4 or 16 bytes of an address, or nil; text(bytes) writes them; masked(bytes, bits) keeps
  -- the first bits; as_ipv4(bytes) returns the 4 bytes of an IPv4 address, also of one written as an IPv6 address.
  parse = parsed, text = text_of, masked = masked, as_ipv4 = as_ipv4,
}
