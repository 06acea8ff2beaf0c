--- Dates and times of day of the proleptic Gregorian calendar, from seconds since 1970.
--
-- @module yschema.cel.values.calendar

local calendar = {}

local floor = math.floor

local month_starts = { 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334 }
local month_lengths = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 }

local function is_leap(year) return year % 4 == 0 and (year % 100 ~= 0 or year % 400 == 0) end

-- Returns the days from the beginning of 1970 to that of a year.
local function days_before(year)
  local y = year - 1
  return y * 365 + floor(y / 4) - floor(y / 100) + floor(y / 400) - 719162
end

--- Returns the number of days of a month.
function calendar.month_length(year, month)
  return month == 2 and is_leap(year) and 29 or month_lengths[month]
end

-- Returns the days from the beginning of a year to that of a month.
local function days_in_year(year, month)
  return month_starts[month] + (month > 2 and is_leap(year) and 1 or 0)
end

--- Returns the seconds from 1970 to a time of a day.
---@return integer
function calendar.seconds(year, month, day, hour, minute, second)
  local days = days_before(year) + days_in_year(year, month) + day - 1
  return days * 86400 + hour * 3600 + minute * 60 + second
end

--- Takes seconds since 1970 apart.
---@param seconds integer
---@return table # { year, month (from 1), day (from 1), year_day (from 0), week_day (0: Sunday), hour, minute, second }
function calendar.fields(seconds)
  local days = floor(seconds / 86400)
  local rest = seconds - days * 86400
  local year = 1970 + floor(days / 365.2425)
  while days_before(year) > days do year = year - 1 end
  while days_before(year + 1) <= days do year = year + 1 end
  local year_day, month = days - days_before(year), 12
  while days_in_year(year, month) > year_day do month = month - 1 end
  local hour = floor(rest / 3600)
  return {
    year = year, month = month, day = year_day - days_in_year(year, month) + 1, year_day = year_day,
    week_day = (days + 4) % 7, hour = hour, minute = floor(rest / 60) % 60, second = rest % 60,
  }
end

return calendar
