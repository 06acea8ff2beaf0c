--- Says how a file gets a schema, when a person edits one of a project that no configuration lists.
--
-- @module yschema.server.unlisted_files

local lfs = require "lfs"
local project = require "yschema.batch.project"

local unlisted_files = {}

local next = next

local TEXT = "%s is in no configuration of %s, so only its syntax is validated: list it there, or name its schema in"
  .. " its first line: # yschema: schema=FILE"

-- Returns the name of an open file that has neither a configuration nor a schema, and is no schema.
local function unlisted(folder, key)
  local lone = not folder.failed and folder.lone[key]
  return lone and lone.head == "" and not lone.is_schema and folder:relative(lone.path) or nil
end

--- Sends a message about the first such file.
---@param server yschema.LanguageServer
---@param folder yschema.EditedFolder
---@param changed table<string, string> the paths of changed files by their identities
function unlisted_files.mention(server, folder, changed)
  if server.has_mentioned or lfs.attributes(folder.path .. project.NAME, "mode") ~= "file" then return end
  for key, path in next, changed do
    local file = unlisted(folder, key)
    if file and server.texts:of_path(path) then
      server.has_mentioned = true
      return server:notify("window/showMessage", { type = 3, message = TEXT:format(file, project.NAME) })
    end
  end
end

return unlisted_files
