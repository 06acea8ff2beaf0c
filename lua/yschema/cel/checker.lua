--- Finds the type of each node, and what names and calls mean.
--
-- Nodes get their `type`. A name gets the `slot` of its variable or its `value`; a call gets its `choice` of functions;
-- a fold gets the slots of its variables. Where types are not checked before the evaluation, a node with an error
-- becomes a `failure`, whose evaluation fails with `text`.
--
-- @module yschema.cel.checker

local attempt = require "yschema.base.attempt"
local fold_types = require "yschema.cel.fold_types"
local lexer = require "yschema.cel.lexer"
local overloads = require "yschema.cel.overloads"
local re2 = require "yschema.cel.library.re2"
local suggestion = require "yschema.base.lazily" "yschema.base.suggestion"
local types = require "yschema.cel.types"
local values = require "yschema.cel.values.values"

local checker = {}

local ipairs, pairs, setmetatable = ipairs, pairs, setmetatable
local match = string.match
local known_as, plain, spelled = types.known_as, types.plain, types.spelled
local dyn, bool = plain.dyn, plain.bool

---@class yschema.CelChecker
---@field variables table<string, table> the types of variables
---@field container string the namespace of the expression, or ""
---@field unchecked? boolean errors become failures at run-time
---@field slots table<string, integer> of variables
---@field locals table[] { name =, slot =, type = }, the innermost last
---@field next_slot integer
---@field bound table[] see `types.unify`
local Checker = {}
Checker.__index = Checker

--- Notes an error of a node.
---@param node table
---@param text string
---@return table type
function Checker:problem(node, text)
  if not self.unchecked then lexer.fail(node.at, text) end
  node.k, node.text = "failure", text
  return dyn
end

--- Returns whether a value of a type may be taken where another is expected.
function Checker:takes(expected, given)
  local length = #self.bound
  if types.unify(expected, given, self.bound) then return true end
  types.undo(self.bound, length)
  return false
end

--- Makes a variable for a node below; `forget` ends it.
---@param name string
---@param t table
---@return integer slot
function Checker:declare(name, t)
  local slot = self.next_slot
  self.next_slot = slot + 1
  self.locals[#self.locals + 1] = { name = name, slot = slot, type = t }
  return slot
end

function Checker:forget()
  self.locals[#self.locals] = nil
  self.next_slot = self.next_slot - 1
end

function Checker:find_local(name)
  for i = #self.locals, 1, -1 do
    if self.locals[i].name == name then return self.locals[i] end
  end
end

-- Calls f with each name that a name may stand for in the container, until it returns something.
function Checker:qualified(name, rooted, f)
  local container = rooted and "" or self.container
  while container ~= "" do
    local found = f(container .. "." .. name)
    if found ~= nil then return found end
    container = match(container, "^(.*)%.[^.]*$") or ""
  end
  return f(name)
end

local type_names = {
  int = true, uint = true, double = true, bool = true, string = true, bytes = true, list = true, map = true,
  null_type = true, type = true, optional_type = true, ["google.protobuf.Timestamp"] = true,
  ["google.protobuf.Duration"] = true, ["net.IP"] = true, ["net.CIDR"] = true, ["kubernetes.URL"] = true,
  ["kubernetes.Quantity"] = true, ["kubernetes.Semver"] = true, ["kubernetes.NamedFormat"] = true,
}

-- Gives a node what a name means; returns its type, or nil if the name means nothing.
function Checker:resolve(node, name, rooted)
  return self:qualified(name, rooted, function(full)
    local t = self.variables[full]
    if t then
      node.k, node.slot, node.name = "name", self.slots[full], full
      return t
    elseif type_names[full] then
      node.k, node.kind, node.value = "const", "type", values.type_value(full)
      return plain.type
    end
  end)
end

function Checker:name(node)
  local own = not node.rooted and self:find_local(node.name)
  if own then
    node.slot, node.is_local = own.slot, true
    return own.type
  end
  local t = self:resolve(node, node.name, node.rooted)
  if t then return t end
  if node.name == "authorizer" then
    return self:problem(node, "`authorizer` asks a cluster, which is not possible in a validation of files")
  end
  return self:problem(node, ("undeclared reference to `%s`%s"):format(node.name,
    suggestion.hint(node.name, suggestion.string_keys(self.variables))))
end

-- Returns the names that a chain of selections consists of, if it does not begin with a local variable.
function Checker:chain(node)
  if node.k == "name" then
    if not node.rooted and self:find_local(node.name) then return nil end
    return node.name, node.rooted
  elseif node.k == "select" and not node.test and not node.optional then
    local before, rooted = self:chain(node.operand)
    return before and before .. "." .. node.field, rooted
  end
end

-- Returns the type of a field; nil if there is none.
function Checker:field_type(node, operand)
  local t = known_as(operand)
  if t.name == "nullable" then t = known_as(t.of) end
  if t.name == "object" then
    node.field = t.escaped[node.field] or node.field
    local found = t.fields[node.field]
    if found then return found end
    if t.open then return dyn end
    return nil, ("undeclared field `%s`%s"):format(node.field, suggestion.hint(node.field, t.names))
  elseif t.name == "map" then
    if self:takes(t.key, plain.string) then return t.of end
    return nil, ("the keys of %s are no names: write [key] instead of .%s"):format(spelled(t), node.field)
  elseif t == dyn or t.name == "variable" then
    return dyn
  end
  return nil, ("type %s has no fields, and `.%s` selects one"):format(spelled(t), node.field)
end

function Checker:select(node)
  local name, rooted = self:chain(node)
  if name and not node.test then
    local t = self:resolve(node, name, rooted)
    if t then return t end
  end
  local operand = known_as(self:check(node.operand))
  local is_optional = operand.name == "optional"
  local field, problem = self:field_type(node, is_optional and operand.of or operand)
  if not field then return self:problem(node, problem) end
  if node.test then return bool end
  return (node.optional or is_optional) and types.optional(field) or field
end

-- `a[?b]` is none where `a` has no such item or entry.
function Checker:entry(node)
  local operand, index = known_as(self:check(node.operand)), self:check(node.index)
  if operand.name == "optional" then operand = known_as(operand.of) end
  if operand.name == "list" and self:takes(plain.int, index) then return types.optional(operand.of) end
  if operand.name == "map" and self:takes(operand.key, index) then return types.optional(operand.of) end
  if operand == dyn or operand.name == "variable" or self.unchecked then return types.optional(dyn) end
  return self:problem(node, ("no such overload: `[?...]` does not take %s and %s"):format(spelled(operand),
    spelled(index)))
end

-- Returns the rows of a call: those of a function with a namespace, of a method, or of a function.
function Checker:rows_of(node)
  local target = node.target
  if not target then
    return self:qualified(node.name, node.rooted, function(full) return overloads.rows(full, false) end)
  end
  local namespace, rooted = self:chain(target)
  local rows = namespace and self:qualified(namespace .. "." .. node.name, rooted, function(full)
    return overloads.rows(full, false)
  end)
  if rows then
    node.name, node.target = namespace .. "." .. node.name, nil
    return rows
  end
  return overloads.rows(node.name, true)
end

-- Takes all arguments as one list where no row has so many.
local function join_arguments(node, rows, given)
  local most = 0
  for _, row in ipairs(rows) do
    if row.variadic then most = -1 end
    if most >= 0 and #row.arguments > most then most = #row.arguments end
  end
  if most >= 0 then return given end
  for _, row in ipairs(rows) do
    if #row.arguments == #given then return given end
  end
  local list = { k = "list", at = node.at, depth = node.depth, items = node.args, optional = {} }
  local of = given[1] or dyn
  for _, t in ipairs(given) do
    if known_as(t) ~= known_as(of) then of = dyn end
  end
  list.type = types.list(of)
  node.args = { list }
  return { list.type }
end

-- The argument of a function that is a regular expression, and functions that read a text.
local patterns = { matches = 2, find = 2, findAll = 2, ["regex.extract"] = 2, ["regex.extractAll"] = 2,
  ["regex.replace"] = 2 }
local readers = { duration = true, timestamp = true }

-- Finds out about literals whose evaluation always fails.
function Checker:literals(node)
  local at = patterns[node.name] or readers[node.name] and 1
  local literal = at and node.args[at]
  if not literal or literal.k ~= "const" or literal.kind ~= "string" or self.unchecked then return end
  if readers[node.name] then
    local ok, thrown = attempt(node.choice.rows[1].call, literal.value)
    if not ok and values.is_error(thrown) then self:problem(literal, thrown.message) end
  else
    local translated, problem = re2.translate(literal.value)
    if not translated then
      self:problem(literal, ("%s is no regular expression of RE2: %s"):format(values.brief(literal.value), problem))
    end
  end
end

function Checker:call(node)
  local rows = self:rows_of(node)
  local is_member = node.target ~= nil
  if is_member then table.insert(node.args, 1, node.target) end
  local given = {}
  for i, arg in ipairs(node.args) do given[i] = self:check(arg) end
  if not rows then
    if is_member and node.args[1].k == "failure" then
      return self:problem(node, node.args[1].text)
    end
    return self:problem(node, overloads.unknown(node.name, is_member))
  end
  given = join_arguments(node, rows, given)
  local choice
  if self.unchecked then
    choice = overloads.choose(rows, given, self.bound) or overloads.any(rows, #given)
  else
    choice = overloads.choose(rows, given, self.bound)
  end
  if not choice then return self:problem(node, overloads.problem(node.name, rows, given)) end
  node.choice = choice
  self:literals(node)
  return choice.result
end

-- Checks that nodes are booleans.
function Checker:conditions(list, who)
  for _, node in ipairs(list) do
    local t = self:check(node)
    if not self:takes(bool, t) then
      self:problem(node, ("no such overload: %s takes bool, not %s"):format(who, spelled(t)))
    end
  end
  return bool
end

Checker["and"] = function(self, node) return self:conditions(node.terms, "`&&`") end
Checker["or"] = function(self, node) return self:conditions(node.terms, "`||`") end

function Checker:choice(node)
  self:conditions({ node.condition }, "the condition before `?`")
  local yes, no = self:check(node.yes), self:check(node.no)
  local t, same = types.join(yes, no, self.bound)
  if same or self.unchecked then return t end
  return self:problem(node, ("no such overload: the values after `?` and `:` have different types, %s and %s")
    :format(spelled(yes), spelled(no)))
end

-- Returns the type of all items of a literal.
function Checker:items(list, optional)
  local common
  for i, item in ipairs(list) do
    local t = self:check(item)
    if optional[i] then
      local inner = types.variable()
      if not self:takes(types.optional(inner), t) then
        self:problem(item, ("`?` takes an optional value, not %s"):format(spelled(t)))
      end
      t = inner
    end
    common = common and types.join(common, t, self.bound) or t
  end
  return common or types.variable()
end

function Checker:list(node) return types.list(self:items(node.items, node.optional)) end

local key_types = { int = true, uint = true, bool = true, string = true, dyn = true, variable = true }

function Checker:map(node)
  local key = self:items(node.keys, {})
  for _, item in ipairs(node.keys) do
    if item.k ~= "failure" and not key_types[known_as(item.type).name] then
      self:problem(item, ("a key of a map is an int, uint, bool or string, not %s"):format(spelled(item.type)))
    end
  end
  return types.map(key, self:items(node.values, node.optional))
end

function Checker:fold(node) return fold_types[node.macro](self, node) end

function Checker.const(_, node) return plain[node.kind] end

--- Finds the type of a node and of all below it.
---@param node table
---@return table type
function Checker:check(node)
  local t = self[node.k](self, node)
  node.type = t
  return t
end

--- Checks a tree; throws an error of the text where its types do not fit.
---@param node table
---@param options { variables: table<string, table>, container?: string, unchecked?: boolean }
---@return table type
---@return table<string, integer> slots of variables
function checker.check(node, options)
  local slots, count = {}, 0
  for name in pairs(options.variables) do
    count = count + 1
    slots[name] = count
  end
  local self = setmetatable({
    variables = options.variables, container = options.container or "", unchecked = options.unchecked, slots = slots,
    locals = {}, next_slot = count + 1, bound = {},
  }, Checker)
  return known_as(self:check(node)), slots
end

return checker
