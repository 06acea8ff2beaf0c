--- Reads the schemas in custom resource definitions of Kubernetes and in OpenAPI documents, as parts to import.
--
-- @module yschema.importing.openapi

local below = require "yschema.metaschema.addresses".below
local changed = require "yschema.base.plain_tables".changed
local core = require "yschema.core"
local core_kinds = require "yschema.importing.kubernetes.core_kinds"
local file_kinds = require "yschema.base.file_kinds"
local integers = require "yschema.importing.reading.integers"
local structural = require "yschema.importing.kubernetes.structural"
local tables = require "yschema.importing.reading.tables"
local validity = require "yschema.base.lazily" "yschema.metaschema.validity"
local ordered_keys = require "yschema.base.ordered_keys"

local openapi = {}

local unpack = table.unpack or unpack -- luacheck: ignore

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
---@field null_is_missing? boolean a server removes a null of a key that does not take it
---@field fills_defaults? boolean a server fills in defaults before it validates
---@field shared? table what the imports of the parts of its document share; they fill it
---@field rounded table<number, yschema.RoundedInteger> integers of the file that do not fit in 64 bits

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

-- Makes the part of one version, or returns nil and perhaps a problem.
local function part_of_version(name, documents, root, kind, i)
  local spec, version = root.spec, root.spec.versions[i]
  local schema = is_map(version) and is_map(version.schema) and version.schema.openAPIV3Schema
  if not is_map(schema) or type(version.name) ~= "string" then
    return nil, problem_at(name, documents, "this version has no name or no schema.openAPIV3Schema", "spec", "versions",
      tostring(i - 1))
  end
  if version.served == false then return nil end
  local pointer = ("/spec/versions/%d/schema/openAPIV3Schema"):format(i - 1)
  local api_version, losses = spec.group .. "/" .. version.name, {}
  structural.add_object_keys(schema, api_version, kind)
  structural.translate(schema, pointer, losses, false)
  return { name = name, documents = documents, root = root, pointer = pointer, draft = 6,
    title = ("%s %s of %s"):format(api_version, kind, name:match "[^/]*$"), losses = losses, is_kind = true,
    null_is_missing = true, fills_defaults = true,
    has = { { key = "apiVersion", value = api_version }, { key = "kind", value = kind } } }
end

-- Adds the parts of one definition, and the problems with it.
local function add_versions(list, problems, name, documents, root, rounded, settings)
  local function add_problem(...) problems[#problems + 1] = problem_at(name, documents, ...) end
  if root.apiVersion ~= "apiextensions.k8s.io/v1" then
    return add_problem(OLD_CRD:format(tostring(root.apiVersion)), "apiVersion")
  end
  local spec = is_map(root.spec) and root.spec or {}
  local kind = is_map(spec.names) and spec.names.kind
  if type(spec.group) ~= "string" or type(kind) ~= "string" or not is_array(spec.versions) then
    return add_problem("its spec needs group, names.kind and versions", "spec")
  end
  for i in ipairs(spec.versions) do
    local part, problem = part_of_version(name, documents, root, kind, i)
    problem = problem or part and validity.problem_in_parts(part, { part.pointer }, settings)
    problems[#problems + 1] = problem
    if part and not problem then part.rounded, list[#list + 1] = rounded, part end
  end
end

-- Whether a document is an object of Kubernetes of another kind, which may stand beside definitions.
local function is_other(root)
  return is_map(root) and type(root.apiVersion) == "string" and type(root.kind) == "string"
    and root.kind ~= "CustomResourceDefinition"
end

--- Reads the custom resource definitions in a text. Other objects beside them are skipped.
---@param source userdata a core source
---@param settings yschema.Settings
---@param problems? string[] gets the problems of definitions, so that the others are read
---@return yschema.SchemaPart[]? parts
---@return string? problem
---@return userdata? owner has the records of errors, if the text is neither JSON nor YAML
function openapi.definitions(source, settings, problems)
  local list, found, name, other = {}, problems or {}, source:name(), nil
  local has_any = false
  for _, text in ipairs(texts_of(source)) do
    local documents, root, rounded = parsed(source, text, settings)
    if not documents then return nil, root, rounded end
    if is_other(root) then
      other = other or problem_at(name, documents, NO_CRD)
    elseif not is_map(root) or root.kind ~= "CustomResourceDefinition" then
      found[#found + 1] = problem_at(name, documents, NO_CRD)
    else
      has_any = true
      add_versions(list, found, name, documents, root, rounded, settings)
    end
    if found[1] and not problems then return nil, found[1] end
  end
  if not has_any and other then return nil, other end
  return list
end

-- The selector of a component's documents, if it is a kind of Kubernetes.
local function kind_of(schema)
  local list = schema["x-kubernetes-group-version-kind"]
  local one = is_array(list) and not list[2] and list[1]
  if not is_map(one) or not is_map(schema.properties) or not schema.properties.apiVersion
    or type(one.version) ~= "string" or type(one.kind) ~= "string" or core_kinds.is_list(one.kind, schema) then
    return nil
  end
  local version = type(one.group) == "string" and one.group ~= "" and one.group .. "/" .. one.version or one.version
  return { { key = "apiVersion", value = version }, { key = "kind", value = one.kind } }
end

-- Where the schemas of a version are, and how they are read.
---@class yschema.ApiVersion
---@field draft integer
---@field path string[] the keys that lead to the schemas
---@field of_core? boolean they are those of Kubernetes itself
---@field translate? fun(node: table, pointer: string, name: string)

local NO_API = "it is no OpenAPI document of 3.0 or 3.1, whose key openapi has the version, and none of Swagger 2.0"

-- Returns what the version of a document says, or nil and the problem.
local function version_of(name, documents, root)
  local version, swagger = is_map(root) and root.openapi, is_map(root) and root.swagger
  if swagger == "2.0" or swagger == 2.0 then
    local of_core = is_map(root.definitions) and core_kinds.are_meant(root.definitions)
    return { draft = of_core and 6 or 4, path = { "definitions" }, of_core = of_core,
      translate = of_core and core_kinds.translate or structural.translate_plain }
  end
  if type(version) ~= "string" then return nil, problem_at(name, documents, NO_API) end
  local path = { "components", "schemas" }
  if version:find "^3%.0" then return { draft = 4, path = path, translate = structural.translate_plain } end
  if version:find "^3%.1" then return { draft = 2020, path = path } end
  return nil, problem_at(name, documents, ("version %s of OpenAPI is not supported, only 3.0 and 3.1"):format(version),
    "openapi")
end

local ONLY_PATHS = "it has no schemas in %s, which are those that are imported; it has some in paths: move them to %s,"
  .. " and refer to them as {$ref: '#/%s/NAME'}"
local NONE = "it has no schemas in %s, which are those that are imported"

-- Whether a value has the key `schema` at any depth.
local function has_schema(value)
  if type(value) ~= "table" then return false end
  if is_map(value) and is_map(value.schema) then return true end
  for _, item in next, value do
    if has_schema(item) then return true end
  end
  return false
end

-- Returns the map of schemas, or nil and the problem.
local function schemas_of(name, documents, root, path)
  local schemas = root
  for _, key in ipairs(path) do schemas = is_map(schemas) and schemas[key] or nil end
  if is_map(schemas) and next(schemas) ~= nil then return schemas end
  local words = table.concat(path, ".")
  if has_schema(root.paths) then
    return nil, problem_at(name, documents, ONLY_PATHS:format(words, words, table.concat(path, "/")), "paths")
  end
  return nil, problem_at(name, documents, NONE:format(words), path[1])
end

-- Makes a part of each schema, or returns nil and the problem. Lists those of kinds, too.
local function parts_of(schemas, version, part_of)
  local kinds, all = {}, {}
  local pointer = "/" .. table.concat(version.path, "/")
  for _, key in ipairs(ordered_keys(schemas)) do
    local schema, at = schemas[key], below(pointer, key)
    if not is_map(schema) and (version.draft <= 6 or type(schema) ~= "boolean") then return nil, key end
    if is_map(schema) then
      if version.translate then version.translate(schema, at, key) end
      local has = kind_of(schema)
      local part = part_of(key, at, has)
      all[#all + 1] = part
      if has then kinds[#kinds + 1] = part end
    end
  end
  return kinds[1] and kinds or all
end

--- Reads the schemas of an OpenAPI document, or of one of Swagger 2.0.
---@param source userdata a core source
---@param settings yschema.Settings
---@return yschema.SchemaPart[]? parts
---@return string? problem
---@return userdata? owner has the records of errors, if the text is neither JSON nor YAML
function openapi.components(source, settings)
  local documents, root, rounded = parsed(source, source:text(), settings)
  if not documents then return nil, root, rounded end
  local name = source:name()
  local version, problem = version_of(name, documents, root)
  if not version then return nil, problem end
  local schemas, list, invalid
  schemas, problem = schemas_of(name, documents, root, version.path)
  if not schemas then return nil, problem end
  local shared = {}
  list, invalid = parts_of(schemas, version, function(key, pointer, has)
    return { name = name, documents = documents, root = root, pointer = pointer, draft = version.draft,
      title = ("%s of %s"):format(key, name:match "[^/]*$"), losses = {}, rounded = rounded,
      shared = shared, has = has or { { key = "component", value = key } }, is_kind = has ~= nil,
      null_is_missing = version.of_core }
  end)
  if not list then
    local path = { unpack(version.path) }
    path[#path + 1] = invalid
    return nil, problem_at(name, documents, "a component must be a schema (a map)", unpack(path))
  end
  problem = problem_of_parts(list, 1, settings)
  if problem then return nil, problem end
  return list
end

return openapi
