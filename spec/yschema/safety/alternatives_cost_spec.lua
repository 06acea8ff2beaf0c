-- The cost of alternatives that contain themselves: in proportion to the value, on whatever way it is given, and never
-- without a bound. The numbers of nodes do not depend on the speed of the machine.

local core = require "yschema.core"
local importer = require "yschema.importing.importer"
local settings_of = require "yschema.pipeline.settings".of_options
local yschema = require "yschema"

local null = yschema.null

local function schema_of(mode, rule, limits)
  local lines = {}
  for k, name in ipairs { "one", "two" } do
    lines[#lines + 1] = ("#@ def %s():\n#@schema/validation %s\nk: %d\n"):format(name, rule:format(k), k)
      .. ("#@schema/nullable\n#@schema/%s one, two\nchild:\n#@ end"):format(mode)
  end
  lines[#lines + 1] = ("#@data/values-schema\n---\n#@schema/nullable\n#@schema/%s one, two\na:\n"):format(mode)
  return assert(yschema.load(table.concat(lines, "\n"), { name = "s.yml", limits = limits }))
end

local function nested(depth, inner, key)
  local value = inner
  for _ = 1, depth do
    local outer = { child = value }
    for name, part in pairs(key) do outer[name] = part end
    value = outer
  end
  return { a = value }
end

-- Each level is copied a few times, and 40 levels that doubled would be more than any limit.
local limits = { max_nodes = 60000 }
local depth = 40

describe("alternatives that contain themselves", function()
  for _, mode in ipairs { "any-of", "one-of" } do
    for title, rule in pairs { named = "one_of=[%d]", ["function"] = '("it", lambda v: v == %d)' } do
      it(("cost as much as the value is deep: %s, %s"):format(mode, title), function()
        local schema = schema_of(mode, rule, limits)
        local good, bad = nested(depth, { k = 2, child = null }, { k = 2 }), nested(depth, { k = 3 }, { k = 1 })
        assert.is_true(schema:check(good))
        assert.same(good, (schema:apply(yschema.encode(good, "json"))))
        local ok, report = schema:check(bad)
        assert.is_nil(ok)
        assert.equal("a" .. (".child"):rep(depth) .. ".k", report.violations[#report.violations].path)
      end)
    end
  end

  it("cost no more where all of them have to fit, or where several documents give parts", function()
    local all = assert(yschema.load("#@ def f():\n#@schema/nullable\n#@schema/all-of f, f\nchild:\n"
      .. "#@schema/validation min=1\nx: 1\n#@ end\n#@data/values-schema\n---\n#@schema/like f\na:\n",
      { limits = limits }))
    assert.is_true(all:check(nested(depth, { x = 2 }, {})))
    local _, report = all:check(nested(depth, { x = 0 }, {}))
    assert.equal(1, #report.violations)
    local any = schema_of("any-of", "one_of=[%d]", limits)
    local first, second = nested(depth, { k = 2 }, {}), nested(depth, { k = 2, child = null }, { k = 2 })
    assert.same(second, (any:apply(yschema.encode(first, "json"), yschema.encode(second, "json"))))
  end)

  it("of a JSON Schema cost no more", function()
    local child = '{"properties": {"child": {"$ref": "#/definitions/a"}, "k": {"const": %d}}, "required": ["k"]}'
    local text = '{"$ref": "#/definitions/a", "definitions": {"a": {"anyOf": [' .. child:format(1) .. ","
      .. child:format(2) .. "]}}}"
    local imported = importer.import(core.source("s.json", text, false, true), settings_of({}, 1), 7)
    local schema = assert(yschema.load(imported.text, { name = "s.yml", limits = limits }))
    assert.is_true(schema:check(nested(depth, { k = 2 }, { k = 2 }).a))
    assert.is_nil((schema:check(nested(depth, { k = 3 }, { k = 2 }).a)))
  end)

  it("end at a limit where a function reads what is around its value", function()
    local rule = '("it", function(v, ctx) return ctx.parent ~= nil and v == %d end)'
    local schema = schema_of("any-of", rule, { max_nodes = 2000 })
    local _, report = schema:apply("a: " .. ("{k: 2, child: "):rep(14) .. "{k: 2, child: ~}" .. ("}"):rep(14))
    local violation = report.violations[#report.violations]
    assert.equal("too-many-nodes", violation.kind)
    assert.equal("alternatives inside alternatives need copies of more than 2000 nodes", violation.message)
    assert.equal(1, violation.line)
    local _, of_table = schema:check(nested(14, { k = 2, child = null }, { k = 2 }))
    assert.equal("s.yml", of_table.violations[1].file)
    assert.is_true(of_table.violations[1].line > 0)
  end)
end)
