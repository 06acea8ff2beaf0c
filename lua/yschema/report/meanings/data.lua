--- Explains the rules about data: a sentence, a remedy where it is not obvious, and an example.
--
-- @module yschema.report.meanings.data

local ALTERNATIVES = [[
#@ def small():
#@schema/validation max=9
n: 0
#@ end
#@ def big():
#@schema/validation min=100
n: 100
#@ end
#@schema/%s small(), big()
size:
  n: 0]]

---@type table<string, yschema.RuleMeaning>
return {
  type = {
    "A value does not have the type that the schema declares.",
    schema = "port: 8080", invalid = 'port: "8080"', valid = "port: 8080",
    remedy = "Write a value of that type, or add a type to the schema: @schema/type or_inferred=True, one_of=[…].",
  },
  ["unknown-key"] = {
    "A key is not declared in the schema.",
    schema = "port: 8080", invalid = "prot: 80", valid = "port: 80",
    remedy = "Correct the key, or declare it in the schema.",
  },
  ["missing-key"] = {
    "A required key is missing.",
    schema = '#@schema/required\nname: ""', invalid = "{}", valid = "name: shop",
    remedy = "Give the key a value.",
  },
  ["ends-with"] = {
    "A file does not end with the text that the schema demands.",
    remedy = "Add the text as the last line.",
  },
  removed = {
    "A value was given for a key that was removed from the schema.",
    schema = '#@schema/removed "use port"\nold_port: 1\nport: 2', invalid = "old_port: 80", valid = "port: 80",
    remedy = "Remove the key, or follow the hint.",
  },
  ["key-count"] = {
    "A map has too few or too many keys of a kind.",
    schema = '#@schema/key allowed="any", expects=1\n_: 0', invalid = "a: 1\nb: 2", valid = "a: 1",
  },
  renamed = {
    "A value was given under the old name of its key. It counts as given under the new name.",
    schema = '#@schema/renamed from="prt"\nport: 8080', invalid = "prt: 80", valid = "port: 80",
    remedy = "Run yschema migrate, or rename the key.",
  },
  ["renamed-twice"] = {
    "A key was given under its old and its new name.",
    schema = '#@schema/renamed from="prt"\nport: 8080', invalid = "prt: 80\nport: 81", valid = "port: 81",
    remedy = "Keep the new name.",
  },
  ["renamed-failed"] = {
    "A value could not be converted for the new name of its key.",
    schema = '#@schema/renamed from="prt", with=lambda v: int(v)\nport: 8080', invalid = "prt: many",
    valid = "port: 80",
    remedy = "Give a value under the new name.",
  },
  custom = {
    "A value does not satisfy a rule that is a function. The argument is the function's name or its description.",
    schema = '#@schema/validation ("an even number", lambda v: v % 2 == 0)\nworkers: 2',
    invalid = "workers: 3", valid = "workers: 4",
  },
  ["rule-failed"] = {
    "The code of a rule failed, so that it has no verdict on the value.",
    schema = '#@schema/validation lambda v: 100 // v > 3\nworkers: 2', invalid = "workers: 0", valid = "workers: 4",
    remedy = "Correct the rule in the schema, so that it returns False for such a value.",
  },
  not_empty = {
    "A value is empty, and the schema requires one that is not.",
    remedy = "Give a value, or allow empty ones in the schema: @schema/allow-empty.",
  },
  ["any-of"] = {
    "A value fits none of the alternatives of @schema/any-of.",
    schema = ALTERNATIVES:format "any-of", invalid = "size:\n  n: 50", valid = "size:\n  n: 5",
    remedy = "Write a value that one of them accepts; the report says why each does not.",
  },
  ["all-of"] = {
    "A value does not fit every one of the schemas of @schema/all-of.",
    remedy = "Write a value that all of them accept; the report says why one does not.",
  },
  ["one-of"] = {
    "A value fits none of the alternatives of @schema/one-of, or several.",
    schema = ALTERNATIVES:format "one-of", invalid = "size:\n  n: 50", valid = "size:\n  n: 5",
    remedy = "Write a value that exactly one of them accepts.",
  },
  reference = {
    "A value is none of the names that it has to refer to.",
    schema = 'pools:\n- name: ""\n#@schema/refers to="pools[].name"\nuse: ""',
    invalid = "pools:\n- name: a\nuse: b", valid = "pools:\n- name: a\nuse: a",
    remedy = "Write a name that exists, or add the item with that name.",
  },
  identity = {
    "Two items of an array have the same identity.",
    schema = '#@schema/identity "name"\npools:\n- name: ""',
    invalid = "pools:\n- name: a\n- name: a", valid = "pools:\n- name: a\n- name: b",
  },
  overlay = {
    "An overlay does not fit the document to which it is applied.",
    schema = "port: 8080", invalid = "#@data/values\n---\n#@overlay/match expects=1\n#@overlay/remove\nprt: 1",
    valid = "#@data/values\n---\nport: 1",
    remedy = "Correct its key, or allow that nothing matches: @overlay/match missing_ok=True.",
  },
  ["no-kind"] = {
    "A document is of none of the kinds that the project file lists.",
    remedy = "Add a kind to the project file, or write `otherwise: skip` there.",
  },
  deprecated = {
    "A value was given that is deprecated.",
    schema = '#@schema/deprecated "use level"\nverbose: false\nlevel: info', invalid = "verbose: true",
    valid = "level: debug",
    remedy = "Follow the notice.",
  },
  unattached = { "An annotation has no node to attach to.", remedy = "Write it above a key, an item or a document." },
  ["text-templates"] = {
    "The texts of a node are marked as templates, which they are not here.",
    remedy = 'Compute the text: `key: #@ "a " + x`.',
  },
  ["misspelt-keyword"] = {
    "A key in a JSON Schema is one letter away from a keyword.", remedy = "Correct it; otherwise it has no effect.",
  },
  ["spaced-annotation"] = {
    "A blank after # turns what is probably an annotation into a comment.",
    schema = "# @schema/nullable\nport: 8080",
    corrected = "#@schema/nullable\nport: 8080", remedy = "Write #@ without a blank.",
  },
  library = { "A document for a library was skipped." },
  templates = {
    "Files of a directory contain templates and were skipped.",
    remedy = "Render them first: ytt -f . | yschema check -.",
  },
  stale = {
    "A violation that a baseline lists no longer occurs.", remedy = "Write the baseline again: --write-baseline.",
  },
  yamlfragment = {
    "Code of the schema asks for a type of ytt that does not exist here.",
    remedy = 'The type of maps is "dict", that of arrays "list".',
  },
  setting = { "A value cannot be set or removed with certainty.", remedy = "Edit the file by hand." },
  test = { "A test of a schema has failed.", remedy = "Correct the schema, or what the test expects." },
  migration = {
    "A file cannot be safely rewritten for the new names of its keys.", remedy = "Edit the file by hand.",
  },
  ["more-violations"] = { "The report does not list all violations." },
  ["more-warnings"] = { "The report does not list all warnings." },
}
