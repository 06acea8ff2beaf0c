-- Writes values and results for compare.mjs.

local core = require "yschema.core"
local values = require "yschema.cel.values.values"

local comparable = {}

local text

local function code_points(s)
  local out = {}
  for c in s:gmatch "[^\128-\191][\128-\191]*" do
    local first = c:byte(1)
    local lead = first < 0x80 and 0 or first < 0xE0 and 0xC0 or first < 0xF0 and 0xE0 or 0xF0
    local code = first - lead
    for i = 2, #c do code = code * 64 + c:byte(i) - 0x80 end
    out[#out + 1] = ("%d"):format(code)
  end
  return "[" .. table.concat(out, ",") .. "]"
end

local bits_of
if jit then
  local bit, ffi = require "bit", require "ffi"
  local box = ffi.new "union { double d; uint32_t bits[2]; }"
  function bits_of(d)
    box.d = d
    return bit.tohex(box.bits[1]) .. bit.tohex(box.bits[0])
  end
else
  function bits_of(d) return ("%016x"):format((string.unpack("<i8", string.pack("<d", d)))) end
end

local function double_text(d)
  if d ~= d then return "NaN" end
  if d == 1 / 0 or d == -1 / 0 then return d > 0 and "+Inf" or "-Inf" end
  return bits_of(d)
end

local writers = {
  null = function() return "null" end,
  bool = tostring,
  int = function(v) return values.integers.text(v) end,
  uint = function(v) return values.integers.text(v) .. "u" end,
  double = function(v) return "double " .. double_text(v) end,
  string = code_points,
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
}

function text(v)
  local write = writers[values.type_of(v)]
  return write and write(v) or "other"
end
comparable.text = text

local tagged

local taggers = {
  list = function(v)
    local out = setmetatable({}, core.array_mt)
    for i = 1, v.n do out[i] = tagged(v[i]) end
    return out
  end,
  map = function(v)
    local out = setmetatable({}, core.array_mt)
    for i, key in ipairs(v.keys) do
      out[i] = setmetatable({ tagged(key), tagged(values.map_get(v, key)) }, core.array_mt)
    end
    return out
  end,
  string = function(v) return v end,
  double = function(v) return ("%.17g"):format(v) end,
  int = function(v) return values.integers.text(v) end,
  uint = function(v) return values.integers.text(v) end,
  bool = tostring,
  null = function() return "null" end,
}

function tagged(v)
  local name = values.type_of(v)
  return { [name] = taggers[name](v) }
end

-- Writes a line for compare.mjs.
function comparable.line(expression, self, ok, value)
  local row = { expr = expression, self = self ~= nil and tagged(self) or nil, ours = ok and text(value) or "fails" }
  return (core.encode(row, "json"):gsub("\n", ""))
end

return comparable
