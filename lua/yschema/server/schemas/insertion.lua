--- Puts annotations above keys of a schema.
--
-- @module yschema.server.schemas.insertion

local insertion = {}

--- Says where an annotation of a key is written.
---@param content yschema.EditorText
---@param at integer the place where the key begins
---@param annotation string with its arguments
---@return integer? first the place; nil: the key is not at the begin of a line
---@return string? text what is put there
function insertion.above(content, at, annotation)
  local first = content:line_bytes(content:line_of(at))
  local lead = content.text:sub(first, at - 1)
  local ending = content.text:find("\r\n", at, true) and "\r\n" or "\n"
  if lead:find "^ *$" then return first, lead .. annotation .. ending end
  -- After a dash, the annotation takes the place of the key, which gets a line of its own.
  if lead:find "^ *%- *$" then return at, annotation .. ending .. (" "):rep(#lead) end
end

return insertion
