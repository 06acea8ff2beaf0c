--- Translates regular expressions of JSON Schema, which are those of ECMA-262, to PCRE2.
--
-- @module yschema.importing.reading.regexps

local core = require "yschema.core"

local regexps = {}

local find, format, ipairs, match, setmetatable, sub, table, tonumber =
  string.find, string.format, ipairs, string.match, setmetatable, string.sub, table, tonumber

-- In ECMA-262, \s matches all spaces and line ends of Unicode.
local SPACES = [[\s\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}]]
local NO_SPACES = [[\x{0}-\x{8}\x{e}-\x{1f}\x{21}-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}]]
  .. [[\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}]]
local DOT = "[^\\n\\r\\x{2028}\\x{2029}]"

local long_names = {
  Letter = "L", Lowercase_Letter = "Ll", Uppercase_Letter = "Lu", Titlecase_Letter = "Lt", Cased_Letter = "L&",
  Modifier_Letter = "Lm", Other_Letter = "Lo", Mark = "M", Number = "N", Decimal_Number = "Nd", digit = "Nd",
  Letter_Number = "Nl", Other_Number = "No", Punctuation = "P", punct = "P", Symbol = "S", Separator = "Z",
  Space_Separator = "Zs", Other = "C", Control = "Cc",
}

-- Writes a code point as a literal character of PCRE2.
local function code(hex) return format("\\x{%x}", tonumber(hex, 16)) end

-- Reads a `\u` escape. Returns its translation and the position after it.
local function unicode(text, at)
  local high, low = match(text, "^\\u(%x%x%x%x)\\u(%x%x%x%x)", at)
  if high then
    local a, b = tonumber(high, 16), tonumber(low, 16)
    if a >= 0xD800 and a < 0xDC00 and b >= 0xDC00 and b < 0xE000 then
      return format("\\x{%x}", 0x10000 + (a - 0xD800) * 0x400 + b - 0xDC00), at + 12
    end
  end
  local hex = match(text, "^\\u(%x%x%x%x)", at)
  if hex then
    if tonumber(hex, 16) >= 0xD800 and tonumber(hex, 16) < 0xE000 then return nil, "half of a surrogate pair" end
    return code(hex), at + 6
  end
  hex = match(text, "^\\u{(%x+)}", at)
  if hex and tonumber(hex, 16) <= 0x10FFFF then return code(hex), at + 4 + #hex end
  return nil, "\\u without four hexadecimal digits"
end

local function property(text, at)
  local letter, name = match(text, "^\\([pP]){([%w_=]+)}", at)
  if not name then return nil, "\\p without a name in braces" end
  local script = match(name, "^Script=(%a+)$") or match(name, "^sc=(%a+)$")
  local short = script or long_names[match(name, "^General_Category=(.*)$") or match(name, "^gc=(.*)$") or name]
    or match(name, "^[LMNPSZC][a-z]?$")
  if not short then return nil, "the property " .. name end
  return "\\" .. letter .. "{" .. short .. "}", at + 4 + #name
end

-- Reads an escape. Returns its translation and the position after it, or nil and the problem.
local function escape(text, at, in_class)
  local c = sub(text, at + 1, at + 1)
  if c == "u" then return unicode(text, at) end
  if c == "p" or c == "P" then return property(text, at) end
  if c == "s" then return in_class and SPACES or "[" .. SPACES .. "]", at + 2 end
  if c == "S" then return in_class and NO_SPACES or "[^" .. SPACES .. "]", at + 2 end
  if c == "v" then return "\\x{b}", at + 2 end
  if c == "0" then
    if find(text, "^%d", at + 2) then return nil, "an octal number" end
    return "\\x{0}", at + 2
  end
  if c == "x" then
    local hex = match(text, "^\\x(%x%x)", at)
    if not hex then return nil, "\\x without two hexadecimal digits" end
    return code(hex), at + 4
  end
  if c == "c" and find(text, "^%a", at + 2) then return sub(text, at, at + 2), at + 3 end
  if find(c, "^[1-9k]$") then return nil, "a reference to a group" end
  if find(c, "^[dDwWtrnf]$") or c == "b" and not in_class or c == "B" and not in_class then
    return "\\" .. c, at + 2
  end
  if c == "b" then return "\\x{8}", at + 2 end
  if c == "" or find(c, "^%w$") then return nil, "the escape \\" .. c end
  return "\\" .. c, at + 2
end

-- The classes that match all characters.
local whole = { ["[\\s\\S]"] = true, ["[\\S\\s]"] = true, ["[\\d\\D]"] = true, ["[\\D\\d]"] = true,
  ["[\\w\\W]"] = true, ["[\\W\\w]"] = true }

-- Reads a class that begins at an offset.
local function class(text, at)
  if sub(text, at, at + 1) == "[]" then return "(?!)", at + 2 end
  if sub(text, at, at + 2) == "[^]" then return "(?s:.)", at + 3 end
  if whole[sub(text, at, at + 5)] then return "(?s:.)", at + 6 end
  local out, i = { "[" }, at + 1
  if sub(text, i, i) == "^" then out[2], i = "^", i + 1 end
  while true do
    local c = sub(text, i, i)
    if c == "" then return nil, "a [ without its ]" end
    if c == "]" then return table.concat(out) .. "]", i + 1 end
    local piece, stop
    if c == "\\" then
      piece, stop = escape(text, i, true)
    elseif c == "[" then
      piece, stop = "\\[", i + 1
    else
      piece, stop = match(text, "^([^%]\\%[]+)()", i)
    end
    if not piece then return nil, stop end
    out[#out + 1], i = piece, stop
  end
end

-- Reads the next element outside classes.
local function piece_at(text, at)
  local plain, after = match(text, "^([%w_/: -]+)()", at)
  if plain then return plain, after end
  local c = sub(text, at, at)
  if c == "\\" then return escape(text, at, false) end
  if c == "[" then return class(text, at) end
  if c == "." then return DOT, at + 1 end
  if c == "(" and sub(text, at + 1, at + 1) == "?" then
    local start = match(text, "^%(%?[:=!]", at) or match(text, "^%(%?<[=!]", at) or match(text, "^%(%?<[%a_]%w*>", at)
      or match(text, "^%(%?i[:)]", at) or match(text, "^%(%?P<[%a_]%w*>", at) -- as Go and Python have it
    if not start then return nil, "a group that only other languages have" end
    return start, at + #start
  end
  if c == "(" and sub(text, at + 1, at + 1) == "*" then return nil, "(*" end
  local counted = match(text, "^{%d*,?%d*}", at)
  local quantifier = find(c, "^[*+?]$") and c or counted
  if quantifier and find(text, "^%+", at + #quantifier) then return nil, "a + after a quantifier" end
  if quantifier == "{}" or counted and find(counted, "^{,") then return nil, "a quantifier without a number" end
  return quantifier or c, at + (quantifier and #quantifier or 1)
end

-- Translates an expression that is not known yet.
local function translate(pattern)
  local out, at = {}, 1
  while at <= #pattern do
    local piece, stop = piece_at(pattern, at)
    if not piece then return nil, stop end
    out[#out + 1], at = piece, stop
  end
  local translated = table.concat(out)
  local matches, problem = core.matches(translated, "")
  if not matches then return nil, problem end
  matches:close()
  return translated
end

-- The last expressions and their translations, because an import asks for the same ones again and again.
local MOST_KNOWN = 500
local known, known_count = {}, 0

--- Translates a regular expression of ECMA-262 to one of PCRE2 that matches the same texts.
---@param pattern string
---@return string? translated nil when that is impossible
---@return string? problem
function regexps.translate(pattern)
  local row = known[pattern]
  if not row then
    if known_count == MOST_KNOWN then known, known_count = {}, 0 end
    row, known_count = { translate(pattern) }, known_count + 1
    known[pattern] = row
  end
  return row[1], row[2]
end

-- The searches for the last expressions. Each is compiled once and searches many texts.
local MOST_SEARCHES = 50
local searches, search_count = {}, 0

local function search_for(translated)
  local search = searches[translated]
  if not search then
    if search_count == MOST_SEARCHES then searches, search_count = {}, 0 end
    search = core.matches(translated, "")
    if not search then return nil end
    searches[translated], search_count = search, search_count + 1
  end
  return search
end

--- Returns whether a translated expression matches a text; nil when the search takes too long.
---@param translated string
---@param text string
---@return boolean?
function regexps.found(translated, text)
  local search = search_for(translated)
  local finds = search and search:finds(text)
  if finds ~= nil then return finds end
  -- The searches for one expression share the time that hard ones may take, and one of its own has all of it.
  local matches = core.matches(translated, text)
  if not matches then return nil end
  local first, problem = matches:next()
  matches:close()
  if not first and problem then return nil end
  return first ~= nil
end

--- Returns whether an expression matches every text.
---@param pattern string
---@return boolean
function regexps.fits_all(pattern)
  return pattern == "" or pattern == ".*" or pattern == "^.*" or pattern == "^" or pattern == "$" or pattern == ".*$"
end

--- Returns the plain text at the beginning of every match of an expression, or nil.
---@param pattern string
---@return string?
function regexps.beginning(pattern)
  local text = match(pattern, "^%^([%w_%-/:@ ]+)")
  if not text or find(pattern, "|", 1, true) then return nil end
  if find(pattern, "^[*?{]", #text + 2) then text = sub(text, 1, -2) end
  return text ~= "" and text or nil
end

--- Counts the characters of a text.
---@param text string
---@return integer
function regexps.length(text)
  local _, count = text:gsub("[^\128-\191]", "")
  return count
end

-- ---- many patterns ------------------------------------------------------------------

---@class yschema.KeyPatterns
---@field package rows { pattern: string }[] with translated patterns
---@field package indexes table<string, integer[]> of the rows, by the plain text at the beginning of their patterns
---@field package lengths integer[] of these texts
---@field package others integer[] indexes of the rows whose patterns do not begin with plain text
local KeyPatterns = {}
KeyPatterns.__index = KeyPatterns

--- Makes an index of patterns, to find those that a key matches without trying all of them: a pattern that begins with
-- plain text, such as `^x-`, is tried only for keys that begin with this text.
---@generic Row: { pattern: string }
---@param rows Row[] with patterns of PCRE2
---@return yschema.KeyPatterns
function regexps.index(rows)
  local self = setmetatable({ rows = rows, indexes = {}, lengths = {}, others = {} }, KeyPatterns)
  local has_length = {}
  for i, row in ipairs(rows) do
    local beginning = regexps.beginning(row.pattern)
    local list = self.others
    if beginning then
      list = self.indexes[beginning] or {}
      self.indexes[beginning] = list
      if not has_length[#beginning] then self.lengths[#self.lengths + 1] = #beginning end
      has_length[#beginning] = true
    end
    list[#list + 1] = i
  end
  return self
end

-- The indexes of the rows that a key may match, in their order.
local function candidates(self, key)
  local list = {}
  for _, length in ipairs(self.lengths) do
    for _, i in ipairs(self.indexes[sub(key, 1, length)] or {}) do list[#list + 1] = i end
  end
  for _, i in ipairs(self.others) do list[#list + 1] = i end
  if self.lengths[1] then table.sort(list) end
  return list
end

--- Finds the rows whose patterns a key matches.
---@param key string
---@return table[]? rows in their order; nil when a search takes too long
---@return integer tried how many patterns were tried
function KeyPatterns:matching(key)
  local list, tried = {}, candidates(self, key)
  for _, i in ipairs(tried) do
    local fits = regexps.found(self.rows[i].pattern, key)
    if fits == nil then return nil, #tried end
    if fits then list[#list + 1] = self.rows[i] end
  end
  return list, #tried
end

return regexps
