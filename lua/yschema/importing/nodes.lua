--- Writes schemas as nodes of the language of yschema: values with annotations, and rules for the rest.
--
-- @module yschema.importing.nodes

local accepts = require "yschema.importing.reporting.fitting".accepts
local core = require "yschema.core"
local documentation = require "yschema.importing.documentation"
local forms = require "yschema.importing.reading.forms"
local literals = require "yschema.importing.writing.literals"
local maps = require "yschema.importing.maps"
local rules = require "yschema.importing.writing.rules"
local values_of_json = require "yschema.importing.reading.values"

local nodes = {}

local form_of, is_open = forms.new, forms.is_open
local type_list, count_of = literals.types, literals.count_types
local spells_integers = values_of_json.spells_integers
local nothing = {}

---@class yschema.SchemaNodes
---@field simple yschema.Simplifier
---@field writer yschema.SchemaWriter
---@field functions table<yschema.Form, yschema.SchemaPiece>
---@field edges table<string, table<string, true>> which function requires which, without optional places between them
---@field current? string the function that is being written
---@field seen? table<yschema.Form, boolean> true where other keywords see the values
---@field find_seen fun(): table<yschema.Form, boolean> is called when something depends on them
---@field is_optional boolean the place that is being written may be missing
---@field lacking boolean a node that was written leaves its rule to the one around it
---@field null_is_missing? boolean a null of a key counts as a missing key
---@field is_dynamic? boolean there is a `$dynamicRef` or `$recursiveRef` with several targets
local Nodes = {}
Nodes.__index = Nodes

---@param simple yschema.Simplifier
---@param writer yschema.SchemaWriter
---@return yschema.SchemaNodes
function nodes.new(simple, writer)
  return setmetatable({ simple = simple, writer = writer, functions = {}, edges = {}, is_optional = false,
    current = "", building = {}, lacking = false }, Nodes)
end

--- Writes the document of a schema.
---@param schema any
---@param find_seen fun(): table<yschema.Form, boolean> finds the forms whose values other keywords see
---@return yschema.SchemaBody
function Nodes:document(schema, find_seen)
  self.find_seen, self.seen = find_seen, nil
  self.current, self.is_optional, self.lacking = "", false, false
  local uses = self.writer:begin()
  return { node = documentation.whole(self, self:node(schema, "root", "document")), uses = uses }
end

local function is_unseen(self, form)
  self.seen = self.seen or self.find_seen()
  return self.seen[form] == false
end

--- Returns whether no other keyword sees the values of a form, so that something may be filled in.
---@param form yschema.Form
---@return boolean
function Nodes:is_unseen(form)
  local uses, unseen = self.writer.uses, is_unseen(self, form)
  uses.unseen = uses.unseen or {}
  uses.unseen[form] = unseen
  return unseen
end

--- Writes a schema for a place, which may be missing.
---@param schema any
---@param hint? string see `node`
---@param is? "entry"|"filled entry"
---@param is_optional boolean
---@return yschema.WrittenNode
function Nodes:place(schema, hint, is, is_optional)
  local before = self.is_optional
  self.is_optional = before or is_optional
  local node = self:node(schema, hint, is)
  self.is_optional = before
  return node
end

-- ---- functions ----------------------------------------------------------------------

--- Returns the name of the function for a schema. It is written later, because schemas may refer to others in long
--- chains.
---@param schema any
---@param hint? string
---@return string
function Nodes:function_of(schema, hint)
  local form = self.simple:form(schema)
  local piece = self.functions[form]
  if not piece then
    piece = self.writer:add_function(form, hint)
    self.functions[form] = piece
  end
  return self.writer:use(piece)
end

-- Whether a body was written for the same keywords around it.
local function is_valid(self, body)
  for form, unseen in next, body.uses.unseen or nothing do
    if is_unseen(self, form) ~= unseen then return false end
  end
  return true
end

--- Returns the body of a function, which is written when it is needed first.
---@param piece yschema.SchemaPiece
---@return yschema.SchemaBody
function Nodes:body(piece)
  local bodies = piece.bodies
  for i = 1, #bodies do
    if is_valid(self, bodies[i]) then return bodies[i] end
  end
  self.current, self.is_optional, self.lacking = piece.name, false, false
  local uses = self.writer:begin()
  local body = { node = documentation.whole(self, self:whole(piece.form, piece.name)), uses = uses }
  uses.lacking = self.lacking or nil
  bodies[#bodies + 1] = body
  return body
end

-- Whether one function requires another, without optional places between them.
function Nodes:contains(name, other, seen)
  if name == other then return true end
  seen = seen or {}
  if seen[name] then return false end
  seen[name] = true
  for next_name in pairs(self.edges[name] or {}) do
    if self:contains(next_name, other, seen) then return true end
  end
  return false
end

-- Writes a reference to the function of a form. A rule validates instead where the function would require itself.
function Nodes:refer(form, hint)
  if not self.is_optional then
    local piece = self.functions[form]
    if piece and self:contains(piece.name, self.current) then return self:validated(form) end
    local edges = self.edges[self.current] or {}
    self.edges[self.current] = edges
    edges[self:function_of(form, hint)] = true
  end
  return { notes = { "schema/like " .. self:function_of(form, hint) }, text = "null", like = true }
end

-- Writes the target of a `$ref`.
function Nodes:like(form)
  local target = self.simple:target(form)
  if target == nil then return { notes = { "schema/type any=True" }, text = "null" } end
  local other = self.simple:form(target)
  if other.never or is_open(other) then return self:shape(other) end
  return self:refer(other)
end

-- ---- alternatives -------------------------------------------------------------------

local plain_alternatives = { string = '""', boolean = "False" }

-- Writes one of several alternatives.
function Nodes:alternative(form, hint)
  if form.ref and is_open(form, "ref") then
    local target = self.simple:target(form)
    if target ~= nil and not is_open(self.simple:form(target)) then return self:function_of(target) end
  end
  local kind = form.types and next(form.types)
  if kind and plain_alternatives[kind] and not next(form.types, kind) and is_open(form, "types")
    and not next(form.notes) then
    return plain_alternatives[kind]
  end
  return self:function_of(form, documentation.hint(form, hint))
end

function Nodes:choice(name, list, form, hint)
  local parts = {}
  for i, schema in ipairs(list) do
    if form.types then
      local both = form_of()
      both.place, both.types, both.all, both.is_joint = form.place, form.types, { schema }, true
      schema = both
    end
    local simple = self.simple:form(schema)
    if not simple.never then parts[#parts + 1] = self:alternative(simple, (hint or "part") .. "_" .. i) end
  end
  if not parts[1] then return self:shape(self.simple:form(false)) end
  return { notes = { ("schema/%s %s"):format(name, table.concat(parts, ", ")) }, text = "null" }
end

-- Returns the kind and the list of alternatives, if a form consists of nothing else.
local function choice_of(form)
  local any, one, all = form.any, form.one, form.all
  local count = (any and #any or 0) + (one and #one or 0) + (all and 1 or 0)
  if count ~= 1 then return nil end
  local field = any and "any" or one and "one" or "all"
  local types = form.types
  form.types = nil
  local alone = is_open(form, field)
  form.types = types
  if not alone or field == "all" and types then return nil end
  if field == "all" then return "all", all end
  return field .. "-of", form[field][1]
end

-- Writes the first member of an `allOf`, with rules for the others.
function Nodes:first_of_all(form, hint)
  local first = self.simple:form(form.all[1])
  local node = self:shape(first, hint)
  for i = 2, #form.all do
    rules.leave(node, self.simple:form(form.all[i]))
  end
  local null = core.null
  if accepts(self.simple, form, null) == false and accepts(self.simple, first, null) ~= false then
    node.not_null = true
  end
  return node
end

-- ---- values -------------------------------------------------------------------------

-- Whether a form has only values, and perhaps types.
local function is_only_values(form)
  local types = form.types
  form.types = nil
  local only = is_open(form, "enum")
  form.types = types
  return only
end

-- Writes a list of values.
function Nodes:constants(form, hint)
  local values, kinds, has_null, scalar = {}, {}, false, true
  local only, spelt = is_only_values(form), spells_integers(form)
  for _, value in ipairs(form.enum) do
    local fits
    if only then fits = values_of_json.is_of(form.types, value) else fits = accepts(self.simple, form, value) end
    if fits == nil then return self:validated(form) end
    if fits then
      local kind = values_of_json.type_of(value)
      if kind == "integer" and not spelt then kind = "number" end
      if value == core.null then has_null = true else values[#values + 1] = value end
      kinds[kind] = true
      scalar = scalar and kind ~= "object" and kind ~= "array"
    end
  end
  if not next(kinds) then return self:shape(self.simple:form(false)) end
  local node = { notes = {}, text = literals.yaml(values[1] == nil and core.null or values[1]) }
  if type(values[1]) == "string" then node.text = literals.scalar(values[1]) end
  local whole = #values == 2 and kinds.boolean and not kinds.string and not kinds.number and scalar
  if values[1] ~= nil and not whole then
    node.named = { "one_of=" .. self.writer:values(values, hint) }
  end
  if not scalar then
    node.notes[1] = "schema/type any=True"
    node.text, node.not_null = "null", not has_null
  elseif kinds.number or next(kinds, next(kinds)) or kinds.null then
    node.notes[1] = "schema/type " .. type_list(kinds, nil, spelt)
  end
  return node
end

-- Leaves a schema to a rule that validates it, but for its types.
function Nodes:validated(form)
  local node = { notes = { "schema/type any=True" }, text = "null" }
  if form.types then
    local types = values_of_json.types(form)
    local words = type_list(types, nil, spells_integers(form))
    if words and not (types.number and count_of(types) == 5) then node.notes[1] = "schema/type " .. words end
    node.text = literals.of_type(types)
  end
  rules.leave(node)
  if accepts(self.simple, form, core.null) == false then node.not_null = true end
  return node
end

-- Describes the contents of a map or of an array. Returns its kind, and the forms that rules must validate.
function Nodes:show_contents(form, kinds, node, hint)
  local rest, shape = {}, nil
  if kinds.object and maps.has_shape(form) then
    rest[#rest + 1] = maps.show(self, form, node)
    shape = "object"
  end
  local items = form.arrays.items
  if kinds.array and not shape and items ~= nil and not form.arrays.prefix and not is_open(self.simple:form(items)) then
    if self.simple:form(items).never then
      rest[#rest + 1] = rules.items_form(form)
    else
      node.item = self:place(items, (hint or "list") .. "_item", nil, true)
      shape = "array"
      local keys = form.notes.identity
      if keys then node.notes[#node.notes + 1] = "schema/identity " .. literals.value(keys[2] and keys or keys[1]) end
    end
  elseif kinds.array and (form.arrays.prefix or items ~= nil) then
    rest[#rest + 1] = rules.items_form(form)
  end
  return shape, rest
end

-- Writes a form by the types that it allows.
function Nodes:typed(form, hint)
  local kinds = values_of_json.types(form)
  if kinds.null and accepts(self.simple, form, core.null) == false then kinds.null = nil end
  -- All fields are named here, so that the table is allocated once.
  local node, count = { notes = {}, text = nil, kinds = kinds, named = nil, place = nil }, count_of(kinds)
  if not next(kinds) then return self:shape(self.simple:form(false)) end
  local shape, rest = self:show_contents(form, kinds, node, hint)
  local all, spelt = count == 5 and kinds.number, spells_integers(form)
  if shape and (count > 1 or kinds.null) then
    if count == 1 then
      node.notes[#node.notes + 1] = "schema/nullable"
    else
      node.notes[#node.notes + 1] = ("schema/type %s, or_inferred=True"):format(type_list(kinds, shape, spelt))
      node.inferred = true
    end
  elseif not shape and all then
    node.notes[1] = "schema/type any=True"
    node.text, node.not_null = "null", not kinds.null
  elseif not shape then
    local only = count == 1 and (kinds.string or kinds.boolean or kinds.integer and spelt)
    if only and kinds.null then
      node.notes[1] = "schema/nullable"
    elseif not only then
      node.notes[1] = "schema/type " .. type_list(kinds, nil, spelt)
    end
    node.text = literals.of_type(kinds)
  end
  rules.of_form(self, form, kinds, count, node, rest)
  return node
end

--- Writes a form without its documentation.
---@param form yschema.Form
---@param hint? string
---@return yschema.WrittenNode
function Nodes:shape(form, hint)
  if form.never then
    return { notes = { "schema/type any=True" }, text = "null", not_null = true, never = true }
  end
  if form.ref and is_open(form, "ref") then return self:like(form) end
  if form.enum then return self:constants(form, hint) end
  local name, list = choice_of(form)
  if name == "all" then return self:first_of_all(form, hint) end
  if not name then return self:typed(form, hint) end
  local before = self.is_optional
  self.is_optional = true
  local node = self:choice(name, list, form, hint)
  self.is_optional = before
  return node
end

-- Gives a node the rule that validates it by the JSON Schema, or leaves that to the node around it. Where the path to a
-- subschema decides what it means, there is only one rule, for the document.
function Nodes:cover(form, node, is)
  if self.is_dynamic and is ~= "document" then return end
  local places = self.simple:origins_of(form)
  if not places then
    self.lacking = true
    return
  end
  if node.when then node.when, node.named = nil, nil end
  node.json = self.writer:parts(places)
end

-- Writes a form in full.
function Nodes:whole(form, hint, is)
  local building, lacking = self.building[form], self.lacking
  self.building[form], self.lacking = true, false
  local node = self:shape(form, hint)
  self.building[form] = building
  local uncovered = node.unsaid or self.lacking
  self.lacking = lacking
  if uncovered or self.is_dynamic and is == "document" then self:cover(form, node, is) end
  if is == "document" then documentation.validate_null(self, form, node) end
  documentation.finish(self, form, node, is)
  node.place = node.place or form.place
  return node
end

--- Writes a schema.
---@param schema any
---@param hint? string words for the names of functions
---@param is? "document"|"entry"|"filled entry" an entry whose default may be filled in
---@return yschema.WrittenNode
function Nodes:node(schema, hint, is)
  local form = self.simple:form(schema)
  if not self.building[form] then return self:whole(form, hint, is) end
  local node = self:refer(form, hint) -- it is recursive
  if node.unsaid then self:cover(form, node) end
  documentation.finish(self, form, node, is)
  node.place = node.place or form.place
  return node
end

return nodes
