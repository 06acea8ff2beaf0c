--- CEL's functions of no library as rows: `size(v)`, the parts of timestamps and durations, and optional values.
--
-- @module yschema.cel.library.general

local values = require "yschema.cel.values.values"
local calendar = require "yschema.cel.values.calendar"
local zones = require "yschema.cel.values.zones"
local texts = require "yschema.cel.values.texts"
local rows = require "yschema.cel.values.rows"

local list, define = rows.list()

local integers, fail = values.integers, values.fail
local floor = math.floor

-- ---- sizes --------------------------------------------------------------------------

for type_name, size in pairs {
  string = texts.size,
  bytes = function(v) return #v[1] end,
  ["list(A)"] = function(v) return v.n end,
  ["map(A,B)"] = function(v) return #v.keys end,
} do
  local function as_int(v) return values.int(size(v)) end
  define(("size(%s) -> int"):format(type_name), as_int, "total")
  define(("member %s.size() -> int"):format(type_name), as_int, "total")
end

-- ---- timestamps and durations -------------------------------------------------------

local getters = {
  getFullYear = function(fields) return fields.year end,
  getMonth = function(fields) return fields.month - 1 end,
  getDate = function(fields) return fields.day end,
  getDayOfMonth = function(fields) return fields.day - 1 end,
  getDayOfWeek = function(fields) return fields.week_day end,
  getDayOfYear = function(fields) return fields.year_day end,
  getHours = function(fields) return fields.hour end,
  getMinutes = function(fields) return fields.minute end,
  getSeconds = function(fields) return fields.second end,
}

for name, get in pairs(getters) do
  define(("member timestamp.%s() -> int"):format(name), function(t)
    return values.int(get(calendar.fields(t.seconds)))
  end, "total")
  define(("member timestamp.%s(string) -> int"):format(name), function(t, zone)
    return values.int(get(calendar.fields(t.seconds + zones.offset(zone, t.seconds))))
  end)
end

local function milliseconds(t) return values.int(floor(t.nanos / 1000000)) end
define("member timestamp.getMilliseconds() -> int", milliseconds, "total")
define("member timestamp.getMilliseconds(string) -> int", function(t, zone)
  zones.offset(zone, t.seconds)
  return milliseconds(t)
end)

-- As in Go, these are the whole duration in a unit, and so are the milliseconds.
for name, nanos in pairs { getHours = 3600e9, getMinutes = 60e9, getSeconds = 1e9, getMilliseconds = 1e6 } do
  local unit = integers.int(nanos)
  define(("member duration.%s() -> int"):format(name), function(d) return integers.div(d[1], unit) end, "total")
end

-- ---- optional values ----------------------------------------------------------------

local empty = {
  int = function(v) return integers.double(v) == 0 end,
  uint = function(v) return integers.double(v) == 0 end,
  double = function(v) return v == 0 end,
  bool = function(v) return not v end,
  string = function(v) return v == "" end,
  bytes = function(v) return v[1] == "" end,
  null = function() return true end,
  list = function(v) return v.n == 0 end,
  map = function(v) return #v.keys == 0 end,
  duration = function(v) return integers.double(v[1]) == 0 end,
  -- Go's zero of a time is the beginning of the year 1.
  timestamp = function(v) return v.seconds == -62135596800 and v.nanos == 0 end,
}

define("optional.of(A) -> optional(A)", values.optional_of, "total")
define("optional.none() -> optional(A)", values.optional_none, "total")
define("optional.ofNonZeroValue(A) -> optional(A)", function(v)
  local is_empty = empty[values.type_of(v)]
  if is_empty and is_empty(v) then return values.none end
  return values.optional_of(v)
end, "total")
define("member optional(A).hasValue() -> bool", function(optional) return optional.has end, "total")
define("member optional(A).value() -> A", function(optional)
  if not optional.has then fail "the optional has no value" end
  return optional[1]
end)
define("member optional(A).or(optional(A)) -> optional(A)", function(optional, other)
  return optional.has and optional or other
end, "total")
define("member optional(A).orValue(A) -> A", function(optional, other)
  if optional.has then return optional[1] end
  return other
end, "total")

local function unwrapped(optionals)
  local out, n = {}, 0
  for i = 1, optionals.n do
    local item = optionals[i]
    if values.type_of(item) ~= "optional" then fail "a list of optional values has another value" end
    if item.has then
      n = n + 1
      out[n] = item[1]
    end
  end
  return values.list(out, n)
end
define("optional.unwrap(list(optional(A))) -> list(A)", unwrapped)
define("member list(optional(A)).unwrapOpt() -> list(A)", unwrapped)

return list
