--- Rules that are expressions of CEL: `#@schema/validation cel="self.min <= self.max"`.
--
-- The arguments are read when the annotation is. The expressions are compiled when the fields are known whose values
-- they are about, after the core has compiled the schema.
--
-- @module yschema.expression.cel_rules

local core = require "yschema.core"
local adapt = require "yschema.base.lazily" "yschema.cel.adapt"
local cel_types = require "yschema.base.lazily" "yschema.expression.cel_types"
local evaluation = require "yschema.base.lazily" "yschema.cel.evaluation"
local types = require "yschema.base.lazily" "yschema.cel.types"
local values = require "yschema.base.lazily" "yschema.cel.values.values"
local suggestion = require "yschema.base.lazily" "yschema.base.suggestion"
local characters = require "yschema.text.characters"

local cel_rules = {}


local array_mt, tuple_mt = core.array_mt, core.tuple_mt
local concat, find, format, gsub, match = table.concat, string.find, string.format, string.gsub, string.match
local getmetatable, ipairs, next, setmetatable, type = getmetatable, ipairs, next, setmetatable, type

---@class yschema.CelRule
---@field text string the expression
---@field message? string
---@field message_text? string an expression that gives the message
---@field path? string where violations are reported, such as ".spec.min"
---@field old? boolean it may see an older value, which is none
---@field program? yschema.CelProgram
---@field message_program? yschema.CelProgram
---@field self_type? table
---@field field? table the field that it was compiled for

-- The rules by their functions.
local by_function = setmetatable({}, { __mode = "k" })

-- ---- evaluation ------------------------------------------------------------------------

-- Returns an expression on one line; of a very long one, the beginning.
local function on_one_line(text)
  return characters.shortened((gsub(match(text, "^%s*(.-)%s*$"), "%s+", " ")), 500)
end

-- Returns the message that an expression gives, or nil.
local function computed_message(rule, variables)
  if not rule.message_program then return nil end
  local ok, text = rule.message_program:run(variables)
  if ok and type(text) == "string" and find(text, "%S") and not find(text, "[\r\n]") then return text end
end

local compile

-- Makes the function of a rule.
local function function_of(rule)
  local fallback = rule.message or format("failed rule: %s", on_one_line(rule.text))
  local function check(value)
    if not rule.program then -- of a schema that a function makes for a value
      local problem = compile(rule, types.plain.dyn)
      if problem then error(problem, 0) end
    end
    local variables = { self = adapt.value(value, rule.self_type) }
    if rule.old then variables.oldSelf = values.optional_none() end
    if rule.program:value(variables) == true then return true end
    return false, computed_message(rule, variables) or fallback
  end
  by_function[check] = rule
  return check
end

--- Returns the keys that lead from the value of a rule to the one that its violations are reported for, each ended by a
-- zero byte; nil: it is the value of the rule.
---@param fn function
---@return string?
function cel_rules.below(fn)
  local rule = by_function[fn]
  return rule and rule.below
end

-- ---- arguments -------------------------------------------------------------------------

local members = {
  rule = "text", message = "message", messageExpression = "message_text", fieldPath = "path", reason = "reason",
  optionalOldSelf = "old",
}
local names = { "rule", "message", "messageExpression", "fieldPath", "reason" }

-- Lists the keys of a path such as ".spec['a.b'].min"; nil if it is none.
local function keys_of(path)
  local keys, at = {}, 1
  while at <= #path do
    local name, after = match(path, "^%.([%a_][%w_%-]*)()", at)
    if not name then name, after = match(path, "^%['([^']*)'%]()", at) end
    if not name or find(name, "%z") then return nil end
    keys[#keys + 1], at = name, after
  end
  return keys[1] and keys or nil
end

-- Reads a dict with the members that rules have in Kubernetes.
local function of_dict(dict)
  local rule = {}
  for name, value in next, dict do
    local own = members[name]
    if not own then
      return nil, format("`%s` is no member of a rule of CEL%s", tostring(name), suggestion.hint(tostring(name), names))
    elseif own == "old" then
      value = value == true
    elseif type(value) ~= "string" then
      return nil, format("`%s` of a rule of CEL has to be a string", name)
    end
    rule[own] = value
  end
  if not rule.text then return nil, "`rule` is missing in a rule of CEL" end
  if not rule.path then return rule end
  local keys = keys_of(rule.path)
  if not keys then return nil, format("fieldPath `%s` is no path such as `.spec.name` or `.spec['a.b']`", rule.path) end
  rule.below = concat(keys, "\0") .. "\0"
  return rule
end

-- Reads a rule: an expression, a tuple with its message, or a dict.
local function read(value)
  if type(value) == "string" then return { text = value } end
  local mt = type(value) == "table" and getmetatable(value)
  if mt == tuple_mt and type(value[1]) == "string" and type(value[2]) == "string" and value[3] == nil then
    return { text = value[1], message = value[2] }
  elseif type(value) == "table" and mt ~= tuple_mt and mt ~= array_mt then
    return of_dict(value)
  end
  return nil, 'expected keyword argument "cel" to be an expression, (expression, message), a dict, or a list of these'
end

-- Makes the argument that the core takes.
local function argument_of(rule, argument)
  local words = format("a value for which this is true: %s", on_one_line(rule.text))
  return { name = "cel", text = argument.text, computed = true,
    value = setmetatable({ words, function_of(rule), rule.text }, array_mt) }
end

--- Puts an argument for each expression in place of the argument `cel`.
---@param list table[] the arguments of a validation; changed in place
---@return string? problem
function cel_rules.take(list)
  for i, argument in ipairs(list) do
    if argument.name == "cel" then
      local value, made = argument.value, {}
      for _, one in ipairs(getmetatable(value) == array_mt and value or { value }) do
        local rule, problem = read(one)
        if not rule then return problem end
        made[#made + 1] = argument_of(rule, argument)
      end
      table.remove(list, i)
      for k = #made, 1, -1 do table.insert(list, i, made[k]) end
      return nil
    end
  end
end

-- ---- fields ----------------------------------------------------------------------------

-- Returns the beginning of a text, for messages.
local function brief(text)
  return characters.shortened(on_one_line(text), 60)
end

-- Returns the message for an error in an expression.
local function problem_in(text, problem)
  local before = characters.count(text:sub(1, problem.at - 1))
  return format("%s, at character %d of `%s`", problem.problem, before + 1, brief(text))
end

-- Compiles the expressions of a rule for values of a type. Returns a problem, if there is one.
function compile(rule, self_type)
  local options = { variables = { self = self_type, oldSelf = rule.old and types.optional(self_type) or nil } }
  local program, problem = evaluation.compile(rule.text, options)
  if not program then return problem_in(rule.text, problem) end
  if program.type ~= "bool" and program.type ~= "dyn" then
    return format("`%s` is of type %s, and a rule is a condition, of type bool", brief(rule.text), program.type)
  end
  rule.program, rule.self_type = program, self_type
  if not rule.message_text then return nil end
  program, problem = evaluation.compile(rule.message_text, options)
  if not program then return problem_in(rule.message_text, problem) end
  if program.type ~= "string" and program.type ~= "dyn" then
    return format("messageExpression `%s` is of type %s, and a message is a string", brief(rule.message_text),
      program.type)
  end
  rule.message_program = program
end

-- Compiles a rule for a field. A rule of fields of different types sees values whose types are not known.
local function bind(rule, field, known)
  local self_type = cel_types.not_null(cel_types.of(field, known))
  if rule.field and (rule.field.file ~= field.file or rule.field.line ~= field.line) then
    local problem = compile({ text = rule.text, message_text = rule.message_text, old = rule.old }, self_type)
    return problem or compile(rule, types.plain.dyn)
  end
  rule.field = field
  return compile(rule, self_type)
end

-- Calls f with each field of an outline, once.
local function each_field(root, f)
  local met, list, at = { [root] = true }, { root }, 1
  local function add(field)
    if field and not met[field] then
      met[field] = true
      list[#list + 1] = field
    end
  end
  while list[at] do
    local field = list[at]
    f(field)
    for _, below in ipairs(field.named or {}) do add(below) end
    for _, open in ipairs(field.open or {}) do add(open.field) end
    for _, one in ipairs(field.choice or {}) do add(one.field) end
    add(field.item)
    at = at + 1
  end
end

local function has_rules(functions)
  for _, f in next, functions do
    if by_function[f] then return true end
  end
  return false
end

--- Compiles the expressions of a compiled schema.
---@param owner userdata the core schema
---@param fail fun(rule: yschema.OutlineRule, problem: string) is called for each expression with an error
function cel_rules.bind(owner, fail)
  if next(by_function) == nil then return end
  local functions, known, failed = owner:closures(), {}, {}
  if not has_rules(functions) then return end
  each_field(owner:outline(), function(field)
    for _, one in ipairs(field.rules or {}) do
      local rule = one.closure and by_function[functions[one.closure]]
      if rule and not failed[rule] then
        failed[rule] = bind(rule, field, known)
        if failed[rule] then fail(one, failed[rule]) end
      end
    end
  end)
end

return cel_rules
