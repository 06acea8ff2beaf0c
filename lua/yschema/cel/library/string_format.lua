--- Formats values for `string.format(list)`, with the clauses %s %d %f %e %b %o %x %X.
--
-- @module yschema.cel.library.string_format

local values = require "yschema.cel.values.values"
local doubles = require "yschema.cel.values.doubles"
local equality = require "yschema.cel.values.equality"
local texts = require "yschema.cel.values.texts"
local times = require "yschema.cel.values.times"
local metered = require "yschema.sandbox.metered"

local integers, fail, type_of = values.integers, values.fail, values.type_of
local byte, find, format, gsub, match, sub, upper = string.byte, string.find, string.format, string.gsub, string.match,
  string.sub, string.upper
local concat, tonumber = table.concat, tonumber

local most_digits = doubles.most_digits

local function special(v)
  if v ~= v then return "NaN" end
  if v == 1 / 0 then return "Infinity" end
  if v == -1 / 0 then return "-Infinity" end
end

local function double_text(v) return special(v) or doubles.plain_text(v) end

local write

local function write_map(map, add)
  local entries, keys = {}, map.keys
  for i = 1, #keys do
    local parts = {}
    local function add_part(text) parts[#parts + 1] = text end
    write(keys[i], add_part)
    local key = concat(parts)
    add_part ": "
    write(values.map_get(map, keys[i]), add_part)
    entries[i] = { key = key, text = concat(parts), index = i }
  end
  metered.table.sort(entries, function(a, b)
    local order = equality.compare_strings(a.key, b.key)
    if order ~= 0 then return order < 0 end
    return a.index < b.index
  end)
  add "{"
  for i = 1, #entries do
    if i > 1 then add ", " end
    add(entries[i].text)
  end
  add "}"
end

local function write_list(list, add)
  add "["
  for i = 1, list.n do
    if i > 1 then add ", " end
    write(list[i], add)
  end
  add "]"
end

local writers = {
  string = function(v, add) add(v) end,
  int = function(v, add) add(integers.text(v)) end,
  uint = function(v, add) add(integers.text(v)) end,
  double = function(v, add) add(double_text(v)) end,
  bool = function(v, add) add(tostring(v)) end,
  bytes = function(v, add) add(texts.repaired(v[1])) end,
  null = function(_, add) add "null" end,
  type = function(v, add) add(v.name) end,
  duration = function(v, add) add(times.duration_text(v)) end,
  timestamp = function(v, add)
    add(times.timestamp_text { seconds = v.seconds, nanos = v.nanos })
  end,
  list = write_list,
  map = write_map,
}

local function wrong(clause, wanted, v)
  local name = type_of(v)
  if name == "null" then name = "null_type" end
  fail("error during formatting: %s can only be used on %s, was given %s", clause, wanted, name)
end

-- Gives the texts of a value to `add`, as %s does.
function write(v, add)
  local writer = writers[type_of(v)]
  if not writer then
    wrong("string clause", "strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps", v)
  end
  writer(v, add)
end

-- Returns a number of any type as a double.
local function as_double(v, clause)
  local name = type_of(v)
  if name == "int" or name == "uint" then return integers.double(v) end
  if name ~= "double" then wrong(clause, "doubles", v) end
  return v
end

local function based(base, clause)
  return function(v)
    local name = type_of(v)
    if name == "bool" and base == 2 then return v and "1" or "0" end
    if name ~= "int" and name ~= "uint" then wrong(clause, base == 2 and "integers and bools" or "integers", v) end
    return (integers.is_negative(v) and "-" or "") .. integers.digits(v, base)
  end
end

local hexadecimal = based(16, "hex clause")

local function hex_of(text)
  metered.through(text, 1)
  return (gsub(text, ".", function(c) return format("%02x", byte(c)) end))
end

local function in_hex(v)
  local name = type_of(v)
  if name == "string" then return hex_of(v) end
  if name == "bytes" then return hex_of(v[1]) end
  if name ~= "int" and name ~= "uint" then wrong("hex clause", "integers, byte buffers, and strings", v) end
  return hexadecimal(v)
end

local clauses = {
  s = function(v)
    local parts, size = {}, 0
    write(v, function(text)
      size = size + #text
      if size > texts.most_bytes then fail "the string is too long" end
      parts[#parts + 1] = text
    end)
    return concat(parts)
  end,
  d = function(v)
    local name = type_of(v)
    if name == "double" then return double_text(v) end
    if name ~= "int" and name ~= "uint" then wrong("decimal clause", "integers", v) end
    return integers.text(v)
  end,
  f = function(v, digits)
    v = as_double(v, "fixed-point clause")
    return special(v) or doubles.rounded(v, digits, "f")
  end,
  e = function(v, digits)
    v = as_double(v, "scientific clause")
    return special(v) or doubles.rounded(v, digits, "e")
  end,
  b = based(2, "binary clause"),
  o = based(8, "octal clause"),
  x = in_hex,
  X = function(v) return upper(in_hex(v)) end,
}

-- Reads the clause after a "%". Returns its function, its digits and the place after it.
local function clause_at(text, at)
  local digits, letter, after = match(text, "^%.(%d*)(.[\128-\191]*)()", at)
  if not digits then letter, after = match(text, "^(.[\128-\191]*)()", at) end
  local clause = letter and clauses[letter]
  if find(text, "^%.?%d*$", at) then fail "could not parse formatting clause: unexpected end of string" end
  if digits == "" then fail "could not parse formatting clause: error while parsing precision: it has no digits" end
  if not clause then fail('could not parse formatting clause: unrecognized formatting clause "%s"', letter) end
  local count = tonumber(digits or 6)
  if count > most_digits then
    fail("could not parse formatting clause: precision %s exceeds %d", digits, most_digits)
  end
  return clause, count, after
end

--- Fills in the clauses of a text.
---@param text string
---@param arguments table a list of CEL
---@return string
return function(text, arguments)
  local parts, at, used, size = {}, 1, 0, 0
  local function add(part)
    size = size + #part
    if size > texts.most_bytes then fail "the string is too long" end
    parts[#parts + 1] = part
  end
  while true do
    local percent = find(text, "%", at, true)
    if not percent then break end
    add(sub(text, at, percent - 1))
    if sub(text, percent + 1, percent + 1) == "%" then
      add "%"
      at = percent + 2
    else
      local clause, digits, after = clause_at(text, percent + 1)
      if used >= arguments.n then fail("index %d out of range", used) end
      used = used + 1
      add(clause(arguments[used], digits))
      at = after
    end
  end
  add(sub(text, at))
  return concat(parts)
end
