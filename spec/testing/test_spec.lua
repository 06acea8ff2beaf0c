-- `yschema test` and `yschema.test`: tests of schemas.

local command = require "spec.support.command"
local in_process = require "spec.support.in_process"
local folders = require "spec.support.folder"

local folder

local function write(name, text) return folders.write(folder, name, text) end

local function run(...) return in_process.call({ "test", ... }, { folder = folder }) end

-- Runs one test with the text below its name.
local function outcome(test, ...)
  write("a.schema-test.yml", "schema: schema.yml\ntests:\n- name: t\n" .. test:gsub("[^\n]+", "  %0"))
  return run("a.schema-test.yml", ...)
end

local function passes(test)
  local result = outcome(test)
  assert.same({ rc = 0, stderr = "", stdout = "1 file, 1 test: 1 passed, 0 failed\n" }, result)
end

-- Asserts that a test fails, and that the report has a block for each of these sentences.
local function fails(test, ...)
  local result, blocks = outcome(test), {}
  assert.equal(1, result.rc, result.stderr)
  for i, sentence in ipairs { ... } do blocks[i] = "a.schema-test.yml:3:1: error[test]: t: " .. sentence .. "\n" end
  assert.equal(table.concat(blocks, "\n") .. "\n1 file, 1 test: 0 passed, 1 failed\n", result.stdout)
end

local function is_invalid(text, ...)
  local result = run(...)
  assert.equal(2, result.rc, result.stderr)
  assert.matches(text, result.text, 1, true)
  return result
end

before_each(function()
  folder = folders.make()
  write("schema.yml", [[
#@data/values-schema
---
#@schema/required
name: ""
#@schema/validation min=1, max=65535
port: 80
ratio: 0.5
hosts:
- ""
#@schema/sensitive
token: {key: abc, id: 1}
#@schema/deprecated "no longer"
old: 1
]])
end)

after_each(function() folders.remove(folder) end)

describe("the result of a test", function()
  it("has at least the expected keys", function()
    passes "values: {name: a}\nresult: {port: 80, token: {id: 1}}\n"
    passes "values: {name: a}\nresult: {}\n"
    fails("values: {name: a}\nresult: {port: 81, hosts: [x], nam: 1}\n",
      "result at port: expected 81, found 80", "result at hosts: expected 1 items, found 0 items",
      "result at nam: expected a value, found nothing")
  end)

  it("has no others, if all of it is given", function()
    passes("values: {name: a}\nwhole_result: {name: a, port: 80, ratio: 0.5, hosts: [], token: {key: abc, id: 1},"
      .. " old: 1}\n")
    fails("values: {name: a}\nwhole_result: {name: a, port: 80, ratio: 0.5, hosts: [], old: 1}\n",
      "result at token: expected nothing, found (sensitive)")
  end)

  it("distinguishes integers, floats and strings", function()
    passes "values: {name: a, ratio: 2}\nresult: {ratio: 2.0}\n"
    fails("values: {name: a, ratio: 2}\nresult: {ratio: 2}\n", "result at ratio: expected 2, found 2.0")
    fails("values: {name: '1'}\nresult: {name: 1}\n", 'result at name: expected 1, found "1"')
  end)

  it("shows no sensitive value", function()
    fails("values: {name: a, token: {key: one, id: 2}}\nresult: {token: {key: two, id: 3, x: 1}}\n",
      "result at token.key: expected another value, found (sensitive)",
      "result at token.id: expected another value, found (sensitive)",
      "result at token.x: expected a value, found nothing")
  end)

  it("has the values of all layers, files and texts", function()
    write("base.yml", "name: a\nport: 1\n")
    passes [[
layers:
- file: base.yml
- values: {port: 2}
- text: |
    #@data/values
    ---
    hosts: [x]
result: {name: a, port: 2, hosts: [x]}
]]
  end)

  it("is that of each document of a file", function()
    write("docs.yml", "name: a\n---\nname: b\n")
    passes "file: docs.yml\nresult: {port: 80}\n"
    fails("files: ['d*.yml']\nresult: {name: a}\n", 'result at name: expected "a", found "b"')
  end)
end)

describe("the violations of a test", function()
  it("are those of the values", function()
    passes "values: {name: a, port: 0}\nviolations: [{path: port, rule: min}]\n"
    passes "values: {name: a, port: x}\nviolations: [{path: /port, rule: type}]\n"
    passes "values: {name: a, port: 0}\nviolations: [{message: a value >= 1}]\n"
    passes "text: 'port: 1'\nviolations: [{path: name, rule: required}]\n"
    passes "text: '{'\nviolations: [{rule: syntax}]\n"
  end)

  it("are found in one way that fits all", function()
    passes "values: {name: 1, port: x}\nviolations: [{rule: type}, {rule: type, path: name}]\n"
  end)

  it("fail the test when they are missing, others or too many", function()
    fails("values: {name: a}\nviolations: [{path: port, rule: min}]\n",
      "expected a violation, but none came: port, min")
    fails("values: {name: a, port: 0}\nviolations: [{rule: max, message: big}]\n",
      'expected a violation, but none came: max, "big"',
      "unexpected violation: port must be >= 1 (found: value < 1) (schema.yml:5)")
    fails("values: {name: a, port: 0, x: 1}\nviolations: [{rule: min}]\n", "unexpected violation: x is not declared"
      .. " in the schema; expected one of { hosts, name, old, port, ratio, token } (schema.yml:2)")
  end)

  it("may be more, if the test says so", function()
    passes "values: {name: a, port: 0, x: 1}\nviolations: [{rule: min}]\nmore_violations: true\n"
  end)

  it("fail a test that expects none", function()
    fails("values: {name: a, port: 0}\nvalid: true\n",
      "unexpected violation: port must be >= 1 (found: value < 1) (schema.yml:5)")
  end)
end)

describe("the warnings of a test", function()
  it("are compared if the test has them", function()
    passes "values: {name: a, old: 2}\nvalid: true\n"
    passes "values: {name: a, old: 2}\nwarnings: [{path: old, rule: deprecated}]\n"
    fails("values: {name: a, old: 2}\nwarnings: []\n", "unexpected warning: old is deprecated: no longer"
      .. " (schema.yml:12)")
    fails("values: {name: a}\nwarnings: [{path: old}]\n", "expected a warning, but none came: old")
  end)
end)

describe("a test file", function()
  local function file(text) write("a.schema-test.yml", text) end

  it("needs a schema that is there", function()
    file "tests: [{name: t, values: 1, valid: true}]\n"
    is_invalid "no schema: write schema or json_schema"
    file "schema: none.yml\ntests: [{name: t, values: 1, valid: true}]\n"
    is_invalid "none.yml: No such file or directory"
    write("values.yml", "a: 1\n")
    file "schema: values.yml\ntests: [{name: t, values: 1, valid: true}]\n"
    is_invalid "values.yml: it is no schema"
    file "json_schema: none.json\ntests: [{name: t, values: 1, valid: true}]\n"
    is_invalid "there is no file none.json"
  end)

  it("needs a schema that can be compiled", function()
    write("bad.yml", "#@data/values-schema\n---\na: null\n")
    file "schema: bad.yml\ntests: [{name: t, values: {}, valid: true}]\n"
    write("b.schema-test.yml", "schema: schema.yml\ntests: [{name: t, values: {name: a}, valid: true}]\n")
    local result = is_invalid "bad.yml"
    assert.matches("2 files, 2 tests: 1 passed, 0 failed, 1 not run", result.stdout, 1, true)
  end)

  it("has tests with values, an expectation and a name of their own", function()
    local function says(text, tests)
      file("schema: schema.yml\ntests:\n" .. tests)
      is_invalid(text)
    end
    says("nothing is expected", "- {name: t, values: {}}\n")
    says("no values", "- {name: t, valid: true}\n")
    says("exclude each other", "- {name: t, values: {}, text: '', valid: true}\n")
    says("violations excludes valid", "- {name: t, values: {}, valid: true, violations: [{rule: a}]}\n")
    says("more_violations needs violations", "- {name: t, values: {}, valid: true, more_violations: true}\n")
    says("an earlier test has this name", "- &a {name: t, values: {}, valid: true}\n- *a\n")
    says("tests[0].name is required", "- {values: {}, valid: true}\n")
    says("there is no file none.yml", "- {name: t, file: none.yml, valid: true}\n")
    says("no file has a name like this", "- {name: t, files: ['*.none'], valid: true}\n")
    says("it has none of them, or several", "- {name: t, layers: [{}], valid: true}\n")
    says("did you mean \"violations\"?", "- {name: t, values: {}, violation: []}\n")
    says("must have length >= 1", "- {name: t, values: {}, violations: []}\n")
  end)

  it("may be anywhere, with paths from its folder", function()
    write("sub/deep/b.schema-test.yml", "schema: ../../schema.yml\n"
      .. "tests: [{name: t, values: {name: a}, valid: true}]\n")
    local result = run()
    assert.same({ 0, "1 file, 1 test: 1 passed, 0 failed\n" }, { result.rc, result.stdout })
    assert.equal(0, run("sub").rc)
    assert.equal(0, run("**/b.*").rc)
    is_invalid("no file has a name like this", "**/c.*")
  end)

  it("is missing", function()
    is_invalid "no test files"
    is_invalid("none.schema-test.yml", "none.schema-test.yml")
    is_invalid("not from standard input", "-")
    is_invalid("an argument is empty", "")
  end)

  it("may have options, and a JSON Schema", function()
    write("schema.json", '{"type": "object", "properties": {"a": {"type": "string"}}}')
    file "json_schema: schema.json\ntests: [{name: t, values: {a: yes}, result: {a: yes}}]\n"
    assert.equal(0, run().rc)
    file("json_schema: schema.json\noptions: {yaml: '1.1'}\ntests:\n"
      .. "- {name: t, values: {a: yes}, violations: [{path: a}]}\n")
    assert.equal(0, run().rc)
  end)

  it("validates by a JSON Schema as check does", function()
    write("schema.json", '{"type": "object", "properties": {"a": {"minimum": 1, "default": 3},\n'
      .. '"old": {"deprecated": true}, "n": {"multipleOf": 0.01}}, "unevaluatedProperties": false}')
    file("json_schema: schema.json\ntests:\n- {name: a, values: {a: 0, n: 4.02}, violations: [\n"
      .. "  {path: a, rule: minimum, message: 'a value >= 1 (found: 0)'}]}\n"
      .. "- {name: b, values: {a: 0, c: 1}, violations: [{rule: minimum}, {path: c, rule: unknown-key}]}\n"
      .. "- {name: c, values: {old: x}, warnings: [{path: old, rule: deprecated}]}\n")
    local result = run()
    assert.same({ 0, "1 file, 3 tests: 3 passed, 0 failed\n" }, { result.rc, result.stdout })
    file "json_schema: schema.json\ntests:\n- {name: t, values: {a: 0}, valid: true}\n"
    assert.matches("unexpected violation: a must be >= 1 (found: 0) (schema.json:1)", run().stdout, 1, true)
    write("schema.json", '{"type": "sting"}')
    is_invalid "schema.json:1: invalid JSON Schema"
  end)

  it("has the defaults of a JSON Schema in results", function()
    write("schema.json", '{"type": "object", "properties": {"a": {"default": 3}, "b": {"maximum": 2}}}')
    file("json_schema: schema.json\ntests:\n- {name: a, values: {b: 1}, result: {a: 3}}\n"
      .. "- {name: b, values: {a: 4, b: 1}, whole_result: {a: 4, b: 1}}\n")
    assert.equal(0, run().rc)
    file "json_schema: schema.json\ntests:\n- {name: t, values: {b: 1}, result: {a: 4}}\n"
    assert.matches("result at a: expected 4, found 3", run().stdout, 1, true)
    file "json_schema: schema.json\ntests:\n- {name: t, values: {b: 3}, result: {a: 3}}\n"
    assert.matches("unexpected violation: b must be <= 2", run().stdout, 1, true)
  end)

  it("is skipped by other commands", function()
    file "schema: schema.yml\ntests: [{name: t, values: {name: a}, valid: true}]\n"
    write("values.yml", "name: a\n")
    assert.equal(0, in_process.call({ "check", "-f", "schema.yml", "." }, { folder = folder }).rc)
    assert.equal(0, in_process.call({ "-f", "." }, { folder = folder }).rc)
  end)
end)

describe("functions of a schema under test", function()
  it("that fail are violations", function()
    write("schema.yml", [[
#@data/values-schema
---
#@schema/validation ("fine", function(v) error("oh") end)
name: ""
#@schema/validation when=function(v) return 1 end, min=1
port: 1
]])
    passes "values: {}\nviolations: [{path: name, rule: rule-failed}, {path: port, rule: when-not-boolean}]\n"
  end)

  it("that never end use up their budget #budget", function()
    if command.runtime ~= "lua5.4" then return end
    write("schema.yml", "#@data/values-schema\n---\n"
      .. "#@schema/validation when=function(v) while true do end end, min=1\nport: 1\n")
    passes "values: {}\nviolations: [{path: port, rule: when-failed}]\n"
  end)
end)

describe("yschema test", function()
  it("writes reports in other formats", function()
    local json = outcome("values: {name: a}\nresult: {port: 1}\n", "--report", "json")
    assert.equal('{"tests":[{"file":"a.schema-test.yml","line":3,"name":"t","passed":false,"mismatches":[{'
      .. '"path":"port","message":"result at port: expected 1, found 80","expected":"1","found":"80"}]}],'
      .. '"summary":{"files":1,"tests":1,"passed":0,"failed":1,"not_run":0}}\n', json.stdout)
    assert.matches('<testcase name="t" classname="a.schema-test.yml">\n      <failure type="test"',
      outcome("values: {name: a}\nresult: {port: 1}\n", "--report", "junit").stdout, 1, true)
    assert.matches('"ruleId": "test"',
      outcome("values: {name: a}\nresult: {port: 1}\n", "--report", "sarif").stdout:gsub('":"', '": "'), 1, true)
    assert.matches("::error file=a.schema-test.yml,line=3",
      outcome("values: {name: a}\nresult: {port: 1}\n", "--report", "github").stdout, 1, true)
  end)

  it("compiles a schema once for 10,000 tests", function()
    local tests = { "schema: schema.yml\ntests:\n" }
    for i = 1, 10000 do
      tests[#tests + 1] = ("- {name: t%d, values: {name: a, port: %d}, result: {port: %d}}\n"):format(i, i, i)
    end
    write("many.schema-test.yml", table.concat(tests))
    local result = run()
    assert.equal("1 file, 10000 tests: 10000 passed, 0 failed\n", result.stdout)
  end)

  it("is a function of the module", function()
    local yschema = require "yschema"
    outcome "values: {name: a}\nresult: {port: 1}\n"
    local ok, report, results = yschema.test { files = folder .. "/a.schema-test.yml" }
    assert.same({ nil, 1, 1, "result at port: expected 1, found 80" },
      { ok, report.status, results.failed, results.list[1].mismatches[1].message })
    assert.equal("t: result at port: expected 1, found 80", report.violations[1].message)
    assert.is_nil(yschema.test { files = { folder .. "/none" } })
    assert.has_error(function() yschema.test { file = "x" } end)
  end)
end)
