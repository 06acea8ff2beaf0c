--- Writes a shape as the text of a schema.
--
-- @module yschema.inference.schema_writer

local encoded = require("yschema.base.writing").encoded
local function_names = require "yschema.inference.naming.function_names"
local scalars = require "yschema.inference.scalars"

local schema_writer = {}

local WIDTH = 100
local ANYTHING = { types = { "any" }, value = "null" }

---@class yschema.SchemaWriter
---@field lines string[] of the document
---@field definitions string[] lines of the functions that give alternatives
---@field names table<string, boolean> of these functions
---@field of_definition table<yschema.Definition, string> the annotation with its functions
local Writer = {}
Writer.__index = Writer

local function blanks(depth) return ("  "):rep(depth) end

function Writer:line(depth, text) self.lines[#self.lines + 1] = blanks(depth) .. text end

-- A key, or a string, as YAML writes it on one line.
local function inline(text)
  local written = encoded(text)
  return written:find "\n" and encoded(text, "json") or written
end

-- ---- annotations --------------------------------------------------------------------

local function type_note(shape)
  if shape.types[1] == "any" then return "#@schema/type any=True" end
  return "#@schema/type " .. scalars.listed(shape.types) .. (shape.inferred and ", or_inferred=True" or "")
end

-- Lists the annotations of a node: first those for readers.
local function notes_of(writer, shape, marks)
  local notes = {}
  local function add(when, text)
    if when then notes[#notes + 1] = text end
  end
  add(shape.desc, "#@schema/desc " .. scalars.quoted(shape.desc or ""))
  for _, mark in ipairs(marks) do add(true, mark) end
  add(shape.loose, "#@schema/keys-may-be-present")
  add(shape.nullable, "#@schema/nullable")
  add(shape.sensitive, "#@schema/sensitive")
  add(shape.types, shape.types and type_note(shape))
  add(shape.format, ('#@schema/validation format="%s"'):format(shape.format))
  add(shape.words, shape.words and ("#@schema/validation one_of=[%s]"):format(scalars.listed(shape.words)))
  add(shape.identity, ('#@schema/identity "%s"'):format(shape.identity))
  add(shape.refers, shape.refers and "#@schema/refers to=" .. scalars.quoted(shape.refers))
  add(shape.like, shape.like and writer:definition_note(shape.like))
  add(shape.by, shape.by and writer:kinds_note(shape))
  add(shape.choices, shape.choices and writer:choices_note(shape))
  return notes
end

-- ---- alternatives -------------------------------------------------------------------

-- Gives the selecting key the value that selects the alternative.
local function fix(shape, key, value)
  for _, field in ipairs(shape.fields) do
    if field.key == key then field.shape = { value = inline(value), desc = field.shape.desc } end
  end
end

-- Writes a function that gives a schema.
function Writer:define(name, shape)
  local inner = setmetatable({
    lines = {}, definitions = self.definitions, names = self.names, of_definition = self.of_definition,
  }, Writer)
  shape.loose = false -- the body has no place for an annotation of the whole map
  inner:below(shape, shape.item and 0 or -1, false)
  local lines = self.definitions
  lines[#lines + 1] = "#@ def " .. name .. "():"
  for _, line in ipairs(inner.lines) do lines[#lines + 1] = line end
  lines[#lines + 1] = "#@ end"
  lines[#lines + 1] = ""
end

-- Makes the names of the functions for the alternatives.
function Writer:names_of(shape)
  local list = {}
  for i, alternative in ipairs(shape.alternatives) do
    list[i] = function_names.new(alternative.value, "kind_", self.names)
  end
  return list
end

-- Writes the functions for the alternatives.
function Writer:define_alternatives(shape, list)
  for i, alternative in ipairs(shape.alternatives) do
    fix(alternative.shape, shape.by, alternative.value)
    self:define(list[i], alternative.shape)
  end
end

-- Returns the annotation of alternatives: calls of their functions, or the functions themselves if they are recursive.
local function alternatives_note(shape, list, called)
  local listed = called and table.concat(list, "(), ") .. "()" or table.concat(list, ", ")
  return ("#@schema/one-of %s, by=%s"):format(listed, scalars.quoted(shape.by))
end

-- Returns the annotation for a map with a definition, and writes the definition at its first use. The annotation is
-- stored before that, because definitions may be recursive.
function Writer:definition_note(definition)
  local known = self.of_definition
  if known[definition] then return known[definition] end
  local shape = definition.shape
  if shape.by then
    local list = self:names_of(shape)
    known[definition] = alternatives_note(shape, list, false)
    self:define_alternatives(shape, list)
  else
    local name = function_names.new(definition.name, "some_", self.names)
    known[definition] = "#@schema/like " .. name
    self:define(name, shape)
  end
  return known[definition]
end

-- Returns the annotation for maps of several kinds, and writes their functions.
function Writer:kinds_note(shape)
  local list = self:names_of(shape)
  self:define_alternatives(shape, list)
  return alternatives_note(shape, list, true)
end

local LITERALS = { string = '""', int = "0", float = "0.5", bool = "False" }

-- Returns the annotation for a place with maps and arrays, and writes their functions.
function Writer:choices_note(shape)
  local key, choices = shape.name or "item", shape.choices
  local list = {}
  for i, part in ipairs { "map", "array" } do
    local one = choices[part]
    if one.like then
      list[i] = self:definition_note(one.like):match "^#@schema/like (.*)$"
    else
      local name = function_names.new(key .. "_" .. (part == "map" and "map" or "list"), "some_", self.names)
      self:define(name, one)
      list[i] = name .. "()"
    end
  end
  for _, name in ipairs(choices.scalars) do list[#list + 1] = LITERALS[name] end
  return "#@schema/any-of " .. table.concat(list, ", ")
end

-- ---- nodes --------------------------------------------------------------------------

-- Writes an array of plain scalars, or of such arrays, on one line: `[""]`.
local function short_array(shape)
  local item = shape.item
  if not item or item.types or item.nullable or item.sensitive or item.format or item.words or item.desc or item.refers
    or shape.identity then
    return nil
  end
  local value = item.item and short_array(item) or item.value
  if not value or not item.item and value:find "[,%[%]{}#:]" then return nil end
  return "[" .. value .. "]"
end

-- Writes a node after `head`, which is its key or its dash. Its last annotation follows on the same line, if there is
-- room.
function Writer:node(head, shape, depth, marks)
  local notes = notes_of(self, shape, marks)
  local array = (#notes == 0 or head == "-") and short_array(shape)
  local first = head .. (shape.value and " " .. shape.value or array and " " .. array or "")
  local last = notes[#notes]
  local at_end = last and (head ~= "-" or shape.value) and not last:find "^#@schema/%l+%-of"
    and not last:find "^#@schema/desc" and #blanks(depth) + #first + 1 + #last <= WIDTH
  for i = 1, at_end and #notes - 1 or #notes do self:line(depth, notes[i]) end
  self:line(depth, first .. (at_end and " " .. last or ""))
  if not array then self:below(shape, depth, head == "-") end
end

function Writer:field(field, depth, loose)
  local marks = {}
  if field.required then marks[1] = "#@schema/required" end
  if field.optional and not loose then marks[1] = "#@schema/key-may-be-present" end
  self:node(inline(field.key) .. ":", field.shape, depth, marks)
end

function Writer:fields(shape, depth)
  for _, field in ipairs(shape.fields) do self:field(field, depth, shape.loose) end
end

-- Moves the first key of a map to the line of its dash, unless there are annotations above the key.
function Writer:join(from)
  local dash, first = self.lines[from], self.lines[from + 1]
  if first:find "^ *#" then return end
  self.lines[from] = dash .. first:sub(#dash + 1)
  table.remove(self.lines, from + 1)
end

-- Writes what is below a node. Items are in the column of their key, except below another dash.
function Writer:below(shape, depth, in_item)
  local from = #self.lines
  if shape.item then return self:node("-", shape.item, in_item and depth + 1 or depth, {}) end
  if shape.fields then self:fields(shape, depth + 1) end
  if shape.open then self:node("_:", ANYTHING, depth + 1, { "#@schema/any-key" }) end
  if shape.placeholder then self:node("_:", shape.placeholder, depth + 1, { "#@schema/any-key" }) end
  if in_item and #self.lines > from then self:join(from) end
end

-- ---- documents ----------------------------------------------------------------------

--- Writes a schema.
---@param shape yschema.Shape of a document
---@return string
function schema_writer.schema(shape)
  local writer = setmetatable({ lines = {}, definitions = {}, names = {}, of_definition = {} }, Writer)
  local notes = notes_of(writer, shape, {})
  writer:line(0, "#@data/values-schema")
  for _, note in ipairs(notes) do writer:line(0, note) end
  writer:line(0, "---")
  if shape.value or shape.by or shape.like or shape.choices then writer:line(0, shape.value or "null") end
  if not shape.value then writer:below(shape, shape.item and 0 or -1, false) end
  local lines = writer.definitions
  for _, line in ipairs(writer.lines) do lines[#lines + 1] = line end
  return table.concat(lines, "\n") .. "\n"
end

return schema_writer
