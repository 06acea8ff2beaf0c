-- JSON Schemas in a folder, to which others refer by their `$id`.

local lfs = require "lfs"
local command = require "spec.support.command"
local folders = require "spec.support.folder"
local yschema = require "yschema"

local folder
local function write(name, text) return folders.write(folder, name, text) end
local function run(...) return command.run({ ... }, { folder = folder }) end

setup(function()
  folder = folders.make("schemas/deep", "other", "chain")
  write("schemas/address.json", '{"$id": "https://example.com/address.json", "$ref": "deep/zip.json#/$defs/zip"}')
  write("schemas/deep/zip.yml", "$id: 'https://example.com/deep/zip.json'\n$defs:\n  zip: {pattern: '^[0-9]+$'}\n")
  write("schemas/deep/several.json", '{"$id": "https://example.com/all#", "$defs": {"port": {"$id":'
    .. ' "https://example.com/port", "type": "integer"}}}')
  write("schemas/notes.txt", '{"$id": "https://example.com/notes"}')
  write("schemas/broken.json", '{"$id": "https://example.com/broken", "type": "objct"}')
  write("app.json", '{"properties": {"zip": {"$ref": "https://example.com/address.json"},\n'
    .. ' "port": {"$ref": "https://example.com/port"}}}')
  write("good.yml", "zip: '12345'\nport: 80\n")
  write("bad.yml", "zip: x1\nport: '80'\n")
end)
teardown(function() folders.remove(folder) end)

describe("JSON Schemas in a folder", function()
  it("are found by their $id", function()
    for _, way in ipairs { { "check" }, { "fix", "-n" } } do
      assert.equal(0, run(way[1], way[2] or "-q", "--json-schema", "app.json", "--schema-folder", "schemas",
        "good.yml").rc)
    end
    local result = run("check", "--json-schema", "app.json", "--schema-folder", "schemas/", "bad.yml")
    assert.equal(1, result.rc)
    assert.matches('must be a string matching "^[0-9]+$"', result.stdout, 1, true)
    assert.matches("= rule: schemas/deep/zip.yml:3 /$defs/zip/pattern\n", result.stdout, 1, true)
    assert.matches("= schema: schemas/deep/several.json:1 /$defs/port/type\n", result.stdout, 1, true)
    assert.equal("app.json: exact\n", run("import", "json-schema", "app.json", "--schema-folder", "schemas").stderr)
    assert.equal(0, run("example", "--json-schema", "app.json", "--schema-folder", "schemas").rc)
  end)

  it("may be one file", function()
    write("port.json", '{"$ref": "https://example.com/port"}')
    write("v.yml", "80\n")
    assert.equal(0, run("check", "--json-schema", "port.json", "--schema-folder", "schemas/deep/several.json",
      "v.yml").rc)
  end)

  it("are named in a project file, relative to it", function()
    write("other/.yschema.yml", "schema_folder: ../schemas\nconfigurations:\n- name: a\n  json_schema: ../app.json\n"
      .. "  each: [../bad.yml]\n")
    local result = command.run({ "check" }, { folder = folder .. "/other" })
    assert.equal(1, result.rc)
    assert.matches("schemas/deep/several.json:1 /$defs/port/type", result.stdout, 1, true)
    write("other/.yschema.yml", "schema_folder: none\nconfigurations:\n- name: a\n  json_schema: ../app.json\n"
      .. "  each: [../bad.yml]\n")
    result = command.run({ "check" }, { folder = folder .. "/other" })
    assert.equal(2, result.rc)
    assert.matches("there is no folder none", result.stdout, 1, true)
  end)

  it("are found in Lua", function()
    local text = '{"$ref": "https://example.com/port"}'
    local schema = assert(yschema.load_json_schema(text, { schema_folder = folder .. "/schemas" }))
    assert.is_true(schema:check(80))
    assert.is_nil((schema:check "80"))
    local request = { json_schema = folder .. "/app.json", files = folder .. "/bad.yml" }
    local _, report = yschema.check_files(request, { schema_folder = folder .. "/schemas" })
    assert.equal(2, #report.violations)
    assert.is_true(assert(yschema.import_json_schema(text, { schema_folder = folder .. "/schemas" })).exact)
  end)

  it("are never fetched, and errors say what is missing", function()
    local function problem(reference, ...)
      write("lost.json", ('{"$ref": "%s"}'):format(reference))
      local result = run("check", "--json-schema", "lost.json", "good.yml", ...)
      assert.equal(2, result.rc)
      return result.stderr
    end
    assert.matches("or name its folder with --schema-folder", problem "https://example.com/port", 1, true)
    for _, name in ipairs { "none", "notes" } do
      assert.matches(("lost.json:1: $ref cannot be resolved: no file in schemas has the $id https://example.com/%s")
        :format(name), problem("https://example.com/" .. name, "--schema-folder", "schemas"), 1, true)
    end
    assert.matches("there is nothing at https://example.com/port#/none",
      problem("https://example.com/port#/none", "--schema-folder", "schemas"), 1, true)
    assert.matches("schemas/broken.json:1: invalid JSON Schema: /type must be a type",
      problem("https://example.com/broken", "--schema-folder", "schemas"), 1, true)
    assert.matches("--schema-folder gone: there is no such folder or file",
      problem("https://example.com/port", "--schema-folder", "gone"), 1, true)
  end)

  it("may lead to each other in many files, but not endlessly", function()
    for i = 1, 1000 do
      write(("chain/c%d.json"):format(i), i < 1000 and ('{"$ref": "c%d.json"}'):format(i + 1) or '{"type": "integer"}')
    end
    write("v.yml", "80\n")
    assert.equal(0, run("check", "--json-schema", "chain/c910.json", "v.yml").rc)
    local before = os.time()
    local result = run("check", "--json-schema", "chain/c1.json", "v.yml")
    assert.equal(2, result.rc)
    assert.matches("chain/c101.json:1: $ref cannot be resolved: the way there leads through more than 100 files",
      result.stderr, 1, true)
    assert.is_true(os.time() - before < 5)
  end)

  it("do not block, and cost no more than their size #unsanitized", function()
    lfs.mkdir(folder .. "/hostile")
    assert(os.execute(("mkfifo %s/hostile/pipe.json"):format(folder)))
    assert(lfs.link("pipe.json", folder .. "/hostile/link.json", true))
    assert(lfs.link("..", folder .. "/hostile/up", true))
    assert(lfs.link("/proc", folder .. "/hostile/proc", true))
    write("hostile/large.json", '{"x": "' .. ('id": "a'):rep(1000000) .. '"}')
    write("hostile/port.json", '{"$id": "https://example.com/hostile", "type": "integer"}')
    write("lost.json", '{"$ref": "https://example.com/hostile"}')
    write("v.yml", "80\n")
    local before = os.time()
    assert.equal(0, run("check", "--json-schema", "lost.json", "--schema-folder", "hostile", "v.yml").rc)
    assert.is_true(os.time() - before < 5)
  end)
end)
