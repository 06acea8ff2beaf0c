--- Reads texts that have one document.
--
-- @module yschema.text.one_value

local core = require "yschema.core"

local one_value = {}

--- Reads the value of a text.
---@param source userdata a core source
---@param settings? table as for `core.parse()`
---@param ordered? boolean maps keep the order of their keys
---@return any? value nil: the text cannot be read, or does not have one document
---@return string? problem
---@return yschema.Violation? failure the place of the problem, if it has one
function one_value.of(source, settings, ordered)
  local documents, owner = core.parse(source, settings)
  if not documents then
    local failure = assert(owner):violations()[1]
    owner:close()
    return nil, failure.message, failure
  end
  local value, problem = nil, "expected one document"
  if documents:count() == 1 then value, problem = documents:value(1, ordered) end
  documents:close()
  return value, problem
end

return one_value
