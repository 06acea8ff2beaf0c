--- Writes lua/yschema/packs/apisix.yml from APISIX's schemas:
--
--     YSCHEMA_APISIX=FOLDER luajit spec/packs/apisix/generate.lua >lua/yschema/packs/apisix.yml

package.path = "./?.lua;" .. package.path
local apisix = require "spec.packs.apisix.apisix"
local new_writer = require "spec.packs.writer"
local sorted = require "spec.packs.conditions".sorted

apisix.load(assert(os.getenv "YSCHEMA_APISIX", "YSCHEMA_APISIX is not set"))

local definitions = require "apisix.schema_def"
local injected = definitions.plugin_injected_schema._meta

local names = {}
local writer = new_writer(names, require "spec.packs.apisix.known")
local out = writer.out

local function line(text) out[#out + 1] = text end

local function identifier(name) return (name:gsub("%W", "_")) end

local function named(name, schema)
  writer:define(name, schema, name)
  names[schema] = name
end

for text in assert(io.open "spec/packs/apisix/head.yml"):lines() do line(text) end

-- ---- what plugins share -------------------------------------------------------------

names[definitions.ssl.properties.cert], names[definitions.ssl.properties.key] = "certificate", "private_key"
names[definitions.id_schema], names[definitions.ip_def] = "id", "address"
line "#! ---- what objects have in common"
line ""
named("meta", injected)
named("labels", definitions.route.properties.labels)
named("timeout", definitions.route.properties.timeout)
named("checks", definitions.upstream.properties.checks)
named("nodes_by_address", definitions.upstream.properties.nodes.anyOf[1])
named("list_of_nodes", definitions.upstream.properties.nodes.anyOf[2])
named("nodes", definitions.upstream.properties.nodes)
named("upstream", definitions.upstream)

-- ---- plugins ------------------------------------------------------------------------

local function mark_sensitive(prefix, schema)
  for _, path in ipairs(schema.encrypt_fields or {}) do writer.sensitive[prefix .. "." .. path] = true end
end

local function define(name, schema)
  mark_sensitive(name, schema)
  named(name, schema)
end

-- Whether a plugin needs no settings; then its name alone is enough.
local function accepts_nothing(name)
  for schema, own in pairs(names) do
    if own == name then
      local called, ok = pcall(require "apisix.core.schema".check, schema, {})
      return called and ok
    end
  end
end

-- Writes the map of plugins.
local function plugin_map(name, settings)
  line(("#@ def %s():"):format(name))
  line "#@schema/keys-may-be-present"
  line "---"
  for _, plugin in ipairs(sorted(settings)) do
    if accepts_nothing(settings[plugin]) then line "#@schema/nullable" end
    line("#@schema/like " .. settings[plugin])
    line(plugin .. ":")
  end
  line "#@ end"
  line ""
end

line "#! ---- plugins: their settings in routes, services and others; and in consumers, where they differ"
line ""
local in_routes, in_consumers, in_streams, in_multi_auth, metadata, known_metadata = {}, {}, {}, {}, {}, {}
local in_order = sorted(apisix.plugins.http)
for i, plugin in ipairs(in_order) do
  if plugin == "multi-auth" then table.insert(in_order, table.remove(in_order, i)) end -- it contains others
end
for _, plugin in ipairs(in_order) do
  local module, name = apisix.plugins.http[plugin], identifier(plugin)
  if plugin == "multi-auth" then
    plugin_map("plugins_of_multi_auth", in_multi_auth)
    local items = { type = "object" }
    module.schema.properties.auth_plugins.items = items
    names[items] = "plugins_of_multi_auth"
  elseif module.type == "auth" then
    in_multi_auth[plugin] = name
  end
  define(name, module.schema)
  in_routes[plugin], in_consumers[plugin] = name, name
  if module.consumer_schema then
    define(name .. "_of_consumer", module.consumer_schema)
    in_consumers[plugin] = name .. "_of_consumer"
  end
end
plugin_map("plugins", in_routes)
plugin_map("plugins_of_consumer", in_consumers)

line "#! ---- plugins of stream routes"
line ""
for _, plugin in ipairs(sorted(apisix.plugins.stream)) do
  local schema = apisix.plugins.stream[plugin].schema
  in_streams[plugin] = names[schema] or "stream_" .. identifier(plugin)
  if not names[schema] then define(in_streams[plugin], schema) end
end
plugin_map("plugins_of_stream", in_streams)

line "#! ---- metadata of plugins"
line ""
for _, plugin in ipairs(sorted(apisix.plugins.http)) do
  local schema = apisix.plugins.http[plugin].metadata_schema
  if type(schema) == "table" then
    local copy = { properties = { id = { const = plugin } } }
    for keyword, value in pairs(schema) do
      if keyword ~= "properties" then copy[keyword] = value end
    end
    copy.required = { "id", unpack(schema.required or {}) }
    copy.type = "object"
    for key, each in pairs(schema.properties or {}) do copy.properties[key] = each end
    known_metadata[#known_metadata + 1] = ("%q"):format(plugin)
    metadata[#metadata + 1] = "metadata_of_" .. identifier(plugin) .. "()"
    define("metadata_of_" .. identifier(plugin), copy)
  end
end
writer.metadata = table.concat(metadata, ", ")
line("#@ with_metadata = [" .. table.concat(known_metadata, ", ") .. "]")
line ""
line "#@ def metadata_of_others():"
line "#@schema/keys-may-be-present"
line "---"
line '#@schema/deprecated "APISIX knows no metadata of this plugin, and ignores it."'
line '#@schema/validation ("another plugin than those with metadata", lambda v: v not in with_metadata)'
line '#@schema/type any=True'
line "id:"
line "#@schema/any-key"
line "#@schema/type any=True"
line "_:"
line "#@ end"
line ""

-- ---- sections -----------------------------------------------------------------------

local function object(name, plugins)
  local schema = definitions[name]
  if plugins then names[schema.properties.plugins] = plugins end
  named(name, schema)
end

line "#! ---- objects"
line ""
names[definitions.route.properties.plugins] = "plugins"
for _, name in ipairs { "route", "service", "plugin_config", "consumer_group", "global_rule" } do
  object(name, "plugins")
end
names[definitions.consumer.properties.plugins] = "plugins_of_consumer"
named("consumer", definitions.consumer)
names[definitions.credential.properties.plugins] = "plugins_of_consumer"
named("credential", definitions.credential)
names[definitions.route.properties.plugins] = "plugins_of_stream"
named("stream_route", definitions.stream_route)
named("ssl", definitions.ssl)
named("proto", definitions.proto)
for _, name in ipairs { "vault", "aws", "gcp" } do
  local schema = require("apisix.secret." .. name).schema
  schema.properties.id = { type = "string", pattern = "^" .. name .. "/" }
  schema.required = { "id", unpack(schema.required or {}) }
  define("secret_of_" .. name, schema)
end

for text in assert(io.open "spec/packs/apisix/tail.yml"):lines() do
  line((text:gsub("METADATA", function() return writer.metadata end)))
end

io.stdout:write(table.concat(out, "\n"), "\n")
for _, left in ipairs(writer.left) do io.stderr:write("left out: ", left, "\n") end
