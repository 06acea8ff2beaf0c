-- The rules of make.lua for Kong's validators and checks that are functions: each has a rule of prelude.yml, or false
-- where no rule can say it.

local null = require("cjson").null

local rules = {}

--- Functions of Kong, by file and line, and the pattern or rule of prelude.yml.
rules.validators = {
  ["db/schema/entities/targets.lua:6"] = "host_and_port",
  ["db/schema/entities/upstreams.lua:18"] = "host_name",
  ["db/schema/typedefs.lua:118"] = "tag",
  ["db/schema/typedefs.lua:137"] = "entity_name",
  ["db/schema/typedefs.lua:154"] = "host_name",
  ["db/schema/typedefs.lua:172"] = "server_name",
  ["db/schema/typedefs.lua:205"] = "web",
  ["db/schema/typedefs.lua:224"] = "a_certificate",
  ["db/schema/typedefs.lua:234"] = "a_key",
  ["db/schema/typedefs.lua:24"] = "host",
  ["db/schema/typedefs.lua:38"] = "host_and_port",
  ["db/schema/typedefs.lua:44"] = "ip",
  ["db/schema/typedefs.lua:495"] = "route_host",
  ["db/schema/typedefs.lua:500"] = "a_route_path",
  ["db/schema/typedefs.lua:53"] = "network",
  ["db/schema/typedefs.lua:71"] = "path",
  ["db/schema/typedefs.lua:660"] = false,
  ["db/schema/typedefs.lua:895"] = false,
  ["plugins/acme/schema.lua:12"] = "free_namespace",
  ["plugins/acme/schema.lua:30"] = false,
  ["plugins/cors/schema.lua:18"] = "star_or_pattern",
  ["plugins/http-log/schema.lua:63"] = false,
  ["plugins/oauth2/daos.lua:9"] = "web_without_fragment",
  ["plugins/oauth2/schema.lua:3"] = false,
  ["plugins/opentelemetry/schema.lua:4"] = false,
  ["plugins/pre-function/_schema.lua:10"] = false,
  ["plugins/prometheus/schema.lua:3"] = false,
  ["plugins/rate-limiting/schema.lua:10"] = false,
  ["plugins/request-termination/schema.lua:27"] = false,
  ["plugins/request-transformer/schema.lua:13"] = "pair_with_value",
  ["plugins/request-transformer/schema.lua:29"] = "header_pair",
  ["plugins/request-transformer/schema.lua:44"] = "header_pair_of_names",
  ["plugins/response-ratelimiting/schema.lua:7"] = false,
  ["plugins/response-transformer/schema.lua:20"] = "header_pair_of_names",
  ["plugins/zipkin/schema.lua:28"] = "a_set_of_tags",
  ["tools/http.lua:250"] = "cookie_name",
  ["tools/http.lua:271"] = "header_name",
}

--- Lua patterns that have a name in prelude.yml.
rules.patterns = {
  ["^%u+$"] = "method",
  ["^[^:]+:.*$"] = "pair",
  ["%w*%p*@+%w*%.?%w*"] = "mail",
  ["^.*[^:]$"] = "no_colon",
  ["^[^*&%%\\`]+$"] = "file_path",
  ["^[0-9]+-[0-9]+$"] = "code_range",
  ["^[a-z][a-z%d-]-[a-z%d]+$"] = "vault_prefix",
}

--- Rules of whole records, in place of functions of Kong.
local record_rules = {
  ["db/schema/typedefs.lua:660"] = { "pem_pair" },
  ["plugins/http-log/schema.lua:63"] = { "one_authorization" },
  ["plugins/oauth2/schema.lua:3"] = { "a_flow" },
  ["plugins/prometheus/schema.lua:3"] = {},
  ["plugins/rate-limiting/schema.lua:10"] = { "rising_limits", "sync_with_redis" },
  ["plugins/request-termination/schema.lua:27"] = { "one_kind_of_answer" },
  ["plugins/response-ratelimiting/schema.lua:7"] = { "rising_limits" },
}

--- Rules of plugins and entities, in place of checks that are functions, and of conditions that read poorly when they
-- are written one by one. A name that stands here takes the place of all checks of an entity.
local owner_rules = {
  acme = { "no_database", "terms_are_accepted" },
  ["aws-lambda"] = { "http_proxy" },
  jwt = { "expiration_is_verified" },
  certificates = { 'all_or_none("cert_alt", "key_alt")' },
  jwt_secrets = { "key_of_algorithm" },
  vaults = {},
  keys = { 'at_least_one("jwk", "pem")', 'at_most_one("jwk", "pem")', "kid_of_jwk" },
  routes = { "route_of_protocols" },
  services = { "service_of_protocol" },
  upstreams = { "hash_inputs", 'distinct("hash_on_header", "hash_fallback_header")',
    'distinct("hash_on_query_arg", "hash_fallback_query_arg")',
    'distinct("hash_on_uri_capture", "hash_fallback_uri_capture")' },
  ca_certificates = {},
  filter_chains = { 'at_least_one("service", "route")', 'at_most_one("service", "route")' },
}

local whole = { certificates = true, jwt_secrets = true, keys = true, routes = true, services = true, upstreams = true,
  ca_certificates = true, filter_chains = true, jwt = true, acme = true }

--- Settings that have another form in the same map, which Kong turns into this one.
local old_forms = {
  ["redis.host"] = "redis_host", ["redis.timeout"] = "redis_timeout", traces_endpoint = "endpoint",
}

--- Short forms that have the name of the field that they set.
rules.no_shorthand = { algorithm = true, hash_on = true }

--- The names of entities.yml for where the names and ids of entities are that others refer to.
rules.paths = {
  services = "of_services", routes = "of_routes", consumers = "of_consumers", upstreams = "of_upstreams",
  certificates = "of_certificates", key_sets = "of_key_sets",
  oauth2_credentials = "of_oauth2_credentials",
}

--- Rules of short forms.
rules.short_forms = { url = "a_service_url" }

--- New names of old settings for which Kong's tables have none.
rules.new_names = {
  cookie_lifetime = "rolling_timeout", cookie_idletime = "idling_timeout", cookie_renew = "nothing in its place",
  cookie_discard = "stale_ttl", cookie_samesite = "cookie_same_site", cookie_httponly = "cookie_http_only",
  cookie_persistent = "remember", endpoint = "traces_endpoint",
}

-- Whether a list of fields is one of health checks, which Kong makes in no order.
local function has_no_order(fields)
  for _, entry in ipairs(fields) do
    if entry.http_statuses or entry.unhealthy or entry.passive then
      return true
    end
  end
  return false
end

--- The fields of a record in an order that is the same each time.
function rules.in_order(fields)
  if not has_no_order(fields) then
    return fields
  end
  local sorted = {}
  for i, entry in ipairs(fields) do
    sorted[i] = entry
  end
  table.sort(sorted, function(a, b) return next(a) < next(b) end)
  return sorted
end

--- Sorts the formats of traces, which Kong lists in no order.
function rules.sort_formats(values)
  for _, value in ipairs(values) do
    if value == "w3c" then
      table.sort(values)
      return
    end
  end
end

--- Names of forms that several plugins share, where that of their key is not enough.
rules.form_names = { llm = "language_model", pem = "pem_keys" }

--- Keys of entities for which something else may stand, such as `url` of a service for its `host`.
rules.not_required = { services = { host = true } }

--- Conditions of the rules of a key.
rules.conditions = {
  services = { host = "without_url", path = "without_url", port = "without_url", protocol = "without_url" },
  upstreams = { algorithm = "without_hash_on" },
}

--- Keys that must not be null, although nothing says that they are required.
rules.not_null = { oauth2_credentials = "client_secret" }

--- Values of old settings, which Kong turns into those of the new ones.
rules.values = { cookie_samesite = { "Strict", "Lax", "None", "Default", "off" } }

--- The rule of a list in which Kong makes an id from some keys of an entity: they must not be the same twice.
-- @param definition Kong's table of the entity
-- @param parent the entity that the list belongs to, or nil at the root
function rules.once(definition, parent)
  local keys = definition.cache_key or { definition.endpoint_key }
  local list = {}
  for _, key in ipairs(keys) do
    for _, entry in ipairs(definition.fields) do
      local field = entry[key]
      if field and (field.auto or field.unique) then
        return nil
      elseif field and not (field.type == "foreign" and field.reference == parent) then
        list[#list + 1] = '"' .. key .. '"'
      end
    end
  end
  return #list > 0 and ("validation once(%s)"):format(table.concat(list, ", ")) or nil
end

local singulars = {
  acls = "acl_group", keys = "key", ca_certificates = "ca_certificate", plugins = "plugin",
  ratelimiting_metrics = "ratelimiting_metric", acme_storage = "acme_storage_item", sessions = "session_data",
}

--- The name of the function that has the schema of one entity.
function rules.singular(name) return singulars[name] or (name:gsub("ies$", "y"):gsub("s$", "")) end

local function literal(value)
  if type(value) == "table" then
    local parts = {}
    for i, one in ipairs(value) do
      parts[i] = literal(one)
    end
    return "[" .. table.concat(parts, ", ") .. "]"
  elseif type(value) == "string" then
    return '"' .. value .. '"'
  elseif type(value) == "boolean" then
    return value and "True" or "False"
  elseif value == nil or value == null then
    return "None"
  end
  return tostring(value)
end

local function place(fn)
  local info = debug.getinfo(fn, "S")
  return info.source:match "kong/([^/]+/.*)$":gsub("^kong/", "") .. ":" .. info.linedefined
end

-- The field at a path below a record.
local function field_at(record, path)
  local found = record
  for key in path:gmatch "[^.]+" do
    local inner
    for _, entry in ipairs(found.fields) do
      inner = inner or entry[key]
    end
    if not inner then
      return nil
    end
    found = inner
  end
  return found
end

rules.field_at = field_at

local function default_at(record, path)
  local field = field_at(record, path)
  local default = field and field.default
  if default == null then
    return nil
  end
  return default
end

local function strip(path) return (path:gsub("^config%.", "")) end

local function names(paths)
  local list = {}
  for _, path in ipairs(paths) do
    list[#list + 1] = literal(strip(path))
    if old_forms[path] then
      list[#list + 1] = literal(old_forms[path])
    end
  end
  return table.concat(list, ", ")
end

local function values_of(match)
  if match.one_of then
    return match.one_of
  elseif match.eq ~= nil then
    return { match.eq }
  end
end

local function conditional(record, check)
  local path, other = strip(check.then_field), strip(check.if_field)
  local values = values_of(check.if_match)
  if not values then
    return nil
  end
  local condition = ("%s, %s, %s"):format(literal(other), literal(values), literal(default_at(record, other)))
  if check.then_match.required then
    if default_at(record, path) ~= nil then
      return nil
    end
    local paths = old_forms[path] and literal { path, old_forms[path] } or literal { path }
    return ("needs(%s, %s)"):format(paths, condition)
  end
  local allowed = values_of(check.then_match)
  return allowed and ("allows(%s, %s, %s, %s)"):format(literal(path), literal(allowed),
    literal(default_at(record, path)), condition)
end

local makers = {}

function makers.at_least_one_of(_, paths) return ("at_least_one(%s)"):format(names(paths)) end
function makers.only_one_of(_, paths) return ("at_most_one(%s)"):format(names(paths)) end
function makers.mutually_exclusive(_, paths) return ("at_most_one(%s)"):format(names(paths)) end
function makers.mutually_required(_, paths) return ("all_or_none(%s)"):format(names(paths)) end
function makers.distinct(_, paths) return ("distinct(%s)"):format(names(paths)) end
makers.conditional = conditional

function makers.conditional_at_least_one_of(record, check)
  local other, path = strip(check.if_field), strip(check.then_at_least_one_of[1])
  if default_at(record, path) ~= nil then
    return nil
  end
  return ("needs(%s, %s, %s, None)"):format(literal { path }, literal(other), literal(values_of(check.if_match)))
end

-- Checks of language models in a plugin: one function of Kong.
function makers.custom_entity_check(_, check)
  if place(check.fn):find "llm/schemas" then
    return "counted_models"
  end
end

local function add_checks(list, record, checks)
  for _, check in ipairs(checks or {}) do
    local name, arg = next(check)
    local rule = makers[name] and makers[name](record, arg)
    if rule then
      list[#list + 1] = rule
    end
  end
end

--- The rules of a record, as a list of expressions.
-- @param record Kong's table
-- @param _ its name
-- @param more checks of the plugin around it, whose paths begin with `config.`
-- @param owner the name of the plugin or entity
function rules.checks(record, _, more, owner)
  local list = {}
  if not whole[owner] then
    add_checks(list, record, record.entity_checks)
    add_checks(list, record, more)
  end
  for _, rule in ipairs(record.custom_validator and record_rules[place(record.custom_validator)] or {}) do
    list[#list + 1] = rule
  end
  for _, entry in ipairs(owner and record.primary_key and record.fields or {}) do
    local name, field = next(entry)
    if field.type == "foreign" and field.required then
      list[#list + 1] = ("belongs_to(%s)"):format(literal(name))
    end
  end
  for _, rule in ipairs(owner_rules[owner] or {}) do
    list[#list + 1] = rule
  end
  for _, entry in ipairs(record.shorthand_fields or {}) do
    local name, field = next(entry)
    local with = field.deprecation and field.deprecation.replaced_with
    if with and not rules.no_shorthand[name] then
      list[#list + 1] = ("same(%s, %s)"):format(literal(name), literal(table.concat(with[1].path, ".")))
    end
  end
  return list
end

return rules
