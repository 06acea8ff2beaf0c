--- The Lua part of the library for programs in C (csrc/host/library): an object that collects options and functions,
-- loads a schema, and applies it. Errors of the caller are thrown as texts.
--
-- @module yschema.api.embedding

local core = require "yschema.core"
local file_access = require "yschema.base.file_access"
local file_kinds = require "yschema.base.file_kinds"
local json_schema = require "yschema.base.lazily" "yschema.api.json_schema"
local plain_tables = require "yschema.base.plain_tables"
local questions = require "yschema.pipeline.questions"
local report = require "yschema.report.report"
local runs = require "yschema.pipeline.runs"
local schema_object = require "yschema.api.schema"
local schemas = require "yschema.pipeline.schemas"
local settings = require "yschema.pipeline.settings"
local source_files = require "yschema.pipeline.source_files"

local embedding = {}

local unpack = table.unpack or unpack

-- The records of a report unless an option says otherwise: a process that has many schemas must not run out of memory
-- because of one text that is wrong everywhere.
local MOST_VIOLATIONS = 10000

--- One source of a schema or of values.
---@class yschema.EmbeddedInput
---@field kind "file"|"yaml"|"json"
---@field name? string the path, or the name of the text
---@field text? string

---@class yschema.Embedding
---@field options table<string, any> those of `yschema.load`
---@field schema? yschema.Schema once it is loaded
local Embedding = {}
Embedding.__index = Embedding

--- Makes an object without a schema.
---@return yschema.Embedding
function embedding.new()
  return setmetatable({ options = { env = {}, limits = { max_violations = MOST_VIOLATIONS } } }, Embedding)
end

-- ---- options and functions ----------------------------------------------------------

-- Options of the module that mean nothing to a program in C.
local not_for_c = { name = true, ordered = true, explain = true }

-- Returns the value that a text stands for, by what an option must be, or nil.
local function value_of(text, must_be)
  if must_be == "boolean" then
    if text == "true" or text == "false" then return text == "true" end
  elseif must_be == "string" then
    return text ~= "" and text or nil
  elseif type(must_be) == "table" and type(must_be[1]) == "number" then
    local number = text:find "^%d+$" and tonumber(text)
    return number and number >= must_be[1] and number <= must_be[2] and number or nil
  elseif type(must_be) == "table" then
    return plain_tables.has(must_be, text) and text or nil
  end
end

--- Sets an option.
---@param name string
---@param text string
function Embedding:set_option(name, text)
  if self.schema then error("the schema is loaded already", 0) end
  local is_limit = settings.limits[name]
  local value = value_of(text, is_limit or not not_for_c[name] and settings.options[name])
  if value == nil then error(("there is no option '%s' with the value '%s'"):format(name, text), 0) end
  local options = is_limit and self.options.limits or self.options
  options[name] = value
end

-- Returns a value as the function of a program gets it: scalars as they are, collections as documents. The context of
-- a rule, whose metatable cannot be read, is no data.
local function given(value)
  if type(value) ~= "table" then return value end
  if getmetatable(value) == false then return nil end
  local text = core.encode(value, "yaml")
  return text and core.parse(core.source("value", text)) or nil
end

--- Adds a function.
---@param name string
---@param call function of the program
function Embedding:add_function(name, call)
  if self.schema then error("the schema is loaded already", 0) end
  if not name:find "^[%a_][%w_]*$" then error(("'%s' is not a name"):format(name), 0) end
  local function called(...)
    local arguments, count = { ... }, select("#", ...)
    for i = 1, count do arguments[i] = given(arguments[i]) end
    return call(unpack(arguments, 1, count))
  end
  questions.functions_of_programs[called] = true
  self.options.env[name] = called
end

-- ---- loading and applying -----------------------------------------------------------

local function in_json(value)
  local text = value ~= nil and core.encode(value, "json")
  return text and text:match "^(.-)%s*$" or nil
end

-- Returns records for C, whose fields are texts and numbers: other values become texts in JSON.
local function for_c(records)
  local list = {}
  for i, record in ipairs(records) do
    local copy = plain_tables.changed(record)
    copy.argument, copy.fix = in_json(record.argument), in_json(record.fix)
    list[i] = copy
  end
  return list
end

-- The parts of a report that the library reads.
local function outcome(about)
  return {
    status = about.status, text = tostring(about),
    violations = for_c(about.violations), warnings = for_c(about.warnings),
  }
end

-- Returns the sources of inputs, which belong to a schema or a run of the core.
local function sources_of(owner, inputs, most)
  local list = {}
  for i, input in ipairs(inputs) do
    local name = input.name or (i == 1 and "values" or "values " .. i)
    if input.kind ~= "file" then
      list[#list + 1] = core.source(name, input.text, input.name, input.kind == "json")
    else
      for _, source in ipairs(source_files.sources(owner, name, most)) do list[#list + 1] = source end
    end
  end
  return list
end

--- Loads the schema.
---@param inputs yschema.EmbeddedInput[]
---@return nil
---@return table outcome
function Embedding:load(inputs)
  if self.schema then error("the schema is loaded already", 0) end
  local object = schema_object.new(settings.of_options(self.options, 0))
  local loaded, about = schemas.compile_sources(object, sources_of(object.core, inputs, object.settings.max_bytes))
  self.schema = loaded
  return nil, loaded and outcome(report.empty()) or outcome(about)
end

-- Returns the source of a JSON Schema; nil: the core schema has a record.
local function json_schema_source(object, input)
  local name = input.name or "schema.json"
  if input.kind ~= "file" then return core.source(name, input.text, input.name, file_kinds.is_json(name)) end
  local source, problem = file_access.read(name, name, object.settings.max_bytes)
  if not source then object.core:add_error("READ", name, problem) end
  return source
end

--- Loads a JSON Schema.
---@param inputs yschema.EmbeddedInput[] one
---@return nil
---@return table outcome
function Embedding:load_json_schema(inputs)
  if self.schema then error("the schema is loaded already", 0) end
  local object = schema_object.new(settings.of_options(self.options, 0))
  local source = json_schema_source(object, inputs[1])
  local compiled, about
  if source then compiled, about = json_schema.compile(object, source) end
  about = about or report.new(object.core)
  if compiled then self.schema = object else object.core:close() end
  return nil, outcome(about)
end

--- Applies the schema.
---@param inputs yschema.EmbeddedInput[]
---@return userdata? run stays open, because it has the values; nil if there are none
---@return table outcome
function Embedding:apply(inputs)
  local schema = self.schema
  if not schema then error("no schema is loaded", 0) end
  local run = runs.start(schema)
  runs.take_sources(schema, run, sources_of(run, inputs, schema.settings.max_bytes))
  runs.finish(schema, run)
  local about = report.new(run)
  if about.status == 0 then return run, outcome(about) end
  run:close()
  return nil, outcome(about)
end

return embedding
