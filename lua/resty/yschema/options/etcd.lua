--- Checks the options of `resty.yschema.etcd.new`.
--
-- @module resty.yschema.options.etcd

local address = require "yschema.fleet.address"
local checking = require "resty.yschema.options.checking"
local digest = require "yschema.fleet.digest"
local valid_names = require "yschema.fleet.valid_names"
local plain_tables = require "yschema.base.plain_tables"
local signature = require "yschema.fleet.signature"

local options = {}

local form = checking.new [==[
#@data/values-schema
#@schema/keys-may-be-present
---
#@schema/type "string", "array"
#@schema/validation ("a string, or a list of strings", is_texts)
endpoints: ""
prefix: ""
node: ""
user: ""
password: ""
credentials: ""
#@schema/keys-may-be-present
tls:
  ca: ""
  cert: ""
  key: ""
  verify: true
  name: ""
#@schema/type "string", "array"
#@schema/validation ("a string, or a list of strings", is_texts)
public_key: ""
#@schema/validation ("a number of seconds from 2 to 86400", lambda v: 2 <= v and v <= 86400)
lease: 180.0
#@schema/validation ("a number of seconds from 0.1 to 600", lambda v: 0.1 <= v and v <= 600)
timeout: 5.0
]==]

local own_authority = "option 'tls': nginx takes authorities from its directive lua_ssl_trusted_certificate: set it,"
  .. " and leave tls.ca out"
local schemes = { etcd = false, http = false, etcds = true, https = true }

-- Reads "host:port", with or without a scheme.
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

local function node_error(node)
  if not node then return "option 'node' is missing: the name of this node, which no other one has" end
  local problem = valid_names.node_problem(node)
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

local function tls_error(tls)
  if not tls then return nil end
  if tls.ca then return own_authority end
  if (tls.cert == nil) ~= (tls.key == nil) then
    return "option 'tls': a client's certificate needs its key: give cert and key"
  end
end

--- Makes a plain copy of the options, in which the endpoints and the keys are read.
---@param given any
---@return table? options
---@return string? problem
function options.read(given)
  local plain, problem = form:read(given)
  if not plain then return nil, problem end
  plain.node = plain.node or host_name()
  problem = tls_error(plain.tls) or node_error(plain.node) or add_credentials(plain)
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
