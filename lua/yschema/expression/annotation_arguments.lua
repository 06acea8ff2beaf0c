--- Evaluates those arguments of annotations that are not literals, and gives the values to the core.
--
-- The core evaluates literals itself. It keeps the other arguments as texts until this module is called.
--
-- @module yschema.expression.annotation_arguments

local core = require "yschema.core"
local cel_rules = require "yschema.base.lazily" "yschema.expression.cel_rules"
local sandbox = require "yschema.base.lazily" "yschema.sandbox.sandbox"

require "yschema.expression.core_calls" -- sets the hook by which the core calls functions

local annotation_arguments = {}

-- Reading the text uses the budget, too, so a small budget would not be enough.
local least_budget = 10000000

local validations = {
  ["schema/validation"] = true, ["schema/validate"] = true, ["assert/validate"] = true,
}

-- Returns the function of a rule, or the value itself when it is no rule. Callable values have already become
-- functions (see `settle` in `yschema.expression.evaluation`). A rule can also be a plain table with a `check`
-- (reference#the-annotation).
local function rule_function(value)
  local check = type(value) == "table" and value.check
  return type(check) == "function" and check or value
end

-- Returns a function that calls a Starlark function with the arguments that ytt would give it, so that the
-- schemas of ytt load unchanged. A rule gets the value; it also gets the context when it requires a second
-- argument. A function in `when=` gets the context when it has named parameters. Functions of Lua, and
-- functions with exactly one parameter, are returned unchanged.
local function called_as_in_ytt(fn, is_when)
  local signatures = require "yschema.starlark.signatures"
  local needed, named, variadic = signatures.parameters(fn)
  if not needed or named == 1 and not variadic then return fn end
  local takes_context
  if is_when then takes_context = named > 0 else takes_context = needed > 1 end
  if takes_context then return fn end
  return signatures.register(function(value) return fn(value) end,
    { name = "function", params = {}, required = 0, variadic = true,
      foreign = not signatures.is_starlark(fn) })
end

-- Gives a positional argument of a validation the form that the core takes: a tuple of a description and a rule. The
-- author writes either a rule alone, which gets a description here, or both, which may also be written `{ "text", f }`
-- (reference#expressions).
local function take_rule(argument)
  local value = argument.value
  local fn = rule_function(value)
  if type(fn) == "function" then
    local phrase
    phrase, argument.called = require "yschema.modules.rule_phrases".of(fn, argument.by_name and argument.text)
    argument.value = setmetatable({ phrase, called_as_in_ytt(fn) }, core.tuple_mt)
    return
  end
  local mt = getmetatable(value)
  if type(fn) ~= "table" or mt ~= core.tuple_mt and mt ~= nil then return end
  local rule = rule_function(value[2])
  if type(rule) == "function" and #value == 2 then
    argument.value = setmetatable({ value[1], called_as_in_ytt(rule) }, core.tuple_mt)
  end
end

-- The annotations whose arguments are schemas.
local choices = {
  ["schema/any-of"] = true, ["schema/all-of"] = true, ["schema/one-of"] = true, ["schema/like"] = true,
}

-- Returns the core schema inside an alternative that is a schema object; returns other values unchanged.
local function alternative(value)
  local mt = type(value) == "table" and getmetatable(value)
  if type(mt) == "table" and rawget(mt, "__name") == "yschema.Schema" then
    return rawget(value, "core")
  end
  return value
end

--- Turns the arguments of an annotation into the form that the core takes: rules of a validation become
-- functions, and schema objects become core schemas.
---@param name string the name of the annotation
---@param list table from `evaluation.arguments`; changed in place
---@return string? problem
function annotation_arguments.normalise(name, list)
  if choices[name] then
    for _, argument in ipairs(list) do argument.value = alternative(argument.value) end
  end
  if not validations[name] and name ~= "schema/refers" then return end
  local has_cel
  for _, argument in ipairs(list) do
    if not argument.name then
      if validations[name] then take_rule(argument) end
    elseif argument.name == "when" then
      argument.value = called_as_in_ytt(rule_function(argument.value), true)
    elseif argument.name == "cel" then
      has_cel = validations[name]
    end
  end
  return has_cel and cel_rules.take(list) or nil
end

-- Gives the owner the arguments of one annotation. When there are none, gives it the problem, and whether
-- running the code of the arguments caused it.
local function give(owner, annotation, list, problem, ran, words)
  local done
  if list then
    problem = annotation_arguments.normalise(annotation.name, list)
    if not problem then
      done, problem = owner:set_arguments(annotation.id, list)
      ran = true
    end
  end
  if not done then owner:fail_arguments(annotation.id, problem, ran) end
  if words then owner:correct(words[1], words[2]) end
end

-- Lists what gives the arguments of each annotation without the compiler, and returns whether there is one for each.
local function known_of(pending, names, limits_of)
  local known_arguments, known, all = require "yschema.expression.known_arguments", {}, true
  for i, annotation in ipairs(pending) do
    known[i] = known_arguments.prepare(annotation, names, limits_of) or false
    all = all and known[i] ~= false
  end
  return known, all
end

local nothing = {}

--- Evaluates the arguments that a core object still waits for, and gives them to it.
---@param owner userdata a core schema, run or layers
---@param settings yschema.Settings
---@param are_known? boolean of a text that is no user's: see `yschema.expression.known_arguments`
function annotation_arguments.evaluate(owner, settings, are_known)
  local pending = owner:pending()
  if not pending[1] then return end
  local names = require "yschema.expression.scope".new { env = settings.env }
  local function limits_of() return sandbox.at_least(settings, least_budget) end
  local known, all = nothing, false
  if are_known then known, all = known_of(pending, names, limits_of) end
  local function arguments_of(annotation, given)
    if given then return given() end
    return require "yschema.expression.evaluation".arguments(annotation.text, annotation, names)
  end
  local function evaluate_all(call)
    for i, annotation in ipairs(pending) do
      local came, list, problem, _, _, ran, words = call(arguments_of, annotation, known[i])
      if not came then list, problem, ran = nil, tostring(list), true end
      give(owner, annotation, list, problem, ran, words)
    end
  end
  if all then return evaluate_all(pcall) end
  sandbox.within(limits_of(), evaluate_all)
end

--- Reports to the core which of the arguments that it refused cannot be parsed; the others are code in an
-- annotation that must not have code.
---@param owner userdata a core run or layers
function annotation_arguments.validate_refused(owner)
  local refused, problems = owner:refused(), {}
  if not refused[1] then return end
  local misspelt = require "yschema.expression.evaluation".misspelt
  for i, text in ipairs(refused) do problems[i] = misspelt(text) end
  owner:misspelt(problems)
end

return annotation_arguments
