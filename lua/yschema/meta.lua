---@meta yschema
--- Schemas for YAML in the language of ytt, with rules in Lua.
--
--     local yschema = require "yschema"
--     local schema = assert(yschema.load_file "schema.yml")
--     local values, report = schema:apply_files("values.yml", "prod.yml")
--     if not values then io.stderr:write(tostring(report)) os.exit(1) end
--
-- Violations of the data and errors of the schema are returned as `nil, report`; an invalid argument throws an error.
--
-- This file is the only documentation of the public functions, their types and their options. It is
-- never run: the Lua language server shows its texts in editors, and LDoc makes the pages of the API
-- from it.
--
-- @module yschema

---@class yschema
---@field _VERSION string "yschema 0.1.0"
---@field null lightuserdata the value of YAML's null: the pointer NULL, which equals `cjson.null` and `ngx.null`
---@field array_mt table the metatable of arrays, also of empty ones; `cjson.array_mt` when cjson has one
local yschema = {}

--- Types.
-- @section types

--- A value that YAML can express, as a Lua value.
---@alias yschema.Value string|number|boolean|lightuserdata|ffi.cdata*|table

--- Options for reading a text and for running a schema.
---@class yschema.Options
---@field env? table functions and values that annotations may use, by name
---@field name? string what reports call the text of `load()`; the default is "schema"
---@field yaml? "1.1"|"1.2" by which rules plain scalars of values are read; the default is 1.1, and for files that
--- `check_files` checks by a JSON Schema, 1.2
---@field allow_inexact? boolean a `$ref` of a JSON Schema that cannot be resolved accepts any value; otherwise it is an
--- error
---@field assert_formats? boolean JSON Schemas assert `format` in all drafts; by default, it is an annotation from
--- 2019-09 on
---@field schema_folder? string a folder, or a file, with JSON Schemas to which others refer by their `$id`
---@field strict? boolean accept only the plain scalars of YAML 1.2; ambiguous scalars are errors
---@field budget? integer|false how many instructions one call of a function in the schema may take; the default is
--- 10,000,000, and `false` means no limit; only Lua 5.4 counts instructions
---@field code_in_values? boolean allow code in data values and in overlays
---@field files? table<string, string> texts that the code of a schema may `load`, by name; and those to which `$ref` of
--- `load_json_schema` may lead, by address
---@field skip_validation? boolean check types, but run no rules
---@field refuse_plain_comments? boolean treat a plain comment (`#`) in a text that has annotations as an error
---@field ordered? boolean maps of the result remember the order of their keys: see `keys`
---@field explain? boolean reports know where each value comes from: see `Report:origin`; applying takes longer then
---@field limits? yschema.Limits limits on what hostile input may cost

--- Limits on what hostile input may cost. A report names the limit that was exceeded.
---@class yschema.Limits
---@field max_bytes? integer bytes of one text; the default is 256 MiB
---@field max_depth? integer how deep collections may nest; the default is 1000
---@field max_alias_nodes? integer nodes that aliases may add, beyond one for each byte; the default is 100,000
---@field max_nodes? integer nodes that defaults, overlays, functions may add in a run or schema; default 2,000,000
---@field max_violations? integer violations that a report lists, and warnings; it counts the others, and cuts long keys
--- and values short. The default is 100 for `apply_json` and `check_json`; other reports list all
---@field max_memory? integer bytes that the functions called in one run may allocate; the default is 256 MiB

--- One violation or warning. Fields that do not apply are nil.
---@class yschema.Violation
---@field kind string the kind of violation: "type", "unknown-key", "rule", ...
---@field message string one sentence for people
---@field path? string the path of the value, such as `databases[0].name`; "" is the whole document
---@field pointer? string the same as a JSON pointer (RFC 6901): `/databases/0/name`
---@field rule string the name of the rule, which all formats of reports share: "min", "custom" for a function, "type",
--- "unknown-key", "json-schema/minLength", ...
---@field argument? any what the schema gives the rule; of a function, its name or its description
---@field severity "error"|"warning"
---@field found? string what the value is
---@field value? any the value itself, unless it is a map or an array; "(sensitive)" if it is masked
---@field expected? string what the value should be
---@field hint? string advice on how to correct it
---@field fix? yschema.Fix if there is exactly one possible correction
---@field file? string the file, or the name of the text, that has the violation
---@field line? integer the line in it, from 1
---@field column? integer the column in it, from 1, in characters: of the value if the violation is about it, else of
--- its key
---@field schema_file? string the file of the schema that requires this
---@field schema_line? integer the line in it, from 1
---@field schema_pointer? string the keyword of a JSON Schema that requires this: `/properties/a/type`

--- The correction of a violation.
---@class yschema.Fix
---@field action "rename"|"move"|"replace"|"quote"|"unquote"|"add"|"remove" what is done to the entry or item at the
--- path: its key is renamed; it moves to another path; its value is replaced; its value becomes the string that its
--- text is; its value becomes what its text is without quotes; it is added; it is removed
---@field to? string the new key of "rename", or the new path of "move"
---@field value? any the new value of "replace" and "add"

--- One step in the provenance of a value.
---@class yschema.Origin
---@field action "default"|"filled"|"computed"|"set"|"merged"|"replaced"|"appended"|"inserted"|"removed"|"refused"
---|"converted" what was done: a default of the schema; one that was filled in because its map was given; one that a
--- function gave; given; merged into a map or an array; replaced as a whole; appended to an array; inserted;
--- removed; given, but not used, because it does not fit; converted by the alternative that fits
---@field value? any what was given; nil if something was removed or merged below; "(sensitive)" if it is masked
---@field by "schema"|"file"|"text"|"table"|"flag"|"environment"|"data-values-file" who did it
---@field flag? string the key that a flag set, or the name of the variable of the environment
---@field file? string the name of the file or text; nil for a table
---@field line? integer
---@field column? integer
---@field annotation? string the overlay annotation that did it, such as "overlay/replace"
---@field annotation_line? integer its line in the file
---@field renamed_from? string the path of the old name under which the value was given

--- The second argument of a rule: the place of the value.
---@class yschema.Context
---@field parent any the map or the array that holds the value; nil for the document
---@field root any the whole document
---@field path string the path of the value, such as `databases[0].name`
---@field key any the key of the value in its map, or its index in its array, from 1; nil for the document

--- A rule that a JSON Schema cannot express. The JSON Schema names it in a `$comment`, too.
---@class yschema.ExportLoss
---@field path string the path of the value that the rule is about; an item's path is `hosts[]`
---@field must_be string the description of the rule, with its condition if it has one

--- The request of `yschema.check_files`.
---@class yschema.CheckRequest
---@field schema? string|string[] the files of the schema; it replaces the project file and the schemas that files name
---@field json_schema? string a JSON Schema, in place of `schema`
---@field files? string|string[] files, folders and patterns; without them and `names`, all that the project file lists
---@field names? string|string[] configurations of the project file
---@field project? string the project file; the default is `.yschema.yml` in the working directory or above
---@field each_file? boolean the documents of a file are one configuration; only with `schema`
---@field allow_code? boolean run code also in schemas that files name themselves and the project file does not list
---@field baseline? string a file with known violations, which are not reported; see the page about baselines
---@field write_baseline? boolean write the violations that are found to this file, as known ones
---@field jobs? integer how many processes share the work, from 1 (the default) to 256. They are forks of this process,
--- which is not safe with threads or in nginx.
---@field tell? fun(verdict: yschema.CheckVerdict) gets each verdict, in the order of the files; none is kept then

--- The verdict on one document, on files that are merged, or on a file that cannot be read.
---@class yschema.CheckVerdict
---@field file string
---@field line? integer where the document begins; nil: the verdict is about the whole file
---@field entry? string the name of the configuration in the project file
---@field valid boolean
---@field report yschema.Report
---@field known? integer violations that the baseline lists; nil: there are none

--- How much was validated.
---@class yschema.CheckCounts
---@field files integer
---@field documents integer
---@field valid integer documents
---@field invalid integer documents, and files that cannot be read
---@field skipped integer files that were skipped, and documents of no kind
---@field known? integer violations that a baseline lists; nil: there is no baseline
---@field stale? integer violations that a baseline lists and that no longer occur

--- The examples that `yschema.infer` makes a schema of.
---@class yschema.InferRequest
---@field files? string|string[] files, folders and patterns; each document of a file is one example
---@field values? (string|yschema.Documents|yschema.Value)[] examples: YAML texts, parsed documents, and plain values
---@field required? boolean keys that every example has must be given
---@field closed? boolean maps accept the keys of the examples alone, also where the next example will have others
---@field open? boolean every map accepts other keys, too
---@field references? boolean values that are names of items or keys refer to them

--- The options of `yschema.diff`, beside those for reading schemas.
---@class yschema.DiffOptions: yschema.Options
---@field direction? "backward"|"forward"|"full" old values and the new schema (the default), the reverse, or both
---@field values? string|string[] files and patterns of files: each is validated by both schemas
---@field severity? table<string, string> other verdicts for rules, by their names
---@field samples? integer how many random documents are validated by both schemas in the end; the default is 100

--- A difference between two schemas.
---@class yschema.Change
---@field rule string the name of the change, such as `bound-tightened`
---@field verdict "breaking"|"unknown"|"result"|"safe"|"docs"
---@field path string the place, such as `ports[].name`; `""` is the document
---@field message string
---@field was? string a fact about the old schema, such as the old bound
---@field is? string the same about the new one
---@field old? { file: string, line: integer, column: integer } the place in the old schema
---@field new? { file: string, line: integer, column: integer } the place in the new one
---@field note? string what was tried, when the verdict was found by trying values
---@field witnesses yschema.ChangeWitness[] for a breaking change, a document for each direction in which it is

--- A document that one schema accepts and the other refuses.
---@class yschema.ChangeWitness
---@field direction "backward"|"forward" backward: the old schema accepts it
---@field document any
---@field text string the document as YAML
---@field message string what the schema that refuses it says

--- A schema that ships with yschema.
---@class yschema.Pack
---@field name string
---@field schema string what it is called where a file is named: `pack:` and its name
---@field tool string the program whose files it validates
---@field version string of this program, the newest one that the pack describes
---@field date string when this version was released: "2026-08-17"
---@field versions yschema.PackVersion[] all versions that the pack describes, the newest one first
---@field files string which of its files
---@field covers string what the schema knows
---@field leaves_out string what it does not know, so that any value is accepted there
---@field path? string its file

--- A version of the program whose files a pack validates.
---@class yschema.PackVersion
---@field schema string what this version of the pack is called: `pack:NAME@VERSION`
---@field version string
---@field date string when it was released
---@field changes string what changed in the files that the pack validates, since the version before it

--- The request of `yschema.migrate`.
---@class yschema.MigrationRequest
---@field schema string|string[] the files of the schema
---@field files string|string[] files, folders and patterns
---@field write? boolean write the files; otherwise nothing is written

--- The edits of `yschema.fix`, `yschema.set` and `yschema.migrate`.
---@class yschema.EditResult
---@field files { file: string, text: string, difference: string }[] the files that change, each with its new text and
--- with what has changed, as `diff -u` writes it; sensitive values are masked
---@field done yschema.FileEdit[] the edits that were made
---@field refused yschema.FileEdit[] those that were not, with the reason as `message`

--- An edit of a file.
---@class yschema.FileEdit
---@field file string
---@field line integer
---@field path string
---@field action string as of `yschema.Fix`; or "set"
---@field to? string the new name, or the new path
---@field value? any
---@field message? string why it was not made

--- The request of `yschema.fix`: files, and how they are validated, as for `yschema.check_files`.
---@class yschema.FixRequest
---@field schema? string|string[] the files of a schema
---@field json_schema? string a JSON Schema in its place
---@field files? string|string[] files, folders and patterns
---@field names? string|string[] configurations of the project file
---@field project? string the project file
---@field each_file? boolean the documents of a file are one configuration
---@field allow_code? boolean code runs also in schemas that files name themselves
---@field write? boolean write the files; otherwise nothing is written
---@field add_required? boolean add missing required keys that can have only one value
---@field drop_removed? boolean remove keys that were removed from the schema
---@field drop_defaults? boolean remove keys that have the value of their default

--- The request of `yschema.set`.
---@class yschema.SetRequest
---@field file string
---@field schema? string|string[] the files of the schema; default: that of the project file, or the one the file
--- names; without any, the file is not validated
---@field project? string the project file
---@field document? integer the document to change, from 1; a path may name another one: `2:db.port`
---@field set? table<string, any> values by their paths, such as `servers[name=b].weight`
---@field delete? string|string[] paths
---@field write? boolean write the file; otherwise nothing is written

--- The request of `yschema.test`.
---@class yschema.TestRequest
---@field files? string|string[] test files, folders and patterns; default: all test files of the project
---@field coverage? boolean find out which small changes of the schemas the tests notice

--- The results of the tests.
---@class yschema.TestResults
---@field files integer
---@field tests integer
---@field passed integer
---@field failed integer
---@field not_run integer tests whose schema has errors
---@field list yschema.TestResult[]
---@field coverage? yschema.TestCoverage

--- The small changes of the schemas that the tests notice.
---@class yschema.TestCoverage
---@field percent number
---@field total integer
---@field covered integer
---@field points yschema.TestPoint[]

--- A small change of a schema.
---@class yschema.TestPoint
---@field file string
---@field line integer
---@field path string
---@field change string
---@field rule? string
---@field must_be? string what the rule demands
---@field value? string an allowed value, or the bound after it was moved
---@field index? integer of an alternative
---@field covered boolean whether a test notices it
---@field reached boolean whether it concerns a value of a test
---@field message? string what no test does

--- The result of a test.
---@class yschema.TestResult
---@field file string
---@field line integer
---@field name string
---@field passed boolean
---@field mismatches { path: string?, message: string, expected: string?, found: string? }[]

--- Schemas and documents.
-- @section making

--- Makes a schema from a YAML text.
---@param text string
---@param options? yschema.Options
---@return yschema.Schema? schema
---@return yschema.Report report why there is no schema; otherwise its warnings
function yschema.load(text, options) end

--- Makes a schema from files. The first document is the base; the others are overlays, which are
-- applied to it in order. Files that are only loaded by code may be among them. A directory stands for
-- its `.yml`, `.yaml` and `.star` files.
-- Reading files blocks: do not call this while OpenResty serves a request.
---@param paths string|string[]
---@param options? yschema.Options
---@return yschema.Schema? schema
---@return yschema.Report report why there is no schema; otherwise its warnings
function yschema.load_file(paths, options) end

--- Validates many files, each document by itself, as `yschema check` does. Either `schema` and `files` say what is
-- validated, or the project file does, or the files name their schemas. Each schema is compiled once.
-- Reading files blocks: do not call this while OpenResty serves a request.
---@param request yschema.CheckRequest
---@param options? yschema.Options
---@return true? ok all documents are valid
---@return yschema.Report report the violations and warnings of all files; with `tell`, those of schemas and project
---  file
---@return yschema.CheckCounts? counts nil when nothing was validated, because a schema or the project file has errors
function yschema.check_files(request, options) end

--- Makes a schema of example values, as `yschema infer` does. The examples pass it and come out unchanged.
-- `require "yschema".load` takes the text that it gives.
---@param request yschema.InferRequest
---@param options? yschema.Options only `strict` and `limits` have an effect
---@return string? schema its text, which is meant to be read and changed
---@return yschema.Report|string[] about why there is no schema; otherwise a list of notes on where types were widened
function yschema.infer(request, options) end

--- Compares two schemas, as `yschema diff` does: what the new one does to values that were written for the old one.
-- A schema is given as an object, as a path, as a list of paths, or as `git:REVISION:PATH`. Functions of both schemas
-- run, because values are validated by both.
-- Reading files blocks, and so does looking for values: do not call this while OpenResty serves a request.
---@param old yschema.Schema|string|string[]
---@param new yschema.Schema|string|string[]
---@param options? yschema.DiffOptions
---@return yschema.Comparison? comparison
---@return yschema.Report? report why there is none
function yschema.diff(old, new, options) end

--- Rewrites files for keys that a schema has renamed or removed, as `yschema migrate` does. Everything else in them
-- stays the same, byte by byte. A file that cannot be safely rewritten is not changed.
---@param request yschema.MigrationRequest
---@param options? yschema.Options
---@return true? ok each file is up to date, or was rewritten
---@return yschema.Report report which files were not changed, and why
---@return yschema.EditResult? result nil when the schema has errors
function yschema.migrate(request, options) end

--- Lists the packs, as `yschema packs` does: schemas that ship with yschema and are named `pack:NAME` wherever a file
--- with a schema may be named, also by `load_file`.
---@return yschema.Pack[] packs in the order of their names
function yschema.packs() end

--- Corrects violations that have exactly one remedy, as `yschema fix` does. Everything else in the files stays the
-- same, byte by byte. A fix is kept only if its violation is gone and no other one is there.
-- Reading files blocks: do not call this while OpenResty serves a request.
---@param request yschema.FixRequest
---@param options? yschema.Options
---@return true? ok no violation is left
---@return yschema.Report report the violations and warnings that are left
---@return yschema.EditResult? result nil when a schema or the project file has errors
function yschema.fix(request, options) end

--- Sets and removes values of a file, as `yschema set` does. Everything else in it stays the same, byte by byte. It is
-- not written if it would have a new violation.
---@param request yschema.SetRequest
---@param options? yschema.Options
---@return true? ok
---@return yschema.Report report why the file was not changed
---@return yschema.EditResult? result nil when there is no schema
function yschema.set(request, options) end

--- Tests schemas by documents that they have to accept or to refuse, as `yschema test` does.
---@param request? yschema.TestRequest
---@param options? yschema.Options
---@return true? ok all tests pass
---@return yschema.Report report the tests that fail, and errors in test files and schemas
---@return yschema.TestResults? results nil when there are no test files
function yschema.test(request, options) end

--- The result of importing a JSON Schema.
---@class yschema.Import
---@field text string the schema, in the language of yschema
---@field exact boolean it validates as the JSON Schema does
---@field losses yschema.ImportLoss[] the keywords that are not exact, in the order of the text
---@field notes yschema.ImportLoss[] what the standard ignores, too: keywords beside `$ref` (the verdict is "ignored"),
--- and names that look like misspelt keywords ("misspelt")

--- A keyword of a JSON Schema that is not exact.
---@class yschema.ImportLoss
---@field verdict "stricter"|"looser"|"unknown dialect"|"ignored"|"misspelt" what is refused
--- more, accepted more, or not looked at
---@field keyword string
---@field file string
---@field line integer
---@field pointer string the place of the keyword, as a JSON pointer
---@field reason string

--- Makes a schema of a JSON Schema of draft-04 to 2020-12, without an import: its documents may have any value that the
-- JSON Schema accepts, and reports name each keyword that a value violates. It has no fields and no defaults. `$ref`
-- finds the metaschemas, and files whose paths are relative to the name; so this may read files, and blocks.
---@param text string in JSON, or in YAML if the name does not end in `.json`
---@param options? yschema.Options `name` is the path of the text
---@return yschema.Schema? schema nil when the JSON Schema is invalid
---@return yschema.Report report
function yschema.load_json_schema(text, options) end

--- Makes a schema from a JSON Schema of draft-04 to 2020-12, as `yschema import json-schema` does. `$ref` finds files
-- beside the file of the name; so this may read files, and blocks.
---@param text string in JSON or YAML
---@param options? yschema.Options only `name`, the path of the text, `allow_inexact` and `limits` have an effect
---@return yschema.Import? import
---@return string? problem why there is none, with the line
function yschema.import_json_schema(text, options) end

--- The result of importing a custom resource definition or a component of OpenAPI.
---@class yschema.PartImport : yschema.Import
---@field title string what it describes, such as "example.org/v1 Queue of crd.yml"
---@field api_version? string of the objects that it validates, if they are objects of Kubernetes
---@field kind? string
---@field component? string the name of the component, if it is no kind of Kubernetes

--- Makes a schema from each version of custom resource definitions, as `yschema import crd` does.
---@param text string in JSON or YAML, with one definition or several
---@param options? yschema.Options only `name`, the path of the text, and `limits` have an effect
---@return yschema.PartImport[]? imports
---@return string? problem why there are none, with the line
function yschema.import_crd(text, options) end

--- Makes a schema from each component of an OpenAPI document of 3.0 or 3.1, as `yschema import openapi` does. `$ref`
-- finds files beside the file of the name; so this may read files, and blocks.
---@param text string in JSON or YAML
---@param options? yschema.Options only `name`, the path of the text, `allow_inexact` and `limits` have an effect
---@return yschema.PartImport[]? imports
---@return string? problem why there are none, with the line
function yschema.import_openapi(text, options) end

--- Parses a text without a schema. The result can be applied to any number of schemas, any number of
-- times. Reports call it by its name.
---@param text string
---@param name? string what reports call the text; the default is "values"
---@param options? yschema.Options only `strict`, `refuse_plain_comments`, `ordered` and `limits` have an effect
---@return yschema.Documents? documents
---@return yschema.Report? report why there are none
function yschema.parse(text, name, options) end

--- Applies overlays to documents.
--
-- The first input is the base; the others are overlays, which are applied in order. A document that is
-- annotated with `@overlay/match` is applied to all documents that it matches. Any other document, such
-- as a plain table, is applied to the only document of the base. Inputs are YAML texts, parsed
-- documents, and plain Lua values. None of them is changed.
---@param base string|yschema.Documents|yschema.Value
---@param ... string|yschema.Documents|yschema.Value overlays
---@return yschema.Documents? documents the result
---@return yschema.Report? report why there is none
function yschema.overlay(base, ...) end

--- Applies overlays to documents, as `overlay` does, with options: `code_in_values` and `env` (for
-- matchers that are functions), `strict`, `ordered`, `limits` and `budget`.
---@param options yschema.Options
---@param ... string|yschema.Documents|yschema.Value the base and its overlays
---@return yschema.Documents? documents the result
---@return yschema.Report? report why there is none
function yschema.overlay_with(options, ...) end

--- Values.
-- @section values

--- Writes a plain Lua value as YAML or JSON. Keys are sorted, except that those in the list `keys` of
-- a map's metatable come first, in the order of that list.
---@param value yschema.Value
---@param format "yaml"|"json"
---@return string? text the text, which ends with a line break
---@return string? problem what the format cannot express
function yschema.encode(value, format) end

--- Lists the keys of a map. First come the keys in the list `keys` of its metatable, in the order of
-- that list; then come the other keys, sorted. Maps have such metatables when the schema has the option
-- `ordered`.
---@param map table
---@return any[] keys
function yschema.keys(map) end

--- Writes a scalar as YAML does, equally on all Lua versions: for example `null`, `.inf`, and
-- `9007199254740993` where LuaJIT's own tostring() gives `9007199254740993LL`. A string is returned
-- unchanged.
---@param scalar string|number|boolean|lightuserdata|ffi.cdata*
---@return string text
function yschema.tostring(scalar) end

--- A compiled schema. It never changes and can be used for any number of runs, also for nested ones.
-- @section schema

---@class yschema.Schema
local Schema = {}

--- Applies data values to the schema: checks them, merges them onto the defaults in order, fills in
-- what is missing, and validates the result.
--
-- A string is a text in YAML or JSON. Reports call the first argument "values", and the n-th argument
-- "values n"; `yschema.parse(text, name)` gives a text another name. Tables, numbers, booleans and
-- null are the data themselves.
---@param ... string|yschema.Documents|yschema.Value data values
---@return any? values plain Lua values; arrays have the metatable `array_mt`, and null is `yschema.null`
---@return yschema.Report report why there are no values; otherwise the warnings
function Schema:apply(...) end

--- Applies data values from files, as `apply` does. The files are data values, in order, and files that
-- their code loads. A directory stands for its `.yml`, `.yaml` and `.star` files, and "-" for standard
-- input. A file whose name ends in `.json` must be JSON. Only regular files are read: a FIFO, for
-- example, is refused. Reading files blocks: do not call this while OpenResty serves a request.
---@param ... string paths
---@return any? values the values, as from `apply`
---@return yschema.Report report why there are no values; otherwise the warnings
function Schema:apply_files(...) end

--- Checks and validates one value as `apply` does, without returning the resulting values.
---@param value yschema.Value a plain Lua value; a string is not parsed as YAML
---@return true? ok
---@return yschema.Report? report the violations, when the value is not valid
function Schema:check(value) end

--- Applies one text that must be JSON (RFC 8259), as `apply` does. Comments, duplicate keys, trailing
-- commas and everything else that YAML allows and JSON does not are violations, with line and column.
---@param text string
---@return any? values the values, as from `apply`
---@return yschema.Report report why there are no values; otherwise the warnings
function Schema:apply_json(text) end

--- Checks and validates one text that must be JSON, without returning the resulting values.
---@param text string
---@return true? ok
---@return yschema.Report? report the violations, when the text is not valid
function Schema:check_json(text) end

--- Returns the values that result when no values are given. They are not validated, because a schema may
-- require values for which it has no default.
---@return any? values the values, as from `apply`
---@return yschema.Report report why there are no values; otherwise the warnings
function Schema:defaults() end

--- Describes the schema as a table. Each field has those of the following that apply: `name`, `type`, `like` (the
-- name of a schema whose contents are shown where the name occurs first), `default`, what documents it (such as
-- `title`, `documentation` and `example`, a list of `{ value, description }`; the reference of the language lists all
-- of it), `identity` (a list of `{ keys, scope }`), `refers` (a list of `{ to, scope, kind, when }`),
-- `validations` (a list of `{ must_be, rule, argument, when }`, with `by` and `kinds` where a key
-- selects alternatives: the key, and the values that select them) and `fields`. Sensitive defaults and
-- examples are "(sensitive)", and lists of allowed values are left out. The only field of an array is its item,
-- which has no name. The table that is returned describes the whole document; its name is "data/values". All
-- tables remember the order of their keys.
---@return table? description
---@return string? problem why there is no description: Lua cannot represent a value (an integer above 2^63 - 1)
function Schema:describe() end

--- Writes the schema as an OpenAPI 3.0 document, in the layout that ytt uses and with the rules that
-- OpenAPI can express. The result is a text because tables do not keep the order of keys.
---@return string yaml
---@return yschema.ExportLoss[] losses the rules that OpenAPI cannot express
function Schema:openapi() end

--- Writes the schema as a JSON Schema, for editors and for programs that do not use yschema. It
-- accepts everything that the schema accepts. Values that have a default may be left out.
---@param options? { draft: "draft-07"|"2020-12" } the default is "draft-07", which most editors support
---@return string json
---@return yschema.ExportLoss[] losses the rules that a JSON Schema cannot express
function Schema:json_schema(options) end

--- Writes the types of complete values for lua-language-server: a class for each map of the schema. Write them to a
--- file that the language server reads, and annotate the values with `---@type Values`.
---@param options? { class: string } the name of the type of all values; the default is "Values"
---@return string lua a file of definitions
function Schema:lua_types(options) end

--- The options of `schema:example`.
---@class yschema.ExampleOptions
---@field complete? boolean a text with all keys of the schema, and their documentation as comments
---@field count? integer so many random documents
---@field invalid? boolean documents that the schema refuses; without `count`, one
---@field seed? integer of the random choices; the default is 1. The same seed gives the same documents

--- Makes documents from the schema: the smallest one that it accepts, or others. The schema validates each of them, so
--- its functions run. Searching documents takes time: do not call this while OpenResty serves a request.
---@param options? yschema.ExampleOptions
---@return any? documents the document; with `complete`, a text; with `count`, a list of documents or, with `invalid`,
---  of tables `{ document, violation }`
---@return yschema.Report? report why there are none
function Schema:example(options) end

--- Writes the schema as one HTML page, which loads nothing from the network.
---@return string page
function Schema:html() end

--- Parsed documents. They can be used for any number of runs of any schema.
-- @section documents

---@class yschema.Documents
local Documents = {}

--- Counts the documents. Empty documents are not counted.
---@return integer count
function Documents:count() end

--- Returns the value of one document.
---@param index? integer the number of the document; the default is 1
---@return any? value nil when there is no such document
---@return string? problem why Lua cannot represent the value
function Documents:value(index) end

--- Writes all documents as one text. Keys keep the order that they have in the original.
---@param format? "yaml"|"json" the default is "yaml"
---@return string? text
---@return string? problem what the format cannot express
function Documents:encode(format) end

--- The result of a comparison. `tostring(comparison)` is the text for people.
-- @section comparison

--- The changes between two schemas.
---@class yschema.Comparison
---@field direction "backward"|"forward"|"full"
---@field changes yschema.Change[] the worst first
---@field counts table<string, integer> how many changes have each verdict
---@field breaking boolean a change is breaking, or a file is refused
---@field files? { file: string, message?: string, path?: string }[] those of `values` that are refused, with the
--- report as `message`, or whose results differ, with the first `path` at which they do
---@field file_count? integer the files of `values`
local Comparison = {}

--- Writes the changes for people, as `yschema diff` prints them.
---@return string text
function Comparison:text() end

--- Writes the changes for programs, as `yschema diff --report json` prints them.
---@return string json
function Comparison:json() end

--- Writes the changes as a SARIF 2.1.0 log, for code scanning services.
---@return string json
function Comparison:sarif() end

--- A report. It is plain data and keeps nothing of the run that made it in memory. `tostring(report)` is
-- the text for people, which is "" when there are no violations.
-- @section report

--- The violations and warnings of one call.
---@class yschema.Report
---@field violations yschema.Violation[] the violations, in order
---@field warnings yschema.Violation[] the warnings, which do not make the data invalid
---@field status integer 0: valid; 1: the data has violations; 2: the schema or the input has errors
---@field more_violations? integer how many others there are, beyond the limit `max_violations`; nil: none
---@field more_warnings? integer the same for warnings
---@field known? yschema.Violation[] violations that a baseline lists; nil: there is no baseline
local Report = {}

--- Writes the report for people, as `tostring` does, or with the colours of a terminal.
---@param options? { color?: boolean, all?: boolean } `all` lists every place of a repeated violation
---@return string text
function Report:text(options) end

--- Returns where a value comes from: everything that the schema, files, texts and tables set or changed, oldest first.
-- The last one has the final value. It throws an error if the schema was not loaded with `{ explain = true }`.
---@param path string such as `servers[0].port`; also a JSON pointer
---@return yschema.Origin[]? origins nil if there is no such value
---@return string[]? near paths that may have been meant
function Report:origin(path) end

--- Writes the report as a SARIF 2.1.0 log, for code scanning services. Names of files become relative
-- URIs. A violation in something that is not a file (a table, or a text without a name) is shown at the line
-- of the schema that it violates.
---@return string json
function Report:sarif() end

--- Writes the report as JUnit XML, for CI systems: a test suite for each file, and a failed test case
-- for each violation.
---@return string xml
function Report:junit() end

--- Writes the report as a code quality report, which GitLab shows at the lines of a merge request.
---@return string json
function Report:codequality() end

--- Writes the report as commands of GitHub's workflows, one on each line, which annotate the lines with violations.
---@return string
function Report:github() end

--- Writes the report for programs, as `--report json` prints it:
-- `{"violations": [...], "warnings": [...]}`, with one record on each line.
---@return string json
function Report:json() end

return yschema
