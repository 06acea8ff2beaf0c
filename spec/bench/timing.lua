--- Timing a function in Lua: nanoseconds of processor time.

local timing = {}

local clock = os.clock

local function once(run, count)
  local begin = clock()
  for _ = 1, count do run() end
  return (clock() - begin) / count
end

--- The median of some measurements of about 50 ms each.
---@param run function
---@param parts? integer what one run consists of
---@return number nanoseconds for each part
function timing.each(run, parts)
  local times, count = {}, 1
  while once(run, count) * count < 0.05 do count = count * 2 end
  for i = 1, 9 do times[i] = once(run, count) end
  table.sort(times)
  return times[5] * 1e9 / (parts or 1)
end

return timing
