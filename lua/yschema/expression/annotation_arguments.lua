--- Evaluates those arguments of annotations that are not literals, and gives the values to the core.
--
-- The core evaluates literals itself. It keeps the other arguments as texts until this module is called.
--
-- @module yschema.expression.annotation_arguments

local attempt = require "yschema.base.attempt"
local core = require "yschema.core"

require "yschema.expression.core_calls" -- it calls the functions that are given to the core

local annotation_arguments = {}

local error, getmetatable, ipairs = error, getmetatable, ipairs
local rawget, require, setmetatable = rawget, require, setmetatable
local tostring, type = tostring, type

-- Reading the text counts, too, so that a small budget would not do.
local least_budget = 10000000

local validations = {
  ["schema/validation"] = true, ["schema/validate"] = true, ["assert/validate"] = true,
}

-- Callable values are functions by now (see `settle` in `yschema.expression.evaluation`). What stands where a
-- rule may stand can also be a plain table with a `check` (reference#the-annotation).
local function rule_function(value)
  local check = type(value) == "table" and value.check
  return type(check) == "function" and check or value
end

-- Functions of Starlark are called as ytt calls them, so that its schemas load unchanged:
-- rules with the value, `when=` by the number of its parameters. A rule that cannot do
-- without a second argument has the context, as all of Lua's do. What takes one argument
-- leaves the second alone by itself.
local function called_as_in_ytt(fn, is_when)
  local calls = require "yschema.starlark.calls"
  local needed, named, variadic = calls.parameters(fn)
  if not needed or named == 1 and not variadic then return fn end
  local takes_context
  if is_when then takes_context = named > 0 else takes_context = needed > 1 end
  if takes_context then return fn end
  return calls.register(function(value) return fn(value) end,
    { name = "function", params = {}, required = 0, variadic = true,
      foreign = not calls.is_starlark(fn) })
end

-- A positional argument of a validation: a rule, which gets a description, or a description
-- and a rule, which may also be written `{ "text", f }` (reference#expressions).
local function rule_argument(argument)
  local value = argument.value
  local fn = rule_function(value)
  if type(fn) == "function" then
    local phrase = require "yschema.modules.rule_phrases".of(fn, argument.by_name and argument.text)
    return setmetatable({ phrase, called_as_in_ytt(fn) }, core.tuple_mt)
  end
  if type(fn) ~= "table" then return fn end
  local mt = getmetatable(value)
  if mt == core.tuple_mt or mt == nil then
    local rule = rule_function(value[2])
    if type(rule) == "function" and #value == 2 then
      return setmetatable({ value[1], called_as_in_ytt(rule) }, core.tuple_mt)
    end
  end
  return value
end

local choices = {
  ["schema/any-of"] = true, ["schema/all-of"] = true, ["schema/one-of"] = true,
}

--- Whether the arguments of an annotation are schemas, or functions that return them.
---@param name? string
---@return boolean
function annotation_arguments.are_schemas(name) return choices[name] == true end

-- An alternative may be a schema, which the core knows by what it has inside.
local function alternative(value)
  local mt = type(value) == "table" and getmetatable(value)
  if type(mt) == "table" and rawget(mt, "__name") == "yschema.Schema" then
    return rawget(value, "core")
  end
  return value
end

--- Makes functions of the rules of a validation, and of schemas what they are to
-- the core.
---@param name string of the annotation
---@param list table from `evaluation.arguments`; changed in place
function annotation_arguments.normalise(name, list)
  if choices[name] then
    for _, argument in ipairs(list) do argument.value = alternative(argument.value) end
  end
  if not validations[name] then return end
  for _, argument in ipairs(list) do
    if not argument.name then
      argument.value = rule_argument(argument)
    elseif argument.name == "when" then
      argument.value = called_as_in_ytt(rule_function(argument.value), true)
    end
  end
end

-- Gives the owner the arguments of one annotation; or why there are none, and whether
-- that is their code's doing.
local function give(owner, annotation, list, problem, ran)
  local done
  if list then
    annotation_arguments.normalise(annotation.name, list)
    done, problem = owner:set_arguments(annotation.id, list)
    ran = true
  end
  if not done then owner:fail_arguments(annotation.id, problem, ran) end
end

--- Evaluates what a core object has pending.
---@param owner userdata a core schema, run or layers
---@param settings yschema.Settings
function annotation_arguments.evaluate(owner, settings)
  local pending = owner:pending()
  if not pending[1] then return end
  local evaluation, scope = require "yschema.expression.evaluation", require "yschema.expression.scope"
  local names = scope.new { env = settings.env }
  local function arguments_of(annotation)
    return evaluation.arguments(annotation.text, annotation, names)
  end
  local sandbox = require "yschema.sandbox.sandbox"
  local call, stop = sandbox.start(sandbox.at_least(settings, least_budget))
  local ok, thrown = attempt(function()
    for _, annotation in ipairs(pending) do
      local came, list, problem, _, _, ran = call(arguments_of, annotation)
      if not came then list, problem, ran = nil, tostring(list), true end
      give(owner, annotation, list, problem, ran)
    end
  end)
  stop()
  if not ok then error(thrown, 0) end
end

--- Tells typing errors from code, among the annotations that may not hold code.
---@param owner userdata a core run or layers
function annotation_arguments.judge_refused(owner)
  local refused, problems = owner:refused(), {}
  if not refused[1] then return end
  local misspelt = require "yschema.expression.evaluation".misspelt
  for i, text in ipairs(refused) do problems[i] = misspelt(text) end
  owner:misspelt(problems)
end

return annotation_arguments
