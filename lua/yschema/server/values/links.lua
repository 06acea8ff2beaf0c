--- Links of values files and project files to other files, and the configurations that a file is in.
--
-- @module yschema.server.values.links

local uris = require "yschema.server.uris"
local file_access = require "yschema.base.file_access"
local lfs = require "lfs"
local views = require "yschema.server.values.views"
local writing = require "yschema.base.writing"

local links = {}

-- Returns the absolute path of a file that a text names, if it is there.
local function target(text, name)
  if name == "" or name:find "^%a[%w+.-]+://" then return nil end
  local folder = file_access.folder_of(text.open.path)
  local path = file_access.normalised(name:sub(1, 1) == "/" and name or folder .. name)
  return lfs.attributes(path, "mode") == "file" and path or nil
end

local function add_link(server, text, list, name, first)
  local path = target(text, name)
  if not path then return end
  list[#list + 1] = {
    range = text.open.content:range(first, first + #name, server.unit), target = uris.uri(path),
  }
end

-- ---- modelines ----------------------------------------------------------------------

local PATTERNS = { '()schema="([^"]+)"', '()schema=([^%s"]+)' }

-- Adds the links of the comments at the top that name schemas.
local function add_modelines(server, text, list)
  local content = text.open.content
  for line = 1, math.min(#content:line_starts(), 100) do
    local words = content:line(line)
    if not words:find "^%s*#" and words:find "%S" and not words:find "^%-%-%-%s*$" then break end
    local is_one = words:find "^%s*#!?%s*yschema:" or words:find "^%s*#!?%s*yaml%-language%-server:"
    for i, pattern in ipairs(is_one and PATTERNS or {}) do
      for at, name in words:gmatch(pattern) do
        add_link(server, text, list, name, (content:line_bytes(line)) + at - 1 + (i == 1 and 8 or 7))
      end
    end
  end
end

-- ---- project files ------------------------------------------------------------------

local PATHS = { schema = true, json_schema = true, layers = true, each = true, extends = true }

local function add_node(server, text, list, node)
  if node.kind ~= "string" then return end
  local quote = (node.style == "single" or node.style == "double") and 1 or 0
  add_link(server, text, list, node.value, node.content + quote)
end

local function add_paths(server, text, list, parent)
  for _, node in ipairs(parent) do
    if PATHS[node.key] then
      add_node(server, text, list, node)
      for _, item in ipairs(node) do add_node(server, text, list, item) end
    else
      add_paths(server, text, list, node)
    end
  end
end

links["textDocument/documentLink"] = function(server, _, text)
  local list = {}
  if not text.open.path then return writing.list(list) end
  add_modelines(server, text, list)
  for _, root in ipairs(text.is_project and views.layout(server, text):trees() or {}) do
    add_paths(server, text, list, root)
  end
  return writing.list(list)
end

-- ---- configurations -----------------------------------------------------------------

local MOST_NAMED = 5

links["textDocument/codeLens"] = function(server, _, text)
  local names, count, seen = {}, 0, {}
  for _, job in ipairs(text.jobs) do
    local name = job.entry
    if name and not seen[name] then
      seen[name] = true
      count = count + 1
      if count <= MOST_NAMED then names[count] = name end
    end
  end
  if count == 0 then return writing.list {} end
  local title = ("%d configuration%s: %s%s"):format(count, count == 1 and "" or "s", table.concat(names, ", "),
    count > MOST_NAMED and ", ..." or "")
  return writing.list { {
    range = text.open.content:range(1, 1, server.unit), command = { title = title, command = "" },
  } }
end

return links
