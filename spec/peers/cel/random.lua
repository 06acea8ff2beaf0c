-- Compares what yschema makes of random expressions with what @bufbuild/cel makes of them (random.mjs):
--
--   node spec/peers/cel/random.mjs FOLDER SEED COUNT [mutate] | lua5.4 spec/peers/cel/random.lua
--
-- The values have to be the same, of the same types, and where one fails, the other has to. An expression that the
-- checker accepts has to give the same with types and without them. The last lines count what differs for a reason that
-- is known (`known` below); the last line is `N passed, M failed`.

local path = (jit and "luajit" or "lua54") .. "/?.so;"
package.path = "./?.lua;lua/?.lua;lua/?/init.lua;" .. package.path
package.cpath = (os.getenv "YSCHEMA_BUILD" or "build") .. "/" .. path .. package.cpath
local core = require "yschema.core"
local cel_values = require "spec.support.cel_values"
local evaluation = require "yschema.cel.evaluation"
local settings = require "yschema.pipeline.settings".of_options({}, 1)

local passed, failed, refused, counts = 0, 0, 0, {}

-- The result of an expression: a text; "fails", or "refused" when it is none.
local function outcome(expr, unchecked)
  local program, problem = evaluation.compile(expr, { unchecked = unchecked })
  if not program then return "refused", problem.problem end
  local ok, value = program:run {}
  if not ok then return "fails", value.message end
  return cel_values.text(value)
end

local function expected_of(row)
  if row.refused then return "refused", row.refused end
  if row.error then return "fails", row.error end
  local ok, text = pcall(function() return cel_values.text(cel_values.read(row.value)) end)
  if ok then return text end
  return "fails", tostring(text)
end

-- Returns a text without what makes spellings of numbers different.
local function plain(text)
  text = text:gsub("%+?Infinity", "Inf"):gsub("%+Inf", "Inf"):gsub("(%.%d-)0+([Zs])", "%1%2")
  return (text:gsub("%-?%d+%.?%d*e[-+]?%d+", function(number) return ("%.17g"):format(tonumber(number)) end)
    :gsub("%d+%.?%d*", function(number) return ("%.17g"):format(tonumber(number)) end))
end

-- Why the other program differs: each row is a text, and a function that says whether it applies.
local known = {
  { "the other divides large uints with an error", function(_, theirs)
    return theirs:find "overflow during divide" ~= nil or theirs:find "overflow during modulus" ~= nil
  end },
  { "the other orders what is not a number", function(ours) return ours:find "NaN has no order" ~= nil end },
  { "the other reads any text as a number", function(ours) return ours:find "is no [%a]+$" ~= nil end },
  { "the other negates any value", function(ours, theirs)
    return ours:find("no such overload: -_(", 1, true) ~= nil or theirs:find("overload for '-_'", 1, true) ~= nil
  end },
  { "the other writes doubles, and fractions of seconds, as JavaScript does", function(_, _, ours, theirs)
    return plain(ours) == plain(theirs)
  end },
  { "the other compares large integers with doubles exactly", function(_, _, ours, theirs, expr)
    return ours == "true" and theirs == "false" and expr:find "%d%d%d%d%d%d%d%d%d" ~= nil
  end },
  { "the other negates the least integer, and divides it by -1", function(ours, _, _, _, expr)
    return ours:find "does not fit the type int" ~= nil and expr:find "9223372036854775808" ~= nil
  end },
  { "the other lacks functions of lists, and `in` for keys that maps cannot have", function(_, theirs)
    return theirs:find("applied to 'list", 1, true) ~= nil or theirs:find("'@in' applied", 1, true) ~= nil
  end },
  { "the other converts durations to seconds, where Go gives nanoseconds", function(_, _, ours, theirs, expr)
    return expr:find("int(", 1, true) ~= nil and expr:find("duration(", 1, true) ~= nil
      and ours:find "^%-?%d+0000$" ~= nil and theirs:find "^%-?%d+$" ~= nil
  end },
  { "the other has no doubles for %d", function(_, theirs) return theirs:find "invalid integer value" ~= nil end },
  { "the other makes timestamps of milliseconds", function(_, _, ours, _, expr)
    return ours:find "^timestamp" ~= nil and expr:find "timestamp%([^']" ~= nil
  end },
  { "the other has fields of null", function(ours) return ours:find("has no fields", 1, true) ~= nil end },
  { "the other makes a duration of seconds", function(ours) return ours:find("duration(int)", 1, true) ~= nil end },
  { "the other has literals of more than 64 bits", function(_, _, _, theirs) return theirs:find "nil" ~= nil end },
  { "the other takes any index of a list", function(ours) return ours:find("_[_](list, ", 1, true) ~= nil end },
}

local function compare(row)
  local expected, their_problem = expected_of(row)
  local got, problem = outcome(row.expr, true)
  local checked, check_problem = outcome(row.expr, false)
  if checked ~= "refused" and checked ~= got then
    return ("with types: %s (%s); without: %s (%s)"):format(checked, tostring(check_problem), got, tostring(problem))
  end
  if got == expected then return nil end
  if row.mutated and (got == "refused" or expected == "refused") then
    refused = refused + 1
    return nil
  end
  for _, difference in ipairs(known) do
    if difference[2](problem or "", their_problem or "", got, expected, row.expr) then
      counts[difference[1]] = (counts[difference[1]] or 0) + 1
      return nil
    end
  end
  return ("it gives %s (%s), not %s (%s)"):format(got, tostring(problem), expected, tostring(their_problem))
end

for line in io.lines() do
  local documents = assert(core.parse(core.source("row", line, false, true), settings))
  local row = documents:value(1)
  local ok, problem = pcall(compare, row)
  if not ok then problem = "ERROR " .. tostring(problem) end
  if problem then
    failed = failed + 1
    print("FAILED " .. problem)
    print("    " .. row.expr)
  else
    passed = passed + 1
  end
end

for _, difference in ipairs(known) do
  if counts[difference[1]] then print(("%5d: %s"):format(counts[difference[1]], difference[1])) end
end
if refused > 0 then print(("%5d: only one of the two refuses a mutated expression"):format(refused)) end
print(("%d passed, %d failed"):format(passed, failed))
os.exit(failed == 0)
