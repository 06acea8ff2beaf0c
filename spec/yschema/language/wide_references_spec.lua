-- References to other documents of a file and of a configuration, as `check_files` and the command validate them.

local command = require "spec.support.command"
local lfs = require "lfs"
local yschema = require "yschema"

local service = [[
#@data/values-schema
---
kind: ""
#@schema/identity "name", scope="configuration"
metadata:
  name: ""
#@schema/nullable
#@schema/refers to="metadata.name", scope="configuration", kind="ConfigMap"
config: ""
#@schema/nullable
#@schema/refers to="metadata.name", scope="file"
beside: ""
]]
local config_map = '#@data/values-schema\n---\nkind: ""\nmetadata:\n  name: ""\n'
local project = [[
configurations:
- name: all
  kinds:
  - has: {kind: Service}
    schema: svc.yml
  - {has: {kind: ConfigMap}, schema: cm.yml}
  each: ["d/*.yml"]
]]

local function service_text(name, more) return ("kind: Service\nmetadata: {name: %s}\n%s"):format(name, more or "") end
local function map_text(name) return ("kind: ConfigMap\nmetadata: {name: %s}\n"):format(name) end

local folder

local function write(files)
  for name, text in pairs(files) do
    local file = assert(io.open(folder .. "/" .. name, "w"))
    file:write(text)
    file:close()
  end
end

local function check(request)
  request.project = folder .. "/.yschema.yml"
  local ok, report, counts = yschema.check_files(request)
  local found = {}
  for i, one in ipairs(report.violations) do
    found[i] = ("%s %s %s:%d %s"):format(one.kind, one.path or "",
      one.file:match "[^/]+$", one.line, one.hint or one.found)
  end
  return ok, found, counts, report
end

describe("references to other documents", function()
  before_each(function()
    folder = os.tmpname()
    os.remove(folder)
    lfs.mkdir(folder)
    lfs.mkdir(folder .. "/d")
    write { ["svc.yml"] = service, ["cm.yml"] = config_map, [".yschema.yml"] = project }
  end)
  after_each(function() os.execute("rm -r " .. command.quote(folder)) end)

  it("are resolved when all files are validated, whatever their order", function()
    write { ["d/a.yml"] = service_text("web", "config: settings\n"), ["d/b.yml"] = map_text "settings" }
    local ok, found, counts = check {}
    assert.same({ true, {}, 2, 2 }, { ok, found, counts.documents, counts.valid })
  end)

  it("that lead nowhere are violations of their documents, for any number of processes", function()
    write {
      ["d/a.yml"] = service_text("web", "config: setings\n") .. "---\n" .. service_text("api", "beside: webb\n"),
      ["d/b.yml"] = map_text "settings", ["d/c.yml"] = service_text "web",
    }
    local wanted = {
      'reference beside a.yml:7 did you mean "web"?', 'reference config a.yml:3 did you mean "settings"?',
      "identity metadata c.yml:2 \"web\" (the same as metadata (" .. folder .. "/d/a.yml:2))",
    }
    for jobs = 1, 3 do
      local ok, found, counts, report = check { jobs = jobs }
      assert.same({ nil, wanted, 4, 3, 1 }, { ok, found, counts.documents, counts.invalid, counts.valid })
      assert.truthy(tostring(report):find("the only name at metadata.name of ConfigMap", 1, true))
    end
  end)

  it("leave the items of one array to their document, and compare those of several arrays", function()
    write {
      ["svc.yml"] = "#@data/values-schema\n---\nkind: ''\n"
        .. "groups:\n- ports:\n  #@schema/identity 'port', scope='file'\n  - port: 0\n"
        .. "#@schema/key allowed='any', expects='0+'\n#@schema/identity 'id', scope='file'\nother:\n  id: 0\n",
      ["d/a.yml"] = "kind: Service\ngroups:\n- ports: [{port: 1}, {port: 1}]\n- ports:\n  - {port: 1}\n"
        .. "'a[1]': {id: 7}\n'a[2]': {id: 7}\n",
    }
    local _, found = check {}
    local file = folder .. "/d/a.yml"
    assert.same({
      "identity groups[0].ports[1].port a.yml:3 the same as groups[0].ports[0] (" .. file .. ":3)",
      "identity groups[1].ports[0] a.yml:5 1 (the same as groups[0].ports[0] (" .. file .. ":3))",
      'identity ["a[2]"] a.yml:7 7 (the same as ["a[1]"] (' .. file .. ":6))",
    }, found)
  end)

  it("find an item like one of another document of the file, if both documents are valid by themselves", function()
    write {
      [".yschema.yml"] = 'configurations:\n- {name: all, schema: svc.yml, each: ["d/*.yml"]}\n',
      ["svc.yml"] = "#@data/values-schema\n---\n#@schema/identity 'key', scope='file'\nkeys:\n- key: 0\n",
      ["d/a.yml"] = "keys: [{key: 1}, {key: 2}]\n---\nkeys: [{key: 3}, {key: 1}]\n",
    }
    local _, found = check {}
    assert.same({ "identity keys[1] a.yml:3 1 (the same as keys[0] (" .. folder .. "/d/a.yml:1))" }, found)
  end)

  it("that are defaults are reported where they are not given, also in files without a document", function()
    local schema = '#@data/values-schema\n---\n#@schema/identity "name", scope="SCOPE"\nnames:\n- name: ""\n'
      .. 'parts:\n- size: 0\n  #@schema/refers to="names[].name", scope="SCOPE"\n  uses: none\n'
      .. '#@schema/refers to="names[].name", scope="SCOPE"\nuses: none\n'
    write {
      [".yschema.yml"] = "configurations:\n- {name: all, schema: s.yml, each: ['d/*.yml']}\n",
      ["d/a.yml"] = "names: [{name: a}]\nuses: a\nparts:\n- size: 1\n  uses: a\n- size: 2\n", ["d/b.yml"] = "",
      ["d/c.yml"] = "uses: a\n---\nnames: [{name: c}]\n",
    }
    for scope, wanted in pairs {
      configuration = { "parts[1].uses a.yml:6", "uses b.yml:1", "uses c.yml:2" },
      file = { "parts[1].uses a.yml:6", "uses b.yml:1", "uses c.yml:1", "uses c.yml:2" },
    } do
      write { ["s.yml"] = schema:gsub("SCOPE", scope) }
      for jobs = 1, 2 do
        local _, _, counts, report = check { jobs = jobs }
        local found = {}
        for i, one in ipairs(report.violations) do
          found[i] = ("%s %s:%d"):format(one.path, one.file:match "[^/]+$", one.line)
        end
        table.sort(found)
        assert.same(wanted, found)
        assert.equal(4, counts.documents)
      end
      local _, _, _, report = check {}
      local text = tostring(report):gsub(folder .. "/", "")
      assert.matches("not given in: d/a.yml:6\n    from: s.yml:9", text, 1, true)
      assert.matches("not given in: d/b.yml:1\n    from: s.yml:11", text, 1, true)
      assert.matches("not given in: d/c.yml:2\n    from: s.yml:11", text, 1, true)
    end
  end)

  it("are not reported where a document cannot be read, or is of no kind", function()
    write { ["d/a.yml"] = service_text("web", "config: settings\n"), ["d/b.yml"] = "kind: CnfigMap\n" }
    local _, found = check {}
    assert.equal(1, #found)
    write { ["d/b.yml"] = "kind: [\n" }
    _, found = check {}
    assert.equal(1, #found)
  end)

  it("are reported beside documents of no kind that are skipped", function()
    write { [".yschema.yml"] = project .. "  otherwise: skip\n",
      ["d/a.yml"] = service_text("web", "config: settings\n"), ["d/b.yml"] = "kind: Other\n" }
    local _, found = check {}
    assert.same({ 'reference config a.yml:3 "settings" (no such name)' }, found)
  end)

  it("are equal as in one document: numbers by their exact value, and nan to nothing", function()
    local schema = '#@data/values-schema\n---\n#@schema/identity "id", scope="SCOPE"\nitems:\n-\n'
      .. '  #@schema/type "int", "float"\n  id: 0\nrefs:\n'
      .. '#@schema/refers to="items[].id", scope="SCOPE"\n#@schema/type "int", "float"\n- 0\n'
    local names = { ".nan", "18446744073709551615", "9223372036854775808", "9007199254740993", "-0.0", "1.0" }
    local others = { ".nan", "18446744073709551616.0", "9223372036854775808.0", "9007199254740992.0", "0", "1" }
    local refs = "refs: [.nan, 9223372036854775808.0, 9007199254740993, 9007199254740994, 0.0, 1]\n"
    local function items(list) return "{id: " .. table.concat(list, "}, {id: ") .. "}" end
    write { [".yschema.yml"] = 'configurations:\n- {name: all, schema: s.yml, each: ["d/*.yml"]}\n',
      ["s.yml"] = schema:gsub("SCOPE", "configuration"),
      ["d/a.yml"] = "items: [" .. items(names) .. "]\n", ["d/b.yml"] = "items: [" .. items(others) .. "]\n" .. refs }
    local _, found = check {}
    local across = {}
    for i, one in ipairs(found) do across[i] = one:match "^%S+ %S+" end
    assert.same({ "identity items[2]", "identity items[4]", "identity items[5]", "reference refs[0]",
      "reference refs[3]" }, across)
    local _, report = assert(yschema.load((schema:gsub("SCOPE", "document"))))
      :apply("items: [" .. items(names) .. ", " .. items(others) .. "]\n" .. refs)
    local within = {}
    for i, one in ipairs(report.violations) do within[i] = one.kind .. " " .. one.path end
    assert.same({ "identity items[8].id", "identity items[10].id", "identity items[11].id", "reference refs[0]",
      "reference refs[3]" }, within)
  end)

  it("are left alone when only some of the files are validated", function()
    write { ["d/a.yml"] = service_text("web", "config: settings\n"), ["d/b.yml"] = map_text "settings" }
    assert.is_true((check { files = { folder .. "/d/a.yml" } }))
  end)

  it("can be known to a baseline", function()
    write { ["d/a.yml"] = service_text("web", "config: x\nbeside: y\n"), ["d/b.yml"] = map_text "settings" }
    local base = folder .. "/base.yml"
    check { baseline = base, write_baseline = true }
    local ok, found, counts = check { baseline = base }
    assert.same({ true, {}, 2, 0 }, { ok, found, counts.known, counts.stale })
  end)

  it("name kinds of the configuration, and paths of their schemas", function()
    write { ["svc.yml"] = service:gsub('kind="ConfigMap"', 'kind="ConfgMap"'), ["d/b.yml"] = map_text "a" }
    local _, found = check {}
    assert.same({ 'target  svc.yml:8 did you mean "ConfigMap"?' }, found)
    write { ["svc.yml"] = service:gsub('name", scope="configuration", kind', 'nme", scope="configuration", kind') }
    _, found = check {}
    assert.same({ 'target  svc.yml:8 did you mean "name"?' }, found)
    write { ["svc.yml"] = service:gsub('kind="ConfigMap"', 'kind="maps"'),
      [".yschema.yml"] = project:gsub("{has", "{name: maps, has"), ["d/a.yml"] = service_text("web", "config: a\n"),
      ["d/b.yml"] = map_text "a" }
    assert.is_true((check {}))
  end)

  local function resumed()
    local cli = require "yschema.command.cli"
    local texts = {}
    local stream = {
      write = function(self, ...)
        for _, text in ipairs { ... } do texts[#texts + 1] = text end
        return self
      end, flush = function() return true end,
    }
    local status = cli.main({ "check", "--project", folder .. "/.yschema.yml", "--resume", folder .. "/memory" },
      { out = stream, err = stream })
    return status, table.concat(texts)
  end

  it("are remembered by --resume", function()
    write { ["d/a.yml"] = service_text("web", "config: a\n"), ["d/b.yml"] = map_text "a" }
    assert.equal(0, (resumed()))
    local status, text = resumed()
    assert.equal(0, status)
    assert.truthy(text:find("2 files remembered", 1, true), text)
    write { ["d/b.yml"] = map_text "b" }
    status, text = resumed()
    assert.equal(1, status)
    assert.truthy(text:find("1 file remembered", 1, true), text)
    assert.truthy(text:find('did you mean "b"', 1, true) or text:find("no such name", 1, true), text)
  end)

  -- The schema of the names says that they are sensitive; the one that refers to them does not.
  it("neither show nor store sensitive names", function()
    write { ["cm.yml"] = config_map:gsub("  name", "  #@schema/sensitive\n  name"),
      ["d/a.yml"] = service_text("web", "config: hunter23\n"), ["d/b.yml"] = map_text "hunter22" }
    local status, text = resumed()
    assert.equal(1, status)
    assert.truthy(text:find("the only name at metadata.name of ConfigMap", 1, true), text)
    write { ["d/a.yml"] = service_text("web", "config: hunter22\n") }
    local last, valid = resumed()
    assert.equal(0, last)
    for _, shown in ipairs { text, valid, assert(command.read(folder .. "/memory")) } do
      assert.is_nil(shown:find("hunter22", 1, true), shown)
    end
  end)
end)
