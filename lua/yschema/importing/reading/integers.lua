--- Replaces integers in JSON texts that do not fit in 64 bits by the nearest floats, as readers in JavaScript do.
--
-- @module yschema.importing.reading.integers

local integers = {}

local byte, find, format = string.byte, string.find, string.format
local gsub, match, sub = string.gsub, string.match, string.sub
local concat, tonumber = table.concat, tonumber

local largest = { [""] = "9223372036854775807", ["-"] = "9223372036854775808" }
local LONG = 19
local long_run = ("%d"):rep(LONG)

-- Whether one number without its sign is larger than another.
local function is_larger(a, b)
  if #a ~= #b then return #a > #b end
  return a > b
end

--- An integer that was replaced.
---@class yschema.RoundedInteger
---@field text string as in the JSON Schema
---@field larger boolean the float is larger than the integer

-- Writes the float for a token, if that is an integer and too large.
local function written(token, rounded)
  local sign, digits = match(token, "^(%-?)(%d+)$")
  if not digits or not is_larger(digits, largest[sign]) then return nil end
  local number = tonumber(token .. ".0")
  if number == 1 / 0 or number == -1 / 0 then return nil end
  local exact = match(format("%.0f", number), "%d+")
  if exact ~= digits then
    rounded[number] = { text = token, larger = is_larger(exact, digits) == (sign == "") }
  end
  return format("%.17g", number)
end

-- Returns the end of the string that begins at an offset.
local function end_of_string(text, at)
  local i = at + 1
  while true do
    i = find(text, '["\\]', i)
    if not i then return #text end
    if sub(text, i, i) == '"' then return i end
    i = i + 2
  end
end

-- Whether a text has so many digits that follow each other. One of them is at a multiple of their number.
local function has_long_run(text)
  for i = LONG, #text, LONG do
    local c = byte(text, i)
    if c >= 48 and c <= 57 and find(sub(text, i - LONG + 1, i + LONG - 1), long_run) then return true end
  end
  return false
end

--- Replaces the integers that do not fit in 64 bits.
---@param text string JSON
---@return string text
---@return table<number, yschema.RoundedInteger> rounded those whose float is another number, by the float
function integers.fitting(text)
  local rounded = {}
  if not has_long_run(text) or not find(text, "^[%s\239\187\191]*{") then return text, rounded end
  local out, at = {}, 1
  while at <= #text do
    local quote = find(text, '"', at, true) or #text + 1
    local part = sub(text, at, quote - 1)
    if find(part, long_run) then
      part = gsub(part, "%-?%d[%d%.eE+-]*", function(token) return written(token, rounded) end)
    end
    out[#out + 1] = part
    at = quote
    if quote <= #text then
      local stop = end_of_string(text, quote)
      out[#out + 1] = sub(text, quote, stop)
      at = stop + 1
    end
  end
  return concat(out), rounded
end

return integers
