--- Makes a schema from sources: adds them to a core schema, runs their code, and compiles it.
--
-- A source holds either schema documents or data values; this is known only after reading it. Errors
-- become records of the core schema; `compile_sources` makes a report from them.
--
-- @module yschema.pipeline.schemas

local core = require "yschema.core"
local lazily = require "yschema.base.lazily"
local annotation_arguments = lazily "yschema.expression.annotation_arguments"
local cel_rules = lazily "yschema.expression.cel_rules"
local report = lazily "yschema.report.report"
local validity = lazily "yschema.metaschema.validity"
local ytt_templates = lazily "yschema.pipeline.ytt_templates"

local schemas = {}

--- A schema that is being made, and afterwards the compiled schema with what its runs need.
---@class yschema.CoreSchema
---@field core userdata the core schema
---@field settings yschema.Settings
---@field sources table<string, userdata> core sources that code may `load`, by name
---@field added table<string, userdata> the core sources with its documents, by name
---@field offered userdata[] the sources that `offer` was given, in their order
---@field translate? fun(verdict: yschema.Verdict) puts places of the JSON Schema that it was made from into verdicts
---@field place_of? fun(line: integer): string, integer the place in this JSON Schema of a line of the converted text
---@field is_ours? boolean its text is no user's: that of an import, or of a schema for project files
---@field json_schema? string the path of the JSON Schema by which it validates; such a schema has no fields
---@field json_sources? userdata[] the core sources of this JSON Schema
---@field import? fun(): yschema.CoreSchema? imports this JSON Schema
---@field imported_as? yschema.CoreSchema|false the import, if it was needed; false: it has errors
---@field session? yschema.Session the session of its code, if it has code

--- Creates a schema without documents.
---@param settings yschema.Settings
---@return yschema.CoreSchema
function schemas.new(settings)
  local sources = {}
  for name, text in next, settings.files or {} do sources[name] = core.source(name, text) end
  return { core = core.schema(settings), settings = settings, sources = sources, offered = {}, added = {} }
end

--- Returns the schema with the fields, the defaults and the documentation for what a schema validates. It is another
-- one for a schema that validates by a JSON Schema, which is imported when they are needed first.
---@param self yschema.CoreSchema
---@return yschema.CoreSchema
function schemas.with_fields(self)
  if not self.import then return self end
  if self.imported_as == nil then self.imported_as = self.import() or false end
  return self.imported_as or self
end

--- Makes a source available to `load`.
---@param self yschema.CoreSchema
---@param source userdata a core source
---@return boolean is_library true when the source is only for `load` and holds no documents
function schemas.offer(self, source)
  self.sources[source:name()] = source
  self.offered[#self.offered + 1] = source
  return require("yschema.base.file_kinds").is_library(source:name())
end

-- Runs the code of a schema and keeps the resulting documents.
local function add_code(self, source, outline)
  local session = require "yschema.code.session"
  self.session = self.session or session.new(self.core, self.settings, self.sources)
  local run = self.session:read(source, outline)
  if not run then return nil end
  if not run:is_schema() then
    run:forget()
    return false
  end
  local frame = run:execute()
  return frame and self.core:keep(frame) and true or nil
end

-- Warns of code in a source that asks for what only ytt has.
local function warn_of_fragments(self, source)
  if string.find(source:text(), "yamlfragment", 1, true) then ytt_templates.warn_of_fragments(self.core, source) end
end

--- Adds a source whose documents should be schemas.
---@param self yschema.CoreSchema
---@param source userdata a core source
---@param outline? yschema.Outline of a text with code, if the importer has made it
---@return boolean? is_schema false when it holds data values, nil when errors were recorded
function schemas.add(self, source, outline)
  local is_schema
  self.added[source:name()] = source
  if outline then self.is_ours = true end
  if source:has_code() then
    is_schema = add_code(self, source, outline)
  else
    local role = self.core:add(source)
    is_schema = role and role == "schema"
  end
  if is_schema then warn_of_fragments(self, source) end
  return is_schema
end

--- Returns whether a source was only used by the code of schemas, which loaded it, and has no documents.
---@param self yschema.CoreSchema
---@param source userdata a core source that `offer` was given
---@return boolean
function schemas.serves(self, source)
  return self.session ~= nil and self.session:serves(source)
end

-- Compiles the rules in CEL, which need the compiled fields. There are none if nothing has loaded their module.
local function bind_cel(self)
  if not package.loaded["yschema.expression.cel_rules"] then return end
  cel_rules.bind(self.core, function(rule, problem)
    local source = self.added[rule.file] or self.sources[rule.file] or core.source(rule.file, "")
    self.core:add_error_at("ANNOTATION_SYNTAX", source, rule.line, rule.column, "schema/validation", problem)
  end)
end

--- Compiles the schema from the added sources, unless they have errors.
---@param self yschema.CoreSchema
---@return boolean ok false when the core schema has records of errors
function schemas.compile(self)
  if self.core:exit_status() ~= 0 then return false end
  if self.core:pending()[1] then annotation_arguments.evaluate(self.core, self.settings, self.is_ours) end
  if not self.is_ours and self.core:json_schemas()[1] then validity.add_all_records(self.core, self.settings) end
  if self.core:exit_status() ~= 0 then return false end
  self.core:compile()
  if self.core:exit_status() == 0 and self.core:closures()[1] ~= nil then bind_cel(self) end
  for name in pairs(self.session and self.session.loaded or {}) do
    warn_of_fragments(self, self.sources[name])
  end
  return self.core:exit_status() == 0
end

--- Adds sources whose documents must be schemas, and makes those that are only for `load` available to it.
---@param self yschema.CoreSchema from `new`
---@param sources userdata[] core sources
---@return integer count of those that are not only for `load`
function schemas.add_all(self, sources)
  local given, others = {}, {}
  for _, source in ipairs(sources) do
    if not schemas.offer(self, source) then given[#given + 1] = source end
  end
  for _, source in ipairs(given) do
    if schemas.add(self, source) == false then others[#others + 1] = source end
  end
  for _, source in ipairs(others) do
    if not schemas.serves(self, source) then
      require("yschema.pipeline.missing_schema").add_record(self.core, { source }, {})
    end
  end
  return #given
end

--- Adds sources as `add_all` does, and compiles the schema.
---@param self yschema.CoreSchema from `new`
---@param sources userdata[] core sources
---@return yschema.CoreSchema? schema the same object, compiled
---@return yschema.Report report
function schemas.compile_sources(self, sources)
  schemas.add_all(self, sources)
  local ok = schemas.compile(self)
  local about = report.new(self.core)
  if ok then return self, about end
  self.core:close()
  return nil, about
end

return schemas
