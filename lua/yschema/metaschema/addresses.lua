--- Reads addresses in JSON Schemas: relative URIs and JSON pointers.
--
-- @module yschema.metaschema.addresses

local escaped = require "yschema.text.json_pointer".escaped

local addresses = {}

--- Returns whether an address begins with a scheme, such as `https:`.
---@param uri string
---@return boolean
function addresses.is_absolute(uri) return uri:find "^%a[%w+.-]*:" ~= nil end

-- Removes `.` and `..` from a path.
local function without_dots(path)
  local parts = {}
  for part in (path .. "/"):gmatch "([^/]*)/" do
    if part == ".." and parts[1] and parts[#parts] ~= "" and parts[#parts] ~= ".." then
      parts[#parts] = nil
    elseif part ~= "." then
      parts[#parts + 1] = part
    end
  end
  return table.concat(parts, "/")
end

--- Resolves an address without a fragment against another.
---@param base string
---@param uri string
---@return string
function addresses.resolve(base, uri)
  if uri == "" then return base end
  if addresses.is_absolute(uri) then return uri end
  local root, path = base:match "^(%a[%w+.-]*://[^/?#]*)([^?#]*)"
  if not root then root, path = "", base end
  if addresses.is_absolute(path) then return uri end -- such as urn:, which has no relative addresses
  if uri:sub(1, 2) == "//" then return (root:match "^[^/]*" or "") .. uri end
  if uri:sub(1, 1) == "/" then return root .. without_dots(uri) end
  local folder = path:match "^(.*/)" or (root ~= "" and "/" or "")
  return root .. without_dots(folder .. uri)
end

--- Splits an address.
---@param uri string
---@return string before the fragment
---@return string fragment decoded, without its `#`
function addresses.split(uri)
  local before, fragment = uri:match "^([^#]*)#?(.*)$"
  return before, (fragment:gsub("%%(%x%x)", function(code) return string.char(tonumber(code, 16)) end))
end

--- Writes a JSON pointer with one more step.
---@param pointer string
---@param step string|integer
---@return string
function addresses.below(pointer, step)
  return pointer .. "/" .. escaped(type(step) == "string" and step or ("%s"):format(step))
end

--- Returns an address without the folder of another one, if it is in there.
---@param address string
---@param other string
---@return string
function addresses.beside(address, other)
  local folder = other:match "^.*/" or ""
  return address:sub(1, #folder) == folder and address:sub(#folder + 1) or address
end

--- Returns the address of a subschema in a generated schema.
---@param place yschema.KeywordPlace
---@return string
function addresses.of(place) return (place.text.address or "") .. "#" .. place.pointer:gsub("%%", "%%25") end

return addresses
