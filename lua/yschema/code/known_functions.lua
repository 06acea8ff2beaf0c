--- Makes the functions of a text with an outline: those without YAML are compiled when they are called first, and those
-- that consist of YAML need no compiler.
--
-- @module yschema.code.known_functions

local chunk_names = require "yschema.sandbox.chunk_names"
local known_arguments = require "yschema.expression.known_arguments"
local lazily = require "yschema.base.lazily"
local signatures = require "yschema.starlark.signatures"
local evaluation = lazily "yschema.expression.evaluation"
local runtime = lazily "yschema.starlark.runtime"

local known_functions = {}

local assert, error, ipairs, load = assert, error, ipairs, load

local no_holes = {}

-- Compiles a block and runs it. Returns the value of a name that the block binds.
local function value_of(name, block, file, scope)
  local run, binds = evaluation.block(block.text, { file = file, line = block.line, columns = block.columns }, scope,
    no_holes)
  if not run then error(binds, 0) end
  local values = { run() }
  for i, bound in ipairs(binds) do
    if bound == name then return values[i] end
  end
end

--- Defines a function of Starlark in a scope. At its first call, its code is compiled, and the name means the compiled
-- function from then on.
---@param scope Scope
---@param piece { name: string, parameters: string[] } the name of the function, and its parameters: one or two, which
---  are required
---@param block_of fun(): table returns the block of its code, see `yschema.code.program`
---@param file string the name of the file with the code
---@param limits_of fun(text: string): yschema.Allowance the limits for compiling a text
function known_functions.define_later(scope, piece, block_of, file, limits_of)
  local own
  local function compiled()
    local block = block_of()
    own = known_arguments.compiled_within(limits_of(block.text), function()
      return value_of(piece.name, block, file, scope)
    end)
    scope:define(piece.name, own)
    block_of, limits_of = nil, nil
    return own
  end
  scope:define(piece.name, signatures.register(function(a, b) return (own or compiled())(a, b) end,
    { name = piece.name, params = piece.parameters, required = #piece.parameters }))
end

-- The function for `def NAME():` with a body in YAML, as `yschema.codegen` makes it. Its second line is the first line
-- of the body, for the places of errors.
local BODY = [[local W, N, signature, arity_error = ... return function(...)
if ... ~= nil then arity_error(signature, ...) end local F = W.open(N) W.put(F, N) return (W.close(F)) end]]

local function arity_error(...) runtime.arity_error(...) end

--- Defines a function of Starlark that has no parameters and consists of a body in YAML.
---@param scope Scope
---@param piece { name: string, first: integer } its name and its first line
---@param hole integer the number of the hole with its body
---@param builder table see `yschema.code.lua_block`
---@param file string the name of the file with the code
function known_functions.define_body(scope, piece, hole, builder, file)
  local signature = { name = piece.name, params = {}, required = 0, float = false, is_known_text = true }
  local chunk = assert(load(BODY, chunk_names.of(file, piece.first), "t", {}))
  scope:define(piece.name, signatures.register(chunk(builder, hole, signature, arity_error), signature))
end

return known_functions
