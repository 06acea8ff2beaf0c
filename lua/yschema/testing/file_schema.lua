--- The schema of test files, as a text. The functions that it names are made by `yschema.testing.test_file`, because
-- they look at the files that a test file names.
--
-- @module yschema.testing.file_schema

return [==[
#@data/values-schema
#@schema/desc "Tests of a schema for `yschema test`. Paths are relative to this file."
#@schema/keys-may-be-present
#@schema/validation ("a schema or a JSON Schema", names_schema)
---
#@schema/desc "The schema: a file, or several, where the first is the base."
#@schema/type "string", "array"
#@schema/validation ("files with a schema", is_schema)
schema: []
#@schema/desc "A JSON Schema, in place of a schema."
#@schema/validation ("a file that is there", is_file)
json_schema: ""
#@schema/desc "How the values are read and validated, as the options of the command."
#@schema/keys-may-be-present
options:
  #@schema/validation one_of=["1.1", "1.2"]
  yaml: "1.1"
  strict: true
  #@schema/validation min=1
  budget: 10000000
#@schema/desc "The tests. `yschema test --write` appends some."
tests:
#@schema/keys-may-be-present
#@schema/validation ("one input and one expectation", is_complete)
-
  #@schema/desc "What the test is called in reports."
  #@schema/required
  #@schema/validation ("a name that no other test has", is_unique), min_len=1
  name: ""
  #@schema/desc "The values, as one document."
  #@schema/type any=True
  values: null
  #@schema/desc "The values as a text in YAML, which may have annotations and several documents."
  text: ""
  #@schema/desc "A file of which each document is validated by itself."
  #@schema/validation ("a file that is there", is_file)
  file: ""
  #@schema/desc "The same for several files, or patterns for their names."
  #@schema/validation min_len=1
  files:
  #@schema/validation ("files that are there", are_files)
  - ""
  #@schema/desc "Values that are merged, in this order."
  #@schema/validation min_len=1
  layers:
  #@schema/keys-may-be-present
  #@schema/validation ("one of values, text and file", is_layer)
  -
    #@schema/type any=True
    values: null
    text: ""
    #@schema/validation ("a file that is there", is_file)
    file: ""
  #@schema/desc "The values are valid."
  #@schema/validation one_of=[True]
  valid: true
  #@schema/desc "What the result has: a map may have more keys than here, everything else is the same."
  #@schema/type any=True
  result: null
  #@schema/desc "The whole result."
  #@schema/type any=True
  whole_result: null
  #@schema/desc "The violations of the values. There are no others."
  #@schema/validation min_len=1
  violations:
  #@schema/keys-may-be-present
  #@schema/validation at_least_one_of=["path", "rule", "message"]
  -
    #@schema/desc "The path or the JSON pointer of the value, as in reports."
    path: ""
    #@schema/desc "The rule, as `max`, or the kind of violation, as `type` or `unknown-key`."
    rule: ""
    #@schema/desc "A part of the message."
    message: ""
  #@schema/desc "There may be other violations, too."
  more_violations: true
  #@schema/desc "The warnings about the values. There are no others."
  warnings:
  #@schema/keys-may-be-present
  #@schema/validation at_least_one_of=["path", "rule", "message"]
  -
    path: ""
    rule: ""
    message: ""
]==]
