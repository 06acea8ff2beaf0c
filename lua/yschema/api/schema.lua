--- The schema object: made from sources, applied to documents.
--
-- @module yschema.api.schema

local core = require "yschema.core"
local arguments = require "yschema.expression.annotation_arguments"
local documents = require "yschema.api.documents"
local driver = require "yschema.pipeline.questions"
local host = require "yschema.expression.core_calls"
local report = require "yschema.report.report"
local copy = require "yschema.base.plain_tables".copy

local schema = {}

local error, getmetatable, ipairs, next, pairs = error, getmetatable, ipairs, next, pairs
local rawequal, rawget, require, select = rawequal, rawget, require, select
local setmetatable = setmetatable
local type = type

--- How a schema is read and run; absent means the default.
---@class yschema.Settings
---@field env? table names that annotations may use
---@field strict? boolean YAML 1.2's plain scalars only (reference b.2)
---@field budget? integer instructions a closure may take, and work in C that is worth as many
---  (LuaJIT: that alone); nil: no bound
---@field max_memory integer bytes that closures of a run may take
---@field files? table<string, string> texts that code may `load`, by name
---@field code_in_values? boolean data values may hold code
---@field skip_validation? boolean rules do not run
---@field ordered? boolean maps remember the order of their keys
---@field refuse_plain_comments? boolean plain comments beside annotations are faults
---@field max_bytes integer of one text
---@field max_depth? integer of nested collections
---@field max_alias_nodes? integer added by aliases (beyond one a byte), by schemas in schemas
---@field max_nodes? integer made by defaults

--- A compiled schema: immutable, and good for any number of runs, also nested
-- ones. `core` and `settings` are the module's own.
---@class yschema.Schema
---@field private core userdata
---@field private settings yschema.Settings
---@field private sources table<string, userdata> what code may `load`, by name
---@field private session? yschema.Session of its code, if it has some
local Schema = {}
Schema.__index = Schema
Schema.__name = "yschema.Schema"

-- For the methods: `schema.apply(text)` is a mistake that everybody makes once.
local function need_self(self, method)
  if not rawequal(getmetatable(self), Schema) or not rawget(self, "core") then
    require("yschema.base.call_mistakes").object("schema", method, self)
  end
end

-- ---- options ------------------------------------------------------------------

local default_budget, default_max_memory = 10000000, 268435456

local option_types = {
  env = "table", name = "string", strict = "boolean", code_in_values = "boolean",
  skip_validation = "boolean", ordered = "boolean", refuse_plain_comments = "boolean",
  limits = "table", budget = "number", files = "table",
}
-- The largest values of the core's limits (core/base/base.h): more would not be kept.
local largest = { max_bytes = 4294967295, max_depth = 10000, max_alias_nodes = 4294967295,
  max_nodes = 4294967295, max_memory = 2 ^ 53 }
local default_max_bytes = 268435456

local function positive(value)
  return type(value) == "number" and value >= 1 and value % 1 == 0 and value <= 2 ^ 53
end

-- What is wrong with options, in words; nil when nothing is.
local function fault_in(options)
  for name, value in pairs(options) do
    local wanted = option_types[name]
    if type(value) ~= wanted and not (name == "budget" and value == false) then
      return ("option '%s' must be a %s, got %s"):format(name, wanted, type(value))
    end
  end
  if options.budget and not positive(options.budget) then
    return "option 'budget' must be a positive whole number, or false"
  end
  for name, text in next, options.files or {} do
    if type(name) ~= "string" or type(text) ~= "string" then
      return "option 'files' must have texts by name"
    end
  end
  for name, value in pairs(options.limits) do
    if not positive(value) or value > largest[name] then
      return ("limit '%s' must be a whole number from 1 to %.0f"):format(name, largest[name])
    end
  end
end

-- A plain copy of options and of what is in them; or nil, and what is wrong.
local function options_of(given)
  local plain, fault = copy(given, option_types, "option")
  if plain and (plain.limits == nil or type(plain.limits) == "table") then
    plain.limits, fault = copy(plain.limits or {}, largest, "limit")
  end
  return not fault and plain or nil, fault
end

--- The settings that options stand for. Wrong options throw.
---@param options? yschema.Options
---@param level integer who is blamed, as error() counts from the caller
---@return yschema.Settings
function schema.settings(options, level)
  local fault
  options, fault = options_of(options or {})
  fault = fault or fault_in(options)
  if fault then error(fault, level + 1) end
  local limits, budget = options.limits, options.budget
  if budget == nil then budget = default_budget end
  return {
    env = options.env,
    strict = options.strict,
    code_in_values = options.code_in_values,
    files = options.files,
    skip_validation = options.skip_validation,
    ordered = options.ordered,
    refuse_plain_comments = options.refuse_plain_comments,
    budget = budget or nil,
    max_memory = limits.max_memory or default_max_memory,
    max_bytes = limits.max_bytes or default_max_bytes,
    max_depth = limits.max_depth,
    max_alias_nodes = limits.max_alias_nodes,
    max_nodes = limits.max_nodes,
  }
end

-- ---- making a schema ----------------------------------------------------------

--- A schema without documents.
---@param settings yschema.Settings
---@return yschema.Schema
function schema.new(settings)
  local sources = {}
  for name, text in next, settings.files or {} do sources[name] = core.source(name, text) end
  return setmetatable({ core = core.schema(settings), settings = settings, sources = sources },
    Schema)
end

--- Lets code `load` a source.
---@param self yschema.Schema
---@param source userdata a core source
---@return boolean is_library it is there for nothing else: it holds no documents
function schema.offer(self, source)
  self.sources[source:name()] = source
  return require("yschema.code.load_paths").is_library(source:name())
end

-- Runs the code of a schema and keeps the documents that come out.
local function add_code(self, source)
  local code = require "yschema.code.source_run"
  self.session = self.session or code.session(self.core, self.settings, self.sources)
  local run = code.read(self.session, source)
  if not run then return nil end
  if not run:is_schema() then
    run:forget()
    return false
  end
  local frame = run:execute()
  return frame and self.core:keep(frame) and true or nil
end

--- Adds a source whose documents ought to be schemas.
---@param self yschema.Schema
---@param source userdata a core source
---@return boolean? is_schema false: it holds data values. nil: faults were recorded
function schema.add(self, source)
  local is_schema
  if source:has_code() then
    is_schema = add_code(self, source)
  else
    local role = self.core:add(source)
    is_schema = role and role == "schema"
  end
  if is_schema then require("yschema.pipeline.ytt_templates").warn_of_fragments(self.core, source) end
  return is_schema
end

--- Whether a source was there for the code of schemas only: they loaded it, and it has
-- no documents.
---@param self yschema.Schema
---@param source userdata a core source that was offered
---@return boolean
function schema.serves(self, source)
  return self.session ~= nil and self.session:serves(source)
end

--- Compiles what was added, unless it is at fault already.
---@param self yschema.Schema
---@return boolean ok else the core schema has records
function schema.compile(self)
  if self.core:exit_status() ~= 0 then return false end
  arguments.evaluate(self.core, self.settings)
  self.core:compile()
  for name in pairs(self.session and self.session.loaded or {}) do
    require("yschema.pipeline.ytt_templates").warn_of_fragments(self.core, self.sources[name])
  end
  return self.core:exit_status() == 0
end

--- What load() and its kin give.
---@param self yschema.Schema
---@return yschema.Schema? schema compiled
---@return yschema.Report report
function schema.result(self)
  local ok = schema.compile(self)
  local about = report.new(self.core)
  if ok then return self, about end
  self.core:close()
  return nil, about
end

--- A schema of these sources.
---@param self yschema.Schema from new()
---@param sources userdata[] core sources
---@return yschema.Schema? schema compiled
---@return yschema.Report report
function schema.compiled(self, sources)
  local given = {}
  for _, source in ipairs(sources) do
    if not schema.offer(self, source) then given[#given + 1] = source end
  end
  local others = {}
  for _, source in ipairs(given) do
    if schema.add(self, source) == false then others[#others + 1] = source end
  end
  for _, source in ipairs(others) do
    if not schema.serves(self, source) then
      require("yschema.pipeline.missing_schema").missing(self.core, { source }, {})
    end
  end
  return schema.result(self)
end

-- ---- runs ---------------------------------------------------------------------

--- Starts a run of a compiled schema.
---@param self yschema.Schema
---@return userdata run a core run, to be given its inputs
function schema.start(self)
  return core.run(self.core, self.settings)
end

--- Gives a run a source with data values, whose code runs if the settings let it.
---@param self yschema.Schema
---@param run userdata
---@param source userdata
---@param beside? userdata[] other sources that its code may `load`
function schema.take(self, run, source, beside)
  if not self.settings.code_in_values or not source:has_code() then
    run:parse(source, "template")
    return
  end
  local code = require "yschema.code.source_run"
  local sources = {}
  for name, other in pairs(self.sources) do sources[name] = other end
  for _, other in ipairs(beside or {}) do sources[other:name()] = other end
  local values = code.read(code.session(run, self.settings, sources), source)
  local frame = values and values:execute()
  if frame then run:keep(frame) end
end

--- Runs a run to its end, closures included.
---@param self yschema.Schema
---@param run userdata
function schema.finish(self, run)
  local settings = self.settings
  if not settings.code_in_values then
    arguments.judge_refused(run)
    driver.run(run, settings)
  else
    arguments.evaluate(run, settings)
    host.run(settings, driver.run, run, settings) -- merging may call many closures
  end
end

-- What the caller gets: the values, or nil; and the report.
local function result(self, run)
  schema.finish(self, run)
  local value, problem
  if run:exit_status() == 0 then
    value, problem = run:value(self.settings.ordered)
    if problem then run:fault("READ", "values", problem) end
  end
  local about = report.new(run)
  run:close()
  if about.status ~= 0 then return nil, about end
  return value, about
end

-- The same without the values.
local function verdict(self, run)
  if run:exit_status() == 0 then schema.finish(self, run) end
  if run:exit_status() == 0 then
    run:close()
    return true
  end
  local about = report.new(run)
  run:close()
  return nil, about
end

-- Gives a run the sources of files; some are there for the others' code alone.
local function take_files(self, run, sources)
  local is_library = require("yschema.code.load_paths").is_library
  for _, source in ipairs(sources) do
    if not is_library(source:name()) then schema.take(self, run, source, sources) end
  end
end

--- Applies sources that were read already.
---@param self yschema.Schema
---@param sources userdata[] core sources
---@param proven? boolean rules have accepted these values before and do not run again
---@return any? values
---@return yschema.Report report
function schema.apply_sources(self, sources, proven)
  local settings = self.settings
  if proven then
    settings = {}
    for name, value in pairs(self.settings) do settings[name] = value end
    settings.skip_validation = true
  end
  local run = core.run(self.core, settings)
  take_files(self, run, sources)
  return result(self, run)
end

-- ---- what users call ------------------------------------------------------------

local function text_name(position)
  return position == 1 and "values" or "values " .. position
end

local plain = { string = true, table = true, number = true, boolean = true, cdata = true }

-- Gives a run one argument of apply().
local function take(self, run, argument, position)
  if type(argument) == "string" then
    schema.take(self, run, core.source(text_name(position), argument))
  elseif documents.is(argument) then
    schema.take(self, run, documents.source(argument, text_name(position)))
  else
    local ok, problem = run:give(argument)
    if not ok then run:fault("READ", text_name(position), problem) end
  end
end

--- Applies data values to the schema: checks them, merges them in order onto
-- the defaults, fills in what is missing, and validates the result.
--
-- A string is a text in YAML or JSON; the first is called "values" in reports, the n-th
-- argument "values n". `yschema.parse(text, name)` gives a text another name.
-- Tables (and numbers, booleans, null) are data themselves.
---@param ... string|yschema.Documents|table|number|boolean|userdata
---@return any? values plain Lua values: tables, with `array_mt` on arrays, and `null`
---@return yschema.Report report why there are no values; else the warnings
function Schema:apply(...)
  need_self(self, "apply")
  local count = select("#", ...)
  for i = 1, count do
    local argument = select(i, ...)
    if not plain[type(argument)] and argument ~= core.null then
      error(("bad argument #%d to 'apply' (text, documents or a plain value expected, got %s)")
        :format(i, type(argument)), 2)
    end
  end
  local run = schema.start(self)
  for i = 1, count do take(self, run, (select(i, ...)), i) end
  return result(self, run)
end

--- As apply(), for files: data values, in order, and what their code loads. A
-- directory stands for its `.yml`, `.yaml` and `.star` files, "-" for standard input; a file
-- that ends in `.json` has to be JSON. What is no regular file is refused. Reading blocks:
-- this is not for OpenResty's request path.
---@param ... string paths
---@return any? values
---@return yschema.Report report
function Schema:apply_files(...)
  need_self(self, "apply_files")
  local inputs = require "yschema.pipeline.inputs"
  local paths = { ... }
  for i = 1, select("#", ...) do
    if type(paths[i]) ~= "string" then
      error(("bad argument #%d to 'apply_files' (string expected, got %s)")
        :format(i, type(paths[i])), 2)
    end
  end
  local run = schema.start(self)
  local given = {}
  for _, path in ipairs(paths) do
    for _, source in ipairs(inputs.sources(run, path, self.settings.max_bytes)) do
      given[#given + 1] = source
    end
  end
  take_files(self, run, given)
  return result(self, run)
end

--- Checks and validates a value as if it were applied, and makes nothing of it.
---@param value any a plain Lua value; a string is a string, not YAML
---@return true? ok
---@return yschema.Report? report when it is not valid
function Schema:check(value)
  need_self(self, "check")
  if value == nil then
    error("bad argument #1 to 'check' (value expected; null is yschema.null)", 2)
  end
  local run = schema.start(self)
  local ok, problem = run:give(value)
  if not ok then run:fault("READ", text_name(1), problem) end
  return verdict(self, run)
end

-- Gives a run one text that has to be JSON.
local function give_json(self, text, method)
  if type(text) ~= "string" then
    error(("bad argument #1 to '%s' (JSON text expected, got %s)"):format(method, type(text)), 3)
  end
  local run = schema.start(self)
  schema.take(self, run, core.source(text_name(1), text, false, true))
  return run
end

--- As apply(), for one text that has to be JSON (RFC 8259): comments, a key twice, a comma
-- at the end and whatever else YAML has beyond it are faults.
---@param text string
---@return any? values
---@return yschema.Report report
function Schema:apply_json(text)
  need_self(self, "apply_json")
  return result(self, give_json(self, text, "apply_json"))
end

--- As check(), for one text that has to be JSON.
---@param text string
---@return true? ok
---@return yschema.Report? report when it is not valid
function Schema:check_json(text)
  need_self(self, "check_json")
  return verdict(self, give_json(self, text, "check_json"))
end

--- The values when nobody gives any. They are not validated: a schema may well
-- ask for what it has no default for.
---@return any? values
---@return yschema.Report report
function Schema:defaults()
  need_self(self, "defaults")
  return result(self, core.run(self.core, { skip_validation = true, ask_no_rules = true }))
end

-- ---- the schema told to others ----------------------------------------------------
-- None of these runs values, rules or defaults that are functions.

--- What the schema asks for, as data: a field has, as far as they are there,
-- `name`, `title`, `type`, `default`, `documentation`, `example` (list of `{ value,
-- description }`), `deprecated`, `validations` (list of `{ must_be, rule, argument,
-- when }`) and `fields`; an array's one field is its item and has no name. The
-- description is the document's own field, named "data/values". The tables
-- remember the order of their keys, so that `yschema.encode` keeps it.
---@return table? description
---@return string? problem when Lua cannot have a value (an integer above 2^63 - 1)
function Schema:describe()
  need_self(self, "describe")
  return self.core:describe(false)
end

--- The schema as an OpenAPI 3.0 document, in ytt's layout and with the rules that
-- OpenAPI can say. It is a text because tables do not keep the order of keys.
---@return string yaml
function Schema:openapi()
  need_self(self, "openapi")
  return (self.core:inspect "openapi-v3")
end

local drafts = { ["draft-07"] = "json-schema", ["2020-12"] = "json-schema-2020-12" }

-- The draft that options ask for. Wrong options throw, at the caller's caller.
local function draft_of(options)
  local given, problem = copy(options, { draft = true }, "option")
  local draft = given and given.draft
  if draft == nil then draft = "draft-07" end
  if not drafts[draft] then
    problem = ("draft must be \"draft-07\" or \"2020-12\", got %s")
      :format(type(draft) == "string" and '"' .. draft .. '"' or type(draft))
  end
  if problem then error(("bad argument #1 to 'json_schema' (%s)"):format(problem), 3) end
  return draft
end

--- The schema as a JSON Schema: for editors, and for whoever has no yschema. What the
-- schema accepts it does not refuse; it judges values that leave out what has a
-- default.
---@param options? { draft: "draft-07"|"2020-12" } "draft-07" without, as editors want
---@return string json
---@return yschema.Unsaid[] unsaid
function Schema:json_schema(options)
  need_self(self, "json_schema")
  local draft = draft_of(options or {})
  return self.core:inspect(drafts[draft])
end

--- The schema as one HTML page, with nothing to fetch.
---@return string page
function Schema:html()
  need_self(self, "html")
  return require "yschema.export.html_page".page(self.core:describe(true))
end

return schema
