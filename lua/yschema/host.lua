--- How the core calls the closures of overlays: matchers, `via=`, `expects=`.
--
-- They are asked in the middle of a merge, from C, and so may not yield.
--
-- @module yschema.host

local core = require "yschema.core"
local sandbox = require "yschema.sandbox"

local host = {}

local error, getmetatable, pcall, rawget = error, getmetatable, pcall, rawget
local require, tostring, type = require, tostring, type

-- What a closure threw, in words, with places in the YAML files.
local function words(problem)
  local failed = type(problem) == "table" and rawget(problem, "failed") == true
  if failed then problem = rawget(problem, "message") end
  local kind = type(problem)
  if kind == "string" or kind == "number" then
    return require("yschema.expr").translate(tostring(problem))
  end
  local mt = kind == "table" and getmetatable(problem)
  if type(mt) == "table" and rawget(mt, "__tostring") then
    local ok, text = sandbox.call(tostring, problem)
    if ok and type(text) == "string" then return text end
  end
  return "error object is a " .. kind .. " value"
end

local function answer(ok, ...)
  if ok then return true, ... end
  return false, words((...))
end

function core.hooks.call(fn, a, b, c)
  return answer(sandbox.call(fn, a, b, c))
end

--- Runs a function in which the core may call closures, within the budget that
-- each of their calls has.
---@param budget? integer
---@param f function
---@param ... any its arguments
---@return any # its first result
function host.run(budget, f, ...)
  local _, stop = sandbox.start(budget)
  local ok, result = pcall(f, ...)
  stop()
  if not ok then error(result, 0) end
  return result
end

return host
