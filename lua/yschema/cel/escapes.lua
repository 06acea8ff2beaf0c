--- Reads the quoted texts of CEL: strings and bytes, raw or with escapes.
--
-- @module yschema.cel.escapes

local utf8_of = require "yschema.text.lexer".utf8

local escapes = {}

local char, find, gsub, match, sub = string.char, string.find, string.gsub, string.match, string.sub
local concat = table.concat

local simple = {
  a = "\a", b = "\b", f = "\f", n = "\n", r = "\r", t = "\t", v = "\v",
  ["\\"] = "\\", ["?"] = "?", ['"'] = '"', ["'"] = "'", ["`"] = "`",
}
local widths = { x = 2, X = 2, u = 4, U = 8 }

--- Throws an error of the text, which `yschema.cel.evaluation` returns.
---@param at integer offset in the text
---@param problem string one sentence, without a place
function escapes.fail(at, problem) error({ problem = problem, at = at }, 0) end
local fail = escapes.fail

-- Returns the code that an escape gives, and the offset after it. `at` is that of its backslash.
local function code_at(text, at)
  local letter = sub(text, at + 1, at + 1)
  local octal = match(text, "^[0-3][0-7][0-7]", at + 1)
  if octal then return tonumber(octal, 8), at + 4 end
  local width = widths[letter]
  local digits = width and match(text, "^" .. ("%x"):rep(width), at + 2)
  if not digits then fail(at, "invalid escape \\" .. letter .. " (write \\\\ for a backslash)") end
  return tonumber(digits, 16), at + 2 + width
end

-- Returns the meaning of the escape at an offset, and the offset after it.
local function meaning(text, at, is_bytes)
  local letter = sub(text, at + 1, at + 1)
  if simple[letter] then return simple[letter], at + 2 end
  if is_bytes and (letter == "u" or letter == "U") then
    fail(at, "bytes have no escape \\" .. letter .. ": write \\x and two digits for each byte")
  end
  local code, after = code_at(text, at)
  if is_bytes then return char(code), after end
  if code > 0x10FFFF or code >= 0xD800 and code < 0xE000 then
    fail(at, sub(text, at, after - 1) .. " is no character")
  end
  return utf8_of(code), after
end

-- Reads from after the opening quote to the closing one. Returns the value and the offset after the quote.
local function body(text, opening, at, quote, is_raw, is_bytes)
  local parts, is_long = {}, #quote == 3
  local stops = (is_long and "[\\" or "[\\\r\n") .. sub(quote, 1, 1) .. "]"
  while true do
    local hit = find(text, stops, at)
    if not hit then fail(opening, "the string is not closed") end
    local part = sub(text, at, hit - 1)
    parts[#parts + 1] = is_long and gsub(part, "\r\n?", "\n") or part
    local c = sub(text, hit, hit)
    if sub(text, hit, hit + #quote - 1) == quote then return concat(parts), hit + #quote end
    if c == "\\" and not is_raw then
      parts[#parts + 1], at = meaning(text, hit, is_bytes)
    elseif c == "\r" or c == "\n" then
      fail(opening, "the string is not closed on its line (write \\n, or three quotes on both sides)")
    else
      parts[#parts + 1], at = c, hit + 1
    end
  end
end

--- Reads the text that begins at an offset, if one does.
---@param text string
---@param at integer
---@return string? value nil: no quoted text begins there
---@return integer? after
---@return boolean? is_bytes
function escapes.read(text, at)
  local prefix, quote = match(text, "^([rRbB]?[rRbB]?)([\"'])", at)
  if not quote or #prefix == 2 and not find(prefix, "^[rR][bB]$") and not find(prefix, "^[bB][rR]$") then
    return nil
  end
  local from = at + #prefix
  if sub(text, from, from + 2) == quote:rep(3) then quote = quote:rep(3) end
  local is_bytes = find(prefix, "[bB]") ~= nil
  local value, after = body(text, at, from + #quote, quote, find(prefix, "[rR]") ~= nil, is_bytes)
  return value, after, is_bytes
end

return escapes
