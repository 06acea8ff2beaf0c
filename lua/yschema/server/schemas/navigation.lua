--- Finds what a name in a schema stands for: where code binds it, and the files that it is loaded from.
--
-- @module yschema.server.schemas.navigation

local compiled = require "yschema.server.schemas.compiled"
local core = require "yschema.core"
local cursor = require "yschema.server.schemas.cursor"
local layouts = require "yschema.server.values.layouts"
local names = require "yschema.server.schemas.names"
local views = require "yschema.server.values.views"
local writing = require "yschema.base.writing"

local navigation = {}

local ipairs = ipairs

-- In so many files and documents of one, keys are looked for.
local MOST_FILES, MOST_DOCUMENTS = 1000, 1000

local function location(server, path, content, first, after)
  return { uri = server:uri_of(path), range = content:range(first, after, server.unit) }
end

-- Returns the file that the string at a place names, in a call of `load`.
local function file_at(content, at)
  local line = content:line_of(at)
  local from, file, after = content:line(line):match "load%s*%(%s*[\"']()([^\"'@]+)()[\"']"
  local base = content:line_bytes(line) - 1
  return file and at >= base + from and at <= base + after and file or nil
end

-- Finds where a file binds a name. It may load it itself.
local function bound_in(server, path, content, name, line, depth)
  local list = names.bound(content, path)
  local one = names.find(list, name, line)
  if not one then return nil end
  if one.file and one.file:sub(1, 1) ~= "@" and depth < 10 then
    local place = names.place(path, one.file)
    local loaded = names.content(place, server.texts)
    local found = loaded and bound_in(server, place, loaded, one.original, 2 ^ 30, depth + 1)
    if found then return found end
  end
  return location(server, path, content, one.first, one.first + #name)
end

navigation["textDocument/definition"] = function(server, params, text)
  local content, at, path = text.open.content, views.place(server, text, params), text.open.path
  if not at or not path then return core.null end
  local file = file_at(content, at)
  if file then
    local place = names.place(path, file)
    local loaded = names.content(place, server.texts)
    return loaded and location(server, place, loaded, 1, 1) or core.null
  end
  local found = cursor.find(content, at, path)
  local name = found.word:match "^[%a_][%w_]*"
  local is_code = found.kind == "arguments" or found.kind == "code"
  return is_code and name and bound_in(server, path, content, name, found.line, 0) or core.null
end

-- ---- files that give a key ----------------------------------------------------------

-- Adds the places of keys below a node to which the steps lead. A step without a key leads to all items.
local function add_keys(node, steps, number, add)
  local step = steps[number]
  for _, below in ipairs(node:below()) do
    if step.key and below.key == step.key or not step.key and not below.key then
      if number == #steps then add(below) else add_keys(below, steps, number + 1, add) end
    end
  end
end

-- Adds the places of a key in a file.
local function add_places(list, server, folder, file, steps)
  local content = folder:text_of(file)
  local layout = content and layouts.new(content, file, server.settings)
  for _, root in ipairs(layout and layout:roots(MOST_DOCUMENTS) or {}) do
    add_keys(root, steps, 1, function(node)
      if not node.key_first then return end
      list[#list + 1] = { uri = server:uri_of(folder:absolute(file)),
        range = content:range(node.key_first, node.key_last + 1, server.unit) }
    end)
  end
  if layout then layout:close() end
end

-- The files of the jobs by the schemas of which a text is a part, each once.
local function files_by(text)
  local files, seen = {}, {}
  for _, use in ipairs(compiled.uses(text.folder, text.open.path)) do
    for _, job in ipairs(use.jobs) do
      for _, file in ipairs(job.layers or { job.file }) do
        if not seen[file.path] and #files < MOST_FILES then files[#files + 1] = file.path end
        seen[file.path] = true
      end
    end
  end
  return files
end

navigation["textDocument/references"] = function(server, params, text)
  local at = views.place(server, text, params)
  if not at or not text.folder or cursor.find(text.open.content, at, text.open.path).kind ~= "node" then
    return core.null
  end
  local chain = views.layout(server, text):chain(at)
  local steps, list = layouts.steps(chain), {}
  if not steps[1] or not chain[#chain].key_first then return core.null end
  text.folder.read = {}
  text.folder:within(function()
    for _, file in ipairs(files_by(text)) do add_places(list, server, text.folder, file, steps) end
  end)
  return writing.list(list)
end

return navigation
