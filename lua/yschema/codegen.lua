--- A tree of `grammar` to Lua source.
--
-- Expressions become Lua expressions where they can, and statements with
-- temporaries where they must (comprehensions, `and`/`or` by Starlark's truth).
-- What runs often is emitted inline: comparisons of a parameter with a number
-- ask for the parameter's type once and then use Lua's own operators.
--
-- Names in the source: `_x` a Starlark local x, `tN` temporaries, `yN` the type
-- of a local, `K` constants, everything else a function of `helpers`. Nothing is
-- taken from the global environment.
--
-- @module yschema.codegen

local lexer = require "yschema.lexer"
local values = require "yschema.starlark.values"
local calls = require "yschema.starlark.calls"
local helpers = require "yschema.starlark.helpers"
local inplace = require "yschema.inplace"

local codegen = {}

local fail = lexer.fail
local concat, format, gsub, huge = table.concat, string.format, string.gsub, math.huge

local Generator = {}
Generator.__index = Generator

-- How many helpers and constants become locals of the chunk: a function may
-- have 60 upvalues on LuaJIT.
local most_locals = 22

-- How deep calls may nest in the source; what is deeper goes to a temporary.
local most_nested = 30

-- An operand: Lua source, what is known of its kind ("number" "string" "bool"
-- "none" "list" ... or nil), and whether it can be evaluated at any time and
-- any number of times ("stable").
local function operand(code, kind, stable, nested)
  return { code = code, kind = kind, stable = stable, nested = nested or 0 }
end

function Generator:helper(name)
  if not self.helper_names[name] then
    local local_one = #self.helper_list < most_locals
    self.helper_names[name] = local_one and name or "H." .. name
    if local_one then self.helper_list[#self.helper_list + 1] = name end
  end
  return self.helper_names[name]
end

-- A constant that has no spelling of its own.
function Generator:kept(value)
  local code = self.constant_codes[value]
  if not code then
    local n = #self.constants + 1
    self.constants[n] = value
    code = n <= most_locals and "K" .. n or "K[" .. n .. "]"
    self.constant_codes[value] = code
  end
  return code
end

local function quoted(s)
  return '"' .. gsub(s, '[%c\\"\128-\255]', function(c)
    return format("\\%03d", c:byte())
  end) .. '"'
end

local function number_code(x)
  if x ~= x then return "(0/0)" end
  if x == huge then return "(1/0)" end
  if x == -huge then return "(-1/0)" end
  local code
  if math.type and math.type(x) == "integer" then
    if x == math.mininteger then return "(-9223372036854775807-1)" end
    code = format("%d", x)
  else
    code = format("%.17g", x)
    if math.type and not code:find "[.e]" then code = code .. ".0" end
  end
  return x < 0 and "(" .. code .. ")" or code
end

function Generator:constant(value)
  local t = type(value)
  if value == nil or value == values.null then
    return operand(self:helper "null", "none", true)
  elseif t == "string" then
    local op = operand(quoted(value), "string", true)
    op.literal = value
    return op
  elseif t == "number" then
    local op = operand(number_code(value), "number", true)
    op.literal = value
    return op
  elseif t == "boolean" then
    return operand(tostring(value), "bool", true)
  end
  local op = operand(self:kept(value), t == "function" and t or nil, true)
  op.value = value
  return op
end

function Generator:emit(...)
  self.out[#self.out + 1] = concat { ... }
end

function Generator:temporary(code)
  self.temporaries = self.temporaries + 1
  local name = "t" .. self.temporaries
  self:emit("local ", name, code and " = " .. code or "")
  return name
end

-- The statements that f emits, kept apart from the current ones.
function Generator:block(f)
  local out = self.out
  self.out = {}
  local result = f()
  local body = self.out
  self.out = out
  return body, result
end

-- A call of a helper as an operand.
function Generator:helper_call(name, kind, ops)
  local codes, nested = {}, 0
  for i, op in ipairs(ops) do
    codes[i] = op.code
    nested = math.max(nested, op.nested)
  end
  local code = self:helper(name) .. "(" .. concat(codes, ", ") .. ")"
  if nested >= most_nested then
    return operand(self:temporary(code), kind, true)
  end
  return operand(code, kind, false, nested + 1)
end

-- Compiles nodes in order, after the operand `first` if there is one. When a
-- later one needs statements, the earlier ones that are not stable are
-- evaluated before these.
function Generator:several(nodes, first)
  local ops = { first }
  for _, node in ipairs(nodes) do
    local mark = #self.out
    ops[#ops + 1] = self:expression(node)
    if #self.out > mark then
      for j = 1, #ops - 1 do
        if not ops[j].stable then
          self.temporaries = self.temporaries + 1
          local name = "t" .. self.temporaries
          mark = mark + 1
          table.insert(self.out, mark, "local " .. name .. " = " .. ops[j].code)
          ops[j] = operand(name, ops[j].kind, true)
        end
      end
    end
  end
  return ops
end

-- Names ---------------------------------------------------------------------

function Generator:push()
  self.locals = setmetatable({}, { __index = self.locals })
end

function Generator:pop()
  self.locals = getmetatable(self.locals).__index
end

-- A local of the source with a Starlark name.
function Generator:declare(name)
  local entry = { lua = "_" .. name }
  self.locals[name], self.local_names[name] = entry, true
  return entry
end

-- The source that sets up what the locals of the innermost scope need.
function Generator:types_of(names)
  local parts = {}
  for _, name in ipairs(names) do
    local entry = rawget(self.locals, name)
    if entry and entry.typed then
      parts[#parts + 1] = "local " .. entry.typed .. " = " .. self:helper "typeof" .. "("
        .. entry.lua .. ")"
    end
  end
  return parts
end

-- The name of the variable that holds the type of a local, or nil.
function Generator:type_variable(node)
  local entry = node.type == "name" and self.locals[node.name]
  if not entry then return nil end
  if not entry.typed then
    self.temporaries = self.temporaries + 1
    entry.typed = "y" .. self.temporaries
  end
  return entry.typed
end

-- What a node without locals stands for, if that is a plain constant.
function Generator:plain_constant(node)
  if node.type == "constant" then return true, node.value end
  if node.type ~= "name" or self.locals[node.name] then return false end
  local found, value = self.scope:starlark(node.name)
  local plain = found and type(value) ~= "table" and type(value) ~= "function"
  return plain, value
end

local compile = {} -- by the type of the node

function Generator:expression(node)
  return compile[node.type](self, node)
end

compile["constant"] = function(self, node)
  return self:constant(node.value)
end

compile["name"] = function(self, node)
  local entry = self.locals[node.name]
  if entry then return operand(entry.lua, nil, true) end
  local found, value = self.scope:starlark(node.name)
  if not found then
    local names = self.scope:starlark_names()
    for name in pairs(self.local_names) do
      if name ~= node.name then names[#names + 1] = name end
    end
    fail(node.at, "undefined: " .. node.name .. values.suggestion(node.name, names))
  end
  return self:constant(value)
end

compile["lua"] = function(self, node)
  local make, captured = inplace.compile(node, self)
  if not captured[1] then return self:constant(make()) end
  local codes = {}
  for i, name in ipairs(captured) do codes[i] = self.locals[name].lua end
  return operand(self:kept(make) .. "(" .. concat(codes, ", ") .. ")", "function")
end

-- Collections -----------------------------------------------------------------

local function codes_of(ops)
  local codes = {}
  for i, op in ipairs(ops) do codes[i] = op.code end
  return concat(codes, ", ")
end

function Generator:sequence_code(kind, items)
  return concat { self:helper "setmetatable", "({", items, "}, ",
    self:helper(kind == "list" and "array_mt" or "tuple_mt"), ")" }
end

local function sequence(kind)
  return function(self, node)
    local ops = self:several(node.items)
    local code = self:sequence_code(kind, codes_of(ops))
    return operand(self:temporary(code), kind, true)
  end
end

compile["list"], compile["tuple"] = sequence "list", sequence "tuple"

-- Dicts and Lua's tables: the items of a table without keys are a tuple.
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
  if node.type == "table" then -- positional items count by themselves
    local n = 0
    for i, item in ipairs(node.items) do
      if not item.key then
        n = n + 1
        nodes[2 * i - 1].value = n
      end
    end
  end
  local ops = self:several(nodes)
  local code = self:helper "make_dict" .. "({" .. codes_of(ops) .. "}, " .. #ops .. ")"
  return operand(self:temporary(code), "dict", true)
end

compile["dict"], compile["table"] = braces, braces

-- Truth -------------------------------------------------------------------------

local truths = {
  bool = "%s", number = "(%s ~= 0)", string = '(%s ~= "")', none = "false",
  ["function"] = "true",
}

function Generator:truth_of(op)
  local pattern = truths[op.kind]
  if pattern then return (gsub(pattern, "%%s", function() return op.code end)) end
  return self:helper "truth" .. "(" .. op.code .. ")"
end

-- Source that is Lua's true or false as the node is Starlark's.
function Generator:condition(node)
  if node.type == "unary" and node.op == "not" then
    return "(not " .. self:condition(node.operand) .. ")"
  elseif node.type == "logic" then
    local mark = #self.out
    local codes = { self:condition(node.operands[1]) }
    for i = 2, #node.operands do
      local body, code = self:block(function() return self:condition(node.operands[i]) end)
      if body[1] then -- once more, with statements
        for j = #self.out, mark + 1, -1 do self.out[j] = nil end
        return self:truth_of(self:expression(node))
      end
      codes[i] = code
    end
    return "(" .. concat(codes, " " .. node.op .. " ") .. ")"
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

-- Access ------------------------------------------------------------------------

-- An operand that can be used more than once, and source that tells its type:
-- for locals a variable that is set once.
function Generator:typed(node, op)
  local typed = self:type_variable(node)
  if typed then return op, typed end
  if not op.stable then op = operand(self:temporary(op.code), op.kind, true) end
  return op, self:helper "typeof" .. "(" .. op.code .. ")"
end

-- Reading a field: Lua's way when the object is a table that has it.
function Generator:field(node, object, key_code, helper)
  local typed
  object, typed = self:typed(node.value, object)
  return operand(concat {
    "(", typed, ' == "table" and ', object.code, "[", key_code, "] or ", self:helper(helper),
    "(", object.code, ", ", key_code, "))",
  }, nil, false, 1)
end

-- The value that a name of a module stands for, when the module is known.
function Generator:folded(object, node)
  local value = object.value
  if type(value) ~= "table" or values.kind(value) ~= "module" then return nil end
  local field = value[node.name]
  if field == nil then
    fail(node.at, getmetatable(value).module .. " has no ." .. node.name .. " field or method"
      .. values.suggestion(node.name, values.names(getmetatable(value).__index)))
  end
  return self:constant(field)
end

compile["attribute"] = function(self, node)
  local object = self:expression(node.value)
  return self:folded(object, node) or self:field(node, object, quoted(node.name), "attribute")
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

require "yschema.codegen.loops" (Generator, compile, operand)
require "yschema.codegen.operators" (Generator, compile, operand)
require "yschema.codegen.calls" (Generator, compile, operand)

--- Compile arguments to the source of a chunk.
-- The chunk takes (helpers, constants, results) and puts the value of each
-- argument into `results`, in order.
---@param args table from `grammar.arguments`
---@param context table scope=, text=, chunk= (see `expr`)
---@return string # Lua source, its lines those of the text
---@return table # the constants. Faults are thrown, see `lexer.fail`.
function codegen.arguments(args, context)
  local self = setmetatable({
    scope = context.scope, context = context, out = {}, temporaries = 0,
    locals = {}, local_names = {},
    helper_list = {}, helper_names = {}, constants = {}, constant_codes = {},
  }, Generator)
  local parts, line = {}, 1
  for i, arg in ipairs(args) do
    local body, op = self:block(function() return self:expression(arg.value) end)
    local at = context:line(arg.from)
    parts[#parts + 1] = ("\n"):rep(at - line) .. "do " .. concat(body, "; ")
      .. (body[1] and "; " or "") .. "A[" .. i .. "] = " .. op.code .. " end"
    line = at
  end
  local head = { "local H, K, A = ..." }
  for _, name in ipairs(self.helper_list) do
    head[#head + 1] = "local " .. name .. " = H." .. name
  end
  for i = 1, math.min(#self.constants, most_locals) do
    head[#head + 1] = "local K" .. i .. " = K[" .. i .. "]"
  end
  return concat(head, " ") .. " " .. concat(parts, " "), self.constants
end

codegen.helpers = helpers
codegen.calls = calls

return codegen
