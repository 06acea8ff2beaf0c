--- Compiles calls, and the reading of fields, items and slices.
--
-- This is a part of `yschema.codegen.generator` and adds methods to it.
--
-- @module yschema.codegen.call_code

local plain_tables = require "yschema.base.plain_tables"
local lexer = require "yschema.text.lexer"
local suggestion = require "yschema.base.suggestion"
local values = require "yschema.starlark.values"
local calls = require "yschema.starlark.calls"
local builtins = require "yschema.starlark.builtins"

local concat, fail = table.concat, lexer.fail

-- The builtins whose results are always of one kind, and this kind.
local result_kinds = {}
for name, kind in pairs {
  len = "number", int = not jit and "number" or nil, float = "number", str = "string", repr = "string",
  type = "string", bool = "bool", any = "bool", all = "bool", hasattr = "bool", list = "list",
  sorted = "list", reversed = "list", range = "list", enumerate = "list", zip = "list",
  tuple = "tuple", dict = "dict", chr = "string", ord = "number",
} do
  result_kinds[builtins[name]] = kind
end
local is_builtin = {}
for _, f in pairs(builtins) do is_builtin[f] = true end

return function(Generator, compile, operand)
  local function is_plain(args)
    return not plain_tables.any(args, function(arg) return arg.name or arg.star end)
  end

  -- Returns the source of three arguments for `apply`: the positional arguments, their number, and the
  -- keyword arguments. The arguments are evaluated in the order in which they are written.
  function Generator:full_arguments(args)
    local list = self:temporary "{}"
    local count = self:temporary "0"
    local named = self:temporary "nil"
    for _, arg in ipairs(args) do
      local op = self:expression(arg.value)
      if arg.star == "*" then
        self:emit(count, " = ", self:helper "add_all", "(", list, ", ", count, ", ", op.code, ")")
      elseif arg.star then
        self:emit(named, " = ", self:helper "add_named", "(", named, ", ", op.code, ")")
      elseif arg.name then
        self:emit(named, " = ", self:helper "add_name", "(", named, ", ",
          self:constant(arg.name).code, ", ", op.code, ")")
      else
        self:emit(count, " = ", count, " + 1")
        self:emit(list, "[", count, "] = ", op.code)
      end
    end
    return concat({ list, count, named }, ", ")
  end

  local function nodes_of(args)
    return plain_tables.mapped(args, function(arg) return arg.value end)
  end

  local codes_of = Generator.codes_of

  -- Returns the source of a call. When the function returns a list that contains its arguments, the source
  -- also records which of them are floats.
  function Generator:keeping_floats(code, f, args)
    local offset, nodes = calls.keeps(f), {}
    if not offset then return code end
    for i, arg in ipairs(args) do nodes[i + offset] = arg.value end
    return self:with_floats(code, nodes)
  end

  -- Compiles a call of a function that is known at compile time.
  function Generator:known_call(node, f)
    local callee = self:constant(f)
    if not is_plain(node.args) then
      return operand(self:helper "apply" .. "(" .. callee.code .. ", "
        .. self:full_arguments(node.args) .. ")", result_kinds[f])
    end
    local first = node.args[1] and node.args[1].value
    if (f == builtins.all or f == builtins.any) and #node.args == 1
      and first.type == "comprehension" and not first.key then
      return self:quantified(first, f == builtins.all)
    end
    local problem = calls.problem(f, #node.args)
    if problem then fail(node.at, problem) end
    local codes, depth = codes_of(self:several(nodes_of(node.args)), 1)
    local raw = self:keeping_floats(callee.code .. "(" .. codes .. ")", f, node.args)
    if is_builtin[f] then return operand("(" .. raw .. ")", result_kinds[f], false, depth) end
    local op = operand(self:helper "value" .. "(" .. raw .. ")", nil, false, depth)
    op.raw = function() return self:helper "pass" .. "(" .. raw .. ")" end
    return op
  end

  -- Returns source that tests whether a string begins or ends with a literal string; or nil when the method
  -- is another one or the argument is not a literal string.
  function Generator:affix_test(object, name, affix)
    if not affix or type(affix.literal) ~= "string" or affix.literal == "" then return nil end
    local n = #affix.literal
    if name == "startswith" then
      return concat { self:kept(string.sub), "(", object, ", 1, ", n, ") == ", affix.code }
    elseif name == "endswith" then
      return concat { self:kept(string.sub), "(", object, ", -", n, ") == ", affix.code }
    end
  end

  -- Compiles a method call on an object of unknown kind. When the object is a string at run time, the code
  -- calls the method of strings directly.
  function Generator:unknown_method(node, ops, name)
    local method = calls.methods.string[node.func.name]
    local arity_fits = method and not calls.problem(method, #ops)
    if not arity_fits then
      local codes, depth = codes_of(ops, 2)
      local args = "(" .. ops[1].code .. ", " .. name .. (ops[2] and ", " .. codes or "") .. ")"
      local op = operand(self:helper "invoke" .. args, nil, false, math.max(depth, ops[1].nested + 1))
      op.raw = function() return self:helper "invoke_whole" .. args end
      return op
    end
    for i = 2, #ops do
      if not ops[i].stable then
        ops[i] = operand(self:temporary(ops[i].code), ops[i].kind, true)
      end
    end
    local object, typed = self:typed(node.func.value, ops[1])
    local codes = ops[2] and ", " .. codes_of(ops, 2) or ""
    local result = self:temporary()
    local direct = not ops[3] and self:affix_test(object.code, node.func.name, ops[2])
      or concat { self:kept(method), "(", object.code, codes, ")" }
    self:emit("if ", typed, ' == "string" then ', result, " = ", direct, " else ", result, " = ",
      self:helper "invoke", "(", object.code, ", ",
      name, codes, ") end")
    return operand(result, nil, true)
  end

  function Generator:method_call(node, object)
    local name = self:constant(node.func.name).code
    if not is_plain(node.args) then
      local target = self:temporary(object.code)
      return operand(self:helper "apply_method" .. "(" .. target .. ", " .. name .. ", "
        .. self:full_arguments(node.args) .. ")")
    end
    local method = object.kind == "string" and calls.methods.string[node.func.name]
    local ops = self:several(nodes_of(node.args), object)
    if not method then return self:unknown_method(node, ops, name) end
    local problem = calls.problem(method, #ops)
    if problem then fail(node.at, problem) end
    local codes, depth = codes_of(ops, 1)
    return operand("(" .. self:kept(method) .. "(" .. codes .. "))", nil, false, depth)
  end

  compile["call"] = function(self, node)
    if node.func.type == "attribute" then
      local object = self:expression(node.func.value)
      local known = self:folded(object, node.func)
      if known then return self:call_of(node, known) end
      return self:method_call(node, object)
    end
    local callee = self:expression(node.func)
    if callee.value ~= nil or callee.literal ~= nil then return self:call_of(node, callee) end
    if not is_plain(node.args) then
      local f = callee.stable and callee.code or self:temporary(callee.code)
      return operand(self:helper "apply" .. "(" .. f .. ", " .. self:full_arguments(node.args)
        .. ")")
    end
    local codes, depth = codes_of(self:several(nodes_of(node.args), callee), 1)
    local op = operand(self:helper "call" .. "(" .. codes .. ")", nil, false, depth)
    op.raw = function() return self:helper "call_whole" .. "(" .. codes .. ")" end
    return op
  end

  -- Compiles a call of a constant, and fails when the constant is not a function.
  function Generator:call_of(node, callee)
    local value = callee.value
    if not calls.is_callable(value) then
      fail(node.at, "invalid call of non-function ("
        .. values.kind(value == nil and callee.literal or value) .. ")")
    end
    return self:known_call(node, value)
  end

  -- ---- fields, items and slices -----------------------------------------------------

  -- Returns an operand that can be used more than once, and source that gives its type. For a local,
  -- this source is a variable that is set once.
  function Generator:typed(node, op)
    local typed = self:type_variable(node)
    if typed then return op, typed end
    if not op.stable then op = operand(self:temporary(op.code), op.kind, true) end
    return op, self:helper "typeof" .. "(" .. op.code .. ")"
  end

  -- Compiles the reading of a field. The code indexes the object directly when it is a table that has the
  -- field, and calls the helper otherwise.
  function Generator:field(node, object, key_code, helper)
    if object.kind and object.kind ~= "dict" then
      return operand(concat { self:helper(helper), "(", object.code, ", ", key_code, ")" }, nil,
        false, object.nested + 1)
    end
    local typed
    object, typed = self:typed(node.value, object)
    return operand(concat {
      "(", typed, ' == "table" and ', object.code, "[", key_code, "] or ", self:helper(helper),
      "(", object.code, ", ", key_code, "))",
    }, nil, false, 1)
  end

  -- Returns the constant that a field of a module stands for, or nil when the object is not a known module.
  function Generator:folded(object, node)
    local value = object.value
    if type(value) ~= "table" or values.kind(value) ~= "module" then return nil end
    local field = value[node.name]
    if field == nil then
      local hint, words = suggestion.hint(node.name, suggestion.string_keys(getmetatable(value).__index))
      fail(node.at, getmetatable(value).module .. " has no ." .. node.name .. " field or method" .. hint, nil, words)
    end
    return self:constant(field)
  end

  compile["attribute"] = function(self, node)
    local object = self:expression(node.value)
    return self:folded(object, node) or self:field(node, object, self:constant(node.name).code, "attribute")
  end

  compile["index"] = function(self, node)
    local ops = self:several { node.value, node.key }
    if type(ops[2].literal) == "string" then
      return self:field(node, ops[1], ops[2].code, "item")
    end
    return self:helper_call("index", nil, ops)
  end

  compile["slice"] = function(self, node)
    local none = { type = "constant", at = node.at }
    local ops = self:several {
      node.value, node.first or none, node.last or none, node.step or none,
    }
    return self:helper_call("slice", nil, ops)
  end
end
