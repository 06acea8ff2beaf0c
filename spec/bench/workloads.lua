--- The benchmark's workloads: schemas and values of several sizes and shapes, the same everywhere.
--
-- S an application's configuration · M 37 services, as a Helm chart has them · L, XL, N… a list of
-- databases · K a map of many keys · D nested maps · O a base and many small files on top of it

local workloads = {}

-- ---- random words, the same everywhere ------------------------------------------------

local state

local function random(limit) -- 0 .. limit - 1
  state = state * 16807 % 2147483647
  return state % limit
end

local function word(length)
  local letters = {}
  for i = 1, length or 6 do letters[i] = string.char(97 + random(26)) end
  return table.concat(letters)
end

-- ---- models: a map is a flat list of keys and what they hold --------------------------

local function map(list) return { kind = "map", list = list } end
local function array(list) return { kind = "array", list = list } end
-- A field of a schema: its default, which gives its type, and the arguments of its validation.
local function field(default, rules) return { kind = "field", default = default, rules = rules } end
local function nullable(default) return { kind = "field", default = default, nullable = true } end
local any = { kind = "field", default = map {}, any = true }

local function each_pair(model)
  local i = -1
  return function()
    i = i + 2
    return model.list[i], model.list[i + 1]
  end
end

local reserved = { ["true"] = true, ["false"] = true, null = true, yes = true, no = true, on = true, off = true }

-- A scalar as people write it.
local function scalar(value)
  if type(value) ~= "string" then return tostring(value) end
  local plain = value ~= "" and not value:match "^[%s!&*%-?:,%[%]{}#|>@`\"'%%%d.+~]"
    and not value:find(": ", 1, true) and not value:find(" #", 1, true)
    and not value:match "[%s:]$" and not reserved[value:lower()]
  return plain and value or ("%q"):format(value)
end

local function is_full(value) return type(value) == "table" and #value.list > 0 end

local write_value -- (out, indent, value): a collection that is not empty

-- The text after `key:` or `-`.
local function write_inline(value)
  if type(value) ~= "table" then return scalar(value) end
  return value.kind == "map" and "{}" or "[]"
end

function write_value(out, indent, value)
  if value.kind == "array" then
    for _, item in ipairs(value.list) do
      if is_full(item) then
        local first = #out + 1
        write_value(out, indent .. "  ", item)
        out[first] = indent .. "- " .. out[first]:sub(#indent + 3)
      else
        out[#out + 1] = indent .. "- " .. write_inline(item)
      end
    end
    return
  end
  for key, item in each_pair(value) do
    if is_full(item) then
      out[#out + 1] = indent .. key .. ":"
      write_value(out, item.kind == "map" and indent .. "  " or indent, item)
    else
      out[#out + 1] = ("%s%s: %s"):format(indent, key, write_inline(item))
    end
  end
end

local write_schema -- (out, indent, model): a map

local function write_field(out, indent, key, item)
  if item.nullable then out[#out + 1] = indent .. "#@schema/nullable" end
  if item.rules then out[#out + 1] = indent .. "#@schema/validation " .. item.rules end
  if item.any then out[#out + 1] = indent .. "#@schema/type any=True" end
  if item.open then out[#out + 1] = indent .. "#@schema/any-key" end
  out[#out + 1] = ("%s%s: %s"):format(indent, key, write_inline(item.default))
end

local function write_item(out, indent, item)
  if item.kind == "field" then
    out[#out + 1] = indent .. "- " .. write_inline(item.default)
    return
  end
  local first = #out + 1
  write_schema(out, indent .. "  ", item)
  out[first] = indent .. "- " .. out[first]:sub(#indent + 3)
end

function write_schema(out, indent, model)
  for key, item in each_pair(model) do
    if item.kind == "field" then
      write_field(out, indent, key, item)
    else
      out[#out + 1] = indent .. key .. ":"
      if item.kind == "map" then
        write_schema(out, indent .. "  ", item)
      else
        write_item(out, indent, item.list[1])
      end
    end
  end
end

--- A values model as YAML.
local function values_text(model)
  local out = {}
  write_value(out, "", model)
  return table.concat(out, "\n") .. "\n"
end

local function schema_text(model)
  local out = { "#@data/values-schema", "---" }
  write_schema(out, "", model)
  return table.concat(out, "\n") .. "\n"
end

--- A values model as plain Lua tables, and how many nodes it has.
---@param model any
---@param array_mt table the metatable of arrays
---@return any value
---@return integer nodes
local function lua_value(model, array_mt)
  if type(model) ~= "table" then return model, 1 end
  local value, nodes = {}, 1
  if model.kind == "array" then
    setmetatable(value, array_mt)
    for i, item in ipairs(model.list) do
      local below
      value[i], below = lua_value(item, array_mt)
      nodes = nodes + below
    end
  else
    for key, item in each_pair(model) do
      local below
      value[key], below = lua_value(item, array_mt)
      nodes = nodes + below
    end
  end
  return value, nodes
end

-- ---- S --------------------------------------------------------------------------------

local function application_schema()
  return map {
    "app", map {
      "name", field("app", "min_len=1"),
      "environment", field("dev", 'one_of=["dev", "staging", "prod"]'),
      "debug", field(false), "workers", field(4, "min=1, max=256"),
      "region", field("eu-west-1", "min_len=3"),
    },
    "http", map {
      "host", field("0.0.0.0", "min_len=1"), "port", field(8080, "min=1, max=65535"),
      "timeout_s", field(30.5, "min=0"), "tls", field(false), "cert_path", nullable(""),
      "max_body", field(1048576, "min=1024"),
    },
    "database", map {
      "driver", field("postgres", 'one_of=["postgres", "mysql", "sqlite"]'),
      "host", field("localhost", "min_len=1"), "port", field(5432, "min=1, max=65535"),
      "name", field("app", "min_len=1"), "user", field "app", "password", nullable "",
      "pool", map {
        "min", field(1, "min=0"), "max", field(10, "min=1, max=1000"), "idle_s", field(60),
      },
    },
    "cache", map {
      "enabled", field(true), "url", field("redis://localhost:6379", "min_len=1"),
      "ttl_s", field(300, "min=1"),
    },
    "log", map {
      "level", field("info", 'one_of=["debug", "info", "warn", "error"]'),
      "format", field("json", 'one_of=["json", "text"]'), "file", nullable "",
    },
    "features", array { field "" },
    "admins", array { map {
      "name", field "", "email", field("", "min_len=3"),
      "role", field("viewer", 'one_of=["viewer", "editor", "owner"]'),
    } },
  }
end

local function application_values()
  return map {
    "app", map {
      "name", "billing", "environment", "prod", "debug", false, "workers", 16,
      "region", "eu-central-1",
    },
    "http", map {
      "host", "0.0.0.0", "port", 8443, "timeout_s", 12.5, "tls", true,
      "cert_path", "/etc/tls/server.pem",
    },
    "database", map {
      "driver", "postgres", "host", "db.internal.example.com", "port", 5433,
      "name", "billing", "user", "billing_rw", "password", "s3cr3t-value",
      "pool", map { "min", 2, "max", 50 },
    },
    "cache", map { "enabled", true, "url", "redis://cache:6379/2" },
    "log", map { "level", "warn", "format", "json" },
    "features", array { "invoices", "refunds", "exports" },
    "admins", array {
      map { "name", "Ada", "email", "ada@example.com", "role", "owner" },
      map { "name", "Bob", "email", "bob@example.com" },
    },
  }
end

-- ---- M, O -----------------------------------------------------------------------------

local function probe_schema(path)
  return map {
    "enabled", field(true), "path", field(path), "port", field(8080, "min=1, max=65535"),
    "initialDelaySeconds", field(5, "min=0"), "periodSeconds", field(10, "min=1"),
  }
end

local function service_schema()
  return map {
    "enabled", field(true), "replicas", field(1, "min=0, max=100"),
    "image", map {
      "repository", field("registry.example.com/app", "min_len=1"),
      "tag", field("latest", "min_len=1"),
      "pullPolicy", field("IfNotPresent", 'one_of=["Always", "IfNotPresent", "Never"]'),
    },
    "resources", map {
      "requests", map { "cpu", field "100m", "memory", field "128Mi" },
      "limits", map { "cpu", field "500m", "memory", field "512Mi" },
    },
    "env", array { map { "name", field "", "value", field "" } },
    "ports", array { map {
      "name", field "http", "containerPort", field(8080, "min=1, max=65535"),
      "protocol", field("TCP", 'one_of=["TCP", "UDP"]'),
    } },
    "livenessProbe", probe_schema "/healthz", "readinessProbe", probe_schema "/ready",
    "ingress", map {
      "enabled", field(false), "className", nullable "nginx",
      "hosts", array { map {
        "host", field "",
        "paths", array { map {
          "path", field "/", "pathType", field("Prefix", 'one_of=["Prefix", "Exact"]'),
        } },
      } },
    },
    "autoscaling", map {
      "enabled", field(false), "minReplicas", field(1, "min=1"),
      "maxReplicas", field(3, "min=1, max=200"), "targetCPU", field(80, "min=1, max=100"),
    },
    "annotations", any, "nodeSelector", any,
  }
end

local function service_values(i)
  local env = {}
  for n = 1, 3 + i % 3 do env[n] = map { "name", word(8):upper(), "value", word(10) } end
  return map {
    "enabled", true, "replicas", 1 + i % 7,
    "image", map {
      "repository", ("registry.example.com/team-%d/%s"):format(i % 9, word()),
      "tag", ("v1.%d.%d"):format(i, random(30)),
    },
    "resources", map {
      "requests", map { "cpu", ("%dm"):format(100 + i * 5), "memory", ("%dMi"):format(128 + i) },
      "limits", map { "cpu", ("%dm"):format(500 + i * 5), "memory", ("%dMi"):format(512 + i * 2) },
    },
    "env", array(env),
    "ports", array {
      map { "name", "http", "containerPort", 8080 + i },
      map { "name", "metrics", "containerPort", 9090, "protocol", "TCP" },
    },
    "livenessProbe", map { "enabled", true, "path", "/healthz", "port", 8080 + i },
    "readinessProbe", map { "path", "/ready", "port", 8080 + i, "periodSeconds", 5 },
    "ingress", map {
      "enabled", true, "className", "nginx",
      "hosts", array { map {
        "host", word() .. ".example.com",
        "paths", array { map { "path", "/", "pathType", "Prefix" }, map { "path", "/api" } },
      } },
    },
    "autoscaling", map { "enabled", i % 2 == 1, "minReplicas", 1, "maxReplicas", 10 + i },
    "annotations", map {
      "prometheus.io/scrape", "true", "prometheus.io/port", "9090", "team", word(),
    },
    "nodeSelector", map { "kubernetes.io/os", "linux", "pool", word(4) },
  }
end

local function services(count, make)
  local list = {}
  for i = 0, count - 1 do
    list[#list + 1] = ("service%02d"):format(i)
    list[#list + 1] = make(i)
  end
  return map(list)
end

local function small_overlay(j)
  return map { ("service%02d"):format(j % 5), map {
    "replicas", j % 20, "image", map { "tag", "v2." .. j },
    "resources", map { "limits", map { "cpu", ("%d00m"):format(j + 1) } },
    "env", array { map { "name", "OVR_" .. j, "value", word() } },
    "autoscaling", map { "enabled", true, "maxReplicas", 20 + j % 100 },
    "annotations", map { "over/" .. j, word() },
  } }
end

-- ---- L, XL, N… ------------------------------------------------------------------------

local function databases_schema()
  return map { "databases", array { map {
    "name", field "", "host", field("localhost", "min_len=1"),
    "port", field(5432, "min=1, max=65535"),
    "user", field("app", "min_len=1"), "password", nullable "", "ssl", field(true),
    "engine", field("postgres", 'one_of=["postgres", "mysql", "mariadb"]'),
    "pool", map {
      "min", field(1, "min=0"), "max", field(10, "min=1, max=1000"), "idle_s", field(60),
    },
  } } }
end

local engines = { [0] = "postgres", "mysql", "mariadb" }

local function database(i)
  local list = {
    "name", ("db-%s-%d"):format(word(), i), "host", word(8) .. ".db.example.com",
    "port", 5400 + i % 100, "user", "user_" .. word(5),
  }
  local function add(key, value) list[#list + 1], list[#list + 2] = key, value end
  if i % 4 ~= 0 then add("password", word(16)) end
  if i % 3 ~= 0 then add("ssl", i % 2 == 1) end
  add("engine", engines[i % 3])
  local pool = { "min", i % 5, "max", 10 + i % 90 }
  if i % 2 == 0 then pool[5], pool[6] = "idle_s", 30 + i % 60 end
  add("pool", map(pool))
  return map(list)
end

local function databases_values(count)
  local list = {}
  for i = 1, count do list[i] = database(i - 1) end
  return map { "databases", array(list) }
end

-- ---- K, D -----------------------------------------------------------------------------

local function many_keys(count)
  local schema, values = {}, {}
  for i = 0, count - 1 do
    local key = ("key_%05d_%s"):format(i, word(4))
    schema[#schema + 1], schema[#schema + 2] = key, field(0)
    values[#values + 1], values[#values + 2] = key, random(1000000)
  end
  return map(schema), map(values)
end

local function nested(depth, leaf)
  local node = map { "v", leaf }
  for _ = 2, depth do node = map { "v", leaf, "n", node } end
  return node
end

-- ---- the list -------------------------------------------------------------------------

local makers = {
  S = function() return application_schema(), application_values() end,
  M = function() return services(37, service_schema), services(37, service_values) end,
  L = function() return databases_schema(), databases_values(5778) end,
  XL = function() return databases_schema(), databases_values(114745) end,
  K = function() return many_keys(50000) end,
  D = function() return nested(500, field(0)), nested(500, 7) end,
  O = function() return services(5, service_schema), services(5, service_values) end,
}

-- K again: its schema is one open key.
local function open_keys(count)
  local _, values = many_keys(count)
  local key = field(0)
  key.open = true
  return map { "any", key }, values
end

local kinds_of_text = {
  { 'regexp="^[a-z]+-[0-9]+$"', function(i) return word() .. "-" .. i end },
  { 'format="hostname"', function(i) return word() .. ".db" .. i .. ".example.com" end },
  { 'format="date-time"', function(i) return ("2024-06-07T12:%02d:%02dZ"):format(i % 60, i % 59) end },
  { 'regexp="^(?:[0-9]{1,3}[.]){3}[0-9]{1,3}$"', function(i) return "10.0.0." .. i % 250 end },
  { 'format="email"', function(i) return word() .. i .. "@example.com" end },
}

-- L, and beside it so many texts, each with a rule of its own, or with none.
local function texts_beside(count, with_rules)
  local schema, values = databases_schema(), databases_values(5778)
  for i = 1, count do
    local text = kinds_of_text[i % #kinds_of_text + 1]
    local given = text[2](i)
    for _, row in ipairs { { schema, field(given, with_rules and text[1]) }, { values, given } } do
      local list = row[1].list
      list[#list + 1], list[#list + 2] = "text" .. i, row[2]
    end
  end
  return schema, values
end

--- A workload as models.
---@param name string S M L XL K D O, or N<items>, or K<keys>; U<keys>, where the keys are
--- open; T<texts>, L and texts beside it, and R<texts>, where each text has a rule
---@return table schema, table values
local function models(name)
  state = 20240607
  if makers[name] then return makers[name]() end
  local letter, count = name:match "^([NKUTR])(%d+)$"
  if letter == "U" then return open_keys(tonumber(count)) end
  if letter == "T" or letter == "R" then return texts_beside(tonumber(count), letter == "R") end
  if letter == "N" then return databases_schema(), databases_values(tonumber(count)) end
  return many_keys(assert(tonumber(count), "no workload " .. name))
end

--- The YAML texts of a workload.
---@param name string
---@return string schema
---@return string values
function workloads.texts(name)
  local schema, values = models(name)
  return schema_text(schema), values_text(values)
end

--- A workload for checking Lua tables.
---@param name string
---@param array_mt table
---@return string schema YAML
---@return table values
---@return integer nodes
function workloads.tables(name, array_mt)
  local schema, values = models(name)
  return schema_text(schema), lua_value(values, array_mt)
end

--- The small files that go on top of O.
---@param count integer
---@return string[] texts
function workloads.overlays(count)
  state = 50
  local texts = {}
  for j = 1, count do texts[j] = values_text(small_overlay(j - 1)) end
  return texts
end

--- A list of databases beside a single key, and overlay documents that set that key.
---@param items integer
---@param documents integer
---@return string schema
---@return string values
---@return string overlays
function workloads.layered(items, documents)
  local schema, values = workloads.texts("N" .. items)
  local overlays = {}
  for i = 1, documents do
    overlays[i] = ("#@data/values\n---\n#@overlay/match missing_ok=True\ntop: t%d\n"):format(i)
  end
  return schema .. 'top: ""\n', values, table.concat(overlays)
end

--- An array of items, and an overlay that matches each of them by its name.
---@param count integer
---@return string schema
---@return string items
---@return string overlay
function workloads.matched(count)
  local items, overlay = { "items:\n" }, { "#@data/values\n---\nitems:\n" }
  for i = 1, count do
    items[i + 1] = ("- name: item-%d\n  size: %d\n"):format(i, i)
    overlay[i + 1] = ('#@overlay/match by="name"\n- name: item-%d\n  size: %d\n'):format(
      count - i + 1, i)
  end
  return '#@data/values-schema\n---\nitems:\n- name: ""\n  size: 0\n', table.concat(items),
    table.concat(overlay)
end

return workloads
