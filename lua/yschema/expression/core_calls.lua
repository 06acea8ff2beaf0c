--- Calls functions for the core: matchers and `via=` of overlays, `allowed=` and `expects=`, and
-- alternatives that are functions.
--
-- The core calls them from C in the middle of a merge, a check or a compilation, so they must not
-- yield. Each call sets its own budget here: the code that starts the core's work need not set one.
--
-- @module yschema.expression.core_calls

local core = require "yschema.core"
local signatures = require "yschema.starlark.signatures"

local core_calls = {}

-- The sandbox is loaded at the first call, because most schemas have no functions for the core to call.
local sandbox
local function need_sandbox() sandbox = sandbox or require "yschema.sandbox.sandbox" end

-- The function by which the innermost `core_calls.run` calls closures, and its settings.
local shared_call, shared_settings

-- Returns the message of an error that a closure threw. Places in chunks become places in the YAML files.
local function thrown(problem, call)
  if type(problem) == "table" and rawget(problem, "failed") == true then
    problem = rawget(problem, "message")
  end
  local text = require "yschema.base.value_in_words" (problem, call)
  if text then return require("yschema.sandbox.chunk_names").translate(text) end
  return "error object is a " .. type(problem) .. " value"
end

local function nothing() end

-- Ends what `begin` started, and returns the results of a call, or false and its error message.
local function answer(call, stop, ok, ...)
  if ok then
    stop()
    return true, ...
  end
  local worded, text = pcall(thrown, (...), call)
  stop()
  return false, worded and text or "the function failed"
end

-- Returns a function that calls another one within the budget of the settings, and a function that must be
-- called at the end.
local function begin(settings)
  need_sandbox()
  if settings and shared_settings == settings and sandbox.current() == shared_call then
    return shared_call, nothing
  end
  return sandbox.start(settings)
end

--- Calls a function for the core.
---@param settings? yschema.Settings the settings with which the core's owner was made
---@param fn function
---@return boolean ok
---@return any ... the results of the function; or the message of its error
function core.hooks.call(settings, fn, ...)
  -- As in ytt, a lambda must accept all arguments that it is given. A Lua function may ignore some of them.
  local problem = signatures.problem(fn, select("#", ...))
  if problem then return false, problem end
  if signatures.is_known_text(fn) then return answer(pcall, nothing, pcall(fn, ...)) end
  local call, stop = begin(settings)
  return answer(call, stop, call(fn, ...))
end

--- Runs a function in which the core may call many closures. All these calls share one preparation of their
-- budgets. This is quicker and changes nothing else.
---@param settings yschema.Settings the settings of the core's owner
---@param f function
---@param ... any the arguments of `f`
---@return any result of `f`
function core_calls.run(settings, f, ...)
  need_sandbox()
  local outer_call, outer_settings = shared_call, shared_settings
  local call, stop = sandbox.start(settings)
  shared_call, shared_settings = call, settings
  local ok, result = pcall(f, ...)
  shared_call, shared_settings = outer_call, outer_settings
  stop()
  if not ok then error(result, 0) end
  return result
end

return core_calls
