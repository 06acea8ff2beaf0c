--- Checks the options of `resty.yschema.new`.
--
-- @module resty.yschema.options.configuration

local calls = require "resty.yschema.source.calls"
local options_of = require "yschema.base.plain_tables"

local checked = {}

local option_types = {
  schema = "string or list", values = "string or list", interval = "number", settle = "number",
  name = "string", dict = "string", on_change = "function", on_error = "function",
  options = "table", thread = "string", patience = "number", source = "table",
  cache = "string",
}

local function is_path_list(value)
  if type(value) == "string" then return true end
  if type(value) ~= "table" or rawget(value, 1) == nil then return false end
  for _, path in next, value do
    if type(path) ~= "string" then return false end
  end
  return true
end

local function option_error(name, value)
  local wanted = option_types[name]
  local fits = type(value) == wanted
  if wanted == "string or list" then
    fits = is_path_list(value) or name == "values" and value == false
    wanted = "path or a list of paths"
  end
  if not fits then return ("option '%s' must be a %s, got %s"):format(name, wanted, type(value)) end
end

-- Returns the error of a number of seconds; nil when it is valid.
local function seconds_error(options, name, least, most)
  local value = options[name]
  if value == nil or value >= least and value <= most then return nil end
  return ("option '%s' must be a number of seconds from %g to %g"):format(name, least, most)
end

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
  if options.settle then return "options 'source' and 'settle' exclude each other: 'settle' is for files" end
  return calls.error(options.source)
end

-- Returns the error of the options; nil when they are valid.
local function error_in(options, taken)
  for name, value in pairs(options) do
    local failure = option_error(name, value)
    if failure then return failure end
  end
  local seconds = source_error(options) or seconds_error(options, "interval", 0.01, 86400)
    or seconds_error(options, "settle", 0, 60) or seconds_error(options, "patience", 0.1, 3600)
  if seconds then return seconds end
  local name = options.name
  if name and not name:find "^[%w_.-]+$" then return "option 'name' must be of letters, digits, '_', '.' and '-'" end
  if taken[name or "default"] then
    return ("there is a configuration '%s' already: give this one another name"):format(name or "default")
  end
  return thread_error(options)
end

--- Makes a plain copy of the options, or returns nil and their error.
---@param given any
---@param taken table<string, any> names of configurations that there are
---@return table? options
---@return string? problem
function checked.read(given, taken)
  local options, problem = options_of.copy(given, option_types, "option")
  problem = problem or error_in(options, taken)
  if problem then return nil, problem end
  for _, name in ipairs { "schema", "values" } do
    if type(options[name]) == "table" then options[name] = options_of.items(options[name]) end
  end
  return options
end

return checked
