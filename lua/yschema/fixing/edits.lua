--- Writes the fixes of records into texts.
--
-- @module yschema.fixing.edits

local changed = require "yschema.base.plain_tables".changed
local core = require "yschema.core"
local editing = require "yschema.editing.text"
local file_kinds = require "yschema.base.file_kinds"
local schema_order = require "yschema.setting.schema_order"
local trees = require "yschema.editing.trees"

local edits = {}

local ipairs, pairs, setmetatable = ipairs, pairs, setmetatable
local table, tostring, type = table, tostring, type

---@class yschema.FixEdits
---@field texts yschema.FixedText[]
---@field opened table<integer, yschema.EditedText> the texts that are edited
---@field taken table<string, yschema.Fix> the fixes of each place
local Edits = {}
Edits.__index = Edits

local outlines = setmetatable({}, { __mode = "k" })

--- Returns the fields of a schema, which are made once.
---@param schema yschema.CoreSchema
---@return table root
function edits.outline(schema)
  outlines[schema] = outlines[schema] or schema.core:outline()
  return outlines[schema]
end

--- Opens a text for edits.
---@param text yschema.FixedText
---@return yschema.EditedText?
function edits.opened(text)
  local source = core.source(text.name, text.text, true, file_kinds.is_json(text.name))
  local opened = editing.open(source, { mark = text.mark, settings = text.settings })
  if opened and text.origin then opened.origin = text.origin end
  for _, document in ipairs(opened and text.habits and opened.documents or {}) do document.habits = text.habits end
  return opened
end

-- Opens a text once.
function Edits:open(number)
  self.opened[number] = self.opened[number] or edits.opened(self.texts[number])
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

-- Returns the map at the steps of a path, which is made if it is missing.
local function map_at(text, root, steps)
  local node = root
  for i = 1, #steps - 1 do
    local below, problem = trees.below(node, steps[i])
    if problem then return nil, problem end
    if not below then
      below, problem = text:insert(node, steps[i], { kind = "map" })
      if not below then return nil, problem end
    end
    node = below
  end
  return node
end

-- Removes the maps that have lost their last entry.
local function remove_empty(text, map)
  while map and map.parent and map.left == 0 do
    if not text:remove(map) then return end
    map = map.parent
  end
end

function makers.move(text, node, fix)
  local old, steps = node.parent, trees.steps(fix.to)
  if not steps then return nil, "moves to a path that is not known" end
  local map, problem = map_at(text, node.document.root, steps)
  if not map then return nil, problem end
  local done
  done, problem = text:move(node, map, steps[#steps])
  if not done then return nil, problem end
  remove_empty(text, old)
  return true
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
  local field = schema and edits.outline(schema)
  for _, step in ipairs(steps) do
    field = field and schema_order.below(field, type(step) == "string" and step or nil)
  end
  local done, why = text:insert(map, last, record.fix.value, schema_order.place(field, trees.value(map), last))
  return done and true, why
end

-- ---- all of them --------------------------------------------------------------------

local function is_same(a, b) return a.action == b.action and a.to == b.to and a.value == b.value end

-- Notes the fix of a record. Returns "made", or "again" if another record has the same one; or nil and why it cannot be
-- made.
function Edits:make(item)
  local record, fix = item.record, item.record.fix
  local text = self:open(item.file)
  if not text then return nil, "is in a text that cannot be read" end
  local place = ("%d:%d:%s:%s"):format(item.file, record.line or 1, tostring(record.column),
    fix.action == "add" and record.path or "")
  local taken = self.taken[place]
  if taken then return is_same(taken, fix) and "again" or nil, "has several fixes" end
  local done, problem
  if fix.action == "add" then
    done, problem = add(text, record, self.texts[item.file].schema)
  else
    local node = text:at_place(record.line, record.column)
    if not node then return nil, "is not found in the text" end
    done, problem = makers[fix.action](text, node, fix)
  end
  if done then self.taken[place] = fix end
  return done and "made" or nil, problem
end

--- Writes fixes.
---@param texts yschema.FixedText[]
---@param items yschema.StateRecord[]
---@return yschema.FixedText[]? texts the new ones; nil: they cannot be written together
---@return yschema.StateRecord[]|string made those that were written; or why they cannot be
---@return table<yschema.StateRecord, string> refused why others were not
function edits.applied(texts, items)
  local self = setmetatable({ texts = texts, opened = {}, taken = {} }, Edits)
  local made, refused, new = {}, {}, {}
  for _, item in ipairs(items) do
    local done, problem = self:make(item)
    if done == "made" then made[#made + 1] = item end
    if not done then refused[item] = problem or "cannot be written" end
  end
  for i, text in ipairs(texts) do new[i] = text end
  for i, opened in pairs(self.opened) do
    local written, problem = opened:commit()
    if not written then return nil, problem, refused end
    new[i] = changed(texts[i], { text = written.places.text, origin = written.origin })
  end
  return new, made, refused
end

return edits
