--- Makes functions of Starlark whose code is compiled when they are called first.
--
-- @module yschema.code.later_function

local calls = require "yschema.starlark.calls"
local evaluation = require "yschema.expression.evaluation"
local sandbox = require "yschema.sandbox.sandbox"

local later_function = {}

local error, ipairs = error, ipairs

local no_holes = {}

-- Compiles a block and runs it, within limits of its own: a rule that calls the function first needs no larger budget
-- than others. Returns the value of a name that the block binds.
local function value_of(name, block, file, scope, limits)
  local found
  sandbox.within(limits, function(call)
    local ok, problem = call(function()
      local run, binds = evaluation.block(block.text, { file = file, line = block.line, columns = block.columns },
        scope, no_holes)
      if not run then error(binds, 0) end
      local values = { run() }
      for i, bound in ipairs(binds) do
        if bound == name then found = values[i] end
      end
    end)
    if not ok then error(problem, 0) end
  end, true)
  return found
end

--- Defines a function of Starlark in a scope. At its first call, its code is compiled, and the name means the compiled
-- function from then on.
---@param scope Scope
---@param piece { name: string, parameters: string[] } the name of the function, and its parameters: one or two, which
---  are required
---@param block_of fun(): table returns the block of its code, see `yschema.code.program`
---@param file string the name of the file with the code
---@param limits_of fun(text: string): yschema.Allowance the limits for compiling a text
function later_function.define(scope, piece, block_of, file, limits_of)
  local own
  local function compiled()
    local block = block_of()
    own = value_of(piece.name, block, file, scope, limits_of(block.text))
    scope:define(piece.name, own)
    block_of, limits_of = nil, nil
    return own
  end
  scope:define(piece.name, calls.register(function(a, b) return (own or compiled())(a, b) end,
    { name = piece.name, params = piece.parameters, required = #piece.parameters }))
end

return later_function
