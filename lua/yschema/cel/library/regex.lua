--- CEL's functions of regular expressions as rows: `matches`, `find` and others. A pattern is in RE2's syntax; a search
-- that takes too many steps is an error.
--
-- @module yschema.cel.library.regex

local core = require "yschema.core"
local values = require "yschema.cel.values.values"
local texts = require "yschema.cel.values.texts"
local rows = require "yschema.cel.values.rows"
local metered = require "yschema.sandbox.metered"
local re2 = require "yschema.cel.library.re2"

local list, define = rows.list()

local fail = values.fail
local charge_time, clock = core.charge_time, core.clock
local sub = string.sub
local concat = table.concat

-- The most instructions that the time of one search is charged as.
local most_charge = 1000000

local translations, known = {}, 0

-- Returns a pattern for PCRE2.
local function translated(pattern)
  local found = translations[pattern]
  if found then return found.text, found end
  metered.through(pattern, 1 / 16)
  local text, problem = re2.translate(pattern)
  if not text then fail("%s is no regular expression of RE2: %s", values.brief(pattern), problem) end
  if known >= 200 then translations, known = {}, 0 end
  found = { text = text }
  translations[pattern], known = found, known + 1
  return text, found
end

-- Starts a search for all matches.
local function search(pattern, text)
  metered.through(text)
  local matches, problem = core.matches(translated(pattern), text)
  if not matches then fail("%s is no regular expression: %s", values.brief(pattern), problem) end
  return matches
end

local function give_up(pattern, problem)
  fail("the regular expression %s was given up: %s", values.brief(pattern), problem)
end

-- Returns the place of the next match, or nil.
local function next_match(matches, pattern)
  local since = clock()
  local first, last = matches:next()
  charge_time(since, most_charge)
  if not first and last then give_up(pattern, last) end
  return first, last
end

local function has_match(text, pattern)
  metered.through(text)
  local translation, kept = translated(pattern)
  if not kept.matches then
    local problem
    kept.matches, problem = core.matches(translation, "")
    if not kept.matches then fail("%s is no regular expression: %s", values.brief(pattern), problem) end
  end
  local since = clock()
  local found, problem = kept.matches:finds(text)
  charge_time(since, most_charge)
  if found == nil then
    kept.matches = nil -- the steps that its searches share may be used up
    give_up(pattern, problem)
  end
  return found
end
define("matches(string, string) -> bool", has_match)
define("member string.matches(string) -> bool", has_match)

define("member string.find(string) -> string", function(text, pattern)
  local matches = search(pattern, text)
  local first, last = next_match(matches, pattern)
  if first then matches:close() end
  return first and sub(text, first, last) or ""
end)

-- Calls a function for each match, at most `most` times (-1: for all of them).
local function each_match(text, pattern, most, f)
  local matches, count = search(pattern, text), 0
  while count ~= most do
    local first, last = next_match(matches, pattern)
    if not first then return end
    count = count + 1
    f(first, last, matches)
  end
  matches:close()
end

local function limit_of(count) return count and math.max(values.number(count), -1) or -1 end

local function find_all(text, pattern, count)
  local out, n = {}, 0
  each_match(text, pattern, limit_of(count), function(first, last)
    n = n + 1
    out[n] = sub(text, first, last)
  end)
  return values.list(out, n)
end
define("member string.findAll(string) -> list(string)", find_all)
define("member string.findAll(string, int) -> list(string)", find_all)

-- ---- Go's library -------------------------------------------------------------------

-- Returns the number of groups of a pattern.
local function groups_of(pattern)
  local translation, kept = translated(pattern)
  if not kept.groups then kept.groups = re2.groups(translation) end
  return kept.groups
end

local function check_groups(pattern)
  local count = groups_of(pattern)
  if count > 1 then fail("the regular expression %s has more than one group", values.brief(pattern)) end
  return count
end

-- Returns what a match captured in its group or, without a group, the match.
local function captured(text, groups, first, last, matches)
  if groups == 0 then return sub(text, first, last) end
  local from, to = matches:span(1)
  return from and sub(text, from, to) or ""
end

define("regex.extract(string, string) -> optional(string)", function(text, pattern)
  local groups, found = check_groups(pattern), values.none
  each_match(text, pattern, 1, function(first, last, matches)
    local part = captured(text, groups, first, last, matches)
    if part ~= "" or groups == 0 then found = values.optional_of(part) end
  end)
  return found
end)

define("regex.extractAll(string, string) -> list(string)", function(text, pattern)
  local groups, out, n = check_groups(pattern), {}, 0
  each_match(text, pattern, -1, function(first, last, matches)
    local part = captured(text, groups, first, last, matches)
    if part ~= "" or groups == 0 then
      n = n + 1
      out[n] = part
    end
  end)
  return values.list(out, n)
end)

-- Splits a replacement into texts and the numbers of groups.
local function template(text, groups)
  local parts, at = {}, 1
  while true do
    local slash = text:find("\\", at, true)
    if not slash then break end
    parts[#parts + 1] = sub(text, at, slash - 1)
    local c = sub(text, slash + 1, slash + 1)
    local number = tonumber(c:match "^%d")
    if c ~= "\\" and not number then
      fail("%s is no replacement: \\ must be followed by a digit or \\", values.brief(text))
    end
    if number and number > groups then
      fail("the replacement %s refers to group %d, but there are %d", values.brief(text), number, groups)
    end
    parts[#parts + 1] = number or "\\"
    at = slash + 2
  end
  parts[#parts + 1] = sub(text, at)
  return parts
end

local function replace(text, pattern, by, count)
  local parts, out, at, size = nil, {}, 1, #text
  local function add(part)
    size = size + #part
    if size > texts.most_bytes then fail "the string is too long" end
    out[#out + 1] = part
  end
  each_match(text, pattern, limit_of(count), function(first, last, matches)
    parts = parts or template(by, groups_of(pattern))
    out[#out + 1] = sub(text, at, first - 1)
    for i = 1, #parts do
      if type(parts[i]) == "string" then
        add(parts[i])
      else
        local from, to = matches:span(parts[i])
        if from then add(sub(text, from, to)) end
      end
    end
    at = last + 1
  end)
  out[#out + 1] = sub(text, at)
  return concat(out)
end
define("regex.replace(string, string, string) -> string", replace)
define("regex.replace(string, string, string, int) -> string", replace)

return list
