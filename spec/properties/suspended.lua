--- Validations that wait for each other: rules yield, and two validations of the same schema are resumed in random
-- order. Each has the result that it has alone, and that of the second evaluator.

local evaluator = require "spec.properties.evaluator.layers"
local value = require "spec.properties.value"
local values = require "spec.properties.values"

local suspended = {}

-- Returns the first result of each function, which are resumed in random order, and how often they waited.
local function interleaved(random, list)
  local threads, results, left, waits = {}, {}, {}, 0
  for i, call in ipairs(list) do threads[i], left[i] = coroutine.create(call), i end
  while left[1] do
    local at = random:int(1, #left)
    local i = left[at]
    local ok, result = coroutine.resume(threads[i])
    if not ok then error(result, 0) end
    if coroutine.status(threads[i]) == "dead" then
      results[i] = result
      table.remove(left, at)
    else waits = waits + 1 end
  end
  return results, waits
end

-- Returns the violations of a result as a text.
local function violations(result)
  local lines = {}
  for i, one in ipairs(result.violations) do lines[i] = ("%s %s %s"):format(one.kind, one.path, one.rule or "") end
  return table.concat(lines, "\n")
end

local function compare(alone, together, tools)
  local problem = tools.difference(alone, together)
  if problem then return problem end
  if violations(alone) ~= violations(together) then
    return ("the violations differ; alone:\n%s\nbeside another:\n%s"):format(violations(alone), violations(together))
  end
end

-- Compares a result with that of the second evaluator.
local function compare_expected(schema, layers, result)
  local expected = evaluator.evaluate(schema, layers)
  if expected.unsure then return nil end
  if expected.accepted ~= result.accepted then
    return ("%s by the second evaluator:\n%s"):format(expected.accepted and "accepted" or "refused",
      result.text or result.json)
  end
  local same = not result.accepted
    or value.json(expected.value, true) == value.json(value.read(result.json), true)
  if not same then return "the value is not that of the second evaluator:\n" .. result.json end
end

suspended.counts = { waits = 0 }

--- Returns a problem of two validations at the same time, or nil. `tools` has the functions of properties.lua.
function suspended.problem(composition, first, random, tools)
  if first.at_load or not random:chance(50) then return nil end
  local schema = composition.schema
  local all = { composition.layers, values.layers(random, schema) }
  local seed, inputs = random:int(1, 100000), {}
  for i, layers in ipairs(all) do
    inputs[i] = tools.inputs_of({ schema = schema, layers = layers }, tools.random(seed), { waits = true })
  end
  local waiting = tools.load(inputs[1], { pause = coroutine.yield })
  local calls = {}
  for i in ipairs(all) do calls[i] = function() return tools.validate(waiting, inputs[i]) end end
  local together, waits = interleaved(random, calls)
  suspended.counts.waits = suspended.counts.waits + waits
  local plain = tools.load(inputs[1], { pause = function() end })
  for i, layers in ipairs(all) do
    local problem = compare(tools.validate(plain, inputs[i]), together[i], tools)
      or compare_expected(schema, layers, together[i])
    if problem then return problem, inputs[i] end
  end
end

return suspended
