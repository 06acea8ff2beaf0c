--- Finds the call that was meant by one that is nearly right: with a flag or a command of another tool, or with a
-- misspelt one.
--
-- @module yschema.command.advice

local commands = require "yschema.command.commands"
local suggestion = require "yschema.base.suggestion"
local typed_line = require "yschema.base.typed_line"
local value_flags = require "yschema.command.value_flags"

local advice = {}

local ipairs, select, table = ipairs, select, table
local unpack = table.unpack or unpack -- luacheck: ignore

local MOST_WORDS = 20 -- in a line that is worth to be shown

-- What flags of other tools are called here; "" is nothing: what they ask for is done anyway, or their argument stands
-- without a flag.
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
    ["--set"] = "-v", ["--set-string"] = "-v", ["--format"] = "-o", ["--output-format"] = "-o", ["--verbose"] = "",
  },
}

-- What commands of other tools are called here.
local verbs = {
  validate = "check", lint = "check", verify = "check", test = "check", vet = "check", generate = "infer",
  convert = "import", compare = "diff", version = "--version",
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

-- Returns what is meant by a flag that the job does not have: a name, "" or nil. `-r` asks for a report where a format
-- follows, and for the files of folders elsewhere.
local function meant_by(flags, job, name, value, long)
  local meant = (foreign[job] or {})[name]
  if name == "-r" and flags.is_report(job, value) then return "--report" end
  if meant == "-f" and job == "check" and (value or ""):find "%.json$" then return "--json-schema" end
  return meant or name:sub(1, 2) == "--" and suggestion.nearest(name, long) or nil
end

-- Splits a word that is a flag for a value with its argument behind it, `--data-valuea.b=text`, or returns nil. The
-- argument is "" if it has no "=".
local function joined_to_value_flag(name, value)
  local flag, key = name:match "^(%-%-data%-value%-yaml)(%w.*)$"
  if not flag then flag, key = name:match "^(%-%-data%-value%-file)(%w.*)$" end
  if not flag then flag, key = name:match "^(%-%-data%-value)(%w.*)$" end
  if flag and not key:find "^s%-" then return flag, value and key .. "=" .. value or "" end
end

-- Returns the words of a call with flags that the job has.
local function rewritten(flags, job, argv)
  local set, long = names_of(flags, job)
  local words = {}
  for i, word in ipairs(argv) do
    local name, value = word:match "^(%-%-[^=]+)=(.*)$"
    name = name or word
    local flag, argument, meant
    if word:find "^%-." and not set[name] then
      flag, argument = joined_to_value_flag(name, value)
      meant = not flag and meant_by(flags, job, name, value or argv[i + 1], long)
    end
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
  return words
end

local function without_value(argument)
  return argument:find("=", 1, true) and value_flags.shown(argument) or "..."
end

-- Returns words without the values that flags give: these may be ones that must not be shown.
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

-- Returns the command that was meant by the first word of a call, or nil.
local function command_in(word)
  if not word or word:find "^%-" or word:find "[./]" then return nil end
  return verbs[word] or suggestion.nearest(word, { unpack(commands.names) })
end

--- Says that there is no command of this name, and which call was meant, or returns nil when the first word of a call
-- is none.
---@param flags table the module yschema.command.flags, which is the one that asks
---@param argv string[]
---@return string? problem
function advice.on_command(flags, argv)
  local word, meant = argv[1], command_in(argv[1])
  if not meant then return nil end
  local problem = ("there is no command '%s'"):format(value_flags.shown_word(word))
  if meant:sub(1, 2) == "--" then return ("%s; did you mean: yschema %s"):format(problem, meant) end
  local line = line_of(flags, meant, rewritten(flags, meant, { select(2, unpack(argv)) }))
  return line and ("%s; did you mean: %s"):format(problem, line)
    or ("%s (did you mean 'yschema %s'?)"):format(problem, meant)
end

--- Adds to what is wrong with a call which one was meant.
---@param flags table the module yschema.command.flags
---@param job string "apply", or the name of a command
---@param argv string[]
---@param problem string
---@return string problem
function advice.on_flags(flags, job, argv, problem)
  local said = problem:match "^unknown option '[^']*'"
  if not said then return problem end
  local command = job == "apply" and advice.on_command(flags, argv)
  if command then return command end
  local line = line_of(flags, job, rewritten(flags, job, argv))
  return line and ("%s; did you mean: %s"):format(said, line) or problem
end

--- Says which call was meant by one that names files without a flag, or returns nil.
---@param flags table the module yschema.command.flags
---@param argv string[]
---@param stray string[] the words that stand there without a flag
---@return string?
function advice.on_files(flags, argv, stray)
  local words, next_stray = {}, 1
  for _, word in ipairs(argv) do
    if word == stray[next_stray] then
      if not word:find "[./]" or word:find("=", 1, true) then return nil end
      words[#words + 1] = "-f"
      next_stray = next_stray + 1
    end
    words[#words + 1] = word
  end
  return line_of(flags, "apply", words)
end

return advice
