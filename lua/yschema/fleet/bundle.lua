--- Bundles: the texts of a schema and of values in one text, which is called by its SHA-256.
--
-- A bundle is one line of JSON, which lists its files, and then their texts, with nothing between them
-- (examples/fleet/format.md). A reader checks everything in it.
--
-- @module yschema.fleet.bundle

local changed = require "yschema.base.plain_tables".changed
local digest = require "yschema.fleet.digest"
local valid_names = require "yschema.fleet.valid_names"
local records = require "yschema.fleet.records"
local writing = require "yschema.base.writing"

local bundle = {}

local find, format, sub = string.find, string.format, string.sub

--- The most bytes that a bundle may have.
bundle.most_bytes = 64 * 1024 * 1024

--- The most bytes of a part: an item of etcd may have 1.5 MB.
bundle.part_bytes = 1024 * 1024

--- The most parts of a bundle.
bundle.most_parts = bundle.most_bytes / bundle.part_bytes

--- A file in a bundle.
---@class yschema.fleet.File
---@field role "schema"|"values"|"library" a library is only loaded by the code of the others
---@field name string relative, with "/" between its parts
---@field text string

--- A bundle that has been read.
---@class yschema.fleet.Bundle
---@field id string its SHA-256
---@field name string of the configuration
---@field schema_version string
---@field made string the time, such as "2026-11-23T08:00:00Z"
---@field by string who made it
---@field files yschema.fleet.File[] in their order

local roles = { schema = true, values = true, library = true }

local form = {
  what = "the bundle", format = "yschema-bundle", version = 2, most_bytes = 4 * 1024 * 1024,
  remedy = "publish it again",
  fields = {
    { "name", "name" }, { "schema_version", "line" }, { "made", "time" }, { "by", "line" },
    { "files", "list" },
  },
}
local file_fields = { { "role", "line" }, { "name", "text" }, { "bytes", "count" }, { "sha256", "id" } }

-- ---- making -------------------------------------------------------------------------

-- Returns the problem of a list of files; nil when it is valid.
local function files_problem(files)
  local seen, has_schema = {}, false
  for _, file in ipairs(files) do
    if not roles[file.role] then
      return ('the role of %s is neither "schema" nor "values" nor "library"'):format(tostring(file.name))
    end
    local problem = valid_names.file_problem(file.name)
    if problem then return problem end
    if seen[file.name] then return ('two files are called "%s"'):format(file.name) end
    seen[file.name] = true
    has_schema = has_schema or file.role == "schema"
  end
  return not has_schema and "it has no schema" or nil
end

-- Lists files for the header. Returns nil and the problem without SHA-256.
local function listed(files)
  local list = {}
  for i, file in ipairs(files) do
    local sum, problem = digest.sha256(file.text)
    if not sum then return nil, problem end
    list[i] = records.ordered({ role = file.role, name = file.name, bytes = #file.text, sha256 = sum }, file_fields)
  end
  return writing.list(list)
end

-- Says why a bundle cannot be made; nil when it can.
local function making_problem(given, version)
  local _, problem = records.checked({ name = given.name, schema_version = version, made = given.made,
    by = given.by, files = writing.list() }, form.fields)
  return problem or files_problem(given.files)
end

--- Returns a version for a schema without one. It changes whenever a text of the schema changes.
---@param files yschema.fleet.File[]
---@return string? version
---@return string? problem without SHA-256
function bundle.schema_version(files)
  local lines = {}
  for _, file in ipairs(files) do
    if file.role ~= "values" then
      local sum, problem = digest.sha256(file.text)
      if not sum then return nil, problem end
      lines[#lines + 1] = format("%s %s %s\n", tostring(file.role), tostring(file.name), sum)
    end
  end
  local sum, problem = digest.sha256(table.concat(lines))
  if not sum then return nil, problem end
  return sub(sum, 1, 12)
end

local function too_large(bytes)
  if bytes <= bundle.most_bytes then return nil end
  return format("the bundle has %d bytes, and may have %d: leave files out, or split the configuration in two",
    bytes, bundle.most_bytes)
end

--- Makes a bundle.
---@param given { name: string, by: string, made: string, schema_version: string?, files: yschema.fleet.File[] }
---   `schema_version`: without it, that of `bundle.schema_version`
---@return string? text
---@return string id or the problem, a sentence
function bundle.make(given)
  local version, problem = given.schema_version, nil
  if version == nil then version, problem = bundle.schema_version(given.files) end
  if not version and problem then return nil, problem end
  problem = making_problem(given, version)
  if problem then return nil, "the bundle cannot be made: " .. problem end
  local list
  list, problem = listed(given.files)
  if not list then return nil, problem end
  local header = records.write({ name = given.name, schema_version = version, made = given.made,
    by = given.by, files = list }, form)
  if #header > form.most_bytes then return nil, "the bundle cannot be made: it has too many files" end
  local texts = { header, "\n" }
  for _, file in ipairs(given.files) do texts[#texts + 1] = file.text end
  local text = table.concat(texts)
  problem = too_large(#text)
  if problem then return nil, problem end
  return text, (digest.sha256(text))
end

-- ---- reading ------------------------------------------------------------------------

local function damaged(as, problem) return nil, records.damaged(as, problem) end

-- Says why a text is not the bundle with this id; nil when it is.
local function identity_problem(text, id, as)
  local sum, problem = digest.sha256(text)
  if not sum then return problem end
  if sum == id then return nil end
  return format("the bundle is not the one that was published: its SHA-256 is %s and not %s; %s", sum, tostring(id),
    as.remedy)
end

-- Reads what the header says of a file.
local function file_of(item, number, as)
  local file, problem = records.checked(item, file_fields, "files[" .. number .. "]")
  if not file then return damaged(as, problem) end
  if roles[file.role] then return file end
  return nil, format('the bundle has a file with the role "%s", which this yschema does not know: update yschema on'
    .. " this machine", file.role)
end

-- Takes the texts of the files out of the bundle.
local function take_texts(text, at, list, as)
  local files = {}
  for number, item in ipairs(list) do
    local file, problem = file_of(item, number, as)
    if not file then return nil, problem end
    local next_at = at + file.bytes
    if next_at > #text + 1 then return damaged(as, format("its texts end before those of %s", tostring(file.name))) end
    local own = sub(text, at, next_at - 1)
    if digest.sha256(own) ~= file.sha256 then
      return damaged(as, format("the text of file %d is not the one listed", number))
    end
    files[number] = { role = file.role, name = file.name, text = own }
    at = next_at
  end
  if at <= #text then return damaged(as, format("%d bytes follow its last text", #text - at + 1)) end
  local problem = files_problem(files)
  if problem then return damaged(as, problem) end
  return files
end

--- Reads a bundle, and checks everything in it.
---@param text string
---@param expected_id string the SHA-256 that it must have
---@param name? string of the configuration that it must be of
---@param remedy? string what to do when it is damaged; without it, publish it again
---@return yschema.fleet.Bundle? bundle
---@return string? problem a sentence that says what to do
function bundle.read(text, expected_id, name, remedy)
  local as = remedy and changed(form, { remedy = remedy }) or form
  if type(text) ~= "string" then return nil, "the bundle is missing: " .. as.remedy end
  local problem = too_large(#text) or identity_problem(text, expected_id, as)
  if problem then return nil, problem end
  local stop = find(text, "\n", 1, true)
  if not stop then return damaged(as, "its first line does not end") end
  local header
  header, problem = records.read(sub(text, 1, stop - 1), as)
  if not header then return nil, problem end
  if name and header.name ~= name then
    return nil, format('the bundle is one of the configuration "%s", and not of "%s": publish under the correct name',
      header.name, name)
  end
  header.files, problem = take_texts(text, stop + 1, header.files, as)
  if not header.files then return nil, problem end
  header.id = expected_id
  return header
end

-- ---- parts --------------------------------------------------------------------------

--- Splits the text of a bundle into parts that the store takes.
---@param text string
---@return string[] parts at least one
function bundle.split(text)
  local parts = {}
  for at = 1, math.max(#text, 1), bundle.part_bytes do
    parts[#parts + 1] = sub(text, at, at + bundle.part_bytes - 1)
  end
  return parts
end

--- Joins the parts of a bundle.
---@param parts string[]
---@return string text
function bundle.join(parts) return table.concat(parts) end

return bundle
