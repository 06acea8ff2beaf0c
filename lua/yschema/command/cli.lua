--- The command line (reference#the-command): `main` parses the flags, does the job, prints the result and
-- returns the exit status.
--
-- @module yschema.command.cli

-- A command starts faster without the objects of the API. On LuaJIT it needs what the module `yschema`
-- does about large integers, and on any other Lua its refusal.
if _VERSION ~= "Lua 5.4" then require "yschema" end

local runs = require "yschema.pipeline.runs"
local schemas = require "yschema.pipeline.schemas"
local settings_from = require "yschema.pipeline.settings".of_options
local file_kinds = require "yschema.base.file_kinds"
local core = require "yschema.core"
local source_files = require "yschema.pipeline.source_files"
local value_flags = require "yschema.command.value_flags"
local printer = require "yschema.command.printer"

local cli = {}

local io, ipairs, loadfile, pcall, tonumber = io, ipairs, loadfile, pcall, tonumber
local require, select, tostring, type = require, select, tostring, type
local unpack = table.unpack or unpack -- luacheck: ignore

local on_luajit = _VERSION == "Lua 5.1"

-- ---- flags ----------------------------------------------------------------------

local function one_of(what, ...)
  local words = { ... }
  local listed = table.concat(words, ", ", 1, #words - 1) .. " or " .. words[#words]
  return function(word)
    for _, known in ipairs(words) do
      if word == known then return word end
    end
    return nil, ("%s '%s', use %s"):format(what, word, listed)
  end
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

-- Rows of the help, in its order: names, argument, description, options. `job` is the job to which the
-- flag belongs, when it does not belong to all of them.
local rows = {
  { "-f --file", "PATH", "A file with schema or data values documents, or with code that others load"
    .. " (.star, .lib.yml). Files stand in any order; a directory stands for its .yml, .yaml and"
    .. " .star files, - for standard input. NAME=PATH: the file is called NAME.", many = true,
    job = "apply" },
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
  { "--report", "FORMAT", "Format of what goes to standard error: text, json, sarif or junit.",
    convert = one_of("--report: unknown format", "text", "json", "sarif", "junit") },
  { "--report-file", "PATH", "Write the report of --report to a file; standard error then has"
    .. " the text." },
  { "--color", "WHEN", "Colours in the text: auto (on a terminal, unless NO_COLOR is set),"
    .. " always or never.", convert = one_of("--color: unknown word", "auto", "always", "never") },
  { "--env", "FILE.lua", "A Lua file that returns the table of names that annotations may use." },
  { "--dangerous-data-values-disable-validation", nil, "Do not run validation rules.",
    job = "apply" },
  { "--allow-code-in-values", nil, "Run code in data values and in overlays: code lines,"
    .. " computed values and functions in annotations." },
  { "--budget", "N", "Instructions that a function of the schema may take (default 10000000).",
    convert = instructions },
  { "--max-memory", "N", "Bytes of memory that functions of the schema may take (default 268435456).",
    convert = bytes },
  { "--version", nil, "Print the version." },
  { "-h --help", nil, "Print this." },
}

-- A flag may be repeated without an effect.
local function switch_on(options, name)
  options[name] = true
end

local about = {
  apply = { "Usage: yschema -f schema.yml [-f values.yml] [options]\n"
    .. "       yschema overlay -f base.yml -f overlay.yml [options]",
    "Checks YAML data values against a schema, fills in defaults, and prints the result." },
  overlay = { "Usage: yschema overlay -f base.yml -f overlay.yml [options]",
    "Applies overlays to YAML documents, and prints the result." },
}

local function new_parser(job)
  local parser = require "argparse"("yschema", about[job][2])
    :add_help(false)
    :usage(about[job][1])
    :help_max_width(78)
  for _, row in ipairs(rows) do
    local ours = not row.job or row.job == job
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

-- Lists the flags of a job that take no argument; all names of a flag have the same value.
local function switches_of(job)
  local switches = {}
  for _, row in ipairs(rows) do
    if not row[2] and (not row.job or row.job == job) then
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

-- Returns the options, or nil and what is wrong with them.
local function parse(parser, job, argv)
  local plain, fault = require("yschema.command.ytt_flags").plain(argv, switches_of(job))
  if not plain then return nil, fault end
  local ok, options = parser:pparse(plain)
  if not ok then return nil, options end
  local rest = options.rest[1]
  if rest then return nil, ("unexpected argument '%s' (files are given with -f)"):format(rest) end
  local output = options.output or "yaml"
  if not options.data_values_schema_inspect and output ~= "yaml" and output ~= "json" then
    return nil, ("-o %s shows a schema: add --schema-inspect"):format(output)
  end
  if options.report_file and (options.report or "text") == "text" then
    return nil, "--report-file needs a format: add --report json, sarif or junit"
  end
  local problem = fault_in_arguments(options)
  if problem then return nil, problem end
  return options
end

-- Runs the file of `--env` and returns its table of names, or nil and the problem.
local function load_env(path)
  local chunk, problem = loadfile(path, "t")
  if not chunk then return nil, "--env: " .. problem end
  local ok, env = pcall(chunk)
  if not ok then return nil, "--env: " .. tostring(env) end
  if type(env) ~= "table" then
    return nil, ("--env: %s must return a table of names, but gave a %s"):format(path, type(env))
  end
  return env
end

-- ---- the job ------------------------------------------------------------------------

-- Returns the sources of what -f names, without those that are only loaded by others, and the set of
-- those that were found in a directory.
local function given_sources(schema_object, options)
  local given, found = {}, {}
  for _, path in ipairs(options.file) do
    local sources, is_directory = source_files.named(schema_object.core, path, schema_object.settings.max_bytes)
    for _, source in ipairs(sources) do
      if not schemas.offer(schema_object, source) then
        given[#given + 1] = source
        found[source] = is_directory
      end
    end
  end
  return given, found
end

-- Adds the schemas among the files. Returns the sources of the other files, and those found in a directory.
local function add_files(schema_object, options)
  local core_schema, values, schema_count = schema_object.core, {}, 0
  local documents, found = given_sources(schema_object, options)
  for _, source in ipairs(documents) do
    local is_schema = false
    if source:likely_schema() then is_schema = schemas.add(schema_object, source) end
    if is_schema == false then values[#values + 1] = source else schema_count = schema_count + 1 end
  end
  if schema_count == 0 and core_schema:exit_status() == 0 then
    require("yschema.pipeline.missing_schema").add_record(core_schema, documents, options.file)
  end
  return values, found
end

-- Gives the values of files to a run. Files of a directory that are templates of a ytt project are left
-- out, and one warning names them.
local function take_values(schema_object, run, values, found)
  local ytt_templates, left_out = require "yschema.pipeline.ytt_templates", {}
  for _, source in ipairs(values) do
    local served = schemas.serves(schema_object, source)
    if not served and found[source] and ytt_templates.is_template(source, schema_object.settings.code_in_values) then
      left_out[#left_out + 1] = source:name()
    elseif not served then
      if found[source] then ytt_templates.assume(source) end
      runs.take_source(schema_object, run, source)
    end
  end
  if left_out[1] then run:fault("TEMPLATES", left_out[1], table.concat(left_out, ", ")) end
end

-- Returns the final values of a run as text, or nil when there are faults to report.
local function final_values(schema_object, run, options, streams)
  value_flags.give_flags(run, options, streams.environment, schema_object.settings.max_bytes)
  runs.finish(schema_object, run)
  if run:exit_status() ~= 0 or options.quiet then return "" end
  local format = options.output or "yaml"
  local text, problem = run:encode(format)
  if format == "yaml" and text == "null\n" then return "" end -- no document (reference#empty-documents)
  return text, problem
end

local function settings_of(options)
  local settings = settings_from({
    strict = options.strict,
    refuse_plain_comments = options.refuse_plain_comments,
    skip_validation = options.dangerous_data_values_disable_validation,
    code_in_values = options.allow_code_in_values,
    budget = options.budget,
    limits = { max_memory = options.max_memory },
  }, 1)
  if not options.env then return settings end
  local problem
  settings.env, problem = load_env(options.env)
  return settings.env and settings, problem
end

-- Writes the contents of a compiled schema in a format.
local function inspected(schema_object, format)
  if format == "html" then
    return require("yschema.export.html_page").page(schema_object.core:describe(true))
  end
  return schema_object.core:inspect(format)
end

local function run_job(options, streams, out)
  if not options.file[1] then return out:complain "no files: give a schema with -f\nTry 'yschema --help'." end
  local settings, problem = settings_of(options)
  if not settings then return out:complain(problem) end
  local schema_object = schemas.new(settings)
  local values, found = add_files(schema_object, options)
  local compiled = schemas.compile(schema_object)
  local status = out:report(schema_object.core)
  if not compiled then return status end
  local text
  if options.data_values_schema_inspect then
    text, problem = inspected(schema_object, options.output or "yaml")
    if options.quiet then return 0 end
  else
    local run = runs.start(schema_object)
    take_values(schema_object, run, values, found)
    text, problem = final_values(schema_object, run, options, streams)
    status = out:report(run)
    if status ~= 0 then return status end
  end
  if not text then return out:complain(problem) end
  return out:result(text)
end

-- The command `yschema overlay`.
local function overlay_job(options, _, out)
  local overlays = require "yschema.pipeline.overlays"
  if not options.file[1] then return out:complain "no files: give documents with -f\nTry 'yschema overlay --help'." end
  local settings, problem = settings_of(options)
  if not settings then return out:complain(problem) end
  local layers, documents, by_name = overlays.new(settings), {}, {}
  for _, path in ipairs(options.file) do
    for _, source in ipairs(source_files.named(layers, path, settings.max_bytes)) do
      by_name[source:name()] = source
      if not file_kinds.is_library(source:name()) then documents[#documents + 1] = source end
    end
  end
  for _, source in ipairs(documents) do
    overlays.take_source(layers, source, "either", settings, by_name)
  end
  overlays.apply(layers, settings)
  local status = out:report(layers)
  if status ~= 0 or options.quiet then return status end
  local text
  text, problem = layers:encode(options.output or "yaml")
  if not text then return out:complain(problem) end
  return out:result(text)
end

local jobs = { apply = run_job, overlay = overlay_job }

--- The streams that a command reads and writes; those that are absent are those of the process.
---@class yschema.Streams
---@field out? file* results
---@field err? file* everything else
---@field environment? fun(): { name: string, value: string }[]

--- Runs the command.
---@param argv string[] the arguments after the command's name
---@param given? yschema.Streams
---@return integer status 0 valid, 1 violations, 2 a usage, input, parse or schema error
function cli.main(argv, given)
  given = given or {}
  local streams = {
    out = given.out or io.stdout,
    err = given.err or io.stderr,
    environment = given.environment or value_flags.environment,
  }
  local job = "apply"
  if argv[1] == "overlay" then job, argv = "overlay", { select(2, unpack(argv)) } end
  local parser = new_parser(job)
  local options, problem = parse(parser, job, argv)
  local out = printer.new(options or printer.options_in(argv), streams)
  if not options then return out:finish(out:complain(problem .. "\nTry 'yschema --help'.")) end
  if options.help then return out:result(parser:get_help() .. "\n") end
  if options.version then return out:result(require("yschema")._VERSION .. "\n") end
  core.hooks.print = function(line)
    if not options.quiet then out:tell(line) end
  end
  -- An error that is thrown here, such as a lack of memory, is not a fault of the data: the status is not 1.
  local ok, status = pcall(jobs[job], options, streams, out)
  core.hooks.print = nil
  return out:finish(ok and status or out:complain(tostring(status)))
end

return cli
