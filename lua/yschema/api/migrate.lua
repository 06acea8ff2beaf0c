--- Rewrites files for keys that a schema has renamed or removed: `yschema.migrate`, which yschema/meta.lua documents.
--
-- @module yschema.api.migrate

local files = require "yschema.migration.files"
local listing = require "yschema.batch.listing"
local plain_tables = require "yschema.base.plain_tables"
local report = require "yschema.report.report"
local schema_cache = require "yschema.batch.schema_cache"

local error, ipairs, math, tostring = error, ipairs, math, tostring

local known = { schema = "strings", files = "strings", in_place = "boolean" }

-- Returns a plain copy of the request, or nil and the problem with it.
local function request_of(given)
  local request, problem = plain_tables.checked(given, known, "key")
  for _, name in ipairs { "schema", "files" } do
    if request and not (request[name] and request[name][1]) then
      return nil, ("key '%s' must be a string or a list of strings"):format(name)
    end
  end
  return request, problem
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
  local outcomes, reports, status = {}, {}, 0
  for i, listed in ipairs(listing.of(request.files, request.schema)) do
    local outcome = files.migrate(schema, listed, request.in_place)
    outcomes[i], reports[#reports + 1], status = outcome, outcome.report, math.max(status, outcome.status)
  end
  about = report.joined(reports)
  about.status = math.max(about.status, status)
  return about.status == 0 or nil, about, outcomes
end
