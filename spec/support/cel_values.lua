-- Reads and writes CEL's values for comparisons with other programs: { TYPE = text or list }.

local values = require "yschema.cel.values.values"
local doubles = require "yschema.cel.values.doubles"
local times = require "yschema.cel.values.times"

local cel_values = {}

local readers
readers = {
  null = function() return values.null end,
  bool = function(text) return text == "true" end,
  int = function(text) return values.int(text) end,
  uint = function(text) return values.uint(text) end,
  double = function(text) return doubles.parse(text) end,
  string = function(text) return text end,
  bytes = function(hex)
    return values.bytes((hex:gsub("%x%x", function(pair) return string.char(tonumber(pair, 16)) end)))
  end,
  type = function(name) return values.type_value(name) end,
  timestamp = function(text) return times.parse_timestamp(text) end,
  duration = function(text) return times.parse_duration(text) end,
  list = function(items)
    local out = {}
    for i, item in ipairs(items) do out[i] = cel_values.read(item) end
    return values.list(out)
  end,
  map = function(entries)
    local out = {}
    for i, entry in ipairs(entries) do out[i] = { cel_values.read(entry[1]), cel_values.read(entry[2]) } end
    return values.map_of(out)
  end,
}

-- Reads { TYPE = text or list }.
function cel_values.read(tagged)
  local name, content = next(tagged)
  return readers[name](content)
end

local text

local writers = {
  null = function() return "null" end,
  bool = tostring,
  int = function(v) return values.integers.text(v) end,
  uint = function(v) return values.integers.text(v) .. "u" end,
  double = function(v) return "double " .. doubles.text(v) end,
  string = function(v) return ("%q"):format(v) end,
  bytes = function(v) return ("b%q"):format(v[1]) end,
  type = function(v) return "type " .. v.name end,
  list = function(v)
    local parts = {}
    for i = 1, v.n do parts[i] = text(v[i]) end
    return "[" .. table.concat(parts, ", ") .. "]"
  end,
  map = function(v)
    local parts = {}
    for i, key in ipairs(v.keys) do parts[i] = text(key) .. ": " .. text(values.map_get(v, key)) end
    table.sort(parts)
    return "{" .. table.concat(parts, ", ") .. "}"
  end,
  optional = function(v) return v.has and "optional(" .. text(v[1]) .. ")" or "none" end,
  timestamp = function(v) return "timestamp " .. times.timestamp_text(v) end,
  duration = function(v) return "duration " .. times.duration_text(v) end,
}

-- Writes a value so that two values have the same text when they are of the same types and equal.
function text(v)
  local name = values.type_of(v)
  local write = writers[name]
  return write and write(v) or name
end
cel_values.text = text

return cel_values
