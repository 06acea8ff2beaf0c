-- `yschema set` and `yschema.set`: values of files are set and removed, and no new violation is written.

local yschema = require "yschema"
local command = require "spec.support.command"
local in_process = require "spec.support.in_process"
local folder = require "spec.support.folder"

local dir

local SCHEMA = '#@data/values-schema\n---\nname: ""\ndb:\n  host: localhost\n  #@schema/validation min=1\n'
  .. '  port: 5432\n  options:\n    tls: false\nservers:\n- name: ""\n  weight: 1\ntags:\n- ""\n'
  .. '#@schema/type any=True\nfree: null\n'

local function read(name) return command.read(dir .. "/" .. name) end
local function write(name, text) return folder.write(dir, name, text) end
local function run(...) return in_process.call({ "set", ... }, { folder = dir }) end

-- Sets values of a text. Returns the new text, or nil and the report.
local function set(old, assignments, delete, name)
  name = name or "v.yml"
  write(name, old)
  local ok, report, result = yschema.set {
    schema = dir .. "/schema.yml", file = dir .. "/" .. name, set = assignments, delete = delete, write = true,
  }
  if ok then
    assert.equal(result.files[1] and result.files[1].text or old, read(name))
    return read(name), result
  end
  assert.equal(old, read(name))
  return nil, (tostring(report):gsub("[^\n]*/v.yml", "v.yml"))
end

local function becomes(new, old, assignments, delete, name)
  assert.equal(new, (assert(set(old, assignments, delete, name))))
  local again = assert(set(new, assignments, delete, name))
  if not delete then assert.equal(new, again) end
end

local function is_refused(why, old, assignments, delete)
  local text, report = set(old, assignments, delete)
  assert.is_nil(text)
  assert.matches(why, report, 1, true)
end

describe("a value that is set", function()
  before_each(function()
    dir = folder.make ""
    write("schema.yml", SCHEMA)
  end)
  after_each(function() folder.remove(dir) end)

  it("replaces the old one in its style", function()
    becomes("db: {port: 1} # c\n", "db: {port: 2} # c\n", { ["db.port"] = 1 })
    becomes('name: "b" # c', 'name: "a" # c', { name = "b" })
    becomes('{"db": {"port": 1,\n  "host": "a"}}', '{"db": {"port": 2,\n  "host": "a"}}', { ["db.port"] = 1 }, nil,
      "v.json")
    becomes("free:\n  a: 1 # one\n  c: 3\n", "free:\n  a: 1 # one\n  b: 2\n", { free = { a = 1, c = 3 } })
    becomes("free:\n- 1\n- x\n", "free: 3\n", { free = { 1, "x" } })
  end)

  it("is in the document that its number names", function()
    local old = "name: a # a\n---\nname: b # b\n--- # none\n"
    assert.equal("name: a # a\n---\nname: c # b\n--- # none\n", (set(old, { ["2:name"] = "c" })))
    assert.equal("name: d # a\n---\nname: c # b\n--- # none\n", (set(old, { ["2:name"] = "c", ["1:name"] = "d" })))
    assert.equal("name: a # a\n---\n{}\n--- # none\n", (set(old, nil, "2:name")))
    is_refused("\n  3 | name: 3 # b\n", old, { ["2:name"] = 3 })
  end)

  it("is where the schema has its key", function()
    becomes("name: a\ndb:\n  port: 1\ntags: []\n", "name: a\ntags: []\n", { ["db.port"] = 1 })
    becomes("db:\n  host: h\n  # c\n  port: 1\n", "db:\n  # c\n  port: 1\n", { ["db.host"] = "h" })
    becomes("db: {host: h, port: 1}\n", "db: {port: 1}\n", { ["db.host"] = "h" })
    becomes("name: a\n", "", { name = "a" })
    becomes("# c\nname: a\n", "# c\n", { name = "a" })
  end)

  it("is where the alternative has its key that has the other keys, too", function()
    write("schema.yml", '#@ def file():\nmode: ""\nkind: file\nowner: ""\n#@ end\n#@ def remote():\nkind: remote\n'
      .. 'host: ""\nport: 1\nmode: ""\nuser: ""\n#@ end\n#@data/values-schema\n---\n#@schema/one-of file(), remote()\n'
      .. 'source:\n')
    local old = "source:\n  kind: remote\n  port: 2\n  user: u\n"
    becomes("source:\n  kind: remote\n  port: 2\n  mode: m\n  user: u\n", old, { ["source.mode"] = "m" })
    becomes("source:\n  kind: remote\n  host: h\n  port: 2\n  user: u\n", old, { ["source.host"] = "h" })
    becomes("source:\n  mode: m\n  kind: file\n", "source:\n  kind: file\n", { ["source.mode"] = "m" })
  end)

  it("gets the maps and arrays that are missing", function()
    becomes("name: a\ndb:\n  options:\n    tls: true\n", "name: a\n", { ["db.options.tls"] = true })
    becomes("db:\n  options:\n    tls: true\n", "db:\n", { ["db.options.tls"] = true })
    becomes("servers:\n- name: a\n", "servers: []\n", { ["servers[0].name"] = "a" })
    becomes("tags:\n- a\n", "{}\n", { ["tags[0]"] = "a" })
  end)

  it("may belong to an item that is selected or added", function()
    local old = "servers:\n  - name: a\n  - name: b # c\n"
    becomes("servers:\n  - name: a\n  - name: b # c\n    weight: 3\n", old, { ["servers[name=b].weight"] = 3 })
    assert.equal("servers:\n  - name: a\n  - name: b # c\n  - name: d\n", (set(old, { ["servers[+].name"] = "d" })))
    becomes("servers:\n  - name: a\n  - name: b # c\n  - name: d\n", old, { ["servers[2].name"] = "d" })
    is_refused("v.yml:1: servers[3].name: there is no item [3]; the next new one is [2], or [+]", old,
      { ["servers[3].name"] = "d" })
    is_refused("v.yml:1: servers[name=x].weight: no item has name=x", old, { ["servers[name=x].weight"] = 1 })
  end)

  it("may be removed", function()
    becomes("db: {}\n", "db:\n  # about it\n  port: 1 # c\n", nil, "db.port")
    becomes("servers: [{name: b}]\n", "servers: [{name: a}, {name: b}]\n", nil, "servers[name=a]")
    local _, result = set("name: a\n", nil, { "db", "name.x" }, nil)
    assert.matches("name.x: there is no map but a value of type string", result, 1, true)
    _, result = set("name: a\n", nil, "db.port")
    assert.same({ { file = dir .. "/v.yml", line = 1, path = "db.port", action = "remove",
      message = "nothing is there" } }, result.refused)
  end)

  it("is not written when it is not valid", function()
    is_refused("must be: a value >= 1", "db:\n  port: 2\n", { ["db.port"] = 0 })
    is_refused("= expected: string", "name: a\n", { name = 1 })
    is_refused("is not declared in schema: prot", "name: a\n", { prot = 1 })
    becomes("db:\n  port: 0\nname: b\n", "db:\n  port: 0\nname: a\n", { name = "b" })
    is_refused("must be: a value >= 1", "db:\n  port: 0\n", { ["db.port"] = -1 })
  end)

  it("is written when a value around it has the violation that it had", function()
    write("schema.yml", '#@data/values-schema\n---\n#@schema/validation max_len=1\nservers:\n- name: ""\n'
      .. '#@schema/validation max_len=1\ntags:\n- ""\n')
    assert.equal("tags: [b, c]\n", (set("tags: [a, b, c]\n", nil, "tags[0]")))
    assert.equal("servers:\n- name: b\n- name: d\n", (set("servers:\n- name: a\n- name: b\n- name: d\n", nil,
      "servers[name=a]")))
    is_refused("must be: length <= 1", "tags: [a, b, c]\n", { tags = { "x", "y" } })
    is_refused("must be: length <= 1", "tags: [a]\n", { ["tags[+]"] = "b" })
  end)

  it("is not written when that is not certain", function()
    is_refused("v.yml:1: db.port: it comes from an alias", "free: &x {port: 1}\ndb: *x\n", { ["db.port"] = 2 })
    is_refused("v.yml:1: free.port: is in several places, through an anchor", "free: &x {port: 1}\ndb: *x\n",
      { ["free.port"] = 2 })
    is_refused("v.yml:1: db.port: it may come from a merge key", "free: &x {port: 1}\ndb:\n  <<: *x\n",
      { ["db.port"] = 2 })
    is_refused("has a comment within its old value, which would be lost", "free:\n- 1 # c\n- 2\n", { free = 1 })
    is_refused("name: it has 2 documents; give the number of one: 2:name, or --document 2", "name: a\n---\nname: b\n",
      { name = "c" })
    is_refused("3:name: there is no document 3; it has 2 documents", "name: a\n---\nname: b\n", { ["3:name"] = "c" })
  end)
end)

describe("yschema set", function()
  before_each(function()
    dir = folder.make ""
    write("schema.yml", SCHEMA)
    write("v.yml", "db: {port: 1}\n")
  end)
  after_each(function() folder.remove(dir) end)

  it("prints a difference, and writes", function()
    local result = run("-f", "schema.yml", "-n", "db.port=2", "v.yml")
    assert.same({ 0, "" }, { result.rc, result.stderr })
    assert.equal("--- v.yml\n+++ v.yml\n@@ -1 +1 @@\n-db: {port: 1}\n+db: {port: 2}\n", result.stdout)
    assert.equal("db: {port: 1}\n", read "v.yml")
    result = run("-f", "schema.yml", "db.port=2", "--delete", "tags", "v.yml")
    assert.same({ 0, "v.yml: nothing is at tags\nv.yml: changed\n" }, { result.rc, result.stdout })
    assert.equal("db: {port: 2}\n", read "v.yml")
    assert.equal("v.yml: up to date\n", run("-f", "schema.yml", "db.port=2", "v.yml").stdout)
    assert.same({ 1, "db: {port: 2}\n" }, { run("-f", "schema.yml", "db.port=0", "v.yml").rc, read "v.yml" })
  end)

  it("reports a text that cannot be read, without what is sensitive in it", function()
    write("schema.yml", '#@data/values-schema\n---\n#@schema/sensitive\npassword: ""\nport: 1\n')
    for _, text in ipairs { 'port: 1\npassword: "hunter22\n', "port: 1\npassword: hunter22: x\n" } do
      write("v.yml", text)
      local result = run("-f", "schema.yml", "port=2", "v.yml")
      assert.equal(2, result.rc)
      assert.matches("^v.yml:%d+:%d+: error", result.stdout)
      assert.is_nil(result.text:find("password", 1, true)) -- no excerpt beside a sensitive schema
      assert.is_nil(result.text:find("hunter22", 1, true))
      assert.equal(text, read "v.yml")
    end
  end)

  it("shows no sensitive value beside a change, and prints a difference that patch accepts", function()
    write("schema.yml", "#@data/values-schema\n---\n#@schema/sensitive\npassword: ''\na: 1\nb: 1\nc: 1\nd: 1\n")
    write("v.yml", "a: 1\nb: 1\npassword: hunter22\nc: 1\nd: 1\n")
    local result = run("-n", "-f", "schema.yml", "b=2", "c=2", "v.yml")
    assert.equal("--- v.yml\n+++ v.yml\n@@ -1,2 +1,2 @@\n a: 1\n-b: 1\n+b: 2\n@@ -4,2 +4,2 @@\n-c: 1\n+c: 2\n d: 1\n",
      result.stdout)
    result = run("-n", "-f", "schema.yml", "password=hunter23", "v.yml")
    assert.equal(0, result.rc)
    assert.matches("\n-password: (sensitive)\n+password: (sensitive)\n", result.stdout, 1, true)
  end)

  it("finds the schema, and validates layers together", function()
    write(".yschema.yml", "configurations:\n- name: a\n  schema: schema.yml\n  layers: [base.yml, v.yml]\n")
    write("schema.yml", (SCHEMA:gsub('name: ""\ndb', '#@schema/required\nname: ""\ndb')))
    write("base.yml", "name: a\n")
    assert.equal(0, run("db.port=2", "v.yml").rc)
    assert.equal("db: {port: 2}\n", read "v.yml")
    assert.equal(1, run("--delete", "name", "base.yml").rc)
    write("v.yml", "db: [\n")
    assert.equal(2, run("name=b", "base.yml").rc)
    assert.equal("name: a\n", read "base.yml")
  end)

  it("only edits a file that has no schema", function()
    folder.write(dir, "plain/v.yml", "a: 1 # one\n---\n#@ x\na: 2 # two\n")
    local result = in_process.call({ "set", "a=3", "--document", "2", "b={c: 1}", "v.yml" },
      { folder = dir .. "/plain" })
    assert.same({ 0, "v.yml: changed (not validated: no schema)\n", "" }, { result.rc, result.stdout, result.stderr })
    assert.equal("a: 1 # one\n---\n#@ x\na: 3 # two\nb:\n  c: 1\n", read "plain/v.yml")
    folder.write(dir, "plain/v.yml", "a: [s3cret\n")
    result = in_process.call({ "set", "a=3", "v.yml" }, { folder = dir .. "/plain" })
    assert.equal(2, result.rc)
    assert.matches("^v.yml:2:1: error%[yaml%]", result.stdout)
  end)

  it("only edits a file that the project file does not list, and the files of schemas", function()
    write(".yschema.yml", "configurations:\n- name: a\n  schema: schema.yml\n  each: [v.yml]\n")
    folder.write(dir, "other/o.yml", "a: 1\n")
    for _, row in ipairs { { "a=2", "other/o.yml" }, { "db.port=80", "schema.yml" },
        { "configurations[name=a].yaml='1.2'", ".yschema.yml" } } do
      assert.equal(row[2] .. ": changed (not validated: no schema)\n", run(row[1], row[2]).stdout)
    end
    assert.equal("a: 2\n", read "other/o.yml")
    assert.equal("v.yml: changed\n", run("db.port=80", "v.yml").stdout)
    assert.equal(2, run("a=3", "other").rc) -- a folder means the listed files
    assert.equal(2, run("a=3", "none.yml").rc)
    local ok, _, result = yschema.set { file = dir .. "/plain.yml", set = { a = 1 }, document = 2 }
    assert.same({}, { ok, result and result.files[1] })
    write("plain.yml", "a: 0\n---\na: 0\n")
    ok, _, result = yschema.set { file = dir .. "/plain.yml", set = { a = 1 }, document = 2, project = nil }
    assert.same({ true, "a: 0\n---\na: 1\n" }, { ok, result.files[1].text })
  end)

  it("leaves the old or the new file when it is killed", function()
    local lines = { "tags:\n" }
    for i = 1, 3000 do lines[#lines + 1] = ("- t%d\n"):format(i) end
    local old = table.concat(lines)
    for i = 1, 8 do
      write("v.yml", old)
      command.output(("cd %s && timeout -s KILL %.2f %s set -f schema.yml 'tags[2]=new' v.yml 2>/dev/null"):format(
        command.quote(dir), 0.04 * i, command.words))
      local new = read "v.yml"
      assert.is_true(new == old or new == old:gsub("t3\n", "new\n", 1))
    end
  end)

  it("reports invalid calls", function()
    for _, row in ipairs {
      { "nothing to do: name values as PATH=VALUE before the files", "v.yml" },
      { "no file to change", "a=1" },
      { "'a..b' is not the path of a value", "a..b=1", "v.yml" },
      { "'name=...' comes after a file", "db.port=1", "v.yml", "name=s3cret" },
      { "standard input cannot be changed", "a=1", "-" },
      { "the value of name cannot be read as YAML", "-f", "schema.yml", "name=[s3cret", "v.yml" },
      { "-f and --project exclude each other", "-f", "s", "--project", "p", "a=1", "v.yml" },
      { "--document: expected a whole number from 1", "--document", "0", "a=1", "v.yml" },
      { "'0:a' is not the path of a value: documents are numbered from 1", "0:a=1", "v.yml" },
      { "other: error[read]: No such file", "a=1", "other" },
      { "none.yml: error[read]: No such file", "-f", "schema.yml", "name=1", "none.yml" },
    } do
      local result = run(select(2, (table.unpack or unpack)(row)))
      assert.equal(2, result.rc, row[1])
      assert.matches(row[1], result.text, 1, true)
      assert.not_matches("s3cret", result.text, 1, true)
    end
  end)

  it("is only returned by the function, unless it is asked to write", function()
    local request = { schema = dir .. "/schema.yml", file = dir .. "/v.yml", set = { ["db.port"] = 2 } }
    local ok, _, result = yschema.set(request)
    assert.is_true(ok)
    assert.equal("db: {port: 1}\n", read "v.yml")
    assert.equal("db: {port: 2}\n", result.files[1].text)
    assert.matches("+db: {port: 2}", result.files[1].difference, 1, true)
    assert.same({ { file = dir .. "/v.yml", line = 1, path = "db.port", action = "set" } }, result.done)
    request.write = true
    assert.is_true((yschema.set(request)))
    assert.equal("db: {port: 2}\n", read "v.yml")
  end)

  it("is validated in all configurations that have the file", function()
    write("strict.yml", (SCHEMA:gsub("min=1", "min=1, max=10")))
    write(".yschema.yml", "configurations:\n- name: a\n  schema: schema.yml\n  layers: [v.yml, a.yml]\n"
      .. "- name: b\n  schema: strict.yml\n  layers: [v.yml, b.yml]\n")
    write("a.yml", "name: a\n")
    write("b.yml", "name: b\n")
    local result = run("db.port=20", "v.yml")
    assert.equal(1, result.rc)
    assert.matches("v.yml:1:12: error[max]: db.port must be <= 10\n", result.stdout, 1, true)
    assert.equal("db: {port: 1}\n", read "v.yml")
    assert.equal(0, run("db.port=9", "v.yml").rc)
    assert.equal("db: {port: 9}\n", read "v.yml")
  end)

  it("throws on invalid calls in Lua", function()
    for _, row in ipairs {
      { "keys must be a table, got nil" },
      { "key 'file' is missing", {} },
      { "key 'set' must be a table, got number", { file = "x", set = 1 } },
      { "'a[' is not the path of a value", { file = "x", set = { ["a["] = 1 } } },
    } do
      local ok, message = pcall(yschema.set, row[2])
      assert.is_false(ok)
      assert.matches("bad argument #1 to 'set' (" .. row[1], message, 1, true)
    end
  end)
end)
