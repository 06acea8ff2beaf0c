--- Finds comments inside of nodes.
--
-- @module yschema.editing.comments

local comments = {}

local ipairs = ipairs

local function has_mark(text, first, last) return last >= first and text:sub(first, last):find("#", 1, true) ~= nil end

-- Looks for a comment between the leaves of a node. Returns the last byte that was seen; or nil when there is one.
local function look(text, node, at)
  if node.key_first then
    if has_mark(text, at + 1, node.key_first - 1) then return nil end
    at = node.key_last
  end
  if has_mark(text, at + 1, node.content - 1) then return nil end
  if node.style == "literal" or node.style == "folded" then
    if text:sub(node.content, node.last):match("^[^\r\n]*"):find "#" then return nil end
    return node.last
  end
  if node.kind ~= "map" and node.kind ~= "array" then return node.last end
  at = node.content - 1
  for _, below in ipairs(node) do
    at = look(text, below, at)
    if not at then return nil end
  end
  return not has_mark(text, at + 1, node.last) and node.last or nil
end

--- Returns whether there is a comment between a byte and the end of a value, outside of its scalars.
---@param text string
---@param node yschema.EditedNode
---@param first? integer
---@return boolean
function comments.are_in(text, node, first)
  local at = first and first - 1 or node.first - 1
  if has_mark(text, at + 1, node.first - 1) then return true end
  local key = node.key_first
  node.key_first = nil
  local found = look(text, node, node.first - 1) == nil
  node.key_first = key
  return found
end

return comments
