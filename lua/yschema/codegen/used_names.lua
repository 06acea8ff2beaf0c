--- Lists the names that a tree uses, and those that a function binds.
--
-- @module yschema.codegen.used_names

local lua_code = require "yschema.text.lua_code"

local used_names = {}

local function none() end

-- By the type of a node: the fields that have nodes directly inside it, or lists of them.
local fields = {
  constant = {}, name = {}, lua = {}, tuple = { "items" }, list = { "items" }, dict = { "items" }, table = { "items" },
  lambda = { "params", "body" }, unary = { "operand" }, binary = { "left", "right" }, logic = { "operands" },
  choice = { "test", "yes", "no" }, call = { "func", "args" }, index = { "value", "key" },
  slice = { "value", "first", "last", "step" }, attribute = { "value" }, comprehension = { "key", "body", "clauses" },
}
-- The same for parts without a type: items of dicts, parameters, arguments and clauses.
local part_fields = { "key", "value", "default", "iterable", "test" }

local collect

-- Collects from all nodes directly inside a node, or inside a part of one.
local function collect_below(node, used, inner)
  for _, name in ipairs(fields[node.type] or part_fields) do
    local child = node[name]
    if child and child.type then
      collect(child, used, inner)
    elseif child then
      for _, part in ipairs(child) do
        if part.type then collect(part, used, inner) else collect_below(part, used, inner) end
      end
    end
  end
end

-- Adds the names that an expression uses to `used`. The names that functions inside the expression use are
-- also added to `inner`. Names that the expression itself binds are included.
function collect(node, used, inner)
  local kind = node.type
  if kind == "name" then
    used[node.name] = true
  elseif kind == "lua" then
    for _, use in ipairs((lua_code.names(node.tokens))) do
      used[use.name], inner[use.name] = true, true
    end
  elseif kind == "lambda" then
    local own = {}
    collect_below(node, own, own)
    for name in pairs(own) do used[name], inner[name] = true, true end
  elseif kind ~= "constant" then
    collect_below(node, used, inner)
  end
end

--- Adds the names that an expression uses to a set.
---@param node table
---@param used table receives the names as keys
function used_names.used(node, used) collect(node, used, {}) end

-- ---- functions ----------------------------------------------------------------------

local Facts = {}
Facts.__index = Facts

function Facts:bind(name)
  if not self.bound[name] then
    self.bound[name] = true
    self.locals[#self.locals + 1] = name
  end
end

function Facts:assign(name)
  self.assigned[name], self.times[name] = true, (self.times[name] or 0) + 1
end

function Facts:expression(node)
  if node then collect(node, self.used, self.inner) end
end

function Facts:target(node)
  if node.type == "name" then
    self:bind(node.name)
    self:assign(node.name)
  elseif node.items then
    for _, item in ipairs(node.items) do self:target(item) end
  else
    self:expression(node)
  end
end

local visit = {} -- by the type of the statement

function Facts:body(list)
  for _, node in ipairs(list) do visit[node.type](self, node) end
end

visit.pass, visit["break"], visit["continue"] = none, none, none
visit["return"] = function(self, node) self:expression(node.value) end
visit.expression = visit["return"]
function visit.assign(self, node)
  self:expression(node.value)
  self:target(node.target)
end
function visit.augment(self, node)
  self:expression(node.target)
  visit.assign(self, node)
end
function visit.load(self, node)
  for _, name in ipairs(node.names) do
    self:bind(name.as)
    self:assign(name.as)
  end
end
function visit.hole(self, node)
  if not self.hole then self.hole = node.number end
  for name in pairs(self.context.hole_names(node.number)) do self.used[name] = true end
end
visit["if"] = function(self, node)
  for _, clause in ipairs(node.clauses) do
    self:expression(clause.test)
    self:body(clause.body)
  end
  if node.otherwise then self:body(node.otherwise) end
end
visit["for"] = function(self, node)
  self:expression(node.iterable)
  self:target(node.target)
  self:body(node.body)
end
visit["while"] = function(self, node)
  self:expression(node.test)
  self:body(node.body)
end
function visit.def(self, node)
  for _, param in ipairs(node.params) do self:expression(param.default) end
  self:bind(node.name)
  self:assign(node.name)
  local facts = used_names.facts(node, self.context)
  for name in pairs(facts.used) do self.used[name], self.inner[name] = true, true end
end

--- Returns the names that a function or a block binds and uses. The result is kept in `node.facts`.
---@param node table a def or a block, with `body`
---@param context table with `hole_names`
---@return table # { locals= list of the names that it binds, without the parameters,
---  assigned= set of the names that it assigns to, times= number of the assignments by name, used= set of all
---  names that it uses, inner= set of the names that functions inside it use, hole= number of its first hole }
function used_names.facts(node, context)
  if node.facts then return node.facts end
  local facts = setmetatable({ locals = {}, bound = {}, assigned = {}, times = {}, used = {},
    inner = {}, context = context }, Facts)
  for _, param in ipairs(node.params or {}) do facts.bound[param.name] = true end
  facts:body(node.body)
  node.facts = facts
  return facts
end

return used_names
