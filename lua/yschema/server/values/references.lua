--- Finds names, and the values that refer to them, in all layers of a configuration (`@schema/refers`).
--
-- @module yschema.server.values.references

local fields = require "yschema.server.values.fields"
local layouts = require "yschema.server.values.layouts"
local plain_tables = require "yschema.base.plain_tables"
local views = require "yschema.server.values.views"

local references = {}

local unpack = table.unpack or unpack -- luacheck: ignore

-- All nodes of a collection are looked at.
local MOST_BELOW = 2 ^ 30

--- A document in which names are.
---@class yschema.IndexedDocument
---@field root yschema.LayoutNode
---@field content yschema.EditorText
---@field path string absolute

--- A name, or a value that refers to one.
---@class yschema.NamePlace
---@field document yschema.IndexedDocument
---@field node yschema.LayoutNode
---@field is_key? boolean the key of the node is the name, and not its value
---@field value any
---@field refers? yschema.Reference[] of a value that refers to a name
---@field maps? yschema.LayoutNode[] the maps around such a value

--- The names of a configuration.
---@class yschema.NameIndex
---@field schema yschema.CoreSchema
---@field root yschema.OutlineField
---@field documents yschema.IndexedDocument[]
---@field own? yschema.IndexedDocument that of the text
---@field private by_path table<string, yschema.NamePlace[]> the names to which a path from the root leads
---@field private by_value table<string, table<any, yschema.NamePlace[]>> the same names, by their values
---@field private all? yschema.NamePlace[] the values that refer to names
local NameIndex = {}
NameIndex.__index = NameIndex

--- Opens the names of a configuration.
---@param schema yschema.CoreSchema
---@param documents yschema.IndexedDocument[] those that are merged
---@param own? yschema.IndexedDocument that of the text
---@return yschema.NameIndex
function references.new(schema, documents, own)
  return setmetatable({ schema = schema, root = fields.root(schema), documents = documents, own = own, by_path = {},
    by_value = {} }, NameIndex)
end

-- Returns the documents that are merged with that of a text.
local function documents_of(text, view, root)
  local own, list = root.layout, {}
  local layers = views.has_layers(view.job) and views.layers(view.folder, view.job) or {}
  for _, layer in ipairs(layers) do
    local path = view.folder:absolute(layer.name)
    local is_own = path == text.open.path
    local layout = is_own and own or layouts.of(layer.content, path, view.schema.settings)
    for _, one in ipairs(layout:roots()) do
      list[#list + 1] = { root = one, content = is_own and layout.content or layer.content, path = path }
    end
  end
  local one = { root = root, content = own.content, path = text.open.path or text.open.uri }
  if not layers[1] then list[1] = one end
  return list, one
end

--- Opens the names of the configuration of a view.
---@param text yschema.RequestedText
---@param view yschema.View
---@param root yschema.LayoutNode of the document in the text
---@return yschema.NameIndex? nil: the schema has no references
function references.of(text, view, root)
  if not view.schema.core:references() then return nil end
  return references.new(view.schema, documents_of(text, view, root))
end

-- ---- paths --------------------------------------------------------------------------

--- Splits a path to names into its steps.
---@param path string
---@return integer dots those in front: how many maps above the value it begins; 0: at the root
---@return { key: string?, any: string?, keys: boolean? }[] steps
local function steps_of(path)
  local dots, rest = path:match "^(%.*)(.*)$"
  local steps = {}
  while rest ~= "" do
    local quoted, after = rest:match '^%["(.-[^\\])"%]%.?(.*)$'
    local key = not quoted and rest:match "^[^%.%[{]+"
    if quoted then
      steps[#steps + 1], rest = { key = (quoted:gsub("\\(.)", "%1")) }, after
    elseif key then
      steps[#steps + 1] = key == "*" and { any = "map" } or { key = key }
      rest = rest:sub(#key + 1):gsub("^%.", "")
    else
      steps[#steps + 1] = rest:sub(1, 1) == "{" and { keys = true } or { any = "array" }
      rest = rest:sub(3):gsub("^%.", "")
    end
  end
  return #dots, steps
end

references.steps_of = steps_of

-- Whether a step leads to a node that is below another one.
local function leads_to(step, node, below)
  if below.merge then return false end
  if step.key then return below.key == step.key end
  return step.keys and node.kind == "map" or step.any == node.kind
end

local SCALARS = { string = true, integer = true, float = true, boolean = true }

-- Adds the names to which steps lead from a node.
local function add_names(list, document, node, steps, number)
  local step = steps[number]
  if not step then
    if SCALARS[node.kind] then list[#list + 1] = { document = document, node = node, value = node.value } end
    return
  end
  for _, below in ipairs(node:below(MOST_BELOW)) do
    if leads_to(step, node, below) and step.keys then
      list[#list + 1] = { document = document, node = below, is_key = true, value = below.key }
    elseif leads_to(step, node, below) then
      add_names(list, document, below, steps, number + 1)
    end
  end
end

--- Lists the names of a document to which a path from the root leads.
---@param document yschema.IndexedDocument
---@param path string
---@param value? any only names that are equal to this; nil: all
---@return yschema.NamePlace[]
function references.names_at(document, path, value)
  local list, _, steps = {}, steps_of(path)
  add_names(list, document, document.root, steps, 1)
  if value == nil then return list end
  return plain_tables.kept(list, function(name) return references.equal(name.value, value) end)
end

-- Adds the names to which a path from the root leads.
function NameIndex:add_absolute(list, path, steps)
  local known = self.by_path[path]
  if not known then
    known = {}
    for _, document in ipairs(self.documents) do add_names(known, document, document.root, steps, 1) end
    self.by_path[path] = known
  end
  for _, one in ipairs(known) do list[#list + 1] = one end
end

--- Lists the names to which references lead that are in the configuration of one document.
---@param refers yschema.Reference[]
---@param document yschema.IndexedDocument
---@param maps yschema.LayoutNode[] those around the value
---@param scopes? table<string, true> the scopes of the references that count; nil: the document alone
---@return yschema.NamePlace[]
function NameIndex:names(refers, document, maps, scopes)
  local list = {}
  for _, reference in ipairs(refers) do
    local counts = scopes and scopes[reference.scope] or not scopes and reference.scope == "document"
    for _, path in ipairs(counts and not reference.sensitive and reference.to or {}) do
      local dots, steps = steps_of(path)
      local from = dots > 0 and maps[#maps - dots + 1]
      if dots == 0 then
        self:add_absolute(list, path, steps)
      elseif from then
        add_names(list, document, from, steps, 1)
      end
    end
  end
  return list
end

-- Returns the names to which a path from the root leads, by their values.
function NameIndex:index(path, steps)
  local index = self.by_value[path]
  if not index then
    local list = {}
    index = {}
    self:add_absolute(list, path, steps)
    for _, name in ipairs(list) do
      local value = name.value
      if value ~= nil then
        index[value] = index[value] or {}
        index[value][#index[value] + 1] = name
      end
    end
    self.by_value[path] = index
  end
  return index
end

--- Lists the names to which a value refers: those that are equal to it, or to another one.
---@param use yschema.NamePlace
---@param value? any in place of its own
---@return yschema.NamePlace[]
function NameIndex:equal_names(use, value)
  local list = {}
  if value == nil then value = use.value end
  if value == nil then return list end
  for _, reference in ipairs(use.refers) do
    local counts = reference.scope == "document" and not reference.sensitive
    for _, path in ipairs(counts and reference.to or {}) do
      local dots, steps = steps_of(path)
      local from = dots > 0 and use.maps[#use.maps - dots + 1]
      local names = dots == 0 and self:index(path, steps)[value] or {}
      if from then add_names(names, use.document, from, steps, 1) end
      for _, name in ipairs(names) do
        if references.equal(name.value, value) then list[#list + 1] = name end
      end
    end
  end
  return list
end

-- ---- values -------------------------------------------------------------------------

-- Collects the references of fields.
local function refers_of(list)
  local refers
  for _, field in ipairs(list) do
    for _, reference in ipairs(field.refers or {}) do
      refers = refers or {}
      refers[#refers + 1] = reference
    end
  end
  return refers
end

local function collect(self, document, node, list, maps)
  local refers = SCALARS[node.kind] and refers_of(list)
  if refers then
    self.all[#self.all + 1] = { document = document, node = node, value = node.value, refers = refers, maps = maps }
  end
  if node.kind ~= "map" and node.kind ~= "array" then return end
  local own = maps
  if node.kind == "map" then
    own = { unpack(maps) }
    own[#own + 1] = node
  end
  local resolved = fields.resolved(list, node)
  for _, below in ipairs(node:below(MOST_BELOW)) do
    local of_below = not below.merge and fields.below(resolved, below.key) or {}
    if of_below[1] then collect(self, document, below, of_below, own) end
  end
end

--- Lists the values that refer to names.
---@return yschema.NamePlace[]
function NameIndex:uses()
  if self.all then return self.all end
  self.all = {}
  for _, document in ipairs(self.documents) do collect(self, document, document.root, { self.root }, {}) end
  return self.all
end

-- ---- places -------------------------------------------------------------------------

--- Returns a text for a place: two places are the same if it is.
---@param place yschema.NamePlace
---@return string
function references.id(place)
  return ("%s\0%d"):format(place.document.path, place.is_key and place.node.key_first or place.node.first)
end

--- Returns whether two names are equal.
---@param a any
---@param b any
---@return boolean
function references.equal(a, b) return type(a) == type(b) and a == b end

--- Returns the bytes of a name.
---@param place yschema.NamePlace
---@return integer first
---@return integer after
function references.bytes(place)
  local node = place.node
  if place.is_key then return node.key_first, node.key_last + 1 end
  return node.content or node.first, node.last + 1
end

--- Returns a location of the protocol.
---@param server yschema.LanguageServer
---@param folder yschema.EditedFolder
---@param place yschema.NamePlace
---@return table
function references.location(server, folder, place)
  local first, after = references.bytes(place)
  return { uri = folder.uri(place.document.path), range = place.document.content:range(first, after, server.unit) }
end

--- Finds all places of the names that are at some places: the names themselves, and the values that refer to them.
---@param found table<string, yschema.NamePlace> by their ids, which get more of them
---@param at fun(place: yschema.NamePlace): boolean whether a place is one that is meant
---@return any value the name; nil: there is none
function NameIndex:connect(found, at)
  local value
  local function take(place, others)
    if not (found[references.id(place)] or at(place)) then return end
    found[references.id(place)], value = place, place.value
    for _, other in ipairs(others or {}) do
      if references.equal(other.value, place.value) then found[references.id(other)] = other end
    end
  end
  for _, name in ipairs(self:names(self.schema.core:references(), nil, {})) do take(name) end
  local own = {}
  for i, use in ipairs(self:uses()) do
    own[i] = self:equal_names(use)
    take(use, own[i])
    for _, name in ipairs(own[i]) do take(name, own[i]) end
  end
  for i, use in ipairs(self:uses()) do
    for _, name in ipairs(own[i]) do
      if found[references.id(name)] then found[references.id(use)] = use end
    end
  end
  return value
end

-- Returns the first of some names that is equal to a value, if one of them is among the places.
local function equal_among(names, found, value)
  local is_about, same = false, nil
  for _, name in ipairs(names) do
    is_about = is_about or found[references.id(name)] ~= nil
    if references.equal(name.value, value) then same = same or name end
  end
  return is_about and same or nil
end

--- Returns a name that a new one of some places would be equal to.
---@param found table<string, yschema.NamePlace>
---@param value any
---@return yschema.NamePlace?
function NameIndex:clash(found, value)
  for _, reference in ipairs(self.schema.core:references()) do
    local same = equal_among(self:names({ reference }, nil, {}), found, value)
    if same then return same end
  end
  for _, place in ipairs(self:uses()) do
    local same = found[references.id(place)] and self:equal_names(place, value)[1]
    if same then return same end
  end
end

--- Returns the schemas of a job: its own one, or those of its kinds.
---@param job yschema.Job
---@return yschema.CoreSchema[]
function references.schemas_of(job)
  return plain_tables.mapped(job.kinds or { job }, function(by) return by.schema end)
end

local OUTWARD = { file = true, configuration = true }

--- Returns whether values of other documents may refer to some places.
---@param found table<string, yschema.NamePlace>
---@param job yschema.Job
---@return boolean
function NameIndex:is_outward(found, job)
  for _, schema in ipairs(references.schemas_of(job)) do
    for _, name in ipairs(self:names(schema.core:references() or {}, nil, {}, OUTWARD)) do
      if found[references.id(name)] then return true end
    end
  end
  return false
end

--- Returns the value at a cursor as one that refers to names, or nil.
---@param view yschema.View
---@param chain yschema.LayoutNode[] the nodes to the value
---@return yschema.NamePlace?
function NameIndex:use(view, chain)
  local refers, maps = refers_of(views.resolved({ view }, chain)), {}
  if not refers then return nil end
  for i = 1, #chain - 1 do
    if chain[i].kind == "map" then maps[#maps + 1] = chain[i] end
  end
  local node = chain[#chain]
  return { document = self.own, node = node, value = node.value, refers = refers, maps = maps }
end

--- Returns a function that recognizes the place at which a cursor is.
---@param text yschema.RequestedText
---@param node yschema.LayoutNode
---@param at integer
---@return fun(place: yschema.NamePlace): boolean
function references.cursor(text, node, at)
  local path = text.open.path or text.open.uri
  local in_key = node.key_first ~= nil and at <= node.key_last + 1
  return function(place)
    return place.document.path == path and place.node.first == node.first and (place.is_key or false) == in_key
  end
end

return references
