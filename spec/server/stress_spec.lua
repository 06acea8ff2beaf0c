-- Every request has an answer at every byte of texts, whole and damaged.

local client = require "spec.server.client"
local folder = require "spec.support.folder"
local stress = require "spec.server.stress"

local SCHEMA = [[
#@ def file():
kind: file
path: ""
#@ end
#@ def remote():
kind: remote
hosts: [""]
#@ end
#@data/values-schema
---
#@schema/any-of file(), remote(), by="kind"
source:
#@schema/nullable
port: 1
names: [""]
"odd key": {a: 1}
any:
  #@schema/any-key
  key: ""
#@schema/type any=True
rest: 1
]]

local TEXTS = {
  "source:\n  kind: file\n  path: 'x' # é\nport: ~\nnames:\n- a\n- \"b\\n\"\n\"odd key\": {a: 1}\n",
  "---\nany: {x: a, y: [b, c]}\nrest: &r\n  a: |\n    text\n\n    more\n  <<: *r\n---\n"
    .. "source: {kind: remote, hosts: [*r]}\n",
  "\239\187\191port: 1\r\nnames: [a,\r\n  b]\r\n",
  "a: [\nb: {c: 'd\n  e: - f\n\t- g: \"h\n? i\n: j\n", "", "\n\n",
  "- a\n- b: c\n  d\n", "!!map {a: b}\n...\n%YAML 1.1\n---\nx\n",
  "rest: >-\n  a\n  b\nkey with: colon: x\n- no\n", "[a, {b: c, d}, \"e\": f]\n",
  "a:\n  - b:\n      - c: {d: [e, {f: g\n",
}

describe("every request", function()
  local root
  setup(function()
    root = folder.make()
    folder.write(root, ".yschema.yml", "configurations:\n- {name: a, schema: [s.yml], layers: [x.yml, y.yml]}\n"
      .. "- {name: b, schema: [s.yml], each: [x.yml]}\n")
    folder.write(root, "s.yml", SCHEMA)
    folder.write(root, "x.yml", "")
    folder.write(root, "y.yml", "port: 3\nsource: {kind: remote}\n")
  end)
  teardown(function() folder.remove(root) end)

  for i, text in ipairs(TEXTS) do
    it("is answered at every byte of text " .. i, function()
      local editor = client.new { textDocument = { completion = { completionItem = { snippetSupport = true } } } }
      math.randomseed(i)
      for round = 0, 2 do
        local now = round == 0 and text or stress.damaged(text, math.random)
        editor:open(root .. "/x.yml", now)
        local problem = stress.ask(editor, root .. "/x.yml", now, 1)
        assert.is_nil(problem, problem and ("%s\nin %q"):format(problem, now))
      end
    end)
  end
end)
