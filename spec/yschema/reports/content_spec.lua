-- One report answers a reader's questions: where the violation is, what it is, by which rule, and what to do. Each
-- sample has one mistake.

local folder = require "spec.support.folder"
local in_process = require "spec.support.in_process"

local SCHEMA = [[
#@ def web():
kind: web
port: 80
#@ end

#@ def job():
kind: job
command: ""
#@ end

#@data/values-schema
---
#@schema/validation min_len=1
name: app
#@schema/validation max=65535
port: 80
#@schema/validation one_of=["debug", "info", "warn"]
level: info
#@schema/validation format="hostname"
host: a.example
#@schema/validation regexp="^v[0-9]+$"
tag: v1
#@schema/required
team: ""
#@schema/deprecated "it is always on"
gzip: true
#@schema/renamed from="listeners"
servers: [0]
#@schema/identity "name"
upstreams:
- name: ""
routes:
- upstream: "" #@schema/refers to="upstreams[].name"
#@schema/one-of web, job, by="kind"
unit:
  kind: web
  port: 80
#@schema/validation ("an even number", lambda v: v % 2 == 0)
even: 2
#@schema/validation mutually_exclusive=["user", "token"]
auth:
  user: "" #@schema/key-may-be-present
  token: "" #@schema/key-may-be-present
labels:
  #@schema/key allowed="^[a-z]+$", expects="0+"
  _: ""
hosts: [""]
]]

local JSON_SCHEMA = [[
{"required": ["team"], "additionalProperties": false, "properties": {"team": {"type": "string"},
  "port": {"type": "integer", "maximum": 65535},
  "mode": {"enum": ["fast", "safe"]},
  "size": {"multipleOf": 8}}}
]]

local CRD = [[
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: queues.example.com}
spec:
  group: example.com
  names: {kind: Queue, plural: queues}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            required: [size]
            properties:
              size: {type: integer, minimum: 1}
              mode: {type: string, enum: [fifo, lifo]}
]]

-- The text after `team: a`; the line and column; the rule; the places of the rule; what to do.
local SAMPLES = {
  { "port: eighty", "2:7", "type", "schema.yml:16", "expected integer, but found string" },
  { "port: null", "2:7", "type", "schema.yml:16", "expected integer, but found null" },
  { "name: 5", "2:7", "type", "schema.yml:14", "= fix: yschema fix -f schema.yml v.yml" },
  { "hosts: a", "2:8", "type", "schema.yml:47", "expected array, but found string" },
  { "prot: 80", "2:1", "unknown-key", "schema.yml:12", 'did you mean "port"?' },
  { "unit: {kind: job, port: 1}", "2:19", "unknown-key", "schema.yml:7", "= expected: command, kind (schema.yml:7)" },
  { "labels: {A1: x}", "2:10", "unknown-key", "schema.yml:44", '"^[a-z]+$"' },
  { "unit: {kind: wob}", "2:14", "type", "schema.yml:35", 'did you mean "job"?' },
  { "level: verbose", "2:8", "one_of", "schema.yml:17", 'must be one of "debug", "info", "warn"' },
  { "port: 70000", "2:7", "max", "schema.yml:15", "port must be <= 65535" },
  { 'name: ""', "2:7", "min_len", "schema.yml:13", "name must have length >= 1" },
  { "host: a b", "2:7", "format", "schema.yml:19", "such as apps.example.com" },
  { "tag: one", "2:6", "regexp", "schema.yml:21", 'matching "^v[0-9]+$"' },
  { "routes: [{upstream: x}]", "2:21", "reference", "schema.yml:33", "a name at upstreams[].name" },
  { "upstreams: [{name: a}, {name: a}]", "2:31", "identity", "schema.yml:29", "different from all other items" },
  { "even: 3", "2:7", "custom", "schema.yml:38", "must be an even number" },
  { "auth: {user: a, token: b}", "2:7", "mutually_exclusive", "schema.yml:40",
    'must have at most one of "user", "token"' },
  { "gzip: false", "2:1", "deprecated", "schema.yml:25", "it is always on" },
  { "listeners: [1]", "2:1", "renamed", "schema.yml:28", "= fix: yschema fix -f schema.yml v.yml" },
  { "port: 80\nport: 81", "3:1", "duplicate-key", "v.yml:2", "keep one of the two" },
  { "a:\n\tb: 1", "3:1", "yaml", "v.yml:3", "YAML is indented with blanks" },
  { "a: [1", "3:1", "yaml", "v.yml:2", "did not find expected ',' or ']'" },
  { "prt: 80", "2:1", "unknown-key", "schema.json:1", 'did you mean "port"?', json = true },
  { "port: 70000", "2:7", "json-schema/maximum", "schema.json:2", "must be <= 65535", json = true },
  { "mode: quick", "2:7", "json-schema/enum", "schema.json:3", 'one of "fast", "safe"', json = true },
  { "size: 7", "2:7", "json-schema/multipleOf", "schema.json:4", "a multiple of 8", json = true },
}

describe("a report", function()
  local dir

  before_each(function()
    dir = folder.make "conf"
    folder.write(dir, "schema.yml", SCHEMA)
    folder.write(dir, "schema.json", JSON_SCHEMA)
  end)

  after_each(function() folder.remove(dir) end)

  local function report_of(text, is_json)
    folder.write(dir, "v.yml", text)
    local flag, schema = is_json and "--json-schema" or "-f", is_json and "schema.json" or "schema.yml"
    local _, report = in_process.run(dir, "check", flag, schema, "v.yml")
    return report
  end

  -- Whether the first block begins with the place, the severity and the rule, and has the line with its mark.
  local function check_block(report, place, rule)
    local first, rest = report:match "^([^\n]*)\n(.-)\n\n"
    local at, found = first:match "^v%.yml:(%d+:%d+): %a+%[([^%]]+)%]: "
    assert.equal(place .. " " .. rule, at .. " " .. found)
    assert.matches(("\n%%s+%s |"):format(place:match "^%d+"), "\n" .. rest)
  end

  for _, sample in ipairs(SAMPLES) do
    it(("answers where, by which rule and what to do: %s"):format((sample[1]:gsub("%c", " "))), function()
      local report = report_of("team: a\n" .. sample[1] .. "\n", sample.json)
      check_block(report, sample[2], sample[3])
      assert.matches(sample[4], report, 1, true)
      assert.matches(sample[5], report, 1, true)
      local _, blocks = report:gsub("v%.yml:%d+:%d+: %a+%[", "")
      assert.equal(1, blocks)
    end)
  end

  -- The text below `spec:`; the line and column; the rule; what the first line says.
  for _, sample in ipairs {
    { "{size: 0}", "4:14", "min", "spec.size must be >= 1" },
    { "{size: 1, mode: fast}", "4:23", "one_of", 'spec.mode must be one of "fifo", "lifo"' },
    { "{size: 1, mod: fifo}", "4:17", "unknown-key", 'did you mean "mode"?' },
    { "{mode: fifo}", "4:1", "missing-key", "spec.size is required" },
  } do
    it("answers for an imported CRD: " .. sample[1], function()
      folder.write(dir, "crd.yml", CRD)
      assert.equal(0, in_process.run(dir, "import", "crd", "-q", "-o", "schemas/", "crd.yml"))
      folder.write(dir, "v.yml",
        "apiVersion: example.com/v1\nkind: Queue\nmetadata: {name: a}\nspec: " .. sample[1] .. "\n")
      local _, report = in_process.run(dir, "check", "-f", "schemas/queue.yml", "v.yml")
      check_block(report, sample[2], sample[3])
      assert.matches(sample[4], report, 1, true)
    end)
  end

  it("has colours for the severity, the marks, what is expected and what to do", function()
    folder.write(dir, "v.yml", "team: a\nprot: 80\nport: 70000\ngzip: true\nname: 5\n")
    local _, report = in_process.run(dir, "check", "--color", "always", "-f", "schema.yml", "v.yml")
    for _, part in ipairs {
      "\27[1mv.yml:2:1: \27[0m\27[1;31merror[unknown-key]:\27[0m prot is not in the schema\n",
      "\27[34m  2 |\27[0m prot: 80\n",
      "\27[34m    |\27[0m \27[1;31m^^^^\27[0m\27[36m did you mean \"port\"?\27[0m\n",
      "\27[32m    = expected:\27[0m ", "\27[36m    = fix:\27[0m yschema fix ",
      "\27[32m    = rule:\27[0m schema.yml:15\n",
      "\27[1mv.yml:4:1: \27[0m\27[1;33mwarning[deprecated]:\27[0m gzip is deprecated",
    } do
      assert.matches(part, report, 1, true)
    end
    local _, plain = in_process.run(dir, "check", "-f", "schema.yml", "v.yml")
    assert.equal(plain, (report:gsub("\27%[[%d;]*m", "")))
  end)

  it("answers which key is missing, and what belongs there", function()
    local report = report_of("port: 80\n")
    check_block(report, "1:1", "missing-key")
    assert.matches("team is required", report, 1, true)
    assert.matches("= expected: string (schema.yml:23)", report, 1, true)
  end)
end)
