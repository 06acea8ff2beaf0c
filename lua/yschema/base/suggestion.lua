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

-- Computes the edit distance of two short names.
local function distance(a, b)
  local row = {}
  for j = 0, #b do row[j] = j end
  for i = 1, #a do
    local diagonal = row[0]
    row[0] = i
    for j = 1, #b do
      local cost = diagonal + (a:byte(i) == b:byte(j) and 0 or 1)
      diagonal = row[j]
      row[j] = min(cost, row[j] + 1, row[j - 1] + 1)
    end
  end
  return row[#b]
end

--- Returns the hint " (did you mean `x`?)" for a mistyped name, or "".
---@param name string at most 64 bytes, else there is no hint
---@param candidates string[] the names that exist; the list is sorted in place
---@return string
function suggestion.hint(name, candidates)
  if #name > longest then return "" end
  local best, least = nil, floor((#name + 1) / 2)
  sort(candidates)
  for _, candidate in ipairs(candidates) do
    local d = #candidate <= longest and distance(name:lower(), candidate:lower()) or least
    if d < least then best, least = candidate, d end
  end
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
