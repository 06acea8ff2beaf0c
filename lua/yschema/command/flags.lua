--- Parses a command line into options, and lists the flags of a command.
--
-- @module yschema.command.flags

local commands = require "yschema.command.commands"
local flag_table = require "yschema.command.flag_table"
local report_formats = require "yschema.report.formats"
local plain_tables = require "yschema.base.plain_tables"

local flags = {}

local has, rows_of = plain_tables.has, flag_table.rows_of

-- A flag may be repeated without an effect.
local function switch_on(options, name)
  options[name] = true
end

-- The name of a flag's value among the options.
local function option_name(row)
  return (row[1]:match "%-%-(%S+)":gsub("%-", "_"))
end

-- Returns whether a word of the command line may be this flag, as in --flag=value and -fPATH.
local function may_be_given(row, argv)
  for name in row[1]:gmatch "%S+" do
    for _, word in ipairs(argv) do
      if word:sub(1, #name) == name then return true end
    end
  end
  return false
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

-- Returns the rows of the flags of a job by their names.
local function rows_by_name(job)
  local by_name = {}
  for _, row in ipairs(own_rows(job)) do
    for name in row[1]:gmatch "%S+" do by_name[name] = by_name[name] or row end
  end
  return by_name
end

-- Returns the value of a plain flag and where it ends, or nil.
local function plain_value(row, argv, at)
  if not row[2] then return true, at end
  local value = argv[at + 1]
  if not value or value:find "^%-" then return nil end
  if row.convert then value = row.convert(value) end
  return value, at + 1
end

-- Parses a command line that consists of whole names of flags, their arguments as words of their own, and other words,
-- as most do: to load argparse takes a third of the time of a short command. Returns nil when there is anything else,
-- or an error.
local function plain_options(by_name, argv)
  local options, rest, at = {}, {}, 1
  while argv[at] do
    local row = by_name[argv[at]]
    if row then
      local name = option_name(row)
      local value
      value, at = plain_value(row, argv, at)
      if value == nil or row[2] and not row.many and options[name] ~= nil then return nil end
      if row.many then
        options[name] = options[name] or {}
        options[name][#options[name] + 1] = value
      else
        options[name] = value
      end
    elseif argv[at]:find "^%-" then
      return nil
    else
      rest[#rest + 1] = argv[at]
    end
    at = at + 1
  end
  options.rest = rest
  return options
end

-- Returns a parser of the flags of a job: of those that may be in `argv`, or of all when it is nil.
local function new_parser(job, argv)
  local parser = require "argparse"("yschema"):add_help(false):usage(commands.about[job].usage)
  for _, row in ipairs(own_rows(job)) do
    local is_needed = not argv or may_be_given(row, argv)
    if is_needed and row[2] then
      local option = parser:option(row[1])
      option:count(row.many and "*" or "?")
      if row.convert then option:convert(row.convert) end
    elseif is_needed then
      parser:flag(row[1]):count "*":init(nil):action(switch_on)
    end
  end
  parser:argument "rest":args "*":hidden(true)
  return parser
end

-- Parses the flags. To make a parser of all flags takes longer than to parse them, so the first one has
-- only those that are given. When it finds an error or an unexpected word, the parser of all flags decides.
local function options_in(job, by_name, argv)
  local ok, options = true, plain_options(by_name, argv)
  if not options then
    ok, options = new_parser(job, argv):pparse(argv)
    if not ok or options.rest[1] then ok, options = new_parser(job):pparse(argv) end
  end
  if not ok then return nil, options end
  for _, row in ipairs(rows_of(job)) do
    if row.many then
      local name = option_name(row)
      options[name] = options[name] or {}
    end
  end
  return options
end

-- Lists the flags that take no argument; all names of a flag have the same value.
local function switches_in(by_name)
  local switches = {}
  for name, row in pairs(by_name) do
    if not row[2] then switches[name] = row[1] end
  end
  return switches
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

-- Returns a problem with an empty argument of a flag, or nil. It mostly comes from a variable of the shell that is not
-- set.
local function problem_in_arguments(job, options)
  for _, row in ipairs(own_rows(job)) do
    local given = row[2] and not row.convert and options[option_name(row)]
    if given and has(type(given) == "table" and given or { given }, "") then
      return row[1]:match "^%S+" .. ": its argument is empty"
    end
  end
end

-- Returns a problem with an argument that is joined to -v, or nil. It may be a value, so it is not shown.
local function problem_in_joined_values(options, argv)
  for _, word in ipairs(options.data_value or {}) do
    if not word:find("=", 1, true) and has(argv, "-v" .. word) then return "-v...: expected key=value" end
  end
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

-- Returns the command line without flags that only ytt knows, or nil and the problem. Those have long names; the short
-- ones may have a value, as in -s=true.
local function without_ytt_flags(by_name, argv)
  for _, word in ipairs(argv) do
    if word:find "^%-%-" and not by_name[word] or word:find "^%-.+=" then
      return require("yschema.command.ytt_flags").plain(argv, switches_in(by_name))
    end
  end
  return argv
end

-- Returns a problem with the words after the options, or with options that exclude each other, or nil.
local function problem_in_call(job, options, argv)
  local about = commands.about[job]
  if about.module then
    if options.help or options.version or options.licenses then return nil end
    local split = job == "explain" and argv and require("yschema.command.advice").on_split_value(options.rest, argv)
    return split or require(about.module).invalid_argument(options)
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
function flags.parse(job, argv, plainly)
  local by_name = rows_by_name(job)
  local plain, problem = without_ytt_flags(by_name, argv)
  if not plain then return nil, problem end
  local options
  options, problem = options_in(job, by_name, plain)
  if not options and plainly then return nil, problem end
  if not options then return nil, require("yschema.command.advice").on_flags(flags, job, argv, problem) end
  problem = problem_in_arguments(job, options) or problem_in_call(job, options, not plainly and argv or nil)
    or problem_in_formats(job, options) or problem_in_joined_values(options, argv)
  options.named_files = files_in(job, options)
  problem = problem or problem_in_files(job, options)
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
