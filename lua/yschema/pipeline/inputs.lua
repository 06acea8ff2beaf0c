--- Where documents come from: files, directories, flags, the environment.
--
-- Nothing is fatal here: what cannot be read becomes a record of the schema or
-- run that wanted it.
--
-- @module yschema.pipeline.inputs

local core = require "yschema.core"

local inputs = {}

local io, ipairs, pcall, table = io, ipairs, pcall, table

local STDIN = "stdin.yml" -- what reports call standard input

-- ---- files and directories ----------------------------------------------------------

local function shell_quoted(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

local function ended(directory) return directory:gsub("/+$", "") .. "/" end

-- The YAML and Starlark files below a directory, by their relative paths in byte order;
-- links to directories are not followed. Folders whose names begin with two dots are left
-- out: Kubernetes keeps the versions of a mounted ConfigMap there. Lua has no listing of
-- its own.
local function files_below(directory)
  local base = ended(directory)
  local from = base:sub(1, 1) == "/" and base or "./" .. base
  local pipe = io.popen("find -H " .. shell_quoted(from) .. " -type d -name '..?*' -prune -o ! -type d"
    .. " '(' -name '*.yml' -o -name '*.yaml' -o -name '*.star' ')' -print0 2>/dev/null && printf done")
  local listing = pipe and pipe:read "*a" or ""
  if pipe then pipe:close() end
  local complete = listing:sub(-4) == "done"
  local names = {}
  for path in listing:gmatch "(%Z+)%z" do names[#names + 1] = path:sub(#from + 1) end
  table.sort(names)
  return names, complete
end

local function as_written(path) return path end

--- How files are read.
---@class yschema.Reading
---@field max_bytes integer of one file
---@field streams? boolean a path may name a FIFO or a device
---@field place fun(path: string): string where a path is to be read

-- The sources of a directory's files.
local function directory_sources(owner, path, name, how)
  local names, complete = files_below(how.place(path))
  if not complete then owner:fault("READ", path, "its files cannot be listed") end
  local base, shown, sources = ended(path), ended(name), {}
  for _, relative in ipairs(names) do
    local source, problem = core.read(shown .. relative, how.place(base .. relative), how.max_bytes)
    if source then sources[#sources + 1] = source else owner:fault("READ", base .. relative, problem) end
  end
  return sources
end

-- What a path stands for, under a name, and whether it is a directory; or nil and the problem,
-- of which there is no record.
local function sources_of(owner, path, name, how)
  local source, problem = core.read(name, how.place(path), how.max_bytes, how.streams)
  if source then return { source }, false end
  if problem == "is a directory" then return directory_sources(owner, path, name, how), true end
  return nil, problem
end

--- Reads what a path stands for: a file, "-" (standard input), or a directory's
-- `.yml`, `.yaml` and `.star` files, at every depth. Only regular files are read: nothing
-- else waits for what never comes.
---@param owner userdata a core schema or run, which gets a record of each failure
---@param path string
---@param max_bytes integer of one file
---@param place? fun(path: string): string where what reports call `path` is to be read
---@return userdata[] sources core sources
function inputs.sources(owner, path, max_bytes, place)
  local how = { max_bytes = max_bytes, place = place or as_written }
  local sources, problem = sources_of(owner, path, path == "-" and STDIN or path, how)
  if sources then return sources end
  owner:fault("READ", path == "-" and "standard input" or path, problem)
  return {}
end

--- Reads what an argument of the command stands for: a path, or `name=path`, where the name is
-- what reports and `load` call it. What a user names may be a FIFO or a device, as a shell's
-- `<(...)` is.
---@param owner userdata a core schema or run, which gets a record of each failure
---@param argument string
---@param max_bytes integer of one file
---@return userdata[] sources core sources
---@return boolean is_directory
function inputs.named(owner, argument, max_bytes)
  local how = { max_bytes = max_bytes, streams = true, place = as_written }
  local sources, more = sources_of(owner, argument, argument == "-" and STDIN or argument, how)
  if sources then return sources, more end
  local name, path = argument:match "^([^=]+)=(.+)$"
  if name and (more == "No such file or directory" or more == "Not a directory") then
    sources, more = sources_of(owner, path, name, how)
    if sources then return sources, more end
    argument = path
  end
  owner:fault("READ", argument == "-" and "standard input" or argument, more)
  return {}, false
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
  local source, problem = core.read("(data-value-file arg) " .. argument, path, max_bytes, true)
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
  local is_starlark = require("yschema.base.file_kinds").is_starlark
  for _, path in ipairs(flags.data_values_file) do
    for _, source in ipairs(inputs.named(run, path, max_bytes)) do
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
