-- resty.yschema in a real nginx. nginx has LuaJIT, whichever Lua runs this: once is enough.

local command = require "spec.support.command"
local nginx = require "spec.support.nginx"

if not nginx.usable "resty.yschema" then return end

local schema = "#@data/values-schema\n---\n#@schema/validation min=1\nport: 80\nname: web\n"

-- The usual server: two workers, files looked at ten times a second.
local function usual(what)
  what = what or {}
  return {
    files = what.files or { ["schema.yml"] = schema, ["values.yml"] = "port: 81\n" },
    main = what.main, wrap = what.wrap, patience = what.patience,
    http = (what.dict or "lua_shared_dict yschema 1m;") .. (what.more or "") .. [[
      lua_shared_dict calls 100k;
      init_by_lua_block {
        local calls = ngx.shared.calls
        conf = require("resty.yschema").new {
          schema = "schema.yml", values = { "values.yml" }, interval = 0.1, settle = ]] .. (what.settle or 0.1) .. [[,
          on_change = function(report, version)
            calls:incr("change", 1, 0)
            assert(#report.violations == 0 and tonumber(version))
          end,
          on_error = function(report, version)
            calls:incr("error", 1, 0)
            calls:set("said", version .. " stays: " .. report.violations[1].kind)
          end,
        }
        ]] .. (what.init or "") .. [[
      }
      init_worker_by_lua_block { require("resty.yschema").start() }
    ]],
    server = [[
      location = / { content_by_lua_block {
        local values, version = conf:get()
        ngx.print(ngx.worker.pid(), " ", version, " ", values.name, ":", values.port)
      } }
      location = /error { content_by_lua_block {
        local text, json = conf:fault()
        if ngx.var.arg_json then text = json end
        ngx.print(text or "none")
      } }
      location = /calls { content_by_lua_block {
        ngx.print(ngx.shared.calls:get(ngx.var.arg_of) or "none")
      } }
      location = /reload { content_by_lua_block {
        local version, report = conf:reload()
        ngx.print(version or report.violations[1].kind)
      } }
    ]] .. (what.server or ""),
  }
end

-- The answer of the workers: "VERSION NAME:PORT", when they all agree on it.
local function served(server)
  local said = {}
  for _ = 1, 40 do
    local pid, what = server:get("/").body:match "^(%d+) (.*)$"
    if not pid then return nil end
    said[pid] = what
    local count = 0
    for _, other in pairs(said) do
      count = count + 1
      if other ~= what then return nil end
    end
    if count == 2 then return what end
  end
end

local function becomes(server, expected)
  local last
  nginx.wait(function()
    last = served(server)
    return last == expected
  end)
  assert.equal(expected, last)
end

local function calls(server, of) return server:get("/calls?of=" .. of).body end

local function error(server) return server:get("/error").body end

local function becomes_error(server, pattern)
  nginx.wait(function() return error(server):find(pattern) end)
  assert.matches(pattern, error(server))
end

local function is_well_again(server)
  nginx.wait(function() return error(server) == "none" end)
  assert.equal("none", error(server))
end

describe("resty.yschema", function()
  local server

  it("serves the old version while a name leads nowhere, and reports what the command reports", function()
    local names = schema .. "#@schema/identity 'name'\nupstreams:\n- name: ''\n#@schema/nullable\n"
      .. "#@schema/refers to='upstreams[].name'\nupstream: ''\n"
    server = nginx.start(usual { files = { ["schema.yml"] = names, ["values.yml"] = "port: 81\n" } })
    finally(function() server:stop() end)
    local wrong = "port: 82\nupstreams: [{name: core}, {name: edge}]\nupstream: coore\n"
    server:write("values.yml", wrong)
    becomes_error(server, 'hint: did you mean "core"')
    local result = command.run({ "-f", "schema.yml", "-f", "values.yml" }, { folder = server.folder })
    assert.equal(1, result.rc)
    assert.equal(result.stderr, error(server))
    assert.equal("1 stays: reference", calls(server, "said"))
    becomes(server, "1 web:81")
    server:write("values.yml", wrong:gsub("coore", "edge"))
    becomes(server, "2 web:82")
  end)

  it("does not take a file that is being written for what it is to be", function()
    -- Its first line alone is valid. The file has to rest for much longer than its writer does between two lines,
    -- also on a busy machine.
    server = nginx.start(usual { settle = 2 })
    finally(function() server:stop() end)
    for round = 1, 3 do
      os.execute(("cd %s && { for line in 'name: slow' '#' '#' '#' '#' '#' '#' 'port: %d'; do echo \"$line\"; "
        .. "sleep 0.1; done; } >values.yml"):format(command.quote(server.folder), 90 + round))
      becomes(server, ("%d slow:%d"):format(round + 1, 90 + round))
    end
    assert.equal("none", calls(server, "error"))
  end)

  describe("while nginx runs", function()
    before_each(function() server = nginx.start(usual()) end)
    after_each(function() server:stop() end)

    it("serves a changed file in all workers, under one version", function()
      becomes(server, "1 web:81")
      server:write("values.yml", "port: 82\n")
      becomes(server, "2 web:82")
      server:replace("values.yml", "port: 83\nname: api\n")
      becomes(server, "3 api:83")
      assert.equal("4", calls(server, "change")) -- two changes in two workers
      assert.equal("none", calls(server, "error"))
    end)

    it("serves the old version while a file is broken, and says so once", function()
      server:write("values.yml", "port: nine\n")
      becomes_error(server, "values.yml:.*1 | port: nine.*schema.yml:")
      assert.matches('"line":1', server:get("/error?json=1").body)
      nginx.pause(0.5)
      becomes(server, "1 web:81")
      assert.equal("1", calls(server, "error"))
      assert.equal("1 stays: type", calls(server, "said"))
      local _, logged = server:log():gsub("version 1 stays in service", "")
      assert.equal(1, logged)

      server:write("values.yml", "port: 0\n") -- another error
      becomes_error(server, "must be: a value >= 1")
      assert.equal("1 stays: rule", calls(server, "said"))

      server:write("values.yml", "port: 84\n")
      becomes(server, "2 web:84")
      is_well_again(server)
      server:write("values.yml", "port: nine\n") -- the first error again is a new one
      becomes_error(server, "port: nine")
      assert.equal("3", calls(server, "error"))
    end)

    it("is valid again when a broken file is put back", function()
      server:write("values.yml", "port: [\n")
      becomes_error(server, "values.yml")
      server:write("values.yml", "port: 81\n")
      is_well_again(server)
      becomes(server, "1 web:81")
    end)

    it("serves the old version while a file is missing", function()
      server:remove "values.yml"
      becomes_error(server, "values.yml: cannot be read: .*[Nn]o such file")
      becomes(server, "1 web:81")
      server:write("values.yml", "port: 85\n")
      becomes(server, "2 web:85")
      is_well_again(server)
    end)

    it("follows the schema, too", function()
      server:write("schema.yml", schema:gsub("web", "www"))
      becomes(server, "2 www:81")
      server:write("schema.yml", schema:gsub("min=1", "mun=1"))
      becomes_error(server, "schema.yml:3")
      becomes(server, "2 www:81")
    end)

    it("reloads when it is reported to", function()
      server:write("values.yml", "port: 86\n")
      assert.equal("2", server:get("/reload").body)
      becomes(server, "2 web:86")
      assert.equal("2", server:get("/reload").body)
      server:write("values.yml", "prot: 86\n")
      assert.equal("unknown-key", server:get("/reload").body)
      becomes(server, "2 web:86")
    end)

    it("comes to one version when all workers reload at once", function()
      for port = 101, 110 do
        server:replace("values.yml", "port: " .. port .. "\n")
        os.execute(("for i in 1 2 3 4 5 6; do curl -s %s/reload & done >/dev/null; wait"):format(server.url))
      end
      nginx.wait(function() return (served(server) or ""):find "web:110$" end)
      assert.matches("^%d+ web:110$", served(server))
      assert.equal("none", calls(server, "error"))
    end)

    it("gives a worker that replaces another one what the others serve", function()
      server:write("values.yml", "port: 87\n")
      becomes(server, "2 web:87")
      server:write("values.yml", "port: broken\n") -- so that only the published version helps
      becomes_error(server, "port: broken")
      local victim = server:workers()[1]
      os.execute("kill -KILL " .. victim)
      nginx.wait(function()
        local workers = server:workers()
        return #workers == 2 and workers[1] ~= victim and workers[2] ~= victim
      end)
      becomes(server, "2 web:87")
      assert.equal(0, select(2, served(server):gsub("web:81", "")))
    end)
  end)

  describe("with a sensitive value", function()
    before_each(function()
      server = nginx.start(usual { files = {
        ["schema.yml"] = (schema:gsub("name:", "#@schema/sensitive\n%0")), ["values.yml"] = "port: 81\n",
      } })
    end)
    after_each(function() server:stop() end)

    it("shows it neither in the error nor in the log", function()
      server:write("values.yml", "{port: nine, name: hunter2}\n")
      becomes_error(server, "1 | {port: nine, name: %(sensitive%)}")
      nginx.wait(function() return server:log():find("stays in service", 1, true) end)
      assert.is_nil((error(server) .. server:get("/error?json=1").body .. server:log()):find "hunter2")
    end)
  end)

  describe("at HUP", function()
    before_each(function() server = nginx.start(usual()) end)
    after_each(function() server:stop() end)

    -- Sends HUP and waits until other workers serve.
    local function hup()
      local old = table.concat(server:workers(), " ")
      server:signal "HUP"
      nginx.wait(function()
        local now = table.concat(server:workers(), " ")
        return now ~= "" and not (now .. " "):find(old:match "%d+" .. " ", 1, true)
      end)
    end

    it("keeps the version when nothing has changed", function()
      server:write("values.yml", "port: 82\n")
      becomes(server, "2 web:82")
      hup()
      becomes(server, "2 web:82")
    end)

    it("serves what the files hold", function()
      server:write("values.yml", "port: 88\n")
      hup()
      becomes(server, "2 web:88")
    end)

    it("serves the old version when the files are broken", function()
      server:write("values.yml", "port: 89\n")
      becomes(server, "2 web:89")
      server:write("values.yml", "port: :\n")
      hup()
      becomes(server, "2 web:89")
      assert.matches("values.yml", error(server))
      server:write("values.yml", "port: 90\n")
      becomes(server, "3 web:90")
    end)

    it("leaves no timer and no worker", function()
      for _ = 1, 3 do hup() end
      nginx.wait(function() return #server:workers() == 2 end)
      assert.equal(2, #server:workers())
      assert.is_nil(server:log():find("[alert]", 1, true))
      assert.is_nil(server:log():find("exited on signal", 1, true))
    end)
  end)

  describe("without a code cache", function()
    before_each(function() server = nginx.start(usual { more = "lua_code_cache off;" }) end)
    after_each(function() server:stop() end)

    it("reads the files for each request", function()
      assert.matches("web:81$", server:get("/").body)
      server:write("values.yml", "port: 91\n")
      assert.matches("web:91$", server:get("/").body)
      server:write("values.yml", "port: nine\n")
      assert.matches("web:91$", server:get("/").body)
      assert.matches("port: nine", error(server))
      assert.is_nil(server:log():find("changes are not noticed", 1, true))
    end)

    it("frees what each request made", function()
      for _ = 1, 10 do server:get "/" end
      local before = nginx.memory(server:workers()[1]) + nginx.memory(server:workers()[2])
      for _ = 1, 30 do server:get "/" end
      local after = nginx.memory(server:workers()[1]) + nginx.memory(server:workers()[2])
      assert.is_true(after - before < 8192, ("%d KiB became %d KiB"):format(before, after))
    end)
  end)

  describe("bodies", function()
    setup(function()
      server = nginx.start(usual {
        init = [[
          local yschema = require "yschema"
          local function slow(name, ctx)
            ngx.sleep(0.02)
            return name == ctx.parent.other or name == ""
          end
          local function listens(port)
            local socket = ngx.socket.tcp()
            socket:settimeout(500)
            local ok = socket:connect("127.0.0.1", port)
            if ok then socket:close() end
            return ok == 1
          end
          orders = assert(yschema.load("#@data/values-schema\n---\n"
            .. "#@schema/validation (\"as the other\", slow)\nname: ''\nother: ''\nitems:\n- ''\n"
            .. "#@schema/nullable\n#@schema/validation (\"a port that answers\", listens)\nport: 0\n",
            { env = { slow = slow, listens = listens } }))
          described = assert(yschema.load_json_schema([=[{
            "$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "required": ["id"],
            "properties": {"id": {"type": "integer"}, "tags": {"type": "array", "uniqueItems": true}},
            "unevaluatedProperties": false
          }]=]))
        ]],
        server = [[
          location = /described { content_by_lua_block {
            ngx.req.read_body()
            local body, value, report = ngx.req.get_body_data(), nil, nil
            if ngx.var.arg_decoded then
              value, report = described:check(require("cjson").decode(body))
            else
              value, report = described:apply_json(body)
            end
            if value then return ngx.print(require("yschema").encode(value, "json")) end
            ngx.status = 422
            ngx.print(report:json())
          } }
          location = /orders { content_by_lua_block {
            ngx.req.read_body()
            local order, report = orders:apply(ngx.req.get_body_data() or "")
            if not order then
              ngx.status = 422
              ngx.header.content_type = "application/json"
              return ngx.print(report:json())
            end
            ngx.print(order.name, " ", #order.items)
          } }
          location = /checked { content_by_lua_block {
            ngx.req.read_body()
            local ok, report = orders:check(require("cjson").decode(ngx.req.get_body_data()))
            if not ok then ngx.status = 422 end
            ngx.print(ok and "fine" or report.violations[1].message)
          } }
        ]],
      })
    end)
    teardown(function() server:stop() end)

    it("are completed when they are valid", function()
      assert.same({ status = 200, body = "a 2" },
        server:post("/orders", '{"name": "a", "other": "a", "items": ["x", "y"]}'))
    end)

    it("are answered with the report when they are invalid", function()
      local answer = server:post("/orders", '{"name": 7, "itmes": []}')
      assert.equal(422, answer.status)
      assert.matches('^{"version": 1, "status": 1, "violations": %[', answer.body)
      assert.matches('"path":"name","pointer":"/name","message":"name: expected string, but found integer"',
        answer.body)
      assert.matches('"path":"itmes"', answer.body)
    end)

    it("are answered with the report when they are no YAML and no JSON", function()
      local answer = server:post("/orders", '{"name": ')
      assert.equal(422, answer.status)
      assert.matches('"line":', answer.body)
    end)

    it("are checked as cjson's tables", function()
      assert.same({ status = 200, body = "fine" },
        server:post("/checked", '{"name": "b", "other": "b", "items": [], "port": null}'))
      assert.same({ status = 422, body = "items: expected array, but found string" },
        server:post("/checked", '{"items": "x"}'))
    end)

    it("are validated by a JSON Schema, as texts and as cjson's tables", function()
      assert.same({ status = 200, body = '{"id":1,"tags":[]}\n' },
        server:post("/described", '{"id": 1, "tags": []}'))
      assert.equal(200, server:post("/described?decoded=1", '{"id": 1, "tags": ["a"]}').status)
      for _, path in ipairs { "/described", "/described?decoded=1" } do
        local answer = server:post(path, '{"tags": [1, 1], "extra": null}')
        assert.equal(422, answer.status)
        assert.matches('"schema_pointer":"/required"', answer.body)
        assert.matches('"schema_pointer":"/properties/tags/uniqueItems"', answer.body)
        assert.matches('"pointer":"/extra"', answer.body)
      end
    end)

    it("meet rules that use a cosocket", function()
      assert.equal(200, server:post("/orders", "port: " .. server.port).status)
      local answer = server:post("/orders", "port: 1")
      assert.equal(422, answer.status)
      assert.matches("port must be a port that answers", answer.body)
    end)

    it("do not disturb each other when rules yield", function()
      local folder = command.quote(server.folder)
      local answers = command.output(("cd %s && for i in $(seq 40); do curl -s -m 10 --data-binary "
        .. "\"name: n$i\nother: n$((i %% 2 * i))\" %s/orders | cut -c 1-14 & done; wait"):format(folder, server.url))
      local good, bad = {}, 0
      for _, line in ipairs(answers) do
        local name = line:match "^n(%d+) 0"
        if name then good[#good + 1] = tonumber(name) elseif line:find('{"version": 1', 1, true) then bad = bad + 1 end
      end
      table.sort(good)
      local odd = {}
      for i = 1, 40, 2 do odd[#odd + 1] = i end
      assert.same(odd, good)
      assert.equal(20, bad)
    end)
  end)

  describe("reports an invalid argument", function()
    local function refused(what)
      local started, said = nginx.try(what)
      if started then started:stop() end
      assert.is_nil(started)
      return said
    end

    it("with values at the start", function()
      local said = refused(usual { files = { ["schema.yml"] = schema, ["values.yml"] = "port: x\n" } })
      assert.matches("there is nothing to serve", said)
      assert.matches("1 | port: x", said, 1, true)
    end)

    it("with a schema at the start", function()
      local said = refused(usual { files = { ["schema.yml"] = schema:gsub("min", "mun"), ["values.yml"] = "{}\n" } })
      assert.matches("mun=1", said, 1, true)
    end)

    it("when there is no dictionary", function()
      local said = refused(usual { dict = " " })
      assert.matches('put "lua_shared_dict yschema 1m;" into the http block', said, 1, true)
    end)

    it("with options", function()
      local function said_of(call)
        return refused { http = "lua_shared_dict yschema 1m; lua_shared_dict calls 100k; init_by_lua_block { "
          .. call .. " }", files = { ["schema.yml"] = schema } }
      end
      assert.matches("unknown option 'scheme' %(did you mean 'schema'%?%)",
        said_of 'require("resty.yschema").new{ scheme = "schema.yml" }')
      assert.matches("option 'schema' is missing", said_of 'require("resty.yschema").new{}')
      assert.matches("option 'interval' must be a number of seconds",
        said_of 'require("resty.yschema").new{ schema = "schema.yml", interval = 0 }')
      assert.matches("a configuration 'default' already",
        said_of 'local new = require("resty.yschema").new new{ schema = "schema.yml" } new{ schema = "schema.yml" }')
    end)

    it("when new() is called in a request", function()
      server = nginx.start(usual {
        server = [[ location = /late { content_by_lua_block {
          ngx.print((select(2, pcall(require("resty.yschema").new, { schema = "schema.yml", name = "b" }))))
        } } ]],
      })
      local said = server:get("/late").body
      server:stop()
      assert.matches("call it in init_by_lua or init_worker_by_lua, not in content", said, 1, true)
    end)

    it("when a version does not fit into the dictionary", function()
      server = nginx.start(usual { dict = "lua_shared_dict yschema 32k;" })
      finally(function() server:stop() end)
      server:write("values.yml", "port: 82\n#" .. ("long "):rep(20000) .. "\n")
      becomes_error(server, "lua_shared_dict yschema: a version of %d+ bytes does not fit")
      becomes(server, "1 web:81")
      server:write("values.yml", "port: 83\n")
      nginx.wait(function() return (served(server) or ""):find "web:83" end)
      assert.matches("web:83", served(server))
    end)

    it("when no worker watches the files", function()
      local what = usual()
      what.http = what.http:gsub("init_worker_by_lua_block %b{}", "")
      server = nginx.start(what)
      server:get "/"
      local log = server:log()
      server:stop()
      assert.matches("changes are not noticed: put init_worker_by_lua_block", log, 1, true)
    end)
  end)

  it("goes on when its callbacks fail", function()
    local what = usual()
    what.http = what.http:gsub('calls:incr%("error", 1, 0%)', 'error "no pager"')
      :gsub('calls:incr%("change", 1, 0%)', 'error "no\\27[31m cache"')
    server = nginx.start(what)
    finally(function() server:stop() end)
    server:write("values.yml", "port: x\n")
    becomes_error(server, "port: x")
    server:write("values.yml", "port: 82\n")
    becomes(server, "2 web:82")
    assert.matches("on_error failed: .*no pager", server:log())
    assert.matches([[on_change failed: .*no\x1b%[31m cache]], server:log()) -- nothing that acts on a terminal
  end)

  it("keeps configurations of one dictionary apart", function()
    server = nginx.start(usual {
      files = { ["schema.yml"] = schema, ["values.yml"] = "{}\n", ["second.yml"] = "name: second\n" },
      init = [[
        second = require("resty.yschema").new {
          name = "second", schema = { "schema.yml" }, values = "second.yml", interval = 0.1 }
        bare = require("resty.yschema").new { name = "bare", schema = "schema.yml", values = false }
      ]],
      server = [[
        location = /second { content_by_lua_block {
          local values, version = second:get()
          ngx.print(version, " ", values.name, " ", values.port)
        } }
        location = /bare { content_by_lua_block {
          ngx.print(type(bare:get()), " ", bare:schema():apply("port: 5").port)
        } }
      ]],
    })
    finally(function() server:stop() end)
    assert.equal("1 second 80", server:get("/second").body)
    assert.equal("nil 5", server:get("/bare").body)
    server:write("second.yml", "port: 0\n")
    server:write("values.yml", "port: 7\n")
    becomes(server, "2 web:7")
    assert.equal("1 second 80", server:get("/second").body)
    assert.equal("none", error(server))
  end)
end)
