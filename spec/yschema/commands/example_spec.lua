-- `yschema example` and `schema:example`: documents that a schema accepts or refuses.

local command = require "spec.support.command"
local in_process = require "spec.support.in_process"
local folder = require "spec.support.folder"
local yschema = require "yschema"

local SCHEMA = [[
#@data/values-schema
#@schema/title "The shop"
---
#@schema/desc "What logs call it."
#@schema/required
#@schema/validation min_len=1
name: ""
#@schema/validation min=1, max=65535
port: 8080
#@schema/validation one_of=["debug", "info"]
level: info
#@schema/desc "The servers."
servers:
-
  #@schema/required
  name: ""
  #@schema/examples ("local", "localhost:80")
  address: ""
tls:
  cert: ""
  #@schema/sensitive
  key: "hunter2"
#@schema/deprecated "use level"
debug: false
#@schema/nullable
limit: 5
labels:
  #@schema/key allowed="any", missing_ok=True
  _: ""
#@schema/any-of 1, "a"
size: 1
]]

local dir

local function example(...)
  return in_process.call({ "example", "-f", "schema.yml", ... }, { folder = dir })
end

local function lines_of(...)
  local list = {}
  for i, line in ipairs(command.lines(example(...).stdout)) do list[i] = assert(yschema.parse(line)):value() end
  return list
end

local function load(text, options) return assert(yschema.load("#@data/values-schema\n---\n" .. text, options)) end

describe("yschema example", function()
  before_each(function()
    dir = folder.make ""
    folder.write(dir, "schema.yml", SCHEMA)
  end)
  after_each(function() folder.remove(dir) end)

  it("prints the smallest document", function()
    assert.same({ rc = 0, stdout = "name: a\n", stderr = "" }, example())
    folder.write(dir, "schema.yml", "#@data/values-schema\n---\na: 1\n")
    assert.same({ rc = 0, stdout = "# No value is required.\n{}\n", stderr = "" }, example())
  end)

  it("prints a document to begin with", function()
    assert.same({ rc = 0, stderr = "", stdout = [[
# The shop

# What logs call it.
# Must be: length >= 1
name: a

# Must be: a value >= 1; a value <= 65535
#port: 8080

# Must be: one of ["debug", "info"]
#level: info

# The servers.
#servers:
#-
#  name: ""
#  # Example: "localhost:80" (local)
#  address: ""

#tls:
#  cert: ""
#  # Sensitive: not shown in reports
#  key: (sensitive)

# Must be: integer or null
#limit: null

# Any keys
#labels: {}

# Must be: any of 1, "a"
#size: 1
]] }, example "--complete")
  end)

  it("keeps required values that are false", function()
    folder.write(dir, "schema.yml", "#@data/values-schema\n---\n#@schema/required\na: false\nb: 1\n")
    assert.equal("a: false\n\n#b: 1\n", example("--complete").stdout)
  end)

  it("prints a document that stays valid when its keys are uncommented", function()
    local schema = assert(yschema.load_file(dir .. "/schema.yml"))
    local text = example("--complete").stdout
    local values = assert(schema:apply((text:gsub("\n#([^ ])", "\n%1"):gsub("\n#(  +)", "\n%1"))))
    assert.equal(8080, values.port)
  end)

  it("prints random documents, the same ones for a seed", function()
    local schema = assert(yschema.load_file(dir .. "/schema.yml"))
    local result, seen = example("--count", "50", "--seed", "3"), {}
    for _, line in ipairs(command.lines(result.stdout)) do
      assert.is_truthy(schema:check_json(line))
      seen[line] = true
      seen[#seen + 1] = line
    end
    assert.equal(50, #seen)
    assert.same(result, example("--count", "50", "--seed", "3"))
    assert.are_not.equal(result.stdout, example("--count", "50").stdout)
    assert.equal([[
{"name":"zbAA","servers":[{"name":"0aA."},{"name":"zaAz","address":"9a99"}],"debug":true}
{"name":"zAAzz","port":634,"level":"info","debug":true,"limit":18,"labels":{"a19":"a0b0a","a55":"z."}}
]], example("--count", "2", "--seed", "3").stdout)
  end)

  it("prints invalid documents, each with the only violation that it has", function()
    local schema, kinds = assert(yschema.load_file(dir .. "/schema.yml")), {}
    for _, one in ipairs(lines_of("--count", "60", "--invalid")) do
      local ok, report = schema:check_json(yschema.encode(one.document, "json"))
      assert.is_nil(ok)
      assert.equal(1, #report.violations)
      assert.same({ report.violations[1].path or "", report.violations[1].kind, report.violations[1].message },
        { one.violation.path, one.violation.kind, one.violation.message })
      assert.same({ nil, nil }, { one.violation.file, one.violation.line })
      kinds[one.violation.kind] = true
    end
    assert.same({ required = true, rule = true, type = true, ["unknown-key"] = true }, kinds)
    assert.equal(1, #lines_of "--invalid")
  end)

  it("shows no sensitive default", function()
    for _, arguments in ipairs { { "--complete" }, { "--count", "100" }, { "--count", "100", "--invalid" } } do
      assert.is_nil(example((table.unpack or unpack)(arguments)).stdout:find("hunter2", 1, true))
    end
  end)

  it("shows no sensitive values of rules, even if it finds no document then", function()
    folder.write(dir, "schema.yml", "#@data/values-schema\n---\n#@schema/required\n#@schema/sensitive\n"
      .. "#@schema/validation one_of=['hunter2', 'hunter3']\npin: hunter2\n")
    local result = example()
    assert.equal(2, result.rc)
    assert.is_nil((result.stdout .. result.stderr):find("hunter", 1, true))
    assert.matches("pin was refused", result.stderr, 1, true)
  end)

  it("shows no sensitive values in defaults of what contains them, or in alternatives", function()
    folder.write(dir, "schema.yml", [[
#@data/values-schema
---
#@schema/default [{"name": "a", "key": "hunter2"}]
list:
- name: ""
  #@schema/sensitive
  key: ""
#@schema/examples ("one", {"key": "hunter2"})
map:
  #@schema/sensitive
  key: "hunter2"
#@schema/sensitive
#@schema/any-of "hunter2", {"a": "hunter2"}
either: hunter2
#@schema/sensitive
#@schema/desc "A whole."
whole:
  key: hunter2
  list: ["hunter2"]
]])
    for _, arguments in ipairs { { "--complete" }, {}, { "--count", "100" }, { "--count", "100", "--invalid" } } do
      local result = example((table.unpack or unpack)(arguments))
      assert.equal(0, result.rc, result.stderr)
      assert.is_nil(result.stdout:find("hunter2", 1, true), result.stdout)
    end
  end)

  it("takes a JSON Schema", function()
    folder.write(dir, "schema.json", '{"type": "object", "required": ["id"], "properties": {"id": {"type": "integer",'
      .. ' "minimum": 7}}}')
    local result = in_process.call({ "example", "--json-schema", "schema.json" }, { folder = dir })
    assert.same({ rc = 0, stdout = "id: 7\n", stderr = "" }, result)
  end)

  it("refuses arguments that exclude each other", function()
    assert.matches("--complete makes one document: it excludes --count and --invalid",
      example("--complete", "--count", "1").stderr, 1, true)
    assert.matches("no schema: give one with -f", in_process.call({ "example" }, { folder = dir }).stderr, 1, true)
    assert.matches("unexpected argument 'x'", example("x").stderr, 1, true)
    assert.matches("--count: expected a whole number from 1 to 10000000, got '0'", example("--count", "0").stderr, 1,
      true)
  end)
end)

describe("schema:example", function()
  it("returns values", function()
    local schema = load "#@schema/required\nport: 80\n"
    assert.same({ port = 1 }, schema:example())
    assert.equal("port: 1\n", schema:example { complete = true })
    assert.equal(3, #schema:example { count = 3 })
    local one = schema:example { invalid = true }[1]
    assert.is_nil(schema:check(one.document))
    assert.is_string(one.violation.message)
    assert.has_error(function() schema:example { count = "3" } end,
      "bad argument #1 to 'example' (option 'count' must be a whole number from 1 to 10000000)")
  end)

  it("works for recursive schemas, alternatives, placeholders, patterns and formats", function()
    local rows = {
      "#@ def tree():\n#@schema/required\nname: ''\nchildren:\n#@schema/like tree\n-\n#@ end\n"
        .. "#@schema/required\n#@schema/like tree\ntop:\n",
      "#@schema/required\n#@schema/one-of 1, 'a', [True]\na: 1\n",
      "#@schema/required\n#@schema/all-of 1, 2\na: 1\n",
      "#@schema/required\nm:\n  #@schema/key allowed='^[a-z]{3}$', expects=2\n  _: 1\n",
      "#@schema/required\n#@schema/validation regexp='^v[0-9]+(-rc)?$'\na: v1\n",
      "#@schema/required\n#@schema/validation format='uuid'\na: ''\n",
      "#@schema/required\n#@schema/type any=True\na: 1\n",
      "#@schema/required\n#@schema/validation unique=True, min_len=3\na:\n- 0\n",
      "#@schema/validation at_least_one_of=['a', 'b']\n#@schema/keys-may-be-present\nm:\n  a: 1\n  b: 1\n",
    }
    for _, text in ipairs(rows) do
      local schema = load(text)
      local smallest, report = schema:example()
      assert.is_truthy(smallest, text .. tostring(report))
      assert.is_truthy(schema:check(smallest))
      for _, document in ipairs(schema:example { count = 20 }) do
        assert.is_truthy(schema:check_json(yschema.encode(document, "json")))
      end
      assert.equal(20, #schema:example { count = 20, invalid = true })
    end
  end)

  it("finds values for functions by what the schema shows, and by trying", function()
    local schema = load "#@schema/required\n#@schema/validation ('even', lambda v: v % 2 == 0)\na: 1\n"
    assert.equal(0, schema:example().a % 2)
    schema = load("#@schema/required\n#@schema/validation ('odd one', lambda v: v == 'xyzzy')\n"
      .. "#@schema/examples ('it', 'xyzzy')\na: ''\n")
    assert.same({ a = "xyzzy" }, schema:example())
    schema = load("#@schema/required\n#@schema/validation ('a name', lambda v, ctx: v in [s['name'] for s in"
      .. " ctx.root['all']])\nfirst: ''\n#@schema/required\nall:\n- name: ''\n")
    local values = schema:example()
    assert.equal(values.first, values.all[1].name or "")
  end)

  it("makes no document in which a default breaks a JSON Schema", function()
    local schema = load(("#@schema/validation json_schema='#'\nport:\n  a: 0\n#@schema/json-schema\n---\n%s\n")
      :format("{properties: {b: {}}, additionalProperties: false}"))
    local smallest = schema:example()
    assert.same({ port = {} }, smallest) -- the default is not tested, because this is given
    for _, document in ipairs(schema:example { count = 5 }) do assert.is_true(schema:check(document)) end
  end)

  it("says what stopped it", function()
    local schema = load "a: 1\n#@schema/required\nb:\n  #@schema/validation ('never', lambda v: False)\n  c: 1\n"
    local document, report = schema:example()
    assert.is_nil(document)
    assert.matches("no valid document was found: b.c was refused %d+ times, by a rule with a function %(never%);",
      report.violations[1].message)
    schema = assert(yschema.load "#@data/values-schema\n#@schema/type any=True\n---\n")
    document, report = schema:example { invalid = true }
    assert.is_nil(document)
    assert.matches("the schema seems to accept everything", report.violations[1].message, 1, true)
  end)
end)

describe("documents of a schema with references", function()
  local SERVICES = [[
#@schema/identity "name"
services:
- name: ""
  port: 80
volumes:
  #@schema/any-key
  _: ""
routes:
- path: ""
  #@schema/required
  #@schema/refers to="services[].name"
  service: ""
  #@schema/nullable
  #@schema/refers to=["volumes{}", "..services[].name"]
  volume: ""
]]

  it("refer to names that exist", function()
    local schema, count = load(SERVICES), 0
    for _, document in ipairs(assert(schema:example { count = 20, seed = 1 })) do
      assert(schema:apply(yschema.encode(document, "yaml")))
      for _, route in ipairs(document.routes or {}) do count = count + (route.service and 1 or 0) end
    end
    assert.is_true(count > 5, count)
  end)

  it("are refused for names that are missing or repeated", function()
    local schema, rules = load(SERVICES), {}
    for _, pair in ipairs(assert(schema:example { invalid = true, count = 60, seed = 1 })) do
      rules[pair.violation.rule or ""] = true
    end
    assert.same({ true, true }, { rules.reference, rules.identity })
  end)

  it("have no names that are numbers as keys", function()
    local schema = load '#@schema/required\n#@schema/refers to="{}"\nport: 7\n#@schema/any-key\n_: 0\n'
    local list, problem = schema:example { count = 3 }
    assert.is_nil(list)
    assert.matches("port was refused", tostring(problem))
  end)

  it("have the names that a required reference needs", function()
    local schema = load 'a:\n- name: ""\n#@schema/required\n#@schema/refers to="a[].name"\nb: ""\n'
    local document = assert(schema:example())
    assert.equal(document.b, document.a[1].name)
  end)
end)
