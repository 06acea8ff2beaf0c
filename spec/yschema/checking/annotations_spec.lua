-- Reports that CI systems show at lines: GitLab's code quality, and the commands of GitHub's workflows.

local command = require "spec.support.command"
local folder = require "spec.support.folder"
local yschema = require "yschema"

local schema = [[
#@data/values-schema
---
#@schema/required
name: ""
#@schema/validation min=1
port: 80
#@schema/deprecated "use port"
old: ""
]]

local dir

local function check(...)
  return command.run({ "check", "-q", "-f", "schema.yml", ... }, { folder = dir })
end

-- The requirements of GitLab's documentation, as a schema.
local facts = assert(yschema.load [[
#@data/values-schema
---
issues:
- description: ""
  #@schema/required
  check_name: ""
  #@schema/required
  fingerprint: ""
  #@schema/required
  #@schema/validation one_of=["info", "minor", "major", "critical", "blocker"]
  severity: info
  #@schema/required
  location:
    #@schema/required
    #@schema/validation min_len=1
    path: ""
    #@schema/required
    lines:
      #@schema/required
      #@schema/validation min=1
      begin: 1
]])

local function issues(...)
  local result = check("--report", "codequality", ...)
  local values, report = facts:apply('{"issues": ' .. result.stdout .. "}")
  assert.is_truthy(values, tostring(report))
  return values.issues, result
end

local function lines_of(list)
  local out = {}
  for i, issue in ipairs(list) do
    out[i] = ("%s:%d %s %s"):format(issue.location.path, issue.location.lines.begin, issue.severity, issue.check_name)
  end
  return out
end

describe("a report", function()
  before_each(function()
    dir = folder.make ""
    folder.write(dir, "schema.yml", schema)
    folder.write(dir, "a.yml", "name: a\nport: 0\n---\nname: b\nport: 0\nold: x\n")
    folder.write(dir, "b, 100%:.yml", "nme: b\n")
    folder.write(dir, "c.yml", "name: [\n")
  end)
  after_each(function() folder.remove(dir) end)

  describe("for code quality", function()
    it("has an issue for each violation, at its line", function()
      local list, result = issues("./a.yml", "b, 100%:.yml", "c.yml")
      assert.equal(2, result.rc)
      assert.same({
        "a.yml:2 major min", "a.yml:5 major min", "b, 100%:.yml:1 major unknown-key",
        "b, 100%:.yml:1 major missing-key", "c.yml:2 critical yaml", "a.yml:6 minor deprecated",
      }, lines_of(list))
      assert.equal("port must be >= 1 (found: value < 1); by schema.yml:5", list[1].description)
    end)

    it("has fingerprints that differ, and stay when lines move", function()
      local function fingerprints()
        local list, seen = {}, {}
        for i, issue in ipairs((issues("a.yml", "b, 100%:.yml"))) do
          assert.is_nil(seen[issue.fingerprint], issue.fingerprint)
          seen[issue.fingerprint], list[i] = true, issue.fingerprint
        end
        return list
      end
      local before = fingerprints()
      folder.write(dir, "a.yml", "\n# more\nname: a\nport: -3\n---\n\nname: b\nport: -2\nold: x\n")
      assert.same(before, fingerprints())
    end)

    it("is an empty list when all is valid", function()
      folder.write(dir, "a.yml", "name: a\n")
      assert.same({ rc = 0, stdout = "[]\n", stderr = "" }, check("--report", "codequality", "a.yml"))
    end)

    it("always has a path", function()
      assert.same({ "gone.yml:1 critical read" }, lines_of((issues "gone.yml")))
      local result = command.run { "--report", "codequality" }
      assert.matches('"check_name":"usage"', result.stderr, 1, true)
      assert.matches('"location":{"path":".","lines":{"begin":1}}', result.stderr, 1, true)
    end)
  end)

  describe("for GitHub", function()
    it("has a command for each violation, at its line and column", function()
      local result = check("--report", "github", "./a.yml")
      assert.equal(1, result.rc)
      assert.same({
        "::error file=a.yml,line=2,col=7,title=yschema%3A min::port must be >= 1 \z
          (found: value < 1)%0Aby schema.yml:5",
        "::error file=a.yml,line=5,col=7,title=yschema%3A min::port must be >= 1 \z
          (found: value < 1)%0Aby schema.yml:5",
        "::warning file=a.yml,line=6,col=1,title=yschema%3A deprecated::old is deprecated: use port%0Aby schema.yml:7",
      }, command.lines(result.stdout))
    end)

    it("escapes what commands give a meaning to", function()
      local first = command.lines(check("--report", "github", "b, 100%:.yml").stdout)[1]
      assert.matches("::error file=b%2C 100%25%3A.yml,line=1,", first, 1, true)
      assert.not_matches("\n", first)
    end)

    it("has no command of Azure in the name of a file, either", function()
      folder.write(dir, "x##[error]y.yml", "port: 0\n")
      local first = command.lines(check("--report", "github", "x##[error]y.yml").stdout)[1]
      assert.matches([[::error file=x#\x23[error]y.yml,line=1,]], first, 1, true)
    end)

    it("has the place of what is in no file, and is empty when all is valid", function()
      folder.write(dir, "good.yml", "name: a\n")
      local result = command.run({ "-f", "schema.yml", "-v", "name=x", "-v", "port=x", "--report", "github" },
        { folder = dir })
      assert.matches("^::error file=schema.yml,line=6,title=yschema%%3A type::port: expected integer", result.stderr)
      assert.same({ rc = 0, stdout = "", stderr = "" }, check("--report", "github", "good.yml"))
    end)
  end)

  it("is the same from Lua", function()
    local loaded = assert(yschema.load(schema, { name = "schema.yml" }))
    local _, report = loaded:apply((assert(yschema.parse("name: a\nport: 0\n", "a.yml"))))
    assert.matches("^::error file=a.yml,line=2,", report:github())
    assert.matches('"path":"a.yml","lines":{"begin":2}', report:codequality(), 1, true)
  end)
end)
