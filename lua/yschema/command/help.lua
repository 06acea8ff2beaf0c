--- Writes what `--help` prints about a command, from the tables of commands and flags.
--
-- @module yschema.command.help

local commands = require "yschema.command.commands"
local wrap = require "yschema.base.writing".wrap

local help = {}

local concat, ipairs = table.concat, ipairs

local TEXT_COLUMN = 26

-- The columns of texts beside terms, and of those below terms where there is no room beside them.
local LEAST_BESIDE, NARROW_COLUMN = 30, 6

-- Adds a term and, from a fixed column on, its text.
local function add_term(out, term, text, columns)
  local column = columns and columns < TEXT_COLUMN + LEAST_BESIDE and NARROW_COLUMN or TEXT_COLUMN
  local indent = (" "):rep(column)
  local lead = "  " .. (column == NARROW_COLUMN and term:gsub("^ +", "") or term)
  if #lead + 2 > column then
    wrap(out, lead:sub(3), lead:match "^ *", "    ", nil, columns)
    lead = ""
  end
  wrap(out, text, lead .. indent:sub(#lead + 1), indent, nil, columns)
end

-- Adds the lines that show how a command is called.
local function add_usage(out, usage, columns)
  for line in usage:gmatch "[^\n]+" do
    if columns and #line > columns then
      wrap(out, line, line:match "^ *", (" "):rep(NARROW_COLUMN), nil, columns)
    else
      out[#out + 1] = line
    end
  end
end

local function add_commands(out, columns)
  out[#out + 1] = ""
  wrap(out, "Commands ('yschema help COMMAND' explains one):", "", "", nil, columns)
  for _, name in ipairs(commands.names) do add_term(out, name, commands.about[name].summary, columns) end
end

local function add_flags(out, list, columns)
  local group
  for _, flag in ipairs(list) do
    if flag.group ~= group then
      group = flag.group
      out[#out + 1] = ("\n%s:"):format(group)
    end
    local term = concat(flag.names, ", ") .. (flag.argument and " " .. flag.argument or "")
    if flag.names[1]:find "^%-%-" then term = "    " .. term end
    add_term(out, term, flag.text, columns)
  end
end

--- Returns the help of a command.
---@param job string "apply", or the name of a command
---@param list yschema.Flag[] its flags
---@param columns? integer of the terminal; nil: 80
---@return string
function help.of(job, list, columns)
  local about, out = commands.about[job], {}
  add_usage(out, about.usage, columns)
  out[#out + 1] = ""
  wrap(out, about.about, "", "", nil, columns)
  if job == "apply" then add_commands(out, columns) end
  add_flags(out, list, columns)
  out[#out + 1] = "\nExamples:"
  for _, example in ipairs(about.examples) do
    wrap(out, example[1], "  ", "      ", " \\", columns)
    wrap(out, example[2], "      ", "      ", nil, columns)
  end
  return concat(out, "\n") .. "\n"
end

return help
