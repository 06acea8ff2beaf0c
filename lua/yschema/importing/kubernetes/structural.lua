--- Translates the schemas of custom resource definitions and of OpenAPI to JSON Schema.
--
-- The tables of a document are changed in place, so that their pointers and lines stay those of the file.
--
-- @module yschema.importing.kubernetes.structural

local below = require "yschema.metaschema.addresses".below
local cel = require "yschema.importing.kubernetes.cel"
local formats = require "yschema.importing.kubernetes.formats"
local ordered_keys = require "yschema.base.ordered_keys"
local tables = require "yschema.importing.reading.tables"

local structural = {}

local is_array, is_map = tables.is_array, tables.is_map
local unpack = table.unpack or unpack -- luacheck: ignore

-- ---- translation --------------------------------------------------------------------

local ONE = { "items", "additionalProperties", "not" }
local LISTS = { "allOf", "anyOf", "oneOf" }

-- The integers of a format, as keywords of draft-04.
local ranges = {
  int32 = { minimum = -2147483648, maximum = 2147483647 },
  int64 = { minimum = -2 ^ 63, maximum = 2 ^ 63, exclusiveMaximum = true },
}

-- Larger numbers do not fit in a float of 32 bits.
local FLOAT32 = 2 ^ 128 - 2 ^ 103

-- Go's names in brackets, where JSON Schema has characters.
local brackets = { alnum = "0-9A-Za-z", alpha = "A-Za-z", blank = " \\t", digit = "0-9", lower = "a-z", upper = "A-Z",
  space = " \\t\\n\\v\\f\\r", word = "\\w", xdigit = "0-9A-Fa-f" }

local function has_only_types(list)
  for _, item in ipairs(list) do
    for key in pairs(is_map(item) and item or { true }) do
      if key ~= "type" then return false end
    end
  end
  return true
end

-- Removes the keys from the required ones that have a default, because a server fills them in before it looks. `own` is
-- the structural schema, which has the defaults, of what a logical keyword validates.
local function translate_required(node, own)
  local rest = {}
  if is_array(node.required) and is_map(own.properties) then
    for _, key in ipairs(node.required) do
      local property = own.properties[key]
      if not is_map(property) or property.default == nil then rest[#rest + 1] = key end
    end
    node.required = rest[1] ~= nil and rest or nil
  end
  structural.each_below(node, "", function(child, _, is_logical, key)
    if is_logical then return translate_required(child, own) end
    local part = key and is_map(own.properties) and own.properties[key] or not key and own.items
    if node ~= own and is_map(part) then translate_required(child, part) end
  end)
end

-- Removes an `anyOf` that says of a number or text only that it is one.
local function remove_alternatives(node)
  if is_array(node.anyOf) and has_only_types(node.anyOf) then node.anyOf = nil end
  local rest = {}
  for _, part in ipairs(is_array(node.allOf) and node.allOf or {}) do
    if is_map(part) and is_array(part.anyOf) and has_only_types(part.anyOf) then part.anyOf = nil end
    if not is_map(part) or next(part) ~= nil then rest[#rest + 1] = part end
  end
  if is_array(node.allOf) and rest[1] == nil then node.allOf = nil end
end

-- Translates the type of one schema.
local function translate_type(node)
  if is_array(node.required) and node.required[1] == nil then node.required = nil end -- draft-04 refuses that
  if node["x-kubernetes-int-or-string"] == true then
    node.type = { "integer", "string" }
    remove_alternatives(node)
  end
  if node.nullable == true and (type(node.type) == "string" or is_array(node.type)) then
    local types = type(node.type) == "table" and node.type or { node.type }
    types[#types + 1] = "null"
    node.type = types
  end
  if node.example ~= nil and node.examples == nil then node.examples = { node.example } end
end

-- Limits a number to a range.
local function limit(node, range)
  local least, most = node.minimum, node.maximum
  if least == nil or type(least) == "number" and least < range.minimum then
    node.minimum, node.exclusiveMinimum = range.minimum, range.exclusiveMinimum
  end
  if most == nil or type(most) == "number" and most >= range.maximum then
    node.maximum, node.exclusiveMaximum = range.maximum, range.exclusiveMaximum
  end
end

--- Limits an integer to what its format can hold.
---@param node table
function structural.translate_range(node)
  local range = ranges[node.format]
  if not range or node.type ~= "integer" then return end
  limit(node, range)
  node.format = nil
end

-- Limits a number as a server does: an integer without a format has 64 bits.
local function translate_numbers(node, format)
  if node.type == "integer" then
    limit(node, ranges[format] or ranges.int64)
  elseif node.type == "number" and format == "float" then
    limit(node, { minimum = -FLOAT32, exclusiveMinimum = true, maximum = FLOAT32, exclusiveMaximum = true })
  end
end

local strict_names = { minimum = "exclusiveMinimum", maximum = "exclusiveMaximum" }

--- Writes exclusive bounds as draft-06 does, in which whole floats are integers, as they are for a server.
---@param node table
function structural.translate_bounds(node)
  for name, strict in pairs(strict_names) do
    if type(node[strict]) == "boolean" then
      local bound = node[strict] and node[name] or nil
      if bound ~= nil then node[name] = nil end
      node[strict] = bound
    end
  end
end

-- Adds a pattern to those that a text has to match.
local function add_pattern(node, pattern)
  if node.pattern == nil then
    node.pattern = pattern
  elseif node.pattern ~= pattern and (node.allOf == nil or is_array(node.allOf)) then
    local all = node.allOf or {}
    all[#all + 1], node.allOf = { pattern = pattern }, all
  end
end

-- Translates the format of a structural schema. A server ignores the formats that it does not know.
local function translate_format(node, lose)
  local name = node.format
  if name ~= nil and type(name) ~= "string" then return end -- which is reported
  node.format = nil
  translate_numbers(node, name)
  local is_text = node.type == nil or node.type == "string" or is_array(node.type) and node.type[1] == "string"
  if not name or not is_text then return end
  local format = formats.of_resources[name:gsub("%-", "")]
  if not format then return end
  if format.loss then lose("format", format.loss) end
  if format.pattern then add_pattern(node, format.pattern) end
  if format.most and (type(node.maxLength) ~= "number" or node.maxLength > format.most) then
    node.maxLength = format.most
  end
  node.format = format.format
end

--- Calls a function for each schema directly below one.
---@param node table
---@param pointer string
---@param visit fun(node: table, pointer: string, is_logical: boolean, key?: string)
function structural.each_below(node, pointer, visit)
  for _, key in ipairs(ONE) do
    if is_map(node[key]) then visit(node[key], below(pointer, key), key == "not") end
  end
  for _, key in ipairs(LISTS) do
    for i, item in ipairs(is_array(node[key]) and node[key] or {}) do
      if is_map(item) then visit(item, below(below(pointer, key), i - 1), true) end
    end
  end
  if not is_map(node.properties) then return end
  for _, key in ipairs(ordered_keys(node.properties)) do
    local child = node.properties[key]
    if is_map(child) then visit(child, below(below(pointer, "properties"), key), false, key) end
  end
end

-- Invalid parts stay, to be reported.
local function require_keys(node, keys)
  if node.required ~= nil and not is_array(node.required) then return end
  local list, known = node.required or {}, {}
  for _, key in ipairs(list) do known[key] = true end
  for _, key in ipairs(keys) do
    if not known[key] then list[#list + 1] = key end
  end
  node.required = list
end

-- Makes a schema of a type that may be null.
local function maybe(kind, more)
  local made = more or {}
  made.type = { kind, "null" }
  return made
end

local function new_text() return maybe "string" end
local function new_texts() return maybe("object", { additionalProperties = new_text() }) end
local function new_number() return maybe "integer" end
local function new_flag() return maybe "boolean" end
local function new_time() return maybe("string", { format = "date-time" }) end
local function new_list() return maybe("array", { items = { type = "string" } }) end

local function new_owner()
  return { type = "object", additionalProperties = false, required = { "apiVersion", "kind", "name", "uid" },
    properties = { apiVersion = { type = "string" }, kind = { type = "string" }, name = { type = "string" },
      uid = { type = "string" }, controller = new_flag(), blockOwnerDeletion = new_flag() } }
end

local metadata_keys = {
  name = new_text, generateName = new_text, namespace = new_text, labels = new_texts, annotations = new_texts,
  finalizers = new_list, uid = new_text, resourceVersion = new_text, selfLink = new_text, generation = new_number,
  creationTimestamp = new_time, deletionTimestamp = new_time, deletionGracePeriodSeconds = new_number,
  ownerReferences = function() return maybe("array", { items = new_owner() }) end,
  managedFields = function() return maybe("array", { items = { ["x-kubernetes-preserve-unknown-fields"] = true } }) end,
}

-- Adds the keys of `metadata`. The schema of a definition has only limits of theirs.
local function add_metadata_keys(node)
  local own = node.properties or {}
  node.additionalProperties = false
  if not is_map(own) then return end
  for key, make in pairs(metadata_keys) do
    if own[key] == nil then own[key] = {} end
    for name, value in pairs(make()) do
      if is_map(own[key]) and own[key][name] == nil then own[key][name] = value end
    end
  end
  node.properties = own
end

--- Adds the keys that each object of Kubernetes has.
---@param node table
---@param api_version? string
---@param kind? string
function structural.add_object_keys(node, api_version, kind)
  local own = node.properties or {}
  if not is_map(own) then return end
  own.apiVersion = own.apiVersion or { type = "string" }
  own.kind = own.kind or { type = "string" }
  own.metadata = own.metadata or { type = "object" }
  if api_version and is_map(own.apiVersion) and is_map(own.kind) then
    own.apiVersion.enum, own.kind.enum = { api_version }, { kind }
  end
  if is_map(own.metadata) then add_metadata_keys(own.metadata) end
  node.type, node.properties = node.type or "object", own
  require_keys(node, { "apiVersion", "kind" })
end

local all_but_null = { "object", "array", "string", "number", "boolean" }

-- Refuses the keys that a server removes.
local function close(node)
  if node.additionalProperties ~= nil or node["x-kubernetes-preserve-unknown-fields"] == true then return end
  if is_map(node.properties) or node.type == "object" then node.additionalProperties = false end
end

-- Translates what only Kubernetes has: unknown fields, kinds of lists, and rules.
local function translate_extensions(node, known, lose)
  cel.take(node, known, lose)
  if node["x-kubernetes-list-type"] == "set" then node.uniqueItems = true end
  if node["x-kubernetes-list-type"] ~= "map" then node["x-kubernetes-list-map-keys"] = nil end
  close(node)
end

--- Translates a structural schema. What is below a logical keyword declares no fields.
---@param node table
---@param pointer string
---@param losses { pointer: string, keyword: string, reason: string }[] gets what is not translated
---@param is_logical boolean
---@param known? table<table, table> the types of CEL of schemas that were found before
function structural.translate(node, pointer, losses, is_logical, known)
  known = known or {}
  local function lose(keyword, reason, around)
    local at = around and below(pointer, around) or pointer
    losses[#losses + 1] = { pointer = at, keyword = keyword, reason = reason }
  end
  if not is_logical then
    if node["x-kubernetes-embedded-resource"] == true then structural.add_object_keys(node) end
    if node.type == nil and node.nullable ~= true then node.type = { unpack(all_but_null) } end
    translate_required(node, node)
    translate_extensions(node, known, lose)
  end
  if type(node.pattern) == "string" then node.pattern = node.pattern:gsub("%[:(%a+):%]", brackets) end
  translate_format(node, lose)
  translate_type(node)
  structural.translate_bounds(node)
  node["x-must-be"] = formats.words_of(node.pattern)
  structural.each_below(node, pointer, function(child, at, logical)
    structural.translate(child, at, losses, is_logical or logical, known)
  end)
end

--- Translates a schema of OpenAPI 3.0.
---@param node table
---@param pointer string
function structural.translate_plain(node, pointer)
  structural.translate_range(node)
  translate_type(node)
  structural.each_below(node, pointer, structural.translate_plain)
end

return structural
