--- Compiles conditions, `and`, `or` and `if`-expressions.
--
-- This is a part of `yschema.codegen.generator` and adds methods to it.
--
-- @module yschema.codegen.condition_code

local any = require("yschema.base.plain_tables").any
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

  -- Compiles `and` or `or` to source of a Lua boolean. The operands before the first one that needs statements
  -- form one Lua expression. Each of the other operands is evaluated in an `if` statement.
  function Generator:logic_condition(node)
    local codes, result = { self:condition(node.operands[1]) }, nil
    local operator = " " .. node.op .. " "
    for i = 2, #node.operands do
      local body, code = self:block(function() return self:condition(node.operands[i]) end)
      if not result and not body[1] then
        codes[#codes + 1] = code
      else
        result = result or self:temporary("(" .. concat(codes, operator) .. ")")
        body[#body + 1] = result .. " = " .. code
        self:emit("if ", node.op == "or" and "not " or "", result, " then ", concat(body, "; "),
          " end")
      end
    end
    return result or "(" .. concat(codes, operator) .. ")"
  end

  -- Returns source of a Lua boolean: true when the value of the node is true in Starlark.
  function Generator:condition(node)
    if node.type == "unary" and node.op == "not" then
      return "(not " .. self:condition(node.operand) .. ")"
    elseif node.type == "logic" then
      return self:logic_condition(node)
    end
    return self:truth_of(self:expression(node))
  end

  -- Returns the source of an operand as a list of values. A call in it keeps all of its results.
  local function whole(op)
    return op.raw and (op.mark or "") .. op.raw() or op.code
  end

  local function any_raw(ops)
    return any(ops, function(op) return op.raw end)
  end

  -- Makes two temporaries: for a value, and for the reason why a test does not hold. Returns an operand that
  -- passes both on, and the names of the temporaries.
  function Generator:reasoned(kind)
    local result, why = self:temporary(), self:temporary()
    local op = operand(result, kind, true)
    op.raw = function() return self:helper "reasoned" .. "(" .. result .. ", " .. why .. ")" end
    return op, result, why
  end

  -- Compiles `and` or `or` whose value a function returns. A call's second result, which is the reason why a
  -- test does not hold, must not be lost. The code returns the reason of the operand that decided or, if
  -- that one has no reason, the reason of an operand of `or` before it.
  function Generator:reasoned_logic(node, ops, bodies)
    local op, result, why = self:reasoned()
    self:emit(result, ", ", why, " = ", whole(ops[1]))
    for i = 2, #ops do
      local test, list = self:truth_of(operand(result)), bodies[i]
      if node.op == "and" then
        list[#list + 1] = concat { result, ", ", why, " = ", whole(ops[i]) }
        self:emit("if ", test, " then ", concat(list, "; "), " end")
      else
        list[#list + 1] = concat { "local r, w = ", whole(ops[i]), "; ", result, " = r; if w ~= nil then ",
          why, " = w end" }
        self:emit("if not ", test, " then ", concat(list, "; "), " end")
      end
    end
    return op
  end

  compile["logic"] = function(self, node)
    if node.returned then
      for _, part in ipairs(node.operands) do part.returned = true end
    end
    local ops, bodies, direct = { self:expression(node.operands[1]) }, {}, true
    for i = 2, #node.operands do
      bodies[i], ops[i] = self:block(function() return self:expression(node.operands[i]) end)
      direct = direct and not bodies[i][1] and ops[i - 1].kind == "bool"
    end
    if node.returned and any_raw(ops) then return self:reasoned_logic(node, ops, bodies) end
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
    node.yes.returned, node.no.returned = node.returned, node.returned
    local test = self:condition(node.test)
    local yes_body, yes = self:block(function() return self:expression(node.yes) end)
    local no_body, no = self:block(function() return self:expression(node.no) end)
    local kind = yes.kind == no.kind and yes.kind or nil
    local function assign(targets, yes_code, no_code)
      yes_body[#yes_body + 1] = targets .. " = " .. yes_code
      no_body[#no_body + 1] = targets .. " = " .. no_code
      self:emit("if ", test, " then ", concat(yes_body, "; "), " else ", concat(no_body, "; "), " end")
    end
    if node.returned and any_raw { yes, no } then
      local op, result, why = self:reasoned(kind)
      assign(result .. ", " .. why, whole(yes), whole(no))
      return op
    end
    local result = self:temporary()
    assign(result, yes.code, no.code)
    return operand(result, kind, true)
  end
end
