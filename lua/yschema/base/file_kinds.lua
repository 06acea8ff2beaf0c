--- Tells what a file is for by the end of its name.
--
-- @module yschema.base.file_kinds

local file_kinds = {}

local find = string.find

--- Whether a file is Starlark and nothing else: its lines have no `#@`.
---@param name string
---@return boolean
function file_kinds.is_starlark(name) return find(name, "%.star$") ~= nil end

--- Whether a file is there to be loaded by others: it holds no documents of its own.
---@param name string
---@return boolean
function file_kinds.is_library(name)
  return file_kinds.is_starlark(name) or find(name, "%.lib%.ya?ml$") ~= nil
end

return file_kinds
