--- Writes the counters of configurations in Prometheus' text format, version 0.0.4.
--
-- @module resty.yschema.metrics

local metrics = {}

local concat, ipairs, tostring = table.concat, ipairs, tostring

-- Name, type, help, and which field of `conf:stats()` is told.
local families = {
  { "yschema_version", "gauge", "Number of the version in service.", "version" },
  { "yschema_version_age_seconds", "gauge", "Seconds since the version in service was published.", "age" },
  { "yschema_reloads_total", "counter", "Versions that replaced another one.", "reloads" },
  { "yschema_faults_total", "counter", "Faults that kept a version from being served.", "faults" },
  { "yschema_faulty", "gauge", "Whether what should be served now has a fault.", "faulty" },
  { "yschema_last_fault_timestamp_seconds", "gauge", "When the last fault was found.", "last_fault" },
  { "yschema_last_look_timestamp_seconds", "gauge", "When somebody last looked for something new.", "last_look" },
}

local escapes = { ["\\"] = "\\\\", ['"'] = '\\"', ["\n"] = "\\n" }

local function label(text) return (text:gsub('[\\"\n]', escapes)) end

local function number(value)
  if value == true then return "1" elseif value == false then return "0" end
  if value % 1 == 0 then return ("%d"):format(value) end
  return ("%.3f"):format(value)
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
  for _, family in ipairs(families) do
    local name = family[1]
    out[#out + 1] = ("# HELP %s %s\n# TYPE %s %s\n"):format(name, family[3], name, family[2])
    for _, stats in ipairs(list) do
      local value = stats[family[4]]
      if value ~= nil then
        out[#out + 1] = ('%s{name="%s"} %s\n'):format(name, label(tostring(stats.name)), number(value))
      end
    end
  end
  return concat(out)
end

return metrics
