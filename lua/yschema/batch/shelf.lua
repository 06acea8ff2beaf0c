--- Compiled schemas by their files, so that each is compiled once, however often it is named.
--
-- @module yschema.batch.shelf

local core = require "yschema.core"
local listing = require "yschema.batch.listing"
local no_schemas = require "yschema.pipeline.no_schemas"
local file_access = require "yschema.base.file_access"
local schemas = require "yschema.pipeline.schemas"
local changed = require "yschema.pipeline.settings".changed
local source_files = require "yschema.pipeline.source_files"

local shelf = {}

local ipairs, require, setmetatable, table, tostring = ipairs, require, setmetatable, table, tostring

---@class yschema.Shelf
---@field settings yschema.Settings
---@field report fun(owner: userdata) gets the core schema of each that was compiled, or has faults
---@field by_files table<string, yschema.CoreSchema|false>
---@field inexact { path: string, losses: yschema.ImportLoss[] }[] JSON Schemas that could not all be kept
local Shelf = {}
Shelf.__index = Shelf

-- Adds the files to a schema. Returns what is wrong with them. `judged`: the files that are to be judged, if they are
-- known.
local function add_files(schema, paths, judged)
  local given = {}
  for _, path in ipairs(paths) do
    for _, source in ipairs(source_files.named(schema.core, path, schema.settings.max_bytes)) do
      if not schemas.offer(schema, source) then given[#given + 1] = source end
    end
  end
  for _, source in ipairs(given) do
    local is_schema = source:likely_schema() and schemas.add(schema, source)
    if is_schema == false then return ("%s: %s"):format(source:name(), (no_schemas.problem(source, judged))) end
  end
end

-- A name for files that is the same however their paths are written.
local function key_of(paths)
  local parts = {}
  for i, path in ipairs(paths) do parts[i] = listing.identity(path) end
  return table.concat(parts, "\n")
end

--- Gives the schema that files make.
---@param paths string[] the first schema in them is the base, the others are overlays
---@param judged? string[] the files that are to be judged by it, for advice
---@param yaml? "1.1"|"1.2" by which rules the files are read; nil: as the settings say
---@return yschema.CoreSchema? schema nil when it has faults, which were reported, or when there is a problem
---@return string? problem
function Shelf:schema(paths, judged, yaml)
  yaml = yaml or self.settings.yaml
  local key = (yaml or "") .. "\n" .. key_of(paths)
  local found = self.by_files[key]
  if found ~= nil then return found or nil end
  local schema = schemas.new(changed(self.settings, { yaml = yaml }))
  self.by_files[key] = false
  local problem = add_files(schema, paths, judged)
  if problem then return nil, problem end
  local compiled = schemas.compile(schema)
  self.report(schema.core)
  self.by_files[key] = compiled and schema
  return compiled and schema or nil
end

-- Imports a JSON Schema into a schema. Returns what is wrong with it, which is false when it was reported.
local function import(self, schema, path)
  local importer = require "yschema.importing.importer"
  local source, problem = file_access.read(path, path, self.settings.max_bytes, true)
  if not source then return ("%s: %s"):format(path, tostring(problem)) end
  local found, fault, owner = importer.import(source, self.settings)
  if owner then
    self.report(owner)
    owner:close()
    return false
  end
  if not found then return fault end
  local imported = core.source(path .. " (imported)", found.text)
  schemas.offer(schema, imported)
  schemas.add(schema, imported)
  if not found.exact then self.inexact[#self.inexact + 1] = { path = path, losses = found.losses } end
end

--- Gives the schema that a JSON Schema says. All other validators read files by the core schema of YAML 1.2; so do
-- these schemas, unless something else is chosen.
---@param path string
---@param yaml? "1.1"|"1.2" by which rules the files are read; nil: as the settings say
---@return yschema.CoreSchema? schema nil when it has faults, which were reported, or when there is a problem
---@return string? problem
function Shelf:json_schema(path, yaml)
  yaml = yaml or self.settings.yaml or "1.2"
  local key = "json_schema " .. yaml .. "\n" .. listing.identity(path)
  local found = self.by_files[key]
  if found ~= nil then return found or nil end
  self.by_files[key] = false
  local schema = schemas.new(changed(self.settings, { yaml = yaml }))
  local problem = import(self, schema, path)
  if problem ~= nil then return nil, problem or nil end
  local compiled = schemas.compile(schema)
  self.report(schema.core)
  self.by_files[key] = compiled and schema
  return compiled and schema or nil
end

--- Tells of each JSON Schema that could not all be kept, in a line.
---@return string[] notes
function Shelf:notes()
  local notes = {}
  for i, inexact in ipairs(self.inexact) do
    local loss, count = inexact.losses[1], #inexact.losses
    notes[i] = ("%s: %d %s not exact, first %s in line %d (%s); yschema import json-schema %s tells all"):format(
      inexact.path, count, count == 1 and "keyword is" or "keywords are", loss.pointer, loss.line, loss.verdict,
      inexact.path)
  end
  return notes
end

--- Makes an empty shelf.
---@param settings yschema.Settings
---@param report fun(owner: userdata)
---@return yschema.Shelf
function shelf.new(settings, report)
  return setmetatable({ settings = settings, report = report, by_files = {}, inexact = {} }, Shelf)
end

return shelf
