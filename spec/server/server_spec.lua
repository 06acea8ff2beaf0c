-- The language server, as an editor sees it.

local check = require "spec.server.check"
local client = require "spec.server.client"
local core = require "yschema.core"
local folder = require "spec.support.folder"
local messages = require "yschema.server.messages"
local server = require "yschema.server.server"

local SCHEMA = [[
#@data/values-schema
---
#@schema/validation min_len=1
name: app
port: 8080
#@schema/desc "Where it listens"
hosts:
- ""
]]

local PROJECT = [[
configurations:
- name: app
  schema: [schema.yml]
  layers: [base.yml, site.yml]
- name: parts
  schema: [schema.yml]
  each: ["parts/*.yml"]
]]

-- A folder with a project.
local function project()
  local path = folder.make "parts"
  folder.write(path, ".yschema.yml", PROJECT)
  folder.write(path, "schema.yml", SCHEMA)
  folder.write(path, "base.yml", "name: base\n")
  folder.write(path, "site.yml", "port: 1\n")
  folder.write(path, "parts/a.yml", "port: 1\n")
  return path
end

local function shown(list)
  local lines = {}
  for i, one in ipairs(list or {}) do
    local range = one.range
    lines[i] = ("%d:%d-%d:%d %s"):format(range.start.line, range.start.character, range["end"].line,
      range["end"].character, one.message:match "[^\n]*")
  end
  return table.concat(lines, "\n")
end

describe("the language server", function()
  local root
  before_each(function() root = project() end)
  after_each(function() folder.remove(root) end)

  it("publishes at its place what is invalid in the JSON Schema of a project", function()
    folder.write(root, ".yschema.yml", "configurations:\n- {name: a, json_schema: s.json, each: ['*.yml']}\n")
    folder.write(root, "s.json", '{"$schema": "http://json-schema.org/draft-07/schema#",\n"type": "objct"}')
    local editor = client.new()
    editor:open(root .. "/base.yml", "name: x\n")
    local found = editor:of(root .. "/s.json")
    assert.matches('^invalid JSON Schema: /type must be .*did you mean "object"?', found[1].message)
    assert.same({ 1, 1, "json-schema" }, { #found, found[1].range.start.line, found[1].code })
    editor:open(root .. "/s.json", '{"$schema": "http://json-schema.org/draft-07/schema#",\n"type": "object"}')
    assert.same({}, editor:of(root .. "/s.json"))
  end)

  it("asserts formats where the project file says so", function()
    local text = "configurations:\n- {name: a, json_schema: s.json, each: [a.yml]%s}\n"
    folder.write(root, "s.json", '{"properties": {"host": {"format": "idn-hostname"}}}')
    folder.write(root, "a.yml", "host: -a\n")
    folder.write(root, ".yschema.yml", text:format "")
    local editor = client.new()
    assert.same({}, editor:open(root .. "/a.yml", "host: -a\n"))
    folder.write(root, ".yschema.yml", text:format ", assert_formats: true")
    editor:notify("workspace/didChangeWatchedFiles", { changes = {} })
    local found = editor:change(root .. "/a.yml", "host: -b\n")
    assert.equal(1, #found)
    assert.matches("a string of the format idn-hostname", found[1].message, 1, true)
  end)

  it("warns of a pattern that leaves the folder of the project, in its line", function()
    folder.write(root, "d/a.yml", "name: x\n")
    local text = "configurations:\n- name: a\n  schema: ../schema.yml\n  each:\n  - '*.yml'\n  - ../d/*.yml\n"
    folder.write(root, "p/.yschema.yml", text)
    folder.write(root, "p/a.yml", "name: x\n")
    local editor = client.new()
    assert.same({}, editor:open(root .. "/p/a.yml", "name: x\n"))
    local list = editor:open(root .. "/p/.yschema.yml", text)
    assert.equal(1, #list)
    assert.matches("the pattern ../d/*.yml also looks outside of the folder", list[1].message, 1, true)
    assert.same({ 2, 5 }, { list[1].severity, list[1].range.start.line })
  end)

  it("publishes what a text violates, and that it does no more", function()
    local editor = client.new()
    local list = editor:open(root .. "/base.yml", "name: x\nport: a\n")
    assert.equal("1:6-1:7 port: expected integer, but found string", shown(list))
    assert.same({}, editor:change(root .. "/base.yml", "name: x\nport: 2\n"))
    assert.equal(2, editor.versions["file://" .. root .. "/base.yml"])
  end)

  it("says once which annotation may be meant", function()
    local list = client.new():open(root .. "/schema.yml", "#@data/values-schema\n---\n#@schema/typ any=True\nx: 1\n")
    assert.equal('unknown annotation @schema/typ\ndid you mean "@schema/type"?', list[1].message)
  end)

  it("validates layers as they are in the editor, and finds the one with the value", function()
    local editor = client.new()
    editor:open(root .. "/base.yml", "name: ''\n")
    assert.matches("^0:6%-0:8 name", shown(editor:of(root .. "/base.yml")))
    editor:open(root .. "/site.yml", "name: site\n")
    assert.same({}, editor:of(root .. "/base.yml"))
    editor:change(root .. "/site.yml", "prot: 1\n")
    assert.matches('^0:0%-0:4 prot is not declared', shown(editor:of(root .. "/site.yml")))
    assert.is_truthy(editor:of(root .. "/base.yml")[1])
  end)

  it("reads files that are not open from the disk, and again when they change there", function()
    local editor = client.new()
    folder.write(root, "site.yml", "port: x\n")
    assert.same({}, editor:open(root .. "/base.yml", "name: a\n"))
    assert.matches("port", shown(editor:of(root .. "/site.yml")))
    folder.write(root, "site.yml", "port: 2\n")
    editor:notify("workspace/didChangeWatchedFiles", { changes = core.array_mt and setmetatable({}, core.array_mt) })
    assert.same({}, editor:of(root .. "/site.yml"))
  end)

  it("validates open files again when their schema changes", function()
    local editor = client.new()
    assert.same({}, editor:open(root .. "/parts/a.yml", "port: 1\n"))
    assert.same({}, editor:open(root .. "/schema.yml", SCHEMA))
    editor:change(root .. "/schema.yml", (SCHEMA:gsub("8080", "a")))
    assert.matches("port", shown(editor:of(root .. "/parts/a.yml")))
    editor:change(root .. "/schema.yml", (SCHEMA:gsub("min_len=1", "min_len=x")))
    assert.matches("undefined: x", shown(editor:of(root .. "/schema.yml")))
    assert.same({}, editor:of(root .. "/parts/a.yml"))
    editor:change(root .. "/schema.yml", SCHEMA)
    assert.same({}, editor:of(root .. "/schema.yml"))
  end)

  it("knows a file that was saved by putting another one in its place", function()
    local editor = client.new()
    editor:open(root .. "/base.yml", "name: ''\n")
    assert.equal(1, #editor:of(root .. "/base.yml"))
    folder.write(root, "new", "name: ''\n")
    folder.write(root, "kept", "x") -- so that the identity is another one
    assert(os.rename(root .. "/new", root .. "/base.yml"))
    assert.same({}, editor:change(root .. "/base.yml", "name: b\n"))
    assert.equal(1, #editor:change(root .. "/base.yml", "name: ''\n"))
    os.remove(root .. "/base.yml")
    editor:notify("workspace/didChangeWatchedFiles", { changes = {} })
    editor:change(root .. "/base.yml", "name: ''\nport: x\n")
    folder.write(root, "base.yml", "name: ''\n")
    assert.equal(2, #editor:change(root .. "/base.yml", "name: ''\nport: y\n"))
  end)

  it("uses an open text when another file was put in its place, without a word of the editor", function()
    local editor = client.new()
    editor:open(root .. "/site.yml", "port: 1\n")
    editor:open(root .. "/base.yml", "name: ''\n")
    folder.write(root, "new", "name: saved\n")
    folder.write(root, "kept", "x")
    assert(os.rename(root .. "/new", root .. "/base.yml"))
    editor:change(root .. "/site.yml", "port: 2\n")
    assert.equal(1, #editor:of(root .. "/base.yml"))
    editor:notify("textDocument/didSave", { textDocument = { uri = "file://" .. root .. "/base.yml" } })
    assert.same({}, editor:change(root .. "/base.yml", "name: x\n"))
  end)

  it("finds a project file that was made meanwhile", function()
    local editor, other = client.new(), folder.make "below"
    folder.write(other, "s.yml", SCHEMA)
    for _, name in ipairs { "a.yml", "b.yml" } do
      assert.same({}, editor:open(other .. "/below/" .. name, "port: x\n"))
    end
    folder.write(other, ".yschema.yml", "configurations: [{name: a, schema: [s.yml], each: ['below/*.yml']}]\n")
    for _, name in ipairs { "a.yml", "b.yml" } do folder.write(other, "below/" .. name, "") end
    editor:change(other .. "/below/a.yml", "port: y\n")
    for _, name in ipairs { "a.yml", "b.yml" } do assert.equal(1, #editor:of(other .. "/below/" .. name), name) end
    folder.remove(other)
  end)

  it("validates a file that was made meanwhile, without a word of the editor", function()
    local editor, path = client.new(), root .. "/parts/made.yml"
    editor:open(root .. "/parts/a.yml", "port: 1\n")
    folder.write(root, "parts/made.yml", "prt: 1\n")
    assert.equal(1, #editor:open(path, "prt: 1\n"))
  end)

  it("validates a new file when it is saved, and says nothing about it before", function()
    local editor, path = client.new(), root .. "/parts/made.yml"
    assert.same({}, editor:open(path, "prt: 1\n"))
    for _, message in ipairs(editor.received) do assert.not_equal("window/showMessage", message.method) end
    folder.write(root, "parts/made.yml", "prt: 1\n")
    editor:notify("textDocument/didSave", { textDocument = { uri = "file://" .. path } })
    assert.equal(1, #editor:of(path))
  end)

  it("validates a file that was renamed on the disk, without a word of the editor", function()
    local editor = client.new()
    editor:open(root .. "/site.yml", "port: 1\n")
    editor:open(root .. "/parts/a.yml", "prt: 1\n")
    assert(os.rename(root .. "/parts/a.yml", root .. "/parts/b.yml"))
    editor:notify("textDocument/didClose", { textDocument = { uri = "file://" .. root .. "/parts/a.yml" } })
    assert.equal(1, #editor:open(root .. "/parts/b.yml", "prt: 1\n"))
    assert.equal(0, #editor:of(root .. "/parts/a.yml"))
  end)

  it("takes the time of a change for it alone, however many files are open", function()
    local editor, times = client.new(), {}
    for i = 1, 2000 do
      editor:open(("%s/parts/n%d.yml"):format(root, i), "port: 1\n")
      local begun = os.clock()
      if i == 20 or i == 2000 then
        for j = 1, 20 do editor:change(root .. "/parts/n1.yml", ("port: %d\n"):format(j)) end
        times[#times + 1] = os.clock() - begun
      end
    end
    assert.is_true(times[2] < 20 * times[1] + 0.2, times[1] .. " " .. times[2])
  end)

  it("reads the file again when its text is closed", function()
    local editor = client.new()
    editor:open(root .. "/base.yml", "port: x\n")
    editor:close(root .. "/base.yml")
    assert.same({}, editor:of(root .. "/base.yml"))
  end)

  it("validates the project file", function()
    local editor = client.new()
    local list = editor:open(root .. "/.yschema.yml", (PROJECT:gsub("schema:", "scema:", 1)))
    assert.matches("scema is not declared", shown(list))
    assert.equal(1, #list)
    assert.same({}, editor:change(root .. "/.yschema.yml", PROJECT))
  end)

  it("reports the syntax of files without a schema", function()
    local editor = client.new()
    local other = folder.make()
    assert.matches("^1:0", shown(editor:open(other .. "/x.yml", "a: [\n")))
    assert.same({}, editor:change(other .. "/x.yml", "a: []\n"))
    folder.remove(other)
  end)

  it("names the line of a comment that names a schema, where it is now", function()
    local other, editor = folder.make(), client.new()
    local modeline = "# yschema: schema=none.yml\nx: 1\n"
    local function message()
      local texts = {}
      for i, one in ipairs(editor:of(other .. "/a.yml")) do texts[i] = one.message end
      return table.concat(texts, "\n")
    end
    folder.write(other, "a.yml", modeline)
    editor:open(other .. "/a.yml", modeline)
    assert.matches("line 1 names the schema none.yml", message())
    editor:change(other .. "/a.yml", "# first\n" .. modeline)
    assert.matches("line 2 names the schema none.yml", message())
    folder.remove(other)
  end)

  it("warns of JSON Schemas on other sites, and goes on with the rest", function()
    local editor = client.new()
    local remote = "# x\n# yaml-language-server: $schema=https://example.com/x.json\n"
    local list = editor:open(root .. "/r.yml", remote .. "a: 1\n")
    assert.equal(1, #list)
    assert.same({ 1, 2 }, { list[1].range.start.line, list[1].severity })
    assert.matches("the JSON Schema https://example.com/x.json is on another site", list[1].message, 1, true)
    assert.equal(2, #editor:change(root .. "/r.yml", remote .. "a: [\n"))
    assert.same({}, editor:change(root .. "/r.yml", "a: 1\n"))
    folder.write(root, "x.json", '{"properties": {"a": {"type": "integer"}, '
      .. '"b": {"$ref": "https://example.com/x.json#/definitions/b"}}}')
    local own = "# x\n# yaml-language-server: $schema=x.json\n"
    folder.write(root, "x.yml", own)
    list = editor:open(root .. "/x.yml", own .. "a: x\nb: 1\n")
    assert.equal(2, #list)
    assert.same({ 1, 2 }, { list[1].range.start.line, list[1].severity })
    assert.matches("x.json: $ref cannot be resolved, so any value fits: https://example.com/x.json", list[1].message, 1,
      true)
    assert.matches("a: expected integer", list[2].message, 1, true)
    assert.equal(1, #editor:change(root .. "/x.yml", own .. "a: 1\nb: []\n"))
    folder.write(root, ".yschema.yml", "configurations:\n- {name: x, json_schema: x.json, each: [x.yml]}\n")
    editor:notify("workspace/didChangeWatchedFiles", { changes = {} })
    assert.equal(1, #editor:change(root .. "/x.yml", "a: x\nb: 1\n"))
    list = editor:of(root .. "/.yschema.yml")
    assert.same({ 1, 1, 2 }, { #list, list[1].range.start.line, list[1].severity })
  end)

  it("validates a schema by itself when the last file that named it does not do so any more", function()
    local modeline, uri = "# yschema: schema=lone.yml\n", check.uri
    local schema = "#@data/values-schema\n---\nx: [1, 2]\n"
    folder.write(root, "lone.yml", schema)
    for _, leave in ipairs {
      function(editor) editor:change(root .. "/v.yml", "x: [1]\n") end,
      function(editor)
        editor:send { method = "textDocument/didClose", params = { textDocument = { uri = uri(root .. "/v.yml") } } }
        editor.server:work()
      end,
    } do
      local editor = client.new()
      editor:open(root .. "/v.yml", modeline .. "x: [1]\n")
      local before = shown(editor:open(root .. "/lone.yml", schema))
      assert.matches("2:.*exactly 1 item", before)
      leave(editor)
      assert.equal(before, shown(editor:of(root .. "/lone.yml")))
    end
  end)

  it("says once how an unlisted file of a project gets a schema", function()
    local function said(editor)
      local list = {}
      for _, message in ipairs(editor.received) do
        list[#list + 1] = message.method == "window/showMessage" and message.params.message or nil
      end
      return table.concat(list, "\n")
    end
    local other, editor = folder.make(), client.new()
    for _, name in ipairs { "a.yml", "d.yml" } do folder.write(other, name, "x: 1\n") end
    editor:open(other .. "/a.yml", "x: 1\n")
    assert.equal("", said(editor))
    folder.write(other, ".yschema.yml", "configurations: [{name: a, schema: [s.yml], each: [b.yml]}]\n")
    folder.write(other, "s.yml", "#@data/values-schema\n---\nx: 1\n")
    folder.write(other, "b.yml", "x: 1\n")
    editor = client.new()
    editor:open(other .. "/s.yml", "#@data/values-schema\n---\nx: 1\n")
    editor:open(other .. "/b.yml", "x: 1\n")
    editor:open(other .. "/c.yml", "# yschema: schema=s.yml\nx: 1\n")
    assert.equal("", said(editor))
    editor:open(other .. "/a.yml", "x: 1\n")
    editor:open(other .. "/d.yml", "x: 1\n")
    local once = "a.yml is in no configuration of .yschema.yml, so only its syntax is validated: list it there, or name"
      .. " its schema in its first line: # yschema: schema=FILE"
    assert.equal(once, said(editor))
    editor:notify("yschema/filesArrived", { messageDropped = false })
    assert.equal(once, said(editor))
    editor:notify("yschema/filesArrived", { messageDropped = true }) -- the user has not seen it
    assert.equal(2, select(2, said(editor):gsub("in no configuration", "")))
    folder.remove(other)
  end)

  it("takes changes of parts of a text, in the units of the editor", function()
    for unit, column in pairs { ["utf-8"] = 15, ["utf-16"] = 13, ["utf-32"] = 12 } do
      local editor = client.new { general = { positionEncodings = setmetatable({ unit }, core.array_mt) } }
      editor:open(root .. "/base.yml", 'name: "\u{1F600}" # \u{e9}\nport: a\n')
      local list = editor:change(root .. "/base.yml", {
        { range = { start = { line = 0, character = column }, ["end"] = { line = 1, character = 0 } },
          text = "\n" },
        { range = { start = { line = 1, character = 6 }, ["end"] = { line = 1, character = 7 } }, text = "b" },
        { range = { start = { line = 9, character = 0 }, ["end"] = { line = 9, character = 0 } }, text = "hosts: 1" },
      })
      assert.equal("1:6-1:7 port: expected integer, but found string\n"
        .. "2:7-2:8 hosts: expected array, but found integer", shown(list), unit)
    end
  end)
end)

describe("messages", function()
  local function started()
    local bytes = {}
    local one = server.new(function(text) bytes[#bytes + 1] = text end)
    return one, function()
      local reader, all = messages.reader(), {}
      reader:add(table.concat(bytes))
      bytes = {}
      for body in function() return reader:take() end do all[#all + 1] = messages.decode(body) end
      return all
    end
  end

  local function give(one, ...)
    for _, message in ipairs { ... } do
      one:receive(type(message) == "string" and message or messages.encode(message))
    end
    one:work()
  end

  it("are refused before initialize and after shutdown", function()
    local one, answers = started()
    give(one, { id = 1, method = "shutdown" }, { method = "textDocument/didOpen" })
    assert.equal(-32002, answers()[1].error.code)
    give(one, { id = 2, method = "initialize", params = {} }, { id = 3, method = "initialize", params = {} })
    assert.equal(-32600, answers()[2].error.code)
    give(one, { id = 4, method = "shutdown", params = core.null },
      { id = 5, method = "textDocument/hover", params = {} })
    local last = answers()
    assert.equal(core.null, last[1].result)
    assert.equal(-32600, last[2].error.code)
    give(one, { method = "exit" })
    assert.equal(0, one.status)
    one = started()
    give(one, { method = "exit" })
    assert.equal(1, one.status)
  end)

  it("are refused when they are no requests, or unknown ones", function()
    local one, answers = started()
    give(one, { id = 1, method = "initialize", params = {} }, { id = 2, method = "no/such" }, { id = 3 },
      setmetatable({ 1 }, core.array_mt), { method = "$/whatever" }, { method = "no/such" },
      "Content-Length: 3\r\n\r\n{a:",
      { id = 4, method = "shutdown", params = "x" })
    local codes = {}
    for i, answer in ipairs(answers()) do codes[i] = answer.error and answer.error.code or 0 end
    assert.same({ -32700, 0, -32601, -32600, -32600, -32602 }, codes)
  end)

  it("are found again after bytes that are none", function()
    local one, answers = started()
    local good = messages.encode { id = 1, method = "initialize", params = {} }
    give(one, "GET / HTTP/1.1\r\n\r\n", ("x"):rep(10000), "Content-Length: 99999999999\r\n\r\n", good:sub(1, 30),
      good:sub(31))
    local all = answers()
    assert.equal(-32700, all[1].error.code)
    assert.is_truthy(all[#all].result.capabilities)
  end)

  it("are not answered when they were cancelled", function()
    local one, answers = started()
    give(one, { id = 1, method = "initialize", params = {} })
    answers()
    give(one, { id = 2, method = "shutdown" }, { method = "$/cancelRequest", params = { id = 2 } })
    assert.equal(-32800, answers()[1].error.code)
  end)

  it("about texts that are not open, or without sense, change nothing", function()
    local one, answers = started()
    give(one, { id = 1, method = "initialize", params = {} })
    answers()
    give(one, { method = "textDocument/didChange", params = { textDocument = { uri = "file:///x" } } },
      { method = "textDocument/didChange" }, { method = "textDocument/didClose", params = { textDocument = 1 } },
      { method = "textDocument/didOpen", params = { textDocument = { uri = "untitled:1", text = "a: [" } } },
      { method = "textDocument/didChange", params = { textDocument = { uri = "untitled:1" },
        contentChanges = setmetatable({ { text = 1 } }, core.array_mt) } })
    assert.same({}, answers())
  end)
end)
