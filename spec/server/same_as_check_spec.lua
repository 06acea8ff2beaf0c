-- The language server publishes what `yschema check` reports: the same places, and the same messages.

local cases = require "spec.support.cases"
local check = require "spec.server.check"
local command = require "spec.support.command"
local core = require "yschema.core"
local folder = require "spec.support.folder"

local each = tonumber(os.getenv "YSCHEMA_EACH") or 1

local function list_of(names)
  local quoted = {}
  for i, name in ipairs(names) do quoted[i] = core.encode(name, "json"):gsub("\n$", "") end
  return "[" .. table.concat(quoted, ", ") .. "]"
end

-- Makes a project of the files that a case names with -f and the like: its schemas validate its values, merged and each
-- by itself.
local function project_of(case)
  local schemas, values, seen = {}, {}, {}
  for i, argument in ipairs(case.args) do
    local name = argument:match "=(.*)$" or argument
    local text = case.args[i - 1] ~= "--env" and not seen[name] and cases.text(case, name)
    if text then
      seen[name] = true
      local is_schema = name:find "%.star$" or name:find "%.lua$" or core.source(name, text):likely_schema()
      table.insert(is_schema and schemas or values, name)
    end
  end
  if not schemas[1] then return nil end
  if not values[1] then values[1] = "none.yml" end
  return ("configurations:\n- name: merged\n  schema: %s\n  layers: %s\n- name: apart\n  schema: %s\n  each: %s\n")
    :format(list_of(schemas), list_of(values), list_of(schemas), list_of(values))
end

-- The names of --env, if the case has one.
local function env_of(case)
  for i, argument in ipairs(case.args) do
    if argument == "--env" then return case.args[i + 1] end
  end
end

describe("the language server publishes what check reports", function()
  for i, name in ipairs(cases.find()) do
    local case = i % each == 0 and cases.read(name)
    local project = case and project_of(case)
    if project then
      it("of the case " .. name, function()
        cases.with_files(case, function(path)
          folder.write(path, "none.yml", "{}\n")
          folder.write(path, ".yschema.yml", project)
          local env = env_of(case)
          check.compare(assert, path, env and { "--env", env }, env and dofile(path .. "/" .. env))
        end)
      end)
    end
  end
end)

-- ---- what a project can have --------------------------------------------------------

local PORT = '#@data/values-schema\n---\n#@schema/validation min=1\nport: 80\nname: ""\n'

local REFERRING = '#@data/values-schema\n---\n#@schema/identity "name", scope="SCOPE"\nnames:\n- name: ""\n'
  .. 'uses:\n#@schema/refers to="names[].name", scope="SCOPE"\n- ""\nport: 1\n'
  .. '#@schema/refers to="names[].name", scope="SCOPE"\nmain: a\n'

-- Files by their names; the values of all are invalid somewhere.
local projects = {
  ["kinds"] = {
    [".yschema.yml"] = "configurations:\n- name: k\n  kinds:\n  - has: {kind: A}\n    schema: a.yml\n"
      .. "  - has: {kind: B}\n    schema: b.yml\n  each: ['d/*.yml']\n",
    ["a.yml"] = "#@data/values-schema\n---\nkind: A\nx: 0\n",
    ["b.yml"] = "#@data/values-schema\n---\nkind: B\ny: ''\n",
    ["d/1.yml"] = "kind: A\nx: 1\n---\nkind: B\nx: 1\n---\nkind: C\n", ["d/2.yml"] = "kind: A\ny: 1\n",
  },
  ["extends"] = {
    [".yschema.yml"] = "extends: base/.yschema.yml\nconfigurations:\n- name: own\n"
      .. "  schema: base/s.yml\n  each: [v.yml]\n",
    ["base/.yschema.yml"] = "configurations:\n- name: base\n  schema: s.yml\n  layers: [a.yml, b.yml]\n"
      .. "- name: own\n  schema: s.yml\n  each: [none.yml]\n",
    ["base/s.yml"] = PORT, ["base/a.yml"] = "port: x\n", ["base/b.yml"] = "nam: 1\n", ["v.yml"] = "port: 0\n",
    ["base/none.yml"] = "{}\n",
  },
  ["extends with an error"] = {
    [".yschema.yml"] = "extends: base.yml\n", ["base.yml"] = "configurations:\n- name: base\n  schema: no.yml\n",
  },
  ["json schema"] = {
    [".yschema.yml"] = "configurations:\n- name: j\n  json_schema: s.json\n  each: ['v.yml', 'v.json']\n",
    ["s.json"] = '{"type": "object",\n "properties": {"port": {"type": "integer", "minimum": 1}},\n'
      .. ' "required": ["name"]}\n',
    ["v.yml"] = "port: 0\n", ["v.json"] = '{"port":\n "x", "name": 1}\n',
  },
  ["a json schema with an error"] = {
    [".yschema.yml"] = "configurations:\n- name: j\n  json_schema: s.json\n  each: [v.yml]\n",
    ["s.json"] = '{"type":\n', ["v.yml"] = "port: 0\n",
  },
  ["a json schema that is none"] = {
    [".yschema.yml"] = "configurations:\n- name: j\n  json_schema: s.json\n  each: [v.yml]\n",
    ["s.json"] = "[]\n", ["v.yml"] = "port: 0\n",
  },
  ["files that name their schemas"] = {
    [".yschema.yml"] = "configurations:\n- name: m\n  each: ['m/*.yml']\n", ["s.yml"] = PORT,
    ["m/a.yml"] = "# yschema: schema=../s.yml\nport: 0\n", ["m/b.yml"] = "# yschema: scheme=../s.yml\nport: 0\n",
    ["m/c.yml"] = "# yschema: schema=../no.yml\nport: 0\n", ["m/d.yml"] = "port: 0\n",
    ["m/e.yml"] = "# yaml-language-server: $schema=https://example.com/x.json\n{}\n",
  },
  ["a file in several configurations"] = {
    [".yschema.yml"] = "configurations:\n- name: a\n  schema: s.yml\n  layers: [base.yml, a.yml]\n"
      .. "- name: b\n  schema: s.yml\n  layers: [base.yml, b.yml]\n- name: c\n  schema: s.yml\n  each: ['*a*.yml']\n"
      .. "- name: d\n  schema: s.yml\n  each: [base.yml]\n",
    ["s.yml"] = PORT, ["base.yml"] = "port: x\nnaem: 1\n", ["a.yml"] = "name: 1\n", ["b.yml"] = "port: 1\n",
  },
  ["a schema with errors"] = {
    [".yschema.yml"] = "configurations:\n- name: a\n  schema: s.yml\n  each: [v.yml]\n- name: b\n  schema: t.yml\n"
      .. "  each: [w.yml]\n",
    ["s.yml"] = PORT .. "#@schema/type any=1\nx: 1\n", ["t.yml"] = PORT,
    ["v.yml"] = "port: 0\n", ["w.yml"] = "port: 0\n",
  },
  ["a schema of two files, with code that is loaded"] = {
    [".yschema.yml"] = "configurations:\n- name: a\n  schema: [s.yml, t.yml, f.star]\n  layers: [v.yml]\n",
    ["s.yml"] = "#@ load('f.star', 'least')\n" .. PORT .. "#@schema/validation min=least()\nother: 1\n",
    ["t.yml"] = "#@data/values-schema\n---\n#@overlay/match missing_ok=True\nmore: 1\n",
    ["f.star"] = "def least():\n  return 1\nend\n", ["v.yml"] = "other: 0\nmore: x\n",
  },
  ["code that fails"] = {
    [".yschema.yml"] = "configurations:\n- name: a\n  schema: s.yml\n  each: [v.yml]\n",
    ["s.yml"] = "#@data/values-schema\n---\n#@ x = 1 + no\n#@schema/default x\na: 1\n", ["v.yml"] = "a: 1\n",
  },
  ["code that never ends"] = {
    [".yschema.yml"] = "configurations:\n- name: a\n  schema: s.yml\n  each: [v.yml]\n",
    ["s.yml"] = "#@data/values-schema\n---\n"
      .. "#@schema/validation ('x', lambda v: len([1 for i in range(100000000)]))\na: 1\n",
    ["v.yml"] = "a: 1\n",
  },
  ["a project file with errors"] = {
    [".yschema.yml"] = "configurations:\n- name: a\n  schema: v.yml\n  each: [v.yml, none.yml]\n- nam: a\n",
    ["v.yml"] = "a: 1\n",
  },
  ["a project file that is no YAML"] = { [".yschema.yml"] = "configurations: [\n" },
  ["a project file without configurations"] = { [".yschema.yml"] = "{}\n" },
  ["files that cannot be read"] = {
    [".yschema.yml"] = "configurations:\n- name: a\n  schema: s.yml\n  layers: [a.yml, b.yml]\n- name: b\n"
      .. "  schema: s.yml\n  each: ['*.yml']\n",
    ["s.yml"] = PORT, ["a.yml"] = "port: [\nx: {\n", ["b.yml"] = "a: 1\nb: *none\n", ["c.yml"] = "a: 1\na: 2\n",
    ["d.yml"] = "\tx\n", ["e.yml"] = PORT, ["f.yml"] = "#@ if 1:\na: 1\n#@ end\n", ["g.yml"] = "",
  },
  ["warnings and old names"] = {
    [".yschema.yml"] = "configurations:\n- name: a\n  schema: s.yml\n  layers: [a.yml, b.yml]\n",
    ["s.yml"] = "#@data/values-schema\n---\n#@schema/renamed 'old'\nnew: 1\n#@schema/deprecated 'no'\nd: 1\n",
    ["a.yml"] = "old: 2\nd: 2\n#@overlay/match\n", ["b.yml"] = "é: 1\n'ü': x\nnew: é\n",
  },
  ["references to other files"] = {
    [".yschema.yml"] = "configurations:\n- name: r\n  schema: r.yml\n  each: ['r/*.yml']\n- name: f\n"
      .. "  schema: f.yml\n  each: ['f/*.yml']\n- name: named\n  each: ['named/*.yml']\n",
    ["r.yml"] = REFERRING:gsub("SCOPE", "configuration"), ["f.yml"] = REFERRING:gsub("SCOPE", "file"),
    ["r/a.yml"] = "names: [{name: a}, {name: b}]\n---\nuses: [b, c, d]\n", ["r/b.yml"] = "names: [{name: c}]\n",
    ["r/c.yml"] = "names: [{name: a}, {name: ''}]\nuses: [B]\nport: x\n", ["r/d.yml"] = "uses: [a]\n",
    ["r/e.yml"] = "", ["f/e.yml"] = "",
    ["f/a.yml"] = "names: [{name: a}]\n---\nuses: [a, b]\nnames: [{name: a}]\n", ["f/b.yml"] = "uses: [a]\n",
    ["named/a.yml"] = "# yschema: schema=../r.yml\nuses: [a]\n---\nnames: [{name: b}]\n",
    ["named/b.yml"] = "# yschema: schema=../r.yml\nnames: [{name: b}]\n",
  },
  ["references to names that cannot be read"] = {
    [".yschema.yml"] = "configurations:\n- name: r\n  schema: r.yml\n  each: ['r/*.yml']\n",
    ["r.yml"] = REFERRING:gsub("SCOPE", "configuration"),
    ["r/a.yml"] = "names: [\n", ["r/b.yml"] = "uses: [a]\nnames: [{name: b}]\n", ["r/c.yml"] = "names: [{name: b}]\n",
  },
  ["references to documents of a kind"] = {
    [".yschema.yml"] = "configurations:\n- name: k\n  kinds:\n  - has: {kind: A}\n    schema: a.yml\n"
      .. "  - has: {kind: B}\n    schema: b.yml\n  each: ['d/*.yml']\n",
    ["a.yml"] = "#@data/values-schema\n---\nkind: A\nname: ''\n",
    ["b.yml"] = "#@data/values-schema\n---\nkind: B\n"
      .. '#@schema/refers to="name", scope="configuration", kind="A"\nuses: ""\n',
    ["d/1.yml"] = "kind: A\nname: x\n---\nkind: B\nuses: x\n", ["d/2.yml"] = "kind: B\nuses: z\n",
  },
  ["references to a kind that is none"] = {
    [".yschema.yml"] = "configurations:\n- name: k\n  kinds:\n  - has: {kind: Service}\n    schema: a.yml\n"
      .. "  each: ['d/*.yml']\n",
    ["a.yml"] = "#@data/values-schema\n---\nkind: ''\n"
      .. '#@schema/refers to="kind", scope="configuration", kind="Servise"\nuses: ""\n',
    ["d/1.yml"] = "kind: Service\n",
  },
  ["lines that end in other ways"] = {
    [".yschema.yml"] = "configurations:\n- name: a\n  schema: s.yml\n  each: ['?.yml']\n",
    ["s.yml"] = PORT, ["a.yml"] = "name: ''\r\nport: x\r\n", ["b.yml"] = "\239\187\191port: x\n",
    ["c.yml"] = "# \u{2028}\nport: x\n", ["d.yml"] = "name: \"\u{1F600}\"\n? port\n: x",
  },
}

describe("the language server publishes what check reports of a project with", function()
  for name, files in pairs(projects) do
    it(name, function()
      local path = folder.make()
      for file, text in pairs(files) do folder.write(path, file, text) end
      assert.are_not.equal("", check.compare(assert, path))
      folder.remove(path)
    end)
  end
end)

describe("the language server publishes what check reports of the example", function()
  for _, path in ipairs(command.output "ls examples/*/schema.yml") do
    local name = path:match "examples/(.*)/schema.yml"
    it(name, function()
      local copy = folder.make()
      os.execute(("cp -r examples/%s/. %s"):format(name, copy))
      local schema = command.output("cd " .. copy .. " && ls schema.yml *.lib.yml *.star 2>/dev/null")
      schema = table.concat(schema, ", ")
      local env = command.read(copy .. "/env.lua") and copy .. "/env.lua"
      folder.write(copy, ".yschema.yml", ("configurations:\n- {name: a, schema: [%s], each: ['v*.yml']}\n"
        .. "- {name: b, schema: [%s], each: ['**/*.yml']}\n"):format(schema, schema))
      check.compare(assert, copy, env and { "--env", env }, env and dofile(env))
      folder.remove(copy)
    end)
  end
end)
