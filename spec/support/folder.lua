--- A folder of a spec's own, with files in it.
--
--     local dir = folder.make "more"            -- with the folder "more" inside
--     folder.write(dir, "a.yml", "a: 1\n")      -- returns the file's path
--     folder.remove(dir)
--
-- No other program is run, so that thousands of folders cost little.

local lfs = require "lfs"

local folder = {}

local function make_folders(path)
  for last in (path .. "/"):gmatch "()/" do lfs.mkdir(path:sub(1, last - 1)) end
end

--- Makes an empty folder, and another one inside if it is named, and returns its path.
---@param inside? string
---@return string
function folder.make(inside)
  local path = os.tmpname()
  os.remove(path)
  make_folders(path .. "/" .. (inside or ""))
  assert(lfs.attributes(path .. "/" .. (inside or ""), "mode") == "directory", path)
  return path
end

--- Writes a file in a folder and returns its path. Missing folders are made.
---@param path string
---@param name string
---@param text string
---@return string
function folder.write(path, name, text)
  local handle = io.open(path .. "/" .. name, "wb")
  if not handle then
    make_folders((path .. "/" .. name):match "^(.*)/")
    handle = assert(io.open(path .. "/" .. name, "wb"))
  end
  handle:write(text)
  handle:close()
  return path .. "/" .. name
end

--- Removes a folder and all that is in it.
---@param path string
function folder.remove(path)
  for name in lfs.dir(path) do
    local inner = path .. "/" .. name
    if lfs.symlinkattributes(inner, "mode") ~= "directory" then
      os.remove(inner)
    elseif name ~= "." and name ~= ".." then
      folder.remove(inner)
    end
  end
  assert(lfs.rmdir(path))
end

return folder
