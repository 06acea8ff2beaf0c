--- Reads the schemas in custom resource definitions of Kubernetes and in OpenAPI documents, as parts to import.
--
-- The tables of a document are changed in place to those of a JSON Schema, so that their pointers and lines stay those
-- of the file.
--
-- @module yschema.importing.openapi

local below = require "yschema.metaschema.addresses".below
local changed = require "yschema.base.plain_tables".changed
local core = require "yschema.core"
local file_kinds = require "yschema.base.file_kinds"
local integers = require "yschema.importing.reading.integers"
local tables = require "yschema.importing.reading.tables"
local validity = require "yschema.base.lazily" "yschema.metaschema.validity"
local ordered_keys = require "yschema.base.ordered_keys"

local openapi = {}

local is_array, is_map = tables.is_array, tables.is_map

--- A schema in a larger document.
---@class yschema.SchemaPart
---@field name string of the file
---@field documents userdata the parsed text; it has to be closed by the caller
---@field root table
---@field pointer string of the schema
---@field draft integer
---@field title string what it describes
---@field has { key: string, value: string }[] what selects its documents, or only names it
---@field is_kind boolean whether `has` selects documents
---@field losses { pointer: string, keyword: string, reason: string }[]
---@field shared? table what the imports of the parts of its document share; they fill it
---@field rounded table<number, yschema.RoundedInteger> integers of the file that do not fit in 64 bits

-- ---- translation --------------------------------------------------------------------

local ONE = { "items", "additionalProperties", "not" }
local LISTS = { "allOf", "anyOf", "oneOf" }

-- Formats that Kubernetes validates in custom resources: those with the meaning of JSON Schema, and its own ones.
local same_formats = { ["date-time"] = true, date = true, email = true, hostname = true, ipv4 = true, ipv6 = true }
local own_formats = { bsonobjectid = true, uri = true, cidr = true, mac = true, uuid = true, uuid3 = true, uuid4 = true,
  uuid5 = true, isbn = true, isbn10 = true, isbn13 = true, creditcard = true, ssn = true, hexcolor = true,
  rgbcolor = true, byte = true, duration = true, datetime = true }

-- The integers of a format, as keywords of draft-04.
local ranges = {
  int32 = { minimum = -2147483648, maximum = 2147483647 },
  int64 = { minimum = -2 ^ 63, maximum = 2 ^ 63, exclusiveMaximum = true },
}

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

-- Translates the type of one schema.
local function translate_type(node)
  if is_array(node.required) and node.required[1] == nil then node.required = nil end -- draft-04 refuses that
  if node["x-kubernetes-int-or-string"] == true then
    node.type = { "integer", "string" }
    if is_array(node.anyOf) and has_only_types(node.anyOf) then node.anyOf = nil end
  end
  if node.nullable == true and (type(node.type) == "string" or is_array(node.type)) then
    local types = type(node.type) == "table" and node.type or { node.type }
    types[#types + 1] = "null"
    node.type = types
  end
  if node.example ~= nil and node.examples == nil then node.examples = { node.example } end
end

-- Limits an integer to what its format can hold.
local function translate_range(node)
  local range = ranges[node.format]
  if not range or node.type ~= "integer" then return end
  local least, most = node.minimum, node.maximum
  if least == nil or type(least) == "number" and least < range.minimum then
    node.minimum, node.exclusiveMinimum = range.minimum, nil
  end
  if most == nil or type(most) == "number" and most >= range.maximum then
    node.maximum, node.exclusiveMaximum = range.maximum, range.exclusiveMaximum
  end
  node.format = nil
end

-- Calls a function for each schema directly below one.
local function each_below(node, pointer, visit)
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

local function new_text() return { type = { "string", "null" } } end
local function new_texts() return { type = { "object", "null" }, additionalProperties = new_text() } end
local metadata_keys = { name = new_text, generateName = new_text, namespace = new_text, labels = new_texts,
  annotations = new_texts }

-- Adds the keys of `metadata` that are written by hand. The schema of a definition has only limits of theirs.
local function add_metadata_keys(node)
  local own = node.properties or {}
  node["x-kubernetes-preserve-unknown-fields"] = true
  if not is_map(own) then return end
  for key, make in pairs(metadata_keys) do
    if own[key] == nil then own[key] = {} end
    for name, value in pairs(make()) do
      if is_map(own[key]) and own[key][name] == nil then own[key][name] = value end
    end
  end
  node.properties = own
end

-- Adds the keys that each object of Kubernetes has.
local function add_object_keys(node, api_version, kind)
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

-- Translates what only Kubernetes has: unknown fields, kinds of lists, and rules.
local function translate_extensions(node, pointer, losses)
  local function lose(keyword, reason)
    losses[#losses + 1] = { pointer = pointer, keyword = keyword, reason = reason }
  end
  local rules = node["x-kubernetes-validations"]
  if is_array(rules) then
    for _, rule in ipairs(rules) do
      lose("x-kubernetes-validations", "CEL rules are not imported: " .. (is_map(rule) and tostring(rule.rule) or "?"))
    end
  end
  local list_type = node["x-kubernetes-list-type"]
  if list_type == "set" then
    node.uniqueItems = true
  elseif list_type == "map" then
    lose("x-kubernetes-list-type", "items with equal keys are accepted")
  end
  if own_formats[node.format] then lose("format", "this format is not validated") end
  if is_map(node.properties) and node.additionalProperties == nil
    and node["x-kubernetes-preserve-unknown-fields"] ~= true then
    node.additionalProperties = false
  end
end

-- Translates a structural schema. What is below a logical keyword declares no fields.
local function translate_structural(node, pointer, losses, is_logical)
  if not is_logical then
    if node["x-kubernetes-embedded-resource"] == true then add_object_keys(node) end
    translate_extensions(node, pointer, losses)
  end
  if type(node.format) == "string" and not same_formats[node.format] then node.format = nil end
  if type(node.pattern) == "string" then node.pattern = node.pattern:gsub("%[:(%a+):%]", brackets) end
  translate_type(node)
  each_below(node, pointer, function(child, at, logical)
    translate_structural(child, at, losses, is_logical or logical)
  end)
end

local function translate_plain(node, pointer)
  translate_range(node)
  translate_type(node)
  each_below(node, pointer, translate_plain)
end

-- ---- documents ----------------------------------------------------------------------

-- Splits a stream of YAML into its documents, each with as many lines before it as in the file.
local function texts_of(source)
  local text, name = source:text(), source:name()
  if file_kinds.is_json(name) or not text:find "\n%-%-%-" then return { text } end
  local list, start, lines = {}, 1, 0
  while start do
    local stop = text:find("\n%-%-%-%s", start)
    local part = text:sub(start, stop)
    if part:find "\n%s*[^%s#]" or part:find "^[^%s#-]" then list[#list + 1] = ("\n"):rep(lines) .. part end
    lines = lines + select(2, part:gsub("\n", "\n"))
    start = stop and stop + 1
  end
  return list
end

local function parsed(source, text, settings)
  local name = source:name()
  local documents, owner = core.parse(core.source(name, text, false, file_kinds.is_json(name)),
    changed(settings, { yaml = "1.2", wide_numbers = true }))
  if not documents then return nil, nil, owner end
  local count = documents:count()
  if count ~= 1 then return nil, ("%s: expected one document, but there are %d"):format(name, count) end
  local root, problem = documents:value(1, true)
  if root == nil then return nil, ("%s: %s"):format(name, problem) end
  if not file_kinds.is_json(name) then tables.with_text_keys(root) end
  return documents, root, integers.rounded(text)
end

local function problem_at(name, documents, reason, ...)
  return ("%s:%d: %s"):format(name, (documents:place(...)), reason)
end

-- Returns the problem of the parts of one document, which begin at a number of the list.
local function problem_of_parts(list, from, settings)
  local pointers = {}
  for i = from, #list do pointers[#pointers + 1] = list[i].pointer end
  return pointers[1] and validity.problem_in_parts(list[from], pointers, settings)
end

local NO_CRD = "it is no custom resource definition, whose kind is CustomResourceDefinition"
local OLD_CRD = "its apiVersion is %s, which Kubernetes 1.22 removed; convert it to apiextensions.k8s.io/v1"

-- Adds the parts of one definition. Returns a problem, if there is one.
local function add_versions(list, name, documents, root)
  if not is_map(root) or root.kind ~= "CustomResourceDefinition" then return problem_at(name, documents, NO_CRD) end
  if root.apiVersion ~= "apiextensions.k8s.io/v1" then
    return problem_at(name, documents, OLD_CRD:format(tostring(root.apiVersion)), "apiVersion")
  end
  local spec = is_map(root.spec) and root.spec or {}
  local kind = is_map(spec.names) and spec.names.kind
  if type(spec.group) ~= "string" or type(kind) ~= "string" or not is_array(spec.versions) then
    return problem_at(name, documents, "its spec needs group, names.kind and versions", "spec")
  end
  for i, version in ipairs(spec.versions) do
    local schema = is_map(version) and is_map(version.schema) and version.schema.openAPIV3Schema
    if not is_map(schema) or type(version.name) ~= "string" then
      return problem_at(name, documents, "this version has no name or no schema.openAPIV3Schema", "spec", "versions",
        tostring(i - 1))
    end
    local pointer = ("/spec/versions/%d/schema/openAPIV3Schema"):format(i - 1)
    local api_version, losses = spec.group .. "/" .. version.name, {}
    if version.served ~= false then
      add_object_keys(schema, api_version, kind)
      translate_structural(schema, pointer, losses, false)
      list[#list + 1] = { name = name, documents = documents, root = root, pointer = pointer, draft = 4,
        title = ("%s %s of %s"):format(api_version, kind, name:match "[^/]*$"), losses = losses, is_kind = true,
        has = { { key = "apiVersion", value = api_version }, { key = "kind", value = kind } } }
    end
  end
end

--- Reads the custom resource definitions in a text.
---@param source userdata a core source
---@param settings yschema.Settings
---@return yschema.SchemaPart[]? parts
---@return string? problem
---@return userdata? owner has the records of errors, if the text is neither JSON nor YAML
function openapi.definitions(source, settings)
  local list = {}
  for _, text in ipairs(texts_of(source)) do
    local documents, root, rounded = parsed(source, text, settings)
    if not documents then return nil, root, rounded end
    local from = #list
    local problem = add_versions(list, source:name(), documents, root)
    if problem then return nil, problem end
    for i = from + 1, #list do list[i].rounded = rounded end
    problem = problem_of_parts(list, from + 1, settings)
    if problem then return nil, problem end
  end
  return list
end

-- The selector of a component's documents, if it is a kind of Kubernetes.
local function kind_of(schema)
  local list = schema["x-kubernetes-group-version-kind"]
  local one = is_array(list) and not list[2] and list[1]
  if not is_map(one) or not is_map(schema.properties) or not schema.properties.apiVersion
    or type(one.version) ~= "string" or type(one.kind) ~= "string" then
    return nil
  end
  local version = type(one.group) == "string" and one.group ~= "" and one.group .. "/" .. one.version or one.version
  return { { key = "apiVersion", value = version }, { key = "kind", value = one.kind } }
end

-- Reads the version of an OpenAPI document. Returns the draft, or nil and the problem.
local function draft_of(name, documents, root)
  local version = is_map(root) and root.openapi
  if type(version) ~= "string" then
    return nil, problem_at(name, documents, "it is no OpenAPI document of 3.0 or 3.1: its key openapi has the version")
  end
  local draft = version:find "^3%.0" and 4 or version:find "^3%.1" and 2020
  if draft then return draft end
  return nil, problem_at(name, documents, ("version %s of OpenAPI is not supported, only 3.0 and 3.1"):format(version),
    "openapi")
end

--- Reads the schemas of an OpenAPI document.
---@param source userdata a core source
---@param settings yschema.Settings
---@return yschema.SchemaPart[]? parts
---@return string? problem
---@return userdata? owner has the records of errors, if the text is neither JSON nor YAML
function openapi.components(source, settings)
  local documents, root, rounded = parsed(source, source:text(), settings)
  if not documents then return nil, root, rounded end
  local name = source:name()
  local draft, problem = draft_of(name, documents, root)
  if not draft then return nil, problem end
  local schemas = is_map(root.components) and root.components.schemas
  if not is_map(schemas) or next(schemas) == nil then
    return nil, problem_at(name, documents, "it has no schemas in components.schemas", "components")
  end
  local kinds, all, shared = {}, {}, {}
  for _, key in ipairs(ordered_keys(schemas)) do
    local schema, pointer = schemas[key], below("/components/schemas", key)
    if not is_map(schema) and (draft == 4 or type(schema) ~= "boolean") then
      return nil, problem_at(name, documents, "a component must be a schema (a map)", "components", "schemas", key)
    end
    if is_map(schema) then
      if draft == 4 then translate_plain(schema, pointer) end
      local has = kind_of(schema)
      local part = { name = name, documents = documents, root = root, pointer = pointer, draft = draft,
        title = ("%s of %s"):format(key, name:match "[^/]*$"), losses = {}, rounded = rounded,
        shared = shared, has = has or { { key = "component", value = key } }, is_kind = has ~= nil }
      all[#all + 1] = part
      if has then kinds[#kinds + 1] = part end
    end
  end
  local list = kinds[1] and kinds or all
  problem = problem_of_parts(list, 1, settings)
  if problem then return nil, problem end
  return list
end

return openapi
