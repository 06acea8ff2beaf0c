--- Parses expressions: tokens become a tree. The syntax is Starlark's, with Lua's spellings as alternatives.
--
-- Every node is { type=, at= }, where `at` is the offset of its first byte, or of the operator when the
-- node is an operator:
--
--     constant value            name name              lua text tokens
--     tuple items               list items             dict items {key, value}
--     table items {key|nil, value}                     lambda params body
--     unary op operand          binary op left right   logic op operands
--     choice test yes no        call func args         index value key
--     slice value first last step                      attribute value name
--     comprehension dict|list body key clauses
--
-- An argument is { name=|nil, star="*"|"**"|nil, value=node, from=, to= }.
--
-- @module yschema.syntax.expressions

local foreign_words = require "yschema.text.foreign_words"
local lexer = require "yschema.text.lexer"

local expressions = {}
local fail = lexer.fail

-- Lua functions nest on Lua's own stack, but compiled source nests on the stack of C.
local max_depth = 60

local Parser = {}
Parser.__index = Parser

-- Returns a token as messages show it.
local function shown(token)
  if token.kind == "end" then return "the end" end
  if token.kind == "newline" then return "the end of the line" end
  if token.kind == "hole" then return "YAML" end
  if token.kind == "string" then return "a string" end
  if token.kind == "int" then return "`" .. token.spelled .. "`" end
  if token.kind == "lua" then return "`function`" end
  return "`" .. tostring(token.value) .. "`"
end

function Parser:unexpected(expected)
  local token = self.token
  if token.value == "#" and token.kind == "sign" then
    fail(token.from, "unexpected `#`: a comment cannot follow the arguments")
  end
  local before = self.tokens[self.pos - 1]
  if before and before.kind == "string" and token.kind == "string" then
    fail(token.from, "two strings in a row: write `+` between them to join them")
  end
  local hint = foreign_words.instead(self.tokens, self.pos)
  if hint then fail(token.from, hint, true) end
  fail(token.from, expected and "expected " .. expected .. ", but found " .. shown(token)
    or "unexpected " .. shown(token):gsub("^the ", ""))
end

function Parser:advance()
  self.pos = self.pos + 1
  self.token = self.tokens[self.pos]
end

function Parser:is(sign)
  local token = self.token
  return token.value == sign and token.kind == "sign"
end

-- Returns the sign that comes next, or one of those after it; nil when there is something else.
function Parser:sign(after)
  local token = self.tokens[self.pos + (after or 0)]
  return token.kind == "sign" and token.value or nil
end

function Parser:accept(sign)
  local token = self.token
  if token.value ~= sign or token.kind ~= "sign" then return false end
  local pos = self.pos + 1
  self.pos, self.token = pos, self.tokens[pos]
  return true
end

function Parser:expect(sign)
  if not self:accept(sign) then self:unexpected("`" .. sign .. "`") end
end

function Parser:name(what)
  if self.token.kind ~= "name" then self:unexpected(what or "a name") end
  local name = self.token.value
  self:advance()
  return name
end

-- Returns whether NAME and a single `=` come next.
function Parser:at_keyword()
  return self.token.kind == "name" and self:sign(1) == "="
end

local words = {
  True = true, ["true"] = true, False = false, ["false"] = false,
}
local nones = { None = true, ["nil"] = true, null = true }

-- Operators by the strength with which they bind; comparisons cannot be chained.
local binding = {
  ["|"] = 2, ["^"] = 3, ["&"] = 4, ["<<"] = 5, [">>"] = 5, [".."] = 6,
  ["+"] = 7, ["-"] = 7, ["*"] = 8, ["/"] = 8, ["//"] = 8, ["%"] = 8,
}
local comparisons = {
  ["=="] = "==", ["!="] = "!=", ["~="] = "!=", ["<"] = "<", ["<="] = "<=", [">"] = ">",
  [">="] = ">=", ["in"] = "in",
}

function Parser:enter()
  self.depth = self.depth + 1
  if self.depth > max_depth then fail(self.token.from, "the expression is nested too deeply") end
end

function Parser:leave() self.depth = self.depth - 1 end

local simple = { name = true, string = true, int = true, float = true }
local after_simple = { [","] = true, [")"] = true, ["]"] = true, ["}"] = true, [":"] = true }

-- Reads one `test`: a lambda or an `if`-expression. Most are names or constants alone.
function Parser:test()
  if simple[self.token.kind] and after_simple[self:sign(1)] and self.depth < max_depth then
    return self:primary()
  end
  self:enter()
  local node
  if self:is "lambda" then
    node = self:lambda()
  else
    node = self:either()
    local at = self.token.from
    if self:accept "if" then
      local test = self:either()
      self:expect "else"
      node = { type = "choice", at = at, test = test, yes = node, no = self:test() }
    end
  end
  self:leave()
  return node
end

function Parser:logic(op, operand)
  local first = operand(self)
  if not self:is(op) then return first end
  local node = { type = "logic", op = op, at = self.token.from, operands = { first } }
  while self:accept(op) do
    node.operands[#node.operands + 1] = operand(self)
  end
  return node
end

function Parser:either() return self:logic("or", self.both) end
function Parser:both() return self:logic("and", self.negation) end

function Parser:negation()
  local at = self.token.from
  if self:accept "not" then
    self:enter()
    local operand = self:negation()
    self:leave()
    return { type = "unary", op = "not", at = at, operand = operand }
  end
  return self:comparison()
end

-- Reads the comparison operator that comes next ("not in" consists of two words); nil when there is none.
function Parser:comparison_operator()
  local sign = self:sign()
  if not sign then return nil end
  if sign == "not" and self:sign(1) == "in" then
    self:advance()
    self:advance()
    return "not in"
  end
  local op = comparisons[sign]
  if op then self:advance() end
  return op
end

function Parser:comparison()
  local left = self:operation(2)
  local at = self.token.from
  local op = self:comparison_operator()
  if not op then return left end
  local node = { type = "binary", op = op, at = at, left = left, right = self:operation(2) }
  local next_at = self.token.from
  if self:comparison_operator() then
    fail(next_at, "comparisons do not chain: write `a < b and b < c`", true)
  end
  return node
end

-- Reads operators that bind at least as strongly as `least`.
function Parser:operation(least)
  local left = self:unary()
  while true do
    local op, at = self:sign(), self.token.from
    local level = binding[op]
    if not level or level < least then break end
    self:advance()
    self:enter()
    local right = self:operation(op == ".." and level or level + 1)
    self:leave()
    left = { type = "binary", op = op, at = at, left = left, right = right }
  end
  return left
end

local prefixes = { ["-"] = true, ["+"] = true, ["~"] = true, ["#"] = true }

function Parser:unary()
  local at, op = self.token.from, self:sign()
  if not prefixes[op] then return self:postfix(self:primary()) end
  self:advance()
  if op == "-" and self.token.kind == "int" then return self:postfix(self:integer(true, at)) end
  self:enter()
  local operand = self:unary()
  self:leave()
  if op == "-" and operand.type == "constant" and type(operand.value) == "number"
    and (operand.float or operand.value ~= 0) then
    return { type = "constant", at = at, value = -operand.value, float = operand.float }
  end
  return { type = "unary", op = op, at = at, operand = operand }
end

function Parser:integer(negative, at)
  local value = lexer.integer(self.token, negative)
  if not value then
    fail(at, "the integer " .. (negative and "-" or "") .. self.token.spelled .. " is out of range: in code they"
      .. " go from -9223372036854775808 to 9223372036854775807 (1.0e19 is a float)")
  end
  self:advance()
  return { type = "constant", value = value, at = at }
end

function Parser:primary()
  local token = self.token
  if token.kind == "int" then return self:integer(false, token.from) end
  if token.kind == "float" or token.kind == "string" then
    self:advance()
    return { type = "constant", at = token.from, value = token.value, float = token.kind == "float" or nil }
  end
  if token.kind == "name" then
    self:advance()
    if nones[token.value] then return { type = "constant", at = token.from } end
    if words[token.value] ~= nil then
      return { type = "constant", at = token.from, value = words[token.value] }
    end
    return { type = "name", at = token.from, name = token.value }
  end
  if token.kind == "lua" then
    self:advance()
    return { type = "lua", at = token.from, text = token.value, tokens = token.tokens }
  end
  if self:is "(" then return self:parenthesis() end
  if self:is "[" then return self:list() end
  if self:is "{" then return self:braces() end
  self:unexpected()
end

function Parser:postfix(node)
  while true do
    local at, sign = self.token.from, self:sign()
    if sign ~= "." and sign ~= "(" and sign ~= "[" then return node end
    self:advance()
    if sign == "." then
      node = { type = "attribute", at = at, value = node, name = self:name "a name after `.`" }
    elseif sign == "(" then
      node = { type = "call", at = at, func = node, args = self:arguments ")" }
      self:expect ")"
    else
      node = self:subscript(node, at)
    end
  end
end

local function ends_index(token) return token.kind == "sign" and token.value == "]" end

function Parser:subscript(value, at)
  local parts = {}
  for i = 1, 3 do
    if not (self:is ":" or self:is "]") then
      parts[i] = i == 1 and self:expressions(ends_index) or self:test()
    end
    if not self:accept ":" then
      self:expect "]"
      if i == 1 then
        if not parts[1] then fail(at, "expected an index between `[` and `]`") end
        return { type = "index", at = at, value = value, key = parts[1] }
      end
      break
    end
    if i == 3 then fail(self.tokens[self.pos - 1].from, "expected `]`, but found `:`") end
  end
  return {
    type = "slice", at = at, value = value, first = parts[1], last = parts[2], step = parts[3],
  }
end

function Parser:parenthesis()
  local at = self.token.from
  self:advance()
  if self:accept ")" then return { type = "tuple", at = at, items = {} } end
  local first = self:test()
  if self:accept ")" then return first end
  local items = { first }
  self:more_items(items, ")")
  self:expect ")"
  return { type = "tuple", at = at, items = items }
end

require "yschema.syntax.collections" (Parser)
require "yschema.syntax.parameters" (Parser)

-- Reads one expression; `a, b` without parentheses is a tuple. `ends` returns whether a token may follow a
-- trailing comma.
function Parser:expressions(ends)
  local node = self:test()
  if not self:is "," then return node end
  node = { type = "tuple", at = node.at, items = { node } }
  while self:accept "," do
    if ends(self.token) then break end
    node.items[#node.items + 1] = self:test()
  end
  return node
end

--- The parser itself, on which `statements` builds. An instance has tokens=, pos=, token= (the token at
-- pos) and depth=0.
expressions.Parser = Parser

local function parser(text)
  local tokens = lexer.tokens(text)
  return setmetatable({ tokens = tokens, pos = 1, token = tokens[1], depth = 0 }, Parser)
end

local function is_end(token) return token.kind == "end" end

--- Parses the arguments of an annotation.
---@param text string the text after the annotation's name
---@return table # list of arguments; errors are thrown, see `lexer.fail`
function expressions.arguments(text)
  local self = parser(text)
  local args = self:arguments(nil)
  if self.token.kind ~= "end" then
    local before = self.tokens[self.pos - 1]
    local starts = self.token.kind ~= "sign" and before.kind ~= "string"
    self:unexpected(starts and "`,` before the next argument" or nil)
  end
  return args
end

--- Parses a single expression; `a, b` without parentheses is a tuple.
---@param text string
---@return table # its node; errors are thrown, see `lexer.fail`
function expressions.expression(text)
  local self = parser(text)
  local node = self:expressions(is_end)
  if self.token.kind ~= "end" then self:unexpected() end
  return node
end

return expressions
