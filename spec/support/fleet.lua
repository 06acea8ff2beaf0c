--- Helpers of the specs of the fleet: files, bundles of them, keys that sign, and texts that are damaged.

local bundle = require "yschema.fleet.bundle"
local busted = require "busted"
local command = require "spec.support.command"

local fleet = {}

fleet.schema = "#@data/values-schema\n---\n#@schema/validation min=1\nport: 80\n"
fleet.made, fleet.by = "2026-11-23T08:00:00Z", "ann@build-1"

--- Why SHA-256 and signatures are not available here; nil when they are.
---@return string?
function fleet.missing()
  if pcall(require, "openssl.digest") and pcall(require, "openssl.x509") then return nil end
  return "needs luaossl (Debian: lua-luaossl)"
end

--- Whether SHA-256 and signatures are available here. Otherwise these specs are pending.
---@param what string
---@return boolean
function fleet.usable(what)
  local problem = fleet.missing()
  if problem then busted.pending(what .. " " .. problem) end
  return not problem
end

--- A list of files: the schema, and values.
---@param values? string
---@return yschema.fleet.File[]
function fleet.files(values)
  return {
    { role = "schema", name = "schema.yml", text = fleet.schema },
    { role = "values", name = "conf/values.yml", text = values or "port: 8080\n" },
  }
end

--- Makes a bundle; gives its text and its id.
---@param values? string
---@param given? table what is different
---@return string text
---@return string id
function fleet.bundle(values, given)
  local all = { name = "gateway", made = fleet.made, by = fleet.by, files = fleet.files(values) }
  for key, value in pairs(given or {}) do all[key] = value end
  local text, id = bundle.make(all)
  assert(text, id)
  return text, id
end

--- Makes a pair of keys: a file with the private one, and the text of the public one.
---@param where string a folder
---@param name string
---@param how? string arguments of openssl genpkey
---@return string private path
---@return string public PEM
function fleet.key(where, name, how)
  local path = where .. "/" .. name .. ".pem"
  local quoted = command.quote(path)
  assert(os.execute(("openssl genpkey -algorithm %s -out %s 2>/dev/null"):format(how or "ed25519", quoted)))
  local pipe = assert(io.popen("openssl pkey -in " .. quoted .. " -pubout"))
  local public = pipe:read "*a"
  pipe:close()
  return path, public
end

--- A text with one byte that is another.
---@param text string
---@param random fun(n: integer): integer from 1 to n
---@return string
function fleet.flipped(text, random)
  local at, by = random(#text), random(255)
  return text:sub(1, at - 1) .. string.char((text:byte(at) + by) % 256) .. text:sub(at + 1)
end

--- A text that is damaged in one of several ways.
---@param text string
---@param random fun(n: integer): integer
---@return string
function fleet.damaged(text, random)
  local way = random(6)
  if way == 1 then return text:sub(1, random(#text) - 1) end
  if way == 2 then return text .. string.char(random(256) - 1) end
  if way == 3 then return text:sub(random(#text) + 1) end
  if way == 4 then
    local at = random(#text)
    return text:sub(1, at - 1) .. text:sub(at + random(20))
  end
  if way == 5 then
    local at = random(#text)
    return text:sub(1, at) .. string.char(random(256) - 1) .. text:sub(at + 1)
  end
  return fleet.flipped(text, random)
end

return fleet
