--- Parses lists, dicts, Lua's tables and comprehensions.
--
-- This is a part of `yschema.syntax.expressions` and adds methods to the parser.
--
-- @module yschema.syntax.collections

local fail = require "yschema.text.lexer".fail

return function(Parser)
  -- Reads the items after the first one, up to the sign `close`, which is not consumed.
  function Parser:more_items(items, close)
    while self:accept "," do
      if self:is(close) then break end
      items[#items + 1] = self:test()
    end
  end

  function Parser:list()
    local at = self.token.from
    self:advance()
    local items = {}
    if not self:is "]" then
      items[1] = self:test()
      if self:is "for" then
        local clauses = self:clauses()
        self:expect "]"
        return { type = "comprehension", at = at, body = items[1], clauses = clauses }
      end
      self:more_items(items, "]")
    end
    self:expect "]"
    return { type = "list", at = at, items = items }
  end

  -- Reads one item between braces. Its form is "dict" for `key: value`, and "table" for the forms of Lua.
  function Parser:brace_item()
    if self:at_keyword() then
      local key = { type = "constant", at = self.token.from, value = self.token.value }
      self:advance()
      self:advance()
      return "table", { key = key, value = self:test() }
    end
    local value = self:test()
    if self:accept ":" then return "dict", { key = value, value = self:test() } end
    if self:is "=" then
      if value.type ~= "list" or #value.items ~= 1 then
        self:unexpected "`,` or `}`"
      end
      self:advance()
      return "table", { key = value.items[1], value = self:test() }
    end
    return "table", { value = value }
  end

  function Parser:braces()
    local at = self.token.from
    self:advance()
    local node = { type = "dict", at = at, items = {} }
    while not self:is "}" do
      local from = self.token.from
      local kind, item = self:brace_item()
      if not node.items[1] then node.type = kind end
      if node.type ~= kind then
        fail(from, "`key: value` items and Lua's items cannot be mixed in the same braces")
      end
      if self:is "for" and kind == "dict" and not node.items[1] then
        node.clauses = self:clauses()
        self:expect "}"
        return {
          type = "comprehension", at = at, key = item.key, body = item.value,
          clauses = node.clauses,
        }
      end
      node.items[#node.items + 1] = item
      if not self:accept "," and not (node.type == "table" and self:accept ";") then break end
    end
    if not self:is "}" then self:unexpected "`,` or `}`" end
    self:advance()
    return node
  end

  -- Reads the target of a `for`: a name, or several names in a tuple, which may be nested.
  function Parser:target()
    local at, items, several = self.token.from, {}, false
    repeat
      if self:accept "(" then
        items[#items + 1] = self:target()
        self:expect ")"
      elseif self:accept "[" then
        items[#items + 1] = self:target()
        self:expect "]"
      else
        items[#items + 1] = { type = "name", at = self.token.from, name = self:name() }
      end
      local more = self:accept ","
      several = several or more
    until not more or self:is "in" or self:is ")"
    if not several then return items[1] end
    return { type = "tuple", at = at, items = items }
  end

  function Parser:clauses()
    local clauses = {}
    while true do
      local at = self.token.from
      if self:accept "for" then
        local target = self:target()
        self:expect "in"
        clauses[#clauses + 1] = { target = target, at = at, iterable = self:either() }
      elseif clauses[1] and self:accept "if" then
        clauses[#clauses + 1] = { test = self:either(), at = at }
      else
        return clauses
      end
    end
  end
end
