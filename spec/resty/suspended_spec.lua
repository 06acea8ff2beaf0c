-- Requests whose rules wait, and that end in every way, beside plain handlers. nginx has LuaJIT: once is enough.

local command = require "spec.support.command"
local nginx = require "spec.support.nginx"

if not nginx.usable "requests whose rules wait" then return end

local HTTP = [[
  lua_check_client_abort on;
  init_by_lua_block {
    local host = {}
    for k, v in pairs(string) do host[k] = v end
    local mt, index = getmetatable(""), getmetatable("").__index
    local wait = function(v) if ngx.get_phase() ~= "init" then ngx.sleep(v == "long" and 1 or 0.05) end return true end
    local head = "#@data/values-schema\n---\n"
    local code = "function(v) wait(v) return ('').dump == nil and not pcall(string.rep, 'x', 2 ^ 25) end"
    local schemas = {}
    for kind, text in pairs {
      rule = "#@schema/validation ('good', " .. code .. ")\n",
      condition = "#@schema/validation ('good', lambda v: True), when=" .. code .. "\n",
      default = "#@schema/default lambda: [wait('') and 'made'][0]\n" } do
      schemas[kind] = assert(require("yschema").load(head .. "b: ''\n" .. text .. "a: ''\n",
        { env = { wait = wait }, limits = { max_memory = 1000000 } }))
    end
    function check(kind, v)
      local body = kind == "default" and "{}" or '{"a":"' .. v .. '"}'
      local values, report = schemas[kind]:apply_json(body)
      return values and "valid" or tostring(report)
    end
    function plain()
      for k, v in pairs(host) do if string[k] ~= v or ("")[k] ~= v then return "another method: " .. k end end
      if getmetatable("") ~= mt or mt.__index ~= index then return "another metatable" end
      if #("x"):rep(2 ^ 25) ~= 2 ^ 25 then return "another length" end
      local t = {}
      for i = 1, 100000 do t[i] = { i } end
      return "host's"
    end
  }]]

local SERVER = [[
  location = /check { content_by_lua_block { ngx.print(check(ngx.var.arg_kind, ngx.var.arg_v)) } }
  location = /kill { content_by_lua_block {
    local thread = ngx.thread.spawn(check, ngx.var.arg_kind, "long")
    ngx.sleep(0.01)
    ngx.thread.kill(thread)
    ngx.print("killed")
  } }
  location = /plain { content_by_lua_block { ngx.print(plain()) } }
  location = /memory { content_by_lua_block { collectgarbage() collectgarbage() ngx.print(collectgarbage "count") } }
]]

describe("requests whose rules wait", function()
  local server
  setup(function() server = nginx.start { main = "worker_processes 1;", http = HTTP, server = SERVER } end)
  teardown(function() server:stop() end)

  -- Asks many times, twenty times at once.
  local function flood(path, count, seconds)
    os.execute(("curl -s -Z --parallel-max 20 -o /dev/null -m %s %s 2>/dev/null"):format(seconds or 10,
      command.quote(("%s%s&n=[1-%d]"):format(server.url, path, count))))
  end

  local function assert_plain(when)
    for _ = 1, 3 do
      local answer = server:get "/plain"
      assert.equal(200, answer.status, when)
      assert.equal("host's", answer.body, when)
    end
  end

  for _, kind in ipairs { "rule", "condition", "default" } do
    it("leave the worker to others: " .. kind, function()
      os.execute(("curl -s -o /dev/null %s &"):format(command.quote(server.url .. "/check?v=long&kind=" .. kind)))
      assert_plain "while it waits"
      assert.equal("killed", server:get("/kill?kind=" .. kind).body)
      assert_plain "after it was killed"
      flood("/check?v=long&kind=" .. kind, 40, 0.03)
      assert_plain "after clients went away"
      assert.equal("valid", server:get("/check?v=x&kind=" .. kind).body)
      flood("/check?v=x&kind=" .. kind, 100)
      assert_plain "after many"
    end)
  end

  it("cost no memory when they never go on", function()
    flood("/kill?kind=rule", 500) -- code is compiled, and tables have grown
    local first = tonumber(server:get("/memory").body)
    flood("/kill?kind=rule", 400)
    assert.is_true(tonumber(server:get("/memory").body) - first < 300)
  end)

  it("end with their worker", function()
    os.execute(("curl -s -o /dev/null %s &"):format(command.quote(server.url .. "/check?v=long&kind=rule")))
    server:signal "HUP"
    assert_plain "after a reload"
    assert.is_nil(server:log():find("%[alert%]"))
  end)
end)
