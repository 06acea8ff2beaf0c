--- Distinguishes Lua from Starlark by the spelling of a text, and checks Lua's integers.
--
-- A statement such as `x = f(1)` is valid in both languages. It counts as Lua only when something in it
-- is spelled as only Lua allows; all other text counts as Starlark, even when it is not valid Starlark.
--
-- @module yschema.text.lua_spelling

local plain_tables = require "yschema.base.plain_tables"
local lua_code = require "yschema.text.lua_code"
local lexer = require "yschema.text.lexer"

local lua_spelling = {}

local find, match, sub = string.find, string.match, string.sub

local function set(words) return plain_tables.set(plain_tables.matches(words, "%S+")) end

local words = set "function local then do elseif repeat until end nil"
local signs = set "~= .. ... ::"

-- Names that Lua has and Starlark does not have.
local globals = set "error ipairs next pairs pcall rawequal select string table tonumber tostring unpack utf8"
local math_fields = set [[abs cosh deg fmod frexp huge ldexp log10 max maxinteger min mininteger modf rad random
  tointeger type ult]]

-- `[[text]]` is a list inside a list in Starlark, unless Starlark could not read the text.
local function is_long_string(text)
  if find(text, "^%[=") then return true end
  if sub(text, 1, 2) ~= "[[" or find(text, "[\"',]") then return false end
  return find(text, "[%^%$\\?]") ~= nil or find(text, "[%w_] +[%a_]") ~= nil and not find(text, "%f[%w]in%f[%W]")
end

-- Returns whether a number is spelled as only LuaJIT allows: 1LL.
local function is_lua_number(text) return find(text, "^%d[%x%.xX]*[uU]?[lL][lL]$") ~= nil end

local function is_string(token)
  return token and token.kind == "value" and find(token.text, "^[\"']") ~= nil
end

-- Returns whether a `#` at token i is Lua's operator: directly before its operand, where one is expected.
local function is_length(tokens, i)
  local before, following = tokens[i - 1], tokens[i + 1]
  return before and following and following.at == tokens[i].at + 1
    and (before.kind == "sign" and not find(before.text, "^[%)%]}]$") or before.text == "return")
    and (following.kind == "name" or find(following.text, "^[\"'({%[]") ~= nil)
end

-- Returns whether the name at token i begins a chain that only Lua has, or is called without parentheses:
-- `f "text"`, `f { 1 }`.
local function is_lua_name(tokens, i)
  local token, before, following = tokens[i], tokens[i - 1], tokens[i + 1]
  local field = before and before.text == "."
  if not field and following and following.text ~= "=" then
    if globals[token.text] then return true end
    if token.text == "math" and following.text == "." and tokens[i + 2] then
      return math_fields[tokens[i + 2].text] == true
    end
  end
  local after = token.at + #token.text
  if is_string(following) then return following.at > after end
  return following and following.text == "{" and not (before and before.text == "in") or false
end

-- Returns whether a `:` at token i calls a method. In Starlark, a `:` may follow a key, an index or the
-- parameters of a lambda.
local function is_method(tokens, i, open)
  local name, following = tokens[i + 1], tokens[i + 2]
  if open == "[" or open == "{" or not name or name.kind ~= "name" or not following then return false end
  return following.text == "(" or following.text == "{" or is_string(following)
end

local closers = { [")"] = true, ["]"] = true, ["}"] = true }
local openers = { ["("] = true, ["["] = true, ["{"] = true }

-- Returns the tokens of a text without those in Starlark's comments. The second result is whether the text
-- has a comment of Lua.
local function without_comments(text)
  local tokens, kept, after = lua_code.tokens(text) or {}, {}, 1
  for i, token in ipairs(tokens) do
    if token.at >= after then
      if find(sub(text, after, token.at - 1), "--", 1, true) then return kept, true end
      kept[#kept + 1], after = token, token.at + #token.text
      if token.text == "#" and not is_length(tokens, i) then
        kept[#kept], after = nil, find(text, "\n", token.at, true) or #text + 1
      end
    end
  end
  return kept, tokens[1] ~= nil and find(text, "--", after, true) ~= nil
end

-- Returns whether a token is spelled as only Lua allows.
local function is_lua(tokens, i, open, has_lambda)
  local token = tokens[i]
  local kind, word = token.kind, token.text
  if kind == "word" then return words[word] == true end
  if kind == "name" then return is_lua_name(tokens, i) end
  if kind == "value" then return is_long_string(word) or is_lua_number(word) end
  return signs[word] or word == "#" or word == ":" and not has_lambda and is_method(tokens, i, open)
end

--- Returns whether something in a text is spelled as only Lua allows.
---@param text string a statement
---@return boolean
function lua_spelling.on_purpose(text)
  local tokens, has_comment = without_comments(text)
  if has_comment then return true end
  local open, has_lambda = {}, false
  for i, token in ipairs(tokens) do
    local word = token.text
    has_lambda = has_lambda or word == "lambda"
    if is_lua(tokens, i, open[#open], has_lambda) then return true end
    if token.kind == "sign" and openers[word] then open[#open + 1] = word
    elseif token.kind == "sign" and closers[word] then open[#open] = nil end
  end
  -- This is an assignment such as `t.field = value`.
  return tokens[2] ~= nil and tokens[2].text == "." and match(text, "^%s*[%a_][%w_%.]*%s*=[^=]") ~= nil
end

-- ---- integers -----------------------------------------------------------------------

local largest = { [10] = "9223372036854775807", [16] = "7fffffffffffffff" }
local exact = { [10] = "9007199254740992", [16] = "20000000000000" }

local function is_beyond(digits, limit)
  if #digits ~= #limit then return #digits > #limit end
  return digits > limit
end

--- Refuses integers that the host would silently round or misread.
---@param tokens table of Lua code. Errors are thrown, see `lexer.fail`.
function lua_spelling.check_integers(tokens)
  for _, token in ipairs(tokens) do
    local text = token.kind == "value" and token.text or ""
    local digits, base = match(text, "^0*(%d+)$"), 10
    if not digits then digits, base = match(text, "^0[xX]0*(%x+)$"), 16 end
    if digits then
      digits = digits:lower()
      if is_beyond(digits, largest[base]) then
        lexer.fail(token.at, "the integer " .. text .. " is out of range: Lua's go to 9223372036854775807 ("
          .. (base == 10 and text .. ".0" or "0x1p64") .. " is a float)")
      elseif jit and is_beyond(digits, exact[base]) then
        lexer.fail(token.at, "LuaJIT's numbers do not hold the integer " .. text .. " exactly: write " .. text
          .. "LL, or bind it to a name in Starlark, `n = " .. text .. "`")
      end
    end
  end
end

return lua_spelling
