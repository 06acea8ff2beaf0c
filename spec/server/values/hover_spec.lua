-- Tests of the hover about the value at the cursor.

local client = require "spec.server.client"
local cursor = require "spec.server.cursor"
local folder = require "spec.support.folder"

local SCHEMA = [[
#@ def file():
kind: file
#@schema/desc "A path"
path: ""
#@ end
#@ def remote():
kind: remote
#@schema/desc "A URL"
path: ""
#@ end
#@data/values-schema
---
#@schema/title "Name"
#@schema/desc "What it is called."
#@schema/validation min_len=1
#@schema/examples ("short", "a")
name: app
#@schema/nullable
port: 8080
#@schema/sensitive
password: xyzzy
hosts:
- ""
#@schema/type any=True
#@schema/desc "Anything"
extra: null
#@schema/default {"token": "plugh"}
#@schema/examples ("one", {"token": "plugh"})
login:
  #@schema/sensitive
  token: ""
servers:
#@schema/any-of file(), remote(), by="kind"
-
]]

local PROJECT = [[
configurations:
- name: app
  schema: [schema.yml]
  layers: [base.yml, site.yml]
- name: alone
  schema: [schema.yml]
  each: [alone.yml]
]]

describe("hover", function()
  local root, editor
  setup(function()
    root = folder.make()
    folder.write(root, ".yschema.yml", PROJECT)
    folder.write(root, "schema.yml", SCHEMA)
    folder.write(root, "base.yml", "name: base\nport: 1\n")
    folder.write(root, "site.yml", "port: 2\npassword: masked\n")
    folder.write(root, "alone.yml", "name: x\n")
  end)
  teardown(function() folder.remove(root) end)
  before_each(function() editor = client.new() end)

  local function hover(file, marked)
    local result = cursor.ask(editor, root .. "/" .. file, marked, "textDocument/hover")
    return result and result.contents.value, result and result.range
  end

  for _, case in ipairs {
    { "na|me: x\n", "`name`: string", "**Name**", "What it is called.", "default: `app`", "must be: length >= 1",
      "example: `a` short" },
    { "name: |x\n", "`name`: string" },
    { "|port: 1\n", "`port`: integer or null", "default: `null`" },
    { "password|: x\n", "sensitive", "default: (sensitive)" },
    { "hosts:\n- a|b\n", "`hosts%[0%]`: string" },
    { "hosts: [a, b|]\n", "`hosts%[1%]`: string" },
    { "h|osts: [a\n", "`hosts`: array of strings" },
    { "extra|: 1\n", "`extra`: any value", "Anything" },
    { "servers:\n- kind: file\n  pa|th: x\n", "A path" },
    { "servers:\n- kind: remote\n  pa|th: x\n", "A URL" },
    { "servers:\n- kind: remote\n  pa|th: 'x\nname: x\n", "A URL" },
    { "nam|: x\n", "not declared" },
    { "name: 1\r\nport|: 1\r\n", "`port`" },
  } do
    it("describes " .. case[1]:gsub("%c", " "), function()
      local text = hover("alone.yml", case[1])
      for i = 2, #case do assert.matches(case[i], text, 1, case[i]:find "[%*(]" ~= nil) end
    end)
  end

  it("says which layers made a value", function()
    local text = hover("base.yml", "name: base\npo|rt: 1\n")
    assert.matches("In `app`: `2`", text, 1, true)
    assert.matches("`base.yml:2`: set `1`", text, 1, true)
    assert.matches("`site.yml:1`: set `2`", text, 1, true)
  end)

  it("never shows a sensitive value", function()
    local text = hover("base.yml", "pass|word: seen\n")
    assert.not_matches("seen", text)
    assert.not_matches("masked", text)
    assert.not_matches("xyzzy", text)
    assert.matches("site.yml:2", text, 1, true)
  end)

  it("never shows a default or an example with a sensitive part", function()
    local text = hover("alone.yml", "lo|gin: {}\n")
    assert.matches("default: (sensitive)", text, 1, true)
    assert.not_matches("plugh", text)
    local result = cursor.ask(editor, root .. "/alone.yml", "lo|", "textDocument/completion")
    assert.not_matches("plugh", require("yschema.core").encode(result, "json"))
  end)

  it("is about a range", function()
    local _, range = hover("alone.yml", "name: x\nhosts: ['\u{e9}', |b]\n")
    assert.same({ start = { line = 1, character = 13 }, ["end"] = { line = 1, character = 14 } }, range)
  end)

  it("describes the project file", function()
    assert.matches("What the command calls it", (hover(".yschema.yml", "configurations:\n- na|me: x\n")))
  end)

  it("is empty where nothing is known", function()
    assert.is_nil(hover("alone.yml", "name: x\n|\n"))
    assert.is_nil(hover("other.yml", "na|me: x\n"))
    assert.is_nil(hover("alone.yml", "|"))
  end)
end)
