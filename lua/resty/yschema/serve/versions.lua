--- Makes versions of a configuration: checks the texts of its source, publishes and serves them.
--
-- A version is a schema and its values. The published version lies in the shared dictionary as texts; a
-- worker serves it once it has made the schema and the values from these texts.
--
-- @module resty.yschema.serve.versions

local cache = require "resty.yschema.source.cache"
local calls = require "resty.yschema.source.calls"
local masking = require "resty.yschema.report.masking"
local messages = require "resty.yschema.report.messages"
local report = require "yschema.report.report"
local runs = require "yschema.pipeline.runs"
local schema_object = require "yschema.api.schema"
local schemas = require "yschema.pipeline.schemas"
local texts = require "resty.yschema.source.texts"

local versions = {}

local nothing_yet = "nothing is in service yet: the source is asked now"
local fatal = "%d workers have ended while they checked these texts, which are not checked again until they change"
local too_long = "the check takes more than %g s: a function of the schema may never return"

--- The phases in which code may wait for a thread or for another worker.
versions.may_wait = { timer = true, content = true, access = true, rewrite = true }

-- Makes the schema and the values from texts. When the text of the schema is unchanged, the schema is kept.
local function build(self, packed, proven)
  local found = texts.unpack(packed, self.settings)
  local made, about = self.compiled, nil
  if not made or found.schema_part ~= self.schema_part then
    made, about = schemas.compile_sources(schema_object.new(found.settings), found.S)
    if not made then return nil, about end
  end
  local built = { compiled = made, schema_part = found.schema_part, packed = packed }
  if self.has_values then
    built.values, about = runs.apply_sources(made, found.V, proven)
    if built.values == nil then return nil, self.masks_values and masking.report(about) or about end
  end
  built.report = about or report.empty()
  return built
end

-- Makes this version the one that the worker serves. Nothing yields in between.
local function serve(self, built, version)
  self.compiled, self.schema_part = built.compiled, built.schema_part
  self.values, self.packed, self.version = built.values, built.packed, version
end

local function changed(self, built, version)
  serve(self, built, version)
  messages.log(self, ngx.NOTICE, "version ", version, " is in service")
  messages.call_back(self, "on_change", built.report)
end

-- Restores the published entry, which was evicted. A worker that has only just begun does not: it has the master's
-- copy, which may be old.
local function put_back(self)
  if self.version == 0 or self.up_to_date ~= ngx.worker.pid() then return true end
  local ok, problem = self.shared:put_back(self.version, self.packed)
  if ok then return true end
  return messages.failed(self, report.of_error("store", self.shared.label, problem))
end

--- Serves what another worker has published. Its rules ran there and do not run again: so a rule whose
-- result may vary, because it asks the network for example, cannot make workers serve different versions.
---@param self resty.yschema.Conf
---@return true? ok
---@return yschema.Report? report why the version cannot be served
function versions.follow(self)
  local version, packed = self.shared:published()
  if not version then return put_back(self) end -- or there has been none yet
  self.up_to_date = ngx.worker.pid()
  if version == self.version and packed == self.packed then return true end
  -- When the counter was evicted, versions have begun anew: no worker goes back to a lower one.
  if version <= self.version then version = self.shared:renumber(packed, self.version) or version end
  if packed == self.packed then
    self.version = version
    return true
  end
  local built, about = build(self, packed, true)
  if not built then return messages.failed(self, about) end
  -- A function of the schema may have yielded: a newer version that is in service by now stays.
  if self.shared:published() == version then changed(self, built, version) end
  return true
end

-- A check that blocks a worker for more seconds than this is reported.
local slow = 1

-- Checks texts in a thread, which may take long; afterwards the worker makes the values from them
-- without running rules. When the result is nil, the report says why.
local function build_beside(self, packed)
  local ran, found = ngx.run_worker_thread(self.thread, "resty.yschema.serve.validator", "run",
    packed, self.settings, self.has_values, self.patience)
  if not ran then return nil, report.of_error("thread", "thread_pool " .. self.thread, tostring(found)) end
  if not found then return nil, report.of_error("check", self.name, too_long:format(self.patience)) end
  if found.status ~= 0 then
    local about = report.of_parts(found)
    return nil, self.masks_values and masking.report(about) or about
  end
  return build(self, packed, true)
end

-- Checks texts in this worker, which serves no requests meanwhile.
local function build_here(self, packed)
  ngx.update_time()
  local began = ngx.now()
  local built, about = build(self, packed, false)
  ngx.update_time()
  local seconds = ngx.now() - began
  if seconds >= slow then
    messages.log(self, ngx.WARN, ("the check took %.1f s"):format(seconds),
      "; unless its functions yielded, this worker served no requests meanwhile: see the option 'thread'")
  end
  return built, about
end

-- Whether another worker watches the source by now, because this one was blocked: what this one has read may be old.
local function is_overtaken(self) return self.given_source and self.attending and self.shared.lock:is_lost() end

--- The result of an attempt to serve texts.
---@class resty.yschema.Attempt
---@field state "served"|"refused"|"overtaken" refused: the texts have an error; overtaken: another worker has published
--- meanwhile, or is checking the same texts, so the source must be read again
---@field report? yschema.Report why the texts were refused

local function refused(about) return { state = "refused", report = about } end

-- Reports an error that was found while the configuration is in service.
local function failed(self, about)
  messages.failed(self, about)
  return refused(about)
end

--- Checks texts and publishes them. When another worker is checking the same texts, this one does not: so a function
-- that never returns blocks only one worker.
---@param self resty.yschema.Conf
---@param packed string see `pack`
---@return resty.yschema.Attempt
function versions.advance(self, packed)
  local before, seen = self.shared:published(), self.shared:count()
  local digest = ngx.md5(packed)
  local other, age, deaths = self.shared:begin_check(digest)
  if deaths then return failed(self, report.of_error("check", self.name, fatal:format(deaths))) end
  if other then
    if age < self.patience then return { state = "overtaken" } end
    return failed(self, report.of_error("check", self.name, "worker process " .. other .. ": "
      .. too_long:format(self.patience)))
  end
  local beside = self.thread and versions.may_wait[ngx.get_phase()]
  local built, about = (beside and build_beside or build_here)(self, packed)
  self.shared:end_check()
  if not built then return failed(self, about) end
  if self.shared:published() ~= before or is_overtaken(self) then return { state = "overtaken" } end
  local version, problem = self.shared:publish(packed, self.version, seen)
  if problem then return failed(self, report.of_error("store", self.shared.label, problem)) end
  if not version then return { state = "overtaken" } end
  messages.error_is_gone(self)
  changed(self, built, version)
  return { state = "served" }
end

--- Packs texts of the source. Where this node has a schema of its own, that takes the place of the source's.
---@param self resty.yschema.Conf
---@param list resty.yschema.Text[]
---@return string? packed
---@return yschema.Report? report
function versions.pack(self, list)
  if self.own_schema then
    self.masks_values = masking.needed(list, self.own_schema)
    list = texts.with_schema(list, self.own_schema)
  end
  for _, item in ipairs(list) do
    if item.role == "S" then return texts.pack(list) end
  end
  return nil, report.of_error("source", self.name, "there is no schema among the texts")
end

-- Reads the first texts, in a phase in which no network can be asked. A source that needs one gives what it published
-- before nginx was reloaded, or what is in the cache.
local function first_texts(self, published)
  if self.source.blocking then return calls.read(self) end
  if published then return { texts = texts.list(published) } end
  local given = self.cache and cache.read(self)
  self.cache_error = given and given.error
  return given or { error = report.of_error("source", self.name, nothing_yet), early = true }
end

-- Serves what the first texts hold. The result is an attempt with two more states: "early", when the source could not
-- be asked yet, and "full", when the dictionary has no room for the texts.
local function begin_with(self, given, version, seen)
  if given.early then return { state = "early", report = given.error } end
  if not given.texts then return refused(given.error or report.of_error("source", self.name, given.problem)) end
  local packed, about = versions.pack(self, given.texts)
  if not packed then return refused(about) end
  local built
  built, about = build(self, packed, false)
  if not built then return refused(about) end
  local problem
  version, problem = self.shared:publish(packed, version or 0, seen)
  if problem then return { state = "full", report = report.of_error("store", self.shared.label, problem) } end
  if not version then return { state = "overtaken" } end
  serve(self, built, version)
  return { state = "served" }
end

-- While nginx reloads, the former workers may still publish. What they publish is newer than what was read here: then
-- everything is read again, at most this many times.
local most_tries = 10

local function try(self)
  for _ = 1, most_tries do
    local seen = self.shared:count() -- before the texts: a worker that publishes later raises the count
    local version, published = self.shared:published()
    local attempt = begin_with(self, first_texts(self, published), version, seen)
    if attempt.state ~= "overtaken" then return attempt end
  end
  return refused(report.of_error("store", self.shared.label, "other workers publish all the time"))
end

--- Makes the first version. When the source has an error and nginx is only reloading, the version in service is kept.
---@param self resty.yschema.Conf
---@return true? ok
---@return yschema.Report? report why there is nothing to serve
function versions.begin(self)
  self.shared:begin_generation()
  local attempt = try(self)
  if attempt.state == "early" then
    messages.early(self, attempt.report)
    return true
  end
  if attempt.state == "served" then
    if not self.shared:error() or self.source.blocking then messages.error_is_gone(self) end
    return true
  end
  if attempt.state == "full" then return nil, attempt.report end
  local version, published = self.shared:published()
  local old = published and build(self, published, false)
  if old then serve(self, old, version) end
  if old or not self.source.blocking then
    messages.failed(self, attempt.report)
    return true
  end
  return nil, attempt.report
end

return versions
