--- The types of macros with variables: each function here finds that of one macro, for `yschema.cel.checker`.
--
-- @module yschema.cel.fold_types

local types = require "yschema.cel.types"

local fold_types = {}

local known_as, plain, spelled = types.known_as, types.plain, types.spelled
local dyn, bool = plain.dyn, plain.bool

-- Returns the types of the two variables that go through values: the position or key, and the item or value.
local function parts_of(self, node)
  local range = known_as(self:check(node.range))
  if range.name == "nullable" then range = known_as(range.of) end
  if range.name == "list" then return range, plain.int, range.of end
  if range.name == "map" then return range, range.key, range.of end
  if range.name == "object" then return range, plain.string, dyn end
  if range ~= dyn and range.name ~= "variable" then
    self:problem(node, ("%s() takes a list or a map, not %s"):format(node.macro, spelled(range)))
  end
  return dyn, dyn, dyn
end

-- Declares the variables of a macro, calls f, and forgets them. Returns the type of what it goes through, what f
-- returned, and the type of keys.
local function within(self, node, f)
  local range, key, item = parts_of(self, node)
  if node.k == "failure" then return dyn, dyn, dyn end
  if node.var2 then
    node.slot = self:declare(node.var, key)
    node.slot2 = self:declare(node.var2, item)
  else
    node.slot = self:declare(node.var, range.name == "list" and item or key)
  end
  local result = f()
  if node.var2 then self:forget() end
  self:forget()
  return range, result, key
end

local function tested(self, node)
  if node.test then self:conditions({ node.test }, ("the condition of %s()"):format(node.macro)) end
end

local function test(self, node)
  within(self, node, function() tested(self, node) end)
  return bool
end

fold_types.all, fold_types.exists, fold_types.exists_one = test, test, test

function fold_types:filter(node)
  local range, _, key = within(self, node, function() tested(self, node) end)
  if range == dyn then return types.list(dyn) end
  return range.name == "list" and range or types.list(key)
end

function fold_types:map(node)
  local _, result = within(self, node, function()
    tested(self, node)
    return self:check(node.result)
  end)
  return types.list(result)
end

function fold_types:transformMap(node)
  local _, result, key = within(self, node, function()
    tested(self, node)
    return self:check(node.result)
  end)
  return types.map(key, result)
end

function fold_types:transformMapEntry(node)
  local _, result = within(self, node, function()
    tested(self, node)
    local t = self:check(node.result)
    local wanted = types.map(types.variable(), types.variable())
    if not self:takes(wanted, t) then
      return self:problem(node.result, ("transformMapEntry() takes a map with one entry, not %s"):format(spelled(t)))
    end
    return t
  end)
  return result
end

function fold_types:bind(node)
  local t = self:check(node.range)
  node.slot = self:declare(node.var, t)
  local result = self:check(node.result)
  self:forget()
  return result
end

-- Returns the type of the value that an optional has.
local function inner_of(self, node)
  local t, inner = self:check(node.range), types.variable()
  if self:takes(types.optional(inner), t) then return inner end
  self:problem(node, ("%s() takes an optional value, not %s"):format(node.macro, spelled(t)))
  return dyn
end

function fold_types:optMap(node)
  node.slot = self:declare(node.var, inner_of(self, node))
  local result = self:check(node.result)
  self:forget()
  return types.optional(result)
end

function fold_types:optFlatMap(node)
  node.slot = self:declare(node.var, inner_of(self, node))
  local result = self:check(node.result)
  self:forget()
  if self:takes(types.optional(types.variable()), result) then return result end
  return self:problem(node.result, ("the result of optFlatMap() is an optional value, not %s"):format(spelled(result)))
end

return fold_types
