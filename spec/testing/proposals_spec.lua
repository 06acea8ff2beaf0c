-- `yschema test --propose` and `--write`: tests that the command makes.

local command = require "spec.support.command"
local folders = require "spec.support.folder"

local folder

local function run(...) return command.run({ "test", ... }, { folder = folder }) end
local function write(name, text) return folders.write(folder, name, text) end
local function read(name) return command.read(folder .. "/" .. name) end

before_each(function()
  folder = folders.make()
  write("schema.yml", [[
#@data/values-schema
---
#@schema/required
#@schema/validation min_len=2, regexp="^[a-z]"
name: ""
#@schema/validation one_of=["tcp", "udp"]
protocol: tcp
#@schema/nullable
limit: 1
servers:
- host: ""
  #@schema/validation min=1
  port: 80
#@schema/one-of "", {"kind": "x", "size": 1}
storage: ""
labels:
  #@schema/any-key
  #@schema/validation ("an even number", lambda v: v % 2 == 0)
  label: 2
#@schema/removed "nothing reads it"
old: 1
]])
  write("a.schema-test.yml", "# mine\nschema: schema.yml # here")
end)
after_each(function() folders.remove(folder) end)

describe("proposed tests", function()
  it("notice all that a simple schema says", function()
    assert.equal(0, run("--write").rc)
    local result = run("--coverage")
    assert.equal(0, result.rc, result.stderr)
    assert.matches("coverage: 100.0 %", result.stdout, 1, true)
  end)

  it("have the violations of a JSON Schema, and its defaults", function()
    write("schema.json", '{"type": "object", "properties": {"a": {"minimum": 1, "default": 3}}}')
    write("a.schema-test.yml", "json_schema: schema.json")
    assert.equal(0, run("--write").rc)
    local text = read "a.schema-test.yml"
    assert.matches("path: a\n    rule: json-schema/minimum", text, 1, true)
    assert.matches("result:\n    a: 3", text, 1, true)
    assert.equal(0, run().rc)
  end)

  it("are appended to what is there", function()
    local printed = run("--propose").stdout
    run("--write")
    assert.equal("# mine\nschema: schema.yml # here\ntests:\n" .. printed, read "a.schema-test.yml")
    local result = run("--write")
    assert.matches("there are no tests to propose", result.stderr, 1, true)
  end)

  it("have the indentation of the others", function()
    write("a.schema-test.yml", "schema: schema.yml\ntests:\n  # one\n  - name: one\n    values: {name: ab}\n"
      .. "    valid: true")
    assert.equal(0, run("--write").rc)
    local text = read "a.schema-test.yml"
    assert.matches("    valid: true\n  %- name: .-\n    values:\n      name: ", text)
    assert.equal(0, run().rc)
  end)

  it("need a list to which they can be appended", function()
    for _, text in ipairs { "tests: [{name: t, values: {name: ab}, valid: true}]\nschema: schema.yml\n",
      "schema: schema.yml\ntests: [{name: t, values: {name: ab}, valid: true}]\n" } do
      write("a.schema-test.yml", text)
      local result = run("--write")
      assert.equal(2, result.rc)
      assert.matches("can be appended", result.stderr, 1, true)
      assert.equal(text, read "a.schema-test.yml")
    end
  end)

  it("name files, and copy none of their values", function()
    write("conf/prod.yml", "name: secret-name\nprotocol: x\n")
    write("conf/fine.yml", "name: secret-name\n")
    assert.equal(0, run("--write", "--from", "conf").rc)
    assert.equal("# mine\nschema: schema.yml # here\ntests:\n- name: conf/fine.yml\n  file: conf/fine.yml\n"
      .. "  valid: true\n- name: conf/prod.yml\n  file: conf/prod.yml\n  violations:\n  - path: protocol\n"
      .. "    rule: one_of\n",
      read "a.schema-test.yml")
    assert.equal(2, run("--from", "none.yml").rc)
  end)

  it("show no sensitive default", function()
    write("schema.yml", "#@data/values-schema\n---\n#@schema/sensitive\n#@schema/validation one_of=['abc1', 'xyz1']\n"
      .. "token: abc1\nplain: 1\nlist:\n- #@schema/sensitive\n  key: pqr1\n#@schema/default [{'key': 'uvw1'}]\nother:\n"
      .. "- #@schema/sensitive\n  key: ''\n")
    local printed = run("--propose").stdout
    assert.matches("result:\n    list: []\n    plain: 1\n", printed, 1, true)
    for _, text in ipairs { "abc1", "xyz1", "pqr1", "uvw1" } do assert.is_nil(printed:find(text, 1, true), text) end
    assert.equal(2, run("--propose", "--report", "json").rc)
  end)

  it("build on a valid file where no small document is valid", function()
    write("schema.yml", "#@data/values-schema\n#@schema/validation ('three names', lambda v: v['a'] + v['b'] == 'xz')\n"
      .. "---\na: ''\nb: ''\n#@schema/validation min=1\nport: 1\n")
    write("base.yml", "a: x\nb: z\n")
    assert.equal(0, run("--write", "--from", "base.yml").rc)
    assert.equal(0, run("--write").rc)
    assert.matches("- name: port refused by min=1\n  layers:\n  - file: base.yml\n  - values:\n      port: 0\n",
      read "a.schema-test.yml", 1, true)
  end)

  it("begin when all tests of one file pass", function()
    write("a.schema-test.yml", "schema: schema.yml\ntests: [{name: t, values: {name: ab}, result: {limit: 1}}]\n")
    assert.matches("before all tests pass", run("--propose").stderr, 1, true)
    write("a.schema-test.yml", "schema: schema.yml\n")
    write("b.schema-test.yml", "schema: schema.yml\n")
    assert.matches("name it", run("--propose").stderr, 1, true)
    assert.equal(0, run("--propose", "b.schema-test.yml").rc)
  end)
end)
