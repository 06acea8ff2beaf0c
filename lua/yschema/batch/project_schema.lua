--- The schema of project files, as a text. The functions that it names are made by `yschema.batch.project`, because
-- they look at the files that a project file names.
--
-- @module yschema.batch.project_schema

return [==[
#@data/values-schema
#@schema/desc "What `yschema check` validates, and by which schemas. Paths are relative to this file."
#@schema/keys-may-be-present
---
#@schema/desc "Other project files, whose configurations are validated, too."
#@schema/type "string", "array"
#@schema/validation ("project files that are there", is_base)
extends: []
#@schema/desc "A file with known violations, for all configurations that have none of their own."
#@schema/validation min_len=1
baseline: ""
#@schema/desc "A folder, or a file, with JSON Schemas to which those of the configurations refer by their $id."
#@schema/validation ("a folder or a file that is there", is_schema_folder)
schema_folder: ""
#@schema/validation min_len=1
configurations:
#@schema/keys-may-be-present
#@schema/validation ("either layers or each, with what it needs", is_complete)
-
  #@schema/desc "What the command calls it: `yschema check NAME`."
  #@schema/required
  #@schema/validation ("a name that no other configuration has", is_unique), min_len=1
  name: ""
  #@schema/desc "The schema: a file, or several, where the first is the base."
  #@schema/type "string", "array"
  #@schema/validation ("files with a schema", is_schema)
  schema: []
  #@schema/desc "A JSON Schema, in place of a schema."
  #@schema/validation ("a file that is there", is_json_schema)
  json_schema: ""
  #@schema/desc "Whether the JSON Schema asserts formats in all drafts; by default, it does up to draft-07."
  assert_formats: false
  #@schema/desc "The version of YAML by whose rules the files are read; for json_schema, the default is 1.2."
  #@schema/validation one_of=["1.1", "1.2"]
  yaml: "1.1"
  #@schema/desc "A file with known violations, which are not reported."
  #@schema/validation min_len=1
  baseline: ""
  #@schema/desc "Files that are merged, in this order, into one configuration."
  #@schema/validation min_len=1
  layers:
  #@schema/validation ("files that are there", is_there)
  - ""
  #@schema/desc "Files of which each document is validated by itself."
  #@schema/validation min_len=1
  each:
  #@schema/validation ("files that are there", is_there)
  - ""
  #@schema/desc "Schemas for kinds of documents. A document is validated by the first whose `has` it contains."
  #@schema/validation min_len=1
  kinds:
  #@schema/keys-may-be-present
  -
    #@schema/desc "What references call it (`kind=`); if missing, the value of the only key in `has`."
    #@schema/validation min_len=1
    name: ""
    #@schema/desc "What a document of this kind contains."
    #@schema/required
    #@schema/type "map"
    #@schema/validation min_len=1
    has: {}
    #@schema/required
    #@schema/type "string", "array"
    #@schema/validation ("files with a schema", is_schema)
    schema: []
  #@schema/desc "What to do about documents that are of none of the kinds."
  #@schema/validation one_of=["error", "skip"]
  otherwise: error
]==]
