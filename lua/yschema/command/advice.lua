--- Explains invalid command lines, and suggests the correct one for misspelt flags and commands, and for those of other
-- tools.
--
-- @module yschema.command.advice

local commands = require "yschema.command.commands"
local file_access = require "yschema.base.file_access"
local file_kinds = require "yschema.base.file_kinds"
local formats = require "yschema.report.formats"
local has = require "yschema.base.plain_tables".has
local suggestion = require "yschema.base.suggestion"
local typed_line = require "yschema.base.shell".line
local value_flags = require "yschema.command.value_flags"

local advice = {}

local unpack = table.unpack or unpack -- luacheck: ignore

local MOST_WORDS = 20 -- in a line that is worth showing

-- The flags of other tools, and our flags for the same. "": we need no flag for it, or none before its argument.
local foreign = {
  check = {
    ["--schema"] = "-f", ["--schema-file"] = "-f", ["--schemas"] = "-f", ["--schemafile"] = "-f",
    ["--values"] = "", ["--values-file"] = "", ["--files"] = "", ["--filename"] = "", ["--input"] = "",
    ["--data"] = "", ["--config"] = "--project", ["--config-file"] = "--project", ["-c"] = "--project",
    ["--format"] = "--report", ["--output-format"] = "--report", ["--output"] = "--report", ["-o"] = "--report",
    ["--parallel"] = "--jobs", ["--workers"] = "--jobs", ["--threads"] = "--jobs", ["-n"] = "--jobs",
    ["--recursive"] = "", ["-r"] = "", ["-R"] = "", ["--verbose"] = "", ["-v"] = "", ["--summary"] = "",
  },
  apply = {
    ["--schema"] = "-f", ["--schema-file"] = "-f", ["--schemas"] = "-f",
    ["--values"] = "-f", ["--values-file"] = "-f", ["--data"] = "-f", ["--input"] = "-f",
    ["--set"] = "-v", ["--set-string"] = "-v", ["--output-format"] = "--format", ["--verbose"] = "",
  },
  import = { ["--strict"] = "--exact", ["-s"] = "--exact" },
}

-- The commands of other tools, and our commands for the same.
local verbs = {
  validate = "check", lint = "check", verify = "check", test = "check", vet = "check", generate = "infer",
  convert = "import", compare = "diff", describe = "inspect", version = "--version",
}

-- The names of a job's flags: as a set, and the long ones as a list.
local function names_of(flags, job)
  local set, long = {}, {}
  for _, flag in ipairs(flags.list(job)) do
    for _, name in ipairs(flag.names) do
      set[name] = true
      if name:sub(1, 2) == "--" then long[#long + 1] = name end
    end
  end
  return set, long
end

-- Returns our flag for one that the job does not have: a name, "" or nil. `-r` asks for a report if a format follows,
-- and for the files of folders otherwise.
local function meant_by(flags, job, name, value, long)
  local meant = (foreign[job] or {})[name]
  if name == "-r" and flags.is_report(job, value) then return "--report" end
  if meant == "-f" and job == "check" and file_kinds.is_json(value or "") then return "--json-schema" end
  return meant or name:sub(1, 2) == "--" and suggestion.nearest(name, long) or nil
end

-- Splits a word in which an argument directly follows a flag for a value, `--data-valuea.b=text`, or returns nil. The
-- argument is "" if it has no "=".
local function joined_to_value_flag(name, value)
  local flag, key = name:match "^(%-%-data%-value%-yaml)(%w.*)$"
  if not flag then flag, key = name:match "^(%-%-data%-value%-file)(%w.*)$" end
  if not flag then flag, key = name:match "^(%-%-data%-value)(%w.*)$" end
  if flag and not key:find "^s%-" then return flag, value and key .. "=" .. value or "" end
end

-- Returns the words of a call with flags that the job has, and the first flag that it does not have.
local function rewritten(flags, job, argv)
  local set, long = names_of(flags, job)
  local words, unknown = {}, nil
  for i, word in ipairs(argv) do
    local name, value = word:match "^(%-%-[^=]+)=(.*)$"
    name = name or word
    local flag, argument, meant
    if word:find "^%-." and not set[name] then
      flag, argument = joined_to_value_flag(name, value)
      meant = not flag and meant_by(flags, job, name, value or argv[i + 1], long)
    end
    if flag or meant then unknown = unknown or name end
    if flag and set[flag] then
      words[#words + 1] = argument == "" and word or flag
      words[#words + 1] = argument ~= "" and argument or nil
    elseif meant then
      if meant ~= "" then words[#words + 1] = meant end
      words[#words + 1] = value
    else
      words[#words + 1] = word
    end
  end
  return words, unknown
end

local function without_value(argument)
  return argument:find("=", 1, true) and value_flags.shown(argument) or "..."
end

-- Returns words without the values that flags give, which may be sensitive.
local function shown(words)
  local list = {}
  for i, word in ipairs(words) do
    local flag, argument = word:match "^(%-%-data%-value[-%a]*=)(.*)$"
    if value_flags.names[words[i - 1]] == true then
      word = without_value(word)
    elseif flag and value_flags.names[flag:sub(1, -2)] == true then
      word = flag .. without_value(argument)
    end
    list[i] = word
  end
  return list
end

-- Returns a line with these words if it is a call.
local function line_of(flags, job, words)
  if #words > MOST_WORDS or not flags.parse(job, words, true) then return nil end
  return typed_line({ "yschema" }, job == "apply" and {} or { job }, shown(words))
end

-- Returns our command for the first word of a call, which is not one, or nil.
local function command_in(word)
  if not word or word:find "^%-" or word:find "[./]" then return nil end
  return verbs[word] or suggestion.nearest(word, { unpack(commands.names) })
end

--- Returns a problem with the first word of a call, and the call that was probably meant; nil if the word does not look
-- like a command.
---@param flags table the module yschema.command.flags, which is the one that asks
---@param argv string[]
---@return string? problem
function advice.on_command(flags, argv)
  local word, meant = argv[1], command_in(argv[1])
  if not meant then return nil end
  local problem = ("there is no command '%s'"):format(value_flags.shown_word(word))
  if meant:sub(1, 2) == "--" then return ("%s; did you mean: yschema %s"):format(problem, meant) end
  local line = line_of(flags, meant, (rewritten(flags, meant, { select(2, unpack(argv)) })))
  return line and ("%s; did you mean: %s"):format(problem, line)
    or ("%s (did you mean 'yschema %s'?)"):format(problem, meant)
end

--- Adds the call that was probably meant to a problem with flags.
---@param flags table the module yschema.command.flags
---@param job string "apply", or the name of a command
---@param argv string[]
---@param problem string
---@return string problem
function advice.on_flags(flags, job, argv, problem)
  local command = job == "apply" and advice.on_command(flags, argv)
  if command then return command end
  local words, unknown = rewritten(flags, job, argv)
  local line = unknown and line_of(flags, job, words)
  return line and ("unknown option '%s'; did you mean: %s"):format(unknown, line) or problem
end

-- Returns the call in which -f is before each file that was named without a flag, or nil.
local function with_file_flags(flags, argv, unexpected)
  local words, next_unexpected = {}, 1
  for _, word in ipairs(argv) do
    if word == unexpected[next_unexpected] then
      if not word:find "[./]" or word:find("=", 1, true) then return nil end
      words[#words + 1] = "-f"
      next_unexpected = next_unexpected + 1
    end
    words[#words + 1] = word
  end
  return line_of(flags, "apply", words)
end

--- Returns a problem with the words after the options of a command that takes at most one, or nil.
---@param job string the name of the command
---@param options table
---@return string? problem
function advice.on_word(job, options)
  local rest, words = options.rest, commands.about[job].words
  if options.help then return nil end
  if rest[2] then return ("yschema %s: unexpected argument '%s'"):format(job, value_flags.shown_word(rest[2])) end
  if rest[1] == "" then return "an argument is empty" end
  if words == "files" then return nil end
  local listed = require("yschema.command.flag_table").listed(words)
  if not rest[1] and job == "completion" then return "yschema completion: name a shell, " .. listed end
  if not rest[1] or has(words, rest[1]) then return nil end
  return ("yschema %s: there is none for '%s', use %s"):format(job, value_flags.shown_word(rest[1]), listed)
end

--- Returns a problem if a word is probably the value of a flag that was not joined to it by "=", or nil. The word is
-- not shown, because the value may be sensitive.
---@param unexpected string[] the words after the options
---@param argv string[] the words of the call
---@return string? problem
function advice.on_split_value(unexpected, argv)
  local is_unexpected = {}
  for _, word in ipairs(unexpected) do is_unexpected[word] = true end
  for i = 2, #argv do
    local flag, argument = value_flags.joined(argv[i - 1])
    if not flag then flag, argument = argv[i - 2], argv[i - 1] end
    if is_unexpected[argv[i]] and value_flags.names[flag] and not argument:find("=", 1, true) then
      return ("%s '%s': expected key=value in one argument, but the value is another one"):format(flag,
        value_flags.shown(argument))
    end
  end
end

--- Returns the problem with words after the options of a command that takes none. The first word of all may be a
-- misspelt command.
---@param job string "apply", or the name of a command
---@param unexpected string[] the words after the options
---@param call? { flags: table, argv: string[] } the module of flags and the words of the call, to suggest a correct one
---@return string problem
function advice.on_words(job, unexpected, call)
  local split = call and advice.on_split_value(unexpected, call.argv)
  if split then return split end
  local line
  if call and job == "apply" then
    local problem = unexpected[1] == call.argv[1] and advice.on_command(call.flags, call.argv)
    if problem then return problem end
    line = with_file_flags(call.flags, call.argv, unexpected)
  end
  return ("unexpected argument '%s' (files are given with -f%s)"):format(value_flags.shown_word(unexpected[1]),
    line and ": " .. line or "")
end

-- The words of a call except the file of the report, and the parts of words after an equals sign: each may name a file
-- to read.
local function other_words(argv)
  local words = {}
  for i, argument in ipairs(argv) do
    if argv[i - 1] ~= "--report-file" and not argument:find "^%-%-report%-file=" then
      words[#words + 1] = argument
      words[#words + 1] = argument:match "=(.+)$"
    end
  end
  return words
end

--- Returns the options that say how to print a problem with invalid arguments.
---@param argv string[]
---@return { report: string?, report_file: string? }
function advice.report_options(argv)
  local found = {}
  for i, argument in ipairs(argv) do
    local name, value = argument:match "^%-%-(report[-file]*)=(.*)$"
    if not name then name, value = argument:match "^%-%-(report[-file]*)$", argv[i + 1] end
    if name == "report" and formats.is_document(value) then found.report = value end
    if name == "report-file" then found.report_file = value end
  end
  if found.report_file and file_access.refusal(found.report_file, other_words(argv)) then
    return {}
  end
  return found
end

return advice
