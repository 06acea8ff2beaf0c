--- Compiles the text after an annotation's name, and evaluates it to Lua values (reference#arguments).
--
--     local scope = require "yschema.expression.scope".new { env = { is_even = is_even } }
--     local args = expr.arguments('("even", is_even), max=9',
--       { file = "schema.yml", line = 4, column = 20 }, scope)
--     --> { { text = '("even", is_even)', value = {"even", is_even} },
--     -->   { name = "max", text = "9", value = 9 } }
--
-- @module yschema.expression.evaluation

local attempt = require "yschema.base.attempt"
local chunk_names = require "yschema.sandbox.chunk_names"
local core = require "yschema.core"
local error_places = require "yschema.expression.error_places"
local generator = require "yschema.codegen.generator"
local expressions = require "yschema.syntax.expressions"
local lexer = require "yschema.text.lexer"
local scopes = require "yschema.expression.scope"
local statements = require "yschema.syntax.statements"
local values = require "yschema.starlark.values"

require "yschema.text.lua_pattern" -- before code runs, so that no budget of code pays for the time that this takes

local evaluation = {}

local Context = {}
Context.__index = Context

--- Makes the context in which a text is compiled. The compilers of other languages use it, too.
---@param text string
---@param place table the same fields as for `prepare`
---@param scope? Scope
---@return table # has `text`, `place`, `scope`; `line(offset)`, the line of an offset in the text; and
---  `chunk(line)`, the name of a chunk that begins on a line
function evaluation.context(text, place, scope)
  return setmetatable({ text = text, place = place, scope = scope or scopes.new() }, Context)
end

-- Lists the offsets of the newlines of the text, in order.
function Context:newlines()
  if not self.breaks then
    local breaks, at = {}, 0
    while true do
      at = string.find(self.text, "\n", at + 1, true)
      if not at then break end
      breaks[#breaks + 1] = at
    end
    self.breaks = breaks
  end
  return self.breaks
end

-- Returns the line of the text on which an offset lies, counted from 1.
function Context:line(offset)
  local breaks = self.breaks or self:newlines()
  local low, high = 0, #breaks -- breaks[low] < offset <= breaks[high + 1]
  while low < high do
    local middle = math.ceil((low + high) / 2)
    if breaks[middle] < offset then low = middle else high = middle - 1 end
  end
  return low + 1
end

-- Returns the chunk name of code that begins on a line of the text.
function Context:chunk(line)
  return chunk_names.of(self.place.file, self.place.line + line - 1)
end

-- Turns rules that are objects (callable tables, structs with `check`) into functions, because all later code
-- expects a rule to be a function. A table is copied only when it contains such an object.
-- `seen` maps each table to its result, so that cycles end.
local settle

local function settle_items(value, seen)
  local out
  for key, item in next, value do
    local settled = settle(item, seen)
    if settled ~= item then
      if not out then
        out = {}
        for k, v in next, value do out[k] = v end
        setmetatable(out, getmetatable(value))
      end
      out[key] = settled
    end
  end
  return out or value
end

local function settle_table(value, seen)
  local k = values.kind(value)
  if k == "function" or k == "struct" then
    if type(value.check) == "function" then return value.check end
    if k == "function" then return function(...) return value(...) end end
  elseif k == "module" then
    return value
  end
  return settle_items(value, seen)
end

function settle(value, seen)
  if type(value) ~= "table" then return value end
  if seen[value] == nil then
    seen[value] = value
    seen[value] = settle_table(value, seen)
  end
  return seen[value]
end

-- Returns the line and the column in the file of an error at an offset of the text.
local function located(context, offset)
  local place, line = context.place, context:line(offset)
  local start = context:newlines()[line - 1] or 0
  local cut = place.columns and place.columns[line] or line == 1 and (place.column or 1) - 1 or 0
  return place.line + line - 1, offset - start + cut
end

--- Returns an error that a reader or compiler threw (`lexer.fail`) as nil, problem, column, line, whether the
-- text is certainly not Lua, either, and the words of `suggestion.hint`. Other errors are thrown again.
function evaluation.error(context, thrown)
  if type(thrown) == "table" and thrown.problem then
    local line, column = located(context, thrown.at)
    return nil, thrown.problem, column, line, thrown.certain, thrown.words
  elseif type(thrown) == "string" and string.find(thrown, "overflow", 1, true) then
    return nil, "the expression is too complex", context.place.column, context.place.line
  end
  error(thrown, 0)
end

-- Returns an error of an evaluation as nil, problem, column, line, calls. The column is known when the error
-- lies in the text itself.
local function failure(context, caught)
  local place = context.place
  local problem, line, calls = error_places.blame(caught, place.file, place.line, place.holes)
  local column = line == place.line and place.column or place.column and 1
  return nil, problem, column, line, calls
end

-- Compiles a source. Returns a chunk, or nil and problem, column, line.
local function loaded(source, context)
  local chunk, problem = load(source, context:chunk(1), "t", {})
  if chunk then return chunk end
  local _, _, column, line = failure(context, problem)
  return nil, "the expression is too complex: " .. string.match(chunk_names.without_place(problem), "^[^\n]*"),
    column, line
end

-- Returns whether the value that an argument has just returned is certainly a float: "spelled", "computed" or nil.
local function is_float(arg)
  return arg.is_float or generator.calls.gives_float(arg.called)
end

local collections = { list = true, tuple = true, dict = true, table = true }

-- Returns whether a node of an expression's tree is a literal.
local function is_literal(node)
  if not collections[node.type] then return node.type == "constant" end
  for _, item in ipairs(node.items) do
    local value = item.type and item or item.value
    if not is_literal(value) or item.key and not is_literal(item.key) then return false end
  end
  return true
end

-- Turns the arguments as written into the list of actual arguments: `*list` and `**dict` become their items.
local function spread(args, results, text)
  local out, seen = {}, {}
  local function add(name, spelled, value, computed, by_name, floating)
    if name ~= nil then
      if type(name) ~= "string" then values.raise "keywords must be strings" end
      if seen[name] then values.raise("keyword argument " .. name .. " repeated") end
      seen[name] = true
    end
    value = settle(value, {})
    out[#out + 1] = { name = name, text = spelled, value = value, computed = computed, by_name = by_name,
      is_float = floating }
  end
  for i, arg in ipairs(args) do
    local value = results[i]
    if arg.star == "*" then
      for _, item in ipairs(values.items(value)) do add(nil, values.repr(item), item) end
    elseif arg.star then
      if values.kind(value) ~= "dict" then
        values.raise("argument after ** must be a dict, not " .. values.kind(value))
      end
      for _, key in ipairs(values.keys(value)) do add(key, values.repr(value[key]), value[key]) end
    else
      local node = arg.value
      add(arg.name, string.sub(text, arg.from, arg.to), value, not is_literal(node),
        node.type == "name" or node.type == "attribute", is_float(arg))
    end
  end
  return out
end

-- Reads and compiles a text. Returns the tree, a function with the parameters of the source that `generate` makes,
-- without its functions and constants, and the names that the source binds.
local function compiled(context, read, generate, names)
  local ok, tree = true, context.place.tree
  if not tree then ok, tree = attempt(read, context.text) end
  if not ok then return evaluation.error(context, tree) end
  local done, source, constants, binds = attempt(generate, tree, context, names)
  if not done then return evaluation.error(context, source) end
  local chunk, problem, column, line = loaded(source, context)
  if not chunk then return nil, problem, column, line end
  -- A tail call would remove the place of an error from the stack.
  return tree, function(...) return generator.calls.pass(chunk(generator.runtime, constants, ...)) end, binds
end

-- Compiles a text that `read` reads into arguments. Returns a function that evaluates them and returns what `finish`
-- makes of the results.
local function runner_of(text, place, scope, names, read, finish)
  local context = evaluation.context(text, place, scope)
  local args, chunk, column, line, _, words = compiled(context, read, generator.arguments, names)
  if not args then return nil, chunk, column, line, words end
  return function(...)
    local results = {}
    local ok, caught = xpcall(chunk, core.trace, results, ...)
    if not ok then return failure(context, caught) end
    return finish(context, args, results)
  end
end

--- Compiles the arguments of an annotation, which can then be evaluated any number of times.
---@param text string the text after the annotation's name; may be empty
---@param place table where the text begins: `file`, `line`, `column` (both count from 1, and the lines of a text of
---  several lines count on from `line`). Optional fields: `columns` lists how many bytes stand before each line of
---  the text; `holes` lists ranges of lines, { first, last }, each of which runs as one step (see
---  `error_places.blame`); `tree` is what `names` returned for the text
---@param scope? table from `yschema.expression.scope`; by default, an empty scope
---@param names? string[] names that are local variables around the text
---@return function? run run(v1, v2, ...) takes the values of these names (nil for a name that has no value yet) and
---  returns what `arguments` returns. nil when the other results say why the text cannot be compiled.
---@return string? problem the message, without a place
---@return integer? column in bytes, from 1
---@return integer? line
---@return string|string[]|nil calls when the evaluation fails: the calls that led there, one on each line;
---  when the text cannot be compiled: the words of `suggestion.hint`
function evaluation.prepare(text, place, scope, names)
  return runner_of(text, place, scope, names, expressions.arguments, function(context, args, results)
    local ok, out = xpcall(spread, core.trace, args, results, text)
    if not ok then return failure(context, out) end
    return out
  end)
end

local function one_value(text)
  if not string.find(text, "%S") then lexer.fail(1, "no expression follows `#@`") end
  local node = expressions.expression(text)
  return { { value = node, from = node.at } }
end

--- Compiles a single expression, which can then be evaluated any number of times.
-- The parameters and results are those of `prepare`, except for the results of `run`.
---@return function? run run(v1, v2, ...) returns true, the value and whether it is certainly a float,
---  or nil and problem, column, line, calls
function evaluation.prepare_value(text, place, scope, names)
  return runner_of(text, place, scope, names, one_value, function(_, args, results)
    return true, results[1], is_float(args[1])
  end)
end

--- Lists the names that a text uses.
---@param text string arguments, or a single expression
---@param is_value? boolean whether the text is a single expression
---@return table # the names as keys; {} if the text cannot be read
---@return table? tree for `prepare` or `prepare_value`, so that the text is not read again
function evaluation.names(text, is_value)
  local used = {}
  local ok, args = attempt(is_value and one_value or expressions.arguments, text)
  if not ok then return used end
  for _, arg in ipairs(args) do generator.names(arg.value, used) end
  return used, args
end

--- Evaluates the arguments of an annotation, once and in order.
-- The parameters and the results for an error are those of `prepare`.
---@return table? arguments list of { name = string or nil, text = the value as the author wrote it, value =,
---  computed = whether the author wrote something other than a literal, by_name = whether the author wrote a name,
---  is_float = "spelled" or "computed" when the value is certainly a float (see `yschema.codegen.float_code`) }.
---  The value None is `yschema.null`; lists, tuples and dicts are tables with `core.array_mt`, with
---  `core.tuple_mt`, or with a metatable whose `keys` has the order; rules are functions.
---  The list is nil when the other results say why there is none.
---@return string? problem the message, without a place
---@return integer? column in bytes, from 1
---@return integer? line
---@return boolean? ran whether the arguments were compiled and their evaluation failed
---@return string[]? words of `suggestion.hint`
function evaluation.arguments(text, place, scope)
  local prepared, problem, column, line, words = evaluation.prepare(text, place, scope)
  if not prepared then return nil, problem, column, line, nil, words end
  local list, why, at, on = prepared()
  return list, why, at, on, list == nil
end

--- Compiles a block of Starlark statements.
---@param text string the code; `\1N\1` on a line stands for hole N
---@param place table the same fields as for `prepare`
---@param scope table from `yschema.expression.scope`
---@param holes table `names(N)`: the set of names that the YAML of hole N uses in its
---  expressions; `captures(N, list)` receives those of them that are variables of the code
---  around it
---@return function? run run(W, F) runs the block (W is the builder, F is the frame of the file; see
---  `generator.block`). It returns the values of `binds`, in order, and does not catch what the code throws.
---  nil when the other results say why the block cannot be compiled.
---@return string[]|string binds the names that the block binds at its top level; or the problem, without a place
---@return integer? column in bytes, from 1
---@return integer? line
---@return boolean? certain whether the text is certainly not Lua, either
---@return string[]? words of `suggestion.hint`
function evaluation.block(text, place, scope, holes)
  local context = evaluation.context(text, place, scope)
  context.hole_names, context.hole_captures = holes.names, holes.captures
  local ast, run, binds, line, certain, words = compiled(context, statements.parse, generator.block)
  if not ast then return nil, run, binds, line, certain, words end
  return run, binds
end

--- Returns the problem that makes a text unreadable as arguments; nil when it can be read, even as code.
-- The text is not evaluated.
---@param text string
---@return string? problem
function evaluation.misspelt(text)
  local ok, thrown = attempt(expressions.arguments, text)
  if not ok and type(thrown) == "table" then return thrown.problem end
end

return evaluation
