--- Limits of time for machines of any speed: a limit is that of a usual machine that does nothing else, and where it is
-- exceeded, a piece of work of known length says how many times slower this machine is at the moment.

local command = require "spec.support.command"

local pace = {}

-- Seconds since some moment.
local function clock() return command.libuv().hrtime() / 1e9 end

-- Both runtimes search in C; a usual machine needs so many seconds:
local text, pattern, usual = ("a"):rep(100), "a-a-a-b", 0.024

-- Slower than this, a machine is too slow to say anything.
local SLOWEST = 10

-- The least of three, because one may be interrupted; never less than 1.
local function times_slower(timer)
  local best = math.huge
  for _ = 1, 3 do
    local began = timer()
    assert(not text:find(pattern))
    best = math.min(best, timer() - began)
  end
  return math.min(SLOWEST, math.max(1, best / usual))
end

--- Whether something took less time than it may.
---@param seconds number by the clock
---@param limit number seconds, on a usual machine
---@return boolean
function pace.within(seconds, limit) return seconds < limit or seconds < limit * times_slower(clock) end

--- Likewise for seconds of the processor, by `os.clock`.
---@param seconds number
---@param limit number
---@return boolean
function pace.within_processor(seconds, limit)
  return seconds < limit or seconds < limit * times_slower(os.clock)
end

return pace
