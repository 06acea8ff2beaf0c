--- Says what is wrong with words of the command line that are neither flags nor their arguments.
--
-- @module yschema.command.stray_words

local commands = require "yschema.command.commands"
local suggestion = require "yschema.base.suggestion"

local stray_words = {}

local concat, ipairs = table.concat, ipairs

--- Says what is wrong with the words behind the options of a command with few of them, or returns nil.
---@param job string the name of the command
---@param options table
---@return string? problem
function stray_words.fault(job, options)
  local rest, words = options.rest, commands.about[job].words
  if options.help then return nil end
  if rest[2] then return ("yschema %s: unexpected argument '%s'"):format(job, rest[2]) end
  if rest[1] == "" then return "an argument is empty" end
  if words == "files" then return nil end
  local listed = concat(words, ", ", 1, #words - 1) .. " or " .. words[#words]
  if not rest[1] and job == "completion" then return "yschema completion: name a shell, " .. listed end
  for _, word in ipairs(words) do
    if word == rest[1] then return nil end
  end
  return rest[1] and ("yschema %s: there is none for '%s', use %s"):format(job, rest[1], listed)
end

--- Says that a word may not stand behind the options. The first word of all may be a command, mistyped.
---@param job string "apply", or the name of a command
---@param word string
---@param first string the first word of the command line
---@return string problem
function stray_words.unexpected(job, word, first)
  local hint = ""
  if job == "apply" and word == first and not word:find "[./]" then
    local names = {}
    for i, name in ipairs(commands.names) do names[i] = name end
    hint = suggestion.hint(word, names):gsub("`(.-)`", "'yschema %1'")
  end
  if hint == "" then hint = " (files are given with -f)" end
  return ("unexpected argument '%s'%s"):format(word, hint)
end

return stray_words
