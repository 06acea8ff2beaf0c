---@meta yschema
--- Schemas for YAML in ytt's language, with rules in Lua.
--
--     local yschema = require "yschema"
--     local schema = assert(yschema.load_file "schema.yml")
--     local values, report = schema:apply_files("values.yml", "prod.yml")
--     if not values then io.stderr:write(tostring(report)) os.exit(1) end
--
-- What the data can cause is returned as `nil, report`; a mistake in calling is
-- thrown.
--
-- This file is the one place where the public functions, their types and options are
-- documented. It is never run: editors read it, by the Lua language server, and LDoc makes
-- the pages of the API of it.
--
-- @module yschema

---@class yschema
---@field _VERSION string "yschema 0.1.0"
---@field null lightuserdata null: NULL, and so equal to `cjson.null` and `ngx.null`
---@field array_mt table of arrays: what has it is one, even if empty; `cjson.array_mt`, if any
local yschema = {}

--- Types.
-- @section types

--- A value that YAML can say, in Lua.
---@alias yschema.Value string|number|boolean|lightuserdata|ffi.cdata*|table

--- How a text is read and a schema run.
---@class yschema.Options
---@field env? table names that annotations may use: functions, values
---@field name? string what reports call the text of `load()`; "schema" without
---@field strict? boolean YAML 1.2's plain scalars only; what is ambiguous is a fault
---@field budget? integer|false instructions for a call of a closure; 10,000,000 without; Lua 5.4
---@field code_in_values? boolean data values and overlays may hold code
---@field files? table<string, string> texts that the code of a schema may `load`, by name
---@field skip_validation? boolean check types, but run no rules
---@field refuse_plain_comments? boolean a plain comment in a text that has annotations is a fault
---@field ordered? boolean maps of the result remember the order of their keys: see `keys`
---@field limits? yschema.Limits what hostile input may cost

--- What hostile input may cost. What is over a limit is reported with its name.
---@class yschema.Limits
---@field max_bytes? integer of one text; 256 MiB without
---@field max_depth? integer of nested collections; 1000 without
---@field max_alias_nodes? integer added by aliases, beyond one a byte; 100,000 without
---@field max_nodes? integer made by defaults in a run, or in a schema; 2,000,000 without
---@field max_memory? integer bytes that closures of a run may allocate; 256 MiB without

--- One fault or warning. What does not apply is absent.
---@class yschema.Violation
---@field kind string what sort of fault: "type", "unknown-key", "rule", ...
---@field message string one sentence
---@field path? string `databases[0].name`; "" is the document
---@field rule? string name of the rule
---@field found? string what is there
---@field expected? string what is wanted
---@field hint? string what may help
---@field file? string where the reader wrote what is at fault
---@field line? integer from 1
---@field column? integer from 1, in characters
---@field schema_file? string what in the schema says so
---@field schema_line? integer from 1

--- What a rule is handed beside the value, when it takes a second argument.
---@class yschema.Context
---@field parent any the map or the array that holds the value; nil at the document
---@field root any the whole document
---@field path string `databases[0].name`
---@field key any of the value in its map; the index, from 1, in its array; nil at the document

--- What a JSON Schema cannot say of a rule; it stands in a `$comment`, too.
---@class yschema.Unsaid
---@field path string of the value; an item's is `hosts[]`
---@field must_be string with its condition, if any

--- Schemas and documents.
-- @section making

--- Makes a schema of a YAML text.
---@param text string
---@param options? yschema.Options
---@return yschema.Schema? schema
---@return yschema.Report report why there is none; else its warnings
function yschema.load(text, options) end

--- Makes a schema of files. The first document is the base, the others are
-- overlays on it, in order; files that their code loads may stand among them. A
-- directory stands for its `.yml`, `.yaml` and `.star` files.
-- Reading blocks: this is not for OpenResty's request path.
---@param paths string|string[]
---@param options? yschema.Options
---@return yschema.Schema? schema
---@return yschema.Report report why there is none; else its warnings
function yschema.load_file(paths, options) end

--- Parses a text without a schema. What it gives can be applied to schemas, any
-- number of times, and shows up in reports under its name.
---@param text string
---@param name? string for reports; "values" without
---@param options? yschema.Options `strict`, `refuse_plain_comments`, `ordered` and `limits` matter here
---@return yschema.Documents? documents
---@return yschema.Report? report why there are none
function yschema.parse(text, name, options) end

--- Lays overlays on documents.
--
-- The first input is the base, the others are overlays, applied in order: a
-- document annotated with `@overlay/match` to all documents that it matches, one
-- that is not (a plain table, say) to the base's only document. Inputs are YAML
-- texts, parsed documents, and plain Lua values. None of them is changed.
---@param base string|yschema.Documents|yschema.Value
---@param ... string|yschema.Documents|yschema.Value overlays
---@return yschema.Documents? documents the result
---@return yschema.Report? report why there is none
function yschema.overlay(base, ...) end

--- The same with options: `code_in_values` and `env` for matchers that are
-- functions, `strict`, `ordered`, `limits`, `budget`.
---@param options yschema.Options
---@param ... string|yschema.Documents|yschema.Value the base and its overlays
---@return yschema.Documents? documents the result
---@return yschema.Report? report why there is none
function yschema.overlay_with(options, ...) end

--- Values.
-- @section values

--- Writes a plain Lua value as YAML or JSON. Keys are sorted; a metatable's
-- `keys`, a list, says which come first.
---@param value yschema.Value
---@param format "yaml"|"json"
---@return string? text ends with a line break
---@return string? problem what the format cannot say
function yschema.encode(value, format) end

--- The keys of a map, a new list: first those that the list `keys` of its metatable
-- has, in that order, then the others, sorted. The values of a schema with the
-- option `ordered` have such metatables.
---@param map table
---@return any[] keys
function yschema.keys(map) end

--- A scalar as YAML has it, the same on both runtimes: `9007199254740993` and not
-- `9007199254740993LL` of a large integer on LuaJIT, `null`, `.inf`. A string is
-- itself.
---@param scalar string|number|boolean|lightuserdata|ffi.cdata*
---@return string text
function yschema.tostring(scalar) end

--- A schema. It is immutable, and good for any number of runs, also nested ones.
-- @section schema

---@class yschema.Schema
local Schema = {}

--- Applies data values to the schema: checks them, merges them in order onto
-- the defaults, fills in what is missing, and validates the result.
--
-- A string is a text in YAML or JSON; the first is called "values" in reports, the
-- n-th argument "values n". `yschema.parse(text, name)` gives a text another name.
-- Tables (and numbers, booleans, null) are data themselves.
---@param ... string|yschema.Documents|yschema.Value
---@return any? values plain Lua values: tables, with `array_mt` on arrays, and `null`
---@return yschema.Report report why there are no values; else the warnings
function Schema:apply(...) end

--- As `apply`, for files: data values, in order, and what their code loads. A
-- directory stands for its `.yml`, `.yaml` and `.star` files, "-" for standard input; a
-- file that ends in `.json` has to be JSON. A file that is no regular one, such as a FIFO, is
-- refused. Reading blocks: this is not for OpenResty's request path.
---@param ... string paths
---@return any? values as of `apply`
---@return yschema.Report report why there are no values; else the warnings
function Schema:apply_files(...) end

--- Checks and validates a value as if it were applied, and makes nothing of it.
---@param value yschema.Value a plain Lua value; a string is a string, not YAML
---@return true? ok
---@return yschema.Report? report when it is not valid
function Schema:check(value) end

--- As `apply`, for one text that has to be JSON (RFC 8259): comments, a key twice, a
-- comma at the end and whatever else YAML has beyond it are faults, with line and column.
---@param text string
---@return any? values as of `apply`
---@return yschema.Report report why there are no values; else the warnings
function Schema:apply_json(text) end

--- As `check`, for one text that has to be JSON.
---@param text string
---@return true? ok
---@return yschema.Report? report when it is not valid
function Schema:check_json(text) end

--- The values when nobody gives any. They are not validated: a schema may well
-- ask for what it has no default for.
---@return any? values as of `apply`
---@return yschema.Report report why there are no values; else the warnings
function Schema:defaults() end

--- What the schema asks for, as data: a field has, as far as they are there,
-- `name`, `title`, `type`, `default`, `documentation`, `example` (list of `{ value,
-- description }`), `deprecated`, `validations` (list of `{ must_be, rule, argument,
-- when }`) and `fields`; an array's one field is its item and has no name. The
-- description is the document's own field, named "data/values". The tables
-- remember the order of their keys.
---@return table? description
---@return string? problem when Lua cannot have a value (an integer above 2^63 - 1)
function Schema:describe() end

--- The schema as an OpenAPI 3.0 document, in ytt's layout and with the rules that
-- OpenAPI can say. It is a text because tables do not keep the order of keys.
---@return string yaml
function Schema:openapi() end

--- The schema as a JSON Schema: for editors, and for whoever has no yschema. What the
-- schema accepts it does not refuse; it judges values that leave out what has a
-- default.
---@param options? { draft: "draft-07"|"2020-12" } "draft-07" without, as editors want
---@return string json
---@return yschema.Unsaid[] unsaid what it cannot say
function Schema:json_schema(options) end

--- The schema as one HTML page, with nothing to fetch.
---@return string page
function Schema:html() end

--- Parsed documents, good for any number of runs of any schema.
-- @section documents

---@class yschema.Documents
local Documents = {}

--- How many documents the text holds; empty ones count for nothing.
---@return integer count
function Documents:count() end

--- The value of one document.
---@param index? integer from 1, the default
---@return any? value nil when there is no such document
---@return string? problem when Lua has no such value
function Documents:value(index) end

--- All documents as text, in the order of the original's keys.
---@param format? "yaml"|"json" "yaml" without
---@return string? text
---@return string? problem what the format cannot say
function Documents:encode(format) end

--- A report: plain data, which holds nothing of the run that made it. `tostring(report)`
-- is the text for people, "" without faults.
-- @section report

--- What is in a report.
---@class yschema.Report
---@field violations yschema.Violation[] what is at fault, in order
---@field warnings yschema.Violation[] what deserves a look
---@field status integer 0: valid, 1: the data is at fault, 2: the schema or the input is
local Report = {}

--- The report for people, as `tostring` gives it, or with a terminal's colours.
---@param options? { color: boolean }
---@return string text
function Report:text(options) end

--- The report as a SARIF 2.1.0 log, for code scanning services. Names of files
-- become relative URIs; what was written in no file (a table, a text without a
-- name) is shown at the line of the schema that it does not fit.
---@return string json
function Report:sarif() end

--- The report as JUnit's XML, for CI systems: a test suite for each file, a failed
-- test case for each violation.
---@return string xml
function Report:junit() end

--- The report for programs, as `--report json` prints it:
-- `{"violations": [...], "warnings": [...]}`, a record a line.
---@return string json
function Report:json() end

return yschema
