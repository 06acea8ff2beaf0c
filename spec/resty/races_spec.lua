-- resty.yschema, when several processes of a node publish at the same moment, or end in the middle of it: no worker
-- goes back to what is older. nginx has LuaJIT, whichever Lua runs this: once is enough.

local nginx = require "spec.support.nginx"

if not nginx.usable "resty.yschema, when processes publish at the same moment" then return end

local schema = "#@data/values-schema\n---\nport: 80\n"

-- A source that gives what a request put into a dictionary.
local source = [[
  local store, Source = ngx.shared.store, {}
  function Source:read()
    return { { role = "S", name = "schema.yml", text = "#@data/values-schema\n---\nport: 80\n" },
      { role = "V", name = "values.yml", text = store:get "values" or "" } }, store:get "values" or "none"
  end
  function Source:wait(revision)
    for _ = 1, 20 do
      if (store:get "values" or "none") ~= revision then return "changed" end
      ngx.sleep(0.05)
    end
    return "timeout"
  end
]]

-- While nginx reloads, validating takes a second, as if there were much to validate.
local slow_reload = [[
  local runs = require "yschema.pipeline.runs"
  local apply = runs.apply_sources
  runs.apply_sources = function(...)
    if ngx.get_phase() == "init" and ngx.shared.store:get "slow" then
      os.execute "sleep 1"
      ngx.shared.store:delete "slow"
    end
    return apply(...)
  end
]]

describe("resty.yschema, when processes publish at the same moment,", function()
  local server

  after_each(function()
    if server then server:stop() end
    server = nil
  end)

  local function start(options, workers)
    server = nginx.start {
      main = "worker_processes " .. (workers or 1) .. ";",
      files = { ["schema.yml"] = schema, ["values.yml"] = "port: 80\n" },
      http = "lua_shared_dict store 1m; lua_shared_dict yschema 1m; init_by_lua_block {" .. source .. slow_reload .. [[
          local on_change = function(_, version)
            store:rpush("changes", ngx.worker.pid() .. " " .. version .. " " .. conf.values.port)
          end
          conf = require("resty.yschema").new { interval = 0.02, on_change = on_change, ]] .. options .. [[ }
        }
        init_worker_by_lua_block { require("resty.yschema").start() }]],
      server = [[
        location = / { content_by_lua_block {
          local values, version = conf:get()
          ngx.print(ngx.worker.pid(), " ", version, " ", values and values.port or "none")
        } }
        location = /put { content_by_lua_block { ngx.shared.store:set("values", "port: " .. ngx.var.arg_port) } }
        location = /slow { content_by_lua_block { ngx.shared.store:set("slow", true) } }
        location = /changes { content_by_lua_block {
          for _ = 1, ngx.shared.store:llen "changes" do ngx.say((ngx.shared.store:lpop "changes")) end
        } }
        location = /watcher { content_by_lua_block { ngx.print(ngx.shared.yschema:get "default:watcher") } }
        location = /lose { content_by_lua_block {
          for key in ngx.var.arg_keys:gmatch "[^,]+" do ngx.shared.yschema:delete(key) end
        } }
      ]],
    }
  end

  -- All workers serve it.
  local function becomes(port)
    local last
    nginx.wait(function()
      local seen, count = {}, 0
      for _ = 1, 30 do
        local pid
        pid, last = (server:get("/").body or ""):match "^(%d+) %d+ (%S+)$"
        if last ~= port then return false end
        count = count + (seen[pid] and 0 or 1)
        seen[pid] = true
      end
      return count == #server:workers()
    end)
    assert.equal(port, last)
  end

  -- The configurations that were put into service since the start have versions and ports that only grow, in each
  -- worker.
  local function only_grew()
    local changes, last = server:get("/changes").body, {}
    for pid, version, port in changes:gmatch "(%d+) (%d+) (%d+)" do
      local before = last[pid] or { 0, 0 }
      local now = { tonumber(version), tonumber(port) }
      assert.is_true(now[1] > before[1] and now[2] >= before[2], changes)
      last[pid] = now
    end
  end

  local kinds = {
    { "a source", "source = Source", function(port) server:get("/put?port=" .. port) end },
    { "files", "schema = 'schema.yml', values = 'values.yml', settle = 0.02",
      function(port) server:replace("values.yml", "port: " .. port .. "\n") end },
  }
  for _, kind in ipairs(kinds) do
    local what, options, put = kind[1], kind[2], kind[3]

    it("takes nothing older from a reload of nginx, with " .. what, function()
      start(options)
      becomes "80"
      put "81"
      becomes "81"
      server:get "/slow"
      server:signal "HUP"
      nginx.pause(0.3)
      put "82"
      becomes "82"
      nginx.pause(2)
      becomes "82"
      only_grew()
    end)
  end

  -- Two workers serve 83; the master knows 81. One of them ends, and the other one stands still until its successor has
  -- looked around.
  local function successor(lost, more)
    start("source = Source", 2)
    becomes "80"
    server:get "/put?port=81"
    becomes "81"
    local old = server:workers()
    server:signal "HUP"
    nginx.wait(function()
      local now = server:workers()
      return #now == 2 and now[1] ~= old[1] and now[2] ~= old[1] and now[1] ~= old[2]
    end)
    for port = 82, 83 do
      server:get("/put?port=" .. port)
      becomes(tostring(port))
    end
    nginx.pause(0.3)
    local workers, watcher = server:workers(), tonumber(server:get("/watcher").body)
    local other = workers[1] == watcher and workers[2] or workers[1]
    local ends, stands = watcher, other -- the next one watches at once
    if not more then ends, stands = other, watcher end
    os.execute("kill -STOP " .. stands)
    nginx.wait(function() return server:curl("/lose?keys=" .. lost, "-m 0.2").status == 200 end)
    os.execute("kill -KILL " .. ends)
    nginx.pause(1)
    if more then
      nginx.wait(function() return server:curl("/put?port=84", "-m 0.2").status == 200 end)
      nginx.pause(0.5)
    end
    os.execute("kill -CONT " .. stands)
    nginx.pause(2)
    becomes(more and "84" or "83")
    only_grew()
  end

  it("takes nothing older from a worker that has just begun", function() successor "default" end)

  it("counts on when the number of the last version was lost", function() successor("default,default:count", true) end)
end)
