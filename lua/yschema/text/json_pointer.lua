--- Reads and writes JSON pointers (RFC 6901).
--
-- @module yschema.text.json_pointer

local json_pointer = {}

local find, gmatch, gsub = string.find, string.gmatch, string.gsub

--- Splits a JSON pointer.
---@param pointer string
---@return string[] tokens
function json_pointer.tokens(pointer)
  local tokens = {}
  local has_escapes = find(pointer, "~", 1, true) ~= nil
  for token in gmatch(pointer, "/([^/]*)") do
    if has_escapes then token = gsub(gsub(token, "~1", "/"), "~0", "~") end
    tokens[#tokens + 1] = token
  end
  return tokens
end

--- Writes one token of a JSON pointer.
---@param token string
---@return string
function json_pointer.escaped(token)
  if not find(token, "[~/]") then return token end
  return (gsub(gsub(token, "~", "~0"), "/", "~1"))
end

return json_pointer
