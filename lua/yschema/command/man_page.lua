--- Writes the pages of the manual from the tables of commands, flags and exit statuses, which `--help` shows, too.
--
-- It needs nothing but Lua, so that a build can make the pages without the modules that it builds.
--
-- @module yschema.command.man_page

local commands = require "yschema.command.commands"
local flags = require "yschema.command.flags"

local man_page = {}

-- Further paragraphs of the manual about a command. They repeat sentences of its page among the examples; a spec
-- compares them.
local more = {
  apply = {
    "A directory stands for the .yml, .yaml and .star files in it, at every depth, in the order of their names.",
    "As in ytt, a switch may be written --strict=true or --strict=false.",
    "Where several sources give the same value, the later one in this order wins: defaults, documents of -f in"
      .. " order, --data-values-file, --data-values-env, --data-values-env-yaml, --data-value, --data-value-yaml,"
      .. " --data-value-file.",
    "The result goes to standard output, everything else to standard error.",
  },
  check = {
    "In a word that is no file's name, * and ? stand for letters other than a slash, ** for any number of folders,"
      .. " and {a,b} for each of the words.",
    "A file is validated once, however often it is named.",
    "An unreadable file is reported; the others are still checked.",
  },
  init = { "It overwrites nothing." },
}

-- Escapes a text for roff: backslashes, the hyphens of flags, and at the beginning what roff would read as a request.
local function escaped(text)
  return (text:gsub("\\", "\\e"):gsub("%-", "\\-"):gsub("^([.'])", "\\&%1"):gsub("\n([.'])", "\n\\&%1"))
end

local function bold(text) return "\\fB" .. escaped(text) .. "\\fR" end

local function italic(text) return "\\fI" .. escaped(text) .. "\\fR" end

local function title(job) return job == "apply" and "yschema" or "yschema-" .. job end

--- Returns the file names of all pages, each with its command.
---@return { file: string, job: string }[]
function man_page.list()
  local list = { { file = "yschema.1", job = "apply" } }
  for _, name in ipairs(commands.names) do list[#list + 1] = { file = title(name) .. ".1", job = name } end
  return list
end

local function add_flags(out, job)
  local group
  out[#out + 1] = ".SH OPTIONS"
  for _, flag in ipairs(flags.list(job)) do
    local names = {}
    if flag.group ~= group then
      group = flag.group
      out[#out + 1] = ".SS " .. group
    end
    for i, name in ipairs(flag.names) do
      names[i] = bold(name) .. (flag.argument and " " .. italic(flag.argument) or "")
    end
    out[#out + 1] = ".TP\n" .. table.concat(names, ", ") .. "\n" .. escaped(flag.text)
  end
end

local function add_commands(out)
  out[#out + 1] = ".SH COMMANDS"
  for _, name in ipairs(commands.names) do
    out[#out + 1] = (".TP\n%s\nTo %s; see %s(1)."):format(bold("yschema " .. name),
      escaped(commands.about[name].summary), bold(title(name)))
  end
end

local function add_statuses(out, about)
  out[#out + 1] = ".SH EXIT STATUS"
  local statuses = about.status or commands.statuses
  for status = 0, 2 do
    local words = statuses[status]
    if words then out[#out + 1] = (".TP\n%s\n%s"):format(bold(("%d"):format(status)), escaped(words)) end
  end
end

local function add_others(out, job)
  local names = {}
  for _, page in ipairs(man_page.list()) do
    if page.job ~= job then names[#names + 1] = (".BR %s (1)"):format(escaped(title(page.job))) end
  end
  out[#out + 1] = ".SH SEE ALSO\n" .. table.concat(names, ",\n")
end

--- Returns the page about a command, or nil when there is no such command.
---@param job string "apply" for the page about `yschema` itself
---@param version string of yschema
---@return string?
function man_page.of(job, version)
  local about = commands.about[job]
  if not about then return nil end
  local usage = about.usage:gsub("^Usage: ", "")
  local out = {
    '.\\" Written by "yschema man" from the tables of yschema --help.',
    ('.TH "%s" "1" "" "yschema %s" "User Commands"'):format(title(job):upper():gsub("%-", "\\-"), version),
    (".SH NAME\n%s \\- %s"):format(escaped(title(job)), escaped(about.summary)),
    ".SH SYNOPSIS\n.nf",
  }
  for line in (usage .. "\n"):gmatch "%s*(.-)\n" do out[#out + 1] = bold(line) end
  out[#out + 1] = ".fi\n.SH DESCRIPTION\n" .. escaped(about.about)
  for _, paragraph in ipairs(more[job] or {}) do out[#out + 1] = ".PP\n" .. escaped(paragraph) end
  if job == "apply" then add_commands(out) end
  add_flags(out, job)
  add_statuses(out, about)
  out[#out + 1] = ".SH EXAMPLES"
  for _, example in ipairs(about.examples) do
    out[#out + 1] = (".TP\n%s\n%s"):format(bold(example[1]), escaped(example[2]))
  end
  add_others(out, job)
  return table.concat(out, "\n") .. "\n"
end

return man_page
