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

  local function validated(name, data)
    local run = runs.start(schema)
    runs.take_source(schema, run, core.source(name, data))
    runs.finish(schema, run)
    return run
  end

  -- A plan as `yschema.crossref.plans` makes it: names[].name for the file, and .near of nothing.
  local function plan_of_file()
    return core.plan({ {
      core = schema.core, like = 0, groups = { { number = 0, path = "names[].name", file = true } },
      references = { {}, { groups = { 0 } }, { groups = { 1 } }, { groups = { 1 }, sensitive = true } },
    } }, 2)
  end

  -- Returns the report of a ledger about documents, whose texts may be missing.
  local function lines_of(ledger)
    local lines = {}
    for document in function() return ledger:next(false) end do
      local run = runs.start(schema)
      run:record_references(ledger, core.source(document.file, ""), document.line)
      for _, one in ipairs((run:violations())) do
        lines[#lines + 1] = ("%s:%d: %s: %s"):format(document.file, one.line, one.path, one.found)
        lines[#lines + 1] = one.expected
      end
      run:close()
    end
    return lines
  end

  it("are no violations of a document, but said to others", function()
    assert.is_true(schema:check { near = "x", far = "y" })
    local plan = plan_of_file()
    local in_file, in_configuration = core.ledger(plan), core.ledger(plan)
    for i, data in ipairs { "names: [{name: a}, {name: b, zone: 2}]\nnear: b\nfar: a\nmasked: c\n",
      "names: [{name: b, zone: 2}, {name: c}]\nnear: d\n" } do
      local name = ("v%d.yml"):format(i)
      local run = validated(name, data)
      local own, all, sensitive = run:mentions(plan, 0, name)
      assert.equal(i == 1, sensitive)
      assert.is_true(plan:fits(own) and plan:fits(all))
      assert.is_false(plan:fits(own .. "x") or plan:fits(own:sub(1, -2)))
      assert.equal(i, in_file:take(own, name, 1, false))
      in_configuration:take(all, name, 1, false)
      run:close()
    end
    assert.same({
      "v1.yml:4: masked: (sensitive) (no such name)", "a name at .near in this file, where there are none",
      'v2.yml:2: near: "d" (no such name)', 'one of the 3 names at names[].name in this file (v1.yml:1): "a", "b", "c"',
    }, lines_of(in_file))
    assert.same({
      'v1.yml:3: far: "a" (no such name)', "a name at metadata.name of Service, where there are none",
      'v2.yml:1: names[0]: name "b", zone 2 (the same as names[1] (v1.yml:1))',
      "different from all other items of all documents in name and zone",
    }, lines_of(in_configuration))
  end)

  it("are not missing where a document could not be read", function()
    local plan = plan_of_file()
    local ledger = core.ledger(plan)
    local run = validated("v.yml", "near: x\n")
    ledger:take(run:mentions(plan, 0, "v.yml"), "v.yml", 1, false)
    ledger:doubt()
    assert.same({}, lines_of(ledger))
    run:close()
  end)

  it("have paths that can be checked for another schema", function()
    assert.is_true(schema.core:target "names[].zone")
    assert.same({ nil, 'names[] has no key "nme"', 'did you mean "name"?', "s.yml", 5 },
      { schema.core:target "names[].nme" })
    assert.equal("keys are separated by points", select(2, schema.core:target "names[]x"))
  end)
end)
