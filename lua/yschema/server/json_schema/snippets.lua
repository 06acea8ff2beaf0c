--- Writes the bodies of the snippets that JSON Schemas have (`defaultSnippets`).
--
-- @module yschema.server.json_schema.snippets

local writing = require "yschema.base.writing"

local snippets = {}

local function encoded(body, format) return writing.encoded(body, format) or "" end

-- The column of the key of the value that is written, from 0 on; nil: it has no key.
local function column_of_key(context)
  local node = context.chain[#context.chain]
  local content = context.layout.content
  return node.key_first and node.key_first - (content:line_bytes(content:line_of(node.key_first))) or nil
end

--- Writes the body of a snippet at the cursor.
---@param context yschema.CursorContext
---@param body any
---@param is_key boolean it stands for entries of a map
---@param is_json boolean the text is JSON
---@return string? nil: it cannot be written there
function snippets.text(context, body, is_key, is_json)
  local is_table = type(body) == "table"
  if context.quote or is_key and (not is_table or body[1] ~= nil or is_json or context.is_flow) then return nil end
  if is_json or context.is_flow then return (encoded(body, "json"):gsub("\n", "")) end
  if type(body) == "string" then return (body:gsub("^%^", "")) end
  local text = encoded(body, "yaml")
  if not text:find "\n" and not (is_table and not text:find "^[%[{]") then return text end
  local column = not is_key and column_of_key(context)
  local margin = "\n" .. (" "):rep(column and column + 2 or context.indentation)
  text = text:gsub("\n", margin)
  return column and margin .. text or text
end

--- Replaces the placeholders of a snippet by what stands in them.
---@param text string
---@return string
function snippets.plain(text) return (text:gsub("%${%d+:([^}]*)}", "%1"):gsub("%$%d+", "")) end

return snippets
