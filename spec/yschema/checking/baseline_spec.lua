-- `yschema check --baseline FILE`: the violations that a file lists are known, and do not fail.

local command = require "spec.support.command"
local in_process = require "spec.support.in_process"
local folder = require "spec.support.folder"
local yschema = require "yschema"

local SCHEMA = [[
#@data/values-schema
---
#@schema/required
name: ""
#@schema/validation min=1
port: 80
servers:
-
  name: ""
  #@schema/validation min=1
  port: 80
#@schema/sensitive
users:
-
  name: ""
  #@schema/validation min=1
  level: 1
]]

local dir

local function check(...)
  return command.without_seconds(in_process.call({ "check", ... }, { folder = dir }))
end

local function by_schema(...) return check("-f", "schema.yml", "--baseline", "known.yml", ...) end

local function write(name, text) folder.write(dir, name, text) end

-- The entries of a baseline, one in a line.
local function entries(name)
  local list = {}
  local values = yschema.parse(assert(command.read(dir .. "/" .. (name or "known.yml")))):value()
  for i, entry in ipairs(values.violations) do
    local words = {}
    for _, key in ipairs { "file", "configuration", "document", "path", "rule", "count" } do
      words[#words + 1] = entry[key] and tostring(entry[key])
    end
    list[i] = table.concat(words, " ")
  end
  return list
end

local function value_of(text) return assert(yschema.parse(text)):value() end

local function last_line(text) return command.lines(text)[#command.lines(text)] end

describe("yschema check --baseline", function()
  before_each(function()
    dir = folder.make ""
    os.execute("mkdir " .. dir .. "/d")
    write("schema.yml", SCHEMA)
    write("d/a.yml", "name: a\nport: 0\nservers:\n- name: x\n  port: 0\n- port: 0\nusers:\n- name: joe\n  level: 0\n")
    write("d/b.yml", "name: b\nport: 0\n---\nname: c\nport: 0\n")
    write("d/c.yml", "name: c\n")
  end)
  after_each(function() folder.remove(dir) end)

  it("is written by --write-baseline, sorted, without lines and sensitive values", function()
    local result = by_schema("d", "--write-baseline")
    assert.same({ 0, "wrote known.yml: 6 known violations (6 new, 0 removed)\n",
      "no errors in 3 files, 6 known\n" }, { result.rc, result.stderr, result.stdout })
    assert.same({
      "d/a.yml port min", "d/a.yml servers[1].port min", "d/a.yml servers[name=x].port min",
      "d/a.yml users[0].level min", "d/b.yml port min 2",
    }, entries())
    local text = command.read(dir .. "/known.yml")
    assert.is_nil(text:find("joe", 1, true))
    assert.matches("\n- file: d/b.yml\n  path: port\n  rule: min\n  count: 2\n$", text)
    by_schema("d", "--write-baseline")
    assert.equal(text, command.read(dir .. "/known.yml"))
  end)

  it("reports new violations, and no known ones, in any number of processes", function()
    by_schema("d", "--write-baseline")
    write("d/b.yml", "# a line\nname: b\nport: 0\n---\nname: c\nport: 0\n---\nname: d\nport: 0\n")
    write("d/a.yml", "name: a\nport: 0\nservers:\n- name: new\n- name: x\n  port: 0\n- port: -1\nusers:\n- level: 0\n")
    for _, jobs in ipairs { "1", "3" } do
      local result = by_schema("d", "-j", jobs)
      assert.equal(1, result.rc)
      assert.matches("d/b.yml:9", result.text, 1, true)
      assert.is_nil(result.text:find("d/b.yml:3", 1, true))
      assert.matches("d/a.yml:7", result.text, 1, true) -- the item without a name has moved
      assert.equal("2 errors in 2 of 3 files, 5 known, 1 stale", last_line(result.stdout))
    end
  end)

  it("warns of entries that no longer occur", function()
    by_schema("d", "--write-baseline")
    write("d/a.yml", "name: a\n")
    local result = by_schema "d"
    assert.equal(0, result.rc)
    assert.equal("known.yml:4:1: warning[stale]: no violation of min any more: d/a.yml: port\n"
      .. "known.yml:7:1: warning[stale]: no violation of min any more: d/a.yml: servers[1].port\n"
      .. "known.yml:10:1: warning[stale]: no violation of min any more: d/a.yml: servers[name=x].port\n"
      .. "known.yml: warning: 1 more like this (--all shows them)\n\n"
      .. "no errors in 3 files, 2 known, 4 stale\n", result.stdout)
    assert.matches("users[0].level", by_schema("d", "--all").text, 1, true)
    assert.equal("", by_schema("d", "-q").stdout)
    assert.equal("wrote known.yml: 2 known violations (0 new, 4 removed)",
      command.lines(by_schema("d", "--write-baseline").stderr)[1])
    assert.same({ "d/b.yml port min 2" }, entries())
  end)

  it("keeps what is known of other files, unless they are gone", function()
    by_schema("d", "--write-baseline")
    write("d/a.yml", "name: a\n")
    local result = by_schema "d/b.yml"
    assert.same({ 0, "no errors in 1 file, 2 known\n" }, { result.rc, result.stdout })
    write("d/b.yml", "name: b\n")
    by_schema("d/b.yml", "--write-baseline")
    assert.equal(4, #entries())
    os.remove(dir .. "/d/a.yml")
    assert.equal("no errors in 1 file, 4 stale", last_line(by_schema("d/b.yml").stdout))
    by_schema("d/b.yml", "--write-baseline")
    assert.same({}, entries())
    assert.equal(0, by_schema("d").rc)
  end)

  it("works for shards, which report each entry once", function()
    by_schema("d", "--write-baseline")
    write("d/a.yml", "name: a\n")
    local known, stale = 0, 0
    for _, shard in ipairs { "1/3", "2/3", "3/3" } do
      local result = by_schema("d", "--shard", shard)
      assert.equal(0, result.rc)
      known = known + (result.text:match "(%d+) known" or 0)
      stale = stale + (result.text:match "(%d+) stale" or 0)
    end
    assert.same({ 2, 4 }, { known, stale })
    local result = by_schema("d", "--shard", "1/2", "--write-baseline")
    assert.matches("--write-baseline does not go with --shard", result.text, 1, true)
  end)

  it("does not make --resume skip files with known violations", function()
    by_schema("d", "--write-baseline")
    by_schema("d", "--resume", "memory")
    local result = by_schema("d", "--resume", "memory")
    assert.equal("no errors in 3 files, 6 known, 1 file remembered\n", result.stdout)
    assert.equal(1, check("-f", "schema.yml", "d", "--resume", "memory").rc)
    write("d/a.yml", "name: a\n")
    by_schema("d", "--resume", "memory")
    assert.matches("2 known, 4 stale, 2 files remembered", by_schema("d", "--resume", "memory").text, 1, true)
  end)

  it("does not list files that cannot be read", function()
    write("d/c.yml", "name: [\n")
    local result = by_schema("d", "--write-baseline")
    assert.equal(2, result.rc)
    assert.matches("d/c.yml", result.text, 1, true)
    assert.equal(5, #entries())
    write("d/b.yml", "name: [\n")
    by_schema("d", "--write-baseline")
    assert.equal(5, #entries())
    assert.is_nil(by_schema("d").text:find("stale", 1, true))
  end)

  it("marks what is known in reports for programs", function()
    by_schema("d", "--write-baseline")
    write("d/b.yml", "name: b\nport: 0\n---\nname: 1\n")
    local json = value_of(by_schema("d", "--report", "json").stdout)
    assert.same({ 1, 5, 1 }, { #json.violations, #json.known, #json.warnings })
    assert.same({ "stale", "min", "known.yml" },
      { json.warnings[1].kind, json.warnings[1].rule, json.warnings[1].file })
    local states = {}
    for _, result in ipairs(value_of(by_schema("d", "--report", "sarif").stdout).runs[1].results) do
      states[result.baselineState] = (states[result.baselineState] or 0) + 1
    end
    assert.same({ unchanged = 5, new = 1, absent = 1 }, states)
    local lines = command.lines(by_schema("d", "--report", "ndjson").stdout)
    assert.equal(5, #lines)
    assert.same({ true, 4 }, { value_of(lines[1]).valid, #value_of(lines[1]).known })
    assert.equal("known.yml", value_of(lines[5]).file)
    assert.matches('failures="1"', by_schema("d", "--report", "junit").stdout, 1, true)
    assert.equal(2, #value_of(by_schema("d", "--report", "codequality").stdout))
    for _, format in ipairs { "json", "sarif", "ndjson", "junit", "codequality", "github" } do
      assert.equal(by_schema("d", "--report", format).stdout, by_schema("d", "--report", format, "-j", "2").stdout)
    end
  end)

  it("gives the same fingerprints in SARIF and for code quality, which stay when other lines change", function()
    local function fingerprints()
      local sarif, quality = {}, {}
      local results = value_of(check("-f", "schema.yml", "d", "--report", "sarif").stdout).runs[1].results
      for i, result in ipairs(results) do sarif[i] = result.partialFingerprints["yschema/v1"] end
      local issues = value_of(check("-f", "schema.yml", "d", "--report", "codequality").stdout)
      for i, issue in ipairs(issues) do quality[i] = issue.fingerprint end
      assert.same(sarif, quality)
      return sarif
    end
    write("d/a.yml", "name: a\nservers:\n- name: x\n  port: 0\n- name: w\n  port: 0\n")
    local before = fingerprints()
    write("d/a.yml", "\n# more\nname: a2\nservers:\n- name: new\n- name: x\n  port: -3\n- name: w\n  port: 0\n")
    assert.same(before, fingerprints())
  end)

  it("knows documents by kind and name", function()
    write("schema.yml", "#@data/values-schema\n---\nkind: ''\nmetadata:\n  name: ''\n"
      .. "#@schema/validation min=1\nport: 1\n")
    os.execute("rm " .. dir .. "/d/*")
    write("d/a.yml", "kind: A\nmetadata: {name: x}\nport: 0\n---\nkind: B\nmetadata: {name: x}\nport: 1\n")
    by_schema("d", "--write-baseline")
    assert.same({ "d/a.yml A/x port min" }, entries())
    write("d/a.yml", "kind: B\nmetadata: {name: x}\nport: 0\n---\nkind: A\nmetadata: {name: x}\nport: 0\n")
    local result = by_schema "d"
    assert.same({ 1, "1 known" }, { result.rc, result.text:match "%d+ known" })
    assert.matches("d/a.yml:3", result.text, 1, true)
  end)

  it("is written as JSON if its name ends so, and read by what it is", function()
    local result = check("-f", "schema.yml", "d", "--baseline", "known.json", "--write-baseline")
    assert.equal(0, result.rc, result.stderr)
    local text = command.read(dir .. "/known.json")
    assert.matches('^{"violations": %[\n{"file":"d/a.yml",', text)
    assert.equal(0, check("-f", "schema.yml", "d", "--baseline", "known.json").rc)
    by_schema("d", "--write-baseline")
    assert.same(entries "known.yml", entries "known.json")
    write("known.json", command.read(dir .. "/known.yml"))
    assert.equal(0, check("-f", "schema.yml", "d", "--baseline", "known.json").rc)
    write("known.yml", text)
    assert.equal(0, by_schema("d").rc)
    os.execute("rm " .. dir .. "/d/* && touch " .. dir .. "/d/none.txt")
    write("d/v.yml", "name: v\n")
    assert.equal(0, check("-f", "schema.yml", "d", "--baseline", "known.json", "--write-baseline").rc)
    assert.equal('{"violations": []}\n', command.read(dir .. "/known.json"))
  end)

  it("is named by a configuration of the project file, or for all of them", function()
    write("conf/.yschema.yml", "baseline: ../d/all.yml\nconfigurations:\n"
      .. "- {name: own, schema: ../schema.yml, each: ['../d/a.yml'], baseline: own.yml}\n"
      .. "- {name: each, schema: ../schema.yml, each: ['../d/*.yml']}\n"
      .. "- {name: base, schema: ../schema.yml, layers: [../d/b.yml]}\n"
      .. "- {name: layers, schema: ../schema.yml, layers: [../d/b.yml, ../d/c.yml]}\n")
    local function project(...) return check("--project", "conf/.yschema.yml", ...) end
    assert.matches("baseline: d/all.yml: there is no such file; --write-baseline writes it", project().text,
      1, true)
    local result = project "--write-baseline"
    assert.equal(0, result.rc)
    assert.same({ "../d/a.yml port min", "../d/a.yml servers[1].port min",
      "../d/a.yml servers[name=x].port min", "../d/a.yml users[0].level min" }, entries "conf/own.yml")
    assert.same({ "b.yml port min 2", "b.yml base port min", "b.yml layers port min" },
      entries "d/all.yml")
    result = project()
    assert.same({ 0, "8 known" }, { result.rc, result.text:match "%d+ known" })
    write("d/b.yml", "name: b\n")
    assert.matches(" 1 stale", project("base").text, 1, true)
    assert.matches(" 4 stale", project().text, 1, true)
    os.remove(dir .. "/d/all.yml")
    result = project("--baseline", "known.yml", "--write-baseline")
    assert.same({ 0, 4 }, { result.rc, #entries() })
  end)

  it("names items of merged layers by the file that has them", function()
    write("base.yml", "name: b\nservers:\n- name: x\n  port: 0\n")
    write("more.yml", "#@data/values\n---\nservers:\n- name: w\n- name: z\n  port: 0\n")
    write("project.yml", "configurations: [{name: c, schema: schema.yml, layers: [base.yml, more.yml]}]\n")
    local result = check("--project", "project.yml", "--baseline", "known.yml", "--write-baseline")
    assert.equal(0, result.rc, result.stderr)
    assert.same({ "base.yml c servers[name=x].port min", "more.yml c servers[name=z].port min" }, entries())
  end)

  it("works for merged documents, kinds, and JSON Schemas", function()
    assert.equal(0, by_schema("d", "--each-file", "--write-baseline").rc)
    local merged = by_schema("d", "--each-file")
    assert.same({ 0, "5 known" }, { merged.rc, merged.text:match "%d+ known" })
    write("project.yml", "configurations:\n- name: k\n  each: ['d/*.yml']\n  baseline: kinds.yml\n"
      .. "  kinds: [{has: {name: a}, schema: schema.yml}]\n")
    assert.equal(0, check("--project", "project.yml", "--write-baseline").rc)
    assert.same({ "d/a.yml port min", "d/a.yml servers[1].port min", "d/a.yml servers[name=x].port min",
      "d/a.yml users[0].level min", "d/b.yml  no-kind 2", "d/c.yml  no-kind" }, entries "kinds.yml")
    assert.equal(0, check("--project", "project.yml").rc)
    write("schema.json", '{"properties": {"port": {"minimum": 1}}}')
    local function by_json(...) return check("--json-schema", "schema.json", "--baseline", "json.yml", "d", ...) end
    assert.equal(0, by_json("--write-baseline").rc)
    assert.same({ 0, "3 known" }, { by_json().rc, by_json().text:match "%d+ known" })
  end)

  it("counts violations whose texts are folded", function()
    local lines = { "name: a\nservers:\n" }
    for i = 1, 9 do lines[#lines + 1] = ("- {name: s%d, port: 0}\n"):format(i) end
    write("d/a.yml", table.concat(lines))
    by_schema("d/a.yml", "--write-baseline")
    assert.equal(9, #entries())
    write("d/a.yml", table.concat(lines) .. "- {name: s10, port: 0}\n")
    local result = by_schema "d/a.yml"
    assert.matches("9 known\n", result.text, 1, true)
    assert.matches("servers[9].port", result.text, 1, true)
    assert.is_nil(result.text:find("servers[0].port", 1, true))
  end)

  it("takes an entry that two branches have added once", function()
    by_schema("d/b.yml", "--write-baseline")
    local text = command.read(dir .. "/known.yml")
    write("known.yml", text .. text:match "(%- file.*)")
    assert.equal("no errors in 1 file, 2 known\n", by_schema("d/b.yml").stdout)
  end)

  it("refuses files that are no baselines, and leaves them as they are", function()
    write("known.yml", "violations:\n- {file: a.yml, path: x, rul: type}\n")
    local result = by_schema("d", "--write-baseline")
    assert.equal(2, result.rc)
    assert.matches('did you mean "rule"?', result.text, 1, true)
    assert.equal(2, check("-f", "schema.yml", "d", "--baseline", "d/c.yml", "--write-baseline").rc)
    assert.equal("name: c\n", command.read(dir .. "/d/c.yml"))
    os.remove(dir .. "/known.yml")
    assert.matches("--baseline known.yml: there is no such file; --write-baseline writes it", by_schema("d").text,
      1, true)
  end)

  it("needs a file, and files to check", function()
    local result = check("-f", "schema.yml", "d", "--write-baseline")
    assert.same({ 2, "yschema: Error: --write-baseline: name the file with --baseline FILE, or with baseline: in the"
      .. " project file\n" }, { result.rc, result.text:match "[^\n]*\n" })
    result = check("-f", "schema.yml", "--lines", "--baseline", "x")
    assert.matches("--lines does not go with --baseline", result.text, 1, true)
  end)

  it("has the same power in Lua", function()
    local known = dir .. "/known.yml"
    local request = { schema = dir .. "/schema.yml", files = dir .. "/d", baseline = known, write_baseline = true }
    local ok, report, counts = yschema.check_files(request)
    assert.same({ true, 6, 6, 0 }, { ok, #report.known, counts.known, counts.stale })
    request.write_baseline = nil
    write("d/b.yml", "name: b\nport: 0\n")
    ok, report, counts = yschema.check_files(request)
    assert.same({ true, 5, 1 }, { ok, counts.known, counts.stale })
    assert.equal("stale", report.warnings[1].kind)
    local seen = 0
    request.tell = function(verdict) seen = seen + (verdict.known or 0) end
    yschema.check_files(request)
    assert.equal(5, seen)
    request.baseline = nil
    request.write_baseline, request.tell = true, nil
    ok, report = yschema.check_files(request)
    assert.same({ false, "key 'write_baseline' needs 'baseline'" }, { ok or false, report.violations[1].message })
  end)
end)
