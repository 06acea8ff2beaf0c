-- The packs, and the programs whose files they describe. promtool and amtool are asked where they are installed; Kong
-- where YSCHEMA_KONG names its sources and LuaJIT runs this. YSCHEMA_PACKS is the number of changed configurations.

local mutations = require "spec.packs.mutations"
local tools = require "spec.packs.tools"
local valid = require "spec.packs.valid"
local yschema = require "yschema"

local count = tonumber(os.getenv "YSCHEMA_PACKS") or 30

local function load(pack, version)
  return assert(yschema.load_file("pack:" .. pack .. (version and "@" .. version or "")))
end

-- The valid configurations of a pack, and copies of them with one change each.
local function texts_of(pack, least)
  local texts, trees = {}, {}
  for i, text in ipairs(valid(pack)) do
    texts[i], trees[i] = text, assert(yschema.parse(text)):value(1)
  end
  for text in mutations.each(trees, { seed = 42, count = math.max(count, least or 0) }) do
    texts[#texts + 1] = text
  end
  return texts
end

-- Nothing that the program accepts is refused, and of what it refuses, 19 of 20 is found, each with a line.
local function compare(pack, results, texts, version)
  local schema, refused, missed = load(pack, version), 0, {}
  for i, text in ipairs(texts) do
    local values, report = schema:apply(text)
    -- promtool says of a rule that is there twice that it is one, and accepts it.
    local is_stricter = not values and tostring(report):find "is there twice with the same labels"
    if results[i][1] and not is_stricter then
      assert(values, ("pack:%s refuses what the program accepts:\n%s\n%s"):format(pack, text, tostring(report)))
    elseif results[i][1] == false then
      refused = refused + 1
      if values then
        missed[#missed + 1] = results[i][2]
      else
        assert.is_number(report.violations[1].line, tostring(report))
      end
    end
  end
  assert.is_true(#missed <= math.max(1, refused / 20), table.concat(missed, "\n"))
end

for _, pack in ipairs { "alertmanager", "kong", "prometheus", "prometheus-rules" } do
  describe("pack:" .. pack, function()
    it("accepts valid configurations", function()
      local schema = load(pack)
      for i, text in ipairs(valid(pack)) do
        local values, report = schema:apply(text)
        assert(values, ("valid configuration %d:\n%s"):format(i, tostring(report)))
      end
    end)

    if pack ~= "kong" then
      it("refuses what its program refuses", function()
        if not tools.has(pack) then
          pending "promtool or amtool is not installed (Debian: prometheus, prometheus-alertmanager)"
          return
        end
        local texts = texts_of(pack)
        compare(pack, tools.check(pack, texts), texts, tools.version(pack))
      end)
    end
  end)
end

-- Without Kong's sources, which are not a package, only the mistakes below are tried.
local kong = rawget(_G, "jit") and os.getenv "YSCHEMA_KONG"

describe("pack:kong", function()
  if not kong then print "no comparison with Kong: YSCHEMA_KONG names no sources of it, or this is not LuaJIT" end

  local compared = kong and it or function() end
  compared("refuses what Kong refuses", function()
    local truth, texts, results = require("spec.packs.kong.truth").load(kong), texts_of("kong", 300), {}
    for i, text in ipairs(texts) do
      results[i] = { truth.check(text) }
    end
    compare("kong", results, texts)
  end)

  -- Each line is refused by Kong 3.9.3, too.
  local mistakes = {
    { "services: [{name: a}]", "services[0]" },
    { "services: [{name: a, host: h, port: 70000}]", "services[0].port" },
    { "services: [{name: a, url: 'ftp://h'}]", "services[0].url" },
    { "services: [{name: a, host: h, path: /a//b}]", "services[0].path" },
    { "services: [{name: a, host: h, tls_verify: true}]", "services[0]" },
    { "services: [{name: a, host: h}, {name: a, host: h}]", "services[0].name" },
    { "services: [{name: a, host: h, routes: [{name: r}]}]", "services[0].routes[0]" },
    { "services: [{name: a, host: h, routes: [{paths: [a]}]}]", "services[0].routes[0].paths[0]" },
    { "services: [{name: a, host: h, routes: [{paths: ['~/(']}]}]", "services[0].routes[0].paths[0]" },
    { "routes: [{paths: [/], service: a}]", "routes[0].service" },
    { "routes: [{paths: [/], protocols: [http, tcp]}]", "routes[0]" },
    { "routes: [{paths: [/], snis: [a.com], protocols: [http]}]", "routes[0]" },
    { "routes: [{paths: [/], methods: [get]}]", "routes[0].methods[0]" },
    { "plugins: [{name: corss}]", "plugins[0].name" },
    { "plugins: [{name: acme}]", "plugins[0].config" },
    { "plugins: [{name: cors, config: {origin: ['*']}}]", "plugins[0].config.origin" },
    { "plugins: [{name: cors, protocols: [tcp]}]", "plugins[0].protocols[0]" },
    { "plugins: [{name: cors, consumer: a}]", "plugins[0]" },
    { "plugins: [{name: rate-limiting, config: {minute: 5, hour: 1}}]", "plugins[0].config" },
    { "plugins: [{name: rate-limiting, config: {minute: 5, policy: cluster}}]", "plugins[0].config.policy" },
    { "plugins: [{name: rate-limiting, config: {minute: 5, policy: redis}}]", "plugins[0].config" },
    { "plugins: [{name: cors}, {name: cors}]", "plugins" },
    { "upstreams: [{name: u, hash_on: header}]", "upstreams[0]" },
    { "upstreams: [{name: u, targets: [{target: 'a b'}]}]", "upstreams[0].targets[0].target" },
    { "targets: [{target: a}]", "targets[0]" },
    { "consumers: [{tags: [a]}]", "consumers[0]" },
    { "vaults: [{name: env, prefix: env}]", "vaults[0].prefix" },
    { "certificates: [{cert: a, key: b}]", "certificates[0].cert" },
    { "_format: 1", "_format" },
    { "upstreams: [{name: null}]", "upstreams[0].name" },
    { "services: [{name: a, host: h, protocol: null}]", "services[0].protocol" },
    { "consumers: [{username: a, basicauth_credentials: [{username: b, password: null}]}]",
      "consumers[0].basicauth_credentials[0].password" },
    { "plugins: [{name: http-log, config: {http_endpoint: null}}]", "plugins[0].config.http_endpoint" },
    { "snis: [{name: null}]", "snis[0].name" },
  }
  it("finds all mistakes beside an unknown key", function()
    local _, report = load("kong"):apply('_format_version: "3.0"\nservices: [{name: a, host: h, foo: 1}]\n'
      .. "plugins: [{name: cors, route: none, bar: 1}]\nroutes: [{paths: [/], service: b}]")
    local found = {}
    for i, violation in ipairs(report.violations) do found[i] = violation.path end
    table.sort(found)
    assert.same({ "plugins[0].bar", "plugins[0].route", "routes[0].service", "services[0].foo" }, found)
  end)

  it("finds mistakes where they are", function()
    local schema = load "kong"
    for _, mistake in ipairs(mistakes) do
      local values, report = schema:apply('_format_version: "3.0"\n' .. mistake[1])
      assert.is_nil(values, mistake[1])
      assert.equal(mistake[2], report.violations[1].path, mistake[1])
    end
  end)
end)
