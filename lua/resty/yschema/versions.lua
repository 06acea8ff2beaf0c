--- Makes versions of a configuration: reads the texts of its files, checks, publishes and serves them.
--
-- A version is a schema and its values. The published version lies in the shared dictionary as texts; a
-- worker serves it once it has made the schema and the values from these texts.
--
-- @module resty.yschema.versions

local messages = require "resty.yschema.messages"
local report = require "yschema.report.report"
local runs = require "yschema.pipeline.runs"
local schema_object = require "yschema.api.schema"
local schemas = require "yschema.pipeline.schemas"
local texts = require "resty.yschema.texts"

local versions = {}

local tostring = tostring

local too_long = "the check of the files takes more than %g s: a function of the schema may never return"

--- The phases in which code may wait for a thread or for another worker.
versions.may_wait = { timer = true, content = true, access = true, rewrite = true }

-- Makes the schema and the values from texts. When the text of the schema is unchanged, the schema is kept.
local function build(self, packed, proven)
  local schema_sources, value_sources, schema_text = texts.unpack(packed)
  local made, about = self.compiled, nil
  if not made or schema_text ~= self.schema_text then
    made, about = schemas.compile_sources(schema_object.new(self.settings), schema_sources)
    if not made then return nil, about end
  end
  local built = { compiled = made, schema_text = schema_text, packed = packed }
  if self.paths.has_values then
    built.values, about = runs.apply_sources(made, value_sources, proven)
    if built.values == nil then return nil, about end
  end
  built.report = about or report.empty()
  return built
end

-- Makes this version the one that the worker serves. Nothing yields in between.
local function serve(self, built, version)
  self.compiled, self.schema_text = built.compiled, built.schema_text
  self.values, self.packed, self.version = built.values, built.packed, version
end

local function changed(self, built, version)
  serve(self, built, version)
  messages.log(self, ngx.NOTICE, "version ", version, " is in service")
  messages.call_back(self, "on_change", built.report)
end

--- Serves what another worker has published. Its rules ran there and do not run again: so a rule whose
-- result may vary, because it asks the network for example, cannot make workers serve different versions.
---@param self resty.yschema.Conf
---@return true? ok
---@return yschema.Report? report why the version cannot be served
function versions.follow(self)
  local version, packed = self.store:published()
  if not version then -- the entry was evicted
    local ok, problem = self.store:put_back(self.version, self.packed)
    if ok then return true end
    return messages.failed(self, report.of_fault("store", self.store.label, problem))
  end
  if version == self.version then return true end
  if packed == self.packed then
    self.version = version
    return true
  end
  local built, about = build(self, packed, true)
  if not built then return messages.failed(self, about) end
  -- A function of the schema may have yielded: a newer version that is in service by now stays.
  if self.store:published() == version then changed(self, built, version) end
  return true
end

-- A check that blocks a worker for more seconds than this is reported.
local slow = 1

-- Checks texts in a thread, which may take long; afterwards the worker makes the values from them
-- without running rules. When the result is nil, the report says why.
local function build_beside(self, packed)
  local ran, found = ngx.run_worker_thread(self.thread, "resty.yschema.judge", "run",
    packed, self.settings, self.paths.has_values, self.patience)
  if not ran then return nil, report.of_fault("thread", "thread_pool " .. self.thread, tostring(found)) end
  if not found then return nil, report.of_fault("check", self.name, too_long:format(self.patience)) end
  if found.status ~= 0 then return nil, report.of_parts(found) end
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
      "; unless its functions yielded, this worker served nobody meanwhile: see the option 'thread'")
  end
  return built, about
end

--- Checks texts and publishes them. When another worker has published first, the result is `nil, nil`,
-- and the caller must read the files again. When another worker is checking the same texts, this one
-- leaves them to it: so a function that never returns blocks only one worker.
---@param self resty.yschema.Conf
---@param packed string see `read`
---@return true? ok
---@return yschema.Report? report why nothing was published
function versions.advance(self, packed)
  local before = self.store:published()
  local digest = ngx.md5(packed)
  local other, age = self.store:begin_check(digest)
  if other then
    if age < self.patience then return nil end
    return messages.failed(self, report.of_fault("check", self.name, "worker process " .. other .. ": "
      .. too_long:format(self.patience)))
  end
  local beside = self.thread and versions.may_wait[ngx.get_phase()]
  local built, about = (beside and build_beside or build_here)(self, packed)
  self.store:end_check()
  if not built then return messages.failed(self, about) end
  if self.store:published() ~= before then return nil end
  local version, problem = self.store:publish(packed, self.version)
  if not version then return messages.failed(self, report.of_fault("store", self.store.label, problem)) end
  messages.all_well(self)
  changed(self, built, version)
  return true
end

--- Reads the texts of the files as one string.
---@param self resty.yschema.Conf
---@return string? packed
---@return yschema.Report? report why they cannot be read
function versions.read(self)
  local list, about = texts.read(self.paths, self.settings)
  if not list then return nil, about end
  return texts.pack(list)
end

--- Reads the texts when there is no time to wait until files rest: two reads must agree.
---@param self resty.yschema.Conf
---@return string? packed
---@return yschema.Report? report
function versions.read_now(self)
  local packed, about = versions.read(self)
  for _ = 1, 20 do
    local again, about_again = versions.read(self)
    if again == packed then return packed, about end
    packed, about = again, about_again
  end
  return nil, report.of_fault("read", self.name, "the files change all the time while they are read")
end

--- Makes the first version from the files. When they have faults and nginx is only reloading, the
-- version in service is kept.
---@param self resty.yschema.Conf
---@return true? ok
---@return yschema.Report? report why there is nothing to serve
function versions.begin(self)
  local version, published = self.store:published()
  local packed, about = versions.read_now(self)
  local built
  if packed then built, about = build(self, packed, false) end
  if built then
    version, about = self.store:publish(packed, version or 0)
    if not version then return nil, report.of_fault("store", self.store.label, about) end
    serve(self, built, version)
    messages.all_well(self)
    return true
  end
  local old = published and build(self, published, false)
  if not old then return nil, about end
  serve(self, old, version)
  messages.failed(self, about)
  return true
end

return versions
