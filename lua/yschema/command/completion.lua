--- Writes the completion of the command for a shell, from the tables of commands and flags.
--
-- The completion that argparse writes knows neither the words of a flag, such as those of `--report`, nor which flags
-- take files, and does not complete `--report=js`.
--
-- @module yschema.command.completion

local commands = require "yschema.command.commands"
local flags = require "yschema.command.flags"
local packs = require "yschema.packs.packs"
local quoted = require "yschema.base.shell".quoted

local completion = {}

local concat, ipairs, type = table.concat, ipairs, type

-- All jobs: `yschema` by itself and its commands.
local function jobs()
  local list = { "apply" }
  for _, name in ipairs(commands.names) do list[#list + 1] = name end
  return list
end

-- The words that come first after a command, before files.
local function first_words(job)
  return job == "import" and concat(commands.kinds_of_imports, " ") or nil
end

-- Returns the first sentence or part of a text, which is all that a shell shows.
local function short(text) return (text:gsub("([^.]%a)[.:;].*$", "%1")) end

-- Returns what may follow the options of a command, as `yschema.Command` has it.
local function words_of(job)
  local words = commands.about[job].words
  return words == "packs" and packs.names() or words
end

local function is_long(name) return name:sub(1, 2) == "--" end

-- ---- bash ---------------------------------------------------------------------------

-- Bash divides words at the equals sign; they are joined again here. Names of files are left to readline, which knows
-- about blanks, tildes and folders.
local bash_head = [=[
# Completion of yschema for bash, written by "yschema completion bash".

_yschema() {
    local IFS=$' \t\n'
    local current=${COMP_WORDS[COMP_CWORD]} at=$COMP_CWORD job=apply
    local before= prefix= words= flags= others=
    COMPREPLY=()
    if ((at > 1)); then
        case ${COMP_WORDS[1]} in
        %s) job=${COMP_WORDS[1]} ;;
        esac
    fi
    # --report=js is three words here, and so is the KEY=PATH after a flag.
    if [[ $current == "=" ]]; then current= at=$((at + 1)); fi
    before=${COMP_WORDS[at - 1]}
    # pack:kong is three words, too.
    if [[ $current == ":" && $before == pack ]]; then current= before=":" at=$((at + 1)); fi
    if [[ $before == ":" && ${COMP_WORDS[at - 2]} == pack ]]; then
        COMPREPLY=($(compgen -W "%s" -- "$current"))
        return
    fi
    # pack:prometheus@2.42 is five words; readline replaces the last two of them.
    if [[ $current == "@" && ${COMP_WORDS[at - 2]} == ":" ]]; then current= before="@" at=$((at + 1)); fi
    if [[ $before == "@" && ${COMP_WORDS[at - 3]} == ":" ]]; then
        prefix=${COMP_WORDS[at - 2]}@
        words=$(compgen -W "%s" -- "$prefix$current")
        COMPREPLY=($(compgen -P @ -W "${words//"$prefix"}" -- "$current"))
        return
    fi
    if [[ $before == "=" ]] && ((at > 2)); then
        before=${COMP_WORDS[at - 2]}
        [[ $before == --* ]] || before=${COMP_WORDS[at - 3]}=
    elif [[ $current == --*=* ]]; then
        before=${current%%%%=*} prefix=${current%%%%=*}= current=${current#*=}
    fi
    case $job in
]=]

local bash_tail = [=[
    esac
    if [[ -z $words && $current == -* ]]; then words=$flags; fi
    case ${words:=$others} in
    "(files)") return ;;
    "(none)") ;;
    "(configurations)") _yschema_configurations; return ;;
    "(schemas)") _yschema_schemas "$prefix"; return ;;
    "(rules)") COMPREPLY=($(compgen -P "$prefix" -W "$(command yschema explain --rules 2>/dev/null)" -- "$current")) ;;
    *) COMPREPLY=($(compgen -P "$prefix" -W "$words" -- "$current")) ;;
    esac
    # Where there is nothing to offer, names of files would mislead.
    if ((${#COMPREPLY[@]} == 0)); then compopt +o default 2>/dev/null; fi
}

# Names of packs, if one is begun, and files.
_yschema_schemas() {
    local name
    if [[ -z $current || pack: != "$current"* ]]; then return; fi
    COMPREPLY=($(compgen -P "$1" -W "%s" -- "$current"))
    while IFS= read -r name; do COMPREPLY+=("$1$name"); done < <(compgen -f -- "$current")
}

# Names of the project file's configurations, and files.
_yschema_configurations() {
    local name
    if [[ " ${COMP_WORDS[*]} " =~ \ (-f|--file|--json-schema|--project)[\ =] ]]; then return; fi
    while IFS= read -r name; do
        if [[ $name == "$current"* ]]; then COMPREPLY+=("$name"); fi
    done < <(command yschema check --list 2>/dev/null)
    if ((${#COMPREPLY[@]} == 0)); then return; fi
    while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen -f -- "$current")
    compopt -o filenames 2>/dev/null
}

complete -o default -F _yschema yschema
]=]

-- Returns the branch for a flag with an argument. A name with = is for what follows the = of its argument.
local function bash_argument(flag)
  local takes, patterns = flag.takes, {}
  for _, name in ipairs(flag.names) do
    if takes == "file after =" then
      patterns[#patterns + 1] = name .. "="
    else
      patterns[#patterns + 1] = name
      if takes == "files" or takes == "schemas" then patterns[#patterns + 1] = name .. "=" end
    end
  end
  local words = type(takes) == "table" and concat(takes, " ") or takes == "other" and "(none)"
    or (takes == "schemas" or takes == "rules") and "(" .. takes .. ")" or "(files)"
  local branch = "        %s) words=\"%s\" ;;\n"
  local line = branch:format(concat(patterns, " | "), words)
  if takes ~= "file after =" then return line end
  return line .. branch:format(concat(flag.names, " | "), "(none)")
end

local function bash_job(job)
  local names, arguments = {}, {}
  for _, flag in ipairs(flags.list(job)) do
    for _, name in ipairs(flag.names) do names[#names + 1] = name end
    if flag.takes then arguments[#arguments + 1] = bash_argument(flag) end
  end
  local words = words_of(job)
  local others = type(words) == "table" and concat(words, " ") or words == "files" and "(files)" or "(none)"
  if commands.about[job].configurations then others = "(configurations)" end
  local first = first_words(job) or job == "apply" and concat(commands.names, " ") .. " help"
  local out = { ("    %s)\n        flags=\"%s\"\n        others=\"%s\"\n"):format(job, concat(names, " "), others) }
  if first then
    out[2] = ("        if ((COMP_CWORD == %d)); then others=\"%s\"; fi\n"):format(job == "apply" and 1 or 2, first)
  end
  if arguments[1] then out[#out + 1] = "        case $before in\n" .. concat(arguments) .. "        esac\n" end
  return concat(out) .. "        ;;\n"
end

local function bash()
  local names = concat(packs.names(), " ")
  local out = { (bash_head:format(concat(commands.names, " | ") .. " | help", (names:gsub("pack:", "")),
    (concat(packs.versioned_names(), " "):gsub("pack:", "")))) }
  for _, job in ipairs(jobs()) do out[#out + 1] = bash_job(job) end
  out[#out + 1] = ("    help) others=\"%s\" ;;\n"):format(concat(commands.names, " "))
  return concat(out) .. bash_tail:format(names)
end

-- ---- zsh ----------------------------------------------------------------------------

local zsh_actions = {
  files = "_yschema_files", schemas = "_yschema_schemas", rules = "_yschema_rules",
  ["file after ="] = "_yschema_file_after", other = " " }

-- Brackets and colons divide the parts of a specification for _arguments.
local function zsh_text(text) return (short(text):gsub("[%[%]:\\]", "\\%0")) end

-- Returns the specifications of a flag for _arguments. Each flag may be repeated, as the command allows.
local function zsh_flag(flag)
  local specs = {}
  for _, name in ipairs(flag.names) do
    local spec = "*" .. name
    if flag.takes then
      local action = zsh_actions[flag.takes] or "(" .. concat(flag.takes, " ") .. ")"
      spec = ("%s[%s]:%s:%s"):format(spec .. (is_long(name) and "=" or "+"), zsh_text(flag.text), flag.argument, action)
    else
      spec = ("%s[%s]"):format(spec, zsh_text(flag.text))
    end
    specs[#specs + 1] = "        " .. quoted(spec) .. " \\\n"
  end
  return concat(specs)
end

local function zsh_job(job)
  local out = { ("_yschema_%s() {\n    _arguments -s -S : \\\n"):format(job) }
  for _, flag in ipairs(flags.list(job)) do out[#out + 1] = zsh_flag(flag) end
  local words = words_of(job)
  local action = words == "files" and "*:file:_files" or words and "1:word:(" .. concat(words, " ") .. ")"
    or "1:command:_yschema_commands"
  if commands.about[job].words == "packs" then action = "1:pack:_yschema_packs" end
  local first = first_words(job)
  if first then out[#out + 1] = ("        '1:kind:(%s)' \\\n"):format(first) end
  if job == "overlay" then action = "*: : " end
  if commands.about[job].configurations then action = "*:configuration or file:_yschema_configurations" end
  out[#out + 1] = "        " .. quoted(action) .. "\n}\n\n"
  return concat(out)
end

local zsh_tail = [=[
# Names of the project file's configurations, and files.
_yschema_configurations() {
    local -a names
    if (( ! ${words[(I)(-f|--file|--json-schema|--project)*]} )); then
        names=(${(f)"$(command yschema check --list 2>/dev/null)"})
    fi
    _alternative 'configurations:configuration:compadd -a names' 'files:file:_files'
}

# Names of rules.
_yschema_rules() {
    compadd -- ${(f)"$(command yschema explain --rules 2>/dev/null)"}
}

# Names of packs.
_yschema_packs() {
    if [[ $PREFIX == pack:*@* ]]; then compadd -- %s; else compadd -- %s; fi
}

# The name of a pack, if one is begun, or a path.
_yschema_schemas() {
    if [[ -n $PREFIX && pack: == $PREFIX* || $PREFIX == pack:* ]]; then _yschema_packs; fi
    _yschema_files
}

# A path, or that of NAME=PATH.
_yschema_files() {
    _files || { compset -P '*=' && _files }
}

# The path of KEY=PATH.
_yschema_file_after() {
    if compset -P '*='; then _files; else _message 'KEY=PATH'; fi
}

_yschema() {
    case $words[2] in
    %s)
        if (( CURRENT > 2 )); then
            shift words
            (( CURRENT-- ))
            "_yschema_$words[1]"
            return
        fi
        ;;
    esac
    _yschema_apply
}

# As a file of fpath, this is the function; if it is sourced, it registers the function.
if [[ $funcstack[1] == _yschema ]]; then
    _yschema "$@"
else
    compdef _yschema yschema
fi
]=]

local function zsh()
  local out = { '#compdef yschema\n# Completion of yschema for zsh, written by "yschema completion zsh".\n\n' }
  for _, job in ipairs(jobs()) do out[#out + 1] = zsh_job(job) end
  out[#out + 1] = "_yschema_help() {\n    _arguments -s -S : '1:command:_yschema_commands'\n}\n\n"
  out[#out + 1] = "_yschema_commands() {\n    local -a list=(\n"
  for _, name in ipairs(commands.names) do
    out[#out + 1] = ("        %s\n"):format(quoted(name .. ":" .. commands.about[name].summary))
  end
  out[#out + 1] = "        'help:show the help of a command'\n    )\n    _describe command list\n}\n\n"
  out[#out + 1] = zsh_tail:format(concat(packs.versioned_names(), " "), concat(packs.names(), " "),
    concat(commands.names, "|") .. "|help")
  return concat(out)
end

-- ---- fish ---------------------------------------------------------------------------

local fish_head = [=[
# Completion of yschema for fish, written by "yschema completion fish".

# Succeeds if the command line is one of this command; apply is the line without a command.
function __yschema_is
    set -l words (commandline -opc)
    if contains -- "$words[2]" %s
        test "$words[2]" = $argv[1]
    else
        test apply = $argv[1]
    end
end

# Lists the names of packs, with their versions after an @.
function __yschema_packs
    string match -q -- '*pack:*@*' (commandline -ct)
    and string split ' ' -- %s
    or string split ' ' -- %s
end

# Lists the names of the project file's configurations, unless a flag names a schema.
function __yschema_configurations
    string match -qr -- ' (-f|--file|--json-schema|--project)[ =]' (commandline -cp)
    or command yschema check --list 2>/dev/null
end

complete -c yschema -f
]=]

local function fish_argument(takes)
  if type(takes) == "table" then return " -x -a " .. quoted(concat(takes, " ")) end
  if takes == "schemas" then return " -r -F -a '(__yschema_packs)'" end
  if takes == "rules" then return " -x -a '(command yschema explain --rules 2>/dev/null)'" end
  return takes == "other" and " -x" or " -r -F"
end

local function fish_job(job)
  local out, condition = {}, ("complete -c yschema -n '__yschema_is %s'"):format(job)
  for _, flag in ipairs(flags.list(job)) do
    out[#out + 1] = condition
    for _, name in ipairs(flag.names) do
      out[#out + 1] = is_long(name) and " -l " .. name:sub(3) or " -s " .. name:sub(2)
    end
    if flag.takes then out[#out + 1] = fish_argument(flag.takes) end
    out[#out + 1] = (" -d %s\n"):format(quoted(short(flag.text)))
  end
  local words = words_of(job)
  if commands.about[job].configurations then out[#out + 1] = condition .. " -a '(__yschema_configurations)'\n" end
  local first = first_words(job)
  if first then
    out[#out + 1] = ("complete -c yschema -n '__yschema_is %s; and test (count (commandline -opc)) = 2' -a %s\n")
      :format(job, quoted(first))
  end
  if words == "files" then out[#out + 1] = condition .. " -F\n"
  elseif commands.about[job].words == "packs" then out[#out + 1] = condition .. " -a '(__yschema_packs)'\n"
  elseif words then out[#out + 1] = ("%s -a %s\n"):format(condition, quoted(concat(words, " ")))
  end
  return concat(out)
end

local function fish()
  local out = { fish_head:format(concat(commands.names, " ") .. " help",
    quoted(concat(packs.versioned_names(), " ")), quoted(concat(packs.names(), " "))) }
  out[2] = "complete -c yschema -n 'test (count (commandline -opc)) = 1' -a help -d 'show the help of a command'\n"
  out[3] = ("complete -c yschema -n '__yschema_is help' -a %s\n"):format(quoted(concat(commands.names, " ")))
  for _, name in ipairs(commands.names) do
    out[#out + 1] = ("complete -c yschema -n 'test (count (commandline -opc)) = 1' -a %s -d %s\n"):format(name,
      quoted(commands.about[name].summary))
  end
  for _, job in ipairs(jobs()) do out[#out + 1] = fish_job(job) end
  return concat(out)
end

local writers = { bash = bash, zsh = zsh, fish = fish }

--- Returns the completion for a shell, or nil when there is none.
---@param shell string
---@return string?
function completion.of(shell)
  return writers[shell] and writers[shell]()
end

return completion
