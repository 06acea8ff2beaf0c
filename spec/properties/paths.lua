--- The paths of values, as reports write them.

local value = require "spec.properties.value"

local paths = {}

--- The path of the value of a key in the map at a path.
function paths.child(path, key)
  if key:find "^[%w_-]+$" then return path == "" and key or path .. "." .. key end
  return path .. "[" .. value.quoted(key) .. "]"
end

--- The path of an item, counted from 1, of the array at a path.
function paths.item(path, index) return ("%s[%d]"):format(path, index - 1) end

return paths
