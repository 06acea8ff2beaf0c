--- The cache file of a configuration: nginx serves from it when it starts and the source cannot be asked.
--
-- @module resty.yschema.source.cache

local bundles = require "yschema.fleet.bundle"
local cache_file = require "yschema.fleet.cache_file"
local core = require "yschema.core"
local links = require "resty.yschema.source.links"
local messages = require "resty.yschema.report.messages"
local report = require "yschema.report.report"
local texts = require "resty.yschema.source.texts"

local cache = {}

--- The path of a configuration's file.
---@param self resty.yschema.Conf
---@return string path
function cache.path(self)
  return (links.absolute(self.cache .. "/" .. self.name .. ".bundle"):gsub("//+", "/"))
end

local function refused(self, text) return { error = report.of_error("cache", cache.path(self), text) } end

-- ---- sources that have no form of their own for the file -----------------------------

local function text_of(self, list)
  local text, id = bundles.make {
    name = self.name, by = "node", made = os.date "!%Y-%m-%dT%H:%M:%SZ", files = texts.files(list),
  }
  if not text then return nil, id end
  return cache_file.make { name = self.name, serial = self.version, id = id, text = text }
end

local function texts_of(self, text)
  local read, problem = cache_file.read(text, self.name)
  if not read then return nil, problem end
  return texts.of_bundle(read.bundle)
end

-- ---- reading ------------------------------------------------------------------------

-- Returns the text of the file; nil when there is none; nil and the reason when it is not read, and whether something
-- else is there: another program may have put a symbolic link, a FIFO or a folder in its place.
local function contents(path, most)
  if core.read_link(path) then return nil, "is a symbolic link", true end
  local source, problem = core.read(path, path, most)
  if source then return source:text() end
  if problem == core.NO_FILE then return nil end
  local identity, _, is_file = core.identity(path)
  if identity and not is_file then return nil, problem, true end
  return nil, "cannot be read (" .. problem .. ")"
end

--- Reads the file. This blocks.
---@param self resty.yschema.Conf
---@return resty.yschema.Given? given nil: there is no such file yet
function cache.read(self)
  local path = cache.path(self)
  local text, problem = contents(path, cache_file.most_bytes)
  if not text and not problem then return nil end
  if not text then return refused(self, "the cache is not used, because it " .. problem .. ": remove it") end
  local source = self.source
  local ok, list, why
  if source.from_cache then
    ok, list, why = pcall(source.from_cache, source, self, text)
  else
    ok, list, why = pcall(texts_of, self, text)
  end
  if not ok then return refused(self, tostring(list)) end
  if not list then return refused(self, tostring(why)) end
  return { texts = list }
end

-- ---- writing ------------------------------------------------------------------------

local function written(self, list)
  local text, problem
  if self.source.cached then
    text, problem = self.source:cached(self)
  else
    text, problem = text_of(self, list)
  end
  if not text then return problem == nil, problem end
  local _, is_other
  _, problem, is_other = contents(cache.path(self), 1) -- only what it is
  if is_other then return nil, ("%s %s: remove it"):format(cache.path(self), problem) end
  return core.write(cache.path(self), text, true) -- values may be sensitive
end

--- Writes the file, in one step. When that fails, the next turn tries again.
---@param self resty.yschema.Conf
---@param list resty.yschema.Text[] what the source has
function cache.write(self, list)
  local ok, done, problem = pcall(written, self, list)
  if not ok then done, problem = nil, done end
  if done then
    self.uncached, self.cache_problem = nil, nil
    self.shared.counters:note_time "cached_at"
    return
  end
  self.uncached = list
  if self.cache_problem == problem then return end
  self.cache_problem = problem
  self.shared.counters:count "cache_errors"
  messages.log(self, ngx.ERR, "the cache cannot be written, and what is in service stays: ", tostring(problem))
end

--- Writes the file if it could not be written before.
---@param self resty.yschema.Conf
function cache.retry(self)
  if self.uncached then cache.write(self, self.uncached) end
end

return cache
