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
end)
