-- Invalid arguments of the module for OpenResty, beside a stand-in for nginx: what is invalid in a call
-- is found before nginx is asked for anything.

local invalid = require "spec.support.invalid_arguments"
local lfs = require "lfs"

local function stand_in()
  local kept = {}
  local dict = {
    get = function(_, key) return kept[key] end,
    set = function(_, key, value) kept[key] = value return true end,
    delete = function(_, key) kept[key] = nil return true end,
    incr = function(_, key, by, first) kept[key] = (kept[key] or first) + by return kept[key] end,
    add = function(_, key, value)
      if kept[key] ~= nil then return false, "exists" end
      kept[key] = value
      return true
    end,
    expire = function() return true end, capacity = function() return 1048576 end,
    free_space = function() return 1048576 end,
  }
  dict.safe_set, dict.safe_add = dict.set, dict.add
  return {
    shared = { yschema = dict }, get_phase = function() return "init" end, ERR = 4, NOTICE = 6, WARN = 5,
    log = function() end, now = os.time, sleep = function() end, update_time = function() end,
    worker = { pid = function() return 1 end, id = function() return 0 end },
    md5 = function() return ("0"):rep(32) end,
    timer = { every = function() return true end, at = function() return true end },
    config = { prefix = function() return lfs.currentdir() .. "/" end },
  }
end

describe("resty.yschema:", function()
  local had = rawget(_G, "ngx")
  rawset(_G, "ngx", stand_in())
  local resty = require "resty.yschema"
  for _, name in ipairs { "ngx.semaphore", "ngx.ssl" } do
    package.preload[name] = package.preload[name] or function() return {} end
  end
  local etcd = require "resty.yschema.etcd"
  local path = os.tmpname()
  local file = assert(io.open(path, "w"))
  file:write "#@data/values-schema\n---\na: 1\n"
  file:close()
  local conf = resty.new { schema = path, values = false }
  os.remove(path)
  rawset(_G, "ngx", had)

  setup(function() rawset(_G, "ngx", stand_in()) end)
  teardown(function() rawset(_G, "ngx", had) end)

  invalid.arguments_of("resty.new", resty.new, { schema = 5 })
  invalid.arguments_of("resty.new with a source", resty.new, { source = { read = print, wait = 5 } })
  invalid.arguments_of("resty.start", resty.start)
  invalid.arguments_of("etcd.new", etcd.new, { endpoints = "127.0.0.1:2379", lease = 1 })
  invalid.arguments_of_methods("conf", conf, { get = {}, schema = {}, fault = {}, reload = {}, start = {},
    stats = {} })

  it("reports each invalid option", function()
    local source = { read = print, wait = print }
    for says, options in pairs {
      ["option 'source' must be a table, got string"] = { source = "etcd" },
      ["option 'cache': expected string, but found boolean"] = { source = source, cache = true },
      ["options 'source' and 'values' exclude each other"] = { source = source, values = "v.yml" },
      ["options 'source' and 'settle' exclude each other"] = { source = source, settle = 1 },
      ["unknown option 'sauce' (did you mean 'source'?)"] = { sauce = source },
    } do
      local ok, problem = pcall(resty.new, options)
      assert.is_false(ok)
      assert.matches(says, problem, 1, true)
    end
  end)

  for _, method in ipairs { "get", "schema", "fault", "reload", "start", "stats" } do
    it("conf." .. method .. "() says what to write", function()
      local ok, problem = pcall(function() conf[method]() end)
      assert.is_false(ok)
      local says = "arguments_spec%%.lua:%%d+: calling '%s' on a bad self %%(conf expected, got nil%%): "
        .. "write conf:%s%%("
      assert.matches(says:format(method, method), problem)
    end)
  end
end)
