--- Compiled schemas by their files. Each is compiled once, however often it is named.
--
-- @module yschema.batch.schema_cache

local collecting = require "yschema.importing.collecting"
local core = require "yschema.core"
local listing = require "yschema.batch.listing"
local no_schemas = require "yschema.pipeline.no_schemas"
local file_access = require "yschema.base.file_access"
local packs = require "yschema.packs.packs"
local schemas = require "yschema.pipeline.schemas"
local changed = require "yschema.base.plain_tables".changed
local source_files = require "yschema.pipeline.source_files"

local schema_cache = {}

local ipairs, require, select, setmetatable, table, tostring = ipairs, require, select, setmetatable, table, tostring

---@class yschema.SchemaCache
---@field settings yschema.Settings
---@field report fun(owner: userdata) gets each core schema that was compiled, or has errors
---@field by_files table<string, yschema.CoreSchema|false>
---@field problems table<string, string> why there is none, where that was not reported
---@field trusted table<string, boolean> the identities of files whose code runs even if a validated file names them
---@field allow_code? boolean
---@field inexact { path: string, losses: yschema.ImportLoss[] }[] JSON Schemas of which not every keyword is exact
local SchemaCache = {}
SchemaCache.__index = SchemaCache

local CODE = "%s:%d has code, which does not run for a schema that a file names itself; call yschema check with"
  .. " --allow-code, or list the schema in the project file (.yschema.yml)"

-- The line of the first code in a schema.
local function code_line(text)
  local before = text:sub(1, (text:find "#@[ \t\n]") or 1)
  return select(2, before:gsub("\n", "")) + 1
end

-- Returns the sources in a path that the user has named, or in one that a file to be validated has named. The latter
-- must be a regular file, because reading others might never end.
local function sources_of(schema, path, by_file)
  if not by_file then return (source_files.named(schema.core, path, schema.settings.max_bytes)) end
  local source, problem = file_access.read(path, path, schema.settings.max_bytes)
  if source then return { source } end
  schema.core:add_error("READ", path, problem)
  return {}
end

-- Adds the files to a schema. Returns a problem or nil. `validated`: the files that are to be validated, if they are
-- known. `by_file`: see `sources_of`.
local function add_files(schema, paths, validated, by_file)
  local given = {}
  for _, path in ipairs(paths) do
    for _, source in ipairs(sources_of(schema, path, by_file)) do
      if not schemas.offer(schema, source) then given[#given + 1] = source end
    end
  end
  for _, source in ipairs(by_file == "without code" and given or {}) do
    if source:has_code() then return CODE:format(source:name(), code_line(source:text())) end
  end
  for _, source in ipairs(given) do
    local is_schema = source:likely_schema() and schemas.add(schema, source)
    if is_schema == false then return ("%s: %s"):format(source:name(), (no_schemas.problem(source, validated))) end
  end
  local code = by_file == "without code" and schema.core:pending()[1]
  return code and CODE:format(code.file, code.line) or nil
end

-- A key for files that does not depend on how their paths are written.
local function key_of(paths)
  local parts = {}
  for i, path in ipairs(paths) do parts[i] = listing.identity(path) end
  return table.concat(parts, "\n")
end

-- Returns the schema of a key, which is made once. `fill` adds files to it, and returns a problem, false when that was
-- reported, or nil.
local function made_once(self, key, settings, fill)
  local found = self.by_files[key]
  if found ~= nil then return found or nil, self.problems[key] end
  self.by_files[key] = false
  local schema = schemas.new(changed(self.settings, settings))
  local problem = fill(schema)
  self.problems[key] = problem or nil
  if problem ~= nil then return nil, problem or nil end
  local compiled = schemas.compile(schema)
  self.report(schema.core)
  self.by_files[key] = compiled and schema
  return compiled and schema or nil
end

--- Returns the schema in some files.
---@param paths string[] the first schema in them is the base, the others are overlays
---@param validated? string[] the files that are to be validated by it, for advice
---@param yaml? "1.1"|"1.2" by which rules the files are read; nil: as the settings say
---@param by_file? "with code"|"without code" a file that is validated has named them: see `SchemaCache:named_schema`
---@return yschema.CoreSchema? schema nil when it has errors, which were reported, or when there is a problem
---@return string? problem
function SchemaCache:schema(paths, validated, yaml, by_file)
  yaml = yaml or self.settings.yaml
  local key = ("%s %s\n%s"):format(yaml or "", by_file or "", key_of(paths))
  return made_once(self, key, { yaml = yaml }, function(schema) return add_files(schema, paths, validated, by_file) end)
end

--- Allows the code of the schemas that the project file lists to run for files that name them, too.
---@param entries yschema.Entry[]
function SchemaCache:trust(entries)
  for _, entry in ipairs(entries) do
    for _, by in ipairs { entry, (table.unpack or unpack)(entry.kinds or {}) } do -- luacheck: ignore
      for _, path in ipairs(by.schema or {}) do self.trusted[listing.identity(path)] = true end
    end
  end
end

--- Returns the schema that a validated file names itself. It consists of regular files, and has no code unless the user
-- allows it or all its files are trusted, as packs are.
---@param paths string[]
---@return yschema.CoreSchema? schema
---@return string? problem
function SchemaCache:named_schema(paths)
  local may_run = true
  for _, path in ipairs(paths) do
    may_run = may_run and (packs.is(path) or self.trusted[listing.identity(path)])
  end
  return self:schema(paths, nil, nil, (self.allow_code or may_run) and "with code" or "without code")
end

-- Returns where a text cannot be read, and shows none of it: a validated file may name any other file, and the report
-- may be public.
local function cannot_be_read(owner, path)
  local first = require "yschema.report.report".new(owner).violations[1]
  return ("%s:%d: it cannot be read as a JSON Schema (yschema import json-schema shows why)"):format(path,
    first and first.line or 1)
end

-- Imports a JSON Schema into a schema. Returns a problem, or false when it was reported. `by_file`: a validated file
-- names it, and then it must be a regular file.
local function import(self, schema, path, by_file)
  local tuple = require "yschema.starlark.values".tuple
  local importer = require "yschema.importing.importer"
  local source, problem = file_access.read(path, path, self.settings.max_bytes, not by_file)
  if not source then return ("%s: %s"):format(path, tostring(problem)) end
  local found, invalid, owner = importer.import(source, self.settings, nil, true)
  if owner then
    local unread = by_file and cannot_be_read(owner, path)
    if not unread then self.report(owner) end
    owner:close()
    return unread
  end
  if not found then return invalid end
  local explain = found.explain
  schema.settings.env.explain_failure = function(value, number) return tuple { false, explain(value, number) } end
  local imported = core.source(path .. " (imported)", found.text)
  local places = require "yschema.importing.reporting.places"
  schema.translate = places.new(path .. " (imported)", path, tostring(source:text()),
    found.place_of, require "yschema.report.report".rewrite)
  schema.place_of = found.place_of
  schemas.offer(schema, imported)
  schemas.add(schema, imported, found.outline)
  if not found.exact then self.inexact[#self.inexact + 1] = { path = path, losses = found.losses } end
end

--- Returns the schema made from a JSON Schema. It reads files by the core schema of YAML 1.2, as all other validators
-- of JSON Schema do, unless `yaml` or the settings say otherwise.
---@param path string
---@param yaml? "1.1"|"1.2" by which rules the files are read; nil: as the settings say
---@param by_file? boolean a file that is validated has named it
---@return yschema.CoreSchema? schema nil when it has errors, which were reported, or when there is a problem
---@return string? problem
function SchemaCache:json_schema(path, yaml, by_file)
  yaml = yaml or self.settings.yaml or "1.2"
  local key = "json_schema " .. yaml .. "\n" .. listing.identity(path)
  -- An imported schema uses no name but `explain_failure`.
  return made_once(self, key, { yaml = yaml, env = {} }, function(schema)
    return collecting.seldom(import, self, schema, path, by_file)
  end)
end

--- Compiles the schemas that validate files: those of an entry of a project file, for example.
---@param entry { schema: string[]?, json_schema: string?, kinds: table[]?, otherwise: string?, yaml: string? }
---@param validated? string[] the files to validate, for advice
---@return { schema: yschema.CoreSchema?, kinds: yschema.Kind[]?, otherwise: string? }? validator nil when a schema has
---  errors, which were reported, or when there is a problem
---@return string? problem
function SchemaCache:validator(entry, validated)
  local schema, problem
  if entry.json_schema then
    schema, problem = self:json_schema(entry.json_schema, entry.yaml)
  elseif entry.schema then
    schema, problem = self:schema(entry.schema, validated, entry.yaml)
  end
  if entry.json_schema or entry.schema then return schema and { schema = schema }, problem end
  local kinds, compiled = entry.kinds and {}, true
  for i, kind in ipairs(entry.kinds or {}) do
    local found, invalid = self:schema(kind.schema, validated, entry.yaml)
    kinds[i] = { name = kind.name, has = kind.has, schema = found }
    compiled, problem = compiled and found ~= nil, problem or invalid
  end
  return compiled and { kinds = kinds, otherwise = entry.otherwise } or nil, problem
end

--- Returns a line about each JSON Schema of which not every keyword is exact.
---@return string[] notes
function SchemaCache:notes()
  local notes = {}
  for i, inexact in ipairs(self.inexact) do
    local loss, count = inexact.losses[1], #inexact.losses
    notes[i] = ("%s: %d %s not exact, first %s in line %d (%s); yschema import json-schema %s lists all"):format(
      inexact.path, count, count == 1 and "keyword is" or "keywords are", loss.pointer, loss.line, loss.verdict,
      inexact.path)
  end
  return notes
end

--- Makes an empty cache.
---@param settings yschema.Settings
---@param report fun(owner: userdata)
---@param allow_code? boolean code runs also in schemas that files name themselves
---@return yschema.SchemaCache
function schema_cache.new(settings, report, allow_code)
  return setmetatable({
    settings = settings, report = report, allow_code = allow_code, by_files = {}, problems = {}, trusted = {},
    inexact = {},
  }, SchemaCache)
end

return schema_cache
