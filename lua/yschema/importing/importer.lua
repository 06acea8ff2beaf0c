--- Converts a JSON Schema to the language of yschema, and lists the losses.
--
-- @module yschema.importing.importer

local forms = require "yschema.importing.reading.forms"
local keywords = require "yschema.importing.reading.keywords"
local layout = require "yschema.importing.writing.layout"
local lazily = require "yschema.base.lazily"
local library = require "yschema.importing.reading.library"
local literals = require "yschema.importing.writing.literals"
local merging = require "yschema.importing.reading.merging"
local dependencies = require "yschema.importing.writing.dependencies"
local nodes = require "yschema.importing.nodes"
local simplifying = require "yschema.importing.reading.simplifying"
local writer = require "yschema.importing.writing.writer"
local losses = lazily "yschema.importing.losses"
local resources = lazily "yschema.importing.writing.resources"

local importer = {}

--- A keyword of a JSON Schema whose meaning has changed.
---@class yschema.ImportLoss
---@field verdict "stricter"|"looser"|"unknown dialect"|"ignored"|"misspelt"
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

-- One import.
local Import = {}
Import.__index = Import

local nothing = {}

-- Notes the losses that depend on all texts, and for a report the misspelt keywords.
function Import:take_places(validated)
  local has_untranslated = next(self.untranslated) ~= nil
  for node, place in next, self.places do
    if not place.is_quiet or has_untranslated or node.format ~= nil then
      local before = #self.losses + #self.notes
      self:take_place(node, place, validated, has_untranslated)
      place.is_quiet = before == #self.losses + #self.notes
    end
  end
end

function Import:take_place(node, place, validated, has_untranslated)
  local draft, text, format = place.draft, place.text, node.format
  if node["$schema"] ~= nil and library.draft_of(node) == nil then losses.take_dialect(self, node, place) end
  if next(text.rounded) ~= nil then losses.take_rounded(self, node, place) end
  if not validated and not text.built_in then losses.take_misspelt(self, node, place) end
  if has_untranslated then losses.take_patterns(self, node, place) end
  if format == "byte" and text.is_part then -- of OpenAPI
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
  end
end

-- ---- circles ------------------------------------------------------------------------

local CIRCLE = "it is circular: this schema needs itself to validate the same value"

-- Lists the schemas that validate the same value as a subschema: the target of its reference, and its parts.
function Import:in_place(form)
  local parts = forms.in_place(form)
  local target = form.ref and self.simple:target(form)
  if type(target) ~= "table" then return parts end
  local list = { target }
  for i = 1, #parts do list[i + 1] = parts[i] end
  return list
end

-- Searches a schema that needs itself to validate the same value. `path` has the subschemas from the root to the one
-- that is read, so that a long chain of references needs no deep recursion.
function Import:look_for_circle(root, state)
  local path, depth, node = {}, 0, root
  repeat
    local known = type(node) == "table" and state[node] or nil
    if known == "open" then return losses.fail(self, path[depth].form.place, "$ref", CIRCLE) end
    if type(node) == "table" and not known then
      local form = self.simple:read(node)
      depth = depth + 1
      path[depth] = { node = node, form = form, list = self:in_place(form), at = 0 }
      state[node] = "open"
    end
    local last = path[depth]
    while last and last.list[last.at + 1] == nil do
      state[last.node] = "done"
      path[depth], depth = nil, depth - 1
      last = path[depth]
    end
    if last then
      last.at = last.at + 1
      node = last.list[last.at]
    end
  until not last
end

function Import:look_for_circles_in(list, state)
  for i = 1, #list do
    if not state[list[i]] then self:look_for_circle(list[i], state) end
  end
end

-- The order of the schemas decides which one of a circle is reported, so they are sorted when there is a circle.
function Import:look_for_circles()
  local list, places = {}, self.places
  for node in next, places do list[#list + 1] = node end
  self:look_for_circles_in(list, self.shared and self.shared.circles or {})
  if not self.problem then return end
  self.problem = nil
  table.sort(list, function(a, b)
    local one, other = places[a], places[b]
    if one.text ~= other.text then return one.text.name < other.text.name end
    return one.pointer < other.pointer
  end)
  self:look_for_circles_in(list, {})
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

-- Returns what writes an import, and keeps the pieces that it has written.
local function new_nodes(simple) return nodes.new(simple, writer.new()) end

-- Whether some dynamic reference may have several targets.
local function is_dynamic(lib)
  for _, targets in next, lib.dynamic do
    if targets[2] then return true end
  end
  return false
end

-- Finds what a schema needs, and notes what cannot be expressed.
local function written(self, with, text, seen, part)
  with.is_dynamic = is_dynamic(self.lib)
  with.null_is_missing = part ~= nil and part.null_is_missing
  local document = with:document(text.root, function() return seen or seen_forms(self.simple, text.root) end)
  local found = dependencies.of(document, with)
  self.untranslated = found.untranslated
  assert(not found.lacking, "a rule has no subschema")
  return document.node, found
end

-- The result of `seen_forms` where a default may be filled in everywhere.
local nothing_seen = setmetatable({}, { __index = function() return false end })

local function write(self, text, part)
  local with = new_nodes(self.simple)
  local seen = part and part.fills_defaults and nothing_seen or seen_forms(self.simple, text.root)
  local root, found = written(self, with, text, seen, part)
  local about = self.about or ("This is %s, a JSON Schema, in the language of yschema."):format(title_of(text.name))
  return layout.text({ about }, root, found, resources.of(self, found, part))
end

-- Writes a part. What it needs is written once for all parts that share it.
local function write_shared(self, text, part)
  local shared = self.shared
  shared.nodes = shared.nodes or new_nodes(self.simple)
  local root, found = written(self, shared.nodes, text, nil, part)
  shared.documents, shared.texts = shared.documents or {}, shared.texts or {}
  shared.documents[#shared.documents + 1] = root
  return layout.joined_text({ self.about }, root, found, shared.texts, resources.of(self, found, part))
end

-- Reads a part by what the parts of its document share. Returns nil when it needs a library of its own.
local function read_shared(self, part)
  local shared = part.shared
  if not shared or shared.failed then return nil end
  shared.lib = shared.lib or library.new(self.settings)
  local text, places = shared.lib:share_part(part)
  if not text then
    shared.failed = true
    return nil
  end
  local function report(...) losses.take_reference(shared.import, ...) end
  shared.simple = shared.simple or simplifying.new(shared.lib, report)
  shared.simple:go_on()
  shared.import, shared.circles = self, shared.circles or {}
  self.shared, self.lib, self.places, self.simple = shared, shared.lib, places, shared.simple
  merging.go_on()
  return text
end

-- Reads the schema of an import.
local function read(self, source, draft, part)
  local shared = part and read_shared(self, part)
  if shared then return shared end
  merging.forget()
  self.lib = library.new(self.settings)
  self.simple = simplifying.new(self.lib, function(...) losses.take_reference(self, ...) end)
  self.places = self.lib.places
  if part then return self.lib:add_part(part) end
  return self.lib:add(source, source:name(), draft)
end

-- Notes all losses.
local function take_losses(self, text, part, validated)
  for _, loss in ipairs(part and part.losses or nothing) do
    losses.lose(self, "looser", { text = text, pointer = loss.pointer }, loss.keyword, loss.reason)
  end
  self:take_places(validated)
  table.sort(self.losses, by_place)
  table.sort(self.notes, by_place)
end

-- Makes the function that finds the subschema of a line.
local function locate(made, text, places)
  function made.place_of(line)
    local place = places[line]
    if not place then return text.name, 1, "" end
    return place.text.name, library.line(place.text, place.pointer), place.pointer
  end
end

local function new(settings, part)
  return setmetatable({ settings = settings, losses = {}, notes = {}, seen = {}, untranslated = {},
    misspelt = {}, leading_nowhere = {}, lost = {},
    about = part and ("This is %s, in the language of yschema."):format(part.title) }, Import)
end

local function import(source, settings, draft, validated, part)
  local self = new(settings, part)
  local text, problem, owner = read(self, source, draft, part)
  if not text then return nil, problem, owner end
  self:look_for_circles()
  if self.problem and self.shared then
    self.shared.failed = true
    return import(source, settings, draft, validated, part)
  end
  self.writes = true -- only now, because a reference that nothing needs may lead nowhere
  local made, places = {}, nil
  if self.shared then
    made.text = write_shared(self, text, part)
  elseif not self.problem then
    made.text, places, made.outline = write(self, text, part)
  end
  self.writes = false
  take_losses(self, text, part, validated)
  if not validated then self.lib:close() end
  if self.problem then return nil, self.problem end
  if validated then locate(made, text, places) end
  made.losses, made.notes, made.exact = self.losses, self.notes, self.losses[1] == nil
  return made
end

--- Makes a schema from the text of a JSON Schema.
---@param source userdata a core source
---@param settings yschema.Settings
---@param draft? integer the draft of a text without `$schema`
---@param validated? boolean the JSON Schema itself validates, which reports its misspelt keywords
---@return yschema.Import? import
---@return string? problem with file and line
---@return userdata? owner has the records of errors, if the text is neither JSON nor YAML
function importer.import(source, settings, draft, validated)
  local made, problem, owner = import(source, settings, draft, validated)
  merging.forget()
  return made, problem, owner
end

--- Makes a schema of each part of one or more documents.
---@param parts yschema.SchemaPart[] their `import` is set
---@param settings yschema.Settings
---@return boolean? ok
---@return string? problem with file and line
function importer.import_parts(parts, settings)
  local problem
  for _, part in ipairs(parts) do
    part.import, problem = import(nil, settings, nil, nil, part)
    if problem then break end
  end
  merging.forget()
  return not problem or nil, problem
end

--- Writes a text with all that the parts of one document have, to compile it once.
---@param part yschema.SchemaPart whose document was imported
---@return { text: string, outline: yschema.Outline }? whole nil when its parts share nothing
function importer.whole(part)
  local shared = part.shared
  if not shared or shared.failed or not shared.nodes then return nil end
  local out = shared.nodes.writer
  local found, entries = dependencies.all(out), {}
  for _, document in ipairs(shared.documents) do
    local i = #found.names + 1
    found.names[i], found.bodies[i], found["function"][i] = out:name "document", { node = document }, {}
  end
  for i, name in ipairs(found.names) do
    entries[i] = { key = name, node = { notes = { "schema/like " .. name }, text = "null" } }
  end
  local document = { notes = { "schema/keys-may-be-present" }, entries = entries }
  local text, _, outline = layout.text({}, document, found,
    resources.of({ lib = shared.lib, places = shared.lib.places, lost = {} }, found, part))
  return { text = text, outline = outline }
end

return importer
