--- Writes the fixes of records into texts.
--
-- @module yschema.fixing.edits

local changed = require "yschema.base.plain_tables".changed
local core = require "yschema.core"
local edited_text = require "yschema.editing.text"
local moves = require "yschema.migration.moves"
local regions = require "yschema.report.regions"
local schema_order = require "yschema.assignment.schema_order"
local trees = require "yschema.editing.trees"

local edits = {}

---@class yschema.FixEdits
---@field texts yschema.FileText[]
---@field opened table<integer, yschema.EditedText> the texts that are edited
local Edits = {}
Edits.__index = Edits

-- Opens a text once.
function Edits:open(number)
  self.opened[number] = self.opened[number] or edited_text.of(self.texts[number])
  return self.opened[number]
end

-- ---- fixes --------------------------------------------------------------------------

local QUOTED = { single = true, double = true }

-- Returns why the text of a scalar cannot get quotes or lose them, or nil.
local function obstacle(node)
  if node.kind == "alias" then return "is an alias" end
  if node.anchor or node.tag then return "has an anchor or a tag" end
  return nil
end

local makers = {}

function makers.rename(text, node, fix) return text:rename(node, fix.to) end

function makers.replace(text, node, fix)
  local problem = obstacle(node)
  if problem then return nil, problem end
  return text:replace(node, fix.value)
end

-- The text is a number or a boolean, so that it needs no escapes.
function makers.quote(text, node)
  local problem = obstacle(node)
  if problem then return nil, problem end
  if node.style ~= "plain" then return nil, "is no plain scalar" end
  local written = text.places.text:sub(node.content, node.last)
  local quote = not text.json and text:style(node.parent).quotes == "single" and "'" or '"'
  return text:replace(node, { kind = "string", value = written, written = quote .. written .. quote })
end

-- The text of a string, as what it is without quotes.
local function without_quotes(node)
  local parsed = core.parse(core.source("value", node.value), { yaml = "1.2" })
  local read = parsed and parsed:count() == 1 and parsed:outline(1)
  if parsed then parsed:close() end
  return read or nil
end

function makers.unquote(text, node)
  local problem = obstacle(node)
  if problem then return nil, problem end
  if not QUOTED[node.style] then return nil, "is not in quotes" end
  local read = without_quotes(node)
  if not read then return nil, "is not a scalar without its quotes" end
  read.written = node.value
  return text:replace(node, read)
end

function makers.remove(text, node) return text:remove(node) end

function makers.move(text, node, fix)
  local steps = trees.steps(fix.to)
  if not steps then return nil, "moves to a path that is not known" end
  local done, reason = moves.make(text, node, steps)
  return done, reason == "wait" and "moves to an array that has yet to be moved" or reason
end

-- ---- missing keys -------------------------------------------------------------------

-- Returns the document that has a line.
local function document_at(text, line)
  local byte = text.places.starts[line] or 1
  for _, document in ipairs(text.documents) do
    if byte >= document.first and byte <= document.last then return document end
  end
  return text.documents[1]
end

-- Adds a missing entry where the schema has it.
local function add(text, record, schema)
  local document, steps = document_at(text, record.line or 1), trees.steps(record.path)
  local last = document and steps and table.remove(steps)
  if not last then return nil, "has a place that is not known" end
  local map, problem = text:at(document.root, steps)
  if not map then return nil, problem or "belongs to a map that is not in this file" end
  if trees.below(map, last) then return nil, "is there" end
  local field = schema and schema_order.field(schema, steps)
  local done, why = text:insert(map, last, record.fix.value, schema_order.place(field, trees.value(map), last))
  return done and true, why
end

-- ---- all of them --------------------------------------------------------------------

-- A fix of a key and one of its value may be made together.
local PART = { rename = "key", move = "key", quote = "value", unquote = "value", replace = "value" }

-- Returns what a fix is about: of two different ones, neither is made.
local function subject(item)
  local record, fix = item.record, item.record.fix
  return ("%d:%d:%s:%s"):format(item.file, record.line or 1, tostring(regions.node_column(record)),
    fix.action == "add" and record.path or PART[fix.action] or "")
end

local function is_same(a, b) return a.action == b.action and a.to == b.to and a.value == b.value end

-- Returns the fixes to make, each of them once, and notes those that exclude each other.
local function distinct(items, refused)
  local first, differ, list = {}, {}, {}
  for _, item in ipairs(items) do
    local about = subject(item)
    local other = first[about]
    if not other then
      first[about] = item
    elseif not is_same(other.record.fix, item.record.fix) then
      differ[about] = true
    end
  end
  for _, item in ipairs(items) do
    local about = subject(item)
    if differ[about] then
      refused[item] = "has several fixes"
    elseif first[about] == item then
      list[#list + 1] = item
    end
  end
  return list
end

-- Notes the fix of a record. Returns true, or nil and why it cannot be made.
function Edits:make(item)
  local record, fix = item.record, item.record.fix
  local text = self:open(item.file)
  if not text then return nil, "is in a text that cannot be read" end
  if fix.action == "add" then return add(text, record, self.texts[item.file].schema) end
  local node = text:at_place(record.line, regions.node_column(record))
  if not node then return nil, "is not found in the text" end
  return makers[fix.action](text, node, fix)
end

--- Writes fixes.
---@param texts yschema.FileText[]
---@param items yschema.StateRecord[]
---@return yschema.FileText[]? texts the new ones; nil: they cannot be written together
---@return yschema.StateRecord[]|string made those that were written; or why they cannot be
---@return table<yschema.StateRecord, string> refused why others were not
function edits.applied(texts, items)
  local self = setmetatable({ texts = texts, opened = {} }, Edits)
  local made, refused, new = {}, {}, {}
  for _, item in ipairs(distinct(items, refused)) do
    local done, problem = self:make(item)
    if done then made[#made + 1] = item else refused[item] = problem or "cannot be written" end
  end
  for i, text in ipairs(texts) do new[i] = text end
  for i = 1, #texts do
    local opened = self.opened[i]
    if opened then
      local written, problem = opened:commit()
      if not written then return nil, problem, refused end
      new[i] = changed(texts[i], { text = written.places.text, origin = written.origin })
    end
  end
  return new, made, refused
end

return edits
