-- conf:stats() and the metrics of resty.yschema, in a real nginx. nginx has LuaJIT, whichever Lua runs this: once is
-- enough.

local nginx = require "spec.support.nginx"
local prometheus = require "spec.support.prometheus"

if not nginx.usable "resty.yschema's counters" then return end

local schema = "#@data/values-schema\n---\n#@schema/validation min=1\nport: 80\n"

local function start(dict)
  return nginx.start {
    files = { ["schema.yml"] = schema, ["values.yml"] = "port: 81\n" },
    http = ("lua_shared_dict %s;"):format(dict or "yschema 1m") .. [[
      init_by_lua_block {
        local new = require("resty.yschema").new
        conf = new { schema = "schema.yml", values = "values.yml", interval = 0.05, settle = 0, name = "gate.way" }
        other = new { schema = "schema.yml", interval = 60 }
      }
      init_worker_by_lua_block { require("resty.yschema").start() }
    ]],
    server = [[
      location = /metrics { content_by_lua_block { require("resty.yschema").serve_metrics() } }
      location = /version { content_by_lua_block { ngx.print(select(2, conf:get())) } }
      location = /stats { content_by_lua_block {
        local stats = conf:stats()
        ngx.print(stats.name, " ", stats.version, " ", stats.reloads, " ", stats.errors, " ",
          tostring(stats.invalid), " ", tostring(stats.watching), " ",
          tostring(stats.last_error and ngx.now() - stats.last_error < 5), " ",
          tostring(stats.age < 5 and stats.age >= 0), " ", tostring(ngx.now() - (stats.last_look or 0) < 5))
      } }
      location = /invalid { content_by_lua_block { ngx.print((select(2, pcall(conf.stats)))) } }
    ]],
  }
end

describe("the counters of resty.yschema", function()
  local server

  after_each(function()
    if server then server:stop() end
    server = nil
  end)

  local function stats() return server:get("/stats").body end

  local function becomes(expected)
    local last
    nginx.wait(function()
      last = stats()
      return last == expected
    end)
    assert.equal(expected, last) -- another worker may still be about to follow
  end

  it("show versions and errors of all workers", function()
    server = start()
    becomes "gate.way 1 0 0 false true nil true true"
    server:write("values.yml", "port: 82\n")
    becomes "gate.way 2 1 0 false true nil true true"
    server:write("values.yml", "port: 0\n")
    becomes "gate.way 2 1 1 true true true true true"
    server:write("values.yml", "port: -1\n")
    becomes "gate.way 2 1 2 true true true true true"
    server:write("values.yml", "port: 83\n")
    becomes "gate.way 3 2 2 false true true true true"
    assert.matches("write conf:stats(", server:get("/invalid").body, 1, true)
  end)

  it("stay when nginx is reloaded", function()
    server = start()
    server:write("values.yml", "port: 82\n")
    becomes "gate.way 2 1 0 false true nil true true"
    server:signal "HUP"
    server:write("values.yml", "port: 84\n")
    becomes "gate.way 3 2 0 false true nil true true"
  end)

  it("are reported to Prometheus", function()
    server = start()
    server:write("values.yml", "port: 0\n")
    becomes "gate.way 1 0 1 true true true true true"
    local answer = server:get "/metrics"
    assert.equal(200, answer.status)
    local families, samples = prometheus.parse(answer.body)
    assert.equal("counter", families.yschema_errors_total.type)
    assert.equal("gauge", families.yschema_version.type)
    assert.equal(1, samples['yschema_version{name="gate.way"}'])
    assert.equal(1, samples['yschema_version{name="default"}'])
    assert.equal(1, samples['yschema_errors_total{name="gate.way"}'])
    assert.equal(0, samples['yschema_errors_total{name="default"}'])
    assert.equal(1, samples['yschema_invalid{name="gate.way"}'])
    assert.is_nil(samples['yschema_last_error_timestamp_seconds{name="default"}'])
    assert.is_true(math.abs(samples['yschema_last_error_timestamp_seconds{name="gate.way"}'] - os.time()) < 10)
    assert.is_true(samples['yschema_version_age_seconds{name="gate.way"}'] < 10)
    local headers = server:curl("/metrics", "-D -").body
    assert.matches("text/plain; version=0.0.4", headers, 1, true)
  end)
end)

describe("the parser of Prometheus' format in this suite", function()
  it("refuses what is none", function()
    for _, text in ipairs {
      "a 1", "a{b=c} 1\n", "a{b=\"c} 1\n", "1a 2\n", "a one\n", "# TYPE a gauge\n# TYPE a gauge\na 1\n", "a 1\na 2\n",
      "# TYPE a gouge\n", "# TYPE a gauge\na 1\nb 1\na{c=\"d\"} 1\n",
    } do
      assert.is_false((pcall(prometheus.parse, text)), text)
    end
    local _, samples = prometheus.parse '# HELP a b\n# TYPE a counter\na{b="c\\"d",e=""} 1.5e3 17\na NaN\n'
    assert.equal(1500, samples['a{b="c\\"d",e=""}'])
  end)
end)
