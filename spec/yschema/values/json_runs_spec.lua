-- apply_json and check_json, one text after the other: what one run leaves must not change the next.

local yschema = require "yschema"

local plain = assert(yschema.load [[
#@data/values-schema
---
#@schema/validation min_len=1
name: web
#@schema/deprecated "use name"
old: ""
port: 80
]])

local function kinds(records)
  local out = {}
  for i, record in ipairs(records) do out[i] = record.kind end
  return out
end

describe("numbers of JSON texts", function()
  local schema = assert(yschema.load("#@data/values-schema\n---\np: 1\n#@schema/type any=True\nany: 0\n"
    .. "#@schema/any-of {'n': 0}, ''\nc: ''\nl:\n- 0\n"))

  -- The result of each of the ways to read a JSON text.
  local function read(number)
    local text = '{"p":' .. number .. ',"c":{"n":' .. number .. '},"l":[' .. number .. "]}"
    local values, report = schema:apply_json(text)
    assert.equal(values ~= nil, schema:check_json(text) == true)
    local other = schema:apply(text)
    if not values then
      assert.is_nil(other)
      return report.violations[1].kind
    end
    local encoded = yschema.encode(values, "json")
    assert.equal(encoded, yschema.encode(other, "json"))
    return encoded:match '"p":([^,}]*)', encoded:match '"n":([^,}]*)', encoded:match '"l":%[([^%]]*)'
  end

  it("are integers where they are wanted, if they are exactly that", function()
    for number, integer in pairs { ["80.0"] = "80", ["8e1"] = "80", ["800E-1"] = "80", ["-0.0"] = "0",
      ["0.5e1"] = "5", ["0e99"] = "0", ["9007199254740992.0"] = "9007199254740992", ["1.000e+3"] = "1000" } do
      assert.same({ integer, integer, integer }, { read(number) }, number)
    end
  end)

  it("are never rounded to one", function()
    for _, number in ipairs { "80.5", "1e-1", "9007199254740993.0", "0.99999999999999999999", "1e300", "1e16",
      "-9007199254740993e0" } do
      assert.equal("type", (read(number)), number)
    end
  end)

  it("are floats in YAML", function()
    assert.is_nil((schema:apply "p: 80.0\n"))
    assert.is_nil((schema:apply "{p: 80.0}\n"))
  end)
end)

describe("texts of JSON, one after the other", function()
  it("are validated by themselves", function()
    for _ = 1, 3 do
      assert.same({ name = "a", old = "", port = 80 }, (plain:apply_json '{"name":"a"}'))
      assert.is_true(plain:check_json '{"port":1}')
      local ok, report = plain:check_json '{"name":""}'
      assert.is_nil(ok)
      assert.same({ "rule" }, kinds(report.violations))
      assert.is_nil((plain:apply_json '{"port":"x"}'))
      assert.is_nil((plain:check_json "{"))
      assert.same({ name = "web", old = "", port = 2 }, (plain:apply_json '{"port":2}'))
    end
  end)

  it("have warnings, which a verdict leaves out", function()
    local values, report = plain:apply_json '{"old":"b"}'
    assert.equal("b", values.old)
    assert.same({ "deprecated" }, kinds(report.warnings))
    assert.same({ true, n = 1 }, { n = select("#", plain:check_json '{"old":"b"}'), plain:check_json '{"old":"b"}' })
    local _, clean = plain:apply_json "{}"
    assert.same({ {}, {}, 0, "" }, { clean.violations, clean.warnings, clean.status, tostring(clean) })
  end)

  it("are validated by several schemas in turn", function()
    local other = assert(yschema.load "#@data/values-schema\n---\nname: 1\n")
    for _ = 1, 3 do
      assert.is_true(plain:check_json '{"name":"a"}')
      assert.is_true(other:check_json '{"name":2}')
      assert.is_nil((other:check_json '{"name":"a"}'))
    end
    local kept = setmetatable({ other }, { __mode = "v" })
    -- The last text was one of this schema.
    other = nil -- luacheck: ignore
    collectgarbage()
    collectgarbage()
    assert.is_nil(kept[1])
    assert.is_true(plain:check_json "{}")
  end)

  it("keep nothing of a schema that is not used any more", function()
    local kept = setmetatable({}, { __mode = "k" })
    do
      local fn = function() return true end
      kept[fn] = true
      local schema = assert(yschema.load("#@data/values-schema\n---\na: 0\n", { env = { f = fn } }))
      assert.is_true(schema:check_json "{}")
    end
    collectgarbage()
    collectgarbage()
    assert.is_nil(next(kept))
  end)

  it("may be validated while another one is, by functions of a schema", function()
    local asked = {}
    local env = { inner = function(text)
      asked[#asked + 1] = text
      return plain:check_json('{"name":"' .. text .. '"}') == true and plain:apply_json("{}").port == 80
    end }
    local outer = assert(yschema.load([=[
#@data/values-schema
---
#@schema/validation ("inner", lambda v: inner(v))
text: "t"
#@schema/key allowed=lambda k, own: inner(k), expects="0+"
keys: 0
]=], { env = env }))
    for _ = 1, 2 do
      asked = {}
      local values = assert(outer:apply_json '{"a":1,"b":2,"text":"c"}')
      assert.same({ a = 1, b = 2, text = "c" }, values)
      assert.same({ "a", "b", "c" }, asked)
      assert.is_true(outer:check_json '{"a":1,"text":"d"}')
      assert.is_nil((outer:check_json '{"a":1,"text":""}'))
    end
  end)

  it("are not validated where the schema says so", function()
    local schema = assert(yschema.load("#@data/values-schema\n---\n#@schema/validation min=1\na: 0\n",
      { skip_validation = true }))
    assert.is_true(schema:check_json '{"a":-1}')
    assert.same({ a = -1 }, (schema:apply_json '{"a":-1}'))
  end)

  it("give tables that know the order of their keys, where they shall", function()
    local schema = assert(yschema.load("#@data/values-schema\n---\nz: 0\na: 0\n", { ordered = true }))
    assert.same({ "z", "a" }, yschema.keys(assert(schema:apply_json '{"a":1}')))
  end)

  it("have reports that name the files of the schema", function()
    local path = os.tmpname()
    local file = assert(io.open(path, "w"))
    file:write "#@data/values-schema\n---\na: 0\n"
    file:close()
    local schema = assert(yschema.load_file(path))
    local _, expected = schema:apply '{"a":1}'
    local _, found = schema:apply_json '{"a":1}'
    os.remove(path)
    assert.is_truthy(expected:junit():find(path, 1, true))
    assert.equal(expected:junit(), found:junit())
    assert.equal(expected:sarif(), found:sarif())
  end)
end)
