--- Writes a shape as the text of a schema.
--
-- @module yschema.inference.writing

local core = require "yschema.core"
local scalars = require "yschema.inference.scalars"

local writing = {}

local ipairs, setmetatable, table = ipairs, setmetatable, table

local WIDTH = 100

---@class yschema.SchemaWriter
---@field lines string[] of the document
---@field definitions string[] lines of the functions that give alternatives
---@field names table<string, boolean> of these functions
local Writer = {}
Writer.__index = Writer

local function blanks(depth) return ("  "):rep(depth) end

function Writer:line(depth, text) self.lines[#self.lines + 1] = blanks(depth) .. text end

-- A key, or a string, as YAML writes it on one line.
local function inline(text)
  local written = core.encode(text, "yaml"):gsub("\n$", "")
  return written:find "\n" and core.encode(text, "json"):gsub("\n$", "") or written
end

-- ---- annotations --------------------------------------------------------------------

local function type_note(shape)
  if shape.types[1] == "any" then return "#@schema/type any=True" end
  return "#@schema/type " .. scalars.listed(shape.types) .. (shape.inferred and ", or_inferred=True" or "")
end

-- Lists the annotations of a node: first those that explain.
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
  add(shape.by, shape.by and writer:alternatives_note(shape))
  return notes
end

-- ---- alternatives -------------------------------------------------------------------

-- Words that code has a meaning for.
local reserved = {}
for word in ([[and break do else elseif end false for function goto if in local nil not or repeat return then true until
  while def elif pass lambda load None True False continue null any all assert base64 bool dict dir enumerate fail
  filter float getattr hasattr hash int ip json len list map math max md5 min module overlay print range regexp repr
  reversed schema sha256 sorted spelling str string struct table template time tuple type url version yaml yschema
  zip ytt]]):gmatch "%S+" do
  reserved[word] = true
end

-- Makes a name for the function of an alternative.
function Writer:name_for(value)
  local name = value:gsub("%W+", "_"):gsub("^_+", ""):gsub("_+$", ""):lower()
  if not name:find "^%a" or reserved[name] then name = "kind_" .. name end
  local unique, number = name, 1
  while self.names[unique] do
    number = number + 1
    unique = name .. "_" .. number
  end
  self.names[unique] = true
  return unique
end

-- The key that selects shows the value that selects.
local function fix(shape, key, value)
  for _, field in ipairs(shape.fields) do
    if field.key == key then field.shape = { value = inline(value), desc = field.shape.desc } end
  end
end

-- Writes the functions that give the alternatives. Returns the annotation that names them.
function Writer:alternatives_note(shape)
  local calls = {}
  for i, alternative in ipairs(shape.alternatives) do
    local name = self:name_for(alternative.value)
    local inner = setmetatable({ lines = {}, definitions = self.definitions, names = self.names }, Writer)
    fix(alternative.shape, shape.by, alternative.value)
    alternative.shape.loose = false -- it would stand above a body, which is a document without a header
    inner:fields(alternative.shape, 0)
    local lines = self.definitions
    lines[#lines + 1] = "#@ def " .. name .. "():"
    for _, line in ipairs(inner.lines) do lines[#lines + 1] = line end
    lines[#lines + 1] = "#@ end"
    lines[#lines + 1] = ""
    calls[i] = name .. "()"
  end
  return ("#@schema/one-of %s, by=%s"):format(table.concat(calls, ", "), scalars.quoted(shape.by))
end

-- ---- nodes --------------------------------------------------------------------------

-- An array of plain scalars stands on the line of its key: `hosts: [""]`.
local function short_array(shape)
  local item = shape.item
  if not item or not item.value or item.value:find "[,%[%]{}#:]" then return nil end
  local bare = not (item.types or item.nullable or item.sensitive or item.format or item.words or item.desc)
  return bare and "[" .. item.value .. "]" or nil
end

-- Writes a node behind `head`, which is its key or its dash. Its last annotation stands behind it, if there is room.
function Writer:node(head, shape, depth, marks)
  local notes = notes_of(self, shape, marks)
  local array = #notes == 0 and head ~= "-" and short_array(shape)
  local first = head .. (shape.value and " " .. shape.value or array and " " .. array or "")
  local last = notes[#notes]
  local behind = last and not shape.by and (head ~= "-" or shape.value) and not last:find "^#@schema/desc"
    and #blanks(depth) + #first + 1 + #last <= WIDTH
  for i = 1, behind and #notes - 1 or #notes do self:line(depth, notes[i]) end
  self:line(depth, first .. (behind and " " .. last or ""))
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

-- Puts the first key of a map behind its dash, unless annotations stand above the key.
function Writer:join(from)
  local dash, first = self.lines[from], self.lines[from + 1]
  if first:find "^ *#" then return end
  self.lines[from] = dash .. first:sub(#dash + 1)
  table.remove(self.lines, from + 1)
end

-- Writes what stands below a node. Items stand in the column of their key, but not below another dash.
function Writer:below(shape, depth, in_item)
  if shape.fields then
    local from = #self.lines
    self:fields(shape, depth + 1)
    if in_item then self:join(from) end
  elseif shape.placeholder then
    local from = #self.lines
    self:node("_:", shape.placeholder, depth + 1, { "#@schema/any-key" })
    if in_item then self:join(from) end
  elseif shape.item then
    self:node("-", shape.item, in_item and depth + 1 or depth, {})
  end
end

-- ---- documents ----------------------------------------------------------------------

--- Writes a schema.
---@param shape yschema.Shape of a document
---@return string
function writing.schema(shape)
  local writer = setmetatable({ lines = {}, definitions = {}, names = {} }, Writer)
  local notes = notes_of(writer, shape, {})
  writer:line(0, "#@data/values-schema")
  for _, note in ipairs(notes) do writer:line(0, note) end
  writer:line(0, "---")
  if shape.value or shape.by then writer:line(0, shape.value or "null") end
  if not shape.value then writer:below(shape, shape.item and 0 or -1, false) end
  local lines = writer.definitions
  for _, line in ipairs(writer.lines) do lines[#lines + 1] = line end
  return table.concat(lines, "\n") .. "\n"
end

return writing
