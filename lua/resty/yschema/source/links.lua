--- Resolves symbolic links in paths, as they were at one moment.
--
-- Kubernetes updates a mounted folder by changing one link (`..data`) to another folder, and deployments
-- often change a link `current`. Whenever the files are read, each link is followed once and its target
-- is remembered, so that all files come from the same folder, however often the link changes.
--
-- @module resty.yschema.source.links

local core = require "yschema.core"

local links = {}

-- Linux follows as many links in one path.
local most_links = 40

--- The targets of links while all files are read once.
---@class resty.yschema.Links
---@field private targets table<string, string|false> by the path of the link; false: it is none
local Links = {}
Links.__index = Links

-- The folder from which nginx was started, before it changes to another one.
local started_in = core.read_link "/proc/self/cwd" or os.getenv "PWD" or "/"

--- Makes a path absolute. Paths are relative to the prefix of nginx, and that, as in `nginx -p site`, to the folder
-- from which nginx was started.
---@param path string
---@return string
function links.absolute(path)
  if path:sub(1, 1) == "/" then return path end
  local prefix = ngx.config.prefix()
  if prefix:sub(1, 1) ~= "/" then prefix = started_in .. "/" .. prefix end
  return ((prefix .. "/" .. path):gsub("//+", "/"))
end

--- Starts a pass, which has followed no link yet.
---@return resty.yschema.Links
function links.new() return setmetatable({ targets = {} }, Links) end

-- Reads the target of a link; false when the path is not a link.
local function target(self, path)
  local known = self.targets[path]
  if known == nil then
    known = core.read_link(path) or false
    self.targets[path] = known
  end
  return known
end

-- Pushes the parts of a path onto a stack, with the first part on top.
local function push(stack, path)
  local parts = {}
  for part in path:gmatch "[^/]+" do parts[#parts + 1] = part end
  for i = #parts, 1, -1 do stack[#stack + 1] = parts[i] end
end

--- Returns the path of the same file without links. Parts that do not exist stay as they are written.
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
      if followed > most_links then return path end -- the read that follows reports the error
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
