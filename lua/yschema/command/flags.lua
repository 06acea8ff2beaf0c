--- Parses a command line into options, and lists the flags of a command.
--
-- @module yschema.command.flags

local commands = require "yschema.command.commands"
local flag_table = require "yschema.command.flag_table"
local report_formats = require "yschema.report.formats"
local plain_tables = require "yschema.base.plain_tables"

local flags = {}

local has, rows_of = plain_tables.has, flag_table.rows_of

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

-- Lists the rows of the flags of a job.
local function own_rows(job)
  return plain_tables.kept(rows_of(job), function(row) return is_of(row, job) end)
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

-- Gives an option its argument, or "true". The last one counts, unless there may be many. Returns a problem or nil. An
-- empty argument mostly comes from a variable of the shell that is not set.
local function give(options, row, name, argument)
  local convert, key, problem = row.convert or not row[2] and flag_table.switched, option_name(row), nil
  if argument == "" and not convert then return name .. ": its argument is empty" end
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

-- Lists the files that flags name, in the order of the help.
local function files_in(job, options)
  local list = {}
  for _, row in ipairs(own_rows(job)) do
    local given = flag_table.is_file(row) and options[option_name(row)] or nil
    for _, path in ipairs(type(given) == "table" and given or { given }) do
      list[#list + 1] = { flag = row[1]:match "^%S+", path = path, writes = row.writes,
        reads = row.reads or not row.writes }
    end
  end
  return list
end

-- Reads a command line, all of it. Returns the options, the first problem or nil, and whether that is a flag that there
-- is not.
local function options_in(job, argv)
  local options, rest, by_name = {}, {}, {}
  for _, row in ipairs(rows_of(job)) do
    if row.many then options[option_name(row)] = {} end
  end
  for _, row in ipairs(own_rows(job)) do
    for name in row[1]:gmatch "%S+" do by_name[name] = by_name[name] or row end
  end
  local at, end_of_flags, problem, is_unknown = 1, false, nil, nil
  while argv[at] do
    if not end_of_flags and argv[at] == "--" then
      end_of_flags = true
    elseif not end_of_flags and argv[at]:find "^%-." then
      local last, found, unknown = read_flags(options, by_name, argv, at)
      if not problem then problem, is_unknown = found, unknown end
      at = last or at
    else
      rest[#rest + 1] = argv[at]
    end
    at = at + 1
  end
  options.rest = rest
  return options, problem, is_unknown
end

-- Returns a problem with the files of a call, or nil.
local function problem_in_files(job, options)
  local about, readers = commands.about[job], {}
  for i = about.has_path and 2 or 1, about.words == "files" and #options.rest or 0 do
    if options.rest[i] == "" then return "an argument is empty" end
    if options.rest[i] == "-" then readers[#readers + 1] = "FILE" end
  end
  if options.lines then readers[#readers + 1] = "--lines" end
  for _, file in ipairs(options.named_files) do
    if file.reads and (file.path == "-" or file.path:find "=%-$") then readers[#readers + 1] = file.flag end
  end
  if not readers[2] then return nil end
  local one = plain_tables.find(readers, function(name) return name:find "^%-%-" end)
  return "standard input can be read only once" .. (one and "; " .. one .. " reads it, too" or "")
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
  local row = plain_tables.find(own_rows(job), function(row) return row[1] == name end)
  return row and flag_table.words_of[row.convert] or {}
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
---@return table? invalid the options of an invalid call
function flags.parse(job, argv, plainly)
  local options, problem, is_unknown = options_in(job, argv)
  if is_unknown and not plainly then problem = require("yschema.command.advice").on_flags(flags, job, argv, problem) end
  problem = problem or problem_in_call(job, options, not plainly and argv or nil) or problem_in_formats(job, options)
  options.named_files = files_in(job, options)
  problem = problem or problem_in_files(job, options)
  if problem then return nil, problem, options end
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
  return flag_table.is_file(row) and "files" or "other"
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
  return plain_tables.mapped(own_rows(job), function(row)
    local names = {}
    for name in row[1]:gmatch "%S+" do names[#names + 1] = name end
    return { names = names, argument = row[2], takes = row[2] and argument_kind(row), text = row[3],
      group = row.group or "Options" }
  end)
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
