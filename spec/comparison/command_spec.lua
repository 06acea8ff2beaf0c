-- The command `yschema diff`: what it reads, prints and writes, and its exit status.

local command = require "spec.support.command"
local in_process = require "spec.support.in_process"
local cjson = require "cjson"
local folder = require "spec.support.folder"
local yschema = require "yschema"

local OLD = "#@data/values-schema\n---\n#@schema/validation min=1\nport: 80\nhost: \"\"\n"
local NEW = "#@data/values-schema\n---\n#@schema/validation min=1024\nport: 8080\nhost: \"\"\n"

local dir

local function write(name, text) return folder.write(dir, name, text) end

local function run(...) return in_process.call({ "diff", ... }, { folder = dir }) end

local function sh(line)
  assert(os.execute(("cd %s && { %s\n} >/dev/null 2>&1"):format(command.quote(dir), line)), line)
end

describe("yschema diff", function()
  before_each(function()
    dir = folder.make "values"
    write("old.yml", OLD)
    write("new.yml", NEW)
  end)

  after_each(function() folder.remove(dir) end)

  it("prints the changes, the worst first, and their number", function()
    local result = run("old.yml", "new.yml")
    assert.equal([[
new.yml:3:1: breaking[bound-tightened]: port: min was 1 and is 1024, which is tighter.
  old: old.yml:3 new: new.yml:3
  The old schema accepts this, and the new one refuses it:
      port: 1
    = port must be >= 1024 (found: value < 1024)

new.yml:4:1: result[default-changed]: port: the default was 80 and is 8080.
  old: old.yml:4 new: new.yml:4

2 changes: 1 breaking, 1 result
]], result.stdout)
    assert.same({ "", 1 }, { result.stderr, result.rc })
  end)

  it("prints a line for each change with --report concise", function()
    local lines = "new.yml:3:1: breaking[bound-tightened]: port: min was 1 and is 1024, which is tighter.\n"
    local result = run("old.yml", "new.yml", "--report", "concise", "-q")
    assert.same({ 1, lines, "" }, { result.rc, result.stdout, result.stderr })
    write("values/a.yml", "port: 90\n")
    result = run("old.yml", "new.yml", "--report", "concise", "--values", "values/*.yml")
    assert.same({ 1, lines .. "new.yml:4:1: result[default-changed]: port: the default was 80 and is 8080.\n"
      .. "values/a.yml:1:1: breaking[refused]: the new schema refuses this file\n",
      "2 changes: 1 breaking, 1 result\n1 file: 1 refused now, 0 with another result\n" },
      { result.rc, result.stdout, result.stderr })
  end)

  it("orders changes in one line by their paths", function()
    write("old.yml", "#@data/values-schema\n---\nm: {z: 1, c: 1, y: 1, a: 1, x: 1, b: 1}\n")
    write("new.yml", "#@data/values-schema\n---\nm: {}\n")
    local paths = {}
    for path in run("old.yml", "new.yml").stdout:gmatch "breaking%[.-%]: (%S+):" do paths[#paths + 1] = path end
    assert.same({ "m.a", "m.b", "m.c", "m.x", "m.y", "m.z" }, paths)
  end)

  it("writes paths as reports do", function()
    write("old.yml", "#@data/values-schema\n---\n1a: 1\nlist:\n- b.c: 1\n")
    write("new.yml", "#@data/values-schema\n---\n1a: ''\nlist:\n- b.c: 2\n")
    write("values/a.yml", "list: [{}]\n")
    local printed = run("old.yml", "new.yml", "--values=values/a.yml").stdout
    assert.matches("breaking[type-changed]: 1a: ", printed, 1, true)
    assert.matches('result[default-changed]: list[]["b.c"]: ', printed, 1, true)
    assert.matches("result[values]: the result differs at 1a\n", printed, 1, true)
  end)

  it("finds a document whose other keys have to be repaired", function()
    local document = "#@data/values-schema\n---\na: %s\n"
      .. "#@schema/validation lambda v: (v * 7) %% 10 == 1\nb: 1\n"
    write("old.yml", document:format "1")
    write("new.yml", document:format "text")
    assert.matches("breaking%[type%-changed%]: a: ", run("old.yml", "new.yml").stdout)
  end)

  -- A map that requires maps of its own schema has no finite value.
  for title, body in pairs {
    ["requires others of its own schema"] = "name: ''\n#@schema/like s\n"
      .. "#@schema/key allowed=\".\", expects=\"3+\"\nx: null\n",
    ["requires a list of its own schema"] = "name: ''\n#@schema/validation min_len=3\nlist:\n#@schema/like s\n-\n",
    ["requires a map without a finite value"] = "name: ''\n#@schema/required\n#@schema/like t\nx: null\n"
      .. "#@schema/like s\n#@schema/key-may-be-present\ny: null\n#@ end\n#@ def t():\n"
      .. "#@schema/like t\n#@schema/key allowed=\".\", expects=\"3+\"\nx: null\n",
    ["may be null"] = "name: ''\n#@schema/like s\n#@schema/nullable\n"
      .. "#@schema/key allowed=\".\", expects=\"3+\"\nx: null\n",
  } do
    it("ends where a map " .. title, function()
      local document = "#@ def s():\n" .. body .. "#@ end\n#@data/values-schema\n---\n#@schema/like s\n"
        .. "#@schema/key-may-be-present\ntree: null\n#@schema/validation lambda v: v > %d\nc: 3\n"
      write("old.yml", document:format(1))
      write("new.yml", (document:format(2):gsub("name: ''", "name: 1")))
      local result = run("old.yml", "new.yml")
      assert.matches("breaking%[function%-changed%]: c: ", result.stdout)
      assert.matches("[type-changed]: tree.name: ", result.stdout, 1, true)
    end)
  end

  it("finds documents that give a required key which a default gives, too", function()
    local old = "#@ def f():\nname: b\n#@schema/required\nd: false\n#@ end\n#@ def g():\n"
      .. "#@schema/type any=True\nd: {}\n#@ end\n#@data/values-schema\n---\n"
      .. "#@schema/any-of f(), g()\n#@schema/required\nc: {d: false}\n"
    write("old.yml", old)
    write("new.yml", (old:gsub("name: b\n", '%0#@schema/validation ends_with="b"\nc: a\n')))
    assert.matches("breaking[key-added]: c(alternative 1).c: ", run("old.yml", "new.yml").stdout, 1, true)
  end)

  it("prints only the number of changes when nothing differs", function()
    assert.same({ stdout = "no changes\n", stderr = "", rc = 0 }, run("old.yml", "old.yml"))
    assert.same({ stdout = "", stderr = "", rc = 0 }, run("old.yml", "old.yml", "-q"))
  end)

  it("compares in the other direction, and in both", function()
    local forward = run("old.yml", "new.yml", "--direction", "forward")
    assert.equal(0, forward.rc)
    assert.matches("^new.yml:4:1: result%[default%-changed%]: port: .*\nnew.yml:3:1: safe%[bound%-tightened%]: port: ",
      forward.stdout)
    assert.equal(1, run("new.yml", "old.yml", "--direction=forward").rc)
    assert.equal(1, run("new.yml", "old.yml", "--direction=full").rc)
    assert.equal(0, run("new.yml", "old.yml").rc)
  end)

  it("shows each change in a document of its own", function()
    write("old.yml", "#@data/values-schema\n---\n#@schema/nullable\nt:\n  p: 0\n  q: 1\n")
    write("new.yml", "#@data/values-schema\n---\nt:\n  p: 0\n  #@schema/required\n  q: 1\n")
    local printed = run("old.yml", "new.yml").stdout
    assert.matches("breaking[nullable-removed]: t: ", printed, 1, true)
    assert.matches("      t: null\n    = t: expected map, but found null\n", printed, 1, true)
    assert.matches("    = t.q is required\n", printed, 1, true)
  end)

  it("prints only what is breaking with -q", function()
    local printed = run("old.yml", "new.yml", "-q").stdout
    assert.matches("^new.yml:3:1: breaking%[bound%-tightened%]: port: ", printed)
    assert.is_nil(printed:find("result", 1, true))
    assert.is_nil(printed:find("changes", 1, true))
  end)

  it("writes JSON and SARIF as its result", function()
    local json = run("old.yml", "new.yml", "--report", "json")
    local decoded = cjson.decode(json.stdout)
    assert.same({ breaking = 1, unknown = 0, result = 1, safe = 0, docs = 0 }, decoded.counts)
    local change = decoded.changes[1]
    assert.same({ file = "new.yml", line = 3, column = 1 }, change.new)
    assert.same({ "bound-tightened", "breaking", "port", "1", "1024" },
      { change.rule, change.verdict, change.path, change.was, change.is })
    assert.same({ port = 1 }, change.witnesses[1].document)
    assert.same({ "", 1 }, { json.stderr, json.rc })
    local sarif = cjson.decode(run("old.yml", "new.yml", "--report=sarif").stdout)
    local result = sarif.runs[1].results[1]
    assert.same({ "bound-tightened", "error" }, { result.ruleId, result.level })
    assert.equal("new.yml", result.locations[1].physicalLocation.artifactLocation.uri)
    assert.equal("old.yml", result.relatedLocations[1].physicalLocation.artifactLocation.uri)
  end)

  it("writes JSON for values that JSON does not have", function()
    write("old.yml", "#@data/values-schema\n---\na: .inf\n")
    write("new.yml", "#@data/values-schema\n---\n#@schema/validation max=5\na: .inf\n")
    local decoded = cjson.decode(run("old.yml", "new.yml", "--report=json").stdout)
    assert.equal("bound-added", decoded.changes[1].rule)
    assert.is_string(decoded.changes[1].witnesses[1].text)
  end)

  it("writes the report into a file, and the text to standard output", function()
    local result = run("old.yml", "new.yml", "--report=json", "--report-file=r.json")
    assert.matches("^new.yml:3:1: breaking%[bound%-tightened%]: port: ", result.stdout)
    assert.equal(2, #cjson.decode((command.read(dir .. "/r.json"))).changes)
  end)

  it("writes the errors of a schema as JSON", function()
    write("new.yml", "#@data/values-schema\n---\n#@schema/nul\na: 1\n")
    local result = run("old.yml", "new.yml", "--report=json")
    assert.equal(2, result.rc)
    assert.equal("annotation-unknown", cjson.decode(result.stdout).violations[1].kind)
  end)

  describe("--values", function()
    it("lists files that are refused now or have another result", function()
      write("values/a.yml", "port: 90\n")
      write("values/b.yml", "host: x\n")
      write("values/c.yml", "port: 2000\n")
      write("values/d.yml", "prot: 1\n")
      local result = run("old.yml", "new.yml", "--values", "values/*.yml")
      assert.matches("\nvalues/a.yml:1:1: breaking[refused]: the new schema refuses this file\n", result.stdout, 1,
        true)
      assert.matches("\nvalues/b.yml:1:1: result[values]: the result differs at port\n", result.stdout, 1, true)
      assert.matches("\n4 files: 1 refused now, 1 with another result\n$", result.stdout)
      assert.is_nil(result.stdout:find("values/c.yml", 1, true))
      assert.is_nil(result.stdout:find("values/d.yml", 1, true))
      local decoded = cjson.decode(run("old.yml", "new.yml", "--values=values/*.yml", "--report=json").stdout)
      assert.same({ "refused", "result" }, { decoded.files[1].verdict, decoded.files[2].verdict })
    end)

    it("decides the exit status, too", function()
      write("values/a.yml", "port: 90\n")
      write("severity.yml", "bound-tightened: safe\n")
      assert.equal(0, run("old.yml", "new.yml", "--severity=severity.yml").rc)
      assert.equal(1, run("old.yml", "new.yml", "--severity=severity.yml", "--values=values/a.yml").rc)
    end)

    it("refuses paths without files", function()
      for _, word in ipairs { "values/*.json", "values/none.yml" } do
        local result = run("old.yml", "new.yml", "--values", word)
        assert.equal(2, result.rc)
        assert.matches("--values " .. word, result.stderr, 1, true)
      end
    end)
  end)

  describe("--severity", function()
    it("gives other verdicts", function()
      write("severity.yml", "bound-tightened: result\ndefault-changed: breaking\n")
      local result = run("old.yml", "new.yml", "--severity", "severity.yml")
      assert.matches("^new.yml:4:1: breaking%[default%-changed%]: port: ", result.stdout)
      assert.equal(1, result.rc)
    end)

    it("refuses unknown rules and verdicts, with a hint", function()
      write("severity.yml", "bound-tightend: result\ndefault-changed: bad\n")
      local result = run("old.yml", "new.yml", "--severity", "severity.yml")
      assert.matches('did you mean "bound-tightened"?', result.stderr, 1, true)
      assert.same({ "", 2 }, { result.stdout, result.rc })
      write("severity.yml", "default-changed: bad\n")
      result = run("old.yml", "new.yml", "--severity", "severity.yml")
      assert.matches("one of .*breaking", result.stderr)
      assert.equal(2, result.rc)
      assert.equal(2, run("old.yml", "new.yml", "--severity", "none.yml").rc)
    end)
  end)

  it("writes witnesses, which the old schema accepts and the new one refuses", function()
    assert.equal(1, run("old.yml", "new.yml", "--witness", "shown").rc)
    local path = dir .. "/shown/001-bound-tightened-backward.yml"
    assert.is_table((assert(yschema.load(OLD)):apply_files(path)))
    assert.is_nil((assert(yschema.load(NEW)):apply_files(path)))
    assert.equal(2, run("old.yml", "new.yml", "--witness", "old.yml").rc)
    assert.equal(2, run("old.yml", "new.yml", "--witness", "none/none").rc)
  end)

  it("refuses invalid calls", function()
    for problem, arguments in pairs {
      ["(1 given)"] = { "old.yml" }, ["(3 given)"] = { "old.yml", "new.yml", "new.yml" },
      ["not from standard input"] = { "-", "new.yml" },
      ["use backward, forward or full"] = { "a", "b", "--direction=x" },
      ["--samples: expected"] = { "a", "b", "--samples=-1" }, ["is empty"] = { "", "b" },
      ["use text, concise, json or sarif"] = { "a", "b", "--report=junit" },
    } do
      local result = run((table.unpack or unpack)(arguments))
      assert.equal(2, result.rc)
      assert.matches(problem, result.stderr, 1, true)
    end
  end)

  it("refuses files that are not schemas, or do not exist", function()
    write("values.yml", "a: 1\n")
    for _, name in ipairs { "values.yml", "none.yml" } do
      local result = run("old.yml", name)
      assert.same({ 2, "" }, { result.rc, result.stdout })
      assert.matches(name, result.stderr, 1, true)
    end
  end)

  it("lists files that are refused now in SARIF, too", function()
    write("a.yml", "port: 80\n")
    local log = cjson.decode(run("old.yml", "new.yml", "--values", "a.yml", "--report", "sarif").stdout)
    local results = log.runs[1].results
    local last = results[#results]
    assert.same({ "file-refused", "error", "a.yml" },
      { last.ruleId, last.level, last.locations[1].physicalLocation.artifactLocation.uri })
  end)

  it("prints no control characters of keys", function()
    write("old.yml", '#@data/values-schema\n---\n"a\\n\\e[31m": 1\n')
    write("new.yml", '#@data/values-schema\n---\n"a\\n\\e[31m": ""\n')
    local result = run("old.yml", "new.yml")
    assert.matches('breaking[type-changed]: ["a\\x0a\\x1b[31m"]: ', result.stdout, 1, true)
  end)

  it("masks sensitive values", function()
    local schema = "#@data/values-schema\n---\n#@schema/sensitive\ntoken: %s\n"
    write("old.yml", schema:format "first-token")
    write("new.yml", schema:format "second-token")
    for _, format in ipairs { "text", "json", "sarif" } do
      local result = run("old.yml", "new.yml", "--direction=full", "--report", format)
      assert.is_nil(result.stdout:find("-token", 1, true), format)
      assert.matches("(sensitive)", result.stdout, 1, true)
    end
  end)

  it("masks the rules of sensitive fields, in documents, messages and files", function()
    local head = "#@data/values-schema\n---\nother: %s\n#@schema/sensitive\nm:\n"
      .. '  #@schema/required\n  #@schema/validation one_of=[%s]\n  k: ""\n'
      .. "  #@schema/validation one_of=[%s]\n  n: 12345678\n"
    write("old.yml", head:format("0", '"first-secret", "second-secret"', "12345678, 87654321"))
    write("new.yml", head:format('""', '"second-secret"', "12345678"))
    for _, format in ipairs { "text", "json", "sarif" } do
      local result = run("old.yml", "new.yml", "--direction=full", "--report", format, "--witness", "shown")
      assert.is_nil(result.stdout:find("-secret", 1, true), result.stdout)
      assert.is_nil(result.stdout:find("%d%d%d%d%d%d%d%d"), result.stdout)
      assert.matches("k: (sensitive)", result.stdout, 1, true)
    end
    local files = io.popen(("cat %s/shown/*.yml"):format(command.quote(dir)))
    local text = files:read "*a"
    files:close()
    assert.matches("k: (sensitive)", text, 1, true)
    assert.is_nil(text:find("-secret", 1, true), text)
  end)

  it("masks by place, and shows values that equal a sensitive one", function()
    local text = "#@data/values-schema\n---\n#@schema/sensitive\npin: 80\n#@schema/validation max=%d\nother: 1\n"
    write("old.yml", text:format(90))
    write("new.yml", text:format(80))
    local result = run("old.yml", "new.yml")
    assert.matches("max was 90 and is 80", result.stdout, 1, true)
    assert.matches("other must be <= 80", result.stdout, 1, true)
    assert.is_nil(result.stdout:find("(sensitive)", 1, true))
  end)

  it("masks what is sensitive in one of the schemas only, or below a default", function()
    local head = "#@data/values-schema\n---\n"
    for old, new in pairs {
      ["token: first-secret\n"] = "#@schema/sensitive\ntoken: second-secret\n",
      ['#@schema/default {"pw": "first-secret"}\nm:\n  #@schema/sensitive\n  pw: ""\n'] = "m:\n  pw: \"\"\n",
      ['#@schema/default [{"pw": "first-secret"}]\nm:\n-\n  #@schema/sensitive\n  pw: ""\n'] = "m:\n- pw: \"\"\n",
    } do
      write("old.yml", head .. old)
      write("new.yml", head .. new)
      for _, direction in ipairs { "backward", "forward" } do
        local result = run("old.yml", "new.yml", "--direction=" .. direction)
        assert.equal("", result.stderr)
        assert.is_nil(result.stdout:find("-secret", 1, true), result.stdout)
        assert.matches("(sensitive)", result.stdout, 1, true)
      end
    end
  end)
end)

describe("yschema diff with git #programs", function()
  local git = "git -c user.name=a -c user.email=a@b -c init.defaultBranch=main "

  before_each(function()
    dir = folder.make "schema"
    write("schema/s.yml", '#@ load("parts/min.star", "least")\n' .. OLD:gsub("min=1", "min=least"))
    sh "mkdir schema/parts"
    write("schema/parts/min.star", "least = 1\n")
    sh(git .. "init -q . && git add -A && " .. git .. "commit -qm one && git tag v1")
    write("schema/parts/min.star", "least = 1024\n")
  end)

  after_each(function() folder.remove(dir) end)

  it("reads files of a revision, with those that they load", function()
    local result = run("git:v1:schema/s.yml", "schema/s.yml")
    assert.same({ "", 1 }, { result.stderr, result.rc })
    assert.matches("breaking[bound-tightened]: port: min was 1 and is 1024", result.stdout, 1, true)
    assert.matches("old: git:v1:schema/s.yml:4 new: schema/s.yml:4", result.stdout, 1, true)
    assert.equal("no changes\n", run("git:v1:schema/s.yml", "git:HEAD:./schema/s.yml").stdout)
    assert.equal("no changes\n", run("git:v1:schema", "git:HEAD:schema/").stdout)
  end)

  it("reads folders of a revision when the working directory is not the top of the repository", function()
    sh "mkdir below"
    for _, word in ipairs { "git:v1:schema", "git:v1:./../schema" } do
      local result = in_process.call({ "diff", word, "../schema" }, { folder = dir .. "/below" })
      assert.same({ "", 1 }, { result.stderr, result.rc }, word)
    end
  end)

  it("reports what git does not have", function()
    for word, problem in pairs {
      ["git:v2:schema/s.yml"] = "git finds no revision v2",
      ["git:v1:schema/t.yml"] = "revision v1 has no file schema/t.yml",
      ["git:--help:schema/s.yml"] = "there is no revision",
      ["git:v1"] = "write git:REVISION:PATH",
      ["git:v1; touch pwned:schema/s.yml"] = "git finds no revision v1; touch pwned",
      ["git:v1:schema/$(touch pwned)'s.yml"] = "has no file",
    } do
      local result = run(word, "schema/s.yml")
      assert.same({ 2, "" }, { result.rc, result.stdout }, word)
      assert.matches(problem, result.stderr, 1, true)
    end
    assert.is_nil(command.read(dir .. "/pwned"))
  end)

  it("reports what is in the place of a file, and where else the file is", function()
    sh("ln -s s.yml schema/link.yml && ln -s schema linked && mkdir sub")
    write("sub/x.yml", "a: 1\n")
    sh("cd sub && " .. git .. "init -q . && git add -A && " .. git .. "commit -qm one")
    sh("git add -A 2>/dev/null && " .. git .. "commit -qm two && git tag v2")
    write("later.yml", OLD)
    for word, problem in pairs {
      ["git:v2:schema/link.yml"] = "schema/link.yml is a symbolic link to schema/s.yml, which is not followed",
      ["git:v2:linked/s.yml"] = "linked is a symbolic link to schema, which is not followed: name that file",
      ["git:v2:./schema/link.yml"] = "./schema/link.yml is a symbolic link to ./schema/s.yml",
      ["git:v2:sub/x.yml"] = "sub is a submodule, a repository of its own",
      ["git:v2:sub"] = "sub is a submodule",
      ["git:v2:s.yml"] = "has no file s.yml: did you mean git:v2:schema/s.yml?",
      ["git:v2:later.yml"] = "has no file later.yml; the working directory has it",
    } do
      local result = run(word, "later.yml")
      assert.same({ 2, "" }, { result.rc, result.stdout }, word)
      assert.matches(problem, result.stderr, 1, true)
    end
  end)

  it("reports that there is no repository", function()
    sh "rm -rf .git"
    local result = in_process.call({ "diff", "git:v1:schema/s.yml", "schema/s.yml" },
      { folder = dir, vars = { "GIT_CEILING_DIRECTORIES=" .. dir } })
    assert.equal(2, result.rc)
    assert.matches("the working directory is not in a git repository", result.stderr, 1, true)
  end)
end)
