--- Says what a place in a schema is: in the name of an annotation, in its arguments, in code, or elsewhere.
--
-- @module yschema.server.schemas.cursor

local file_kinds = require "yschema.base.file_kinds"

local cursor = {}

--- A place in a schema.
---@class yschema.SchemaCursor
---@field kind "name"|"arguments"|"code"|"node"
---@field annotation? string its name
---@field before string the text of the arguments or the code before the place, and all of a name before it
---@field word string the name around the place, with points
---@field first integer the place where the word begins
---@field after integer the one after its end
---@field line integer from 1

-- Returns where a comment of the kind begins in a line, and what follows its `#@`. A `#` in quotes begins none.
local function comment_in(line)
  local quote, at = nil, 1
  while at <= #line do
    local letter = line:sub(at, at)
    if quote then
      if letter == "\\" and quote == '"' then at = at + 1 elseif letter == quote then quote = nil end
    elseif letter == '"' or letter == "'" then
      if not line:sub(at - 1, at - 1):find "[%w]" then quote = letter end
    elseif letter == "#" and (at == 1 or line:sub(at - 1, at - 1):find "%s") then
      return line:sub(at + 1, at + 1) == "@" and at or nil
    end
    at = at + 1
  end
end

-- Returns the word around a place of a line.
local function word_at(line, at, letters)
  local first, after = at, at
  while first > 1 and line:sub(first - 1, first - 1):find(letters) do first = first - 1 end
  while line:sub(after, after):find(letters) do after = after + 1 end
  return line:sub(first, after - 1), first, after
end

-- Fills in the word around a place.
local function with_word(found, line, at, letters, base)
  local word, first, after = word_at(line, at, letters)
  found.word, found.first, found.after = word, base + first - 1, base + after - 1
  return found
end

--- Says what a place is.
---@param content yschema.EditorText
---@param at integer
---@param path string of the file
---@return yschema.SchemaCursor
function cursor.find(content, at, path)
  local number = content:line_of(at)
  local base = content:line_bytes(number)
  local line, column = content:line(number), at - base + 1
  if file_kinds.is_starlark(path) then
    return with_word({ kind = "code", before = line:sub(1, column - 1), line = number }, line, column, "[%w_.]", base)
  end
  local hash = comment_in(line)
  if not hash or column <= hash + 1 then
    return with_word({ kind = "node", before = line:sub(1, column - 1), line = number }, line, column, "[%w_%-.]", base)
  end
  local name = line:match("^[^%s]+", hash + 2)
  if not name and column > hash + 2 or name and line:find("^%s", hash + 2) then
    return with_word({ kind = "code", before = line:sub(hash + 2, column - 1), line = number }, line, column, "[%w_.]",
      base)
  elseif not name or column <= hash + 2 + #name then
    return with_word({ kind = "name", before = line:sub(hash + 2, column - 1), annotation = name, line = number }, line,
      column, "[%w/%-]", base)
  end
  return with_word({ kind = "arguments", annotation = name, before = line:sub(hash + 2 + #name, column - 1),
    line = number }, line, column, "[%w_.]", base)
end

--- Says which argument a place in arguments is in.
---@param before string the text of the arguments before the place
---@return { name: string?, is_word: boolean, quote: string?, start: integer } # `name`: of one that is given by name;
---  `is_word`: only a name, or a part of it, was written of it so far; `start`: where it begins in the text
function cursor.argument(before)
  local depth, quote, start = 0, nil, 1
  local at = 1
  while at <= #before do
    local letter = before:sub(at, at)
    if quote then
      if letter == "\\" then at = at + 1 elseif letter == quote then quote = nil end
    elseif letter == '"' or letter == "'" then
      quote = letter
    elseif letter:find "[%(%[{]" then
      depth = depth + 1
    elseif letter:find "[%)%]}]" then
      depth = depth - 1
    elseif letter == "," and depth == 0 then
      start = at + 1
    end
    at = at + 1
  end
  local text = before:sub(start)
  local name, value = text:match "^%s*([%a_][%w_]*)%s*=(.*)$"
  if name and value:find "^=" then name = nil end
  return { name = name, is_word = not quote and text:find "^%s*[%w_]*$" ~= nil, quote = quote, start = start }
end

return cursor
