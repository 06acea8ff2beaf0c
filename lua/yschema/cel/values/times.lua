--- Timestamps and durations: how they are made, read, written and computed with.
--
-- As in Go, a duration is an int of nanoseconds, so that it is shorter than 293 years. A timestamp has the offset of
-- the text that it was read from, with which it is written.
--
-- @module yschema.cel.values.times

local values = require "yschema.cel.values.values"
local calendar = require "yschema.cel.values.calendar"
local doubles = require "yschema.cel.values.doubles"

local times = {}

local integers, fail = values.integers, values.fail
local setmetatable, tonumber = setmetatable, tonumber
local format, gsub, match, sub = string.format, string.gsub, string.match, string.sub
local floor = math.floor

local first_second, last_second = -62135596800, 253402300799 -- of the years 1 and 9999
local a_second = integers.int(1000000000)

-- Makes a timestamp of seconds and nanoseconds, which may be negative or more than a second.
local function timestamp(seconds, nanos, offset)
  local carry = floor(nanos / 1000000000)
  seconds, nanos = seconds + carry, nanos - carry * 1000000000
  if seconds < first_second or seconds > last_second then
    fail "the timestamp is out of range: its year has to be between 1 and 9999"
  end
  return setmetatable({ seconds = seconds, nanos = nanos, offset = offset }, values.timestamp_mt)
end
times.timestamp = timestamp

-- Makes a duration of an int of nanoseconds; nil: there are too many.
local function duration(nanos)
  if not nanos then fail "the duration is out of range: it has to be shorter than 292 years" end
  return setmetatable({ nanos }, values.duration_mt)
end
times.duration = duration

-- Splits a duration into Lua numbers: seconds and nanoseconds, which have the same sign.
local function split(d)
  return integers.number(integers.div(d[1], a_second)), integers.number(integers.mod(d[1], a_second))
end
times.split = split

-- ---- timestamps ---------------------------------------------------------------------

local function offset_of(zone)
  if zone == "Z" then return nil end
  local sign, hours, minutes = match(zone, "^([-+])(%d%d):(%d%d)$")
  if not sign or tonumber(hours) > 24 or tonumber(minutes) > 60 then return false end
  local offset = tonumber(hours) * 3600 + tonumber(minutes) * 60
  if offset == 0 then return nil end
  return sign == "-" and -offset or offset
end

-- Whether the parts of a time exist in the calendar.
local function exists(year, month, day, hour, minute, second)
  return month >= 1 and month <= 12 and day >= 1 and day <= calendar.month_length(year, month)
    and hour < 24 and minute < 60 and second < 60
end

-- Returns the nanoseconds of a fraction, such as ".5"; nil: it is none.
local function nanos_of(fraction)
  if fraction == "" then return 0 end
  local digits = match(fraction, "^[.,](%d+)$")
  return digits and tonumber(sub(digits .. "000000000", 1, 9))
end

--- Reads a timestamp of RFC 3339.
function times.parse_timestamp(text)
  local function refuse() fail("%s is no timestamp of RFC 3339", values.brief(text)) end
  local year, month, day, hour, minute, second, rest = match(text,
    "^(%d%d%d%d)%-(%d%d)%-(%d%d)T(%d%d?):(%d%d):(%d%d)(.*)$")
  if not year then refuse() end
  local fraction, zone = match(rest, "^([.,]?%d*)([-+Z].*)$")
  local nanos, offset = fraction and nanos_of(fraction), zone and offset_of(zone)
  year, month, day, hour, minute, second = tonumber(year), tonumber(month), tonumber(day), tonumber(hour),
    tonumber(minute), tonumber(second)
  if not nanos or offset == false or not exists(year, month, day, hour, minute, second) then refuse() end
  return timestamp(calendar.seconds(year, month, day, hour, minute, second) - (offset or 0), nanos, offset)
end

--- Makes a timestamp of an int of seconds since 1970.
function times.timestamp_of(int)
  local d = integers.double(int)
  if d < first_second or d > last_second then d = d < 0 and first_second - 1 or last_second + 1 end
  return timestamp(floor(d), 0)
end

local function fraction_text(nanos)
  if nanos == 0 then return "" end
  return (gsub(format(".%09d", nanos), "0+$", ""))
end

--- Writes a timestamp as RFC 3339 says.
function times.timestamp_text(t)
  local offset = t.offset or 0
  local f = calendar.fields(t.seconds + offset)
  local zone = "Z"
  if offset ~= 0 then
    local size = offset < 0 and -offset or offset
    zone = format("%s%02d:%02d", offset < 0 and "-" or "+", floor(size / 3600), floor(size / 60) % 60)
  end
  return format("%04d-%02d-%02dT%02d:%02d:%02d", f.year, f.month, f.day, f.hour, f.minute, f.second)
    .. fraction_text(t.nanos) .. zone
end

-- ---- durations ----------------------------------------------------------------------

local units = { ns = 1, us = 1e3, ["\194\181s"] = 1e3, ["\206\188s"] = 1e3, ms = 1e6, s = 1e9, m = 60e9, h = 3600e9 }
for name, size in pairs(units) do units[name] = { size, integers.uint_of_double(size + 0.0) } end

-- Returns the nanoseconds of a fraction of a unit, as a uint.
local function fraction_of(digits, unit)
  digits = sub(digits, 1, 18) -- as Go, which ignores those that do not fit 63 bits
  local count = digits == "" and 0 or tonumber(digits) * (unit[1] / 10 ^ #digits)
  return integers.uint_of_double(integers.real(count))
end

-- Returns the nanoseconds of one part of a duration, such as 1.5 and "h", as a uint; nil: there are too many.
local function part_of(whole, fraction, unit)
  local count = integers.uint_of(whole == "" and "0" or whole)
  local nanos = count and integers.umul(count, unit[2])
  return nanos and integers.uadd(nanos, fraction_of(fraction, unit))
end

-- Gives a uint its sign; nil: it does not fit an int.
local function signed(sign, sum)
  local int = sum and integers.int_of_uint(sum)
  if int then return sign == "-" and integers.neg(int) or int end
  return sum and sign == "-" and integers.int_of("-" .. integers.text(sum))
end

--- Reads a duration, such as "1h30m" or "-1.5s".
function times.parse_duration(text)
  local sign, rest = match(text, "^([-+]?)(.*)$")
  if rest == "0" then return duration(integers.int(0)) end
  local function refuse()
    fail("%s is no duration: it has to be like 1h30m, with the units h, m, s, ms, us and ns", values.brief(text))
  end
  if rest == "" then refuse() end
  local sum, at = integers.uint_of "0", 1
  while at <= #rest do
    local whole, dot, fraction, name, after = match(rest, "^(%d*)(%.?)(%d*)([^%d.]+)()", at)
    local unit = name and units[name]
    if not unit or whole == "" and fraction == "" or dot == "" and fraction ~= "" then refuse() end
    local nanos = part_of(whole, fraction, unit)
    sum = nanos and integers.uadd(sum, nanos)
    if not sum then break end
    at = after
  end
  return duration(signed(sign, sum))
end

--- Writes a duration in seconds.
function times.duration_text(d)
  local seconds, nanos = split(d)
  return doubles.plain_text(seconds + nanos / 1e9) .. "s"
end

-- ---- arithmetic ---------------------------------------------------------------------

--- Adds a duration to a timestamp, or subtracts it.
function times.later(t, d)
  local seconds, nanos = split(d)
  return timestamp(t.seconds + seconds, t.nanos + nanos, t.offset)
end
function times.earlier(t, d)
  local seconds, nanos = split(d)
  return timestamp(t.seconds - seconds, t.nanos - nanos, t.offset)
end

--- Returns the duration between two timestamps.
function times.between(from, to)
  local seconds = integers.mul(integers.int(to.seconds - from.seconds), a_second)
  return duration(seconds and integers.add(seconds, integers.int(to.nanos - from.nanos)))
end

function times.sum(a, b) return duration(integers.add(a[1], b[1])) end
function times.difference(a, b) return duration(integers.sub(a[1], b[1])) end
function times.negative(d) return duration(integers.neg(d[1])) end

return times
