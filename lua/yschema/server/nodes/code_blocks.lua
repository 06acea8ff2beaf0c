--- Divides the text of a schema into documents at the lines of code that begin and end blocks.
--
-- The bodies of several functions, or of the branches of an `if`, may have the same keys. In one document, only the
-- first of them would be a key.
--
-- @module yschema.server.nodes.code_blocks

local layouts = require "yschema.server.values.layouts"
local positions = require "yschema.server.positions"

local code_blocks = {}

-- The texts that were made of others.
local by_content = setmetatable({}, { __mode = "k" })

local BLOCK = {}
for word in ("def if elif else for end function local while do then"):gmatch "%a+" do BLOCK[word] = true end

-- Returns whether the nodes after a line begin in its column, so that none of them is below one before it.
local function ends_nodes(content, line, count)
  for after = line + 1, count do
    local text = content:line(after)
    if text:find "%S" and not text:find "^%s*#" then return text:find "^%S" ~= nil end
  end
  return true
end

-- Makes a text in which lines of code begin documents. All bytes keep their places.
local function made(content)
  if not content.text:find("#@ ", 1, true) then return content end
  local parts, from, count = {}, 1, #content:line_starts()
  for line = 1, count do
    local text = content:line(line)
    if BLOCK[text:match "^#@%s+(%a+)" or ""] and ends_nodes(content, line, count) then
      local first, last = content:line_bytes(line)
      parts[#parts + 1] = content.text:sub(from, first - 1) .. "--- #" .. text:sub(6)
      from = last + 1
    end
  end
  if from == 1 then return content end
  parts[#parts + 1] = content.text:sub(from)
  return positions.of(table.concat(parts))
end

--- Returns the nodes of a schema at a place, from the root of the part on in which it is.
---@param server yschema.LanguageServer
---@param text yschema.RequestedText
---@param at integer
---@return yschema.LayoutNode[]
function code_blocks.chain(server, text, at)
  local content = text.open.content
  by_content[content] = by_content[content] or made(content)
  local name = text.open.path or text.open.uri
  if by_content[content] ~= content then name = name .. " divided" end
  return layouts.of(by_content[content], name, server.settings):chain(at)
end

return code_blocks
