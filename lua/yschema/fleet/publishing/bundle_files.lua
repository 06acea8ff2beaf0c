--- Collects the files of a bundle: finds out which are schemas, and that nodes load what the publisher loads.
--
-- `load` finds only files that are given. So libraries travel in the bundle, and nodes give them to `load` from memory.
-- Files get other names in a bundle when they lie elsewhere; then each load must still lead to the same file.
--
-- @module yschema.fleet.publishing.bundle_files

local bundled_names = require "yschema.fleet.publishing.bundled_names"
local changed = require "yschema.base.plain_tables".changed
local given_sources = require "yschema.pipeline.given_sources"
local load_paths = require "yschema.code.load_paths"
local runs = require "yschema.pipeline.runs"
local schemas = require "yschema.pipeline.schemas"
local source_files = require "yschema.pipeline.source_files"

local bundle_files = {}

local concat, format, gsub, match = table.concat, string.format, string.gsub, string.match

-- The name that an argument gives to its file: a path, or the name in front of "=".
local function base_of(item, words)
  local word, name = words[item.word], item.source:name()
  if not item.found then return name end
  local base = gsub(word, "/+$", "")
  if name:sub(1, #base + 1) == base .. "/" then return base end
  return match(word, "^([^=]+)=") or "/"
end

-- ---- what is loaded -----------------------------------------------------------------

--- A file loads another one.
---@class yschema.fleet.Load
---@field module string as it stands in the code
---@field from string the name of the file that loads
---@field name string the name of the file that is loaded
---@field by_schema boolean whether the schema did it

local function with_notes(settings, loads)
  return changed(settings, { note_load = function(module, from, name)
    loads[#loads + 1] = { module = module, from = from, name = name }
  end })
end

-- Lets the code of values load what it loads. Its errors are not of interest here.
local function run_values(schema, sources)
  if not schema.settings.code_in_values or not schemas.compile(schema) then return end
  local run = runs.start(schema)
  runs.take_sources(schema, run, sources)
  run:close()
end

-- Says why a load would not lead to the same file on a node; nil when it does.
local function load_problem(load, kept, index)
  local from, target = kept[load.from], kept[load.name]
  if load.by_schema and target.role == "values" then
    return format("%s loads %s, which holds values, too: put what is loaded into a file of its own", load.from,
      load.name)
  end
  local found, name = pcall(load_paths.find, index, load.module, from.name)
  if found and name == target.name then return nil end
  return format("%s loads %s, and would not find it on a node, because files of different folders lie side by side in"
    .. " a bundle (%s, %s): give both below one folder", load.from, load.name, from.name, target.name)
end

-- Says which load would lead elsewhere on a node.
local function loads_problem(loads, files, by_name)
  local own = {}
  for _, file in ipairs(files) do own[file.name] = file.name end
  local index = load_paths.index(own)
  for _, load in ipairs(loads) do
    local problem = load_problem(load, by_name, index)
    if problem then return problem end
  end
  return nil
end

-- ---- the files ----------------------------------------------------------------------

-- Selects what belongs into the bundle, and reports templates that do not.
local function kept_of(schema, given)
  local kept, left_out = {}, {}
  for _, item in ipairs(given) do
    if item.role == "values" and schemas.serves(schema, item.source) then item.role = "library" end
    if item.role == "values" and given_sources.is_left_out(schema, item.source, item.found) then
      left_out[#left_out + 1] = item.source:name()
    else
      kept[#kept + 1] = item
    end
  end
  if left_out[1] then schema.core:add_error("TEMPLATES", left_out[1], concat(left_out, ", "), "") end
  return kept
end

-- Makes the list of files under their new names; and the same by the names that they were given under.
local function files_of(kept, words)
  local list, files, by_name = {}, {}, {}
  for i, item in ipairs(kept) do list[i] = { name = item.source:name(), base = base_of(item, words) } end
  for i, name in ipairs(bundled_names.choose(list)) do
    local source = kept[i].source
    files[i] = { role = kept[i].role, name = name, text = source:text(), given = source:name() }
    by_name[source:name()] = by_name[source:name()] or files[i]
  end
  return files, by_name
end

-- Notes what schema and values load.
local function noted_loads(schema, loads, kept)
  for _, load in ipairs(loads) do load.by_schema = true end
  local values = {}
  for _, item in ipairs(kept) do
    if item.role ~= "schema" then values[#values + 1] = item.source end
  end
  run_values(schema, values)
  return loads
end

local EMPTY = "%s has no content: its writer is not ready, or has failed. If it may be empty, give --allow-empty"

-- Says which of the files or folders has no content.
local function empty_problem(words, given, kept)
  local has_files = {}
  for _, item in ipairs(given) do has_files[item.word] = true end
  for i, word in ipairs(words) do
    if not has_files[i] then return EMPTY:format(word) end
  end
  for _, item in ipairs(kept) do
    if item.role ~= "library" and source_files.is_empty(item.source) then return EMPTY:format(item.source:name()) end
  end
end

--- A file of a bundle, and what it is called here.
---@class yschema.fleet.GivenFile: yschema.fleet.File
---@field given string the name under which it was given, for reports

--- Collects the files of a bundle, the schemas first. Nothing is validated but what is needed to know schemas.
---@param words string[] arguments of -f: files, directories, `name=path` and "-"
---@param settings yschema.Settings
---@param report fun(owner: userdata) is called with an owner of records, when there are warnings or errors
---@param allow_empty? boolean what has no content counts for nothing
---@return yschema.fleet.GivenFile[]? files for `bundle.make`; nil: there are errors
---@return string? problem a sentence, when they are not among those that were reported
function bundle_files.collect(words, settings, report, allow_empty)
  local loads = {}
  local schema = schemas.new(with_notes(settings, loads))
  local given = given_sources.read(schema, words)
  given_sources.add_schemas(schema, given, words)
  local kept = kept_of(schema, given)
  report(schema.core)
  if schema.core:exit_status() ~= 0 then return nil end
  local problem = not allow_empty and empty_problem(words, given, kept)
  if problem then return nil, problem end
  local files, by_name = files_of(kept, words)
  problem = loads_problem(noted_loads(schema, loads, kept), files, by_name)
  schema.core:close()
  if problem then return nil, problem end
  local ordered = {}
  for _, role in ipairs { "schema", "values", "library" } do
    for _, file in ipairs(files) do
      if file.role == role then ordered[#ordered + 1] = file end
    end
  end
  return ordered
end

return bundle_files
