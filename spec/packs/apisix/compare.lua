--- Compares pack:apisix with APISIX's own check: on configurations that are made from APISIX's schemas, on changed
-- ones, and on those in its documentation and tests.
--
--     YSCHEMA_APISIX=FOLDER luajit spec/packs/apisix/compare.lua [--changes N] [--seed S] [--show KIND]

package.path = "./?.lua;lua/?.lua;lua/?/init.lua;" .. package.path
package.cpath = "build/luajit/?.so;" .. package.cpath
local yschema = require "yschema"
local schema = assert(yschema.load_file(os.getenv "YSCHEMA_PACK" or "pack:apisix"))

local folder = os.getenv "YSCHEMA_APISIX"
if not folder then
  io.stderr:write "*** YSCHEMA_APISIX is not set: pack:apisix was NOT compared with APISIX ***\n"
  os.exit(0)
end

local apisix = require "spec.packs.apisix.apisix"
local samples = require "spec.packs.apisix.samples"
local public = require "spec.packs.apisix.public"
local lyaml = require "lyaml"
apisix.load(folder)

local options = { changes = 4000, seed = 1 }
for i = 1, #arg, 2 do options[arg[i]:gsub("^%-%-", "")] = tonumber(arg[i + 1]) or arg[i + 1] end

-- ---- verdicts -------------------------------------------------------------------------

local counts = { made = 0, changed = 0, public = 0, accepted = 0, refused = 0, found = 0, lined = 0, on_purpose = 0,
  names = 0 }
local disagreements, by_kind = { strict = {}, missed = {} }, {}

local EMPTY = setmetatable({}, { __name = "empty" })

-- Writes JSON. Maps that must stay maps are EMPTY.
local function encode(value)
  if value == EMPTY then return "{}" end
  if type(value) ~= "table" then
    return assert(yschema.encode(value, "json")):gsub("\n$", "")
  end
  local parts = {}
  if value[1] ~= nil then
    for i, each in ipairs(value) do parts[i] = encode(each) end
    return "[" .. table.concat(parts, ", ") .. "]"
  end
  local keys = {}
  for key in pairs(value) do keys[#keys + 1] = key end
  table.sort(keys)
  for i, key in ipairs(keys) do parts[i] = encode(key) .. ": " .. encode(value[key]) end
  return "{" .. table.concat(parts, ", ") .. "}"
end

-- The values that the pack refuses on purpose, because APISIX ignores them in silence: unknown sections, sections that
-- are no lists, keys that are given twice, and maps of which its schemas forgot to say that they are maps.
local function is_on_purpose(report)
  local first = report.violations[1]
  return first.path and not first.path:find "[%[.]" and (first.expected == "array" or first.kind == "unknown-key")
    or first.message:find "duplicate key" or first.path and first.path:find "^plugin_metadata%[%d+%]$"
    or first.path and first.path:find "ai%-prompt%-decorator%.%a+%[%d+%]$"
end

-- Whether the pack refuses a text only because an object is named that is not there, or one name is given twice. APISIX
-- does not look for that.
local function is_about_names(report)
  for _, violation in ipairs(report.violations) do
    if violation.kind ~= "reference" and violation.kind ~= "identity" then return false end
  end
  return true
end

-- Asks both about a text.
local function ask(text, kind, name)
  local loaded, values = pcall(lyaml.load, text)
  if not loaded or type(values) ~= "table" then return nil end
  local refused = apisix.check(values)
  local result, report = schema:apply("#! apisix.yaml\n" .. text .. "\n#END\n")
  if result == nil and is_about_names(report) then
    result, counts.names = true, counts.names + 1
  end
  by_kind[kind] = by_kind[kind] or { 0, 0, 0 }
  by_kind[kind][1] = by_kind[kind][1] + 1
  if not refused[1] then
    counts.accepted = counts.accepted + 1
    if result == nil and is_on_purpose(report) then
      counts.on_purpose = counts.on_purpose + 1
    elseif result == nil then
      table.insert(disagreements.strict, { name = name, kind = kind, text = text, why = tostring(report) })
    end
  else
    counts.refused, by_kind[kind][2] = counts.refused + 1, by_kind[kind][2] + 1
    if result == nil then
      counts.found, by_kind[kind][3] = counts.found + 1, by_kind[kind][3] + 1
      local lined = report.violations[1] and report.violations[1].line
      counts.lined = counts.lined + (lined and 1 or 0)
    else
      table.insert(disagreements.missed, { name = name, kind = kind, text = text,
        why = ("%s[%d]: %s"):format(refused[1].section, refused[1].index - 1, refused[1].problem) })
    end
  end
  return not refused[1], result ~= nil
end

-- ---- configurations ---------------------------------------------------------------------

local random = samples.random(options.seed)
local check = require "apisix.core.schema".check
local context = { random = random, empty_map = EMPTY, fits = function(one, value)
  local called, ok = pcall(check, one, value)
  return called and ok
end }
local definitions = require "apisix.schema_def"

local function object(name, value) return { [name] = { value } } end

local PLAIN = { routes = "route", services = "service", upstreams = "upstream", consumers = "consumer", ssls = "ssl",
  protos = "proto", global_rules = "global_rule", stream_routes = "stream_route", plugin_configs = "plugin_config",
  consumer_groups = "consumer_group" }

-- Puts settings of a plugin where they are used.
local function with_plugin(name, settings, kind)
  local plugins = { [name] = settings }
  if kind == "consumer" then return object("consumers", { username = "jack", plugins = plugins }) end
  if kind == "stream" then
    return object("stream_routes", { server_port = 9100, plugins = plugins, upstream_id = 1 })
  end
  return object("routes", { id = 1, uri = "/a", plugins = plugins })
end

local valid = {}

local function keep(value, name)
  local text = encode(value)
  local accepted = ask(text, "made", name)
  counts.made = counts.made + 1
  if accepted then valid[#valid + 1] = { value = value, name = name } end
  return accepted
end

local function sorted(map)
  local keys = {}
  for key in pairs(map) do keys[#keys + 1] = key end
  table.sort(keys)
  return keys
end

local covered, uncovered = 0, {}

local function make_all(name, one, wrap)
  local accepted = false
  for attempt = 1, 12 do
    context.fullness = attempt % 4
    accepted = keep(wrap(samples.make(one, context)), name) or accepted
  end
  covered = covered + (accepted and 1 or 0)
  if not accepted then uncovered[#uncovered + 1] = name end
end

for _, name in ipairs(sorted(apisix.plugins.http)) do
  local plugin = apisix.plugins.http[name]
  make_all(name, plugin.schema, function(value) return with_plugin(name, value) end)
  if plugin.consumer_schema then
    make_all(name .. " of a consumer", plugin.consumer_schema, function(value)
      return with_plugin(name, value, "consumer")
    end)
  end
  if plugin.metadata_schema then
    make_all(name .. " metadata", plugin.metadata_schema, function(value)
      value = value == EMPTY and {} or value
      value.id = name
      return object("plugin_metadata", value)
    end)
  end
end
for _, name in ipairs(sorted(apisix.plugins.stream)) do
  make_all(name .. " of a stream", apisix.plugins.stream[name].schema, function(value)
    return with_plugin(name, value, "stream")
  end)
end
for _, section in ipairs(sorted(PLAIN)) do
  for _ = 1, 8 do
    make_all(section, definitions[PLAIN[section]], function(value)
      if value.plugins and value.plugins ~= EMPTY then value.plugins = { ["limit-count"] =
        { count = 1, time_window = 60, rejected_code = 503 } } end
      if value.protocol then value.protocol = nil end
      return object(section, value)
    end)
  end
end
for _, name in ipairs { "vault", "aws", "gcp" } do
  make_all("secret of " .. name, require("apisix.secret." .. name).schema, function(value)
    value.id = name .. "/1"
    return object("secrets", value)
  end)
end

for _, each in ipairs(public.list(folder)) do
  counts.public = counts.public + 1
  local accepted = ask(each.text, "public", each.name)
  if accepted then valid[#valid + 1] = { value = lyaml.load(each.text), name = each.name } end
end

local tried = 0
while counts.changed < options.changes and tried < options.changes * 20 do
  tried = tried + 1
  local base = valid[random(#valid)]
  local changed, kind = samples.change(base.value, random)
  local text = changed and encode(changed)
  if text and not text:find("%[%]") then
    counts.changed = counts.changed + 1
    ask(text, kind, base.name)
  end
end

-- ---- results ----------------------------------------------------------------------------

print(("plugins: %d, of streams %d, not loaded %d"):format(#sorted(apisix.plugins.http), #sorted(apisix.plugins.stream),
  #apisix.unloaded))
print(("schemas with a valid configuration: %d; without: %s"):format(covered, table.concat(uncovered, ", ")))
print(("configurations: %d made, %d public, %d changed"):format(counts.made, counts.public, counts.changed))
print(("APISIX accepts %d, of which yschema refuses %d, and %d on purpose"):format(counts.accepted,
  #disagreements.strict, counts.on_purpose))
print(("without an object that is named, or with a name that is given twice: %d"):format(counts.names))
print(("APISIX refuses %d, of which yschema finds %d (%.1f %%), %d with a line"):format(counts.refused, counts.found,
  100 * counts.found / counts.refused, counts.lined))
for _, kind in ipairs(sorted(by_kind)) do
  print(("  %-8s %5d, refused by APISIX %5d, found %5d"):format(kind, by_kind[kind][1], by_kind[kind][2],
    by_kind[kind][3]))
end
for _, each in ipairs(options.show and disagreements[options.show] or {}) do
  print(("---- %s, %s\n%s\n%s"):format(each.name, each.kind, each.text:sub(1, 1500), each.why:sub(1, 900)))
end
os.exit(#disagreements.strict == 0 and counts.found >= 0.95 * counts.refused and 0 or 1)
