--- Finds the integers of a text that do not fit in 64 bits. They are read as the nearest floats, as readers in
-- JavaScript do.
--
-- @module yschema.importing.reading.integers

local integers = {}

local largest = { [""] = "9223372036854775807", ["-"] = "9223372036854775808" }
local LONG = 19
local long_run = ("%d"):rep(LONG)

-- Whether one number without its sign is larger than another.
local function is_larger(a, b)
  if #a ~= #b then return #a > #b end
  return a > b
end

--- An integer that was rounded.
---@class yschema.RoundedInteger
---@field text string as in the JSON Schema
---@field larger boolean the float is larger than the integer

-- Notes an integer by its float, if it is too large, and not the same number.
local function note(token, rounded)
  local sign, digits = string.match(token, "^(%-?)0*(%d+)$")
  if not is_larger(digits, largest[sign]) then return end
  local number = tonumber(token .. ".0")
  local exact = string.match(string.format("%.0f", number), "%d+") or digits .. "0" -- an infinity
  if exact ~= digits then
    rounded[number] = { text = token, larger = is_larger(exact, digits) == (sign == "") }
  end
end

-- Whether a text has so many digits that follow each other. One of them is at a multiple of their number.
local function has_long_run(text)
  for i = LONG, #text, LONG do
    local c = string.byte(text, i)
    if c >= 48 and c <= 57 and string.find(string.sub(text, i - LONG + 1, i + LONG - 1), long_run) then return true end
  end
  return false
end

--- Finds the integers that are rounded. Among them may be digits of strings, which no number is equal to.
---@param text string JSON or YAML
---@return table<number, yschema.RoundedInteger> rounded by the float
function integers.rounded(text)
  local rounded = {}
  if not has_long_run(text) then return rounded end
  local start, stop = string.find(text, "%-?" .. long_run .. "%d*")
  while start do
    note(string.sub(text, start, stop), rounded)
    start, stop = string.find(text, "%-?" .. long_run .. "%d*", stop + 1)
  end
  return rounded
end

return integers
