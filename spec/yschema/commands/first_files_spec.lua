-- `yschema init`: files to begin with, which are good as they stand, and nothing is overwritten.

local command = require "spec.support.command"
local in_process = require "spec.support.in_process"
local folder = require "spec.support.folder"

local dir

local function init(...) return in_process.call({ "init", ... }, { folder = dir }) end

local names = { ".yschema.yml", "schema.yml", "values.yml" }

local function run(where, ...) return in_process.call({ ... }, { folder = dir .. where }) end

describe("yschema init", function()
  before_each(function() dir = folder.make "" end)
  after_each(function() folder.remove(dir) end)

  it("writes three files, and says which and what comes next", function()
    assert.same({ rc = 0, stdout = "", stderr = "wrote .yschema.yml\nwrote schema.yml\nwrote values.yml\n\n\z
      Now validate the values, change both files, and validate them again:\n    yschema check\n" },
      init())
    local result = run("", "--refuse-plain-comments", "-f", "schema.yml", "-f", "values.yml")
    assert.same({ 0, "" }, { result.rc, result.stderr })
    assert.equal("name: example\nport: 8080\nhosts:\n- www.example.com\nlog_level: info\n", result.stdout)
    result = run("", "check")
    assert.same({ 0, "no errors in 1 file\n" }, { result.rc, result.stdout })
  end)

  it("writes a schema that says what it asks for", function()
    init()
    folder.write(dir, "bad.yml", "port: 0\nlog_level: loud\n")
    local result = run("", "-f", "schema.yml", "-f", "bad.yml")
    assert.equal(1, result.rc)
    for _, words in ipairs { "is required is missing: name", "a value >= 1", 'one of ["debug"' } do
      assert.matches(words, result.stderr, 1, true)
    end
  end)

  it("makes the folder that it is given, and those above it", function()
    local result = init "a/it's/c/"
    assert.equal(0, result.rc)
    assert.matches("wrote a/it's/c/schema.yml\n", result.stderr, 1, true)
    assert.matches("cd 'a/it'\\''s/c/' && yschema check\n", result.stderr, 1, true)
    assert.equal(0, run("/a/it's/c", "-f", "schema.yml", "-f", "values.yml").rc)
    assert.matches("cd './-' && yschema check\n", init("-").stderr, 1, true)
  end)

  it("writes schemas of files, and a project file that validates these and later ones", function()
    os.execute("mkdir -p " .. command.quote(dir .. "/deploy"))
    folder.write(dir, "deploy/a.yml", "port: 80\n")
    folder.write(dir, "deploy/b.yml", "port: 81\n")
    assert.equal("schema.yml\n.yschema.yml\ncheck with: yschema check\n", init("--from", "deploy").stdout)
    assert.equal(0, run("", "check").rc)
    folder.write(dir, "deploy/c.yml", "port: x\n")
    assert.equal(1, run("", "check").rc)
    assert.matches("is there already", init("--from", "deploy").stderr, 1, true)
    assert.equal(0, init("new/conf", "--from", "deploy").rc)
    assert.equal(0, run("", "check", "--project", "new/conf/.yschema.yml").rc)
    assert.matches("among the examples", init("deploy", "--from", "deploy").stderr, 1, true)
    assert.equal(2, init("other", "--from", "no-such-folder").rc)
  end)

  it("overwrites nothing, and then writes nothing", function()
    for _, name in ipairs(names) do
      folder.write(dir, name, "mine\n")
      local result = init()
      assert.equal(2, result.rc)
      assert.equal("yschema: Error: " .. name .. " exists already, and yschema init overwrites nothing: \z
        move it, or name another folder\n", result.stderr)
      assert.same({ name }, command.output("ls -A " .. command.quote(dir)))
      assert.equal("mine\n", command.read(dir .. "/" .. name))
      os.remove(dir .. "/" .. name)
    end
    command.output("ln -s nowhere " .. command.quote(dir .. "/values.yml"))
    assert.matches("values.yml exists already", init().stderr, 1, true)
    assert.is_nil(command.read(dir .. "/nowhere"))
  end)

  it("reports what it could not write", function()
    folder.write(dir, "file", "")
    local result = init "file/below"
    assert.equal(2, result.rc)
    assert.matches("file/below", result.stderr, 1, true)
    assert.equal(2, init("a", "b").rc)
    assert.equal(2, init("").rc)
  end)
end)
