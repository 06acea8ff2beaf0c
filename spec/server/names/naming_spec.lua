-- Names, and the values that refer to them, in an editor.

local client = require "spec.server.client"
local cursor = require "spec.server.cursor"
local folder = require "spec.support.folder"

local SCHEMA = [[
#@data/values-schema
---
#@schema/identity "name"
upstreams:
- name: ""
  port: 80
volumes:
  #@schema/any-key
  _:
    size: 1
#@schema/nullable
main:
  #@schema/refers to="routes[].path"
  route: ""
routes:
- path: ""
  #@schema/nullable
  #@schema/refers to="upstreams[].name"
  upstream: ""
  #@schema/nullable
  #@schema/refers to="volumes{}"
  volume: ""
  #@schema/nullable
  #@schema/refers to="tokens[]"
  token: ""
  own: [""]
  #@schema/nullable
  #@schema/refers to=".own[]"
  chosen: ""
tokens:
#@schema/sensitive
- ""
]]

local PROJECT = [[
configurations:
- name: app
  schema: [schema.yml]
  layers: [base.yml, site.yml]
]]

local BASE = "upstreams:\n- name: a\n- name: b\nvolumes:\n  disk: {size: 2}\ntokens: [t1]\n"
local SITE = "routes:\n- path: /\n  upstream: a\n  volume: disk\n- path: /x\n  upstream: a\n"

describe("names in a values file", function()
  local root
  setup(function()
    root = folder.make()
    folder.write(root, ".yschema.yml", PROJECT)
    folder.write(root, "schema.yml", SCHEMA)
    folder.write(root, "base.yml", BASE)
    folder.write(root, "site.yml", SITE)
  end)
  teardown(function() folder.remove(root) end)

  local function ask(method, file, marked, params)
    return cursor.ask(client.new(), root .. "/" .. file, marked, "textDocument/" .. method, params)
  end

  local function shown(list)
    local texts = {}
    for i, one in ipairs(list or {}) do
      texts[i] = ("%s:%d:%d"):format(one.uri:match "[^/]*$", one.range.start.line + 1, one.range.start.character + 1)
    end
    return table.concat(texts, " ")
  end

  local function offered(marked)
    local result, labels = ask("completion", "site.yml", marked), {}
    for i, item in ipairs(result and result.items or {}) do labels[i] = item.label .. " " .. (item.detail or "") end
    return table.concat(labels, ", ")
  end

  it("are offered for a value that refers to them", function()
    assert.equal("a base.yml:2, b base.yml:3", offered "routes:\n- path: /\n  upstream: |\n")
    assert.equal("disk base.yml:5", offered "routes:\n- path: /\n  volume: d|\n")
    assert.equal("v site.yml:2, w site.yml:2", offered "routes:\n- own: [v, w]\n  chosen: |\n- own: [z]\n")
    assert.is_nil(offered("routes:\n- token: |\n"):find "t1")
  end)

  it("are offered where they are defaults", function()
    folder.write(root, "defaults.yml", "#@data/values-schema\n---\npools:\n  small: 1\n  big: 2\n"
      .. "#@schema/sensitive\ncode: abc\n#@schema/nullable\n#@schema/refers to='code'\nlike: ''\n"
      .. "#@schema/default [{'id': 7}]\nnodes:\n- id: 0\n"
      .. "  #@schema/nullable\n  #@schema/refers to='pools{}'\n  pool: ''\n"
      .. "  #@schema/nullable\n  #@schema/refers to='nodes[].id'\n  next: 0\n"
      .. "#@schema/nullable\n#@schema/refers to='nodes[].id'\nfirst: 0\n")
    folder.write(root, "named.yml", "")
    folder.write(root, ".yschema.yml", PROJECT .. "- {name: b, schema: [defaults.yml], layers: [named.yml]}\n")
    local function of(marked)
      local labels = {}
      for i, item in ipairs(ask("completion", "named.yml", marked).items) do
        labels[i] = ("%s %s"):format(item.label, item.detail)
      end
      return table.concat(labels, ", ")
    end
    assert.equal("7 a default", of "first: |\n")
    assert.equal("5 named.yml:2", of "nodes:\n- id: 5\n  next: |\n")
    assert.matches("small a default", of "nodes:\n- id: 5\n  pool: |\n")
    assert.equal("small named.yml:2, tiny named.yml:3, big a default",
      of("pools:\n  small: 3\n  tiny: 1\nnodes:\n- pool: |\n"))
    assert.is_nil(of("like: |\n"):find "abc")
  end)

  it("are found from a value", function()
    assert.equal("base.yml:2:9", shown(ask("definition", "site.yml", "routes:\n- path: /\n  upstream: a|\n")))
    assert.equal("base.yml:5:3", shown(ask("definition", "site.yml", "routes:\n- path: /\n  volume: dis|k\n")))
    assert.equal("schema.yml:19:3", shown(ask("definition", "site.yml", "routes:\n- path: /\n  upstream: no|\n")))
  end)

  it("have references", function()
    local all = "base.yml:2:9 site.yml:3:13 site.yml:6:13"
    assert.equal(all, shown(ask("references", "base.yml", (BASE:gsub("name: a", "name: |a")))))
    assert.equal(all, shown(ask("references", "site.yml", (SITE:gsub("upstream: a", "upstream: |a", 1)))))
    assert.equal("base.yml:5:3 site.yml:4:11", shown(ask("references", "base.yml", (BASE:gsub("disk", "di|sk")))))
  end)

  it("are offered as items of a list", function()
    local path = folder.make()
    folder.write(path, ".yschema.yml", "configurations:\n- {name: app, schema: schema.yml, each: [v.yml]}\n")
    folder.write(path, "schema.yml", "#@data/values-schema\n---\nnames:\n- ''\nuses:\n"
      .. '#@schema/refers to="names[]"\n- ""\n')
    folder.write(path, "v.yml", "{}\n")
    for _, marked in ipairs { "- |\n", "- a|\n", "- 'a|\n", "[|]\n" } do
      local text = "names: [one, two]\nuses:" .. (marked:find "^%[" and " " or "\n") .. marked
      local answer, list = cursor.ask(client.new(), path .. "/v.yml", text, "textDocument/completion", {}), {}
      for i, item in ipairs(answer.items) do list[i] = item.label end
      table.sort(list)
      assert.same({ "one", "two" }, list, marked)
    end
    folder.remove(path)
  end)

  it("are named where a value is described", function()
    local hover = ask("hover", "site.yml", "routes:\n- path: /\n  upstream: a|\n")
    assert.matches("refers to `upstreams[].name`", hover.contents.value, 1, true)
    hover = ask("hover", "base.yml", "upstr|eams: []\n")
    assert.matches("no two are alike under `name`", hover.contents.value, 1, true)
  end)

  -- The lines of the edits, by their files.
  local function changed(result)
    local texts = {}
    for uri, list in pairs(result.changes) do
      texts[uri:match "[^/]*$"] = ("%d %s"):format(list[1].range.start.line + 1, list[1].newText)
    end
    return texts
  end

  it("are renamed in all files", function()
    local wanted = { ["base.yml"] = "2 - name: new\n",
      ["site.yml"] = "3   upstream: new\n  volume: disk\n- path: /x\n  upstream: new\n" }
    local result = ask("rename", "base.yml", (BASE:gsub("name: a", "name: |a")), { newName = "new" })
    assert.same(wanted, changed(result))
    result = ask("rename", "site.yml", (SITE:gsub("upstream: a", "upstream: |a", 1)), { newName = "new" })
    assert.same(wanted, changed(result))
    result = ask("rename", "base.yml", (BASE:gsub("disk", "di|sk")), { newName = "tape" })
    assert.same({ ["base.yml"] = "5   tape: {size: 2}\n", ["site.yml"] = "4   volume: tape\n" }, changed(result))
  end)

  it("are renamed in the last of many documents", function()
    local document = "---\nupstreams:\n- name: a\nroutes:\n- path: /\n  upstream: a\n"
    local path = folder.make()
    folder.write(path, ".yschema.yml", "configurations:\n- {name: app, schema: schema.yml, each: [v.yml]}\n")
    folder.write(path, "schema.yml", SCHEMA)
    folder.write(path, "v.yml", document)
    local result = cursor.ask(client.new(), path .. "/v.yml",
      document:rep(150) .. document:gsub("name: a", "name: |a"), "textDocument/rename", { newName = "new" })
    local edits = select(2, next(result.changes))
    assert.equal(1, #edits)
    assert.equal(6 * 150 + 2, edits[1].range.start.line)
    assert.equal("- name: new\nroutes:\n- path: /\n  upstream: new\n", edits[1].newText)
    folder.remove(path)
  end)

  it("are not renamed where that is not certain", function()
    local function refused(file, marked, name)
      local result, problem = ask("rename", file, marked, { newName = name or "new" })
      assert.is_nil(result)
      return problem.message
    end
    assert.equal("base.yml has this name already, in line 3",
      refused("base.yml", BASE:gsub("name: a", "name: |a"), "b"))
    assert.matches("^no file gives this name", refused("site.yml", "routes:\n- path: /\n  upstream: no|\n"))
    assert.matches("^there is no key here", refused("base.yml", (BASE:gsub("t1", "t|1"))))
  end)

  it("are offered in place of one that does not exist", function()
    local editor, text = client.new(), "routes:\n- path: /\n  upstream: a\n- path: /x\n  volume: dissk\n"
    local found = editor:open(root .. "/site.yml", text)
    assert.equal(1, #found)
    local actions = editor:request("textDocument/codeAction", { range = found[1].range,
      textDocument = { uri = "file://" .. root .. "/site.yml" }, context = { diagnostics = found } })
    assert.equal("Replace it with disk", actions[1].title)
    assert.matches('(base.yml:4): "disk" (found: no such name)\ndid you mean "disk"?', found[1].message, 1, true)
    assert.equal("schema.yml", found[1].relatedInformation[1].location.uri:match "[^/]*$")
  end)

  -- Asks about a schema that was without errors when the editor opened it.
  local function in_schema(method, from, marked)
    local editor = client.new()
    editor:open(root .. "/schema.yml", SCHEMA)
    local at = assert(SCHEMA:find(from, 1, true))
    local text = SCHEMA:sub(1, at - 1) .. marked .. SCHEMA:sub(at + #from)
    return cursor.ask(editor, root .. "/schema.yml", text, "textDocument/" .. method)
  end

  it("have paths in a schema, which are completed", function()
    local labels = {}
    local function complete(marked)
      for _, item in ipairs(in_schema("completion", 'to="upstreams[].name"', marked).items) do
        labels[item.label] = item.textEdit.newText
      end
    end
    complete 'to="ups|'
    assert.equal("upstreams[].name", labels["upstreams[].name"])
    assert.equal("volumes{}", labels["volumes{}"])
    assert.equal("volumes.*.size", labels["volumes.*.size"])
    assert.is_nil(labels["tokens[]"])
    assert.is_nil(labels["to="])
    complete "t|"
    assert.equal("to=", labels["to="])
  end)

  it("have paths in a schema, which lead to keys", function()
    local function declared(from, marked) return shown { in_schema("definition", from, marked) } end
    assert.equal("schema.yml:5:3", declared('"upstreams[].name"', '"upstre|ams[].name"'))
    assert.equal("schema.yml:7:1", declared('"volumes{}"', '"|volumes{}"'))
    assert.equal("", declared('"volumes{}"', '"|none{}"'))
  end)

  local function labels_in_schema(from, marked)
    local labels, result = {}, in_schema("completion", from, marked)
    for _, item in ipairs(result and result.items or {}) do labels[#labels + 1] = item.label end
    return table.concat(labels, " ")
  end

  it("have paths from the maps around a value, which are completed and lead to keys", function()
    local labels = labels_in_schema('to=".own[]"', 'to=".|')
    assert.matches(".path .upstream .volume", labels, 1, true)
    assert.matches(" .own[]", labels, 1, true)
    assert.matches("..upstreams[].name", labels, 1, true)
    assert.is_nil(labels:find("tokens", 1, true))
    assert.matches("..main.route", labels_in_schema('to="routes[].path"', 'to="..m|'), 1, true)
    local function declared(from, marked) return shown { in_schema("definition", from, marked) } end
    assert.equal("schema.yml:26:9", declared('".own[]"', '".o|wn[]"'))
    assert.equal("schema.yml:16:1", declared('"routes[].path"', '"..rou|tes[]"'))
    assert.equal("", declared('".own[]"', '"....o|wn[]"'))
  end)

  it("have an identity, whose keys are completed and found", function()
    assert.equal("name port", labels_in_schema('@schema/identity "name"', '@schema/identity "|'))
    assert.equal("schema.yml:5:3",
      shown { in_schema("definition", '@schema/identity "name"', '@schema/identity "na|me"') })
  end)

  it("have kinds, which are completed, and whose paths are those of their schemas", function()
    folder.write(root, ".yschema.yml", "configurations:\n- name: app\n  each: ['*.doc.yml']\n  kinds:\n"
      .. "  - {name: Route, has: {kind: route}, schema: [schema.yml]}\n"
      .. "  - {has: {kind: Service}, schema: [service.yml]}\n")
    folder.write(root, "service.yml", "#@data/values-schema\n---\nkind: ''\nports:\n- name: ''\n")
    folder.write(root, "a.doc.yml", "kind: route\n")
    local from = 'to="volumes{}"'
    assert.matches('^"Route" "Service" ', labels_in_schema(from, 'to="volumes{}", scope="configuration", kind=|'))
    assert.equal('kind ports[].name', labels_in_schema(from, 'to="|", scope="configuration", kind="Service"'))
    assert.equal("service.yml:5:3", shown { in_schema("definition", from,
      'to="ports[].na|me", scope="configuration", kind="Service"') })
  end)

  it("are described where a schema declares them", function()
    local text = in_schema("hover", "@schema/refers", "@schema/re|fers").contents.value
    assert.matches("The value has to be one of the names", text, 1, true)
    text = in_schema("hover", "@schema/identity", "@schema/ide|ntity").contents.value
    assert.matches("No two items of the array have the same value", text, 1, true)
  end)
end)
