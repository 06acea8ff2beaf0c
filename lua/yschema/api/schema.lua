--- The schema object that users hold: its methods, and the checks of their arguments.
--
-- yschema/meta.lua documents the methods. The work is done by `yschema.pipeline`. An invalid argument throws
-- an error that points to the caller; violations of the data are returned as a report.
--
-- @module yschema.api.schema

local core = require "yschema.core"
local documents = require "yschema.api.documents"
local plain_tables = require "yschema.base.plain_tables"
local runs = require "yschema.pipeline.runs"
local schemas = require "yschema.pipeline.schemas"

local schema = {}

local copy = plain_tables.copy

-- LuaJIT compiles what is generated to machine code. On Lua 5.4 the core is faster.
local generates = rawget(_G, "jit") ~= nil

--- A compiled schema. It never changes and can be used for any number of runs, also for nested ones.
-- The fields `core` and `settings` and those below are private to this module.
---@class yschema.Schema: yschema.CoreSchema
---@field checks integer how often `check` was called
---@field checked_bytes? integer the memory of the tables that the core has checked; nil: no checker is to be generated
---@field missed integer how often the core accepted what the checker did not, of the last checks
---@field missed_since integer the number of the check that these begin with
---@field checker (fun(value: any): boolean)|false returns true for tables that fit; false when there is no checker
local Schema = {}
Schema.__index = Schema
Schema.__name = "yschema.Schema"

-- Checks the first argument of a method, because `schema.apply(text)` in place of `schema:apply(text)` is a
-- common mistake.
local function need_self(self, method)
  if not rawequal(getmetatable(self), Schema) or not rawget(self, "core") then
    require("yschema.base.call_mistakes").object("schema", method, self)
  end
end

--- Makes a schema object without documents, for `yschema.pipeline.schemas`.
---@param settings yschema.Settings
---@return yschema.Schema
function schema.new(settings)
  local self = schemas.new(settings)
  self.checks, self.missed, self.missed_since, self.checker = 0, 0, 0, false
  self.checked_bytes = generates and 0 or nil
  return setmetatable(self, Schema)
end

--- Returns whether a value is a schema object.
---@param value any
---@return boolean
function schema.is(value)
  return type(value) == "table" and rawequal(getmetatable(value), Schema) and rawget(value, "core") ~= nil
end

-- ---- applying the schema ------------------------------------------------------------

local function text_name(position)
  return position == 1 and "values" or "values " .. position
end

-- Returns values and their report, which finds where they come from if their provenance was kept.
local function explained(values, about, provenance)
  if provenance then require "yschema.provenance.origins".attach(about, provenance) end
  return values, about
end

local plain = { string = true, table = true, number = true, boolean = true, cdata = true }

-- Gives one argument of apply() to a run.
local function take_argument(self, run, argument, position)
  if type(argument) == "string" then
    runs.take_source(self, run, core.source(text_name(position), argument))
  elseif documents.is(argument) then
    runs.take_source(self, run, documents.source(argument, text_name(position)))
  else
    local ok, problem = run:give(argument)
    if not ok then run:add_error("READ", text_name(position), problem) end
  end
end

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
  local run = runs.start(self)
  for i = 1, count do take_argument(self, run, (select(i, ...)), i) end
  return explained(runs.values(self, run))
end

function Schema:apply_files(...)
  need_self(self, "apply_files")
  local source_files = require "yschema.pipeline.source_files"
  local paths = { ... }
  for i = 1, select("#", ...) do
    if type(paths[i]) ~= "string" then
      error(("bad argument #%d to 'apply_files' (string expected, got %s)")
        :format(i, type(paths[i])), 2)
    end
  end
  local run = runs.start(self)
  local given = {}
  for _, path in ipairs(paths) do
    for _, source in ipairs(source_files.sources(run, path, self.settings.max_bytes)) do
      given[#given + 1] = source
    end
  end
  runs.take_sources(self, run, given)
  return explained(runs.values(self, run))
end

-- ---- checking Lua tables ------------------------------------------------------------

-- Generating a checker takes as long as the core needs to check some hundred small tables or a few large ones. So it
-- begins with this check, or when tables that need this much memory in the core were checked: 50 bytes for each value.
local generated_at, enough_bytes = 100, 2500000

-- A checker is given up if the core accepts more than `most_missed` of `last_checks` values that it did not accept.
local most_missed, last_checks = 32, 64

-- Returns whether the generated checker accepts a value. If not, the core has to be asked.
local function is_known_to_fit(self, value)
  local checks = self.checks + 1
  self.checks = checks
  if self.checked_bytes and (checks == generated_at or self.checked_bytes >= enough_bytes) then
    self.checked_bytes = nil
    self.checker = require "yschema.checker.generator".checker_of(self.core, self.settings) or false
  end
  local checker = self.checker
  return checker and checker(value)
end

-- Notes that the core has accepted what the checker has not.
local function note_miss(self)
  if self.checks - self.missed_since >= last_checks then self.missed, self.missed_since = 0, self.checks end
  self.missed = self.missed + 1
  if self.missed > most_missed then self.checker = false end
end

function Schema:check(value)
  need_self(self, "check")
  if value == nil then
    error("bad argument #1 to 'check' (value expected; null is yschema.null)", 2)
  end
  if is_known_to_fit(self, value) then return true end
  local run = runs.start(self)
  local ok, problem = run:give(value)
  if not ok then run:add_error("READ", text_name(1), problem) end
  if self.checked_bytes then self.checked_bytes = self.checked_bytes + run:bytes() end
  local fits, about = runs.verdict(self, run)
  if not fits then return fits, about end
  if self.checker then note_miss(self) end
  return true
end

local function need_text(text, method)
  if type(text) ~= "string" then
    error(("bad argument #1 to '%s' (JSON text expected, got %s)"):format(method, type(text)), 3)
  end
end

function Schema:apply_json(text)
  need_self(self, "apply_json")
  need_text(text, "apply_json")
  return explained(runs.json_values(self, "values", text))
end

function Schema:check_json(text)
  need_self(self, "check_json")
  need_text(text, "check_json")
  return runs.json_verdict(self, "values", text)
end

function Schema:defaults()
  need_self(self, "defaults")
  local values, about = runs.values(self, core.run(self.core, { skip_validation = true, ask_no_rules = true }))
  return values, about
end

-- ---- exporting the schema ---------------------------------------------------------
-- None of these methods runs values, rules or defaults that are functions.

function Schema:describe()
  need_self(self, "describe")
  return self.core:describe(false)
end

function Schema:openapi()
  need_self(self, "openapi")
  return self.core:inspect "openapi-v3"
end

local drafts = { ["draft-07"] = "json-schema", ["2020-12"] = "json-schema-2020-12" }

-- Returns the draft that the options name. Invalid options throw an error that points to the caller's caller.
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

function Schema:json_schema(options)
  need_self(self, "json_schema")
  local draft = draft_of(options or {})
  return self.core:inspect(drafts[draft])
end

function Schema:lua_types(options)
  need_self(self, "lua_types")
  local lua_types = require "yschema.export.lua_types"
  local given, problem = plain_tables.checked(options or {}, { class = "string" }, "option")
  local class = given and given.class or "Values"
  if given and not class:find(lua_types.class_name) then
    problem = ("option 'class' must be a name such as Gateway, got '%s'"):format(class)
  end
  if problem then error(("bad argument #1 to 'lua_types' (%s)"):format(problem), 2) end
  return lua_types.of(self.core:describe(false), class)
end

function Schema:example(options)
  need_self(self, "example")
  local example = require "yschema.api.example"
  local given, problem = example.options(options)
  if not given then error(("bad argument #1 to 'example' (%s)"):format(problem), 2) end
  return example.of_object(self, given)
end

function Schema:html()
  need_self(self, "html")
  return require "yschema.api.example".page(self)
end

return schema
