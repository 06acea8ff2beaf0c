--- Parses a block of Starlark code into a tree.
--
-- The statements are those of Starlark, except for their blocks: indentation has no meaning, and a suite
-- ends with `end`, as in ytt. Statements after the `:` on the same line are a complete suite and need no
-- `end`; `else` and `elif` may follow it. When they could also belong to an `if` further out, the column
-- in which they begin decides. Between statements there may be holes: `\1N\1` stands for the N-th stretch
-- of YAML.
--
-- Every node is { type=, at= }, as in `yschema.syntax.expressions`:
--
--     def name params body          if clauses {test, body} otherwise|nil
--     for target iterable body      while test body
--     pass   break   continue       return value|nil
--     assign target value           augment op target value
--     expression value              hole number
--     load module names {name, as}
--
-- A body is a list of statements. Targets are nodes of the types name, index, tuple and list (of targets).
--
-- @module yschema.syntax.statements

local foreign_words = require "yschema.text.foreign_words"
local expressions = require "yschema.syntax.expressions"
local lexer = require "yschema.text.lexer"

local statements = {}

local fail = lexer.fail

-- Compiled blocks nest on the stack of C, and so do the expressions in them.
local max_blocks = 40

local Parser = setmetatable({}, { __index = expressions.Parser })
Parser.__index = Parser

-- Returns whether a simple statement may end before a token.
local function is_stop(token)
  local kind = token.kind
  return kind == "newline" or kind == "end" or kind == "hole"
    or kind == "sign" and token.value == ";"
end

local function ends_tuple(token)
  return is_stop(token) or token.kind == "sign" and (token.value == "=" or token.value == ":"
    or token.value == ")")
end

function Parser:skip_lines()
  while self.token.kind == "newline" or self:is ";" do self:advance() end
end

-- Returns whether the word `end` stands here as a statement.
function Parser:at_end()
  return self.token.kind == "name" and self.token.value == "end"
    and is_stop(self.tokens[self.pos + 1])
end

-- ---- targets ------------------------------------------------------------------------

local targets = { name = true, index = true, tuple = true, list = true }

-- Checks that a node can be assigned to.
local function check_target(node, augmented)
  if node.type == "attribute" then
    fail(node.at, "cannot assign to the field ." .. node.name
      .. " (fields are read-only; for a dict write x[\"" .. node.name .. "\"] = ...)")
  elseif not targets[node.type] or augmented and node.items then
    fail(node.at, "cannot assign to this expression")
  end
  for _, item in ipairs(node.items or {}) do check_target(item) end
  return node
end

-- Reads the targets of a `for` statement, up to `in`.
function Parser:loop_targets()
  local at, items, several = self.token.from, {}, false
  repeat
    items[#items + 1] = check_target(self:postfix(self:primary()))
    local more = self:accept ","
    several = several or more
  until not more or self:is "in"
  return several and { type = "tuple", at = at, items = items } or items[1]
end

-- ---- simple statements --------------------------------------------------------------

local augmented = {}
for op in ("+ - * / // % & | ^ << >>"):gmatch "%S+" do augmented[op .. "="] = op end

-- Reads an assignment, or an expression that is a statement.
function Parser:assignment()
  local at = self.token.from
  local value = self:expressions(ends_tuple)
  local op = self.token.kind == "sign" and self.token.value
  if op == "=" then
    local target = check_target(value)
    self:advance()
    return { type = "assign", at = at, target = target, value = self:expressions(ends_tuple) }
  elseif augmented[op] then
    local node = { type = "augment", op = augmented[op], at = self.token.from,
      target = check_target(value, true) }
    self:advance()
    node.value = self:expressions(ends_tuple)
    return node
  end
  return { type = "expression", at = at, value = value }
end

function Parser:text(what)
  if self.token.kind ~= "string" then self:unexpected(what) end
  local value = self.token.value
  self:advance()
  return value
end

local function check_loaded(at, name)
  if not name:find "^[%a_][%w_]*$" then fail(at, "load: `" .. name .. "` is no name") end
  if name:find "^_" then fail(at, "load: names with a leading underscore are not exported: " .. name) end
end

-- Reads load("module", "name", as="name").
function Parser:load()
  local node = { type = "load", at = self.token.from, names = {} }
  if self.functions > 0 then fail(node.at, "load statement within a function") end
  self:advance()
  self:expect "("
  node.module = self:text "the name of a module, a string"
  while self:accept "," do
    if self:is ")" then break end
    local at, as = self.token.from, nil
    if self:at_keyword() then
      as = self:name()
      self:advance()
    end
    local name = self:text "a name to load, a string"
    check_loaded(at, name)
    node.names[#node.names + 1] = { name = name, as = as or name, at = at }
  end
  self:expect ")"
  if not node.names[1] then fail(node.at, "load: at least one name must be loaded") end
  return node
end

local simple = {}

function simple.pass(self, at)
  self:advance()
  return { type = "pass", at = at }
end

function simple.break_or_continue(self, at)
  local word = self.token.value
  if self.loops == 0 then fail(at, word .. " not in a loop") end
  self:advance()
  return { type = word, at = at }
end
simple["break"], simple["continue"] = simple.break_or_continue, simple.break_or_continue

simple["return"] = function(self, at)
  if self.functions == 0 then fail(at, "return statement not within a function") end
  self:advance()
  local node = { type = "return", at = at }
  if not is_stop(self.token) then node.value = self:expressions(ends_tuple) end
  return node
end

function Parser:simple()
  local token = self.token
  self.depth = 0
  local following = self.tokens[self.pos + 1]
  if token.kind == "sign" and simple[token.value] then
    return simple[token.value](self, token.from)
  elseif token.kind == "name" and token.value == "load" and following.value == "("
    and following.kind == "sign" then
    return self:load()
  elseif token.kind == "name" and token.value == "end" then
    fail(token.from, "`end` must be a statement of its own", true)
  elseif token.kind == "name" and token.value == "elseif" and not is_stop(following) then
    fail(token.from, "write `elif` instead of `elseif`", true)
  elseif token.kind == "name" and foreign_words.statements[token.value] and following.kind ~= "sign"
    and not is_stop(following) then
    fail(token.from, "Starlark has no `" .. token.value .. "`", token.value ~= "local")
  end
  return self:assignment()
end

-- Reads simple statements up to the end of the line and adds them to a body.
function Parser:simple_line(body)
  repeat
    if is_stop(self.token) then break end
    if self:at_end() then return end
    body[#body + 1] = self:simple()
  until not self:accept ";"
  if not is_stop(self.token) then self:unexpected "the end of the line" end
end

-- ---- compound statements ------------------------------------------------------------

local continues = { ["elif"] = true, ["else"] = true }

-- Reads statements up to an `end`, which is not consumed, or up to a word that continues an `if`.
function Parser:body(opener)
  local body, outer = {}, self.opener
  self.opener = opener
  self:statements(body, opener)
  self.opener = outer
  return body
end

function Parser:statements(body, opener)
  while true do
    self:skip_lines()
    local token = self.token
    if self:at_end() then return end
    if token.kind == "sign" and continues[token.value] then
      if opener and opener.type == "if" then return end
      fail(token.from, "`" .. token.value .. "` belongs to no `if`")
    elseif token.kind == "end" then
      if opener then fail(opener.at, "`" .. opener.type .. "` has no matching `end`") end
      return
    end
    self:statement(body)
  end
end

-- Reads a suite: its body, and whether an `end` must follow.
function Parser:suite(opener)
  self:expect ":"
  self.blocks = self.blocks + 1
  if self.blocks > max_blocks then fail(opener.at, "the code is nested too deeply") end
  local body, open = {}, false
  if self.token.kind == "newline" or self.token.kind == "hole" or self.token.kind == "end" then
    body, open = self:body(opener), true
  else
    local token = self.token
    if token.kind == "sign" and (Parser[token.value .. "_statement"]) then
      fail(token.from, "`" .. token.value .. "` cannot follow `:` on the same line")
    end
    self:simple_line(body)
  end
  self.blocks = self.blocks - 1
  return body, open
end

function Parser:close(open)
  if open then self:advance() end
end

function Parser:def_statement(at)
  local node = { type = "def", at = at, params = {} }
  self:advance()
  node.name = self:name "the name of the function"
  self:expect "("
  local seen = {}
  while not self:is ")" do
    self:parameter(node.params, seen)
    if self:is ":" then fail(self.token.from, "parameters are written without types") end
    if not self:accept "," then break end
  end
  self:expect ")"
  if self:is "->" then fail(self.token.from, "functions are written without types") end
  local loops = self.loops
  self.functions, self.loops = self.functions + 1, 0
  local open
  node.body, open = self:suite(node)
  self.functions, self.loops = self.functions - 1, loops
  self:close(open)
  return node
end

function Parser:column(at)
  local line_start = at
  while line_start > 1 and self.source:byte(line_start - 1) ~= 10 do line_start = line_start - 1 end
  return at - line_start
end

-- Returns the `elif` or `else` that continues the `if` at an offset, or nil. The last suite of that `if` was
-- either open (its `end` is due) or on one line.
function Parser:goes_on(at, open)
  local pos = self.pos
  while self.tokens[pos].kind == "newline" do pos = pos + 1 end
  local token = self.tokens[pos]
  if token.kind ~= "sign" or not continues[token.value] then return nil end
  if not open and self.opener and self.opener.type == "if" then
    local column = self:column(token.from)
    if column ~= self:column(at) or column == self:column(self.opener.at) then return nil end
  end
  self.pos, self.token = pos, token
  return token.value
end

function Parser:if_statement(at)
  local node = { type = "if", at = at, clauses = {} }
  local word = "if"
  local body, open
  repeat
    local clause = { at = self.token.from }
    self:advance()
    if word ~= "else" then clause.test = self:test() end
    body, open = self:suite(node)
    if word == "else" then break end
    clause.body = body
    node.clauses[#node.clauses + 1] = clause
    word = self:goes_on(at, open)
  until not word
  if word then
    node.otherwise = body
    if open and not self:at_end() then fail(self.token.from, "`else` must come last") end
  end
  self:close(open)
  return node
end

function Parser:loop_body(node)
  self.loops = self.loops + 1
  local open
  node.body, open = self:suite(node)
  self.loops = self.loops - 1
  self:close(open)
  return node
end

function Parser:for_statement(at)
  local node = { type = "for", at = at }
  self:advance()
  node.target = self:loop_targets()
  self:expect "in"
  node.iterable = self:expressions(ends_tuple)
  return self:loop_body(node)
end

function Parser:while_statement(at)
  self:advance()
  return self:loop_body { type = "while", at = at, test = self:test() }
end

-- Reads one statement, or several on one line, and adds them to a body.
function Parser:statement(body)
  local token = self.token
  self.depth = 0
  if token.kind == "hole" then
    self:advance()
    body[#body + 1] = { type = "hole", at = token.from, number = token.value }
    return
  end
  local compound = token.kind == "sign" and Parser[token.value .. "_statement"]
  if not compound then return self:simple_line(body) end
  body[#body + 1] = compound(self, token.from)
  if not is_stop(self.token) then self:unexpected "the end of the line" end
end

--- Parses a block.
---@param text string the code, holes as `\1N\1`
---@return table # { type="block", at=1, body= }; errors are thrown, see `lexer.fail`
function statements.parse(text)
  local tokens = lexer.tokens(text, true)
  local self = setmetatable({ source = text, tokens = tokens, pos = 1, token = tokens[1], depth = 0,
    blocks = 0, functions = 0, loops = 0 }, Parser)
  local body = self:body(nil)
  if self.token.kind ~= "end" then fail(self.token.from, "`end` closes nothing") end
  return { type = "block", at = 1, body = body }
end

return statements
