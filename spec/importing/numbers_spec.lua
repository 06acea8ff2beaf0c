-- Numbers of any size and precision, by JSON Schemas: they are compared as they are written.

local command = require "spec.support.command"
local folders = require "spec.support.folder"
local yschema = require "yschema"

local function loaded(text) return assert(yschema.load_json_schema(text)) end

-- Each row: the schema, what is valid, and what is not.
local rows = {
  { '{"maximum": 18446744073709551615}', { "18446744073709551615", "1.8446744073709551615e19", "-1e400" },
    { "18446744073709551616", "18446744073709551615.5", "1e400" } },
  { '{"minimum": -9223372036854775808}', { "-9223372036854775808", "-9.223372036854775808e18" },
    { "-9223372036854775809", "-9223372036854775808.00001" } },
  { '{"exclusiveMinimum": 9007199254740992.0, "exclusiveMaximum": 9007199254740994}', { "9007199254740993",
    "9007199254740992.5" }, { "9007199254740992", "9007199254740994.0" } },
  { '{"minimum": 1e400}', { "1e400", "10e399", "1e401" }, { "9.9999999999999999999e399", "1e308" } },
  { '{"type": "integer"}', { "1e400", "1.0", "1.5e1", "123456789012345678901234567890.0", "0e-5" },
    { "1.00000000000000000001", "1e-400", "123456789012345678901234567890.5" } },
  { '{"$schema": "http://json-schema.org/draft-04/schema#", "type": "integer"}',
    { "1", "123456789012345678901234567890",
    "-99999999999999999999" }, { "1.0", "1e400", "1e2" } },
  { '{"type": "string"}', { '"1e400"' }, { "123456789012345678901234567890", "1e400" } },
  { '{"multipleOf": 0.01}', { "0.07", "19.99", "123456789012345678901234567890.12", "1e400", "0" },
    { "0.075", "123456789012345678901234567890.123", "1e-3" } },
  { '{"multipleOf": 123456789012345678901234567890}', {
    "123456789012345678901234567890e5", "-246913578024691357802469135780",
    "15241578753238836750495351562536198787501905199875019052100" }, { "123456789012345678901234567891",
    "61728394506172839450617283945", "1e1000000000" } },
  { '{"multipleOf": 1000000007000000000000000000000049}', {
    "1000000007000000000000000000000049000000000000000000000000",
    "1000000014000000049000000000000098000000686000000000000000000002401" }, { "1000000007000000000000000000000048" } },
  { '{"multipleOf": 3}', { "3e1000000000", "9007199254740993" }, { "1e1000000000", "9007199254740994" } },
  { '{"const": 0.1}', { "0.1", "0.10", "1e-1" }, { "0.10000000000000000000001",
    "0.1000000000000000055511151231257827" } },
  { '{"const": 100000000000000000000000}', { "1e23", "1.0e23", "10e22" }, { "99999999999999991611392" } },
  { '{"enum": [1e1000000000, {"a": [18446744073709551616]}]}', { "1e1000000000", '{"a": [1.8446744073709551616e19]}' },
    { "1e1000000001", '{"a": [18446744073709551617]}' } },
  { '{"enum": [1, 2, 3, 4, 5, 6, 7, 8, 18446744073709551616, 0.30000000000000000001]}', { "18446744073709551616.0",
    "0.300000000000000000010", "1.00" }, { "18446744073709551617", "0.3" } },
  { '{"uniqueItems": true}', { "[18446744073709551616, 18446744073709551617]", "[0.3, 0.29999999999999999999999]",
    "[9007199254740993, 9007199254740992.0]", "[1e400, -1e400, 1e401]" }, { "[1e400, 10e399]",
    "[18446744073709551616, 1.8446744073709551616e19]", "[9007199254740993, 9007199254740993.0]",
    "[0.12345678901234567, 0.123456789012345670]", "[-0.0, 0]" } },
  { '{"minLength": 1e400}', {}, { '"a"' } },
  { '{"maxLength": 18446744073709551616, "maxItems": 2.0}', { '"a"', "[1, 2]" }, { "[1, 2, 3]" } },
}

-- Whether a schema accepts a text of YAML. What is valid may still be too large for Lua.
local function accepts_yaml(schema, text)
  local values, report = schema:apply(text .. "\n")
  return values ~= nil or tostring(report):find("too large for Lua", 1, true) ~= nil
end

describe("numbers in JSON Schemas", function()
  for _, row in ipairs(rows) do
    it("are exact: " .. row[1], function()
      local schema = loaded(row[1])
      for i, list in ipairs { row[2], row[3] } do
        for _, text in ipairs(list) do
          assert.equal(i == 1, (schema:check_json(text)) == true, text)
          assert.equal(i == 1, accepts_yaml(schema, text), text)
        end
      end
    end)
  end

  it("are exact in tables, as far as Lua has them", function()
    local schema = loaded '{"multipleOf": 0.01, "maximum": 9007199254740993}'
    assert.is_true(schema:check(0.07))
    assert.is_true(schema:check(9007199254740992))
    assert.is_nil((schema:check(0.075)))
    assert.is_nil((schema:check(9007199254740994)))
    assert.is_nil((schema:check(2 ^ 64)))
    assert.is_nil((schema:check(1 / 0)))
    assert.is_true(loaded '{"const": 0.30000000000000004}':check(0.1 + 0.2))
    assert.is_true(loaded '{"$schema": "http://json-schema.org/draft-04/schema#", "type": "integer"}':check(1.0))
  end)

  it("are what YAML writes, too", function()
    local schema = loaded '{"const": {"a": 18446744073709551616}}'
    for _, text in ipairs { "0x10000000000000000", "+18446744073709551616", "018446744073709551616",
      "!!int 18446744073709551616", "&x 18446744073709551616", "18446744073709551616." } do
      assert.is_true(accepts_yaml(schema, "a: " .. text), text)
    end
    assert.is_false(accepts_yaml(schema, "a: 0x10000000000000001"))
    assert.is_false(accepts_yaml(schema, 'a: "18446744073709551616"'))
  end)

  it("are shown as they are written, and cut when they are long", function()
    local function message(text)
      local _, report = loaded '{"maximum": 1e400}':check_json(text)
      return report.violations[1].message
    end
    assert.equal("(document) must be <= 1e400 (found: 10.0e400)", message "10.0e400")
    assert.equal("(document) must be <= 1e400 (found: " .. ("9"):rep(60) .. "...)", message(("9"):rep(500)))
    local _, report = loaded '{"type": "string"}':check_json "18446744073709551616"
    assert.matches("expected string, but found integer", report.violations[1].message, 1, true)
  end)

  it("that are too large for Lua are an error there", function()
    local schema = loaded "true"
    local values, report = schema:apply "a: 123456789012345678901234567890\n"
    assert.is_nil(values)
    assert.matches("the number 123456789012345678901234567890 is too large for Lua; quotes make it a string",
      tostring(report), 1, true)
    assert.same({ a = 3.14159265358979323846 }, (schema:apply "a: 3.14159265358979323846\n"))
    assert.is_nil((schema:apply "a: 1e400\n"))
  end)

  it("cost no more than their digits", function()
    local long, start = ("1234567890"):rep(100000), os.clock()
    local schema = loaded(('{"maximum": %s, "not": {"const": %s}, "multipleOf": 3}'):format(long, long))
    assert.is_true(schema:check_json("3e999998"))
    assert.is_nil((schema:check_json("3e1000000")))
    assert.is_nil((schema:check_json(long)))
    assert.is_nil((schema:check_json(long .. "1")))
    assert.is_nil((schema:check_json(long .. "e1000000000")))
    local items = {}
    for i = 1, 20000 do items[i] = ("1e%d"):format(1000000000 + i) end
    assert.is_true(loaded '{"uniqueItems": true}':check_json("[" .. table.concat(items, ",") .. "]"))
    assert.is_true(os.clock() - start < 2)
  end)

  it("whose exponent has more digits than can be compared are an error", function()
    local ok, report = loaded "true":check_json "1e9999999999999999999"
    assert.is_nil(ok)
    assert.matches("the float 1e9999999999999999999 is out of range", tostring(report), 1, true)
    assert.is_true(loaded "true":check_json "0e9999999999999999999")
  end)

  it("are exact in `yschema check --json-schema`", function()
    local folder = folders.make()
    finally(function() folders.remove(folder) end)
    local function run(...) return command.run({ "check", "--json-schema", "s.json", ... }, { folder = folder }) end
    folders.write(folder, "s.json", '{"properties": {"a": {"maximum": 18446744073709551615}, "b": {"const": 1e400}}}')
    folders.write(folder, "good.yml", "a: 18446744073709551615\nb: 10e399\n---\n"
      .. "a: 123456789012345678901234567890e-20\n")
    folders.write(folder, "bad.yml", "a: 18446744073709551616\n")
    folders.write(folder, "bad.json", '{"b": 1.0000000000000000000000000000000001e400}')
    assert.equal(0, run("good.yml").rc)
    assert.equal("a: 18446744073709551615\nb: 10e399\n---\na: 123456789012345678901234567890e-20\n",
      command.read(folder .. "/good.yml"))
    for _, name in ipairs { "bad.yml", "bad.json" } do assert.equal(1, run(name).rc, name) end
    local report = run("bad.yml").stdout
    assert.matches("must be <= 18446744073709551615\n", report, 1, true)
    assert.matches("a: 18446744073709551616\n", report, 1, true)
  end)
end)
