--- The property that documents of `schema:example` are what they should be, for the core and the second evaluator.

local evaluator = require "spec.properties.evaluator.layers"
local value = require "spec.properties.value"
local yschema = require "yschema"

-- Returns the problem with a document that should be accepted, or refused; nil: there is none.
local function problem_with(composition, schema, json, accepted)
  local taken, report = schema:check_json(json)
  if (taken == true) ~= accepted then
    return ("the core %s the example:\n%s\n%s"):format(taken and "accepts" or "refuses", json, tostring(report))
  end
  local mine = evaluator.evaluate(composition.schema, { { value = value.read(json) } })
  if not mine.unsure and mine.accepted ~= accepted then
    return ("the second evaluator %s the example:\n%s"):format(mine.accepted and "accepts" or "refuses", json)
  end
end

return function(composition, first, random)
  if first.at_load or composition.expected.schema_error or not random:chance(40) then return nil end
  local seed = random:int(1, 1000)
  for _, document in ipairs(first.schema:example { count = 3, seed = seed } or {}) do
    local problem = problem_with(composition, first.schema, (yschema.encode(document, "json")), true)
    if problem then return problem end
  end
  for _, one in ipairs(first.schema:example { count = 3, invalid = true, seed = seed } or {}) do
    local problem = problem_with(composition, first.schema, (yschema.encode(one.document, "json")), false)
    if problem then return problem end
  end
end
