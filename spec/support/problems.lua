--- What specs say about problems: a function that fails returns nil and a table with a kind and a text.

local assert = require "luassert"

local problems = {}

--- Asserts that a function failed so.
---@param kind string
---@param value any what it returned
---@param violation any beside that
---@return table violation
function problems.of(kind, value, violation)
  assert.is_nil(value)
  assert.is_table(violation)
  assert.equal(kind, violation.kind, tostring(violation))
  return violation
end

--- Asserts that the text of a problem has certain words.
---@param expected string
---@param violation any
function problems.say(expected, violation)
  assert.is_truthy(tostring(violation):find(expected, 1, true), tostring(violation))
end

return problems
