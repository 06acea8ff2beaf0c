--- Schemas for YAML in ytt's language, with rules in Lua.
--
--     local yschema = require "yschema"
--     local schema = assert(yschema.load_file "schema.yml")
--     local values, report = schema:apply_files("values.yml", "prod.yml")
--     if not values then io.stderr:write(tostring(report)) os.exit(1) end
--
-- Mistakes in YAML give `nil, report`; mistakes in calling throw.
--
-- @module yschema

local core = require "yschema.core"
local report = require "yschema.report"
local schema = require "yschema.schema"

local error, ipairs, select, tonumber = error, ipairs, select, tonumber
local tostring, type = tostring, type

local yschema = { _VERSION = "yschema " .. report.version }

--- Null: the light userdata NULL, so it equals `cjson.null` and `ngx.null`.
yschema.null = core.null

--- The metatable of arrays: `setmetatable({}, yschema.array_mt)` is an empty
-- array, where `{}` is an empty map unless the schema wants an array.
yschema.array_mt = core.array_mt

-- Integers that LuaJIT's numbers cannot hold are int64_t or uint64_t there, as
-- its users know them.
local function install_integers()
  local ffi = require "ffi"
  local signed, unsigned = ffi.typeof "int64_t", ffi.typeof "uint64_t"
  local largest = unsigned(2 ^ 62) * 2 - 1

  function core.hooks.big_integer(text)
    local sign, digits = text:match "^(-?)(%d+)$"
    local value = unsigned(0)
    for digit in digits:gmatch "%d" do value = value * 10 + tonumber(digit) end
    if sign == "-" then return -signed(value) end
    return value <= largest and signed(value) or value
  end

  function core.hooks.integer_text(value)
    if not ffi.istype(signed, value) and not ffi.istype(unsigned, value) then return nil end
    return (tostring(value):gsub("U?LL$", ""))
  end
end

if _VERSION == "Lua 5.1" then install_integers() end

local function need_string(value, position, name)
  if type(value) ~= "string" then
    error(("bad argument #%d to '%s' (string expected, got %s)")
      :format(position, name, type(value)), 3)
  end
end

-- ---- schemas -------------------------------------------------------------------------

--- How a text is read and a schema run.
---@class yschema.Options
---@field env? table names that annotations may use: functions, values
---@field name? string of the text, for reports (load() only; "schema")
---@field strict? boolean YAML 1.2's plain scalars only; what is ambiguous is a fault
---@field budget? integer|false instructions a function of the schema may take
--- (10,000,000; false: no bound). LuaJIT cannot count them: closures are trusted there.
---@field code_in_values? boolean data values may hold code
---@field files? table<string, string> texts that the code of a schema may `load`, by name
---@field skip_validation? boolean rules do not run
---@field limits? { max_bytes: integer?, max_depth: integer?, max_alias_nodes: integer? }

-- A schema of these sources, or nil and its report.
local function compiled(object, sources)
  local documents = {}
  for _, source in ipairs(sources) do
    if not schema.offer(object, source) then documents[#documents + 1] = source end
  end
  local others = {}
  for _, source in ipairs(documents) do
    if schema.add(object, source) == false then others[#others + 1] = source end
  end
  for _, source in ipairs(others) do
    if not schema.serves(object, source) then object.core:fault("NO_SCHEMA", source:name()) end
  end
  return schema.result(object)
end

--- Makes a schema of a YAML text.
---@param text string
---@param options? yschema.Options
---@return yschema.Schema? schema
---@return yschema.Report report why there is none; else its warnings
function yschema.load(text, options)
  need_string(text, 1, "load")
  local object, name = schema.new(schema.settings(options, 2)), options and options.name
  return compiled(object, { core.source(name or "schema", text, name) })
end

--- Makes a schema of files. The first document is the base, the others are
-- overlays on it, in order; files that their code loads may stand among them. A
-- directory stands for its `.yml`, `.yaml` and `.star` files.
-- Reading blocks: this is not for OpenResty's request path.
---@param paths string|string[]
---@param options? yschema.Options
---@return yschema.Schema? schema
---@return yschema.Report report
function yschema.load_file(paths, options)
  if type(paths) == "string" then paths = { paths } end
  if type(paths) ~= "table" or paths[1] == nil then
    error(("bad argument #1 to 'load_file' (path or list of paths expected, got %s)")
      :format(type(paths) == "table" and "an empty table" or type(paths)), 2)
  end
  for _, path in ipairs(paths) do need_string(path, 1, "load_file") end
  local inputs = require "yschema.inputs"
  local object = schema.new(schema.settings(options, 2))
  local sources = {}
  for _, path in ipairs(paths) do
    for _, source in ipairs(inputs.sources(object.core, path, object.settings.max_bytes)) do
      sources[#sources + 1] = source
    end
  end
  return compiled(object, sources)
end

-- ---- documents -----------------------------------------------------------------------

--- Parses a text without a schema. What it gives can be applied to schemas, any
-- number of times, and shows up in reports under its name.
---@param text string
---@param name? string for reports ("values")
---@param options? yschema.Options only `strict` and `limits` matter here
---@return yschema.Documents? documents
---@return yschema.Report? report
function yschema.parse(text, name, options)
  need_string(text, 1, "parse")
  if name ~= nil then need_string(name, 2, "parse") end
  return schema.parse(core.source(name or "values", text, name), schema.settings(options, 2))
end

--- Lays overlays on documents (ytt's overlays, language.md 7).
--
-- The first input is the base, the others are overlays, applied in order: a
-- document annotated with `@overlay/match` to all documents that it matches, one
-- that is not (a plain table, say) to the base's only document. Inputs are YAML
-- texts, parsed documents, and plain Lua values. None of them is changed.
---@param base any
---@param ... any
---@return yschema.Documents? documents the result: `count()`, `value(i)`, `encode(format)`
---@return yschema.Report? report
function yschema.overlay(base, ...)
  return yschema.overlay_with({}, base, ...)
end

--- The same with options: `code_in_values` and `env` for matchers that are
-- functions, `strict`, `limits`, `budget`.
---@param options yschema.Options
---@param ... any the base and its overlays
---@return yschema.Documents? documents
---@return yschema.Report? report
function yschema.overlay_with(options, ...)
  local count = select("#", ...)
  if count == 0 then error("bad argument #1 to 'overlay' (a base expected)", 2) end
  for i = 1, count do
    if (select(i, ...)) == nil then
      error(("bad argument #%d to 'overlay' (value expected; null is yschema.null)"):format(i), 2)
    end
  end
  return schema.overlay(schema.settings(options, 2), { n = count, ... })
end

--- Writes a plain Lua value as YAML or JSON. Keys are sorted; a metatable's
-- `keys`, a list, says which come first.
---@param value any
---@param format "yaml"|"json"
---@return string? text ends with a line break
---@return string? problem what the format cannot say
function yschema.encode(value, format)
  if format ~= "yaml" and format ~= "json" then
    error(("bad argument #2 to 'encode' (\"yaml\" or \"json\" expected, got %s)")
      :format(type(format) == "string" and '"' .. format .. '"' or type(format)), 2)
  end
  return core.encode(value, format)
end

return yschema
