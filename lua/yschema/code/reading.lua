--- Shared by the readers of statements: words, limits, and how errors are thrown.
--
-- Each reader reads until a statement is complete and keeps a stack of the open blocks. A block on the
-- stack is { word =, line =, body = its first line }. This is a part of `yschema.code.program`.
--
-- @module yschema.code.reading

local reading = {}

local error = error

--- Words with which only statements of Lua begin. `return` is missing: it is not allowed in a file.
reading.lua = { ["local"] = true, ["function"] = true, ["repeat"] = true, ["do"] = true }

--- The greatest depth to which functions, `if` and `for` may nest.
reading.max_depth = 60

--- Throws an error of a line.
---@param line integer
---@param problem string
---@param column? integer from 1
---@param certain? boolean whether the text is certainly not Lua, either
function reading.fail(line, problem, column, certain)
  error({ problem = problem, line = line, column = column or 1, certain = certain }, 0)
end

--- Returns the innermost function on a stack of open blocks, or nil.
---@param stack table[]
---@return table?
function reading.innermost_function(stack)
  for i = #stack, 1, -1 do
    if stack[i].word == "def" then return stack[i] end
  end
end

return reading
