--- Knows JSON Schemas by their addresses: the files of a folder that have an `$id`. Nothing is read from other sites.
--
-- @module yschema.metaschema.schema_folders

local file_access = require "yschema.base.file_access"
local lfs = require "lfs"

local schema_folders = {}

local MOST_NAMES = 100000 -- in a folder and below
local ENDINGS = { json = true, yml = true, yaml = true }

--- A folder with JSON Schemas, or one file.
---@class yschema.SchemaFolder
---@field path string
---@field max_bytes integer of a file
---@field names integer that were looked at
---@field by_id? table<string, string> the paths of the files, by the addresses that they may have
local SchemaFolder = {}
SchemaFolder.__index = SchemaFolder

-- Notes the addresses in a text. One that is no `$id` does no harm: the text is asked when it is needed.
function SchemaFolder:read(path)
  local source = file_access.read(path, path, self.max_bytes)
  if not source then return end
  for id in source:text():gmatch "%f[%w$]%$?id[\"']?%s*:%s*[\"']?([^%s\"',}]+)" do
    if id:find "^%a[%w+.-]*:" then
      id = id:gsub("#$", "")
      self.by_id[id] = self.by_id[id] or path
    end
  end
  source:close()
end

local function names_in(folder)
  local names = {}
  for name in lfs.dir(folder) do
    if name ~= "." and name ~= ".." then names[#names + 1] = name end
  end
  table.sort(names)
  return names
end

-- Reads the files in a folder and below. Links to folders are not followed, and what is no regular file is not read.
function SchemaFolder:read_below(folder)
  for _, name in ipairs(names_in(folder)) do
    self.names = self.names + 1
    if self.names > MOST_NAMES then return end
    local path = folder .. name
    local mode = lfs.symlinkattributes(path, "mode")
    if mode == "directory" then
      self:read_below(path .. "/")
    elseif (mode == "file" or mode == "link") and ENDINGS[name:match "%.(%a+)$"] then
      self:read(path)
    end
  end
end

--- Returns the file with an address.
---@param uri string without a fragment
---@return string? path
---@return string? problem
function SchemaFolder:find(uri)
  if not self.by_id then
    self.by_id = {}
    if lfs.attributes(self.path, "mode") == "directory" then
      self:read_below((self.path:gsub("/+$", "")) .. "/")
    else
      self:read(self.path)
    end
  end
  local path = self.by_id[uri]
  if path then return path end
  if self.names > MOST_NAMES then
    return nil, ("%s has more than %d files and folders; name a smaller one"):format(self.path, MOST_NAMES)
  end
  return nil, ("no file in %s has the $id %s"):format(self.path, uri)
end

--- Makes what finds the JSON Schemas in a folder. Its files are read when the first of them is needed.
---@param path string a folder, or a file
---@param max_bytes integer of a file
---@return yschema.SchemaFolder
function schema_folders.new(path, max_bytes)
  return setmetatable({ path = path, max_bytes = max_bytes, names = 0 }, SchemaFolder)
end

return schema_folders
