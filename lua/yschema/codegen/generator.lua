--- Compiles a tree of `yschema.syntax` to Lua source.
--
-- Expressions become Lua expressions where possible. Comprehensions, and `and` and `or` by Starlark's
-- rules of truth, become statements with temporaries. What runs often is compiled inline: a comparison of
-- a parameter with a number tests the parameter's type once and then uses Lua's own operators.
--
-- Names in the source: `_x` is the Starlark local x; `tN` are temporaries; `yN` is the type of a local;
-- `K` holds constants, and `T` and `LN` hold temporaries and variables for which Lua has no room; `W` is
-- the builder and `F` a frame. Every other name is a function of `yschema.starlark.runtime`. Nothing is
-- taken from the global environment.
--
-- Lines: code that may fail is preceded by a mark with its line in the original text. In the end, the
-- marks are replaced by as many newlines as are needed to reach that line.
--
-- @module yschema.codegen.generator

local calls = require "yschema.starlark.calls"
local runtime = require "yschema.starlark.runtime"
local lua_function = require "yschema.codegen.lua_function"

local generator = {}

local concat, gsub = table.concat, string.gsub
local rep, sub, tonumber = string.rep, string.sub, tonumber

local Generator = {}
Generator.__index = Generator

-- How many functions of the runtime, and how many constants, become locals of the chunk. LuaJIT allows a
-- function 60 upvalues. The limit is lower for a block, because its variables are upvalues, too.
local most_locals, most_block_locals = 22, 10

-- How many temporaries of a function may be locals at the same time (Lua allows 200 locals), and how many
-- may be locals in all (Lua allows 32767).
local most_temporaries, most_ever = 100, 5000

-- How deep calls may nest in the source. The result of a deeper call is put into a temporary.
Generator.most_nested = 30

-- Makes an operand. It has Lua source; its kind, if it is known ("number" "string" "bool" "none" "list" ...);
-- whether it is "stable", which means that it can be evaluated at any time and any number of times; and how
-- deep calls nest in it.
local function operand(code, kind, stable, nested)
  return { code = code, kind = kind, stable = stable, nested = nested or 0 }
end

-- Returns the mark for the line of an offset in the text. The first line needs none.
function Generator:mark(at)
  local line = self.context:line(at)
  return line == 1 and "" or "\2" .. line .. "\2"
end

-- Replaces marks by newlines.
local function settle_lines(source)
  local line = 1
  return (gsub(source, "\2(%d+)\2", function(digits)
    local wanted = tonumber(digits)
    if wanted <= line then return "" end
    local missing = rep("\n", wanted - line)
    line = wanted
    return missing
  end))
end

function Generator:emit(...)
  self.out[#self.out + 1] = self.here .. concat { ... }
end

-- Returns a name that the source does not have yet.
function Generator:new_name(letter)
  self.temporaries = self.temporaries + 1
  return letter .. self.temporaries
end

-- Makes a new temporary. Returns its name, and source that declares it when `= value` follows.
function Generator:new_temporary()
  local frame, name = self.frame, self:new_name "t"
  if not self:has_room() then
    frame.spilled = true
    name = "T[" .. sub(name, 2) .. "]"
    return name, name
  end
  frame.live, frame.ever = frame.live + 1, frame.ever + 1
  return name, "local " .. name
end

function Generator:temporary(code)
  local name, declared = self:new_temporary()
  if code then
    self:emit(declared, " = ", code)
  elseif name ~= declared then
    self:emit(declared)
  end
  return name
end

-- Returns whether one more temporary may be a local.
function Generator:has_room()
  local frame = self.frame
  return frame.live < most_temporaries and frame.ever < most_ever
end

-- Makes a temporary that is always a local, so that closures can capture it, and returns its name.
function Generator:fresh(code)
  self.frame.live = self.frame.live + 1
  local name = self:new_name "t"
  self:emit("local ", name, " = ", code)
  return name
end

-- Returns the statements that f emits, which are not added to the current ones, and the result of f.
function Generator:capture(f)
  local out = self.out
  self.out = {}
  local result = f()
  local body = self.out
  self.out = out
  return body, result
end

-- Does the same as `capture` for statements that become a block in the source. The locals of the block do not
-- count after its end.
function Generator:block(f)
  local live = self.frame.live
  local body, result = self:capture(f)
  self.frame.live = live
  return body, result
end

-- Returns the sources of operands as a list in Lua, and how deep calls nest in a call that has them as arguments.
function Generator.codes_of(ops, from)
  local codes, nested = {}, 0
  for i = from or 1, #ops do
    codes[#codes + 1] = ops[i].code
    nested = math.max(nested, ops[i].nested)
  end
  return concat(codes, ", "), nested + 1
end

-- Returns an operand for the source `code`. When calls nest too deeply in it, the operand is a temporary.
function Generator:nested_operand(code, kind, nested)
  if nested > self.most_nested then return operand(self:temporary(code), kind, true) end
  return operand(code, kind, false, nested)
end

-- Returns an operand that calls a helper.
function Generator:helper_call(name, kind, ops)
  local codes, nested = self.codes_of(ops)
  return self:nested_operand(self:helper(name) .. "(" .. codes .. ")", kind, nested)
end

-- Compiles nodes in order, after the operand `first` if there is one. When a node needs statements, all
-- operands before it that are not stable are put into temporaries ahead of these statements.
function Generator:several(nodes, first)
  local ops = { first }
  for _, node in ipairs(nodes) do
    local mark = #self.out
    ops[#ops + 1] = self:expression(node)
    if #self.out > mark then
      for j = 1, #ops - 1 do
        if not ops[j].stable then
          local name, declared = self:new_temporary()
          mark = mark + 1
          table.insert(self.out, mark, declared .. " = " .. ops[j].code)
          ops[j] = operand(name, ops[j].kind, true)
        end
      end
    end
  end
  return ops
end

local compile = {} -- by the type of the node

-- Nodes of these types cannot fail, so they need no mark.
local unmarked = { constant = true, name = true, lua = true, lambda = true }

function Generator:expression(node)
  if unmarked[node.type] then return compile[node.type](self, node) end
  local before = self.here
  self.here = self:mark(node.at)
  local op = compile[node.type](self, node)
  if not op.stable then
    op.code = self.here .. op.code
    op.mark = self.here
  end
  self.here = before
  return op
end

compile["lua"] = function(self, node)
  local make, captured = lua_function.compile(node, self)
  if not captured[1] then return self:constant(make()) end
  local codes = {}
  for i, name in ipairs(captured) do codes[i] = self.locals[name].lua end
  return operand(self:kept(make) .. "(" .. concat(codes, ", ") .. ")", "function")
end

require "yschema.codegen.name_code" (Generator, compile, operand)
require "yschema.codegen.float_code" (Generator)
require "yschema.codegen.collection_code" (Generator, compile, operand)
require "yschema.codegen.condition_code" (Generator, compile, operand)
require "yschema.codegen.operator_code" (Generator, compile, operand)
require "yschema.codegen.call_code" (Generator, compile, operand)
require "yschema.codegen.function_code" (Generator, compile, operand)
require "yschema.codegen.statement_code" (Generator)

local function new_generator(context, most)
  return setmetatable({
    scope = context.scope, context = context, out = {}, here = "", temporaries = 0,
    frame = { live = 0, ever = 0 }, level = 0, locals = {}, local_names = {}, assigned = {},
    most_locals = most, helper_list = {}, helper_names = {}, constants = {}, constant_codes = {},
  }, Generator)
end

-- Returns the source of a chunk, which declares its parameters, helpers and constants before its body; and
-- the constants.
function Generator:chunk(parameters, body)
  local head = { "local " .. concat(parameters, ", ") .. " = ..." }
  for _, name in ipairs(self.helper_list) do
    head[#head + 1] = "local " .. name .. " = H." .. name
  end
  for i = 1, math.min(#self.constants, self.most_locals) do
    head[#head + 1] = "local K" .. i .. " = K[" .. i .. "]"
  end
  if self.frame.spilled then head[#head + 1] = "local T = {}" end
  return concat(head, " ") .. " " .. settle_lines(body), self.constants
end

--- Compiles arguments to the source of a chunk.
-- The chunk takes (functions, constants, results, and the values of the locals that
-- `names` lists) and puts the value of each argument into `results`, in order.
-- It may be run any number of times.
---@param args table from `expressions.arguments`; each gets `is_float` when its value is a
---  float, and `called`, the function that it calls
---@param context table scope=, text=, line()= and chunk()= (see `evaluation.context`)
---@param names? table list of names that are locals around the text
---@return string # Lua source, its lines those of the text
---@return table # the constants. Errors are thrown, see `lexer.fail`.
function generator.arguments(args, context, names)
  local self = new_generator(context, most_locals)
  local parameters = { "H", "K", "A" }
  for _, name in ipairs(names or {}) do
    local entry = self:declare(name)
    entry.mutable, entry.checked = true, true
    parameters[#parameters + 1] = entry.lua
  end
  local parts = {}
  for i, arg in ipairs(args) do
    self.here = self:mark(arg.from)
    arg.is_float, arg.called = self:gives_float(arg.value), self:called(arg.value)
    local body, op = self:block(function() return self:expression(arg.value) end)
    parts[#parts + 1] = self.here .. "do " .. concat(body, "; ") .. (body[1] and "; " or "")
      .. "A[" .. i .. "] = " .. op.code .. " end"
  end
  return self:chunk(parameters, concat(parts, " "))
end

--- Compiles a block of statements to the source of a chunk.
-- The chunk takes (functions, constants, the builder W, the frame of the file). It
-- returns the values of the names that the block binds at its top level, in the
-- order of `binds`; the value is nil for a name that was never assigned to. The code
-- calls `W.put(frame, N, captured...)` for hole N, `W.open(N)` for the frame of a
-- function whose first hole is N, `W.close(frame, value)` for the result of this
-- function, and `W.load(module, {names})` for the values of a `load`.
---@param ast table from `statements.parse`
---@param context table as for `arguments`; it also has hole_names(N), which returns the set of
---  names that the expressions of hole N use, and hole_captures(N, list), which receives those of
---  them that are variables of the code around the hole; `W.put` gets their values in this order
---@return string # Lua source, its lines those of the text
---@return table # the constants. Errors are thrown, see `lexer.fail`.
---@return table # binds: the list of the names, and by name the record of `bound_floats`, if there is one
function generator.block(ast, context)
  local self = new_generator(context, most_block_locals)
  local body, binds = self:top(ast)
  local source, constants = self:chunk({ "H", "K", "W", "F" }, body)
  return source, constants, binds
end

--- names(node, used) adds the names that an expression uses to the set `used`.
generator.names = require "yschema.codegen.used_names".used

generator.runtime = runtime
generator.calls = calls

return generator
