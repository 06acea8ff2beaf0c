--- Tells by the end of a file's name what the file is for.
--
-- @module yschema.base.file_kinds

local file_kinds = {}

local find = string.find

--- Returns whether a file holds only Starlark, so that its lines have no `#@`.
---@param name string
---@return boolean
function file_kinds.is_starlark(name) return find(name, "%.star$") ~= nil end

--- Returns whether a file is only loaded by other files and holds no documents itself.
---@param name string
---@return boolean
function file_kinds.is_library(name)
  return file_kinds.is_starlark(name) or find(name, "%.lib%.ya?ml$") ~= nil
end

return file_kinds
