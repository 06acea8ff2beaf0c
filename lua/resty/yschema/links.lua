--- Paths through symbolic links, as they stood at one moment.
--
-- Kubernetes changes a mounted folder by turning one link (`..data`) to another folder,
-- and deployments turn a link `current`. A look at the files follows each link once and
-- remembers where it led, so that all files of the look come from the same folder,
-- however often the link is turned meanwhile.
--
-- @module resty.yschema.links

local core = require "yschema.core"

local links = {}

-- As many links as Linux follows in one path.
local most_links = 40

--- Where the links lead in one look at the files.
---@class resty.yschema.Links
---@field private targets table<string, string|false> by the path of the link; false: it is none
local Links = {}
Links.__index = Links

--- A look that has followed no link yet.
---@return resty.yschema.Links
function links.new() return setmetatable({ targets = {} }, Links) end

-- What a link says; false when the path is no link.
local function target(self, path)
  local known = self.targets[path]
  if known == nil then
    known = core.read_link(path) or false
    self.targets[path] = known
  end
  return known
end

-- Puts the parts of a path on a stack, so that its first part is on top.
local function push(stack, path)
  local parts = {}
  for part in path:gmatch "[^/]+" do parts[#parts + 1] = part end
  for i = #parts, 1, -1 do stack[#stack + 1] = parts[i] end
end

--- The same file by a path without links. What does not exist stays as it is written.
---@param path string absolute
---@return string path
function Links:resolve(path)
  local ahead, done, followed = {}, "", 0
  push(ahead, path)
  while #ahead > 0 do
    local part = table.remove(ahead)
    if part == ".." then
      done = done:gsub("/[^/]*$", "")
    elseif part ~= "." then
      local next_path = done .. "/" .. part
      local leads = target(self, next_path)
      followed = followed + (leads and 1 or 0)
      if followed > most_links then return path end -- reading it tells what is wrong
      if leads then
        push(ahead, leads)
        if leads:sub(1, 1) == "/" then done = "" end
      else
        done = next_path
      end
    end
  end
  return done == "" and "/" or done
end

return links
