--- The table of the command's flags, and the functions that read their arguments.
--
-- @module yschema.command.flag_table

local formats = require "yschema.report.formats"
local plain_tables = require "yschema.base.plain_tables"

local flag_table = {}

local unpack = table.unpack or unpack -- luacheck: ignore

--- The words that a function of `one_of` accepts.
---@type table<function, string[]>
flag_table.words_of = setmetatable({}, { __mode = "k" })

--- Writes words as a list: "a, b or c".
---@param words string[]
---@return string
function flag_table.listed(words)
  local first = table.concat(words, ", ", 1, #words - 1)
  return first .. (first == "" and "" or " or ") .. words[#words]
end

--- Returns the function that reads an argument which has to be one of some words.
---@param problem string the beginning of the sentence about any other word
---@param ... string the words
---@return fun(word: string): string?, string?
function flag_table.one_of(problem, ...)
  local words = { ... }
  local function convert(word)
    if plain_tables.has(words, word) then return word end
    return nil, ("%s '%s', use %s"):format(problem, word, flag_table.listed(words))
  end
  flag_table.words_of[convert] = words
  return convert
end

local one_of = flag_table.one_of

-- Returns the row of --report for commands that have the same formats.
local function report_row(text, job, jobs)
  local names, words = formats.of(job)
  return { "--report", "FORMAT", text:format(flag_table.listed(words)), job = jobs or job,
    convert = one_of("--report: unknown format", unpack(names)) }
end

--- Returns the function that reads a whole number.
---@param flag string
---@param least number
---@param most number
---@param expected? string what is expected, in words
---@return fun(text: string): number?, string?
function flag_table.whole(flag, least, most, expected)
  expected = expected or ("a whole number from %d to %d"):format(least, most)
  return function(text)
    local number = tonumber(text)
    if plain_tables.is_whole(number, least, most) then return number end
    return nil, ("%s: expected %s, got '%s'"):format(flag, expected, text)
  end
end

local whole = flag_table.whole

local function class(text)
  local lua_types = require "yschema.export.lua_types"
  if text:find(lua_types.class_name) then return text end
  return nil, "--class: expected a name such as Gateway or app.Gateway, got '" .. text .. "'"
end

local function rule(name)
  local text, nearest = require("yschema.report.rules").explain(name)
  if text then return text end
  return nil, ("--rule: no report names a rule '%s'%s"):format(name,
    nearest and (" (did you mean %s?)"):format(nearest) or "")
end

local function shard(text)
  local index, count = text:match "^(%d+)/(%d+)$"
  index, count = tonumber(index), tonumber(count)
  if not index or index < 1 or index > count then
    return nil, "--shard: expected K/N with K from 1 to N, got '" .. text .. "'"
  end
  return { index = index, count = count }
end

--- Returns whether the argument of a flag names a file, or files.
---@param row table
---@return boolean
function flag_table.is_file(row)
  local argument = row[2] or ""
  return (argument:find "PATH$" or argument:find "^FILE") ~= nil and not row.in_document
end

--- Rows of the help, in its order: names, argument, description, options. `group` is the heading of the help above a
-- row. `job` has the jobs to which the flag belongs; without it, the flag belongs to all jobs that are not plain, and
-- with `everywhere` to these, too. A job may also list which of these flags it takes: see `yschema.Command`. A file is
-- read, unless the row has `writes`; with `reads` beside it, it is read, too. The PATH of a flag with `in_document` is
-- that of a value.
flag_table.rows = {}

local function group(title, rows)
  for _, row in ipairs(rows) do
    row.group = title
    table.insert(flag_table.rows, row)
  end
end

group("Files and schemas", {
  { "-f --file", "PATH", "A schema, data values, or code that others load (.star, .lib.yml), in any order. A directory"
    .. " means its .yml, .yaml and .star files, - standard input, NAME=PATH the file PATH under the name NAME.",
    many = true, job = "apply explain" },
  { "-f --file", "PATH", "A schema, which says what is sensitive. Several files form one schema.", many = true,
    job = "get" },
  { "-f --file", "PATH", "A schema, or code that it loads. Several files form one schema.", many = true,
    job = "check example inspect migrate fix set" },
  { "-f --file", "PATH", "A file with documents. Those annotated with @overlay/match are applied, in order, to all"
    .. " others. A directory means its .yml and .yaml files, - standard input, NAME=PATH the file PATH under the name"
    .. " NAME.", many = true, job = "overlay" },
  { "--json-schema", "FILE", "A JSON Schema in place of -f.", job = "check example fix" },
  { "--allow-inexact", nil, "Accept any value where a $ref of a JSON Schema cannot be resolved, instead of failing.",
    job = "check example import fix" },
  { "--assert-formats", nil, "Assert format in all drafts of JSON Schema; default: up to draft-07.",
    job = "check fix" },
  { "--schema-folder", "PATH", "A folder, or a file, with JSON Schemas to which others refer by their $id; nothing is"
    .. " read from other sites.", job = "check example import fix" },
  { "--document", "N", "Number of the document in a file with several, from 1; a PATH may begin with it: 2:db.port.",
    convert = whole("--document", 1, 2 ^ 31), job = "set get" },
  { "--project", "FILE", "Project file; default .yschema.yml in the working directory or above.",
    job = "check fix set" },
  { "--files0-from", "FILE", "Take the files that FILE names, each name followed by a zero byte; - is standard input.",
    job = "check fix" },
  { "--lines", nil, "Validate each line of standard input as a JSON document, and write a line of JSON about each.",
    job = "check" },
  { "--each-file", nil, "Treat the documents of a file as one configuration; default: validate each by itself.",
    job = "check fix" },
  { "--skip-templates", nil, "Skip templates, of Helm or ytt, instead of reporting them as errors.", job = "check" },
  { "--unknown-kinds", "WORD", "Report each kind without a schema once a file: accept (a note) or refuse (an error);"
    .. " default: as the project file says.",
    convert = one_of("--unknown-kinds: unknown word", "accept", "refuse"), job = "check" },
  { "--baseline", "FILE", "Do not report the violations that FILE lists; they are known.", reads = true,
    writes = true, job = "check" },
  { "--write-baseline", nil, "Write the violations of this call to the file of --baseline, as known ones.",
    job = "check" },
  { "--fix", nil, "Fix violations that have exactly one possible correction, as yschema fix does; report the others.",
    job = "check" },
  { "--watch", nil, "Validate again whenever files change, the changed ones first; Ctrl-C ends it.", job = "check" },
  { "--exit-zero", nil, "Exit with status 0 when there are violations.", job = "check" },
  { "--list", nil, "Print the names of the project file's configurations, and validate nothing.", job = "check" },
  { "--yaml", "VERSION", "YAML version of data values: 1.1 or 1.2; default 1.1, with a JSON Schema 1.2.",
    convert = one_of("--yaml: unknown version", "1.1", "1.2"), job = "apply check fix" },
  { "-s --strict", nil, "Refuse ambiguous plain scalars, such as yes or 017; accept only those of YAML 1.2." },
  { "--refuse-plain-comments", nil, "Refuse plain comments (#) in files with annotations, where notes begin with #!." },
})

group("Values", {
  { "-v --data-value", "KEY=TEXT", "Set a value to a string: a.b=text.", many = true, job = "apply explain" },
  { "--data-value-yaml", "KEY=YAML", "Set a value, read as YAML.", many = true, job = "apply explain" },
  { "--data-value-file", "KEY=PATH", "Set a value to the content of a file.", many = true, job = "apply explain" },
  { "--data-values-env", "PREFIX", "Set values to the strings of environment variables: PREFIX_a__b sets a.b.",
    many = true, job = "apply explain" },
  { "--data-values-env-yaml", "PREFIX", "The same, read as YAML.", many = true, job = "apply explain" },
  { "--data-values-file", "PATH", "A file or a directory of plain YAML data values; arrays are replaced.", many = true,
    job = "apply explain" },
})

group("Result", {
  { "--format", "FORMAT", "Result format: yaml or json; default yaml. With --schema-inspect also openapi-v3,"
    .. " json-schema or html.", job = "apply",
    convert = one_of("--format: unknown format", "yaml", "json", "openapi-v3", "json-schema", "html") },
  { "--format", "FORMAT", "Result format: yaml, json, openapi-v3, json-schema, html or luals (types for"
    .. " lua-language-server); default yaml.", job = "inspect",
    convert = one_of("--format: unknown format", "yaml", "json", "openapi-v3", "json-schema", "html", "luals") },
  { "--class", "NAME", "Name of the class of all values in --format luals; default Values.", job = "inspect",
    convert = class },
  { "--format", "FORMAT", "Result format: text, json, or annotated (the whole result as YAML, each line with the place"
    .. " of its value); default text.", job = "explain",
    convert = one_of("--format: unknown format", "text", "json", "annotated") },
  { "--format", "FORMAT", "Result format: yaml or json; default yaml.",
    convert = one_of("--format: unknown format", "yaml", "json"), job = "overlay" },
  { "--format", "FORMAT", "Result format: text (a scalar as it is, a map or an array as YAML) or json; default text.",
    convert = one_of("--format: unknown format", "text", "json"), job = "get" },
  { "-o --output", "FILE", "Write the result to FILE. A format is accepted, too, as in ytt: -o json.",
    writes = true, job = "apply inspect explain overlay" },
  { "--show-sensitive", nil, "Show sensitive values.", job = "explain get" },
  { "--rule", "NAME", "Explain a rule that reports name, such as unknown-key; needs no schema.", convert = rule,
    job = "explain" },
  { "--rules", nil, "Print the names of all rules that reports name.", job = "explain" },
  { "--data-values-inspect", nil, "Print the final values, as without this flag.", job = "apply" },
  { "--data-values-schema-inspect --schema-inspect", nil, "Print the schema, and read no values: see yschema inspect.",
    job = "apply" },
})

group("Performance", {
  { "-j --jobs", "N", "Validate in N processes; default: one for each processor, from 64 files on; one for --lines.",
    convert = whole("-j", 1, 256), job = "check" },
  { "--resume", "FILE", "Record valid files in FILE; skip them until they change.", writes = true, reads = true,
    job = "check" },
  { "--shard", "K/N", "Validate each N-th file, beginning with file K.", convert = shard, job = "check" },
})

group("Report", {
  { "-q --quiet", nil, "Print nothing but violations." },
  report_row("Report format on standard error: %s; default text.", "apply",
    "apply inspect explain overlay infer import example"),
  report_row("Report format: %s; default text.", "fix", "fix set migrate"),
  report_row("Report format: %s; default text.", "check"),
  report_row("Report format: %s; default text.", "test"),
  { "--report", "FORMAT", "Format of the list: text or json; the other formats report violations of files."
    .. " Default text.",
    convert = one_of("--report: unknown format", "text", "json"), job = "packs" },
  { "--report", "FORMAT", "Format of the list of changes: text, concise (a line for each change), json or sarif;"
    .. " the other formats report violations of files. Default text.",
    convert = one_of("--report: unknown format", "text", "concise", "json", "sarif"), job = "diff" },
  { "--report-file", "PATH", "Write the report of --report to a file, and the text to standard error.",
    writes = true },
  { "--all", nil, "List every occurrence of a repeated violation; default: the first three and their number." },
  { "--color", "WHEN", "Colour the text: auto (on a terminal, unless NO_COLOR is set), always or never; default auto.",
    convert = one_of("--color: unknown word", "auto", "always", "never") },
})

group("Code and limits", {
  { "--env", "FILE.lua", "Lua file that returns a table of names for annotations." },
  { "--allow-code", nil, "Run the code of schemas that files name themselves, even if the project file does not list"
    .. " them.", job = "check fix" },
  { "--allow-code-in-values", nil, "Run code in data values and overlays: code lines, computed values, functions in"
    .. " annotations." },
  { "--dangerous-data-values-disable-validation", nil, "Run no validation rules.", job = "apply check explain" },
  { "--budget", "N", "Limit on instructions for one function of the schema; default 10000000.",
    convert = whole("--budget", 1, 2 ^ 53, "a positive whole number") },
  { "--max-memory", "N", "Limit on bytes of memory for functions of the schema; default 268435456.",
    convert = whole("--max-memory", 1, 2 ^ 53, "a positive whole number of bytes") },
})

group("Information", {
  { "-V --version", nil, "Print the version, and those of the libraries inside." },
  { "--licenses", nil, "Print the licences of yschema and of the libraries inside.", job = "apply" },
  { "-h --help", nil, "Print this help.", everywhere = true },
})

local others = {}
for _, job in ipairs { "publish", "rollback", "fleet" } do others[job] = "yschema.command.fleet.about" end
for _, job in ipairs { "diff", "example", "fix", "import", "infer", "init", "migrate", "set", "test" } do
  others[job] = "yschema.command.lifecycle.flags"
end

--- Returns the rows among which those of a job are. Rows that only some commands need are read for these.
---@param job string
---@return table[]
function flag_table.rows_of(job)
  return others[job] and require(others[job]).rows(flag_table) or flag_table.rows
end

return flag_table
