--- Runs the code lines of one YAML text and collects the documents that result.
--
-- `yschema.code.program_parts` splits and parses the text. The core makes the nodes (a "template").
-- The blocks of code run in order, and between them the holes: stretches of YAML whose nodes are made
-- again each time the code reaches them.
--
-- @module yschema.code.source_run

local annotation_arguments = require "yschema.expression.annotation_arguments"
local core = require "yschema.core"
local changed = require "yschema.base.plain_tables".changed
local failures = require "yschema.starlark.failures"
local freeze = require "yschema.starlark.frozen".freeze
local known_arguments = require "yschema.expression.known_arguments"
local lazily = require "yschema.base.lazily"
local outlines = require "yschema.code.outline"
local program_parts = require "yschema.code.program_parts"
local scopes = require "yschema.expression.scope"
local signatures = require "yschema.starlark.signatures"
local error_places = lazily "yschema.expression.error_places"
local evaluation = lazily "yschema.expression.evaluation"
local lua_block = lazily "yschema.code.lua_block"
local lua_spelling = lazily "yschema.text.lua_spelling"
local sandbox = lazily "yschema.sandbox.sandbox"
local values = lazily "yschema.starlark.values"

local source_run = {}

local unpack = table.unpack or unpack -- luacheck: ignore
local floor, max = math.floor, math.max
local null = core.null

--- The run of one source.
local Run = {}
Run.__index = Run

-- The instructions that the code of a text may take in any case, and those for each of its bytes: a long text may hold
-- many functions.
local least_budget, budget_of_a_byte = 10000000, 16

-- This is thrown when the error has already been recorded.
local recorded = failures.new "the code failed"
source_run.recorded = recorded

-- ---- errors -------------------------------------------------------------------------

local namespaces = { schema = true, overlay = true, data = true, assert = true }

-- Returns advice for a code line that was meant to be an annotation, such as `#@ schema/nullable`.
local function annotation_hint(text, line)
  local number = 0
  for content in text:gmatch "([^\n]*)\n?" do
    number = number + 1
    if number == line then
      local space, name = content:match "^%s*#@%s+(%l+)(/[%w-]+)"
      if not namespaces[space] then return nil end
      return ("an annotation has no blank after #@: #@%s%s"):format(space, name)
    end
  end
end

function Run:error(line, column, problem, calls, words)
  local hint = annotation_hint(self.source:text(), line)
  self.owner:add_error_at("CODE_FAILED", self.source, max(line, 1), max(column or 1, 1), problem, hint, calls)
  if words then self.owner:correct(words[1], words[2]) end
end

-- Records what a block has thrown.
function Run:failure(caught, line)
  if type(caught) == "table" and caught.thrown == recorded then return end
  local problem, at, calls = error_places.blame(caught, self.file, line, self.program.holes)
  self:error(at, 1, problem, calls)
end

-- ---- holes --------------------------------------------------------------------------

-- Returns a hole with its first and last node (`from`, `to`) and the `items` that have to be evaluated in it.
function Run:hole(number)
  local hole = self.program.holes[number]
  if not hole.items then
    hole.from, hole.to = self.template:nodes(hole.part, hole.first, hole.last)
    hole.items = {}
    if hole.from then self:take_work(hole) end
  end
  return hole
end

-- Collects the items of a hole from the work of its part, which is in the order of the nodes.
function Run:take_work(hole)
  local work = self.work[hole.part]
  local low, high = 1, #work + 1
  while low < high do
    local middle = floor((low + high) / 2)
    if work[middle].node < hole.from then low = middle + 1 else high = middle end
  end
  while work[low] and work[low].node <= hole.to do
    hole.items[#hole.items + 1] = work[low]
    low = low + 1
  end
end

-- Lists the names that the expressions of a hole use.
function Run:names_of(number)
  local names = {}
  for _, item in ipairs(self:hole(number).items) do
    local used
    used, item.tree = evaluation.names(item.text, item.kind == "value")
    for name in pairs(used) do names[name] = true end
  end
  return names
end

-- Records the error of a node's expression. When the schema is already compiled, the function that
-- has the node fails instead.
function Run:fail_node(frame, item, problem, line, column, ran, calls, words)
  if frame.transient then
    local at = self.file .. ":" .. string.format("%d", line) .. ": "
    if problem:sub(1, #self.file + 1) == self.file .. ":" then at = "" end
    error(at .. problem, 0)
  end
  frame.core:fail(item.node, item.index, problem, line, column, ran, calls)
  if words then self.owner:correct(words[1], words[2]) end
end

local function ended(stop, ok, ...)
  stop()
  if not ok then error((...), 0) end
  return ...
end

-- Returns a function that works as the function of an expression, but within limits of its own: those that make the
-- nodes of a text with an outline run without limits.
function Run:limited(run, text)
  return function(...)
    local call, stop = sandbox.start(self.limits_of(text))
    return ended(stop, call(run, ...))
  end
end

-- Compiles an expression of a hole; nil when it has an error, which was recorded.
function Run:prepare(frame, item, captures)
  if item.run == nil then
    item.run = self.outline and item.kind == "annotation" and known_arguments.prepare(item, self.scope, self.limits_of)
    if item.run then return item.run end
    local prepare = item.kind == "value" and evaluation.prepare_value or evaluation.prepare
    item.holes = self.program.holes
    local run, problem, column, line, words = prepare(item.text, item, self.scope, captures or {})
    if not run then self:fail_node(frame, item, problem, line, column, nil, nil, words) end
    if run and self.outline then run = self:limited(run, item.text) end
    item.run, item.tree = run or false, nil
  end
  return item.run
end

-- Gives the value of an expression to the newest node. When the first result is nil, the second is the problem.
local function give(frame, item, given, is_float)
  if item.kind == "value" then return frame:value(item.node, given, is_float) end
  local problem = annotation_arguments.normalise(item.name, given)
  if problem then return nil, problem end
  return frame:arguments(item.node, item.index, given)
end

-- Evaluates the arguments of an annotation, or a computed value, for the newest node. Returns true, or nothing when
-- there was an error, which was recorded.
function Run:evaluate(frame, item, captures, ...)
  local run = self:prepare(frame, item, captures)
  if not run then return end
  local outer = self.at
  self.at = item.line
  -- For a computed value, which may be false, the second result is the value, and the third returns whether
  -- it is a float.
  local done, result, column, line, calls = run(...)
  self.at = outer
  local problem = result
  if done then
    if item.kind ~= "value" then result = done end
    done, problem = give(frame.core, item, result, column)
    if done then return true end
    column, line = item.column, item.line
  elseif problem == recorded.message then
    return
  end
  self:fail_node(frame, item, problem, line, column, true, calls)
end

-- The functions that code calls, as fields of the builder: see `yschema.code.lua_block`.

-- Makes the frame for the body of a function. When the schema is already compiled, the frame is
-- transient: it adds nothing to the schema.
function Run:open(number)
  local frame, transient = self.template:frame(self.program.holes[number].part)
  return { core = frame, filled = false, transient = transient }
end

-- Puts nodes into a frame. A failure has already been recorded, except in a transient frame, where its problem
-- is thrown.
local function put_nodes(frame, from, to)
  local done, problem = frame.core:put(from, to)
  if done then return end
  if problem then error(problem, 0) end
  error(recorded, 0)
end

function Run:put(frame, number, ...)
  local hole = self:hole(number)
  if not hole.from then return end
  frame.filled = true
  local from = hole.from
  for _, item in ipairs(hole.items) do
    if item.kind == "value" or not frame.transient then
      if item.node >= from then
        put_nodes(frame, from, item.node)
        from = item.node + 1
      end
      local done = self:evaluate(frame, item, hole.captures, ...)
      if not done and item.kind == "value" then
        frame.core:refuse(item.node)
        frame.refused = true
      end
    end
  end
  if from <= hole.to then put_nodes(frame, from, hole.to) end
end

-- A value that a function returns takes precedence over its YAML body. When the body is only a float, this is
-- recorded for the function (`level` calls above), because the value alone does not show it: on LuaJIT, 2.0 and 2
-- are the same number, and on Lua 5.4 a whole float from Lua is accepted as either.
local function close(frame, value, level)
  local own = debug.getinfo(level + 1, "f").func
  signatures.gave(own, false)
  if value ~= nil and not (frame.filled and value == null) then return value end
  local fragment, more = frame.core:fragment()
  if frame.refused or fragment == nil and more == false then error(recorded, 0) end
  if fragment == nil and more then
    if more:find "^[^%s]+:%d+: " then error(more, 0) end
    values.raise(more)
  end
  signatures.gave(own, more == true)
  return fragment == nil and null or fragment
end

-- ---- blocks -------------------------------------------------------------------------

-- Calls a function within the limits of the run. Returns false when it failed, which was recorded; `line` is the place
-- of an error outside of expressions.
function Run:guarded(f, line)
  local called, fine, caught = self.call(xpcall, f, core.trace)
  if called and fine then return true end
  if not called then caught = { thrown = fine, traced = true } end
  self:failure(caught, self.at or line)
  return false
end

-- Compiles a block in its language. A block that may be either is Starlark, unless Starlark cannot read
-- it and something in it is spelled as only Lua allows.
function Run:compile(block)
  local place = { file = self.file, line = block.line, columns = block.columns }
  local holes = {
    names = function(number) return self:names_of(number) end,
    captures = function(number, names) self.program.holes[number].captures = names end,
  }
  if block.language == "lua" then return lua_block.compile(block, place, self.scope, holes) end
  local run, binds, column, line, certain, words = evaluation.block(block.text, place, self.scope, holes)
  if not run and block.language == "either" and not certain and lua_spelling.on_purpose(block.text) then
    local lua_run, lua_binds = lua_block.compile(block, place, self.scope, holes)
    if lua_run then return lua_run, lua_binds end
  end
  return run, binds, column, line, certain, words
end

-- Returns whether a name is a float, from what the block that binds it records about the name (`generator.block`).
function Run:is_float(by)
  if not by then return nil end
  if by.called then return signatures.gives_float(select(2, self.scope:starlark(by.called))) end
  if by.module then return self.session:is_float(by.module, by.name, self.file) end
  return by.is_float
end

-- Runs a block and defines the names that it binds. Returns false when the block failed, which was recorded.
function Run:block(block)
  local run, binds, column, line, _, words = self:compile(block)
  if not run then
    self:error(line, column, binds, nil, words)
    return false
  end
  local function bind(...)
    for i, name in ipairs(binds) do
      local value = select(i, ...)
      if value ~= nil then self.scope:define(name, value) end
    end
    for _, name in ipairs(binds) do self.scope:define_float(name, self:is_float(binds[name])) end
  end
  return self:guarded(function() bind(run(self.builder, self.main)) end, block.line)
end

-- Returns the limits within which the code of a text runs.
local function limits_for(settings, text)
  return sandbox.at_least(settings, least_budget + budget_of_a_byte * #text)
end

function Run:step(step)
  if step.block then return self:block(step.block) end
  if step.list then
    self.scope:define(step.list.name, setmetatable(changed(step.list.values), core.array_mt))
    return true
  end
  if step.body then
    outlines.define_body(self.scope, step.body, step.number, self.builder, self.file)
    return true
  end
  return self:guarded(function() self:put(self.main, step.hole.number) end, step.hole.first)
end

-- ---- a source -----------------------------------------------------------------------

--- Reads a text with code lines, without running it.
---@param session yschema.Session the state that the files of one schema, or of one run, share
---@param source userdata a core source
---@param outline? yschema.Outline of the text, if what made it says so
---@return table? run `run:is_schema()`, `run:forget()`, `run:execute()`; nil when errors were recorded
function source_run.read(session, source, outline)
  local self = setmetatable({ owner = session.owner, source = source, file = source:name(), outline = outline,
    session = session, settings = session.settings, work = {} }, Run)
  function self.limits_of(text) return limits_for(session.settings, text) end
  local failure
  self.program, self.template, failure = program_parts.read(self.owner, source, outline)
  if failure then self:error(failure.line, failure.column, failure.problem) end
  if not self.program then return nil end
  for number in ipairs(self.program.parts) do self.work[number] = self.template:work(number) end
  return self
end

--- Returns whether one of its documents is a schema.
---@return boolean
function Run:is_schema() return self.template:is_schema(1) end

--- Removes the records made while reading it, because another owner is going to read it, too.
function Run:forget() self.template:forget() end

-- The functions and values through which code reaches the run.
function Run:new_builder()
  local builder = { frame = self.main }
  function builder.put(...) return self:put(...) end
  function builder.open(number) return self:open(number) end
  function builder.close(frame, value)
    local result = close(frame, value, 2)
    return result
  end
  function builder.call(number, body, ...)
    local frame = self:open(number)
    local result = close(frame, (body(frame, ...)), 2)
    return result
  end
  function builder.load(module, names)
    return self.session:load(module, names, self.file)
  end
  return builder
end

--- Runs the code.
---@return userdata? frame the frame of the core, with the documents; nil when errors were recorded
function Run:execute()
  self.scope = scopes.new { env = self.settings.env }
  self.scope:expect(self.program.names)
  self.main = { core = self.template:frame(1), filled = false }
  self.builder = self:new_builder()
  local fine = true
  local function take_steps(call)
    self.call = call
    for _, step in ipairs(self.program.steps) do
      fine = self:step(step)
      if not fine then break end
    end
  end
  if self.program.has_blocks == false then
    take_steps(pcall)
  else
    sandbox.within(self.limits_of(self.source:text()), take_steps)
  end
  for _, value in pairs(self.scope.names) do freeze(value) end
  return fine and self.main.core or nil
end

return source_run
