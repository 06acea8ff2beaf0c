--- Calls a function that may throw, but lets the error "not enough memory" pass.
--
-- A function that reads a text throws when the text has an error. A lack of memory is not an error of the text.
--
-- @module yschema.base.attempt

local error, pcall = error, pcall

local core = require "yschema.base.lazily" "yschema.core"

local function result(ok, ...)
  if not ok and (...) == core.NO_MEMORY then error(core.NO_MEMORY, 0) end
  return ok, ...
end

--- Calls a function as pcall() does, but throws the error "not enough memory" on to the caller.
---@param f function
---@param ... any its arguments
---@return boolean ok
---@return any ... what f returned, or what it threw
local function attempt(f, ...) return result(pcall(f, ...)) end

return attempt
