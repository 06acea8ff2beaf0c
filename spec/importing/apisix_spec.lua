-- `yschema import apisix`: a schema of apisix.yaml from what a node says of itself.

local command = require "spec.support.command"
local folder = require "spec.support.folder"
local yschema = require "yschema"

-- An answer of the control API, as Lua's tables are written: empty lists are {}.
local ANSWER = [=[
{"main": {
  "route": {"type": "object", "additionalProperties": false, "anyOf": [{"required": ["plugins"]},
    {"required": ["upstream_id"]}], "properties": {"id": {"anyOf": [{"type": "string", "pattern": "\\A[a-z0-9]+\\z"},
      {"type": "integer"}]}, "uri": {"type": "string", "minLength": 1}, "plugins": {"type": "object"},
      "upstream_id": {"anyOf": [{"type": "string"}, {"type": "integer"}]}}},
  "upstream": {"type": "object", "properties": {"id": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
    "nodes": {"type": "object"}}, "required": {}},
  "consumer": {"type": "object", "required": ["username"], "properties": {"username": {"type": "string"},
    "plugins": {"type": "object"}}}},
 "plugins": {
  "our-limit": {"version": 0.1, "priority": 1, "schema": {"type": "object", "required": ["rate"],
    "encrypt_fields": ["password"], "$comment": "injected", "properties": {"rate": {"type": "integer", "minimum": 1},
      "policy": {"type": "string", "enum": ["local", "redis"], "default": "local"}, "host": {"type": "string"},
      "password": {"type": "string"}, "database": {"type": "string", "default": ""}},
    "if": {"properties": {"policy": {"enum": ["redis"]}}}, "then": {"required": ["host", "database"]}}},
  "our-auth": {"type": "auth", "schema": {"type": "object", "properties": {"header": {"type": "string"}}},
    "consumer_schema": {"type": "object", "required": ["key"], "properties": {"key": {"type": "string"}}},
    "metadata_schema": {"type": "object", "properties": {"realm": {"type": "string"}}}}},
 "stream_plugins": {}}
]=]

describe("import apisix", function()
  local dir, schema

  setup(function()
    dir = folder.make ""
    folder.write(dir, "schema.json", ANSWER)
    local result = command.run { "import", "apisix", dir .. "/schema.json", "-o", dir .. "/apisix.yml" }
    assert.equal(0, result.rc, result.stderr)
    assert.matches(": exact", result.stderr, 1, true)
    schema = assert(yschema.load_file(dir .. "/apisix.yml"))
  end)

  teardown(function() folder.remove(dir) end)

  local function violations(text)
    local _, report = schema:apply(text .. "\n#END\n")
    local found = {}
    for i, violation in ipairs(report.violations) do found[i] = violation.path .. ": " .. violation.kind end
    table.sort(found)
    return found, report
  end

  it("accepts variables, references in place of strings, and only files that end with #END", function()
    assert.same({}, violations 'routes: [{id: "${{ID}}", uri: $env://URI, plugins: {our-limit: {rate: "${{RATE}}"}}}]')
    assert.same({ "routes[0].plugins.our-limit.rate: type" },
      violations "routes: [{id: a, uri: /a, plugins: {our-limit: {rate: $env://RATE}}}]")
    local _, report = schema:apply "routes: []\n"
    assert.equal("ends-with", report.violations[1].kind)
  end)

  it("knows the objects and the plugins of the node, its own ones, too", function()
    assert.same({}, violations [[
routes:
- {id: 1, uri: /a, plugins: {our-limit: {rate: 1}, our-auth: }}
- {id: b, uri: /b, upstream_id: 1, plugins: {our-limit: {rate: 1, policy: redis, host: h}}}
upstreams: [{id: 1, nodes: {"a:1": 1}}]
consumers: [{username: a, plugins: {our-auth: {key: k}}}]
plugin_metadata: [{id: our-auth, realm: r}, {id: other, x: 1}]
plugins: [{name: our-limit}]
]])
    assert.same({ "rotues: unknown-key", "routes[0].plugins.our-limti: unknown-key" },
      violations "routes: [{uri: /a, plugins: {our-limti: {rate: 1}}}]\nrotues: []")
  end)

  it("counts defaults before conditions", function()
    assert.same({ "routes[0].plugins.our-limit.host: required" },
      violations "routes: [{uri: /a, plugins: {our-limit: {rate: 1, policy: redis}}}]")
  end)

  it("adds names, references and what APISIX encrypts", function()
    local found, report = violations [[
routes: [{id: 1, uri: /a, upstream_id: 2, plugins: {our-limit: {rate: 0, password: [open]}}}, {id: 1, plugins: {}}]
upstreams: [{id: 1}]
]]
    assert.same({ "routes[0].plugins.our-limit.password: type", "routes[0].plugins.our-limit.rate: rule",
      "routes[0].upstream_id: reference", "routes[1].id: identity" }, found)
    assert.not_matches("open", tostring(report))
  end)

  it("refuses other documents", function()
    folder.write(dir, "other.json", '{"type": "object"}')
    folder.write(dir, "broken.json", '{"main": ')
    local result = command.run { "import", "apisix", dir .. "/other.json" }
    assert.equal(2, result.rc)
    assert.matches("it is no answer of APISIX's control API to /v1/schema", result.stderr, 1, true)
    assert.equal(2, command.run({ "import", "apisix", dir .. "/broken.json" }).rc)
    assert.equal(2, command.run({ "import", "apisix" }).rc)
    assert.equal(2, command.run({ "import", "apisix", "-o", "x", dir .. "/other.json", "more" }).rc)
  end)
end)
