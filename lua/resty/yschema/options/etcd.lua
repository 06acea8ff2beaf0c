--- Checks the options of `resty.yschema.etcd.new`.
--
-- @module resty.yschema.options.etcd

local address = require "yschema.fleet.address"
local digest = require "yschema.fleet.digest"
local names = require "yschema.fleet.names"
local plain_tables = require "yschema.base.plain_tables"
local signature = require "yschema.fleet.signature"

local options = {}

local io, ipairs, next, tostring, type = io, ipairs, next, tostring, type

local option_types = {
  endpoints = "string or list", prefix = "string", node = "string", user = "string", password = "string",
  credentials = "string", tls = "table", public_key = "string or list", lease = "number", timeout = "number",
}
local tls_types = { ca = "string", cert = "string", key = "string", verify = "boolean", name = "string" }
local own_authority = "option 'tls': nginx takes authorities from its directive lua_ssl_trusted_certificate: set it,"
  .. " and leave tls.ca out"

local schemes = { etcd = false, http = false, etcds = true, https = true }

local function type_error(plain, types, what)
  for name, value in next, plain do
    local wanted = types[name]
    local fits = type(value) == wanted
    if wanted == "string or list" then
      fits, wanted = plain_tables.strings(value) ~= nil, "string or a list of them"
    end
    if not fits then return ("%s '%s' must be a %s, got %s"):format(what, name, wanted, type(value)) end
  end
end

-- Reads "host:port", with a scheme in front or without one.
local function endpoint_of(text)
  local scheme, rest = text:match "^(%a+)://(.-)/*$"
  if scheme and schemes[scheme] == nil then
    return nil, ("'%s' begins with %s://: write etcd:// or http://, and for TLS etcds:// or https://"):format(text,
      scheme)
  end
  local found, problem = address.endpoints(rest or text, scheme and schemes[scheme] or false)
  if not found then return nil, problem end
  return found
end

local function endpoints_of(plain)
  local list, all = plain_tables.strings(plain.endpoints or {}), {}
  for _, text in ipairs(list) do
    local found, problem = endpoint_of(text)
    if not found then return nil, "option 'endpoints': " .. problem end
    for _, endpoint in ipairs(found) do
      if plain.tls then endpoint.tls = true end
      all[#all + 1] = endpoint
    end
  end
  if not all[1] then
    return nil, "option 'endpoints' is missing: name at least one, as in endpoints = { \"127.0.0.1:2379\" }"
  end
  return all
end

local function read_file(path, what)
  local file, problem = io.open(path, "rb")
  local text = file and file:read "*a"
  if file then file:close() end
  if text then return text end
  return nil, ("option '%s': %s cannot be read (%s)"):format(what, path, tostring(problem or "it is no file"))
end

-- Public keys are given as PEM or as paths of files.
local function keys_of(given)
  if not given then return nil end
  local texts = {}
  for i, text in ipairs(plain_tables.strings(given)) do
    local problem
    if not text:find("-----BEGIN", 1, true) then text, problem = read_file(text, "public_key") end
    if not text then return nil, problem end
    texts[i] = text
  end
  local keys, problem = signature.keys(texts)
  if not keys then return nil, "option 'public_key': " .. problem end
  return keys
end

-- The name of this machine.
local function host_name()
  local text = read_file("/proc/sys/kernel/hostname", "node")
  return text and text:match "^%S+"
end

local function number_error(plain, name, least, most)
  local value = plain[name]
  if value == nil or value >= least and value <= most then return nil end
  return ("option '%s' must be a number of seconds from %g to %g"):format(name, least, most)
end

local function node_error(node)
  if not node then return "option 'node' is missing: the name of this node, which no other one has" end
  local problem = names.node_problem(node)
  return problem and ("option 'node': " .. problem)
end

-- Adds the user and the password of a file.
local function add_credentials(plain)
  if plain.credentials then
    if plain.user or plain.password then return "options 'credentials' and 'user' exclude each other" end
    local problem
    plain.user, plain.password, problem = address.credentials(plain.credentials)
    if problem then return "option 'credentials': " .. problem end
  end
  if (plain.user == nil) ~= (plain.password == nil) then return "options 'user' and 'password' need each other" end
end

local function copied(given)
  local plain, problem = plain_tables.copy(given, option_types, "option")
  if not plain then return nil, problem end
  problem = type_error(plain, option_types, "option")
  if problem then return nil, problem end
  if plain.tls then
    plain.tls, problem = plain_tables.copy(plain.tls, tls_types, "option tls")
    problem = problem or type_error(plain.tls, tls_types, "option tls")
    if not problem and plain.tls.ca then problem = own_authority end
    if not problem and (plain.tls.cert == nil) ~= (plain.tls.key == nil) then
      problem = "option 'tls': a client's certificate needs its key: give cert and key"
    end
  end
  return plain, problem
end

--- Makes a plain copy of the options, in which the endpoints and the keys are read.
---@param given any
---@return table? options
---@return string? problem
function options.read(given)
  local plain, problem = copied(given)
  if problem then return nil, problem end
  plain.node = plain.node or host_name()
  problem = node_error(plain.node) or number_error(plain, "lease", 2, 86400) or number_error(plain, "timeout", 0.1, 600)
    or add_credentials(plain)
  if problem then return nil, problem end
  plain.endpoints, problem = endpoints_of(plain)
  if not plain.endpoints then return nil, problem end
  local _
  _, problem = digest.sha256 ""
  if problem then return nil, problem end
  plain.keys, problem = keys_of(plain.public_key)
  if problem then return nil, problem end
  plain.lease = plain.lease or 180
  return plain
end

return options
