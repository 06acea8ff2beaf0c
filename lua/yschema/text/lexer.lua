--- Splits the text of annotation arguments, or of code, into tokens.
--
-- The tokens are those of Starlark, together with Lua's operators. A Lua function inside an expression is one
-- token (reference#expressions). Offsets count bytes from 1.
--
-- A token is { kind=, value=, from=, to= }. The kinds are "name", "int" (digits and base), "float",
-- "string", "lua" (the tokens of a Lua function), "sign" (an operator, a bracket or a reserved word) and
-- "end". Statements also have "newline", where a line ends outside of brackets, and "hole", which stands
-- for YAML, is written `\1N\1`, and has the number N as its value.
--
-- @module yschema.text.lexer

local lua_code = require "yschema.text.lua_code"

local lexer = {}

local byte, char, find, match, sub = string.byte, string.char, string.find, string.match, string.sub
local concat, floor = table.concat, math.floor

local reserved = {}
for word in ([[and or not if else for in lambda def elif while return pass break
  continue load]]):gmatch "%a+" do
  reserved[word] = true
end
reserved.load = nil -- in expressions it is an ordinary name

local signs = {} -- lists of signs by the bytes of their first characters, longest first
for sign in ([[//= <<= >>= ... ** // << >> == != ~= <= >= .. += -= *= /= %= &= |= ^= -> + - *
  / % | & ^ ~ < > = ( ) [ ] { } , : . ; #]]):gmatch "%S+" do
  local first = byte(sign)
  signs[first] = signs[first] or {}
  table.insert(signs[first], sign)
end

local pairs_of = { ["("] = ")", ["["] = "]", ["{"] = "}" }
local opening = { [")"] = "(", ["]"] = "[", ["}"] = "{" }

--- Throws an error, which the parsers and `yschema.expression.evaluation` turn into a problem.
---@param at integer offset in the text
---@param problem string one sentence, without a place
---@param certain? boolean true when the text is not valid Lua, either
---@param words? string[] see `suggestion.hint`
function lexer.fail(at, problem, certain, words)
  error({ problem = problem, at = at, certain = certain, words = words }, 0)
end
local fail = lexer.fail

-- Returns the character at an offset, which may consist of several bytes.
local function character(text, pos)
  return match(text, "^[%z\1-\127\192-\255][\128-\191]*", pos) or sub(text, pos, pos)
end

--- Encodes a code point as UTF-8.
---@param code integer up to 0x10FFFF
---@return string # one to four bytes
function lexer.utf8(code)
  if code < 0x80 then return char(code) end
  local tail, first = "", { 0xC0, 0xE0, 0xF0 }
  for extra = 1, 3 do
    tail = char(0x80 + code % 64) .. tail
    code = floor(code / 64)
    if code < 2 ^ (6 - extra) then return char(first[extra] + code) .. tail end
  end
end

local simple_escapes = {
  a = "\a", b = "\b", f = "\f", n = "\n", r = "\r", t = "\t", v = "\v",
  ["\\"] = "\\", ["'"] = "'", ['"'] = '"', ["\n"] = "",
}
local hex_escapes = { x = 2, u = 4, U = 8 }

-- Reads the escape whose backslash is at pos: its meaning, and where it ends.
local function escape(text, pos)
  local c = sub(text, pos + 1, pos + 1)
  if simple_escapes[c] then return simple_escapes[c], pos + 1 end
  local octal = match(text, "^[0-7][0-7]?[0-7]?", pos + 1)
  if octal then
    local code = tonumber(octal, 8)
    if code > 255 then fail(pos, "invalid escape \\" .. octal) end
    return char(code), pos + #octal
  end
  local width = hex_escapes[c]
  if not width then
    fail(pos, "invalid escape \\" .. character(text, pos + 1)
      .. ' (write \\\\ for a backslash, or r"..." for a raw string)')
  end
  local digits = match(text, "^%x+", pos + 2) or ""
  if #digits < width then fail(pos, "\\" .. c .. " takes " .. width .. " hexadecimal digits") end
  local code = tonumber(sub(digits, 1, width), 16)
  if code > 0x10FFFF or code >= 0xD800 and code < 0xE000 then
    fail(pos, "\\" .. c .. sub(digits, 1, width) .. " is no character")
  end
  return c == "x" and char(code) or lexer.utf8(code), pos + 1 + width
end

local plain_strings = { ['"'] = '^([^"\\\n]*)"()', ["'"] = "^([^'\\\n]*)'()" }

-- Reads the string whose quote is at pos: its value and its last offset.
local function read_string(text, pos, raw)
  local quote = sub(text, pos, pos)
  local plain, after = match(text, plain_strings[quote], pos + 1)
  if plain and (plain ~= "" or sub(text, after, after) ~= quote) then return plain, after - 1 end
  if sub(text, pos, pos + 2) == quote:rep(3) then quote = quote:rep(3) end
  local parts, at = {}, pos + #quote
  local stop = "[\\\n" .. sub(quote, 1, 1) .. "]"
  while true do
    local hit = find(text, stop, at)
    if not hit then fail(pos, "the string is not closed") end
    parts[#parts + 1] = sub(text, at, hit - 1)
    local c = sub(text, hit, hit)
    if sub(text, hit, hit + #quote - 1) == quote then
      return concat(parts), hit + #quote - 1
    elseif c == "\\" then
      if raw then
        parts[#parts + 1], at = sub(text, hit, hit + 1), hit + 2
      else
        local meaning, last = escape(text, hit)
        parts[#parts + 1], at = meaning, last + 1
      end
    elseif c == "\n" and #quote == 1 then
      fail(pos, "the string is not closed")
    else
      parts[#parts + 1], at = c, hit + 1
    end
  end
end

local bases = { x = 16, X = 16, o = 8, O = 8, b = 2, B = 2 }
local digits_of = { [16] = "^%x+$", [8] = "^[0-7]+$", [2] = "^[01]+$" }

-- Reads the number at pos as a token.
local function read_number(text, pos)
  local whole = match(text, "^%d*%.?%d*", pos)
  local exponent = match(text, "^[eE][+-]?%d+", pos + #whole) or ""
  local rest = match(text, "^[A-Za-z0-9_]*", pos + #whole + #exponent)
  local all = whole .. exponent .. rest
  local token = { from = pos, to = pos + #all - 1 }
  local base, digits = match(all, "^0([xXoObB])(%w*)$")
  if base and find(digits, digits_of[bases[base]]) then
    token.kind, token.digits, token.base, token.spelled = "int", digits, bases[base], all
    return token
  end
  if rest ~= "" then fail(pos, "invalid number `" .. all .. "`") end
  if find(all, "^%d+$") then
    if find(all, "^0%d*[1-9]") then
      fail(pos, "invalid number `" .. all .. "` (octal numbers are written 0o"
        .. (match(all, "^0+([0-7]+)$") or "17") .. ")")
    end
    token.kind, token.digits, token.base, token.spelled = "int", all, 10, all
    return token
  end
  -- tonumber follows the locale on some hosts, but accepts the plain point too.
  token.kind, token.value = "float", tonumber(all)
  return token
end

local function read_lua(text, pos)
  local last, tokens = lua_code.function_end(text, pos)
  if not last then fail(pos, "`function` has no matching `end`") end
  if tokens[2].text ~= "(" then
    fail(tokens[2].at, "a function written in place has no name: expected `(` after `function`")
  end
  return { kind = "lua", value = sub(text, pos, last), tokens = tokens, from = pos, to = last }
end

local function read_word(text, pos)
  local word = match(text, "^[A-Za-z_][A-Za-z0-9_]*", pos)
  local last = pos + #word - 1
  if (word == "r" or word == "R") and find(text, "^[\"']", last + 1) then
    local value, stop = read_string(text, last + 1, true)
    return { kind = "string", value = value, from = pos, to = stop }
  end
  if word == "function" then return read_lua(text, pos) end
  return { kind = reserved[word] and "sign" or "name", value = word, from = pos, to = last }
end

local function read_sign(text, pos, c)
  local list = signs[c] or {}
  for i = 1, #list do
    local sign = list[i]
    if #sign == 1 or sub(text, pos, pos + #sign - 1) == sign then
      return { kind = "sign", value = sign, from = pos, to = pos + #sign - 1 }
    end
  end
  local instead = ({ ["!"] = " (write `not`)", ["?"] = " (write `a if condition else b`)" })
  local wrong = character(text, pos)
  fail(pos, "unexpected character `" .. wrong .. "`" .. (instead[wrong] or ""))
end

-- The first bytes of tokens.
local begins = { [34] = "string", [39] = "string", [46] = "point", [95] = "word" }
for c = 48, 57 do begins[c] = "number" end
for c = 65, 90 do begins[c], begins[c + 32] = "word", "word" end

local function read_token(text, pos, c)
  local what = begins[c]
  if what == "word" then return read_word(text, pos) end
  if what == "string" then
    local value, last = read_string(text, pos, false)
    return { kind = "string", value = value, from = pos, to = last }
  end
  if what == "number" or what and find(text, "^%d", pos + 1) then return read_number(text, pos) end
  return read_sign(text, pos, c)
end

-- Updates `open`, the stack of open brackets.
local function balance(open, token)
  if pairs_of[token.value] then
    open[#open + 1] = token
  elseif opening[token.value] then
    local last = open[#open]
    if not last then fail(token.from, "`" .. token.value .. "` closes nothing") end
    if last.value ~= opening[token.value] then
      fail(token.from, "expected `" .. pairs_of[last.value] .. "` to close `" .. last.value
        .. "`, but found `" .. token.value .. "`")
    end
    open[#open] = nil
  end
end

-- Returns whether the `#` at pos begins a comment. As Lua's operator it is written directly before its
-- operand, where an operand is expected.
local function is_comment(text, pos, before, open)
  if not before or before.kind ~= "sign" then return true end
  local value = before.value
  if value == ")" or value == "]" or value == "}" or value == ":" and not open[1] then
    return true
  end
  return not find(text, "^[%w_(\"'%[{]", pos + 1)
end

-- Reads what only statements have: a newline, a hole or a comment at pos. Returns the token, if there is
-- one, and the offset after it; or nothing.
local function read_layout(text, pos, c, before, open)
  if c == 10 then
    if not before or before.kind == "newline" then return nil, pos + 1 end
    return { kind = "newline", from = pos, to = pos }, pos + 1
  elseif c == 35 and is_comment(text, pos, before, open) then
    return nil, find(text, "\n", pos, true) or #text + 1
  elseif c == 1 then
    local _, last, number = find(text, "^\1(%d+)\1", pos)
    if not last then return end
    if open[1] then fail(open[#open].from, "`" .. open[#open].value .. "` is not closed") end
    return { kind = "hole", value = tonumber(number), from = pos, to = last }, last + 1
  end
end

local blank = { [9] = true, [10] = true, [13] = true, [32] = true }

--- Splits a whole text into tokens.
---@param text string arguments of an annotation, an expression, or statements
---@param statements? boolean whether the text consists of statements
---@return table # tokens, the last one of kind "end". Errors are thrown, see `fail`.
function lexer.tokens(text, statements)
  local list, count, open, pos = {}, 0, {}, 1
  while true do
    local c = byte(text, pos)
    if blank[c] then
      pos = find(text, statements and not open[1] and "[^ \t\r]" or "[^ \t\r\n]", pos)
      c = pos and byte(text, pos)
    end
    if not c then break end
    local continued = c == 92 and select(2, find(text, "^\\\r?\n", pos))
    local token, go_on
    if statements and (c == 10 or c == 35 or c == 1) then
      token, go_on = read_layout(text, pos, c, list[count], open)
    end
    if continued then
      pos = continued + 1
    elseif go_on then
      if token then list[count + 1], count = token, count + 1 end
      pos = go_on
    else
      token = read_token(text, pos, c)
      if token.kind == "sign" then balance(open, token) end
      list[count + 1], count = token, count + 1
      pos = token.to + 1
    end
  end
  if open[1] then
    fail(open[#open].from, "`" .. open[#open].value .. "` is not closed")
  end
  list[count + 1] = { kind = "end", from = #text + 1, to = #text }
  return list
end

-- The digits of the least integer, without its sign.
local least_digits = { [10] = "9223372036854775808", [16] = "8" .. ("0"):rep(15), [8] = "1" .. ("0"):rep(21),
  [2] = "1" .. ("0"):rep(63) }
local largest_digits = "9223372036854775807"

-- Returns whether digits without leading zeros are an integer up to 2^63 - 1.
local function fits(digits, base)
  local most = least_digits[base]
  if base == 10 then most = largest_digits end
  if #digits ~= #most then return #digits < #most end
  return base == 10 and digits <= most or base == 16 and find(digits, "^[0-7]") ~= nil
end

-- On LuaJIT: converts the digits of an integer to a double where that is exact, or else to a 64-bit cdata.
local function wide_integer(digits, base, negative)
  local value = 0
  for digit in digits:gmatch "%w" do value = value * base + tonumber(digit, 16) end
  if value < 2 ^ 53 then return negative and value ~= 0 and -value or value end
  value = load "return 0LL" ()
  for digit in digits:gmatch "%w" do
    local d = tonumber(digit, 16)
    value = negative and value * base - d or value * base + d
  end
  return (value == 2 ^ 53 or value == -2 ^ 53) and tonumber(value) or value
end

--- Returns the value of an "int" token.
---@param token table
---@param negative boolean whether a minus sign belongs to it
---@return number? # an integer (on LuaJIT a 64-bit cdata where a double is not exact), or nil when it does
---  not fit 64 bits with a sign
function lexer.integer(token, negative)
  local base, digits = token.base, match(token.digits, "^0*(.+)$")
  local is_least = negative and digits == least_digits[base]
  if not is_least and not fits(digits, base) then return nil end
  if jit then return wide_integer(digits, base, negative) end
  if is_least then return math.mininteger end
  local value = tonumber(digits, base)
  return negative and -value or value
end

return lexer
