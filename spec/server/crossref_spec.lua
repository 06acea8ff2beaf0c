-- The language server compares references and names across the files of a configuration, as `yschema check` does.

local check = require "spec.server.check"
local client = require "spec.server.client"
local cursor = require "spec.server.cursor"
local folder = require "spec.support.folder"

local PROJECT = "configurations:\n- name: all\n  schema: schema.yml\n  each: ['d/*.yml']\n"
local SCHEMA = [[
#@data/values-schema
---
#@schema/identity "name", scope="configuration"
names:
- name: ""
uses:
#@schema/refers to="names[].name", scope="configuration"
- ""
]]

local function project()
  local path = folder.make "d"
  folder.write(path, ".yschema.yml", PROJECT)
  folder.write(path, "schema.yml", SCHEMA)
  folder.write(path, "d/a.yml", "names: [{name: ann}]\n")
  folder.write(path, "d/b.yml", "uses: [ann, bob]\n")
  folder.write(path, "d/c.yml", "names: [{name: bob}]\n")
  return path
end

local function messages(list)
  local texts = {}
  for i, one in ipairs(list) do texts[i] = ("%d: %s"):format(one.range.start.line, one.message:match "[^\n]*") end
  table.sort(texts)
  return texts
end

local NO_BOB = 'uses[1] must be the only name at names[].name in all documents (d/a.yml:1): "ann" (found: "bob"'
  .. " (no such name))"

describe("references to other files in the language server", function()
  local root
  before_each(function() root = project() end)
  after_each(function() folder.remove(root) end)

  it("know the names of files that are not open", function()
    local editor = client.new()
    assert.same({}, editor:open(root .. "/d/b.yml", "uses: [ann, bob]\n"))
    local found = editor:change(root .. "/d/b.yml", "uses:\n- bib\n")
    assert.equal(1, #found)
    assert.matches("bib.*no such name", found[1].message)
    assert.matches('did you mean "bob"?', found[1].message, 1, true)
    assert.equal(1, found[1].range.start.line)
  end)

  it("are validated again when another open file changes", function()
    local editor = client.new()
    editor:open(root .. "/d/b.yml", "uses: [ann, bob]\n")
    editor:open(root .. "/d/c.yml", "names: [{name: bob}]\n")
    editor:change(root .. "/d/c.yml", "names: []\n")
    assert.same({ "0: " .. NO_BOB }, messages(editor.diagnostics[check.uri(root .. "/d/b.yml")]))
    editor:change(root .. "/d/c.yml", "names: [{name: bob}]\n")
    assert.same({}, editor.diagnostics[check.uri(root .. "/d/b.yml")])
  end)

  it("are not validated while a file cannot be read, which may have the names", function()
    local editor = client.new()
    editor:open(root .. "/d/b.yml", "uses: [ann, zoe]\n")
    assert.equal(1, #editor.diagnostics[check.uri(root .. "/d/b.yml")])
    editor:open(root .. "/d/c.yml", "names: [\n")
    assert.same({}, editor.diagnostics[check.uri(root .. "/d/b.yml")])
  end)

  it("follow files that change on the disk, and texts that are closed", function()
    local editor = client.new()
    editor:open(root .. "/d/b.yml", "uses: [ann, bob]\n")
    folder.write(root, "d/c.yml", "names: []\n")
    editor:send { method = "workspace/didChangeWatchedFiles", params = { changes = {} } }
    editor.server:work()
    assert.same({ "0: " .. NO_BOB }, messages(editor.diagnostics[check.uri(root .. "/d/b.yml")]))
    editor:open(root .. "/d/c.yml", "names: [{name: bob}]\n")
    assert.same({}, editor.diagnostics[check.uri(root .. "/d/b.yml")])
    local closed = { uri = check.uri(root .. "/d/c.yml") }
    editor:send { method = "textDocument/didClose", params = { textDocument = closed } }
    editor.server:work()
    assert.same({ "0: " .. NO_BOB }, messages(editor.diagnostics[check.uri(root .. "/d/b.yml")]))
  end)

  it("are not renamed from a value, and the reason names the other documents", function()
    local editor, path = client.new(), root .. "/d/b.yml"
    editor:open(path, "uses: [ann, bob]\n")
    for _, method in ipairs { "prepareRename", "rename" } do
      local _, problem = editor:request("textDocument/" .. method, { textDocument = { uri = check.uri(path) },
        position = { line = 0, character = 8 }, newName = "eve" })
      assert.equal("this value refers to names of other documents, which are not renamed; change it in the text",
        problem and problem.message)
    end
  end)

  it("are shown in open files alone, and in all when all diagnostics are asked for", function()
    local editor = client.new({ textDocument = { diagnostic = {} } })
    folder.write(root, "d/c.yml", "names: [{name: ann}]\n")
    editor:send { method = "textDocument/didOpen", params = { textDocument = {
      uri = check.uri(root .. "/d/c.yml"), version = 1, languageId = "yaml", text = "names: [{name: ann}]\n" } } }
    for _ = 1, 2 do
      local own = editor:request("textDocument/diagnostic", { textDocument = { uri = check.uri(root .. "/d/c.yml") } })
      assert.equal(1, #own.items)
      local all = {}
      for _, item in ipairs(editor:request("workspace/diagnostic", { previousResultIds = {} }).items) do
        all[item.uri:match "[^/]*$"] = #item.items
      end
      assert.same({ ["a.yml"] = 0, ["b.yml"] = 1, ["c.yml"] = 1 }, all)
    end
  end)

  local function places(list)
    local texts = {}
    for i, one in ipairs(list or {}) do
      texts[i] = ("%s:%d:%d"):format(one.uri:match "[^/]*$", one.range.start.line + 1, one.range.start.character + 1)
    end
    table.sort(texts)
    return table.concat(texts, " ")
  end

  local function ask(method, file, marked)
    return assert(cursor.ask(client.new(), root .. "/" .. file, marked, "textDocument/" .. method, {}))
  end

  local function labels(answer)
    local list = {}
    for i, item in ipairs(answer.items or answer) do list[i] = ("%s %s"):format(item.label, item.detail or "") end
    table.sort(list)
    return list
  end

  it("lead to the names, which know the values that refer to them", function()
    assert.equal("c.yml:1:16", places(ask("definition", "d/b.yml", "uses: [ann, b|ob]\n")))
    assert.equal("b.yml:2:9", places(ask("definition", "d/b.yml", "names:\n- name: own\nuses: [o|wn]\n")))
    local all = "b.yml:1:13 c.yml:1:16"
    assert.equal(all, places(ask("references", "d/b.yml", "uses: [ann, b|ob]\n")))
    assert.equal(all, places(ask("references", "d/c.yml", "names: [{name: b|ob}]\n")))
    assert.equal("c.yml:1:16", places(ask("references", "d/c.yml", "names: [{name: z|oe}]\n")))
  end)

  it("are completed by the names of all files", function()
    assert.same({ "ann a.yml:1", "bob c.yml:1", "eve b.yml:2" },
      labels(ask("completion", "d/b.yml", "names:\n- name: eve\nuses:\n- |\n")))
  end)

  it("lead to documents of a kind, and to other documents of the file", function()
    folder.write(root, ".yschema.yml", "configurations:\n- name: k\n  kinds:\n  - has: {kind: A}\n    schema: a.yml\n"
      .. "  - has: {kind: B}\n    schema: b.yml\n  each: ['d/*.yml']\n")
    folder.write(root, "a.yml", "#@data/values-schema\n---\nkind: A\nname: ''\n#@schema/sensitive\ntoken: ''\n")
    folder.write(root, "b.yml", "#@data/values-schema\n---\nkind: B\n"
      .. '#@schema/nullable\n#@schema/refers to="name", scope="configuration", kind="A"\nuses: ""\n'
      .. '#@schema/nullable\n#@schema/refers to="token", scope="configuration", kind="A"\nsecret: ""\n'
      .. 'name: ""\n#@schema/nullable\n#@schema/refers to="name", scope="file"\nbeside: ""\n')
    folder.write(root, "d/a.yml", "kind: A\nname: x\ntoken: t\n")
    folder.write(root, "d/c.yml", "kind: B\nname: other\n")
    local text = "kind: B\nname: one\nuses: x\nsecret: t\n---\nkind: B\nname: two\nbeside: one\n"
    folder.write(root, "d/b.yml", text)
    assert.equal("a.yml:2:7", places(ask("definition", "d/b.yml", (text:gsub("uses: x", "uses: |x")))))
    assert.equal("a.yml:2:7 b.yml:3:7", places(ask("references", "d/a.yml", "kind: A\nname: |x\n")))
    assert.equal("b.yml:2:7", places(ask("definition", "d/b.yml", (text:gsub("beside: one", "beside: |one")))))
    assert.equal("b.yml:2:7 b.yml:8:9", places(ask("references", "d/b.yml", (text:gsub("name: one", "name: |one")))))
    assert.same({ "one b.yml:2", "two b.yml:7" },
      labels(ask("completion", "d/b.yml", (text:gsub("beside: one", "beside: |")))))
    assert.equal("b.yml", places(ask("definition", "d/b.yml", (text:gsub("secret: t", "secret: |t")))):match "[^:]*")
    assert.same({ "null default" }, labels(ask("completion", "d/b.yml", (text:gsub("secret: t", "secret: |")))))
  end)
end)
