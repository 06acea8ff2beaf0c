-- ytt's projects as they are: templates beside schemas and values, and types that only ytt has.

local rows = require "spec.support.rows"
local yschema = require "yschema"

local schema = '#@data/values-schema\n---\nname: app\np: 1\nl:\n- ""\n'
local values = "#@data/values\n---\nname: web\n"
local service = '#@ load("@ytt:data", "data")\n---\nkind: Service\nname: #@ data.values.name\n'

local function project(more)
  local files = { ["config/schema.yml"] = schema, ["config/values.yml"] = values }
  for name, text in pairs(more) do files["config/" .. name] = text end
  return files
end

local function left_out(...)
  return "warning: left out, since there are templates in them: config/"
    .. table.concat({ ... }, ", config/") .. "\n"
end

local printed = "name: web\np: 1\nl: []\n"

local function of(title, text, row)
  row[1], row.files, row.flags = title, project { ["t.yml"] = text }, row.flags or { "-f", "config/" }
  return row
end

local hint = "    = hint: config/t.yml has no header, so it is taken for data values: leave it out if it is"
  .. " something else.\n"

describe("a directory of a ytt project", function()
  local templates = {
    ["code lines"] = service,
    ["a computed value"] = "name: #@ 1 + 1\n",
    ["a loop"] = "#@ for x in [1, 2]:\n---\nname: a\n#@ end\n",
    ["functions"] = "#@ def f():\nname: a\n#@ end\n---\nname: #@ f()\n",
    ["alternatives"] = "#@ if True:\nname: a\n#@ else:\nname: b\n#@ end\n",
    ["a matcher of values"] = "#@overlay/match by=data.values.x\n---\nname: a\n",
    ["overlays"] = '#@ load("@ytt:overlay", "overlay")\n#@overlay/match by=overlay.all\n---\nname: a\n',
    ["a library"] = '#@ load("@ytt:library", "library")\n---\nname: a\n',
  }
  for name, text in pairs(templates) do
    rows.each(it, { of("is read without its templates: " .. name, text,
      { gives = printed, says = left_out "t.yml" }) })
  end

  rows.each(it, {
    { "is read without its templates, at every depth, as one line says", files = project {
      ["a/b.yml"] = service, ["c.yaml"] = service, ["x.lib.yml"] = service, ["y.star"] = "x = 1\n",
      ["d.txt"] = "#@ x" }, flags = { "-f", "config/" }, gives = printed, says = left_out("a/b.yml", "c.yaml") },
    { "has files that the schema's code loads", files = { ["config/s.yml"] = '#@ load("t.yml", "port")\n'
      .. "#@data/values-schema\n---\np: #@ port()\n", ["config/t.yml"] = "#@ def port():\n#@   return 7\n#@ end\n" },
      flags = { "-f", "config/" }, gives = "p: 7\n" },
    of("says nothing when it is to be quiet", service, { flags = { "-q", "-f", "config/" }, gives = "", says = "" }),
    of("says so in a report for programs", service, { flags = { "-f", "config/", "--report", "json" }, gives = printed,
      says = '{"version": 1, "status": 0, "violations": [], "warnings": [\n'
        .. '{"path":"","message":"left out, since there are templates in'
        .. ' them: config/t.yml","kind":"templates",'
        .. '"rule":"templates","severity":"warning"}\n]}\n' }),
    of("has its plain documents for data values", "p: 2\n", { gives = "name: web\np: 2\nl: []\n" }),
    of("has texts with #@ in them for data values", "l:\n- |\n  #@ if x:\n  a\n- 'b: #@ c'\n",
      { gives = "name: web\np: 1\nl:\n- |\n  #@ if x:\n  a\n- 'b: #@ c'\n" }),
    of("has plain documents with overlays and marked ones for data values",
      "#@data/values\n---\n#@overlay/merge\nl:\n#@overlay/append\n- x\n", { gives = "name: web\np: 1\nl:\n- x\n" }),
    of("says why a plain document that does not fit is read: a key", "kind: Service\n", { status = 1, gives = "",
      says = "One or more data values were invalid\n====================================\n\n"
        .. "Given data value is not declared in schema: kind\nconfig/t.yml:\n    |\n  1 | kind: Service\n    | ^\n"
        .. "config/schema.yml:\n    |\n  2 | ---\n    |\n\n    = found: kind\n"
        .. "    = expected: one of { l, name, p } (from config/schema.yml:2)\n" .. hint }),
    of("says why a plain document that does not fit is read: a type", "p: x\n", { status = 1, gives = "",
      says = "One or more data values were invalid\n====================================\n\n"
        .. "At p\nconfig/t.yml:\n    |\n  1 | p: x\n    |    ^\nconfig/schema.yml:\n    |\n  4 | p: 1\n    |\n\n"
        .. "    = found: string \"x\"\n    = expected: integer (by config/schema.yml:4)\n" .. hint }),
    of("does not say so of a document that is marked", "#@data/values\n---\np: x\n", { status = 1, gives = "",
      says = "One or more data values were invalid\n====================================\n\n"
        .. "At p\nconfig/t.yml:\n    |\n  3 | p: x\n    |    ^\nconfig/schema.yml:\n    |\n  4 | p: 1\n    |\n\n"
        .. "    = found: string \"x\"\n    = expected: integer (by config/schema.yml:4)\n" }),
    of("is no directory when its files are named", "p: #@ 1 + 1\n", { status = 2, gives = "",
      flags = { "-f", "config/schema.yml", "-f", "config/t.yml" },
      says = "config/t.yml:1:4: code in data values is not run: 1 + 1\n    |\n  1 | p: #@ 1 + 1\n    |    ^\n"
        .. "    = hint: to allow it, give --allow-code-in-values (in Lua, opts.code_in_values).\n" }),
    of("has code for data values when that is allowed", "p: #@ 1 + 1\n",
      { flags = { "-f", "config/", "--allow-code-in-values" }, gives = "name: web\np: 2\nl: []\n" }),
    of("has no templates for data values, whatever is allowed", service,
      { flags = { "-f", "config/", "--allow-code-in-values" }, gives = printed, says = left_out "t.yml" }),
    of("reports what is no YAML", "#@ x = 1\na: [\n", { status = 2, gives = "",
      says = "config/t.yml:3:1: did not find expected node content while parsing a flow node\n    |\n"
        .. "  3 |\n    |\n" }),
  })
end)

describe("the type \"yamlfragment\"", function()
  local warned = "s.yml:%d:%d"
  local function places(report)
    local list = {}
    for i, warning in ipairs(report.warnings) do
      assert.equal("yamlfragment", warning.kind)
      assert.matches('the type of maps is "dict"', warning.message)
      list[i] = ("%s:%d:%d"):format(warning.file, warning.line, warning.column)
    end
    return list
  end

  local header = "#@data/values-schema\n---\n"
  for _, row in ipairs {
    { '#@ def f(v):\n#@   return type(v) == "yamlfragment"\n#@ end\n' .. header .. "a: 1\n", warned:format(2, 24) },
    { header .. "#@schema/validation ('x', lambda v: type(v) != 'yamlfragment')\na: 1\n", warned:format(3, 48) },
    { "#@ kinds = ['struct', 'yamlfragment']\n" .. header .. "a: 1\n", warned:format(1, 23) },
    { "#@ x = 'é', 'yamlfragment'\n" .. header .. "a: 1\n", warned:format(1, 13) },
    { header .. 'a: "yamlfragment"\n' },
    { header .. '#! "yamlfragment"\na: 1\n' },
    { "#@ x = 'no yamlfragment'\n" .. header .. "a: 1\n" },
  } do
    it("is warned of in code: " .. row[1]:gsub("\n", " "), function()
      local schema_object, report = yschema.load(row[1], { name = "s.yml" })
      assert(schema_object, tostring(report))
      assert.same({ row[2] }, places(report))
    end)
  end

  it("is warned of in what the schema's code loads, and nowhere else", function()
    local _, report = yschema.load('#@ load("x.star", "f")\n' .. header .. "a: #@ f(1)\n", { name = "s.yml", files = {
      ["x.star"] = 'def f(v):\n  # "yamlfragment"\n  return type(v) == "yamlfragment"\nend\n',
      ["y.star"] = 'x = "yamlfragment"\n',
    } })
    assert.same({ "x.star:3:21" }, places(report))
  end)
end)

describe("what belongs in a schema, in data values", function()
  -- With and without permission to run code.
  for annotation, says in pairs {
    ['assert/validate ("x", lambda v: v > 3)'] = "belongs in a schema document",
    ["assert/validate min=5"] = "belongs in a schema document",
    ["schema/validation min=x.y"] = "belongs in a schema document",
    ["schema/default f()"] = "belongs in a schema document",
    ["schema/nullable"] = "belongs in a schema document",
    ["data/values f()"] = "may stand on documents only",
  } do
    it("is reported, whatever is allowed: @" .. annotation, function()
      for _, allowed in ipairs { false, true } do
        local schema_object = assert(yschema.load(schema, { code_in_values = allowed }))
        local _, report = schema_object:apply("#@data/values\n---\n#@" .. annotation .. "\np: 2\n")
        assert.equal("input-annotation", report.violations[1].kind)
        assert.equal("@" .. annotation:match "^%S+" .. " " .. says, report.violations[1].message)
        assert.is_nil(report.violations[2])
      end
    end)
  end

  it("is reported for a document's header with arguments", function()
    for _, allowed in ipairs { false, true } do
      local schema_object = assert(yschema.load(schema, { code_in_values = allowed }))
      local _, report = schema_object:apply "#@data/values 1 + 1\n---\np: 2\n"
      assert.equal("@data/values takes no arguments", report.violations[1].message)
    end
  end)
end)
