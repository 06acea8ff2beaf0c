--- Makes the list of jobs: which files are validated, and by which schemas. Each schema is compiled before the first
-- job.
--
-- @module yschema.batch.worklist

local plain_tables = require "yschema.base.plain_tables"
local job_list = require "yschema.batch.job_list"
local lazily = require "yschema.base.lazily"
local lfs = lazily "lfs"
local globs = lazily "yschema.batch.globs"
local listing = require "yschema.batch.listing"
local modelines = lazily "yschema.batch.modelines"
local file_access = require "yschema.base.file_access"
local project = lazily "yschema.batch.project"
local plans = lazily "yschema.crossref.plans"
local register = lazily "yschema.baseline.register"
local schema_cache = require "yschema.batch.schema_cache"
local no_schemas = lazily "yschema.pipeline.no_schemas"
local shell = lazily "yschema.base.shell"

local worklist = {}

local MOST_WORDS = 20 -- in a line that is worth showing

--- The files and documents to validate, as the flags of `yschema check` and the fields of `yschema.check_files` say it.
---@class yschema.Request
---@field schema string[] the files of -f; when there are none, the project file or the files name schemas
---@field json_schema? string a JSON Schema in place of these
---@field words string[] files, folders, patterns and names of configurations
---@field files0_from? string a file with names that end in zero bytes
---@field project? string the project file
---@field merged? boolean the documents of a file are one configuration
---@field all? boolean texts list every place of a repeated violation
---@field needs? "texts"|"records" what verdicts need to have; nil: both
---@field only_edits? boolean files without a schema, and those of schemas, are edited
---@field allow_code? boolean code runs also in schemas that files name themselves
---@field outputs? table<integer, string> files that are written: they are skipped where a folder or a pattern has them
---@field shard? { index: integer, count: integer }
---@field baseline? string a file with known violations, in place of those that the project file names
---@field references? boolean references to other documents are validated
---@field write_baseline? boolean the violations that are found become known
---@field take_invalid? fun(file: string, line: integer, message: string) see `yschema.SchemaCache`
---@field unknown_kinds? "accept"|"refuse" what is done about documents of no kind, whatever the project file says
---@field skip_templates? boolean templates of ytt and Helm are no errors
---@field identify? boolean reports need fingerprints that stay when other parts of a file change

-- A list of jobs that is being made.
---@class yschema.Worklist
---@field jobs yschema.JobList
---@field skipped integer files that are not validated
---@field notes string[] for the user
---@field outside? yschema.OutsidePattern of the project file
---@field baselines yschema.BaselineRegister
---@field plans yschema.Plans of references to other documents
---@field private baseline? yschema.Baseline of the jobs that are added
---@field private request yschema.Request
---@field schema_cache yschema.SchemaCache
---@field private how yschema.Validating
---@field private failed boolean a schema has errors
---@field private problem? string
local List = {}
List.__index = List

function List:add(job)
  job.baseline = self.baseline
  self.jobs:add(job)
end

-- Compiles the schemas of an entry. Otherwise notes the problem and returns nil.
function List:validator(entry)
  local validator, problem = self.schema_cache:validator(entry, self.request.words)
  if not validator then self.failed, self.problem = true, self.problem or problem end
  if validator and validator.otherwise then validator.otherwise = self.request.unknown_kinds or validator.otherwise end
  return validator
end

-- Whether the schema or the names of files come from standard input.
local function reads_stdin(request)
  if request.files0_from == "-" or request.json_schema == "-" then return true end
  return plain_tables.any(request.schema, function(path) return path == "-" end)
end

-- Returns the names in the file of `--files0-from`, or nil and the problem.
function List:listed_names(from)
  local source, problem = file_access.read("list", from, 2 ^ 31, true)
  if not source then return nil, ("--files0-from %s: %s"):format(from, problem) end
  local text = source:text()
  if not text:find("%z") and text:find("\n", 1, true) then
    return nil, ("--files0-from %s: its names end with line breaks, not with zero bytes; make it with"
      .. " find -print0 or git ls-files -z, or turn it with tr '\\n' '\\0'"):format(from)
  end
  source:close()
  local names = listing.of_names(text)
  if reads_stdin(self.request) and names:has_stdin() then
    return nil, ("--files0-from %s: it names -, which is standard input; that is read already, and can be read only"
      .. " once"):format(from)
  end
  return names
end

-- Returns the files that the words of the request name, or nil and the problem.
function List:named_files(words)
  local from = self.request.files0_from
  if not from then
    local files, skipped = listing.of(words)
    self.skipped = self.skipped + skipped
    return files
  end
  local names, problem = self:listed_names(from)
  if not names then return nil, problem end
  local files = {}
  for i = 1, names:count() do files[i] = { path = names:at(i) } end
  return files
end

-- Adds a job for each file that the request names. Returns nil and the problem if that fails.
function List:take_named(jobs, left_out)
  local request = self.request
  if request.files0_from then
    local names, problem = self:listed_names(request.files0_from)
    if not names then return nil, problem end
    jobs:take_names(names)
  else
    local files, skipped = listing.of(request.words, left_out, nil, true)
    self.skipped = self.skipped + skipped
    jobs:take_files(files)
  end
  return true
end

-- ---- a schema for all files ---------------------------------------------------------

-- Returns advice if the files of -f are not a schema.
local function advice_on_files(request)
  local files = {}
  for i, word in ipairs(request.words) do files[i] = { path = word } end
  if no_schemas.first_schema { { path = request.schema[1] } } or not files[1] then return "" end
  local source = file_access.read("-f", request.schema[1], 2 ^ 31)
  if not source or select(2, no_schemas.problem(source)) then return "" end
  local schema = no_schemas.first_schema(files)
  if not schema or #files > MOST_WORDS then return "; the files to validate are named without -f" end
  local words = { "yschema", "check", "-f", schema }
  for _, path in ipairs(request.schema) do words[#words + 1] = path end
  for _, path in ipairs(request.words) do
    if path ~= schema then words[#words + 1] = path end
  end
  return "; is it the other way round? " .. shell.line(words)
end

function List:by_schema()
  local request = self.request
  local validator = self:validator { schema = request.schema, json_schema = request.json_schema }
  if not validator and request.json_schema then return nil, self.problem and "--json-schema " .. self.problem end
  if not validator then return nil, self.problem and "-f " .. self.problem .. advice_on_files(request) end
  local left_out = {}
  for _, list in ipairs { { request.json_schema, request.baseline }, request.schema, request.outputs or {} } do
    for _, path in pairs(list) do left_out[#left_out + 1] = path end
  end
  local references = self.plans:plan(validator)
  if references == nil then return nil end
  self.jobs = job_list.new { schema = validator.schema, how = self.how, baseline = self.baseline,
    references = references }
  return self:take_named(self.jobs, left_out)
end

-- ---- files that name their schemas --------------------------------------------------

-- Adds a file that is validated by the schema that it names. Returns whether it names one. `entry`: the name of the
-- project file's configuration.
function List:by_modeline(file, entry)
  local path = file.path
  local found = path ~= "-" and lfs.attributes(path, "mode") == "file" and modelines.of_file(path)
  if not found then return false end
  local problem = found.problem and ("line %d: %s"):format(found.line, found.problem)
  local schema
  if not problem then
    local invalid
    if found.json_schema then
      schema, invalid = self.schema_cache:json_schema(found.json_schema, nil, true)
    else
      schema, invalid = self.schema_cache:named_schema(found.schema)
    end
    if not schema then
      problem = ("line %d names the schema %s, which cannot be used%s"):format(found.line,
        found.json_schema or table.concat(found.schema, ", "), invalid and ": " .. invalid or "")
    end
  end
  self:add { schema = schema, file = { path = path, problem = problem }, entry = entry, by_modeline = true,
    references = schema and self.plans:plan({ schema = schema }, entry, self.partial) }
  return true
end

local NO_SCHEMA = "no schema for it: give one with -f, in a project file (.yschema.yml), or in its first line:"
  .. " # yschema: schema=FILE"

-- Returns the call by a schema in the working directory, if there is one, or an example.
local function call_by_schema(words)
  local here = {}
  for _, name in ipairs(globs.find "*schema*.{yml,yaml}" or {}) do here[#here + 1] = { path = name } end
  local schema = no_schemas.first_schema(here)
  local files = words[1] and #words <= MOST_WORDS and shell.line(words) or "FILE..."
  return ("yschema check -f %s %s"):format(schema and shell.line { schema } or "schema.yml", files)
end

function List:by_modelines()
  local files, problem = self:named_files(self.request.words)
  if not files then return nil, problem end
  local knows = false
  for _, file in ipairs(files) do
    if self:by_modeline(file) then
      knows = true
    else
      self:add { file = { path = file.path, problem = file.problem or NO_SCHEMA }, lacks_schema = not file.problem }
    end
  end
  if knows or self.request.only_edits then return true end
  local given = files[1] and not files[2] and no_schemas.first_schema(files)
  if given then
    return nil, ("%s is a schema. To validate files by it: yschema check -f %s FILE..."):format(given, given)
  end
  return nil, ("no schema: give one with -f (%s), write a project file (.yschema.yml), or name one in the first line"
    .. " of each file: # yschema: schema=FILE"):format(call_by_schema(self.request.words))
end

-- ---- the project file ---------------------------------------------------------------

-- Notes that a file is in several entries, once for all files.
function List:note_overlap(file, first, second)
  self.overlaps = self.overlaps or { count = 0, path = file.path, first = first, second = second }
  self.overlaps.count = self.overlaps.count + 1
end

function List:add_each(entry, validator, wanted, taken)
  for _, file in ipairs(entry.files) do
    local key = listing.key_of(file)
    if self.baselines:has(key) then
      self.skipped = self.skipped + (wanted and 0 or 1)
    elseif taken[key] then
      if not wanted or wanted[key] then self:note_overlap(file, taken[key], entry.name) end
    else
      taken[key] = entry.name
      local is_wanted = not wanted or wanted[key]
      if is_wanted and not validator.schema and not validator.kinds then
        if not self:by_modeline(file, entry.name) then
          self:add { file = { path = file.path, problem = NO_SCHEMA }, entry = entry.name, by_modeline = true,
            lacks_schema = true }
        end
      elseif is_wanted then
        self:add { schema = validator.schema, kinds = validator.kinds, otherwise = validator.otherwise, file = file,
          entry = entry.name, references = self.plans:plan(validator, entry.name, wanted ~= nil) }
      end
    end
  end
end

-- Adds the layers of an entry, if all files or one of them is wanted.
function List:add_layers(entry, validator, wanted, taken)
  local layers, is_wanted = entry.layers, not wanted
  for _, file in ipairs(layers) do
    local key = listing.key_of(file)
    if wanted then
      is_wanted = is_wanted or wanted[key] ~= nil
      taken[key] = taken[key] or entry.name
    end
  end
  if is_wanted then
    self:add { schema = validator.schema, layers = layers, file = layers[#layers], entry = entry.name }
  end
end

-- Adds entries; with `wanted`, only their files that are in this set. Returns what validates each entry.
function List:add_entries(entries, wanted, taken)
  local validators = {}
  self.schema_cache:trust(entries)
  for i, entry in ipairs(entries) do validators[i] = self:validator(entry) end
  if self.failed then return end
  self.partial = wanted ~= nil
  for i, entry in ipairs(entries) do
    self.baseline = self.baselines:of(entry.baseline)
    if entry.layers then
      self:add_layers(entry, validators[i], wanted, wanted and taken or {})
    else
      self:add_each(entry, validators[i], wanted, taken)
    end
  end
  return validators
end

-- Adds a file that the project file does not list: one that names its schema. The problem of another one is reported
-- if the call has named it.
function List:add_unlisted(file, read, project_path)
  local found = modelines.of_file(file.path)
  if found and not found.remote and self:by_modeline(file) then return end
  local key = listing.key_of(file)
  local is_input = not self.request.only_edits and (read[key] or self.baselines:has(key))
  if not file.named or is_input then self.skipped = self.skipped + 1 return end
  self:add { file = { path = file.path, problem = found and found.problem or project.why_unlisted(project_path) },
    lacks_schema = not (found and found.problem) }
end

-- Adds the files that were given by name: those of the entries, and those that name their schemas.
function List:add_given(entries, files, project_path)
  local wanted, taken = {}, {}
  for _, file in ipairs(files) do
    if not file.problem then wanted[listing.key_of(file)] = file end
  end
  local validators = self:add_entries(entries, wanted, taken)
  if self.failed then return end
  self.baseline = self.baselines:of(entries.baseline)
  local read = project.read_for(entries, validators)
  for _, file in ipairs(files) do
    if file.path == "-" then
      local by = validators[project.for_stream(entries) or 0]
      self:add(by and { kinds = by.kinds, otherwise = by.otherwise, file = file }
        or { file = project.no_stream })
    elseif file.problem or not lfs.attributes(file.path, "mode") then
      self:add { file = { path = file.path, problem = file.problem or project.no_such_name(entries, file.path) } }
    elseif not taken[listing.key_of(file)] then
      self:add_unlisted(file, read, project_path)
    end
  end
end

function List:by_project(path)
  local request = self.request
  if request.merged then
    return nil, "--each-file goes with -f; in a project file, layers: says which files are merged"
  end
  local entries, is_costly = project.load(path, self.schema_cache.settings, self.schema_cache.report)
  self.failed = not entries
  if not entries then return nil, nil, is_costly end
  self.outside, self.notes[1] = entries.outside, entries.outside and project.outside_note(entries.outside)
  local opened, problem = self.baselines:open_all(entries)
  if not opened then return nil, problem end
  self.baseline = self.baselines:of(entries.baseline)
  local named, words = project.chosen(entries, request.words)
  local gives_files = words[1] or request.files0_from
  if named[1] or not gives_files then self:add_entries(named[1] and named or entries, nil, {}) end
  if gives_files then
    local skipped = self.skipped
    local files, why = self:named_files(words)
    if not files then return nil, why end
    self:add_given(entries, files, path)
    if self.jobs:count() == 0 and self.skipped > skipped then
      self.notes[#self.notes + 1] = path .. " lists none of these files, so none is validated"
    end
  end
  return not self.failed, self.problem
end

-- ---- the list -----------------------------------------------------------------------

local NOTHING = "no schema: give one with -f (%s), or write a project file (.yschema.yml) that names files and their"
  .. " schemas"

function List:fill()
  local request = self.request
  local opened, problem = self.baselines:open_all {}
  if not opened then return nil, problem end
  self.baseline = self.baselines:of()
  if request.schema[1] or request.json_schema then return self:by_schema() end
  local path = request.project and file_access.tidy(request.project) or project.find()
  if path then return self:by_project(path) end
  if request.words[1] or request.files0_from then return self:by_modelines() end
  return nil, NOTHING:format(call_by_schema {})
end

local OVERLAP = "%d %s in more than one configuration and validated only by the first of them: %s is in %s and %s"

--- Makes the list of jobs.
---@param request yschema.Request
---@param settings yschema.Settings
---@param report fun(owner: userdata) gets schemas that were compiled, or have errors, and validated project files
---@return yschema.Worklist? list nil when there is a problem
---@return string? problem unless it was reported
---@return boolean? is_costly patterns of a project file with a problem have looked at as many names as they may
function worklist.make(request, settings, report)
  local how = {}
  for _, name in ipairs { "merged", "blocks", "needs", "identify", "skip_templates" } do how[name] = request[name] end
  local list = setmetatable({
    jobs = job_list.new { how = how }, skipped = 0, notes = {}, request = request, failed = false,
    how = how, schema_cache = schema_cache.new(settings, report, request.allow_code, request.take_invalid),
    baselines = register.new(settings, report, request), plans = plans.new(report, request),
  }, List)
  local ok, problem, is_costly = list:fill()
  if not ok or list.plans.failed then return nil, problem, is_costly end
  local overlaps, notes, shard = list.overlaps, list.notes, request.shard
  notes[#notes + 1] = overlaps and OVERLAP:format(overlaps.count, overlaps.count == 1 and "file is" or "files are",
    overlaps.path, overlaps.first, overlaps.second)
  for _, more in ipairs { list.plans.notes, list.schema_cache:notes() } do
    for _, note in ipairs(more) do notes[#notes + 1] = note end
  end
  if shard then
    list.jobs:shard(shard.index, shard.count)
    if shard.index > 1 then list.skipped = 0 end -- the first one counts them, so that the counts of all add up
  end
  return list
end

return worklist
