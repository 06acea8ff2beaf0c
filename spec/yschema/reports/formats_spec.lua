local command = require "spec.support.command"
local yschema = require "yschema"

local schema_text = [[
#@data/values-schema
---
port: 80
#@schema/deprecated "use port"
old: ""
#@schema/validation min_len=1
name: "x"
hosts:
- ""
#@schema/validation ("even", function(n) return n % 2 == 0 end)
workers: 3
]]

-- The report about a text that is called as a file is; rules do not stop at the default of `workers`.
local function report_of(values, name)
  local schema = assert(yschema.load(schema_text, { name = "conf/schema.yml" }))
  local documents, problem = yschema.parse(values, name or "values.yml")
  if not documents then return problem end
  return select(2, schema:apply("workers: 2", documents))
end

local facts = assert(yschema.load_file(command.root .. "/spec/fixtures/sarif.yml"))

-- The one run of a log that the published schema allows.
local function run_of(log)
  assert(facts:apply(log))
  return assert(yschema.parse(log)):value().runs[1]
end

describe("a report as SARIF", function()
  it("shows a violation at its line and column, and the schema's beside it", function()
    local run = run_of(report_of "# é\nhosts: [é, 1]\n":sarif())
    assert.equal(1, #run.results)
    local result = run.results[1]
    assert.equal("type", result.ruleId)
    assert.equal("error", result.level)
    assert.equal("hosts[1]: expected string, but found integer\nHint: to make it a string, put it in quotes.",
      result.message.text)
    local location = result.locations[1]
    assert.same({ startLine = 2, startColumn = 12, endColumn = 13 }, location.physicalLocation.region)
    assert.equal("values.yml", location.physicalLocation.artifactLocation.uri)
    assert.equal("hosts[1]", location.logicalLocations[1].fullyQualifiedName)
    local related = result.relatedLocations[1].physicalLocation
    assert.equal("conf/schema.yml", related.artifactLocation.uri)
    assert.same({ startLine = 9, startColumn = 1, endColumn = 5 }, related.region)
  end)

  it("ends regions after the key or the scalar", function()
    local function region(text)
      local place = run_of(report_of(text):sarif()).results[1].locations[1].physicalLocation.region
      return place.startColumn .. "-" .. (place.endColumn or "")
    end
    assert.equal("1-5", region "prot: 1\n")
    assert.equal("1-7", region "'prot' : 1\n")
    assert.equal("2-6", region "{prot: 1}\n")
    assert.equal("7-13", region "port: [a, b] # no\n")
    assert.equal("9-15", region 'hosts: [["a]"], b]\n')
    assert.equal("5-11", region "hosts:\n  - {a: 1}\n")
    assert.equal("8-9", region "hosts: 5 # five\n")
  end)

  it("has the places of violations of the schema's own values", function()
    local schema = assert(yschema.load(schema_text, { name = "conf/schema.yml" }))
    local documents = assert(yschema.parse("port: 1\n", "values.yml"))
    local run = run_of(select(2, schema:apply(documents)):sarif())
    local result = run.results[1]
    assert.same({ startLine = 11, startColumn = 1, endColumn = 8 }, result.locations[1].physicalLocation.region)
    assert.same({ startLine = 10, startColumn = 1, endColumn = 64 },
      result.relatedLocations[1].physicalLocation.region)
  end)

  it("does not show how long a sensitive text is", function()
    local schema = assert(yschema.load("#@data/values-schema\n---\n#@schema/sensitive\nkeys:\n- 0\nport: 1\n",
      { name = "conf/schema.yml" }))
    local values = assert(yschema.parse("keys: [hunter2]\nport: x\n", "values.yml"))
    local run = run_of(select(2, schema:apply(values)):sarif())
    assert.is_nil(run.results[1].locations[1].physicalLocation.region.endColumn)
    assert.equal(8, run.results[2].locations[1].physicalLocation.region.endColumn)
  end)

  it("counts columns in characters, as it says", function()
    local run = run_of(report_of "{name: '😀é', prot: 1}\n":sarif())
    assert.equal("unicodeCodePoints", run.columnKind)
    assert.equal(14, run.results[1].locations[1].physicalLocation.region.startColumn)
  end)

  it("lists each rule once, and results find theirs", function()
    local run = run_of(report_of "prot: 1\nprt: 2\nname: ''\nworkers: 3\n":sarif())
    local rules = run.tool.driver.rules
    local ids = {}
    for i, rule in ipairs(rules) do ids[i] = rule.id end
    assert.same({ "unknown-key", "min_len", "custom" }, ids)
    for _, result in ipairs(run.results) do
      assert.equal(result.ruleId, rules[result.ruleIndex + 1].id)
    end
    assert.equal(4, #run.results)
  end)

  it("shows violations of each document of a file at their lines", function()
    local run = run_of(report_of "port: a\n---\nport: b\n":sarif())
    assert.equal(1, run.results[1].locations[1].physicalLocation.region.startLine)
    assert.equal(3, run.results[2].locations[1].physicalLocation.region.startLine)
  end)

  it("says what stands at the other place of a violation of the text", function()
    for text, why in pairs { ["hosts: [a\nname: b\n"] = "the incomplete part begins here",
      ["name: a\nname: b\n"] = "the key was given first here" } do
      local related = run_of(report_of(text):sarif()).results[1].relatedLocations[1]
      assert.equal(why, related.message.text)
      assert.equal(1, related.physicalLocation.region.startLine)
    end
  end)

  it("shows a default that breaks a rule in the schema", function()
    local schema = assert(yschema.load(schema_text, { name = "s.yml" }))
    local run = run_of(select(2, schema:apply {}):sarif())
    local place = run.results[1].locations[1].physicalLocation
    assert.equal("s.yml", place.artifactLocation.uri)
    assert.equal(11, place.region.startLine)
  end)

  it("shows what no file holds at the schema's line, and says who gave it", function()
    local schema = assert(yschema.load(schema_text, { name = "s.yml" }))
    local run = run_of(select(2, schema:apply("workers: 2\nport: x")):sarif())
    local result = run.results[1]
    assert.equal("s.yml", result.locations[1].physicalLocation.artifactLocation.uri)
    assert.equal(3, result.locations[1].physicalLocation.region.startLine)
    assert.matches("(at values:2:7)", result.message.text, 1, true)
    assert.is_nil(result.relatedLocations)
  end)

  it("has only a logical place when neither is in a file", function()
    local schema = assert(yschema.load(schema_text))
    local run = run_of(select(2, schema:apply { workers = 2, port = "x" }):sarif())
    local location = run.results[1].locations[1]
    assert.is_nil(location.physicalLocation)
    assert.equal("port", location.logicalLocations[1].fullyQualifiedName)
  end)

  it("has warnings as warnings", function()
    local run = run_of(report_of "old: x\n":sarif())
    assert.equal(1, #run.results)
    assert.equal("warning", run.results[1].level)
    assert.matches("use port", run.results[1].message.text, 1, true)
    assert.equal(0, run.invocations[1].exitCode)
  end)

  it("is a log without results when there are no violations", function()
    local run = run_of(report_of "port: 1\n":sarif())
    assert.same({}, run.results)
    assert.is_true(run.invocations[1].executionSuccessful)
  end)

  it("shows a violation of the input at its line", function()
    local run = run_of(report_of "port: 1\nname: [\n":sarif())
    assert.equal("yaml", run.results[1].ruleId)
    assert.equal(3, run.results[1].locations[1].physicalLocation.region.startLine)
    assert.is_false(run.invocations[1].executionSuccessful)
    assert.equal(2, run.invocations[1].exitCode)
  end)

  it("writes names of files as URIs", function()
    for name, uri in pairs {
      ["./a/b.yml"] = "a/b.yml", ["../x y.yml"] = "../x%20y.yml", ["/etc/x.yml"] = "file:///etc/x.yml",
      ["a:b#c?%.yml"] = "a%3Ab%23c%3F%25.yml", ["é.yml"] = "%C3%A9.yml", ["\255"] = "%FF",
    } do
      local run = run_of(report_of("port: a\n", name):sarif())
      assert.equal(uri, run.results[1].locations[1].physicalLocation.artifactLocation.uri)
    end
  end)

  it("escapes what messages of SARIF give a meaning to", function()
    local run = run_of(report_of '{"a{0}": 1, "a](b)": 2}\n':sarif())
    assert.matches("a{{0}}", run.results[1].message.text, 1, true)
    assert.matches("a\\](b)", run.results[2].message.text, 1, true)
    assert.matches("one of {{ hosts,", run.results[1].message.text, 1, true)
  end)

  it("is validated by facts that refuse other logs", function()
    local log = report_of "prot: 1\n":sarif()
    for from, to in pairs {
      ['"version":"2.1.0"'] = '"version":"2.0.0"', ['"startLine":1'] = '"startLine":0',
      ['"columnKind":"unicodeCodePoints",'] = "", ['"ruleId"'] = '"ruleid"', ['"error"'] = '"fatal"',
      ['"text":"prot'] = '"text":1,"txt":"prot',
    } do
      local first, last = assert(log:find(from, 1, true))
      assert.is_nil((facts:apply(log:sub(1, first - 1) .. to .. log:sub(last + 1))))
    end
  end)

end)

describe("a report as JUnit's XML", function()
  local path

  before_each(function() path = os.tmpname() end)
  after_each(function() os.remove(path) end)

  -- Writes the document, which has to fit the published schema.
  local function valid(xml)
    local file = assert(io.open(path, "wb"))
    file:write(xml)
    file:close()
    assert.same({ path .. " validates" }, command.output(
      ("xmllint --noout --schema spec/fixtures/junit.xsd %s 2>&1"):format(path)))
  end

  local function ask(xpath)
    return table.concat(command.output(("xmllint --xpath %s %s"):format(command.quote(xpath), path)), "\n")
  end

  it("has a failed case for each file with violations, with all of them", function()
    valid(report_of "prot: 1\nname: ''\nworkers: 1\n":junit())
    assert.equal("2 1 0", ask "concat(/testsuites/@tests, ' ', /testsuites/@failures, ' ', /testsuites/@errors)")
    assert.equal("1", ask "count(//testsuite[@name='values.yml' and @failures='1']/testcase[failure])")
    assert.equal("values.yml", ask "string(//testsuite[testcase/failure]/@file)")
    assert.equal("values.yml", ask "string(//testcase[failure]/@name)")
    assert.equal("3", ask "count(//testcase/failure)")
    assert.matches("^values.yml:1:1: prot is not declared", ask "string((//failure)[1])")
    assert.matches("by: conf/schema.yml:2", ask "string((//failure)[1])", 1, true)
    assert.equal("unknown-key", ask "string((//failure)[1]/@type)")
  end)

  it("has a case that passed for a file without violations", function()
    valid(report_of "port: 1\n":junit())
    assert.equal("0", ask "count(//failure | //error)")
    assert.equal("1", ask "count(//testsuite[@name='values.yml']/testcase)")
    valid(select(2, assert(yschema.load(schema_text)):apply { workers = 2 }):junit())
    assert.equal("1", ask "count(//testcase)")
  end)

  it("has errors for what is not the data's violation", function()
    valid(report_of "port: [\n":junit())
    assert.equal("1", ask "count(//testsuite[@name='values.yml' and @errors='1']/testcase/error[@type='syntax'])")
    assert.equal("0", ask "string(/testsuites/@failures)")
  end)

  it("shows warnings without failing", function()
    valid(report_of "old: x\n":junit())
    assert.matches("use port", ask "string(//system-out)", 1, true)
    assert.equal("0", ask "string(/testsuites/@failures)")
  end)

  it("escapes what XML cannot have as it is", function()
    valid(report_of('"<&>\\"\\u0001\\uffff\\n\\t]]>é😀": 1\n', "a\255\1<\"&.yml"):junit())
    assert.matches('<&>\\"', ask "string(//failure/@message)", 1, true)
    assert.matches("é", ask "string(//failure/@message)", 1, true)
    assert.equal("a\\xff\\x01<\"&.yml", ask "string(//testsuite[testcase/failure]/@name)")
  end)

  it("escapes each kind of byte that is no text", function()
    for _, bytes in ipairs { "\128", "\192\128", "\224\128\128", "\237\160\128", "\244\144\128\128", "\245", "\195",
      "\226\130", "\240\159\152" } do
      valid(report_of("port: a\n", "a" .. bytes .. "b.yml"):junit())
      assert.matches("^a\\x%x%x.*b%.yml$", ask "string(//testsuite[testcase/failure]/@name)")
    end
  end)
end)

describe("a report's text", function()
  local report = report_of "prot: 1\nname: ''\n"

  it("has colours when it is asked for them, and says the same", function()
    local coloured = report:text { color = true }
    assert.equal(tostring(report), (coloured:gsub("\27%[[%d;]*m", "")))
    assert.matches("\27[1;31m    = found:\27[0m prot", coloured, 1, true)
    assert.matches("\27[32m    - must be:\27[0m", coloured, 1, true)
  end)

  it("has none otherwise", function()
    assert.equal(tostring(report), report:text())
    assert.is_nil(tostring(report):find("\27", 1, true))
  end)
end)

describe("colours", function()
  local wanted = require "yschema.report.colour".wanted

  local function with(environment)
    return function(name) return environment[name] end
  end

  it("are for terminals", function()
    assert.is_true(wanted("auto", true, with {}))
    assert.is_false(wanted("auto", false, with {}))
  end)

  it("are not for those who refuse them", function()
    assert.is_false(wanted("auto", true, with { NO_COLOR = "1" }))
    assert.is_true(wanted("auto", true, with { NO_COLOR = "" }))
    assert.is_false(wanted("auto", true, with { TERM = "dumb" }))
  end)

  it("are for those who insist", function()
    assert.is_true(wanted("always", false, with { NO_COLOR = "1" }))
    assert.is_false(wanted("never", true, with {}))
  end)
end)
