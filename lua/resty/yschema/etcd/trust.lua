--- How long a watch is trusted.
--
-- A watch whose connection was lost on the way cannot be distinguished from one where nothing happens. So now and then
-- the revision of the pointer is read over another connection.
--
-- @module resty.yschema.etcd.trust

local clients = require "yschema.fleet.etcd.client"

local trust = {}

-- Seconds for which a watch is trusted, at most and at least.
local longest, shortest = 20, 2

--- Trusts the watch for some seconds. These vary, so that the nodes of a fleet do not ask all at once.
---@param self resty.yschema.etcd.Source
function trust.renew(self)
  local seconds = math.max(shortest, math.min(longest, 4 * (self.options.timeout or clients.timeout)))
  self.trusted = ngx.now() + seconds * (0.8 + math.random() / 5)
end

--- Returns whether the watch has missed a change of the pointer. While it is trusted, this is not asked.
---@param self resty.yschema.etcd.Source
---@return boolean? missed
---@return yschema.fleet.etcd.Problem? problem
function trust.has_missed(self)
  if ngx.now() < self.trusted then return false end
  local found, problem = self.client:range(self.keys.pointer, { keys_only = true, most = 0 })
  if not found then return nil, problem end
  trust.renew(self)
  local item = found.kvs[1]
  return (item and item.mod_revision or 0) ~= self.known
end

return trust
