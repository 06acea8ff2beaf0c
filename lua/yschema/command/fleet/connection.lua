--- Opens the store that the flags of `publish`, `rollback` and `fleet` name, and identifies the publisher.
--
-- @module yschema.command.fleet.connection

local address = require "yschema.fleet.address"
local client = require "yschema.fleet.etcd.client"
local layout = require "yschema.fleet.layout"
local stores = require "yschema.fleet.publishing.store"

local connection = {}

--- Returns the problem of the words and flags that name a configuration and its store, or nil.
---@param job string the name of the command
---@param options table
---@return string? problem
function connection.invalid_argument(job, options)
  local name = options.rest[1]
  local of_environment = os.getenv "YSCHEMA_FLEET"
  if not options.to and of_environment ~= "" then options.to = of_environment end
  if not name and not options.unnamed then
    return ("which configuration? Write its name: yschema %s --to URL NAME"):format(job)
  end
  if options.rest[2] then
    local hint = job == "publish" and ", and files follow -f" or ""
    return ("unexpected argument '%s': one configuration is named%s"):format(options.rest[2], hint)
  end
  if not options.to then
    return "where is the store? Say it with --to, such as --to etcd://127.0.0.1:2379/conf, or in the variable"
      .. " YSCHEMA_FLEET of the environment"
  end
  for _, flag in ipairs { "sign", "cacert", "cert", "key" } do
    if options[flag] == "-" then
      return ("--%s: openssl reads it from a file, and not from standard input"):format(flag)
    end
  end
  if options.timeout and not options.wait then return "--timeout says how long --wait waits: add --wait" end
  return name and require "yschema.fleet.valid_names".configuration_problem(name) or nil
end

--- Finds the store. Nothing is asked yet.
---@param options table
---@return { etcd: table, prefix: string, url: string }? place `url`: without user and password, for people
---@return string? problem
function connection.place(options)
  if not pcall(require, "socket") then
    return nil, "etcd needs the Lua module socket: install Debian's lua-socket, or the rock luasocket"
  end
  local place, problem = address.read(options.to, {
    credentials = options.credentials, ca = options.cacert, cert = options.cert, key = options.key,
  })
  if not place then return nil, problem end
  local etcd = client.new { endpoints = place.endpoints, user = place.user, password = place.password, tls = place.tls }
  return { etcd = etcd, prefix = place.prefix, url = tostring(place) }
end

--- Makes the store of a configuration. Nothing is asked yet.
---@param options table
---@return yschema.FleetStore? store
---@return string problem or the URL without user and password, for people
function connection.open(options)
  local place, problem = connection.place(options)
  if not place then return nil, problem end
  local keys
  keys, problem = layout.new(place.prefix, options.rest[1])
  if not keys then return nil, problem end
  local store = stores.new(place.etcd, keys, options.rest[1])
  store.prefix = place.prefix
  return store, place.url
end

--- Identifies the publisher: user, time and key.
---@param options table
---@return yschema.Publisher
function connection.publisher(options)
  local printed = require "yschema.base.shell".printed "{ id -un; uname -n; } 2>/dev/null"
  local user, host = printed:match "^([%w._-]+)\n([%w._-]+)\n"
  return { by = user and user .. "@" .. host or "unknown", made = os.date "!%Y-%m-%dT%H:%M:%SZ",
    key = options.sign, unsigned = options.unsigned }
end

return connection
