--- Rewrites files for keys that a schema has renamed or removed: `yschema.migrate`, which yschema/meta.lua documents.
--
-- @module yschema.api.migrate

local listing = require "yschema.batch.listing"
local migration = require "yschema.migration.migration"
local outcomes = require "yschema.editing.transaction.outcomes"
local plain_tables = require "yschema.base.plain_tables"
local report = require "yschema.report.report"
local schema_cache = require "yschema.batch.schema_cache"

local known = { schema = "strings", files = "strings", write = "boolean" }

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
---@return yschema.EditResult? result
return function(given, settings)
  local request, problem = request_of(given)
  if not request then error(("bad argument #1 to 'migrate' (%s)"):format(problem), 3) end
  local about
  local cache = schema_cache.new(settings, function(owner) about = report.new(owner) end)
  local schema, failure = cache:schema(request.schema)
  if not schema then return nil, about or report.of_error("usage", "yschema.migrate", tostring(failure)) end
  local take, returned = outcomes.collector()
  for _, listed in ipairs(listing.of(request.files, request.schema)) do
    take(migration.migrate(schema, listed, request.write))
  end
  return returned()
end
