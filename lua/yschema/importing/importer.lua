--- Converts a JSON Schema to the language of yschema, and lists the losses.
--
-- @module yschema.importing.importer

local forms = require "yschema.importing.reading.forms"
local keywords = require "yschema.importing.reading.keywords"
local lazily = require "yschema.base.lazily"
local library = require "yschema.importing.reading.library"
local literals = require "yschema.importing.writing.literals"
local merging = require "yschema.importing.reading.merging"
local nodes = require "yschema.importing.nodes"
local predicates = require "yschema.importing.predicates"
local simplifying = require "yschema.importing.reading.simplifying"
local writer = require "yschema.importing.writing.writer"
local explaining = lazily "yschema.importing.reporting.explaining"
local losses = lazily "yschema.importing.losses"

local importer = {}

local ipairs, next, select, setmetatable, sort, type = ipairs, next, select, setmetatable, table.sort, type

--- A keyword of a JSON Schema whose meaning has changed.
---@class yschema.ImportLoss
---@field verdict "stricter"|"looser"|"dropped"|"unknown dialect"|"ignored"
---@field keyword string
---@field file string
---@field pointer string
---@field line integer
---@field reason string

--- The result of an import.
---@class yschema.Import
---@field text string the schema
---@field outline? yschema.Outline of the text
---@field losses yschema.ImportLoss[]
---@field notes yschema.ImportLoss[] the keywords that count for nothing by the standard, too
---@field exact boolean nothing is lost
---@field place_of? fun(line: integer): string, integer, string file, line and pointer for which a line of `text` stands
---@field explain? fun(value: any, number: integer): table? the `pipeline.leaves` that break a rule, by its number

-- One import.
local Import = {}
Import.__index = Import

local nothing = {}

-- Notes the losses that depend on all texts.
function Import:take_places()
  local ignored, has_untranslated = self.ignored_formats, next(self.untranslated) ~= nil
  for node, place in next, self.lib.places do
    local draft, text, format = place.draft, place.text, node.format
    if node["$schema"] ~= nil and library.draft_of(node) == nil then losses.take_dialect(self, node, place) end
    if next(text.rounded) ~= nil then losses.take_rounded(self, node, place) end
    if has_untranslated then losses.take_patterns(self, node, place) end
    if format ~= nil and (ignored[format] or format == "byte" and text.is_part) then -- of OpenAPI
      losses.take_format(self, place)
    end
    if draft < 2019 then
      if node["$ref"] ~= nil and next(node, next(node)) ~= nil and keywords.stands_alone(node, draft) then
        losses.take_ignored(self, node, place)
      end
    else
      if node.unevaluatedProperties ~= nil or node.unevaluatedItems ~= nil then
        losses.take_unevaluated(self, node, place)
      end
      if self.lib:dynamic_reference(node, draft) then losses.take_dynamic(self, node, place) end
    end
  end
end

-- ---- circles ------------------------------------------------------------------------

-- Searches a schema that needs itself to validate the same value.
function Import:look_for_circle(node, state)
  if type(node) ~= "table" or state[node] == "done" or self.problem then return end
  local form = self.simple:read(node)
  local parts = forms.in_place(form)
  if not form.ref and parts[1] == nil then return end
  state[node] = "open"
  local target = form.ref and self.simple:target(form)
  if target then
    if type(target) == "table" and state[target] == "open" then
      losses.fail(self, form.place, "$ref", "it is circular: this schema needs itself to validate the same value")
    end
    self:look_for_circle(target, state)
  end
  for i = 1, #parts do self:look_for_circle(parts[i], state) end
  state[node] = "done"
end

function Import:look_for_circles_in(list)
  local state = {}
  for i = 1, #list do
    if not state[list[i]] then self:look_for_circle(list[i], state) end
  end
end

-- The order of the schemas decides which one of a circle is reported, so they are sorted when there is a circle.
function Import:look_for_circles()
  local list, places = {}, self.lib.places
  for node in next, places do list[#list + 1] = node end
  self:look_for_circles_in(list)
  if not self.problem then return end
  self.problem = nil
  sort(list, function(a, b)
    local one, other = places[a], places[b]
    if one.text ~= other.text then return one.text.name < other.text.name end
    return one.pointer < other.pointer
  end)
  self:look_for_circles_in(list)
end

-- ---- defaults -----------------------------------------------------------------------

-- Whether a form has keywords that validate more than one key or item.
local function looks(form)
  local maps, arrays = form.maps, form.arrays
  return form.any or form.one or form.all or form.nots or form.branches or form.needs or form.enum
    or maps.min or maps.max or maps.names ~= nil or maps.unevaluated ~= nil
    or arrays.unique or arrays.contains or arrays.unevaluated ~= nil or arrays.prefix
    or form.ref and not forms.is_open(form, "ref")
end

local function each_in(list, visit)
  for i = 1, #list do visit(list[i], true) end
end

local function each_row(rows, seen, visit)
  for i = 1, #rows do visit(rows[i].schema, seen) end
end

local function each_in_lists(lists, visit)
  for i = 1, #lists do each_in(lists[i], visit) end
end

-- Calls a function with each schema for a part of the values of a form, and whether other keywords see that part.
local function each_part(form, seen, visit)
  local maps, arrays = form.maps, form.arrays
  if maps.properties then each_row(maps.properties, seen, visit) end
  if maps.patterns then each_row(maps.patterns, seen, visit) end
  if maps.additional ~= nil then visit(maps.additional, seen) end
  if arrays.items ~= nil then visit(arrays.items, seen) end
  if arrays.prefix then each_in(arrays.prefix, visit) end
  if form.all then each_in(form.all, visit) end
  if form.any then each_in_lists(form.any, visit) end
  if form.one then each_in_lists(form.one, visit) end
end

-- Finds the forms whose values other keywords see. Nothing may be filled in where the result is true: JSON Schema fills
-- in nothing, so a default could change the verdict of a keyword that validates a map as a whole.
local function seen_forms(simple, root)
  local found, open, count = {}, {}, 0
  local function visit(schema, seen)
    local form = simple:form(schema)
    local before = found[form]
    if before or before == false and not seen then return end -- a form that looks is marked so the first time
    seen = seen or looks(form) and true or false
    found[form] = seen
    open[count + 1], count = form, count + 1
  end
  visit(root, false)
  while count > 0 do
    local form = open[count]
    open[count], count = nil, count - 1
    each_part(form, found[form], visit)
    local target = form.ref and simple:target(form)
    if target then visit(target, found[form]) end
  end
  return found
end

-- ---- the import ---------------------------------------------------------------------

local function by_place(a, b)
  if a.file ~= b.file then return a.file < b.file end
  if a.line ~= b.line then return a.line < b.line end
  if a.pointer ~= b.pointer then return a.pointer < b.pointer end
  return a.reason < b.reason
end

-- The name of a file for a comment. A name may contain a line break and a line of code after it.
local function title_of(path)
  local name = path:match "[^/]*$"
  local text = literals.text(name)
  return text == '"' .. name .. '"' and name or text
end

local function write(self, text, explains, title)
  local out = writer.new(function(pattern, problem) self.untranslated[pattern] = problem end,
    function(name) self.ignored_formats[name] = true end)
  out.rules = explains and {} or nil
  self.rules = out.rules
  local validating = predicates.new(self.simple, out)
  local written = nodes.new(self.simple, out, validating, seen_forms(self.simple, text.root))
  local root = written:node(text.root, "root", "document")
  written:finish()
  validating:finish()
  local about = title and title:gsub("%c", "?")
    or ("This is %s, a JSON Schema, in the language of yschema."):format(title_of(text.name))
  return out:text({ about }, root)
end

--- Makes a schema from the text of a JSON Schema.
---@param source userdata a core source
---@param settings yschema.Settings
---@param draft? integer the draft of a text without `$schema`
---@param explains? boolean rules call `explain_failure(v, n)` when a value is invalid: see `explain` of the result
---@param part? yschema.SchemaPart in place of a source
---@return yschema.Import? import
---@return string? problem with file and line
---@return userdata? owner has the records of errors, if the text is neither JSON nor YAML
function importer.import(source, settings, draft, explains, part)
  local lib = library.new(settings)
  merging.forget()
  local self = setmetatable({ lib = lib, losses = {}, notes = {}, seen = {}, untranslated = {}, ignored_formats = {},
    leading_nowhere = {} }, Import)
  self.simple = simplifying.new(lib, function(...) losses.take(self, ...) end)
  local text, problem, owner
  if part then text = lib:add_part(part) else text, problem, owner = lib:add(source, source:name(), draft) end
  if not text then return nil, problem, owner end
  for _, loss in ipairs(part and part.losses or nothing) do
    losses.lose(self, "looser", { text = text, pointer = loss.pointer }, loss.keyword, loss.reason)
  end
  self:look_for_circles()
  self.writes = true -- only now, because a reference that nothing needs may lead nowhere
  local written, places, outline
  if not self.problem then
    local about = part and ("This is %s, in the language of yschema."):format(part.title)
    written, places, outline = write(self, text, explains, about)
  end
  self.writes = false
  self:take_places()
  sort(self.losses, by_place)
  sort(self.notes, by_place)
  merging.forget()
  if not explains then lib:close() end
  if self.problem then return nil, self.problem end
  local explainer = explains and explaining.explainer(self.simple, select(2, written:gsub("\n", "\n")))
  return { text = written, outline = outline, explain = explains and function(value, number)
    return explainer:leaves(self.rules[number], value)
  end, place_of = explains and function(line)
    local place = places[line] or explainer:place(line)
    if not place then return text.name, 1, "" end
    return place.text.name, library.line(place.text, place.pointer), place.pointer
  end, losses = self.losses, notes = self.notes, exact = self.losses[1] == nil }
end

return importer
