-- Tests of the values that a Lua script gets and passes in: examples/values.

local yschema = require "yschema"
local command = require "spec.support.command"

local on_luajit = rawget(_G, "jit") ~= nil

local function schema_of(body, options)
  local schema, report = yschema.load("#@data/values-schema\n---\n" .. body, options)
  return assert(schema, tostring(report))
end

local anything = "#@schema/type any=True\nany: 1\n"

local function json(value)
  return (assert(yschema.encode(value, "json")):gsub("\n$", ""))
end

-- Returns the output of a script, in a Lua of its own in which nothing is loaded yet.
local function script(text)
  local path = os.tmpname()
  local file = assert(io.open(path, "w"))
  file:write(text)
  file:close()
  local printed = command.output(command.shell("lua " .. path .. " 2>&1"))
  os.remove(path)
  return table.concat(printed, "\n")
end

-- A cjson that has metatables of its own, as OpenResty's has.
local with_cjson = [[
local array_mt, empty_array_mt = {}, {}
package.preload.cjson = function() return { array_mt = array_mt, empty_array_mt = empty_array_mt } end
]]

describe("an empty table below a placeholder", function()
  local function placeholders(allowed)
    return assert(yschema.load(([[
#@data/values-schema
---
maps:
  #@schema/key allowed=%s, expects="0+"
  a: {list: [1], map: {b: 1}}
#@schema/key allowed=%s, expects="0+"
a: [""]
]]):format(allowed, allowed)))
  end

  it("is an array where the placeholder, or what is below it, wants one", function()
    for _, allowed in ipairs { '"^a"', "lambda key, own: True", "function() return true end" } do
      local schema = placeholders(allowed)
      local given = { ab = {}, maps = { ac = { list = {}, map = {} } } }
      local values = assert(schema:apply(given))
      assert.equal('{"ab":[],"maps":{"ac":{"list":[],"map":{"b":1}}}}\n', yschema.encode(values, "json"))
      for _ = 1, 120 do assert.is_true(schema:check(given)) end
    end
  end)
end)

describe("requiring yschema", function()
  it("asks for nothing but its own modules", function()
    assert.equal("", script [[
local asked = {}
table.insert(package.loaders or package.searchers, 1, function(name)
  if not name:find "^yschema" and name ~= "ffi" then print("asked for " .. name) end
end)
require "yschema"
]])
  end)

  it("works where there is no cjson", function()
    assert.equal("[]", script [[
package.preload.cjson = function() error "broken" end
local yschema = require "yschema"
io.write(yschema.encode(setmetatable({}, yschema.array_mt), "json"))
]])
  end)
end)

describe("arrays", function()
  it("get cjson's metatable where it has one, whatever is required first", function()
    for _, order in ipairs { 'require "cjson" local yschema = require "yschema"',
      'local yschema = require "yschema" require "cjson"',
      'local yschema = require "yschema"' } do
      assert.equal("true\ttrue\ttrue", script(with_cjson .. order .. [[

local schema = yschema.load "#@data/values-schema\n---\nl: ['']\n"
local made = getmetatable(schema:apply().l)
local parsed = getmetatable(yschema.parse("[]"):value())
print(made == array_mt, parsed == array_mt, yschema.array_mt == array_mt)
]]))
    end
  end)

  it("are lists for rules of either language with cjson's metatable, too", function()
    assert.equal("true\ttrue", script(with_cjson .. [[
local yschema = require "yschema"
local schema = assert(yschema.load "#@data/values-schema\n---\n]]
      .. [[#@schema/validation ('list', lambda v: type(v) == 'list')\nl: ['']\n")
local made = getmetatable(schema:apply().l) == require "cjson".array_mt
print(made, (schema:check { l = { "a" } }))
]]))
  end)

  it("are marked by cjson's metatables when they come in", function()
    assert.equal('[[],[],[1],{"a":1}]', script(with_cjson .. [[
local yschema = require "yschema"
io.write(yschema.encode({ setmetatable({}, array_mt), setmetatable({}, empty_array_mt),
  setmetatable({ 1 }, empty_array_mt), setmetatable({ a = 1 }, empty_array_mt) }, "json"))
]]))
  end)

  it("are marked in the way of dkjson and rapidjson", function()
    assert.equal("[[],{}]", json { setmetatable({}, { __jsontype = "array" }),
      setmetatable({}, { __jsontype = "object" }) })
    local found, dkjson = pcall(require, "dkjson")
    if found then
      assert.equal("[]", dkjson.encode(setmetatable({}, yschema.array_mt)))
      assert.equal('{"a":[],"b":{}}', json(setmetatable(dkjson.decode '{"a":[],"b":{}}', nil)))
    end
  end)

  it("encode as arrays through cjson", function()
    local found, cjson = pcall(require, "cjson")
    if not found then return pending "no cjson for this Lua" end
    local values = assert(schema_of(anything):apply "any: [1, [2], ~]").any
    assert.equal("[1,[2],null]", cjson.encode(values))
  end)
end)

describe("integers beyond 2^53", function()
  local schema = schema_of("id: 7\n" .. anything)

  it("come out as they went in", function()
    for _, text in ipairs { "9007199254740993", "-9007199254740993", "9223372036854775807",
      "-9223372036854775808" } do
      local values = assert(schema:apply("id: " .. text))
      assert.equal(text, yschema.tostring(values.id))
      assert.equal(('{"any":1,"id":%s}'):format(text), json(values))
      assert.equal(text, yschema.tostring(assert(schema:apply(values)).id))
    end
  end)

  it("are distinguished by rules", function()
    local strict = schema_of "#@schema/validation ('even', function(v) return v % 2 == 0 end)\nid: 2\n"
    assert.is_table((strict:apply "id: 9007199254740994"))
    assert.is_nil((strict:apply "id: 9007199254740993"))
  end)

  it("are refused where they would have to be rounded", function()
    local values, report = schema:apply { id = 2 ^ 53 + 2 }
    assert.is_nil(values)
    assert.equal("float", report.violations[1].found)
    if on_luajit then
      assert.equal("18446744073709551615",
        yschema.tostring(schema:apply("any: 18446744073709551615").any))
    else
      values, report = schema:apply "any: 18446744073709551615"
      assert.is_nil(values)
      assert.matches("18446744073709551615 is too large for Lua; quotes make it a string",
        tostring(report), 1, true)
    end
  end)
end)

describe("yschema.tostring", function()
  it("spells scalars as YAML does", function()
    assert.equal("12", yschema.tostring(12))
    assert.equal("1.5", yschema.tostring(1.5))
    assert.equal("true", yschema.tostring(true))
    assert.equal("null", yschema.tostring(yschema.null))
    assert.equal(".inf", yschema.tostring(1 / 0))
    assert.equal("true: x", yschema.tostring "true: x")
  end)

  it("throws for what is no scalar, and blames the caller", function()
    for _, value in ipairs { {}, print } do
      local ok, problem = pcall(function() yschema.tostring(value) end)
      assert.is_false(ok)
      assert.matches("values_spec.lua.*scalar expected, got " .. type(value), problem)
    end
    assert.is_false((pcall(yschema.tostring)))
  end)
end)

describe("yschema.keys", function()
  it("sorts what has no order", function()
    assert.same({ "a", "b", "c" }, yschema.keys { c = 1, a = 2, b = 3 })
    assert.same({ false, true, -1, 2, 10, 1.5, "B", "a" },
      yschema.keys { a = 1, B = 1, [10] = 1, [2] = 1, [-1] = 1, [1.5] = 1, [true] = 1, [false] = 1 })
    assert.same({}, yschema.keys {})
  end)

  it("gives the order of the schema and of the text with the option `ordered`", function()
    local schema = schema_of("z: 1\na:\n  y: 1\n  b: 2\n" .. anything, { ordered = true })
    local values = assert(schema:apply "any: {q: 1, c: {}, d: 2}\na: {b: 3}")
    assert.same({ "z", "a", "any" }, yschema.keys(values))
    assert.same({ "y", "b" }, yschema.keys(values.a))
    assert.same({ "q", "c", "d" }, yschema.keys(values.any))
    assert.equal('{"z":1,"a":{"y":1,"b":3},"any":{"q":1,"c":{},"d":2}}', json(values))
    assert.same({ "z", "a", "any" }, yschema.keys(assert(schema:defaults())))
  end)

  it("gives the order of documents and overlays, too", function()
    local documents = assert(yschema.parse("z: 1\na: 2\n", "x.yml", { ordered = true }))
    assert.same({ "z", "a" }, yschema.keys(documents:value()))
    local merged = assert(yschema.overlay_with({ ordered = true }, "z: 1\na: 2\n",
      "#@overlay/match missing_ok=True\nb: 3\n"))
    assert.same({ "z", "a", "b" }, yschema.keys(merged:value()))
  end)

  it("knows what became of the map since", function()
    local value = yschema.parse("z: 1\na: 2\nm: 3\n", "x.yml", { ordered = true }):value()
    value.a, value.c, value.b = nil, 1, 1
    assert.same({ "z", "m", "b", "c" }, yschema.keys(value))
  end)

  it("throws for what is no table", function()
    local ok, problem = pcall(function() yschema.keys "a" end)
    assert.is_false(ok)
    assert.matches("values_spec.lua.*table expected, got string", problem)
  end)
end)

describe("a map with the keys 1 to n", function()
  local declared = [[
codes:
  #@schema/any-key
  _: ""
]]
  local text = "{1: one, 2: two}"
  local as_json = '{"1":"one","2":"two"}'

  it("has strings as keys where the schema has a map", function()
    for _, ordered in ipairs { false, true } do
      local schema = schema_of(declared, { ordered = ordered })
      local values = assert(schema:apply("codes: " .. text))
      assert.equal("one", values.codes["1"])
      assert.is_nil(values.codes[1])
      assert.equal('{"codes":' .. as_json .. "}", json(values))
      assert.same(values, (assert(schema:apply(values))))
      assert.is_true(schema:check(values))
    end
  end)

  it("has them whatever gave the map", function()
    local given = {
      ["a table"] = { declared, { codes = { [1] = "one", [2] = "two", ["3"] = "x" } } },
      ["a function"] = {
        "#@schema/default function() return { ['3'] = 'x', [1] = 'one', [2] = 'two' } end\n" .. declared, "{}" },
      ["a conversion"] = { '#@schema/renamed from="old", with=function() return '
        .. '{ ["3"] = "x", [1] = "one", [2] = "two" } end\n' .. declared, "old: 1" },
      ["an old name"] = { '#@schema/renamed from="old"\n' .. declared, "old: {1: one, 2: two, '3': x}" },
      ["an overlay"] = { declared, "#@ def by(a, b): return {1: 'one', 2: 'two', '3': 'x'}\n#@data/values\n---\n"
        .. "#@overlay/replace via=by\ncodes: {}\n" },
      ["an alternative"] = { "#@ def map():\n#@schema/any-key\n_: ''\n#@ end\n#@schema/any-of [0], map()\ncodes: {}\n",
        "codes: {1: one, 2: two, '3': x}" },
    }
    for what, case in pairs(given) do
      local schema = schema_of(case[1], { code_in_values = true })
      local values, report = schema:apply(case[2])
      assert.is_table(values, what .. ": " .. tostring(report))
      assert.same({ ["1"] = "one", ["2"] = "two", ["3"] = "x" }, values.codes, what)
    end
  end)

  it("is merged by these strings", function()
    local schema = schema_of(declared)
    local values = assert(schema:apply("codes: {1: one, 2: x}", 'codes: {"2": two}'))
    assert.equal('{"codes":' .. as_json .. "}", json(values))
  end)

  it("may not have one key twice", function()
    local schema = schema_of(declared)
    local _, report = schema:apply 'codes:\n  1: a\n  "1": b\n'
    assert.matches('values:3:3: duplicate key "1"', tostring(report), 1, true)
    _, report = schema:apply { codes = { [7] = "a", ["7"] = "b" } }
    assert.matches('values: cannot be read: two keys of a map are the same string', tostring(report), 1, true)
    assert.is_nil((schema:check { codes = { [7] = "a", ["7"] = "b" } }))
  end)

  it("stays a map below any=True, in documents and in overlays", function()
    local schema = schema_of(anything)
    local values = assert(schema:apply("any: " .. text))
    assert.equal("one", values.any[1])
    assert.equal('{"any":' .. as_json .. "}", json(values))
    assert.equal("any:\n  1: one\n  2: two\n", yschema.encode(values, "yaml"))
    assert.same(values, (assert(schema:apply(values))))
    assert.equal('{"any":' .. as_json .. "}", json((assert(schema:apply((assert(schema:apply(values))))))))
    assert.equal(as_json, json(assert(yschema.parse(text)):value()))
    assert.equal('{"a":' .. as_json .. "}",
      json(assert(yschema.overlay("a: " .. text, "#@overlay/merge\na: {1: one}\n")):value()))
    assert.equal('{"any":' .. as_json .. "}", json(schema_of("#@schema/type any=True\nany: " .. text):defaults()))
    values.any[2] = nil
    assert.equal('{"any":{"1":"one"}}', json(values))
  end)

  it("stays a map for rules, in Lua and in Starlark", function()
    for _, rule in ipairs {
      'function(v, ctx) return ctx.root.any[1] == "one" and #yschema_keys(v) == 2 end',
      'lambda v: type(v) == "dict" and v[1] == "one" and len(v) == 2',
    } do
      local schema = schema_of('#@schema/type any=True\n#@schema/validation ("x", ' .. rule .. ")\nany: 1\n",
        { env = { yschema_keys = yschema.keys } })
      local values, report = schema:apply("any: " .. text)
      assert.is_table(values, rule .. tostring(report))
    end
    local schema = schema_of('#@ def copy(): return {1: "one", 2: "two"}\n#@schema/type any=True\n'
      .. "#@schema/default copy\nany: 1\n")
    assert.equal('{"any":' .. as_json .. "}", json(schema:defaults()))
  end)

  it("keeps keys apart that Lua takes for the same", function()
    local schema = schema_of(anything)
    assert.equal('{"any":{"1":"a","1.0":"b"}}', json((assert(schema:apply "any: {1: a, 1.0: b}"))))
    local values, report = schema:apply 'any: {~: a, "null": b}'
    assert.is_nil(values)
    assert.matches("two keys of a map are the same in Lua", tostring(report), 1, true)
  end)
end)
