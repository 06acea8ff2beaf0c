--- Splits a text of CEL into tokens.
--
-- The tokens are in three lists: `kinds`, `values` and `offsets`, which count bytes from 1. The kinds are "int",
-- "uint", "double" (with their digits), "string", "bytes", "name", "quoted" (a name in backticks), "sign" and "end".
--
-- @module yschema.cel.lexer

local escapes = require "yschema.cel.escapes"

local lexer = {}

local find, match, sub = string.find, string.match, string.sub

--- The longest text that is read, in bytes.
lexer.most_bytes = 100000

lexer.fail = escapes.fail
local fail = lexer.fail

local two = { ["=="] = true, ["!="] = true, ["<="] = true, [">="] = true, ["&&"] = true, ["||"] = true }

-- Each of these begins with a digit or a point; the longest that fits is the number.
local doubles = { "^%d*%.%d+[eE][+-]?%d+()", "^%d+[eE][+-]?%d+()", "^%d*%.%d+()" }

-- Returns the kind of the number at an offset, its digits, and the offset after it.
local function number_at(text, at)
  for i = 1, 3 do
    local after = match(text, doubles[i], at)
    if after then return "double", sub(text, at, after - 1), after end
  end
  local digits, after = match(text, "^(0[xX]%x+)()", at)
  if not digits then digits, after = match(text, "^(%d+)()", at) end
  if not digits then return nil end
  if find(text, "^[uU]", after) then return "uint", digits, after + 1 end
  return "int", digits, after
end

-- Returns the kind, the value and the end of the token at an offset.
local function token_at(text, at)
  local name, after = match(text, "^([%a_][%w_]*)()", at)
  if name and not find(text, "^[\"']", after) then return "name", name, after end
  local quoted, quote_end, is_bytes = escapes.read(text, at)
  if quoted then return is_bytes and "bytes" or "string", quoted, quote_end end
  if name then return "name", name, after end
  local kind, digits, number_end = number_at(text, at)
  if kind then return kind, digits, number_end end
  local spelled, spelled_end = match(text, "^`([%w_%.%-/ ]+)`()", at)
  if spelled then return "quoted", spelled, spelled_end end
  local sign = sub(text, at, at + 1)
  if two[sign] then return "sign", sign, at + 2 end
  sign = sub(text, at, at)
  if find("+-*/%!<>?:.,()[]{}", sign, 1, true) then return "sign", sign, at + 1 end
  local character = match(text, "^[%z\1-\127\192-\255][\128-\191]*", at) or sign
  if sign == "=" then fail(at, "unexpected `=`: write `==` to compare") end
  if sign == "&" or sign == "|" then fail(at, ("unexpected `%s`: write `%s%s`"):format(sign, sign, sign)) end
  fail(at, ("unexpected character `%s`"):format(character))
end

---@class yschema.CelTokens
---@field kinds string[]
---@field values string[]
---@field offsets integer[]

--- Splits a text; throws an error where that is not possible.
---@param text string
---@return yschema.CelTokens
function lexer.tokens(text)
  if #text > lexer.most_bytes then
    fail(1, ("the expression has %d bytes, and at most %d are read"):format(#text, lexer.most_bytes))
  end
  local kinds, values, offsets, count, at = {}, {}, {}, 0, 1
  while true do
    at = match(text, "^[ \t\r\n\f]*()", at)
    count = count + 1
    offsets[count] = at
    if at > #text then
      kinds[count], values[count] = "end", ""
      return { kinds = kinds, values = values, offsets = offsets }
    elseif sub(text, at, at + 1) == "//" then
      at, count = match(text, "^[^\r\n]*()", at), count - 1
    else
      kinds[count], values[count], at = token_at(text, at)
    end
  end
end

return lexer
