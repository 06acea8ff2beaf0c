--- Kubernetes' named formats as rows: `format.named("dns1123Label")`, `format.uuid().validate(s)`.
--
-- The messages are those of Kubernetes.
--
-- @module yschema.cel.library.named_formats

local url_parts = require "yschema.modules.encoding.url_parts"
local values = require "yschema.cel.values.values"
local calendar = require "yschema.cel.values.calendar"
local rows = require "yschema.cel.values.rows"
local metered = require "yschema.sandbox.metered"

local list, define = rows.list()

local find, format, gmatch, lower, match, sub = string.find, string.format, string.gmatch, string.lower, string.match,
  string.sub
local ipairs, setmetatable, tonumber = ipairs, setmetatable, tonumber

local format_mt = { cel_type = "kubernetes.NamedFormat", equal = function(a, b) return a.name == b.name end }

local label, label_1035 = "[a-z0-9]([-a-z0-9]*[a-z0-9])?", "[a-z]([-a-z0-9]*[a-z0-9])?"
local subdomain = label .. "(\\." .. label .. ")*"
local qualified = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]"
local qualified_words = "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an "
  .. "alphanumeric character"

-- Returns the message about a text that does not match, with examples.
local function mismatch(words, pattern, ...)
  local examples = {}
  for i, example in ipairs { ... } do examples[i] = "'" .. example .. "', " end
  return format("%s (e.g. %sregex used for validation is '%s')", words, table.concat(examples, " or "), pattern)
end

local function too_long(most) return format("must be no more than %d bytes", most) end

-- ---- names --------------------------------------------------------------------------

local function is_label(text) return find(text, "^[a-z0-9][-a-z0-9]*$") and not find(text, "-$") end

local function is_subdomain(text)
  for part in gmatch(text .. ".", "([^.]*)%.") do
    if not is_label(part) then return false end
  end
  return true
end

-- Makes a check of the length of a text, and of its form.
local function check_of(most, is_valid, message)
  return function(text)
    local out = {}
    if #text > most then out[1] = too_long(most) end
    if not is_valid(text) then out[#out + 1] = message(text) end
    return out
  end
end

local check_label = check_of(63, is_label, function(text)
  if is_subdomain(text) then return "must not contain dots" end
  return mismatch("a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start"
    .. " and end with an alphanumeric character", label, "my-name", "123-abc")
end)

local check_subdomain = check_of(253, is_subdomain, function()
  return mismatch("a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and "
    .. "must start and end with an alphanumeric character", subdomain, "example.com")
end)

local check_label_1035 = check_of(63, function(text)
  return find(text, "^[a-z][-a-z0-9]*$") and not find(text, "-$")
end, function()
  return mismatch("a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an "
    .. "alphabetic character, and end with an alphanumeric character", label_1035, "my-name", "abc-123")
end)

local function is_qualified(text) return find(text, "^[A-Za-z0-9][-A-Za-z0-9_.]*$") and find(text, "[A-Za-z0-9]$") end

local check_label_value = check_of(63, function(text) return text == "" or is_qualified(text) end, function()
  return mismatch("a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and "
    .. "must start and end with an alphanumeric character", "(" .. qualified .. ")?", "MyValue", "my_value", "12345")
end)

local function check_qualified(text)
  local prefix, name = match(text, "^([^/]*)/([^/]*)$")
  local out = {}
  local function add(part, message) out[#out + 1] = part .. " part " .. message end
  if not prefix and find(text, "/", 1, true) then
    return { "a valid label key " .. mismatch(qualified_words, qualified, "MyName", "my.name", "123-abc")
      .. " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')" }
  end
  if prefix == "" then
    add("prefix", "must be non-empty")
  elseif prefix then
    for _, message in ipairs(check_subdomain(prefix)) do add("prefix", message) end
  end
  name = name or text
  if name == "" then add("name", "must be non-empty") elseif #name > 63 then add("name", too_long(63)) end
  if not is_qualified(name) then
    add("name", mismatch(qualified_words, qualified, "MyName", "my.name", "123-abc"))
  end
  return out
end

-- Makes a check of a prefix, which may end in a dash.
local function as_prefix(check)
  return function(text)
    if #text > 1 and find(text, "-$") then text = sub(text, 1, -3) .. "a" end
    return check(text)
  end
end

-- ---- other formats ------------------------------------------------------------------

local function check_uri(text)
  local problem
  if text == "" then problem = "empty url" elseif text ~= "*" then problem = select(2, url_parts.parse(text, true)) end
  return { problem and format('parse "%s": %s', text, problem) }
end

local function is_uuid(text)
  local digits = text:gsub("%-", "")
  return #digits == 32 and not find(digits, "%X")
    and find(text, "^%x%x%x%x%x%x%x%x%-?%x%x%x%x%-?%x%x%x%x%-?%x%x%x%x%-?%x+$") ~= nil
end

local function is_base64(text)
  local padding = match(text, "^[A-Za-z0-9+/]+(=*)$")
  return padding and #padding <= 2 and #text % 4 == 0
end

local function is_date(text)
  local year, month, day = match(text, "^(%d%d%d%d)%-(%d%d)%-(%d%d)$")
  year, month, day = tonumber(year), tonumber(month), tonumber(day)
  return year and month >= 1 and month <= 12 and day >= 1 and day <= calendar.month_length(year, month)
end

local function is_date_time(text)
  local date, hour, minute, second, rest = match(lower(text), "^([^t]*)t(%d%d):(%d%d):(%d%d)([^t]*)$")
  if not date or not is_date(date) or hour > "23" or minute > "59" or second > "59" then return false end
  rest = match(rest, "^[^\128-\191][\128-\191]*%d+([-+z].*)$") or rest
  return rest == "z" or find(rest, "^[-+]%d%d:%d%d$") ~= nil
end

local function check_by(is_valid, message)
  return function(text) return { not is_valid(text) and message or nil } end
end

local checks = {
  dns1123Label = check_label, dns1123Subdomain = check_subdomain, dns1035Label = check_label_1035,
  dns1123LabelPrefix = as_prefix(check_label), dns1123SubdomainPrefix = as_prefix(check_subdomain),
  dns1035LabelPrefix = as_prefix(check_label_1035), qualifiedName = check_qualified, labelValue = check_label_value,
  uri = check_uri, uuid = check_by(is_uuid, "does not match the UUID format"),
  byte = check_by(is_base64, "invalid base64"), date = check_by(is_date, "invalid date"),
  datetime = check_by(is_date_time, "invalid datetime"),
}

local formats = {}
for name, check in pairs(checks) do
  local value = setmetatable({ name = name, check = check }, format_mt)
  formats[name] = value
  define(("format.%s() -> kubernetes.NamedFormat"):format(name), function() return value end, "total")
end

define("format.named(string) -> optional(kubernetes.NamedFormat)", function(name)
  return formats[name] and values.optional_of(formats[name]) or values.none
end, "total")
define("member kubernetes.NamedFormat.validate(string) -> optional(list(string))", function(named, text)
  metered.through(text, 1)
  local problems = named.check(text)
  if #problems == 0 then return values.none end
  return values.optional_of(values.list(problems))
end, "total")

return list
