--- Reads the rules in CEL of custom resource definitions.
--
-- Rules are compiled by the types of the definition, as a server does, so that errors are reported for its lines.
--
-- @module yschema.importing.kubernetes.cel

local adapt = require "yschema.base.lazily" "yschema.cel.adapt"
local evaluation = require "yschema.base.lazily" "yschema.cel.evaluation"
local forms = require "yschema.importing.reading.forms"
local ordered_keys = require "yschema.base.ordered_keys"
local tables = require "yschema.importing.reading.tables"
local types = require "yschema.base.lazily" "yschema.cel.types"

local cel = {}

local is_array, is_map = tables.is_array, tables.is_map

-- ---- types --------------------------------------------------------------------------

local of_format = { byte = "bytes", duration = "duration", date = "timestamp", ["date-time"] = "timestamp" }
local scalars = { boolean = "bool", integer = "int", number = "double" }

local type_of

local function object_of(node, known)
  local properties = is_map(node.properties) and node.properties or {}
  return adapt.object(node, function(name)
    return is_map(properties[name]) and type_of(properties[name], known) or nil
  end, ordered_keys(properties), node["x-kubernetes-preserve-unknown-fields"] == true)
end

local function without_null(node, known)
  local kind = node.type
  if node["x-kubernetes-int-or-string"] == true then return types.plain.dyn end
  if scalars[kind] then return types.plain[scalars[kind]] end
  if kind == "string" then
    local read = of_format[node.format] or "string"
    return types.plain[known.plain and read ~= "timestamp" and "string" or read]
  end
  if kind == "array" then return types.list(is_map(node.items) and type_of(node.items, known) or types.plain.dyn) end
  if kind ~= "object" then return types.plain.dyn end
  if is_map(node.additionalProperties) then
    return types.map(types.plain.string, type_of(node.additionalProperties, known))
  end
  return object_of(node, known)
end

-- Returns the type of the values of a structural schema. `known` has those that were found; `known.plain`: the types
-- are those of the imported schema, in which durations and base64 are texts.
function type_of(node, known)
  local t = known[node]
  if not t then
    t = without_null(node, known)
    if node.nullable == true then t = types.nullable(t) end
    known[node] = t
  end
  return t
end

-- ---- rules --------------------------------------------------------------------------

local members = { "rule", "message", "messageExpression", "fieldPath" }

local OLD = "a transition rule compares with an older object, and there is none"

-- Returns the variables of a rule, or nil if it needs an older object.
local function variables_of(rule, self_type)
  if not evaluation.mentions(rule.rule, "oldSelf") then return { self = self_type } end
  if rule.optionalOldSelf ~= true then return nil end
  return { self = self_type, oldSelf = types.optional(self_type) }
end

-- Returns why a rule is no rule.
local function problem_of(text, variables, expected)
  local program, problem = evaluation.compile(text, { variables = variables })
  if not program then
    return ("%s, at character %d of `%s`"):format(problem.problem, problem.at, text:gsub("%s+", " "))
  elseif program.type ~= expected and program.type ~= "dyn" then
    return ("`%s` is of type %s, not %s"):format(text:gsub("%s+", " "), program.type, expected)
  end
end

-- Returns why a rule is left out, or nil.
local function problem_with(rule, self_type, plain_type)
  if not is_map(rule) or type(rule.rule) ~= "string" then return "a rule has no text" end
  local variables = variables_of(rule, self_type)
  if not variables then return OLD end
  local problem = problem_of(rule.rule, variables, "bool")
  if problem then return "the rule is left out: " .. problem end
  local message = rule.messageExpression
  problem = type(message) == "string" and problem_of(message, variables, "string")
  if problem then return "the rule is left out: messageExpression: " .. problem end
  if problem_of(rule.rule, variables_of(rule, plain_type), "bool") then
    return "the rule is left out: it reads durations or bytes from texts by their formats"
  end
end

-- Returns a rule with its texts.
local function texts_of(rule)
  local kept = {}
  for _, name in ipairs(members) do
    if type(rule[name]) == "string" then kept[name] = rule[name] end
  end
  kept.optionalOldSelf = rule.optionalOldSelf == true or nil
  return kept
end

-- Returns the type of the values that rules see.
local function self_type_of(node, known)
  local t = type_of(node, known)
  return t.name == "nullable" and t.of or t
end

--- Returns the type of the values that the rules of a schema see.
---@param node table a structural schema
---@return table
function cel.self_type(node) return self_type_of(node, {}) end

--- Replaces the rules of a schema by those that are imported.
---@param node table a structural schema
---@param known table<table, table> the types of schemas that were found before
---@param lose fun(keyword: string, reason: string, around: string) `keyword` is in the value of `around`
function cel.take(node, known, lose)
  local rules = node["x-kubernetes-validations"]
  if rules == nil then return end
  local kept = {}
  if is_array(rules) then
    known.texts = known.texts or { plain = true }
    local self_type, plain_type = self_type_of(node, known), self_type_of(node, known.texts)
    for i, rule in ipairs(rules) do
      local reason = problem_with(rule, self_type, plain_type)
      if reason then
        lose(("%d"):format(i - 1), reason, "x-kubernetes-validations")
      else
        kept[#kept + 1] = texts_of(rule)
      end
    end
  end
  if kept[1] then forms.with_rules[kept] = true end
  node["x-kubernetes-validations"] = kept[1] and kept or nil
end

return cel
