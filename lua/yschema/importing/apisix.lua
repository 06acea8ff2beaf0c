--- Imports what a node of Apache APISIX says of itself: the answer of its control API to /v1/schema, which has the
-- schemas of all objects and of all plugins that the node knows. The result is a schema of apisix.yaml.
--
-- @module yschema.importing.apisix

local core = require "yschema.core"
local importer = require "yschema.importing.importer"
local ordered_keys = require "yschema.base.ordered_keys"

local apisix = {}

local ipairs, pairs, next, type = ipairs, pairs, next, type

-- The sections of the file, the objects in them, and the keys that identify these.
local SECTIONS = {
  { "routes", "route", "id" }, { "services", "service", "id" }, { "upstreams", "upstream", "id" },
  { "consumers", "consumer", "username" }, { "consumer_groups", "consumer_group", "id" },
  { "plugin_configs", "plugin_config", "id" }, { "global_rules", "global_rule", "id" }, { "ssls", "ssl", "id" },
  { "protos", "proto", "id" }, { "stream_routes", "stream_route", "id" },
}

-- The sections that keys of these objects lead to.
local REFERENCES = {
  route = { upstream_id = "upstreams", service_id = "services", plugin_config_id = "plugin_configs" },
  service = { upstream_id = "upstreams" }, consumer = { group_id = "consumer_groups" },
  stream_route = { upstream_id = "upstreams", service_id = "services" },
}

-- APISIX compares identifiers as texts: one that is written as the other type is left alone.
local REFERS = '#@schema/refers to="%s[].id", when=lambda v, ctx: not any([str(x.get("id")) == str(v)'
  .. ' and type(x.get("id")) != type(v) for x in ctx.root.get("%s", [])])\n'

-- Keywords that are lists; an empty table of Lua is written as {} there.
local LISTS = { required = true, enum = true, anyOf = true, oneOf = true, allOf = true }
local ARRAY = core.array_mt

-- ---- defaults -----------------------------------------------------------------------

-- Whether a default fits a condition that names values; nil: that is unknown.
local function fits(condition, default)
  if type(condition) ~= "table" then return nil end
  if condition.const ~= nil then return condition.const == default end
  for _, value in ipairs(type(condition.enum) == "table" and condition.enum or {}) do
    if value == default then return true end
  end
  if condition.enum then return false end
end

local CONDITIONS = { "if", "then", "else", "not" }
local CHOICES = { "allOf", "anyOf", "oneOf" }

-- Rewrites conditions on the keys of a map: APISIX fills in defaults before it validates them. A key with a default is
-- there; a condition that its default does not fit holds only for a value that is given.
local function count_defaults(node, defaults, is_condition)
  if type(node) ~= "table" then return end
  if is_condition then
    local required, seen = {}, {}
    for _, key in ipairs(node.required or {}) do
      if defaults[key] == nil then required[#required + 1], seen[key] = key, true end
    end
    for _, key in ipairs(ordered_keys(node.properties or {})) do
      if defaults[key] ~= nil and fits(node.properties[key], defaults[key]) == false and not seen[key] then
        required[#required + 1] = key
      end
    end
    node.required = required[1] and setmetatable(required, ARRAY) or nil
  end
  for _, keyword in ipairs(CONDITIONS) do count_defaults(node[keyword], defaults, true) end
  for _, keyword in ipairs(CHOICES) do
    for _, each in ipairs(node[keyword] or {}) do count_defaults(each, defaults, true) end
  end
end

local function defaults_of(properties)
  local defaults = {}
  for key, each in pairs(properties) do
    if type(each) == "table" and type(each.default) ~= "table" then defaults[key] = each.default end
  end
  return defaults
end

-- Makes a schema of Lua's tables a JSON Schema, at each depth.
local function tidy(node)
  if type(node) ~= "table" then return end
  for keyword in pairs(LISTS) do
    if type(node[keyword]) == "table" and next(node[keyword]) == nil then node[keyword] = nil end
  end
  node.encrypt_fields, node["$comment"] = nil, nil
  -- APISIX's regular expressions are those of PCRE.
  if type(node.pattern) == "string" then node.pattern = node.pattern:gsub("^\\A", "^"):gsub("\\z$", "$") end
  if type(node.properties) == "table" then count_defaults(node, defaults_of(node.properties)) end
  for _, value in pairs(node) do tidy(value) end
end

-- ---- the file -----------------------------------------------------------------------

local function reference(name) return { ["$ref"] = "#/definitions/" .. name } end

-- Adds the schemas of plugins, and returns the map of plugins. `of`: the kind of schema that is preferred.
local function add_plugins(made, plugins, of, prefix)
  local map = { type = "object", properties = {}, additionalProperties = false }
  for _, name in ipairs(ordered_keys(plugins)) do
    local plugin = plugins[name]
    local kind = type(plugin) == "table" and type(plugin[of]) == "table" and of or "schema"
    local schema = type(plugin) == "table" and plugin[kind]
    if type(schema) == "table" then
      local own = (kind == "schema" and prefix or "consumer_") .. name
      if not made.definitions[own] then
        made.sensitive[own:gsub("%W", "_")] = schema.encrypt_fields
        made.definitions[own] = schema
      end
      map.properties[name] = schema.required and reference(own) or { anyOf = { reference(own), { type = "null" } } }
    end
  end
  return map
end

-- Returns the schema of metadata: an object for each plugin that has some, selected by its id.
local function metadata_of(made, plugins)
  local known, list = {}, {}
  for _, name in ipairs(ordered_keys(plugins)) do
    local schema = type(plugins[name]) == "table" and plugins[name].metadata_schema
    if type(schema) == "table" then
      local copy = { type = "object", properties = { id = { const = name } }, required = { "id" } }
      for key, each in pairs(schema.properties or {}) do copy.properties[key] = each end
      for _, key in ipairs(schema.required or {}) do copy.required[#copy.required + 1] = key end
      made.definitions["metadata_" .. name] = copy
      known[#known + 1], list[#list + 1] = name, reference("metadata_" .. name)
    end
  end
  list[#list + 1] = { type = "object", required = { "id" }, properties = { id = { ["not"] = { enum = known } } } }
  return { type = "array", items = known[1] and { anyOf = list } or { type = "object" } }
end

-- Makes the JSON Schema of the file.
local function made_of(root)
  local made = { definitions = {}, sensitive = {} }
  local http = add_plugins(made, root.plugins, "schema", "plugin_")
  local consumer = add_plugins(made, root.plugins, "consumer_schema", "plugin_")
  local stream = add_plugins(made, root.stream_plugins or {}, "schema", "stream_plugin_")
  local properties = { plugin_metadata = metadata_of(made, root.plugins) }
  for _, section in ipairs(SECTIONS) do
    local schema = root.main[section[2]]
    if type(schema) == "table" then
      if type(schema.properties) == "table" and schema.properties.plugins then
        schema.properties.plugins = section[2] == "stream_route" and stream or section[2] == "consumer" and consumer
          or http
      end
      made.definitions[section[2]] = schema
      properties[section[1]] = { type = "array", items = reference(section[2]) }
    end
  end
  properties.secrets = { type = "array", items = { type = "object" } }
  properties.plugins = { type = "array", items = { type = "object", required = { "name" },
    properties = { name = { type = "string" }, stream = { type = "boolean" } } } }
  for _, schema in pairs(made.definitions) do tidy(schema) end
  made.schema = { ["$schema"] = "http://json-schema.org/draft-07/schema#", type = "object",
    additionalProperties = false, properties = properties, definitions = made.definitions }
  return made
end

-- ---- annotations --------------------------------------------------------------------

-- APISIX replaces variables in the text, and references in strings; it reads only files with a last line #END.
local OF_TEXTS = [[
#@schema/variables any=r"\$\{\{\s*\w", strings=r"^\$(secret://|(?i:env)://)"
#@schema/ends-with "#END"
]]

-- Adds what a JSON Schema does not say: variables, identities, references, and what APISIX encrypts.
local function annotated(text, made)
  local name, out, sections = nil, {}, {}
  for _, section in ipairs(SECTIONS) do sections[section[1]] = section[3] end
  for line in text:gmatch "[^\n]*\n" do
    name = line:match "^#@ def ([%w_]+)%(" or line:find "^#@data/values%-schema" and "" or name
    local key = line:match "^([%w_-]+):"
    local to = key and (REFERENCES[name] or {})[key]
    if to then out[#out + 1] = REFERS:format(to, to) end
    if key and name == "" and sections[key] then out[#out + 1] = ('#@schema/identity "%s"\n'):format(sections[key]) end
    for _, field in ipairs(made.sensitive[name] or {}) do
      if field == key then out[#out + 1] = "#@schema/sensitive\n" end
    end
    out[#out + 1] = line
    if line:find "^#@data/values%-schema" then out[#out + 1] = OF_TEXTS end
  end
  return table.concat(out)
end

local NOT_ONE = "%s: it is no answer of APISIX's control API to /v1/schema, which has main and plugins"

--- Makes a schema of apisix.yaml from an answer of the control API.
---@param source userdata a core source
---@param settings yschema.Settings
---@return yschema.Import? import
---@return string? problem with the file
---@return userdata? owner has the records of errors, if the text is no JSON
function apisix.import(source, settings)
  local name = source:name()
  local documents, owner = core.parse(source, settings)
  if not documents then return nil, nil, owner end
  local root = documents:count() == 1 and documents:value(1) or nil
  documents:close()
  if type(root) ~= "table" or type(root.main) ~= "table" or type(root.plugins) ~= "table" then
    return nil, NOT_ONE:format(name)
  end
  local made = made_of(root)
  local text = assert(core.encode(made.schema, "json"))
  local found, problem, invalid = importer.import(core.source(name, text, false, true), settings)
  if not found then return nil, problem, invalid end
  found.text, found.outline, found.place_of = annotated(found.text, made), nil, nil
  return found
end

return apisix
