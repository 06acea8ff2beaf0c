--- Makes a schema from example values: `yschema infer` and `yschema.infer`.
--
-- @module yschema.inference.inference

local core = require "yschema.core"
local report = require "yschema.report.report"
local clusters = require "yschema.inference.grouping.clusters"
local definitions = require "yschema.inference.definitions"
local kinds = require "yschema.inference.grouping.kinds"
local references = require "yschema.inference.naming.references"
local openness = require "yschema.inference.openness"
local shapes = require "yschema.inference.shapes"
local schema_writer = require "yschema.inference.schema_writer"
local ytt_templates = require "yschema.pipeline.ytt_templates"

local inference = {}

--- A node of a document: see `documents:outline` in csrc/lua/README.md.
---@class yschema.OutlineNode
---@field kind "null"|"boolean"|"integer"|"float"|"string"|"array"|"map"
---@field line integer
---@field column integer
---@field key? string
---@field key_kind? string
---@field value? any
---@field comments? { text: string, line: integer }[]
---@field [integer] yschema.OutlineNode

--- Collects examples, and makes a schema from them.
---@class yschema.Examples
---@field private settings yschema.Settings
---@field documents yschema.OutlineNode[]
---@field names string[] the file of each document
---@field private required? boolean
---@field private references? boolean
---@field private closed? boolean maps have the keys of the examples, and no others
---@field private open? boolean maps may have other keys, too
---@field private replaces? boolean the examples contain overlays, which need keys with names
---@field notes string[] what the user should know about the schema
local Examples = {}
Examples.__index = Examples

local MOST_ROUNDS = 10

local OPEN = "some maps accept other keys, too, because of --open: each is marked with @schema/any-key"
local OPENED = "so many examples have keys of their own that some maps accept other keys, too: each is marked with"
  .. " @schema/any-key; --closed accepts the keys of the examples alone"
local NO_REFERENCES = "the examples contain overlays, which may change names: no references are inferred"
local A_SCHEMA = "it is a schema already; name files with values"
local A_TEMPLATE = "it is a template of ytt; infer from the output of ytt: ytt -f FOLDER | yschema infer -"

local function options_for_reading(settings)
  return {
    keep_comments = true, strict = settings.strict, max_bytes = settings.max_bytes, max_depth = settings.max_depth,
    max_alias_nodes = settings.max_alias_nodes, max_nodes = settings.max_nodes,
  }
end

-- Returns why a source is not an example, or nil; and the problem to report if the source can be read nevertheless,
-- because there is code beside a value.
local function misplaced(source)
  if source:likely_schema() and ("\n" .. source:text()):find("\n#@data/values-schema", 1, true) then return A_SCHEMA end
  if not source:has_code() then return nil end
  local has_code, readable = ytt_templates.has_code(source)
  return has_code and A_TEMPLATE or nil, not readable and A_TEMPLATE or nil
end

--- Adds the documents of a source. Each is one example; empty ones are ignored.
---@param source userdata
---@return true? ok
---@return yschema.Report? report
function Examples:add(source)
  local problem, problem_if_read = misplaced(source)
  if problem then return nil, report.of_error("input", source:name(), problem) end
  local parsed, owner = core.parse(source, options_for_reading(self.settings))
  if not parsed then return nil, report.closing(assert(owner)) end
  if problem_if_read then
    parsed:close()
    return nil, report.of_error("input", source:name(), problem_if_read)
  end
  self.replaces = self.replaces or source:text():find("#@overlay/", 1, true) ~= nil
  for i = 1, parsed:count() do
    local node, deep = parsed:outline(i)
    if not node then return nil, report.of_error("limit", source:name(), deep) end
    if node.kind ~= "null" then
      self.documents[#self.documents + 1] = node
      self.names[#self.documents] = source:name()
    end
  end
  parsed:close()
  return true
end

-- Finds the files of the nodes of notes, in one walk over all documents.
local function files_of(self, notes)
  local wanted, files = {}, {}
  for _, note in ipairs(notes) do wanted[note.node] = true end
  local function walk(node, name)
    if wanted[node] then files[node] = name end
    for _, below in ipairs(node) do walk(below, name) end
  end
  for i, document in ipairs(notes[1] and self.documents or {}) do walk(document, self.names[i]) end
  return files
end

-- Finds the shape of the documents: first without definitions, and then in rounds with definitions of maps in several
-- places, which each round improves.
local function shape_of(known, documents, forget_notes)
  local shape = shapes.of(known, documents)
  known.definitions = definitions.of(shape)
  if not known.definitions then return shape end
  for _ = 1, MOST_ROUNDS do
    forget_notes()
    shape = shapes.of(known, documents)
    if known.definitions:settle(shape) then return shape end
  end
  known.definitions = nil
  forget_notes()
  return shapes.of(known, documents)
end

-- Adds references to a shape. If keys turn out to be names, it is made again, with these keys as data.
local function with_references(known, documents, shape, forget_notes)
  local maps = references.add(shape, documents)
  if next(maps) == nil then return shape end
  known.data_maps, known.definitions = maps, nil
  forget_notes()
  shape = shape_of(known, documents, forget_notes)
  references.add(shape, documents)
  return shape
end

--- Makes the schema.
---@return string? schema nil when there is no example
function Examples:schema()
  if not self.documents[1] then return nil end
  local notes = {}
  local known = {
    required = self.required, closed = self.closed or self.replaces, open = self.open,
    numbered = openness.number(self.documents),
    note = function(node, text) notes[#notes + 1] = { node = node, text = text } end,
  }
  local function forget_notes() notes, known.opened = {}, nil end
  local shape = shape_of(known, self.documents, forget_notes)
  if self.references and not self.replaces then
    shape = with_references(known, self.documents, shape, forget_notes)
  end
  self.notes[1] = known.opened and (self.open and OPEN or OPENED) or nil
  local files = files_of(self, notes)
  for _, note in ipairs(notes) do
    local node = note.node
    local name = node.key and "'" .. node.key .. "'" or "a value"
    self.notes[#self.notes + 1] = ("%s:%d: %s %s"):format(files[node], node.line, name, note.text)
  end
  if self.references and self.replaces then self.notes[#self.notes + 1] = NO_REFERENCES end
  return schema_writer.schema(shape)
end

--- Returns the kinds of the documents, or nil when no keys at their top distinguish them.
---@return yschema.DocumentKind[]?
function Examples:kinds() return kinds.of(self.documents, self.names) end

--- Returns the kinds of files with most of their keys in common, or nil when the files are alike.
---@return yschema.FileCluster[]?
function Examples:clusters() return clusters.of(self.documents, self.names) end

--- Makes the schema of one kind, and adds its notes.
---@param kind { documents: yschema.OutlineNode[], names: string[] }
---@return string schema
function Examples:schema_of_kind(kind)
  local part = setmetatable({
    settings = self.settings, documents = kind.documents, names = kind.names, required = self.required,
    references = self.references, replaces = self.replaces, closed = self.closed, open = self.open, notes = {},
  }, Examples)
  local text = assert(part:schema())
  for _, note in ipairs(part.notes) do self.notes[#self.notes + 1] = note end
  return text
end

--- Begins to collect examples.
---@param settings yschema.Settings
---@param options? { required: boolean?, references: boolean?, closed: boolean?, open: boolean? } with `required`,
-- keys that every example has are required; with `references`, values that are names of something refer to it; with
-- `closed`, maps accept the keys of the examples alone; with `open`, all maps accept other keys, too
---@return yschema.Examples
function inference.new(settings, options)
  options = options or {}
  return setmetatable({
    settings = settings, documents = {}, names = {}, required = options.required, references = options.references,
    closed = options.closed, open = options.open, notes = {},
  }, Examples)
end

return inference
