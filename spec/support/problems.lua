--- What specs say about problems: a function that fails returns nil and a table with a kind and a text.

local assert = require "luassert"

local problems = {}

--- Asserts that a function failed so.
---@param kind string
---@param value any what it returned
---@param fault any beside that
---@return table fault
function problems.of(kind, value, fault)
  assert.is_nil(value)
  assert.is_table(fault)
  assert.equal(kind, fault.kind, tostring(fault))
  return fault
end

--- Asserts that the text of a problem has certain words.
---@param expected string
---@param fault any
function problems.say(expected, fault)
  assert.is_truthy(tostring(fault):find(expected, 1, true), tostring(fault))
end

return problems
