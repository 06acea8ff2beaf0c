-- Kong's own validation of a declarative configuration, loaded from a checkout
-- of Kong (3.9) into LuaJIT, without nginx.
--
-- YSCHEMA_KONG names the checkout. Two libraries that Kong's rock depends on,
-- lua-resty-openssl and lua-resty-ipmatcher, have to be on LUA_PATH. What nginx
-- gives to Lua, and what only runs in a worker, is replaced by the stubs below.
--
--   local truth = require("spec.packs.kong.truth").load(os.getenv "YSCHEMA_KONG")
--   local accepted, report = truth.check(text)

local ffi = require "ffi"

local M = {}

ffi.cdef [[
typedef struct pcre2_code_8 pcre2_code_8;
typedef struct pcre2_match_data_8 pcre2_match_data_8;
pcre2_code_8 *pcre2_compile_8(const char *, size_t, uint32_t, int *, size_t *, void *);
pcre2_match_data_8 *pcre2_match_data_create_from_pattern_8(const pcre2_code_8 *, void *);
int pcre2_match_8(const pcre2_code_8 *, const char *, size_t, size_t, uint32_t,
                  pcre2_match_data_8 *, void *);
size_t *pcre2_get_ovector_pointer_8(pcre2_match_data_8 *);
void pcre2_code_free_8(pcre2_code_8 *);
void pcre2_match_data_free_8(pcre2_match_data_8 *);
]]

local option_bits = { i = 0x8, a = 0x80000000, u = 0x80000, s = 0x20, x = 0x80, m = 0x400 }

--- The part of `ngx.re` that Kong's schemas use.
local function regular_expressions(pcre)
  local re = {}

  local function compile(pattern, options)
    local bits = 0
    for letter in (options or ""):gmatch "." do
      bits = bits + (option_bits[letter] or 0)
    end
    local code, offset = ffi.new "int[1]", ffi.new "size_t[1]"
    local compiled = pcre.pcre2_compile_8(pattern, #pattern, bits, code, offset, nil)
    if compiled == nil then
      return nil, "pcre2_compile() failed at offset " .. tonumber(offset[0])
    end
    return ffi.gc(compiled, pcre.pcre2_code_free_8)
  end

  local function run(text, pattern, options, from)
    local compiled, err = compile(pattern, options)
    if not compiled then
      return nil, err
    end
    local data = ffi.gc(pcre.pcre2_match_data_create_from_pattern_8(compiled, nil),
                        pcre.pcre2_match_data_free_8)
    local count = pcre.pcre2_match_8(compiled, text, #text, from or 0, 0, data, nil)
    if count < 0 then
      return nil
    end
    return { vector = pcre.pcre2_get_ovector_pointer_8(data), count = count, data = data }
  end

  function re.find(text, pattern, options)
    local found, err = run(text, pattern, options)
    if not found then
      return nil, nil, err
    end
    return tonumber(found.vector[0]) + 1, tonumber(found.vector[1])
  end

  local function captures(text, found)
    local groups = {}
    for i = 0, found.count - 1 do
      local first, last = tonumber(found.vector[2 * i]), tonumber(found.vector[2 * i + 1])
      groups[i] = first <= #text and text:sub(first + 1, last) or false
    end
    return groups
  end

  function re.match(text, pattern, options)
    local found, err = run(text, pattern, options)
    if not found then
      return nil, err
    end
    return captures(text, found)
  end

  function re.gsub(text, pattern, by, options)
    local parts, at, times = {}, 0, 0
    while at <= #text do
      local found = run(text, pattern, options, at)
      if not found then
        break
      end
      local first, last = tonumber(found.vector[0]), tonumber(found.vector[1])
      parts[#parts + 1] = text:sub(at + 1, first)
      parts[#parts + 1] = type(by) == "function" and by(captures(text, found)) or by
      times = times + 1
      at = last
      if last == first then
        parts[#parts + 1] = text:sub(at + 1, at + 1)
        at = at + 1
      end
    end
    parts[#parts + 1] = text:sub(at + 1)
    return table.concat(parts), times
  end

  return re
end

local function nothing() end

--- The global `ngx`: constants, clocks and encodings.
local function stub_ngx()
  local mime = require "mime"
  local levels = { "STDERR", "EMERG", "ALERT", "CRIT", "ERR", "WARN", "NOTICE", "INFO", "DEBUG" }
  local ngx = {
    -- lyaml and cjson give the same pointer for null.
    null = require("cjson").null,
    re = regular_expressions(ffi.load "libpcre2-8.so.0"),
    log = nothing,
    time = os.time,
    now = os.time,
    update_time = nothing,
    md5 = function(text) return tostring(#text) end,
    encode_base64 = mime.b64,
    decode_base64 = mime.unb64,
    config = { subsystem = "http", prefix = function() return "/" end, ngx_lua_version = 10026 },
    get_phase = function() return "init" end,
    worker = { pid = function() return 1 end, id = function() return 0 end, count = function() return 1 end },
    timer = { at = nothing, every = nothing },
    sleep = nothing,
    ctx = {},
    shared = { kong = {}, kong_db_cache = {}, kong_rate_limiting_counters = {}, prometheus_metrics = {} },
    var = {},
  }
  for i, level in ipairs(levels) do
    ngx[level] = i
  end
  return ngx
end

local function base64_url(text)
  return (require("mime").b64(text):gsub("+", "-"):gsub("/", "_"):gsub("=", ""))
end

local function base64_url_decoded(text)
  return (require("mime").unb64((text:gsub("-", "+"):gsub("_", "/")) .. ("="):rep(-#text % 4)))
end

--- Modules of Kong and OpenResty that only run in a worker.
local function stub_modules()
  local function preload(name, module)
    package.preload[name] = function() return module end
  end
  preload("kong.runloop.wasm", {
    filters = {}, filters_by_name = {}, filter_names = { "any" },
    status = function() return true end,
  })
  preload("kong.runloop.wasm.plugins", { load_schema = function() return false end })
  preload("kong.runloop.plugin_servers", { load_schema = function() return false end })
  preload("kong.tools.yield", { yield = nothing })
  preload("lua_system_constants", {})
  preload("resty.core.base", { new_tab = require "table.new" })
  preload("ngx.errlog", { get_sys_filter_level = function() return 1 end })
  preload("resty.ljsonschema", {
    generate_validator = function() return function() return true end end,
  })
  preload("resty.ljsonschema.metaschema", { id = "metaschema" })
  preload("resty.jit-uuid", {
    generate_v4 = function() return M.uuid() end,
    is_valid = function(text) return text:find "^%x+%-%x+%-%x+%-%x+%-%x+$" ~= nil end,
    factory_v5 = function(space)
      return function(name) return M.uuid(space .. tostring(name)) end
    end,
  })
  preload("kong.tools.uuid", {
    uuid = function() return M.uuid() end,
    is_valid_uuid = function(text) return type(text) == "string" and #text == 36 end,
  })
  preload("kong.tools.rand", {
    random_string = function() return (M.uuid():gsub("-", "")) end,
    get_rand_bytes = function(count) return ("x"):rep(count) end,
  })
  preload("kong.deprecation", nothing)
  preload("ngx.base64", { encode_base64url = base64_url, decode_base64url = base64_url_decoded })
  preload("resty.core.utils", { str_replace_char = function(text, from, to) return (text:gsub("%" .. from, to)) end })
end

--- Libraries of OpenResty that no schema calls while it validates.
local function stub_rest()
  local anything = setmetatable({}, {
    __index = function() return nothing end,
    __call = nothing,
  })
  table.insert(package.loaders, function(name)
    if name:find "^resty%." or name:find "^ngx%." then
      return function() return anything end
    end
    return "no stub"
  end)
end

local made = 0

--- A UUID: that of a name, or a new one.
function M.uuid(name)
  if not name then
    made = made + 1
    name = "new " .. made
  end
  local a, b = 5381, 52711
  for i = 1, #name do
    a = (a * 33 + name:byte(i)) % 4294967296
    b = (b * 31 + name:byte(i)) % 4294967296
  end
  return ("%08x-%04x-5%03x-a%03x-%08x%04x"):format(a, b % 65536, a % 4096, b % 4096, b, #name % 65536)
end

local function set_globals()
  _G.ngx = stub_ngx()
  -- OpenResty's LuaJIT has these in its string and table libraries.
  local lists = _G["table"]
  rawset(lists, "pack", lists.pack or function(...) return { n = select("#", ...), ... } end)
  rawset(lists, "unpack", lists.unpack or unpack)
  local function is_reference(text)
    return type(text) == "string" and text:find "^{vault://.*}$" ~= nil
  end
  package.preload["kong.pdk.vault"] = function() return { is_reference = is_reference } end
  _G.kong = {
    configuration = {
      database = "off", role = "traditional", untrusted_lua = "sandbox", loaded_plugins = {},
      loaded_vaults = { env = true },
    },
    log = setmetatable({}, { __index = function() return nothing end, __call = nothing }),
    vault = { is_reference = is_reference },
  }
end

--- Loads Kong's declarative configuration from a checkout.
-- @return a table with `check(text)`, `definition` (the schema as Kong's own
-- tables) and `typedefs`
function M.load(folder)
  package.path = folder .. "/?.lua;" .. folder .. "/?/init.lua;" .. package.path
  set_globals()
  stub_modules()
  stub_rest()
  local constants = require "kong.constants"
  local declarative = require "kong.db.schema.others.declarative_config"
  local plugins = {}
  for name in pairs(constants.BUNDLED_PLUGINS) do
    plugins[name] = true
  end
  local schema, err, definition = declarative.load(plugins, { env = true })
  assert(schema, err)

  local migrate = require "kong.db.declarative.migrations.route_path"
  local export = require "kong.db.declarative.export"
  local lyaml = require "lyaml"
  local cjson = require "cjson"

  local function check(text)
    local read, tree = pcall(lyaml.load, text)
    if not read then
      return false, tostring(tree)
    end
    if type(tree) ~= "table" then
      return false, "expected an object"
    end
    export.convert_nulls(tree, lyaml.null, cjson.null)
    migrate(tree)
    local entities, report = schema:flatten(tree)
    if not entities then
      local said, line = pcall(cjson.encode, report)
      return false, said and line or "refused"
    end
    return true
  end

  -- An error in Kong itself is no acceptance.
  local function safe(text)
    local ran, accepted, report = pcall(check, text)
    if not ran then
      return false, "Kong fails: " .. tostring(accepted)
    end
    return accepted, report
  end

  return { check = safe, schema = schema, definition = definition, typedefs = require "kong.db.schema.typedefs" }
end

return M
