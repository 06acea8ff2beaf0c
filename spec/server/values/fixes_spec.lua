-- Tests of the fixes that the language server offers.

local client = require "spec.server.client"
local core = require "yschema.core"
local folder = require "spec.support.folder"
local positions = require "yschema.server.positions"

local SCHEMA = [[
#@data/values-schema
---
name: app
port: 8080
#@schema/renamed from="adress"
address: ""
]]

local NONE = setmetatable({}, core.array_mt)

describe("code actions", function()
  local root
  setup(function()
    root = folder.make()
    folder.write(root, ".yschema.yml", "configurations:\n- {name: a, schema: [s.yml], each: [x.yml]}\n"
      .. "- {name: b, schema: [s.yml], layers: [x.yml]}\n")
    folder.write(root, "s.yml", SCHEMA)
    folder.write(root, "x.yml", "")
  end)
  teardown(function() folder.remove(root) end)

  local function actions(text, line, diagnostics)
    local editor = client.new()
    local list = editor:open(root .. "/x.yml", text)
    return editor:request("textDocument/codeAction", {
      textDocument = { uri = "file://" .. root .. "/x.yml" }, context = { diagnostics = diagnostics or list },
      range = { start = { line = line, character = 0 }, ["end"] = { line = line, character = 1 } },
    })
  end

  local function applied(text, action)
    local edit = action.edit.changes["file://" .. root .. "/x.yml"][1]
    return positions.of(text):changed({ { range = edit.range, text = edit.newText } }, "utf-16").text
  end

  for _, case in ipairs {
    { "prot: 1\n", "Rename it to port", "port: 1\n" },
    { "port: '1' # why\n", "Remove its quotes", "port: 1 # why\n" },
    { "name: 1\n", "Put it in quotes", 'name: "1"\n' },
    { "\239\187\191# \u{e9}\r\nname: 1\r\n", "Put it in quotes", '\239\187\191# \u{e9}\r\nname: "1"\r\n', 1 },
    { "adress: x\n", "Rename it to address", "address: x\n" },
  } do
    it("offer: " .. case[2], function()
      local list = actions(case[1], case[4] or 0)
      assert.equal(1, #list)
      assert.equal(case[2], list[1].title)
      assert.equal(case[3], applied(case[1], list[1]))
      assert.equal("quickfix", list[1].kind)
      assert.is_truthy(list[1].diagnostics[1])
    end)
  end

  it("offer to remove a key that is not declared", function()
    local list = actions("name: x\nfoobar:\n  a: 1\n", 1)
    assert.equal(1, #list)
    assert.equal("Remove foobar, which is not declared", list[1].title)
    assert.is_falsy(list[1].isPreferred)
    assert.equal("name: x\n", applied("name: x\nfoobar:\n  a: 1\n", list[1]))
  end)

  it("offer to add a required key, also one that has many values", function()
    local other, text = folder.make(), "tls: {port: 2}\n"
    folder.write(other, ".yschema.yml", "configurations: [{name: a, schema: [s.yml], each: [x.yml]}]\n")
    folder.write(other, "s.yml", '#@data/values-schema\n---\n#@schema/required\nowner: ""\ntls:\n  port: 1\n'
      .. "  #@schema/required\n  hosts:\n  - ''\n#@schema/required\n#@schema/sensitive\nkey: xyzzy\n")
    folder.write(other, "x.yml", text)
    local editor, uri = client.new(), "file://" .. other .. "/x.yml"
    local list = editor:open(other .. "/x.yml", text)
    local titles, new = {}, {}
    for i, action in ipairs(editor:request("textDocument/codeAction", { textDocument = { uri = uri },
      context = { diagnostics = list }, range = { start = { line = 0, character = 0 },
        ["end"] = { line = 0, character = 0 } } })) do
      local edit = action.edit.changes[uri][1]
      titles[i] = action.title
      new[i] = positions.of(text):changed({ { range = edit.range, text = edit.newText } }, "utf-16").text
    end
    assert.same({ 'Add owner: ""', "Add tls.hosts: []" }, titles)
    assert.same({ "owner: ''\ntls: {port: 2}\n", "tls: {port: 2, hosts: []}\n" }, new)
    folder.remove(other)
  end)

  it("offer to remove what has the value of its default", function()
    local text = "name: app\nport: 8080\n"
    local list = actions(text, 1, setmetatable({}, core.array_mt))
    assert.equal(1, #list)
    assert.equal("Remove port, which has the value of its default", list[1].title)
    assert.equal("refactor.rewrite", list[1].kind)
    assert.equal("name: app\n", applied(text, list[1]))
    assert.same({}, actions("name: app\nport: 1\n", 1, setmetatable({}, core.array_mt)))
    assert.same({}, actions("port: 8080 # as agreed\n", 0, setmetatable({}, core.array_mt)))
  end)

  it("find defaults within braces, in maps of defaults, in items, and in long texts", function()
    local other = folder.make()
    folder.write(other, ".yschema.yml", "configurations: [{name: a, schema: [s.yml], each: [x.yml]}]\n")
    folder.write(other, "s.yml", '#@data/values-schema\n---\nm: {a: 1, b: x}\nl:\n- c: 1.5\n  d: [0]\n'
      .. "#@schema/nullable\nn: 1\nz: true\n")
    folder.write(other, "x.yml", "")
    local function titles(text, line)
      local editor, list = client.new(), {}
      editor:open(other .. "/x.yml", text)
      for i, one in ipairs(editor:request("textDocument/codeAction", {
        textDocument = { uri = "file://" .. other .. "/x.yml" }, context = { diagnostics = NONE },
        range = { start = { line = line, character = 0 }, ["end"] = { line = line, character = 0 } } })) do
        list[i] = one.title:match "Remove ([^,]*),"
      end
      return table.concat(list, " ")
    end
    assert.equal("m.a", titles("m: {a: 1, b: y}\n", 0))
    assert.equal("m", titles("m: {a: 1, b: x}\n", 0))
    assert.equal("m", titles("z: false\nm:\n  a: 1\n", 1))
    assert.equal("l[0].c", titles("l:\n- c: 1.5\n  d: [2]\n", 1))
    assert.equal("l[0].d", titles("l:\n- c: 1\n  d: []\n", 2))
    assert.equal("n", titles("n: ~\n", 0))
    assert.equal("", titles("n: 1\nl: [{d: [1]}]\n", 1))
    assert.equal("z", titles("l:\n" .. ("- d: []\n"):rep(40000) .. "z: true\n", 40001))
    folder.remove(other)
  end)

  it("do not remove a default that changes what an earlier layer gives", function()
    local other = folder.make()
    folder.write(other, ".yschema.yml", "configurations: [{name: a, schema: [s.yml], layers: [a.yml, b.yml]}]\n")
    folder.write(other, "s.yml", SCHEMA)
    for _, name in ipairs { "a.yml", "b.yml" } do folder.write(other, name, "port: 8080\n") end
    for name, count in pairs { ["a.yml"] = 1, ["b.yml"] = 0 } do
      local editor, uri = client.new(), "file://" .. other .. "/" .. name
      editor:open(other .. "/" .. name, "port: 8080\n")
      local zero = { line = 0, character = 0 }
      assert.equal(count, #editor:request("textDocument/codeAction", { textDocument = { uri = uri },
        context = { diagnostics = setmetatable({}, core.array_mt) }, range = { start = zero, ["end"] = zero } }), name)
    end
    folder.remove(other)
  end)

  it("are about the lines that are asked for", function()
    assert.same({}, actions("name: x\nprot: 1\n", 0))
    assert.same({}, actions("prot: 1\n", 0, setmetatable({}, core.array_mt)))
    assert.same({}, actions("name: x\n", 0))
    assert.same({}, actions("prot: [1\n", 0))
  end)
end)
