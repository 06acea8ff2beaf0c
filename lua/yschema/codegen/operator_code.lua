--- Compiles unary and binary operators.
--
-- This is a part of `yschema.codegen.generator` and adds methods to it.
--
-- @module yschema.codegen.operator_code

local lexer = require "yschema.text.lexer"
local values = require "yschema.starlark.values"
local concat = table.concat

local comparison_names = { ["<"] = "lt", ["<="] = "le", [">"] = "gt", [">="] = "ge" }
local arithmetic = {
  ["+"] = "add", ["-"] = "sub", ["*"] = "mul", ["/"] = "div", ["//"] = "floordiv", ["%"] = "mod",
  ["&"] = "band", ["|"] = "bor", ["^"] = "bxor", ["<<"] = "shl", [">>"] = "shr",
  [".."] = "concat",
}
local primitive = { number = true, string = true, bool = true, none = true }

-- The operators that can be Lua's own when a number is divided by a constant that is neither 0 nor -1.
local direct = { ["/"] = true, ["%"] = true, ["//"] = not jit }

-- Returns whether Lua's own operator can divide by a constant. LuaJIT's `%` is exact up to 2^52.
local function is_direct(op, divisor)
  if not direct[op] or type(divisor) ~= "number" or divisor == 0 or divisor == -1 then return false end
  return not jit or op ~= "%" or divisor % 1 == 0 and divisor < 2 ^ 52 and divisor > -2 ^ 52
end

-- The kind of an operand that is an integer or a float. On LuaJIT it is unknown, because integers beyond 2^53
-- are not Lua numbers there.
local int_kind = not jit and "number" or nil

return function(Generator, compile, operand)
  local unary = { ["-"] = "neg", ["+"] = "pos", ["~"] = "bnot", ["#"] = "length" }

  compile["unary"] = function(self, node)
    if node.op == "not" then
      return operand("(not " .. self:condition(node.operand) .. ")", "bool")
    end
    local op = self:expression(node.operand)
    return self:helper_call(unary[node.op], node.op == "#" and "number" or int_kind, { op })
  end

  local function nested(ops) return math.max(ops[1].nested, ops[2].nested) + 1 end

  -- Returns whether Lua's own `==` is correct for an operand and any other operand. LuaJIT converts a number to a
  -- 64-bit integer when it compares it with one, which is wrong for some numbers.
  local function compares_directly(op)
    if not primitive[op.kind] then return false end
    return not jit or type(op.literal) ~= "number" or op.literal >= 0 and op.literal < 2 ^ 53
  end

  -- The longest operands that are written twice.
  local most_repeated = 200

  -- Compiles a comparison with a local whose type is known already: Lua's own `==` is correct when that is a number.
  -- Returns nil for other operands.
  function Generator:typed_equality(node, ops)
    local a, b = ops[1].code, ops[2].code
    local typed = not jit and #a + #b <= most_repeated
      and (self:type_variable(node.left, true) or self:type_variable(node.right, true))
    if not typed then return nil end
    return operand(concat {
      "(", typed, ' == "number" and ', a, " == ", b, " or ", typed, ' ~= "number" and ', self:helper "eq", "(", a, ", ",
      b, "))",
    }, "bool", false, nested(ops))
  end

  function Generator:equality(node, ops, op)
    if compares_directly(ops[1]) or compares_directly(ops[2]) then
      return operand(concat { "(", ops[1].code, " ", op, " ", ops[2].code, ")" }, "bool", false,
        nested(ops))
    end
    local result = self:typed_equality(node, ops) or self:helper_call("eq", "bool", ops)
    if op == "~=" then result.code = "(not " .. result.code .. ")" end
    return result
  end

  -- Returns the source of a table that has the items of a literal list or tuple as its keys, so that a test of
  -- membership is one look-up; or nil when not all items are plain constants.
  function Generator:literal_set(node)
    if node.type ~= "list" and node.type ~= "tuple" then return nil end
    local set = {}
    for _, item in ipairs(node.items) do
      local plain, value = self:plain_constant(item)
      if not plain or type(value) == "cdata" or value ~= value then return nil end
      if jit and type(value) == "number" and (value > 2 ^ 53 or value < -2 ^ 53) then return nil end
      if value == nil then value = values.null end
      set[value] = true
    end
    return self:kept(set)
  end

  function Generator:membership(node, op)
    local set = self:literal_set(node.right)
    if set then
      local left = self:expression(node.left)
      return operand(concat { "(", set, "[", left.code, "] ", op == "in" and "~=" or "==",
        " nil)" }, "bool", false, left.nested + 1)
    end
    local result = self:helper_call("has", "bool", self:several { node.left, node.right })
    if op == "not in" then result.code = "(not " .. result.code .. ")" end
    return result
  end

  -- Compiles the comparison of a local with a number, in either order. The code uses Lua's operator when the local
  -- is a number, and calls the helper, which may throw, otherwise. Returns nil for other operands.
  function Generator:typed_comparison(node, ops, op)
    local a, b = ops[1], ops[2]
    local typed
    if b.kind == "number" and b.stable then typed = self:type_variable(node.left) end
    if a.kind == "number" and a.stable then
      typed = typed or self:type_variable(node.right)
    end
    if not typed then return nil end
    return operand(concat {
      "((", typed, ' ~= "number" or ', a.code, " ", op, " ", b.code, ") and (", typed,
      ' == "number" or ', self:helper(comparison_names[op]), "(", a.code, ", ", b.code, ")))",
    }, "bool", false, nested(ops))
  end

  -- Returns the name of the variable that holds the type of x when a node is `len(x)` and x is a local.
  local function is_length(self, node)
    return node.type == "call" and node.func.type == "name" and #node.args == 1
      and not node.args[1].name and not node.args[1].star
      and select(2, self:global(node.func.name)) == values.len
      and self:type_variable(node.args[1].value)
  end

  local emptiness = { [">0"] = "~=", [">=1"] = "~=", ["!=0"] = "~=", ["<1"] = "==",
    ["<=0"] = "==", ["==0"] = "==" }

  -- Compiles `len(x) OP number` to code that does not count the code points of a string when its number of bytes
  -- is enough to decide. Returns nil for other comparisons.
  function Generator:length_test(node, op)
    local typed = is_length(self, node.left)
    local plain, limit = self:plain_constant(node.right)
    if not typed or not plain or type(limit) ~= "number" then return nil end
    local x = self.locals[node.left.args[1].value.name].lua
    local counted = concat { self:kept(values.len), "(", x, ") ", op == "!=" and "~=" or op, " ",
      self:constant(limit).code }
    local emptiness_test = (limit == 0 or limit == 1) and emptiness[op .. ("%d"):format(limit)]
    if emptiness_test then
      return operand(concat { "(", typed, ' == "string" and ', x, " ", emptiness_test, ' "" or ',
        typed, ' ~= "string" and ', counted, ")" }, "bool", false, 1)
    elseif op == "<" or op == "<=" then
      -- There are never more code points than bytes.
      return operand(concat { "(", typed, ' == "string" and #', x, " ", op, " ",
        self:constant(limit).code, " or ", counted, ")" }, "bool", false, 1)
    end
  end

  function Generator:comparison(node, op)
    local ops = self:several { node.left, node.right }
    local a, b = ops[1], ops[2]
    if a.kind == b.kind and (a.kind == "number" or a.kind == "string") then
      return operand(concat { "(", a.code, " ", op, " ", b.code, ")" }, "bool", false,
        nested(ops))
    end
    return self:typed_comparison(node, ops, op) or self:helper_call(comparison_names[op], "bool", ops)
  end

  function Generator:arithmetic(node, op)
    local ops = self:several { node.left, node.right }
    local a, b = ops[1], ops[2]
    local kind = a.kind == "number" and b.kind == "number" and (op == "/" and "number" or int_kind)
      or (op == "+" or op == "%" or op == "..") and a.kind == "string" and "string" or nil
    if is_direct(op, b.literal) then
      local native = concat { a.code, " ", op, " ", b.code }
      if a.kind == "number" and (not jit or op == "/") then
        return operand("(" .. native .. ")", "number", false, nested(ops))
      end
      local typed = self:type_variable(node.left)
      if typed then
        local exact = jit and op == "%" and concat { a.code, " < 0x1p52 and ", a.code, " > -0x1p52 and " } or ""
        return operand(concat {
          "(", typed, ' == "number" and ', exact, native, " or ", self:helper(arithmetic[op]), "(",
          a.code, ", ", b.code, "))",
        }, nil, false, nested(ops))
      end
    end
    return self:helper_call(arithmetic[op], kind, ops)
  end

  compile["binary"] = function(self, node)
    local op = node.op
    local test = (comparison_names[op] or op == "==" or op == "!=") and self:length_test(node, op)
    if test then return test end
    if op == "==" or op == "!=" then
      local ops = self:several { node.left, node.right }
      return self:equality(node, ops, op == "==" and "==" or "~=")
    elseif op == "in" or op == "not in" then
      return self:membership(node, op)
    elseif comparison_names[op] then
      return self:comparison(node, op)
    elseif not arithmetic[op] then
      lexer.fail(node.at, "unexpected `" .. op .. "`")
    end
    return self:arithmetic(node, op)
  end
end
