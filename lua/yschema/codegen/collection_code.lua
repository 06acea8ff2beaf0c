--- Compiles lists, tuples, dicts, Lua's tables and comprehensions.
--
-- This is a part of `yschema.codegen.generator` and adds methods to it.
--
-- @module yschema.codegen.collection_code

local concat = table.concat

return function(Generator, compile, operand)
  local codes_of = Generator.codes_of

  function Generator:sequence_code(kind, items)
    return concat { self:helper "setmetatable", "({", items, "}, ",
      self:helper(kind == "list" and "array_mt" or "tuple_mt"), ")" }
  end

  local function sequence(kind)
    return function(self, node)
      local codes, nested = codes_of(self:several(node.items))
      return self:nested_operand(self:with_floats(self:sequence_code(kind, codes), node.items), kind, nested)
    end
  end

  compile["list"], compile["tuple"] = sequence "list", sequence "tuple"

  -- Compiles dicts and Lua tables. A Lua table without keys becomes a tuple.
  local function braces(self, node)
    local nodes, keyed = {}, node.type == "dict"
    for i, item in ipairs(node.items) do
      keyed = keyed or item.key ~= nil
      nodes[#nodes + 1] = item.key or { type = "constant", value = i, at = node.at }
      nodes[#nodes + 1] = item.value
    end
    if not keyed then
      local items = {}
      for i, item in ipairs(node.items) do items[i] = item.value end
      return compile.tuple(self, { type = "tuple", at = node.at, items = items })
    end
    if node.type == "table" then -- items without a key get the keys 1, 2, 3 and so on
      local n = 0
      for i, item in ipairs(node.items) do
        if not item.key then
          n = n + 1
          nodes[2 * i - 1].value = n
        end
      end
    end
    local ops, named = self:several(nodes), {}
    for i = 1, #nodes, 2 do
      local key = nodes[i].type == "constant" and nodes[i].value
      if type(key) == "string" or type(key) == "number" then named[key] = nodes[i + 1] end
    end
    local codes, nested = codes_of(ops)
    local code = self:helper "make_dict" .. "({" .. codes .. "}, " .. #ops .. ")"
    return self:nested_operand(self:with_floats(code, named), "dict", nested)
  end

  compile["dict"], compile["table"] = braces, braces

  -- ---- comprehensions ---------------------------------------------------------------

  -- Unpacks a value into n temporaries and returns their names.
  function Generator:spread(code, n)
    local parts, live = {}, self.frame.live
    for i = 1, n do parts[i] = self:new_name "t" end
    self.frame.live = live + n
    self:emit(n > 0 and "local " .. concat(parts, ", ") .. " = " or "", self:helper "spread", "(",
      code, ", ", n, ")")
    return parts
  end

  -- Binds one item of a `for` to the names of its target, and adds these names to `names`.
  function Generator:bind(target, code, names)
    if target.type == "name" then
      self:emit("local ", self:declare(target.name).lua, " = ", code)
      names[#names + 1] = target.name
      return
    end
    local parts = self:spread(code, #target.items)
    for i, item in ipairs(target.items) do self:bind(item, parts[i], names) end
  end

  -- Compiles the clauses of a comprehension from the i-th on. The code that `finish` emits is the body of
  -- the innermost clause.
  function Generator:clause(node, i, finish)
    local clause = node.clauses[i]
    if not clause then
      finish()
    elseif clause.test then
      local test = self:condition(clause.test)
      local body = self:block(function() self:clause(node, i + 1, finish) end)
      self:emit("if ", test, " then ", concat(body, "; "), " end")
    else
      local items = self:temporary(self:helper "items" .. "("
        .. self:expression(clause.iterable).code .. ")")
      self:push()
      self.frame.live = self.frame.live + 4 -- Lua's `for` needs these locals itself
      local names, binding, types = {}, nil, nil
      local body = self:block(function()
        self:bind(clause.target, items .. "[i]", names)
        binding = self.out
        self.out = {}
        self:clause(node, i + 1, finish)
        types = self:types_of(names)
      end)
      self:pop()
      self.frame.live = self.frame.live - 4
      for _, statement in ipairs(types) do binding[#binding + 1] = statement end
      for _, statement in ipairs(body) do binding[#binding + 1] = statement end
      self:emit("for i = 1, #", items, " do ", concat(binding, "; "), " end")
    end
  end

  compile["comprehension"] = function(self, node)
    if node.key then
      local result = self:temporary(self:helper "dict" .. "()")
      self:clause(node, 1, function()
        local ops = self:several { node.key, node.body }
        self:emit(self:helper "set", "(", result, ", ", ops[1].code, ", ", ops[2].code, ")")
      end)
      return operand(result, "dict", true)
    end
    local result = self:temporary(self:sequence_code("list", ""))
    local count = self:temporary "0"
    self:clause(node, 1, function()
      local op = self:expression(node.body)
      self:emit(count, " = ", count, " + 1; ", result, "[", count, "] = ", op.code)
    end)
    return operand(result, "list", true)
  end

  -- Compiles `all` or `any` of a list comprehension as a loop that does not make the list.
  function Generator:quantified(node, is_all)
    local result = self:temporary(is_all and "true" or "false")
    self:clause(node, 1, function()
      local test = self:condition(node.body)
      self:emit("if ", is_all and "not " or "", test, " then ", result, " = ",
        is_all and "false" or "true", " end")
    end)
    return operand(result, "bool", true)
  end
end
