--- Shares one version of a configuration's texts among workers, in a shared dictionary.
--
-- The published version is one entry, so that no worker sees half of it. A worker that holds another
-- version replaces it by the published one. Two workers that publish at the same moment therefore
-- agree after their next check.
--
-- @module resty.yschema.shared.state

local counters = require "resty.yschema.shared.counters"
local lock = require "resty.yschema.shared.lock"
local notes = require "resty.yschema.shared.notes"
local report = require "yschema.report.report"

local state = {}

---@class resty.yschema.SharedState
---@field counters resty.yschema.Counters
---@field lock resty.yschema.Lock of the worker that watches the source
---@field notes resty.yschema.Notes `error`: the short entry of an error that did not fit; `source`: what the source
--- reports; `memory`: what the next worker that watches must know
---@field private dict table the shared dictionary
---@field private name string the configuration's
local State = {}
State.__index = State

-- The first is for each configuration, the others are for one with a source of its own.
local note_sizes = { error = 512 }
local more_note_sizes = { error = 512, source = 1024, memory = 1024 }

--- Opens the entries of one configuration in a dictionary.
---@param dictionary string name in `lua_shared_dict`
---@param name string
---@param has_source boolean whether the texts come from a source that the user gave
---@return resty.yschema.SharedState? state
---@return string? problem
function state.new(dictionary, name, has_source)
  local dict = ngx.shared[dictionary]
  if not dict then
    return nil, ('there is no shared dictionary "%s": put "lua_shared_dict %s 1m;" into the http block')
      :format(dictionary, dictionary)
  end
  return setmetatable({
    dict = dict, name = name, label = "lua_shared_dict " .. dictionary, counters = counters.new(dict, name),
    lock = lock.new(dict, name), notes = notes.new(dict, name .. ":note", has_source and more_note_sizes or note_sizes),
  }, State)
end

--- Returns what is published; nil when nothing is, or when the entry was evicted.
---@return integer? version
---@return string? packed texts
---@return string? entry both, for put_back()
function State:published()
  local entry = self.dict:get(self.name)
  if not entry then return nil end
  local version, at = entry:match "^(%d+)\n()"
  return tonumber(version), entry:sub(at), entry
end

--- Returns whether no newer version was published, for the cost of reading a number.
---@param version integer
---@return boolean
function State:is_newest(version) return self.dict:get(self.name .. ":count") == version end

--- The number of the version that was published last, or that a worker began to publish.
---@return integer? count nil: it was evicted, or there is none yet
function State:count() return self.dict:get(self.name .. ":count") end

--- Notes which version this worker serves.
---@param version integer
function State:note_served(version)
  local id = ngx.worker.id()
  if id then self.dict:safe_set(self.name .. ":served:" .. id, version) end
end

--- Returns whether all workers serve a version, or a newer one.
---@param version integer
---@return boolean
function State:is_served(version)
  for id = 0, ngx.worker.count() - 1 do
    if (self.dict:get(self.name .. ":served:" .. id) or 0) < version then return false end
  end
  return true
end

-- Stores an entry without evicting other entries of the dictionary.
local function put(self, entry)
  local old = self.dict:get(self.name)
  local ok, problem = self.dict:safe_set(self.name, entry)
  if ok then return true end
  if old then self.dict:safe_set(self.name, old) end -- the failed attempt removed the old value if its size differed
  return nil, ("a version of %d bytes does not fit (%s): make the dictionary larger"):format(#entry, problem)
end

--- Publishes texts under a new version. When the same texts are published already, their version is
-- kept.
---@param packed string
---@param least integer the version is above it, even when the counter was lost
---@param seen? integer what `count` returned before the texts were validated
---@return integer? version
---@return string? problem nil: another worker has published since then
function State:publish(packed, least, seen)
  local now, published = self:published()
  if published == packed then return now end
  local counter = self.name .. ":count"
  local version, problem = self.dict:incr(counter, 1, least)
  if not version then return nil, problem end
  if seen and version ~= seen + 1 then return nil end
  if version <= least then
    version = least + 1
    self.dict:set(counter, version)
  end
  local ok
  ok, problem = put(self, version .. "\n" .. packed)
  if not ok then return nil, problem end
  self.counters:count "published"
  self.counters:note_time "published_at"
  return version
end

--- Gives what is published a version above one that a worker serves.
---@param packed string what is published
---@param least integer
---@return integer? version nil: that does not fit
function State:renumber(packed, least)
  self.dict:set(self.name .. ":count", least + 1)
  return put(self, (least + 1) .. "\n" .. packed) and least + 1 or nil
end

--- Restores an entry that was evicted.
---@param version integer
---@param packed string
---@return boolean? ok
---@return string? problem
function State:put_back(version, packed)
  return put(self, version .. "\n" .. packed)
end

-- When this many workers have ended while they checked the same texts, the texts are not checked again.
local most_deaths = 2

--- Notes that nginx has started or reloads: the former workers have successors now.
function State:begin_generation()
  local key = self.name .. ":generation"
  if (ngx.worker.id() or 0) == 0 then self.generation = self.dict:incr(key, 1, 0) end -- in the master, or once
  self.generation = self.generation or self.dict:get(key)
end

--- Returns whether nginx has been reloaded since this worker began.
---@return boolean
function State:has_successor() return self.dict:get(self.name .. ":generation") ~= self.generation end

--- Records that this worker checks certain texts, so that the others do not check them too.
---@param digest string of the texts
---@return string? pid of the worker that is checking these texts now; nil: there is none
---@return number? age seconds since it began
---@return integer? deaths so many workers have ended while they checked these texts: they must not be checked again
function State:begin_check(digest)
  local key, now = self.name .. ":checking", ngx.now()
  local mine = ("%d %.3f %s %d"):format(ngx.worker.pid(), now, digest, 0)
  local ok, problem = self.dict:safe_add(key, mine)
  if ok or problem ~= "exists" then return nil end
  local pid, began, what, deaths = (self.dict:get(key) or ""):match "^(%d+) ([%d.]+) (%x+) (%d+)$"
  if what == digest and tonumber(pid) ~= ngx.worker.pid() then
    local age = now - tonumber(began)
    if lock.is_running(pid, age) then return pid, age end
    deaths = tonumber(deaths) + 1
    if deaths >= most_deaths then return nil, nil, deaths end
    mine = mine:gsub("%d+$", deaths)
  end
  self.dict:safe_set(key, mine)
end

--- Removes what `begin_check` recorded.
function State:end_check() self.dict:delete(self.name .. ":checking") end

-- The entry of an error has four parts: a digest, the size of the text, the text, and JSON.
local function error_entry(digest, text, json)
  return ("%s %d\n%s%s"):format(digest, #text, text, json)
end

-- The short entry of an error that did not fit: a digest, and the advice to enlarge the dictionary.
local function note_of(self)
  return self.notes:get("error"):match "^(%x+) (.*)$"
end

--- Reserves the space for the counters and for the notes, which are written when the dictionary is full, too.
---@return boolean? ok
---@return string? problem
function State:reserve()
  local ok, problem = self.counters:reserve()
  if ok then ok, problem = self.notes:reserve() end
  if ok then return true end
  return nil, "no room for notes (" .. problem .. "): make the dictionary larger"
end

--- Returns the error that keeps the present files from being served.
---@return string? text
---@return string? json
function State:error()
  local entry = self.dict:get(self.name .. ":error")
  local _, note = note_of(self)
  if entry then
    local size, at = entry:match "^%x+ (%d+)\n()"
    return entry:sub(at, at + size - 1), entry:sub(at + size)
  elseif note then
    local about = report.of_error("store", self.label, note)
    return tostring(about), about:json()
  end
end

--- Returns whether this is the error that was recorded.
---@param text string
---@return boolean
function State:is_error(text)
  local entry = self.dict:get(self.name .. ":error")
  return (entry and entry:sub(1, 32) or note_of(self)) == ngx.md5(text)
end

--- Records an error for all workers. When the dictionary has no room for all of it, `error()` names the
-- dictionary and the first violation.
---@param about? yschema.Report nil when there is no error
---@param is_early? boolean it is not counted, because nginx has only just started
---@return boolean? noted
function State:set_error(about, is_early)
  local key = self.name .. ":error"
  self.dict:delete(key)
  if not about then
    if note_of(self) then self.notes:set("error", "") end
    return true
  end
  if not is_early then
    self.counters:count "errors"
    self.counters:note_time "error_at"
  end
  local text = tostring(about)
  local digest = ngx.md5(text)
  if self.dict:safe_set(key, error_entry(digest, text, about:json())) then return true end
  local first = about.violations[1]
  return self.notes:set("error", ("%s there is no room for a report of %d bytes, which is in the error log: "
    .. "make the dictionary larger. It begins with %s:%s: %s"):format(digest, #text,
    first.file or "", first.line or "", first.message))
end

return state
