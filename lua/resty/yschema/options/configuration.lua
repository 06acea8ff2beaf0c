--- Checks the options of `resty.yschema.new`.
--
-- @module resty.yschema.options.configuration

local calls = require "resty.yschema.source.calls"
local checking = require "resty.yschema.options.checking"

local configuration = {}

local form = checking.new([==[
#@data/values-schema
#@schema/keys-may-be-present
---
#@schema/type "string", "array"
#@schema/validation ("a path, or a list of paths", is_texts)
schema: ""
#@schema/type "string", "array", "bool"
#@schema/validation ("a path, a list of paths, or false", lambda v: v == False or is_texts(v))
values: ""
#@schema/validation ("a number of seconds from 0.01 to 86400", lambda v: 0.01 <= v and v <= 86400)
interval: 1.0
#@schema/validation ("a number of seconds from 0 to 60", lambda v: 0 <= v and v <= 60)
settle: 0.1
#@schema/validation ("a number of seconds from 0.1 to 3600", lambda v: 0.1 <= v and v <= 3600)
patience: 10.0
#@schema/validation regexp="^[A-Za-z0-9_.-]+$"
name: ""
allow_empty: false
dict: ""
thread: ""
cache: ""
]==], { on_change = "function", on_error = "function", options = "table", source = "table" })

-- A thread has a separate Lua state, to which texts can be passed but no functions.
local function thread_error(options)
  if not options.thread then return nil end
  if not ngx.run_worker_thread then return "option 'thread': this nginx has no threads for Lua" end
  if options.options and rawget(options.options, "env") then
    return "option 'thread' and options.env exclude each other: functions cannot go to a thread"
  end
end

-- Returns the error of the options that say where the texts come from.
local function source_error(options)
  if not options.source then
    if options.cache then return "option 'cache' needs a source: what is in files need not be kept" end
    if options.schema then return nil end
    return "option 'schema' is missing: the path of the schema"
  end
  if options.values then return "options 'source' and 'values' exclude each other: the source has the values" end
  if options.allow_empty ~= nil then
    return "options 'source' and 'allow_empty' exclude each other: 'allow_empty' is for files"
  end
  if options.settle then return "options 'source' and 'settle' exclude each other: 'settle' is for files" end
  return calls.error(options.source)
end

--- Makes a plain copy of the options, or returns nil and their error.
---@param given any
---@param taken table<string, any> names of configurations that there are
---@return table? options
---@return string? problem
function configuration.read(given, taken)
  local options, problem = form:read(given)
  if not options then return nil, problem end
  local name = options.name or "default"
  problem = source_error(options) or thread_error(options)
  if taken[name] then
    problem = problem or ("there is a configuration '%s' already: give this one another name"):format(name)
  end
  if problem then return nil, problem end
  return options
end

return configuration
