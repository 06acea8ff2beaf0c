--- Validates pairs of schemas, from the rows of the table and at random, until enough values have been validated.

local pairs_of = require "spec.comparison.pairs"
local rows = require "spec.comparison.rows"

local fuzzing = {}

local function note(result, number, pair, amount, direction, report)
  local ok, accepted, changes, problem = pcall(pairs_of.validate, pair, amount, direction)
  if not ok then problem, accepted = accepted, 0 end
  if not accepted then
    result.invalid = result.invalid + 1
    return
  end
  result.pairs = result.pairs + 1
  result.values = result.values + accepted
  for _, change in ipairs(ok and changes or {}) do
    result.verdicts[change.verdict] = (result.verdicts[change.verdict] or 0) + 1
    result.witnesses = result.witnesses + #change.witnesses
    if change.rule == "sampled-difference" then result.sampled = result.sampled + 1 end
  end
  if problem then
    result.found = result.found + 1
    report(("pair %s: %s\n---- old\n%s---- new\n%s"):format(number, problem, pair.old, pair.new))
  end
end

-- Validates the rows, in both directions: a schema that takes away in one adds in the other.
local function validate_rows(result, number, amount, report)
  for i, row in ipairs(rows) do
    for _, pair in ipairs { { old = row.old, new = row.new }, { old = row.new, new = row.old } } do
      pair.number = number
      note(result, "row " .. i .. ", " .. row.title, pair, amount, nil, report)
    end
  end
end

--- Validates until `options.count` values were accepted, or `options.pairs` pairs were validated.
---@return table result
function fuzzing.run(options, report)
  local result = { pairs = 0, values = 0, found = 0, invalid = 0, witnesses = 0, sampled = 0, verdicts = {} }
  local number = options.from or 1
  while result.values < options.count and result.pairs + result.invalid < (options.pairs or math.huge) do
    if number % 200 == 1 then validate_rows(result, number, options.each, report) end
    local pair = pairs_of.make(options.seed, number)
    note(result, number, pair, options.each, nil, report)
    if number % 5 == 0 then note(result, number, pair, 0, "full", report) end
    number = number + 1
  end
  return result
end

--- Says in a line what was validated.
function fuzzing.summary(result)
  local verdicts = {}
  for _, name in ipairs { "breaking", "unknown", "result", "safe", "docs" } do
    verdicts[#verdicts + 1] = ("%d %s"):format(result.verdicts[name] or 0, name)
  end
  return ("%d pairs, %d values that nothing breaks, %d witnesses; changes: %s (%d by sampling); %d found"):format(
    result.pairs, result.values, result.witnesses, table.concat(verdicts, ", "), result.sampled, result.found)
end

return fuzzing
