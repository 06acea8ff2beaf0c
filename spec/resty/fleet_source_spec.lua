-- A source of the user's own, in a real nginx: what it may do, and what is said when it does something else.
-- nginx has LuaJIT, whichever Lua runs this: once is enough.

local nginx = require "spec.support.nginx"

if not nginx.usable "a source of one's own" then return end

-- A source that gives what a request put into a dictionary. `more` are more of its functions, as Lua.
local function source(more)
  return [[
    local store = ngx.shared.store
    local Source = { name = name }
    function Source:read(conf)
      store:incr("reads", 1, 0)
      store:incr("reads of " .. self.name, 1, 0)
      local values, revision = store:get "values", tostring(store:get "revision")
      if values == "down" then return nil, "the store is down" end
      return {
        { role = "S", name = "schema.yml", text = "#@data/values-schema\n---\n"
          .. "#@schema/validation min=1\nport: 80\n" },
        { role = "V", name = "values.yml", text = values or "" },
      }, revision
    end
    function Source:wait(revision)
      for _ = 1, 100 do
        if tostring(store:get "revision") ~= revision then return "changed" end
        ngx.sleep(0.05)
      end
      return "timeout"
    end
    function Source:validated(revision, report)
      store:set("validated", revision .. " " .. (report and report.violations[1].message or "valid"))
    end
    ]] .. (more or "")
end

local function start(what)
  what = what or {}
  return nginx.start {
    main = "worker_processes " .. (what.workers or 2) .. "; thread_pool validates threads=1;", files = what.files,
    http = "lua_shared_dict store 1m; lua_shared_dict yschema " .. (what.dict or "1m")
      .. "; init_by_lua_block { local name = 'own' " .. source(what.source) .. [[
      conf = require("resty.yschema").new { name = "own", source = Source, interval = 0.1 ]] .. (what.new or "") .. [[ }
    }
    init_worker_by_lua_block { require("resty.yschema").start() }
    ]],
    server = [[
      location = / { content_by_lua_block {
        local values, version = conf:get()
        ngx.print(ngx.worker.pid(), " ", version, " ", values and values.port or "none")
      } }
      location = /put { content_by_lua_block {
        ngx.shared.store:set("values", ngx.unescape_uri(ngx.var.arg_values))
        ngx.shared.store:incr("revision", 1, 0)
      } }
      location = /noted { content_by_lua_block { ngx.print(ngx.shared.store:get(ngx.unescape_uri(ngx.var.arg_of))) } }
      location = /error { content_by_lua_block { ngx.print(conf:fault() or "none") } }
      location = /stats { content_by_lua_block { ngx.print(require("cjson").encode(conf:stats())) } }
      location = /reload { content_by_lua_block {
        local version, report = conf:reload()
        ngx.print(version or tostring(report))
      } }
    ]] .. (what.server or ""),
  }
end

-- One nginx with a configuration for each of these sources: own1, own2, ...
local function start_many(list)
  local all = {}
  for i, one in ipairs(list) do
    all[i] = ("do local name = 'own%d' %s confs[name] = require('resty.yschema').new { name = name, source = Source, "
      .. "interval = 0.1 } end"):format(i, source(one[2]))
  end
  return nginx.start {
    main = "worker_processes 1;",
    http = "lua_shared_dict store 1m; lua_shared_dict yschema 1m; init_by_lua_block { confs = {} "
      .. table.concat(all, "\n") .. " } init_worker_by_lua_block { require('resty.yschema').start() }",
    server = [[
      location = / { return 200; }
      location = /noted { content_by_lua_block { ngx.print(ngx.shared.store:get(ngx.unescape_uri(ngx.var.arg_of))) } }
      location = /error_of { content_by_lua_block { ngx.print(confs[ngx.var.arg_name]:fault() or "none") } }
    ]],
  }
end

describe("a source of one's own", function()
  local server

  after_each(function()
    if server then server:stop() end
    server = nil
  end)

  -- Whether all of these processes have ended.
  local function gone(pids)
    for _, pid in ipairs(pids) do
      local file = io.open("/proc/" .. pid .. "/stat")
      local state = file and file:read("*a"):match "%) (%a)"
      if file then file:close() end
      if state and state ~= "Z" then return false end
    end
    return true
  end

  local function body(path) return server:get(path).body end

  -- Both workers serve it.
  local function becomes(expected)
    local seen, last = {}, nil
    nginx.wait(function()
      local pid
      pid, last = body("/"):match "^(%d+) (.*)$"
      seen[pid or 0] = last == expected or nil
      local count = 0
      for _ in pairs(seen) do count = count + 1 end
      return count == #server:workers()
    end)
    assert.equal(expected, last)
  end

  local function becomes_at(path, pattern, seconds)
    nginx.wait(function() return (body(path) or ""):find(pattern) end, seconds)
    assert.matches(pattern, body(path))
  end

  local function put(values) server:get("/put?values=" .. values:gsub("%W", function(c)
    return ("%%%02x"):format(c:byte())
  end)) end

  it("is asked by one worker, and served by all", function()
    server = start()
    becomes "1 80"
    put "port: 81"
    becomes "2 81"
    assert.equal("1 valid", body "/noted?of=validated")
    assert.equal("2", body "/noted?of=reads")
    put "port: 0"
    becomes_at("/error", "must be: a value >= 1")
    becomes_at("/noted?of=validated", "^2 port must be >= 1")
    becomes "2 81"
    put "port: 82"
    becomes "3 82"
    assert.equal("none", body "/error")
    assert.matches('"last_look":%d', body "/stats")
  end)

  it("is asked by another worker when the first one dies", function()
    server = start { source = "function Source:stats() return { pid = ngx.worker.pid() } end" }
    becomes "1 80"
    local watcher = body("/stats"):match '"pid":(%d+)'
    os.execute("kill -KILL " .. watcher)
    nginx.wait(function() return #server:workers() == 2 end)
    put "port: 83"
    becomes "2 83"
    assert.are_not.equal(watcher, body("/stats"):match '"pid":(%d+)')
  end)

  it("does not go back when a worker that was held up has read what is old by now", function()
    server = start { source = [[
      local read = Source.read
      function Source:read(conf)
        local list, revision = read(self, conf)
        if list[2].text == "port: 82" and store:add("held up", ngx.worker.pid()) then
          store:set("values", "port: 83") -- the next worker reads this
          store:incr("revision", 1)
          ngx.sleep(1.5)
        end
        return list, revision
      end
      Source.returns_soon = true ]] }
    becomes "1 80"
    put "port: 82"
    nginx.wait(function() return (body "/noted?of=held%20up"):find "%d" end)
    local pid = body("/noted?of=held%20up"):match "%d+"
    os.execute("kill -STOP " .. pid) -- as a machine that was paused does
    nginx.pause(4) -- requests now may wait for the worker that stands still
    os.execute("kill -CONT " .. pid)
    nginx.pause(1)
    becomes "2 83"
  end)

  it("comes back when something else was published in its place", function()
    server = start { source = "Source.wait = function() ngx.sleep(0.3) return 'timeout' end",
      server = [[ location = /older { content_by_lua_block {
        local _, packed = conf.shared:published()
        conf.shared:publish(packed:gsub("80", "79"), 1)
      } } ]] }
    becomes "1 80"
    put "port: 80"
    server:get "/older"
    nginx.wait(function() return body("/"):find "3 80$" end)
    becomes "3 80"
  end)

  it("is given back what it remembers, by the next worker and after HUP", function()
    server = start { workers = 1, source = [[
      function Source:remember() return "count " .. (self.count or 0) + 1 end
      function Source:recall(text) self.count = tonumber(text:match "%d+") ngx.shared.store:incr("recalls", 1, 0) end
    ]] }
    becomes "1 80"
    server:signal "HUP"
    becomes_at("/noted?of=recalls", "^1$")
    becomes "1 80"
    put "port: 84"
    becomes "2 84"
  end)

  it("keeps what is in service while it cannot be asked, and says so once", function()
    server = start()
    becomes "1 80"
    put "down"
    becomes_at("/stats", '"problem":"the store is down"')
    nginx.pause(0.6)
    becomes "1 80"
    assert.equal("none", body "/error")
    assert.equal(1, select(2, server:log():gsub("stays in service: the store is down", "")))
    put "port: 85"
    becomes "2 85"
    assert.equal(1, select(2, server:log():gsub("the source answers again", "")))
    assert.is_nil(body("/stats"):find("problem", 1, true))
  end)

  it("is read at once by reload()", function()
    server = start { source = "function Source:wait() ngx.sleep(60) return 'timeout' end" }
    becomes "1 80"
    put "port: 86"
    assert.equal("2", body "/reload")
    becomes "2 86"
    put "port: 0"
    assert.matches("must be: a value >= 1", body "/reload", 1, true)
  end)

  it("lets nginx end at once", function()
    server = start { source = "function Source:wait() ngx.sleep(60) return 'timeout' end" }
    becomes "1 80"
    local old = server:workers()
    server:signal "HUP"
    assert.is_true(nginx.wait(function() return gone(old) end, 10))
  end)

  it("is kept in a cache that the first request is served from", function()
    server = start { new = ", cache = 'cache'" }
    os.execute("mkdir " .. server.folder .. "/cache")
    becomes "1 80"
    put "port: 87"
    becomes "2 87"
    becomes_at("/stats", '"cache_written":%d', 3)
    -- Another nginx, whose source does not answer.
    local other = start { new = ", cache = '" .. server.folder .. "/cache'",
      source = "function Source:read() return nil, 'not now' end" }
    finally(function() other:stop() end)
    assert.matches("^%d+ 1 87$", other:get("/").body)
    assert.equal("none", other:get("/error").body)
  end)

  local endless = [[ local read = Source.read
    function Source:read(conf)
      local texts, revision = read(self, conf)
      texts[1].text = texts[1].text:gsub("min=1", '("ends", function(v) while v == 7 do end return true end)')
      return texts, revision
    end ]]

  it("is validated in a thread", function()
    server = start { source = endless, new = ", thread = 'validates', patience = 0.5" }
    becomes "1 80"
    put "port: 7"
    becomes_at("/error", "the check takes more than 0.5 s")
    put "port: 88"
    becomes "2 88"
  end)

  it("brings down two workers at most", function()
    server = start { source = endless, workers = 1 }
    becomes "1 80"
    put "port: 7"
    for _ = 1, 2 do
      nginx.pause(0.6)
      os.execute("kill -KILL " .. server:workers()[1])
    end
    becomes_at("/error", "2 workers have ended while they checked these texts", 8)
    becomes "1 80"
    put "port: 89"
    becomes "2 89"
  end)

  describe("with a mistake", function()
    local mistakes = {
      { "throws in read", "function Source:read() error 'oops' end", "mistake: read%(%) threw an error: .*oops" },
      { "returns no list", "function Source:read() return 5, 'x' end", "returned a number in place of a list" },
      { "returns no revision", "function Source:read() return {} end", "returned a nil in place of a revision" },
      { "returns an empty list", "function Source:read() return {}, 'r' end", "returned no texts" },
      { "returns an invalid role", "function Source:read() return {{ role = 'X', name = 'a', text = '' }}, 'r' end",
        "text 1 has the role X" },
      { "returns no text", "function Source:read() return {{ role = 'S', name = 'a' }}, 'r' end",
        "text 1 has a nil as its text" },
      { "returns no schema", "function Source:read() return {{ role = 'V', name = 'a', text = '' }}, 'r' end",
        "there is no schema among the texts" },
      { "returns nothing", "function Source:read() end", "read%(%) returned nil without a reason" },
      { "throws in wait", "function Source:wait() error 'oops' end", "mistake: wait%(%) threw an error: .*oops" },
      { "waits for nothing", "function Source:wait() return 7 end", "wait%(%) returned 7 in place of \"changed\"" },
    }
    it("reports the problem", function()
      server = start_many(mistakes)
      for i, mistake in ipairs(mistakes) do
        becomes_at("/error_of?name=own" .. i, mistake[3])
        assert.equal(1, select(2, server:log():gsub("own" .. i .. ": [^\n]*" .. mistake[3], "")), mistake[1])
      end
    end)

    it("is refused at the start when functions are missing", function()
      for call, says in pairs {
        ["source = {}"] = "option 'source' must have a function 'read', but found nil",
        ["source = { read = print, wait = 5 }"] = "option 'source' must have a function 'wait', but found number",
        ["source = { read = print, wait = print, stats = 5 }"] = "'stats' must be a function, but found number",
        ["source = { read = print, wait = print, cached = print }"] = "'cached' and 'from_cache' need each other",
        ["source = { read = print, wait = print }, values = 'v.yml'"] = "'source' and 'values' exclude each other",
        ["schema = 's.yml', cache = 'c'"] = "option 'cache' needs a source",
      } do
        local started, said = nginx.try { http = "lua_shared_dict yschema 1m; init_by_lua_block {"
          .. "require('resty.yschema').new { " .. call .. " } }" }
        if started then started:stop() end
        assert.matches(says, said, 1, true)
      end
    end)

    it("does not keep its worker busy when it returns at once", function()
      local busy = {
        { "changed", "function Source:wait() return 'changed' end" },
        { "timeout", "function Source:wait() return 'timeout' end" },
        { "problem in wait", "function Source:wait() return nil, 'no' end" },
        { "problem in read", "function Source:read() return nil, 'no' end" },
        { "a new revision each time", [[
          function Source:wait() return "changed" end
          local old, count = Source.read, 0
          function Source:read(conf)
            count = count + 1
            return (old(self, conf)), tostring(count)
          end ]] },
      }
      for _, one in ipairs(busy) do
        one[2] = one[2] .. [[
          local wait = Source.wait
          function Source:wait(revision)
            store:incr("waits of " .. self.name, 1, 0)
            return wait(self, revision)
          end ]]
      end
      server = start_many(busy)
      nginx.pause(1)
      for i, one in ipairs(busy) do
        -- A new revision is read after a pause of 10 ms: 100 times a second, and more seconds pass on a busy machine.
        local most = i == #busy and 400 or 12
        for _, what in ipairs { "reads", "waits" } do
          local count = tonumber(body(("/noted?of=%s%%20of%%20own%d"):format(what, i))) or 0
          assert.is_true(count < most, ("%s: %d %s"):format(one[1], count, what))
        end
      end
    end)
  end)
end)
