--- Holds the texts of JSON Schemas, and finds the targets of `$ref`: resources by their ids, anchors, and other files.
--
-- @module yschema.importing.reading.library

local addresses = require "yschema.metaschema.addresses"
local core = require "yschema.core"
local changed = require "yschema.base.plain_tables".changed
local lazily = require "yschema.base.lazily"
local integers = require "yschema.importing.reading.integers"
local other_texts = lazily "yschema.metaschema.other_texts"
local pointers = require "yschema.text.json_pointer"
local tables = require "yschema.importing.reading.tables"
local validity = require "yschema.metaschema.validity"
local file_kinds = require "yschema.base.file_kinds"

local library = {}

local below, resolve, split = addresses.below, addresses.resolve, addresses.split
local is_array = tables.is_array

--- The place of a subschema.
---@class yschema.KeywordPlace
---@field text yschema.SchemaText
---@field pointer string
---@field base string the address that `$ref` is relative to
---@field draft integer 4, 6, 7, 2019 or 2020
---@field node table
---@field below? yschema.KeywordPlace[]|false the subschemas directly below, where parts share a library
---@field target? any of its `$ref`, where parts share a library
---@field is_quiet? boolean no keyword of it is lost, whatever part it is imported for

--- The text of a JSON Schema.
---@class yschema.SchemaText
---@field name string
---@field documents userdata the parsed text
---@field root any
---@field as_editors? boolean
---@field built_in? boolean it is a metaschema, which users do not have as a file
---@field base string its address
---@field given string the address that it was read from
---@field address string the same, in a generated schema; "" of the first text
---@field rounded table<number, yschema.RoundedInteger>

---@class yschema.SchemaLibrary
---@field places table<table, yschema.KeywordPlace>
---@field ids table<string, table> the roots of resources, by their addresses
---@field anchors table<string, table> by address and name
---@field dynamic table<string, table[]> the subschemas with a `$dynamicAnchor`, by its name, or `$recursiveAnchor`
---@field texts table<string, yschema.SchemaText|false> by address
---@field all yschema.SchemaText[] as they were read
---@field settings yschema.Settings
---@field is_ambiguous boolean a subschema is at two places, because an alias repeats it
---@field open? yschema.KeywordPlace[] those whose references are still to be entered
local Library = {}
Library.__index = Library

-- The content of each keyword: a schema, a list or a map of schemas.
local ONE, LIST, MAP = 1, 2, 3
local holds = {
  additionalProperties = ONE, additionalItems = ONE, items = ONE, contains = ONE, propertyNames = ONE,
  ["not"] = ONE, ["if"] = ONE, ["then"] = ONE, ["else"] = ONE, unevaluatedItems = ONE, unevaluatedProperties = ONE,
  prefixItems = LIST, allOf = LIST, anyOf = LIST, oneOf = LIST,
  properties = MAP, patternProperties = MAP, definitions = MAP, ["$defs"] = MAP, dependentSchemas = MAP,
  dependencies = MAP,
}

-- The first draft that has a keyword, where the import reads it in no older one.
local since = { prefixItems = 2020, dependentSchemas = 2019, unevaluatedItems = 2019, unevaluatedProperties = 2019 }

-- Returns the number of the draft that `$schema` names, or nil.
local function draft_of(root)
  local uri = type(root) == "table" and root["$schema"]
  return type(uri) == "string" and validity.draft_of(uri) or nil
end

library.draft_of = draft_of

--- Enters a subschema and all subschemas below it.
---@param node any
---@param text yschema.SchemaText
---@param pointer string
---@param base string
---@param draft integer
---@param above? yschema.KeywordPlace of the subschema that contains it
function Library:enter(node, text, pointer, base, draft, above)
  local places = self.places
  if type(node) ~= "table" or is_array(node) then return end
  local known = places[node]
  if known then
    self.is_ambiguous = self.is_ambiguous or known.pointer ~= pointer
    if above and above.below then above.below[#above.below + 1] = known end
    return
  end
  if node["$schema"] ~= nil then draft = draft_of(node) or draft end
  local id = draft == 4 and node.id or node["$id"]
  -- Up to draft 7, the other keywords are ignored beside `$ref`.
  if type(id) == "string" and not (draft <= 7 and type(node["$ref"]) == "string") then
    base = self:enter_id(node, id, base, draft)
  end
  local place = { text = text, pointer = pointer, base = base, draft = draft, node = node,
    below = text.is_shared and {} }
  places[node] = place
  if above and above.below then above.below[#above.below + 1] = place end
  if self.open then self.open[#self.open + 1] = place end
  if node["$anchor"] ~= nil or node["$dynamicAnchor"] ~= nil or node["$recursiveAnchor"] ~= nil then
    self:enter_anchors(node, base)
  end
  self:enter_all_below(node)
end

-- Enters a subschema by its id. Returns the address that references in it are relative to.
function Library:enter_id(node, id, base, draft)
  local uri, anchor = split(id)
  if uri ~= "" then
    base = resolve(base, uri)
    self.ids[base] = self.ids[base] or node
  end
  if anchor ~= "" and draft <= 7 then self.anchors[base .. "#" .. anchor] = node end
  return base
end

-- Enters what the keywords of a subschema contain. Their order decides which of several equal addresses counts.
function Library:enter_all_below(node)
  local first, several
  for key, value in next, node do
    if holds[key] and type(value) == "table" then first, several = key, first ~= nil end
  end
  if several then
    local keys = tables.keys(node)
    for i = 1, #keys do
      local key = keys[i]
      if holds[key] then self:enter_below(node, key, holds[key]) end
    end
  elseif first then
    self:enter_below(node, first, holds[first])
  end
end

function Library:enter_anchors(node, base)
  if type(node["$anchor"]) == "string" then self.anchors[base .. "#" .. node["$anchor"]] = node end
  local dynamic = node["$dynamicAnchor"]
  if type(dynamic) == "string" then
    self.anchors[base .. "#" .. dynamic] = self.anchors[base .. "#" .. dynamic] or node
    self:enter_dynamic(dynamic, node)
  end
  if node["$recursiveAnchor"] == true then self:enter_dynamic("", node) end
end

-- Enters a possible target of a dynamic reference; the name is "" for `$recursiveAnchor`.
function Library:enter_dynamic(name, node)
  self.dynamic[name] = self.dynamic[name] or {}
  self.dynamic[name][#self.dynamic[name] + 1] = node
end

--- Returns the dynamic reference of a subschema: its target may depend on the path to the reference.
---@param node table
---@param draft integer
---@return string? ref
---@return string? keyword
---@return boolean? open there are several targets
function Library:dynamic_reference(node, draft)
  local ref, keyword = node["$dynamicRef"], "$dynamicRef"
  if draft == 2019 then ref, keyword = node["$recursiveRef"], "$recursiveRef" end
  if draft < 2019 or type(ref) ~= "string" then return nil end
  local name = draft == 2019 and "" or ref:match "^[^#]*#([^/]+)$"
  local targets = name and self.dynamic[name]
  return ref, keyword, targets ~= nil and #targets > 1
end

function Library:enter_below(node, key, what)
  local value, place = node[key], self.places[node]
  if type(value) ~= "table" then return end
  local text, base, draft, pointer = place.text, place.base, place.draft, place.pointer .. "/" .. key
  if since[key] and draft < since[key] then return end
  if is_array(value) then
    if what == MAP then return end
    for i = 1, #value do self:enter(value[i], text, pointer .. "/" .. i - 1, base, draft, place) end
  elseif what == ONE then
    self:enter(value, text, pointer, base, draft, place)
  elseif what == MAP then
    for name, child in next, value do
      if type(child) == "table" then self:enter(child, text, below(pointer, name), base, draft, place) end
    end
  end
end

local function is_schema(value) return type(value) == "boolean" or tables.is_map(value) end

-- ---- texts --------------------------------------------------------------------------

-- Parses a text. Returns the document and its root; or nil, and a problem or the records of errors.
local function parsed(source, settings)
  local documents, owner = core.parse(source, settings)
  if not documents then return nil, nil, owner end
  if documents:count() ~= 1 then return nil, "expected one document" end
  local root, problem = documents:value(1, true)
  if root == nil then return nil, problem end
  return documents, file_kinds.is_json(source:name()) and root or tables.with_text_keys(root)
end

--- Reads the text of a JSON Schema.
---@param source userdata a core source
---@param base string the address of the text, unless it has its own
---@param draft? integer of texts without `$schema`
---@param is_built_in? boolean it is a metaschema of a draft
---@return yschema.SchemaText? text
---@return string? problem
---@return userdata? owner has the records of errors, if it is neither JSON nor YAML
function Library:add(source, base, draft, is_built_in)
  local documents, root, owner = parsed(source, self.settings)
  local name = source:name()
  if not documents then return nil, root and ("%s: %s"):format(name, root), owner end
  if not is_schema(root) then return nil, name .. ": it is not a JSON Schema, which is a map, true or false" end
  local own = draft_of(root)
  local invalid = not is_built_in and validity.problem(source, self.settings, draft)
  if invalid then return nil, invalid end
  -- Where `$schema` names a draft up to 7, formats are validated, as ajv and editors do. These drafts leave that open.
  local text = { name = name, documents = documents, root = root, base = base, as_editors = own and own <= 7,
    rounded = integers.rounded(source:text()) }
  text.given, text.address = base, self.all[1] and addresses.beside(base, self.all[1].given) or ""
  self.all[#self.all + 1] = text
  self.texts[base] = text
  if type(root) == "table" then
    self.ids[base] = root
    self:enter(root, text, "", base, own or draft or 2020)
    text.base = self.places[root].base
  end
  return text
end

-- Enters the root of the document of a part. Returns the text with the part as its root.
local function text_of(self, part, is_shared)
  self.document = self.document or { root = part.root, schema = validity.metaschemas[part.draft] }
  local text = { name = part.name, documents = part.documents, root = part.root, base = part.name, as_editors = true,
    rounded = part.rounded, is_part = true, is_shared = is_shared }
  if not self.places[part.root] then
    self.texts[part.name], self.ids[part.name] = text, part.root
    self.places[part.root] = { text = text, pointer = "", base = part.name, draft = part.draft, node = part.root,
      below = false }
  end
  return text
end

--- Takes a schema in a larger document that was parsed already, and enters all that it refers to.
---@param part yschema.SchemaPart
---@return yschema.SchemaText text
function Library:add_part(part)
  local text = text_of(self, part, false)
  text.root = self:walk(part.root, part.pointer)
  local open, i = {}, 0
  self.open = open -- gets what is entered from now on; before, only the part is
  for _, place in next, self.places do open[#open + 1] = place end
  while open[i + 1] do
    i = i + 1
    local place = open[i]
    if place.node ~= part.root and type(place.node["$ref"]) == "string" then self:find(place, place.node["$ref"]) end
  end
  self.open = nil
  return text
end

-- The keywords with which the meaning of a subschema depends on what else the library has.
local function is_alone(node)
  return node["$schema"] ~= nil or node["$dynamicRef"] ~= nil or node["$recursiveRef"] ~= nil
end

local function has_several(map) return next(map, (next(map))) ~= nil end

--- Takes one of the parts of a document that share this library, so that each subschema is entered once.
---@param part yschema.SchemaPart
---@return yschema.SchemaText? text nil when the part needs a library of its own: it has ids, anchors, dynamic
---  references, or references to other files
---@return table<table, yschema.KeywordPlace>? reached the places of the part and of all that it refers to
function Library:share_part(part)
  local text, places = text_of(self, part, true), self.places
  text.root = self:walk(part.root, part.pointer)
  local reached, list = {}, {}
  local function add(place)
    if not place or reached[place.node] then return end
    reached[place.node], list[#list + 1] = place, place
  end
  add(places[part.root])
  add(places[text.root])
  local i = 1
  while list[i] do
    local place = list[i]
    local node = place.node
    if node ~= part.root and is_alone(node) then return nil end
    if node ~= part.root and type(node["$ref"]) == "string" then
      if place.target == nil then place.target = self:find(place, node["$ref"]) end
      if place.target == nil then return nil end
      add(places[place.target])
    end
    for _, below_it in ipairs(place.below or {}) do add(below_it) end
    i = i + 1
  end
  local alone = self.is_ambiguous or has_several(self.ids) or has_several(self.texts) or next(self.anchors) ~= nil
    or next(self.dynamic) ~= nil
  if not alone then return text, reached end
end

-- ---- references ---------------------------------------------------------------------

-- Follows a JSON pointer, and enters its target.
function Library:walk(root, pointer)
  local node, place = root, self.places[root]
  local at = place.pointer
  for _, step in ipairs(pointers.tokens(pointer)) do
    if type(node) ~= "table" then return nil end
    local key = step
    if is_array(node) then key = (tonumber(step) or -1) + 1 end
    node, at = node[key], below(at, step)
    if node == nil then return nil end
    if type(node) == "table" and self.places[node] then place = self.places[node] end
  end
  if type(node) == "table" then self:enter(node, place.text, at, place.base, place.draft) end
  return node
end

--- Finds the target of a reference.
---@param place yschema.KeywordPlace of the subschema with the reference
---@param ref string
---@return any node nil when there is none
---@return string? problem
function Library:find(place, ref)
  local before, fragment = split(ref)
  local uri = resolve(place.base, before)
  local root = self.ids[uri]
  if before == "" and not root then root = place.text.root end
  if root == nil then root = other_texts.built_in(self, uri) end
  local problem
  if root == nil then
    root, problem = other_texts.beside(self, place.text, uri, place.draft)
    if root == nil then return nil, problem end
  end
  if fragment == "" or type(root) ~= "table" then return root end
  local node
  if fragment:sub(1, 1) == "/" then
    node = self:walk(root, fragment)
  else
    node = self.anchors[(self.places[root].base) .. "#" .. fragment]
  end
  if node == nil then return nil, ("there is nothing at %s"):format(ref) end
  if not is_schema(node) then return nil, ("there is no schema at %s"):format(ref) end
  return node
end

--- Returns the line of a pointer in a text; 1 for a metaschema.
---@param text yschema.SchemaText
---@param pointer string
---@return integer
function library.line(text, pointer)
  if text.built_in then return 1 end
  local steps = pointers.tokens(pointer)
  return text.documents:place((table.unpack or unpack)(steps)) -- luacheck: ignore
end

--- Makes an empty library. Its texts are read by the core schema of YAML 1.2, whatever the settings say of other files,
-- and numbers that do not fit in 64 bits become floats.
---@param settings yschema.Settings
---@return yschema.SchemaLibrary
function library.new(settings)
  return setmetatable({ places = {}, ids = {}, anchors = {}, dynamic = {}, texts = {}, all = {},
    is_ambiguous = false, settings = changed(settings, { yaml = "1.2", wide_numbers = true }) }, Library)
end

--- Forgets the texts.
function Library:close()
  if self.engine then self.engine:close() end
  for _, text in pairs(self.texts) do
    if text and not text.is_part then text.documents:close() end
  end
end

return library
