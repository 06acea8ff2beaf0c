--- A schema that a file names itself, in a comment: the author of the file does not decide what runs, and cannot keep
-- yschema waiting.

local command = require "spec.support.command"
local in_process = require "spec.support.in_process"
local folder = require "spec.support.folder"
local yschema = require "yschema"

local dir
local function write(name, text) return folder.write(dir, name, text) end
local function sh(typed) return command.output(("cd %s && { %s; } 2>&1"):format(command.quote(dir), typed)) end
local function check(...) return in_process.call({ "check", "-q", ... }, { folder = dir }) end

local HEAD = "#@data/values-schema\n---\n"
local REMEDY = " has code, which does not run for a schema that a file names itself; call yschema check with "
  .. "--allow-code, or list the schema in the project file (.yschema.yml)\n"

-- Each has code at a line, which fails where it runs.
local with_code = {
  { "a rule", HEAD .. "#@schema/validation lambda v: fail('ran')\na: 1\n", 3 },
  { "a rule in Lua", HEAD .. "#@schema/validation function() while true do end end\na: 1\n", 3 },
  { "a rule after a value", HEAD .. "b: 1\na: 1 #@schema/validation (\"x\", function() return false end)\n", 4 },
  { "lines of code", "#! x\n#@ fail('ran')\n" .. HEAD .. "a: 1\n", 2 },
  { "a computed value", HEAD .. "b: 1\na: #@ fail('ran')\n", 4 },
  { "a function that makes YAML", "#@ def f():\na: 1\n#@ end\n" .. HEAD .. "a: 1\n", 1 },
  { "a loop", HEAD .. "b: 1\n#@ for x in range(1000000000):\n#@ end\na: 1\n", 4 },
  { "a default", HEAD .. "#@schema/default [x for x in range(100000000)][0]\na: 1\n", 3 },
  { "a condition", HEAD .. "#@schema/validation min=1, when=lambda v: fail('ran')\na: 1\n", 3 },
  { "a matcher of keys", HEAD .. "#@schema/key allowed=lambda k: fail('ran')\na: 1\n", 3 },
  { "a schema by name", HEAD .. "#@schema/like f\na: 1\n", 3 },
  { "an expression", HEAD .. "#@schema/validation min=\"x\" * 1000\na: 1\n", 3 },
}

describe("a schema that a file names", function()
  before_each(function() dir = folder.make "d" end)
  after_each(function() folder.remove(dir) end)

  for _, row in ipairs(with_code) do
    it("runs no code: " .. row[1], function()
      write("s.yml", row[2])
      write("v.yml", "# yschema: schema=s.yml\na: 1\n")
      write("d/w.yml", "# yschema: schema=../s.yml\na: 1\n")
      local result = check("v.yml", "d")
      assert.same({ 2, "" }, { result.rc, result.stderr })
      local text = "%s: error[read]: line 1 names the schema s.yml, which cannot be used: s.yml:%d%s"
      assert.equal(text:format("v.yml", row[3], REMEDY) .. "\n" .. text:format("d/w.yml", row[3], REMEDY),
        result.stdout)
    end)
  end

  it("is used when all of it is data", function()
    write("s.yml", HEAD .. '#@schema/validation min=-1, max=+5, one_of=[1, 2]\n#@schema/examples ("x", 1)\na: 1\n'
      .. '#@schema/type "int", "string"\nb: 1\n#@schema/key-may-be-present\n#@schema/validation regexp=r"^\\d$"\n'
      .. 'c: ""\n#@schema/any-of {"x": 1}, [""]\nd: {x: 1}\n')
    write("v.yml", "# yschema: schema=s.yml\na: 3\nc: x\n")
    local result = check "v.yml"
    assert.equal(1, result.rc, result.stderr)
    assert.matches("one of 1, 2", result.text, 1, true)
    assert.matches('^\\d$', result.text, 1, true)
    assert.is_nil(result.text:find("has code", 1, true))
  end)

  it("runs its code when the user allows it", function()
    write("s.yml", HEAD .. "#@schema/validation lambda v: fail('ran')\na: 1\n")
    write("v.yml", "# yschema: schema=s.yml\na: 1\n")
    local result = check("--allow-code", "v.yml")
    assert.equal(1, result.rc)
    assert.matches("ran", result.text, 1, true)
    local path = dir .. "/v.yml"
    local ok, about = yschema.check_files { files = { path }, allow_code = true }
    assert.is_nil(ok)
    assert.equal("rule", about.violations[1].kind)
    ok, about = yschema.check_files { files = { path } }
    assert.is_nil(ok)
    assert.matches("has code, which does not run", about.violations[1].message, 1, true)
  end)

  it("runs its code when the project file lists it", function()
    write("s.yml", HEAD .. "#@schema/validation lambda v: fail('ran')\na: 1\n")
    write("t.yml", HEAD .. "#@schema/validation lambda v: fail('ran too')\na: 1\n")
    write("u.yml", HEAD .. "#@schema/validation lambda v: fail('never')\na: 1\n")
    write(".yschema.yml", "configurations:\n- name: one\n  schema: ./s.yml\n  each: [x.yml]\n- name: two\n"
      .. "  kinds:\n  - has: {k: 1}\n    schema: t.yml\n  each: [x.yml]\n- name: three\n  each: ['d/*.yml']\n")
    write("x.yml", "a: 1\n")
    write("d/s.yml", "# yschema: schema=../s.yml\na: 1\n")
    write("d/t.yml", "# yschema: schema=../t.yml\na: 1\n")
    write("d/u.yml", "# yschema: schema=../u.yml\na: 1\n")
    write("v.yml", "# yschema: schema=s.yml\na: 1\n")
    write("both.yml", "# yschema: schema=s.yml schema=u.yml\na: 1\n")
    for file, words in pairs { ["d/s.yml"] = "ran", ["d/t.yml"] = "ran too", ["d/u.yml"] = "has code",
      ["v.yml"] = "ran", ["both.yml"] = "has code" } do
      local result = check(file)
      assert.matches(words, result.text, 1, true)
      assert.is_nil(result.text:find("never", 1, true))
    end
  end)

  it("shows nothing of a file that cannot be read as a JSON Schema", function()
    write("private", "[core]\n\ttoken = hunter2\n\"hunter2\n")
    for _, path in ipairs { "private", "./private" } do
      write("v.yml", "# yaml-language-server: $schema=" .. path .. "\na: 1\n")
      for _, format in ipairs { "text", "json", "ndjson", "github" } do
        local result = check("v.yml", "--report", format)
        assert.equal(2, result.rc)
        assert.is_nil((result.stdout .. result.stderr):find("hunter2", 1, true), result.stdout .. result.stderr)
      end
      local text = "v.yml: error[read]: line 1 names the schema %s, which cannot be used: %s:2: it cannot be read as"
        .. " a JSON Schema (yschema import json-schema shows why)\n"
      assert.equal(text:format("private", "private"), check("v.yml").stdout)
    end
  end)

  it("shows nothing of a regular expression that cannot be used", function()
    write("private.json", '{"pattern": "(?<=hunter2+)"}')
    write("v.yml", "# yaml-language-server: $schema=private.json\na: 1\n")
    assert.equal("v.yml: error[read]: line 1 names the schema private.json, which cannot be used: private.json: it has "
      .. "a regular expression that cannot be used\n", check("v.yml").stdout)
     write("private.json", '{"allOf": [{"$ref": "#"}], "title": "hunter2"}')
    assert.equal("v.yml: error[read]: line 1 names the schema private.json, which cannot be used: private.json: it is "
      .. "circular\n", check("v.yml").stdout)
  end)

  it("is refused with its reason in each file that names it", function()
    write("broken.json", "{")
    write("v.yml", "# yaml-language-server: $schema=broken.json\na: 1\n")
    write("w.yml", "# yaml-language-server: $schema=broken.json\na: 1\n")
    local text = "%s: error[read]: line 1 names the schema broken.json, which cannot be used: broken.json:1: it cannot"
      .. " be read as a JSON Schema (yschema import json-schema shows why)\n"
    assert.equal(text:format "v.yml" .. "\n" .. text:format "w.yml", check("v.yml", "w.yml").stdout)
  end)

  it("is a regular file", function()
    sh "mkfifo fifo open; ln -s fifo link; ln -s /proc/self/environ env; mkdir dir; truncate -s 100G huge"
    sh "ln -s loop loop"
    write("in.yml", HEAD .. "a: 1\n")
    local rows = {
      ["/dev/stdin"] = "/dev/stdin: cannot be read: is not a regular file (it is a FIFO)",
      ["-"] = "./-: cannot be read: No such file or directory",
      fifo = "fifo: cannot be read: is not a regular file (it is a FIFO)",
      link = "link: cannot be read: is not a regular file (it is a FIFO)",
      dir = "dir: cannot be read: is a directory",
      ["/"] = "/: cannot be read: is a directory",
      ["/dev/zero"] = "/dev/zero: cannot be read: is not a regular file (it is a device)",
      ["/proc/self/environ"] = "/proc/self/environ: cannot be read: is not a regular file (the kernel makes it)",
      env = "env: cannot be read: is not a regular file (the kernel makes it)",
      huge = "huge: cannot be read: ", loop = "loop: cannot be read: Too many levels of symbolic links",
      ["n=in.yml"] = "n=in.yml: cannot be read: No such file or directory",
      ["*.yml"] = "*.yml: cannot be read: No such file or directory",
    }
    for path, words in pairs(rows) do
      write("v.yml", "# yschema: schema=" .. path .. "\na: 1\n")
      local printed = sh("exec 3<>open; timeout 4 env " .. command.words .. " check -q v.yml <&3; echo $?")
      words = words:gsub(": cannot", ": error[read]: cannot")
      assert.equal(words, printed[1]:sub(1, #words))
      assert.equal("2", printed[#printed])
      write("v.yml", "# yaml-language-server: $schema=" .. path .. "\na: 1\n")
      printed = sh("exec 3<>open; timeout 4 env " .. command.words .. " check -q v.yml <&3; echo $?")
      assert.matches("^v.yml: error%[read%]: line 1 names the schema ", printed[1])
      assert.equal("2", printed[#printed])
    end
  end)
end)
