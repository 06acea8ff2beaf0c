-- resty.yschema when things around it fail: folders that are swapped, a dictionary that is full,
-- functions that do not return, files that are none. nginx has LuaJIT: once is enough.

local command = require "spec.support.command"
local nginx = require "spec.support.nginx"

if not nginx.usable "resty.yschema in trouble" then return end

local servers = {}

-- A server with one configuration; `new` are more of its options, as Lua.
local function start(what)
  local server = nginx.start {
    files = what.files, main = what.main,
    http = "lua_shared_dict yschema " .. (what.dict or "1m") .. ";" .. [[
      init_by_lua_block {
        conf = require("resty.yschema").new { schema = "schema.yml", values = ]]
      .. (what.values or [["values.yml"]]) .. [[, interval = 0.1, settle = 0.05 ]] .. (what.new or "") .. [[ }
      }
      init_worker_by_lua_block { require("resty.yschema").start() }
    ]],
    server = [[
      location = / { content_by_lua_block {
        local values, version = conf:get()
        ngx.print(version, " ", require("cjson").encode(values))
      } }
      location = /pid { content_by_lua_block { ngx.print(ngx.worker.pid()) } }
      location = /error { content_by_lua_block {
        local text, json = conf:fault()
        ngx.print(ngx.var.arg_json and json or text or "none")
      } }
      location = /reload { content_by_lua_block {
        local version, report = conf:reload()
        ngx.print(version or tostring(report))
      } }
    ]] .. (what.server or ""),
  }
  servers[#servers + 1] = server
  return server
end

local function body(server, path) return server:get(path).body end

local function becomes(server, path, pattern, seconds)
  local last
  nginx.wait(function()
    last = body(server, path)
    return last and last:find(pattern)
  end, seconds)
  assert.matches(pattern, last)
end

describe("resty.yschema in trouble", function()
  after_each(function()
    for _, server in ipairs(servers) do server:stop() end
    servers = {}
  end)

  describe("when a folder is swapped while it is read", function()
    -- As Kubernetes mounts a ConfigMap: files are links into ..data, which is a link to a version.
    local function mounted(server)
      os.execute(("cd %s && mkdir -p one two conf && for n in one two; do echo \"left: $n\" >$n/a.yml; "
        .. "echo \"right: $n\" >$n/b.yml; done; ln -s ../one conf/..data; "
        .. "ln -s ..data/a.yml conf/a.yml; ln -s ..data/b.yml conf/b.yml"):format(command.quote(server.folder)))
    end

    local function swapping(server, pause)
      os.execute(("cd %s && touch swap && { while [ -e swap ]; do for n in one two; do ln -s ../$n conf/next; "
        .. "mv -T conf/next conf/..data; sleep %s; done; done; } >/dev/null 2>&1 &"):format(
        command.quote(server.folder), pause))
    end

    local count = [[
      location = /mixed { content_by_lua_block {
        local mixed, seen, times, last = 0, {}, tonumber(ngx.var.arg_times), ngx.now() + 45
        repeat -- more often when what swaps has not had its turn
          assert(swapped:reload())
          local values = swapped:get()
          if values.left ~= values.right then mixed = mixed + 1 end
          seen[values.left], times = true, times - 1
          ngx.update_time()
        until times <= 0 and seen.one and seen.two or ngx.now() > last
        ngx.print(mixed, " ", seen.one and seen.two and "both" or "one")
      } }
    ]]

    local ways = {
      { '{ "conf/a.yml", "conf/b.yml" }', times = 1500, pause = "0" },
      { '"conf"', times = 150, pause = "0.02" }, -- a folder is listed by a process
    }
    for _, way in ipairs(ways) do
      local values = way[1]
      it("answers with one version: " .. values, function()
        local server = start {
          files = { ["schema.yml"] = "#@data/values-schema\n---\nleft: ''\nright: ''\n", ["values.yml"] = "{}\n" },
          server = [[ location = /begin { content_by_lua_block { } } ]] .. count,
        }
        mounted(server)
        server:configure {
          http = [[ lua_shared_dict yschema 1m; init_by_lua_block {
            swapped = require("resty.yschema").new { schema = "schema.yml", values = ]] .. values .. [[ } } ]],
          server = count .. "location = / { return 200; }",
        }
        server:signal "HUP"
        nginx.pause(1)
        swapping(server, way.pause)
        local said = server:curl("/mixed?times=" .. way.times, "-m 60").body
        os.remove(server.folder .. "/swap")
        assert.equal("0 both", said)
      end)
    end
  end)

  describe("when a file has no content", function()
    local schema = "#@data/values-schema\n---\nport: 80\n"

    local function with(values, new)
      return start { files = { ["schema.yml"] = schema, ["values.yml"] = values }, new = new }
    end

    it("keeps what is in service, and reports the file", function()
      local server = with "port: 81\n"
      for _, text in ipairs {
        "", "\n", "# port: 82\n", "#@data/values\n---\n", "---\n# nothing\n...\n", "\239\187\191",
      } do
        server:write("values.yml", text)
        becomes(server, "/error", "values.yml: the file has no content: its writer is not ready, or has failed")
        assert.matches(' {"port":81}$', body(server, "/"))
        assert.matches("the file has no content", body(server, "/reload"))
        server:write("values.yml", "port: 81 # " .. #text .. "\n")
        becomes(server, "/error", "^none$")
        server:write("values.yml", "port: 81\n")
        nginx.pause(0.3)
      end
      server:write("values.yml", "{}\n")
      becomes(server, "/", '{"port":80}')
    end)

    it("says so of an empty folder in its place, and of a schema", function()
      local server = with "port: 81\n"
      os.execute(("cd %s && rm values.yml && mkdir values.yml"):format(command.quote(server.folder)))
      becomes(server, "/error", "values.yml: the folder has no files: its writer")
      assert.equal('1 {"port":81}', body(server, "/"))
      os.execute(("cd %s && rmdir values.yml"):format(command.quote(server.folder)))
      server:write("values.yml", "port: 81\n")
      becomes(server, "/error", "^none$")
      server:write("schema.yml", "")
      becomes(server, "/error", "schema.yml: the file has no content")
    end)

    it("takes it for nothing if the options say so", function()
      local server = with("# port: 82\n", ", allow_empty = true")
      assert.equal('1 {"port":80}', body(server, "/"))
      server:write("values.yml", "port: 81\n")
      becomes(server, "/", "^2 {\"port\":81}")
      server:write("values.yml", "")
      becomes(server, "/", "^3 {\"port\":80}")
      assert.equal("none", body(server, "/error"))
    end)

    it("does not start without it", function()
      local server, said = nginx.try {
        files = { ["schema.yml"] = schema, ["values.yml"] = "" },
        http = [[lua_shared_dict yschema 1m;
          init_by_lua_block { conf = require("resty.yschema").new { schema = "schema.yml", values = "values.yml" } }]],
      }
      assert.is_nil(server)
      assert.matches("values.yml: the file has no content", said)
    end)

    it("reports no error for a writer that empties the file first", function()
      local server = start {
        files = { ["schema.yml"] = schema, ["values.yml"] = "port: 1\n" }, new = ", interval = 0.4",
      }
      os.execute(("cd %s && for i in $(seq 2 25); do : >values.yml; sleep 0.15; echo port: $i >values.yml; sleep 0.25; "
        .. "done"):format(command.quote(server.folder)))
      becomes(server, "/", '{"port":25}')
      assert.is_nil(body(server, "/"):find '"port":80')
      assert.is_nil(server:log():find("no content", 1, true))
    end)
  end)

  it("does not wait for a FIFO in the place of a file", function()
    local server = start {
      files = { ["schema.yml"] = "#@data/values-schema\n---\nport: 80\n", ["values.yml"] = "{}\n" },
    }
    os.execute(("cd %s && mkfifo pipe && mv pipe values.yml"):format(command.quote(server.folder)))
    becomes(server, "/error", "values.yml: cannot be read: is not a regular file")
    server:replace("values.yml", "port: 81\n")
    becomes(server, "/", '^2 {"port":81}')
  end)

  -- Leaves no room in the dictionary.
  local fills = [[ location = /fill { content_by_lua_block {
    local size = 4000
    while size > 10 do
      local filled = ngx.shared.yschema:safe_set("filler" .. size .. math.random(), ("x"):rep(size))
      if not filled then size = size / 2 end
    end
  } } ]]

  it("reports in conf:fault() that the dictionary is full", function()
    local server = start {
      dict = "24k",
      files = { ["schema.yml"] = "#@data/values-schema\n---\nport: 80\n", ["values.yml"] = "{}\n" },
      server = fills,
    }
    server:get "/fill"
    local many = {}
    for i = 1, 100 do many[i] = "extra" .. i .. ": 1\n" end
    server:write("values.yml", "port: x\n" .. table.concat(many))
    becomes(server, "/error", "lua_shared_dict yschema: there is no room for a report of %d+ bytes, which is in the "
      .. "error log: make the dictionary larger. It begins with values.yml:1: port: expected integer")
    assert.matches('"kind":"store"', body(server, "/error?json=1"), 1, true)
    server:write("values.yml", "port: 80\n")
    becomes(server, "/error", "^none$")
  end)

  it("reports as much of an error as fits when the dictionary is full, and logs it no more", function()
    -- A key that is long makes the report long; given keys are cut at 40 letters.
    local server = start {
      dict = "24k",
      files = { ["schema.yml"] = "#@data/values-schema\n---\n" .. ("p"):rep(240) .. ": 80\n", ["values.yml"] = "{}\n" },
      server = fills,
    }
    server:get "/fill"
    -- Returns the report when the name of the first key has so many letters.
    local function reported(letters)
      local many = { ("k"):rep(letters) .. ": 1" }
      for i = 1, 100 do many[#many + 1] = "extra" .. i .. ": 1" end
      server:replace("values.yml", table.concat(many, "\n") .. "\n")
      becomes(server, "/error", "values.yml:1: " .. ("k"):rep(letters) .. " ")
      return (body(server, "/error"):match "there is no room.*%S")
    end
    local most = 479
    local letters = 20 + most - #reported(20)
    assert.is_true(letters > 0 and letters < 40, tostring(letters))
    local whole = reported(letters)
    assert.equal(most, #whole)
    assert.matches('the key named "p+"$', whole)
    local cut = reported(letters + 1)
    assert.equal(most, #cut)
    assert.matches('the key named "p+%.%.%.$', cut)
    nginx.pause(0.5) -- several workers may have found it at once
    local logged = select(2, server:log():gsub("stays in service", ""))
    nginx.pause(1)
    assert.equal(logged, (select(2, server:log():gsub("stays in service", ""))))
  end)

  local endless = "#@data/values-schema\n---\n"
    .. "#@schema/validation (\"ends\", function(v) while v == 7 do pcall(function() while true do end end) end "
    .. "return true end)\nport: 80\n"

  it("goes on in other workers when a rule does not return, and reports it", function()
    local server = start { files = { ["schema.yml"] = endless, ["values.yml"] = "{}\n" }, new = ", patience = 0.5" }
    server:write("values.yml", "port: 7\n")
    nginx.wait(function()
      local log = server:log()
      return log:find("worker process %d+: the check takes more than 0.5 s") end, 8)
    local stuck = server:log():match "worker process (%d+): the check takes more than 0.5 s"
    assert.is_truthy(stuck)
    -- The other worker answers; nginx may hand a connection to the stuck one, whose socket is its own.
    local answered = nginx.wait(function()
      local answer = server:curl("/error", "-m 1")
      return answer.status == 200 and answer.body
    end)
    assert.matches("takes more than 0.5 s", answered)
    os.execute("kill -KILL " .. stuck)
    server:write("values.yml", "port: 8\n")
    becomes(server, "/", '^%d+ {"port":8}', 10)
  end)

  it("goes on in all workers when rules run in a thread", function()
    local server = start {
      main = "worker_processes 2; thread_pool yschema threads=1;",
      files = { ["schema.yml"] = endless, ["values.yml"] = "{}\n" }, new = ', thread = "yschema", patience = 1',
    }
    server:write("values.yml", "port: 7\n")
    local slowest = 0
    for _ = 1, 40 do
      local answer = command.output(("curl -s -o /dev/null -m 5 -w '%%{time_total}' %s/"):format(server.url))[1]
      slowest = math.max(slowest, tonumber(answer))
      nginx.pause(0.05)
    end
    assert.is_true(slowest < 0.8, "a request took " .. slowest .. " s")
    becomes(server, "/error",
      "default: the check takes more than 1 s: a function of the schema may never return")
    server:write("values.yml", "port: x\n")
    becomes(server, "/error", "1 | port: x")
    server:write("values.yml", "port: 9\n")
    becomes(server, "/", '^2 {"port":9}')
    becomes(server, "/error", "^none$")
  end)

  it("does not send functions to a thread", function()
    local started, said = nginx.try {
      files = { ["schema.yml"] = endless }, main = "thread_pool yschema threads=1;",
      http = [[ lua_shared_dict yschema 1m; init_by_lua_block { require("resty.yschema").new {
        schema = "schema.yml", thread = "yschema", options = { env = { f = print } } } } ]],
    }
    if started then started:stop() end
    assert.matches("option 'thread' and options.env exclude each other", said, 1, true)
  end)

  it("reports that a check held a worker", function()
    local server = start {
      files = { ["values.yml"] = "{}\n", ["schema.yml"] = "#@data/values-schema\n---\n#@schema/validation (\"slow\", "
        .. "function(v) local i = 0 while v == 7 and i < 2000000000 do i = i + 1 end return true end)\nport: 80\n" },
    }
    server:write("values.yml", "port: 7\n")
    nginx.wait(function() return server:log():find "the check took" end, 30)
    assert.matches("the check took %d+%.%d s; unless its functions yielded, this worker served no requests meanwhile",
      server:log())
  end)
end)

describe("resty.yschema below a relative prefix", function()
  after_each(function()
    for _, server in ipairs(servers) do server:stop() end
    servers = {}
  end)

  it("finds its files below a prefix that is relative, and names the path that it tried", function()
    local server = start { files = { ["schema.yml"] = "#@data/values-schema\n---\nport: 80\n",
      ["values.yml"] = "port: 81\n" } }
    local parent, name = server.folder:match "^(.*)/([^/]+)$"
    local function again()
      if server:pid() then server:signal "QUIT" end
      nginx.wait(function() return not server:pid() end)
      return command.output(("cd %s && PATH=$PATH:/usr/sbin nginx -p %s/ -c nginx.conf -e logs/error.log 2>&1"):format(
        command.quote(parent), command.quote(name)))
    end
    -- The next answer may be that of another worker, which is not as far yet.
    local function waits_for(path, words)
      return nginx.wait(function() return server:get(path).body:find(words, 1, true) end)
    end
    again()
    assert.is_truthy(waits_for("/", '1 {"port":81}'))
    server:write("values.yml", "port: 82\n")
    assert.is_truthy(waits_for("/", '2 {"port":82}'))
    server:remove "values.yml"
    local tried = ("values.yml: cannot be read: No such file or directory (tried: %s/values.yml)"):format(server.folder)
    assert.is_truthy(waits_for("/error", tried))
    assert.matches(tried, table.concat(again(), "\n"), 1, true)
    server:write("values.yml", "port: 83\n")
    again()
  end)
end)
