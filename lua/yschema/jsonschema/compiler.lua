--- Makes a schema of a JSON Schema: its documents may have any value that the JSON Schema accepts.
--
-- The core compiles the JSON Schema and validates by it (csrc/core/jsonschema). It is not imported, so the schema has
-- no fields and no defaults.
--
-- @module yschema.jsonschema.compiler

local changed = require "yschema.base.plain_tables".changed
local core = require "yschema.core"
local other_texts = require "yschema.base.lazily" "yschema.metaschema.other_texts"
local schemas = require "yschema.pipeline.schemas"
local validity = require "yschema.metaschema.validity"

local compiler = {}

local ANY = "#@data/values-schema\n#@schema/type any=True\n---\n"

-- All is compiled again in each round, which adds the texts that the texts of the round before need.
local MOST_ROUNDS = 100
local TOO_FAR = ("the way there leads through more than %d files"):format(MOST_ROUNDS)

local UNRESOLVED = "$ref cannot be resolved: %s. With --allow-inexact, any value fits there (%s)"

--- A JSON Schema that is being compiled.
---@class yschema.CompiledTexts
---@field core userdata the core schema
---@field settings yschema.Settings
---@field tried table<string, string|true> the addresses for which a text was searched: true, or why there is none
---@field sources userdata[] the texts, but for the metaschemas
---@field losses yschema.ImportLoss[]
---@field dialects table<string, yschema.SchemaDialect> of metaschemas that are none of a draft, by their addresses
local Texts = {}
Texts.__index = Texts

-- Returns the problems of a text that is no JSON Schema, or whose keywords have invalid values. `owner` has the records
-- of errors of a text that cannot be read.
function Texts:invalid(source, draft)
  local problems, about = validity.problems(source, self.settings, draft)
  if problems then return problems end
  if problems == false then
    local documents, owner = core.parse(source, changed(self.settings, { yaml = "1.2" }))
    if not documents then return nil, owner end
    documents:close()
    return { { file = source:name(), text = "expected one document" } }
  end
  for address, dialect in next, about.dialects do self.dialects[address] = dialect end
  for _, one in ipairs(about.misspelt) do
    self.core:add_error_at("MISSPELT_KEYWORD", source, one.line, 0, one.pointer, one.meant)
  end
  for _, one in ipairs(about.unknown) do
    self.losses[#self.losses + 1] = { verdict = "unknown dialect", keyword = "$schema", file = source:name(),
      pointer = one.pointer .. "/$schema", line = one.line,
      reason = "this draft is not supported; the keywords are read as those of another one" }
  end
end

-- Adds the text that a reference needs. Returns the problem, if there is one.
function Texts:add(lost)
  local source, problem, is_built_in = other_texts.source(lost.address, lost, self.settings)
  local problems, owner
  if not source then return problem end
  if not is_built_in then problems, owner = self:invalid(source, lost.draft) end
  if owner then return other_texts.first_error(source, owner, self.settings) end
  if problems then return validity.text_of(problems) end
  if not is_built_in then self.sources[#self.sources + 1] = source end
  return not self.core:add_json_schema(lost.address, source, lost.draft) and "it cannot be read" or nil
end

-- Adds the texts that references need. Returns the references that lead nowhere.
function Texts:resolved()
  local round = 0
  while true do
    round = round + 1
    for address, dialect in next, self.dialects do
      self.core:add_json_dialect(address, dialect.draft, dialect.lacks, dialect.formats)
    end
    local lost = self.core:resolve_json_schema()
    local is_complete = true
    for _, reference in ipairs(lost or {}) do
      local address = reference.address
      if address and not self.tried[address] then
        local problem = TOO_FAR
        if round <= MOST_ROUNDS then problem = self:add(reference) end
        self.tried[address] = problem or true
        is_complete = is_complete and problem ~= nil
      end
    end
    if is_complete then return lost end
  end
end

-- Notes references that lead nowhere. Returns the first one as a problem, unless they are allowed.
function Texts:take_lost(lost)
  for _, one in ipairs(lost) do
    local problem = one.address and self.tried[one.address]
    if type(problem) ~= "string" then problem = ("there is nothing at %s"):format(one.ref) end
    if not self.settings.allow_inexact then
      return { file = one.file, line = one.line, text = UNRESOLVED:format(problem, one.pointer) }
    end
    self.losses[#self.losses + 1] = { verdict = "looser", keyword = "$ref", file = one.file, line = one.line,
      pointer = one.pointer, reason = "$ref cannot be resolved, so any value fits: " .. problem }
  end
end

-- Compiles the texts. Returns the problem, if there is one.
function Texts:compile(name)
  local lost = self:resolved()
  if not lost then
    return { file = name, text = "it has a keyword that is not supported; yschema import json-schema shows which one" }
  end
  return self:take_lost(lost)
end

--- A compiled JSON Schema.
---@class yschema.CompiledJsonSchema
---@field losses yschema.ImportLoss[] references that lead nowhere, where any value fits, and unknown drafts
---@field sources userdata[] the core sources that it consists of

--- Adds a JSON Schema to an empty schema, and compiles it.
---@param schema yschema.CoreSchema from `schemas.new`
---@param source userdata a core source
---@param draft? integer the draft of a text without `$schema`; nil: 2020
---@return yschema.CompiledJsonSchema? compiled
---@return yschema.SchemaProblem[]? problems nil: the core schema has records of errors
---@return userdata? owner has the records of errors of a text that cannot be read
function compiler.compile(schema, source, draft)
  local texts = setmetatable({ core = schema.core, settings = schema.settings, tried = {}, sources = { source },
    losses = {}, dialects = {} }, Texts)
  local problems, owner = texts:invalid(source, draft)
  if problems or owner then return nil, problems, owner end
  draft = draft or 2020
  schemas.add(schema, core.source("(any value)", ANY))
  local added = schema.core:add_json_schema(source:name(), source, draft, schema.settings.assert_formats)
  if not added then return nil end
  local problem = texts:compile(source:name())
  if problem then return nil, { problem } end
  if not schemas.compile(schema) then return nil end
  local used, why = schema.core:use_json_schema()
  if not used then return nil, schema.settings.masks_schema and { { file = source:name(), text = why } } or nil end
  return { losses = texts.losses, sources = texts.sources }
end

return compiler
