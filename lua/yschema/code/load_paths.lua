--- Files by what their names say, and the modules and files that `load` names.
--
-- @module yschema.code.load_paths

local suggestion = require "yschema.base.suggestion"

local files = {}

-- Only `load` needs these.
local function values() return require "yschema.starlark.values" end

local find, gsub, match = string.find, string.gsub, string.match

--- Whether a file is Starlark and nothing else: its lines have no `#@`.
---@param name string
---@return boolean
function files.is_starlark(name) return find(name, "%.star$") ~= nil end

--- Whether a file is there to be loaded by others: it holds no documents of its own.
---@param name string
---@return boolean
function files.is_library(name)
  return files.is_starlark(name) or find(name, "%.lib%.ya?ml$") ~= nil
end

-- "a/./b/../c" -> "a/c"
local function normalised(path)
  local parts = {}
  for part in path:gmatch "[^/]+" do
    if part == ".." and parts[1] and parts[#parts] ~= ".." then
      parts[#parts] = nil
    elseif part ~= "." then
      parts[#parts + 1] = part
    end
  end
  return (find(path, "^/") and "/" or "") .. table.concat(parts, "/")
end

-- Where a file may be: below the directory of the file that loads it, or, for a path
-- with a `/` in front, below the first of the directories around that file that has it,
-- from the outermost on (what was given as a whole is a directory around it).
local function places(module, directory)
  if not find(module, "^/") then return { normalised(directory .. module) } end
  local path = gsub(module, "^/+", "")
  local found = { normalised(path) }
  for at in directory:gmatch "()/" do
    found[#found + 1] = normalised(directory:sub(1, at) .. path)
  end
  return found
end

--- Sources by their places, for `find`.
---@param sources table<string, userdata> core sources by name
---@return table # { by_place =, names = list }
function files.index(sources)
  local index = { by_place = {}, names = {} }
  for name, source in pairs(sources) do
    index.by_place[normalised(name)] = source
    index.names[#index.names + 1] = name
  end
  return index
end

--- The source that a file loads: by its path from the directory of that file; with a `/`
-- in front, from what the command line names.
---@param index table from `index`
---@param module string as `load` was given it
---@param from string the file that loads
---@return userdata # a core source; throws when there is none
function files.find(index, module, from)
  if find(module, "^@") then
    values().raise("load: " .. module .. " is not there: libraries (@) other than @ytt: cannot be loaded")
  end
  if not files.is_starlark(module) and not find(module, "%.ya?ml$") then
    values().raise("load: " .. module .. " is no .star, .yml or .yaml file")
  end
  local directory = match(from, "^(.*/)") or ""
  for _, place in ipairs(places(module, directory)) do
    if index.by_place[place] then return index.by_place[place] end
  end
  local near = suggestion.hint(module, index.names)
  values().raise("load: " .. module .. " is not among the files given"
    .. (near ~= "" and near or " (give it, too: with -f; in Lua, in opts.files)"))
end

--- What a module of ytt's has to load: a table with its one name, or nil for files.
---@param module string
---@return table?
function files.module(module)
  local name = match(module, "^@ytt:(.*)$")
  if not name then return nil end
  local modules = require "yschema.modules.registry"
  local value = modules.named(name)
  if value == nil then
    values().raise("load: the module " .. module .. " is not supported"
      .. modules.suggestion(name))
  end
  return { [name] = value }
end

return files
