--- Names what a schema consists of besides its document, functions and lists, and notes which of them each needs.
--
-- @module yschema.importing.writing.writer

local addresses = require "yschema.metaschema.addresses"
local literals = require "yschema.importing.writing.literals"
local regexps = require "yschema.base.lazily" "yschema.importing.reading.regexps"

local writer = {}

local math_type = math.type or function(value) return type(value) == "number" and value % 1 == 0 and "integer" end

--- Something with a name that other code needs.
---@class yschema.SchemaPiece
---@field kind "list"|"function" a function has YAML
---@field name string
---@field form? yschema.Form of a function
---@field bodies? yschema.SchemaBody[] of a function, which may differ where other keywords see its values
---@field parts? string[] of a list
---@field values? any[]|false of a list, if all are plain

---@class yschema.SchemaBody
---@field node yschema.WrittenNode
---@field uses yschema.SchemaUses

--- The pieces that a body or a document needs, in the order in which they are needed first. The pieces are keys, too.
---@class yschema.SchemaUses
---@field [integer] yschema.SchemaPiece
---@field untranslated? table<string, string> patterns, and why they cannot be translated
---@field json? boolean a rule needs the JSON Schema
---@field lacking? boolean keywords that no rule says
---@field unseen? table<yschema.Form, boolean> what `Nodes:is_unseen` returned

---@class yschema.SchemaWriter
---@field names table<string, true>
---@field known_names table<string, string> the names of words, which need not be unique
---@field counts table<string, integer> the number of the last name that was made for such a name
---@field functions yschema.SchemaPiece[]
---@field lists yschema.SchemaPiece[]
---@field uses yschema.SchemaUses of what is being written
local Writer = {}
Writer.__index = Writer

local MOST_COLUMNS = 100

-- Words of the code, which no function may have as its name.
local taken = [[and as assert base64 bool break class continue data def del dict elif else end enumerate except False
  fail finally float for from function global goto hasattr if import in int is item json lambda len list load local
  max memoize min math nil None nonlocal not null or overlay pass print range regexp repeat repr return reversed set
  sorted spelling str string struct template then tuple True true false try type until url v version while with yaml
  yield zip any all abs ip dir getattr hash
  yschema]]

--- Makes an empty text.
---@return yschema.SchemaWriter
function writer.new()
  local names = {}
  for word in taken:gmatch "%S+" do names[word] = true end
  return setmetatable({ names = names, known_names = {}, counts = {}, functions = {}, lists = {},
    named_lists = {}, patterns = {}, hints = {}, uses = {} }, Writer)
end

--- Begins something that needs pieces.
---@return yschema.SchemaUses uses gets what it needs
function Writer:begin()
  self.uses = {}
  return self.uses
end

--- Notes that a piece is needed. Returns its name.
---@param piece yschema.SchemaPiece
---@return string
function Writer:use(piece)
  local uses = self.uses
  if not uses[piece] then uses[piece], uses[#uses + 1] = true, piece end
  return piece.name
end

-- Notes what cannot be expressed: `field` is that of the uses.
local function note_loss(self, field, key, about)
  local uses = self.uses
  uses[field] = uses[field] or {}
  uses[field][key] = about
end

-- Makes a name of words.
local function name_of(words)
  local name = words:gsub("(%l)(%u)", "%1_%2"):gsub("[^%w]+", "_"):gsub("^_+", ""):gsub("_+$", ""):lower()
  if name == "" then name = "schema" end
  if string.find(name, "^%d") then name = "_" .. name end
  return #name > 40 and name:sub(1, 40):gsub("_+$", "") or name
end

--- Makes a unique name.
---@param words string
---@return string
function Writer:name(words)
  local hint = self.known_names[words]
  if not hint then
    hint = name_of(words)
    self.known_names[words] = hint
  end
  local name, count = hint, self.counts[hint] or 1
  while self.names[name] do
    count = count + 1
    name = hint .. "_" .. count
  end
  self.names[name], self.counts[hint] = true, count
  return name
end

-- The steps to a form that say nothing about it.
local unsaid = { properties = true, items = true, additionalProperties = true }

-- Returns the last step of a pointer that is not empty, and the pointer before it.
local function last_step(pointer)
  local before, step = string.match(pointer, "^(.*)/([^/]+)/*$")
  return step, before
end

--- Returns words for the name of a form: its place, or its title.
---@param form yschema.Form
---@return string
function Writer:hint_of(form)
  if self.hints[form] then return self.hints[form] end
  if not form.place then return "part" end
  local pointer = form.place.pointer
  local step, before = last_step(pointer)
  while step do
    if not unsaid[step] and not string.find(step, "^%d+$") and not string.find(step, "Of$") then
      return (step:gsub("~1", "_"):gsub("~0", "_"))
    end
    pointer = before
    step, before = last_step(pointer)
  end
  return form.notes.title or "root"
end

--- Writes the addresses of subschemas, and notes that the text needs the JSON Schema.
---@param places yschema.KeywordPlace[]
---@return string
function Writer:parts(places)
  local list = {}
  for i, place in ipairs(places) do list[i] = literals.text(addresses.of(place)) end
  self.uses.json = true
  return list[2] and "[" .. table.concat(list, ", ") .. "]" or list[1]
end

--- Translates a regular expression, or notes that this is impossible.
---@param pattern string
---@return string?
function Writer:pattern(pattern)
  local known = self.patterns[pattern]
  if not known then
    known = { regexps.translate(pattern) }
    self.patterns[pattern] = known
  end
  if not known[1] then note_loss(self, "untranslated", pattern, known[2]) end
  return known[1]
end

-- Whether all values are texts or integers that a number represents.
local function are_plain(values)
  for _, value in ipairs(values) do
    local plain = type(value) == "string" or math_type(value) == "integer"
    if not plain then return false end
  end
  return true
end

--- Writes a list of values, or the name of a long one.
---@param values any[]
---@param hint? string
---@return string
function Writer:values(values, hint)
  local parts, size = {}, 0
  for i, value in ipairs(values) do
    parts[i] = literals.value(value)
    size = size + #parts[i] + 2
  end
  local text = "[" .. table.concat(parts, ", ") .. "]"
  if size < MOST_COLUMNS - 30 then return text end
  local list = self.named_lists[text]
  if not list then
    list = { kind = "list", name = self:name((hint or "known") .. "_values"), parts = parts,
      values = are_plain(values) and values }
    self.lists[#self.lists + 1], self.named_lists[text] = list, list
  end
  return self:use(list)
end

--- Adds a function that returns a schema. The caller writes its bodies.
---@param form yschema.Form
---@param hint? string
---@return yschema.SchemaPiece
function Writer:add_function(form, hint)
  local piece = { kind = "function", name = self:name(hint or self:hint_of(form)), form = form, bodies = {} }
  self.functions[#self.functions + 1] = piece
  return piece
end

return writer
