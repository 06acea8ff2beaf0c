-- `yschema check --lines` by the project file: each line of standard input is a document of one configuration.

local command = require "spec.support.command"
local folder = require "spec.support.folder"

local dir

local function write(name, text) return folder.write(dir, name, text) end

local function check(lines, ...)
  write("in", lines)
  return command.run({ "check", "--lines", ... }, { folder = dir, stdin = dir .. "/in" })
end

-- The verdicts of a call, each as file, configuration and one of +, - and 0 (skipped).
local function verdicts(result)
  local list = {}
  for line in result.stdout:gmatch "[^\n]+" do
    local number, file, entry = line:match '^{"number":(%d+),"file":"([^"]*)","entry":"([^"]*)",'
    local sign = line:find('"skipped":true', 1, true) and "0" or line:find('"valid":true', 1, true) and "+" or "-"
    list[#list + 1] = ("%s %s %s%s"):format(number, file, entry, sign)
  end
  return list
end

local function says(text, result)
  assert.equal(2, result.rc, result.stderr)
  assert.equal("", result.stdout)
  assert.matches(text, result.text, 1, true)
end

local ONE = "configurations:\n- {name: events, schema: service.yml, each: [no-such-folder/*.json]}\n"
local KINDS = [[
configurations:
- name: manifests
  each: [deploy]
  kinds:
  - {has: {kind: Service}, schema: service.yml}
  - {has: {kind: Deployment}, schema: replicas.yml}
- {name: events, each: ["*.json"], json_schema: events.json}
- {name: gateway, schema: service.yml, layers: [base.yml]}
- {name: own, each: [own]}
]]
local LINES = '{"kind":"Service","port":1}\n{"kind":"Deployment","replicas":0}\n{"kind":"Job"}\n\n'
  .. '{"kind":"Service","port":0}\n'

before_each(function()
  dir = folder.make "below"
  write("service.yml", "#@data/values-schema\n---\nkind: ''\n#@schema/validation min=1\nport: 1\n")
  write("replicas.yml", "#@data/values-schema\n---\nkind: ''\n#@schema/validation min=1\nreplicas: 1\n")
  write("events.json", '{"type":"object","properties":{"port":{"type":"integer","minimum":1}}}\n')
end)

after_each(function() folder.remove(dir) end)

describe("yschema check --lines", function()
  it("validates by the only configuration of the project file, whose files need not be there", function()
    write(".yschema.yml", ONE)
    for _, words in ipairs { {}, { "events" }, { "--project", ".yschema.yml" } } do
      local result = check('{"port":1}\n{"port":0}\n', (table.unpack or unpack)(words))
      assert.equal(1, result.rc)
      assert.same({ "1 line 1 events+", "2 line 2 events-" }, verdicts(result))
      assert.equal("1 error in 1 of 2 documents\n", result.stderr)
    end
    assert.matches("configurations[0].each[0]", command.run({ "check" }, { folder = dir }).text, 1, true)
  end)

  it("validates each line by the schema of its kind", function()
    write(".yschema.yml", KINDS)
    local result = check(LINES, "manifests")
    assert.same({ "1 line 1 manifests+", "2 line 2 manifests-", "3 line 3 manifests-", "4 line 4 manifests-",
      "5 line 5 manifests-" }, verdicts(result))
    assert.matches('"pointer":"/replicas",', result.stdout, 1, true)
    assert.matches('a document that has one of {"kind":"Service"}, {"kind":"Deployment"}',
      (result.stdout:gsub('\\"', '"')), 1, true)
    assert.equal(2, result.rc)
  end)

  it("writes a line about what it skips, so that each line has its answer", function()
    write(".yschema.yml", (KINDS:gsub("  kinds:", "  otherwise: skip\n%0")))
    local result = check((LINES:gsub("\n\n", "\n")), "manifests")
    assert.same({ "1 line 1 manifests+", "2 line 2 manifests-", "3 line 3 manifests0", "4 line 4 manifests-" },
      verdicts(result))
    assert.equal("2 errors in 2 of 3 documents, 1 document skipped\n", result.stderr)
  end)

  it("validates by a JSON Schema, and says where any value fits", function()
    write(".yschema.yml", KINDS)
    assert.same({ "1 line 1 events+", "2 line 2 events-" }, verdicts(check('{"port":1,"a":1}\n{"port":0}\n', "events")))
    write("events.json", '{"properties":{"port":{"$ref":"none.json"}}}\n')
    local by_project = check("{}\n", "--allow-inexact", "events")
    local by_flag = check("{}\n", "--allow-inexact", "--json-schema", "events.json")
    for _, result in ipairs { by_project, by_flag } do
      assert.matches("events.json: 1 keyword is not exact", result.text, 1, true)
    end
  end)

  it("writes one kind of report", function()
    write(".yschema.yml", KINDS)
    says("--lines writes a line of JSON about each line (--report ndjson), and no other report",
      check("", "events", "--report", "text"))
    assert.equal(0, check("", "events", "--report", "ndjson").rc)
  end)

  it("asks for a configuration, and not for files", function()
    write(".yschema.yml", KINDS)
    says("--lines: name the configuration that validates the lines; there are: manifests, events", check(""))
    says("the project file has no configuration 'event' (did you mean `events`?); lines can be validated by:"
      .. " manifests, events", check("", "event"))
    says("no configuration 'service.yml'", check("", "service.yml"))
    says("--lines takes the name of one configuration", check("", "manifests", "events"))
    says("the configuration 'gateway' merges layers, and --lines validates each line by itself", check("", "gateway"))
    says("the files of the configuration 'own' name their schemas themselves, which lines cannot", check("", "own"))
    write(".yschema.yml", "configurations:\n- {name: gateway, schema: service.yml, layers: [base.yml]}\n")
    says("the project file has no configuration that can validate lines", check(""))
    os.remove(dir .. "/.yschema.yml")
    says("--lines needs a schema: give one with -f, or the name of a configuration of a project file", check(""))
    says("--lines needs a schema", check("", "events"))
  end)

  it("reports errors of the project file and its schemas", function()
    write(".yschema.yml", (ONE:gsub("schema: ", "shema: ")))
    says("configurations[0].shema", check "")
    write(".yschema.yml", ONE)
    write("service.yml", "#@data/values-schema\n---\n#@schema/validation mim=1\na: 1\n")
    says("mim", check "")
    write("service.yml", "a: 1\n")
    says("configurations[0].schema", check "")
  end)
end)

describe("yschema check --lines -q", function()
  local function write_input(text)
    write("in", text)
    return { folder = dir, stdin = dir .. "/in" }
  end

  -- The numbers of the lines that are reported.
  local function reported(result)
    local list = {}
    for number, name in result.stdout:gmatch '{"number":(%d+),"file":"line (%d+)","valid":false' do
      assert.equal(number, name)
      list[#list + 1] = tonumber(number)
    end
    return list
  end

  local function quiet(text, ...) return command.run({ "check", "--lines", "-q", ... }, write_input(text)) end

  local ways = { { "-f", "service.yml" }, { "--json-schema", "events.json" } }

  it("writes nothing about valid lines, and counts them", function()
    for _, way in ipairs(ways) do
      local result = quiet('{"port":1}\n{"port":0}\n{"port":2}\n{"port":3}\n{"port":"a"}\n{"port":4}', way[1], way[2])
      assert.same({ 2, 5 }, reported(result))
      assert.equal(1, result.rc)
      assert.equal("", result.stderr)
      for _, text in ipairs { "", '{"port":1}', '{"port":1}\r\n{"port":2}\r\n' } do
        result = quiet(text, way[1], way[2])
        assert.same({ 0, "", "" }, { result.rc, result.stdout, result.stderr })
      end
      assert.equal(2, quiet('{"port":1}\n\n', way[1], way[2]).rc)
    end
  end)

  it("omits nothing from the report about lines that are not valid", function()
    local text = '{"port":1}\n{"port":0}\n{"port":1.5}\n{\n'
    local all, some = check(text, "--json-schema", "events.json"), quiet(text, "--json-schema", "events.json")
    assert.equal(all.stdout:gsub('[^\n]*"valid":true[^\n]*\n', ""), some.stdout)
    assert.equal(2, some.rc)
  end)

  it("reads lines of any length", function()
    local long = '{"port":1,"text":"' .. ("x"):rep(200000) .. '"}'
    for _, way in ipairs { "service.yml", "events.json" } do
      write("service.yml", "#@data/values-schema\n---\n#@schema/validation min=1\nport: 1\ntext: ''\n")
      local by = way == "service.yml" and "-f" or "--json-schema"
      local result = quiet(table.concat({ long, long, (long:gsub("1", "0", 1)), long }, "\n"), by, way)
      assert.same({ 3 }, reported(result))
      assert.equal(1, result.rc)
    end
  end)

  it("reports an invalid line while the next ones are not written yet", function()
    for _, way in ipairs(ways) do
      -- The writer waits until the report is there, and writes down what it has seen.
      os.execute(([[cd %s && rm -f pipe out seen && mkfifo pipe || exit
        { printf '{"port":1}\n{"port":0}\n'; i=0
          until [ -s out ] || [ $i = 400 ]; do sleep 0.05; i=$((i + 1)); done; cat out >seen; } >pipe &
        %s check --lines -q %s %s <pipe >out; wait]]):format(command.quote(dir), command.words, way[1], way[2]))
      local result = command.read(dir .. "/seen")
      assert.matches('"number":2,"file":"line 2","valid":false', result, 1, true)
    end
  end)

  it("says what is wrong with a JSON Schema", function()
    write("events.json", '{"$ref":"#/nothing"}')
    local result = quiet('{"port":1}\n', "--json-schema", "events.json")
    assert.equal(2, result.rc)
    assert.matches("$ref cannot be resolved", result.text, 1, true)
    write("events.json", '{"$ref":"#"}')
    result = quiet('{"port":1}\n', "--json-schema", "events.json")
    assert.equal(2, result.rc)
    assert.matches("it is circular", result.text, 1, true)
    assert.equal(2, quiet("1\n", "--json-schema", "none.json").rc)
  end)
end)
