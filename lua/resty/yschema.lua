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

local report = require "yschema.report"
local yschema_schema = require "yschema.schema"
local store = require "resty.yschema.store"
local texts = require "resty.yschema.texts"

-- Workers may be unable to read what the master can, and a request should not wait
-- for files: what the module loads when it needs it is loaded now.
local yschema = require "yschema"
for _, name in ipairs { "code", "expr", "files", "scope" } do require("yschema." .. name) end

local resty = { _VERSION = yschema._VERSION }

local instances, by_name = {}, {}

--- A configuration, as one worker has it.
---@class resty.yschema.Conf
---@field private store resty.yschema.Store
local Conf = {}
Conf.__index = Conf

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
  self.told = not self.store:set_fault(text, about:json()) and text or nil
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

-- ---- versions -----------------------------------------------------------------------

-- Makes schema and values of texts. A schema whose text is the same is kept.
local function build(self, packed, proven)
  local schema_sources, value_sources, schema_text = texts.unpack(packed)
  local made, about = self.compiled, nil
  if not made or schema_text ~= self.schema_text then
    made, about = yschema_schema.compiled(yschema_schema.new(self.settings), schema_sources)
    if not made then return nil, about end
  end
  local built = { compiled = made, schema_text = schema_text, packed = packed }
  if self.paths.has_values then
    built.values, about = yschema_schema.apply_sources(made, value_sources, proven)
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

-- Judges texts and publishes them, unless another worker was quicker: then
-- `nil, nil`, and the files have to be looked at again.
local function advance(self, packed)
  local before = self.store:published()
  local built, about = build(self, packed, false)
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
  return self.values, self.version
end

-- What get() is in a configuration that nobody watches yet.
local function first_get(self)
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
  return self.compiled, self.version
end

--- Why the files are not what is served, as any worker has found.
---@return string? text nil: nothing is wrong
---@return string? json the same for programs
function Conf:fault()
  return self.store:fault()
end

--- Reads the files now, whether or not they seem to have changed, and serves them when
-- they are good. It reads in the caller's time: from a handler, that request waits.
---@return integer? version in service
---@return yschema.Report? report why the files are not
function Conf:reload()
  for _ = 1, 10 do
    local packed, about = read(self)
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
  end
  return nil, report.of_fault("store", self.store.label, "other workers publish all the time")
end

--- Begins to watch the files, in this worker; `require("resty.yschema").start()`
-- does it for all configurations. For `init_worker_by_lua`.
function Conf:start()
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

local option_types = {
  schema = "string or list", values = "string or list", interval = "number", settle = "number",
  name = "string", dict = "string", on_change = "function", on_error = "function",
  options = "table",
}

local function is_path_list(value)
  if type(value) == "string" then return true end
  if type(value) ~= "table" or value[1] == nil then return false end
  for _, path in pairs(value) do
    if type(path) ~= "string" then return false end
  end
  return true
end

local function option_fault(name, value)
  local wanted = option_types[name]
  if not wanted then return require("yschema.blame").unknown("option", name, option_types) end
  local fits = type(value) == wanted
  if wanted == "string or list" then
    fits = is_path_list(value) or name == "values" and value == false
    wanted = "path or a list of paths"
  end
  if not fits then return ("option '%s' must be a %s, got %s"):format(name, wanted, type(value)) end
end

local function fault_in(options)
  if type(options) ~= "table" then return "options must be a table, got " .. type(options) end
  for name, value in pairs(options) do
    local fault = option_fault(name, value)
    if fault then return fault end
  end
  if not options.schema then return "option 'schema' is missing: the path of the schema" end
  local interval, settle = options.interval or 1, options.settle or 0
  if not (interval >= 0.01 and interval <= 86400) then
    return "option 'interval' must be a number of seconds from 0.01 to 86400"
  end
  if not (settle >= 0 and settle <= 60) then
    return "option 'settle' must be a number of seconds from 0 to 60"
  end
  local name = options.name
  if name and not name:find "^[%w_.-]+$" then return "option 'name' must be of letters, digits, '_', '.' and '-'" end
  if by_name[name or "default"] then
    return ("there is a configuration '%s' already: give this one another name"):format(name or "default")
  end
end

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
    settings = yschema_schema.settings(options.options, 3),
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
  return conf
end

-- The first version: what the files hold; or, when they are at fault and nginx was
-- merely told to reload, what is in service.
local function begin(self)
  local version, published = self.store:published()
  local packed, about = read(self)
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
  local fault = fault_in(options)
  if fault then error("resty.yschema: " .. fault, 2) end
  local phase = ngx.get_phase()
  if not phases[phase] then
    error("resty.yschema: new() reads files, which a request should not wait for: call it in "
      .. "init_by_lua or init_worker_by_lua, not in " .. phase, 2)
  end
  local conf = create(options)
  local ok, about = begin(conf)
  if not ok then error(("resty.yschema: %s: there is nothing to serve\n%s"):format(conf.name, tostring(about)), 0) end
  instances[#instances + 1], by_name[conf.name] = conf, conf
  conf.made_by = ngx.worker.pid()
  if phase == "init" then conf.get = first_get else conf:start() end
  return conf
end

return resty
