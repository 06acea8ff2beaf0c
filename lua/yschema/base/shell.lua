--- Writes words for a shell.
--
-- @module yschema.base.shell

local shell = {}

local concat, ipairs = table.concat, ipairs

--- Quotes a text, so that a shell reads it as one word.
---@param text string
---@return string
function shell.quoted(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

--- Writes words as a line that a user can type. Words that a shell would split are quoted.
---@param ... string[] lists of words
---@return string
function shell.line(...)
  local line = {}
  for _, words in ipairs { ... } do
    for _, word in ipairs(words) do
      line[#line + 1] = word:find "^[%w_./=:,@+%%-]+$" and word or shell.quoted(word)
    end
  end
  return concat(line, " ")
end

return shell
