--- Schemas for YAML in the language of ytt, with rules in Lua.
--
--     local yschema = require "yschema"
--     local schema = assert(yschema.load_file "schema.yml")
--     local values, report = schema:apply_files("values.yml", "prod.yml")
--     if not values then io.stderr:write(tostring(report)) os.exit(1) end
--
-- Violations of the data and errors of the schema are returned as `nil, report`; invalid arguments throw an error.
-- yschema/meta.lua documents all functions, for editors and for the pages of the API.
--
-- @module yschema

local core = require "yschema.base.checked_core"
local report = require "yschema.report.report"
local documents = require "yschema.api.documents"
local schema = require "yschema.api.schema"
local schemas = require "yschema.pipeline.schemas"
local settings_of = require "yschema.pipeline.settings".of_options

local yschema = { _VERSION = "yschema " .. report.version }

--- Null is the light userdata NULL, so it equals `cjson.null` and `ngx.null`.
yschema.null = core.null

-- When cjson has a metatable for arrays, arrays here get that one, so that cjson encodes them as
-- arrays. It is looked up once, when the first value is made: so requiring this module loads no other
-- module, and the order in which modules are required does not matter.
local settled = false
local function settle()
  if settled then return end
  settled = true
  local found, cjson = pcall(require, "cjson")
  if not found or type(cjson) ~= "table" or type(cjson.array_mt) ~= "table" then return end
  core.share_array_mts(cjson.array_mt, cjson.empty_array_mt or cjson.array_mt)
  core.array_mt = cjson.array_mt
end

--- The metatable of arrays. `setmetatable({}, yschema.array_mt)` is an empty array, while `{}` is an
-- empty map unless the schema expects an array. It is `cjson.array_mt` when cjson is installed.
-- @field array_mt
setmetatable(yschema, { __index = function(_, name)
  if name ~= "array_mt" then return nil end
  settle()
  yschema.array_mt = core.array_mt
  return core.array_mt
end })

local function need_string(value, position, name)
  if type(value) ~= "string" then
    error(("bad argument #%d to '%s' (string expected, got %s)")
      :format(position, name, type(value)), 3)
  end
end

-- ---- schemas -------------------------------------------------------------------------


function yschema.load(text, options)
  need_string(text, 1, "load")
  settle()
  local object, name = schema.new(settings_of(options, 2)), options and options.name
  return schemas.compile_sources(object, { core.source(name or "schema", text, name) })
end

function yschema.load_file(paths, options)
  local list = type(paths) == "string" and { paths } or paths
  if type(list) ~= "table" or rawget(list, 1) == nil then
    error(("bad argument #1 to 'load_file' (path or list of paths expected, got %s)")
      :format(type(list) == "table" and "an empty table" or type(list)), 2)
  end
  paths = require "yschema.base.plain_tables".items(list)
  for _, path in ipairs(paths) do need_string(path, 1, "load_file") end
  if type(options) == "string" then
    error("bad argument #2 to 'load_file' (options expected, got string; several paths are given as a list)", 2)
  end
  settle()
  local source_files = require "yschema.pipeline.source_files"
  local object = schema.new(settings_of(options, 2))
  local sources = {}
  for _, path in ipairs(paths) do
    for _, source in ipairs(source_files.sources(object.core, path, object.settings.max_bytes)) do
      sources[#sources + 1] = source
    end
  end
  return schemas.compile_sources(object, sources)
end

function yschema.load_json_schema(text, options)
  need_string(text, 1, "load_json_schema")
  settle()
  local object, name = schema.new(settings_of(options, 2)), options and options.name
  local is_json = not name or require "yschema.base.file_kinds".is_json(name)
  local compiled, about = require "yschema.api.json_schema".compile(object,
    core.source(name or "schema.json", text, name, is_json))
  if compiled then return object, about end
  object.core:close()
  return nil, about
end

-- Makes a function of a request and options. `load` gives the function of `yschema.api` that does the work.
local function of_request(load)
  return function(request, options)
    settle()
    local settings = settings_of(options, 2)
    local first, about, more = load()(request, settings) -- no tail call: errors have a level
    return first, about, more
  end
end

yschema.check_files = of_request(function() return require "yschema.api.check_files" end)
yschema.infer = of_request(function() return require "yschema.api.infer" end)
yschema.migrate = of_request(function() return require "yschema.api.migrate" end)
yschema.fix = of_request(function() return require "yschema.api.fix" end)
yschema.set = of_request(function() return require "yschema.api.set" end)
yschema.test = of_request(function() return require "yschema.api.test" end)

function yschema.diff(old, new, options)
  settle()
  local comparison, report_on = require "yschema.api.diff".diff(old, new, options) -- no tail call: errors have a level
  return comparison, report_on
end

function yschema.packs() return require "yschema.packs.packs".list() end

-- Makes a function of a text and options, of the one with a name in `yschema.api.importing`.
local function of_text(name)
  return function(text, options)
    need_string(text, 1, "import_" .. name)
    settle()
    local settings = settings_of(options, 2)
    local import, problem = require "yschema.api.importing"[name](text, settings, options and options.name)
    return import, problem -- no tail call: errors have a level
  end
end

yschema.import_json_schema = of_text "json_schema"
yschema.import_crd = of_text "crd"
yschema.import_openapi = of_text "openapi"

-- ---- documents -----------------------------------------------------------------------

function yschema.parse(text, name, options)
  need_string(text, 1, "parse")
  if name ~= nil then need_string(name, 2, "parse") end
  settle()
  return documents.parse(core.source(name or "values", text, name), settings_of(options, 2))
end

function yschema.overlay(base, ...)
  return yschema.overlay_with({}, base, ...)
end

function yschema.overlay_with(options, ...)
  local count = select("#", ...)
  if count == 0 then error("bad argument #1 to 'overlay' (a base expected)", 2) end
  for i = 1, count do
    if (select(i, ...)) == nil then
      error(("bad argument #%d to 'overlay' (value expected; null is yschema.null)"):format(i), 2)
    end
  end
  settle()
  return documents.overlay(settings_of(options, 2), { n = count, ... })
end

function yschema.encode(value, format)
  if format ~= "yaml" and format ~= "json" then
    error(("bad argument #2 to 'encode' (\"yaml\" or \"json\" expected, got %s)")
      :format(type(format) == "string" and '"' .. format .. '"' or type(format)), 2)
  end
  settle()
  return core.encode(value, format, true)
end

function yschema.keys(map)
  if type(map) ~= "table" then
    error(("bad argument #1 to 'keys' (table expected, got %s)"):format(type(map)), 2)
  end
  return require "yschema.base.ordered_keys"(map)
end

function yschema.tostring(scalar)
  if type(scalar) == "string" then return scalar end
  local text = type(scalar) ~= "table" and scalar ~= nil and core.encode(scalar, "yaml")
  if not text then
    error(("bad argument #1 to 'tostring' (scalar expected, got %s)"):format(type(scalar)), 2)
  end
  return (text:gsub("\n$", ""))
end

return yschema
