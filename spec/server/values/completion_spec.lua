-- Tests of the completion at the cursor.

local client = require "spec.server.client"
local cursor = require "spec.server.cursor"
local folder = require "spec.support.folder"
local positions = require "yschema.server.positions"

local SCHEMA = [[
#@ def file():
kind: file
path: ""
#@ end
#@ def remote():
kind: remote
host: ""
#@ end
#@data/values-schema
---
#@schema/validation min_len=1
name: app
#@schema/nullable
port: 8080
debug: false
#@schema/validation one_of=["tcp", "udp", "on"]
protocol: tcp
#@schema/required
#@schema/desc "Who owns it"
owner: ""
#@schema/deprecated "use name"
title: ""
#@schema/removed "gone"
old: ""
#@schema/sensitive
#@schema/validation one_of=["xyzzy", "plugh"]
password: xyzzy
limits:
  cpu: 1
  memory: 512Mi
servers:
#@schema/any-of file(), remote(), by="kind"
-
modes:
#@schema/validation one_of=["r", "w"]
- ""
labels:
  #@schema/any-key
  any:
    color: red
]]

local PROJECT = [[
configurations:
- name: app
  schema: [schema.yml]
  layers: [base.yml, site.yml]
- name: alone
  schema: [schema.yml]
  each: [alone.yml, alone.json]
- name: quoted
  schema: [keys.yml]
  each: [quoted.yml]
]]

local ALL = "owner name port debug protocol title password limits servers modes labels"

describe("completion", function()
  local root
  setup(function()
    root = folder.make()
    folder.write(root, ".yschema.yml", PROJECT)
    folder.write(root, "schema.yml", SCHEMA)
    folder.write(root, "keys.yml", '#@data/values-schema\n---\n"on": 0\n"a: b": 0\n')
    folder.write(root, "quoted.yml", "{}\n")
    folder.write(root, "base.yml", "name: base\nowner: me\n")
    folder.write(root, "site.yml", "port: 2\n")
    folder.write(root, "alone.yml", "name: x\n")
    folder.write(root, "alone.json", "{}\n")
  end)
  teardown(function() folder.remove(root) end)

  local snippets = { textDocument = { completion = { completionItem = { snippetSupport = true } } } }

  local function complete(file, marked, capabilities)
    local editor = client.new(capabilities)
    local result = cursor.ask(editor, root .. "/" .. file, marked, "textDocument/completion")
    local items = result and result.items or {}
    table.sort(items, function(a, b) return a.sortText < b.sortText end)
    return items
  end

  local function labels(items)
    local list = {}
    for i, item in ipairs(items) do list[i] = item.label end
    return table.concat(list, " ")
  end

  for _, case in ipairs {
    { "|", ALL },
    { "na|", ALL },
    { "name: x\n|", (ALL:gsub(" name", "")) },
    { "name: x\n|\nport: 1\n", (ALL:gsub(" name port", "")) },
    { "na|me: x\n", ALL },
    { "|\n---\nname: x\n", ALL },
    { "---\n|\n", ALL },
    { "limits:\n  |\n", "cpu memory" },
    { "limits:\n  cpu: 1\n  |\nname: x\n", "memory" },
    { "limits: {|", "cpu memory" },
    { "limits: {|}\n", "cpu memory" },
    { "limits: {cpu: 1, |", "memory" },
    { "limits: {cpu: 1, me|}\nname: x\n", "memory" },
    { "limits: {\n  cpu: 1,\n  |\n}\n", "memory" },
    { '"na|', ALL }, { '"na|"', ALL }, { '"na|me": x', ALL }, { "'|", ALL },
    { "debug: |", "false true" }, { "debug:|", "false true" }, { "debug: t|rue\n", "false true" },
    { "debug:\n  |", "false true" }, { "{debug: |", "false true" },
    { "port: |", "null" },
    { "protocol: |\nname: x\n", 'tcp udp "on"' }, { 'protocol: "|\nname: x\n', 'tcp udp "on"' },
    { "protocol: 't|cp'\n", 'tcp udp "on"' },
    { "name: |", "app" },
    { "servers:\n- |", "kind path host" }, { "servers:\n  - |", "kind path host" },
    { "servers:\n- kind: |", "file remote" }, { "servers:\n- kind: |\n  path: x\n", "file remote" },
    { "servers:\n- kind: file\n  |", "path" }, { "servers:\n- kind: remote\n  |\n- kind: file\n", "host" },
    { "servers: [{kind: remote, |", "host" }, { "servers: [{|", "kind path host" },
    { "servers:\n- host: x\n  |", "kind" },
    { "modes: [|", "r w" }, { "modes: [r, |]", "r w" },
    { "modes:\n- |", "r w" }, { "modes:\n- r\n- |\nname: x\n", "r w" },
    { "labels:\n  any-name:\n    |", "color" },
    { "password: |", "" }, { "# |", "" }, { "name: x # |", "" }, { "name: |\n  a\n", "app" },
    { "a: |\n  x\n", "" }, { "limits: |\n", "" }, { "unknown:\n  |", "" },
    { "limits:\n  |\n---\nname: x\n", "cpu memory" }, { "# why\n|\n---\nname: x\n", ALL },
    { "labels:\n  x: {|", "color" }, { "labels:\n  x:\n    |\n  y:\n    color: a\n", "color" }, { "debug: '|", "" },
    { "limits: {'|", "cpu memory" }, { "modes: ['|", "r w" }, { "modes: [\n  |\n]\n", "r w" },
    { "servers:\n- {kind: '|", "file remote" }, { "servers:\n-\n  |", "kind path host" },
    { "protocol:\n  '|", 'tcp udp "on"' }, { "name: x\nlimits:\n\n  |\n\nport: 1\n", "cpu memory" },
    { "servers:\n- kind: remote\n  host: x\n- |\n", "kind path host" }, { "limits: {cpu: |", "1" },
    { "{limits: {|}}\n", "cpu memory" }, { "limits:\n  \"|\n", "cpu memory" }, { "|\n---\nlimits: {}\n---\n", ALL },
  } do
    it("offers what is allowed in " .. case[1]:gsub("%c", "~"), function()
      assert.equal(case[2], labels(complete("alone.yml", case[1])))
    end)
  end

  -- The text after an item has been chosen.
  local function chosen(file, marked, label, capabilities)
    local text = cursor.of(marked)
    for _, item in ipairs(complete(file, marked, capabilities)) do
      if item.label == label then
        local edit = { range = item.textEdit.range, text = item.textEdit.newText }
        return positions.of(text):changed({ edit }, "utf-16").text
      end
    end
  end

  for _, case in ipairs {
    { "na|", "name", "name: ", "name: ${1:app}" },
    { "na|me: x\n", "name", "name: x\n", "name: x\n" },
    { "na|m\nport: 1\n", "name", "name: \nport: 1\n", "name: ${1:app}\nport: 1\n" },
    { '"na|', "name", '"name": ', '"name": ${1:app}' },
    { '"na|"', "name", '"name": ', '"name": ${1:app}' },
    { "'|", "name", "'name': ", "'name': ${1:app}" },
    { "lim|", "limits", "limits:", "limits:\n  $1" },
    { "modes|", "modes", "modes:", "modes:\n- $1" },
    { "{lim|}", "limits", "{limits: }", "{limits: {$1\\}}" },
    { "labels:\n  x:\n    co|", "color", "labels:\n  x:\n    color: ", "labels:\n  x:\n    color: ${1:red}" },
    { "servers:\n- |", "kind", "servers:\n- kind: ", "servers:\n- kind: ${1|file,remote|}" },
    { "debug:|\n", "true", "debug: true\n", "debug: true\n" },
    { "protocol: t|cp\n", '"on"', 'protocol: "on"\n', 'protocol: "on"\n' },
    { "protocol: '|\n", '"on"', "protocol: 'on'\n", "protocol: 'on'\n" },
    { "debug: | # why\n", "true", "debug: true # why\n", "debug: true # why\n" },
  } do
    it("writes " .. case[2] .. " into " .. case[1]:gsub("%c", "~"), function()
      assert.equal(case[3], chosen("alone.yml", case[1], case[2]))
      assert.equal(case[4], chosen("alone.yml", case[1], case[2], snippets))
    end)
  end

  it("quotes keys that YAML would read as something else", function()
    assert.equal('"on": ', chosen("quoted.yml", "|", "on"))
    assert.equal("'a: b': ", chosen("quoted.yml", "|", "a: b"))
    assert.equal('"a: b": ', chosen("quoted.yml", '"|', "a: b"))
  end)

  it("writes JSON into JSON", function()
    assert.equal('{"name": ', chosen("alone.json", "{|", "name"))
    assert.equal('{"protocol": "udp"}\n', chosen("alone.json", '{"protocol": "u|"}\n', "udp"))
    assert.equal('{"protocol": "udp"}\n', chosen("alone.json", '{"protocol": |}\n', "udp"))
  end)

  it("knows what other layers have set", function()
    local items = complete("site.yml", "|\n")
    assert.equal("port debug protocol title password limits servers modes labels name owner", labels(items))
    assert.equal("string; \"me\" in base.yml:2", items[#items].detail)
  end)

  it("offers the keys that other layers have below a placeholder", function()
    folder.write(root, "keys.yml", '#@data/values-schema\n---\n"on": 0\n"a: b": 0\n')
    folder.write(root, "quoted.yml", "{}\n")
    folder.write(root, "base.yml", "name: base\nowner: me\nlabels:\n  front: {color: blue}\n  back: {}\n")
    local items = complete("site.yml", "labels:\n  |\n")
    assert.equal("front back", labels(items))
    assert.equal("map; in base.yml:4", items[1].detail)
    assert.equal("labels:\n  front:\n", chosen("site.yml", "labels:\n  |\n", "front"))
    assert.equal("back", labels(complete("site.yml", "labels: {front: {}, |\n")))
    assert.equal("color", labels(complete("site.yml", "labels:\n  front:\n    |\n")))
    assert.equal("", labels(complete("alone.yml", "labels:\n  |\n")))
    folder.write(root, "keys.yml", '#@data/values-schema\n---\n"on": 0\n"a: b": 0\n')
    folder.write(root, "quoted.yml", "{}\n")
    folder.write(root, "base.yml", "name: base\nowner: me\n")
  end)

  it("describes what it offers", function()
    local items = complete("alone.yml", "|")
    assert.equal("string; required", items[1].detail)
    assert.matches("Who owns it", items[1].documentation.value)
    for _, item in ipairs(items) do
      assert.not_matches("xyzzy", item.documentation.value)
      assert.same(item.label == "title" and { 1 } or nil, item.tags)
    end
  end)

  it("offers the keys alone, not the default of a document by a JSON Schema", function()
    folder.write(root, "any/.yschema.yml", "configurations:\n- {name: a, json_schema: s.json, each: [a.yml]}\n")
    folder.write(root, "any/s.json", '{"type": "object", "properties": {"port": {"type": "integer"}}}\n')
    folder.write(root, "any/a.yml", "port: 1\n")
    assert.equal("port", labels(complete("any/a.yml", "|\n")))
  end)

  it("knows the project file", function()
    assert.equal("schema json_schema assert_formats yaml baseline layers each kinds otherwise",
      labels(complete(".yschema.yml", "configurations:\n- name: x\n  |\n")))
    assert.equal("error skip", labels(complete(".yschema.yml", "configurations:\n- name: x\n  otherwise: |\n")))
  end)
end)
