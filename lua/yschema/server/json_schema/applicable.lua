--- Asks the JSON Schema that validates a text what it says about a place: each subschema that applies there.
--
-- The core finds them (csrc/core/jsonplace/applicable.h). What they say is put together as one field.
--
-- @module yschema.server.json_schema.applicable

local encoded = require("yschema.base.writing").encoded
local plain_tables = require "yschema.base.plain_tables"
local core = require "yschema.core"

local applicable = {}

local concat, ipairs, pairs, type = table.concat, ipairs, pairs, type

-- The most nodes that are looked at beside those on the way to the place, beginning with those nearest to it.
local MOST_NODES = 1000

local KINDS = { object = "map", array = "array", string = "string", integer = "integer", boolean = "boolean",
  null = "null", number = "float" }

-- ---- the value ----------------------------------------------------------------------

local function json(value)
  if type(value) == "boolean" then return value and "true" or "false" end
  if type(value) == "string" and not value:find '[^%w _./:-]' then return '"' .. value .. '"' end
  return encoded(value, "json") or "null"
end

local function is_collection(node) return node.kind == "map" or node.kind == "array" end

local json_of

-- Adds the entries of a map that are collections, or the others, to the parts of a text.
local function add_entries(parts, seen, node, left, collections)
  for _, below in ipairs(left.count > 0 and node:below(left.count) or {}) do
    local key = below.key
    if key and not below.merge and not seen[key] and left.count > 0 and is_collection(below) == collections then
      seen[key] = true
      parts[#parts + 1] = json(key) .. ":" .. json_of(below, left)
    end
  end
end

-- Writes a map. The entry with the key `own` is written already.
local function map_of(node, left, own, text)
  local parts, seen = {}, {}
  if own then parts[1], seen[own] = json(own) .. ":" .. text, true end
  add_entries(parts, seen, node, left, false)
  add_entries(parts, seen, node, left, true)
  return "{" .. concat(parts, ",") .. "}"
end

-- Writes what is at a node as JSON.
function json_of(node, left)
  left.count = left.count - 1
  if node.kind == "map" then return map_of(node, left) end
  if node.kind ~= "array" then return node.value == nil and "null" or json(node.value) end
  local parts = {}
  for _, below in ipairs(left.count > 0 and node:below(left.count) or {}) do
    if left.count <= 0 then break end
    parts[#parts + 1] = json_of(below, left)
  end
  return "[" .. concat(parts, ",") .. "]"
end

-- Writes a document as JSON, from the innermost of some nodes on. The other items of the arrays on the way are null.
local function document_of(chain, count, is_open)
  local left = { count = MOST_NODES }
  local text = is_open and "null" or json_of(chain[count], left)
  for i = count, 2, -1 do
    local node = chain[i]
    if node.key then
      text = map_of(chain[i - 1], left, node.key, text)
    else
      text = "[" .. ("null,"):rep(node.number - 1) .. text .. "]"
    end
  end
  return text
end

-- ---- what is said -------------------------------------------------------------------

local function text_of(value) return type(value) == "string" and value:find "%S" and value or nil end

local function list_of(value) return type(value) == "table" and value or {} end

local function add_value(field, value, note)
  local yaml = encoded(value)
  if not yaml or yaml:find "\n" then return end
  note = text_of(note)
  if note then field.value_notes[yaml] = field.value_notes[yaml] or note end
  if not field.seen[yaml] then field.values[#field.values + 1] = { yaml = yaml, value = value, from = "rule" } end
  field.seen[yaml] = true
end

local function add_values(field, schema)
  local notes = list_of(schema.markdownEnumDescriptions or schema.enumDescriptions)
  for i, value in ipairs(list_of(schema.enum)) do add_value(field, value, notes[i]) end
  for _, value in ipairs(list_of(schema.examples)) do
    local yaml = encoded(value)
    if yaml then field.example[#field.example + 1] = { yaml = yaml, value = value } end
  end
  for _, snippet in ipairs(list_of(schema.defaultSnippets)) do
    if type(snippet) == "table" and snippet.body ~= nil then field.snippets[#field.snippets + 1] = snippet end
  end
end

local function add_types(field, schema)
  local types = type(schema.type) == "table" and schema.type or { schema.type }
  for _, name in ipairs(types) do
    local kind = KINDS[name]
    if kind then field.kinds[kind], field.is_typed = true, true end
    if kind == "float" then field.kinds.integer, field.makes_floats = true, true end
  end
end

-- Adds a text for people, unless it is there.
local function add_note(notes, text)
  for _, known in ipairs(notes) do
    if known == text then return end
  end
  notes[#notes + 1] = text
end

local function add_schema(field, schema)
  local deprecated = schema.deprecationMessage or schema.deprecated
  local description = text_of(schema.markdownDescription) or text_of(schema.description)
  if schema.const ~= nil then -- what is said is about this value, which may be one of several
    add_value(field, schema.const, description or schema.title)
  else
    field.title = field.title or text_of(schema.title)
    if description then add_note(field.notes, description) end
  end
  if text_of(deprecated) or deprecated == true then
    field.deprecated = field.deprecated or text_of(deprecated) or ""
  end
  if field.default_yaml == nil and schema.default ~= nil then
    field.default, field.default_yaml = schema.default, encoded(schema.default)
  end
  add_types(field, schema)
  add_values(field, schema)
end

--- A value's subschemas, as a field.
---@class yschema.AppliedField: yschema.OutlineField
---@field is_typed boolean a type is given
---@field values yschema.AllowedValue[]
---@field value_notes table<string, string> what values mean, by their YAML
---@field snippets table[] of `defaultSnippets`
---@field notes string[] the descriptions

-- Makes a field of subschemas.
local function field_of(schemas, key, required)
  local field = { key = key, required = required and "" or nil, optional = true, kinds = {}, values = {},
    value_notes = {}, seen = {}, example = {}, snippets = {}, notes = {}, is_typed = false }
  for _, schema in ipairs(schemas) do add_schema(field, schema) end
  local count, only = 0, nil
  for kind in pairs(field.kinds) do count, only = count + 1, kind end
  field.kind = count == 1 and only or count == 0 and "any" or nil
  field.nullable = field.kinds.null
  if field.default_yaml then field.optional = nil end
  field.documentation = field.notes[1] and concat(field.notes, "\n\n") or nil
  if field.values[1] then
    local words = {}
    for i, one in ipairs(field.values) do words[i] = one.yaml end
    field.rules = { { must_be = "one of [" .. concat(words, ", ") .. "]" } }
  end
  return field
end

--- The part of a JSON Schema that applies to a place.
---@class yschema.AppliedPlace
---@field field yschema.AppliedField
---@field keys yschema.AppliedField[] the keys that may be there

--- Returns what the JSON Schemas of a text say about a node.
---@param list yschema.View[]
---@param chain yschema.LayoutNode[] the root, and the nodes below it
---@param count integer how many of them
---@param is_open boolean what is there counts for nothing
---@return yschema.AppliedPlace[]
function applicable.at(list, chain, count, is_open)
  local places, steps, text = {}, {}, nil
  for i = 2, count do
    if chain[i].merge then return places end
    steps[i - 1] = chain[i].key or chain[i].number - 1
  end
  for _, view in ipairs(list) do
    if view.schema.json_schema then
      text = text or document_of(chain, count, is_open)
      local found = view.schema.core:apply_json(text, steps, is_open)
      local place = { field = field_of(found), keys = {} }
      for i, one in ipairs(found.keys) do place.keys[i] = field_of(one, one.key, one.required) end
      places[#places + 1] = place
    end
  end
  return places
end

--- Lists the scalars that may be written for a value: those that are allowed, the default, and examples.
---@param field yschema.AppliedField
---@return yschema.AllowedValue[] list the default has `is_default`
function applicable.values(field)
  local list = {}
  local function add(one, from)
    if type(one.value) == "table" or one.yaml:find "\n" then return end
    list[#list + 1] = { yaml = one.yaml, value = one.value, from = from, is_default = one.yaml == field.default_yaml }
  end
  for _, one in ipairs(field.values) do add(one, "rule") end
  if field.kinds.boolean and not field.values[1] then
    add({ yaml = "true", value = true }, "type")
    add({ yaml = "false", value = false }, "type")
  end
  if field.nullable and not field.values[1] then add({ yaml = "null", value = core.null }, "type") end
  if field.default_yaml then add({ yaml = field.default_yaml, value = field.default }, "type") end
  for _, one in ipairs(field.example) do add(one, "rule") end
  return list
end

--- Adds the values that subschemas allow to those that fields allow.
---@param allowed yschema.AllowedValue[]
---@param own yschema.AppliedField[]
---@return yschema.AllowedValue[]
function applicable.with_values(allowed, own)
  local all, seen = {}, {}
  local function add(list)
    for _, one in ipairs(list) do
      if not seen[one.yaml] then all[#all + 1] = one end
      seen[one.yaml] = true
    end
  end
  add(allowed)
  for _, field in ipairs(own) do add(field.values) end
  return all
end

--- Returns whether a subschema says that a value is deprecated.
---@param own yschema.AppliedField[]
---@return boolean
function applicable.any_deprecated(own) return plain_tables.any(own, function(field) return field.deprecated end) end

--- Returns the fields that describe a value: those of a schema, or what applies if that says more of its type.
---@param known yschema.OutlineField[] those of the schema
---@param own yschema.AppliedField[]
---@param words fun(list: yschema.OutlineField[]): string
---@return yschema.OutlineField[]
function applicable.better(known, own, words)
  if not own[1] or known[1] and words(known) ~= "any value" then return known end
  return own
end

return applicable
