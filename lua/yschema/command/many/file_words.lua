--- Validates the words of a call that name files.
--
-- @module yschema.command.many.file_words

local file_words = {}

--- Returns a problem with words, or nil.
---@param lists string[][]
---@return string? problem
function file_words.problem_with(lists)
  local streams = 0
  for _, words in ipairs(lists) do
    for _, word in ipairs(words) do
      if word == "" then return "an argument is empty" end
      if word == "-" then streams = streams + 1 end
    end
  end
  if streams > 1 then return "standard input can be read only once" end
end

return file_words
