--- Finds, in Lua text inside other text, where a function ends and which names it uses.
--
-- This is a tokenizer that knows strings, long strings and comments, so that words in quotes do not
-- count. It is not a parser: Lua's own `load` reports errors in the text.
--
-- @module yschema.text.lua_code

local lua_code = {}

local find, match, sub = string.find, string.match, string.sub
local remove = table.remove

local reserved = {}
for word in ([[and break do else elseif end false for function if in local nil
  not or repeat return then true until while]]):gmatch "%a+" do
  reserved[word] = true
end

-- Words that open a block, which `end` (or `until`) closes. `while` and `for` are not listed, because their
-- `do` opens the block.
local opens = { ["function"] = true, ["if"] = true, ["do"] = true, ["repeat"] = true }
local closes = { ["end"] = true, ["until"] = true }
local brackets = { ["("] = ")", ["["] = "]", ["{"] = "}" }
local closing = { [")"] = true, ["]"] = true, ["}"] = true }

-- Returns the end of the short string that begins at `pos`, or nil.
local function string_end(text, pos)
  local quote = sub(text, pos, pos)
  local at = pos + 1
  while true do
    at = find(text, "[\\\n" .. quote .. "]", at)
    if not at then return nil end
    local c = sub(text, at, at)
    if c == quote then return at end
    if c == "\n" then return nil end
    at = at + 2
  end
end

-- Returns the end of the long bracket that begins at `pos`; false when it is not closed, and nil when
-- none begins there.
local function long_end(text, pos)
  local level = match(text, "^%[(=*)%[", pos)
  if not level then return nil end
  local _, stop = find(text, "]" .. level .. "]", pos, true)
  return stop or false
end

-- Returns the first offset from `pos` on that is neither a blank nor in a comment; nil when there is
-- none, and false when a comment is not closed.
local function past_blanks(text, pos)
  while true do
    pos = find(text, "[^ \t\r\n\f\v]", pos)
    if not pos or not find(text, "^%-%-", pos) then return pos end
    local stop = long_end(text, pos + 2)
    if stop == false then return false end
    stop = stop or (find(text, "\n", pos, true))
    if not stop then return nil end
    pos = stop + 1
  end
end

-- Returns the last offset of a numeral as Lua reads it; the sign of an exponent belongs to it.
local function numeral_end(text, pos)
  local stop = pos
  local exponent = find(text, "^0[xX]", pos) and "^[pP][+-]" or "^[eE][+-]"
  while true do
    if find(text, exponent, stop) then stop = stop + 2
    elseif find(text, "^[%x%.xXpPuUlLiI_]", stop) then stop = stop + 1
    else return stop - 1 end
  end
end

-- Returns the next token from `pos` on: its kind ("name", "word", "value", "sign"), and its first and
-- last offset. nil when there is none, and false when a string or a comment is not closed.
local function next_token(text, pos)
  pos = past_blanks(text, pos)
  if not pos then return pos end
  local _, stop = find(text, "^[A-Za-z_][A-Za-z0-9_]*", pos)
  if stop then
    return reserved[sub(text, pos, stop)] and "word" or "name", pos, stop
  end
  local c = sub(text, pos, pos)
  if c == '"' or c == "'" then
    stop = string_end(text, pos)
    if not stop then return false end
    return "value", pos, stop
  end
  stop = long_end(text, pos)
  if stop == false then return false end
  if stop then return "value", pos, stop end
  if find(text, "^%.?[0-9]", pos) then return "value", pos, numeral_end(text, pos) end
  _, stop = find(text, "^%.%.%.?", pos)
  if not stop then _, stop = find(text, "^[=~<>]=", pos) end
  if not stop then _, stop = find(text, "^::", pos) end
  return "sign", pos, stop or pos
end

--- Finds the end of the function whose keyword is at an offset.
---@param text string any text
---@param from integer offset of `function`
---@return integer # offset of the last byte of its `end`
---@return table # its tokens, for `names`
---@return nil # when the text ends before the function does
function lua_code.function_end(text, from)
  local tokens, depth, pos = {}, 0, from
  while true do
    local kind, first, last = next_token(text, pos)
    if not kind then return nil end
    local word = sub(text, first, last)
    tokens[#tokens + 1] = { kind = kind, text = word, at = first }
    if kind == "word" then
      if opens[word] then depth = depth + 1 end
      if closes[word] then depth = depth - 1 end
      if depth == 0 then return last, tokens end
    end
    pos = last + 1
  end
end

--- Lists all tokens of a text.
---@param text string Lua
---@return table # tokens, for `names`
---@return nil # when a string or comment is not closed
function lua_code.tokens(text)
  local tokens, pos = {}, 1
  while true do
    local kind, first, last = next_token(text, pos)
    if kind == nil then return tokens end
    if not kind then return nil end
    tokens[#tokens + 1] = { kind = kind, text = sub(text, first, last), at = first }
    pos = last + 1
  end
end

-- Returns the names in a list "a, b <const>, c" that begins at token i.
local function listed(tokens, i)
  local names = {}
  while tokens[i] and tokens[i].kind == "name" do
    names[#names + 1] = tokens[i].text
    i = i + 1
    if tokens[i] and tokens[i].text == "<" then i = i + 3 end
    if not (tokens[i] and tokens[i].text == ",") then break end
    i = i + 1
  end
  return names
end

-- Collects every name that is declared anywhere in the tokens. Scopes are not distinguished: a name that
-- is declared somewhere is never reported as unknown elsewhere.
local function declarations(tokens)
  local declared = {}
  local function declare(i)
    for _, name in ipairs(listed(tokens, i)) do declared[name] = true end
  end
  for i, token in ipairs(tokens) do
    if token.kind == "word" then
      local following = tokens[i + 1]
      if token.text == "local" and following and following.text == "function" then
        declare(i + 2)
      elseif token.text == "local" or token.text == "for" then
        declare(i + 1)
      elseif token.text == "function" then
        local at = i + 1
        while tokens[at] and tokens[at].text ~= "(" do
          if tokens[at].text == ":" then declared.self = true end
          at = at + 1
        end
        declare(at + 1)
      end
    end
  end
  return declared
end

-- Tokens with which an expression can end: a name after one of them begins a statement.
local function ends_expression(token)
  return token.kind == "name" or token.kind == "value" or token.text == ")"
    or token.text == "]" or token.text == "}" or token.text == "end"
    or token.text == "nil" or token.text == "true" or token.text == "false"
    or token.text == "..."
end

local before_statement = {
  ["then"] = true, ["do"] = true, ["else"] = true, ["repeat"] = true, [";"] = true,
  ["::"] = true,
}

local function starts_statement(before)
  return not before or before_statement[before.text] or ends_expression(before)
end

-- Updates the stack of open brackets, and of words that an `end` closes.
---@return string? closed the text of what this token closed
local function nest(stack, token)
  local text, sign = token.text, token.kind == "sign"
  if brackets[text] and sign or opens[text] then
    stack[#stack + 1] = text
  elseif closing[text] and sign or closes[text] then
    return remove(stack)
  end
end

-- Returns whether the name at token i, with which a statement begins, is assigned to.
local function is_target(tokens, i)
  local following = tokens[i + 1]
  return following and (following.text == "=" or following.text == ",")
end

-- Attributes of local variables in Lua 5.4: `local x <const> = 1`.
local attributes = { const = true, close = true }

-- Returns whether the name at token i is a field of a table: `t.name`, `t:name` or, in a constructor,
-- `{ name = 1 }`.
local function is_field(tokens, i, in_table)
  local before, following = tokens[i - 1], tokens[i + 1]
  if not before then return false end
  if before.text == "." or before.text == ":" then return true end
  return in_table and following and following.text == "="
    and (before.text == "{" or before.text == "," or before.text == ";")
end

-- Returns whether the name at token i is not a variable, because it belongs to `goto` or is an attribute.
local function is_label(tokens, i)
  local text, before, following = tokens[i].text, tokens[i - 1], tokens[i + 1]
  return before and before.kind ~= "value" and (before.text == "goto" or before.text == "::")
    or text == "goto" and following and following.kind == "name"
    or attributes[text] and before and before.text == "<" and following and following.text == ">"
end

--- Lists the names that a piece of Lua takes from outside.
---@param tokens table from `function_end` or `tokens`
---@param known? table names, as keys, that the surrounding code declares
---@return table # list of { name=, at= }, each name once, in order of use; `at` is
---  an offset into the text
---@return table? # the first { name=, at= } that is assigned to, if any
function lua_code.names(tokens, known)
  local declared, free, assigned = declarations(tokens), {}, nil
  for name in pairs(known or {}) do declared[name] = true end
  local stack, seen, in_targets = {}, {}, false
  for i, token in ipairs(tokens) do
    local text, before, following = token.text, tokens[i - 1], tokens[i + 1]
    nest(stack, token)
    if token.kind == "name" and not is_field(tokens, i, stack[#stack] == "{")
      and not is_label(tokens, i) then
      local defines = before and before.text == "function" and following
        and following.text == "(" and not (tokens[i - 2] and tokens[i - 2].text == "local")
      in_targets = (starts_statement(before) or in_targets and before.text == ",")
        and is_target(tokens, i)
      if not declared[text] then
        if not assigned and (in_targets or defines) then
          assigned = { name = text, at = token.at }
        end
        if not seen[text] then free[#free + 1] = { name = text, at = token.at } end
        seen[text] = true
      end
    elseif token.kind ~= "sign" or text ~= "," then
      in_targets = false
    end
  end
  return free, assigned
end

--- Lists the names that a block of statements binds for the code below it.
---@param tokens table of the block
---@return string[] locals those that are declared by `local` outside of blocks and functions
---@return string[] globals assigned to, or defined as functions, outside of functions
function lua_code.bindings(tokens)
  local declared, stack, functions = declarations(tokens), {}, 0
  local locals, globals, seen = {}, {}, {}
  local function note(list, name)
    if not seen[name] then list[#list + 1] = name end
    seen[name] = true
  end
  local in_targets = false
  for i, token in ipairs(tokens) do
    local text, before, following = token.text, tokens[i - 1], tokens[i + 1]
    if text == "local" and not stack[1] then
      local from = following and following.text == "function" and i + 2 or i + 1
      for _, name in ipairs(listed(tokens, from)) do note(locals, name) end
    end
    if token.kind == "name" and functions == 0 then
      in_targets = (starts_statement(before) or in_targets and before.text == ",")
        and is_target(tokens, i)
      if in_targets and not declared[text] and (stack[#stack] ~= "{" and stack[#stack] ~= "(") then
        note(globals, text)
      end
    elseif text ~= "," then
      in_targets = false
    end
    if text == "function" and functions == 0 and following and following.kind == "name"
      and tokens[i + 2] and tokens[i + 2].text == "(" and not (before and before.text == "local") then
      note(globals, following.text)
    end
    if text == "function" then functions = functions + 1 end
    if nest(stack, token) == "function" then functions = functions - 1 end
  end
  return locals, globals
end

--- Collects every name that is declared anywhere in the tokens, as keys.
lua_code.declarations = declarations

-- ---- following statements over lines ------------------------------------------------

-- A statement cannot end with these tokens.
local unfinished = {}
for sign in ([[= , + - * / % ^ # & | ~ < > <= >= == ~= .. . : ( [ { and or not local return
  function if elseif until while for in then do else repeat]]):gmatch "%S+" do
  unfinished[sign] = true
end
for _, word in ipairs { "then", "do", "else", "repeat", "return" } do unfinished[word] = nil end

-- A line that begins with one of these tokens continues the statement of the line before.
local goes_on = {}
for sign in ([[, + - * / % ^ & | ~ < > <= >= == ~= .. . : ) ] } and or]]):gmatch "%S+" do
  goes_on[sign] = true
end

local Walker = {}
Walker.__index = Walker

-- Updates the open words and brackets, and the heads and ends of functions.
function Walker:take(kind, word, first, last)
  local top = self.open[#self.open]
  if kind == "word" and opens[word] or kind == "sign" and brackets[word] then
    self.open[#self.open + 1] = { text = word, at = first }
  elseif kind == "word" and closes[word] or kind == "sign" and closing[word] then
    self.open[#self.open] = nil
    if not top then return false end
    if top.text == "function" then
      top.last = last
      self.closed[#self.closed + 1] = top
    elseif word == ")" then
      local outer = self.open[#self.open]
      if outer and outer.text == "function" and not outer.head_end then
        outer.head, outer.head_end = top.at, last
      end
    end
  end
  return true
end

--- Reads on to an offset at which a line begins.
---@param stop integer
---@return boolean? complete whether the statement may end before the offset; nil when a string or a comment is
---  not closed, or when a closing token has no opening one
function Walker:to(stop)
  self.stop = stop
  while true do
    local kind, first, last = next_token(self.text, self.pos)
    if kind == false then return nil end
    if not kind or first >= stop then break end
    local word = sub(self.text, first, last)
    if not self:take(kind, word, first, last) then return nil end
    self.last_word, self.pos = word, last + 1
  end
  return self.pos <= stop and not self.open[1] and not unfinished[self.last_word]
end

--- Returns whether a statement could begin at the offset to which `to` has read: no token or bracket extends
-- over it, and the text before it is complete.
---@return boolean
function Walker:takes_statement()
  local top = self.open[#self.open]
  if self.pos > self.stop or top and not opens[top.text] then return false end
  return not (top and top.text == "function" and not top.head_end)
    and not unfinished[self.last_word]
end

--- Makes a walker, which follows Lua code from the start of a statement.
---@param text string
---@param pos integer
---@return table # `to(stop)`; `open`, the open words and brackets, { text, at };
---  `closed`, the functions that have ended: { at, head, head_end (of the parameters), last }
function lua_code.walker(text, pos)
  return setmetatable({ text = text, pos = pos, open = {}, closed = {} }, Walker)
end

--- Returns whether the token at an offset continues the statement before it.
function lua_code.continues(text, pos)
  local kind, first, last = next_token(text, pos)
  return kind and goes_on[sub(text, first, last)] or false
end

return lua_code
