--- Makes a schema of example values: `yschema.infer`, which yschema/meta.lua documents.
--
-- @module yschema.api.infer

local core = require "yschema.core"
local documents = require "yschema.api.documents"
local inference = require "yschema.inference.inference"
local listing = require "yschema.batch.listing"
local plain_tables = require "yschema.base.plain_tables"
local report = require "yschema.report.report"
local source_files = require "yschema.pipeline.source_files"

local known = { files = "strings", values = "table", required = "boolean", references = "boolean", closed = "boolean",
  open = "boolean" }

-- Returns a plain copy of the request, or nil and the problem with it.
local function request_of(given)
  local request, problem = plain_tables.checked(given, known, "key")
  if not request then return nil, problem end
  if request.open and request.closed then return nil, "keys 'open' and 'closed' exclude each other" end
  request.files, request.values = request.files or {}, plain_tables.items(request.values or {})
  if not request.files[1] and request.values[1] == nil then
    return nil, "key 'files' or 'values' is missing: there are no examples"
  end
  return request
end

-- Makes a source of a text, of documents or of a Lua value; or returns nil and a report.
local function source_of(value, number)
  local name = "values " .. number
  if type(value) == "string" then return core.source(name, value) end
  if documents.is(value) then return documents.source(value, name) end
  local text, problem = core.encode(value, "yaml")
  if text then return core.source(name, text) end
  return nil, report.of_error("read", name, tostring(problem))
end

--- Makes a schema: see `yschema.infer`.
---@param given yschema.InferRequest
---@param settings yschema.Settings
---@return string? schema
---@return yschema.Report|string[] about
return function(given, settings)
  local request, problem = request_of(given)
  if not request then error(("bad argument #1 to 'infer' (%s)"):format(problem), 3) end
  local examples = inference.new(settings, request)
  local function take(source, about)
    local ok = source ~= nil
    if ok then ok, about = examples:add(source) end
    return not ok and about or nil
  end
  local failure
  for _, listed in ipairs(listing.of(request.files)) do
    failure = failure or take(source_files.listed(listed, settings.max_bytes))
  end
  for i, value in ipairs(request.values) do failure = failure or take(source_of(value, i)) end
  if failure then return nil, failure end
  local text = examples:schema()
  if text then return text, examples.notes end
  return nil, report.of_error("usage", "yschema.infer", "there are no values to make a schema of")
end
