--- Compiles and evaluates expressions of CEL.
--
--     local program, problem = evaluation.compile("self.min < 9", { variables = { self = "map(string, int)" } })
--     local ok, value = program:run { self = map }
--
-- @module yschema.cel.evaluation

local attempt = require "yschema.base.attempt"
local checker = require "yschema.cel.checker"
local compiler = require "yschema.cel.compiler"
local lexer = require "yschema.cel.lexer"
local library = require "yschema.cel.library.library"
local parser = require "yschema.cel.parser"
local types = require "yschema.cel.types"
local values = require "yschema.cel.values.values"

local evaluation = {}

local error, pairs, setmetatable, type = error, pairs, setmetatable, type

---@class yschema.CelProgram
---@field type string the type of the result, as a text
---@field result table the type
---@field private slots table<string, integer> of variables
---@field private code fun(frame: table): any
local Program = {}
Program.__index = Program

--- Evaluates the expression; throws its errors, and those of limits.
---@param variables table<string, any> values of CEL
---@return any
function Program:value(variables)
  local frame, slots = {}, self.slots
  for name, slot in pairs(slots) do frame[slot] = variables[name] end
  return self.code(frame)
end

--- Evaluates the expression.
---@param variables table<string, any>
---@return boolean ok
---@return any value or the error, whose `message` says what is wrong
function Program:run(variables)
  local ok, value = attempt(self.value, self, variables)
  if not ok and not values.is_error(value) then error(value, 0) end
  return ok, value
end

-- Returns the types of variables, which may be given as texts.
local function known_types(variables)
  local out = {}
  for name, t in pairs(variables or {}) do out[name] = type(t) == "string" and types.of_text(t) or t end
  return out
end

---@class yschema.CelOptions
---@field variables? table<string, string|table> the types of variables, as texts or as types
---@field container? string the namespace of the expression
---@field unchecked? boolean errors of types come at run-time

local function compiled(text, options)
  local tree = parser.parse(text)
  local result, slots = checker.check(tree, {
    variables = known_types(options.variables), container = options.container, unchecked = options.unchecked,
  })
  return setmetatable({ type = types.spelled(result), result = result, slots = slots, code = compiler.compile(tree) },
    Program)
end

--- Compiles an expression.
---@param text string
---@param options? yschema.CelOptions
---@return yschema.CelProgram? program
---@return { problem: string, at: integer }? problem a sentence, and the offset in bytes from 1
function evaluation.compile(text, options)
  local ok, program = attempt(compiled, text, options or {})
  if ok then return program end
  if type(program) ~= "table" or not program.problem then error(program, 0) end
  return nil, program
end

--- Returns whether a text has a name that is no field of something.
---@param text string
---@param name string
---@return boolean
function evaluation.mentions(text, name)
  local ok, tokens = attempt(lexer.tokens, text)
  if not ok then return false end
  for i, value in ipairs(tokens.values) do
    if value == name and tokens.kinds[i] == "name" and tokens.values[i - 1] ~= "." then return true end
  end
  return false
end

--- Lists the names of functions and methods, without operators, in alphabetical order.
---@return string[]
function evaluation.functions()
  local met, names = {}, {}
  for _, row in ipairs(library) do
    if not met[row.name] and row.name:find "^%a" then
      met[row.name], names[#names + 1] = true, row.name
    end
  end
  table.sort(names)
  return names
end

return evaluation
