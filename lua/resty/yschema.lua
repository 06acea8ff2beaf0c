--- A configuration for the workers of nginx, which is always valid.
--
--     lua_shared_dict yschema 1m;
--     init_by_lua_block {
--       conf = require("resty.yschema").new { schema = "schema.yml", values = { "values.yml" } }
--     }
--     init_worker_by_lua_block { require("resty.yschema").start() }
--
-- In a handler: `local values, version = conf:get()`.
--
-- @module resty.yschema

require "yschema.base.checked_core" -- before any other module that asks the core for something

local calls = require "resty.yschema.source.calls"
local files = require "resty.yschema.source.files"
local messages = require "resty.yschema.report.messages"
local metrics = require "resty.yschema.report.metrics"
local options_of = require "resty.yschema.options.configuration"
local reloading = require "resty.yschema.serve.reloading"
local settings_of = require "yschema.pipeline.settings".of_options
local shared_state = require "resty.yschema.shared.state"
local versions = require "resty.yschema.serve.versions"
local watch = require "resty.yschema.serve.watch"

-- All modules are loaded now. Workers may lack the permission to read files that the master can read, and a request
-- should not wait for files.
local yschema = require "yschema"
for _, name in ipairs { "checker.generator", "code.session", "expression.evaluation", "expression.scope",
  "pipeline.questions", "pipeline.rule_contexts", "report.json" } do
  require("yschema." .. name)
end

local resty = { _VERSION = yschema._VERSION }

local instances, by_name = {}, {}

--- A configuration as one worker sees it.
---@class resty.yschema.Conf
---@field private shared resty.yschema.SharedState
local Conf = {}
Conf.__index = Conf

-- Checks the first argument of a method, because `conf.get()` in place of `conf:get()` is a common mistake.
local function need_self(self, method)
  if not rawequal(getmetatable(self), Conf) or not rawget(self, "shared") then
    require("yschema.base.call_mistakes").object("conf", method, self)
  end
end

---@class resty.yschema.Options
---@field schema? string|string[] the file of the schema, or a list: the others are overlays on the first. With a
--- source, this is the node's own schema, which takes the place of the source's
---@field values? string|string[]|false files of data values, in order; a directory stands for its
--- `.yml` and `.yaml` files. With `false` there are no values, only a schema for `conf:schema()`
---@field source? resty.yschema.Source where the texts come from, in place of files
---@field cache? string a folder for what is in service, from which nginx serves when it starts and the source cannot
--- be asked. The workers must be allowed to write there
---@field interval? number seconds between two checks of the files, and of what other workers have published (default 1;
--- with a source 0.1)
---@field settle? number seconds for which a changed file must stay unchanged before it is read (default 0.1)
---@field allow_empty? boolean files without values, and folders without files, count for nothing; otherwise they are
--- errors, because a writer may have emptied them only for a moment
---@field name? string the name of this configuration in the dictionary and in messages (default "default")
---@field dict? string the name of the shared dictionary (default "yschema")
---@field on_change? fun(report: yschema.Report, version: integer) called in each worker after a new version
--- has taken effect there
---@field on_error? fun(report: yschema.Report, version: integer) called in the worker that found an error;
--- `version` remains in service
---@field options? yschema.Options how the schema is read and run: `env`, `strict`, `limits`, ...
---@field thread? string the name of an nginx `thread_pool` in which changed files are checked, so that
--- workers go on serving; not together with `options.env`, because functions cannot be passed to a thread
---@field patience? number seconds after which a check is reported as too slow (default 10); in a thread, the
--- check is then ended

-- ---- the methods --------------------------------------------------------------------

--- Returns the values in service and their version. This reads two fields and works in every phase.
-- Until the next version, all requests get the same table: handlers must not change it. A handler that
-- needs one version throughout calls this once.
---@return any values
---@return integer version
function Conf:get()
  need_self(self, "get")
  return self.values, self.version
end

-- This is get() for a configuration whose files are not being watched yet.
local function first_get(self)
  need_self(self, "get")
  self.get = nil
  -- Without a code cache, each request creates its own configuration here.
  if ngx.worker.pid() ~= self.made_by then
    messages.log(self, ngx.ERR, "changes are not noticed: put ",
      [[init_worker_by_lua_block { require("resty.yschema").start() } into the http block]])
  end
  return self.values, self.version
end

--- Returns the compiled schema in service, for `conf:schema():apply(body)`.
---@return yschema.Schema schema
---@return integer version
function Conf:schema()
  need_self(self, "schema")
  return self.compiled, self.version
end

--- Returns the error that keeps the present files from being served, whichever worker found it.
---@return string? text nil: there is none
---@return string? json the same for programs
function Conf:fault()
  need_self(self, "fault")
  return self.shared:error()
end

--- The counters of a configuration in all workers of this node, since its dictionary was made.
---@class resty.yschema.Stats
---@field name string
---@field version integer in service in this worker
---@field age? number seconds since it was published; nil: that was evicted from the dictionary
---@field reloads integer how many versions replaced another one
---@field errors integer how many different errors, one after the other, kept a version from being served
---@field invalid boolean whether what should be served now has an error: see `conf:fault()`
---@field last_error? number when the last error was found, in seconds since 1970; nil: there was none
---@field last_look? number when a worker last looked at the files, in seconds since 1970; nil: none did yet
---@field watching boolean whether this worker follows what is published, and is ready to watch the source
---@field cache_written? number when the cache was written, in seconds since 1970; nil: not yet
---@field cache_errors? integer how often the cache could not be written; nil: there is none
---@field source? table<string, string|number|boolean> what the source reports; `problem`: why it cannot be asked now.
--- For etcd see `resty.yschema.etcd.Stats`

--- Returns what has happened, for monitors. This reads the dictionary and works in every phase.
---@return resty.yschema.Stats
function Conf:stats()
  need_self(self, "stats")
  local counters = self.shared.counters
  local published = counters:read "published_at"
  return {
    name = self.name, version = self.version, age = published and math.max(0, ngx.now() - published),
    reloads = math.max(0, (counters:read "published" or 0) - 1), errors = counters:read "errors" or 0,
    invalid = self.shared:error() ~= nil, last_error = counters:read "error_at", last_look = counters:read "looked_at",
    watching = self.watching == true,
    cache_written = counters:read "cached_at", cache_errors = self.cache and (counters:read "cache_errors" or 0) or nil,
    source = self.given_source and calls.unpack_stats(self.shared.notes:get "source") or nil,
  }
end

--- Reads the source now, even if it seems unchanged, and serves what it has when that is valid. The caller
-- waits: so does the request whose handler calls this.
---@return integer? version in service
---@return yschema.Report? report why what the source has cannot be served
function Conf:reload()
  need_self(self, "reload")
  return reloading.now(self)
end

--- Begins to watch the files in this worker, for `init_worker_by_lua`. `require("resty.yschema").start()`
-- does this for all configurations.
function Conf:start()
  need_self(self, "start")
  if self.watching then return end
  self.watching, self.get = true, nil
  local ok, problem = watch.start(self)
  if not ok then messages.log(self, ngx.ERR, "changes are not noticed: no timer: ", problem) end
end

--- Begins to watch the files of all configurations in this worker.
function resty.start()
  for _, conf in ipairs(instances) do conf:start() end
end

--- Returns the counters of all configurations in Prometheus' text format.
---@return string
function resty.metrics()
  local list = {}
  for i, conf in ipairs(instances) do list[i] = conf:stats() end
  return metrics.text(list, resty._VERSION:match "[%d.]+")
end

--- Answers a request with `metrics()`, for `content_by_lua`.
function resty.serve_metrics()
  ngx.header.content_type = "text/plain; version=0.0.4; charset=utf-8"
  ngx.print(resty.metrics())
end

-- ---- creating a configuration -------------------------------------------------------

local function list_of(paths)
  return type(paths) == "table" and paths or { paths or nil }
end

-- The phases in which files may be read, because no request waits for them.
local phases = { init = true, init_worker = true }

-- Adds the source: the one that was given, with this node's own schema if it has one, or files.
local function add_source(conf, options)
  local paths = { schema = list_of(options.schema), values = list_of(options.values) }
  conf.has_values = options.values ~= false
  if not options.source then
    paths.allow_empty = options.allow_empty
    conf.source = files.new(paths, conf.settings, conf.interval, options.settle or 0.1)
    return
  end
  conf.source, conf.given_source = options.source, true
  if not options.schema then return end
  local about
  conf.own_schema, about = files.texts(paths, conf.settings)
  if not conf.own_schema then
    error(("resty.yschema: %s: the schema of this node cannot be read\n%s"):format(conf.name, tostring(about)), 0)
  end
end

-- Reports go to the log, to the dictionary and to clients: their size has a limit.
local function settings_for(options)
  local settings = settings_of(options, 4)
  settings.max_violations = settings.max_body_violations
  return settings
end

local function create(options)
  local conf = setmetatable({
    name = options.name or "default",
    interval = options.interval or options.source and 0.1 or 1,
    on_change = options.on_change,
    on_error = options.on_error,
    thread = options.thread,
    patience = options.patience or 10,
    cache = options.cache,
    settings = settings_for(options.options),
    version = 0,
  }, Conf)
  local problem
  conf.shared, problem = shared_state.new(options.dict or "yschema", conf.name, options.source ~= nil)
  if not conf.shared then error("resty.yschema: " .. problem, 3) end
  local reserved
  reserved, problem = conf.shared:reserve()
  if not reserved then error(("resty.yschema: %s: %s"):format(conf.shared.label, problem), 3) end
  add_source(conf, options)
  return conf
end

--- Creates a configuration: compiles the schema and loads the values. When they have errors it throws
-- the report, so that nginx does not start with them.
-- With a source that needs a network there may be nothing to serve yet: then `conf:get()` gives nil and 0.
---@param options resty.yschema.Options
---@return resty.yschema.Conf
function resty.new(options)
  local plain, failure = options_of.read(options, by_name)
  if not plain then error("resty.yschema: " .. failure, 2) end
  local phase = ngx.get_phase()
  if not phases[phase] then
    error("resty.yschema: new() reads files, which a request should not wait for: call it in "
      .. "init_by_lua or init_worker_by_lua, not in " .. phase, 2)
  end
  local conf = create(plain)
  local ok, about = versions.begin(conf)
  if not ok then error(("resty.yschema: %s: there is nothing to serve\n%s"):format(conf.name, tostring(about)), 0) end
  instances[#instances + 1], by_name[conf.name] = conf, conf
  conf.made_by = ngx.worker.pid()
  if phase == "init" then conf.get = first_get else conf:start() end
  return conf
end

return resty
