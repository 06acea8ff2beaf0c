--- Describes each kind of record, for formats that list the rules of a tool beside the results.
--
-- @module yschema.report.violation_kinds

local violation_kinds = {}

-- The kinds of violations, which are in the data. All other records are about the schema, the input or the call.
local of_data = {
  type = true, removed = true, ["key-count"] = true, required = true, ["no-kind"] = true,
  renamed = true, ["renamed-twice"] = true, ["renamed-failed"] = true,
  migration = true, setting = true, test = true,
  ["unknown-key"] = true, overlay = true, rule = true, ["rule-failed"] = true, deprecated = true, unattached = true,
  reference = true, identity = true,
  library = true, ["text-templates"] = true, ["spaced-annotation"] = true, templates = true, yamlfragment = true,
}

-- The kinds of problems with the call, which have no place in a file.
local of_call = { usage = true, flag = true, ["no-schema"] = true, read = true, write = true }

local descriptions = {
  -- the call
  usage = "The call of the command is invalid, or the command failed.",
  flag = "The argument of a flag cannot be read.",
  read = "A file or the standard input cannot be read.",
  ["no-schema"] = "None of the files holds a schema document.",
  write = "A file cannot be written.",
  -- the input
  syntax = "The text is not YAML.",
  encoding = "The text is not UTF-8.",
  ["duplicate-key"] = "A map has the same key twice.",
  ["unknown-alias"] = "An alias names an anchor that is not defined above it.",
  ["recursive-alias"] = "An anchor contains its own alias.",
  ["merge-value"] = "A merge key takes a map or an array of maps.",
  ["complex-key"] = "A map key must be a scalar.",
  ["integer-range"] = "An integer does not fit in 64 bits.",
  ["float-range"] = "A float is out of range.",
  tag = "A scalar cannot be read as its tag says.",
  strict = "Strict parsing accepts only plain scalars that are not ambiguous.",
  ["plain-comment"] = "A plain comment is in a file with annotations, where --refuse-plain-comments refuses it.",
  ["too-deep"] = "Collections are nested deeper than the limit.",
  ["too-many-aliases"] = "Aliases add more nodes than the limit.",
  ["too-long-aliases"] = "Aliases add more text than they may.",
  ["too-many-nodes"] = "Defaults make more nodes than the limit.",
  ["document-mix"] = "A file holds schema documents or data values, not both.",
  ["code-in-values"] = "Code in data values runs only when that is allowed.",
  code = "Code failed, or cannot be read.",
  ["computed-twice"] = "A node has either a value or code that gives one.",
  ["computed-value"] = "What code gives cannot be the value of a node.",
  ["left-out"] = "Code left out the node that another node belongs to.",
  ["annotation-lost"] = "A function gives an annotated scalar, which cannot keep its annotation.",
  ["input-annotation"] = "The annotation does not belong in these data values.",
  -- the schema
  ["annotation-unknown"] = "There is no annotation of this name.",
  ["annotation-repeated"] = "A node has the same annotation twice.",
  ["annotation-conflict"] = "Two annotations of a node exclude each other.",
  ["annotation-misplaced"] = "The annotation does not apply to this kind of node.",
  ["annotation-syntax"] = "The arguments of an annotation cannot be read.",
  ["annotation-failed"] = "The code in an annotation failed.",
  ["annotation-argument"] = "An annotation takes other arguments.",
  ["code-line"] = "Code is not allowed here.",
  ["array-items"] = "An array in a schema has exactly one item, of the desired type.",
  ["null-value"] = "A value in a schema may not be null, unless an annotation says so.",
  ["key-not-string"] = "A map key in a schema is a string.",
  ["below-any"] = "Nothing can be declared below a node of any type.",
  ["below-typed"] = "Nothing can be declared below a node whose type is set by an annotation.",
  ["value-type"] = "The value in the schema does not have the type that its annotation sets.",
  ["value-key"] = "The value in the schema has a key that its type does not declare.",
  ["default-on-item"] = "An array item has no default.",
  ["default-argument"] = "@schema/default takes one value.",
  ["default-type"] = "A default does not have the type of its node.",
  ["default-key"] = "A default has a key that the schema does not declare.",
  ["default-failed"] = "The function that gives a default failed.",
  ["example-type"] = "An example does not have the type of its node.",
  ["example-key"] = "An example has a key that the schema does not declare.",
  ["rule-argument"] = "A validation rule has other arguments than it takes.",
  ["schema-overlay"] = "A schema document does not fit the one below it.",
  ["when-failed"] = "The condition of a rule failed.",
  ["when-not-boolean"] = "The condition of a rule must be true or false.",
  ["needs-itself"] = "A recursive schema requires itself at every level, so no value of it could be complete.",
  ["key-taken"] = "A placeholder also matches a named key below it, whose default does not fit it.",
  ["old-name"] = "An old name of a key is in use, or is that of two keys.",
  target = "A path of @schema/refers or @schema/identity does not lead to names.",
  ["key-failed"] = "A function of @schema/key failed.",
  -- the data
  setting = "A value cannot be set or removed with certainty.",
  test = "A test of a schema has failed.",
  migration = "A file cannot be safely rewritten for the new names of its keys.",
  type = "A value does not have the type that the schema declares.",
  ["unknown-key"] = "A key is not declared in the schema.",
  removed = "A value was given that has been removed from the schema.",
  ["key-count"] = "A map has too few or too many keys of a kind.",
  ["renamed-twice"] = "A key was given under its old and its new name.",
  ["renamed-failed"] = "A value could not be converted for the new name of its key.",
  ["no-kind"] = "A document is of none of the kinds that the project file lists.",
  required = "A required key is missing.",
  overlay = "An overlay does not fit the document to which it is applied.",
  rule = "A final value does not satisfy a rule of the schema.",
  ["rule-failed"] = "The code of a rule failed.",
  reference = "A value is none of the names that it has to refer to.",
  identity = "Two items of an array have the same identity.",
  -- warnings
  renamed = "A value was given under the old name of its key.",
  deprecated = "A value was given that is deprecated.",
  unattached = "An annotation has no node to attach to.",
  ["text-templates"] = "The texts of a node are marked as templates, which they are not here.",
  ["spaced-annotation"] = "A blank after # turns what is probably an annotation into a comment.",
  library = "A document for a library was skipped.",
  templates = "Files of a directory contain templates and were skipped.",
  stale = "A violation that a baseline lists no longer occurs.",
  yamlfragment = "Code of the schema asks for a type of ytt that does not exist here.",
}

--- Describes a kind in one sentence.
---@param kind string
---@return string
function violation_kinds.description(kind)
  return descriptions[kind] or kind
end

--- Returns the name of the rule that a record is about, for formats that have names of rules.
---@param record yschema.Violation
---@return string
function violation_kinds.rule_id(record)
  if record.kind == "rule" and record.rule then return "rule/" .. record.rule end
  return record.kind
end

--- Returns whether violations of this kind are in the data.
---@param kind string
---@return boolean
function violation_kinds.is_data(kind)
  return of_data[kind] or false
end

--- Returns whether records of this kind are about the call of yschema.
---@param kind string
---@return boolean
function violation_kinds.is_call(kind)
  return of_call[kind] or false
end

return violation_kinds
