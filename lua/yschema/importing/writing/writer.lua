--- Puts the text of a schema together: its code lines, its functions and its document.
--
-- @module yschema.importing.writing.writer

local literals = require "yschema.importing.writing.literals"
local regexps = require "yschema.importing.reading.regexps"

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
---@field counts table<string, integer> the number of the last name that was made for a hint
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
  return setmetatable({ names = names, counts = {}, predicates = {}, functions = {}, lists = {}, needed = {},
    patterns = {}, hints = {}, report_pattern = report_pattern, report_format = report_format }, Writer)
end

--- Makes a unique name.
---@param hint string
---@return string
function Writer:name(hint)
  hint = hint:gsub("(%l)(%u)", "%1_%2"):gsub("[^%w]+", "_"):gsub("^_+", ""):gsub("_+$", ""):lower()
  if hint == "" then hint = "schema" end
  if hint:find "^%d" then hint = "_" .. hint end
  if #hint > 40 then hint = hint:sub(1, 40):gsub("_+$", "") end
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

--- Returns words for the name of a form: its place, or its title.
---@param form yschema.Form
---@return string
function Writer:hint_of(form)
  if self.hints[form] then return self.hints[form] end
  if not form.place then return "part" end
  local steps = {}
  for step in form.place.pointer:gmatch "[^/]+" do steps[#steps + 1] = step end
  for i = #steps, 1, -1 do
    local step = steps[i]
    if not unsaid[step] and not step:find "^%d+$" and not step:find "Of$" then
      return (step:gsub("~1", "_"):gsub("~0", "_"))
    end
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

-- ---- repeated calls -----------------------------------------------------------------

local MANY = 1000 -- ways from one function to others
local AROUND = 600 -- the count of a recursive way, so that two of them are many

-- Lists the functions that each function calls, once for each call, and counts the calls.
local function calls_of(slots)
  local calls, places = {}, {}
  for _, slot in ipairs(slots) do
    local list = {}
    for i = 2, #slot.lines do
      local line, at = slot.lines[i], 1
      repeat
        at = find(line, "fits_", at, true)
        local name = at and match(line, "^%f[%w_](fits_[%w_]+)%(", at)
        if name then
          list[#list + 1] = name
          places[name] = (places[name] or 0) + 1
        end
        at = at and at + 5
      until not at
    end
    calls[slot.name] = list
  end
  return calls, places
end

-- Whether there are many ways from some function.
local function has_many_ways(slots, calls)
  local known = {}
  local function ways(name)
    if known[name] then return known[name] end
    known[name] = AROUND
    local sum = 1
    for _, other in ipairs(calls[name] or {}) do
      sum = sum + ways(other)
      if sum >= MANY then break end
    end
    known[name] = sum < MANY and sum or MANY
    return known[name]
  end
  for _, slot in ipairs(slots) do
    if ways(slot.name) >= MANY then return true end
  end
  return false
end

--- Makes functions remember their results where they would be called again and again for the same value. Definitions
-- that refer to others twice, at several steps, make a few functions that lead to the last one in thousands of ways.
-- Then each function that is called at several places is given to `memoize`.
function Writer:share_results()
  local calls, places = calls_of(self.predicates)
  if not has_many_ways(self.predicates, calls) then return end
  for _, slot in ipairs(self.predicates) do
    if (places[slot.name] or 0) > 1 then
      local anew = self:name(slot.name .. "_anew")
      slot.lines[1] = ("def %s(v):"):format(anew)
      slot.lines[#slot.lines + 1] = ("%s = memoize(%s)"):format(slot.name, anew)
    end
  end
end

-- ---- nodes --------------------------------------------------------------------------

local write_map

-- Null is written as an empty value, because strict mode accepts no other null.
local function after_colon(node) return node.text == "null" and "" or " " .. node.text end

local function write_notes(node, indent, add)
  for _, note in ipairs(node.notes) do add(indent .. "#@" .. note, node.place) end
end

-- Writes the value of an item after or below its `-`.
local function write_item(node, indent, add)
  local item = node.item
  write_notes(item, indent, add)
  if item.entries then
    add(indent .. "-", item.place)
    write_map(item, indent .. "  ", add)
  elseif item.item then
    add(indent .. "-", item.place)
    write_item(item, indent .. "  ", add)
  else
    add(indent .. "-" .. after_colon(item), item.place)
  end
end

function write_map(node, indent, add)
  for _, entry in ipairs(node.entries) do
    local value = entry.node
    write_notes(value, indent, add)
    local start = indent .. literals.key(entry.key) .. ":"
    if value.entries then
      add(start, value.place)
      write_map(value, indent .. "  ", add)
    elseif value.item then
      add(start, value.place)
      write_item(value, indent, add)
    else
      add(start .. after_colon(value), value.place)
    end
  end
end

-- Writes a node as a document.
local function write_document(node, add)
  write_notes(node, "", add)
  if node.entries then
    add("---", node.place)
    write_map(node, "", add)
  elseif node.item then
    add("---", node.place)
    write_item(node, "", add)
  else
    add("---" .. after_colon(node), node.place)
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

function Text:add(line, place)
  local count = self.count + 1
  self.lines[count], self.places[count], self.count = line, place, count
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
  for _, line in ipairs(lines) do text:add("#@ " .. line) end
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
  write_document(node, function(line, place) text:add(line, place) end)
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
  write_document(root, function(line, place) text:add(line, place) end)
  text:note("document", first)
  return concat(text.lines, "\n") .. "\n", text.places, { lines = text.lines, pieces = text.pieces }
end

return writer
