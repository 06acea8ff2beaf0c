--- Assertions about problems: a function that fails returns nil and a table with a kind and a text.

local assert = require "luassert"

local problems = {}

--- Asserts that a function failed with a problem of a kind.
---@param kind string
---@param value any what it returned
---@param problem any the second result
---@return table problem
function problems.of(kind, value, problem)
  assert.is_nil(value)
  assert.is_table(problem)
  assert.equal(kind, problem.kind, tostring(problem))
  return problem
end

--- Asserts that the text of a problem has certain words.
---@param expected string
---@param problem any
function problems.say(expected, problem)
  assert.is_truthy(tostring(problem):find(expected, 1, true), tostring(problem))
end

return problems
