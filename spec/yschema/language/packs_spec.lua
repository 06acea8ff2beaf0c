-- Packs: schemas that ship with yschema and are named `pack:NAME` wherever a schema may be named.

local cli = require "yschema.command.cli"
local command = require "spec.support.command"
local folder = require "spec.support.folder"
local lfs = require "lfs"
local packs = require "yschema.packs.packs"
local yschema = require "yschema"

-- Runs the command in this process. Returns the status and what it printed.
local function run(...)
  local function stream()
    local text = {}
    return { write = function(self, ...)
      for _, part in ipairs { ... } do text[#text + 1] = part end
      return self
    end, flush = function() return true end, text = function() return table.concat(text) end }
  end
  local out, err = stream(), stream()
  return cli.main({ ... }, { out = out, err = err }), out.text(), err.text()
end

-- In place of the pack, whose file is large, these tests read this one: it is found first.
local SMALL = [[
#@ def route():
#@schema/keys-may-be-present
---
uri: ""
upstream_id: 1
#@ end

#@data/values-schema
#@schema/keys-may-be-present
---
routes:
#@schema/like route
-
]]

describe("packs", function()
  local dir
  local path = package.path

  local function at(name) return dir .. "/" .. name end

  before_each(function()
    dir = folder.make ""
    package.path = dir .. "/?.lua;" .. path -- luacheck: ignore
    folder.write(dir, "yschema/packs/apisix.yml", SMALL)
    folder.write(dir, "good.yaml", "routes:\n- uri: /a\n  upstream_id: 1\n#END\n")
    folder.write(dir, "bad.yaml", "rooutes: []\n#END\n")
  end)
  after_each(function()
    package.path = path -- luacheck: ignore
    folder.remove(dir)
  end)

  it("are listed, each with a file that is a schema", function()
    package.path = path -- luacheck: ignore
    local list = yschema.packs()
    assert.is_true(#list > 0)
    for i, pack in ipairs(list) do
      assert.equal("pack:" .. pack.name, pack.schema)
      assert.is_true(i == 1 or list[i - 1].name < pack.name, pack.name .. " is not in order")
      for _, key in ipairs { "tool", "version", "files", "covers", "leaves_out" } do assert.is_string(pack[key]) end
      assert.equal("file", lfs.attributes(pack.path, "mode"))
      assert(yschema.load_file(pack.schema))
    end
  end)

  it("are all the files of their folder", function()
    package.path = path -- luacheck: ignore
    local listed, found = {}, {}
    for i, pack in ipairs(yschema.packs()) do listed[i] = pack.name .. ".yml" end
    for name in lfs.dir((packs.file "pack:apisix":match "^(.*)/")) do
      if name:find "%.yml$" then found[#found + 1] = name end
    end
    table.sort(found)
    table.sort(listed)
    assert.same(found, listed)
  end)

  it("are printed as text and as JSON", function()
    local status, out = run "packs"
    assert.equal(0, status)
    assert.matches("^pack:", out)
    status, out = run("packs", "--report", "json")
    assert.equal(0, status)
    assert.same(yschema.packs()[1].name, assert(yschema.parse(out)):value()[1].name)
    for _, pack in ipairs(yschema.packs()) do
      status, out = run("packs", pack.schema)
      assert.same({ 0, packs.text(pack.schema, command.read(pack.path)) }, { status, out })
    end
    for problem, words in pairs {
      ["'apisix' is no pack; write: yschema packs, or yschema packs show NAME"] = { "apisix" },
      ["pack:apsix: there is no such pack (did you mean `pack:apisix`?)"] = { "pack:apsix" },
      ["unexpected argument 'pack:kong'; one pack is printed at a time"] = { "pack:apisix", "pack:kong" },
      ["--report json is for the list, without a name"] = { "pack:apisix", "--report", "json" },
    } do
      local _, _, err = run("packs", (table.unpack or unpack)(words)) -- luacheck: ignore
      assert.matches(problem, err, 1, true)
    end
  end)

  it("are schemas of check, after -f and in the project file", function()
    assert.equal(0, (run("check", "-q", "-f", "pack:apisix", at "good.yaml")))
    local status, said = run("check", "-q", "-f", "pack:apisix", at "bad.yaml")
    assert.equal(1, status)
    assert.matches("did you mean \"routes\"?", said, 1, true)
    assert.matches("pack:apisix:", said, 1, true)
    folder.write(dir, ".yschema.yml", "configurations:\n- {name: a, schema: pack:apisix, layers: [good.yaml]}\n"
      .. "- {name: b, schema: [pack:apisix], each: ['bad.yaml']}\n")
    assert.equal(0, (run("check", "-q", "--project", at ".yschema.yml", "a")))
    assert.equal(1, (run("check", "-q", "--project", at ".yschema.yml", "b")))
  end)

  it("are schemas of files that name theirs, and their code runs", function()
    folder.write(dir, "named.yaml", "# yschema: schema=pack:apisix\nrooutes: []\n")
    lfs.mkdir(at "below")
    folder.write(dir, "below/named.yaml", "# yschema: schema=pack:apisix\nroutes: []\n")
    assert.equal(1, (run("check", "-q", at "named.yaml")))
    assert.equal(0, (run("check", "-q", at "below/named.yaml")))
  end)

  it("are schemas of tests", function()
    folder.write(dir, "a.schema-test.yml", "schema: pack:apisix\ntests:\n- name: t\n  values: {rooutes: []}\n"
      .. "  violations: [{path: rooutes}]\n")
    local status, _, err = run("test", at "a.schema-test.yml")
    assert.equal(0, status, err)
  end)

  it("are schemas of the other commands", function()
    assert.equal(0, (run("-q", "-f", "pack:apisix", "-f", at "good.yaml")))
    assert.equal(0, (run("inspect", "-q", "-f", "pack:apisix")))
    assert.equal(0, (run("diff", "-q", "--samples", "0", "pack:apisix", "pack:apisix")))
  end)

  it("are schemas of the language server, which leads to them", function()
    local client, cursor = require "spec.server.client", require "spec.server.cursor"
    -- Later files may get the identity of one that was open.
    finally(function() require("yschema.base.file_access").set_open_texts(nil) end)
    folder.write(dir, ".yschema.yml", "configurations:\n- {name: a, schema: pack:apisix, layers: [good.yaml]}\n")
    local editor = client.new()
    assert.equal("unknown-key", editor:open(at "good.yaml", "rooutes: []\n")[1].code)
    local found = cursor.ask(client.new(), at "good.yaml", "rou|tes: []\n", "textDocument/definition")
    assert.equal("file://" .. at "yschema/packs/apisix.yml", (found[1] or found).uri)
    local items = cursor.ask(client.new(), at "good.yaml", "routes:\n- upst|\n", "textDocument/completion")
    assert.same({ "uri", "upstream_id" }, { items.items[1].label, items.items[2].label })
  end)

  it("that do not exist are an error with the nearest name", function()
    local hint = "there is no such pack (did you mean `pack:apisix`?); the packs are pack:"
    local status, said = run("check", "-f", "pack:apsix", at "good.yaml")
    assert.equal(2, status)
    assert.matches(hint, said, 1, true)
    local schema, report = yschema.load_file "pack:apsix"
    assert.is_nil(schema)
    assert.matches(hint, tostring(report), 1, true)
    folder.write(dir, ".yschema.yml", "configurations:\n- {name: a, schema: pack:apsix, layers: [good.yaml]}\n")
    status, said = run("check", "--project", at ".yschema.yml")
    assert.equal(2, status)
    assert.matches(hint, said, 1, true)
  end)

  it("are parts of a program that contains the modules", function()
    package.preload["yschema.embedded"] = function()
      return function(name) return name == "yschema/packs/apisix.yml" and SMALL or nil end
    end
    package.path = dir .. "/nowhere/?.lua" -- luacheck: ignore
    local schema = yschema.load_file "pack:apisix"
    package.preload["yschema.embedded"], package.loaded["yschema.embedded"] = nil, nil
    assert(schema)
  end)

  it("without a file are an error that says what to do", function()
    package.path = dir .. "/nowhere/?.lua" -- luacheck: ignore
    local schema, report = yschema.load_file "pack:apisix"
    assert.is_nil(schema)
    assert.matches("install yschema again", tostring(report))
  end)
end)
