-- Keys of a schema in all files of the project: where they are given, and what a rename does to them.

local client = require "spec.server.client"
local command = require "spec.support.command"
local cursor = require "spec.server.cursor"
local folder = require "spec.support.folder"

local SCHEMA = [[
#@ def part():
size: 1
#@ end
#@ def file():
kind: file
path: ""
#@ end
#@ def remote():
kind: remote
path: ""
host: ""
#@ end
#@data/values-schema
---
port: 80
#@schema/like part
more:
parts:
#@schema/like part()
-
#@schema/any-of file(), remote(), by="kind"
source:
names:
  #@schema/any-key
  "":
    port: 1
]]

local FILES = {
  [".yschema.yml"] = "configurations:\n"
    .. "- {name: a, schema: [s.yml], layers: [a.yml, b.yml]}\n"
    .. "- name: k\n  kinds:\n  - {has: {kind: Web}, schema: web.yml}\n  - {has: {kind: Job}, schema: job.yml}\n"
    .. "  each: [k.yml]\n",
  ["s.yml"] = SCHEMA,
  ["web.yml"] = "#@data/values-schema\n---\nkind: Web\nport: 1\n",
  ["job.yml"] = "#@data/values-schema\n---\nkind: Job\nport: 1\n",
  ["a.yml"] = "port: 1\nmore: {size: 2}\nsource: {kind: remote}\nnames: {x: {port: 1}}\n",
  ["b.yml"] = "parts:\n- size: 3\n- {size: 4}\nsource:\n  path: x\nnames:\n  size:\n    port: 2\n",
  ["k.yml"] = "kind: Web\nport: 1\n---\nkind: Job\nport: 2\n---\nkind: Web\nport: 3\n",
}

describe("a key of a schema", function()
  local root, editor
  before_each(function()
    root, editor = folder.make(), client.new()
    for name, text in pairs(FILES) do folder.write(root, name, text) end
  end)
  after_each(function() folder.remove(root) end)

  -- Asks about the n-th place of a word in a file.
  local function ask(name, word, method, params, number)
    local count = 0
    local marked = FILES[name]:gsub(word:gsub("%p", "%%%0"), function(own)
      count = count + 1
      return count == (number or 1) and own:sub(1, 1) .. "|" .. own:sub(2) or nil
    end)
    return cursor.ask(editor, root .. "/" .. name, marked, "textDocument/" .. method, params)
  end

  local function places(...)
    local list = {}
    for i, one in ipairs(ask(...) or {}) do
      list[i] = ("%s:%d:%d"):format(one.uri:match "[^/]*$", one.range.start.line + 1, one.range.start.character + 1)
    end
    table.sort(list)
    return table.concat(list, " ")
  end

  it("that other keys are like is found in all of them", function()
    assert.equal("a.yml:2:8 b.yml:2:3 b.yml:3:4", places("s.yml", "size:", "references"))
  end)

  it("below a placeholder is found below all keys", function()
    assert.equal("a.yml:4:13 b.yml:8:5", places("s.yml", "port:", "references", {}, 2))
    assert.equal("a.yml:1:1", places("s.yml", "port:", "references"))
  end)

  it("of an alternative is found where that is selected, also by another layer", function()
    assert.equal("b.yml:5:3", places("s.yml", "path:", "references", {}, 2))
    assert.equal("", places("s.yml", "path:", "references"))
  end)

  it("of a kind is found in the documents of that kind", function()
    assert.equal("k.yml:2:1 k.yml:8:1", places("web.yml", "port:", "references"))
    assert.equal("k.yml:5:1", places("job.yml", "port:", "references"))
  end)

  it("is found while the schema has errors", function()
    assert.equal("a.yml:1:1", places("s.yml", "port:", "references"))
    editor:change(root .. "/s.yml", SCHEMA .. "x: [\n")
    local found = editor:request("textDocument/references", { textDocument = { uri = "file://" .. root .. "/s.yml" },
      position = { line = 14, character = 1 } })
    assert.equal(1, #found)
  end)

  -- ---- rename -----------------------------------------------------------------------

  -- The texts after the edits of a rename.
  local function renamed(...)
    local found, problem = ask(...)
    local texts = {}
    for uri, edits in pairs(found and found.changes or {}) do
      local path = uri:match "^file://(.*)$"
      editor:open(path, command.read(path))
      for i = #edits, 1, -1 do
        editor:change(path, { { range = edits[i].range, text = edits[i].newText } })
      end
      texts[path:match "[^/]*$"] = editor.server.texts:of_path(path).content.text
    end
    return texts, problem
  end

  it("that other keys are like is renamed in all of them", function()
    local texts = renamed("s.yml", "size:", "rename", { newName = "large" })
    assert.matches('#@schema/renamed from="size"\nlarge: 1\n', texts["s.yml"])
    assert.equal((FILES["a.yml"]:gsub("size", "large")), texts["a.yml"])
    assert.equal((FILES["b.yml"]:gsub("size: (%d)", "large: %1")), texts["b.yml"])
    assert.is_nil(texts["k.yml"])
  end)

  it("gets quotes where its new name needs them", function()
    local texts = renamed("s.yml", "port:", "rename", { newName = "a: b" })
    assert.matches('#@schema/renamed from="port"\n\'a: b\': 80\n', texts["s.yml"])
    assert.equal((FILES["a.yml"]:gsub("^port", "'a: b'")), texts["a.yml"])
  end)

  it("of a kind is renamed in the documents of that kind", function()
    local texts = renamed("web.yml", "port:", "rename", { newName = "listen" })
    assert.equal("kind: Web\nlisten: 1\n---\nkind: Job\nport: 2\n---\nkind: Web\nlisten: 3\n", texts["k.yml"])
    assert.equal('#@data/values-schema\n---\nkind: Web\n#@schema/renamed from="port"\nlisten: 1\n', texts["web.yml"])
    assert.is_nil(texts["job.yml"])
  end)

  it("keeps its old name in a file that would have another result", function()
    folder.write(root, "k.yml", "kind: Web\nport: 1\nlisten: 2\n")
    local texts = renamed("web.yml", "port:", "rename", { newName = "listen" })
    assert.is_nil(texts["k.yml"])
    local said
    for _, message in ipairs(editor.received) do
      said = message.method == "window/showMessage" and message.params.message or said
    end
    assert.matches("k.yml keeps the old name: the schema would give another result", said)
  end)

  it("keeps the quotes of its places", function()
    folder.write(root, "a.yml", "'port': 1\n")
    folder.write(root, "b.yml", '{"port": 2}\n')
    local texts = renamed("s.yml", "port:", "rename", { newName = "listen" })
    assert.equal("'listen': 1\n", texts["a.yml"])
    assert.equal('{"listen": 2}\n', texts["b.yml"])
  end)

  it("by which the project file selects kinds is not renamed", function()
    local texts, problem = renamed("web.yml", "kind:", "rename", { newName = "sort" })
    assert.same({}, texts)
    assert.matches("the project file selects documents by kind", problem.message)
  end)

  it("of an alternative is renamed in files where another layer selects it", function()
    local texts = renamed("s.yml", "host:", "rename", { newName = "address" })
    assert.matches('#@schema/renamed from="host"\naddress: ""\n', texts["s.yml"])
  end)
end)
