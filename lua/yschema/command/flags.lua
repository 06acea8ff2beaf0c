--- Parses a command line into options, and lists the flags of a command.
--
-- @module yschema.command.flags

local commands = require "yschema.command.commands"
local flag_table = require "yschema.command.flag_table"
local report_formats = require "yschema.report.formats"
local has = require "yschema.base.plain_tables".has

local flags = {}

local rows_of = flag_table.rows_of

-- The name of a flag's value among the options.
local function option_name(row)
  return (row[1]:match "%-%-(%S+)":gsub("%-", "_"))
end

local function is_of(row, job)
  if not row.job then
    local about = commands.about[job]
    if about.flags then return (" " .. about.flags .. " "):find(" " .. option_name(row) .. " ", 1, true) ~= nil end
    return row.everywhere or not about.plain
  end
  return (" " .. row.job .. " "):find(" " .. job .. " ", 1, true) ~= nil
end

-- Returns the rows of the flags of a job by their names.
local function rows_by_name(job)
  local by_name = {}
  for _, row in ipairs(rows_of(job)) do
    if is_of(row, job) then
      for name in row[1]:gmatch "%S+" do by_name[name] = by_name[name] or row end
    end
  end
  return by_name
end

-- Splits a word into the names of its flags, as in --flag, --flag=argument, -qs and -fPATH, and what is joined to the
-- last of them.
local function flags_of_word(by_name, word)
  local long, argument = word:match "^(%-%-[^=]+)=(.*)$"
  if long or word:find "^%-%-" then return { long or word }, argument end
  local names = {}
  for at = 2, #word do
    local name, rest = "-" .. word:sub(at, at), word:sub(at + 1)
    local row = by_name[name]
    names[#names + 1] = name
    if row and row[2] and rest ~= "" then return names, rest end
    if row and not row[2] and rest:find "^=" then return names, rest:sub(2) end
  end
  return names
end

-- Returns a problem with the argument of a flag such as --data-value, or nil. What is written in place of key=value may
-- be the value, which may be sensitive. `following` is the next word.
local function problem_in_pair(name, argument, is_joined, following)
  if argument:find("=", 1, true) then return nil end
  if following and not following:find "^%-." then
    return ("%s '%s': expected key=value in one argument, but the value is another one"):format(name,
      require("yschema.command.value_flags").shown(argument))
  end
  return is_joined and name == "-v" and "-v...: expected key=value" or nil
end

-- Gives an option its argument, or "true". The last one counts, unless there may be many. Returns a problem or nil.
local function give(options, row, name, argument)
  local convert, key, problem = row.convert or not row[2] and flag_table.switched, option_name(row), nil
  if convert then argument, problem = convert(argument, name) end
  if row.many then table.insert(options[key], argument) else options[key] = argument or nil end
  return problem
end

-- Reads the flags in the word at an index. Returns the index of the last word that it read, or nil, the problem, and
-- whether there is no such flag.
local function read_flags(options, by_name, argv, at)
  local names, joined = flags_of_word(by_name, argv[at])
  for i, name in ipairs(names) do
    local row = by_name[name] or require("yschema.command.advice").flags_of_ytt[name]
    if not row then return nil, ("unknown option '%s'"):format(name), true end
    local argument = i == #names and joined or not row[2] and "true"
    if not argument then
      at = at + 1
      argument = argv[at]
      if not argument or argument:find "^%-." then return nil, ("option '%s' requires an argument"):format(name) end
    end
    local problem = row[2] and row[2]:find "^KEY=" and problem_in_pair(name, argument, joined, argv[at + 1])
      or give(options, row, name, argument)
    if problem then return nil, problem end
  end
  return at
end

-- Reads a command line. Returns the options, or nil, the problem, and whether there is no such flag.
local function options_in(job, by_name, argv)
  local options, rest, at, end_of_flags = {}, {}, 1, false
  for _, row in ipairs(rows_of(job)) do
    if row.many then options[option_name(row)] = {} end
  end
  while argv[at] do
    if not end_of_flags and argv[at] == "--" then
      end_of_flags = true
    elseif not end_of_flags and argv[at]:find "^%-." then
      local problem, is_unknown
      at, problem, is_unknown = read_flags(options, by_name, argv, at)
      if not at then return nil, problem, is_unknown end
    else
      rest[#rest + 1] = argv[at]
    end
    at = at + 1
  end
  options.rest = rest
  return options
end

-- The flags with one argument that name a file to read, or standard input.
local READERS = { "json_schema", "files0_from", "project", "baseline", "severity", "env", "credentials" }

-- Returns the first of the flags and words that read standard input, after another one.
local function first_reader(options, after)
  local found
  local function note(name, reads)
    if reads and name == after then after = nil elseif reads and not after then found = found or name end
  end
  for _, name in ipairs(READERS) do note("--" .. name:gsub("_", "-"), options[name] == "-") end
  for _, word in ipairs(options.data_value_file or {}) do note("--data-value-file", word:find "=%-$" ~= nil) end
  note("--lines", options.lines)
  for _, word in ipairs(options.rest) do note("FILE", word == "-" and not options.lines) end
  return found
end

-- Returns a problem with paths and prefixes, or nil. An empty one mostly comes from a variable of the shell that is not
-- set.
local function problem_in_paths(options)
  local stdin = 0
  for _, name in ipairs { "file", "data_values_file", "data_values_env", "data_values_env_yaml" } do
    for _, word in ipairs(options[name] or {}) do
      if word == "" then return ("--%s: its argument is empty"):format((name:gsub("_", "-"))) end
      if name:find "file$" and (word == "-" or word:find "^[^=]+=%-$") then stdin = stdin + 1 end
    end
  end
  local one = first_reader(options)
  if stdin > 1 or one and (stdin > 0 or first_reader(options, one)) then
    return ("standard input (-) can be read only once%s"):format(one and "; " .. one .. " reads it, too" or "")
  end
end

-- Returns a problem with the words after the options, or with options that exclude each other, or nil.
local function problem_in_call(job, options, argv)
  local about = commands.about[job]
  if about.module then
    if options.help or options.version or options.licenses then return nil end
    return require(about.module).invalid_argument(options)
  elseif about.plain then
    return require("yschema.command.advice").on_word(job, options)
  elseif options.rest[1] then
    return require("yschema.command.advice").on_words(job, options.rest, argv and { flags = flags, argv = argv })
  end
end

-- The words that a flag of a job accepts.
local function words_of(job, name)
  for _, row in ipairs(rows_of(job)) do
    if row[1] == name and is_of(row, job) then return flag_table.words_of[row.convert] end
  end
  return {}
end

--- Returns whether a word is a format of the reports of a job.
---@param job string
---@param word? string
---@return boolean
function flags.is_report(job, word) return has(words_of(job, "--report"), word) end

-- Lists the formats of reports that a file may have.
local function formats_of_files(job)
  local words = {}
  for _, word in ipairs(words_of(job, "--report")) do
    if not report_formats.named[word].is_log then words[#words + 1] = word end
  end
  return flag_table.listed(words)
end

-- Reads an -o that names a format, as ytt's does, and --report. Returns a problem or nil.
local function problem_in_formats(job, options)
  local formats, output = words_of(job, "--format"), options.output
  if formats[1] and output then
    if has(formats, output) then
      if options.format then return ("-o %s and --format exclude each other"):format(output) end
      options.format, options.output = output, nil
    elseif not output:find "[./]" then -- it is rather a mistyped format than a file
      return ("-o: unknown format '%s', use %s; a file is written with a slash: -o ./%s"):format(output,
        flag_table.listed(formats), output)
    end
  end
  local format = options.format
  if job == "apply" and format and format ~= "yaml" and format ~= "json" and not options.data_values_schema_inspect then
    return ("the format %s shows a schema: write yschema inspect -f FILE --format %s"):format(format, format)
  end
  local report = options.report or "text"
  if options.report_file == "-" then options.report_file = nil end -- the stream that has it without this flag
  if options.report_file and (report == "text" or report == "concise") then
    return "--report-file needs a format: add --report " .. formats_of_files(job)
  elseif report == "ndjson" or report == "concise" then
    options[report], options.report = true, nil
  end
end

--- Parses the arguments of a job.
---@param job string "apply", or the name of a command
---@param argv string[]
---@param plainly? boolean problems are returned without advice
---@return table? options
---@return string? problem
function flags.parse(job, argv, plainly)
  local options, problem, is_unknown = options_in(job, rows_by_name(job), argv)
  if is_unknown and not plainly then problem = require("yschema.command.advice").on_flags(flags, job, argv, problem) end
  if not options then return nil, problem end
  problem = problem_in_call(job, options, not plainly and argv or nil) or problem_in_formats(job, options)
    or problem_in_paths(options)
  if problem then return nil, problem end
  local about = commands.about[job]
  options.report_has_blocks = about.report_has_blocks
  -- A patch is the result of `fix -n`.
  options.report_is_result = about.report_is_result and not (about.report_has_blocks and options.dry_run)
  return options
end

--- Returns the help of a job.
---@param job string "apply", or the name of a command
---@return string
---@param columns? integer of the terminal
function flags.help(job, columns)
  return require("yschema.command.help").of(job, flags.list(job), columns)
end

-- Returns what is known about the argument of a flag: words, or what its name says.
local function argument_kind(row)
  if row[1] == "-f --file" and not is_of(row, "overlay") then return "schemas" end
  if row[1] == "--rule" then return "rules" end
  if row.convert and flag_table.words_of[row.convert] then return flag_table.words_of[row.convert] end
  if row[2] == "KEY=PATH" then return "file after =" end
  return (row[2] == "PATH" or row[2]:find "^FILE") and "files" or "other"
end

--- A flag, for help, the manual and completion.
---@class yschema.Flag
---@field names string[] the short one first
---@field argument? string the name of its argument
---@field takes? "files"|"schemas"|"rules"|"file after ="|"other"|string[] its argument; a list: one of these words
---@field text string what it does
---@field group string the heading of the help under which it is

--- Lists the flags of a job, in the order of its help.
---@param job string "apply", or the name of a command
---@return yschema.Flag[]
function flags.list(job)
  local list = {}
  for _, row in ipairs(rows_of(job)) do
    if is_of(row, job) then
      local names = {}
      for name in row[1]:gmatch "%S+" do names[#names + 1] = name end
      list[#list + 1] = {
        names = names, argument = row[2], takes = row[2] and argument_kind(row), text = row[3],
        group = row.group or "Options",
      }
    end
  end
  return list
end

--- Returns the sentence that names the help of a job.
---@param job string
---@return string
function flags.advice(job)
  return ("Try 'yschema %s--help'."):format(job == "apply" and "" or job .. " ")
end

--- Returns whether flags give values beside the files of -f.
---@param options table
---@return boolean
function flags.give_values(options)
  for _, row in ipairs(flag_table.rows) do
    if row.many and row[1] ~= "-f --file" and options[option_name(row)][1] then return true end
  end
  return false
end

return flags
