--- Explains the rules about schemas: a sentence, a remedy where it is not obvious, and an example.
--
-- @module yschema.report.meanings.schema

---@type table<string, yschema.RuleMeaning>
return {
  ["json-schema"] = { "A JSON Schema is invalid, or cannot be used." },
  -- annotations
  ["annotation-unknown"] = {
    "There is no annotation of this name.", schema = "#@schema/nulable\nport: 1",
    corrected = "#@schema/nullable\nport: 1",
  },
  ["annotation-repeated"] = {
    "A node has the same annotation twice.",
    schema = '#@schema/title "a"\n#@schema/title "b"\nport: 1', corrected = '#@schema/title "b"\nport: 1',
  },
  ["annotation-conflict"] = {
    "Two annotations of a node exclude each other.",
    schema = "#@schema/required\n#@schema/default 1\nport: 1", corrected = "#@schema/default 1\nport: 1",
  },
  ["annotation-misplaced"] = {
    "The annotation does not apply to this kind of node.",
    schema = "ports:\n#@schema/any-key\n- 1", corrected = "#@schema/any-key\n_: 1",
  },
  ["annotation-syntax"] = {
    "The arguments of an annotation cannot be read.",
    schema = "#@schema/validation min=\nport: 1", corrected = "#@schema/validation min=1\nport: 1",
  },
  ["annotation-failed"] = {
    "The code in an annotation failed.",
    schema = '#@schema/default int("x")\nport: 1', corrected = '#@schema/default int("7")\nport: 1',
  },
  ["annotation-argument"] = {
    "An annotation takes other arguments.", schema = "#@schema/title 1\nport: 1",
    corrected = '#@schema/title "a"\nport: 1',
  },
  ["rule-argument"] = {
    "A validation rule has other arguments than it takes.",
    schema = '#@schema/validation min_len="a"\nname: ""', corrected = '#@schema/validation min_len=1\nname: ""',
  },
  ["when-failed"] = { "The condition of a rule failed.", remedy = "Correct the function of `when=`." },
  ["when-not-boolean"] = { "The condition of a rule must be true or false.",
    remedy = "Correct the function of `when=`." },
  -- values
  ["array-items"] = {
    "An array in a schema has exactly one item, of the desired type.",
    schema = "ports: []", corrected = "ports:\n- 80", remedy = "For default items, add @schema/default.",
  },
  ["null-value"] = {
    "A value in a schema may not be null, unless an annotation says so.",
    schema = "port:", corrected = "#@schema/nullable\nport: 1",
  },
  ["key-not-string"] = { "A map key in a schema is a string.", schema = "1: a", corrected = '"1": a' },
  ["below-any"] = {
    "Nothing can be declared below a node of any type.",
    schema = "#@schema/type any=True\na:\n  #@schema/nullable\n  b: 1", corrected = "a:\n  #@schema/nullable\n  b: 1",
  },
  ["below-typed"] = { "Nothing can be declared below a node whose type is set by an annotation." },
  ["value-type"] = {
    "The value in the schema does not have the type that its annotation sets.",
    schema = '#@schema/type "int"\nport: many', corrected = '#@schema/type "int"\nport: 1',
  },
  ["value-key"] = { "The value in the schema has a key that its type does not declare." },
  ["default-on-item"] = {
    "An array item has no default.", schema = "ports:\n#@schema/default 1\n- 1",
    corrected = "#@schema/default [1]\nports:\n- 1",
  },
  ["default-argument"] = {
    "@schema/default takes one value.", schema = "#@schema/default 1, 2\nport: 1",
    corrected = "#@schema/default 1\nport: 1",
  },
  ["default-type"] = {
    "A default does not have the type of its node.",
    schema = '#@schema/default "a"\nport: 1', corrected = "#@schema/default 2\nport: 1",
  },
  ["default-key"] = {
    "A default has a key that the schema does not declare.",
    schema = '#@schema/default {"b": 1}\nm:\n  a: 1', corrected = '#@schema/default {"a": 2}\nm:\n  a: 1',
  },
  ["default-failed"] = { "The function that gives a default failed." },
  ["example-type"] = {
    "An example does not have the type of its node.",
    schema = '#@schema/examples ("one", "a")\nport: 1', corrected = '#@schema/examples ("one", 2)\nport: 1',
  },
  ["example-key"] = { "An example has a key that the schema does not declare." },
  ["schema-overlay"] = { "A schema document does not fit the one below it." },
  -- keys and names
  ["needs-itself"] = {
    "A recursive schema requires itself at every level, so no value of it could be complete.",
    remedy = "Make a node on the way nullable, optional, an array or an alternative.",
  },
  ["key-taken"] = {
    "A placeholder also matches a named key below it, whose default does not fit it.",
    remedy = "Put the named key above the placeholder.",
  },
  ["key-failed"] = { "A function of @schema/key failed." },
  ["old-name"] = { "An old name of a key is in use, or is that of two keys." },
  target = {
    "A path of @schema/refers or @schema/identity does not lead to names.",
    schema = '#@schema/refers to="pools[].name"\nuse: ""',
    corrected = 'pools:\n- name: ""\n#@schema/refers to="pools[].name"\nuse: ""',
  },
}
