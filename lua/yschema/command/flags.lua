--- The flags of the command: their table, and how a command line becomes options.
--
-- @module yschema.command.flags

local commands = require "yschema.command.commands"

local flags = {}

local ipairs, require, setmetatable, table, tonumber = ipairs, require, setmetatable, table, tonumber

local on_luajit = _VERSION == "Lua 5.1"

-- The words that a function of `one_of` accepts.
local words_of = setmetatable({}, { __mode = "k" })

local function one_of(what, ...)
  local words = { ... }
  local listed = table.concat(words, ", ", 1, #words - 1) .. " or " .. words[#words]
  local function convert(word)
    for _, known in ipairs(words) do
      if word == known then return word end
    end
    return nil, ("%s '%s', use %s"):format(what, word, listed)
  end
  words_of[convert] = words
  return convert
end

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

local function shard(text)
  local index, count = text:match "^(%d+)/(%d+)$"
  index, count = tonumber(index), tonumber(count)
  if not index or index < 1 or index > count then
    return nil, "--shard: expected K/N with K from 1 to N, got '" .. text .. "'"
  end
  return { index = index, count = count }
end

-- Rows of the help, in its order: names, argument, description, options. `job` is the job to which the
-- flag belongs, when it does not belong to all of them.
local rows = {
  { "-f --file", "PATH", "A file with schema or data values documents, or with code that others load"
    .. " (.star, .lib.yml). Files stand in any order; a directory stands for its .yml, .yaml and"
    .. " .star files, - for standard input. NAME=PATH: the file is called NAME.", many = true,
    job = "apply" },
  { "-f --file", "PATH", "A file with a schema, or with code that it loads. Several are one schema.", many = true,
    job = "check" },
  { "--json-schema", "FILE", "A JSON Schema in place of -f. This version does not read them yet, and says so.",
    job = "check" },
  { "--project", "FILE", "The project file; without it, .yschema.yml in the working directory or above.",
    job = "check" },
  { "--each-file", nil, "The documents of a file are one configuration; otherwise each is judged by itself.",
    job = "check" },
  { "--files0-from", "FILE", "Judge the files that FILE names, with a zero byte behind each name; - for standard"
    .. " input.", job = "check" },
  { "--lines", nil, "Judge the lines of standard input, each a JSON document, and write a line of JSON about each.",
    job = "check" },
  { "-j --jobs", "N", "Judge in N processes (default: one for each processor, from 64 files on).",
    convert = workers, job = "check" },
  { "--resume", "FILE", "Remember in FILE which files are well, and pass over those that have not changed since.",
    job = "check" },
  { "--shard", "K/N", "Judge each N-th file, beginning with file K.", convert = shard, job = "check" },
  { "-f --file", "PATH", "A file with documents. Those annotated with @overlay/match are applied,"
    .. " in order, to all the others. A directory stands for its .yml and .yaml files, - for"
    .. " standard input. NAME=PATH: the file is called NAME.", many = true, job = "overlay" },
  { "-v --data-value", "KEY=TEXT", "Set a value to a string: a.b=text.", many = true, job = "apply" },
  { "--data-value-yaml", "KEY=YAML", "Set a value, read as YAML.", many = true, job = "apply" },
  { "--data-value-file", "KEY=PATH", "Set a value to the content of a file.", many = true, job = "apply" },
  { "--data-values-env", "PREFIX", "Set values to the strings of environment variables:"
    .. " PREFIX_a__b sets a.b.", many = true, job = "apply" },
  { "--data-values-env-yaml", "PREFIX", "The same, read as YAML.", many = true, job = "apply" },
  { "--data-values-file", "PATH", "A file or a directory of plain YAML data values;"
    .. " arrays replace.", many = true, job = "apply" },
  { "--data-values-inspect", nil, "Print the final values (what is done anyway).",
    job = "apply" },
  { "--data-values-schema-inspect --schema-inspect", nil, "Print what the schema says, and run"
    .. " no values.", job = "apply" },
  { "-o --output", "FORMAT", "Format of the result: yaml or json; with --schema-inspect also"
    .. " openapi-v3, json-schema or html.",
    convert = one_of("-o: unknown format", "yaml", "json", "openapi-v3", "json-schema", "html"), job = "apply" },
  { "-o --output", "FORMAT", "Format of the result: yaml or json.",
    convert = one_of("-o: unknown format", "yaml", "json"), job = "overlay" },
  { "-s --strict", nil, "Take only true, false, null and plain numbers for what they look like;"
    .. " refuse what is ambiguous." },
  { "--refuse-plain-comments", nil, "Take a plain comment (#) in a file that has annotations for a"
    .. " mistake: notes are written #! there." },
  { "-q --quiet", nil, "Print nothing but violations." },
  { "--report", "FORMAT", "Format of what goes to standard error: text, json, sarif, junit, codequality"
    .. " (GitLab's) or github (annotations in GitHub's log).",
    convert = one_of("--report: unknown format", "text", "json", "sarif", "junit", "codequality", "github"),
    job = "apply overlay" },
  { "--report", "FORMAT", "Format of the report: text, which goes to standard error, or json, ndjson, sarif,"
    .. " junit, codequality (GitLab's) or github (annotations in GitHub's log), which go to standard output.",
    convert = one_of("--report: unknown format", "text", "json", "ndjson", "sarif", "junit", "codequality", "github"),
    job = "check" },
  { "--report-file", "PATH", "Write the report of --report to a file; standard error then has"
    .. " the text." },
  { "--all", nil, "Tell every place of a fault that is the same at many places; else the text has"
    .. " the first three and their number." },
  { "--color", "WHEN", "Colours in the text: auto (on a terminal, unless NO_COLOR is set),"
    .. " always or never.", convert = one_of("--color: unknown word", "auto", "always", "never") },
  { "--env", "FILE.lua", "A Lua file that returns the table of names that annotations may use." },
  { "--dangerous-data-values-disable-validation", nil, "Do not run validation rules.",
    job = "apply check" },
  { "--allow-code-in-values", nil, "Run code in data values and in overlays: code lines,"
    .. " computed values and functions in annotations." },
  { "--budget", "N", "Instructions that a function of the schema may take (default 10000000).",
    convert = instructions },
  { "--max-memory", "N", "Bytes of memory that functions of the schema may take (default 268435456).",
    convert = bytes },
  { "--version", nil, "Print the version." },
  { "-h --help", nil, "Print this.", job = "apply check overlay init completion man" },
}

-- A flag may be repeated without an effect.
local function switch_on(options, name)
  options[name] = true
end

-- The name of a flag's value among the options.
local function option_name(row)
  return (row[1]:match "%-%-(%S+)$":gsub("%-", "_"))
end

-- Tells whether a word of the command line may be this flag, as in --flag=value and -fPATH.
local function may_be_given(row, argv)
  for name in row[1]:gmatch "%S+" do
    for _, word in ipairs(argv) do
      if word:sub(1, #name) == name then return true end
    end
  end
  return false
end

local function is_of(row, job)
  if not row.job then return not commands.about[job].plain end
  return (" " .. row.job .. " "):find(" " .. job .. " ", 1, true) ~= nil
end

-- Returns a parser of the flags of a job: of those that may be in `argv`, or of all when it is nil.
local function new_parser(job, argv)
  local about = commands.about[job]
  local parser = require "argparse"("yschema", about.about)
    :add_help(false)
    :usage(about.usage)
    :help_max_width(78)
  for _, row in ipairs(rows) do
    local ours = is_of(row, job) and (not argv or may_be_given(row, argv))
    if ours and row[2] then
      local option = parser:option(row[1], row[3]):argname(row[2])
      option:count(row.many and "*" or "?")
      if row.convert then option:convert(row.convert) end
    elseif ours then
      parser:flag(row[1], row[3]):count "*":init(nil):action(switch_on)
    end
  end
  parser:argument "rest":args "*":hidden(true)
  return parser
end

-- Parses the flags. To make a parser of all flags takes longer than to parse them, so the first one has
-- only those that are given. When it finds a fault or an unexpected word, the parser of all flags judges.
local function options_in(job, argv)
  local ok, options = new_parser(job, argv):pparse(argv)
  if not ok or options.rest[1] then ok, options = new_parser(job):pparse(argv) end
  if not ok then return nil, options end
  for _, row in ipairs(rows) do
    if row.many then
      local name = option_name(row)
      options[name] = options[name] or {}
    end
  end
  return options
end

-- Lists the flags of a job that take no argument; all names of a flag have the same value.
local function switches_of(job)
  local switches = {}
  for _, row in ipairs(rows) do
    if not row[2] and is_of(row, job) then
      for name in row[1]:gmatch "%S+" do switches[name] = row[1] end
    end
  end
  return switches
end

-- Says what is wrong with paths and prefixes, or returns nil. An empty one mostly comes from a variable of
-- the shell that is not set.
local function fault_in_arguments(options)
  local stdin = 0
  for _, name in ipairs { "file", "data_values_file", "data_values_env", "data_values_env_yaml" } do
    for _, word in ipairs(options[name] or {}) do
      if word == "" then return ("--%s: its argument is empty"):format((name:gsub("_", "-"))) end
      if name:find "file$" and (word == "-" or word:find "^[^=]+=%-$") then stdin = stdin + 1 end
    end
  end
  if stdin > 1 then return "standard input (-) can be read only once" end
end

-- Says what is wrong with the words of `yschema check`, or returns nil.
local function fault_in_check(options)
  if options.help or options.version then return nil end
  if options.json_schema then
    return "--json-schema " .. options.json_schema .. ": " .. require "yschema.pipeline.no_schemas".REMEDY
  end
  if options.file[1] and options.project then return "-f and --project exclude each other" end
  local ways = 0
  for _, way in ipairs { options.rest[1] or false, options.files0_from or false, options.lines or false } do
    if way then ways = ways + 1 end
  end
  if ways == 0 and options.file[1] then
    return "no files to judge: name files, folders or patterns behind the options"
  end
  if ways > 1 then return "FILE, --files0-from and --lines exclude each other" end
  if options.lines and not options.file[1] then return "--lines needs a schema: give one with -f" end
  if options.resume and options.env then
    return "--resume does not go with --env: nobody knows what its functions depend on"
  end
  for _, name in ipairs { "shard", "each_file", "jobs", "resume" } do
    if options.lines and options[name] then
      return ("--lines does not go with --%s"):format((name:gsub("_", "-")))
    end
  end
  if options.lines and options.report and options.report ~= "ndjson" then
    return "--lines writes a line of JSON about each line (--report ndjson), and no other report"
  end
  local stdin = options.lines and 1 or 0
  for _, words in ipairs { options.file, options.rest, { options.files0_from } } do
    for _, word in ipairs(words) do
      if word == "-" then stdin = stdin + 1 end
    end
  end
  if stdin > 1 then return "standard input can be read only once" end
  for _, word in ipairs(options.rest) do
    if word == "" then return "an argument is empty" end
  end
end

-- Returns the command line without flags that only ytt knows, or nil and what is wrong with it. Those have long
-- names; the short ones may have a value, as in -s=true.
local function without_ytt_flags(job, argv)
  for _, word in ipairs(argv) do
    if word:find "^%-%-" or word:find "^%-.+=" then
      return require("yschema.command.ytt_flags").plain(argv, switches_of(job))
    end
  end
  return argv
end

--- Parses the arguments of a job.
---@param job string "apply", or the name of a command
---@param argv string[]
---@return table? options
---@return string? problem
function flags.parse(job, argv)
  local plain, fault = without_ytt_flags(job, argv)
  if not plain then return nil, fault end
  local options
  options, fault = options_in(job, plain)
  if not options then return nil, fault end
  if commands.about[job].plain then
    fault = require("yschema.command.stray_words").fault(job, options)
    if fault then return nil, fault end
  elseif job == "check" then
    fault = fault_in_check(options)
    if fault then return nil, fault end
    options.report_is_result = true
  elseif options.rest[1] then
    return nil, require("yschema.command.stray_words").unexpected(job, options.rest[1], argv[1])
  end
  local output = options.output or "yaml"
  if not options.data_values_schema_inspect and output ~= "yaml" and output ~= "json" then
    return nil, ("-o %s shows a schema: add --schema-inspect"):format(output)
  end
  if job == "check" and options.report == "ndjson" then
    options.ndjson, options.report = true, nil
  elseif options.report_file and (options.report or "text") == "text" then
    return nil, ("--report-file needs a format: add --report json, %ssarif, junit or codequality")
      :format(job == "check" and "ndjson, " or "")
  end
  local problem = fault_in_arguments(options)
  if problem then return nil, problem end
  return options
end

--- Returns the help of a job.
---@param job string "apply", or the name of a command
---@return string
function flags.help(job)
  return new_parser(job):get_help() .. "\n" .. commands.more_help(job)
end

-- Tells what is known about the argument of a flag: words, or what its name says.
local function argument_kind(row)
  if row.convert and words_of[row.convert] then return words_of[row.convert] end
  if row[2] == "KEY=PATH" then return "file behind =" end
  return (row[2] == "PATH" or row[2]:find "^FILE") and "files" or "other"
end

--- A flag, as the manual and completion tell it.
---@class yschema.Flag
---@field names string[] the short one first
---@field argument? string the name of its argument
---@field takes? "files"|"file behind ="|"other"|string[] what its argument is; a list: one of these words
---@field text string what it does

--- Lists the flags of a job, in the order of its help.
---@param job string "apply", or the name of a command
---@return yschema.Flag[]
function flags.list(job)
  local list = {}
  for _, row in ipairs(rows) do
    if is_of(row, job) then
      local names = {}
      for name in row[1]:gmatch "%S+" do names[#names + 1] = name end
      list[#list + 1] = { names = names, argument = row[2], takes = row[2] and argument_kind(row), text = row[3] }
    end
  end
  return list
end

--- Says where help about a job is found.
---@param job "apply"|"overlay"|"check"
---@return string
function flags.advice(job)
  return ("Try 'yschema %s--help'."):format(job == "apply" and "" or job .. " ")
end

--- Tells whether flags give values beside the files of -f.
---@param options table
---@return boolean
function flags.give_values(options)
  for _, row in ipairs(rows) do
    if row.many and row[1] ~= "-f --file" and options[option_name(row)][1] then return true end
  end
  return false
end

return flags
