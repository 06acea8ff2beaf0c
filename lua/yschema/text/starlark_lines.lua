--- Finds where a logical line of Starlark ends, across brackets, strings and comments.
--
-- @module yschema.text.starlark_lines

local foreign_words = require "yschema.text.foreign_words"
local lua_code = require "yschema.text.lua_code"

local starlark_lines = {}

local find, match, sub = string.find, string.match, string.sub

local closer_of = { ["("] = ")", ["["] = "]", ["{"] = "}" }
local opener_of = { [")"] = "(", ["]"] = "[", ["}"] = "{" }

-- Words that open a block when their line ends with a colon.
local opens_block = { ["def"] = true, ["if"] = true, ["for"] = true, ["elif"] = true,
  ["else"] = true, ["while"] = true }

--- Returns whether a statement that begins with this word can only be Starlark.
---@param word string?
---@return boolean
function starlark_lines.is_keyword(word)
  return opens_block[word] or word == "pass" or word == "break" or word == "continue"
    or word == "return" or word == "end" or word == "load"
end

-- Returns the offset after the string whose quote is at `at`; nil when it is not closed.
local function after_string(code, at)
  local quote = sub(code, at, at)
  local long = sub(code, at, at + 2) == quote:rep(3)
  local stop = "[\\\n" .. quote .. "]"
  at = at + (long and 3 or 1)
  while true do
    at = find(code, stop, at)
    if not at then return nil end
    local c = sub(code, at, at)
    if c == "\\" then
      at = at + 2
    elseif c == quote and not long then
      return at + 1
    elseif c == quote and sub(code, at, at + 2) == quote:rep(3) then
      return at + 3
    elseif c == "\n" and not long then
      return nil
    else
      at = at + 1
    end
  end
end

-- Handles a character that matters. Returns the offset from which to go on; or nil, a problem and its
-- offset. `open` is the stack of open brackets.
local function step(code, at, c, open)
  if c == '"' or c == "'" then
    local after = after_string(code, at)
    if not after then return nil, "the string is not closed", at end
    return after
  elseif c == "\\" then
    if not find(code, "^\r?\n", at + 1) then return at + 1 end
    if at + 1 >= #code then return nil, "the line goes on after `\\`, but nothing follows", at end
    return at + 2
  elseif c == "f" then -- this may be `function`
    local last = lua_code.function_end(code, at)
    if not last then return nil, "`function` has no matching `end`", at end
    return last + 1
  elseif closer_of[c] then
    open[#open + 1] = { text = c, at = at }
  else
    local last = table.remove(open)
    if not last then return nil, "`" .. c .. "` closes nothing", at end
    if last.text ~= opener_of[c] then
      return nil, ("expected `%s` to close `%s`, but found `%s`")
        :format(closer_of[last.text], last.text, c), at
    end
  end
  return at + 1
end

-- Returns the offset of the next `function` at or after `pos`. `search` keeps from where it was looked for last, and
-- where it is.
local function next_function(code, pos, search)
  if not search.at or pos < search.from or pos > search.at then
    search.from, search.at = pos, find(code, "%f[%w_]function%f[^%w_]", pos) or #code + 1
  end
  return search.at
end

-- Returns the next character that matters at or after `pos`.
local function interesting(code, pos, search)
  local at, word = find(code, "[\n\"'#()%[%]{}\\:]", pos), next_function(code, pos, search)
  if at and at < word then return at, sub(code, at, at) end
  if word <= #code then return word, "f" end
  return #code + 1, "\n"
end

-- Returns whether the innermost bracket is closed inside a comment and an assignment stands on the next
-- line: `x = { n = #y }`, which is Lua. Without this test, each such line would be read to the end of the
-- code in vain.
local function is_lua(code, open, comment, line_break)
  local innermost = open[#open]
  return innermost.text ~= "(" and find(comment, closer_of[innermost.text], 1, true)
    and find(code, "^[ \t]*[%a_][%w_]*[ \t]*=[^=]", line_break + 1)
end

--- Finds the end of the logical line that begins at an offset. The line continues while brackets or strings
-- are open, and after a `\`.
---@param code string lines of code; the last ends with a line break
---@param pos integer where a line begins
---@param search? table the same one, empty at first, for all lines of a code, so that none is searched repeatedly
---@return integer? stop offset of the line break that ends it; nil: it does not end
---@return string? word the first word on it; without `stop`, the problem
---@return boolean|integer? opens whether it opens a block; without `stop`, the offset
---  of the error
---@return boolean? certain without `stop`: the line is no Lua, either
function starlark_lines.logical_line(code, pos, search)
  local open, at = {}, pos
  search = search or {}
  local content_end, has_colon
  while true do
    local c
    at, c = interesting(code, at, search)
    if c == "#" then
      local from = at
      content_end = content_end or #open == 0 and at - 1 or nil
      at = find(code, "\n", at, true) or #code
      if open[1] and is_lua(code, open, sub(code, from, at), at) then
        return nil, "`" .. open[#open].text .. "` is not closed", open[#open].at
      end
    elseif c == "\n" then
      if not open[1] then break end
      if at >= #code then
        return nil, "`" .. open[#open].text .. "` is not closed", open[#open].at
      end
      at = at + 1
    elseif c == ":" then
      has_colon = has_colon or not open[1]
      at = at + 1
    else
      local after, problem, where = step(code, at, c, open)
      if not after then return nil, problem, where end
      at = after
    end
  end
  local word = match(code, "^%s*([%a_][%w_]*)", pos)
  local line = sub(code, pos, content_end or at - 1):gsub("%s+$", "")
  local colon = sub(line, -1) == ":"
  if colon and foreign_words.blocks[word] then
    return nil, "Starlark has no `" .. word .. "`", find(code, "%S", pos), true
  elseif opens_block[word] and not has_colon then
    return nil, "expected `:` at the end of `" .. word .. "`", pos + #line
  end
  return at, word, colon and opens_block[word] or false
end

return starlark_lines
