--- The facts of a schema's fields, in the form that a comparison needs.
--
-- Fields are the tables of `schema:outline()` of the core.
--
-- @module yschema.values.facts

local plain_tables = require "yschema.base.plain_tables"
local core = require "yschema.core"

local facts = {}

-- An empty list, for what a field lacks.
local NOTHING = {}

--- The descriptors of the named rules, as a list and by their names.
facts.named_rules = core.named_rules()

--- A field as `schema:outline()` of the core describes it.
---@class yschema.OutlineField
---@field key? string
---@field kind string the main kind
---@field kinds table<string, boolean> all kinds that are accepted, without the null of `nullable`
---@field makes_floats? boolean a given integer becomes a float
---@field nullable? boolean
---@field null_missing? boolean a null that it does not take counts as a missing key
---@field variables? string of the root: the regular expression of variables of any type
---@field string_variables? string of the root: that of variables that become strings
---@field ends_with? string of the root: the end of a text
---@field optional? boolean the key is present only if it is given
---@field required? string why the key is required, or ""
---@field required_at? table the annotation
---@field preset? boolean the default of a map above gives the required key
---@field removed? string what to do instead, or ""
---@field removed_at? table the annotation
---@field title? string
---@field sensitive? boolean
---@field has_sensitive? boolean this field or one below is sensitive
---@field deprecated? string what to use instead, or ""
---@field deprecated_at? table the annotation
---@field documentation? string
---@field see? string
---@field example? { value: any, yaml: string, description: string? }[]
---@field computed? boolean a function gives the default
---@field default? any
---@field default_yaml? string
---@field default_at? table the annotation
---@field implied? "text"|"value" values may not be empty
---@field rules? yschema.OutlineRule[]
---@field refers? yschema.OutlineReference[]
---@field identity? yschema.OutlineIdentity[]
---@field renamed? { path: string, keys: string[], from_root: boolean?, calls: boolean? }[]
---@field count? { least: number, most: number?, calls: boolean?, words: string }
---@field named? yschema.OutlineField[] of a map
---@field open? yschema.OutlineOpen[] of a map
---@field item? yschema.OutlineField of an array
---@field choice? table the alternatives: { field =, words =, kind =, selected_by = }, with `mode` and `by`
---@field file? string
---@field line? integer
---@field column? integer

--- The target of a reference.
---@class yschema.OutlineReference
---@field to string[]
---@field scope "document"|"file"|"configuration"
---@field kind? string
---@field when? string
---@field file string
---@field line integer
---@field column integer

--- In what the items of an array differ.
---@class yschema.OutlineIdentity
---@field keys string[]
---@field scope "document"|"file"|"configuration"
---@field file string
---@field line integer
---@field column integer

--- A rule of a field.
---@class yschema.OutlineRule
---@field name? string the main name of a named rule
---@field argument? any
---@field yaml? string the argument
---@field digest? string of the JSON Schemas that it is about
---@field calls? boolean the rule is a function
---@field when? string
---@field must_be string
---@field text? string the line of the annotation
---@field file string
---@field line integer

--- A placeholder of a map.
---@class yschema.OutlineOpen
---@field field yschema.OutlineField
---@field pattern? string
---@field calls? boolean a function decides which keys belong to it
---@field words? string
---@field position integer the number of named fields before it

--- A field that accepts every value.
---@type yschema.OutlineField
facts.ANYTHING = {
  kind = "any",
  kinds = { null = true, boolean = true, integer = true, float = true, string = true, array = true, map = true },
}

--- All kinds, in the order of texts.
facts.all_kinds = { "string", "boolean", "integer", "float", "array", "map", "null" }

-- The kinds of alternatives: those of one of them, or those that all have.
local function choice_kinds(choice, depth)
  local kinds = {}
  for i, alternative in ipairs(choice) do
    local own = facts.kinds(alternative.field, depth + 1)
    for _, kind in ipairs(facts.all_kinds) do
      if choice.mode == "all-of" and i > 1 then kinds[kind] = kinds[kind] and own[kind]
      else kinds[kind] = kinds[kind] or own[kind] end
    end
  end
  return kinds
end

--- Returns the kinds of the values that a field accepts, null included. The table belongs to the field.
---@param field yschema.OutlineField
---@param depth? integer of alternatives in alternatives
---@return table<string, boolean>
function facts.kinds(field, depth)
  depth = depth or 0
  if depth == 0 and field.all_kinds then return field.all_kinds end
  -- A field that is anything has no kinds of its own.
  local kinds = field.choice and depth < 8 and choice_kinds(field.choice, depth)
    or field.kind == "any" and facts.ANYTHING.kinds or field.kinds
  if field.nullable and not kinds.null then kinds = plain_tables.changed(kinds, { null = true }) end
  if depth == 0 then field.all_kinds = kinds end
  return kinds
end

--- Returns whether a field accepts any value, of any kind.
---@param field yschema.OutlineField
---@return boolean
function facts.is_anything(field) return field.kind == "any" and not field.choice end

--- Returns the named keys and placeholders of a field. A map of anything has one placeholder for all keys.
---@param field yschema.OutlineField
---@return { named: yschema.OutlineField[], open: yschema.OutlineOpen[] }? # nil: it accepts no maps
function facts.map(field)
  if field.choice then return nil end
  if field.kind == "map" and field.named then return field end
  if not facts.kinds(field).map then return nil end
  return { named = {}, open = { { field = facts.ANYTHING, position = 0, words = '"any"' } } }
end

--- Returns the field of the items of an array.
---@param field yschema.OutlineField
---@return yschema.OutlineField? # nil: it accepts no arrays
function facts.item(field)
  if field.choice then return nil end
  if field.kind == "array" and field.item then return field.item end
  return facts.kinds(field).array and facts.ANYTHING or nil
end

--- Returns whether a named key is required.
---@param child yschema.OutlineField
---@return boolean
function facts.is_required(child)
  if child.removed then return false end
  if child.required then return not child.preset end
  return child.count ~= nil and child.count.least > 0
end

--- Finds the named field of a key.
---@param map { named: yschema.OutlineField[] }
---@param key string
---@return yschema.OutlineField?
function facts.named(map, key)
  local index = map.index
  if not index then
    index = {}
    for _, field in ipairs(map.named) do index[field.key] = field end
    map.index = index
  end
  return index[key]
end

-- Adds the fields right below a field to a list.
local function add_below(list, field)
  if field.named then
    for _, child in ipairs(field.named) do list[#list + 1] = child end
  end
  if field.open then
    for _, open in ipairs(field.open) do list[#list + 1] = open.field end
  end
  if field.choice then
    for _, alternative in ipairs(field.choice) do list[#list + 1] = alternative.field end
  end
  list[#list + 1] = field.item
end

--- Lists a field and all below it, each once.
---@param field yschema.OutlineField
---@return yschema.OutlineField[]
function facts.all_below(field)
  local queue, seen, list, at = { field }, {}, {}, 1
  while queue[at] do
    local one = queue[at]
    if not seen[one] then
      list[#list + 1] = one
      add_below(queue, one)
    end
    seen[one], at = true, at + 1
  end
  return list
end

--- Names kinds in words: "integer or null".
---@param kinds table<string, boolean>
---@param without_null? boolean
---@return string
function facts.kind_words(kinds, without_null)
  local first, is_kind = next(kinds)
  if is_kind and next(kinds, first) == nil and not (without_null and first == "null") then return first end
  local list = plain_tables.kept(facts.all_kinds, function(kind)
    return kinds[kind] and not (without_null and kind == "null")
  end)
  if #list == #facts.all_kinds then return "anything" end
  -- Integers are accepted wherever floats are.
  if kinds.float and kinds.integer then
    for i = #list, 1, -1 do
      if list[i] == "integer" then table.remove(list, i) end
    end
  end
  if not list[1] then return "nothing" end
  local last = table.remove(list)
  return list[1] and table.concat(list, ", ") .. " or " .. last or last
end

--- Returns how a rule tests a value, if its subject does not say that.
---@param rule yschema.OutlineRule
---@return "null"|"list"|"pattern"|"format"|"distinct"|nil
function facts.test(rule)
  local named = facts.named_rules[rule.name or ""]
  return named and named.test
end

-- Whether a rule has this subject, part, direction or test.
local function is_about(named, about)
  return named.subject == about or named.test == about or named.part == about or named.stricter == about
end

-- Lists the unconditional rules about something.
local function rules_about(field, about)
  return plain_tables.kept(field.rules or NOTHING, function(rule)
    local named = not rule.when and facts.named_rules[rule.name or ""]
    return named and is_about(named, about)
  end)
end

--- Lists the arguments of the unconditional rules about a subject, such as "number" or "length", about the "start" or
--- "end" of a text, with a direction, such as "multiple", or a test, such as "list".
---@param field yschema.OutlineField
---@param about string
---@return any[]
function facts.arguments(field, about)
  return plain_tables.mapped(rules_about(field, about), function(rule) return rule.argument end)
end

--- Returns the first of these arguments.
---@param field yschema.OutlineField
---@param about string
---@return any?
function facts.first(field, about) return facts.arguments(field, about)[1] end

-- The rules with a number, which a field has among others.
local function bounds(field)
  if not field.bounds then
    field.bounds = {}
    for _, rule in ipairs(field.rules) do
      if type(rule.argument) == "number" then field.bounds[#field.bounds + 1] = rule end
    end
  end
  return field.bounds
end

--- Returns the least and the greatest number that the rules about a subject allow.
---@param field yschema.OutlineField
---@param subject "number"|"length"
---@param step number from an exclusive bound to the next valid number
---@return number? low
---@return number? high
function facts.range(field, subject, step)
  if not field.rules then return nil end
  local low, high
  for _, rule in ipairs(bounds(field)) do
    local named = not rule.when and facts.named_rules[rule.name]
    local bound = named and named.subject == subject and rule.argument
    if type(bound) == "number" then
      local by = named.exclusive and step or 0
      if named.stricter == "greater" and not (low and low > bound + by) then low = bound + by end
      if named.stricter == "less" and not (high and high < bound - by) then high = bound - by end
    end
  end
  return low, high
end

--- Lists the groups of keys that rules such as mutually_exclusive are about, each with the row of its rule.
---@param field yschema.OutlineField
---@return { keys: string[], named: table }[]
function facts.key_groups(field)
  local groups = {}
  for _, rule in ipairs(rules_about(field, "given-keys")) do
    local argument = type(rule.argument) == "table" and rule.argument or NOTHING
    for _, keys in ipairs(type(argument[1]) == "string" and { argument } or argument) do
      groups[#groups + 1] = { keys = keys, named = facts.named_rules[rule.name] }
    end
  end
  return groups
end

--- Returns a way that goes one step further.
---@param steps yschema.SchemaStep[]
---@param step yschema.SchemaStep
---@return yschema.SchemaStep[]
function facts.further(steps, step)
  return plain_tables.changed(steps, { [#steps + 1] = step })
end

return facts
