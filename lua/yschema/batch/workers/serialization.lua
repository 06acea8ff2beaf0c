--- Plain Lua values as texts, on their way from one process to another.
--
-- Numbers keep their type and every bit. Of metatables, the one of arrays and those with an order of keys stay.
--
-- @module yschema.batch.workers.serialization

local core = require "yschema.core"

local serialization = {}

local getmetatable, next, setmetatable, tonumber, tostring = getmetatable, next, setmetatable, tonumber, tostring
local type, format, find, sub, concat = type, string.format, string.find, string.sub, table.concat
local load = loadstring or load -- luacheck: ignore
local math_type = math.type or function() end

local function number_text(number)
  if math_type(number) == "integer" then return format("i%d;", number) end
  if number ~= number then return "dn;" end
  if number == 1 / 0 or number == -1 / 0 then return number > 0 and "d+;" or "d-;" end
  return format("d%.17g;", number)
end

local add

local function add_table(parts, value)
  local mt = getmetatable(value)
  if mt == core.array_mt then
    parts[#parts + 1] = "["
  elseif mt and mt.keys then
    parts[#parts + 1] = "<"
    add(parts, mt.keys)
  else
    parts[#parts + 1] = "{"
  end
  for key, item in next, value do
    add(parts, key)
    add(parts, item)
  end
  parts[#parts + 1] = "."
end

local adders = {
  ["nil"] = function(parts) parts[#parts + 1] = "n" end,
  boolean = function(parts, value) parts[#parts + 1] = value and "t" or "f" end,
  number = function(parts, value) parts[#parts + 1] = number_text(value) end,
  string = function(parts, value)
    parts[#parts + 1] = format("s%d;", #value)
    parts[#parts + 1] = value
  end,
  userdata = function(parts) parts[#parts + 1] = "u" end,
  cdata = function(parts, value) parts[#parts + 1] = "c" .. tostring(value) .. ";" end,
  table = add_table,
}

function add(parts, value) adders[type(value)](parts, value) end

--- Writes a value as a text.
---@param value any without functions and circles
---@return string
function serialization.pack(value)
  local parts = {}
  add(parts, value)
  return concat(parts)
end

local read

local function read_table(text, at, mt)
  local value = setmetatable({}, mt)
  while sub(text, at, at) ~= "." do
    local key, item
    key, at = read(text, at)
    item, at = read(text, at)
    value[key] = item
  end
  return value, at + 1
end

-- The text up to the next semicolon, and the place after it.
local function word(text, at)
  local stop = find(text, ";", at, true)
  return sub(text, at, stop - 1), stop + 1
end

local odd_numbers = { n = 0 / 0, ["+"] = 1 / 0, ["-"] = -1 / 0 }

local readers = {
  n = function(_, at) return nil, at end,
  t = function(_, at) return true, at end,
  f = function(_, at) return false, at end,
  u = function(_, at) return core.null, at end,
  i = function(text, at)
    local digits, after = word(text, at)
    return tonumber(digits), after
  end,
  d = function(text, at)
    local digits, after = word(text, at)
    return odd_numbers[digits] or tonumber(digits) + 0.0, after
  end,
  c = function(text, at)
    local digits, after = word(text, at)
    return load("return " .. digits)(), after
  end,
  s = function(text, at)
    local size, from = word(text, at)
    return sub(text, from, from + size - 1), from + size
  end,
  ["{"] = function(text, at) return read_table(text, at) end,
  ["["] = function(text, at) return read_table(text, at, core.array_mt) end,
  ["<"] = function(text, at)
    local keys, after = read(text, at)
    return read_table(text, after, { keys = keys })
  end,
}

function read(text, at) return readers[sub(text, at, at)](text, at + 1) end

--- Reads a value from a text that `pack` has written.
---@param text string
---@return any
function serialization.unpack(text) return (read(text, 1)) end

return serialization
