--- How a command line becomes options, and what help tells about the flags.
--
-- @module yschema.command.flags

local commands = require "yschema.command.commands"
local flag_table = require "yschema.command.flag_table"

local flags = {}

local ipairs, require, table = ipairs, require, table

local rows_of = flag_table.rows_of

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
  if not row.job then
    local about = commands.about[job]
    if about.flags then return (" " .. about.flags .. " "):find(" " .. option_name(row) .. " ", 1, true) ~= nil end
    return row.everywhere or not about.plain
  end
  return (" " .. row.job .. " "):find(" " .. job .. " ", 1, true) ~= nil
end

-- Returns a parser of the flags of a job: of those that may be in `argv`, or of all when it is nil.
local function new_parser(job, argv)
  local about = commands.about[job]
  local parser = require "argparse"("yschema", about.about)
    :add_help(false)
    :usage(about.usage)
    :help_max_width(78)
  for _, row in ipairs(rows_of(job)) do
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
-- only those that are given. When it finds a violation or an unexpected word, the parser of all flags validates.
local function options_in(job, argv)
  local ok, options = new_parser(job, argv):pparse(argv)
  if not ok or options.rest[1] then ok, options = new_parser(job):pparse(argv) end
  if not ok then return nil, options end
  for _, row in ipairs(rows_of(job)) do
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
  for _, row in ipairs(rows_of(job)) do
    if not row[2] and is_of(row, job) then
      for name in row[1]:gmatch "%S+" do switches[name] = row[1] end
    end
  end
  return switches
end

-- Says what is wrong with paths and prefixes, or returns nil. An empty one mostly comes from a variable of
-- the shell that is not set.
local function violation_in_arguments(options, argv)
  local stdin = 0
  for _, name in ipairs { "file", "data_values_file", "data_values_env", "data_values_env_yaml" } do
    for _, word in ipairs(options[name] or {}) do
      if word == "" then return ("--%s: its argument is empty"):format((name:gsub("_", "-"))) end
      if name:find "file$" and (word == "-" or word:find "^[^=]+=%-$") then stdin = stdin + 1 end
    end
  end
  for _, word in ipairs(options.data_value or {}) do
    -- It may be the value that is joined to -v, so it is not shown.
    for _, given in ipairs(word:find("=", 1, true) and {} or argv) do
      if given == "-v" .. word then return "-v...: expected key=value" end
    end
  end
  if stdin > 1 then return "standard input (-) can be read only once" end
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

-- Says what is wrong with the words behind the options, and with options that do not go together, or returns nil.
local function violation_in_call(job, options, argv)
  local about = commands.about[job]
  if about.module then
    if options.help or options.version then return nil end
    local torn = job == "explain" and argv and require("yschema.command.invalid_arguments").torn_value(options.rest, argv)
    if torn then return torn end
    return require(about.module).misuse(options)
  elseif about.plain then
    return require("yschema.command.invalid_arguments").violation(job, options)
  elseif options.rest[1] then
    return require("yschema.command.invalid_arguments").unexpected(job, options.rest, argv and { flags = flags, argv = argv })
  end
end

-- The words that --report takes.
local function report_words(job)
  for _, row in ipairs(rows_of(job)) do
    if row[1] == "--report" and is_of(row, job) then return flag_table.words_of[row.convert] or {} end
  end
  return {}
end

--- Tells whether a word is a format of the reports of a job.
---@param job string
---@param word? string
---@return boolean
function flags.is_report(job, word)
  for _, format in ipairs(report_words(job)) do
    if word == format then return true end
  end
  return false
end

-- Lists the formats of reports that a file may have.
local function report_formats(job)
  local words = {}
  for _, word in ipairs(report_words(job)) do
    if word ~= "text" and word ~= "github" then words[#words + 1] = word end
  end
  local last = table.remove(words)
  return words[1] and table.concat(words, ", ") .. " or " .. last or last
end

--- Parses the arguments of a job.
---@param job string "apply", or the name of a command
---@param argv string[]
---@param plainly? boolean a problem is reported without advice
---@return table? options
---@return string? problem
function flags.parse(job, argv, plainly)
  local plain, violation = without_ytt_flags(job, argv)
  if not plain then return nil, violation end
  local options
  options, violation = options_in(job, plain)
  if not options and plainly then return nil, violation end
  if not options then return nil, require("yschema.command.advice").on_flags(flags, job, argv, violation) end
  violation = violation_in_call(job, options, not plainly and argv or nil)
  if violation then return nil, violation end
  options.report_is_result = commands.about[job].report_is_result
  local output = options.output or "yaml"
  if job == "apply" and not options.data_values_schema_inspect and output ~= "yaml" and output ~= "json" then
    return nil, ("-o %s shows a schema: add --schema-inspect"):format(output)
  end
  if job == "check" and options.report == "ndjson" then
    options.ndjson, options.report = true, nil
  elseif options.report_file and (options.report or "text") == "text" then
    return nil, "--report-file needs a format: add --report " .. report_formats(job)
  end
  local problem = violation_in_arguments(options, argv)
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
  if row.convert and flag_table.words_of[row.convert] then return flag_table.words_of[row.convert] end
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
  for _, row in ipairs(rows_of(job)) do
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
  for _, row in ipairs(flag_table.rows) do
    if row.many and row[1] ~= "-f --file" and options[option_name(row)][1] then return true end
  end
  return false
end

return flags
