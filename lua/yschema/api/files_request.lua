--- Reads requests about files that are validated: what `yschema.check_files` and `yschema.fix` have in common.
--
-- @module yschema.api.files_request

local plain_tables = require "yschema.base.plain_tables"
local worklist = require "yschema.batch.worklist"

local files_request = {}

local known = {
  schema = "strings", files = "strings", names = "strings", project = "string", each_file = "boolean",
  json_schema = "string", allow_code = "boolean",
}

-- Returns the problem with a request, or nil.
local function problem_of(request, what)
  local key = request.json_schema and "json_schema" or request.schema[1] and "schema"
  if request.json_schema and request.schema[1] then return "key 'schema' excludes 'json_schema'" end
  if key and not request.files[1] then return ("key 'files' is missing: a schema alone %s nothing"):format(what) end
  if key and (request.project or request.names[1]) then
    return ("key '%s' excludes 'project' and 'names'"):format(key)
  end
end

--- Reads a request.
---@param given table what the user gave
---@param more table<string, any> the keys that only this function knows: see `plain_tables.checked`
---@param what string what the function does with files, such as "validates"
---@return table? request a plain copy; its lists are never nil
---@return string? problem
function files_request.read(given, more, what)
  local keys = {}
  for key, kind in pairs(known) do keys[key] = kind end
  for key, kind in pairs(more) do keys[key] = kind end
  local request, problem = plain_tables.checked(given, keys, "key")
  if not request then return nil, problem end
  for _, name in ipairs { "schema", "files", "names" } do request[name] = request[name] or {} end
  problem = problem_of(request, what)
  if problem then return nil, problem end
  return request
end

--- Finds the work that a request asks for.
---@param request table
---@param settings yschema.Settings
---@param more table<string, any> further fields of what `worklist.make` gets
---@param failed fun(owner: table) called with each schema that is not valid
---@return yschema.Worklist? list
---@return string? problem
function files_request.work(request, settings, more, failed)
  local words = request.names
  for _, file in ipairs(request.files) do words[#words + 1] = file end
  local wanted = {
    schema = request.schema, json_schema = request.json_schema, words = words, project = request.project,
    merged = request.each_file, allow_code = request.allow_code,
  }
  for key, value in pairs(more) do wanted[key] = value end
  return worklist.make(wanted, settings, failed)
end

--- Throws the error of a request that is not valid.
---@param name string of the function
---@param problem string
---@param level integer as that of `error`, for the caller
function files_request.throw(name, problem, level)
  error(("bad argument #1 to '%s' (%s)"):format(name, problem), level + 1)
end

return files_request
