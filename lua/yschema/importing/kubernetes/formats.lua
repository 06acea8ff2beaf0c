--- The formats that a server of Kubernetes validates, as patterns.
--
-- They are those of `strfmt` in kube-openapi, which validates custom resources, and those that the types of Kubernetes
-- themselves read.
--
-- @module yschema.importing.kubernetes.formats

local formats = {}

--- A format as a server validates it.
---@class yschema.KubernetesFormat
---@field pattern? string
---@field most? integer characters
---@field format? string a format of JSON Schema with the same meaning
---@field words? string what a valid value is, for messages
---@field loss? string what of the format is not validated

-- ---- parts --------------------------------------------------------------------------

local hex = "[0-9a-fA-F]"

local function uuid(third, fourth)
  return ("^%s{8}-?%s{4}-?%s-?%s-?%s{12}$"):format(hex, hex, third, fourth, hex)
end

local any_group, variant = hex .. "{4}", "[89abAB]" .. hex .. "{3}"

local octet = "0*(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
local ipv4 = ("%s(?:\\.%s){3}"):format(octet, octet)

-- The forms of an IPv6 address: `::` stands for the groups that are missing.
local function ipv6()
  local group, forms = hex .. "{1,4}", {}
  local last = ("(?:%s:%s|%s)"):format(group, group, ipv4)
  forms[1] = ("(?:%s:){6}%s"):format(group, last)
  for before = 0, 5 do
    local head = before == 0 and "" or ("(?:(?:%s:){0,%d}%s)?"):format(group, before - 1, group)
    forms[#forms + 1] = ("%s::(?:%s:){%d}%s"):format(head, group, 5 - before, last)
  end
  forms[#forms + 1] = ("(?:(?:%s:){0,5}%s)?::%s"):format(group, group, group)
  forms[#forms + 1] = ("(?:(?:%s:){0,6}%s)?::"):format(group, group)
  return table.concat(forms, "|")
end

local function mac()
  local forms, pair = {}, hex .. "{2}"
  for _, count in ipairs { 5, 7, 19 } do
    for _, mark in ipairs { ":", "-" } do forms[#forms + 1] = ("%s(?:%s%s){%d}"):format(pair, mark, pair, count) end
  end
  for _, count in ipairs { 2, 3, 9 } do forms[#forms + 1] = ("%s{4}(?:\\.%s{4}){%d}"):format(hex, hex, count) end
  return "^(?:" .. table.concat(forms, "|") .. ")$"
end

-- Go's durations, and those of Scala, which may stand anywhere in the text.
local function duration()
  local function either_case(words)
    return (words:gsub("%l", function(c) return "[" .. c .. c:upper() .. "]" end))
  end
  local units = either_case "ns|us|µs|ms|s|m|h|hr|d|w|wk"
  local beginnings = either_case "nano|micro|milli|sec|min|hour|day|week"
  return ("^[-+]?0$|^[-+]?(?:(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:ns|us|µs|μs|ms|s|m|h))+$"
    .. "|[0-9]\\s*(?:(?:%s)(?![A-Za-zµ])|%s)"):format(units, beginnings)
end

local name = "[a-z0-9](?:[-a-z0-9]*[a-z0-9])?"
local part = "0|[1-9][0-9]?|1[0-9][0-9]|2[0-4][0-9]|25[0-5]"
local letter = "a-zA-Z0-9\\p{S}\\p{L}"

-- ---- custom resources ---------------------------------------------------------------

local same_date = { format = "date-time" }
local NO_CHECKSUM = "its check digits are not validated"

--- The formats that a server validates in custom resources, by their names without `-`.
---@type table<string, yschema.KubernetesFormat>
formats.of_resources = {
  bsonobjectid = { pattern = "^" .. hex .. "{24}$", words = "an object identifier of 24 hexadecimal digits" },
  uri = { pattern = "^(?:\\*|(?:/|[a-zA-Z][a-zA-Z0-9+.\\-]*:)(?:[^%?\\x00-\\x1f\\x7f]|%" .. hex .. "{2})*"
    .. "(?:\\?[^\\x00-\\x1f\\x7f]*)?)$", words = "a URI with a scheme, or an absolute path",
    loss = "the host in it is not validated" },
  email = { pattern = "[^\\s@]\"?@\\[?[^\\s@]", words = "an email address",
    loss = "only the text at its @ is validated" },
  hostname = { pattern = ("^(?:[%s](?:-?[%s]{0,62})?|(?:[%s](?:[%s-]{0,61}[%s])?\\.)+[a-zA-Z\\p{L}]{2,63})$")
    :format(letter, letter, letter, letter, letter), most = 255, words = "a host name" },
  ipv4 = { pattern = ("^(?:%s|[0-9a-fA-F:]*:%s)$"):format(ipv4, ipv4), words = "an IPv4 address" },
  ipv6 = { format = "ipv6" },
  cidr = { pattern = ("^(?:%s/0*(?:3[0-2]|[12]?[0-9])|(?:%s)/0*(?:12[0-8]|1[01][0-9]|[1-9]?[0-9]))$")
    :format(ipv4, ipv6()), words = "a range of addresses, such as 10.0.0.0/8" },
  mac = { pattern = mac(), words = "a MAC address" },
  uuid = { pattern = uuid(any_group, any_group), words = "a UUID" },
  uuid3 = { pattern = uuid("3" .. hex .. "{3}", any_group), words = "a UUID of version 3" },
  uuid4 = { pattern = uuid("4" .. hex .. "{3}", variant), words = "a UUID of version 4" },
  uuid5 = { pattern = uuid("5" .. hex .. "{3}", variant), words = "a UUID of version 5" },
  isbn = { pattern = "^[\\s-]*(?:[0-9][\\s-]*){9}(?:[0-9X]|[0-9][\\s-]*(?:[0-9][\\s-]*){2}[0-9])[\\s-]*$",
    words = "an ISBN", loss = NO_CHECKSUM },
  isbn10 = { pattern = "^[\\s-]*(?:[0-9][\\s-]*){9}[0-9X][\\s-]*$", words = "an ISBN of 10 digits",
    loss = NO_CHECKSUM },
  isbn13 = { pattern = "^[\\s-]*(?:[0-9][\\s-]*){12}[0-9][\\s-]*$", words = "an ISBN of 13 digits",
    loss = NO_CHECKSUM },
  creditcard = { loss = "this format is not validated" },
  ssn = { pattern = "^[0-9]{3}[- ]?[0-9]{2}[- ]?[0-9]{4}$", words = "a social security number" },
  hexcolor = { pattern = "^#?(?:" .. hex .. "{3}|" .. hex .. "{6})$", words = "a colour in hexadecimal digits" },
  rgbcolor = { pattern = ("^rgb\\(\\s*(?:%s)\\s*,\\s*(?:%s)\\s*,\\s*(?:%s)\\s*\\)$"):format(part, part, part),
    words = "a colour such as rgb(0,0,255)" },
  byte = { pattern = "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$",
    words = "base64" },
  password = {},
  date = { format = "date" },
  datetime = same_date,
  duration = { pattern = duration(), words = "a duration, such as 90s or 1h30m" },
  k8sshortname = { pattern = "^" .. name .. "$", most = 63, words = "a DNS label of lower-case letters, digits and -" },
  k8slongname = { pattern = ("^%s(?:\\.%s)*$"):format(name, name), most = 253,
    words = "a DNS name of lower-case letters, digits, - and ." },
}

-- ---- types of Kubernetes itself ------------------------------------------------------

local QUANTITY = "a quantity, such as 500m, 1.5Gi or 2e3"
local b64 = "[A-Za-z0-9+/][\\r\\n]*"

--- The texts that are quantities. An exponent has at most 18 digits, because it is read as an integer of 64 bits.
formats.quantity = { words = QUANTITY,
  pattern = "^\\s*[+-]?(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:[KMGTPE]i|[numkMGTPE]|[eE][+-]?0*[0-9]{1,18})?\\s*$" }

--- Base64 as Go reads it into bytes: empty texts and line breaks are valid.
formats.bytes = { words = "base64",
  pattern = ("^[\\r\\n]*(?:(?:%s){4})*(?:(?:%s){2}(?:=[\\r\\n]*){2}|(?:%s){3}=[\\r\\n]*)?$"):format(b64, b64, b64) }

-- The pattern of a quantity in generated definitions.
local GENERATED = "^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?"
  .. "(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$"

local words = { [GENERATED] = QUANTITY, [formats.quantity.pattern] = QUANTITY, [formats.bytes.pattern] = "base64" }
for _, format in pairs(formats.of_resources) do
  if format.pattern then words[format.pattern] = format.words end
end

--- Returns words for what matches a pattern, for messages, or nil.
---@param pattern? string
---@return string?
function formats.words_of(pattern) return pattern and words[pattern] end

return formats
