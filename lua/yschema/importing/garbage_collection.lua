--- Makes Lua's collector of garbage run less often while much is made that stays, and more often while nothing stays.
--
-- @module yschema.importing.garbage_collection

local attempt = require "yschema.base.attempt"

local garbage_collection = {}

-- The memory in use, in per cent of what was in use after the last time, at which the collector begins again.
local SELDOM, OFTEN = 400, 120

local function restored(pause, ok, ...)
  collectgarbage("setpause", pause)
  if not ok then error((...), 0) end
  return ...
end

--- Calls a function, during which the collector runs less often: most time of an import would be its time.
---@param f function
---@param ... any its arguments
---@return any ... its results; errors are thrown on
function garbage_collection.seldom(f, ...) return restored(collectgarbage("setpause", SELDOM), attempt(f, ...)) end

--- Calls a function, during which the collector runs more often: of what the function makes nothing stays, so that
--- memory grows only by garbage.
---@param f function
---@param ... any its arguments
---@return any ... its results; errors are thrown on
function garbage_collection.often(f, ...) return restored(collectgarbage("setpause", OFTEN), attempt(f, ...)) end

return garbage_collection
