--- The modules that code in a schema may use: `assert` and `overlay`.
--
-- A module is a table that cannot be changed. In Starlark its fields are
-- attributes, known when the schema is loaded; in Lua they are fields.
--
-- @module yschema.modules

local core = require "yschema.core"
local values = require "yschema.starlark.values"
local calls = require "yschema.starlark.calls"

local modules = {}

local null, kind, raise, repr = values.null, values.kind, values.raise, values.repr
local error, pcall, tostring, type = error, pcall, tostring, type

local known = {}

--- Add a module.
---@param name string what code calls it
---@param fields table its functions and values
---@param call? function makes the module itself callable: call(...)
---@return table # the module
function modules.define(name, fields, call)
  known[name] = setmetatable({}, {
    module = name,
    __index = fields,
    __newindex = function() error("the module " .. name .. " is read-only", 2) end,
    __call = call and function(_, ...) return call(...) end or nil,
  })
  return known[name]
end

--- All modules by name; a new table.
function modules.all()
  local out = {}
  for name, module in pairs(known) do out[name] = module end
  return out
end

--- A rule as a value: callable, and with ytt's `check`.
---@param check function check(value) gives whether it holds and what was found
---@return table # { check = check }
function modules.rule(check)
  return setmetatable({ check = check }, {
    __call = function(_, ...) return check(...) end,
  })
end

-- Whether a value satisfies a named rule, and what was found. A pattern whose
-- search was given up is the rule's failure, not the value's.
local function test(name, argument, value)
  local holds, found = core.rule_test(name, argument, value)
  if holds == nil then raise("assert." .. name .. ": " .. tostring(found)) end
  return holds, found
end

-- The named rule with an argument, as a rule value.
local function named_rule(name, argument)
  local holds, problem = core.rule_test(name, argument, null)
  if holds == nil then raise("assert." .. name .. ": " .. tostring(problem)) end
  return modules.rule(function(value)
    if value == nil then value = null end
    return test(name, argument, value)
  end)
end

local fields = {}

for _, name in ipairs {
  "min", "max", "min_len", "max_len", "one_of", "enum", "regexp", "pattern", "format",
  "starts_with", "prefix", "ends_with", "suffix",
} do
  calls.define(fields, name, "x", 1, function(x)
    if x == nil then raise("assert." .. name .. ": missing argument") end
    return named_rule(name, x)
  end)
end

-- `assert.not_null()` gives the rule; `assert.not_null` stands as the rule.
-- Likewise `assert.unique`.
for _, name in ipairs { "not_null", "unique" } do
  calls.define(fields, name, "x", 0, function(x)
    if x == nil or x == true then return named_rule(name, true) end
    return test(name, true, x)
  end)
end

-- `assert.one_not_null()` and `assert.one_not_null(keys)` give the rule; given a
-- map, it is the rule over all its children.
calls.define(fields, "one_not_null", "keys", 0, function(x)
  if x == nil then x = true end
  if kind(x) == "dict" then return core.rule_test("one_not_null", true, x) end
  return named_rule("one_not_null", x)
end)

calls.define(fields, "fail", "*", 0, function(...)
  require "yschema.starlark.builtins".fail(...)
end)

calls.define(fields, "equals", "expected actual", 2, function(expected, actual)
  if values.eq(expected, actual) then return null end
  values.fail("expected " .. repr(expected) .. " (" .. kind(expected) .. "), but was "
    .. repr(actual) .. " (" .. kind(actual) .. ")")
end)

-- (value, None), or (None, the message of the failure).
calls.define(fields, "try_to", "f", 1, function(f)
  if type(f) ~= "function" and kind(f) ~= "function" then
    raise("assert.try_to: got " .. kind(f) .. ", want function")
  end
  local ok, result = pcall(f)
  if ok then return values.tuple { calls.value(result), null } end
  return values.tuple { null, (tostring(result):gsub("^%[y%d+:%d+%]:%d+: ", "")) }
end)

-- Lua's own assert.
-- Matchers for `@overlay/match by=` (ytt's overlay module). The core judges them:
-- { name, arguments... } with its own metatable.
local overlay = {}

local function matcher(name, ...)
  return setmetatable({ name, ... }, core.matcher_mt)
end

overlay.all = matcher "all"

for _, row in ipairs { { "index", "i" }, { "map_key", "name" }, { "subset", "expected" },
  { "not_op", "matcher" } } do
  local name, parameter = row[1], row[2]
  calls.define(overlay, name, parameter, 1, function(x)
    if x == nil then raise("overlay." .. name .. ": missing argument") end
    return matcher(name, x)
  end)
end

for _, name in ipairs { "and_op", "or_op" } do
  calls.define(overlay, name, "*", 0, function(...) return matcher(name, ...) end)
end

modules.define("overlay", overlay)

modules.define("assert", fields, function(...)
  if (...) then return ... end
  local message = select(2, ...)
  if message == nil then message = "assertion failed!" end
  error(message, 0)
end)

return modules
