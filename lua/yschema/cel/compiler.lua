--- Compiles a checked tree to a Lua function of one argument, the frame: a list with the values of variables by slots.
--
-- Each function that compiles a node returns a function, and whether it can fail. Errors are thrown, and caught only
-- where a term of `&&` or `||` that may come after one can still decide, or an item of `all()` or `exists()`.
--
-- @module yschema.cel.compiler

local dispatch = require "yschema.cel.dispatch"
local fold_code = require "yschema.cel.fold_code"
local lexer = require "yschema.cel.lexer"
local types = require "yschema.cel.types"
local values = require "yschema.cel.values.values"

local compiler = {}

local error, getmetatable, pcall, rawget = error, getmetatable, pcall, rawget
local fail, is_error, type_of = values.fail, values.is_error, values.type_of
local map_mt, optional_mt = values.map_mt, values.optional_mt
local map_get = values.map_get
local plain, known_as = types.plain, types.known_as

-- Calls that catch errors are nested less deeply than this, because Lua nests only 200 of them.
local most_guards = 100

---@class yschema.CelCompiler
---@field guards integer how many calls that catch errors there are around the node
local Compiler = {}
Compiler.__index = Compiler

function Compiler.const(_, node)
  local value = node.value
  return function() return value end, false
end

function Compiler.failure(_, node)
  local text = node.text
  return function() fail("%s", text) end, true
end

function Compiler.name(_, node)
  local slot, name = node.slot, node.name
  if node.is_local then return function(frame) return frame[slot] end, false end
  return function(frame)
    local value = frame[slot]
    if value == nil then fail("there is no value of `%s`", name) end
    return value
  end, false
end

-- ---- fields ----------------------------------------------------------------------------

-- Returns the value of a field, or nil. `adapt` is for fields of objects whose types the schema declares.
local function field_of(operand, name)
  if getmetatable(operand) ~= map_mt then
    fail("no such overload: a value of type %s has no field `%s`", type_of(operand), name)
  end
  local object = rawget(operand, "object")
  if object then return object.field(operand, name) end
  return map_get(operand, name)
end

local function inside(operand)
  if getmetatable(operand) == optional_mt then
    if not operand.has then return nil end
    return operand[1]
  end
  return operand
end

local function optional_select(operand, name)
  return function(frame)
    local value = inside(operand(frame))
    if value ~= nil then value = field_of(value, name) end
    if value == nil then return values.optional_none() end
    return values.optional_of(value)
  end, true
end

function Compiler:select(node)
  local operand = self:compile(node.operand)
  local name = node.field
  if node.test then
    return function(frame)
      local value = inside(operand(frame))
      return value ~= nil and field_of(value, name) ~= nil
    end, true
  end
  if node.optional or known_as(node.operand.type).name == "optional" then return optional_select(operand, name) end
  return function(frame)
    local of = operand(frame)
    if getmetatable(of) == optional_mt then
      if not of.has then return of end
      local inner = field_of(of[1], name)
      return inner == nil and values.optional_none() or values.optional_of(inner)
    end
    local value = field_of(of, name)
    if value == nil then fail("no such key: %s", name) end
    return value
  end, true
end

function Compiler:entry(node)
  local operand, index = self:compile(node.operand), self:compile(node.index)
  return function(frame)
    local of, key, value = inside(operand(frame)), index(frame), nil
    local mt = getmetatable(of)
    if mt == map_mt then
      value = map_get(of, key)
    elseif mt == values.list_mt and type_of(key) == "int" then
      value = of[values.number(key) + 1]
    elseif of ~= nil then
      fail("no such overload: %s[?%s]", type_of(of), type_of(key))
    end
    if value == nil then return values.optional_none() end
    return values.optional_of(value)
  end, true
end

-- ---- calls -----------------------------------------------------------------------------

local function with_one(f, a)
  return function(frame) return f(a(frame)) end
end

local function with_two(f, a, b)
  return function(frame) return f(a(frame), b(frame)) end
end

local function with_three(f, a, b, c)
  return function(frame) return f(a(frame), b(frame), c(frame)) end
end

local function with_four(f, a, b, c, d)
  return function(frame) return f(a(frame), b(frame), c(frame), d(frame)) end
end

local callers = { [0] = function(f) return function() return f() end end, with_one, with_two, with_three, with_four }

-- As in Go, the operand of or() and orValue() is evaluated only when the optional value is empty.
local when_given = {
  ["or"] = function(optional) return optional end, orValue = function(optional) return optional[1] end,
}

local function optional_caller(name, f, optional, other)
  local given = when_given[name]
  return function(frame)
    local value = optional(frame)
    if values.type_of(value) == "optional" and value.has then return given(value) end
    return f(value, other(frame))
  end
end

function Compiler:call(node)
  local choice, args, fallible = node.choice, {}, false
  for i, arg in ipairs(node.args) do
    local own
    args[i], own = self:compile(arg)
    fallible = fallible or own
  end
  local row = choice.rows[1]
  local f = choice.certain and row.call or dispatch.of(node.name, choice.rows)
  fallible = fallible or not (choice.certain and row.total)
  if row.receiver and when_given[node.name] then return optional_caller(node.name, f, args[1], args[2]), fallible end
  return callers[#args](f, (table.unpack or unpack)(args)), fallible -- luacheck: ignore
end

-- ---- logic -----------------------------------------------------------------------------

local function condition(value)
  if value == true or value == false then return value end
  fail("no such overload: a condition is of type bool, not %s", type_of(value))
end

--- Compiles a node whose value has to be a boolean.
function Compiler:condition(node)
  local f, fallible = self:compile(node)
  if known_as(node.type) == plain.bool then return f, fallible end
  return function(frame) return condition(f(frame)) end, true
end

--- Makes a function that calls f and returns the error that it throws as a second result.
function Compiler:guard(node, f)
  if self.guards >= most_guards then
    lexer.fail(node.at, ("conditions that may fail are nested deeper than %d levels"):format(most_guards))
  end
  return function(frame)
    local ok, value = pcall(f, frame)
    if ok then return value end
    if not is_error(value) then error(value, 0) end
    return nil, value
  end
end

-- Compiles terms, of which one with the value `decisive` decides, also where others fail. The last term need not be
-- guarded.
function Compiler:terms(node, decisive)
  local terms, count, fallible = {}, #node.terms, false
  self.guards = self.guards + 1
  for i, term in ipairs(node.terms) do
    local f, own = self:condition(term)
    terms[i] = own and i < count and self:guard(term, f) or f
    fallible = fallible or own
  end
  self.guards = self.guards - 1
  return function(frame)
    local problem
    for i = 1, count - 1 do
      local value, thrown = terms[i](frame)
      if value == decisive then return decisive end
      problem = problem or thrown
    end
    local last = terms[count](frame)
    if last == decisive then return decisive end
    if problem then error(problem, 0) end
    return last
  end, fallible
end

Compiler["and"] = function(self, node) return self:terms(node, false) end
Compiler["or"] = function(self, node) return self:terms(node, true) end

function Compiler:choice(node)
  local test, test_fails = self:condition(node.condition)
  local yes, yes_fails = self:compile(node.yes)
  local no, no_fails = self:compile(node.no)
  return function(frame)
    if test(frame) then return yes(frame) end
    return no(frame)
  end, test_fails or yes_fails or no_fails
end

-- ---- collections -----------------------------------------------------------------------

-- Returns the value of an optional item of a literal, or nil.
local function optional_item(value)
  if getmetatable(value) ~= optional_mt then
    fail("no such overload: `?` takes an optional value, not a value of type %s", type_of(value))
  end
  if value.has then return value[1] end
end

function Compiler:list(node)
  local items, fallible, optional = {}, false, node.optional
  for i, item in ipairs(node.items) do
    local own
    items[i], own = self:compile(item)
    fallible = fallible or own or optional[i] or false
  end
  local count = #items
  return function(frame)
    local out, n = {}, 0
    for i = 1, count do
      local value = items[i](frame)
      if optional[i] then value = optional_item(value) end
      if value ~= nil then
        n = n + 1
        out[n] = value
      end
    end
    return values.list(out, n)
  end, fallible
end

function Compiler:map(node)
  local keys, items, optional = {}, {}, node.optional
  for i, key in ipairs(node.keys) do
    keys[i], items[i] = self:compile(key), self:compile(node.values[i])
  end
  return function(frame)
    local out = {}
    for i = 1, #keys do
      local key, value = keys[i](frame), items[i](frame)
      if optional[i] then value = optional_item(value) end
      if value ~= nil then out[#out + 1] = { key, value } end
    end
    return values.map_of(out)
  end, true
end

function Compiler:fold(node) return fold_code[node.macro](self, node) end

--- Compiles a node.
---@param node table
---@return fun(frame: table): any
---@return boolean fallible
function Compiler:compile(node) return self[node.k](self, node) end

--- Compiles a tree.
---@param node table
---@return fun(frame: table): any
function compiler.compile(node)
  local f = setmetatable({ guards = 0 }, Compiler):compile(node)
  return f
end

return compiler
