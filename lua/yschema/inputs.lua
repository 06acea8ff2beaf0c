--- Where documents come from: files, directories, flags, the environment.
--
-- Nothing is fatal here: what cannot be read becomes a record of the schema or
-- run that wanted it.
--
-- @module yschema.inputs

local core = require "yschema.core"

local inputs = {}

local io, ipairs, pcall, table = io, ipairs, pcall, table

local STDIN = "stdin.yml" -- what reports call standard input

-- ---- files and directories ----------------------------------------------------------

local function shell_quoted(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

-- The YAML and Starlark files below a directory, by their relative paths in byte order;
-- links to directories are not followed. Lua has no listing of its own.
local function files_below(directory)
  local base = directory:gsub("/+$", "") .. "/"
  local from = base:sub(1, 1) == "/" and base or "./" .. base
  local pipe = io.popen("find -H " .. shell_quoted(from) .. " '(' -type f -o -type l ')'"
    .. " '(' -name '*.yml' -o -name '*.yaml' -o -name '*.star' ')' -print0 2>/dev/null && printf done")
  local listing = pipe and pipe:read "*a" or ""
  if pipe then pipe:close() end
  local complete = listing:sub(-4) == "done"
  local names = {}
  for path in listing:gmatch "(%Z+)%z" do names[#names + 1] = path:sub(#from + 1) end
  table.sort(names)
  for i, name in ipairs(names) do names[i] = base .. name end
  return names, complete
end

-- A core source, or nil and the reason.
local function read(path, max_bytes)
  return core.read(path == "-" and STDIN or path, path, max_bytes)
end

--- Reads what a path stands for: a file, "-" (standard input), or a directory's
-- `.yml`, `.yaml` and `.star` files, at every depth.
---@param owner userdata a core schema or run, which gets a record of each failure
---@param path string
---@param max_bytes integer of one file
---@return userdata[] sources core sources
function inputs.sources(owner, path, max_bytes)
  local source, problem = read(path, max_bytes)
  if source then return { source } end
  if problem ~= "is a directory" then
    owner:fault("READ", path == "-" and "standard input" or path, problem)
    return {}
  end
  local names, complete = files_below(path)
  if not complete then owner:fault("READ", path, "its files cannot be listed") end
  local sources = {}
  for _, name in ipairs(names) do
    source, problem = read(name, max_bytes)
    if source then sources[#sources + 1] = source else owner:fault("READ", name, problem) end
  end
  return sources
end

-- ---- flags (reference d.2) ----------------------------------------------------------

-- "a.b" -> { "a", "b" }; separators are plain text.
local function split(text, separator)
  local keys, from = {}, 1
  while true do
    local first, last = text:find(separator, from, true)
    keys[#keys + 1] = text:sub(from, first and first - 1)
    if not first then return keys end
    from = last + 1
  end
end

-- The keys and the text of "a.b=text"; with a record, nothing when there is no "=".
local function pair(run, flag, argument, wanted)
  local key, text = argument:match "^(.-)=(.*)$"
  if key then return split(key, "."), text end
  run:fault("FLAG", "", ("%s '%s'"):format(flag, argument), "expected " .. wanted)
end

-- `--data-value` and `--data-value-yaml`.
local function give_pair(run, flag, argument, as_yaml)
  local keys, text = pair(run, flag, argument, "key=value")
  if not keys then return end
  local source = core.source("(" .. flag:sub(3) .. " arg)", argument)
  run:give_value(source, keys, text, as_yaml)
end

-- `--data-value-file`: the whole file is one string.
local function give_file(run, flag, argument, max_bytes)
  local keys, path = pair(run, flag, argument, "key=/file/path")
  if not keys then return end
  local source, problem = core.read("(data-value-file arg) " .. argument, path, max_bytes)
  if not source then return run:fault("READ", path, problem) end
  run:give_value(source, keys, source:text(), false)
end

-- `--data-values-env` and `--data-values-env-yaml`, in the order of the names.
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

--- The environment of this process, sorted by name. Lua can only ask for
-- variables that it knows by name.
---@return { name: string, value: string }[]
function inputs.environment()
  local file = io.open("/proc/self/environ", "rb")
  if not file then
    local ok, pipe = pcall(io.popen, "env -0 2>/dev/null")
    file = ok and pipe or nil
  end
  local listing = file and file:read "*a" or ""
  if file then file:close() end
  local variables = {}
  for name, value in listing:gmatch "([^=%z]+)=(%Z*)" do
    variables[#variables + 1] = { name = name, value = value }
  end
  table.sort(variables, function(a, b) return a.name < b.name end)
  return variables
end

--- Values that flags give. Each list is in the command line's order.
---@class yschema.Flags
---@field data_values_file string[]
---@field data_values_env string[] prefixes
---@field data_values_env_yaml string[] prefixes
---@field data_value string[]
---@field data_value_yaml string[]
---@field data_value_file string[]

--- Gives a run the values of flags, kind by kind in the order of reference d.1,
-- whatever their order on the command line.
---@param run userdata a core run
---@param flags yschema.Flags
---@param environment fun(): { name: string, value: string }[]
---@param max_bytes integer of one file
function inputs.give_flags(run, flags, environment, max_bytes)
  local is_starlark = require("yschema.files").is_starlark
  for _, path in ipairs(flags.data_values_file) do
    for _, source in ipairs(inputs.sources(run, path, max_bytes)) do
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

return inputs
