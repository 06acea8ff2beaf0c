--- The commands: what `--help`, the pages of the manual and completion tell about each of them. The flags
-- have a table of their own, in yschema/command/flags.lua.
--
-- @module yschema.command.commands

local commands = {}

local concat, ipairs, pairs, rawget, require, setmetatable =
  table.concat, ipairs, pairs, rawget, require, setmetatable

--- What is reported about a command.
---@class yschema.Command
---@field usage string the lines that show how it is called
---@field summary string what it does, for lists of commands
---@field about string what it does, in sentences
---@field examples { [1]: string, [2]: string }[] a line that a user types, and what it does
---@field words? "files"|string[] what may stand behind the options
---@field configurations? boolean the names of configurations may stand there, too
---@field flags? string of the flags that most commands share, it takes only these
---@field plain? boolean of the flags that most commands share, it takes only -h
---@field module? string has `run(options, settings, streams, out) -> status` and `misuse(options) -> problem?`
---@field report_is_result? boolean reports for programs go to standard output
---@field status? table<integer, string> exit statuses that mean something else than for most commands

--- The commands that have a word of their own, in the order of lists.
commands.names = {
  "check", "overlay", "explain", "diff", "infer", "import", "migrate", "publish", "rollback", "fleet", "init",
  "completion", "man",
}

--- The shells that completion is written for.
commands.shells = { "bash", "zsh", "fish" }

--- What is reported about each command; `apply` is `yschema` without such a word. The texts about the commands around a
-- schema's life are read when one of them is asked for, because a run needs none of them.
---@type table<string, yschema.Command>
commands.about = {
  apply = {
    usage = "Usage: yschema -f schema.yml [-f values.yml] [options]\n       yschema COMMAND [options]",
    summary = "check YAML against a schema, and fill in its defaults",
    about = "Checks YAML data values against a schema, fills in defaults, and prints the result.",
    examples = {
      { "yschema -f schema.yml -f values.yml", "Print the complete values, or all that is wrong with them." },
      { "yschema -f schema.yml -f values.yml -v port=8080 -o json", "Set a value, and print JSON." },
      { "yschema -f schema.yml --schema-inspect -o json-schema", "Print the schema as a JSON Schema." },
    },
  },
  check = {
    usage = "Usage: yschema check -f schema.yml [options] FILE...\n"
      .. "       yschema check [options] [CONFIGURATION or FILE]...\n"
      .. "       yschema check --lines [-f schema.yml] [options] [CONFIGURATION]",
    summary = "validate many files, each document by itself",
    about = "Validates many files, each document by itself. Without -f, the project file .yschema.yml says what is"
      .. " validated by which schema. A folder stands for its .yml, .yaml and .json files, - for standard input;"
      .. " *, ?, ** and {a,b} make patterns.",
    examples = {
      { "yschema check", "Validate all that the project file lists." },
      { "yschema check -f schema.yml deploy/ 'values/**/*.yml'", "Validate a folder and all files that fit a pattern." },
      { "yschema check -f schema.yml --report sarif deploy/ >yschema.sarif", "Write a report for code scanning." },
    },
    words = "files", configurations = true,
    module = "yschema.command.check",
    report_is_result = true,
    status = {
      [0] = "Every document is valid.",
      [1] = "A document is not valid.",
      [2] = "A file cannot be read, or the schema or the call is wrong.",
    },
  },
  overlay = {
    usage = "Usage: yschema overlay -f base.yml -f overlay.yml [options]",
    summary = "apply overlays to any YAML",
    about = "Applies overlays to YAML documents, and prints the result.",
    examples = { { "yschema overlay -f base.yml -f site.yml", "Print base.yml with the changes of site.yml." } },
  },
  init = {
    usage = "Usage: yschema init [DIR]",
    summary = "write a schema, values and a project file to begin with",
    about = "Writes three commented files to begin with into DIR, or into this folder: the project file"
      .. " .yschema.yml, schema.yml and values.yml.",
    examples = { { "yschema init conf", "Write conf/.yschema.yml, conf/schema.yml and conf/values.yml." } },
    words = "files",
    plain = true,
    status = { [0] = "The files are there.", [2] = "A file was there already, or cannot be written." },
  },
  completion = {
    usage = "Usage: yschema completion bash|zsh|fish",
    summary = "print the completion for a shell",
    about = "Prints what makes a shell complete the commands, flags and arguments of yschema.",
    examples = {
      { "source <(yschema completion bash)", "Complete in this bash; in ~/.bashrc, in each." },
      { "yschema completion zsh >~/.zsh/_yschema", "For zsh, into a folder of its fpath." },
      { "yschema completion fish >~/.config/fish/completions/yschema.fish", "For fish." },
    },
    words = commands.shells,
    plain = true,
    status = { [0] = "It was printed.", [2] = "There is none for this shell." },
  },
  man = {
    usage = "Usage: yschema man [COMMAND]",
    summary = "print a page of the manual",
    about = "Prints the page of the manual about yschema, or about one of its commands, as man reads it.",
    examples = { { "yschema man check | man -l -", "Show the page about yschema check." } },
    words = commands.names,
    plain = true,
    status = { [0] = "It was printed.", [2] = "There is no such command." },
  },
}

-- What is reported about the commands for fleets and about the life of a schema is long, and others start
-- faster without it.
local of_fleets = { publish = true, rollback = true, fleet = true }

setmetatable(commands.about, { __index = function(about, name)
  if of_fleets[name] then return require "yschema.command.fleet.about".commands[name] end
  for other, text in pairs(require "yschema.command.lifecycle.about") do about[other] = text end
  return rawget(about, name)
end })

--- Tells whether a word names a command.
---@param word? string
---@return boolean
function commands.is(word)
  for _, name in ipairs(commands.names) do
    if name == word then return true end
  end
  return false
end

--- Returns what the help of a command tells below its flags: the other commands, and examples.
---@param job string "apply", or the name of a command
---@return string
function commands.more_help(job)
  local parts = {}
  if job == "apply" then
    parts[1] = "\nCommands, each with a --help of its own:\n"
    for _, name in ipairs(commands.names) do
      parts[#parts + 1] = ("   yschema %-11s %s\n"):format(name, commands.about[name].summary)
    end
  end
  parts[#parts + 1] = "\nExamples:\n"
  for _, example in ipairs(commands.about[job].examples) do
    parts[#parts + 1] = ("   %s\n       %s\n"):format(example[1], example[2])
  end
  return concat(parts)
end

--- The exit statuses of most commands.
commands.statuses = {
  [0] = "The data is valid.",
  [1] = "The data has violations.",
  [2] = "The call, the input or the schema is invalid, or the result cannot be written.",
}

return commands
