--- Shared by the readers of statements: words, limits, and how faults are thrown.
--
-- Each reader reads until a statement is complete and keeps a stack of the open blocks. A block on the
-- stack is { word =, line =, body = its first line }. This is a part of `yschema.code.program`.
--
-- @module yschema.code.reading

local reading = {}

local error = error

--- Words that only statements of Lua begin with. A file has no `return`.
reading.lua = { ["local"] = true, ["function"] = true, ["repeat"] = true, ["do"] = true }

--- How deep functions, `if` and `for` may nest.
reading.max_depth = 60

--- Throws what is wrong with a line.
---@param line integer
---@param problem string
---@param column? integer from 1
---@param certain? boolean the text is no Lua, either
function reading.fail(line, problem, column, certain)
  error({ problem = problem, line = line, column = column or 1, certain = certain }, 0)
end

--- The innermost function on a stack of open blocks, or nil.
---@param stack table[]
---@return table?
function reading.innermost_function(stack)
  for i = #stack, 1, -1 do
    if stack[i].word == "def" then return stack[i] end
  end
end

return reading
