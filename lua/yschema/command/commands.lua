--- The commands, for `--help`, the manual and completion. Their flags are in yschema/command/flag_table.lua.
--
-- @module yschema.command.commands

local data_endings = require "yschema.base.file_kinds".data_endings "and"
local has = require "yschema.base.plain_tables".has

local commands = {}

--- The texts about a command, and how it runs.
---@class yschema.Command
---@field usage string the lines that show how it is called
---@field summary string what it does, for lists of commands
---@field about string what it does, in sentences
---@field examples { [1]: string, [2]: string }[] a line that a user types, and what it does
---@field words? "files"|"packs"|string[] what may follow the options
---@field has_path? boolean the first of them is the path of a value
---@field configurations? boolean the names of configurations may follow the options, too
---@field flags? string of the flags that most commands share, it takes only these
---@field plain? boolean of the flags that most commands share, it takes only -h
---@field module? string has `run(options, settings, streams, out) -> status` and `invalid_argument(options) ->
---  problem?`
---@field runner? string has only `run`: `advice` says what is wrong with the words of the call
---@field report_is_result? boolean reports for programs go to standard output
---@field report_has_blocks? boolean reports for people have a block for each violation, and go to standard output
---@field status? table<integer, string> exit statuses, if they mean something else than for most commands

--- The commands that have a word of their own, in the order of lists.
commands.names = {
  "check", "inspect", "explain", "overlay", "diff", "infer", "import", "example", "migrate", "fix", "set", "get",
  "test", "packs", "publish", "rollback", "fleet", "lsp", "init", "completion", "man",
}

--- The first words of `yschema import`.
commands.kinds_of_imports = { "json-schema", "crd", "openapi", "apisix" }

--- The shells that completion is written for.
commands.shells = { "bash", "zsh", "fish" }

--- Each command by its name; `apply` is `yschema` without a command. Texts that a run does not need are read on demand.
---@type table<string, yschema.Command>
commands.about = {
  apply = {
    runner = "yschema.command.results.apply",
    usage = "Usage: yschema -f schema.yml [-f values.yml] [options]\n       yschema COMMAND [options]",
    summary = "validate YAML against a schema, and fill in its defaults",
    about = "Validate YAML data values against a schema, fill in defaults, and print the result.",
    examples = {
      { "yschema -f schema.yml -f values.yml", "Print the complete values, or all violations." },
      { "yschema -f schema.yml -f values.yml -v port=8080 --format json", "Set a value, and print JSON." },
    },
  },
  check = {
    usage = "Usage: yschema check -f schema.yml [options] FILE...\n"
      .. "       yschema check [options] [CONFIGURATION or FILE]...\n"
      .. "       yschema check --lines [-f schema.yml] [options] [CONFIGURATION]",
    summary = "validate many files, each document by itself",
    about = "Validate many files, each document by itself. Without -f, the project file .yschema.yml lists files and"
      .. " their schemas. A folder means its " .. data_endings .. " files, - standard input; *, ?, ** and {a,b} form"
      .. " patterns.",
    examples = {
      { "yschema check", "Validate all that the project file lists." },
      { "yschema check -f schema.yml deploy/ 'values/**/*.yml'", "Validate a folder, and the files of a pattern." },
      { "yschema check --baseline known.yml", "Report only violations that are not listed in known.yml." },
      { "yschema check -f schema.yml --report sarif deploy/ >yschema.sarif", "Write a report for code scanning." },
    },
    words = "files", configurations = true,
    module = "yschema.command.check",
    report_is_result = true, report_has_blocks = true,
    status = {
      [0] = "Every document is valid.",
      [1] = "A document is invalid.",
      [2] = "A file cannot be read, or the schema or the call is invalid.",
    },
  },
  inspect = {
    runner = "yschema.command.results.inspect",
    usage = "Usage: yschema inspect -f schema.yml [--format FORMAT] [-o FILE] [options]",
    summary = "print a schema: as YAML, OpenAPI, JSON Schema or HTML",
    about = "Print a schema: its keys, types, defaults, rules and documentation, as YAML or JSON, as an OpenAPI"
      .. " document, as a JSON Schema, or as an HTML page. No values are read.",
    examples = {
      { "yschema inspect -f schema.yml", "Print the schema as YAML." },
      { "yschema inspect -f schema.yml --format json-schema -o schema.json", "Write a JSON Schema for editors." },
    },
  },
  overlay = {
    runner = "yschema.command.results.overlay",
    usage = "Usage: yschema overlay -f base.yml -f overlay.yml [options]",
    summary = "apply overlays to any YAML",
    about = "Apply overlays to YAML documents, and print the result.",
    examples = { { "yschema overlay -f base.yml -f site.yml", "Print base.yml with the changes of site.yml." } },
  },
  init = {
    runner = "yschema.command.lifecycle.first_files",
    usage = "Usage: yschema init [DIR] [--from FILE]...",
    summary = "write a first schema, values and a project file",
    about = "Write three commented files to begin with into DIR, or into this folder: the project file"
      .. " .yschema.yml, schema.yml and values.yml. With --from, write schemas of your own files, and a project file"
      .. " that validates them.",
    examples = { { "yschema init conf", "Write conf/.yschema.yml, conf/schema.yml and conf/values.yml." },
      { "yschema init --from deploy", "Write a schema of the files in deploy, and a project file for them." } },
    words = "files",
    plain = true,
    status = { [0] = "The files were written.", [2] = "A file exists already, or cannot be written." },
  },
  completion = {
    usage = "Usage: yschema completion bash|zsh|fish",
    summary = "print the completion for a shell",
    about = "Print a script that makes a shell complete the commands, flags and arguments of yschema.",
    examples = {
      { "source <(yschema completion bash)", "Complete in this bash; in ~/.bashrc, in each." },
      { "yschema completion zsh >~/.zsh/_yschema", "For zsh, into a folder of its fpath." },
      { "yschema completion fish >~/.config/fish/completions/yschema.fish", "For fish." },
    },
    words = commands.shells,
    plain = true,
    status = { [0] = "The script was printed.", [2] = "There is none for this shell." },
  },
  man = {
    usage = "Usage: yschema man [COMMAND]",
    summary = "print a page of the manual",
    about = "Print the page of the manual about yschema, or about one of its commands, as man reads it.",
    examples = { { "yschema man check | man -l -", "Show the page about yschema check." } },
    words = commands.names,
    plain = true,
    status = { [0] = "The page was printed.", [2] = "There is no such command." },
  },
}

local of_fleets = { publish = true, rollback = true, fleet = true }

setmetatable(commands.about, { __index = function(about, name)
  if of_fleets[name] then return require "yschema.command.fleet.about".commands[name] end
  for other, text in pairs(require "yschema.command.lifecycle.about") do about[other] = text end
  return rawget(about, name)
end })

--- Returns whether a word names a command.
---@param word? string
---@return boolean
function commands.is(word) return has(commands.names, word) end

--- The exit statuses of most commands.
commands.statuses = {
  [0] = "The data is valid.",
  [1] = "The data has violations.",
  [2] = "The call, the input or the schema is invalid, or the result cannot be written.",
}

return commands
