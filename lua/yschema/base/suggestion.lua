--- Finds the name that a mistyped name may stand for, and formulates a hint.
--
-- @module yschema.base.suggestion

local core = require "yschema.core"

local suggestion = {}

--- Returns the name that a mistyped name may stand for, or nil (reference#suggestions).
---@param name string
---@param candidates string[] the names that exist
---@return string?
function suggestion.nearest(name, candidates) return core.nearest(name, candidates) end

--- Returns the hint " (did you mean `x`?)" for a mistyped name, or "".
---@param name string
---@param candidates string[] as for `nearest`
---@return string hint
---@return string[]? words the name and the one that is meant, for `lexer.fail`
function suggestion.hint(name, candidates)
  local best = suggestion.nearest(name, candidates)
  if best then return " (did you mean `" .. best .. "`?)", { name, best } end
  return ""
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
