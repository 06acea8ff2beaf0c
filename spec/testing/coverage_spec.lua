-- `yschema test --coverage`: which small changes of a schema no test notices.

local in_process = require "spec.support.in_process"
local folders = require "spec.support.folder"

local folder

local function run(...) return in_process.call({ "test", ... }, { folder = folder }) end

-- The lines of --coverage about a schema with these tests, without the place and the summary.
local function lines(schema, ...)
  folders.write(folder, "schema.yml", "#@data/values-schema\n---\n" .. schema)
  folders.write(folder, "a.schema-test.yml", "schema: schema.yml\ntests:\n- " .. table.concat({ ... }, "\n- ") .. "\n")
  local result = run("--coverage")
  assert.equal(0, result.rc, result.stderr)
  local list = {}
  for line in result.stdout:gmatch "schema.yml:%d+: ([^\n]+)" do list[#list + 1] = line end
  return list
end

before_each(function() folder = folders.make() end)
after_each(function() folders.remove(folder) end)

local REACHED = " (tests concern it, but none would fail)"

describe("coverage", function()
  it("needs both sides of a bound", function()
    local schema = "#@schema/validation min=1\nport: 80\n"
    local all = { "{name: a, values: {port: 1}, result: {port: 1}}", "{name: b, values: {}, result: {port: 80}}",
      "{name: c, values: {port: 0}, violations: [{path: port, rule: min}]}",
      "{name: d, values: {port: x}, violations: [{path: port, rule: type}]}",
      "{name: e, values: {x: 1}, violations: [{rule: unknown-key}]}" }
    assert.same({}, lines(schema, (table.unpack or unpack)(all)))
    local missing = {
      { "port: min=1: the bound itself is not accepted", "port: the key is never accepted, so 1 more change is not"
        .. " noticed" }, "port: the default is not expected" .. REACHED, "port: min=1: no value is refused",
      "port: no other type is refused", "no unknown key is refused",
    }
    for i = 2, #all do
      local others = {}
      for j, test in ipairs(all) do
        if j ~= i then others[#others + 1] = test end
      end
      assert.same({ missing[i] }, lines(schema, (table.unpack or unpack)(others)))
    end
    all[1] = "{name: a, values: {port: 2}, result: {port: 2}}"
    assert.same({ missing[1][1] }, lines(schema, (table.unpack or unpack)(all)))
    all[3] = "{name: c, values: {port: -1}, violations: [{path: port, rule: min}]}"
    assert.same({ "port: min=1: 0 is not refused", missing[1][1] }, lines(schema, (table.unpack or unpack)(all)))
  end)

  it("needs each allowed value, each alternative and null", function()
    assert.same({
      "no unknown key is refused",
      "a: no other type is refused", 'a: one_of=["x", "y"]: no value is refused', 'a: one_of: "y" is not accepted',
      "b: no other type is refused", "b: null is not accepted", "b: the default is not expected" .. REACHED,
      "c: alternative 1 (\"\") of @schema/any-of is not chosen", "c: no other type is refused" .. REACHED,
      "c: no other type is refused",
    }, (function()
      local list = lines("#@schema/validation one_of=['x', 'y']\na: x\n#@schema/nullable\n#@schema/default 2\nb: 1\n"
        .. "#@schema/any-of \"\", 0\nc: 1\n", "{name: a, values: {a: x, b: 1, c: 2}, result: {a: x}}",
        "{name: b, values: {}, result: {a: x, c: 1}}")
      return list
    end)())
  end)

  it("needs both outcomes of a condition", function()
    local schema = "tls: false\n#@schema/validation when=lambda v, ctx: ctx.parent.tls, min=5\nport: 443\n"
    local function about_when(...)
      local found = {}
      for _, line in ipairs(lines(schema, ...)) do
        if line:find "when" then found[#found + 1] = line end
      end
      return found
    end
    assert.same({ "port: when=: no value is accepted where it is false" .. REACHED, "port: when=: no value is refused"
      .. " where it is true" .. REACHED }, about_when("{name: a, values: {tls: true}, valid: true}",
      "{name: b, values: {}, valid: true}"))
    assert.same({}, about_when("{name: a, values: {tls: true, port: 4}, violations: [{rule: min}]}",
      "{name: b, values: {port: 4}, valid: true}"))
  end)

  it("counts what tests expect, not what they touch", function()
    local list = lines("#@schema/validation min=1\nport: 80\n",
      "{name: a, values: {port: 0, x: 1}, violations: [{rule: min}], more_violations: true}")
    assert.same({ "no unknown key is refused" .. REACHED, "port: no other type is refused",
      "port: the default is not expected", "port: min=1: no value is accepted" },
      { list[1], list[2], list[3], list[4] })
  end)

  it("masks the values of sensitive keys", function()
    local list = lines("#@schema/sensitive\n#@schema/validation one_of=['abc', 'xyz']\ntoken: abc\n",
      "{name: a, values: {token: abc}, result: {token: abc}}")
    assert.matches("token: one_of: (sensitive) is not accepted", table.concat(list, "\n"), 1, true)
    assert.is_nil(table.concat(list, "\n"):find "xyz")
  end)

  it("has the places of a JSON Schema", function()
    folders.write(folder, "schema.json", '{"type": "object", "properties": {\n"a": {"type": "integer", "minimum": 1}}}')
    folders.write(folder, "a.schema-test.yml", "json_schema: schema.json\ntests:\n"
      .. "- {name: a, values: {a: 2}, valid: true}\n- {name: b, values: {a: x}, violations: [{rule: max}]}\n")
    local result = run("--coverage")
    assert.matches("(schema.json:2)", result.stdout, 1, true)
    assert.matches("schema.json:2: a: min=1: no value is refused", result.stdout, 1, true)
  end)

  it("of a JSON Schema is what the tests of it notice, with violations of its keywords", function()
    local function stdout(...)
      folders.write(folder, "schema.json", '{"type": "object", "properties": {\n"a": {"minimum": 1, "default": 3}}}')
      folders.write(folder, "a.schema-test.yml", "json_schema: schema.json\ntests:\n- "
        .. table.concat({ ... }, "\n- ") .. "\n")
      local result = run("--coverage")
      assert.equal(0, result.rc, result.stderr)
      return result.stdout
    end
    local refused = "a: min=1: no value is refused"
    local bound = "{name: a, values: {a: 1}, valid: true}"
    assert.matches(refused, stdout(bound), 1, true)
    assert.is_nil(stdout(bound, "{name: b, values: {a: 0}, violations: [{rule: minimum}]}"):find(refused, 1, true))
    assert.matches("a: min=1: 0 is not refused",
      stdout(bound, "{name: b, values: {a: -4}, violations: [{path: a, rule: minimum}]}"), 1, true)
    assert.is_nil(stdout(bound, "{name: b, values: {a: 0}, violations: [{path: a, message: '>= 1 (found: 0)'}],"
      .. " more_violations: true}"):find(refused, 1, true))
    assert.is_nil(stdout("{name: b, values: {}, result: {a: 3}}"):find("default is not expected", 1, true))
    assert.matches("default is not expected", stdout "{name: b, values: {}, valid: true}", 1, true)
  end)

  it("is a number that can be demanded", function()
    lines("a: 1\n", "{name: a, values: {a: 2}, result: {a: 2}}")
    assert.same({ 1, "coverage: 25.0 % (1 of 4 changes of the schema are noticed)" },
      { run("--coverage-min", "26").rc, run("--coverage").stdout:match "coverage:[^\n]+" })
    assert.equal(0, run("--fail-under=25").rc)
    assert.equal(2, run("--coverage-min", "101").rc)
    local json = run("--coverage", "--report", "json").stdout
    assert.matches('"total":4,"covered":1,"points":[{"file":"schema.yml","line":2,"path":"","change":"accept-unknown",'
      .. '"covered":false,"reached":false,"message":"no unknown key is refused"}', json, 1, true)
  end)

  it("is part of what the module returns", function()
    lines("a: 1\n", "{name: a, values: {a: 2}, result: {a: 2}}")
    local _, _, results = require "yschema".test { files = folder, coverage = true }
    assert.same({ 25, 4, 1, 4 }, { results.coverage.percent, results.coverage.total, results.coverage.covered,
      #results.coverage.points })
  end)
end)
