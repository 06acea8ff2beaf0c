--- Lists the files that words of a command line name: paths, folders, patterns and standard input.
--
-- @module yschema.batch.listing

local core = require "yschema.core"
local lazily = require "yschema.base.lazily"
local file_access = require "yschema.base.file_access"
local file_kinds = require "yschema.base.file_kinds"
local globs = lazily "yschema.batch.globs"
local lfs = lazily "lfs"

local listing = {}

local identity, tidy = file_access.identity, file_access.tidy

local SLASH = string.byte "/"

--- A file to validate.
---@class yschema.ListedFile
---@field path string where it is read, and its name in reports; "-" is standard input
---@field named? boolean the call has named it: it may be a pipe, which can be read once
---@field problem? string why it cannot be validated
---@field key? string its identity, if it was looked up

---@class yschema.FileList
---@field files (yschema.ListedFile|string)[]
---@field paths? boolean of a file of which nothing else is known, the list has the path alone
---@field skipped integer how many files were found that are not to be validated
---@field listed table<string, boolean>
---@field left_out table<string, boolean>
local List = {}
List.__index = List

--- The identity of a listed file.
---@param file yschema.ListedFile
---@return string
function listing.key_of(file)
  file.key = file.key or identity(file.path)
  return file.key
end

-- Adds the files that an argument of -f names to a set.
local function leave_out(set, path)
  if not lfs.attributes(path, "mode") then path = path:match "^[^=]+=(.+)$" or path end
  set[identity(path)] = true
  if lfs.attributes(path, "mode") ~= "directory" then return end
  for _, below in ipairs(globs.find("**/*", path)) do set[identity(globs.joined(path, below))] = true end
end

local function new_list(left_out, paths)
  local set = {}
  for _, path in ipairs(left_out or {}) do leave_out(set, path) end
  return setmetatable({ files = {}, skipped = 0, listed = {}, left_out = set, paths = paths }, List)
end

-- Adds a file. `named`: see yschema.ListedFile.
function List:add(path, problem, named)
  local file = tidy(path)
  local key = path == "-" and file or identity(path)
  if self.listed[key] then return end
  self.listed[key] = true
  if problem or named or not self.paths then
    file = { path = file, problem = problem, named = named, key = key }
  end
  self.files[#self.files + 1] = file
end

function List:add_found(path)
  local key = identity(path)
  if not self.left_out[key] then return self:add(path) end
  if not self.listed[key] then self.skipped = self.skipped + 1 end
  self.listed[key] = true
end

-- Adds a file that is named by its path, unless it is one of the schema: pre-commit names all files that were changed.
-- A file that others name has to be a regular one: reading a pipe might never end.
function List:add_named(path, by_call)
  if path ~= "-" and self.left_out[identity(path)] then return self:add_found(path) end
  self:add(path, nil, by_call or nil)
end

-- Adds the files that match a pattern. Returns whether there is any, or a folder that cannot be read.
-- Tests of schemas are no data, unless the pattern is for them.
function List:add_all(word, pattern, base, is_outside)
  local paths, closed = globs.find(pattern, base, self.outside, is_outside)
  if not paths then
    self:add(word, closed)
    return true
  end
  local for_tests = string.find(pattern, "schema-test", 1, true)
  for _, path in ipairs(paths) do
    if for_tests or not file_kinds.is_test(path) then self:add_found(base and globs.joined(base, path) or path) end
  end
  for _, folder in ipairs(closed) do self:add(folder.path, folder.problem) end
  return paths[1] ~= nil or closed[1] ~= nil
end

-- Whether a path to a folder leads out of the one where it begins.
local function leaves(path)
  return string.byte(path) == SLASH or string.find("/" .. path .. "/", "/../", 1, true) ~= nil
    or lfs.symlinkattributes(path, "mode") == "link"
end

-- Adds what a word names. A relative path begins in the folder `base`, if there is one: then a file has the word, and
-- not the call.
function List:add_word(word, base)
  local by_call = not base
  if base and word == "-" then word = "./-" end
  if word:sub(1, 1) == "/" then base = nil end
  local path = base and globs.joined(base, word) or word
  local mode = path ~= "-" and lfs.attributes(path, "mode")
  if mode == "directory" then
    if not self:add_all(path, file_kinds.DATA_FILES, path, leaves(word)) then
      self:add(path, "has no files with names that end in " .. file_kinds.data_endings "or")
    end
  elseif mode or path == "-" or not globs.is_pattern(word) then
    self:add_named(path, by_call)
  elseif not self:add_all(path, word, base) then
    self:add(path, "no file has a name like this")
  end
end

--- Returns what the words of a file, or of several, may look at outside of its folder.
---@return { left: integer }
function listing.outside() return { left = globs.most_outside } end

--- Lists the files that words name, each once, in the order of the words. A folder means its `.yml`, `.yaml` and
-- `.json` files at every depth, without those whose names begin with a dot.
---@param words string[]
---@param left_out? string[] paths that are not listed, such as those of the schema
---@param base? string the folder of the file that has the words, where relative ones begin; "" is the working
---  directory; nil: the call has them
---@param paths? boolean of a file of which nothing else is known, its path alone is given
---@param outside? { left: integer } what the words of a file may look at outside of its folder: `globs.find`
---@return (yschema.ListedFile|string)[] files
---@return integer skipped how many of `left_out` were found
function listing.of(words, left_out, base, paths, outside)
  local list = new_list(left_out, paths)
  list.outside = outside or base and listing.outside() or nil
  for _, word in ipairs(words) do list:add_word(word, base) end
  return list.files, list.skipped
end

--- Paths in a text, each with a zero byte after it. There may be very many, and they take no more memory than the text.
---@class yschema.ListedNames
---@field private text string
---@field private places string where each begins
---@field private number integer how many there are
local Names = {}
Names.__index = Names

--- Counts the paths.
---@return integer
function Names:count() return self.number end

--- Returns a path.
---@param i integer from 1 to the count
---@return string
function Names:at(i) return core.listed_name(self.text, self.places, i) end

--- Whether one of the paths is "-", which is standard input.
---@return boolean
function Names:has_stdin() return string.find("\0" .. self.text .. "\0", "\0-\0", 1, true) ~= nil end

--- Lists the files that a text names, with a zero byte after each name, as `find -print0` writes them. Each name
-- counts once. Finding out whether two names belong to one file would take a third as long as validation.
---@param text string
---@return yschema.ListedNames
function listing.of_names(text)
  local number, places = core.listed_names(text)
  return setmetatable({ text = text, places = places, number = number }, Names)
end

return listing
