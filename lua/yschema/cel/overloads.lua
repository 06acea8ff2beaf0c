--- Finds the functions that a call may mean, by their names and the types of their arguments.
--
-- @module yschema.cel.overloads

local library = require "yschema.cel.library.library"
local suggestion = require "yschema.base.lazily" "yschema.base.suggestion"
local types = require "yschema.cel.types"

local overloads = {}

local concat, ipairs = table.concat, ipairs

---@class yschema.CelRow
---@field name string
---@field receiver boolean
---@field arguments string[]
---@field result string
---@field call function
---@field total? boolean it never throws
---@field runtime? boolean only for arguments whose types are not known before
---@field variadic? boolean takes a list in place of arguments that no row has
---@field types table[] of its arguments
---@field gives table

-- Rows by name, for calls of members and for others.
local members, functions

local function prepare()
  members, functions = {}, {}
  for _, row in ipairs(library) do
    local by_name = row.receiver and members or functions
    by_name[row.name] = by_name[row.name] or {}
    row.types, row.gives = {}, types.of_text(row.result)
    for i, text in ipairs(row.arguments) do row.types[i] = types.of_text(text) end
    table.insert(by_name[row.name], row)
  end
end

--- Returns the rows of a name.
---@param name string
---@param is_member boolean
---@return yschema.CelRow[]?
function overloads.rows(name, is_member)
  if not functions then prepare() end
  return (is_member and members or functions)[name]
end

-- Returns the result of a row for these types, or nil if it does not take them.
local function result_of(row, given, bound)
  local length, variables = #bound, {}
  for i, expected in ipairs(row.types) do
    if not types.unify(types.instance(expected, variables), given[i], bound) then
      types.undo(bound, length)
      return nil
    end
  end
  return types.instance(row.gives, variables)
end

---@class yschema.CelChoice
---@field rows yschema.CelRow[] those that may take the arguments
---@field result table the type
---@field certain boolean the types say that the only row takes the arguments

-- Returns whether all values of a type are taken where another is expected.
local function covers(expected, given)
  given = types.known_as(given)
  if expected == types.plain.dyn or expected.name == "parameter" then return true end
  if expected.name == "map" and given.name == "object" then return expected.of.name == "parameter" end
  if expected.name ~= given.name then return false end
  if expected.key and not covers(expected.key, given.key) then return false end
  return not expected.of or covers(expected.of, given.of)
end

local function is_certain(row, given)
  for i, expected in ipairs(row.types) do
    if not covers(expected, given[i]) then return false end
  end
  return true
end

-- Returns the type that all rows give; dyn where they differ.
local function common(rows)
  local first = rows[1].gives
  for _, row in ipairs(rows) do
    if row.gives ~= first or first.name == "parameter" or first.of then return types.plain.dyn end
  end
  return first
end

-- Lists the rows that take the types, and after them those that only values at run-time may choose.
local function fitting_rows(rows, given, bound)
  local fitting, others = {}, {}
  for _, row in ipairs(rows) do
    if #row.types == #given then
      local length = #bound
      if result_of(row, given, bound) then
        local list = row.runtime and others or fitting
        list[#list + 1] = row
      end
      types.undo(bound, length)
    end
  end
  local count = #fitting
  for _, row in ipairs(others) do fitting[#fitting + 1] = row end
  return fitting, count
end

--- Chooses the rows that take arguments of these types.
---@param rows yschema.CelRow[]
---@param given table[] types
---@param bound table[] see `types.unify`
---@return yschema.CelChoice? nil: no row takes them
function overloads.choose(rows, given, bound)
  local fitting, count = fitting_rows(rows, given, bound)
  if count == 0 then return nil end
  if count == 1 then
    local row = fitting[1]
    local certain = is_certain(row, given)
    return { rows = certain and { row } or fitting, result = result_of(row, given, bound), certain = certain }
  end
  return { rows = fitting, result = common(fitting), certain = false }
end

--- Returns the choice of all rows that take so many arguments, whose types decide at run-time.
---@param rows yschema.CelRow[]
---@param count integer
---@return yschema.CelChoice?
function overloads.any(rows, count)
  local fitting = {}
  for _, row in ipairs(rows) do
    if #row.types == count then fitting[#fitting + 1] = row end
  end
  return fitting[1] and { rows = fitting, result = types.plain.dyn, certain = false }
end

-- Writes the types of a row: "(string, int)".
local function spelled(given)
  local out = {}
  for i, t in ipairs(given) do out[i] = types.spelled(t) end
  return "(" .. concat(out, ", ") .. ")"
end

local signs = { ["_[_]"] = "an index", ["_[?_]"] = "an index" }

--- Says that no row takes arguments of these types, and which types are taken.
---@param name string
---@param rows yschema.CelRow[]
---@param given table[]
---@return string
function overloads.problem(name, rows, given)
  if name == "_==_" or name == "_!=_" then
    return ("no such overload: `%s` compares values of one type, not %s and %s"):format(name:sub(2, 3),
      types.spelled(given[1]), types.spelled(given[2]))
  end
  local sign = name:match "^_?([^_%w%[]+)_$" or name == "_in_" and "in"
  local taken = {}
  for _, row in ipairs(rows) do
    if not row.runtime and #taken < 4 then taken[#taken + 1] = spelled(row.types) end
  end
  local who = sign and ("`%s`"):format(sign) or signs[name] or name .. "()"
  return ("no such overload: %s does not take %s; it takes %s"):format(who, spelled(given), concat(taken, " or "))
end

--- Says that there is no function of a name, with one that may be meant.
---@param name string
---@param is_member boolean
---@return string
function overloads.unknown(name, is_member)
  local names = {}
  overloads.rows("", false)
  for other in pairs(is_member and members or functions) do
    if not other:find "^[_@!-]" then names[#names + 1] = other end
  end
  table.sort(names)
  local other = (is_member and functions or members)[name]
  if other then
    return is_member and ("%s() is no method: write %s(value)"):format(name, name)
      or ("%s() is a method: write value.%s()"):format(name, name)
  end
  return ("there is no function %s()%s"):format(name, suggestion.hint(name, names))
end

return overloads
