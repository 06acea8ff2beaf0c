--- Finds the name that a mistyped name may stand for, and formulates a hint.
--
-- Names are compared by their edit distance.
--
-- @module yschema.base.suggestion

local suggestion = {}

local floor, min, sort = math.floor, math.min, table.sort
local ipairs, pairs, select, type = ipairs, pairs, select, type

-- Longer names get no hint, because the search takes time in proportion to the square of the length.
local longest = 64

-- Computes how many characters of two short names have to be inserted, removed, replaced, or swapped with
-- their neighbour.
local function distance(a, b)
  local before, above = nil, {}
  for j = 0, #b do above[j] = j end
  for i = 1, #a do
    local row = { [0] = i }
    for j = 1, #b do
      row[j] = min(above[j - 1] + (a:byte(i) == b:byte(j) and 0 or 1), above[j] + 1, row[j - 1] + 1)
      if before and j > 1 and a:byte(i) == b:byte(j - 1) and a:byte(i - 1) == b:byte(j) then
        row[j] = min(row[j], before[j - 2] + 1)
      end
    end
    before, above = above, row
  end
  return above[#b]
end

--- Returns the name that a mistyped name may stand for, or nil.
---@param name string at most 64 bytes, else there is none
---@param candidates string[] the names that exist; the list is sorted in place
---@return string?
function suggestion.nearest(name, candidates)
  if #name > longest then return nil end
  local best, least = nil, floor((#name + 1) / 2)
  sort(candidates)
  for _, candidate in ipairs(candidates) do
    local d = #candidate <= longest and distance(name:lower(), candidate:lower()) or least
    if d < least then best, least = candidate, d end
  end
  return best
end

--- Returns the hint " (did you mean `x`?)" for a mistyped name, or "".
---@param name string
---@param candidates string[] as for `nearest`
---@return string
function suggestion.hint(name, candidates)
  local best = suggestion.nearest(name, candidates)
  return best and " (did you mean `" .. best .. "`?)" or ""
end

--- Lists the string keys of any number of tables. Arguments that are not tables are skipped.
---@param ... any
---@return string[]
function suggestion.string_keys(...)
  local out = {}
  for i = 1, select("#", ...) do
    local t = select(i, ...)
    if type(t) == "table" then
      for key in pairs(t) do
        if type(key) == "string" then out[#out + 1] = key end
      end
    end
  end
  return out
end

return suggestion
