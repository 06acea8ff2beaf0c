--- Records that there is no schema. The record names the files that were read, and a comment in them that
-- may be a misspelt header of a schema.
--
-- @module yschema.pipeline.missing_schema

local plain_tables = require "yschema.base.plain_tables"
local no_schemas = require "yschema.pipeline.no_schemas"
local suggestion = require "yschema.base.suggestion"

local missing_schema = {}

local HEADER = "data/values-schema"
local MOST_FILES = 5

-- Returns advice for a comment whose words are the header's, or nearly; nil for other comments.
local function advice(comment)
  local lead, word = comment:match "^#([%s@!]*)([%w/_-]+)"
  if not word then return nil end
  if word == HEADER and lead == "@" then
    return "the annotation has no document below it: --- and the schema are missing."
  end
  local near = word == HEADER
    or suggestion.hint(word, { HEADER }) ~= ""
  return near and "did you mean #@" .. HEADER .. "?" or nil
end

-- Returns the first comment for which there is advice: its line, its column and the advice.
local function misspelt_header(text)
  local number = 0
  for line in text:gmatch "([^\n]*)\n?" do
    number = number + 1
    local blanks, comment = line:match "^([ \t]*)(#.*)"
    local hint = comment and advice(comment)
    if hint then return number, #blanks + 1, hint end
  end
end

-- Returns the call with a schema, unless one of the paths seems to name the schema.
local function call_with_schema(paths)
  local given = table.concat(paths, " -f ", 1, #paths < MOST_FILES and #paths or MOST_FILES)
  if given == "" or given:find("schema", 1, true) then return "" end
  return "write a schema, and give it, too: yschema -f schema.yml -f " .. given
end

-- Returns all names but one.
local function others_of(name, names) return plain_tables.kept(names, function(other) return other ~= name end) end

--- Adds the record which says that there is no schema document.
---@param owner userdata a core schema
---@param sources userdata[] the core sources that were read
---@param paths string[] the paths that the caller gave, which are named when there are no sources
function missing_schema.add_record(owner, sources, paths)
  local names = {}
  for _, source in ipairs(sources) do names[#names + 1] = source:name() end
  if not names[1] then names = paths end
  local shown = table.concat(names, ", ", 1, #names < MOST_FILES and #names or MOST_FILES)
  if #names > MOST_FILES then shown = shown .. ", ..." end
  for _, source in ipairs(sources) do
    local line, column, hint = misspelt_header(source:text())
    if line then return owner:add_error_at("NO_SCHEMA", source, line, column, shown, hint) end
    local problem, is_json_schema = no_schemas.problem(source, others_of(source:name(), names))
    if is_json_schema then return owner:add_error("NO_SCHEMA", "", shown, source:name() .. ": " .. problem) end
  end
  owner:add_error("NO_SCHEMA", "", shown, call_with_schema(paths))
end

return missing_schema
