--- Expands the macros of CEL: calls whose arguments are not values, but expressions with a variable of their own.
--
-- A `fold` node has the macro in `macro`, the values that it goes through in `range`, its variables in `var` and
-- `var2`, and its expressions in `test` and `result`. For a `bind`, `range` is the value of the variable.
--
-- @module yschema.cel.macros

local lexer = require "yschema.cel.lexer"

local macros = {}

local fail = lexer.fail

-- Returns the variable that an argument names.
local function variable(node)
  if node.k ~= "name" or node.rooted then fail(node.at, "the name of a variable is expected here") end
  return node.name
end

-- Makes the node of a macro.
local function fold(parser, at, macro, range, fields)
  fields.macro, fields.range = macro, range
  return parser:node("fold", at, fields, range, fields.test or range, fields.result or range)
end

-- Makes what expands a macro that tests each value.
local function tester(macro)
  return function(parser, at, range, args)
    if #args ~= 2 and #args ~= 3 then return nil end
    local two = #args == 3
    local fields = { var = variable(args[1]), var2 = two and variable(args[2]) or nil, test = args[#args] }
    if fields.var == fields.var2 then fail(args[2].at, "the two variables have the same name") end
    return fold(parser, at, macro, range, fields)
  end
end

-- Makes what expands a macro that makes a value of each value, perhaps of those only that pass a test.
local function maker(macro, variables)
  return function(parser, at, range, args)
    local rest = #args - variables
    if rest ~= 1 and rest ~= 2 then return nil end
    local fields = { var = variable(args[1]), var2 = variables == 2 and variable(args[2]) or nil }
    if fields.var == fields.var2 then fail(args[2].at, "the two variables have the same name") end
    fields.test, fields.result = rest == 2 and args[#args - 1] or nil, args[#args]
    return fold(parser, at, macro, range, fields)
  end
end

local function filter(parser, at, range, args)
  if #args ~= 2 then return nil end
  return fold(parser, at, "filter", range, { var = variable(args[1]), test = args[2] })
end

-- `list.sortBy(x, key)`: the list is evaluated once, and its keys are.
local function sort_by(parser, at, range, args)
  if #args ~= 2 then return nil end
  local name = "@sorted"
  local list = parser:node("name", at, { name = name })
  local keys = fold(parser, at, "map", list, { var = variable(args[1]), result = args[2] })
  local call = parser:node("call", at, { name = "@sortByAssociatedKeys", target = list, args = { keys } }, list, keys)
  return fold(parser, at, "bind", range, { var = name, result = call })
end

local function optional(macro)
  return function(parser, at, range, args)
    if #args ~= 2 then return nil end
    return fold(parser, at, macro, range, { var = variable(args[1]), result = args[2] })
  end
end

local of_values = {
  all = tester "all", exists = tester "exists", exists_one = tester "exists_one", existsOne = tester "exists_one",
  filter = filter, map = maker("map", 1), transformList = maker("map", 2), transformMap = maker("transformMap", 2),
  transformMapEntry = maker("transformMapEntry", 2), optMap = optional "optMap", optFlatMap = optional "optFlatMap",
  sortBy = sort_by,
}

local function has(parser, at, args)
  if #args ~= 1 then fail(at, "has() takes one argument: the selection of a field, such as `has(self.name)`") end
  local field = args[1]
  if field.k ~= "select" or field.test or field.optional then
    fail(field.at, "has() takes the selection of a field, such as `has(self.name)`")
  end
  return parser:node("select", at, { operand = field.operand, field = field.field, test = true }, field.operand)
end

local function bind(parser, at, args)
  if #args ~= 3 then return nil end
  return fold(parser, at, "bind", args[2], { var = variable(args[1]), result = args[3] })
end

-- `cel.block([a, b], e)`: `cel.index(0)` in `b` and `e` means the value of `a`.
local function block(parser, at, args)
  if #args ~= 2 or args[1].k ~= "list" then return nil end
  local items, node = args[1].items, args[2]
  for i = #items, 1, -1 do
    node = fold(parser, at, "bind", items[i], { var = "@index" .. i - 1, result = node })
  end
  return node
end

-- Makes a name of the numbers that `cel.index()` and `cel.iterVar()` have.
local function numbered(prefix)
  return function(parser, at, args)
    local name = prefix
    for _, arg in ipairs(args) do
      if arg.k ~= "const" or arg.kind ~= "int" then return nil end
      name = name .. (name ~= "@index" and ":" or "") .. tostring(arg.value):gsub("LL$", "")
    end
    return parser:node("name", at, { name = name })
  end
end

local of_cel = {
  bind = bind, block = block, index = numbered "@index", iterVar = numbered "@it", accuVar = numbered "@ac",
}

--- Expands a call, if it is one of a macro.
---@param parser yschema.CelParser
---@param at integer the offset of the call
---@param name string
---@param target? table
---@param args table[]
---@return table? node nil: it is no macro
function macros.expand(parser, at, name, target, args)
  if not target then return name == "has" and has(parser, at, args) or nil end
  if target.k == "name" and target.name == "cel" and of_cel[name] then return of_cel[name](parser, at, args) end
  return of_values[name] and of_values[name](parser, at, target, args)
end

return macros
