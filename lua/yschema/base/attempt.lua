--- Calls a function that may throw, but lets the error "not enough memory" pass.
--
-- A function that reads a text throws when the text is at fault. Want of memory is no fault of the text.
--
-- @module yschema.base.attempt

local error, pcall = error, pcall

-- What Lua throws when it has no memory.
local no_memory = "not enough memory"

local function result(ok, ...)
  if not ok and (...) == no_memory then error(no_memory, 0) end
  return ok, ...
end

--- As pcall(), but want of memory is no fault of a text, and goes on to the caller.
---@param f function
---@param ... any its arguments
---@return boolean ok
---@return any ... what f gave, or threw
local function attempt(f, ...) return result(pcall(f, ...)) end

return attempt
