--- CEL's functions of strings as rows, with the behaviour of Go's library. Positions count code points.
--
-- @module yschema.cel.library.strings

local charge = require "yschema.core".charge
local values = require "yschema.cel.values.values"
local texts = require "yschema.cel.values.texts"
local rows = require "yschema.cel.values.rows"
local metered = require "yschema.sandbox.metered"
local format = require "yschema.cel.library.string_format"

local list, define = rows.list()

local fail = values.fail
local search, through = metered.find, metered.through
local find, gsub, lower, match, reverse, sub, upper = string.find, string.gsub, string.lower, string.match,
  string.reverse, string.sub, string.upper
local concat = table.concat
local size = texts.size

-- Returns where the character with an index begins, which may be that after the last one.
local function byte_of(s, index, is_ascii)
  if is_ascii or index == 0 then return index + 1 end
  if utf8 and utf8.len(s) then return utf8.offset(s, index + 1) end
  local at = 1
  for _ = 1, index do at = match(s, "^[^\128-\191]?[\128-\191]*()", at) end
  return at
end

local function out_of_range(index) fail("index out of range: %s", values.integers.text(index)) end

-- Returns an index as a Lua number; fails when it is negative or beyond the end.
local function index_in(index, length)
  local at = values.number(index)
  if at < 0 or at > length then out_of_range(index) end
  return at
end

-- ---- parts --------------------------------------------------------------------------

local function substring(s, from, to)
  local length, is_ascii = size(s), texts.is_ascii(s)
  local first = index_in(from, length)
  local last = to and index_in(to, length) or length
  if last < first then fail("invalid substring range: start %d, end %d", first, last) end
  return sub(s, byte_of(s, first, is_ascii), byte_of(s, last, is_ascii) - 1)
end

define("member string.charAt(int) -> string", function(s, index)
  local length, is_ascii = size(s), texts.is_ascii(s)
  local at = index_in(index, length)
  if at == length then return "" end
  return sub(s, byte_of(s, at, is_ascii), byte_of(s, at + 1, is_ascii) - 1)
end)
define("member string.substring(int) -> string", substring)
define("member string.substring(int, int) -> string", substring)

-- ---- search -------------------------------------------------------------------------

-- Returns the index of the first occurrence from an index on, or -1.
local function first_index(s, what, from)
  local is_ascii = texts.is_ascii(s)
  local at = search(s, what, byte_of(s, from, is_ascii))
  return at and size(sub(s, 1, at - 1)) or -1
end

define("member string.indexOf(string) -> int", function(s, what)
  return values.int(first_index(s, what, 0))
end, "total")
define("member string.indexOf(string, int) -> int", function(s, what, from)
  return values.int(first_index(s, what, index_in(from, size(s))))
end)

-- Returns the index of the last occurrence in a text, or -1.
local function last_index(s, what)
  if what == "" then return size(s) end
  through(s, 1)
  local at = search(reverse(s), reverse(what), 1)
  return at and size(sub(s, 1, #s - at - #what + 1)) or -1
end

define("member string.lastIndexOf(string) -> int", function(s, what)
  return values.int(last_index(s, what))
end, "total")
define("member string.lastIndexOf(string, int) -> int", function(s, what, from)
  local length, is_ascii = size(s), texts.is_ascii(s)
  local at = index_in(from, length)
  if at == length and what ~= "" then return values.int(-1) end
  local last = at + size(what)
  if last < length then s = sub(s, 1, byte_of(s, last, is_ascii) - 1) end
  return values.int(last_index(s, what))
end)

define("member string.contains(string) -> bool", function(s, what) return search(s, what, 1) ~= nil end, "total")
define("member string.startsWith(string) -> bool", function(s, what) return sub(s, 1, #what) == what end, "total")
define("member string.endsWith(string) -> bool", function(s, what)
  return what == "" or sub(s, -#what) == what
end, "total")

-- ---- letters and spaces -------------------------------------------------------------

define("member string.lowerAscii() -> string", function(s)
  through(s)
  return (gsub(s, "[A-Z]+", lower))
end, "total")
define("member string.upperAscii() -> string", function(s)
  through(s)
  return (gsub(s, "[a-z]+", upper))
end, "total")

define("member string.reverse() -> string", function(s)
  through(s)
  if texts.is_ascii(s) then return reverse(s) end
  local characters, n = texts.characters(s)
  local out = {}
  for i = 1, n do out[i] = characters[n + 1 - i] end
  return concat(out)
end, "total")

-- The spaces of Unicode outside of ASCII.
local spaces = {
  ["\194\133"] = true, ["\194\160"] = true, ["\225\154\128"] = true, ["\226\128\168"] = true, ["\226\128\169"] = true,
  ["\226\128\175"] = true, ["\226\129\159"] = true, ["\227\128\128"] = true,
}
for last = 128, 138 do spaces["\226\128" .. string.char(last)] = true end

define("member string.trim() -> string", function(s)
  through(s)
  local from, to = 1, #s
  while true do
    local character = match(s, "^[^\128-\191][\128-\191]*", from)
    if not character or not (find(character, "^%s") or spaces[character]) then break end
    from = from + #character
  end
  while to >= from do
    local start = to
    while start > from and find(s, "^[\128-\191]", start) do start = start - 1 end
    local character = sub(s, start, to)
    if not (find(character, "^%s") or spaces[character]) then break end
    to = start - 1
  end
  return sub(s, from, to)
end, "total")

-- ---- pieces -------------------------------------------------------------------------

-- Searches for the next occurrence. The charge is for the bytes up to there, so that many occurrences cost as much as
-- one; a search for a long text may compare each byte with all of it, which is charged before.
local function next_one(s, what, at)
  if #what > 32 then return search(s, what, at) end
  local from, to = find(s, what, at, true)
  local passed = (to or #s) - at
  if passed >= 1024 then charge(passed / 16 + passed * #what / 512) end
  return from, to
end

-- Splits a text into at most `most` pieces.
local function pieces(s, separator, most)
  local out, n, at = {}, 0, 1
  while n + 1 < most do
    local from, to = next_one(s, separator, at)
    if not from then break end
    n = n + 1
    out[n] = sub(s, at, from - 1)
    at = to + 1
  end
  out[n + 1] = sub(s, at)
  return out, n + 1
end

-- Splits a text into at most `most` characters; the rest stays together.
local function single(s, most)
  local characters, n = texts.characters(s)
  if n <= most then return characters, n end
  local rest = {}
  for i = most, n do rest[#rest + 1] = characters[i] end
  for i = most + 1, n do characters[i] = nil end
  characters[most] = concat(rest)
  return characters, most
end

local function split(s, separator, count)
  local most = count and values.number(count) or -1
  if most == 0 then return values.list({}, 0) end
  if most < 0 then most = math.huge end
  if separator == "" then return values.list(single(s, most)) end
  return values.list(pieces(s, separator, most))
end
define("member string.split(string) -> list(string)", split, "total")
define("member string.split(string, int) -> list(string)", split, "total")

local function replace(s, old, new, count)
  local most = count and values.number(count) or -1
  if most < 0 then most = #s + 1 end
  local parts, n, last
  if old == "" then
    local characters
    characters, n = texts.characters(s)
    parts = { "" }
    for i = 1, n do parts[i + 1] = characters[i] end
    n = n + 1
    if n > most then last = concat(parts, "", most + 1, n) end
    parts[n + 1] = ""
  else
    parts, n = pieces(s, old, most + 1)
    n = n - 1
  end
  if last then
    for i = most + 1, n + 1 do parts[i] = nil end
    parts[most + 1], n = last, most
  end
  if #s + n * #new > texts.most_bytes then fail "the string is too long" end
  return concat(parts, new)
end
define("member string.replace(string, string) -> string", replace)
define("member string.replace(string, string, int) -> string", replace)

local function join(items, separator)
  for i = 1, items.n do
    if type(items[i]) ~= "string" then
      fail("a list that is joined has a value of type %s", values.type_of(items[i]))
    end
  end
  return texts.join(fail, items, separator)
end
define("member list(string).join() -> string", join)
define("member list(string).join(string) -> string", join)

-- ---- quotes and formats -------------------------------------------------------------

local escapes = {
  ["\a"] = "\\a", ["\b"] = "\\b", ["\f"] = "\\f", ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t", ["\v"] = "\\v",
  ["\\"] = "\\\\", ['"'] = '\\"',
}

define("strings.quote(string) -> string", function(s)
  s = texts.repaired(s)
  return '"' .. gsub(s, '[\7-\13\\"]', escapes) .. '"'
end, "total")

define("member string.format(list(dyn)) -> string", format)

return list
