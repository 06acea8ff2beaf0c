--- Counts what happens to a configuration, for all workers together, in the shared dictionary.
--
-- The entries have fixed sizes and are made at the start, so that they can be written even when the dictionary is
-- full. They survive a reload of nginx, as the dictionary does.
--
-- @module resty.yschema.shared.counters

local counters = {}

local ipairs, ngx = ipairs, ngx

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

local function count(self, name) self.dict:incr(self.prefix .. name, 1, 0) end

local function note_time(self, name) self.dict:safe_set(self.prefix .. name, ngx.now()) end

--- Notes that a version was published.
function Counters:count_version()
  count(self, "published")
  note_time(self, "published_at")
end

--- Notes that an error was found.
function Counters:count_error()
  count(self, "errors")
  note_time(self, "error_at")
end

--- Notes that a worker looked whether there is something new.
function Counters:note_look() note_time(self, "looked_at") end

--- Notes that the cache was written.
function Counters:note_cache() note_time(self, "cached_at") end

--- Notes that the cache could not be written.
function Counters:count_cache_error() count(self, "cache_errors") end

--- Notes the wish that the source is read now.
---@return number wish its number
function Counters:wish() return (self.dict:incr(self.prefix .. "wishes", 1, 0)) or 0 end

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
