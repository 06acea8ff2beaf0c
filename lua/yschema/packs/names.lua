--- The names of packs: `pack:NAME`, wherever a file with a schema may be named.
--
-- @module yschema.packs.names

local names = {}

--- The beginning of each name.
names.PREFIX = "pack:"

local P, PREFIX = string.byte(names.PREFIX), names.PREFIX

--- Returns whether a path names a pack.
---@param path string
---@return boolean
function names.is(path) return string.byte(path) == P and string.sub(path, 1, #PREFIX) == PREFIX end

return names
