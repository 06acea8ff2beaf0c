--- Reads the rule at the end of a file of a time zone: "EST5EDT,M3.2.0,M11.1.0" says when summer time begins and ends.
--
-- @module yschema.cel.values.zone_rules

local calendar = require "yschema.cel.values.calendar"

local zone_rules = {}

local match, sub = string.match, string.sub
local tonumber = tonumber

-- Reads a time such as "-5:30", with the place after it, in seconds.
local function time_at(text, at)
  local sign, hours, after = match(text, "^([-+]?)(%d+)()", at)
  if not hours then return nil end
  local seconds = tonumber(hours) * 3600
  for _, unit in ipairs { 60, 1 } do
    local number, next_one = match(text, "^:(%d%d?)()", after)
    if not number then break end
    seconds, after = seconds + tonumber(number) * unit, next_one
  end
  return sign == "-" and -seconds or seconds, after
end

-- Skips the short name of a zone; returns the place after it.
local function after_name(text, at)
  return match(text, "^<[^>]*>()", at) or match(text, "^%a+()", at)
end

-- Returns the second of a year at which a change of a rule happens, in the zone's own time before the change.
local function change_in(rule, year)
  local first = calendar.seconds(year, 1, 1, 0, 0, 0)
  if rule.day then
    local day = rule.day
    if rule.skips_leap_day and (day < 60 or calendar.month_length(year, 2) == 28) then day = day - 1 end
    return first + day * 86400 + rule.time
  end
  local month_start = calendar.seconds(year, rule.month, 1, 0, 0, 0)
  local day = (rule.week_day - calendar.fields(month_start).week_day) % 7 + (rule.week - 1) * 7
  while day >= calendar.month_length(year, rule.month) do day = day - 7 end
  return month_start + day * 86400 + rule.time
end

-- Reads when a change happens: ",M3.2.0/2", ",J60" or ",59".
local function change_at(text, at)
  local month, week, week_day, after = match(text, "^,M(%d+)%.(%d)%.(%d)()", at)
  local rule
  if month then
    rule = { month = tonumber(month), week = tonumber(week), week_day = tonumber(week_day) }
  else
    local julian, day
    julian, day, after = match(text, "^,(J?)(%d+)()", at)
    if not day then return nil end
    rule = { day = tonumber(day), skips_leap_day = julian == "J" }
  end
  rule.time = 7200
  if sub(text, after, after) == "/" then rule.time, after = time_at(text, after + 1) end
  return rule, after
end

--- Reads a rule.
---@param text string
---@return fun(seconds: integer): integer? offset returns the offset from UTC, in seconds; nil: the text is no rule
function zone_rules.read(text)
  local west, after = time_at(text, after_name(text, 1) or 1)
  if not west then return nil end
  local standard = -west
  local summer_name = after_name(text, after)
  if not summer_name then return function() return standard end end
  local summer = standard + 3600
  local given, after_time = time_at(text, summer_name)
  if given then summer, after = -given, after_time else after = summer_name end
  local start, finish
  start, after = change_at(text, after)
  finish = after and change_at(text, after)
  if not finish then return nil end
  return function(seconds)
    local year = calendar.fields(seconds + standard).year
    local from, to = change_in(start, year) - standard, change_in(finish, year) - summer
    local is_summer
    if from < to then is_summer = seconds >= from and seconds < to else is_summer = seconds >= from or seconds < to end
    return is_summer and summer or standard
  end
end

return zone_rules
