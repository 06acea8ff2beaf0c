-- Tests of the language server in schemas.

local uris = require "yschema.server.uris"
local annotations = require "yschema.server.schemas.annotations"
local client = require "spec.server.client"
local command = require "spec.support.command"
local core = require "yschema.core"
local cursor = require "spec.server.cursor"
local folder = require "spec.support.folder"
local stress = require "spec.server.stress"

local SCHEMA = [[
#@ load("lib.star", "least", own="other")
#@ load("@ytt:assert", "assert")
#@data/values-schema
---
#@ def part():
size: 1
#@ end
#@ names = ["a"]
#@schema/desc "Where it listens"
#@schema/validation min=least()
port: 8080
hosts:
-
  #@schema/validation min_len=1
  name: ""
#@schema/like part
more:
]]

describe("the table of annotations", function()
  it("has those of the core", function()
    local text, found = command.read "csrc/core/annotation/vocabulary.h", {}
    for name in text:gmatch '[XS]%([%w_]+, "([%w/-]+)"' do found[name] = true end
    local listed = {}
    for _, one in ipairs(annotations.list) do listed[one.name] = true end
    assert.same(found, listed)
  end)

  it("has sections of the reference", function()
    local text = table.concat(command.output "cat examples/reference/*.md", "\n")
    for _, one in ipairs(annotations.list) do
      local heading = one.section:gsub("-", " ")
      local is_there = text:lower():find("\n##+ " .. heading .. "\n")
        or text:find(('id="%s"'):format(one.section), 1, true)
      assert(is_there, one.section)
    end
  end)

  it("has a text for each named rule", function()
    for _, rule in ipairs(core.named_rules()) do
      local argument = annotations.argument(annotations.by_name["schema/validation"], rule.name)
      assert.are_not.equal("A named rule.", argument.text, rule.name)
    end
  end)
end)

describe("in a schema", function()
  local root, editor
  setup(function()
    root = folder.make()
    folder.write(root, ".yschema.yml", "configurations:\n"
      .. "- {name: a, schema: [s.yml, lib.star], layers: [a.yml, b.yml]}\n"
      .. "- {name: c, schema: [s.yml, lib.star], each: [c.yml]}\n")
    folder.write(root, "s.yml", SCHEMA)
    folder.write(root, "lib.star", "def least():\n  return 1\nend\ndef other():\n  return 2\nend\n")
    folder.write(root, "a.yml", "port: 1 # one\n")
    folder.write(root, "b.yml", "hosts:\n- {name: x}\n")
    folder.write(root, "c.yml", "more: {size: 2}\nport: 3\n---\nport: 4\n")
  end)
  teardown(function() folder.remove(root) end)
  before_each(function() editor = client.new() end)

  local function ask(marked, method, params, name)
    return cursor.ask(editor, root .. "/" .. (name or "s.yml"), marked, "textDocument/" .. method, params)
  end

  local function at(line, method, params)
    return ask(SCHEMA:gsub("port: 8080\n", function(own) return line .. "\n" .. own end), method, params)
  end

  local function hover(marked)
    local found = ask(marked, "hover")
    return found and found.contents.value
  end

  local function labels(found)
    local list = {}
    for i, item in ipairs(found and found.items or {}) do list[i] = item.label end
    return list
  end

  local function has(found, label)
    for _, item in ipairs(found and found.items or {}) do
      if item.label == label then return item end
    end
  end

  it("hover says what annotations, arguments and names are", function()
    assert.matches("The value may be null", at("#@schema/null|able", "hover").contents.value)
    assert.matches("The value is at least this", (hover(SCHEMA:gsub("min=least", "m|in=least"))))
    assert.matches("`enum=`: The value is an item of this list. `enum=` is another", at("#@schema/validation e|num=[1]",
      "hover").contents.value)
    assert.matches("def part%(%)", (hover(SCHEMA:gsub("like part", "like pa|rt"))))
    assert.matches("of the module `assert`", at("#@schema/validation assert.mi|n(1)", "hover").contents.value)
    assert.is_nil(hover((SCHEMA:gsub("8080", "80|80"))))
  end)

  it("hover shows the field as it was compiled", function()
    local text = hover((SCHEMA:gsub("port:", "po|rt:")))
    assert.matches("`port`: integer", text)
    assert.matches("Where it listens", text)
    assert.matches("must be: a value >= 1", text)
    assert.matches("must be: length >= 1", (hover((SCHEMA:gsub("name:", "n|ame:")))))
  end)

  it("hover knows a schema that no project file names, and its last state without errors", function()
    folder.write(root, "lone/.keep", "")
    local found = ask("#@data/values-schema\n---\n#@schema/desc 'x'\nu|: 1\n", "hover", nil, "lone/l.yml")
    assert.matches("x", found.contents.value)
  end)

  it("hover knows what a file that such a schema loads is now", function()
    folder.write(root, "lone/.keep", "")
    local lib = uris.uri(root .. "/lone/d.star")
    editor:notify("textDocument/didOpen", { textDocument = { uri = lib, version = 1, languageId = "starlark",
      text = "def most():\n  return 10\nend\n" } })
    local own = '#@ load("d.star", "most")\n#@data/values-schema\n---\n#@schema/validation max=most()\nu|: 1\n'
    assert.matches("a value <= 10", ask(own, "hover", nil, "lone/m.yml").contents.value)
    editor:notify("textDocument/didChange", { textDocument = { uri = lib, version = 2 },
      contentChanges = { { text = "def most():\n  return 20\nend\n" } } })
    local found = editor:request("textDocument/hover", { textDocument = { uri = uris.uri(root .. "/lone/m.yml") },
      position = { line = 4, character = 0 } })
    assert.matches("a value <= 20", found.contents.value)
  end)

  it("hover knows what such a schema loads by a path with a slash, as the command looks for it", function()
    folder.write(root, "lone/near.star", "def most():\n  return 30\nend\n")
    local own = '#@ load("/near.star", "most")\n#@data/values-schema\n---\n#@schema/validation max=most()\nu|: 1\n'
    assert.matches("a value <= 30", ask(own, "hover", nil, "lone/n.yml").contents.value)
  end)

  it("completion offers annotations", function()
    local found = at("#@schema/val|", "completion")
    assert.equal(#annotations.list, #found.items)
    local item = has(found, "schema/validation")
    assert.same({ start = { line = 10, character = 2 }, ["end"] = { line = 10, character = 12 } }, item.textEdit.range)
    assert.is_truthy(has(at("#@|", "completion"), "overlay/match"))
  end)

  it("completion offers arguments and their values", function()
    local found = at("#@schema/validation min=1, |", "completion")
    assert.is_truthy(has(found, "max="))
    assert.is_nil(has(found, "min="))
    assert.is_truthy(has(found, "part"))
    assert.is_truthy(has(found, "other") or has(found, "own"))
    assert.same({ '"ipv4"', '"ipv6"' }, { has(at("#@schema/validation format=|", "completion"), '"ipv4"').label,
      has(at('#@schema/validation format="ip|"', "completion"), '"ipv6"').label })
    local edit = has(at('#@schema/validation format="ip|"', "completion"), '"ipv6"').textEdit
    assert.same({ 27, 31 }, { edit.range.start.character, edit.range["end"].character })
    assert.is_truthy(has(at("#@schema/type |", "completion"), '"string"'))
    assert.is_truthy(has(at("#@schema/type |", "completion"), "any="))
    assert.equal("True", has(at("#@schema/type any=|", "completion"), "True").textEdit.newText)
  end)

  it("completion offers names, and what modules and files have", function()
    assert.is_truthy(has(at("#@ x = assert.|", "completion"), "one_of"))
    assert.is_truthy(has(at("#@ x = na|", "completion"), "names"))
    assert.is_nil(has(ask((SCHEMA:gsub("#@ def part", "#@ x = |\n%0")), "completion"), "names"))
    assert.is_truthy(has(at("#@ load(\"|", "completion"), "lib.star"))
    assert.is_truthy(has(at("#@ load(\"@y|", "completion"), "@ytt:json"))
    assert.same({ "least", "other" }, labels(at('#@ load("lib.star", "|', "completion")))
    assert.is_truthy(has(at("key: #@ p|", "completion"), "part"))
    assert.is_truthy(has(ask("def f():\n  x = assert.|\nend\n", "completion", nil, "lib.star"), "min"))
  end)

  it("definition leads to functions, also in loaded files", function()
    local function where(marked)
      local found = ask(marked, "definition")
      local start = found and found.range.start
      return found and ("%s:%d:%d"):format(found.uri:match "[^/]*$", start.line, start.character)
    end
    assert.equal("s.yml:4:7", where((SCHEMA:gsub("like part", "like p|art"))))
    assert.equal("lib.star:0:4", where((SCHEMA:gsub("=least", "=le|ast"))))
    assert.equal("lib.star:0:0", where((SCHEMA:gsub("lib%.star", "lib|.star", 1))))
    assert.is_nil(where((SCHEMA:gsub("port:", "po|rt:"))))
  end)

  it("tokens say what the words of annotations and code are", function()
    local kinds = require("yschema.server.schemas.tokens").KINDS
    local offered = client.new().received[1].result.capabilities.semanticTokensProvider
    assert.same(kinds, offered.legend.tokenTypes)
    local text = "#@data/values-schema\n---\n#@ def f(v): return v + 12\n"
      .. "#@schema/validation min=f(1), one_of=['\u{e9}']\na: #@ assert.x('b') # c\n"
    editor:open(root .. "/s.yml", text)
    local data = editor:request("textDocument/semanticTokens/full",
      { textDocument = { uri = "file://" .. root .. "/s.yml" } }).data
    local shown, line, column = {}, 0, 0
    for i = 1, #data, 5 do
      line, column = line + data[i], data[i] == 0 and column + data[i + 1] or data[i + 1]
      shown[#shown + 1] = ("%d:%d+%d %s"):format(line, column, data[i + 2], kinds[data[i + 3] + 1])
    end
    editor:open(root .. "/a.yml", "#@overlay/match missing_ok=True\nport: 1\n")
    local own = editor:request("textDocument/semanticTokens/full",
      { textDocument = { uri = "file://" .. root .. "/a.yml" } })
    assert.equal(15, #own.data)
    assert.same({
      "0:0+20 decorator", "2:3+3 keyword", "2:7+1 function", "2:13+6 keyword", "2:24+2 number", "3:0+19 decorator",
      "3:20+3 parameter", "3:24+1 function", "3:26+1 number", "3:30+6 parameter", "3:38+3 string", "4:6+6 namespace",
      "4:13+1 function", "4:15+3 string",
    }, shown)
  end)

  it("references are the files that give a key", function()
    local function places(marked)
      local list = {}
      for i, one in ipairs(ask(marked, "references") or {}) do
        list[i] = ("%s:%d:%d"):format(one.uri:match "[^/]*$", one.range.start.line, one.range.start.character)
      end
      table.sort(list)
      return list
    end
    assert.same({ "a.yml:0:0", "c.yml:1:0", "c.yml:3:0" }, places((SCHEMA:gsub("port:", "po|rt:"))))
    assert.same({ "b.yml:1:3" }, places((SCHEMA:gsub("name:", "na|me:"))))
    assert.same({}, places((SCHEMA:gsub("8080", "8080 # |"))))
  end)

  it("links lead to loaded files, and lenses count the files that give a key", function()
    editor:open(root .. "/s.yml", SCHEMA)
    local document = { textDocument = { uri = "file://" .. root .. "/s.yml" } }
    local list = editor:request("textDocument/documentLink", document)
    assert.equal(1, #list)
    assert.equal("file://" .. root .. "/lib.star", list[1].target)
    assert.same({ start = { line = 0, character = 9 }, ["end"] = { line = 0, character = 17 } }, list[1].range)
    local shown = {}
    for i, lens in ipairs(editor:request("textDocument/codeLens", document)) do
      shown[i] = ("%d %s"):format(lens.range.start.line + 1, lens.command.title)
    end
    assert.same({ "11 set in 2 files", "12 set in 1 file", "17 set in 1 file" }, shown)
  end)

  it("symbols and folds are those of the text", function()
    editor:open(root .. "/s.yml", SCHEMA)
    local document = { uri = "file://" .. root .. "/s.yml" }
    local found = editor:request("textDocument/documentSymbol", { textDocument = document })
    local seen = {}
    for _, one in ipairs(found) do seen[one.name] = true end
    assert.is_true(seen.port and seen.hosts and seen.name)
  end)

  -- Applies the edits of a rename to the files that are on the disk or open.
  local function renamed(found)
    local texts = {}
    for uri, edits in pairs(found.changes) do
      local path = uri:match "^file://(.*)$"
      editor:open(path, path:find "s.yml$" and SCHEMA or command.read(path))
      for i = #edits, 1, -1 do
        editor:change(path, { { range = edits[i].range, text = edits[i].newText } })
      end
      texts[path:match "[^/]*$"] = editor.server.texts:of_path(path).content.text
    end
    return texts
  end

  it("rename changes a key, notes its old name, and rewrites all files", function()
    assert.equal("port", ask((SCHEMA:gsub("port:", "po|rt:")), "prepareRename").placeholder)
    local found = ask((SCHEMA:gsub("port:", "po|rt:")), "rename", { newName = "listen on" })
    local texts = renamed(found)
    assert.equal((SCHEMA:gsub("port: 8080", '#@schema/renamed from="port"\nlisten on: 8080')), texts["s.yml"])
    assert.equal("listen on: 1 # one\n", texts["a.yml"])
    assert.equal("more: {size: 2}\nlisten on: 3\n---\nlisten on: 4\n", texts["c.yml"])
    assert.is_nil(texts["b.yml"])
    assert.same({}, editor:of(root .. "/c.yml"))
    texts = renamed(ask((SCHEMA:gsub("name:", "na|me:")), "rename", { newName = "host" }))
    assert.equal("hosts:\n- {host: x}\n", texts["b.yml"])
    assert.matches('min_len=1\n  #@schema/renamed from="name"\n  host: ""', texts["s.yml"])
  end)

  it("rename is refused where there is no key, and where the schema would have errors", function()
    local _, problem = ask((SCHEMA:gsub("8080", "80|80")), "rename", { newName = "x" })
    assert.matches("there is no key", problem.message)
    _, problem = ask((SCHEMA:gsub("port:", "po|rt:")), "rename", { newName = "hosts" })
    assert.matches("duplicate key", problem.message)
  end)
end)

describe("every request in a schema", function()
  it("is answered at many bytes", function()
    local root, editor = folder.make(), client.new()
    folder.write(root, ".yschema.yml", "configurations:\n- {name: a, schema: [s.yml, lib.star], layers: [a.yml]}\n")
    folder.write(root, "lib.star", "def least():\n  return 1\nend\n")
    folder.write(root, "s.yml", SCHEMA)
    folder.write(root, "a.yml", "port: 1\n")
    local state = 1
    local function random(count)
      state = (state * 16807) % 2147483647
      return 1 + state % count
    end
    for round = 1, 4 do
      local text = SCHEMA
      for _ = 2, round do
        local at = random(#text)
        text = text:sub(1, at) .. ("'\"([{#@ \n,.="):sub(at % 12 + 1, at % 12 + 1) .. text:sub(at + random(9))
      end
      editor:open(root .. "/s.yml", text)
      local problem = stress.ask(editor, root .. "/s.yml", text, round == 1 and 3 or 11)
      assert.is_nil(problem, problem and ("%s\nin %q"):format(problem, text))
    end
    folder.remove(root)
  end)
end)
