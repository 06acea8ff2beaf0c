--- Time zones: offsets such as "+02:00", UTC, and the names of the IANA, whose files the system has.
--
-- @module yschema.cel.values.zones

local values = require "yschema.cel.values.values"
local zone_rules = require "yschema.cel.values.zone_rules"

local zones = {
  --- Where the files of zones are.
  folder = "/usr/share/zoneinfo",
}

local byte, find, match, sub = string.byte, string.find, string.match, string.sub
local fail = values.fail
local tonumber = tonumber

-- Reads an integer of 4 or 8 bytes. Large ones are not exact, which changes nothing here.
local function integer_at(data, at, bytes)
  local sum = byte(data, at)
  if sum >= 128 then sum = sum - 256 end
  for i = at + 1, at + bytes - 1 do sum = sum * 256 + byte(data, i) end
  return sum
end

-- Returns the counts of a part of a file: local times, transitions and others.
local function counts_at(data, at)
  if sub(data, at, at + 3) ~= "TZif" or #data < at + 43 then return nil end
  local function count(i) return integer_at(data, at + 20 + 4 * i, 4) end
  return {
    is_utc = count(0), is_standard = count(1), leaps = count(2), times = count(3), types = count(4), chars = count(5),
  }
end

local function length_of(counts, bytes)
  return counts.times * (bytes + 1) + counts.types * 6 + counts.chars + counts.leaps * (bytes + 4)
    + counts.is_standard + counts.is_utc
end

-- Reads a file in the format of RFC 8536.
local function read(data)
  local first = counts_at(data, 1)
  if not first then return nil end
  local at, bytes, counts = 1, 4, first
  if byte(data, 5) ~= 0 then
    at, bytes = 45 + length_of(first, 4), 8
    counts = counts_at(data, at)
  end
  if not counts or counts.types < 1 or #data < at + 43 + length_of(counts, bytes) then return nil end
  local zone = { starts = {}, offsets = {} }
  local indices = at + 44 + counts.times * bytes
  local types = indices + counts.times
  local function offset_of(index) return integer_at(data, types + index * 6, 4) end
  for i = 1, counts.times do
    zone.starts[i] = integer_at(data, at + 44 + (i - 1) * bytes, bytes)
    zone.offsets[i] = offset_of(byte(data, indices + i - 1))
  end
  zone.first = offset_of(0)
  local footer = bytes == 8 and match(data, "^\n([^\n]*)\n", at + 44 + length_of(counts, bytes))
  zone.rule = footer and zone_rules.read(footer)
  return zone
end

local known, count = {}, 0

-- Returns the zone with a name.
local function named(name)
  local zone = known[name]
  if zone then return zone end
  local is_safe = find(name, "^%a[%w_+-]*[%w_+/-]*$") and not find(name, "//", 1, true) and #name < 64
  local file = is_safe and io.open(zones.folder .. "/" .. name, "rb")
  local data = file and file:read(65536)
  if file then file:close() end
  zone = data and read(data)
  if not zone then
    fail("%s is no time zone: it has to be UTC, an offset such as +02:00, or a name that has a file in %s",
      values.brief(name), zones.folder)
  end
  if count < 100 then known[name], count = zone, count + 1 end
  return zone
end

-- Returns the offset of a zone at a time.
local function offset_in(zone, seconds)
  local starts, low, high = zone.starts, 0, #zone.starts
  if zone.rule and (high == 0 or seconds >= starts[high]) then return zone.rule(seconds) end
  while low < high do
    local middle = math.floor((low + high + 1) / 2)
    if starts[middle] <= seconds then low = middle else high = middle - 1 end
  end
  return zone.offsets[low] or zone.first
end

--- Returns the offset from UTC of a zone at a time.
---@param name string
---@param seconds integer since 1970
---@return integer seconds
function zones.offset(name, seconds)
  if name == "UTC" or name == "" then return 0 end
  if not find(name, ":", 1, true) then return offset_in(named(name), seconds) end
  local sign, hours, minutes = match(name, "^([-+]?)(%d%d?%d?):(%d%d?)$")
  if not sign or tonumber(minutes) > 59 then
    fail("%s is no offset of a time zone, such as +02:00", values.brief(name))
  end
  local offset = tonumber(hours) * 3600 + tonumber(minutes) * 60
  return sign == "-" and -offset or offset
end

return zones
