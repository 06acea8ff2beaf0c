--- The errors that `fail()` throws.
--
-- @module yschema.starlark.failures

local failures = {}

local getmetatable, setmetatable, type = getmetatable, setmetatable, type

local failure_mt = { __tostring = function(self) return self.message end }

--- Makes the error that `fail()` throws: { failed = true, message =, by = }.
---@param message string
---@param by? string how ytt calls the function that failed, for `assert.try_to`; "fail" by default
function failures.new(message, by)
  return setmetatable({ failed = true, message = message, by = by or "fail" }, failure_mt)
end

--- Returns whether a caught error comes from `fail()`.
function failures.is(problem)
  return type(problem) == "table" and getmetatable(problem) == failure_mt
end

return failures
