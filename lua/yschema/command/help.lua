--- Writes what `--help` prints about a command, from the tables of commands and flags.
--
-- @module yschema.command.help

local commands = require "yschema.command.commands"
local wrap = require "yschema.base.writing".wrap

local help = {}

local concat, ipairs = table.concat, ipairs

local TEXT_COLUMN = 26

-- Adds a term and, from a fixed column on, its text.
local function add_term(out, term, text)
  local indent = (" "):rep(TEXT_COLUMN)
  local lead = "  " .. term
  if #lead + 2 > TEXT_COLUMN then
    out[#out + 1] = lead
    lead = ""
  end
  wrap(out, text, lead .. indent:sub(#lead + 1), indent)
end

local function add_commands(out)
  out[#out + 1] = "\nCommands ('yschema help COMMAND' explains one):"
  for _, name in ipairs(commands.names) do add_term(out, name, commands.about[name].summary) end
end

local function add_flags(out, list)
  local group
  for _, flag in ipairs(list) do
    if flag.group ~= group then
      group = flag.group
      out[#out + 1] = ("\n%s:"):format(group)
    end
    local term = concat(flag.names, ", ") .. (flag.argument and " " .. flag.argument or "")
    if flag.names[1]:find "^%-%-" then term = "    " .. term end
    add_term(out, term, flag.text)
  end
end

--- Returns the help of a command.
---@param job string "apply", or the name of a command
---@param list yschema.Flag[] its flags
---@return string
function help.of(job, list)
  local about = commands.about[job]
  local out = { about.usage, "" }
  wrap(out, about.about, "", "")
  if job == "apply" then add_commands(out) end
  add_flags(out, list)
  out[#out + 1] = "\nExamples:"
  for _, example in ipairs(about.examples) do
    wrap(out, example[1], "  ", "      ", " \\")
    wrap(out, example[2], "      ", "      ")
  end
  return concat(out, "\n") .. "\n"
end

return help
