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

describe("texts of JSON, one after the other", function()
  it("are judged by themselves", function()
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

  it("are judged by several schemas in turn", function()
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

  it("may be judged while another one is, by functions of a schema", function()
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
