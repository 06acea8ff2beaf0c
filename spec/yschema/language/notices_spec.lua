-- Tests of annotations with empty texts, and of removed keys
-- for the schema's own values.

local yschema = require "yschema"
local rows = require "spec.support.rows"

local function exported(how)
  local schema = assert(yschema.load('#@data/values-schema\n---\n#@schema/deprecated ""\n'
    .. '#@schema/examples ("", 5)\nport: 1\n'))
  return schema[how](schema)
end

describe("an empty text", function()
  it("is a notice and a description in OpenAPI", function()
    local text = exported "openapi"
    assert.truthy(text:find("deprecated: true\n", 1, true), text)
    assert.truthy(text:find('x-example-description: ""\n', 1, true), text)
  end)

  it("is a notice in JSON Schema, whose description does not mention it", function()
    local text = exported "json_schema"
    assert.truthy(text:find('"deprecated": true', 1, true), text)
    assert.is_nil(text:find("Deprecated:", 1, true), text)
  end)

  it("is there in the description", function()
    local field = exported("describe").fields[1]
    assert.equal("", field.deprecated)
    assert.same({ { value = 5, description = "" } }, field.example)
  end)

  it("is not there where it was not written", function()
    local schema = assert(yschema.load "#@data/values-schema\n---\n#@schema/example 5\nport: 1\n")
    assert.equal(yschema.null, schema:describe().fields[1].example[1].description)
    assert.is_nil(schema:openapi():find("x-example-description", 1, true))
  end)
end)

local map = [[

m:
  #@schema/removed "use new"
  old: 0
  new: 1]]

local function own(kind, line)
  return ("%s %s s.yml:%d; found a value; expected no value: the key has been removed; by s.yml:6; hint use new")
    :format(kind, "old", line)
end

describe("a key that was removed is no part of", function() rows.each(it, {
  { "a default", schema = '#@schema/default {"old": 1}' .. map, violations = own("default-type", 3) },
  { "an example", schema = '#@schema/example {"old": 1}' .. map, violations = own("example-type", 3) },
  { "examples", schema = '#@schema/examples ("d", {"new": 2}), ("e", {"old": 1})' .. map,
    violations = own("example-type", 3) },
  { "a default below an array",
    schema = '#@schema/default [{"old": 1}]\nl:\n- new: 1\n  #@schema/removed "use new"\n  old: 0',
    violations = "default-type [0].old s.yml:3; found a value; expected no value: the key has been removed; by s.yml:7;"
      .. " hint use new" },
  { "what a default's function gives", schema = '#@schema/default (lambda: {"old": 1})' .. map,
    violations = own("default-type", 3) },
  { "the default of alternatives",
    schema = '#@ def a():\n#@schema/removed "use new"\nold: 0\nnew: 1\n#@ end\n#@schema/any-of a()\nm: {old: 1}',
    violations = "value-type - s.yml:9; found map; expected a value that fits a; "
      .. "by s.yml:9; hint a: old: expected no value: the key has been removed, but found a value | "
      .. "the value in the schema is the default; another one is set with @schema/default." },
  { "a default that names only what is there",
    schema = '#@schema/default {"new": 2}' .. map, gives = "m:\n  new: 2" },
}) end)

describe("a key that was removed shows its type", function() rows.each(it, {
  { "by a value, which may have alternatives, a default, or an example",
    schema = 'a: 1\n#@schema/removed "use a"\n#@schema/any-of {"v": 0}, ""\nold: {}\n'
      .. '#@schema/removed "use a"\n#@schema/default 5\nolder: 1\n'
      .. '#@schema/removed "use a"\n#@schema/example 5\noldest: 1',
    gives = "a: 1" },
}) end)

describe("an invalid number of keys of a placeholder is reported", function()
  local two = 'm:\n  #@schema/key allowed="^[ab]$", expects=%s\n  _: 0'
  local function count(found, expected)
    return ('key-count m v.yml:1; found %s; expected %s matching "^[ab]$"; by s.yml:4'):format(found, expected)
  end
  local a_type = "type m.a v.yml:1; found string; expected integer; by s.yml:5"
  rows.each(it, {
    { "beside a type violation", schema = two:format "1", values = "m: {a: x, b: 2}",
      violations = { count("2 keys", "exactly 1 key"), a_type } },
    { "beside an unknown key", schema = two:format "1", values = "m: {a: 1, b: 2, c: 3}",
      violations = { count("2 keys", "exactly 1 key"),
        'unknown-key m.c v.yml:1; found c; expected a key that matches "^[ab]$"; by s.yml:3' } },
      { "and too few, of keys that are known", schema = two:format "2", values = "m: {a: x}",
      violations = { count("1 key", "exactly 2 keys"), a_type } },
    { "and a number between those wanted", schema = two:format "[0, 2]", values = "m: {a: x}",
      violations = { count("1 key", "no key, or exactly 2 keys"), a_type } },
    { "but not too few beside an unknown key, which may have been meant", schema = two:format "2",
      values = "m: {a: 1, c: 3}",
      violations = 'unknown-key m.c v.yml:1; found c; expected a key that matches "^[ab]$"; by s.yml:3' },
  })
end)
