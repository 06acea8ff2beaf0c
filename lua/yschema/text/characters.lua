--- Characters (code points) of texts in UTF-8. A byte that is no UTF-8 counts as one.
--
-- @module yschema.text.characters

local characters = {}

local find, gmatch, gsub, sub = string.find, string.gmatch, string.gsub, string.sub
local utf8_len = utf8 and utf8.len

--- Counts the characters of a text.
---@param text string
---@return integer
function characters.count(text)
  if not find(text, "[\128-\255]") then return #text end
  local n = utf8_len and utf8_len(text)
  if n then return n end
  local _, count = gsub(text, "[^\128-\191]", "")
  return count
end

--- Lists the characters of a text.
---@param text string
---@return string[] list
---@return integer count
function characters.list(text)
  local list, n = {}, 0
  for c in gmatch(text, "[^\128-\191][\128-\191]*") do
    n = n + 1
    list[n] = c
  end
  return list, n
end

--- Returns a text of at most `most` bytes: of a longer one, the beginning and a mark.
---@param text string
---@param most integer
---@param mark? string default: "..."
---@return string
function characters.shortened(text, most, mark)
  if #text <= most then return text end
  mark = mark or "..."
  local last = most - #mark
  while last > 0 and find(text, "^[\128-\191]", last + 1) do last = last - 1 end
  return sub(text, 1, last) .. mark
end

return characters
