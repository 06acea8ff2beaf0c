--- Finds what a `load` statement names: a module of ytt, or one of the given files.
--
-- A path is looked up from the folder of the file that loads; nothing outside the given files is read.
--
-- @module yschema.code.load_paths

local file_access = require "yschema.base.file_access"
local file_kinds = require "yschema.base.file_kinds"
local suggestion = require "yschema.base.suggestion"

local load_paths = {}

-- These are loaded late, because only `load` needs them.
local function values() return require "yschema.starlark.values" end

local find, gsub, match, normalised = string.find, string.gsub, string.match, file_access.normalised

--- Lists the places where a file may be. A relative path starts at the directory of the file that loads
-- it. A path that begins with `/` starts at the root of the given files, or else at one of the directories
-- around the loading file, the outermost first.
---@param module string as `load` was given it
---@param directory string of the file that loads, with a slash at its end, or ""
---@return string[]
function load_paths.places(module, directory)
  if not find(module, "^/") then return { normalised(directory .. module) } end
  local path = gsub(module, "^/+", "")
  local found = { normalised(path) }
  for at in directory:gmatch "()/" do
    found[#found + 1] = normalised(directory:sub(1, at) .. path)
  end
  return found
end

--- Indexes sources by their places, for `find`.
---@param sources table<string, userdata> core sources by name
---@return table # { by_place =, names = list }
function load_paths.index(sources)
  local index = { by_place = {}, names = {} }
  for name, source in pairs(sources) do
    index.by_place[normalised(name)] = source
    index.names[#index.names + 1] = name
  end
  return index
end

--- Finds the source that a file loads. A relative path starts at the directory of that file; a path that
-- begins with `/` starts at what the command line names.
---@param index table from `index`
---@param module string as `load` was given it
---@param from string the file that loads
---@return userdata # a core source; throws when there is none
function load_paths.find(index, module, from)
  if find(module, "^@") then
    values().raise("load: " .. module .. " cannot be loaded: the only library is @ytt:")
  end
  if not file_kinds.is_starlark(module) and not file_kinds.is_yaml(module) then
    values().raise("load: " .. module .. " is no .star, .yml or .yaml file")
  end
  local directory = file_access.folder_of(from)
  for _, place in ipairs(load_paths.places(module, directory)) do
    if index.by_place[place] then return index.by_place[place] end
  end
  local near = suggestion.hint(module, index.names)
  values().raise("load: " .. module .. " is not one of the given files"
    .. (near ~= "" and near or " (give it, too: with -f; in Lua, in opts.files)"))
end

--- Returns what a module of ytt provides to `load`: a table with its one name, or nil for files.
---@param module string
---@return table?
function load_paths.module(module)
  local name = match(module, "^@ytt:(.*)$")
  if not name then return nil end
  local registry = require "yschema.modules.registry"
  local value = registry.named(name)
  if value == nil then
    values().raise("load: the module " .. module .. " is not supported"
      .. registry.suggestion(name))
  end
  return { [name] = value }
end

return load_paths
