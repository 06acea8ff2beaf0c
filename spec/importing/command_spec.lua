-- The command `yschema import json-schema`, and judging by JSON Schemas as they are.

local command = require "spec.support.command"
local folders = require "spec.support.folder"
local yschema = require "yschema"

local folder
local function write(name, text) return folders.write(folder, name, text) end
local function run(arguments) return command.run(arguments, { folder = folder }) end
local function import(...) return run { "import", "json-schema", ... } end
local function read(name) return command.read(folder .. "/" .. name) end

setup(function()
  folder = folders.make "sub"
  write("port.json", '{"type": "object", "properties": {"port": {"$ref": "sub/types.json#/$defs/port"}}}')
  write("sub/types.json", '{"$defs": {"port": {"type": "integer", "minimum": 1}}}')
  write("loose.json", '{"properties": {"a": {"$ref": "https://x/y.json"}}}')
  write("v.yml", "port: 0\n")
end)
teardown(function() folders.remove(folder) end)

describe("yschema import", function()
  it("prints a schema, or writes it", function()
    local result = import "port.json"
    assert.equal("port.json: exact\n", result.stderr)
    assert.equal(0, result.rc)
    assert.matches("#@schema/like port\nport:\n", result.stdout, 1, true)
    local written = import("port.json", "-o", "port.yml", "-q")
    assert.equal("", written.stdout .. written.stderr)
    assert.equal(result.stdout, read "port.yml")
    assert.equal(1, run({ "check", "-f", "port.yml", "v.yml" }).rc)
  end)

  it("tells what is not exact, and with --strict writes nothing then", function()
    local result = import("loose.json", "--loss", "loss.json", "--strict", "-o", "none.yml")
    assert.equal(1, result.rc)
    assert.is_nil(read "none.yml")
    assert.matches("loose.json:1: looser: /properties/a/$ref: it leads to another site", result.stderr, 1, true)
    assert.matches('"exact":false,"losses":[{"verdict":"looser","keyword":"$ref","file":"loose.json","line":1,',
      read "loss.json", 1, true)
    local printed = import("loose.json", "--loss", "-", "-o", "loose.yml", "-q")
    assert.same({ 0, read "loss.json", "" }, { printed.rc, printed.stdout, printed.stderr })
    assert.matches("values%-schema", read "loose.yml")
    assert.equal(import("loose.json").stdout, import("loose.json", "-o", "-").stdout)
    assert.is_nil(read "-")
    assert.equal(0, import("loose.json").rc)
    assert.equal(0, import("port.json", "--strict").rc)
  end)

  for name, row in pairs {
    ["large.json"] = { '{"type": "number",\n"maximum": 1e400}', "large.json:2:12: the float 1e400 is out of range" },
    ["broken.json"] = { '{"a":\n1', "broken.json:2:2" },
    ["twice.json"] = { '{"type": "string",\n"type": "string"}', 'twice.json:2:1: duplicate key "type"' },
    ["old.json"] = { '{\n"$schema": "http://json-schema.org/draft-03/schema#"}',
      "old.json:2: it is written in draft-03" },
    ["lost.json"] = { '{"$ref":\n"#/a"}', "lost.json:1: $ref cannot be followed: there is nothing at #/a (/$ref)" },
    ["round.json"] = { '{"allOf": [\n{"$ref": "#"}]}', "round.json:2: it goes round in a circle" },
    ["list.json"] = { "[]", "list.json: it is no JSON Schema" },
    ["two.yml"] = { "type: string\n---\ntype: string\n", "two.yml: it has no document, or more than one" },
  } do
    it("says what is wrong with " .. name, function()
      write(name, row[1])
      local result = import(name, "-o", "none.yml")
      assert.equal(2, result.rc)
      assert.equal("", result.stdout)
      assert.matches(row[2], result.stderr, 1, true)
      assert.is_nil(read "none.yml")
      assert.matches(row[2], run({ "check", "--json-schema", name, "v.yml" }).stderr, 1, true)
    end)
  end

  it("says what is wrong with a call", function()
    for _, row in ipairs {
      { {}, "write: yschema import json-schema FILE" }, { { "xml" }, "'xml' cannot be imported" },
      { { "json-schema" }, "no file is named" }, { { "json-schema", "none.json" }, "none.json: No such file" },
      { { "json-schema", "a", "b" }, "unexpected argument 'b'" },
      { { "json-schema", "a", "-o", "x", "--loss", "x" }, "name the same file" },
      { { "json-schema", "port.json", "--loss", "-" }, "write it to a file with -o FILE" },
    } do
      local result = run { "import", (table.unpack or unpack)(row[1]) } -- luacheck: ignore
      assert.equal(2, result.rc)
      assert.matches(row[2], result.stderr, 1, true)
    end
  end)
end)

describe("yschema check", function()
  it("judges by a JSON Schema", function()
    local result = run { "check", "--json-schema", "port.json", "v.yml" }
    assert.equal(1, result.rc)
    assert.matches("- must be: a value >= 1 (by: port.json (imported):", result.stderr, 1, true)
    assert.matches("v.yml:1", result.stderr, 1, true)
    assert.matches("Note: loose.json: 1 keyword is not exact",
      run({ "check", "--json-schema", "loose.json", "v.yml" }).stderr, 1, true)
  end)

  it("does so in a project, and where a file names one", function()
    write(".yschema.yml", "configurations:\n- {name: a, json_schema: port.json, each: [v.yml]}\n"
      .. "- {name: b, json_schema: port.json, layers: [v.yml]}\n")
    local result = run { "check" }
    assert.equal(1, result.rc)
    assert.matches("2 files, 2 documents: 0 valid, 2 invalid", result.stderr, 1, true)
    os.remove(folder .. "/.yschema.yml")
    write("w.yml", "# yaml-language-server: $schema=port.json\nport: -1\n")
    assert.matches("a value >= 1", run({ "check", "w.yml" }).stderr, 1, true)
  end)
end)

describe("the module", function()
  it("imports", function()
    local found = assert(yschema.import_json_schema(read "port.json", { name = folder .. "/port.json" }))
    assert.is_true(found.exact)
    assert.same({}, found.losses)
    local ok, report = yschema.check_files { json_schema = folder .. "/port.json", files = folder .. "/v.yml" }
    assert.is_nil(ok)
    assert.equal(1, #report.violations)
    local none, problem = yschema.import_json_schema '{"a":'
    assert.is_nil(none)
    assert.matches("schema.json:1:6", problem, 1, true)
    none, problem = yschema.import_json_schema '{"$ref": "#/a"}'
    assert.is_nil(none)
    assert.matches("there is nothing at #/a", problem, 1, true)
  end)
end)
