--- Holds the texts of JSON Schemas, and finds the targets of `$ref`: resources by their ids, anchors, and other files.
--
-- @module yschema.importing.reading.library

local addresses = require "yschema.importing.reading.addresses"
local core = require "yschema.core"
local lazily = require "yschema.base.lazily"
local integers = lazily "yschema.importing.reading.integers"
local other_texts = lazily "yschema.importing.reading.other_texts"
local pointers = require "yschema.text.json_pointer"
local tables = require "yschema.importing.reading.tables"
local file_kinds = require "yschema.base.file_kinds"

local library = {}

local below, resolve, split = addresses.below, addresses.resolve, addresses.split
local is_array = tables.is_array
local ipairs, next, pairs, setmetatable, tonumber, type = ipairs, next, pairs, setmetatable, tonumber, type

--- The place of a subschema.
---@class yschema.KeywordPlace
---@field text yschema.SchemaText
---@field pointer string
---@field base string the address that `$ref` is relative to
---@field draft integer 4, 6, 7, 2019 or 2020
---@field node table

--- The text of a JSON Schema.
---@class yschema.SchemaText
---@field name string
---@field documents userdata the parsed text
---@field root any
---@field as_editors? boolean
---@field built_in? boolean it is a metaschema, which users do not have as a file
---@field rounded table<number, yschema.RoundedInteger>

---@class yschema.SchemaLibrary
---@field places table<table, yschema.KeywordPlace>
---@field ids table<string, table> the roots of resources, by their addresses
---@field anchors table<string, table> by address and name
---@field dynamic table<string, table[]> the subschemas with a `$dynamicAnchor`, by its name, or `$recursiveAnchor`
---@field texts table<string, yschema.SchemaText|false> by address
---@field settings yschema.Settings
local Library = {}
Library.__index = Library

-- What each keyword contains: a schema, a list or a map of schemas.
local ONE, LIST, MAP = 1, 2, 3
local holds = {
  additionalProperties = ONE, additionalItems = ONE, items = ONE, contains = ONE, propertyNames = ONE,
  ["not"] = ONE, ["if"] = ONE, ["then"] = ONE, ["else"] = ONE, unevaluatedItems = ONE, unevaluatedProperties = ONE,
  prefixItems = LIST, allOf = LIST, anyOf = LIST, oneOf = LIST,
  properties = MAP, patternProperties = MAP, definitions = MAP, ["$defs"] = MAP, dependentSchemas = MAP,
  dependencies = MAP,
}

-- Returns the number of the draft that `$schema` names, nil when there is none, or false and the problem.
local function draft_of(root)
  local uri = type(root) == "table" and root["$schema"]
  if type(uri) ~= "string" then return nil end
  local draft = tonumber(uri:match "^https?://json%-schema%.org/draft%-0?(%d)/[%w-]*schema#?$"
    or uri:match "^https?://json%-schema%.org/draft/(20%d%d)%-%d%d/schema#?$")
  if draft and draft > 7 and draft ~= 2019 and draft ~= 2020 then return nil end
  if draft and draft < 4 then
    return false, ("draft-0%d is not supported. Convert it to draft-07 or later (the tool alterschema does most of it),"
      .. " and change its $schema"):format(draft)
  end
  return draft == 5 and 4 or draft
end

library.draft_of = draft_of

--- Enters a subschema and all subschemas below it.
---@param node any
---@param text yschema.SchemaText
---@param pointer string
---@param base string
---@param draft integer
function Library:enter(node, text, pointer, base, draft)
  local places = self.places
  if type(node) ~= "table" or places[node] or is_array(node) then return end
  if node["$schema"] ~= nil then draft = draft_of(node) or draft end
  local id = draft == 4 and node.id or node["$id"]
  -- Up to draft 7, the other keywords are ignored beside `$ref`.
  if type(id) == "string" and not (draft <= 7 and type(node["$ref"]) == "string") then
    base = self:enter_id(node, id, base, draft)
  end
  places[node] = { text = text, pointer = pointer, base = base, draft = draft, node = node }
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
  if is_array(value) then
    if what == MAP then return end
    for i = 1, #value do self:enter(value[i], text, pointer .. "/" .. i - 1, base, draft) end
  elseif what == ONE then
    self:enter(value, text, pointer, base, draft)
  elseif what == MAP then
    for name, child in next, value do
      if type(child) == "table" then self:enter(child, text, below(pointer, name), base, draft) end
    end
  end
end

-- ---- texts --------------------------------------------------------------------------

-- Parses a text. Returns the document and its root; or nil, and a problem or the records of errors.
local function parsed(source, settings)
  local documents, owner = core.parse(source, settings)
  if not documents then return nil, nil, owner end
  if documents:count() ~= 1 then return nil, "expected one document" end
  local root, problem = documents:value(1, true)
  if root == nil then return nil, problem end
  return documents, root
end

local has_type = math.type ~= nil

-- Parses a text, and replaces the integers that do not fit in 64 bits. Returns the document, its root and the replaced
-- integers; or nil, and a problem or the records of errors. Lua 5.4 reads no JSON with such integers: then a text that
-- was read need not be searched for them.
local function read(source, settings)
  local name = source:name()
  local is_json, documents, root, owner = file_kinds.is_json(name), nil, nil, nil
  if is_json and has_type then documents, root, owner = parsed(source, settings) end
  if documents then return documents, root, {} end
  local text = source:text()
  local fitting, rounded = integers.fitting(text)
  if fitting ~= text then
    if owner then owner:close() end
    source = core.source(name, fitting, false, is_json)
  elseif is_json and has_type then
    return nil, root, owner
  end
  documents, root, owner = parsed(source, settings)
  if not documents then return nil, root, owner end
  return documents, root, rounded
end

--- Reads the text of a JSON Schema.
---@param source userdata a core source
---@param base string the address of the text, unless it has its own
---@param draft? integer of texts without `$schema`
---@return yschema.SchemaText? text
---@return string? problem
---@return userdata? owner has the records of errors, if it is neither JSON nor YAML
function Library:add(source, base, draft)
  local documents, root, rounded = read(source, self.settings)
  local name = source:name()
  if not documents then return nil, root and ("%s: %s"):format(name, root), rounded end
  if type(root) ~= "boolean" and not tables.is_map(root) then
    return nil, name .. ": it is not a JSON Schema, which is a map, true or false"
  end
  local own, failure = draft_of(root)
  if own == false then return nil, ("%s:%d: %s"):format(name, documents:place("$schema"), failure) end
  -- Where `$schema` names a draft up to 7, formats are validated, as ajv and editors do. These drafts leave that open.
  local text = { name = name, documents = documents, root = root, base = base, as_editors = own and own <= 7,
    rounded = rounded }
  self.texts[base] = text
  if type(root) == "table" then
    self.ids[base] = root
    self:enter(root, text, "", base, own or draft or 2020)
    text.base = self.places[root].base
  end
  return text
end

--- Takes a schema in a larger document that was parsed already, and enters all that it refers to.
---@param part yschema.SchemaPart
---@return yschema.SchemaText
function Library:add_part(part)
  local text = { name = part.name, documents = part.documents, root = part.root, base = part.name, as_editors = true,
    rounded = {}, is_part = true }
  self.texts[part.name], self.ids[part.name] = text, part.root
  self.places[part.root] = { text = text, pointer = "", base = part.name, draft = part.draft, node = part.root }
  text.root = self:walk(part.root, part.pointer)
  local done, found = {}, true
  while found do
    found = false
    local open = {}
    for node, place in next, self.places do
      if not done[node] then open[#open + 1] = place end
    end
    for _, place in ipairs(open) do
      done[place.node], found = true, true
      if place.node ~= part.root and type(place.node["$ref"]) == "string" then self:find(place, place.node["$ref"]) end
    end
  end
  return text
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

--- Makes an empty library.
---@param settings yschema.Settings
---@return yschema.SchemaLibrary
function library.new(settings)
  return setmetatable({ places = {}, ids = {}, anchors = {}, dynamic = {}, texts = {}, settings = settings }, Library)
end

--- Forgets the texts.
function Library:close()
  for _, text in pairs(self.texts) do
    if text and not text.is_part then text.documents:close() end
  end
end

return library
