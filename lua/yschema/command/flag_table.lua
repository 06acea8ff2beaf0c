--- The table of the command's flags, and how their arguments are read.
--
-- @module yschema.command.flag_table

local flag_table = {}

local ipairs, require, setmetatable, table, tonumber = ipairs, require, setmetatable, table, tonumber

local on_luajit = _VERSION == "Lua 5.1"

--- For functions that read an argument which has to be one of some words: these words.
---@type table<function, string[]>
flag_table.words_of = setmetatable({}, { __mode = "k" })

--- Returns the function that reads an argument which has to be one of some words.
---@param what string what is said of another one
function flag_table.one_of(what, ...)
  local words = { ... }
  local listed = table.concat(words, ", ", 1, #words - 1) .. " or " .. words[#words]
  local function convert(word)
    for _, known in ipairs(words) do
      if word == known then return word end
    end
    return nil, ("%s '%s', use %s"):format(what, word, listed)
  end
  flag_table.words_of[convert] = words
  return convert
end

local one_of = flag_table.one_of

local function instructions(text)
  local count = tonumber(text)
  if not count or count < 1 or count % 1 ~= 0 or count > 2 ^ 53 then
    return nil, "--budget: expected a positive whole number, got '" .. text .. "'"
  end
  if on_luajit then
    return nil, "--budget: LuaJIT cannot count instructions; use Lua 5.4"
  end
  return count
end

local function bytes(text)
  local count = tonumber(text)
  if not count or count < 1 or count % 1 ~= 0 or count > 2 ^ 53 then
    return nil, "--max-memory: expected a positive whole number of bytes, got '" .. text .. "'"
  end
  return count
end

local function workers(text)
  local count = tonumber(text)
  if not count or count < 1 or count % 1 ~= 0 or count > 256 then
    return nil, "-j: expected a whole number from 1 to 256, got '" .. text .. "'"
  end
  return count
end

local function samples(text)
  local count = tonumber(text)
  if not count or count < 0 or count % 1 ~= 0 or count > 10000000 then
    return nil, "--samples: expected a whole number from 0 to 10000000, got '" .. text .. "'"
  end
  return count
end

local function shard(text)
  local index, count = text:match "^(%d+)/(%d+)$"
  index, count = tonumber(index), tonumber(count)
  if not index or index < 1 or index > count then
    return nil, "--shard: expected K/N with K from 1 to N, got '" .. text .. "'"
  end
  return { index = index, count = count }
end

--- Rows of the help, in its order: names, argument, description, options. `job` has the jobs to which the flag
-- belongs; without it, the flag belongs to all jobs that are not plain, and with `everywhere` to these, too. A job may
-- also list which of these flags it takes: see `yschema.Command`.
flag_table.rows = {
  { "-f --file", "PATH", "A file with schema or data values documents, or with code that others load"
    .. " (.star, .lib.yml). Files stand in any order; a directory stands for its .yml, .yaml and"
    .. " .star files, - for standard input. NAME=PATH: the file is called NAME.", many = true,
    job = "apply explain" },
  { "-f --file", "PATH", "A file with a schema, or with code that it loads. Several are one schema.", many = true,
    job = "check migrate" },
  { "-i --in-place", nil, "Write the files; without it, what would change is printed.", job = "migrate" },
  { "--json-schema", "FILE", "A JSON Schema in place of -f.",
    job = "check" },
  { "--allow-inexact", nil, "Accept any value where a $ref of a JSON Schema cannot be resolved, in place of an error.",
    job = "check import" },
  { "--yaml", "VERSION", "Read files by the rules of YAML 1.1 or 1.2 (default: 1.1; 1.2 by a JSON Schema).",
    convert = one_of("--yaml: unknown version", "1.1", "1.2"), job = "apply check" },
  { "--project", "FILE", "The project file; without it, .yschema.yml in the working directory or above.",
    job = "check" },
  { "--list", nil, "Print the names of the project file's configurations, and validate nothing.", job = "check" },
  { "--each-file", nil, "The documents of a file are one configuration; otherwise each is validated by itself.",
    job = "check" },
  { "--allow-code", nil, "Run code also in schemas that files name themselves and the project file does not list.",
    job = "check" },
  { "--files0-from", "FILE", "Validate the files that FILE names, with a zero byte behind each name; - for standard"
    .. " input.", job = "check" },
  { "--lines", nil, "Validate the lines of standard input, each a JSON document, and write a line of JSON about each.",
    job = "check" },
  { "-j --jobs", "N", "Validate in N processes (default: one for each processor, from 64 files on).",
    convert = workers, job = "check" },
  { "--resume", "FILE", "Remember in FILE which files are well, and pass over those that have not changed since.",
    job = "check" },
  { "--shard", "K/N", "Validate each N-th file, beginning with file K.", convert = shard, job = "check" },
  { "--direction", "DIRECTION", "backward: old values, new schema (the default); forward: new values, old schema;"
    .. " full: both.", convert = one_of("--direction: unknown word", "backward", "forward", "full"), job = "diff" },
  { "--values", "GLOB", "Validate these files by both schemas, and list those that are refused now or have another"
    .. " result.", many = true, job = "diff" },
  { "--severity", "FILE", "A YAML file that gives other verdicts to rules: RULE: VERDICT.", job = "diff" },
  { "--witness", "DIR", "Write the documents that show breaking changes into this folder.", job = "diff" },
  { "--samples", "N", "Validate N random documents by both schemas in the end (default 100).", convert = samples,
    job = "diff" },
  { "-f --file", "PATH", "A file with documents. Those annotated with @overlay/match are applied,"
    .. " in order, to all the others. A directory stands for its .yml and .yaml files, - for"
    .. " standard input. NAME=PATH: the file is called NAME.", many = true, job = "overlay" },
  { "-v --data-value", "KEY=TEXT", "Set a value to a string: a.b=text.", many = true, job = "apply explain" },
  { "--data-value-yaml", "KEY=YAML", "Set a value, read as YAML.", many = true, job = "apply explain" },
  { "--data-value-file", "KEY=PATH", "Set a value to the content of a file.", many = true, job = "apply explain" },
  { "--data-values-env", "PREFIX", "Set values to the strings of environment variables:"
    .. " PREFIX_a__b sets a.b.", many = true, job = "apply explain" },
  { "--data-values-env-yaml", "PREFIX", "The same, read as YAML.", many = true, job = "apply explain" },
  { "--data-values-file", "PATH", "A file or a directory of plain YAML data values;"
    .. " arrays replace.", many = true, job = "apply explain" },
  { "--data-values-inspect", nil, "Print the final values (what is done anyway).",
    job = "apply" },
  { "--data-values-schema-inspect --schema-inspect", nil, "Print what the schema says, and run"
    .. " no values.", job = "apply" },
  { "-o --output", "FORMAT", "Format of the result: yaml or json; with --schema-inspect also"
    .. " openapi-v3, json-schema or html.",
    convert = one_of("-o: unknown format", "yaml", "json", "openapi-v3", "json-schema", "html"), job = "apply" },
  { "-o --output", "FORMAT", "What is printed: text, json, or annotated: the result as YAML, with the place that each"
    .. " value comes from behind its line.",
    convert = one_of("-o: unknown format", "text", "json", "annotated"), job = "explain" },
  { "--show-sensitive", nil, "Show sensitive values, too.", job = "explain" },
  { "-o --output", "FORMAT", "Format of the result: yaml or json.",
    convert = one_of("-o: unknown format", "yaml", "json"), job = "overlay" },
  { "-o --output", "FILE", "Write the schema to a file; with FOLDER/, a schema for"
    .. " each kind of documents and a project file.", job = "infer" },
  { "--required", nil, "Keys that every example has must be given; otherwise the schema has defaults for them.",
    job = "infer" },
  { "-o --output", "FILE", "Write the schema to a file, in place of standard output.", job = "import" },
  { "--force", nil, "Replace the file of -o if it is there already.", job = "infer import" },
  { "--loss", "FILE", "Write to a file, or to standard output for -, as JSON, which keywords are not exact,"
    .. " each with its pointer and line.", job = "import" },
  { "--strict", nil, "Fail, and write no schema, unless every keyword is exact.", job = "import" },
  { "-s --strict", nil, "Take only true, false, null and plain numbers for what they look like;"
    .. " refuse what is ambiguous." },
  { "--refuse-plain-comments", nil, "Take a plain comment (#) in a file that has annotations for a"
    .. " mistake: notes are written #! there." },
  { "-q --quiet", nil, "Print nothing but violations." },
  { "--report", "FORMAT", "Format of what goes to standard error: text, json, sarif, junit, codequality"
    .. " (GitLab's) or github (annotations in GitHub's log).",
    convert = one_of("--report: unknown format", "text", "json", "sarif", "junit", "codequality", "github"),
    job = "apply explain overlay infer import migrate" },
  { "--report", "FORMAT", "Format of the report: text, which goes to standard error, or json, ndjson, sarif,"
    .. " junit, codequality (GitLab's) or github (annotations in GitHub's log), which go to standard output.",
    convert = one_of("--report: unknown format", "text", "json", "ndjson", "sarif", "junit", "codequality", "github"),
    job = "check" },
  { "--report", "FORMAT", "Format of the list of changes, which goes to standard output: text, json or sarif.",
    convert = one_of("--report: unknown format", "text", "json", "sarif"), job = "diff" },
  { "--report-file", "PATH", "Write the report of --report to a file; standard error then has"
    .. " the text." },
  { "--all", nil, "Tell every place of a violation that is the same at many places; else the text has"
    .. " the first three and their number." },
  { "--color", "WHEN", "Colours in the text: auto (on a terminal, unless NO_COLOR is set),"
    .. " always or never.", convert = one_of("--color: unknown word", "auto", "always", "never") },
  { "--env", "FILE.lua", "A Lua file that returns the table of names that annotations may use." },
  { "--dangerous-data-values-disable-validation", nil, "Do not run validation rules.",
    job = "apply check explain" },
  { "--allow-code-in-values", nil, "Run code in data values and in overlays: code lines,"
    .. " computed values and functions in annotations." },
  { "--budget", "N", "Instructions that a function of the schema may take (default 10000000).",
    convert = instructions },
  { "--max-memory", "N", "Bytes of memory that functions of the schema may take (default 268435456).",
    convert = bytes },
  { "--version", nil, "Print the version." },
  { "-h --help", nil, "Print this.", everywhere = true },
}

local of_fleets = { publish = true, rollback = true, fleet = true }

--- Returns the rows among which those of a job are. Those of the commands for fleets are read when they are needed.
---@param job string
---@return table[]
function flag_table.rows_of(job)
  return of_fleets[job] and require "yschema.command.fleet.about".rows(flag_table) or flag_table.rows
end

return flag_table
