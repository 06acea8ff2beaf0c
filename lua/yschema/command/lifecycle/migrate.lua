--- The command `yschema migrate`: rewrites files for keys that a schema has renamed or removed (reference#migrate).
--
-- @module yschema.command.lifecycle.migrate

local listing = require "yschema.batch.listing"
local migration = require "yschema.migration.migration"
local counted = require "yschema.base.writing".counted
local schema_cache = require "yschema.batch.schema_cache"

local migrate = {}

--- Returns a problem with the arguments of a call, or nil.
---@param options table
---@return string? problem
function migrate.invalid_argument(options)
  if not options.file[1] then return "no schema: give one with -f" end
  if not options.rest[1] then return "no files to rewrite: name files, folders or patterns after the options" end
  for _, word in ipairs(options.rest) do
    if word == "-" and not options.dry_run then
      return "standard input cannot be rewritten in place; -n prints what would change"
    end
  end
end

-- Counts what was done to a file, in words.
local function summary(outcome)
  local renamed, removed = 0, 0
  for _, change in ipairs(outcome.done) do
    if change.to then renamed = renamed + 1 else removed = removed + 1 end
  end
  local parts = renamed > 0 and counted(renamed, "key") .. " renamed" or ""
  if removed == 0 then return parts end
  return parts .. (renamed > 0 and ", " or "") .. counted(removed, "key") .. " removed"
end

-- Prints the outcome of a file. Returns its status.
local function print_outcome(outcome, options, out)
  for _, verdict in ipairs(outcome.verdicts) do out:add(verdict) end
  local new = outcome.files[1]
  if new and options.dry_run then return out:patch(new.difference) end
  if new and not options.quiet then out:print_line(("%s: %s\n"):format(new.file, summary(outcome))) end
  return outcome.status
end

--- Rewrites the files that the command names, or prints what would change.
---@param options table
---@param settings yschema.Settings
---@param _ yschema.Streams
---@param out yschema.Printer
---@return integer status
function migrate.run(options, settings, _, out)
  local schema, problem = schema_cache.new(settings, function(owner) out:report(owner) end):schema(options.file)
  if not schema then return problem and out:complain("-f " .. problem) or 2 end
  local status = 0
  for _, listed in ipairs(listing.of(options.rest, options.file)) do
    local now = print_outcome(migration.migrate(schema, listed, not options.dry_run), options, out)
    if now > status then status = now end
  end
  return status
end

return migrate
