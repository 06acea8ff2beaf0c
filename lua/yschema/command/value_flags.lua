--- Gives the values of flags and of the environment to a run: `--data-value` and similar (reference#flags).
--
-- An error in a flag becomes a record of the run.
--
-- @module yschema.command.value_flags

local core = require "yschema.core"
local file_access = require "yschema.base.file_access"
local source_files = require "yschema.pipeline.source_files"

local value_flags = {}

--- The names of the flags that give one value: true, or "file" where its argument names a file.
---@type table<string, true|"file">
value_flags.names = { ["-v"] = true, ["--data-value"] = true, ["--data-value-yaml"] = true,
  ["--data-value-file"] = "file" }

--- Returns what may be shown of the argument of a value flag: its path. Whatever follows the path may be a sensitive
-- value, even if the "=" is missing.
---@param argument string
---@return string
function value_flags.shown(argument)
  local path = argument:match "^[^=:%s\"'{%[]*=?"
  return path == argument and argument or path .. "..."
end

--- Returns what may be shown of a word of the command line that may be `key=value`.
---@param word string
---@return string
function value_flags.shown_word(word)
  return word:find("=", 1, true) and value_flags.shown(word) or word
end

--- Splits a word into a flag that gives one value and what is joined to it, as in `-vkey` and `--data-value=key`.
---@param word string
---@return string? flag nil: it is another word
---@return string? argument
function value_flags.joined(word)
  local flag, argument = word:match "^(%-v)=?(.+)$"
  if not flag then flag, argument = word:match "^(%-%-data%-value[-%a]*)=(.*)$" end
  if value_flags.names[flag] then return flag, argument end
end

-- Splits "a.b" into { "a", "b" }. A separator is plain text, not a pattern.
local function split(text, separator)
  local keys, from = {}, 1
  while true do
    local first, last = text:find(separator, from, true)
    keys[#keys + 1] = text:sub(from, first and first - 1)
    if not first then return keys end
    from = last + 1
  end
end

-- Splits "a.b=text" into keys and text. Without a "=" it adds a record and returns nothing.
local function pair(run, flag, argument, wanted)
  local key, text = argument:match "^(.-)=(.*)$"
  if key then return split(key, "."), text end
  run:add_error("FLAG", "", ("%s '%s'"):format(flag, value_flags.shown(argument)), "expected " .. wanted)
end

-- Handles `--data-value` and `--data-value-yaml`.
local function give_pair(run, flag, argument, as_yaml)
  local keys, text = pair(run, flag, argument, "key=value")
  if not keys then return end
  local source = core.source("(" .. flag:sub(3) .. " arg)", argument)
  run:give_value(source, keys, text, as_yaml)
end

-- Handles `--data-value-file`: the whole file is one string.
local function give_file(run, flag, argument, max_bytes)
  local keys, path = pair(run, flag, argument, "key=/file/path")
  if not keys then return end
  local source, problem = file_access.read("(data-value-file arg) " .. argument, path, max_bytes, true)
  if not source then return run:add_error("READ", path, problem) end
  run:give_value(source, keys, source:text(), false)
end

-- Handles `--data-values-env` and `--data-values-env-yaml`, in the order of the names.
local function give_environment(run, prefix, variables, as_yaml)
  local start = prefix .. "_"
  for _, variable in ipairs(variables) do
    if variable.name:sub(1, #start) == start then
      local keys = split(variable.name:sub(#start + 1), "__")
      local source = core.source("(data-values-env arg) " .. prefix,
        variable.name .. "=" .. variable.value)
      run:give_value(source, keys, variable.value, as_yaml)
    end
  end
end

--- Lists the environment of this process, sorted by name.
---@return { name: string, value: string }[]
function value_flags.environment()
  local variables = {}
  for _, variable in ipairs(core.environment()) do
    local name, value = variable:match "^([^=]+)=(.*)$"
    if name then variables[#variables + 1] = { name = name, value = value } end
  end
  table.sort(variables, function(a, b) return a.name < b.name end)
  return variables
end

--- The values that flags give. Each list has the order of the command line.
---@class yschema.Flags
---@field data_values_file string[]
---@field data_values_env string[] prefixes
---@field data_values_env_yaml string[] prefixes
---@field data_value string[]
---@field data_value_yaml string[]
---@field data_value_file string[]

--- Gives the values of flags to a run. Kinds of flags are applied in the order of reference#sources,
-- whatever their order on the command line.
---@param run userdata a core run
---@param flags yschema.Flags
---@param environment fun(): { name: string, value: string }[]
---@param max_bytes integer of one file
function value_flags.give_flags(run, flags, environment, max_bytes)
  local is_starlark = require("yschema.base.file_kinds").is_starlark
  for _, path in ipairs(flags.data_values_file) do
    for _, source in ipairs(source_files.named(run, path, max_bytes)) do
      if not is_starlark(source:name()) then run:parse(source, "plain") end
    end
  end
  local prefixes = flags.data_values_env[1] or flags.data_values_env_yaml[1]
  local variables = prefixes and environment() or {}
  for _, prefix in ipairs(flags.data_values_env) do
    give_environment(run, prefix, variables, false)
  end
  for _, prefix in ipairs(flags.data_values_env_yaml) do
    give_environment(run, prefix, variables, true)
  end
  for _, argument in ipairs(flags.data_value) do
    give_pair(run, "--data-value", argument, false)
  end
  for _, argument in ipairs(flags.data_value_yaml) do
    give_pair(run, "--data-value-yaml", argument, true)
  end
  for _, argument in ipairs(flags.data_value_file) do
    give_file(run, "--data-value-file", argument, max_bytes)
  end
end

return value_flags
