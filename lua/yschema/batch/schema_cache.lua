--- Compiled schemas by their files. Each is compiled once, however often it is named.
--
-- @module yschema.batch.schema_cache

local core = require "yschema.core"
local lazily = require "yschema.base.lazily"
local garbage_collection = lazily "yschema.importing.garbage_collection"
local compiler = lazily "yschema.jsonschema.compiler"
local lfs = lazily "lfs"
local no_schemas = lazily "yschema.pipeline.no_schemas"
local file_access = require "yschema.base.file_access"
local is_pack = require "yschema.packs.pack_name".is
local schema_folders = lazily "yschema.metaschema.schema_folders"
local schemas = require "yschema.pipeline.schemas"
local changed = require "yschema.base.plain_tables".changed
local source_files = lazily "yschema.pipeline.source_files"
local validity = lazily "yschema.metaschema.validity"

local schema_cache = {}

---@class yschema.SchemaCache
---@field settings yschema.Settings
---@field report fun(owner: userdata) gets each core schema that was compiled, or has errors
---@field folders table<string, yschema.SchemaFolder> by their paths
---@field by_files table<string, yschema.CoreSchema|false>
---@field problems table<string, string> why there is none, where that was not reported
---@field trusted table<string, boolean> the identities of files whose code runs even if a validated file names them
---@field allow_code? boolean
---@field take_invalid? fun(file: string, line: integer, message: string) gets what is wrong with a JSON Schema, which
---  is then no problem of the call
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

-- Returns the sources in a path that the call has named, or in one that a file has named. The latter must be a regular
-- file, because reading others might never end, or a folder if a file to be validated has not named it.
local function sources_of(schema, path, by_file)
  if not by_file then return (source_files.named(schema.core, path, schema.settings.max_bytes)) end
  if by_file == "listed" then return source_files.sources(schema.core, path, schema.settings.max_bytes) end
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
  for i, path in ipairs(paths) do parts[i] = file_access.identity(path) end
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
  local compiled = schema.json_schema and schema.core:exit_status() == 0 or schemas.compile(schema)
  self.report(schema.core)
  self.by_files[key] = compiled and schema
  return compiled and schema or nil
end

--- Returns the schema in some files.
---@param paths string[] the first schema in them is the base, the others are overlays
---@param validated? string[] the files that are to be validated by it, for advice
---@param yaml? "1.1"|"1.2" by which rules the files are read; nil: as the settings say
---@param by_file? "listed"|"with code"|"without code" a file has named them: "listed", a project file or a test file;
---  or a file that is validated: see `SchemaCache:named_schema`; nil: the call has
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
      for _, path in ipairs(by.schema or {}) do self.trusted[file_access.identity(path)] = true end
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
    may_run = may_run and (is_pack(path) or self.trusted[file_access.identity(path)])
  end
  return self:schema(paths, nil, nil, (self.allow_code or may_run) and "with code" or "without code")
end

-- Returns where a text cannot be read, and shows none of it: a validated file may name any other file, and the report
-- may be public.
local function cannot_be_read(owner, path)
  local first = require "yschema.report.report".new(owner).violations[1]
  return { { file = path, line = first and first.line or 1,
    text = "it cannot be read as a JSON Schema (yschema import json-schema shows why)" } }
end

-- Reads a JSON Schema, and calls a function with its source and the settings for it. `by_file`: a file names it, and
-- then it must be a regular file. The function returns what it made of it; or nil, problems, and the owner of records
-- of a text that cannot be read. Returns what it made; or nil, and problems, or false when they were reported.
local function of_json_schema(self, path, by_file, make)
  local source, problem = file_access.read(path, path, self.settings.max_bytes, not by_file)
  if not source then return nil, { { file = path, text = tostring(problem) } } end
  -- Nothing of the values of an invalid file is shown that a validated file names: see `cannot_be_read`.
  local made, invalid, owner = make(source, by_file == true and { masks_schema = true } or {})
  if not owner then return made, invalid end
  local unread = by_file == true and cannot_be_read(owner, path)
  if not unread then self.report(owner) end
  owner:close()
  return nil, unread
end

-- Hands the problems of a JSON Schema to who wants to have them at their places. Returns false then, or their text.
local function reported(self, problems)
  if not problems then return problems end
  if not self.take_invalid or (problems[1].line or 0) == 0 then return validity.text_of(problems) end
  for _, one in ipairs(problems) do self.take_invalid(one.file, one.line, one.text) end
  return false
end

-- Notes what is not exact in a JSON Schema.
local function take_losses(self, path, losses)
  if losses[1] then self.inexact[#self.inexact + 1] = { path = path, losses = losses } end
end

-- Returns the settings with which the JSON Schemas of a folder are found. Its files are read once.
local function by_id(self, folder)
  folder = folder or self.settings.schema_folder
  if not folder then return {} end
  self.folders[folder] = self.folders[folder] or schema_folders.new(folder, self.settings.max_bytes)
  return { schema_folder = folder, schemas_by_id = self.folders[folder] }
end

-- Imports a JSON Schema into a schema. Returns a problem, or false when it was reported.
local function import(self, schema, path, by_file, folder)
  local importer = require "yschema.importing.importer"
  local found, problem = of_json_schema(self, path, by_file, function(source, masked)
    local settings = changed(changed(self.settings, masked), by_id(self, folder))
    local found, invalid, owner = importer.import(source, settings, nil, true)
    if found then found.source = source end
    return found, invalid and { { text = invalid } }, owner
  end)
  if not found then return problem and validity.text_of(problem) end
  local tuple = require "yschema.starlark.values".tuple
  local explain = found.explain
  schema.settings.env.explain_failure = function(value, number) return tuple { false, explain(value, number) } end
  local imported = core.source(path .. " (imported)", found.text)
  local places = require "yschema.importing.reporting.places"
  schema.translate = places.new(path .. " (imported)", path, tostring(found.source:text()),
    found.place_of, require "yschema.report.report".rewrite)
  schema.place_of = found.place_of
  schemas.offer(schema, imported)
  schemas.add(schema, imported, found.outline)
end

--- Returns the schema that a JSON Schema is imported to: it has its fields and defaults. It reads files by the core
-- schema of YAML 1.2, as all other validators of JSON Schema do, unless `yaml` or the settings say otherwise.
---@param path string
---@param yaml? "1.1"|"1.2" by which rules the files are read; nil: as the settings say
---@param by_file? true|"listed" a file that is validated has named it; "listed": a project file or a test file
---@param folder? string with the JSON Schemas that it refers to; nil: as the settings say
---@return yschema.CoreSchema? schema nil when it has errors, which were reported, or when there is a problem
---@return string? problem
function SchemaCache:imported(path, yaml, by_file, folder)
  yaml = yaml or self.settings.yaml or "1.2"
  local key = ("imported %s %s %s\n%s"):format(yaml, tostring(by_file), folder or "", file_access.identity(path))
  -- An imported schema uses no name but `explain_failure`.
  return made_once(self, key, { yaml = yaml, wide_numbers = true, env = {} }, function(schema)
    return garbage_collection.seldom(import, self, schema, path, by_file, folder)
  end)
end

local function absolute(path) return path:sub(1, 1) == "/" and path or lfs.currentdir() .. "/" .. path end

-- Returns a function that imports a JSON Schema, in any working directory. What cannot be imported exactly is no matter
-- of what needs the fields.
local function later_import(self, path, yaml, by_file, folder)
  if path == "-" then return nil end
  if not is_pack(path) then path = absolute(path) end
  folder = folder and absolute(folder)
  return function()
    local cache = schema_cache.new(changed(self.settings, { allow_inexact = true }), function() end)
    return (cache:imported(path, yaml, by_file, folder))
  end
end

--- Returns the schema that validates by a JSON Schema, which has no fields: see `schemas.with_fields`. It reads files
-- as `imported` does.
---@param path string
---@param yaml? "1.1"|"1.2"
---@param by_file? true|"listed"
---@param entry? { assert_formats: boolean?, schema_folder: string? } nil, or without them: as the settings say
---@return yschema.CoreSchema? schema nil when it has errors, which were reported, or when there is a problem
---@return string? problem
function SchemaCache:json_schema(path, yaml, by_file, entry)
  yaml = yaml or self.settings.yaml or "1.2"
  local folder, asserts = entry and entry.schema_folder or self.settings.schema_folder, entry and entry.assert_formats
  if asserts == nil then asserts = self.settings.assert_formats end
  local key = ("json_schema %s %s %s %s\n%s"):format(yaml, tostring(by_file), tostring(asserts), folder or "",
    file_access.identity(path))
  local settings = { yaml = yaml, wide_numbers = true, env = {}, assert_formats = asserts or false }
  return made_once(self, key, settings, function(schema)
    local compiled, problems = of_json_schema(self, path, by_file, function(source, masked)
      for name, value in next, changed(masked, by_id(self, folder)) do schema.settings[name] = value end
      return compiler.compile(schema, source)
    end)
    if not compiled and problems ~= nil then return reported(self, problems) end
    schema.json_schema, schema.json_sources = path, compiled and compiled.sources or {}
    schema.import = later_import(self, path, yaml, by_file, folder)
    take_losses(self, path, compiled and compiled.losses or {})
  end)
end

--- Compiles the schemas that validate files: those of an entry of a project file, for example.
---@param entry { schema: string[]?, json_schema: string?, schema_folder: string?, kinds: table[]?, otherwise: string?,
---  yaml: string?, assert_formats: boolean?, name: string? } with a name, it is of a project file
---@param validated? string[] the files to validate, for advice
---@return { schema: yschema.CoreSchema?, kinds: yschema.Kind[]?, otherwise: string? }? validator nil when a schema has
---  errors, which were reported, or when there is a problem
---@return string? problem
function SchemaCache:validator(entry, validated)
  local schema, problem
  local by_file = entry.name and "listed" or nil
  if entry.json_schema then
    schema, problem = self:json_schema(entry.json_schema, entry.yaml, by_file, entry)
  elseif entry.schema then
    schema, problem = self:schema(entry.schema, validated, entry.yaml, by_file)
  end
  if entry.json_schema or entry.schema then return schema and { schema = schema }, problem end
  local kinds, compiled = entry.kinds and {}, true
  for i, kind in ipairs(entry.kinds or {}) do
    local found, invalid = self:schema(kind.schema, validated, entry.yaml, by_file)
    kinds[i] = { name = kind.name, has = kind.has, schema = found }
    compiled, problem = compiled and found ~= nil, problem or invalid
  end
  return compiled and { kinds = kinds, otherwise = entry.otherwise } or nil, problem
end

--- Lists the JSON Schemas that have references which lead nowhere, where `allow_inexact` lets them pass.
---@return { path: string, message: string }[] list with the first reference of each
function SchemaCache:unresolved()
  local list = {}
  for _, inexact in ipairs(self.settings.allow_inexact and self.inexact or {}) do
    for _, loss in ipairs(inexact.losses) do
      if loss.keyword == "$ref" then
        list[#list + 1] = { path = inexact.path,
          message = ("%s: %s (%s)"):format(inexact.path, loss.reason, loss.pointer) }
        break
      end
    end
  end
  return list
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
---@param take_invalid? fun(file: string, line: integer, message: string) see `yschema.SchemaCache`
---@return yschema.SchemaCache
function schema_cache.new(settings, report, allow_code, take_invalid)
  return setmetatable({
    settings = settings, report = report, allow_code = allow_code, by_files = {}, problems = {}, trusted = {},
    inexact = {}, folders = {}, take_invalid = take_invalid,
  }, SchemaCache)
end

return schema_cache
