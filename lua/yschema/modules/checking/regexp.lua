--- The module `regexp`: regular expressions of PCRE2, with limits.
--
-- A pattern may match anywhere in the text. A search that takes too many steps is an error.
--
-- @module yschema.modules.checking.regexp

local core = require "yschema.core"
local values = require "yschema.starlark.values"
local calls = require "yschema.starlark.calls"
local support = require "yschema.modules.support"

local raise = values.raise
local find, match, sub = string.find, string.match, string.sub
local concat, tonumber, type = table.concat, tonumber, type

local fields = {}

-- Starts a search for the matches of a pattern in a text.
local function search(who, pattern, text)
  local matches, problem = core.matches(support.string(who, pattern), support.string(who, text))
  if not matches then
    raise(who .. ": " .. values.repr(pattern) .. " is not a regular expression: " .. problem)
  end
  return matches
end

local function next_of(who, matches)
  local first, last = matches:next()
  if not first and last then raise(who .. ": " .. last) end
  return first, last
end

calls.define(fields, "match", "pattern value", 2, function(pattern, text)
  local matches = search("regexp.match", pattern, text)
  local found = next_of("regexp.match", matches) ~= nil
  matches:close()
  return found
end)

-- Returns the number of the group for `$name` or `${name}`. A group that does not exist is empty, as in Go.
local function group_of(name, matches)
  if find(name, "^%d+$") then return #name < 6 and tonumber(name) or 65536 end
  return matches:group(name) or 65536
end

-- Splits a replacement into texts and numbers of groups.
local function template(text, matches)
  local parts, at = {}, 1
  while true do
    local dollar = find(text, "$", at, true)
    if not dollar then break end
    parts[#parts + 1] = sub(text, at, dollar - 1)
    local name = match(text, "^{([%w_]+)}", dollar + 1)
    local length = name and #name + 2
    if not name then
      name = match(text, "^[%w_]+", dollar + 1)
      length = name and #name
    end
    if name then
      parts[#parts + 1] = group_of(name, matches)
      at = dollar + 1 + length
    else -- `$$` stands for `$`, and so does a `$` without a name
      parts[#parts + 1] = "$"
      at = dollar + (sub(text, dollar + 1, dollar + 1) == "$" and 2 or 1)
    end
  end
  parts[#parts + 1] = sub(text, at)
  return parts
end

local function is_too_long(size) return size > support.most_bytes end

-- Fills in a template; nil when the result is too long.
local function filled(parts, text, matches)
  local out, size = {}, 0
  for i = 1, #parts do
    local part = parts[i]
    if type(part) == "number" then
      local first, last = matches:span(part)
      part = first and sub(text, first, last) or ""
    end
    size = size + #part
    if is_too_long(size) then return nil end
    out[i] = part
  end
  return concat(out)
end

-- Lists the places of all matches. The search must be complete before a closure is called, because that may
-- throw.
local function places_of(matches)
  local places, n = {}, 0
  while true do
    local first, last = next_of("regexp.replace", matches)
    if not first then return places end
    places[n + 1], places[n + 2] = first, last
    n = n + 2
  end
end

-- Replaces all matches by what a template or a function makes of them.
local function replaced(matches, text, by)
  local out, at, size = {}, 1, #text
  local function add(first, last, new)
    size = size + (new and #new or support.most_bytes)
    if is_too_long(size) then
      matches:close()
      raise("regexp.replace: the result would be longer than " .. support.most_bytes .. " bytes")
    end
    out[#out + 1] = sub(text, at, first - 1)
    out[#out + 1] = new
    at = last + 1
  end
  if type(by) == "string" then
    local parts = template(by, matches)
    for first, last in function() return next_of("regexp.replace", matches) end do
      add(first, last, filled(parts, text, matches))
    end
  else
    local places = places_of(matches)
    for i = 1, #places, 2 do
      add(places[i], places[i + 1], support.string("regexp.replace: the function's result",
        calls.call(by, sub(text, places[i], places[i + 1]))))
    end
  end
  out[#out + 1] = sub(text, at)
  return concat(out)
end

calls.define(fields, "replace", "pattern value replacement", 3, function(pattern, text, by)
  if type(by) ~= "string" and not calls.is_callable(by) then
    raise("regexp.replace: expected the replacement to be a string or a function, but was "
      .. values.kind(by))
  end
  return replaced(search("regexp.replace", pattern, text), text, by)
end)

support.predicate(fields, "regexp", "is_valid", "a regular expression", {}, function(value)
  local matches, problem = core.matches(value, "")
  if matches then matches:close() end
  return problem
end)

return { fields = fields }
