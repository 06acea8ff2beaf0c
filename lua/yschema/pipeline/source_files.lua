--- Reads the files and folders that users name, as sources for the core.
--
-- Nothing is fatal here: for a file that cannot be read, the schema or run that wants it gets a record.
--
-- @module yschema.pipeline.source_files

local core = require "yschema.core"

local source_files = {}

local io, ipairs, table = io, ipairs, table

local STDIN = "stdin.yml" -- what reports call standard input

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
function source_files.sources(owner, path, max_bytes, place)
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
function source_files.named(owner, argument, max_bytes)
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

return source_files
