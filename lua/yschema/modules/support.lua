--- Shared by the modules: functions that check arguments, make rules and define functions.
--
-- @module yschema.modules.support

local core = require "yschema.core"
local suggestion = require "yschema.base.suggestion"
local values = require "yschema.starlark.values"
local calls = require "yschema.starlark.calls"
local metered = require "yschema.sandbox.metered"
local rule_phrases = require "yschema.modules.rule_phrases"

local support = {}

local kind, raise, repr = values.kind, values.raise, values.repr

-- The greatest sizes of what a function may make or read.
support.most_bytes = 16 * 1024 * 1024
local most_items, deepest = 1000000, 1000

--- Makes a rule value, which can be called and has the field `check`, as in ytt.
---@param check function check(value) returns whether the rule holds, and what was found
---@param phrase string what reports say that a value must be
---@return table # { check = check }
function support.rule(check, phrase)
  rule_phrases.set(check, phrase)
  return setmetatable({ check = check }, {
    __call = function(_, ...) return check(...) end,
  })
end

--- Checks a string argument.
---@param who string the name of the function, for the message
---@param x any
---@return string # x
function support.string(who, x)
  if type(x) ~= "string" then raise(who .. ": expected a string, but was " .. kind(x)) end
  metered.through(x)
  return x
end

-- Checks the options of a call. `known` has the kind of each option: "bool" or "int".
local function checked(who, known, options)
  if options == nil or options == core.null then return {} end
  if kind(options) ~= "dict" then
    raise(who .. ": expected the options to be a table or keyword arguments, but was "
      .. kind(options))
  end
  for _, name in ipairs(values.keys(options)) do
    local want = known[name]
    if not want then
      raise(who .. ": unexpected keyword argument " .. repr(name)
        .. suggestion.hint(tostring(name), suggestion.string_keys(known)))
    end
    if kind(options[name]) ~= want then
      raise(who .. ": expected " .. name .. " to be " .. (want == "int" and "an int" or "a bool")
        .. ", but was " .. kind(options[name]))
    end
  end
  return options
end

--- Defines a function of one value and options, which are keyword arguments in Starlark, and a table after the
-- value in Lua.
---@param fields table of the module
---@param module string
---@param name string
---@param known table the kinds of the options, by name
---@param f function f(value, options)
function support.define(fields, module, name, known, f)
  local who = module .. "." .. name
  local signature = { name = name, params = { "value" }, required = 1 }
  calls.define(fields, name, "value options", 1, function(value, options)
    return f(value, checked(who, known, options))
  end, function(named, ...)
    local problem = calls.arity_problem(signature, select("#", ...))
    if problem then raise(problem) end
    return f((...), checked(who, known, named))
  end)
end

--- Defines a test of strings that can also be used as a rule: `name`, `name()`, `name(v)`.
-- As a rule it is called with (value, ctx), so that its options are the third argument.
---@param fields table of the module
---@param module string
---@param name string
---@param what string what the strings must be
---@param known table the kinds of the options, by name
---@param test function test(text, options) returns what is wrong with the text, or nil
function support.predicate(fields, module, name, what, known, test)
  local who = module .. "." .. name
  local function validate(value, options)
    if type(value) ~= "string" then return false, "not " .. what .. ": no string, but " .. kind(value) end
    metered.through(value)
    local problem = test(value, options)
    if problem then return false, "not " .. what .. ": " .. problem end
    return true
  end
  local function predicate(value, _, options)
    options = checked(who, known, options)
    if value ~= nil then return validate(value, options) end
    return support.rule(function(x) return validate(x, options) end, what)
  end
  rule_phrases.set(predicate, what)
  calls.define(fields, name, "value ctx options", 0, predicate, function(named, value, ctx)
    return predicate(value, ctx, named)
  end)
end

--- Charges the length of a text to the caller's budget, because the work of C functions on it costs no
-- instructions.
---@param text string
---@return string text the same text
function support.charged(text)
  metered.through(text, 1)
  return text
end

local function too_much(who) raise(who .. ": the value is too large, or contains itself") end

--- Copies a value. Functions, and values that cannot be written as data (such as an address of the module
-- `ip`), are refused.
---@param who string the name of the function, for messages
---@param value any
---@param as function as(map) returns the metatable for the copy of a map
---@return any
function support.copy(who, value, as)
  local count, bytes = 0, 0
  local function copy(x, depth)
    count = count + 1
    if type(x) == "string" then bytes = bytes + #x end
    if count > most_items or bytes > support.most_bytes or depth > deepest then too_much(who) end
    if type(x) == "function" then raise(who .. ": a function has no encoding") end
    if type(x) ~= "table" then return x end
    local mt, k = getmetatable(x), kind(x)
    if type(mt) == "table" and mt.hint then raise(who .. ": " .. mt.hint) end
    local out = {}
    if k == "list" or k == "tuple" or k == "set" then
      for i = 1, #x do out[i] = copy(x[i], depth + 1) end
      return values.list(out)
    end
    if k ~= "dict" and k ~= "struct" then raise(who .. ": a " .. k .. " has no encoding") end
    for key, item in next, x do out[copy(key, depth)] = copy(item, depth + 1) end
    return setmetatable(out, as(x))
  end
  return copy(value, 1)
end

--- Writes a value as text, in a format of the core.
---@param who string the name of the function, for messages
---@param value any
---@param format "yaml"|"json"
---@param as function see `copy`
---@return string
function support.encode(who, value, format, as)
  if value == nil then value = core.null end
  local text, problem = core.encode(support.copy(who, value, as), format)
  if not text then raise(who .. ": " .. problem) end
  return text
end

--- Makes a struct of functions, such as the one that `url.parse` returns.
---@param type_name string the name of its type, such as "url.value"
---@param fields table
---@return table
function support.object(type_name, fields)
  return setmetatable(fields, {
    struct = true,
    hint = "@ytt:" .. type_name .. " does not automatically encode (hint: use .string())",
  })
end

return support
