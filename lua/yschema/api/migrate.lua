--- Rewrites files for keys that a schema has renamed or removed: `yschema.migrate`, which yschema/meta.lua documents.
--
-- @module yschema.api.migrate

local files = require "yschema.migration.files"
local listing = require "yschema.batch.listing"
local plain_tables = require "yschema.base.plain_tables"
local report = require "yschema.report.report"
local schema_cache = require "yschema.batch.schema_cache"

local error, ipairs, table, tostring, type = error, ipairs, table, tostring, type

local known = { schema = "paths", files = "paths", in_place = "boolean" }

-- Returns a plain copy of what is asked for, or nil and what is wrong with it.
local function request_of(given)
  local request, problem = plain_tables.copy(given, known, "key")
  if not request then return nil, problem end
  for _, name in ipairs { "schema", "files" } do
    request[name] = plain_tables.strings(request[name])
    if not request[name] or not request[name][1] then
      return nil, ("key '%s' must be a string or a list of strings"):format(name)
    end
  end
  if request.in_place ~= nil and type(request.in_place) ~= "boolean" then
    return nil, "key 'in_place' must be a boolean, got " .. type(request.in_place)
  end
  return request
end

-- Makes one report of those on files.
local function joined(outcomes)
  local all = { violations = {}, warnings = {}, status = 0 }
  local texts = {}
  for _, outcome in ipairs(outcomes) do
    if outcome.report then
      report.add(all, outcome.report)
      texts[#texts + 1] = tostring(outcome.report)
    end
    if outcome.status > all.status then all.status = outcome.status end
  end
  all.text = table.concat(texts)
  return report.of_parts(all)
end

--- Rewrites files: see `yschema.migrate`.
---@param given yschema.MigrationRequest
---@param settings yschema.Settings
---@return true? ok
---@return yschema.Report report
---@return yschema.MigratedFile[]? files
return function(given, settings)
  local request, problem = request_of(given)
  if not request then error(("bad argument #1 to 'migrate' (%s)"):format(problem), 3) end
  local about
  local cache = schema_cache.new(settings, function(owner) about = report.new(owner) end)
  local schema, failure = cache:schema(request.schema)
  if not schema then return nil, about or report.of_error("usage", "yschema.migrate", tostring(failure)) end
  local outcomes = {}
  for i, listed in ipairs(listing.of(request.files, request.schema)) do
    outcomes[i] = files.migrate(schema, listed, request.in_place)
  end
  about = joined(outcomes)
  return about.status == 0 or nil, about, outcomes
end
