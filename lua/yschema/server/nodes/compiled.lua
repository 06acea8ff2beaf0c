--- Finds what a text that is a schema, or a part of one, was compiled to.
--
-- @module yschema.server.nodes.compiled

local attempt = require "yschema.base.attempt"
local plain_tables = require "yschema.base.plain_tables"
local core = require "yschema.core"
local fields = require "yschema.server.values.fields"
local file_access = require "yschema.base.file_access"
local lone_files = require "yschema.server.lone_files"
local ordered_keys = require "yschema.base.ordered_keys"

local compiled = {}

-- Schemas that no project file names, by the texts, and the last one without errors of each file. A schema is compiled
-- again when the folder has read its files again: it may load some of them.
local by_content, last_good = setmetatable({}, { __mode = "k" }), setmetatable({}, { __mode = "k" })

local function compile(server, path)
  local source = file_access.read(path, path, server.settings.max_bytes)
  local schema, ok
  if source then schema, ok = lone_files.compile(source, server.settings) end
  return ok and schema or nil
end

-- Compiles a schema that no project file names. One with errors has what it was compiled to before.
local function lone(server, text)
  local content, read = text.open.content, text.folder.reading
  local known = by_content[content]
  if not known or known.read ~= read then
    local ok, schema = attempt(text.folder.within, text.folder, compile, server, text.open.path)
    known = { read = read, schema = ok and schema or last_good[text.open] }
    by_content[content] = known
    if ok and schema then last_good[text.open] = schema end
  end
  return known.schema
end

-- Returns whether a file is a part of a schema.
local function is_part(schema, folder, path)
  return plain_tables.any(schema.offered, function(source) return folder:absolute(source:name()) == path end)
end

--- Returns the schemas of the project of which a file is a part, with the jobs by each of them.
---@param folder yschema.EditedFolder
---@param path string absolute
---@return { schema: yschema.CoreSchema, jobs: yschema.Job[] }[]
function compiled.uses(folder, path)
  local list, by_schema, done, jobs = {}, {}, {}, folder:current_jobs()
  local function add(schema, job)
    if by_schema[schema] == nil then
      by_schema[schema] = is_part(schema, folder, path) and { schema = schema, jobs = {} } or false
      list[#list + 1] = by_schema[schema] or nil
    end
    if by_schema[schema] then table.insert(by_schema[schema].jobs, job) end
  end
  for _, key in ipairs(ordered_keys(jobs)) do
    for _, job in ipairs(jobs[key]) do
      for _, by in ipairs(done[job] and {} or job.kinds or { job }) do
        if by.schema then add(by.schema, job) end
      end
      done[job] = true
    end
  end
  return list
end

--- Returns the compiled schemas of which a text is a part, each once.
---@param server yschema.LanguageServer
---@param text yschema.RequestedText
---@return yschema.CoreSchema[]
function compiled.of(server, text)
  if not text.folder then return {} end
  local list = {}
  for _, one in ipairs(compiled.uses(text.folder, text.open.path)) do list[#list + 1] = one.schema end
  if not list[1] then list[1] = lone(server, text) end
  return list
end

-- Adds the fields at a line of a file to a list.
local function add_fields(list, seen, field, folder, place)
  if seen[field] then return end
  seen[field] = true
  local is_there = field.line == place.line and field.key == place.key and field.file
  if is_there and folder:absolute(field.file) == place.path then list[#list + 1] = field end
  for _, below in pairs(field) do
    if type(below) == "table" then add_fields(list, seen, below, folder, place) end
  end
end

--- Returns the fields that a key of a schema was compiled to.
---@param server yschema.LanguageServer
---@param text yschema.RequestedText
---@param key string
---@param line integer from 1
---@return yschema.OutlineField[]
function compiled.fields(server, text, key, line)
  local list, seen = {}, {}
  for _, schema in ipairs(compiled.of(server, text)) do
    add_fields(list, seen, fields.root(schema), text.folder, { key = key, line = line, path = text.open.path })
  end
  return list
end

--- Compiles a schema again, with another text of one of its files.
---@param schema yschema.CoreSchema
---@param folder yschema.EditedFolder
---@param path string absolute, of the file
---@param text string
---@return yschema.CoreSchema? new
---@return string? problem
function compiled.again(schema, folder, path, text)
  local schemas = require "yschema.pipeline.schemas"
  local report = require "yschema.report.report"
  local new, sources = schemas.new(schema.settings), {}
  for i, source in ipairs(schema.offered) do
    local name = source:name()
    sources[i] = folder:absolute(name) == path and core.source(name, text, true) or source
  end
  local found, about = schemas.compile_sources(new, sources)
  if found then return found end
  return nil, (report.parts(about).violations[1] or {}).message or "the schema would have errors"
end

return compiled
