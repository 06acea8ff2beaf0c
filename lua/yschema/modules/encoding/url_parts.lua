--- Splits URLs into their parts, and escapes the parts (RFC 3986, as Go's net/url reads it).
--
-- @module yschema.modules.encoding.url_parts

local url_parts = {}

local byte, find, format, gsub, lower, match, sub = string.byte, string.find, string.format,
  string.gsub, string.lower, string.match, string.sub
local char, tonumber = string.char, tonumber

-- The characters that are not escaped in each part, besides letters, digits and `-_.~`.
local kept = {
  segment = "$&+=:@", query = "", user = "$&+,;=", host = "!$&'()*+,;=:%[%]<>\"",
  path = "!$&'()*+,;=:@%[%]/%%", fragment = "!$&'()*+,;=:@%[%]/?%%",
}
local to_escape = {}
for part, extra in pairs(kept) do to_escape[part] = "[^A-Za-z0-9%-_.~" .. extra .. "]" end

local function escaped(c) return format("%%%02X", byte(c)) end

--- Escapes the characters that are not allowed in a part of a URL.
---@param text string
---@param part "segment"|"query"|"user"|"host"|"path"|"fragment"
---@return string
function url_parts.escape(text, part) return (gsub(text, to_escape[part], escaped)) end

-- Returns the first escape that is not valid, or nil.
local function bad_escape(text)
  local at = 1
  while true do
    at = find(text, "%", at, true)
    if not at then return nil end
    if not find(text, "^%x%x", at + 1) then
      return 'invalid URL escape "' .. sub(text, at, at + 2) .. '"'
    end
    at = at + 3
  end
end

local function unescaped(hex) return char(tonumber(hex, 16)) end

--- Decodes escapes.
---@param text string
---@return string? # nil when an escape is not valid
---@return string? problem
function url_parts.unescape(text)
  local problem = bad_escape(text)
  if problem then return nil, problem end
  return (gsub(text, "%%(%x%x)", unescaped))
end

local function parse_user(url, text)
  if find(text, "[^A-Za-z0-9%-._:~!$&'()*+,;=%%@]") then return "net/url: invalid userinfo" end
  local name, password = match(text, "^([^:]*):?(.*)$")
  if not find(text, ":", 1, true) then password = nil end
  local problem
  name, problem = url_parts.unescape(name)
  if name and password then password, problem = url_parts.unescape(password) end
  url.user = { name = name, password = password }
  return problem
end

local function bad_port(port)
  if port ~= "" and not find(port, "^:%d*$") then
    return 'invalid port "' .. port .. '" after host'
  end
end

local function parse_host(url, text)
  local port
  if sub(text, 1, 1) == "[" then
    port = match(text, "^.*%](.*)$")
    if not port then return "missing ']' in host" end
  else
    port = match(text, ":[^:]*$") or ""
  end
  local problem = bad_port(port) or bad_escape(text)
  if problem then return problem end
  local escape = match(text, "%%[0-7]%x") -- only characters outside of ASCII may be escaped
  if escape and escape ~= "%25" then return 'invalid URL escape "' .. escape .. '"' end
  url.host = gsub(text, "%%(%x%x)", unescaped)
  local odd = match(url.host, "[^A-Za-z0-9%-_.~!$&'()*+,;=:%[%]<>\"%%\128-\255]")
  if odd then return 'invalid character "' .. odd .. '" in host name' end
end

local function parse_authority(url, text)
  local user, host = match(text, "^(.*)@(.*)$")
  return user and parse_user(url, user) or parse_host(url, host or text)
end

-- Splits the text after the scheme and before `?`.
local function parse_rest(url, rest, of_request)
  if sub(rest, 1, 1) ~= "/" then
    if url.scheme ~= "" then
      url.opaque = rest
      return nil
    end
    if of_request then return "invalid URI for request" end
    if find(match(rest, "^[^/]*"), ":", 1, true) then
      return "first path segment in URL cannot contain colon"
    end
  end
  if sub(rest, 1, 2) == "//" and (url.scheme ~= "" or not of_request and sub(rest, 1, 3) ~= "///") then
    local authority, path = match(rest, "^//([^/]*)(.*)$")
    local problem = parse_authority(url, authority)
    if problem then return problem end
    url.slashes, rest = true, path
  end
  url.path = rest
  return bad_escape(rest)
end

--- Splits a URL into its parts.
---@param text string
---@param of_request? boolean it is absolute, or a path, and has no fragment
---@return table? url scheme, user = { name, password }, host, path, opaque, query,
---  fragment, slashes: whether `//` is before the host. nil when the text is not a URL.
---@return string? problem
function url_parts.parse(text, of_request)
  if find(text, "%c") then return nil, "net/url: invalid control character in URL" end
  local url = { scheme = "", host = "", path = "" }
  local rest, fragment = match(text, "^([^#]*)#?(.*)$")
  if of_request then rest, fragment = text, "" elseif find(text, "#", 1, true) then url.fragment = fragment end
  if sub(rest, 1, 1) == ":" then return nil, "missing protocol scheme" end
  local scheme, after = match(rest, "^(%a[%w+.-]*):(.*)$")
  if scheme then url.scheme, rest = lower(scheme), after end
  local before, query = match(rest, "^([^?]*)%?(.*)$")
  if before then rest, url.query = before, query end
  local problem = parse_rest(url, rest, of_request) or bad_escape(fragment)
  if problem then return nil, problem end
  return url
end

--- Returns the user and the password as a URL has them.
function url_parts.user(user)
  local text = url_parts.escape(user.name, "user")
  if user.password then text = text .. ":" .. url_parts.escape(user.password, "user") end
  return text
end

--- Returns the host without its port and brackets.
function url_parts.hostname(url)
  local inner = match(url.host, "^%[(.*)%]")
  return inner or (gsub(url.host, ":%d*$", ""))
end

--- Returns the URL as text.
function url_parts.format(url)
  local text = url.scheme ~= "" and url.scheme .. ":" or ""
  if url.opaque then
    text = text .. url.opaque
  else
    if url.slashes or url.host ~= "" or url.user then text = text .. "//" end
    if url.user then text = text .. url_parts.user(url.user) .. "@" end
    text = text .. url_parts.escape(url.host, "host") .. url_parts.escape(url.path, "path")
  end
  if url.query then text = text .. "?" .. url.query end
  if url.fragment then text = text .. "#" .. url_parts.escape(url.fragment, "fragment") end
  return text
end

return url_parts
