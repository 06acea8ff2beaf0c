--- CEL's conversions between types as rows: `int(v)`, `string(v)` and others.
--
-- @module yschema.cel.values.conversions

local values = require "yschema.cel.values.values"
local times = require "yschema.cel.values.times"
local doubles = require "yschema.cel.values.doubles"
local texts = require "yschema.cel.values.texts"
local rows = require "yschema.cel.values.rows"
local metered = require "yschema.sandbox.metered"

local list, define = rows.list()

local integers, fail = values.integers, values.fail
local through = metered.through
local find, gsub = string.find, string.gsub

local function same(v) return v end
for _, name in ipairs { "bool", "bytes", "double", "duration", "int", "string", "timestamp", "uint" } do
  define(("%s(%s) -> %s"):format(name, name, name), same, "total")
end
define("dyn(A) -> dyn", same, "total")
define("type(A) -> type", values.type_of_value, "total")

-- Returns a result, or fails because there is none.
local function fitting(result, v, type_name)
  if result == nil then fail("%s is out of range of the type %s", values.brief(v), type_name) end
  return result
end

-- Returns what a text was read as, or fails because it cannot be read.
local function readable(result, text, what)
  if result == nil then fail("%s is no %s", values.brief(text), what) end
  return result
end

-- ---- numbers ------------------------------------------------------------------------

define("int(uint) -> int", function(v) return fitting(integers.int_of_uint(v), v, "int") end)
define("int(double) -> int", function(v) return fitting(integers.int_of_double(v), v, "int") end)
define("int(string) -> int", function(text)
  through(text, 1)
  local digits = gsub(text, "^%+", "")
  return readable(find(digits, "^%-?%d+$") and integers.int_of(digits) or nil, text, "int")
end)
define("int(timestamp) -> int", function(t) return integers.int(t.seconds) end, "total")
define("int(duration) -> int", function(d) return d[1] end, "total")

define("uint(int) -> uint", function(v) return fitting(integers.uint_of_int(v), v, "uint") end)
define("uint(double) -> uint", function(v) return fitting(integers.uint_of_double(v), v, "uint") end)
define("uint(string) -> uint", function(text)
  through(text, 1)
  return readable(find(text, "^%d+$") and integers.uint_of(text) or nil, text, "uint")
end)

define("double(int) -> double", integers.double, "total")
define("double(uint) -> double", integers.double, "total")
define("double(string) -> double", function(text)
  through(text, 1)
  return readable(doubles.parse(text), text, "double")
end)

-- ---- bool, bytes, timestamp, duration -----------------------------------------------

local booleans = {}
for _, text in ipairs { "1", "t", "T", "true", "TRUE", "True" } do booleans[text] = true end
for _, text in ipairs { "0", "f", "F", "false", "FALSE", "False" } do booleans[text] = false end

define("bool(string) -> bool", function(text) return readable(booleans[text], text, "bool") end)
define("bytes(string) -> bytes", values.bytes, "total")
define("timestamp(string) -> timestamp", times.parse_timestamp)
define("timestamp(int) -> timestamp", times.timestamp_of)
define("duration(string) -> duration", function(text)
  through(text, 1)
  return times.parse_duration(text)
end)

-- ---- string -------------------------------------------------------------------------

define("string(int) -> string", integers.text, "total")
define("string(uint) -> string", integers.text, "total")
define("string(double) -> string", doubles.text, "total")
define("string(bool) -> string", tostring, "total")
define("string(timestamp) -> string", times.timestamp_text, "total")
define("string(duration) -> string", times.duration_text, "total")
define("string(bytes) -> string", function(v)
  if not texts.is_valid(v[1]) then fail "the bytes are no valid UTF-8" end
  return v[1]
end)

return list
