--- Makes plain copies of tables, such as those that a user gives.
--
-- A user's table may have a metatable that answers differently each time, or fails. Therefore each field
-- is read once, and all later code reads the copy.
--
-- @module yschema.base.plain_tables

local attempt = require "yschema.base.attempt"

local plain_tables = {}

local concat, ipairs, next, pairs = table.concat, ipairs, next, pairs
local rawget, require, sort, type = rawget, require, table.sort, type

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

--- Makes a copy of a table in which some fields are others.
---@param given table
---@param others? table
---@return table
function plain_tables.changed(given, others)
  local own = {}
  for name, value in next, given do own[name] = value end
  for name, value in next, others or {} do own[name] = value end
  return own
end

--- Returns the keys of a table of one type, sorted.
---@param map table
---@return any[]
function plain_tables.sorted_keys(map)
  local keys = {}
  for key in next, map do keys[#keys + 1] = key end
  sort(keys)
  return keys
end

--- Copies the items of a list up to the first nil.
---@param list table
---@return any[]
function plain_tables.items(list)
  local items, i, item = {}, 1, rawget(list, 1)
  while item ~= nil do
    items[i], i = item, i + 1
    item = rawget(list, i)
  end
  return items
end

--- Returns a table itself, and another value as the only item of a list.
---@param value any
---@return any[]
function plain_tables.listed(value) return type(value) == "table" and value or { value } end

--- Returns a list of one string, or a plain copy of a list of strings.
---@param value any
---@return string[]? list nil: the value is neither
function plain_tables.strings(value)
  if type(value) == "string" then return { value } end
  if type(value) ~= "table" then return nil end
  local items = plain_tables.items(value)
  return plain_tables.all(items, function(item) return type(item) == "string" end) and items or nil
end

--- Returns whether a value is a whole number in a range.
---@param value any
---@param least integer
---@param most integer
---@return boolean
function plain_tables.is_whole(value, least, most)
  return type(value) == "number" and value >= least and value <= most and value % 1 == 0
end

--- Returns a name that is not taken: with a number after it if need be.
---@param taken table<string, any>
---@param name string
---@param form string of a name and its number, such as "%s_%d"
---@return string
function plain_tables.free_name(taken, name, form)
  local free, number = name, 1
  while taken[free] do
    number = number + 1
    free = form:format(name, number)
  end
  return free
end

--- Adds the items of a list to another one.
---@param list any[]
---@param more any[]
function plain_tables.add_all(list, more)
  for _, item in ipairs(more) do list[#list + 1] = item end
end

--- Makes a list of the results for the items of a list, without nil.
---@generic T, R
---@param list T[]
---@param of fun(item: T): R?
---@return R[]
function plain_tables.mapped(list, of)
  local results = {}
  for _, item in ipairs(list) do results[#results + 1] = of(item) end
  return results
end

--- Makes a list of the items that pass a test.
---@generic T
---@param list T[]
---@param passes fun(item: T): any
---@return T[]
function plain_tables.kept(list, passes)
  local kept = {}
  for _, item in ipairs(list) do
    if passes(item) then kept[#kept + 1] = item end
  end
  return kept
end

--- Returns the items of a list as the keys of a table.
---@param list any[]
---@return table<any, boolean>
function plain_tables.set(list)
  local set = {}
  for _, item in ipairs(list) do set[item] = true end
  return set
end

--- Lists what a pattern finds in a text: its first capture, or all that matches.
---@param text string
---@param pattern string
---@return string[]
function plain_tables.matches(text, pattern)
  local found = {}
  for match in text:gmatch(pattern) do found[#found + 1] = match end
  return found
end

--- Returns the first item that passes a test.
---@generic T
---@param list T[]
---@param passes fun(item: T): any
---@return T?
function plain_tables.find(list, passes)
  for _, item in ipairs(list) do
    if passes(item) then return item end
  end
end

--- Returns whether an item passes a test.
---@generic T
---@param list T[]
---@param passes fun(item: T): any
---@return boolean
function plain_tables.any(list, passes)
  for _, item in ipairs(list) do
    if passes(item) then return true end
  end
  return false
end

--- Returns whether all items pass a test.
---@generic T
---@param list T[]
---@param passes fun(item: T): any
---@return boolean
function plain_tables.all(list, passes)
  return not plain_tables.any(list, function(item) return not passes(item) end)
end

--- Returns whether a list has all items of another one.
---@param list any[]
---@param others any[]
---@return boolean
function plain_tables.has_all(list, others)
  local has = plain_tables.set(list)
  return plain_tables.all(others, function(item) return has[item] end)
end

--- Returns whether a list has an item.
---@param list any[]
---@param wanted any
---@return boolean
function plain_tables.has(list, wanted)
  for _, item in ipairs(list) do
    if item == wanted then return true end -- `any` would make a function each time
  end
  return false
end

local function quoted(words)
  local list = {}
  for i, word in ipairs(words) do list[i] = '"' .. word .. '"' end
  return concat(list, ", ", 1, #list - 1) .. " or " .. list[#list]
end

-- Returns what a value must be, if it is something else.
local function expected(value, wanted)
  if type(wanted) == "string" then return type(value) ~= wanted and ("a %s, got %s"):format(wanted, type(value)) end
  if wanted.or_false and value == false then return false end
  if type(wanted[1]) == "number" then
    return not plain_tables.is_whole(value, wanted[1], wanted[2])
      and ("a whole number from %.0f to %.0f%s"):format(wanted[1], wanted[2], wanted.or_false and ", or false" or "")
  end
  return not plain_tables.has(wanted, value) and quoted(wanted)
end

--- Copies options, and checks each that is given.
---@param given any
---@param known table<string, string|table> what each must be: the name of a type, "strings" (a string or a list, and a
---  list in the copy), `{ least, most, or_false = true? }` for a whole number, or a list of words
---@param what string "option"
---@return table? copy
---@return string? problem in words
function plain_tables.checked(given, known, what)
  local copy, problem = plain_tables.copy(given, known, what)
  if not copy then return nil, problem end
  for name, value in pairs(copy) do
    local must_be
    if known[name] == "strings" then
      copy[name] = plain_tables.strings(value)
      must_be = not copy[name] and "a string or a list of strings"
    else
      must_be = expected(value, known[name])
    end
    if must_be then return nil, ("%s '%s' must be %s"):format(what, name, must_be) end
  end
  return copy
end

return plain_tables
