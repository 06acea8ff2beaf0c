--- The regular expressions of JSON Schemas, which are those of ECMA-262: their translations, and searches for them.
--
-- @module yschema.importing.reading.regexps

local core = require "yschema.core"

local regexps = {}

local find, ipairs, match, setmetatable, sub, table =
  string.find, ipairs, string.match, setmetatable, string.sub, table

-- The last expressions and their translations, because an import asks for the same ones again and again.
local MOST_KNOWN = 500
local known, known_count = {}, 0

--- Translates a regular expression of ECMA-262 to one of PCRE2 that matches the same texts.
---@param pattern string
---@return string? translated nil when that is impossible
---@return string? problem
---@return boolean? invalid it is no regular expression
function regexps.translate(pattern)
  local row = known[pattern]
  if not row then
    if known_count == MOST_KNOWN then known, known_count = {}, 0 end
    row, known_count = { core.translate_regexp(pattern) }, known_count + 1
    known[pattern] = row
  end
  return row[1], row[2], row[3]
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
