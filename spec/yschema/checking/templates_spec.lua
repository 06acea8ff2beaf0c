-- Templates of Helm among the files to validate: they are named as such, or skipped.

local folder = require "spec.support.folder"
local in_process = require "spec.support.in_process"

local dir
local run = in_process.within(function() return dir end)

local FILLED = {
  ["value.yaml"] = { "name: {{ .Values.name }}\n", "1:7" },
  ["block.yaml"] = { "{{- if .Values.on }}\nname: a\n{{- end }}\n", "1:1" },
  ["inside.yaml"] = { "a: 1\nmetadata:\n  é: {{ include \"x\" . | nindent 4 }}\n  {{- with .Values.l }}\n"
    .. "  labels: {a: b}\n  {{- end }}\n", "3:6" },
  ["comment.yaml"] = { "{{/* about it */}}\nname: a\n", "1:1" },
}

local YAML = {
  ["quoted.yaml"] = 'name: "{{ .Values.name }}"\nport: [\n', ["literal.yaml"] = "name: |\n  {{ x }}\nport: [\n",
  ["commented.yaml"] = "# {{ x }}\na: 1\nb: 2\nport: [\n",
}

describe("a template of Helm", function()
  setup(function()
    dir = folder.make ""
    folder.write(dir, "s.yml", "#@data/values-schema\n---\n#@schema/type any=True\nname: a\n")
    for name, row in pairs(FILLED) do folder.write(dir, "chart/templates/" .. name, row[1]) end
    for name, text in pairs(YAML) do folder.write(dir, "broken/" .. name, text) end
    folder.write(dir, "good/a.yaml", 'name: "{{ x }}"\n')
    folder.write(dir, "good/b.yaml", "name: {{ x }}\n")
  end)
  teardown(function() folder.remove(dir) end)

  it("is named with the place of its braces, and with a remedy", function()
    for name, row in pairs(FILLED) do
      local status, printed = run("check", "-f", "s.yml", "chart/templates/" .. name)
      assert.equal(2, status)
      assert.equal(("chart/templates/%s:%s: error[template]: it is a template, which is no YAML before Helm fills it"
        .. " in. Validate the result: helm template chart | yschema check -f s.yml -; with --skip-templates,"
        .. " templates are skipped\n\n1 error in 1 file, 1 not read\n"):format(name, row[2]), printed)
    end
    local _, json = run("check", "-f", "s.yml", "good/", "--report", "json")
    assert.matches('"kind":"template","rule":"template","severity":"error",', json, 1, true)
  end)

  it("is no file with braces in a string or a comment", function()
    for name in pairs(YAML) do
      local status, printed = run("check", "-f", "s.yml", "broken/" .. name)
      assert.equal(2, status)
      assert.matches("error%[yaml%]", printed)
      assert.is_nil(printed:find("error[template]", 1, true))
    end
  end)

  it("is skipped with --skip-templates, and counted", function()
    local status, printed = run("check", "-f", "s.yml", "chart/", "good/", "--skip-templates")
    assert.same({ 0, "no errors in 1 file, 5 files skipped\n" }, { status, printed })
    status, printed = run("check", "-f", "s.yml", "broken/", "good/", "--skip-templates", "--report", "concise")
    assert.equal(2, status)
    assert.is_nil(printed:find("template", 1, true))
    folder.write(dir, "ytt/a.yaml", "#@ x = 1\nname: #@ x\n")
    assert.equal(0, (run("check", "-f", "s.yml", "ytt/", "--skip-templates")))
  end)

  it("is remembered by no --resume", function()
    assert.equal(0, (run("check", "-f", "s.yml", "good/", "--skip-templates", "--resume", "m.state")))
    local status, printed = run("check", "-f", "s.yml", "good/", "--skip-templates", "--resume", "m.state")
    assert.same({ 0, "no errors in 1 file, 1 file skipped, 1 file remembered\n" }, { status, printed })
    assert.equal(2, (run("check", "-f", "s.yml", "good/", "--resume", "m.state")))
  end)
end)
