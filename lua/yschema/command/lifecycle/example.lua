--- The command `yschema example`, which generates documents (reference#example).
--
-- @module yschema.command.lifecycle.example

local api = require "yschema.api.example"
local ci_log = require "yschema.report.ci_log"
local plain = require "yschema.generation.plain"
local schema_cache = require "yschema.batch.schema_cache"

local generation = {}

--- Returns a problem with the arguments of a call, or nil.
---@param options table
---@return string? problem
function generation.invalid_argument(options)
  local word = options.rest[1]
  if word then return ("unexpected argument '%s': the schema is given with -f"):format(word) end
  if options.json_schema and options.file[1] then return "-f and --json-schema exclude each other" end
  if not options.json_schema and not options.file[1] then return "no schema: give one with -f" end
  if options.complete and (options.count or options.invalid) then
    return "--complete makes one document: it excludes --count and --invalid"
  end
end

-- Prints random documents, one in a line.
local function print_many(schema, options, out)
  local status = 0
  local done, problem = api.each(schema, options, function(document)
    status = out:result(ci_log.harmless(plain.json(document) .. "\n", "ndjson"))
    return status == 0
  end)
  if not done then return out:complain(problem) end
  return status
end

--- Prints documents.
---@param options table
---@param settings yschema.Settings
---@param _ yschema.Streams
---@param out yschema.Printer
---@return integer status
function generation.run(options, settings, _, out)
  local cache = schema_cache.new(settings, function(owner) out:report(owner) end)
  local schema, problem
  if options.json_schema then
    schema, problem = cache:imported(options.json_schema)
  else
    schema, problem = cache:schema(options.file)
  end
  if not schema then
    return problem and out:complain((options.json_schema and "--json-schema " or "-f ") .. problem) or 2
  end
  out:notes(cache:notes())
  local given = api.options {
    complete = options.complete, count = options.count, invalid = options.invalid, seed = options.seed,
  }
  if given.count then return print_many(schema, given, out) end
  local text, about = api.text(schema, given)
  if not text then return out:complain(about) end
  return out:result(text)
end

return generation
