--- Publishes without the publisher, also what the publisher refuses.
--
--     local store = by_hand.new(etcd)
--     store:send(fleet.values(7))                  -- a valid version
--     store:send(text, { flip = true })            -- with bytes that changed on the way

local bundle = require "yschema.fleet.bundle"
local client = require "yschema.fleet.etcd.client"
local fleet = require "spec.support.real_fleet"
local layout = require "yschema.fleet.layout"
local node_status = require "yschema.fleet.node_status"
local pointer = require "yschema.fleet.pointer"
local release = require "yschema.fleet.release"

local by_hand = {}

local Store = {}
Store.__index = Store

--- The configuration "gateway" of the fleets in `spec.support.real_fleet`.
---@param etcd table see `spec.support.etcd`
function by_hand.new(etcd)
  return setmetatable({
    etcd = etcd, keys = assert(layout.new("/fleet", "gateway")), name = "gateway",
    client = assert(client.new { endpoints = { { host = etcd.host, port = etcd.port } }, timeout = 60 }),
  }, Store)
end

--- The text of a bundle, and its id.
---@param values string
---@param schema? string
function Store:bundle(values, schema)
  self.made = self.made or os.date "!%Y-%m-%dT%H:%M:%SZ" -- the same values have the same id, also a second later
  return assert(bundle.make {
    name = self.name, by = "by hand", made = self.made,
    files = {
      { role = "schema", name = "schema.yml", text = schema or fleet.schema },
      { role = "values", name = "values.yml", text = values },
    },
  })
end

--- The pointer as a table; nil when there is none.
function Store:pointer()
  local found = assert(self.client:range(self.keys.pointer)).kvs[1]
  return found and assert(pointer.parse(found.value))
end

--- Puts a bundle below an id, whichever it is.
function Store:place(text, id)
  local parts = bundle.split(text)
  for number, part in ipairs(parts) do assert(self.client:put(self.keys:part(id, number), part)) end
  return #parts
end

--- Moves the pointer to a bundle; returns its serial.
function Store:point(id, parts)
  local change = { made = os.date "!%Y-%m-%dT%H:%M:%SZ", by = "by hand", bundle = id, parts = parts }
  self.last = pointer.publish(self.last or self:pointer(), change)
  assert(self.client:put(self.keys.pointer, pointer.encode(self.last)))
  return self.last.serial
end

local function version_of(schema)
  return bundle.schema_version { { role = "schema", name = "schema.yml", text = schema or fleet.schema } }
end

--- Signs a bundle for a serial.
---@param id string
---@param serial integer
---@param key string the file of a private key
---@param other? table other fields of the release: the bundle, the pointer, the serial, the schema's version
function Store:sign(id, serial, key, other)
  local given = { pointer = self.keys.pointer, bundle = id, serial = serial,
    schema_version = version_of() }
  for name, value in pairs(other or {}) do given[name] = value end
  assert(self.client:put(self.keys:signature(id, serial), assert(release.sign(given, key))))
end

local function flipped(text)
  local at = math.floor(#text * 0.9)
  return text:sub(1, at - 1) .. string.char((text:byte(at) + 1) % 256) .. text:sub(at + 1)
end

--- Publishes values, or a damaged version.
---@param values string
---@param how? { schema: string?, flip: boolean?, cut: boolean?, missing: boolean?, key: string?, other: string? }
---   `flip`, `cut`: the bundle is damaged; `missing`: it is not there; `key`: the private key that signs it;
---   `other`: the signature is that of another bundle, made with this key
---@return integer serial
---@return string id
function Store:send(values, how)
  how = how or {}
  local text, id = self:bundle(values, how.schema)
  local placed = how.flip and flipped(text) or how.cut and text:sub(1, -10) or text
  local parts = how.missing and 1 or self:place(placed, id)
  if how.key or how.other then
    self:sign(id, (self.last or self:pointer() or { serial = 0 }).serial + 1, how.key or how.other, {
      bundle = how.other and select(2, self:bundle(values .. "# other\n")) or nil,
      schema_version = version_of(how.schema),
    })
  end
  return self:point(id, parts), id
end

--- The statuses that the nodes report, by the names of the nodes.
---@return table<string, yschema.fleet.NodeStatus>
function Store:statuses()
  local all = {}
  for _, item in ipairs(assert(self.client:range(self.keys.nodes, { prefix = true })).kvs) do
    local status = assert(node_status.parse(item.value))
    all[status.node] = status
  end
  return all
end

--- Waits until some nodes have validated a serial; returns their statuses, or throws.
---@param serial integer
---@param count integer
function Store:validated(serial, count, seconds)
  local all, done
  fleet.wait(function()
    all, done = self:statuses(), 0
    for _, status in pairs(all) do
      if status.serial >= serial then done = done + 1 end
    end
    return done >= count
  end, seconds or 10)
  if done < count then error(("%d of %d nodes have validated serial %d"):format(done, count, serial), 2) end
  return all
end

return by_hand
