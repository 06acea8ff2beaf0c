--- What the comments of files say of a node: its description.
--
-- @module yschema.inference.comments

local comments = {}

local ipairs, table = ipairs, table

local LONGEST = 400

-- Tells whether a comment is no sentence about the node: a line of signs, something for a program, or YAML that was
-- switched off.
local function is_noise(text)
  return text == "" or not text:find "%a" or text:find "^!/" ~= nil or text:find "^%s*[%w_-]+:%s*$" ~= nil
    or text:find "^[%w_./-]+:%s+%S+$" ~= nil or text:find "^%-%s" ~= nil or text:find "^[%w_-]+:%S+$" ~= nil
    or text:find "^yaml%-language%-server" ~= nil or text:find "^yschema:" ~= nil or text:find "^vim?:" ~= nil
    or text:find "^[%w_]+=[^ ]*$" ~= nil or text:find "^[%w_-]+: [\"'%[{]" ~= nil
end

local function trimmed(text)
  return (text:gsub("^[#!%s]+", ""):gsub("[#%s]+$", ""):gsub("[%-=~*]+$", ""):gsub("^[%-=~*]+%s+", ""):gsub("%s+$", ""))
end

-- Returns the last comments above a line that stand on neighbouring lines, directly above it, and those on it.
local function adjoining(list, line)
  local taken, above = {}, line
  for i = #list, 1, -1 do
    local comment = list[i]
    if comment.line >= line then
      taken[#taken + 1] = comment
    elseif comment.line == above - 1 then
      above = comment.line
      taken[#taken + 1] = comment
    else
      break
    end
  end
  local ordered = {}
  for i = #taken, 1, -1 do ordered[#ordered + 1] = taken[i] end
  return ordered
end

--- Returns the description that the comments of a node give, or nil.
---@param node yschema.OutlineNode
---@return string?
function comments.description(node)
  local parts = {}
  for _, comment in ipairs(adjoining(node.comments or {}, node.line)) do
    local text = trimmed(comment.text)
    if is_noise(text) then
      if text ~= "" then parts = {} end
    else
      parts[#parts + 1] = text
    end
  end
  local text = table.concat(parts, " ")
  return text ~= "" and #text <= LONGEST and text or nil
end

--- Returns the first description that one of several nodes has, or nil.
---@param nodes yschema.OutlineNode[]
---@return string?
function comments.of_any(nodes)
  for _, node in ipairs(nodes) do
    local text = node.comments and comments.description(node)
    if text then return text end
  end
end

return comments
