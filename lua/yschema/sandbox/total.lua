--- Limits what functions may use up together, in a command, or for an answer to an editor.
--
-- Each call of a function has a budget of its own (`yschema.sandbox.sandbox`). A schema with many functions that use it
-- up, or with many items for one of them, would take as often as long. So a function is given up after a few of such
-- calls, and all functions are after more of them, or after some time. The calls for one document have a limit
-- together, too, since each may take nearly its budget. Calls that take less than a hundredth of it do not count.
--
-- @module yschema.sandbox.total

local total = {}

local clock, error, pcall, setmetatable = os.clock, error, pcall, setmetatable

---@class yschema.Total
---@field private times integer so many calls of a function may use up their limits before it is given up
---@field private left integer so many calls may still do so before all functions are given up
---@field private most integer
---@field private seconds? integer of the processor's time
---@field private ends? number
---@field private counts table<integer, table<function, integer>> by budgets
---@field private problems table<integer, table<function, string>> why functions are given up, by budgets
local Total = {}
Total.__index = Total

--- Makes a total.
---@param seconds? integer the time that functions may take; nil: no limit
---@param times? integer see `yschema.Total`
---@return yschema.Total
function total.new(seconds, times)
  times = times or 3
  local most = 7 * times
  return setmetatable({
    times = times, left = most, most = most, seconds = seconds, ends = seconds and clock() + seconds, counts = {},
    problems = {},
  }, Total)
end

--- Returns the instructions that all calls for a document may take together.
---@param budget integer of each
---@return integer
function Total:together(budget) return self.most * budget end

--- Notes that a call has used up its limits.
function Total:take() self.left = self.left - 1 end

-- Returns what is known of functions that have a budget.
local function by_functions(map, budget)
  map[budget] = map[budget] or setmetatable({}, { __mode = "k" })
  return map[budget]
end

--- Returns the functions that are given up while each call has some budget.
---@param budget? integer
---@return table<function, string> problems
function Total:given_up(budget) return by_functions(self.problems, budget or 0) end

--- Notes which function has used up its limits.
---@param f function
---@param budget? integer
---@return table<function, string> given_up
function Total:note(f, budget)
  local counts, given_up = by_functions(self.counts, budget or 0), self:given_up(budget)
  counts[f] = (counts[f] or 0) + 1
  if counts[f] >= self.times then
    given_up[f] = ("it is not called any more, because it has used up its limits %d times"):format(counts[f])
  end
  return given_up
end

--- Returns whether the limits are timed, so that the time has to be looked at between calls.
function Total:is_timed() return self.ends ~= nil end

--- Returns why no function is called any more.
---@return string? problem nil: functions are called
function Total:problem()
  if self.left <= 0 then
    return ("no function is called any more, because functions have used up their limits %d times"):format(self.most)
  elseif self.ends and clock() > self.ends then
    return ("no function is called any more, because they have taken %d seconds"):format(self.seconds)
  end
end

--- The total that counts now; nil: each run has its own.
---@type yschema.Total?
total.current = nil

--- Makes a total for work that tries many values: a function may use up its limits for some of them only.
---@return yschema.Total
function total.for_tries() return total.new(nil, 5) end

--- Calls a function while a total counts.
---@param own yschema.Total
---@param f function
---@param ... any its arguments
---@return any ... what it returned
function total.within(own, f, ...)
  local outer = total.current
  total.current = own
  local function finish(ok, ...)
    total.current = outer
    if not ok then error((...), 0) end
    return ...
  end
  return finish(pcall(f, ...))
end

return total
