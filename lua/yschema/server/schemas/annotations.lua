--- The effect of each annotation, in short, and its arguments (reference#vocabulary).
--
-- @module yschema.server.schemas.annotations

local plain_tables = require "yschema.base.plain_tables"
local core = require "yschema.core"

local annotations = {}

--- An argument that is given by name.
---@class yschema.AnnotationArgument
---@field name string
---@field text string
---@field values? string[] of which it is one

---@class yschema.AnnotationText
---@field name string
---@field call string the annotation with its arguments
---@field text string
---@field section string the anchor in the reference
---@field arguments yschema.AnnotationArgument[]
---@field values? string[] what may be given without a name

---@type table<string, yschema.AnnotationText>
annotations.by_name = {}

--- All of them, in the order in which they are offered.
---@type yschema.AnnotationText[]
annotations.list = {}

local function add(name, call, section, text, arguments, values)
  local own = {}
  for i, pair in ipairs(arguments or {}) do own[i] = { name = pair[1], text = pair[2], values = pair[3] } end
  local one = { name = name, call = call, section = section, text = text, arguments = own, values = values }
  annotations.by_name[name] = one
  annotations.list[#annotations.list + 1] = one
end

local SWITCH = { "True" }
local KINDS = { '"string"', '"int"', '"float"', '"bool"', '"null"', '"map"', '"array"', '"any"' }

-- ---- named rules --------------------------------------------------------------------

--- The other names of named rules.
---@type table<string, string>
annotations.aliases = {}

local function quoted(words) return plain_tables.mapped(words, function(word) return '"' .. word .. '"' end) end

-- Returns the named rules as arguments.
local function rule_arguments()
  local list = {}
  for i, rule in ipairs(core.named_rules()) do
    local text = rule.sentence
    if rule.alias then text = ("%s `%s=` is another name for it."):format(text, rule.alias) end
    list[i] = { rule.name, text, rule.switch and SWITCH or rule.values and quoted(rule.values) or nil }
    if rule.alias then annotations.aliases[rule.alias] = rule.name end
  end
  list[#list + 1] = { "when", "A function of the value, or of the value and the context. If it returns false, the rules"
    .. " of this annotation are skipped." }
  return list
end

local EXPECTED = "The number that is required: an integer, a minimum such as `\"1+\"`, a function, or a list of these."

-- ---- the table ----------------------------------------------------------------------

add("data/values-schema", "", "headers", "Makes the document a schema of data values.")
add("schema", "", "headers", "Makes the document a schema, as in ytt's first proposal.", {
  { "attach", "The name of what it is a schema of." }, { "required", "Whether values are required.", SWITCH },
})
add("schema/match", "data_values=True", "headers", "Makes the document a schema of data values.",
  { { "data_values", "It is a schema of data values.", SWITCH } })
add("schema/definition", 'name="data/values"', "headers", "Makes the document a schema of data values.", {
  { "data_values", "It is a schema of data values.", SWITCH },
  { "name", "What it is a schema of.", { '"data/values"' } },
})
add("schema/json-schema", '"https://example.com/server.json"', "json-schema-rules", "Makes the document a JSON Schema,"
  .. " whose parts rules name with `json_schema=`. The argument is its address, unless it has `$id`.", {
  { "draft", "The draft of its keywords, unless it has `$schema`.",
    { '"4"', '"6"', '"7"', '"2019-09"', '"2020-12"' } },
  { "defaults", "Values are validated with the defaults that the schema fills in.", SWITCH },
})
add("data/values", "", "headers", "Makes the document data values.")
add("schema/type", '"string", "int"', "types-by-name", "The value has one of the named types, or any.", {
  { "any", "Any value is accepted here and below.", SWITCH },
  { "one_of", "A list of the names of types." },
  { "or_inferred", "The type of the value that is written here is allowed, too.", SWITCH },
}, KINDS)
add("schema/nullable", "", "nullable", "The value may be null, and is null by default.")
add("schema/default", "value", "defaults", "The default: a value, or a function that returns it.")
add("schema/key", 'allowed="^x_", expects="0+"', "keys", "Says which keys stand in this place, and how many.", {
  { "allowed", "A placeholder for all keys that this allows: `\"any\"`, a regular expression, or a function of a key.",
    { '"any"' } },
  { "expects", EXPECTED, { '"0+"', '"1+"' } },
  { "missing_ok", "The key may be left out, and is not filled in.", SWITCH },
})
add("schema/any-key", "", "keys", "A placeholder for any number of keys with any name.")
add("schema/key-may-be-present", "", "keys", "The key may be left out, and is not filled in.")
add("schema/keys-may-be-present", "", "keys", "Each key of this map may be left out, and is not filled in.")
add("schema/null-is-missing", "", "null-is-missing", "A null of a key counts as if the key were not given, here and"
  .. " in maps below, unless the key is nullable.")
add("schema/variables", 'any=r"\\$\\{\\w+\\}"', "variables", "Strings that a program replaces before it uses them:"
  .. " they are accepted in place of other scalars.", {
  { "any", "A regular expression that finds variables of any type." },
  { "strings", "A regular expression that finds variables that become strings." },
})
add("schema/ends-with", '"#END"', "ends-with", "The text with which a file has to end.")
add("schema/required", '"why"', "required", "The key is required. The value here shows its type, and is no default.")
add("schema/renamed", 'from="old"', "renamed", "The key had another name, which is accepted with a warning.", {
  { "from", "The old name, a path such as `\"old.name\"`, or a list of these." },
  { "with", "A function that converts a value that was given under an old name." },
})
local SCOPES = { '"document"', '"file"', '"configuration"' }
add("schema/identity", '"name"', "identity", "No two items of the array have the same value under this key.", {
  { "scope", "Which documents are compared: this one, those of its file, or all of a configuration.", SCOPES },
})
add("schema/refers", 'to="items[].name"', "references", "The value has to be one of the names to which a path leads.", {
  { "to", "The path to the names, such as `\"items[].name\"` or `\"map{}\"`, or a list of these." },
  { "scope", "Where the names are: in this document, those of its file, or all of a configuration.", SCOPES },
  { "kind", "The kind of the documents that have the names, in a configuration." },
  { "when", "A function of the value: the value refers to a name only when it returns true." },
})
add("schema/allow-empty", "", "dialects", "The array may be empty in the schema.")
add("schema/any-of", "a, b", "alternatives", "The value fits at least one of the schemas.",
  { { "by", "The key that selects the alternative." } })
add("schema/one-of", "a, b", "alternatives", "The value fits exactly one of the schemas.",
  { { "by", "The key that selects the alternative." } })
add("schema/all-of", "a, b", "alternatives", "The value fits each of the schemas.")
add("schema/like", "schema", "like", "The node has type, default, rules and documentation of another schema, often the"
  .. " result of a function.")
for _, fact in ipairs(core.facts()) do
  if fact.about then add(fact.annotation, fact.call, fact.section, fact.about) end
end
add("schema/doc", '"text"', "documentation", "The description of the node, as `@schema/desc`.")
add("schema/examples", '("description", value)', "documentation", "Examples of the value, with descriptions.")
add("schema/removed", '"what to do"', "removed", "A violation when a value is given.")
local rules = rule_arguments()
for _, name in ipairs { "schema/validation", "schema/validate", "assert/validate" } do
  add(name, 'min=1, ("text", function)', "validation",
    "Rules for the final value: named rules, functions, and tuples of a text and a function.", rules)
end
add("overlay/match", 'by="name"', "matching", "Says which nodes of the document below an overlay this one is for.", {
  { "by", "A key, a function, or a matcher of the module `overlay`.", { "overlay.all", "overlay.index(0)" } },
  { "expects", EXPECTED, { '"0+"', '"1+"' } },
  { "missing_ok", "There may be no match.", SWITCH },
  { "when", "As `expects=`, but without a violation: the node is skipped if the number differs." },
})
add("overlay/match-child-defaults", "missing_ok=True", "matching", "Sets what is expected of all nodes below.", {
  { "expects", EXPECTED, { '"0+"', '"1+"' } }, { "missing_ok", "There may be no match.", SWITCH },
  { "when", "As `expects=`, but without a violation." },
})
add("overlay/merge", "", "operations", "Merges the node with each match. This is the default.")
add("overlay/remove", "", "operations", "Removes each match.")
add("overlay/replace", "", "operations", "Replaces each match.", {
  { "via", "A function of the left and the right value that gives the new one." },
  { "or_add", "Adds the node if there is no match.", SWITCH },
})
add("overlay/insert", "before=True", "operations", "Inserts the item before or after each match.", {
  { "before", "Before the match.", SWITCH }, { "after", "After the match.", SWITCH },
  { "via", "A function of the left and the right value that gives the new one." },
})
add("overlay/append", "", "operations", "Appends the item, and ignores matches.")
add("overlay/assert", "", "operations", "Compares with each match, then merges.",
  { { "via", "A function of the left and the right value that returns whether they fit." } })

--- Returns an argument of an annotation, also by another name for it.
---@param annotation yschema.AnnotationText
---@param name string
---@return yschema.AnnotationArgument?
function annotations.argument(annotation, name)
  name = annotations.aliases[name] or name
  for _, argument in pairs(annotation.arguments) do
    if argument.name == name then return argument end
  end
end

return annotations
