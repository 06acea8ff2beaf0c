--- Decides which worker watches the source: one at a time.
--
-- A worker renews its lock. When a function that never returns holds the worker, the lock expires after some seconds.
-- When the worker's process has ended, another one takes the lock at once.
--
-- @module resty.yschema.shared.lock

local lock = {}

-- Seconds after which a lock that was not renewed is free.
local lasts = 2

--- Returns whether a process of this machine still runs. Without /proc, a process counts as dead after a minute.
---@param pid string|integer
---@param age number seconds since the process was last known to run
---@return boolean
function lock.is_running(pid, age)
  local file = io.open("/proc/self/stat")
  if not file then return age < 60 end
  file:close()
  file = io.open("/proc/" .. pid .. "/stat")
  if file then file:close() end
  return file ~= nil
end

---@class resty.yschema.Lock
---@field private dict table the shared dictionary
---@field private key string
local Lock = {}
Lock.__index = Lock

--- Opens the lock of one configuration.
---@param dict table the shared dictionary
---@param name string the configuration's
---@return resty.yschema.Lock
function lock.new(dict, name)
  return setmetatable({ dict = dict, key = name .. ":watcher" }, Lock)
end

-- When the dictionary is full, there is no lock, and each worker watches.
local function add(self)
  local ok, problem = self.dict:safe_add(self.key, ngx.worker.pid(), lasts)
  return ok or problem ~= "exists"
end

--- Takes the lock if it is free.
---@return boolean mine
function Lock:take()
  if add(self) then return true end
  local holder = self.dict:get(self.key)
  if holder == ngx.worker.pid() then return true end
  if holder and lock.is_running(holder, 0) then return false end
  self.dict:delete(self.key)
  return add(self)
end

--- Renews the lock.
---@return boolean mine false when another worker has taken it
function Lock:keep()
  local holder = self.dict:get(self.key)
  if not holder then return add(self) end
  return holder == ngx.worker.pid() and self.dict:expire(self.key, lasts) ~= nil
end

--- Returns whether this worker has the lock. When the dictionary is full, none has.
---@return boolean
function Lock:is_mine() return self.dict:get(self.key) == ngx.worker.pid() end

--- Returns whether another worker has taken the lock.
---@return boolean
function Lock:is_lost()
  local holder = self.dict:get(self.key)
  return holder ~= nil and holder ~= ngx.worker.pid()
end

--- Frees the lock.
function Lock:leave()
  if self:is_mine() then self.dict:delete(self.key) end
end

return lock
