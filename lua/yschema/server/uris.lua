--- Converts paths of files and the URIs by which editors name them.
--
-- @module yschema.server.uris

local uris = {}

local function decoded(digits) return string.char(tonumber(digits, 16)) end
local function encoded(letter) return ("%%%02X"):format(letter:byte()) end

--- Returns the path in a URI.
---@param uri string
---@return string? path absolute; nil: it is no file of this machine
function uris.path(uri)
  local host, path = uri:match "^[Ff][Ii][Ll][Ee]://([^/]*)(/[^?#]*)"
  if not host or host ~= "" and host:lower() ~= "localhost" then return nil end
  path = path:gsub("%%(%x%x)", decoded)
  return not path:find "%z" and path or nil
end

--- Returns the URI of an absolute path.
---@param path string
---@return string
function uris.uri(path)
  return "file://" .. path:gsub("[^%w%-._~/]", encoded)
end

return uris
