--- Puts the text of a schema together: its code lines, its functions and its document.
--
-- @module yschema.importing.writing.layout

local literals = require "yschema.importing.writing.literals"

local layout = {}

local concat, ipairs, setmetatable = table.concat, ipairs, setmetatable

local MOST_COLUMNS = 100
local nothing = {}

--- The value at one place of the schema that is being written.
---@class yschema.WrittenNode
---@field notes string[] annotations, without `#@`
---@field text? string a scalar or an empty collection
---@field entries? { key: string, node: yschema.WrittenNode }[]
---@field item? yschema.WrittenNode
---@field place? yschema.KeywordPlace

-- ---- nodes --------------------------------------------------------------------------

local write_map

-- Writes the annotations of a node, and a line with its value, unless that is a map or an array. Null is written as an
-- empty value, because strict mode accepts no other null.
local function write_line(text, node, indent, start, colon)
  local lines, places, count, place, notes = text.lines, text.places, text.count, node.place, node.notes
  for i = 1, #notes do
    count = count + 1
    lines[count], places[count] = indent .. "#@" .. notes[i], place
  end
  count = count + 1
  if node.entries or node.item or node.text == "null" then
    lines[count] = indent .. start .. colon
  else
    lines[count] = indent .. start .. colon .. " " .. node.text
  end
  places[count], text.count = place, count
end

-- Writes the value of an item after or below its `-`.
local function write_item(text, node, indent)
  local item = node.item
  write_line(text, item, indent, "-", "")
  if item.entries then
    write_map(text, item, indent .. "  ")
  elseif item.item then
    write_item(text, item, indent .. "  ")
  end
end

function write_map(text, node, indent)
  local entries = node.entries
  for i = 1, #entries do
    local value = entries[i].node
    write_line(text, value, indent, literals.key(entries[i].key), ":")
    if value.entries then
      write_map(text, value, indent .. "  ")
    elseif value.item then
      write_item(text, value, indent)
    end
  end
end

-- Writes a node as a document.
local function write_document(text, node)
  write_line(text, node, "", "---", "")
  if node.entries then
    write_map(text, node, "")
  elseif node.item then
    write_item(text, node, "")
  end
end

-- ---- JSON Schemas --------------------------------------------------------------------

--- A JSON Schema, or a part of it, for the rules of a text.
---@class yschema.WrittenResource
---@field arguments string of its annotation
---@field text string in YAML

local function write_resources(text, resources)
  for _, resource in ipairs(resources or nothing) do
    text:add("#@schema/json-schema" .. resource.arguments)
    text:add "---"
    for line in resource.text:gmatch "([^\n]*)\n" do text:add(line) end
  end
end

-- ---- the text -----------------------------------------------------------------------

-- The text that is being written.
local Text = {}
Text.__index = Text

local function new_text() return setmetatable({ lines = {}, places = {}, pieces = {}, count = 0 }, Text) end

function Text:add(line)
  local count = self.count + 1
  self.lines[count], self.count = line, count
end

-- Notes that the lines from `first` on are a piece: see `yschema.code.outline`.
function Text:note(kind, first, name)
  local piece = { kind = kind, first = first, last = self.count, name = name }
  self.pieces[#self.pieces + 1] = piece
  return piece
end

local function write_list(text, list)
  local first = text.count + 1
  text:add("#@ " .. list.name .. " = [")
  local line = "#@  "
  for _, value in ipairs(list.parts) do
    if #line + #value + 2 > MOST_COLUMNS and line ~= "#@  " then
      text:add(line)
      line = "#@  "
    end
    line = line .. " " .. value .. ","
  end
  text:add(line)
  text:add "#@ ]"
  text:note(list.values and "list" or "code", first, list.name).values = list.values
  text:add ""
end

-- Writes a function that returns a schema.
local function write_body(text, name, node)
  local first = text.count + 1
  text:add("#@ def " .. name .. "():")
  write_document(text, node)
  text:add "#@ end"
  text:note("body", first, name)
  text:add ""
end

-- Writes the pieces of a text. `write` is called with a text, the function that writes a piece, the piece, and more.
local function write_pieces(text, found, write)
  for _, list in ipairs(found.list) do write(text, write_list, list, list) end
  for i, piece in ipairs(found["function"]) do
    write(text, write_body, found.bodies[i], found.names and found.names[i] or piece.name, found.bodies[i].node)
  end
end

local function write_at_once(text, f, _, ...) f(text, ...) end

--- Writes the whole text.
---@param about string[] notes for readers
---@param root yschema.WrittenNode
---@param found yschema.SchemaNeeds
---@return string
---@return table<integer, yschema.KeywordPlace> places the sources of the lines, by their numbers
---@param resources? yschema.WrittenResource[]
---@return yschema.Outline outline of the text
function layout.text(about, root, found, resources)
  local text = new_text()
  for _, note in ipairs(about) do text:add("#! " .. note) end
  text:add ""
  write_pieces(text, found, write_at_once)
  local first = text.count + 1
  text:add "#@data/values-schema"
  write_document(text, root)
  write_resources(text, resources)
  text:note("document", first)
  return concat(text.lines, "\n") .. "\n", text.places, { lines = text.lines, pieces = text.pieces }
end

--- Writes the same text of pieces whose lines are kept, because other texts need them, too.
---@param about string[]
---@param root yschema.WrittenNode
---@param found yschema.SchemaNeeds
---@param kept table<table, string> the texts of pieces
---@param resources? yschema.WrittenResource[]
---@return string
function layout.joined_text(about, root, found, kept, resources)
  local parts = {}
  write_pieces(nil, found, function(_, f, key, ...)
    local part = kept[key]
    if not part then
      local text = new_text()
      f(text, ...)
      part = concat(text.lines, "\n")
      kept[key] = part
    end
    parts[#parts + 1] = part
  end)
  local text = new_text()
  text:add "#@data/values-schema"
  write_document(text, root)
  write_resources(text, resources)
  text:add ""
  parts[#parts + 1] = concat(text.lines, "\n")
  return "#! " .. concat(about, "\n#! ") .. "\n\n" .. concat(parts, "\n")
end

return layout
