--- APISIX's own check of a file in its standalone mode, in LuaJIT: its schemas, those of its plugins, and what it
-- checks beside them. Runs from the project's folder:
--
--     YSCHEMA_APISIX=FOLDER luajit spec/packs/apisix/apisix.lua FILE...
--
-- README.md says what FOLDER contains.

package.path = "./?.lua;" .. package.path
local openresty = require "spec.packs.apisix.openresty"

local apisix = { missing = {}, plugins = {}, unloaded = {} }

-- The sources that the folder has.
local SOURCES = { "apisix/?/init.lua", "apisix/?.lua", "jsonschema/lib/?.lua", "neturl/lib/?.lua",
  "lua-resty-expr/lib/?.lua",
  "lua-resty-ipmatcher/?.lua" }

local sections = {}

-- The configuration of the node: the defaults, with the standalone mode.
local function configuration()
  local conf = dofile(apisix.folder .. "/apisix/apisix/cli/config.lua")
  conf.deployment.config_provider, conf.deployment.role = "yaml", "data_plane"
  conf.apisix.enable_admin = false
  return conf
end

local function preload(name, value)
  package.preload[name] = function() return value end
end

local function names_below(folder)
  local names = {}
  local lfs, seen = require "lfs", {}
  for file in lfs.dir(folder) do
    local name = file:match "^(.*)%.lua$" or lfs.attributes(folder .. "/" .. file .. "/init.lua", "mode") and file
    if name and name:sub(1, 1) ~= "." and not seen[name] then
      seen[name] = true
      names[#names + 1] = name
    end
  end
  table.sort(names)
  return names
end

-- Loads plugins as APISIX does.
local function load_plugins(kind, folder, prefix)
  local injected = require "apisix.schema_def".plugin_injected_schema
  apisix.plugins[kind] = {}
  for _, name in ipairs(names_below(apisix.folder .. folder)) do
    local ok, plugin = pcall(require, prefix .. name)
    if ok and type(plugin) == "table" and rawget(plugin, "priority") and type(rawget(plugin, "schema")) == "table" then
      plugin.schema.properties = plugin.schema.properties or {}
      plugin.schema.properties._meta = injected._meta
      plugin.schema["$comment"] = injected["$comment"]
      plugin.name = name
      apisix.plugins[kind][name] = plugin
    elseif not ok then
      apisix.unloaded[#apisix.unloaded + 1] = { name = prefix .. name, problem = tostring(plugin) }
    end
  end
end

-- Puts plugins where the checks look for them.
local function enable(plugin_module)
  plugin_module.plugin_metadatas = { get = function() return nil end }
  for name, plugin in pairs(apisix.plugins.http) do plugin_module.plugins_hash[name] = plugin end
  for _, plugin in pairs(apisix.plugins.http) do
    if rawget(plugin, "workflow_handler") then plugin.workflow_handler() end
  end
  for name, plugin in pairs(apisix.plugins.stream) do plugin_module.stream_plugins_hash[name] = plugin end
end

-- Notes how each section is checked, when the modules ask for it.
local function collect_sections()
  local core = require "apisix.core"
  core.config.new = function(path, options)
    sections[path:sub(2)] = options
    return openresty.any()
  end
  for _, name in ipairs { "apisix.http.route", "apisix.http.service", "apisix.upstream", "apisix.consumer",
    "apisix.consumer_group", "apisix.plugin_config", "apisix.global_rules", "apisix.secret",
    "apisix.ssl.router.radixtree_sni", "apisix.plugin" } do
    require(name).init_worker()
  end
  require "apisix.stream.router.ip_port".stream_init_worker()
  sections.protos = { item_schema = core.schema.proto }
end

--- Loads APISIX.
---@param folder string
function apisix.load(folder)
  apisix.folder = folder
  for _, source in ipairs(SOURCES) do package.path = folder .. "/" .. source .. ";" .. package.path end
  openresty.install(apisix.missing)
  local conf = configuration()
  preload("apisix.core.config_local", { local_conf = function() return conf end, clear_cache = function() end })
  local log = setmetatable({}, { __index = function() return function() end end })
  preload("apisix.core.log", log)
  load_plugins("http", "/apisix/apisix/plugins", "apisix.plugins.")
  load_plugins("stream", "/apisix/apisix/stream/plugins", "apisix.stream.plugins.")
  collect_sections()
  enable(require "apisix.plugin")
end

-- Checks one object as `sync_data` in apisix/core/config_yaml.lua does.
local function check_item(section, item, key)
  local check = require "apisix.core.schema".check
  if type(item) ~= "table" then return false, "it should be an object" end
  if section.item_schema then
    local ok, problem = check(section.item_schema, item)
    if not ok then return false, problem end
  end
  if section.checker then
    local ok, problem = section.checker(item, key)
    if not ok then return false, problem end
  end
  return true
end

--- Checks what a file contains.
---@param values any as lyaml makes it
---@return { section: string, index: integer, problem: string }[] refused
function apisix.check(values)
  local refused = {}
  for name, section in pairs(sections) do
    local items = type(values) == "table" and values[name]
    if items then
      if section.single_item then items = { items } end
      if type(items) ~= "table" then
        refused[#refused + 1] = { section = name, index = 0, problem = "it should be an array" }
        items = {}
      end
      for i, item in ipairs(items) do
        local done, ok, problem = pcall(check_item, section, item,
          ("/%s/%s"):format(name, type(item) == "table" and tostring(item.id or item.username or i) or i))
        if not done or not ok then
          refused[#refused + 1] = { section = name, index = i, problem = tostring(done and problem or ok) }
        end
      end
    end
  end
  return refused
end

if arg and arg[0] and arg[0]:find "apisix/apisix%.lua$" then
  local folder = os.getenv "YSCHEMA_APISIX"
  if not folder then
    io.stderr:write "*** YSCHEMA_APISIX is not set: APISIX was NOT asked ***\n"
    os.exit(0)
  end
  apisix.load(folder)
  local lyaml = require "lyaml"
  for _, path in ipairs(arg) do
    local values = lyaml.load(assert(io.open(path)):read "*a")
    for _, each in ipairs(apisix.check(values)) do
      print(("%s: %s[%d]: %s"):format(path, each.section, each.index - 1, each.problem))
    end
  end
end

return apisix
