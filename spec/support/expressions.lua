--- Annotation arguments, evaluated as a schema's are.

local assert = require "luassert"
local evaluation = require "yschema.expression.evaluation"
local scope = require "yschema.expression.scope"

local expressions = {}

--- The arguments of an annotation, or nil and the problem.
---@param text string
---@param env? table
function expressions.arguments(text, env)
  return evaluation.arguments(text, { file = "s.yml", line = 1 }, scope.new { env = env })
end

--- The value of one argument.
---@param text string
---@param env? table
function expressions.value(text, env)
  local args, problem = expressions.arguments(text, env)
  return assert(args, problem)[1].value
end

--- The problem of invalid arguments.
---@param text string
---@param env? table
---@return string
function expressions.problem(text, env)
  local args, problem = expressions.arguments(text, env)
  assert(not args, text .. " can be evaluated")
  return problem
end

--- Rows { expression, value } and { expression, problem = } as specs; `env`, the names
-- the caller hands over.
---@param it function busted's, which is not there for modules
---@param rows table
function expressions.rows(it, rows)
  for _, row in ipairs(rows) do
    local text = row[1]
    it(text, function()
      if row.problem then
        assert.equal(row.problem, expressions.problem(text, row.env))
      else
        assert.same(row[2], expressions.value(text, row.env))
      end
    end)
  end
end

--- The same for Lua: each text is the body of a function of no arguments.
---@param it function
---@param rows table
function expressions.lua_rows(it, rows)
  for _, row in ipairs(rows) do
    it(row[1], function()
      local f = expressions.value("function() " .. row[1] .. " end", row.env)
      if row.problem then
        local ok, problem = pcall(f)
        assert.is_false(ok)
        assert.equal(row.problem, (tostring(problem):gsub("^%[y%d+:%d+%]:%d+: ", "")))
      else
        assert.same(row[2], f())
      end
    end)
  end
end

return expressions
