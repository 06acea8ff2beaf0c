-- Where the language server leads to from a values file.

local client = require "spec.server.client"
local core = require "yschema.core"
local cursor = require "spec.server.cursor"
local folder = require "spec.support.folder"

local SCHEMA = [[
#@data/values-schema
---
name: app
port: 8080
limits:
  cpu: 1
extra: ""
]]

local PROJECT = [[
configurations:
- name: app
  schema: [schema.yml]
  layers: [base.yml, site.yml]
- name: other
  schema: ["schema.yml"]
  layers: [base.yml]
- name: json
  json_schema: own.json
  each: [own.yml]
]]

describe("a values file", function()
  local root
  setup(function()
    root = folder.make()
    folder.write(root, ".yschema.yml", PROJECT)
    folder.write(root, "schema.yml", SCHEMA)
    folder.write(root, "base.yml", "name: base\nport: 1\nlimits:\n  cpu: 2\n")
    folder.write(root, "site.yml", "port: 2\nlimits: {cpu: 3}\n")
    folder.write(root, "own.json", '{\n  "type": "object",\n  "properties": {\n    "size": {\n'
      .. '      "type": "integer",\n      "description": "How large"\n    }\n  }\n}\n')
    folder.write(root, "own.yml", "size: 1\n")
  end)
  teardown(function() folder.remove(root) end)

  local function shown(list)
    local texts = {}
    for i, one in ipairs(list or {}) do
      texts[i] = ("%s:%d:%d"):format((one.uri or one.location.uri):match "[^/]*$", one.range.start.line + 1,
        one.range.start.character + 1)
    end
    return table.concat(texts, " ")
  end

  local function ask(method, file, marked, params)
    local editor = client.new()
    return cursor.ask(editor, root .. "/" .. file, marked, "textDocument/" .. method, params)
  end

  it("leads to the schema", function()
    assert.equal("schema.yml:4:1", shown(ask("definition", "base.yml", "po|rt: 1\n")))
    assert.equal("schema.yml:6:3", shown(ask("definition", "base.yml", "limits: {c|pu: 1}\n")))
    assert.equal("own.json:4:5", shown(ask("definition", "own.yml", "si|ze: 1\n")))
    assert.equal("", shown(ask("definition", "base.yml", "pot|: 1\n")))
    assert.equal("", shown(ask("definition", ".yschema.yml", "configu|rations: []\n")))
  end)

  it("leads to the layer whose value is the result", function()
    assert.equal("site.yml:1:1 base.yml:1:1", shown(ask("implementation", "base.yml", "po|rt: 1\n")))
    assert.equal("base.yml:1:1", shown(ask("implementation", "base.yml", "na|me: 1\n")))
    assert.equal("own.yml:1:1", shown(ask("implementation", "own.yml", "si|ze: 1\n")))
  end)

  it("lists all layers with a key", function()
    assert.equal("base.yml:2:3 site.yml:2:10", shown(ask("references", "base.yml", "limits:\n  c|pu: 2\n")))
    assert.equal("own.yml:1:1", shown(ask("references", "own.yml", "si|ze: 1\n")))
  end)

  it("leads from an alias to its anchor", function()
    local text = "name: &a x\nextra: *|a\nport: 1\n"
    assert.equal("base.yml:1:7", shown(ask("definition", "base.yml", text)))
    assert.equal("base.yml:1:7 base.yml:2:8", shown(ask("references", "base.yml", text)))
  end)

  it("refuses to rename a key", function()
    local _, problem = ask("prepareRename", "base.yml", "po|rt: 1\n")
    assert.equal("the schema declares port in schema.yml:4; rename it there, and all files of the project follow",
      problem.message)
    assert.equal(-32803, problem.code)
    _, problem = ask("rename", "base.yml", "po|t: 1\n", { newName = "x" })
    assert.matches("no schema declares pot", problem.message)
    _, problem = ask("prepareRename", "base.yml", "port: |1\n")
    assert.equal("there is no key here", problem.message)
  end)

  it("links to the files that it names", function()
    local editor = client.new()
    editor:open(root .. "/x.yml", "# yschema: schema=schema.yml schema=\"none.yml\"\na: 1\n")
    local function links(file)
      return editor:request("textDocument/documentLink", { textDocument = { uri = "file://" .. root .. "/" .. file } })
    end
    local list = links "x.yml"
    assert.equal(1, #list)
    assert.equal("file://" .. root .. "/schema.yml", list[1].target)
    assert.same({ start = { line = 0, character = 18 }, ["end"] = { line = 0, character = 28 } }, list[1].range)
    editor:open(root .. "/.yschema.yml", PROJECT)
    local texts = {}
    for i, one in ipairs(links ".yschema.yml") do
      texts[i] = ("%d:%d-%d"):format(one.range.start.line + 1, one.range.start.character, one.range["end"].character)
    end
    assert.equal("3:11-21 4:11-19 4:21-29 6:12-22 7:11-19 9:15-23 10:9-16", table.concat(texts, " "))
  end)

  it("says how many configurations it is in", function()
    local editor = client.new()
    local function lens(file, text)
      editor:open(root .. "/" .. file, text)
      local document = { uri = "file://" .. root .. "/" .. file }
      local list = editor:request("textDocument/codeLens", { textDocument = document })
      return list[1] and list[1].command.title
    end
    assert.equal("2 configurations: app, other", lens("base.yml", "name: x\n"))
    assert.equal("1 configuration: json", lens("own.yml", "size: 1\n"))
    assert.is_nil(lens("unlisted.yml", "size: 1\n"))
  end)

  local WHOLE = { start = { line = 0, character = 0 }, ["end"] = { line = 99, character = 0 } }

  local function hints(editor, file, text)
    editor:open(root .. "/" .. file, text)
    local list = editor:request("textDocument/inlayHint",
      { textDocument = { uri = "file://" .. root .. "/" .. file }, range = WHOLE })
    local texts = {}
    for i, one in ipairs(list) do
      texts[i] = ("%d:%d %s"):format(one.position.line + 1, one.position.character, one.label)
    end
    return table.concat(texts, "\n")
  end

  it("hints at what later layers do", function()
    assert.equal("2:7 -> app: 2 (site.yml:1)\n4:8 -> app: 3 (site.yml:2)",
      hints(client.new(), "base.yml", "name: base\nport: 1\nlimits:\n  cpu: 2\n"))
    assert.equal("", hints(client.new(), "site.yml", "port: 2\n"))
  end)

  it("hints at defaults, if the editor asks for that", function()
    local editor = client.new()
    editor.server.options = { defaults = true }
    assert.equal('1:7 # name: app, extra: ""', hints(editor, "site.yml", "port: 2\n"))
  end)

  it("answers editors that ask for diagnostics", function()
    local editor = client.new { textDocument = { diagnostic = {} },
      workspace = { didChangeWatchedFiles = { dynamicRegistration = true }, diagnostics = { refreshSupport = true } } }
    assert.is_nil(editor:open(root .. "/own.yml", "size: x\n"))
    local document = { uri = "file://" .. root .. "/own.yml" }
    local report = editor:request("textDocument/diagnostic", { textDocument = document })
    assert.equal("full", report.kind)
    assert.matches("size", report.items[1].message)
    local again = editor:request("textDocument/diagnostic",
      { textDocument = document, previousResultId = report.resultId })
    assert.same({ kind = "unchanged", resultId = report.resultId }, again)
    local all, counts = editor:request("workspace/diagnostic", { previousResultIds = core.null }), {}
    for i, item in ipairs(all.items) do counts[i] = item.uri:match "[^/]*$" .. " " .. #item.items end
    assert.equal("base.yml 0, own.yml 1, site.yml 0", table.concat(counts, ", "))
    local asked = {}
    editor:notify("workspace/didChangeWatchedFiles", {})
    for _, message in ipairs(editor.received) do asked[#asked + 1] = message.id and message.method end
    assert.same({ "client/registerCapability", "workspace/diagnostic/refresh" }, asked)
  end)

  it("reports a file that is deleted, because the editor has its diagnostics", function()
    folder.write(root, "gone.yml", "size: x\n")
    folder.write(root, ".yschema.yml", PROJECT .. "- {name: gone, json_schema: own.json, each: [gone.yml]}\n")
    local editor = client.new()
    editor.server.roots = { root }
    local function gone(known)
      for _, item in ipairs(editor:request("workspace/diagnostic", { previousResultIds = known }).items) do
        if item.uri:match "gone.yml$" then return item end
      end
    end
    local before = gone(core.null)
    assert.equal(1, #before.items)
    folder.write(root, ".yschema.yml", PROJECT)
    os.remove(root .. "/gone.yml")
    editor:notify("workspace/didChangeWatchedFiles", { changes = {} })
    local after = gone(setmetatable({ { uri = before.uri, value = before.resultId } }, core.array_mt))
    assert.same({ "full", 0 }, { after.kind, #after.items })
    assert.equal("unchanged", gone(setmetatable({ { uri = before.uri, value = after.resultId } }, core.array_mt)).kind)
  end)

  it("of a folder that was opened is validated when the editor asks for all", function()
    local editor = client.new()
    editor.server.roots = { root }
    local all = editor:request("workspace/diagnostic", {})
    assert.equal(3, #all.items)
  end)
end)
