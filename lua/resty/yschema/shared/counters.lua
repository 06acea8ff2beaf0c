--- Counts what happens to a configuration, for all workers together, in the shared dictionary.
--
-- The entries have fixed sizes and are made at the start, so that they can be written even when the dictionary is
-- full. They survive a reload of nginx, as the dictionary does.
--
-- @module resty.yschema.shared.counters

local counters = {}

local ipairs, ngx = ipairs, ngx

-- Counted are versions that were published, errors that were found, wishes that the source is read now, and caches that
-- could not be written. `granted` is the last wish that was granted. What ends with `_at` is a time.
local names = { "published", "errors", "published_at", "error_at", "looked_at", "wishes", "granted",
  "cached_at", "cache_errors" }

---@class resty.yschema.Counters
---@field private dict table the shared dictionary
---@field private prefix string
local Counters = {}
Counters.__index = Counters

--- Opens the counters of one configuration.
---@param dict table the shared dictionary
---@param name string the configuration's
---@return resty.yschema.Counters
function counters.new(dict, name)
  return setmetatable({ dict = dict, prefix = name .. ":counter:" }, Counters)
end

--- Makes the entries that are not there.
---@return boolean? ok
---@return string? problem
function Counters:reserve()
  for _, name in ipairs(names) do
    local ok, problem = self.dict:safe_add(self.prefix .. name, 0)
    if not ok and problem ~= "exists" then return nil, problem end
  end
  return true
end

--- Counts something that has happened.
---@param name string
---@return number count of all that have
function Counters:count(name) return (self.dict:incr(self.prefix .. name, 1, 0)) or 0 end

--- Notes that something happens now.
---@param name string
function Counters:note_time(name) self.dict:safe_set(self.prefix .. name, ngx.now()) end

--- Notes that a wish was granted, and with it all before.
---@param number number
function Counters:grant(number) self.dict:safe_set(self.prefix .. "granted", number) end

--- Returns one of the numbers, or nil when it is 0 or was evicted.
---@param name string
---@return number?
function Counters:read(name)
  local value = self.dict:get(self.prefix .. name)
  return value ~= 0 and value or nil
end

return counters
