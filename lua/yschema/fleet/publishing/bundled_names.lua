--- Chooses the names of the files in a bundle: relative names, which do not show where the files are on this machine.
--
-- Relative names stay as they are given. Of others, the folder that they have in common goes away, so that files which
-- load one another still find one another.
--
-- @module yschema.fleet.publishing.bundled_names

local file_access = require "yschema.base.file_access"
local plain_tables = require "yschema.base.plain_tables"

local bundled_names = {}

local find, ipairs, sub, table = string.find, ipairs, string.sub, table
local folder_of, normalised = file_access.folder_of, file_access.normalised

local function is_outside(path) return find(path, "^/") ~= nil or find(path, "^%.%.") ~= nil end

-- The folder from which what an argument named is called. Those around "../.." have no names.
local function start_of(item)
  local path = normalised(item.base)
  return find(path, "%.%.$") and path .. "/" or folder_of(path)
end

-- Whether a folder lies in another one, or is the same.
local function lies_in(folder, other)
  return sub(folder, 1, #other) == other and not find(sub(folder, #other + 1), "^%.%./")
end

-- Returns the outermost of some folders around a folder. The root is around all, and would show where they lie.
local function outermost(folder, folders)
  local found = folder
  for _, other in ipairs(folders) do
    if other ~= "/" and #other < #found and lies_in(folder, other) then found = other end
  end
  return found
end

-- Sorts files into groups that keep their places to one another.
local function groups_of(list)
  local starts, groups, by_start = {}, {}, {}
  for _, item in ipairs(list) do
    if is_outside(normalised(item.name)) then starts[#starts + 1] = start_of(item) end
  end
  for number, item in ipairs(list) do
    local path, start = normalised(item.name), ""
    if is_outside(path) then start = outermost(start_of(item), starts) end
    local group = by_start[start]
    if not group then
      group = { start = start }
      by_start[start], groups[#groups + 1] = group, group
    end
    group[#group + 1] = { number = number, name = sub(path, #start + 1) }
  end
  table.sort(groups, function(a, b)
    if (a.start == "") ~= (b.start == "") then return a.start == "" end
    return a[1].number < b[1].number
  end)
  return groups
end

-- Whether no name of a group is taken in a folder.
local function is_free(group, folder, taken)
  return not plain_tables.any(group, function(item) return taken[folder .. item.name] end)
end

-- Returns the first of "", "2/", "3/", ... in which the names of a group are free.
local function free_folder(group, taken)
  local folder, number = "", 1
  while not is_free(group, folder, taken) do
    number = number + 1
    folder = number .. "/"
  end
  return folder
end

--- Chooses names. When a name is taken, the file gets a folder "2", "3", ...
---@param list { name: string, base: string }[] the files: what reports call them, and the argument that named them
---@return string[] names
function bundled_names.choose(list)
  local names, taken = {}, {}
  for _, group in ipairs(groups_of(list)) do
    local folder = free_folder(group, taken)
    for _, item in ipairs(group) do
      local name = folder .. item.name
      if taken[name] then name = free_folder({ item }, taken) .. item.name end -- the same file was given twice
      names[item.number], taken[name] = name, true
    end
  end
  return names
end

return bundled_names
