--- JSON (RFC 8259) to values.
--
-- An integer stays one, `[]` is an array and `{}` a map, a key twice is a fault,
-- and NaN is no JSON: lua-cjson, as distributions have it, does none of these.
--
-- @module yschema.json_text

local core = require "yschema.core"
local lexer = require "yschema.lexer"
local repr = require "yschema.starlark.values".repr

local json_text = {}

local null, array_mt = core.null, core.array_mt
local byte, find, format, sub = string.byte, string.find, string.format, string.sub
local concat, setmetatable, tonumber = table.concat, setmetatable, tonumber

local deepest = 1000

-- Every reader is called with the text's state and a place, and gives a value and
-- the place behind it; when something is wrong, no place, and the state says what.

local function fault(state, at, what)
  local c = sub(state.text, at, at)
  if c == "" then
    state.problem = "unexpected end of JSON input"
    return nil
  end
  local shown = find(c, "[%c\128-\255]") and format("\\x%02x", byte(c)) or c
  state.problem = format("invalid character '%s' %s (at offset %d)", shown, what, at - 1)
end

local function skip(text, at)
  local b = byte(text, at)
  if b and b > 32 then return at end
  return (find(text, "[^ \t\r\n]", at)) or #text + 1
end

local read_value

local function read_word(state, at, word, value)
  for i = 2, #word do
    if byte(state.text, at + i - 1) ~= byte(word, i) then
      return fault(state, at + i - 1,
        format("in literal %s (expecting '%s')", word, sub(word, i, i)))
    end
  end
  return value, at + #word
end

-- The end of the digits that begin at a place; nil: there are none.
local function digits_end(state, at, where)
  local _, stop = find(state.text, "^%d+", at)
  if not stop then fault(state, at, where) end
  return stop
end

-- A number with a fraction or an exponent, or an integer that is long.
local function read_long_number(state, at)
  local text, first = state.text, at
  local negative = byte(text, at) == 45
  if negative then at = at + 1 end
  local start = at
  local stop = byte(text, at) == 48 and at or digits_end(state, at, "in numeric literal")
  if not stop then return nil end
  local integer = true
  if byte(text, stop + 1) == 46 then
    integer = false
    stop = digits_end(state, stop + 2, "after decimal point in numeric literal")
    if not stop then return nil end
  end
  local _, exponent = find(text, "^[eE][+-]?", stop + 1)
  if exponent then
    integer = false
    stop = digits_end(state, exponent + 1, "in exponent of numeric literal")
    if not stop then return nil end
  end
  local value = integer and lexer.integer({ digits = sub(text, start, stop), base = 10 }, negative)
  if not value then value = tonumber(sub(text, first, stop)) + 0.0 end
  if value == 1 / 0 or value == -1 / 0 then
    state.problem = format("the number at offset %d is out of range", first - 1)
    return nil
  end
  return value, stop + 1
end

local function read_number(state, at)
  local _, stop, digits, behind = find(state.text, "^(-?%d+)([^.eE%d]?)", at)
  if not stop or #digits > 15 or find(digits, "^-?0") then return read_long_number(state, at) end
  if behind == "" and stop < #state.text then return read_long_number(state, at) end
  return tonumber(digits), behind == "" and stop + 1 or stop
end

local escapes = { ['"'] = '"', ["\\"] = "\\", ["/"] = "/", b = "\b", f = "\f", n = "\n", r = "\r",
  t = "\t" }

-- The four digits behind `\u`, as a number.
local function read_hex(state, at)
  for i = at, at + 3 do
    if not find(state.text, "^%x", i) then
      return fault(state, i, "in \\u hexadecimal character escape")
    end
  end
  return tonumber(sub(state.text, at, at + 3), 16), at + 4
end

-- The character of an escape; `at` is behind its backslash. Half of a surrogate
-- pair is U+FFFD.
local function read_escape(state, at)
  local c = sub(state.text, at, at)
  if escapes[c] then return escapes[c], at + 1 end
  if c ~= "u" then return fault(state, at, "in string escape code") end
  local code, next_at = read_hex(state, at + 1)
  if not next_at then return nil end
  if code >= 0xD800 and code <= 0xDFFF then
    local low = code < 0xDC00 and find(state.text, "^\\u[dD][c-fC-F]%x%x", next_at)
      and tonumber(sub(state.text, next_at + 2, next_at + 5), 16)
    if not low then return "\239\191\189", next_at end
    code, next_at = 0x10000 + (code - 0xD800) * 0x400 + (low - 0xDC00), next_at + 6
  end
  return lexer.utf8(code), next_at
end

local function read_string(state, at)
  local text, parts, n = state.text, nil, 0
  at = at + 1
  local from = at
  while true do
    at = find(text, '["\\%c]', at)
    if not at then return fault(state, #text + 1) end
    local b = byte(text, at)
    if b == 34 then
      local last = sub(text, from, at - 1)
      if not parts then return last, at + 1 end
      parts[n + 1] = last
      return concat(parts), at + 1
    elseif b == 92 then
      parts = parts or {}
      parts[n + 1] = sub(text, from, at - 1)
      parts[n + 2], at = read_escape(state, at + 1)
      if not at then return nil end
      n, from = n + 2, at
    elseif b < 32 then
      return fault(state, at, "in string literal")
    else
      at = at + 1 -- DEL
    end
  end
end

local function too_deep(state)
  state.problem = "nested deeper than " .. deepest .. " levels"
end

local function read_array(state, at, depth)
  if depth > deepest then return too_deep(state) end
  local text, out, n = state.text, setmetatable({}, array_mt), 0
  at = skip(text, at + 1)
  if byte(text, at) == 93 then return out, at + 1 end
  while true do
    n = n + 1
    out[n], at = read_value(state, at, depth + 1)
    if not at then return nil end
    local b = byte(text, at)
    if b and b <= 32 then
      at = skip(text, at)
      b = byte(text, at)
    end
    if b == 93 then return out, at + 1 end
    if b ~= 44 then return fault(state, at, "after array element") end
    at = at + 1
  end
end

-- One pair, of which the key begins at a place.
local function read_pair(state, at, depth, out)
  local text, key_at = state.text, at
  if byte(text, at) ~= 34 then
    return fault(state, at, "looking for beginning of object key string")
  end
  local key, value
  key, at = read_string(state, at)
  if not at then return nil end
  at = skip(text, at)
  if byte(text, at) ~= 58 then return fault(state, at, "after object key") end
  value, at = read_value(state, at + 1, depth + 1)
  if not at then return nil end
  if out[key] ~= nil then
    state.problem = format("duplicate key %s (at offset %d)", repr(sub(key, 1, 64)), key_at - 1)
    return nil
  end
  out[key] = value
  return out, at
end

local function read_object(state, at, depth)
  if depth > deepest then return too_deep(state) end
  local text, out = state.text, {}
  at = skip(text, at + 1)
  if byte(text, at) == 125 then return out, at + 1 end
  while true do
    local _
    _, at = read_pair(state, at, depth, out)
    if not at then return nil end
    at = skip(text, at)
    local b = byte(text, at)
    if b == 125 then return out, at + 1 end
    if b ~= 44 then return fault(state, at, "after object key:value pair") end
    at = skip(text, at + 1)
  end
end

-- By the first byte of what they read.
local readers = { [34] = read_string, [91] = read_array, [123] = read_object, [45] = read_number }
for digit = 48, 57 do readers[digit] = read_number end
for word, value in pairs { ["true"] = true, ["false"] = false, null = null } do
  readers[byte(word)] = function(state, at) return read_word(state, at, word, value) end
end

function read_value(state, at, depth)
  local b = byte(state.text, at)
  if b and b <= 32 then
    at = skip(state.text, at)
    b = byte(state.text, at)
  end
  local reader = readers[b or 0]
  if reader then return reader(state, at, depth) end
  return fault(state, at, "looking for beginning of value")
end

--- The value of a text: maps are plain tables, arrays have `core.array_mt`, null is
-- `core.null`.
---@param text string
---@return any value nil: it is not JSON
---@return string? problem
function json_text.decode(text)
  local state = { text = text }
  local value, at = read_value(state, 1, 1)
  if not at then return nil, state.problem end
  at = skip(text, at)
  if at <= #text then
    fault(state, at, "after top-level value")
    return nil, state.problem
  end
  return value
end

return json_text
