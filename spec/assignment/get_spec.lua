-- `yschema get`: a value of a file is printed, for people and for programs.

local folder = require "spec.support.folder"
local in_process = require "spec.support.in_process"

local dir

local run = in_process.within(function() return dir end)
local function get(...) return run("get", ...) end

describe("yschema get", function()
  setup(function()
    dir = folder.make ""
    folder.write(dir, "v.yml", '# c\ndb: {port: 5432, v: 1.10, "h": 0x1F, big: 9223372036854775807}\n'
      .. 'name: "a b"\nml: |\n  x\n  y\noff: {}\nnone:\nat: 2024-01-01\nbase: &b {x: 1.50}\ncopy: *b\nmore:\n  <<: *b\n'
      .. 'list:\n- name: a\n  w: 1\n- name: b\n  w: [1, {c: "2"}]\n')
    folder.write(dir, "m.yml", "a: 1\n---\na: 2\n---\n- 3\n")
    folder.write(dir, "s.yml", '#@data/values-schema\n---\n#@schema/sensitive\npassword: ""\nport: 1\n')
    folder.write(dir, "p.yml", "password: hunter22\nport: 2\npasswort: hunter22\n")
    folder.write(dir, "bad.yml", "password: hunter22\nport: [\n")
    folder.write(dir, "nan.yml", "a: .nan\n")
    folder.write(dir, "empty.yml", "")
  end)
  teardown(function() folder.remove(dir) end)

  it("prints scalars as they are, and collections as YAML", function()
    for path, text in pairs {
      ["db.port"] = "5432\n", ["db.v"] = "1.10\n", ["db.h"] = "0x1F\n", name = "a b\n", ml = "x\ny\n\n",
      ["db.big"] = "9223372036854775807\n", ["/db/v"] = "1.10\n",
      ["list[name=b].w"] = "- 1\n- c: \"2\"\n", ["list[0]"] = "name: a\nw: 1\n", ["list[1].w[1].c"] = "2\n",
      none = "null\n", ["/list/1/name"] = "b\n", ["copy.x"] = "1.50\n", ["1:name"] = "a b\n",
    } do
      local status, printed, problem = get(path, "v.yml")
      assert.same({ path, 0, "" }, { path, status, problem })
      assert.equal(text:gsub('"2"', "'2'"), (printed:gsub('"2"', "'2'")))
    end
    assert.equal('{"port":5432,"v":1.1,"h":31,', select(2, get("--format", "json", "db", "v.yml")):sub(1, 28))
    assert.equal('[{"name":"a","w":1},{"name":"b","w":[1,{"c":"2"}]}]\n',
      select(2, get("--format", "json", "list", "v.yml")))
    assert.equal("null\n", select(2, get("", "empty.yml")))
  end)

  it("reads a document by its number", function()
    assert.equal("2\n", select(2, get("2:a", "m.yml")))
    assert.equal("1\n", select(2, get("--document", "2", "1:a", "m.yml")))
    assert.equal("- 3\n", select(2, get("--document", "3", "", "m.yml")))
    assert.equal("- 3\n", select(2, get("3:", "m.yml")))
  end)

  it("masks what a schema marks as sensitive", function()
    local schema = "s.yml"
    assert.equal("(sensitive)\n", select(2, get("-f", schema, "password", "p.yml")))
    assert.equal("password: (sensitive)\nport: 2\npasswort: (sensitive)\n", select(2, get("-f", schema, "", "p.yml")))
    assert.equal("hunter22\n", select(2, get("-f", schema, "--show-sensitive", "password", "p.yml")))
    assert.equal("hunter22\n", select(2, get("password", "p.yml")))
    local status, printed, problem = get("-f", schema, "password", "bad.yml")
    assert.same({ 2, "" }, { status, printed })
    assert.is_nil(problem:find("hunter22", 1, true))
  end)

  it("says why nothing is printed", function()
    for _, row in ipairs {
      { 1, "v.yml: nothing is at db.prt (did you mean db.port?)", "db.prt", "v.yml" },
      { 1, "v.yml: nothing is at list[7]", "list[7]", "v.yml" },
      { 1, "v.yml: nothing is at list[name=x].w", "list[name=x].w", "v.yml" },
      { 1, "v.yml: nothing is at name.x", "name.x", "v.yml" },
      { 1, "empty.yml: nothing is at a", "a", "empty.yml" },
      { 2, "write it without the first dot: db.port", ".db.port", "v.yml" },
      { 2, "m.yml: it has 3 documents; give the number of one: 1:a, or --document 1", "a", "m.yml" },
      { 2, "m.yml: there is no document 4; it has 3 documents", "4:a", "m.yml" },
      { 2, "documents are numbered from 1", "0:a", "m.yml" },
      { 2, "--document: expected a whole number", "--document", "0", "a", "m.yml" },
      { 2, "which value? Name its path and a file" , "--strict" },
      { 2, "no file to read: name it after the path", "a" },
      { 2, "unexpected argument", "a", "m.yml", "v.yml" },
      { 2, "standard input can be read only once", "-f", "-", "a", "-" },
      { 2, "none.yml: No such file", "a", "none.yml" },
      { 2, "nan.yml: the value at a cannot be written as JSON", "--format", "json", "a", "nan.yml" },
      { 2, "bad.yml", "port", "bad.yml" },
    } do
      local status, printed, problem = get((table.unpack or unpack)(row, 3)) -- luacheck: ignore
      assert.same({ row[2], row[1], "" }, { row[2], status, printed })
      assert.matches(row[2], problem, 1, true)
    end
  end)
end)
