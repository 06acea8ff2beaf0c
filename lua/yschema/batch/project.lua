--- The project file: which files are validated by which schemas (reference#the-project-file).
--
-- It is validated by a schema of our own, whose rules look at the files that it names. So each violation is reported
-- with its line.
--
-- @module yschema.batch.project

local plain_tables = require "yschema.base.plain_tables"
local lfs = require "lfs"
local lazily = require "yschema.base.lazily"
local globs = lazily "yschema.batch.globs"
local listing = require "yschema.batch.listing"
local no_schemas = lazily "yschema.pipeline.no_schemas"
local file_access = require "yschema.base.file_access"
local own_files = require "yschema.pipeline.own_files"
local suggestion = lazily "yschema.base.suggestion"

local project = {}

local find, table, type = string.find, table, type

project.NAME = ".yschema.yml"

--- One configuration of a project file. All paths are relative to the working directory.
---@class yschema.Entry
---@field name string
---@field schema? string[]
---@field json_schema? string
---@field assert_formats? boolean the JSON Schema asserts formats in all drafts
---@field schema_folder? string where the JSON Schemas are that it refers to by `$id`
---@field yaml? "1.1"|"1.2"
---@field kinds? { has: table, schema: string[] }[]
---@field otherwise? "error"|"skip"
---@field layers? yschema.ListedFile[] merged into one configuration
---@field files? yschema.ListedFile[] validated by themselves
---@field merges boolean it has layers
---@field baseline? string a file with known violations

--- A pattern that looks at other folders than that of the project file and those below it.
---@class yschema.OutsidePattern
---@field file string the project file
---@field pattern string

-- A project file that is being read.
---@class yschema.ProjectFile
---@field path string
---@field folder string with a slash at its end; "" is the working directory
---@field chain string[] the paths of the project files that led to this one, and its own
---@field places table<string, integer> of them in the chain, by their identities
---@field found table<string, yschema.ListedFile[]> the files of each word that was looked up
---@field settings yschema.Settings of the command
---@field without_files boolean the files to validate are not looked for, because others are validated
---@field outside { left: integer, first?: yschema.OutsidePattern } what it may still look at outside of its folder
local Project = {}
Project.__index = Project

local folder_of = file_access.folder_of

function Project:placed(path) return file_access.placed(self.folder, path) end

-- Whether a path goes up, and yet does not leave the working directory.
function Project:stays(word)
  local place = "/" .. self:placed(word) .. "/"
  return find(word, "..", 1, true) ~= nil and find(word, "^/") == nil and not find(place, "/../", 1, true)
end

-- Lists the files that a word in the project file names.
function Project:files_of(word)
  local files = self.found[word]
  if not files then
    local outside = self.outside
    local before = outside.left
    files = listing.of({ word }, nil, self.folder, nil, outside)
    self.found[word] = files
    if not outside.first and outside.left < before and not self:stays(word) then
      outside.first = { file = self.path, pattern = word }
    end
  end
  return files
end

-- Lists the files that words name, each once.
function Project:files(words)
  if not words[2] then return self:files_of(words[1]) end
  local all, seen = {}, {}
  for _, word in ipairs(words) do
    for _, file in ipairs(self:files_of(word)) do
      if not seen[file.key] then all[#all + 1] = file end
      seen[file.key] = true
    end
  end
  return all
end

-- ---- the rules of the schema --------------------------------------------------------

function Project:is_schema(value)
  return no_schemas.are_schemas(value, self.folder, self.settings.max_bytes)
end

function Project:is_there(word)
  if word == "" then return false, "it is empty" end
  if self.without_files then return true end
  for _, file in ipairs(self:files_of(word)) do
    if file.problem then return false, ("%s: %s"):format(file.path, file.problem) end
    if not globs.is_pattern(word) and not lfs.attributes(file.path, "mode") then
      return false, ("there is no file %s"):format(file.path)
    end
  end
  return true
end

-- A base that leads back to a file that is being read is refused: it would never end.
function Project:is_base(value)
  for _, path in ipairs(plain_tables.listed(value)) do
    if type(path) ~= "string" then return false, "the path of a file has to be a string" end
    local place = self:placed(path)
    if lfs.attributes(place, "mode") ~= "file" then return false, ("there is no file %s"):format(place) end
    local begin = self.places[file_access.identity(place)]
    if begin then
      local way = table.concat(self.chain, " extends ", begin)
      return false, ("it goes round in a circle: %s extends %s"):format(way, place)
    end
  end
  return true
end

local function problem_in_entry(entry)
  if entry.layers and entry.each then return "layers and each exclude each other" end
  if not entry.layers and not entry.each then
    return "neither layers (files that are merged) nor each (files that are validated by themselves)"
  end
  local ways = (entry.schema and 1 or 0) + (entry.kinds and 1 or 0) + (entry.json_schema and 1 or 0)
  if ways > 1 then return "only one of schema, kinds and json_schema can be given" end
  if entry.layers and entry.kinds then return "kinds needs each, because layers are one configuration" end
  if entry.layers and ways == 0 then return "no schema" end
  if entry.otherwise and not entry.kinds then return "otherwise needs kinds" end
  if entry.assert_formats ~= nil and not entry.json_schema then return "assert_formats needs json_schema" end
end

local function is_complete(entry)
  local problem = problem_in_entry(entry)
  return problem == nil, problem
end

local function is_unique(name, context)
  local count = 0
  for _, entry in ipairs(context.root.configurations) do
    if entry.name == name then count = count + 1 end
  end
  return count <= 1, "another configuration has this name"
end

-- Errors in a JSON Schema are reported when it is read.
function Project:is_json_schema(path)
  local place = self:placed(path)
  if lfs.attributes(place, "mode") ~= "file" then return false, ("there is no file %s"):format(place) end
  return true
end

function Project:is_schema_folder(path)
  local place = self:placed(path)
  local mode = lfs.attributes(place, "mode")
  if mode ~= "file" and mode ~= "directory" then return false, ("there is no folder %s"):format(place) end
  return true
end

-- The names that the schema of project files uses.
local function env_of(self)
  local env = { is_complete = is_complete, is_unique = is_unique }
  for _, name in ipairs { "is_schema", "is_there", "is_base", "is_json_schema", "is_schema_folder" } do
    env[name] = function(value) return self[name](self, value) end
  end
  return env
end

-- ---- reading ------------------------------------------------------------------------

-- Reads the project file. Violations are reported, and then the result is nil.
function Project:values(report)
  local schema = own_files.schema("the schema of project files", require "yschema.batch.project_schema", env_of(self))
  local source, problem = own_files.source(self.path, self.settings.max_bytes)
  local file = { path = self.path, source = source, problem = problem }
  local values = own_files.values(schema, file, report, function(values)
    return not values.configurations and not values.extends and "it lists no configurations" or nil
  end)
  schema.core:close()
  return values
end

function Project:paths(value)
  return plain_tables.mapped(plain_tables.listed(value), function(path) return self:placed(path) end)
end

function Project:entry(value, baseline, schema_folder)
  local listed = not self.without_files
  local kinds = value.kinds and plain_tables.mapped(value.kinds, function(kind)
    return { name = kind.name, has = kind.has, schema = self:paths(kind.schema) }
  end)
  return {
    name = value.name, kinds = kinds, otherwise = kinds and (value.otherwise or "error"),
    schema = value.schema and self:paths(value.schema),
    json_schema = value.json_schema and self:placed(value.json_schema), yaml = value.yaml,
    assert_formats = value.assert_formats,
    schema_folder = schema_folder,
    merges = value.layers ~= nil, baseline = value.baseline and self:placed(value.baseline) or baseline,
    layers = listed and value.layers and self:files(value.layers) or nil,
    files = listed and value.each and self:files(value.each) or nil,
  }
end

-- The parts of a project file and of those that it extends. `entries.baseline` is that of the last one.
---@class yschema.ProjectFiles
---@field entries yschema.Entry[] `loaded`: the identities of the files that contributed; each does once
---@field places table<string, integer> of entries in the list, by their names
---@field chain string[] the paths of the files that are being loaded, each extended by the one before
---@field in_chain table<string, integer> their places in the chain, by their identities
---@field settings yschema.Settings
---@field report fun(owner: userdata)
---@field without_files boolean
local ProjectFiles = {}
ProjectFiles.__index = ProjectFiles

-- Puts an entry in the place of an earlier one of the same name, or at the end.
function ProjectFiles:put(entry)
  local entries, places = self.entries, self.places
  places[entry.name] = places[entry.name] or #entries + 1
  entries[places[entry.name]] = entry
end

-- Loads a file after those that it extends. A file that others extend, too, contributes where it is named first.
function ProjectFiles:load(path)
  local key, chain = file_access.identity(path), self.chain
  local loaded = self.entries.loaded
  if loaded[key] then return true end
  chain[#chain + 1], self.in_chain[key] = path, #chain + 1
  local file = setmetatable({
    path = path, folder = folder_of(path), chain = chain, places = self.in_chain, found = {}, settings = self.settings,
    without_files = self.without_files, outside = self.outside,
  }, Project)
  local values = file:values(self.report)
  if not values then return false end
  for _, base in ipairs(plain_tables.listed(values.extends)) do
    if not self:load(file:placed(base)) then return false end
  end
  chain[#chain], self.in_chain[key], loaded[key] = nil, nil, true
  self.entries.baseline = values.baseline and file:placed(values.baseline)
  local schema_folder = values.schema_folder and file:placed(values.schema_folder)
  for _, value in ipairs(values.configurations or {}) do
    self:put(file:entry(value, self.entries.baseline, schema_folder))
  end
  return true
end

--- Reads a project file and those that it extends.
---@param path string
---@param settings yschema.Settings
---@param report fun(owner: userdata) gets the violations
---@param without_files? boolean the files to validate are not looked for: entries have none, and they may be missing
---@return yschema.Entry[]? entries nil when there are violations; `baseline` is the file of the project file's own key,
---  `loaded` has the identities of the project files, and `outside` the first pattern that leaves their folders
---@return boolean? is_costly when there are violations: patterns have looked at as many names as they may
function project.load(path, settings, report, without_files)
  local all = setmetatable({
    entries = { loaded = {} }, places = {}, chain = {}, in_chain = {}, settings = settings, report = report,
    without_files = without_files or false, outside = listing.outside(),
  }, ProjectFiles)
  if not all:load(file_access.tidy(path)) then return nil, all.outside.left < 0 end
  all.entries.outside = all.outside.first
  return all.entries
end

--- Describes a pattern that leaves the folder of its project file.
---@param outside yschema.OutsidePattern
---@return string
function project.outside_note(outside)
  return ("%s: the pattern %s also looks outside of the folder of this file: it is absolute, or it leads through .. or"
    .. " a link"):format(outside.file, outside.pattern)
end

--- Returns the entries that words name, and the other words.
---@param entries yschema.Entry[]
---@param words string[]
---@return yschema.Entry[] named
---@return string[] others
function project.chosen(entries, words)
  local by_name, named, others = {}, {}, {}
  for _, entry in ipairs(entries) do by_name[entry.name] = entry end
  for _, word in ipairs(words) do
    if by_name[word] then named[by_name[word]] = true else others[#others + 1] = word end
  end
  local list = plain_tables.kept(entries, function(entry) return named[entry] end)
  return list, others
end

--- Returns the problem with a word that is neither a file nor a configuration.
---@param entries yschema.Entry[]
---@param word string
---@return string problem
function project.no_such_name(entries, word)
  local names = {}
  for i, entry in ipairs(entries) do names[i] = entry.name end
  return ("there is no file of this name, and no configuration%s; the project file has: %s")
    :format(suggestion.hint(word, names), table.concat(names, ", "))
end

local UNLISTED = "nothing validates it: %s does not list it; add it there, give a schema with -f, or name one in its"
  .. " first line: # yschema: schema=FILE"

--- Returns why a file is an error that the call names, and the project file does not list.
---@param project_path string
---@return string
function project.why_unlisted(project_path) return UNLISTED:format(project_path) end

--- Returns the files from which the project file and its schemas are read. The call may name these, as pre-commit names
-- all files that were changed.
---@param entries yschema.Entry[] of `project.load`
---@param validators { schema: yschema.CoreSchema?, kinds: yschema.Kind[]? }[] of the entries
---@return table<string, boolean> read their identities
function project.read_for(entries, validators)
  local read = {}
  for key in pairs(entries.loaded) do read[key] = true end
  for i, entry in ipairs(entries) do
    if entry.json_schema then read[file_access.identity(entry.json_schema)] = true end
    for _, by in ipairs(validators[i].kinds or { validators[i] }) do
      for _, sources in ipairs(by.schema and { by.schema.offered, by.schema.json_sources } or {}) do
        for _, source in ipairs(sources) do read[file_access.identity(source:name())] = true end
      end
    end
  end
  return read
end

project.no_stream = { path = "standard input",
  problem = "no configuration of the project file is the only one with kinds: give a schema with -f" }

--- Returns the number of the only entry with kinds, which validates standard input.
function project.for_stream(entries)
  local only
  for i, entry in ipairs(entries) do
    if entry.kinds and only then return nil end
    only = entry.kinds and i or only
  end
  return only
end

--- Looks for a project file in the working directory and above.
---@return string? path
function project.find()
  local folder = lfs.currentdir() or ""
  local up = ""
  repeat
    -- A broken link is reported when it is read.
    local mode = lfs.symlinkattributes(up .. project.NAME, "mode")
    if mode and lfs.attributes(up .. project.NAME, "mode") ~= "directory" then return up .. project.NAME end
    up = up .. "../"
    folder = folder:match "^(.*)/[^/]+$"
  until not folder
end

return project
