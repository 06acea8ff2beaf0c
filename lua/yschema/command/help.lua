--- Writes what `--help` prints about a command, from the tables of commands and flags.
--
-- @module yschema.command.help

local commands = require "yschema.command.commands"

local help = {}

local concat, ipairs = table.concat, ipairs

local WIDTH, TEXT_COLUMN = 80, 26

-- Adds lines with the words of a text. `lead` begins the first line, `indent` the others, and `tail` ends all but the
-- last one.
local function add_wrapped(out, text, lead, indent, tail)
  local line, is_empty = lead, true
  for word in text:gmatch "%S+" do
    if not is_empty and #line + 1 + #word + #(tail or "") > WIDTH then
      out[#out + 1] = line .. (tail or "")
      line, is_empty = indent, true
    end
    line, is_empty = line .. (is_empty and "" or " ") .. word, false
  end
  out[#out + 1] = line
end

-- Adds a term and, from a fixed column on, its text.
local function add_term(out, term, text)
  local indent = (" "):rep(TEXT_COLUMN)
  local lead = "  " .. term
  if #lead + 2 > TEXT_COLUMN then
    out[#out + 1] = lead
    lead = ""
  end
  add_wrapped(out, text, lead .. indent:sub(#lead + 1), indent)
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
  add_wrapped(out, about.about, "", "")
  if job == "apply" then add_commands(out) end
  add_flags(out, list)
  out[#out + 1] = "\nExamples:"
  for _, example in ipairs(about.examples) do
    add_wrapped(out, example[1], "  ", "      ", " \\")
    add_wrapped(out, example[2], "      ", "      ")
  end
  return concat(out, "\n") .. "\n"
end

return help
