--- Puts the text of a schema together: its code lines, its functions and its document.
--
-- @module yschema.importing.writing.writer

local literals = require "yschema.importing.writing.literals"
local regexps = require "yschema.base.lazily" "yschema.importing.reading.regexps"

local writer = {}

local concat, find, ipairs, match = table.concat, string.find, ipairs, string.match
local setmetatable, type = setmetatable, type
local math_type = math.type or function(value) return type(value) == "number" and value % 1 == 0 and "integer" end

--- The value at one place of the schema that is being written.
---@class yschema.WrittenNode
---@field notes string[] annotations, without `#@`
---@field text? string a scalar or an empty collection
---@field entries? { key: string, node: yschema.WrittenNode }[]
---@field item? yschema.WrittenNode
---@field place? yschema.KeywordPlace

---@class yschema.SchemaWriter
---@field names table<string, true>
---@field known_names table<string, string> the names of words, which need not be unique
---@field counts table<string, integer> the number of the last name that was made for such a name
---@field predicates { lines: string[] }[] functions that validate
---@field functions { name: string, node: yschema.WrittenNode }[] functions that give a schema
---@field lists { name: string, parts: string[], values: any[]|false }[] lists with names; `values` if all are plain
---@field rules? yschema.Form[] the forms of rules that `explain_failure` explains
---@field needed table<string, true> the helpers that functions call
local Writer = {}
Writer.__index = Writer

local MOST_COLUMNS = 100

-- Words of the code, which no function may have as its name.
local taken = [[and as assert base64 bool break class continue data def del dict elif else end enumerate except False
  fail finally float for from function global goto hasattr if import in int is item json lambda len list load local
  max memoize min math nil None nonlocal not null or overlay pass print range regexp repeat repr return reversed set
  sorted spelling str string struct template then tuple True true false try type until url v version while with yaml
  yield zip any all abs ip dir getattr hash
  is_integer is_multiple is_unique is_among exactly_one is_format fits verdicts key entry i yschema explain_failure]]

--- Makes an empty text.
---@param report_pattern fun(pattern: string, problem: string) is called with expressions that cannot be translated
---@param report_format fun(name: string) is called with formats that are not validated
---@return yschema.SchemaWriter
function writer.new(report_pattern, report_format)
  local names = {}
  for word in taken:gmatch "%S+" do names[word] = true end
  return setmetatable({ names = names, known_names = {}, counts = {}, predicates = {}, functions = {}, lists = {},
    needed = {}, patterns = {}, hints = {}, report_pattern = report_pattern, report_format = report_format }, Writer)
end

-- Makes a name of words.
local function name_of(words)
  local name = words:gsub("(%l)(%u)", "%1_%2"):gsub("[^%w]+", "_"):gsub("^_+", ""):gsub("_+$", ""):lower()
  if name == "" then name = "schema" end
  if find(name, "^%d") then name = "_" .. name end
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
  local before, step = match(pointer, "^(.*)/([^/]+)/*$")
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
    if not unsaid[step] and not find(step, "^%d+$") and not find(step, "Of$") then
      return (step:gsub("~1", "_"):gsub("~0", "_"))
    end
    pointer = before
    step, before = last_step(pointer)
  end
  return form.notes.title or "root"
end

--- Keeps the form of a rule whose failures are explained. Returns its number; nil when nothing is explained.
---@param form yschema.Form
---@return integer?
function Writer:explained(form)
  if not self.rules then return nil end
  self.rules[#self.rules + 1] = form
  return #self.rules
end

--- Notes that code calls a helper.
---@param helper string
function Writer:need(helper) self.needed[helper] = true end

--- Translates a regular expression, or reports that this is impossible.
---@param pattern string
---@return string?
function Writer:pattern(pattern)
  local known = self.patterns[pattern]
  if known == nil then
    local problem
    known, problem = regexps.translate(pattern)
    if not known then self.report_pattern(pattern, problem) end
    self.patterns[pattern] = known or false
  end
  return known or nil
end

local validated_formats = { ["date-time"] = "date-time", date = "date", time = "time", email = "email",
  hostname = "hostname", ipv4 = "ipv4", ipv6 = "ipv6", uri = "uri", regex = "regex",
  ["uri-reference"] = "uri-reference", uuid = "uuid" }
local other_formats = [[ uri-template iri iri-reference idn-email idn-hostname json-pointer relative-json-pointer
  duration ]]

--- Returns the format of yschema for a format of JSON Schema; nil when there is none.
---@param name string
---@return string?
function Writer:format(name)
  local known = validated_formats[name]
  if not known and other_formats:find(" " .. name .. " ", 1, true) then self.report_format(name) end
  return known
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
  local text = "[" .. concat(parts, ", ") .. "]"
  if size < MOST_COLUMNS - 30 then return text end
  for _, list in ipairs(self.lists) do
    if list.text == text then return list.name end
  end
  local name = self:name((hint or "known") .. "_values")
  self.lists[#self.lists + 1] = { name = name, parts = parts, text = text, values = are_plain(values) and values }
  return name
end

--- Reserves a place for a function that validates, so that the functions have the order of the calls.
---@return { lines: string[] }
function Writer:reserve_predicate()
  local slot = {}
  self.predicates[#self.predicates + 1] = slot
  return slot
end

--- Adds a function that returns a schema.
---@param name string
---@return table entry the caller sets its `node`
function Writer:add_function(name)
  local entry = { name = name }
  self.functions[#self.functions + 1] = entry
  return entry
end

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

-- ---- the text -----------------------------------------------------------------------

local of_v, of_both = { "v" }, { "v", "of" }
local helpers = {
  { name = "is_integer", parameters = of_v,
    code = "def is_integer(v): return type(v) == \"int\" or type(v) == \"float\" and v % 1 == 0" },
  { name = "is_multiple", parameters = of_both,
    code = "def is_multiple(v, of): return assert.multiple_of(of).check(v) == True" },
  { name = "is_unique", parameters = of_v, code = "def is_unique(v): return assert.unique().check(v) == True" },
  { name = "is_among", parameters = of_both,
    code = "def is_among(v, of): return assert.one_of(of).check(v) == True" },
  { name = "is_format", parameters = of_both,
    code = "def is_format(v, of): return assert.format(of).check(v) == True" },
  { name = "exactly_one", parameters = { "verdicts" },
    code = "def exactly_one(verdicts): return len([0 for fits in verdicts if fits]) == 1" },
}

-- The text that is being written.
local Text = {}
Text.__index = Text

function Text:add(line)
  local count = self.count + 1
  self.lines[count], self.count = line, count
end

-- Notes that the lines from `first` on are a piece: see `yschema.code.outline`.
function Text:note(kind, first, name, parameters)
  local piece = { kind = kind, first = first, last = self.count, name = name, parameters = parameters }
  self.pieces[#self.pieces + 1] = piece
  return piece
end

-- Writes a function without YAML.
local function write_function(text, lines, name, parameters)
  local first = text.count + 1
  for i = 1, #lines do text:add("#@ " .. lines[i]) end
  text:note("function", first, name, parameters)
  text:add ""
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

--- Writes the whole text.
---@param about string[] notes for readers
---@param root yschema.WrittenNode
---@return string
---@return table<integer, yschema.KeywordPlace> places the sources of the lines, by their numbers
---@return yschema.Outline outline of the text
function Writer:text(about, root)
  local text = setmetatable({ lines = {}, places = {}, pieces = {}, count = 0 }, Text)
  for _, note in ipairs(about) do text:add("#! " .. note) end
  text:add ""
  for _, helper in ipairs(helpers) do
    if self.needed[helper.name] then write_function(text, { helper.code }, helper.name, helper.parameters) end
  end
  for _, list in ipairs(self.lists) do write_list(text, list) end
  for _, predicate in ipairs(self.predicates) do write_function(text, predicate.lines, predicate.name, of_v) end
  for _, row in ipairs(self.functions) do write_body(text, row.name, row.node) end
  local first = text.count + 1
  text:add "#@data/values-schema"
  write_document(text, root)
  text:note("document", first)
  return concat(text.lines, "\n") .. "\n", text.places, { lines = text.lines, pieces = text.pieces }
end

return writer
