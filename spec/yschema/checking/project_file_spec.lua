-- The project file of `yschema check`, files that name their schemas, and `yschema.check_files`.

local command = require "spec.support.command"
local in_process = require "spec.support.in_process"

local folder

local function write(name, text)
  local path = folder .. "/" .. name
  assert(os.execute("mkdir -p " .. command.quote(path:match "^(.*)/")))
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end

local function check(arguments, opts)
  opts = opts or {}
  opts.folder = folder .. (opts.below or "")
  return in_process.call({ "check", (table.unpack or unpack)(arguments) }, opts)
end

-- The verdicts of a call: file:line+ or file:line-, in their order.
local function verdicts(arguments, opts)
  arguments[#arguments + 1] = "--report=ndjson"
  local result = check(arguments, opts)
  local list = {}
  for line in result.stdout:gmatch "[^\n]+" do
    local file, number = line:match '"file":"([^"]*)"', line:match '^{"number":%d+,"file":"[^"]*","line":(%d+)'
    list[#list + 1] = ("%s:%s%s"):format(file, number or "", line:find('"valid":true', 1, true) and "+" or "-")
  end
  return table.concat(list, " "), result
end

local function says(text, result)
  assert.equal(2, result.rc, result.stderr)
  assert.matches(text, (result.text:gsub("error%[[^%]]+%]: ", "")), 1, true)
end

local PROJECT = [[
configurations:
- name: gateway
  schema: [s/port.yml]
  layers: [values/base.yml, values/prod.yml]
- name: manifests
  each: ["deploy/**/*.yml"]
  kinds:
  - {has: {kind: Service, meta: {tier: 1}}, schema: s/none.yml}
  - {has: {kind: Deployment}, schema: [s/replicas.yml]}
  - {has: {kind: Service}, schema: s/service.yml}
]]

before_each(function()
  folder = os.tmpname()
  os.remove(folder)
  write(".yschema.yml", PROJECT)
  write("s/port.yml", "#@data/values-schema\n---\nname: ''\n#@schema/validation min=1\nport: 1\n")
  write("s/replicas.yml", "#@data/values-schema\n---\nkind: ''\n#@schema/validation min=1\nreplicas: 1\n")
  write("s/service.yml", "#@data/values-schema\n---\nkind: ''\n#@schema/required\nport: 1\n")
  write("s/none.yml", "#@data/values-schema\n---\nkind: ''\n")
  write("values/base.yml", "name: a\nport: 0\n")
  write("values/prod.yml", "port: 5\n")
  write("deploy/a.yml", "kind: Service\nport: 1\n---\nkind: Deployment\nreplicas: 0\n---\nkind: Service\n")
  write("deploy/b/c.yml", "kind: Deployment\n")
end)

after_each(function() os.execute("rm -r " .. command.quote(folder)) end)

describe("the project file", function()
  it("says what is validated, from any folder below it", function()
    assert.equal("values/prod.yml:+ deploy/a.yml:1+ deploy/a.yml:3- deploy/a.yml:6- deploy/b/c.yml:1+", (verdicts {}))
    local found = verdicts({}, { below = "/deploy/b" })
    assert.equal("../../values/prod.yml:+ ../a.yml:1+ ../a.yml:3- ../a.yml:6- c.yml:1+", found)
    assert.equal("s.yml:", (verdicts({ "s.yml" }, { below = "/s" }):gsub("%-", "")))
  end)

  it("has configurations by name", function()
    assert.equal("values/prod.yml:+", (verdicts { "gateway" }))
    write("values/prod.yml", "port: 0\n")
    local found, result = verdicts { "gateway" }
    assert.equal("values/prod.yml:-", found)
    assert.matches('"entry":"gateway","valid":false', result.stdout, 1, true)
    write("gateway", "x")
    assert.equal("values/prod.yml:-", (verdicts { "gateway" }))
    assert.equal("gateway:-", (verdicts { "./gateway" }))
  end)

  it("has a list of their names, also when their files are not there", function()
    write(".yschema.yml", PROJECT:gsub("deploy/", "no-such-folder/") .. "extends: base.yml\n")
    write("base.yml", "configurations:\n- {name: more of it, each: [none]}\n- {name: gateway, each: [none]}\n")
    local result = check({ "--list" }, { below = "/s" })
    assert.equal("more of it\ngateway\nmanifests\n", result.stdout)
    assert.equal("", result.stderr)
    assert.equal(0, result.rc)
    assert.equal("more of it\ngateway\n", check({ "--list", "--project", "base.yml" }).stdout)
    says("--list goes with --project alone", check { "--list", "gateway" })
    says("--list goes with --project alone", check { "--list", "-f", "s/port.yml" })
    says("there is no project file (.yschema.yml) here or in a folder above", check({ "--list" }, { below = "/.." }))
    write("base.yml", "configurations: 1\n")
    says("expected array", check { "--list" })
  end)

  it("reports a violation of layers at the layer that has it", function()
    write("values/base.yml", "nam: a\n")
    local result = check { "gateway", "--report", "json" }
    assert.matches('"file":"values/base.yml","line":1', result.stdout, 1, true)
    os.remove(folder .. "/values/base.yml")
    says("there is no file values/base.yml", check { "gateway" })
  end)

  it("validates given names as it says there, and none that it does not list", function()
    write("other.yml", "x: 1\n")
    local found, result = verdicts { "other.yml", "deploy/b/c.yml", "s/port.yml", ".yschema.yml" }
    assert.equal("deploy/b/c.yml:1+ other.yml:-", found)
    assert.equal(2, result.rc)
    assert.matches("1 error in 1 of 2 files, 1 not read, 2 files skipped\n$", result.text)
    for _, more in ipairs { {}, { "-q" }, { "-j", "2" }, { "--report", "junit" } } do
      result = check { "other.yml", (table.unpack or unpack)(more) }
      assert.equal(2, result.rc)
      assert.matches("nothing validates it: .yschema.yml does not list it", result.stdout .. result.text, 1, true)
    end
    result = check { "s", "deploy/b", "oth*.yml" } -- found, and not named
    assert.equal(0, result.rc)
    assert.matches("no errors in 1 file, 5 files skipped\n$", result.text)
    assert.equal("values/prod.yml:+", (verdicts { "values/base.yml" }))
    says("gatway: there is no file of this name, and no configuration (did you mean `gateway`?); the project file has: "
      .. "gateway, manifests", check { "gatway" })
    write("stream", "kind: Gateway\n") -- the only configuration with kinds validates it
    result = check({ "-" }, { stdin = folder .. "/stream" })
    assert.same({ 1, true }, { result.rc, result.text:find("stdin.yml:1:1: error[no-kind]", 1, true) ~= nil })
    write("list", "deploy/b/c.yml\0other.yml\0")
    assert.equal("deploy/b/c.yml:1+", (verdicts { "--files0-from", "list" }))
  end)

  it("reports the same in several processes, and when it is resumed", function()
    local first, once = verdicts {}
    for _, more in ipairs { { "-j", "3" }, { "--resume", "memory" }, { "--resume", "memory", "-j", "2" } } do
      local again, result = verdicts { (table.unpack or unpack)(more) }
      assert.equal(first, again)
      assert.equal(once.stdout, result.stdout)
    end
    assert.matches("2 files remembered", select(2, verdicts { "--resume", "memory" }).text, 1, true)
    write("s/replicas.yml", "#@data/values-schema\n---\nkind: ''\n#@schema/validation min=2\nreplicas: 1\n")
    local changed, result = verdicts { "--resume", "memory" }
    assert.not_equal(first, changed)
    assert.equal(changed, (verdicts {}))
    assert.matches("1 file remembered", result.text, 1, true)
  end)

  it("counts what it skips once for all shards", function()
    local sum = 0
    for i = 1, 3 do
      local result = check { "-f", "s/service.yml", "s", "deploy", "--shard", i .. "/3" }
      sum = sum + tonumber(result.text:match "(%d+) file skipped" or 0)
    end
    assert.equal(1, sum)
  end)

  it("leads to files that reports name by their shortest paths", function()
    write("conf/.yschema.yml", "configurations:\n- {name: a, schema: ../s/none.yml, each: [../b/../c/*.yml]}\n"
      .. "- {name: l, schema: [../conf/../s/none.yml], layers: [../c/x.yml, ../link/../real/y.yml]}\n")
    write("c/x.yml", "kind: [1]\n")
    write("b/z.yml", "")
    write("far/real/y.yml", "kind: {}\n")
    write("far/other/y.yml", "")
    os.execute(("ln -s far/other %s/link"):format(folder))
    for _, format in ipairs { "text", "ndjson", "json", "sarif", "junit", "codequality", "github" } do
      local result = check { "--project", "b/../conf/.yschema.yml", "--report", format }
      local printed = result.stdout .. result.stderr
      assert.equal(1, result.rc, printed)
      assert.matches("c/x.yml", printed, 1, true)
      assert.matches("link/../real/y.yml", printed, 1, true) -- not real/y.yml: a link leads elsewhere
      assert.is_nil(printed:gsub("link/%.%./real", ""):find("..", 1, true), printed)
    end
    local found = verdicts({ "--project", "../conf/../conf/.yschema.yml", "a" }, { below = "/c" })
    assert.equal("x.yml:1-", found)
    found = verdicts { "-f", "b/../s/none.yml", "./b/.././c/x.yml", "../" .. folder:match "[^/]+$" .. "/c/x.yml" }
    assert.equal("c/x.yml:1-", found)
  end)

  it("reports documents of no kind, or skips them", function()
    write("deploy/b/c.yml", "kind: Other\n---\nkind: Service\nmeta: {tier: 1}\n")
    local result = check { "deploy/b/c.yml" }
    assert.equal(1, result.rc)
    assert.matches("the document is of none of the kinds", result.text, 1, true)
    assert.matches("meta is not in the schema", result.text, 1, true)
    write(".yschema.yml", PROJECT .. "  otherwise: skip\n")
    write("deploy/b/c.yml", "kind: Other\n---\nkind: Deployment\n---\n12\n")
    write("deploy/b/d.yml", "# nothing\n")
    write("deploy/b/e.yml", "a: [\n")
    write("deploy/b/f.yml", "#@data/values-schema\n---\na: 1\n") -- a schema is of no kind, either
    local found, more = verdicts { "deploy/b" }
    assert.equal("deploy/b/c.yml:2+ deploy/b/e.yml:-", found)
    assert.matches("1 error in 1 of 4 files, 4 documents skipped", more.text, 1, true)
  end)

  it("reports overlapping patterns once", function()
    write(".yschema.yml", PROJECT .. "- name: all\n  each: [deploy, '**/b/*.yml']\n  schema: s/none.yml\n")
    local result = check {}
    local note = "yschema: Note: 2 files are in more than one configuration and validated only by the first of them: "
    assert.equal(note, result.stderr:sub(1, #note))
    assert.equal(1, select(2, result.text:gsub("Note", "")))
    assert.equal("deploy/a.yml:1- deploy/a.yml:3- deploy/a.yml:6+ deploy/b/c.yml:1+", (verdicts { "all" }))
  end)

  it("takes over other project files, and reports a circle", function()
    write("sub/.yschema.yml", "extends: ../.yschema.yml\nconfigurations:\n- name: own\n  each: [x.yml]\n"
      .. "  schema: ../s/none.yml\n- name: manifests\n  each: [x.yml]\n  schema: ../s/none.yml\n")
    write("sub/x.yml", "kind: a\n")
    assert.equal("../values/prod.yml:+ x.yml:1+", (verdicts({}, { below = "/sub" })))
    write(".yschema.yml", "extends: [sub/.yschema.yml]\n")
    says("it goes round in a circle: .yschema.yml extends sub/.yschema.yml extends .yschema.yml", check {})
    write(".yschema.yml", "extends: [none.yml]\n")
    says("there is no file none.yml", check {})
  end)

  it("is validated itself", function()
    write("v.yml", "a: 1\n")
    write("j.json", '{"$schema": "http://json-schema.org/draft-07/schema#", "type": "object"}')
    local head = "configurations:\n- name: a\n  each: [v.yml]\n"
    local rows = {
      { "", ".yschema.yml:1:1: error[read]: cannot be read: it lists no configurations" },
      { "configurations: []\n", "length" },
      { head .. "  schem: s/port.yml\n", 'did you mean "schema"?' },
      { head .. "  schema: s/nothing.yml\n", "s/nothing.yml: No such file or directory" },
      { head .. "  schema: v.yml\n", "v.yml: it is no schema" },
      { head .. "  schema: j.json\n", "it is a JSON Schema" },
      { head .. "  json_schema: none.json\n", "there is no file none.json" },
      { head .. "  json_schema: v.yml\n  schema: s/port.yml\n", "only one of schema, kinds and json_schema" },
      { head .. "  schema: []\n", "no file is named" }, { head .. "  schema: [1]\n", "has to be a string" },
      { head .. "  layers: [v.yml]\n", "layers and each exclude each other" },
      { "configurations:\n- name: a\n  schema: s/port.yml\n", "neither layers" },
      { "configurations:\n- name: a\n  layers: [v.yml]\n", "no schema" },
      { head .. "  otherwise: skip\n", "otherwise needs kinds" },
      { head .. "  schema: s/port.yml\n- name: a\n  each: [v.yml]\n", "another configuration has this name" },
      { "configurations:\n- name: a\n  schema: s/port.yml\n  each: ['*.toml']\n", "no file has a name like this" },
      { "configurations:\n- name: a\n  schema: s/port.yml\n  each: [w.yml]\n", "there is no file w.yml" },
      { "configurations:\n- name: a\n  schema: s/port.yml\n  each: ['']\n", "it is empty" },
      { "a: [\n", ".yschema.yml:2" },
    }
    for _, row in ipairs(rows) do
      write(".yschema.yml", row[1])
      local result = check {}
      assert.matches(row[2], result.text, 1, true)
      assert.matches(".yschema.yml", result.text, 1, true)
      assert.is_true(result.rc > 0)
    end
    write(".yschema.yml", PROJECT)
    write("s/service.yml", "#@data/values-schema\n---\na: null\n")
    says("s/service.yml:3", check {})
  end)

  it("is reported when it cannot be read", function()
    os.remove(folder .. "/.yschema.yml")
    os.execute("ln -s nowhere " .. folder .. "/.yschema.yml")
    says(".yschema.yml: cannot be read: No such file or directory", check {})
    os.remove(folder .. "/.yschema.yml")
    os.execute("mkdir " .. folder .. "/.yschema.yml")
    says("no schema: give one with -f", check {})
  end)

  it("is named by a flag, or not wanted", function()
    write("p.yml", "configurations:\n- {name: a, schema: s/none.yml, each: [deploy/b]}\n")
    assert.equal("deploy/b/c.yml:1+", (verdicts { "--project", "p.yml" }))
    says("none.yml: cannot be read", check { "--project", "none.yml" })
    says("-f and --project exclude each other", check { "--project", "p.yml", "-f", "s/none.yml", "p.yml" })
    says("--each-file goes with -f", check { "--each-file" })
    says("-f and --json-schema exclude each other", check { "--json-schema", "x.json", "-f", "s/none.yml", "v.yml" })
    says("--json-schema x.json: No such file", check { "--json-schema", "x.json", "v.yml" })
  end)

  it("has shards", function()
    local seen = {}
    for i = 1, 3 do seen[i] = verdicts { "--shard", i .. "/3" } end
    assert.equal("values/prod.yml:+|deploy/a.yml:1+ deploy/a.yml:3- deploy/a.yml:6-|deploy/b/c.yml:1+",
      table.concat(seen, "|"))
  end)
end)

describe("a file that names its schema", function()
  before_each(function() os.remove(folder .. "/.yschema.yml") end)

  it("is validated by it", function()
    write("a/x.yml", "---\n# about\n# yschema: schema=../s/none.yml\nkind: 1\n")
    write("a/y.yml", '#! yschema: schema="../s/none.yml"\nkind: a\n')
    assert.equal("a/x.yml:1- a/y.yml:1+", (verdicts { "a" }))
    assert.equal("a/x.yml:1-", (verdicts { "-f", "s/port.yml", "a/x.yml" }))
    write("a/z.yml", "kind: a\n# yschema: schema=../s/none.yml\n")
    says("a/z.yml: no schema for it", check { "a" })
    says("no schema: give one with -f", check { "a/z.yml" })
  end)

  it("reports errors of the line", function()
    local rows = {
      { "# yschema: schema=nothing.yml", "line 1 names the schema nothing.yml, which cannot be used" },
      { "# yschema: schema=v.yml", "v.yml: it is no schema" },
      { "# yschema: shema=v.yml", "line 1: 'shema=v.yml' is not understood" },
      { "# yschema:", "line 1: no schema is named" },
      { "# yaml-language-server: $schema=none.json", "line 1 names the schema none.json, which cannot be used" },
      { "\n# yaml-language-server: $schema=https://x/y.json",
        "line 2: the JSON Schema https://x/y.json is on another site" },
    }
    for _, row in ipairs(rows) do
      write("v.yml", row[1] .. "\nkind: a\n")
      says(row[2], check { "v.yml" })
    end
    write(".yschema.yml", PROJECT)
    says("the JSON Schema https://x/y.json is on another site", check { "v.yml" })
    assert.equal(0, check({ "v*.yml" }).rc)
  end)

  it("is validated by it where the project file has no schema for it", function()
    write(".yschema.yml", "configurations:\n- {name: a, each: [a]}\n- {name: b, schema: s/none.yml, each: [b]}\n")
    for _, name in ipairs { "a/x.yml", "b/x.yml", "c/x.yml" } do
      write(name, "# yschema: schema=../s/port.yml\nname: a\n")
    end
    write("a/y.yml", "name: a\n")
    assert.equal("a/x.yml:1+ a/y.yml:- b/x.yml:1- c/x.yml:1+", (verdicts { "a", "b", "c" }))
  end)
end)

describe("an invalid call of a beginner", function()
  it("gets a suggestion", function()
    write("v.yml", "a: 1\n")
    write("j.json", '{"$schema": "http://json-schema.org/draft-07/schema#", "type": "object"}')
    write("j.yml", "type: object\nproperties:\n  a: {}\n")
    write("t/t.yml", "#@ load('@ytt:data', 'data')\n---\nkind: #@ data.values.kind\n")
    says("t/t.yml: it is a template of ytt. Validate what ytt makes of it: ytt -f t | yschema check",
      check { "-f", "s/none.yml", "t" })
    assert.matches("in them: t/t.yml; to validate what ytt makes of them: ytt -f FOLDER | yschema check",
      in_process.call({ "-f", "s/none.yml", "-f", "t" }, { folder = folder }).stderr, 1, true)
    says("s/port.yml: it is a schema. To validate files by it, give it with -f: yschema check -f s/port.yml FILE...",
      check { "-f", "s/none.yml", "s/port.yml" })
    says("-f j.json: it is a JSON Schema", check { "-f", "j.json", "v.yml" })
    says("-f j.yml: it is a JSON Schema", check { "-f", "j.yml", "v.yml" })
    os.remove(folder .. "/.yschema.yml")
    says("s/port.yml is a schema. To validate files by it: yschema check -f s/port.yml FILE...", check { "s/port.yml" })
    says("yschema check -f schema.yml FILE...", check {})
    says("j.json: it is a JSON Schema", in_process.call({ "-f", "j.json", "-f", "v.yml" }, { folder = folder }))
    says("Try 'yschema check --help'.", check { "-f", "s/port.yml" })
    assert.matches("\n  check ", in_process.call({ "--help" }, {}).stdout, 1, true)
  end)

  it("may name the files of the schema, as pre-commit does", function()
    local found, result = verdicts { "-f", "s/none.yml", "s/none.yml", "deploy/b/c.yml" }
    assert.equal("deploy/b/c.yml:1+", found)
    assert.matches("no errors in 1 file, 1 file skipped\n$", result.text)
  end)

  it("may name pipes, but not names that end with line breaks", function()
    os.execute("mkfifo " .. folder .. "/pipe && (printf 'kind: 1\\n' > " .. folder .. "/pipe &)")
    assert.equal("pipe:1-", (verdicts { "-f", "s/none.yml", "pipe" }))
    write("list", "deploy/a.yml\ndeploy/b/c.yml\n")
    says("--files0-from list: its names end with line breaks", check { "-f", "s/none.yml", "--files0-from", "list" })
  end)

  it("is reported that a report cannot be written", function()
    if not io.open "/dev/full" then return end
    local shell = ("cd %s && %s check --report json >/dev/full 2>err"):format(command.quote(folder), command.words)
    os.execute(shell)
    assert.matches("cannot write the report", command.read(folder .. "/err"), 1, true)
    for _, words in ipairs { { "--report-file", "x" }, { "--report", "concise", "--report-file", "x" } } do
      says("--report json, ndjson, sarif, junit or codequality", check(words))
    end
  end)

  it("gets records in their order, at the file that was validated", function()
    local result = check { "deploy/a.yml", "--report", "ndjson" }
    assert.matches('"violations":[{"path":"port","pointer":"/port","message":"port is required","kind":"required",',
      result.stdout, 1, true)
    assert.matches('"file":"deploy/a.yml","line":6,"column":1,"schema_file":"s/service.yml"', result.stdout, 1, true)
    assert.matches('"uri":"deploy/a.yml"', check({ "deploy/a.yml", "--report", "sarif" }).stdout, 1, true)
  end)
end)

describe("yschema.check_files", function()
  local yschema = require "yschema"
  local function at(name) return folder .. "/" .. name end

  it("validates what the project file lists", function()
    local ok, report, counts = yschema.check_files { project = at ".yschema.yml" }
    assert.is_nil(ok)
    assert.equal(1, report.status)
    assert.same({ files = 3, documents = 5, valid = 3, invalid = 2, skipped = 0 }, counts)
    assert.equal(2, #report.violations)
    assert.matches("deploy/a.yml:5", tostring(report), 1, true)
    assert.matches('name="' .. at "deploy/b/c.yml", report:junit(), 1, true)
  end)

  it("passes on each verdict", function()
    local seen = {}
    local ok, report = yschema.check_files { project = at ".yschema.yml", names = "manifests", tell = function(verdict)
      seen[#seen + 1] = ("%s %d %s %d"):format(verdict.entry, verdict.line, tostring(verdict.valid),
        #verdict.report.violations)
    end }
    assert.is_nil(ok)
    assert.equal(0, #report.violations)
    assert.same({ "manifests 1 true 0", "manifests 3 false 1", "manifests 6 false 1", "manifests 1 true 0" }, seen)
  end)

  it("gives the same with several processes", function()
    local results = {}
    for jobs = 1, 3, 2 do
      local seen = {}
      local ok, report, counts = yschema.check_files { project = at ".yschema.yml", jobs = jobs }
      yschema.check_files { project = at ".yschema.yml", jobs = jobs, tell = function(verdict)
        local about = verdict.report
        seen[#seen + 1] = { verdict.file, verdict.line, verdict.valid, tostring(about), about:json() }
      end }
      results[#results + 1] = { ok, tostring(report), report:json(), counts, seen }
    end
    assert.same(results[1], results[2])
    assert.equal(5, #results[1][5])
  end)

  it("ends with an error of the caller's function", function()
    for jobs = 1, 2 do
      local calls, thrown = 0, {}
      local ok, problem = pcall(yschema.check_files, { project = at ".yschema.yml", jobs = jobs, tell = function()
        calls = calls + 1
        error(thrown)
      end })
      assert.is_false(ok)
      assert.equal(thrown, problem)
      assert.equal(1, calls)
    end
  end)

  it("validates files by a schema", function()
    assert.is_true(yschema.check_files { schema = at "s/none.yml", files = { at "deploy/b/*" }, each_file = true })
    local ok, report, counts = yschema.check_files { schema = at "s/nothing.yml", files = at "deploy" }
    assert.is_nil(ok)
    assert.is_nil(counts)
    assert.matches("nothing.yml", tostring(report), 1, true)
    ok, report = yschema.check_files { schema = at "values/base.yml", files = at "deploy" }
    assert.is_nil(ok)
    assert.matches("it is no schema", tostring(report), 1, true)
    assert.equal(2, report.status)
  end)

  it("refuses invalid calls", function()
    for _, row in ipairs {
      { { shema = "a" }, "did you mean 'schema'?" }, { { files = 1 }, "must be a string or a list of strings" },
      { { schema = "a" }, "'files' is missing" }, { { schema = "a", json_schema = "b" }, "excludes 'json_schema'" },
      { { schema = "a", files = "b", names = "c" }, "excludes" },
      { { tell = 1 }, "must be a function" }, { { jobs = 0 }, "a whole number from 1 to 256" },
      { { jobs = 1.5 }, "a whole number" }, { { jobs = 257 }, "a whole number" },
      { { jobs = "2" }, "a whole number" }, { 1, "must be a table" },
    } do
      local ok, message = pcall(yschema.check_files, row[1])
      assert.is_false(ok)
      assert.matches(row[2], message, 1, true)
    end
  end)
end)
