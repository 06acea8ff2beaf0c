--- The names of packs: `pack:NAME`, wherever a file with a schema may be named.
--
-- @module yschema.packs.pack_name

local pack_name = {}

--- The beginning of each name.
pack_name.PREFIX = "pack:"

local P, PREFIX = string.byte(pack_name.PREFIX), pack_name.PREFIX

--- Returns whether a path names a pack.
---@param path string
---@return boolean
function pack_name.is(path) return string.byte(path) == P and string.sub(path, 1, #PREFIX) == PREFIX end

return pack_name
