--- Makes plain copies of tables that a user gives.
--
-- A user's table may have a metatable that answers differently each time, or fails. Therefore each field
-- is read once, and all later code reads the copy.
--
-- @module yschema.base.plain_tables

local attempt = require "yschema.base.attempt"

local plain_tables = {}

local next, pairs, rawget, require, type = next, pairs, rawget, require, type

local function index(map, key) return map[key] end

--- Copies the options that are known by name, including those that a metatable provides.
---@param given any
---@param known table<string, any> their names, as keys
---@param what string "option"
---@return table? copy
---@return string? problem in words
function plain_tables.copy(given, known, what)
  if type(given) ~= "table" then return nil, ("%ss must be a table, got %s"):format(what, type(given)) end
  for name in next, given do
    if known[name] == nil then return nil, require("yschema.base.call_mistakes").unknown(what, name, known) end
  end
  local copy = {}
  for name in pairs(known) do
    local ok, value = attempt(index, given, name)
    if not ok then
      return nil, ("%s '%s' cannot be read: the metatable of the %ss fails"):format(what, name, what)
    end
    copy[name] = value
  end
  return copy
end

--- Copies the items of a list up to the first nil.
---@param list table
---@return any[]
function plain_tables.items(list)
  local items = {}
  while rawget(list, #items + 1) ~= nil do items[#items + 1] = rawget(list, #items + 1) end
  return items
end

--- Returns a list of one string, or a plain copy of a list of strings.
---@param value any
---@return string[]? list nil: the value is neither
function plain_tables.strings(value)
  if type(value) == "string" then return { value } end
  if type(value) ~= "table" then return nil end
  local items = plain_tables.items(value)
  for _, item in ipairs(items) do
    if type(item) ~= "string" then return nil end
  end
  return items
end

--- Returns whether a value is a whole number in a range.
---@param value any
---@param least integer
---@param most integer
---@return boolean
function plain_tables.is_whole(value, least, most)
  return type(value) == "number" and value >= least and value <= most and value % 1 == 0
end

return plain_tables
