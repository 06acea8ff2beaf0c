-- A default that breaks a rule: the report names the file that did not give the value, and the map that lacks it.

local in_process = require "spec.support.in_process"
local folder = require "spec.support.folder"

local SCHEMA = [[
#@data/values-schema
---
#@schema/validation min_len=1
hostname: ""
tls:
  #@schema/validation min_len=1
  cert: ""
list:
- name: a
  #@schema/validation min_len=1
  path: ""
#@schema/nullable
#@schema/validation not_null=True, when=function(v, ctx) return ctx.parent.hostname == "needs x" end
x: ""
]]

local dir

local function write(name, text) folder.write(dir, name, text) end

local function run(...) return in_process.call({ ... }, { folder = dir }) end

-- The paths that a text reports, each with the place where the value is missing.
local function missing(text)
  local list = {}
  for path, place in text:gmatch "\n  ([^\n ]+)\n    not given in: ([^\n]+)\n    from: s.yml:%d+\n" do
    list[#list + 1] = path .. " " .. place
  end
  return list
end

-- The same of a report in blocks, whose places are those of the first lines.
local function missing_in_blocks(text)
  local list = {}
  local block = "([^\n]+:%d+):%d+: error%[[%w_]+%]: (%S+) must %l+ [^\n]*\n.-\n    = default: s.yml:%d+\n"
  for place, path in text:gmatch(block) do
    list[#list + 1] = path .. " " .. place
  end
  table.sort(list)
  return list
end

describe("a default that breaks a rule", function()
  before_each(function()
    dir = folder.make "more"
    write("s.yml", SCHEMA)
    write("a.yml", "tls: {cert: c}\n")
    write("b.yml", "# nothing above\nhostname: needs x\nlist:\n- path: p\n-\n  name: z\ntls:\n  {}\n")
  end)
  after_each(function() folder.remove(dir) end)

  it("is reported with the file and the line of the map that lacks the value", function()
    local result = run("check", "-f", "s.yml", "a.yml", "b.yml")
    assert.equal(1, result.rc)
    assert.same({ "hostname a.yml:1", "list[1].path b.yml:5", "tls.cert b.yml:7", "x b.yml:1" },
      missing_in_blocks(result.stdout))
  end)

  it("is reported once for the document with all files that could have given it", function()
    local result = run("-f", "s.yml", "-f", "a.yml", "-f", "b.yml")
    assert.same({ "list[1].path b.yml:5", "x a.yml, b.yml" }, missing(result.stderr))
  end)

  it("is reported with the file when the file has no value at all", function()
    for _, text in ipairs { "", "# only a note\n", "---\n", "null\n", "{}\n" } do
      write("e.yml", text)
      local both = { "hostname e.yml:1", "tls.cert e.yml:1" }
      assert.same(both, missing_in_blocks(run("check", "-f", "s.yml", "e.yml").stdout), text)
      assert.same(both, missing(run("-f", "s.yml", "-f", "e.yml").stderr), text)
      local github = run("check", "-f", "s.yml", "--report", "github", "e.yml").stdout
      assert.matches("file=e%.yml,line=1[,col=1]*title=yschema%%3A min_len::hostname", github)
    end
  end)

  it("has no such place when no file is there", function()
    assert.same({}, missing(run("-f", "s.yml").stderr))
    assert.same({}, missing(run("-f", "s.yml", "-v", "tls.cert=", "-v", "x=").stderr))
  end)

  it("has no such place when the value was given", function()
    write("c.yml", "hostname: ''\ntls: {cert: c}\n")
    assert.matches("^c.yml:1:11: error%[[%w_]+%]: hostname must have length ",
      run("check", "-f", "s.yml", "c.yml").stdout)
  end)

  it("is shown by formats for programs where the value is missing", function()
    local github = run("check", "-f", "s.yml", "--report", "github", "b.yml").stdout
    assert.matches("file=b.yml,line=7,col=1,title=yschema%3A min_len::tls.cert", github, 1, true)
    assert.matches("file=b.yml,line=5,col=1,title=yschema%3A min_len::list[1].path", github, 1, true)
    local json = run("check", "-f", "s.yml", "--report", "json", "b.yml").stdout
    assert.matches('"path":"tls.cert"[^\n]*'
      .. '"file":"b.yml","line":7,"column":1,"schema_file":"s.yml","schema_line":7', json)
    assert.not_matches("gap", json)
  end)
end)

describe("in reports of yschema check,", function()
  before_each(function()
    dir = folder.make ""
    write("v.yml", "z: 1\nm:\n  a: 1\n")
  end)
  after_each(function() folder.remove(dir) end)

  local formats = { "concise", "json", "github" }

  -- The places of the violations in several formats, in the order of the document.
  local function places(schema)
    local found = {}
    write("s.yml", "#@data/values-schema\n---\n" .. schema)
    for i, format in ipairs(formats) do
      local text, list = run("check", "-f", "s.yml", "v.yml", "--report", format).stdout, {}
      for file, line in text:gmatch(({ "%f[^\n%z]([^\n:]+):(%d+):", '"file":"([^"]*)","line":(%d+)',
        "file=([^,]*),line=(%d+)" })[i]) do list[#list + 1] = file .. ":" .. line end
      found[format] = table.concat(list, " ")
    end
    return found
  end

  local function all(place) return { concise = place, json = place, github = place } end

  it("a default that fits no alternative is where the value is missing", function()
    assert.same(all "v.yml:1", places "z: 1\nm: {a: 1}\n#@schema/any-of {'b': 1}, 2\nc: null\n")
    assert.same(all "v.yml:2", places "z: 1\nm:\n  a: 1\n  #@schema/any-of {'b': 1}, 2\n  c: null\n")
  end)

  it("so is one that breaks a rule of its alternative", function()
    assert.same(all "v.yml:2", places [[
#@ def positive():
#@schema/validation min=1
n: 0
#@ end
z: 1
m:
  a: 1
  #@schema/any-of positive(), "a"
  c: {n: 0}
]])
  end)

  it("a default function whose value is invalid is where the schema has it", function()
    assert.same(all "s.yml:4", places "z: 1\n#@schema/default lambda: 'x'\ny: 1\nm: {a: 1}\n")
  end)
end)

describe("--color always", function()
  before_each(function()
    dir = folder.make "more"
    write("s.yml", "#@data/values-schema\n---\na: 1\nb: ''\n")
    write("t.yml", "#@data/values-schema\n---\na: ''\n#@schema/renamed from='b'\nc: ''\n")
    write("v.yml", "b: x\n")
  end)
  after_each(function() folder.remove(dir) end)

  it("colours the changes of yschema diff", function()
    local text = run("diff", "--color", "always", "s.yml", "t.yml").stdout
    assert.matches("\27[1mt.yml:3:1: \27[0m\27[1;31mbreaking[type-changed]:\27[0m a: ", text, 1, true)
    assert.matches("\27[1;33mresult[key-renamed]:\27[0m b: ", text, 1, true)
    assert.not_matches("\27", run("diff", "s.yml", "t.yml").stdout, 1, true)
    assert.not_matches("\27", run("diff", "--color", "always", "--report", "json", "s.yml", "t.yml").stdout, 1, true)
  end)

  it("colours the difference that yschema migrate prints", function()
    local text = run("migrate", "-n", "--color", "always", "-f", "t.yml", "v.yml").stdout
    assert.matches("\27[1;31m-b: x\27[0m\n\27[32m+c: x\27[0m\n", text, 1, true)
    assert.not_matches("\27", run("migrate", "-n", "-f", "t.yml", "v.yml").stdout, 1, true)
  end)
end)
