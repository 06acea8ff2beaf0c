-- Tests of the fields of a schema to which a path of a text leads.

local core = require "yschema.core"
local fields = require "yschema.server.values.fields"
local layouts = require "yschema.server.values.layouts"
local positions = require "yschema.server.positions"
local schemas = require "yschema.pipeline.schemas"
local settings_of = require "yschema.pipeline.settings".of_options

local SCHEMA = [[
#@ def file():
kind: file
#@schema/desc "file"
path: ""
#@ end
#@ def remote():
kind: remote
#@schema/desc "remote"
path: ""
#@schema/desc "host"
host: ""
#@ end
#@ def tree():
#@schema/desc "leaf"
leaf: 1
#@schema/like tree
#@schema/nullable
left:
#@ end
#@data/values-schema
---
#@schema/desc "plain"
plain: 1
#@schema/any-of file(), remote(), by="kind"
by:
#@schema/desc "either"
#@schema/any-of "", {"a": 1}, [1.5]
either: ""
#@schema/nullable
#@schema/desc "nullable"
nullable: ""
items:
-
  #@schema/desc "nested"
  x: [{y: 1}]
open:
  #@schema/key allowed="^x-", expects="0+"
  #@schema/desc "x-"
  x-any: 1
  #@schema/any-key
  #@schema/desc "other"
  any: 1
#@schema/like tree
tree:
#@schema/desc "any"
#@schema/type any=True
free: 1
]]

describe("fields", function()
  local root
  setup(function()
    local schema = schemas.new(settings_of({}, 1))
    schemas.add(schema, core.source("schema.yml", SCHEMA))
    local ok = schemas.compile(schema)
    assert.is_true(ok, not ok and schema.core:text(true) or nil)
    root = fields.root(schema)
  end)

  -- The fields at the mark of a text.
  local function at(marked)
    local place = marked:find("|", 1, true)
    local text = marked:sub(1, place - 1) .. marked:sub(place + 1)
    return fields.follow(root, layouts.new(positions.of(text), "x.yml"):chain(place))
  end

  local function shown(list)
    local words = {}
    for i, field in ipairs(list) do words[i] = field.documentation or field.key or fields.type_words { field } end
    table.sort(words)
    return table.concat(words, " ")
  end

  for _, case in ipairs {
    { "plain|: 1\n", "plain" }, { "plain: |1\n", "plain" }, { "nothing|: 1\n", "" }, { "nothing:\n  be|low: 1\n", "" },
    { "by: {kind: file, pa|th: x}\n", "file" }, { "by: {kind: remote, pa|th: x}\n", "remote" },
    { "by: {pa|th: x}\n", "file remote" }, { "by: {host: x, pa|th: y}\n", "remote" },
    { "by: {kind: file, ho|st: x}\n", "" }, { "by: {ki|nd: x}\n", "kind kind" },
    { "either|: x\n", "either" }, { "either: {a|: 1}\n", "a" }, { "either: [|1]\n", "float" },
    { "either: {b|: 1}\n", "" }, { "nullable|:\n", "nullable" },
    { "items:\n- x|: 1\n", "nested" }, { "items:\n- x:\n  - y|: 1\n", "y" }, { "items: {x|: 1}\n", "" },
    { "open: {x-1|: 1}\n", "x-" }, { "open: {other|: 1}\n", "other" },
    { "tree: {leaf|: 1}\n", "leaf" }, { "tree: {left: {left: {leaf|: 1}}}\n", "leaf" }, { "free: {a|: 1}\n", "" },
    { "free:\n  <<: {a: 1}\nplain|: 1\n", "plain" }, { "plain: 1\n---\nnullable|: 1\n", "nullable" },
  } do
    it("of " .. case[1]:gsub("%c", "~"), function() assert.equal(case[2], shown(at(case[1]))) end)
  end

  local function words(marked) return fields.type_words(at(marked)) end

  it("have types in words", function()
    assert.equal("integer", words "plain|: 1")
    assert.equal("string or null", words "nullable|: 1")
    assert.equal("string, array or map", words "either|: 1")
    assert.equal("any value", words "free|: 1")
    assert.equal("array of maps", words "items|: 1")
    assert.equal("map", words "by|: 1")
  end)
end)
