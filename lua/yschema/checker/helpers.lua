--- Functions that generated functions call.
--
-- Each of them returns a boolean; false means that the core has to be asked.
--
-- @module yschema.checker.helpers

local core = require "yschema.core"

local helpers = {}

local byte = string.byte
local getmetatable, next, type = debug.getmetatable, next, type
local null = core.null

helpers.getmetatable = getmetatable

-- ---- the length of a text in characters ------------------------------------------------

--- Returns the number of characters in a text, as the core counts them. LuaJIT compiles this loop, but no pattern.
---@param text string
---@return integer
function helpers.characters(text)
  local count = 0
  for i = 1, #text do
    local code = byte(text, i)
    if code < 128 or code > 191 then count = count + 1 end
  end
  return count
end

--- Returns whether a text of at least `least` bytes has as many characters.
---@param text string
---@param least integer
---@return boolean
function helpers.is_long(text, least)
  for i = 1, least do
    if byte(text, i) > 127 then return helpers.characters(text) >= least end
  end
  return true
end

-- ---- items that are all different ------------------------------------------------------

-- Does the same with a table of the items seen.
local function differ_by_table(items, count)
  local seen = {}
  for i = 1, count do
    local item = items[i]
    if type(item) == "table" or item ~= item or seen[item] then return false end
    seen[item] = true
  end
  return true
end

--- Returns whether the items of an array are scalars that all differ.
---@param items any[] texts, numbers, booleans, nulls and tables
---@param count integer
---@return boolean
function helpers.differ(items, count)
  if count > 12 then return differ_by_table(items, count) end
  for i = 1, count do
    local item = items[i]
    if type(item) == "table" then return false end
    for j = 1, i - 1 do
      if items[j] == item then return false end
    end
  end
  return true
end

-- ---- values of any type ----------------------------------------------------------------

-- Makes the function that takes items and entries below any=True.
local function is_any_in(budget, share, depth, array_mt, empty_array_mt)
  local is_any

  -- `level` is the number of tables around the value, with itself.
  local function is_value(value, level)
    local kind = type(value)
    if kind == "table" then return level < depth and is_any(value, level + 1) end
    return kind == "string" or kind == "number" or kind == "boolean" or kind == "userdata" and value == null
  end

  local function is_array(items, level)
    local count = 0
    for index, item in next, items do
      count = count + 1
      if index ~= count or not is_value(item, level) then return false end
    end
    budget.left = budget.left - count * share
    return budget.left >= 0 and #items == count -- a key may be a 64-bit integer of LuaJIT
  end

  function is_any(value, level)
    local mt = getmetatable(value)
    if mt ~= nil and mt ~= array_mt and mt ~= empty_array_mt then return false end
    local kind = type((next(value))) -- a pointer of LuaJIT equals nil
    if kind == "nil" then return true end
    if mt ~= nil or kind == "number" then return is_array(value, level) end
    local count = 0
    for key, item in next, value do
      count = count + 1
      if type(key) ~= "string" or not is_value(item, level) then return false end
    end
    budget.left = budget.left - count * share
    return budget.left >= 0
  end

  return is_any
end

--- Makes a function of a table and its depth that finds out whether it is a plain value, whatever it holds.
---@param limits yschema.CheckerLimits
---@param array_mt table
---@param empty_array_mt table
---@return fun(value: table, level: integer): boolean
function helpers.any_within(limits, array_mt, empty_array_mt)
  return is_any_in(limits.budget, limits.share_of_node, limits.depth, array_mt, empty_array_mt)
end

return helpers
