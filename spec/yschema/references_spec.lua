-- References and identities in Lua: each way to validate looks at them, and the core gives what other documents decide
-- about. The cases in spec/cases/references show reports.

local core = require "yschema.core"
local runs = require "yschema.pipeline.runs"
local yschema = require "yschema"

local HEADER = "#@data/values-schema\n---\n"
local text = HEADER .. [[
#@schema/identity "name"
names:
- name: ""
#@schema/nullable
#@schema/refers to="names[].name"
use: ""
]]

local function kinds(report)
  local list = {}
  for i, violation in ipairs(report.violations) do list[i] = violation.kind .. " " .. violation.path end
  return table.concat(list, ", ")
end

describe("a name that is missing", function()
  local schema = assert(yschema.load(text))
  local valid = { names = { { name = "a" } }, use = "a" }
  local invalid = { names = { { name = "a" }, { name = "a" } }, use = "b" }
  local wanted = "identity names[1].name, reference use"

  it("is found by check(), however often it is called", function()
    for _ = 1, 200 do
      assert.is_true(schema:check(valid))
      local accepted, report = schema:check(invalid)
      assert.is_nil(accepted)
      assert.equal(wanted, kinds(report))
    end
  end)

  it("is found in tables, YAML and JSON", function()
    assert.equal(wanted, kinds(select(2, schema:apply(invalid))))
    assert.equal(wanted, kinds(select(2, schema:apply(yschema.encode(invalid, "yaml")))))
    for _, method in ipairs { "apply_json", "check_json" } do
      assert.equal(wanted, kinds(select(2, schema[method](schema, (yschema.encode(invalid, "json"))))))
      assert.truthy(schema[method](schema, (yschema.encode(valid, "json"))))
    end
  end)

  it("is found in lines of JSON and in files", function()
    local good = yschema.encode(valid, "json"):match "^(.-)%s*$" .. "\n"
    local bad = yschema.encode(invalid, "json"):match "^(.-)%s*$" .. "\n"
    assert.same({ 1, #good + 1 }, { core.validate_lines(schema.core, good .. bad, 1, false) })
    local path = os.tmpname()
    for _, content in ipairs { good, bad } do
      local file = assert(io.open(path, "w"))
      file:write(content)
      file:close()
      local line = core.validate_file(schema.core, path, path, 1e6, false)
      assert.equal(content == good and 1 or nil, line)
    end
    os.remove(path)
  end)

  it("is found in a run that makes only the defaults on which a verdict depends", function()
    local by_default = assert(yschema.load(HEADER .. '#@schema/default [{"name": "x"}]\nnames:\n- name: ""\n'
      .. '#@schema/refers to="names[].name"\nuse: x\n'))
    for name, status in pairs { x = 0, z = 1 } do
      local run = runs.start_sparse(by_default)
      runs.take_source(by_default, run, core.source("v.yml", "use: " .. name .. "\n"))
      runs.finish(by_default, run)
      assert.equal(status, run:exit_status())
      run:close()
    end
  end)

  it("is not looked for where rules are not run", function()
    local without = assert(yschema.load(text, { skip_validation = true }))
    assert.truthy(without:apply(invalid))
  end)
end)

describe("names of other documents", function()
  local schema = assert(yschema.load(HEADER .. [[
#@schema/identity ["name", "zone"], scope="configuration"
names:
- name: ""
  #@schema/nullable
  zone: 1
#@schema/nullable
#@schema/refers to="names[].name", scope="file"
near: ""
#@schema/nullable
#@schema/refers to="metadata.name", scope="configuration", kind="Service"
far: ""
#@schema/nullable
#@schema/sensitive
#@schema/refers to=".near", scope="file"
masked: ""
]], { name = "s.yml" }))

  it("are listed by the schema", function()
    local list, lines = schema.core:references(), {}
    for i, one in ipairs(list) do
      lines[i] = ("%d %s %s %s"):format(one.line, one.scope, table.concat(one.to or one.keys, ","), one.kind or "-")
    end
    assert.same({ "3 configuration name,zone -", "9 file names[].name -", "12 configuration metadata.name Service",
      "16 file .near -" }, lines)
    assert.is_true(list.outward)
    assert.is_nil(assert(yschema.load(text)).core:references().outward)
    assert.is_nil(assert(yschema.load(HEADER .. "a: 1\n")).core:references())
  end)

  it("are no violations of a document, but mentions of its run", function()
    assert.is_true(schema:check { near = "x", far = "y" })
    local run = runs.start(schema)
    runs.take_source(schema, run, core.source("v.yml",
      "names: [{name: a}, {name: b, zone: 2}]\nnear: b\nfar: a\nmasked: c\n"))
    runs.finish(schema, run)
    local found = {}
    for i, one in ipairs(run:mentions()) do
      found[i] = ("%d %s %s:%d %s%s"):format(one.reference, one.path, one.file, one.line, one.shown,
        one.sensitive and " sensitive" or "")
    end
    assert.same({ '1 names[0] v.yml:1 name "a", zone not given', '1 names[1] v.yml:1 name "b", zone 2',
      '3 far v.yml:3 "a"', "4 masked v.yml:4 (sensitive) sensitive" }, found)
    assert.equal('"a', run:mentions()[3].name)
    local names, lines, uncertain = run:names "names[].name"
    table.sort(names)
    assert.same({ { '"a', '"b' }, { 1, 1 }, false }, { names, lines, uncertain })
    assert.same({ nil, "it does not begin at the root" }, { run:names ".names" })
    run:close()
  end)

  it("have paths that can be checked for another schema", function()
    assert.is_true(schema.core:target "names[].zone")
    assert.same({ nil, 'names[] has no key "nme"', 'did you mean "name"?', "s.yml", 5 },
      { schema.core:target "names[].nme" })
    assert.equal("keys are separated by points", select(2, schema.core:target "names[]x"))
  end)
end)
