--- Links of a schema to the files that its code loads, and how many files give a key.
--
-- @module yschema.server.schemas.links

local addresses = require "yschema.server.addresses"
local compiled = require "yschema.server.schemas.compiled"
local fields = require "yschema.server.values.fields"
local layouts = require "yschema.server.values.layouts"
local lfs = require "lfs"
local names = require "yschema.server.schemas.names"
local views = require "yschema.server.values.views"
local writing = require "yschema.base.writing"

local links = {}

local ipairs, pairs, table = ipairs, pairs, table

links["textDocument/documentLink"] = function(server, _, text)
  local content, list = text.open.content, {}
  for first, file in content.text:gmatch "load%s*%(%s*[\"']()([^\"'@\n]+)[\"']" do
    local place = text.open.path and names.place(text.open.path, file)
    if place and lfs.attributes(place, "mode") == "file" then
      list[#list + 1] = { range = content:range(first, first + #file, server.unit), target = addresses.uri(place) }
    end
  end
  return writing.list(list)
end

-- Editors ask for lenses after each change, so files are counted only in projects of this size.
local MOST_FILES, MOST_DOCUMENTS = 50, 100

-- The files that a schema validates, each with a job; nil: there are too many.
local function files_of(use)
  local files, seen = {}, {}
  for _, job in ipairs(use.jobs) do
    for _, file in ipairs(job.layers or { job.file }) do
      if not seen[file.path] then files[#files + 1] = { path = file.path, job = job } end
      seen[file.path] = true
    end
  end
  return #files <= MOST_FILES and files or nil
end

-- Returns the keys of a file at the roots of the documents that a schema validates.
local function keys_of(folder, file, schema)
  local content, keys = folder:text_of(file.path), {}
  local layout = content and layouts.of(content, folder:absolute(file.path), schema.settings)
  for _, root in ipairs(layout and layout:roots(MOST_DOCUMENTS) or {}) do
    for _, below in ipairs(views.schema_of(file.job, root) == schema and root:below() or {}) do
      if below.key then keys[below.key] = true end
    end
  end
  return keys
end

-- Counts the files that give the keys of a schema, by the lines of the keys in a text.
local function add_counts(text, use, counts)
  local folder, schema = text.folder, use.schema
  for _, file in ipairs(files_of(use) or {}) do
    local keys = keys_of(folder, file, schema)
    for _, field in ipairs(fields.root(schema).named or {}) do
      local is_here = keys[field.key] and field.file and folder:absolute(field.file) == text.open.path
      if is_here then counts[field.line] = (counts[field.line] or 0) + 1 end
    end
  end
end

links["textDocument/codeLens"] = function(server, _, text)
  local content, counts, list = text.open.content, {}, {}
  if not text.folder or text.folder.failed then return writing.list(list) end
  text.folder.read = {}
  text.folder:within(function()
    for _, use in ipairs(compiled.uses(text.folder, text.open.path)) do add_counts(text, use, counts) end
  end)
  for line, count in pairs(counts) do
    local at = content:line_bytes(line)
    list[#list + 1] = { range = content:range(at, at, server.unit), command = { command = "",
      title = ("set in %d file%s"):format(count, count == 1 and "" or "s") } }
  end
  table.sort(list, function(one, other) return one.range.start.line < other.range.start.line end)
  return writing.list(list)
end

return links
