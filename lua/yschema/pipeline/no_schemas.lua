--- Says what a file is that was given as a schema but is not one.
--
-- @module yschema.pipeline.no_schemas

local no_schemas = {}

local file_access = require "yschema.base.file_access"
local file_kinds = require "yschema.base.file_kinds"
local lfs = require "yschema.base.lazily" "lfs"
local plain_tables = require "yschema.base.plain_tables"
local typed_line = require "yschema.base.shell".line

local MOST_FILES = 10 -- in a line that is worth showing

-- Returns whether a text that is not a schema of yschema is a JSON Schema.
local function is_json_schema(text)
  if text:find '^%s*{' then
    return text:find '"%$schema"%s*:' ~= nil
      or text:find '"properties"%s*:%s*{' ~= nil and text:find '"type"%s*:%s*"object"' ~= nil
  end
  text = "\n" .. text
  return text:find '\n["\']?%$schema["\']?:' ~= nil
    or text:find "\nproperties:" ~= nil and text:find "\ntype:%s*object" ~= nil
end

-- The calls that use a JSON Schema: one validates other files by it, and one imports it.
local function calls_for(path, others)
  local files = others and others[1] and not others[MOST_FILES + 1] and typed_line(others) or "FILE..."
  local schema = path:gsub("%.%a+$", ""):gsub("%.schema$", "") .. ".schema.yml"
  local given = typed_line { path }
  return ("Validate by it with yschema check --json-schema %s %s, or make a schema of it with"
    .. " yschema import json-schema %s -o %s"):format(given, files, given, typed_line { schema })
end

--- Says why a source is no schema.
---@param source userdata a core source
---@param others? string[] the files that are to be validated by it, if they are known
---@return string problem
---@return boolean is_json_schema
function no_schemas.problem(source, others)
  if is_json_schema(tostring(source:text())) then
    return "it is a JSON Schema. " .. calls_for(source:name(), others), true
  end
  return "it is no schema (its documents have no #@data/values-schema above them)", false
end

--- Says why a file, or a folder, that another file names as a schema is none.
---@param path string
---@param max_bytes integer
---@return string? problem
function no_schemas.problem_with_file(path, max_bytes)
  if lfs.attributes(path, "mode") == "directory" then return nil end
  local source, problem = file_access.read(path, path, max_bytes)
  if not source then return ("%s: %s"):format(path, tostring(problem)) end
  if file_kinds.is_library(path) or source:likely_schema() then return nil end
  local is_foreign
  problem, is_foreign = no_schemas.problem(source)
  if is_foreign then problem = "it is a JSON Schema; name it with json_schema: in place of schema:" end
  return ("%s: %s"):format(path, problem)
end

--- Returns the first file that holds a schema.
---@param files { path: string, problem: string? }[]
---@return string? path
function no_schemas.first_schema(files)
  for _, file in ipairs(files) do
    local source = not file.problem and lfs.attributes(file.path, "mode") == "file"
      and file_access.read(file.path, file.path, 2 ^ 31)
    if source and source:likely_schema() then return file.path end
  end
end

--- Says why a source that was given to be validated should not be: it declares itself a JSON Schema.
---@param source userdata a core source
---@return string? problem
function no_schemas.why_not_validated(source)
  if not source:contains "json-schema.org/" then return nil end -- most texts: this takes no time
  local text = tostring(source:text())
  if not text:find '%$schema["\']?%s*:%s*["\']?https?://json%-schema%.org/' then return nil end
  return ("it is a JSON Schema. To validate files by it: yschema check --json-schema %s FILE..."):format(
    typed_line { source:name() })
end

--- Returns whether files that a file of ours names are schemas: a rule of its schema.
---@param value any a path, or a list of paths
---@param folder string that of the file of ours
---@param max_bytes integer
---@return boolean
---@return string? problem
function no_schemas.are_schemas(value, folder, max_bytes)
  local paths = plain_tables.listed(value)
  if not paths[1] then return false, "no file is named" end
  for _, path in ipairs(paths) do
    if type(path) ~= "string" then return false, "the path of a file has to be a string" end
    local problem = no_schemas.problem_with_file(file_access.placed(folder, path), max_bytes)
    if problem then return false, problem end
  end
  return true
end

return no_schemas
