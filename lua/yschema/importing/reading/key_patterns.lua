--- Finds the patterns that a key matches, without trying all of them.
--
-- A pattern that begins with plain text, such as `^x-`, is tried only for keys that begin with this text.
--
-- @module yschema.importing.reading.key_patterns

local regexps = require "yschema.importing.reading.regexps"

local key_patterns = {}

local ipairs, setmetatable, sub, table = ipairs, setmetatable, string.sub, table

---@class yschema.KeyPatterns
---@field package rows { pattern: string }[] with translated patterns
---@field package indexes table<string, integer[]> of the rows, by the plain text at the beginning of their patterns
---@field package lengths integer[] of these texts
---@field package others integer[] indexes of the rows whose patterns do not begin with plain text
local KeyPatterns = {}
KeyPatterns.__index = KeyPatterns

--- Makes an index of patterns.
---@generic Row: { pattern: string }
---@param rows Row[] with patterns of PCRE2
---@return yschema.KeyPatterns
function key_patterns.new(rows)
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

return key_patterns
