--- Parses a text of CEL to a tree.
--
-- A node is a table with its kind in `k`, its offset in `at`, and its depth. The kinds:
--
-- - `const`: `value`, `kind` (the name of its type)
-- - `name`: `name`; `rooted` when a point stands before it
-- - `select`: `operand`, `field`; `test` in `has()`, `optional` in `a.?b`
-- - `call`: `name`, `args`, `target` where it is a member call; operators are calls of names such as `_+_`
-- - `entry`: `a[?b]`, with `operand` and `index`
-- - `and`, `or`: `terms`, at least two
-- - `choice`: `condition`, `yes`, `no`
-- - `list`: `items`, `optional` (which of them); `map`: `keys`, `values`, `optional`
-- - `fold`: see `yschema.cel.macros`
--
-- @module yschema.cel.parser

local lexer = require "yschema.cel.lexer"
local macros = require "yschema.cel.macros"
local doubles = require "yschema.cel.values.doubles"
local values = require "yschema.cel.values.values"

local parser = {}

local fail = lexer.fail
local ipairs, max, select, setmetatable = ipairs, math.max, select, setmetatable

--- The deepest nesting of an expression.
parser.most_levels = 250

local reserved = {}
for word in ([[as break const continue else for function if import let loop package namespace return var void
  while]]):gmatch "%a+" do
  reserved[word] = true
end
local keywords = { ["in"] = true, ["true"] = true, ["false"] = true, ["null"] = true }

---@class yschema.CelParser
---@field tokens yschema.CelTokens
---@field at integer the number of the current token
---@field level integer
local Parser = {}
Parser.__index = Parser

--- Makes a node.
---@param kind string
---@param at integer
---@param fields table
---@param ... table its children
---@return table
function Parser.node(_, kind, at, fields, ...)
  local depth = 0
  for i = 1, select("#", ...) do depth = max(depth, (select(i, ...)).depth) end
  for _, child in ipairs(fields.children or {}) do depth = max(depth, child.depth) end
  fields.k, fields.at, fields.depth, fields.children = kind, at, depth + 1, nil
  if depth >= parser.most_levels then
    fail(at, ("the expression is nested deeper than %d levels"):format(parser.most_levels))
  end
  return fields
end

function Parser:offset() return self.tokens.offsets[self.at] end

-- Throws an error about the current token.
function Parser:unexpected(wanted)
  local kind, value = self.tokens.kinds[self.at], self.tokens.values[self.at]
  local found = kind == "end" and "the end of the expression" or kind == "string" and "a string"
    or kind == "bytes" and "bytes" or "`" .. value .. "`"
  fail(self:offset(), wanted and ("%s is expected here, not %s"):format(wanted, found) or "unexpected " .. found)
end

-- Takes the current token if it is this sign.
function Parser:take(sign)
  local tokens, at = self.tokens, self.at
  if tokens.kinds[at] ~= "sign" or tokens.values[at] ~= sign then return false end
  self.at = at + 1
  return true
end

function Parser:expect(sign)
  if not self:take(sign) then self:unexpected("`" .. sign .. "`") end
end

-- Returns the operator at the current token: its sign, or the word `in`.
function Parser:operator()
  local kind, value = self.tokens.kinds[self.at], self.tokens.values[self.at]
  if kind == "sign" or kind == "name" and value == "in" then return value end
end

-- The operators between two operands, by how closely they bind.
local levels = {
  ["<"] = 1, ["<="] = 1, [">"] = 1, [">="] = 1, ["=="] = 1, ["!="] = 1, ["in"] = 1,
  ["+"] = 2, ["-"] = 2, ["*"] = 3, ["/"] = 3, ["%"] = 3,
}

function Parser:expression()
  self.level = self.level + 1
  if self.level > parser.most_levels then
    fail(self:offset(), ("the expression is nested deeper than %d levels"):format(parser.most_levels))
  end
  local node = self:logic("||", "or", self.conjunction)
  local at = self:offset()
  if self:take "?" then
    local yes = self:logic("||", "or", self.conjunction)
    self:expect ":"
    local no = self:expression()
    node = self:node("choice", at, { condition = node, yes = yes, no = no }, node, yes, no)
  end
  self.level = self.level - 1
  return node
end

-- Reads terms between the same sign as one node.
function Parser:logic(sign, kind, read)
  local at, first = self:offset(), read(self)
  if not self:take(sign) then return first end
  local terms = { first }
  repeat terms[#terms + 1] = read(self) until not self:take(sign)
  return self:node(kind, at, { terms = terms, children = terms })
end

function Parser:conjunction() return self:logic("&&", "and", self.relation) end

function Parser:relation() return self:binary(1) end

function Parser:binary(least)
  local left = self:unary()
  while true do
    local sign = self:operator()
    local level = levels[sign]
    if not level or level < least then return left end
    local at = self:offset()
    self.at = self.at + 1
    local right = self:binary(level + 1)
    left = self:node("call", at, { name = "_" .. sign .. "_", args = { left, right } }, left, right)
  end
end

local number_kinds = { int = true, double = true }

-- Reads an operand with the signs before it.
function Parser:unary()
  local at, kinds = self:offset(), self.tokens.kinds
  local sign = self:operator()
  if sign ~= "!" and sign ~= "-" then return self:member(self:primary()) end
  self.at = self.at + 1
  if sign == "-" and number_kinds[kinds[self.at]] then
    return self:member(self:number("-", at))
  end
  self.level = self.level + 1
  if self.level > parser.most_levels then
    fail(at, ("the expression is nested deeper than %d levels"):format(parser.most_levels))
  end
  local operand = self:unary()
  self.level = self.level - 1
  return self:node("call", at, { name = sign .. "_", args = { operand } }, operand)
end

function Parser:constant(at, name, value)
  self.at = self.at + 1
  return self:node("const", at, { value = value, kind = name })
end

-- Reads the number at the current token.
function Parser:number(sign, at)
  local kind, digits = self.tokens.kinds[self.at], self.tokens.values[self.at]
  local value
  if kind == "double" then
    value = doubles.parse(sign .. digits)
    if not value then fail(at, ("%s%s does not fit in a double"):format(sign, digits)) end
  elseif kind == "int" then value = values.int(sign .. digits)
  else value = values.uint(digits) end
  if value == nil then
    fail(at, ("%s%s is no %s of 64 bits"):format(sign, digits, kind == "int" and "integer" or "unsigned integer"))
  end
  return self:constant(at, kind, value)
end

-- Reads expressions up to a closing sign. `optional`: a comma may stand at the end, and `?` before an item, which it
-- gets the number of.
function Parser:list(closing, optional)
  local items = {}
  while not self:take(closing) do
    if #items > 0 then
      self:expect ","
      if optional and self:take(closing) then return items end
    end
    if optional and self:take "?" then optional[#items + 1] = true end
    items[#items + 1] = self:expression()
  end
  return items
end

function Parser:map(at)
  local keys, map_values, optional, all = {}, {}, {}, {}
  while not self:take "}" do
    if #keys > 0 then
      self:expect ","
      if self:take "}" then break end
    end
    if self:take "?" then optional[#keys + 1] = true end
    keys[#keys + 1] = self:expression()
    self:expect ":"
    map_values[#keys] = self:expression()
    all[#all + 1], all[#all + 2] = keys[#keys], map_values[#keys]
  end
  return self:node("map", at, { keys = keys, values = map_values, optional = optional, children = all })
end

local words = { ["true"] = { "bool", true }, ["false"] = { "bool", false }, null = { "null", values.null } }

-- Reads a name, or the call of a function without a target.
function Parser:named(at, rooted)
  local name = self.tokens.values[self.at]
  if self.tokens.kinds[self.at] ~= "name" or keywords[name] then self:unexpected "a name" end
  if reserved[name] then fail(self:offset(), ("`%s` is a reserved word"):format(name)) end
  self.at = self.at + 1
  if not self:take "(" then return self:node("name", at, { name = name, rooted = rooted }) end
  local args = self:list ")"
  return macros.expand(self, at, name, nil, args)
    or self:node("call", at, { name = name, args = args, rooted = rooted, children = args })
end

function Parser:primary()
  local kind, value, at = self.tokens.kinds[self.at], self.tokens.values[self.at], self:offset()
  if kind == "name" and words[value] then return self:constant(at, words[value][1], words[value][2]) end
  if kind == "name" then return self:named(at) end
  if kind == "string" then return self:constant(at, "string", value) end
  if kind == "bytes" then return self:constant(at, "bytes", values.bytes(value)) end
  if number_kinds[kind] or kind == "uint" then return self:number("", at) end
  if self:take "(" then
    local inner = self:expression()
    self:expect ")"
    return inner
  elseif self:take "[" then
    local optional = {}
    local items = self:list("]", optional)
    return self:node("list", at, { items = items, optional = optional, children = items })
  elseif self:take "{" then
    return self:map(at)
  elseif self:take "." then
    return self:named(at, true)
  end
  self:unexpected(self.at > 1 and "a value" or nil)
end

-- Returns the names that an expression consists of, as one text: `a.b` of a type; nil for other expressions.
local function type_name(node)
  if node.k == "name" then return node.name end
  local before = node.k == "select" and not node.test and type_name(node.operand)
  return before and before .. "." .. node.field
end

-- Reads what follows the point after an operand.
function Parser:selection(operand, at)
  local optional = self:take "?"
  local kind, name = self.tokens.kinds[self.at], self.tokens.values[self.at]
  if kind ~= "quoted" and (kind ~= "name" or keywords[name]) then self:unexpected "the name of a field" end
  self.at = self.at + 1
  if not optional and kind == "name" and self:take "(" then
    local args = self:list ")"
    return macros.expand(self, at, name, operand, args)
      or self:node("call", at, { name = name, target = operand, args = args, children = args }, operand)
  end
  return self:node("select", at, { operand = operand, field = name, optional = optional }, operand)
end

-- Reads the fields, indexes and member calls after an operand.
function Parser:member(operand)
  while true do
    local at = self:offset()
    if self:take "." then
      operand = self:selection(operand, at)
    elseif self:take "[" then
      local optional = self:take "?"
      local index = self:expression()
      self:expect "]"
      local fields = optional and { operand = operand, index = index } or { name = "_[_]", args = { operand, index } }
      operand = self:node(optional and "entry" or "call", at, fields, operand, index)
    elseif self:operator() == "{" and type_name(operand) then
      fail(operand.at, ("`%s{...}` makes a message, and no types of messages are known"):format(type_name(operand)))
    else
      return operand
    end
  end
end

--- Parses a text; throws an error where that is not possible.
---@param text string
---@return table node
function parser.parse(text)
  local self = setmetatable({ tokens = lexer.tokens(text), at = 1, level = 0 }, Parser)
  if self.tokens.kinds[1] == "end" then fail(1, "the expression is empty") end
  local node = self:expression()
  if self.tokens.kinds[self.at] ~= "end" then self:unexpected "an operator" end
  return node
end

return parser
