--- The module `assert`: functions that make named rules, and functions that test values.
--
-- @module yschema.modules.checking.assert

local core = require "yschema.core"
local values = require "yschema.starlark.values"
local calls = require "yschema.starlark.calls"
local rule_phrases = require "yschema.modules.rule_phrases"
local sandbox = require "yschema.sandbox.sandbox"
local support = require "yschema.modules.support"

local null, kind, raise, repr = values.null, values.kind, values.raise, values.repr

-- Returns whether a value satisfies a named rule, and what was found. When the search for a pattern takes too
-- many steps, this is an error of the rule and not an error of the value.
local function test(name, argument, value)
  local holds, found = core.rule_test(name, argument, value)
  if holds == nil then raise("assert." .. name .. ": " .. tostring(found)) end
  return holds, found
end

-- Makes a rule value from a named rule with an argument.
local function named_rule(name, argument)
  local phrase, problem = core.rule_phrase(name, argument)
  if not phrase then raise("assert." .. name .. ": " .. tostring(problem)) end
  return support.rule(function(value)
    if value == nil then value = null end
    return test(name, argument, value)
  end, phrase)
end

local fields = {}

local function define_rule(name)
  calls.define(fields, name, "x", 1, function(x)
    if x == nil then raise("assert." .. name .. ": missing argument") end
    return named_rule(name, x)
  end)
end

-- Accepts `assert.one_of(["a", "b"])` and, as in ytt, `assert.one_of("a", "b")`.
local function define_list(name)
  calls.define(fields, name, "x *", 1, function(x, ...)
    local n = select("#", ...)
    if n == 0 then
      if x == nil then raise("assert." .. name .. ": missing argument") end
      return named_rule(name, x)
    end
    local allowed = { calls.value(x), ... }
    for i = 2, n + 1 do allowed[i] = calls.value(allowed[i]) end
    return named_rule(name, values.list(allowed))
  end)
end

-- `assert.not_null()` returns the rule, and `assert.not_null` itself can be used as the rule. The same
-- applies to `assert.unique`.
local function define_switch(name)
  calls.define(fields, name, "x", 0, function(x)
    if x == nil or x == true then return named_rule(name, true) end
    return test(name, true, x)
  end)
  rule_phrases.set(fields[name], core.rule_phrase(name, true))
end

-- The rules about what was given (`mutually_exclusive` and `json_schema`, for example) are missing, because a function
-- gets the final value, in which given keys and defaults cannot be distinguished.
for _, rule in ipairs(core.named_rules()) do
  local define = rule.switch and define_switch or rule.test == "list" and define_list or define_rule
  if rule.subject ~= "given-keys" and rule.subject ~= "given" and rule.subject ~= "children" then
    define(rule.name)
    if rule.alias then define(rule.alias) end
  end
end

-- `assert.one_not_null()` and `assert.one_not_null(keys)` return the rule. When it is called with a map, it
-- is the rule itself, and applies to all items of the map.
calls.define(fields, "one_not_null", "keys", 0, function(x)
  if x == nil then x = true end
  if kind(x) == "dict" then return core.rule_test("one_not_null", true, x) end
  return named_rule("one_not_null", x)
end)
rule_phrases.set(fields.one_not_null, core.rule_phrase("one_not_null", true))

calls.define(fields, "fail", "*", 0, function(...)
  values.fail(values.joined(" ", ...), "assert.fail: fail")
end)

calls.define(fields, "equals", "expected actual", 2, function(expected, actual)
  if values.eq(expected, actual) then return null end
  values.fail("expected " .. repr(expected) .. " (" .. kind(expected) .. "), but was "
    .. repr(actual) .. " (" .. kind(actual) .. ")", "assert.equals")
end)

-- Returns (value, None), or (None, the message of the failure). As in ytt, the message begins with what failed.
calls.define(fields, "try_to", "f", 1, function(f)
  if not calls.is_callable(f) then
    raise("assert.try_to: got " .. kind(f) .. ", want function")
  end
  local ok, result = sandbox.pcall(f)
  if ok then return values.tuple { calls.value(result), null } end
  local message = tostring(result):gsub("^%[y%d+:%d+%]:%d+: ", "")
  if values.is_failure(result) then message = result.by .. ": " .. message end
  return values.tuple { null, message }
end)

-- This is Lua's own assert.
local function lua_assert(...)
  if (...) then return ... end
  local message = select(2, ...)
  if message == nil then message = "assertion failed!" end
  error(message, 0)
end

return { fields = fields, call = lua_assert }
