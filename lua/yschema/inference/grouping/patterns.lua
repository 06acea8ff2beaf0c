--- Finds patterns that match the files of one kind, and later files beside them, but no files of other kinds.
--
-- @module yschema.inference.grouping.patterns

local sorted_keys = require("yschema.base.plain_tables").sorted_keys
local file_kinds = require "yschema.base.file_kinds"

local patterns = {}

local ENDINGS = file_kinds.DATA_FILES:gsub("^%*%*/", "")

local function folder_of(path) return path:match "^(.*/)[^/]*$" or "" end
local function name_of(path) return path:match "[^/]*$" end

-- Whether all files with a feature are of one kind.
local function is_of(files, all, feature, wanted)
  for name in pairs(all) do
    if feature(name) == wanted and not files[name] then return false end
  end
  return true
end

--- Returns the patterns of one kind: folders with files of this kind alone, names that only such files have, and else
-- the files themselves.
---@param files table<string, boolean>
---@param all table<string, boolean> the files of all kinds
---@return string[]
function patterns.of(files, all)
  local seen, found = {}, {}
  for _, file in ipairs(sorted_keys(files)) do
    local folder, name = folder_of(file), name_of(file)
    local above = folder:match "^(.*/)[^/]*/$"
    local pattern = file
    if is_of(files, all, folder_of, folder) then
      pattern = folder .. ENDINGS
    elseif above and is_of(files, all, name_of, name) then
      pattern = above .. "*/" .. name
    end
    if not seen[pattern] then seen[pattern], found[#found + 1] = true, pattern end
  end
  return found
end

--- Returns a name for the schema of one kind: that of their folder, or of the files, without the ending.
---@param files table<string, boolean>
---@return string
function patterns.name_of(files)
  local folder, name
  for file in pairs(files) do
    local own = folder_of(file)
    if folder and folder ~= own then folder = "" end
    folder = folder or own
    if name and name ~= name_of(file) then name = "" end
    name = name or name_of(file)
  end
  return name ~= "" and name:gsub("%.[^.]*$", "") or folder:match "([^/]+)/$" or "kind"
end

return patterns
