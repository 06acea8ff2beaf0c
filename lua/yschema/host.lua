--- How the core calls the closures of overlays: matchers, `via=`, `expects=`.
--
-- They are asked in the middle of a merge, from C, and so may not yield.
--
-- @module yschema.host

local core = require "yschema.core"
local in_words = require "yschema.words"

local host = {}

-- Most schemas have no functions for the core to call: it comes with the first run.
local sandbox

local error, pcall, rawget, require = error, pcall, rawget, require
local select, type = select, type

-- What a closure threw, with places in the YAML files.
local function thrown(problem)
  if type(problem) == "table" and rawget(problem, "failed") == true then
    problem = rawget(problem, "message")
  end
  local text = in_words(problem, sandbox.call)
  if text then return require("yschema.expr").translate(text) end
  return "error object is a " .. type(problem) .. " value"
end

local function answer(ok, ...)
  if ok then return true, ... end
  return false, thrown((...))
end

function core.hooks.call(fn, ...)
  -- A lambda takes what it is given, as in ytt; a Lua function may leave some of it out.
  local problem = require("yschema.starlark.calls").problem(fn, select("#", ...))
  if problem then return false, problem end
  return answer(sandbox.call(fn, ...))
end

--- Runs a function in which the core may call closures, within the budget that
-- each of their calls has.
---@param budget? integer
---@param f function
---@param ... any its arguments
---@return any # its first result
function host.run(budget, f, ...)
  sandbox = sandbox or require "yschema.sandbox"
  local _, stop = sandbox.start(budget)
  local ok, result = pcall(f, ...)
  stop()
  if not ok then error(result, 0) end
  return result
end

return host
