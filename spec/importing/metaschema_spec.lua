-- A JSON Schema that its metaschema refuses is an error of the schema, whatever reads it.

local core = require "yschema.core"
local importer = require "yschema.importing.importer"
local settings_of = require "yschema.pipeline.settings".of_options
local yschema = require "yschema"

local drafts = { [4] = "http://json-schema.org/draft-04/schema#", [6] = "http://json-schema.org/draft-06/schema#",
  [7] = "http://json-schema.org/draft-07/schema#", [2019] = "https://json-schema.org/draft/2019-09/schema",
  [2020] = "https://json-schema.org/draft/2020-12/schema" }
local in_order = { 4, 6, 7, 2019, 2020 }

local function import(text, draft)
  local named = draft and text:gsub("^{", function() return ('{"$schema": "%s", '):format(drafts[draft]) end, 1) or text
  named = named:gsub(", }$", "}")
  return importer.import(core.source("s.json", named, false, true), settings_of({}, 1))
end

-- Keywords that a draft refuses, for the drafts from the first number to the second, with what the message says.
local invalid = {
  { '"type": "objct"', 4, 2020, '/type must be a type (array, boolean, integer, null, number, object or string), or a'
    .. ' list of types, not "objct"; did you mean "object"?' },
  { '"type": "int"', 4, 2020, 'did you mean "integer"?' }, { '"type": 5', 4, 2020, "/type" },
  { '"type": []', 4, 2020, "/type" }, { '"type": {}', 4, 2020, "/type must be a type" },
  { '"type": ["string", "nul"]', 4, 2020, '/type/1 must be a type' },
  { '"type": ["string", "string"]', 4, 2020, '/type/1 must be a value that is not in the list already' },
  { '"required": "a"', 4, 2020, '/required must be a list of keys, not "a"; did you mean ["a"]?' },
  { '"required": true', 4, 2020, "up to draft-03, each key said so; now the map around it lists the keys" },
  { '"required": ["a", 5]', 4, 2020, "/required/1 must be a key, which is a string, not 5" },
  { '"required": ["a", "a"]', 4, 2020, "/required/1" }, { '"required": []', 4, 4, "/required" },
  { '"pattern": "["', 4, 2020, "/pattern must be a regular expression (a [ without its ])" },
  { '"pattern": "(a"', 4, 2020, "/pattern must be a regular expression" }, { '"pattern": "*a"', 4, 2020, "/pattern" },
  { '"pattern": "a)"', 4, 2020, "/pattern" }, { '"pattern": "a{2,1}"', 4, 2020, "/pattern" },
  { '"pattern": "[z-a]"', 4, 2020, "/pattern" }, { '"pattern": "a\\\\"', 4, 2020, "/pattern" },
  { '"pattern": 5', 4, 2020, "/pattern must be a regular expression, not 5" },
  { '"patternProperties": {"(": {}}', 4, 2020, "/patternProperties/( must be a regular expression" },
  { '"patternProperties": ["a"]', 4, 2020, "/patternProperties must be a map of schemas, not a list" },
  { '"minimum": "5"', 4, 2020, '/minimum must be a number, not "5"; did you mean 5?' },
  { '"maximum": null', 4, 2020, "/maximum must be a number, not null" },
  { '"minimum": 1, "exclusiveMinimum": true', 6, 2020, "/exclusiveMinimum must be a number, not true; since draft-06" },
  { '"exclusiveMaximum": 5, "maximum": 6', 4, 4, "/exclusiveMaximum must be true or false, not 5; in draft-04" },
  { '"exclusiveMinimum": true', 4, 4, "/exclusiveMinimum must be beside minimum" },
  { '"multipleOf": 0', 4, 2020, "/multipleOf must be a number above 0, not 0" },
  { '"multipleOf": -1.5', 4, 2020, "/multipleOf must be a number above 0" },
  { '"multipleOf": "2"', 4, 2020, "/multipleOf" }, { '"minLength": -1', 4, 2020, "/minLength must be an integer of" },
  { '"maxLength": 1.5', 4, 2020, "/maxLength must be an integer of at least 0, not 1.5" },
  { '"minItems": "1"', 4, 2020, "did you mean 1?" }, { '"maxItems": []', 4, 2020, "/maxItems" },
  { '"minProperties": true', 4, 2020, "/minProperties" }, { '"maxProperties": -3', 4, 2020, "/maxProperties" },
  { '"minContains": -1', 2019, 2020, "/minContains" }, { '"maxContains": "1"', 2019, 2020, "/maxContains" },
  { '"uniqueItems": "yes"', 4, 2020, '/uniqueItems must be true or false, not "yes"; did you mean true?' },
  { '"items": 5', 4, 2020, "/items must be a schema" }, { '"items": [5]', 4, 2019, "/items/0 must be a schema" },
  { '"items": "string"', 4, 2020, 'did you mean {"type": "string"}?' }, { '"items": []', 4, 2020, "/items must be" },
  { '"items": [{}]', 2020, 2020, "since 2020-12, the keyword for a list of schemas is prefixItems" },
  { '"items": true', 4, 4, "/items must be a schema (a map), not true; in draft-04, write {}" },
  { '"prefixItems": {}', 2020, 2020, "/prefixItems must be a list of schemas" },
  { '"prefixItems": [1]', 2020, 2020, "/prefixItems/0" }, { '"additionalItems": 1', 4, 2019, "/additionalItems" },
  { '"additionalProperties": "no"', 4, 2020, '/additionalProperties must be a schema' },
  { '"additionalProperties": "no"', 4, 2020, "did you mean false?" },
  { '"additionalProperties": []', 4, 2020, "/additionalProperties" },
  { '"properties": []', 4, 2020, "/properties must be a map of schemas, not a list" },
  { '"properties": {"a/b": 5}', 4, 2020, "/properties/a~1b must be a schema" },
  { '"properties": {"a": false}', 4, 4, '/properties/a must be a schema (a map), not false; in draft-04, write {"' },
  { '"properties": {"a": {"items": {"type": "sting"}}}', 4, 2020, "/properties/a/items/type must be" },
  { '"propertyNames": "a"', 6, 2020, "/propertyNames" }, { '"contains": [{}]', 6, 2020, "/contains" },
  { '"not": "a"', 4, 2020, "/not" }, { '"if": []', 7, 2020, "/if must be a schema" }, { '"then": 1', 7, 2020, "/then" },
  { '"else": null', 7, 2020, "/else" }, { '"allOf": {}', 4, 2020, "/allOf must be a list of schemas" },
  { '"anyOf": []', 4, 2020, "/anyOf" }, { '"oneOf": [{}, "a"]', 4, 2020, "/oneOf/1" },
  { '"enum": {}', 4, 2020, "/enum" },
  { '"enum": "a"', 4, 2020, 'must be a list of values, not "a"; did you mean ["a"]?' }, { '"enum": []', 4, 6, "/enum" },
  { '"enum": [1, {"a": 1}, {"a": 1}]', 4, 6, "/enum/2" }, { '"$ref": 5', 4, 2020, "/$ref must be a string, not 5" },
  { '"id": 5', 4, 4, "/id" }, { '"$id": 5', 6, 2020, "/$id" }, { '"$id": "#a"', 2019, 2020, "since 2019-09, $anchor" },
  { '"$anchor": "#a"', 2019, 2020, "/$anchor" }, { '"$dynamicAnchor": 5', 2020, 2020, "/$dynamicAnchor" },
  { '"$dynamicRef": []', 2020, 2020, "/$dynamicRef" }, { '"$recursiveRef": 1', 2019, 2019, "/$recursiveRef" },
  { '"$recursiveAnchor": "x"', 2019, 2019, "/$recursiveAnchor" }, { '"$defs": []', 2019, 2020, "/$defs" },
  { '"$defs": {"unused": {"type": "objct"}}', 2019, 2020, "/$defs/unused/type" },
  { '"definitions": {"unused": {"type": "objct"}}', 4, 2020, "/definitions/unused/type" },
  { '"$vocabulary": {"a": 1}', 2019, 2020, "/$vocabulary/a" }, { '"title": 5', 4, 2020, "/title must be a string" },
  { '"description": {}', 4, 2020, "/description" }, { '"format": ["date"]', 4, 2020, "/format" },
  { '"examples": {}', 6, 2020, "/examples" }, { '"deprecated": "yes"', 2019, 2020, "/deprecated" },
  { '"readOnly": 1', 7, 2020, "/readOnly" }, { '"dependencies": []', 4, 2020, "/dependencies" },
  { '"dependencies": {"a": "b"}', 4, 2020, "/dependencies/a" },
  { '"dependencies": {"a": ["b", 1]}', 4, 2020, "/dependencies/a/1" },
  { '"dependentRequired": {"a": "b"}', 2019, 2020, "/dependentRequired/a must be a list of keys" },
  { '"dependentRequired": {"a": [1]}', 2019, 2020, "/dependentRequired/a/0" },
  { '"dependentSchemas": {"a": ["b"]}', 2019, 2020, "/dependentSchemas/a" },
  { '"unevaluatedProperties": "no"', 2019, 2020, "/unevaluatedProperties" },
  { '"unevaluatedItems": []', 2019, 2020, "/unevaluatedItems" }, { '"contentSchema": 1', 2019, 2020, "/contentSchema" },
}

-- Unknown keywords may have any value, and so may those that only other drafts have.
local valid = {
  { '"if": []', 4, 6 }, { '"contains": 5', 4, 4 }, { '"propertyNames": 5', 4, 4 }, { '"unevaluatedItems": 5', 4, 7 },
  { '"dependentRequired": []', 4, 7 }, { '"$anchor": 5', 4, 7 }, { '"deprecated": "soon"', 4, 7 },
  { '"unevaluatedItems": {"type": "objct"}', 4, 7 }, { '"prefixItems": 5', 4, 2019 },
  { '"x-own": {"type": "objct"}', 4, 2020 }, { '"const": {"type": "objct"}', 6, 2020 },
  { '"default": {"type": "objct"}', 4, 2020 }, { '"enum": [{"type": "objct"}]', 4, 2020 },
  { '"required": []', 6, 2020 },
  { '"enum": []', 7, 2020 }, { '"type": ["string", "null"]', 4, 2020 }, { '"minLength": 2.0', 4, 2020 },
  { '"properties": {"type": {"type": "string"}, "required": {}, "$ref": {}}', 4, 2020 }, { '"$id": "#a"', 6, 7 },
  { '"additionalProperties": false', 4, 2020 }, { '"pattern": "(?<!a)b"', 4, 2020 }, { '"items": [{}]', 4, 2019 },
  { '"pattern": "(?<=a+)b"', 4, 2020 }, { '"maximum": 1, "exclusiveMaximum": false', 4, 4 },
  { '"dependencies": {"a": ["b"], "c": {}}', 4, 2020 }, { '"properties": {"a": true}', 6, 2020 },
}

describe("a JSON Schema", function()
  for _, row in ipairs(invalid) do
    it("with " .. row[1] .. " is refused", function()
      for _, draft in ipairs(in_order) do
        if row[2] <= draft and draft <= row[3] then
          local found, problem = import("{\n" .. row[1] .. "}", draft)
          assert.is_nil(found)
          assert.matches("^s%.json:2: invalid JSON Schema: ", problem)
          assert.matches(row[4], problem, 1, true)
        end
      end
    end)
  end

  for _, row in ipairs(valid) do
    it("with " .. row[1] .. " is imported", function()
      for _, draft in ipairs(in_order) do
        if row[2] <= draft and draft <= row[3] then
          local found, problem = import("{" .. row[1] .. "}", draft)
          assert.is_nil(problem)
          assert.is_truthy(yschema.load(found.text))
        end
      end
    end)
  end

  it("without a draft may have lists of items, as drafts before 2020-12", function()
    local found = assert(import '{"items": [{"type": "string"}], "additionalItems": false}')
    local schema = assert(yschema.load(found.text))
    assert.is_true(schema:check_json '["a"]')
    assert.is_falsy(schema:check_json '[1]')
    assert.is_falsy(schema:check_json '["a", 1]')
    assert.is_nil(import '{"items": [5]}')
  end)

  it("has all mistakes reported, in the order of their lines, and most of very many", function()
    local _, problem = import '{"minimum": "a",\n"properties": {"b": {"type": "bool"}, "a": 5}}'
    assert.equal('s.json:1: invalid JSON Schema: /minimum must be a number, not "a"\n'
      .. "s.json:2: invalid JSON Schema: /properties/b/type must be a type (array, boolean, integer, null, number,"
      .. ' object or string), or a list of types, not "bool"; did you mean "boolean"?\n'
      .. "s.json:2: invalid JSON Schema: /properties/a must be a schema (a map, true or false), not 5", problem)
    local list = {}
    for i = 1, 300 do list[i] = ('"k%d": 5'):format(i) end
    _, problem = import('{"properties": {' .. table.concat(list, ",\n") .. "}}")
    assert.equal(99, select(2, problem:gsub("\n", "")))
    assert.matches("/properties/k100 must be a schema (a map, true or false), not 5 (200 more are not listed)", problem,
      1, true)
  end)

  it("is validated by the metaschema of each part that names one", function()
    local function problem(text) return (select(2, import(text))) end
    local mixed = '{"$schema": "https://json-schema.org/draft/2020-12/schema", "exclusiveMinimum": 1, "$defs": {"old":'
      .. ' {"$id": "old", "$schema": "http://json-schema.org/draft-04/schema#", "minimum": 1, "exclusiveMinimum": %s,'
      .. ' "not": {"$id": "new", "$schema": "https://json-schema.org/draft/2020-12/schema", "exclusiveMinimum": %s}}}}'
    assert.is_nil(problem(mixed:format("true", "1")))
    assert.matches("/$defs/old/exclusiveMinimum must be true or false, not 1; in draft-04",
      problem(mixed:format("1", "1")), 1, true)
    assert.matches("/$defs/old/not/exclusiveMinimum must be a number, not true", problem(mixed:format("true", "true")),
      1, true)
  end)

  it("is validated by a metaschema of its own", function()
    local own = '{"$schema": "https://a.test/own", "$id": "https://a.test/own", "required": ["title"], "properties":'
      .. ' {"maximum": {"maximum": 5}}%s}'
    local function problem(more) return (select(2, import(own:format(more)))) end
    assert.equal("s.json:1: invalid JSON Schema: /title must be given", problem "")
    assert.equal("s.json:1: invalid JSON Schema: /maximum must be a value <= 5, not 6",
      problem ', "title": "own", "maximum": 6')
    assert.is_nil(problem ', "title": "own", "maximum": 5')
  end)

  it("whose reference leads to no schema is refused", function()
    local _, problem = import '{"$ref": "#/enum", "enum": [1]}'
    assert.matches("there is no schema at #/enum", problem, 1, true)
    _, problem = import '{"$ref": "#/x-own/a", "x-own": {"a": {"type": "objct"}}}'
    assert.matches('/x-own/a/type must be a type', problem, 1, true)
  end)

  it("may have keywords that are misspelt, which the report lists", function()
    local found = assert(import '{"propertes": {}, "Required": ["a"], "comment": "", "example": 1, "x-type": 1}')
    assert.is_true(found.exact)
    local notes = {}
    for i, note in ipairs(found.notes) do notes[i] = note.verdict .. " " .. note.keyword .. ": " .. note.reason end
    table.sort(notes)
    assert.same({ "misspelt Required: this is no keyword (did you mean required?)",
      "misspelt comment: this is no keyword (did you mean $comment?)",
      "misspelt propertes: this is no keyword (did you mean properties?)" }, notes)
  end)
end)
