--- Reads the files and folders that users name, as sources for the core. Only files that `yschema check` validates
-- one by one may be read by the core itself (batch/validation.lua).
--
-- Errors are not thrown: when a file cannot be read, the schema or run that needs it gets a record.
--
-- @module yschema.pipeline.source_files

local core = require "yschema.core"
local file_access = require "yschema.base.file_access"
local file_kinds = require "yschema.base.file_kinds"
local is_pack = require "yschema.packs.pack_name".is
local lazily = require "yschema.base.lazily"
local report = lazily "yschema.report.report"
local suggestion = lazily "yschema.base.suggestion"
local writing = lazily "yschema.base.writing"

local source_files = {}

local MOST_NEIGHBOURS = 1000 -- are compared with the name of a missing file

local STDIN = "stdin.yml" -- the name of standard input in reports

local wanted_endings = {}
for _, ending in ipairs(file_kinds.FOLDER_ENDINGS) do wanted_endings[ending] = true end

local function ended(directory) return directory:gsub("/+$", "") .. "/" end

-- Whether what is in a folder is a folder itself, and not a link to one.
local function is_folder(path, kind)
  if kind ~= "other" then return kind == "directory" end
  if core.read_link(path) then return false end
  local _, leads_to_folder = core.identity(path)
  return leads_to_folder
end

local function is_wanted(name) return wanted_endings[name:match "%.([^.]*)$"] and not file_kinds.is_test(name) end

-- Adds the files of a folder to a list, and the folders in it to another one. Returns whether it can be read.
local function list_folder(from, below, names, waiting)
  local kinds = core.names(from .. below)
  for name, kind in pairs(kinds or {}) do
    local relative = below .. name
    if is_folder(from .. relative, kind) then
      if not name:find "^%.%.." then waiting[#waiting + 1] = relative .. "/" end
    elseif is_wanted(name) then
      names[#names + 1] = relative
    end
  end
  return kinds ~= nil
end

-- Lists the files below a directory by their relative paths, in byte order. It does not
-- follow links to directories, and leaves out folders whose names begin with two dots, because Kubernetes
-- keeps the versions of a mounted ConfigMap there. Returns whether all folders could be read, too.
local function files_below(directory)
  local from, names, waiting, complete = ended(directory), {}, { "" }, true
  while waiting[1] do
    complete = list_folder(from, table.remove(waiting), names, waiting) and complete
  end
  table.sort(names)
  return names, complete
end

local function as_written(path) return path end

-- Returns the function that places all paths but those of packs, which are the same everywhere.
local function but_packs(place)
  return place and function(path) return is_pack(path) and path or place(path) end or as_written
end

--- The way to read files.
---@class yschema.Reading
---@field max_bytes integer bytes of one file
---@field streams? boolean a path may name a FIFO or a device
---@field place fun(path: string): string returns the path from which a path is read

-- Names the path that was tried, if it is not the path that reports name.
local function tried(how, path)
  local from = how.place(path)
  return from == path and "" or (" (tried: %s)"):format(from)
end

-- Reads the files of a directory.
local function directory_sources(owner, path, name, how)
  local names, complete = files_below(how.place(path))
  if not complete then owner:add_error("READ", path, "its files cannot be listed") end
  local base, shown, sources = ended(path), ended(name), {}
  for _, relative in ipairs(names) do
    local source, problem = file_access.read(shown .. relative, how.place(base .. relative), how.max_bytes)
    if source then sources[#sources + 1] = source
    else owner:add_error("READ", base .. relative, problem .. tried(how, base .. relative)) end
  end
  return sources
end

-- Reads a file or a directory under a name, and returns whether it is a directory, too. When it cannot be
-- read, the result is nil and the problem, which has not been recorded.
local function sources_of(owner, path, name, how)
  local source, problem = file_access.read(name, how.place(path), how.max_bytes, how.streams or path == "-")
  if source then return { source }, false end
  if problem == "is a directory" then return directory_sources(owner, path, name, how), true end
  return nil, problem
end

--- Reads a path: a file, "-" (standard input), or the `.yml`, `.yaml` and `.star` files of a directory at
-- every depth. Only regular files are read, because reading others might never end.
---@param owner userdata a core schema or run, which gets a record of each failure
---@param path string
---@param max_bytes integer bytes of one file
---@param place? fun(path: string): string returns the path from which the file that reports call `path` is read
---@return userdata[] sources core sources
function source_files.sources(owner, path, max_bytes, place)
  local how = { max_bytes = max_bytes, place = but_packs(place) }
  local sources, problem = sources_of(owner, path, path == "-" and STDIN or path, how)
  if sources then return sources end
  owner:add_error("READ", path == "-" and "standard input" or path, problem .. tried(how, path))
  return {}
end

-- Returns a hint with the name of a similar file in the same folder, if a module that lists folders is installed.
local function neighbour_hint(path, problem)
  local listed, lfs = pcall(require, "lfs")
  if problem ~= core.NO_FILE or not listed then return "" end
  local folder, name = path:match "^(.-)([^/]*)$"
  if lfs.attributes(folder == "" and "." or folder, "mode") ~= "directory" then return "" end
  local names = {}
  for other in lfs.dir(folder == "" and "." or folder) do
    if #names > MOST_NEIGHBOURS then return "" end
    if other:find "^[^.].*%.%a+$" then names[#names + 1] = other end
  end
  local nearest = suggestion.nearest(name, names)
  return nearest and (" (did you mean `%s`?)"):format(folder .. nearest) or ""
end

--- Reads an argument of the command: a path, or `name=path`, where the name is what reports and `load` call
-- it. The path may name a FIFO or a device, as `<(...)` in a shell does.
---@param owner userdata a core schema or run, which gets a record of each failure
---@param argument string
---@param max_bytes integer bytes of one file
---@return userdata[] sources core sources
---@return boolean is_directory
function source_files.named(owner, argument, max_bytes)
  local how = { max_bytes = max_bytes, streams = true, place = as_written }
  argument = file_access.tidy(argument)
  local sources, more = sources_of(owner, argument, argument == "-" and STDIN or argument, how)
  if sources then return sources, more end
  local name, path = argument:match "^([^=]+)=(.+)$"
  if name and (more == core.NO_FILE or more == "Not a directory") then
    sources, more = sources_of(owner, path, name, how)
    if sources then return sources, more end
    argument = path
  end
  owner:add_error("READ", argument == "-" and "standard input" or argument, more .. neighbour_hint(argument, more))
  return {}, false
end

--- Reads a file that was listed by its name. Standard input is called stdin.yml.
---@param listed { path: string, problem: string?, named: boolean? } see `yschema.ListedFile`
---@param max_bytes integer
---@return userdata? source
---@return yschema.Report? about why there is none
---@return string name what reports call it
function source_files.listed(listed, max_bytes)
  local path = listed.path
  local name = path == "-" and STDIN or path
  local source, problem = nil, listed.problem
  if not problem then source, problem = file_access.read(name, path, max_bytes, path == "-" or listed.named) end
  return source, problem and report.of_error("read", name, tostring(problem)), name
end

--- Returns whether a file of schemas or values has no node: only comments, marks of documents and blank lines. Its
-- writer may not be ready, or may have failed.
---@param source userdata
---@return boolean
function source_files.is_empty(source)
  if file_kinds.is_library(source:name()) then return false end
  for line in writing.without_mark(source:text()):gmatch "[^\r\n]+" do
    local rest = line:gsub("^%-%-%-", ""):gsub("^%.%.%.%f[%s%z]", "")
    if rest:find "%S" and not rest:find "^%s*#" and not rest:find "^%%" then return false end
  end
  return true
end

return source_files
