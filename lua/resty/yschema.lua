--- Configuration for nginx's workers that is always valid.
--
--     lua_shared_dict yschema 1m;
--     init_by_lua_block {
--       conf = require("resty.yschema").new { schema = "schema.yml", values = { "values.yml" } }
--     }
--     init_worker_by_lua_block { require("resty.yschema").start() }
--
-- and in a handler `local values, version = conf:get()`.
--
-- @module resty.yschema

local options_of = require "resty.yschema.options"
local report = require "yschema.report.report"
local schema_object = require "yschema.api.schema"
local runs = require "yschema.pipeline.runs"
local schemas = require "yschema.pipeline.schemas"
local settings_of = require "yschema.pipeline.settings".of_options
local store = require "resty.yschema.store"
local texts = require "resty.yschema.texts"

-- Workers may be unable to read what the master can, and a request should not wait
-- for files: what the module loads when it needs it is loaded now.
local yschema = require "yschema"
for _, name in ipairs { "code.session", "expression.evaluate", "expression.scope", "pipeline.rule_contexts" } do
  require("yschema." .. name)
end

local resty = { _VERSION = yschema._VERSION }

local instances, by_name = {}, {}

--- A configuration, as one worker has it.
---@class resty.yschema.Conf
---@field private store resty.yschema.Store
local Conf = {}
Conf.__index = Conf

-- For the methods: `conf.get()` is a mistake that everybody makes once.
local function need_self(self, method)
  if not rawequal(getmetatable(self), Conf) or not rawget(self, "store") then
    require("yschema.base.call_mistakes").object("conf", method, self)
  end
end

---@class resty.yschema.Options
---@field schema string|string[] the schema's file, or several: the others are overlays on it
---@field values? string|string[]|false files of data values, in order; a directory stands for its
--- `.yml` and `.yaml` files. `false`: only the schema matters, for `conf:schema()`
---@field interval? number seconds between two looks at the files (1)
---@field settle? number seconds for which a changed file must rest before it is read (0.1)
---@field name? string of this configuration, in the dictionary and in messages ("default")
---@field dict? string the shared dictionary ("yschema")
---@field on_change? fun(report: yschema.Report, version: integer) in each worker, after a swap
---@field on_error? fun(report: yschema.Report, version: integer) in the worker that found a fault;
--- `version` stays in service
---@field options? yschema.Options how the schema is read and run: `env`, `strict`, `limits`, ...
---@field thread? string the name of an nginx `thread_pool` in which changed files are checked, so that
--- workers go on serving; not together with `options.env`, whose functions cannot go there
---@field patience? number seconds after which a check is said to take too long (10); in a thread it
--- is ended then

-- ---- messages -----------------------------------------------------------------------

local function log(self, level, ...)
  ngx.log(level, "resty.yschema: ", self.name, ": ", ...)
end

-- Calls back. What goes wrong there is not the configuration's fault.
local function call_back(self, name, about)
  local f = self[name]
  if not f then return end
  local ok, problem = pcall(f, about, self.version)
  if not ok then log(self, ngx.ERR, name, " failed: ", tostring(problem)) end
end

-- Tells of a fault, unless it is the one that was told last.
local function failed(self, about)
  local text = tostring(about)
  if text == self.told or self.store:is_fault(text) then return nil, about end
  self.told = not self.store:set_fault(about) and text or nil
  log(self, ngx.ERR, "version ", self.version, " stays in service\n", text)
  call_back(self, "on_error", about)
  return nil, about
end

local function all_well(self)
  self.told = nil
  if not self.store:fault() then return end
  self.store:set_fault(nil)
  log(self, ngx.NOTICE, "the files are in order again")
end

local too_long = "the check of the files takes more than %g s: a function of the schema may never return"

-- The phases that may wait: for a thread, or for another worker.
local may_wait = { timer = true, content = true, access = true, rewrite = true }

-- ---- versions -----------------------------------------------------------------------

-- Makes schema and values of texts. A schema whose text is the same is kept.
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

-- From here on, this is what the worker serves. Nothing yields in between.
local function serve(self, built, version)
  self.compiled, self.schema_text = built.compiled, built.schema_text
  self.values, self.packed, self.version = built.values, built.packed, version
end

local function changed(self, built, version)
  serve(self, built, version)
  log(self, ngx.NOTICE, "version ", version, " is in service")
  call_back(self, "on_change", built.report)
end

-- Takes over what another worker has published. Its rules have run there: they do
-- not run again, so that one which asks the network cannot divide the workers.
local function follow(self)
  local version, packed = self.store:published()
  if not version then -- it was evicted
    local ok, problem = self.store:put_back(self.version, self.packed)
    if ok then return true end
    return failed(self, report.of_fault("store", self.store.label, problem))
  end
  if version == self.version then return true end
  if packed == self.packed then
    self.version = version
    return true
  end
  local built, about = build(self, packed, true)
  if not built then return failed(self, about) end
  -- A function of the schema may have yielded: what is newer now stays.
  if self.store:published() == version then changed(self, built, version) end
  return true
end

-- A check that holds a worker for this long is told, in seconds.
local slow = 1

-- Checks texts in a thread, which may take its time; afterwards the worker makes the
-- values of them, without rules. nil: the report says why not.
local function build_beside(self, packed)
  local ran, found = ngx.run_worker_thread(self.thread, "resty.yschema.judge", "run",
    packed, self.settings, self.paths.has_values, self.patience)
  if not ran then return nil, report.of_fault("thread", "thread_pool " .. self.thread, tostring(found)) end
  if not found then return nil, report.of_fault("check", self.name, too_long:format(self.patience)) end
  if found.status ~= 0 then return nil, report.of_parts(found) end
  return build(self, packed, true)
end

-- Checks texts in this worker, which serves nobody meanwhile.
local function build_here(self, packed)
  ngx.update_time()
  local began = ngx.now()
  local built, about = build(self, packed, false)
  ngx.update_time()
  local seconds = ngx.now() - began
  if seconds >= slow then
    log(self, ngx.WARN, ("the check took %.1f s"):format(seconds),
      "; unless its functions yielded, this worker served nobody meanwhile: see the option 'thread'")
  end
  return built, about
end

-- Judges texts and publishes them, unless another worker was quicker: then
-- `nil, nil`, and the files have to be looked at again. While another worker is at the
-- same texts they are left to it: a function that does not return may hold only one.
local function advance(self, packed)
  local before = self.store:published()
  local digest = ngx.md5(packed)
  local other, age = self.store:begin_check(digest)
  if other then
    if age < self.patience then return nil end
    return failed(self, report.of_fault("check", self.name, "worker process " .. other .. ": "
      .. too_long:format(self.patience)))
  end
  local beside = self.thread and may_wait[ngx.get_phase()]
  local built, about = (beside and build_beside or build_here)(self, packed)
  self.store:end_check()
  if not built then return failed(self, about) end
  if self.store:published() ~= before then return nil end
  local version, problem = self.store:publish(packed, self.version)
  if not version then return failed(self, report.of_fault("store", self.store.label, problem)) end
  all_well(self)
  changed(self, built, version)
  return true
end

-- The files' texts as one string.
local function read(self)
  local list, about = texts.read(self.paths, self.settings)
  if not list then return nil, about end
  return texts.pack(list)
end

-- The same when there is no time to let the files rest: two looks have to agree.
local function read_now(self)
  local packed, about = read(self)
  for _ = 1, 20 do
    local again, about_again = read(self)
    if again == packed then return packed, about end
    packed, about = again, about_again
  end
  return nil, report.of_fault("read", self.name, "the files change all the time while they are read")
end

-- ---- looking at the files -----------------------------------------------------------

-- A file that is being written is not judged: it has to be the same after a pause.
local function settled(self, packed)
  ngx.sleep(self.settle)
  return read(self) == packed and packed or nil
end

local function look(self)
  if not follow(self) or not self.store:take_turn(self.interval * 0.9) then return end
  local packed, about = read(self)
  if packed == self.packed then return all_well(self) end
  if packed then
    packed = settled(self, packed)
  else -- an editor may have moved it away for a moment
    ngx.sleep(self.settle)
    packed, about = read(self)
    if packed then return end
  end
  if packed then
    advance(self, packed)
  elseif about then
    failed(self, about)
  end
end

local function tick(premature, self)
  if premature or self.busy then return end
  self.busy = true
  local ok, problem = pcall(look, self)
  self.busy = false
  if not ok then log(self, ngx.ERR, "the look at the files failed: ", tostring(problem)) end
end

-- ---- what users call ----------------------------------------------------------------

--- The values in service and their version: two reads of a table, from any phase.
-- The values are the same table for every request until the next version: they are to
-- be read only, and a handler that wants one version throughout asks once.
---@return any values
---@return integer version
function Conf:get()
  need_self(self, "get")
  return self.values, self.version
end

-- What get() is in a configuration that nobody watches yet.
local function first_get(self)
  need_self(self, "get")
  self.get = nil
  -- Without a code cache each request has a configuration of its own, made here.
  if ngx.worker.pid() ~= self.made_by then
    log(self, ngx.ERR, "changes are not noticed: put ",
      [[init_worker_by_lua_block { require("resty.yschema").start() } into the http block]])
  end
  return self.values, self.version
end

--- The compiled schema in service: `conf:schema():apply(body)`.
---@return yschema.Schema schema
---@return integer version
function Conf:schema()
  need_self(self, "schema")
  return self.compiled, self.version
end

--- Why the files are not what is served, as any worker has found.
---@return string? text nil: nothing is wrong
---@return string? json the same for programs
function Conf:fault()
  need_self(self, "fault")
  return self.store:fault()
end

--- Reads the files now, whether or not they seem to have changed, and serves them when
-- they are good. It reads in the caller's time: from a handler, that request waits.
---@return integer? version in service
---@return yschema.Report? report why the files are not
function Conf:reload()
  need_self(self, "reload")
  local waits, tries = may_wait[ngx.get_phase()], 0
  local last = ngx.now() + self.patience
  repeat
    local packed, about = read_now(self)
    if not packed then return failed(self, about) end
    follow(self)
    if packed == self.packed then
      all_well(self)
      return self.version
    end
    local ok
    ok, about = advance(self, packed)
    if ok then return self.version end
    if about then return nil, about end
    tries = tries + 1
    if waits then ngx.sleep(0.02) end -- another worker is at it
  until tries >= 10 and not (waits and ngx.now() < last)
  return nil, report.of_fault("store", self.store.label, "other workers publish all the time")
end

--- Begins to watch the files, in this worker; `require("resty.yschema").start()`
-- does it for all configurations. For `init_worker_by_lua`.
function Conf:start()
  need_self(self, "start")
  if self.watching then return end
  self.watching, self.get = true, nil
  follow(self) -- a worker that replaces another one is the master's copy, and may be old
  local ok, problem = ngx.timer.every(self.interval, tick, self)
  if not ok then log(self, ngx.ERR, "changes are not noticed: no timer: ", problem) end
end

--- Begins to watch the files of all configurations, in this worker.
function resty.start()
  for _, conf in ipairs(instances) do conf:start() end
end

-- ---- making one ---------------------------------------------------------------------

local function list_of(paths)
  return type(paths) == "table" and paths or { paths or nil }
end

-- The phases in which files may be read and nobody waits for them.
local phases = { init = true, init_worker = true }

local function create(options)
  local conf = setmetatable({
    name = options.name or "default",
    interval = options.interval or 1,
    settle = options.settle or 0.1,
    on_change = options.on_change,
    on_error = options.on_error,
    thread = options.thread,
    patience = options.patience or 10,
    settings = settings_of(options.options, 3),
    paths = {
      schema = list_of(options.schema),
      values = list_of(options.values),
      has_values = options.values ~= false,
    },
    version = 0,
  }, Conf)
  local problem
  conf.store, problem = store.new(options.dict or "yschema", conf.name)
  if not conf.store then error("resty.yschema: " .. problem, 3) end
  local reserved
  reserved, problem = conf.store:reserve()
  if not reserved then error(("resty.yschema: %s: %s"):format(conf.store.label, problem), 3) end
  return conf
end

-- The first version: what the files hold; or, when they are at fault and nginx was
-- merely told to reload, what is in service.
local function begin(self)
  local version, published = self.store:published()
  local packed, about = read_now(self)
  local built
  if packed then built, about = build(self, packed, false) end
  if built then
    version, about = self.store:publish(packed, version or 0)
    if not version then return nil, report.of_fault("store", self.store.label, about) end
    serve(self, built, version)
    all_well(self)
    return true
  end
  local old = published and build(self, published, false)
  if not old then return nil, about end
  serve(self, old, version)
  failed(self, about)
  return true
end

--- Makes a configuration: compiles the schema, and loads the values. Throws the
-- report when they are at fault, so that nginx does not start with them.
---@param options resty.yschema.Options
---@return resty.yschema.Conf
function resty.new(options)
  local plain, fault = options_of.read(options, by_name)
  if not plain then error("resty.yschema: " .. fault, 2) end
  local phase = ngx.get_phase()
  if not phases[phase] then
    error("resty.yschema: new() reads files, which a request should not wait for: call it in "
      .. "init_by_lua or init_worker_by_lua, not in " .. phase, 2)
  end
  local conf = create(plain)
  local ok, about = begin(conf)
  if not ok then error(("resty.yschema: %s: there is nothing to serve\n%s"):format(conf.name, tostring(about)), 0) end
  instances[#instances + 1], by_name[conf.name] = conf, conf
  conf.made_by = ngx.worker.pid()
  if phase == "init" then conf.get = first_get else conf:start() end
  return conf
end

return resty
