--- Writes words as a line that a user can type.
--
-- @module yschema.base.typed_line

local quoted = require "yschema.base.shell_quoted"

local concat, ipairs = table.concat, ipairs

--- Writes words as a line of a shell. Words that a shell would take apart are quoted.
---@param ... string[] lists of words
---@return string
return function(...)
  local line = {}
  for _, words in ipairs { ... } do
    for _, word in ipairs(words) do
      line[#line + 1] = word:find "^[%w_./=:,@+%%-]+$" and word or quoted(word)
    end
  end
  return concat(line, " ")
end
