--- Lists functions of CEL as rows.
--
-- A row is `{ name =, receiver =, arguments = { type, ... }, result = type, call = function, total = boolean }`. Types
-- are texts: "int", "list(A)", "map(A,B)", where A and B stand for any type. `runtime`: only for operands whose types
-- are unknown before the expression runs. `variadic`: a call with more arguments passes them as one list.
--
-- @module yschema.cel.values.rows

local rows = {}

local find, gmatch, match = string.find, string.gmatch, string.match

---@class yschema.cel.Row
---@field name string
---@field receiver boolean the first argument stands before the name
---@field arguments string[]
---@field result string
---@field call function
---@field total boolean it never fails
---@field runtime? boolean
---@field variadic? boolean

-- Splits types at commas that are outside of parentheses.
local function types_in(text)
  local list, depth, part = {}, 0, ""
  for piece in gmatch(text .. ",", "[^,]*,") do
    for open in gmatch(piece, "[()]") do depth = depth + (open == "(" and 1 or -1) end
    part = part .. piece
    if depth == 0 then
      list[#list + 1] = match(part, "^%s*(.-)%s*,$")
      part = ""
    end
  end
  return #list == 1 and list[1] == "" and {} or list
end

-- Splits a signature into its parts.
local function parts_of(signature)
  local rest = match(signature, "^member (.*)$")
  if not rest then
    local name, arguments, result = match(signature, "^(%S-)%((.*)%) %-> (.+)$")
    return name, types_in(arguments), result, false
  end
  local owner, name, arguments, result = match(rest, "^(.*)%.([%w_@]+)%((.*)%) %-> (.+)$")
  local types = types_in(arguments)
  table.insert(types, 1, owner)
  return name, types, result, true
end

--- Adds the functions that compare values of an own type.
---@param define fun(signature: string, call: function, flags?: string)
---@param own string the type
---@param compare fun(a: any, b: any): integer
---@param int fun(order: integer): any makes an int
---@return fun(name: string, result: string, call: function) define_pair adds another function of two such values
function rows.comparisons(define, own, compare, int)
  local function define_pair(name, result, call)
    define(("member %s.%s(%s) -> %s"):format(own, name, own, result), call, "total")
  end
  define_pair("isGreaterThan", "bool", function(a, b) return compare(a, b) > 0 end)
  define_pair("isLessThan", "bool", function(a, b) return compare(a, b) < 0 end)
  define_pair("compareTo", "int", function(a, b) return int(compare(a, b)) end)
  return define_pair
end

--- Makes a list of rows, with a function that adds to it.
---@return yschema.cel.Row[] list
---@return fun(signature: string, call: function, flags?: string) define the signature is "name(type, ...) -> type", or
---  "member type.name(type, ...) -> type"; the flags are "total", "runtime" and "variadic", with spaces between them
function rows.list()
  local list = {}
  local function define(signature, call, flags)
    local name, types, result, is_member = parts_of(signature)
    local function has(flag) return flags ~= nil and find(flags, flag, 1, true) ~= nil end
    list[#list + 1] = {
      name = name, receiver = is_member, arguments = types, result = result, call = call, total = has "total",
      runtime = has "runtime" or nil, variadic = has "variadic" or nil,
    }
  end
  return list, define
end

return rows
