--- The comment at the top of a file that names its schema (reference#modelines).
--
-- @module yschema.batch.modelines

local modelines = {}

local core = require "yschema.core"
local file_access = require "yschema.base.file_access"

local HEAD = 4096 -- bytes in which the comment has to be

local folder_of = file_access.folder_of

local placed = file_access.placed

-- Returns the paths in the words after `yschema:`, or nil and the problem.
local function paths_in(words, folder)
  local paths, rest = {}, words
  while rest:find "%S" do
    local path, after = rest:match '^%s*schema="([^"]+)"(.*)$'
    if not path then path, after = rest:match "^%s*schema=([^%s\"]+)(.*)$" end
    if not path then
      return nil, ("'%s' is not understood; write # yschema: schema=FILE"):format(rest:match "%S+")
    end
    paths[#paths + 1], rest = placed(folder, path), after
  end
  if not paths[1] then return nil, "no schema is named; write # yschema: schema=FILE" end
  return paths
end

--- The schema that the top of a file names.
---@class yschema.Modeline
---@field line integer
---@field schema? string[] the files of the schema
---@field json_schema? string the JSON Schema that it names for editors
---@field remote? boolean the JSON Schema is on another site
---@field problem? string

-- Reads what yaml-language-server takes: a path, or an address.
local function of_editors(number, json_schema, folder)
  json_schema = json_schema:gsub("^file://", "")
  if not json_schema:find "^%a[%w+.-]+:" then return { line = number, json_schema = placed(folder, json_schema) } end
  return { line = number, remote = true,
    problem = ("the JSON Schema %s is on another site, where nothing is read; put it into a"
    .. " file, and write the path of this file"):format(json_schema) }
end

--- Looks for the comment that names a schema in the first lines of a text, before anything else.
---@param text string
---@param path string of the file
---@return yschema.Modeline?
function modelines.find(text, path)
  local number, for_editors = 0, nil
  for line in text:gmatch "([^\n]*)\n?" do
    number = number + 1
    if not (line:find "^%s*#" or line:find "^%s*$" or line:find "^%-%-%-%s*$" or line:find "^%%") then break end
    local words = line:match "^%s*#!?%s*yschema:(.*)$"
    if words then
      local paths, problem = paths_in(words, folder_of(path))
      return { line = number, schema = paths, problem = problem }
    end
    local json_schema = line:match "^%s*#!?%s*yaml%-language%-server:%s*%$schema=(%S+)"
    if json_schema then for_editors = for_editors or of_editors(number, json_schema, folder_of(path)) end
    if number > 100 then break end
  end
  return for_editors
end

--- Looks for the comment in a file.
---@param path string of a regular file
---@return yschema.Modeline?
function modelines.of_file(path)
  local head = file_access.open_text(path) or core.head(path, HEAD)
  return head and modelines.find(head:sub(1, HEAD), path) or nil
end

--- Returns a text that is the same for files that name the same schema in the same line; "" for one that names none.
-- Messages name the line.
---@param path string of a regular file
---@return string
function modelines.key_of_file(path)
  local found = modelines.of_file(path)
  if not found or found.remote then return "" end
  local schema = table.concat(found.schema or {}, "\n")
  return table.concat({ found.line, found.problem or "", found.json_schema or "", schema }, "\n")
end

return modelines
