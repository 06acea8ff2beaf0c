--- Starlark's methods of strings. Positions count code points.
--
-- @module yschema.starlark.string_methods

local lexer = require "yschema.text.lexer"
local values = require "yschema.starlark.values"
local operators = require "yschema.starlark.operators"
local string_format = require "yschema.starlark.string_format"
local calls = require "yschema.starlark.calls"
local metered = require "yschema.sandbox.metered"

local given, kind, raise = values.given, values.kind, values.raise
local length = values.string_length
local byte, find, gsub, lower, sub, upper = string.byte, string.find, string.gsub, string.lower,
  string.sub, string.upper
local search_for, through = metered.find, metered.through
local concat = table.concat

local methods = calls.methods.string
local most_bytes = 16 * 1024 * 1024

local function define(name, params, required, f, keywords)
  calls.define(methods, name, "self " .. params, required + 1, f, keywords)
end

local check = values.string

define("upper", "", 0, function(s)
  through(s)
  return (gsub(s, "[a-z]+", upper))
end)
define("lower", "", 0, function(s)
  through(s)
  return (gsub(s, "[A-Z]+", lower))
end)
define("capitalize", "", 0, function(s)
  return upper(sub(s, 1, 1)) .. lower(sub(s, 2))
end)
define("title", "", 0, function(s)
  through(s, 1)
  return (gsub(s, "[A-Za-z\128-\255]+", function(word)
    return upper(sub(word, 1, 1)) .. lower(sub(word, 2))
  end))
end)

-- Returns the characters of a string as the keys of a table.
local function set_of(who, chars)
  local set = {}
  check(who, chars)
  for c in chars:gmatch "[^\128-\191][\128-\191]*" do set[c] = true end
  return set
end

local spaces = { [" "] = true, ["\t"] = true, ["\n"] = true, ["\r"] = true, ["\f"] = true,
  ["\v"] = true }

-- Removes characters of the set at the left end, at the right end, or at both.
local function stripped(who, s, chars, left, right)
  chars = given(chars)
  if chars == "" then chars = nil end
  local set = chars == nil and spaces or set_of(who, chars)
  local list = chars ~= nil and values.characters(s) or nil
  local from, to = 1, list and #list or #s
  while left and from <= to and set[list and list[from] or sub(s, from, from)] do
    from = from + 1
  end
  while right and to >= from and set[list and list[to] or sub(s, to, to)] do to = to - 1 end
  return list and concat(list, "", from, to) or sub(s, from, to)
end

define("strip", "cutset", 0, function(s, c) return stripped("strip", s, c, true, true) end)
define("lstrip", "cutset", 0, function(s, c) return stripped("lstrip", s, c, true, false) end)
define("rstrip", "cutset", 0, function(s, c) return stripped("rstrip", s, c, false, true) end)

define("removeprefix", "prefix", 1, function(s, prefix)
  check("removeprefix", prefix)
  return sub(s, 1, #prefix) == prefix and sub(s, #prefix + 1) or s
end)
define("removesuffix", "suffix", 1, function(s, suffix)
  check("removesuffix", suffix)
  if suffix == "" or sub(s, -#suffix) ~= suffix then return s end
  return sub(s, 1, -#suffix - 1)
end)

-- Returns the part of s between two positions, as a slice does.
local function part(s, first, last)
  if first == nil and last == nil then return s end
  return operators.slice(s, first, last)
end

-- Implements startswith and endswith: `affix` is a string or a tuple of strings.
local function affix_method(who, fits)
  define(who, "affix start end", 1, function(s, affix, first, last)
    if first ~= nil or last ~= nil then s = part(s, first, last) end
    if type(affix) == "string" then return fits(s, affix) end
    if kind(affix) ~= "tuple" then
      raise(who .. ": got " .. kind(affix) .. ", want string or tuple of string")
    end
    for i = 1, #affix do
      if fits(s, check(who, affix[i])) then return true end
    end
    return false
  end)
end

affix_method("startswith", function(s, prefix) return sub(s, 1, #prefix) == prefix end)
affix_method("endswith", function(s, suffix)
  return suffix == "" or sub(s, -#suffix) == suffix
end)

-- Returns the offset of the last occurrence, or nil.
local function find_last(s, what)
  for at = #s - #what + 1, 1, -1 do
    if sub(s, at, at + #what - 1) == what then return at end
  end
end

-- Defines find, rfind, index and rindex.
local function search(who, s, what, first, last, backwards)
  check(who, what)
  local within = part(s, first, last)
  local at
  if backwards then at = find_last(within, what) else at = search_for(within, what, 1) end
  if not at then return -1 end
  local skipped = 0
  first = given(first)
  if first ~= nil then
    skipped = first < 0 and math.max(length(s) + first, 0) or first
  end
  return skipped + length(sub(within, 1, at - 1))
end

for name, backwards in pairs { find = false, rfind = true } do
  define(name, "sub start end", 1, function(s, what, first, last)
    return search(name, s, what, first, last, backwards)
  end)
end
for name, backwards in pairs { index = false, rindex = true } do
  define(name, "sub start end", 1, function(s, what, first, last)
    local at = search(name, s, what, first, last, backwards)
    if at < 0 then raise "substring not found" end
    return at
  end)
end

define("count", "sub start end", 1, function(s, what, first, last)
  check("count", what)
  s = part(s, first, last)
  if what == "" then return length(s) + 1 end
  local n, at = 0, 1
  while true do
    local from, to = search_for(s, what, at)
    if not from then return n end
    n, at = n + 1, to + 1
  end
end)

define("replace", "old new count", 2, function(s, old, new, count)
  check("replace", old)
  check("replace", new)
  count = given(count)
  if count == nil or values.integer("replace", count) < 0 then count = #s + 1 end
  if old == "" then -- it is found before each character and at the end
    local list = {}
    for c in s:gmatch "[^\128-\191][\128-\191]*" do list[#list + 1] = c end
    if #list * #new > most_bytes then raise "string too long" end
    for i = 1, math.min(count, #list + 1) do list[i] = new .. (list[i] or "") end
    return concat(list)
  end
  local parts, at, size = {}, 1, 0
  for _ = 1, count do
    local from, to = search_for(s, old, at)
    if not from then break end
    parts[#parts + 1] = sub(s, at, from - 1)
    size = size + #new
    if size > most_bytes then raise "string too long" end
    at = to + 1
  end
  parts[#parts + 1] = sub(s, at)
  return concat(parts, new)
end)

-- Splits at white space, from the left, at most `most` times.
local function split_blank(s, most)
  through(s)
  local out, at = {}, find(s, "%S")
  while at do
    local stop = #out < most and find(s, "%s", at)
    if not stop then
      out[#out + 1] = sub(s, at)
      break
    end
    out[#out + 1] = sub(s, at, stop - 1)
    at = find(s, "%S", stop)
  end
  return out
end

local function rsplit_blank(s, most)
  local words = split_blank(s, #s)
  local extra = #words - most
  if extra < 1 then return words end
  -- The first words stay together, with the white space between them.
  local tail = values.copy(words, extra + 1)
  local stop = #s + 1
  for i = #words, extra + 1, -1 do
    stop = find_last(sub(s, 1, stop - 1), words[i])
  end
  table.insert(tail, 1, stripped("rsplit", sub(s, 1, stop - 1), nil, false, true))
  return tail
end

local function split_at(s, separator, most)
  local out, at = {}, 1
  while #out < most do
    local from, to = search_for(s, separator, at)
    if not from then break end
    out[#out + 1] = sub(s, at, from - 1)
    at = to + 1
  end
  out[#out + 1] = sub(s, at)
  return out
end

local function rsplit_at(s, separator, most)
  local all = split_at(s, separator, #s)
  local extra = #all - most
  if extra <= 1 then return all end
  local tail = values.copy(all, extra + 1)
  table.insert(tail, 1, concat(all, separator, 1, extra))
  return tail
end

local function split_method(who, blank, at)
  define(who, "sep maxsplit", 0, function(s, separator, most)
    most, separator = given(most), given(separator)
    if most == nil or values.integer(who, most) < 0 then most = #s end -- this is enough for every byte
    if separator == nil then return values.list(blank(s, most)) end
    if check(who, separator) == "" then raise(who .. ": empty separator") end
    return values.list(at(s, separator, most))
  end)
end

split_method("split", split_blank, split_at)
split_method("rsplit", rsplit_blank, rsplit_at)

define("splitlines", "keepends", 0, function(s, keepends)
  local out, at = {}, 1
  while at <= #s do
    local from, to = find(s, "[\r\n]", at)
    if not from then
      out[#out + 1] = sub(s, at)
      break
    end
    if sub(s, from, from + 1) == "\r\n" then to = from + 1 end
    out[#out + 1] = sub(s, at, values.truth(keepends) and to or from - 1)
    at = to + 1
  end
  return values.list(out)
end)

define("partition", "sep", 1, function(s, separator)
  if check("partition", separator) == "" then raise "partition: empty separator" end
  local from, to = search_for(s, separator, 1)
  if not from then return values.tuple { s, "", "" } end
  return values.tuple { sub(s, 1, from - 1), separator, sub(s, to + 1) }
end)
define("rpartition", "sep", 1, function(s, separator)
  if check("rpartition", separator) == "" then raise "rpartition: empty separator" end
  local at = find_last(s, separator)
  if not at then return values.tuple { "", "", s } end
  return values.tuple { sub(s, 1, at - 1), separator, sub(s, at + #separator) }
end)

define("join", "iterable", 1, function(s, list)
  local parts, size = {}, 0
  for i, item in ipairs(values.items(list)) do
    if type(item) ~= "string" then
      raise("join: in list, want string, got " .. kind(item))
    end
    parts[i] = item
    size = size + #item + #s
    if size > most_bytes then raise "string too long" end
  end
  return concat(parts, s)
end)

-- Characters outside of ASCII count as letters without upper and lower case.
local function class_method(name, all, needed)
  define(name, "", 0, function(s)
    through(s)
    return find(s, all) ~= nil and (not needed or find(s, needed) ~= nil)
  end)
end

class_method("isdigit", "^[0-9]+$")
class_method("isalpha", "^[A-Za-z\128-\255]+$")
class_method("isalnum", "^[0-9A-Za-z\128-\255]+$")
class_method("isspace", "^[ \t\r\n\f\v]+$")
class_method("islower", "^[^A-Z]+$", "[a-z]")
class_method("isupper", "^[^a-z]+$", "[A-Z]")
define("istitle", "", 0, function(s)
  return find(s, "%a") ~= nil and methods.title(s) == s
end)

--- `ord(c)` returns the code point of a string of one character.
local function ord(c)
  if type(c) ~= "string" or length(c) ~= 1 then
    raise "ord: want a string of one character"
  end
  local code = byte(c)
  if code >= 0xC0 then
    code = code % (code >= 0xF0 and 8 or code >= 0xE0 and 16 or 32)
    for i = 2, #c do code = code * 64 + byte(c, i) % 64 end
  end
  return code
end

local function elements(s)
  local out = values.characters(s)
  if not out then
    out = {}
    for i = 1, #s do out[i] = sub(s, i, i) end
  end
  return values.list(out)
end
define("elems", "", 0, elements)
define("codepoints", "", 0, elements)

local function ords(s)
  local out = elements(s)
  for i = 1, #out do out[i] = ord(out[i]) end
  return out
end
define("elem_ords", "", 0, ords)
define("codepoint_ords", "", 0, ords)

define("format", "*", 0, function(s, ...) return string_format.format(s, { ... }, {}) end,
  function(named, s, ...) return string_format.format(s, { ... }, named) end)

--- `hash(s)` is the hash of Java's strings, as Starlark requires. Invalid UTF-8 counts as U+FFFD.
local function hash(s)
  local sum = 0
  for c in string.gmatch(s, "[^\128-\191]?[\128-\191]*") do
    local code = c ~= "" and length(c) == 1 and find(c, "^[^\128-\191]") and ord(c)
    if code and lexer.utf8(code) ~= c then code = nil end
    if c ~= "" then sum = (31 * sum + (code or 0xFFFD)) % 2 ^ 32 end
  end
  if sum >= 2 ^ 31 then sum = sum - 2 ^ 32 end
  return values.whole("hash", sum + 0.0)
end

return { ord = ord, hash = hash }
