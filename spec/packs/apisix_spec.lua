-- pack:apisix: what it finds that APISIX finds late or never. spec/packs/apisix/compare.lua compares it with APISIX.

local yschema = require "yschema"

local schema = assert(yschema.load_file "pack:apisix")

-- Returns the violations of a text by their paths, and the number of warnings.
local function violations(text)
  local _, report = schema:apply(text .. "\n#END\n")
  local found = {}
  for i, violation in ipairs(report.violations) do found[i] = violation.path .. ": " .. violation.kind end
  table.sort(found)
  return found, #report.warnings
end

local function valid(text) assert.same({}, (violations(text))) end

describe("pack:apisix", function()
  it("accepts the objects of a file", function()
    valid [=[
routes:
- {id: 1, uri: /a, upstream_id: 1, plugins: {limit-count: {count: 2, time_window: 60}, key-auth: }}
- id: b
  uris: [/b]
  service_id: s
  plugin_config_id: "1"
  vars: [[arg_x, ==, 1], [OR, [a, ">", 1], [b, "!", in, [1]]]]
upstreams:
- {id: 1, type: chash, key: arg_id, nodes: {"a:1": 1}}
- {id: 2, service_name: a, discovery_type: dns}
services: [{id: s, upstream_id: 1}]
plugin_configs: [{id: 1, plugins: {}}]
consumer_groups: [{id: g, plugins: {}}]
consumers:
- {username: jack, group_id: g}
- {id: jack/credentials/one, plugins: {key-auth: {key: $env://KEY}}}
global_rules: [{id: 1, plugins: {prometheus: {}}}]
plugin_metadata: [{id: http-logger, log_format: {host: $host}}]
ssls: [{id: 1, sni: a.example, cert: $secret://vault/1/a/cert, key: $env://KEY}]
secrets: [{id: vault/1, uri: "http://127.0.0.1:8200", prefix: kv, token: t}]
stream_routes: [{id: 1, server_port: 9100, upstream_id: 1}]
]=]
  end)

  it("finds an object that is named and not there, and a name that is given twice", function()
    assert.same({
      "consumers[1].username: identity", "routes[0].service_id: reference", "routes[0].upstream_id: reference",
      "routes[1].id: identity",
    }, (violations [[
routes:
- {id: 1, uri: /a, upstream_id: 2, service_id: s}
- {id: 1, uri: /a, upstream_id: 1}
upstreams: [{id: 1, nodes: []}]
consumers: [{username: a}, {username: a}]
]]))
  end)

  it("compares identifiers as texts, as APISIX does", function()
    valid "routes: [{uri: /a, upstream_id: '1'}]\nupstreams: [{id: 1, nodes: []}]"
  end)

  it("warns of a setting that nothing reads", function()
    local found, warnings = violations
      "routes: [{uri: /a, plugins: {limit-count: {count: 1, time_window: 1, rejected_cod: 429}}}]"
    assert.same({}, found)
    assert.equal(1, warnings)
  end)

  it("finds a misspelt section, and counts defaults of keys that belong together", function()
    assert.same({ "rotues: unknown-key" }, (violations "rotues: []"))
    for _, keys in ipairs { "endpoint_addr: 'http://a:1'", "endpoint_addrs: ['http://a:1'], user: u" } do
      valid("plugin_configs: [{id: 1, plugins: {clickhouse-logger: {" .. keys .. "}}}]")
    end
    assert.same({ "plugin_configs[0].plugins.clickhouse-logger: rule" },
      (violations "plugin_configs: [{id: 1, plugins: {clickhouse-logger: {user: u}}}]"))
  end)

  it("finds an unknown plugin, invalid settings, and keys that do not fit together", function()
    assert.same({
      "routes[0].plugins.limit-cuont: unknown-key", "routes[1].plugins.limit-req.burst: rule",
      "routes[2]: rule", "routes[3].vars: rule", "upstreams[0]: rule",
    }, (violations [[
routes:
- {uri: /a, plugins: {limit-cuont: {}}}
- {uri: /a, plugins: {limit-req: {rate: 1, burst: -1, key: remote_addr}}}
- {uri: /a, uris: [/b], plugins: {}}
- {uri: /a, plugins: {}, vars: [arg_x, ==, 1]}
upstreams: [{type: chash, nodes: {"a:1": 1}}]
]]))
  end)

  it("accepts variables, and references in place of strings only", function()
    valid [[
upstreams: [{id: "${{ID}}", retries: "${{RETRIES:=3}}", nodes: [{host: "${{ HOST }}", port: "${{PORT}}", weight: 1}]}]
routes:
- {id: a, uri: $env://URI, upstream_id: other, enable_websocket: "${{WS}}", methods: [$secret://vault/1/a/method]}
]]
    assert.same({ "routes[0].plugins: type", "routes[0].priority: type", "routes[0].status: rule" }, (violations [[
routes: [{uri: /a, priority: $env://PRIORITY, status: 2, plugins: "${{PLUGINS}}"}]
]]))
  end)

  it("demands #END in a file that is not merged, and is no JSON", function()
    local _, report = schema:apply "routes: []\n\n"
    assert.same({ "ends-with", 1 }, { report.violations[1].kind, report.violations[1].line })
    assert.is_truthy(schema:apply "routes: []\n#END \n\n")
    assert.is_truthy(schema:apply '{"routes": []}')
    assert.is_true(schema:check { routes = {} })
  end)

  it("masks what APISIX encrypts", function()
    local _, report = schema:apply "consumers: [{username: a, plugins: {key-auth: {key: 12345}}}]"
    assert.not_matches("12345", tostring(report))
  end)
end)
