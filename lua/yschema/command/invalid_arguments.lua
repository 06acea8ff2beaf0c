--- Says what is wrong with words of the command line that are neither flags nor their arguments.
--
-- @module yschema.command.invalid_arguments

local commands = require "yschema.command.commands"
local value_flags = require "yschema.command.value_flags"

local invalid_arguments = {}

local concat, ipairs, require = table.concat, ipairs, require

--- Says what is wrong with the words behind the options of a command with few of them, or returns nil.
---@param job string the name of the command
---@param options table
---@return string? problem
function invalid_arguments.violation(job, options)
  local rest, words = options.rest, commands.about[job].words
  if options.help then return nil end
  if rest[2] then return ("yschema %s: unexpected argument '%s'"):format(job, value_flags.shown_word(rest[2])) end
  if rest[1] == "" then return "an argument is empty" end
  if words == "files" then return nil end
  local listed = concat(words, ", ", 1, #words - 1) .. " or " .. words[#words]
  if not rest[1] and job == "completion" then return "yschema completion: name a shell, " .. listed end
  for _, word in ipairs(words) do
    if word == rest[1] then return nil end
  end
  return rest[1] and ("yschema %s: there is none for '%s', use %s"):format(job, value_flags.shown_word(rest[1]), listed)
end

--- Says that a word is probably the value of a flag that was not joined to it by "=", or returns nil. The word is not
-- shown: the value may be sensitive.
---@param stray string[] the words behind the options
---@param argv string[] the words of the call
---@return string? problem
function invalid_arguments.torn_value(stray, argv)
  local is_stray = {}
  for _, word in ipairs(stray) do is_stray[word] = true end
  for i = 2, #argv do
    local flag, argument = value_flags.joined(argv[i - 1])
    if not flag then flag, argument = argv[i - 2], argv[i - 1] end
    if is_stray[argv[i]] and value_flags.names[flag] and not argument:find("=", 1, true) then
      return ("%s '%s': expected key=value in one argument, but the value is another one"):format(flag,
        value_flags.shown(argument))
    end
  end
end

--- Says that a word may not stand behind the options. The first word of all may be a command, mistyped.
---@param job string "apply", or the name of a command
---@param stray string[] the words behind the options
---@param call? { flags: table, argv: string[] } the module of flags and the words of the call, if it is to be reported
--   which call was meant
---@return string problem
function invalid_arguments.unexpected(job, stray, call)
  local line
  local torn = call and invalid_arguments.torn_value(stray, call.argv)
  if torn then return torn end
  if call and job == "apply" then
    local advice = require "yschema.command.advice"
    local problem = stray[1] == call.argv[1] and advice.on_command(call.flags, call.argv)
    if problem then return problem end
    line = advice.on_files(call.flags, call.argv, stray)
  end
  return ("unexpected argument '%s' (files are given with -f%s)"):format(value_flags.shown_word(stray[1]),
    line and ": " .. line or "")
end

return invalid_arguments
