-- Tests of the fixes that the language server offers in a schema.

local client = require "spec.server.client"
local core = require "yschema.core"
local folder = require "spec.support.folder"
local positions = require "yschema.server.positions"

local HEAD = "#@data/values-schema\n---\n"

describe("code actions in a schema", function()
  local root
  setup(function()
    root = folder.make()
    folder.write(root, ".yschema.yml", "configurations: [{name: a, schema: [s.yml], each: [x.yml]}]\n")
    folder.write(root, "s.yml", HEAD .. "a: 1\n")
    folder.write(root, "x.yml", "{}\n")
  end)
  teardown(function() folder.remove(root) end)

  local function actions(text, line, none)
    local editor = client.new()
    local list = editor:open(root .. "/s.yml", text)
    return editor:request("textDocument/codeAction", {
      textDocument = { uri = "file://" .. root .. "/s.yml" },
      context = { diagnostics = none and setmetatable({}, core.array_mt) or list },
      range = { start = { line = line, character = 0 }, ["end"] = { line = line, character = 0 } },
    })
  end

  local function applied(text, action)
    local edit = action.edit.changes["file://" .. root .. "/s.yml"][1]
    return positions.of(text):changed({ { range = edit.range, text = edit.newText } }, "utf-16").text
  end

  for _, case in ipairs {
    { "#@schema/nulable\na: 1\n", "Change it to @schema/nullable", "#@schema/nullable\na: 1\n" },
    { "a: 1 #@schema/nulable\n", "Change it to @schema/nullable", "a: 1 #@schema/nullable\n" },
    { '#@schema/type "strng"\na: x\n', "Change it to string", '#@schema/type "string"\na: x\n' },
    { "#@schema/validation mn=1\na: 1\n", "Change it to min", "#@schema/validation min=1\na: 1\n" },
    { "#@schema/validation format='emial'\na: ''\n", "Change it to email",
      "#@schema/validation format='email'\na: ''\n" },
    { "# @schema/nullable\na: 1\n", "Make it an annotation", "#@schema/nullable\na: 1\n" },
    { "1: x\n", "Put it in quotes", '"1": x\n' },
    { "a:\n", "Allow null, which is the default (@schema/nullable)", "#@schema/nullable\na:\n" },
    { "a:\n", "Allow any value (@schema/type any=True)", "#@schema/type any=True\na:\n" },
    { "l:\n- a:\n", "Allow null, which is the default (@schema/nullable)", "l:\n- #@schema/nullable\n  a:\n", 3 },
    { "a: 1\n---\n#@data/values-schema\n---\nb: 1\n", "Add what is not there (@overlay/match missing_ok=True)",
      "a: 1\n---\n#@data/values-schema\n---\n#@overlay/match missing_ok=True\nb: 1\n", 6 },
    { "#@ x = asert.min(1)\na: 1\n", "Change it to assert", "#@ x = assert.min(1)\na: 1\n" },
    { "#@schema/validation asert.min(1)\na: 1\n", "Change it to assert", "#@schema/validation assert.min(1)\na: 1\n" },
    { "#@schema/validation assert.mni(1)\na: 1\n", "Change it to min", "#@schema/validation assert.min(1)\na: 1\n" },
    { "#@ x = 1\na: #@ x + leng('é')\n", "Change it to len", "#@ x = 1\na: #@ x + len('é')\n", 3 },
    { "#@schema/default {'prt': 1}\na:\n  port: 1\n", "Change it to port",
      "#@schema/default {'port': 1}\na:\n  port: 1\n" },
    { "#@schema/validation mutually_exclusive=['prt', 'tls']\na:\n  port: 1\n  tls: 1\n", "Change it to port",
      "#@schema/validation mutually_exclusive=['port', 'tls']\na:\n  port: 1\n  tls: 1\n" },
    { "é: 1 #@schema/nulable\n", "Change it to @schema/nullable", "é: 1 #@schema/nullable\n" },
  } do
    it("offer: " .. case[2] .. ", in " .. case[1]:gsub("\n.*", ""), function()
      local found
      for _, action in ipairs(actions(HEAD .. case[1], case[4] or 2)) do
        if action.title == case[2] then found = action end
      end
      assert(found, "it was not offered")
      assert.equal(HEAD .. case[3], applied(HEAD .. case[1], found))
      assert.equal("quickfix", found.kind)
      assert.is_truthy(found.diagnostics[1])
    end)
  end

  it("are none for a word that is there twice", function()
    assert.same({}, actions(HEAD .. "#@schema/validation mn=1, one_of=[mn]\na: 1\n", 2))
  end)

  it("offer to require a key", function()
    local text = HEAD .. "#@schema/desc 'x'\na: 1\nb:\n  c: 1\n"
    local list = actions(text, 3, true)
    assert.equal(1, #list)
    assert.equal("Require a (@schema/required)", list[1].title)
    assert.equal("refactor.rewrite", list[1].kind)
    assert.equal(HEAD .. "#@schema/desc 'x'\n#@schema/required\na: 1\nb:\n  c: 1\n", applied(text, list[1]))
    for _, line in ipairs { "#@schema/required\na: 1\n", "#@schema/nullable\na: 1\n", "#@schema/removed ''\na: 1\n" } do
      assert.same({}, actions(HEAD .. line, 3, true), line)
    end
    assert.same({}, actions(HEAD .. "a: 1\n", 0, true))
  end)
end)
