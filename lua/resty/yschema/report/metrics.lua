--- Writes the counters of configurations in Prometheus' text format, version 0.0.4.
--
-- @module resty.yschema.report.metrics

local metrics = {}

local concat, ipairs, tostring, type = table.concat, ipairs, tostring, type

-- Name, type, help, and which field of `conf:stats()` is reported.
local families = {
  { "yschema_version", "gauge", "Number of the version in service.", "version" },
  { "yschema_version_age_seconds", "gauge", "Seconds since the version in service was published.", "age" },
  { "yschema_reloads_total", "counter", "Versions that replaced another one.", "reloads" },
  { "yschema_errors_total", "counter", "Errors that kept a version from being served.", "errors" },
  { "yschema_invalid", "gauge", "Whether what should be served now has an error.", "invalid" },
  { "yschema_last_error_timestamp_seconds", "gauge", "When the last error was found.", "last_error" },
  { "yschema_last_look_timestamp_seconds", "gauge", "When a worker last looked for something new.", "last_look" },
  { "yschema_cache_written_timestamp_seconds", "gauge", "When the cache was written.", "cache_written" },
  { "yschema_cache_errors_total", "counter", "How often the cache could not be written.", "cache_errors" },
}

-- The same for what a source reports.
local source_families = {
  { "yschema_source_connected", "gauge", "Whether the source can be asked.", "connected" },
  { "yschema_source_serial", "gauge", "Serial of the pointer under which the bundle in service came.", "serial" },
  { "yschema_source_acknowledged", "gauge", "Whether the node has acknowledged what it is pointed to.",
    "acknowledged" },
  { "yschema_source_canary", "gauge", "Whether the node is a canary now.", "canary" },
  { "yschema_source_last_contact_timestamp_seconds", "gauge", "When the source last answered.", "contact" },
}

local escapes = { ["\\"] = "\\\\", ['"'] = '\\"', ["\n"] = "\\n" }

local function label(text) return (text:gsub('[\\"\n]', escapes)) end

local function number(value)
  if value == true then return "1" elseif value == false then return "0" end
  if value % 1 == 0 then return ("%d"):format(value) end
  return ("%.3f"):format(value)
end

-- Adds a family of metrics, with the numbers of all tables that have them.
local function add(out, family, list, labels)
  local name, found = family[1], false
  for i, stats in ipairs(list) do
    local value = stats[family[4]]
    if type(value) == "number" or type(value) == "boolean" then
      if not found then
        out[#out + 1] = ("# HELP %s %s\n# TYPE %s %s\n"):format(name, family[3], name, family[2])
        found = true
      end
      out[#out + 1] = ("%s{%s} %s\n"):format(name, labels[i], number(value))
    end
  end
end

-- A metric whose labels are what is reported.
local function add_info(out, list, labels)
  local found = false
  for i, stats in ipairs(list) do
    if type(stats.bundle) == "string" or type(stats.endpoint) == "string" then
      if not found then
        out[#out + 1] = "# HELP yschema_source_info Where the bundle in service comes from.\n"
          .. "# TYPE yschema_source_info gauge\n"
        found = true
      end
      out[#out + 1] = ('yschema_source_info{%s,bundle="%s",endpoint="%s"} 1\n'):format(labels[i],
        label(tostring(stats.bundle or "")), label(tostring(stats.endpoint or "")))
    end
  end
end

--- Makes the text. A value that is not known is left out.
---@param list resty.yschema.Stats[] of each configuration
---@param version string of yschema
---@return string
function metrics.text(list, version)
  local out = {
    "# HELP yschema_info The version of yschema.\n# TYPE yschema_info gauge\n",
    ('yschema_info{version="%s"} 1\n'):format(label(version)),
  }
  local labels, sources = {}, {}
  for i, stats in ipairs(list) do
    labels[i], sources[i] = ('name="%s"'):format(label(tostring(stats.name))), stats.source or {}
  end
  for _, family in ipairs(families) do add(out, family, list, labels) end
  for _, family in ipairs(source_families) do add(out, family, sources, labels) end
  add_info(out, sources, labels)
  return concat(out)
end

return metrics
