-- Part of yschema.codegen: conditions, `and`, `or` and `if`-expressions.

local concat, gsub = table.concat, string.gsub

return function(Generator, compile, operand)
  local truths = {
    bool = "%s", number = "(%s ~= 0)", string = '(%s ~= "")', none = "false",
    ["function"] = "true",
  }

  function Generator:truth_of(op)
    local pattern = truths[op.kind]
    if pattern then return (gsub(pattern, "%%s", function() return op.code end)) end
    return self:helper "truth" .. "(" .. op.code .. ")"
  end

  -- The same for `and` and `or`: an expression of Lua up to the first operand that
  -- takes statements of its own.
  function Generator:logic_condition(node)
    local codes, result = { self:condition(node.operands[1]) }, nil
    local joint = " " .. node.op .. " "
    for i = 2, #node.operands do
      local body, code = self:block(function() return self:condition(node.operands[i]) end)
      if not result and not body[1] then
        codes[#codes + 1] = code
      else
        result = result or self:temporary("(" .. concat(codes, joint) .. ")")
        body[#body + 1] = result .. " = " .. code
        self:emit("if ", node.op == "or" and "not " or "", result, " then ", concat(body, "; "),
          " end")
      end
    end
    return result or "(" .. concat(codes, joint) .. ")"
  end

  -- Source that is Lua's true or false as the node is Starlark's.
  function Generator:condition(node)
    if node.type == "unary" and node.op == "not" then
      return "(not " .. self:condition(node.operand) .. ")"
    elseif node.type == "logic" then
      return self:logic_condition(node)
    end
    return self:truth_of(self:expression(node))
  end

  compile["logic"] = function(self, node)
    local ops, bodies, direct = { self:expression(node.operands[1]) }, {}, true
    for i = 2, #node.operands do
      bodies[i], ops[i] = self:block(function() return self:expression(node.operands[i]) end)
      direct = direct and not bodies[i][1] and ops[i - 1].kind == "bool"
    end
    local kind, codes = ops[1].kind, {}
    for i, op in ipairs(ops) do
      codes[i] = op.code
      if op.kind ~= kind then kind = nil end
    end
    if direct then return operand("(" .. concat(codes, " " .. node.op .. " ") .. ")", kind) end
    local result = self:temporary(codes[1])
    for i = 2, #ops do
      local test = self:truth_of(operand(result, i == 2 and ops[1].kind or kind))
      bodies[i][#bodies[i] + 1] = result .. " = " .. codes[i]
      self:emit("if ", node.op == "or" and "not " or "", test, " then ",
        concat(bodies[i], "; "), " end")
    end
    return operand(result, kind, true)
  end

  compile["choice"] = function(self, node)
    local test = self:condition(node.test)
    local yes_body, yes = self:block(function() return self:expression(node.yes) end)
    local no_body, no = self:block(function() return self:expression(node.no) end)
    local kind = yes.kind == no.kind and yes.kind or nil
    local result = self:temporary()
    yes_body[#yes_body + 1] = result .. " = " .. yes.code
    no_body[#no_body + 1] = result .. " = " .. no.code
    self:emit("if ", test, " then ", concat(yes_body, "; "), " else ", concat(no_body, "; "),
      " end")
    return operand(result, kind, true)
  end
end
