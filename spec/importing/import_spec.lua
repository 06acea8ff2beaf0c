-- Imported JSON Schemas have the same verdicts as the originals.

local core = require "yschema.core"
local accepting = require "spec.support.accepting"
local importer = require "yschema.importing.importer"
local settings_of = require "yschema.pipeline.settings".of_options
local yschema = require "yschema"

local settings = settings_of({}, 1)

local function import(text, draft, allow)
  settings.allow_inexact = allow
  return importer.import(core.source("s.json", text, false, true), settings, draft)
end

-- Imports and loads a schema, and validates texts by it, and by the JSON Schema itself.
local function validated(row)
  local found, problem = import(row[1], row.draft or 2020, row.allow)
  assert.is_nil(problem)
  local schema, report = yschema.load(found.text)
  assert.is_truthy(schema, tostring(report) .. found.text)
  local acceptor = accepting.new(core.source("s.json", row[1], false, true), settings, row.draft)
  for i, list in ipairs { row.valid or {}, row.invalid or {} } do
    for _, text in ipairs(list) do
      local of_json
      if acceptor then of_json = acceptor:verdict(text) end
      if of_json ~= nil and found.exact then assert.equal(i == 1, of_json, row[1] .. ": " .. text) end
      local verdict, about = schema:check_json(text)
      assert.equal(i == 1, verdict == true, ("%s: %s\n%s%s"):format(row[1], text, found.text, tostring(about)))
    end
  end
  return found
end

local rows = {
  { '{}', valid = { "1", "null", "{}", "[]" } },
  -- Characters that YAML does not allow unescaped, or that its readers treat differently.
  { [[{"title": "\u0080\ufffe", "properties": {
      "\ufeff": {"type": "integer"}, "\u009f": {"const": "\uffff\u0085"}}}]],
    valid = { [[{"\ufeff": 1, "\u009f": "\uffff\u0085"}]] },
    invalid = { [[{"\ufeff": ""}]], [[{"\u009f": "\uffff"}]] } },
  -- The value stays an empty map where null or a text is the default.
  { '{"additionalProperties": false}', valid = { "{}", "null", '"a"', "[1]" }, invalid = { '{"a": 1}' } },
  { '{"properties": {"a": {"additionalProperties": false, "type": ["object", "string"], "default": "x"}}}',
    valid = { '{"a": {}}', '{"a": "y"}', "{}" }, invalid = { '{"a": {"b": 1}}', '{"a": 1}' } },
  { '{"properties": {"a": {"additionalProperties": false, "type": ["object", "string", "null"]}}}',
    valid = { '{"a": {}}', '{"a": null}', "{}" }, invalid = { '{"a": {"b": 1}}', '{"a": 1}' } },
  { '{"additionalProperties": false, "required": ["a"]}', valid = { "1", "null" }, invalid = { "{}", '{"a": 1}' } },
  { '{"dependentSchemas": {"a": {"contains": {}}}, "unevaluatedItems": false}', valid = { "[]", "1", '{"a": 1}' },
    invalid = { '[1, "a", null]', '["a"]' } },
  -- A schema must not change when it is merged into another one.
  { '{"properties": {"a": true, "b": {"allOf": [true], "unevaluatedProperties": false}}}',
    valid = { '{"a": {"x": 1}, "b": {}}' }, invalid = { '{"b": {"x": 1}}' } },
  { '{"propertyNames": {"allOf": [{"minLength": 2}, {"minLength": 1}, true], "unevaluatedProperties": true,'
    .. ' "prefixItems": [true]}}', valid = { '{"ab": 1}' }, invalid = { '{"a": 1}' } },
  { '{"$defs": {"x": {"multipleOf": 1}}, "allOf": [{"$ref": "#/$defs/x", "unevaluatedProperties": {"type": "string"}},'
    .. ' {"minProperties": 1}]}', valid = { '{"a": ""}', "1" }, invalid = { '{"a": 1}', "{}", "1.5" } },
  { '{"allOf": [{"anyOf": [{"required": ["a"], "properties": {"a": true}}, true], "unevaluatedProperties": false}],'
    .. ' "dependentSchemas": {"b": {"properties": {"b": true}}}}', valid = { '{"a": 1}', "1" },
    invalid = { '{"b": 1}' } },
  -- A document that is null is validated as null, whatever the default is.
  { '{"$ref": "#/$defs/x", "$defs": {"x": {"required": ["a"]}}}', valid = { "null", '{"a": 1}' }, invalid = { "{}" } },
  { '{"default": "a", "oneOf": [{"properties": {"b": true}}, {"pattern": "b$"}]}', valid = { '"a"' },
    invalid = { "null", '"b"' } },
  -- An empty map and an empty array are not the same.
  { '{"not": {"enum": ["", [], {"a": [{}]}]}}', valid = { "{}", '{"a": [[]]}' },
    invalid = { "[]", '""', '{"a": [{}]}' } },
  { '{"const": false, "allOf": [{"enum": [true, false]}]}', valid = { "false" }, invalid = { "true", "null" } },
  { '{"prefixItems": [true], "items": {"type": "boolean"}}', valid = { "[1, false]" }, invalid = { "[1, 2]" } },
  -- A default that a pattern refuses is not filled in.
  { '{"properties": {"ab": {"default": null}}, "patternProperties": {"^a": false, "b$": true}}', valid = { "{}" },
    invalid = { '{"ab": null}' } },
  { '{"propertyNames": {"pattern": ""}}', valid = { '{"a": 1}' } },
  { 'false', invalid = { "1", "null", "{}", "[]" } },
  { '{"type": "integer"}', valid = { "1", "1.0", "1e300", "-3" }, invalid = { "1.5", '"1"', "null", "true" } },
  { '{"type": "integer"}', draft = 4, valid = { "1", "-3" }, invalid = { "1e300", "1.5", '"1"', "null" } },
  { '{"type": ["integer", "number"]}', draft = 4, valid = { "3", "3.0", "3.5" }, invalid = { "null" } },
  { '{"enum": [1, 2]}', draft = 4, valid = { "1", "1.0" }, invalid = { "3" } },
  { '{"type": "number"}', valid = { "1", "1.5" }, invalid = { '"1"', "null", "{}" } },
  { '{"type": "string", "minLength": 2, "maxLength": 3}', valid = { '"ab"', '"äöü"' },
    invalid = { '"a"', '"abcd"', "12", "null" } },
  { '{"minLength": 2}', valid = { '"ab"', "1", "null", "[]", "{}" }, invalid = { '"a"' } },
  { '{"type": ["string", "null"], "pattern": "^a\\\\d$"}', valid = { '"a1"', "null" }, invalid = { '"a"', "1" } },
  { '{"type": ["integer", "string"], "minimum": 3}', valid = { "3", "3.0", '"a"' }, invalid = { "2", "3.5", "null" } },
  { '{"type": "number", "multipleOf": 4, "allOf": [{"multipleOf": 6}, {"multipleOf": 10}]}', valid = { "60", "0" },
    invalid = { "12", "20", "30", "4" } },
  { '{"type": "integer", "multipleOf": 1.5}', valid = { "3", "0", "-6.0" }, invalid = { "1", "2", "1.5", "4.5" } },
  { '{"multipleOf": 0.01}', valid = { "4.02", '"a"' }, invalid = { "0.001" } },
  { '{"exclusiveMinimum": 1, "maximum": 3}', valid = { "2", "3", "null" }, invalid = { "1", "4" } },
  { '{"minimum": 1, "exclusiveMinimum": true}', draft = 4, valid = { "2" }, invalid = { "1" } },
  { '{"enum": ["a", 1, null, {"b": [1]}]}', valid = { '"a"', "1.0", "null", '{"b": [1.0]}' },
    invalid = { '"b"', "true", '{"b": [2]}', "[]" } },
  -- The other keywords, each by itself, must accept the values of enum.
  { '{"enum": ["a", "abcd"], "minLength": 2}', valid = { '"abcd"' }, invalid = { '"a"' } },
  { '{"enum": ["a", "abcd"], "maxLength": 2}', valid = { '"a"' }, invalid = { '"abcd"' } },
  { '{"enum": [1, 4], "minimum": 2}', valid = { "4" }, invalid = { "1" } },
  { '{"enum": [1, 4], "maximum": 2}', valid = { "1" }, invalid = { "4" } },
  { '{"enum": [1, 4], "exclusiveMinimum": 1}', valid = { "4" }, invalid = { "1" } },
  { '{"enum": [1, 4], "exclusiveMaximum": 4}', valid = { "1" }, invalid = { "4" } },
  { '{"enum": [[1], [1, 2]], "minItems": 2}', valid = { "[1, 2]" }, invalid = { "[1]" } },
  { '{"enum": [[1], [1, 2]], "maxItems": 1}', valid = { "[1]" }, invalid = { "[1, 2]" } },
  { '{"enum": [false]}', valid = { "false" }, invalid = { "0", "true", "null" } },
  { '{"const": {"a": false}}', valid = { '{"a": false}' }, invalid = { '{"a": 0}', "{}", "null" } },
  { '{"type": "object"}', valid = { "{}", '{"a": null}' }, invalid = { "[]", "null", "1" } },
  { '{"properties": {"a": {"type": "string"}}, "required": ["a", "b"]}',
    valid = { '{"a": "", "b": null}', "1", "null", "[]" }, invalid = { '{"a": ""}', '{"a": 1, "b": 1}', "{}" } },
  { '{"type": "object", "properties": {"a": {"type": "integer"}}, "additionalProperties": false}',
    valid = { "{}", '{"a": 1}' }, invalid = { '{"b": 1}', '{"a": null}', "null" } },
  { '{"properties": {"a": false}}', valid = { "{}", "1" }, invalid = { '{"a": null}', '{"a": 1}' } },
  { '{"properties": {"ab": {"type": "integer"}}, "patternProperties": {"^a": {"minimum": 2}, "b$": {"maximum": 5}},'
    .. ' "additionalProperties": {"type": "string"}}', valid = { '{"ab": 3, "c": ""}', '{"a": 9}', "[]" },
    invalid = { '{"ab": 1}', '{"ab": 6}', '{"c": 1}' } },
  { '{"patternProperties": {"^x-": {"type": "string"}}, "additionalProperties": false}',
    valid = { '{"x-a": ""}', "{}" }, invalid = { '{"x-a": 1}', '{"y": 1}', '{"y": ""}' } },
  { '{"patternProperties": {"^x-": {}, "y$": true}, "additionalProperties": false}',
    valid = { '{"x-a": 1, "ay": ""}', "{}" }, invalid = { '{"a": 1}', '{"ya": null}' } },
  { '{"propertyNames": {"pattern": "^[a-z]+$"}}', valid = { '{"a": 1}', "1" }, invalid = { '{"A": 1}' } },
  { '{"propertyNames": false}', valid = { "{}", "1" }, invalid = { '{"a": 1}' } },
  { '{"const": "a\\u0000b"}', valid = { '"a\\u0000b"' }, invalid = { '"ab"' } },
  { '{"properties": {"": {"type": "integer"}, "<<": {"type": "integer"}, "other": {"type": "integer"}}}',
    valid = { '{"": 1, "<<": 2, "other": 3, "x": ""}' }, invalid = { '{"": ""}', '{"<<": ""}', '{"other": ""}' } },
  { '{"propertyNames": {"maxLength": 1}, "properties": {"a": {}}}', valid = { '{"a": 1}' }, invalid = { '{"bb": 1}' } },
  { '{"minProperties": 1, "maxProperties": 2}', valid = { '{"a": 1}', "[]" },
    invalid = { "{}", '{"a":1,"b":2,"c":3}' } },
  { '{"type": "array", "items": {"type": "string"}, "minItems": 1, "uniqueItems": true}',
    valid = { '["a", "b"]' }, invalid = { "[]", '["a", "a"]', "[1]", "null" } },
  { '{"uniqueItems": true}', valid = { "[1, true]", "[0, false]", "{}" },
    invalid = { "[1, 1.0]", '[{"a":1},{"a":1}]' } },
  { '{"prefixItems": [{"type": "string"}], "items": false}', valid = { '["a"]', "[]", "1" },
    invalid = { "[1]", '["a", 1]' } },
  { '{"items": [{"type": "string"}], "additionalItems": {"type": "integer"}}', draft = 7,
    valid = { '["a", 1]', "[]" }, invalid = { '["a", "b"]', "[1]" } },
  { '{"contains": {"const": 1}, "minContains": 2, "maxContains": 3}', valid = { "[1, 1]", "{}" },
    invalid = { "[1]", "[1,1,1,1]", "[]" } },
  { '{"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}',
    valid = { '"a"', '["a"]' }, invalid = { "1", "[1]", "null" } },
  { '{"oneOf": [{"enum": [{"a": [1]}, 1]}, {"enum": [{"a": [1.0]}, 2]}]}', valid = { "1", "2" },
    invalid = { '{"a": [1]}', "3" } },
  { '{"oneOf": [{"type": "integer"}, {"minimum": 2}]}', valid = { "1", "2.5" }, invalid = { "3", "1.5" } },
  { '{"oneOf": [{"properties": {"k": {"const": "a"}, "x": {"type": "integer"}}, "required": ["k"], "type": "object"},'
    .. ' {"properties": {"k": {"const": "b"}}, "required": ["k", "y"], "type": "object"}]}',
    valid = { '{"k": "a", "x": 1}', '{"k": "b", "y": 1}' },
    invalid = { '{"k": "a", "x": ""}', '{"k": "b"}', "{}", "1" } },
  { '{"allOf": [{"properties": {"a": {"type": "integer"}}}, {"properties": {"a": {"minimum": 2}}, "required": ["a"]}]}',
    valid = { '{"a": 2}', "1" }, invalid = { '{"a": 1}', "{}" } },
  { '{"allOf": [false, true]}', invalid = { "1", "null" } },
  { '{"not": {"type": "integer"}}', valid = { '"a"', "null", "1.5" }, invalid = { "1", "1.0" } },
  { '{"if": {"properties": {"a": {"const": 1}}, "required": ["a"]}, "then": {"required": ["b"]},'
    .. ' "else": {"required": ["c"]}}', valid = { '{"a": 1, "b": 1}', '{"c": 1}' },
    invalid = { '{"a": 1}', "{}" } },
  { '{"dependentRequired": {"a": ["b"]}, "dependentSchemas": {"c": {"maxProperties": 1}}}',
    valid = { '{"a": 1, "b": 1}', '{"c": 1}', "1" }, invalid = { '{"a": 1}', '{"c": 1, "d": 1}' } },
  { '{"dependencies": {"a": ["b"], "c": {"maxProperties": 1}}}', draft = 7, valid = { '{"a": 1, "b": 1}', "[]" },
    invalid = { '{"a": 1}', '{"c": 1, "d": 1}' } },
  { '{"allOf": [{"properties": {"a": true}}], "anyOf": [{"required": ["b"], "properties": {"b": true}}, true],'
    .. ' "unevaluatedProperties": false}', valid = { '{"a": 1, "b": 1}', "1" }, invalid = { '{"c": 1}' } },
  { '{"$ref": "#/$defs/n", "$defs": {"n": {"properties": {"n": {"$ref": "#/$defs/n"}, "v": {"type": "integer"}},'
    .. ' "additionalProperties": false, "required": ["v"]}}}', valid = { '{"v": 1, "n": {"v": 2}}' },
    invalid = { '{"v": 1, "n": {}}', '{"n": {"v": 1}}' } },
  { '{"properties": {"a": {"$ref": "#"}}, "required": ["a"]}', valid = { "1", '{"a": 1}' },
    invalid = { "{}", '{"a": {}}' } },
  { '{"properties": {"ab": {"$ref": "#"}, "c": {"type": "string"}}, "patternProperties": {"^a": {"$ref": "#"}}}',
    valid = { '{"ab": {"ab": {}, "c": ""}, "ad": {"c": ""}}' },
    invalid = { '{"ab": {"ab": {"c": 1}}}', '{"ad": {"c": 1}}' } },
  { '{"$schema": "http://json-schema.org/draft-07/schema#", "properties": {"a": {"$ref": "#", "maxProperties": 1,'
    .. ' "type": "object"}}, "maxProperties": 2}', valid = { '{"a": 1}', '{"a": {"a": {}, "b": 1}}' },
    invalid = { '{"a": {"a": 1, "b": 1, "c": 1}}' } },
  { '{"$schema": "https://json-schema.org/draft/2019-09/schema", "properties": {"a": {"$ref": "#", "maxProperties": 1,'
    .. ' "type": "object"}}}', valid = { '{"a": {"a": {}}}', "1" }, invalid = { '{"a": 1}', '{"a": {"a": {}, "b": 1}}',
      '{"a": {"a": {"a": 1}}}' } },
  { '{"$id": "http://x/root.json", "$ref": "other.json#here", "$defs": {"a": {"$id": "other.json", "$defs": {"b":'
    .. ' {"$anchor": "here", "type": "string"}}}}}', valid = { '"a"' }, invalid = { "1" } },
  { '{"$ref": "#/definitions/a", "maxItems": 1, "definitions": {"a": {"type": "array"}}}', draft = 7,
    valid = { "[1, 2]" }, invalid = { "1" } },
  { '{"$ref": "#/$defs/a~1b%25", "maxItems": 1, "$defs": {"a/b%": {"type": "array"}}}', valid = { "[1]" },
    invalid = { "[1, 2]", "1" } },
  { '{"format": "email"}', valid = { '"a"', "1" } },
  { '{"$schema": "http://json-schema.org/draft-07/schema#", "format": "email"}', valid = { '"a@b.de"', "1" },
    invalid = { '"a"' } },
  { '{"$schema": "http://json-schema.org/draft-07/schema#", "properties": {"a": {"format": "uri-reference"}, "b":'
    .. ' {"format": "uuid"}}}', valid = { '{"a": "../x#y"}', '{"b": "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"}' },
    invalid = { '{"a": "x y"}', '{"b": "f81d4fae"}' } },
  { '{"pattern": "^\\\\u0061.\\\\s$"}', valid = { '"ab\\u00a0"', '"ab "' }, invalid = { '"a\\n "', '"ab\\u200b"' } },
  { '{"pattern": "^[\\\\s\\\\S]$"}', valid = { '"\\n"', '"💩"' }, invalid = { '""' } },
}

describe("an import", function()
  it("fills in defaults below maps at which no other keyword looks", function()
    local text = import('{"properties": {"m": {"additionalProperties": {"properties": {"x": {"default": 1}}}}}}').text
    assert.same({ m = { a = { x = 1 } } }, (assert(yschema.load(text)):apply "m: {a: {}}"))
  end)

  for _, row in ipairs(rows) do
    it("validates as " .. row[1], function() assert.is_true(validated(row).exact) end)
  end

  it("takes no float for an integer in draft-04, as far as YAML says which it is", function()
    for text, valid in pairs {
      ['{"type": "integer", "minimum": 3}'] = true, ['{"type": ["integer", "null"]}'] = true,
      ['{"type": ["integer", "string"], "minimum": 3}'] = true, ['{"type": "integer", "enum": [3, 4]}'] = true,
      ['{"type": "integer", "not": {"enum": [7]}}'] = true, ['{"type": ["integer", "array"], "items": {}}'] = true,
      ['{"enum": [3, 4]}'] = false, ['{"type": ["integer", "number"]}'] = false,
    } do
      local schema = assert(yschema.load(import(text, 4).text))
      assert.is_truthy(schema:apply "3", text)
      assert.equal(valid, schema:apply "3.0" == nil, text)
      assert.is_truthy(assert(yschema.load(import(text, 6).text)):apply "3.0", text)
    end
  end)

  it("keeps defaults, titles, descriptions and examples", function()
    local found = import [[{"type": "object", "additionalProperties": false, "properties": {"port": {"type": "integer",
      "title": "Port", "description": "Where to listen.", "default": 80, "examples": [8080]}}}]]
    assert.matches('#@schema/title "Port"\n#@schema/desc "Where to listen."\n'
      .. '#@schema/examples ("Example 1", 8080)\n#@schema/type "int", "float"\n#@schema/validation multiple_of=1\n'
      .. "port: 80\n", found.text, 1, true)
  end)

  it("keeps examples and defaults whose formats, patterns and items are valid", function()
    local text = validated({ [[{"$schema": "http://json-schema.org/draft-07/schema#", "properties": {
      "u": {"type": "string", "format": "uri", "examples": ["https://a.b", "no"]},
      "m": {"type": "object", "patternProperties": {"^a": {"type": "integer"}}, "default": {"a1": 1}},
      "n": {"type": "object", "patternProperties": {"^a": {"type": "integer"}}, "default": {"a1": "x"}},
      "l": {"type": "array", "uniqueItems": true, "items": {}, "default": [1, 2]}}}]], valid = { "{}" },
      invalid = { '{"m": {"a1": ""}}' } }).text
    assert.is_truthy(text:find('#@schema/examples ("Example 1", "https://a.b")\n', 1, true), text)
    assert.is_truthy(text:find('#@schema/default {"a1": 1}\n', 1, true), text)
    assert.is_truthy(text:find('Default: {\\"a1\\": \\"x\\"}.', 1, true), text)
    assert.is_truthy(text:find("#@schema/default [1, 2]\n", 1, true), text)
  end)

  -- A rule would validate the same, but descriptions and editors would not show it.
  it("writes placeholders and types for the keywords about keys", function()
    for text, wanted in pairs {
      ['{"propertyNames": {"pattern": "^a[0-9]+$"}, "additionalProperties": {"type": "string"}}'] =
        '#@schema/key allowed="^a[0-9]+$", missing_ok=True\nname: ""\n',
      ['{"patternProperties": {"^x-": {"type": "string"}}, "additionalProperties": false}'] =
        '#@schema/key allowed="^x-", missing_ok=True\n"x-*": ""\n',
      ['{"patternProperties": {"": {"type": "string"}}}'] = '#@schema/any-key\nname: ""\n',
      ['{"properties": {"k": {"additionalProperties": true}}, "additionalProperties": false}'] =
        '#@schema/type any=True\nk:\n',
    } do
      local found = assert(import(text))
      assert.equal(wanted, found.text:sub(-#wanted), found.text)
    end
  end)

  it("runs no code in the name of a file", function()
    local source = core.source("x\n---\n#@ fail(1)\n.json", '{"type": "integer"}', false, true)
    local text = importer.import(source, settings, 2020).text
    assert.matches('#! This is "x\\n---\\n#@ fail(1)\\n.json", a JSON', text, 1, true)
    assert.is_truthy(yschema.load(text))
  end)

  it("finds integers that do not fit in 64 bits at all places of a text", function()
    for blanks = 0, 40 do
      local text = '{"maximum":' .. (" "):rep(blanks) .. "9999999999999999999}"
      assert.equal(false, assert(yschema.import_json_schema(text)).exact, blanks)
    end
  end)

  it("replaces integers that do not fit in 64 bits, and reports inexact ones", function()
    validated { '{"maximum": 18446744073709551616, "description": "18446744073709551617"}',
      valid = { "1", "9223372036854775807" },
      invalid = { "1e30" } }
    validated { '{"enum": ["\\"123456789012345678901", 9223372036854775808]}',
      valid = { "9223372036854775808", '"\\"123456789012345678901"' },
      invalid = { "9223372036854775807" } }
    local found = validated { '{"minimum": -9223372036854775809,\n"maximum": 18446744073709551615,\n'
      .. '"not": {"const": {"a": [123456789012345678901]}}}', valid = { "0" }, invalid = { "1e30" } }
    local listed = {}
    for i, loss in ipairs(found.losses) do listed[i] = ("%s %s %d"):format(loss.pointer, loss.verdict, loss.line) end
    table.sort(listed)
    assert.same({ "/maximum looser 2", "/minimum stricter 1", "/not/const looser 3" }, listed)
    assert.matches("18446744073709551615 does not fit in 64 bits; the nearest float replaces it",
      found.losses[2].reason, 1, true)
  end)

  it("imports references whose targets depend on the path to them", function()
    local text = '{"$id": "http://x/a", "%sAnchor": %s, "anyOf": [{"type": "integer"},'
      .. ' {"type": "array", "items": {"$ref": "b"}}],'
      .. ' "$defs": {"b": {"$id": "b", "%sAnchor": %s, "items": {"%sRef": "%s"}}}}'
    local row
    for draft, words in pairs { [2019] = { "$recursive", "true", "#" }, [2020] = { "$dynamic", '"n"', "#n" } } do
      local name, value, ref = words[1], words[2], words[3]
      local schema = draft == 2019 and "https://json-schema.org/draft/2019-09/schema" or nil
      local whole = text:format(name, value, name, value, name, ref)
      if schema then whole = ('{"$schema": "%s", %s'):format(schema, whole:sub(2)) end
      assert.is_true(validated({ whole, valid = { "1", "[[1]]", "[[[[1]]]]" }, invalid = { '[["x"]]', '[[[["x"]]]]' } })
        .exact)
      row = '{"%sAnchor": %s, "type": ["array", "integer"], "items": {"%sRef": "%s"}}'
      assert.is_true(import(row:format(name, value, name, ref), draft).exact)
    end
  end)

  local old = { ["type"] = { "integer", "null" }, minLength = 2 }
  for uri, invalid in pairs {
    ["http://json-schema.org/draft-04/schema#"] = { "true", '{"exclusiveMinimum": 1}', '{"required": []}' },
    ["http://json-schema.org/draft-06/schema#"] = { "null", '{"exclusiveMinimum": true}', '{"contains": 1}' },
    ["http://json-schema.org/draft-07/schema"] = { "1", '{"if": {"type": "x"}}', '{"pattern": "("}' },
    ["https://json-schema.org/draft/2019-09/schema"] = { "[]", '{"$defs": {"a": {"type": 1}}}',
      '{"items": [{"maxItems": -1}]}', '{"$anchor": "1"}' },
    ["https://json-schema.org/draft/2020-12/schema#"] = { '""', '{"prefixItems": []}', '{"items": [true]}',
      '{"$defs": {"a": {"unevaluatedItems": {"minimum": "1"}}}}', '{"dependentRequired": {"a": ["b", "b"]}}' },
  } do
    it("has the metaschema " .. uri, function()
      table.insert(invalid, '{"properties": {"a": {"anyOf": [{"type": "intgr"}]}}}')
      local found = validated { ('{"$ref": "%s"}'):format(uri), invalid = invalid, valid = { "{}",
        core.encode(old, "json"), '{"properties": {"a": {"allOf": [{"enum": [1]}, {"not": {"items": {}}}]}}}' } }
      assert.is_true(found.exact)
      local below = import(('{"items": {"$ref": "%s"}}'):format(uri))
      assert.same({ true, {} }, { below.exact, below.losses })
    end)
  end

  it("has parts of metaschemas, and their vocabularies", function()
    for uri, row in pairs {
      ["http://json-schema.org/draft-07/schema#/definitions/nonNegativeInteger"] = { "2", "-1" },
      ["https://json-schema.org/draft/2020-12/meta/validation"] = { '{"items": 1}', '{"minLength": -1}' },
      ["https://json-schema.org/draft/2020-12/meta/validation#/$defs/stringArray"] = { '["a"]', '["a", "a"]' },
      ["https://json-schema.org/draft/2019-09/meta/applicator"] = { '{"items": {"type": 1}}', '{"items": {"not": 1}}' },
    } do
      assert.is_true(validated({ ('{"$ref": "%s"}'):format(uri), valid = { row[1] }, invalid = { row[2] } }).exact)
    end
    local _, problem = import '{"$ref": "https://json-schema.org/draft/2020-12/meta/none"}'
    assert.matches("https://json-schema.org/draft/2020-12/meta/none is on another site", problem, 1, true)
  end)

  it("imports a metaschema below an anchor that replaces its own", function()
    local found = validated { [[{"$dynamicAnchor": "meta", "properties": {"type": {"const": "string"},
      "a": {"$ref": "https://json-schema.org/draft/2020-12/schema"}}}]],
      valid = { '{"a": {"not": {"type": "string"}}}', '{"a": {"type": "integer"}}' },
      invalid = { '{"a": {"not": {"type": "integer"}}}', '{"a": {"type": "x"}}' } }
    assert.is_true(found.exact)
  end)

  it("reports that $schema names no known draft", function()
    for _, uri in ipairs { "https://x/y", "https://example.com/draft/2020-12/schema",
      "http://json-schema.org/draft-09/schema#", "http://json-schema.org/draft-08/schema#",
      "https://json-schema.org/draft/2021-01/schema", "" } do
      local found = import(('{"type": "string",\n"$schema": "%s"}'):format(uri))
      local loss = found.losses[1]
      assert.same({ "unknown dialect", "/$schema", 2 }, { loss.verdict, loss.pointer, loss.line })
      assert.equal("this draft is not supported; the keywords are read as those of 2020-12", loss.reason)
      assert.is_false(found.exact)
    end
    for _, uri in ipairs { "http://json-schema.org/draft-04/schema#", "https://json-schema.org/draft-07/schema",
      "https://json-schema.org/draft/2019-09/schema", "https://json-schema.org/draft/2020-12/schema#" } do
      assert.is_true(import(('{"$schema": "%s"}'):format(uri)).exact)
    end
  end)

  it("reports references that cannot be followed beside unevaluated keywords", function()
    local found = import([[{"$dynamicAnchor": "n", "anyOf": [true, {"$ref": "#/$defs/b"}],
      "unevaluatedProperties": false, "$defs": {"b": {"$id": "b", "$dynamicAnchor": "n", "$dynamicRef": "#n"},
      "c": {"unevaluatedItems": false}}}]])
    local listed = {}
    for i, loss in ipairs(found.losses) do listed[i] = loss.verdict .. " " .. loss.pointer end
    table.sort(listed)
    assert.same({ "stricter /unevaluatedProperties" }, listed)
    found = import('{"$ref": "x.json", "unevaluatedItems": false}', 2020, true)
    assert.same({ "looser", "stricter" }, { found.losses[1].verdict, found.losses[2].verdict })
  end)

  it("imports long chains of definitions", function()
    local parts = {}
    for i = 1, 4000 do
      parts[i] = ('"t%d": {"properties": {"n": {"$ref": "#/$defs/t%d"}}, "not": {"$ref": "#/$defs/u%d"}},'
        .. ' "u%d": {"required": ["x"], "properties": {"x": {"$ref": "#/$defs/u%d"}}}'):format(i, i + 1, i, i, i + 1)
    end
    local found, problem = import(('{"$defs": {%s, "t4001": {"type": "string"}, "u4001": true}, "$ref": "#/$defs/t1"}')
      :format(table.concat(parts, ", ")), 2020)
    assert.is_nil(problem)
    assert.is_truthy(found.text:find("def t4000():", 1, true))
    assert.is_truthy(found.text:find('json_schema="#/$defs/t4000"', 1, true))
  end)

  for name, row in pairs {
    allOf = '"allOf": [%s, %s]', ["if"] = '"if": %s, "then": %s, "else": %s',
    ["not"] = '"not": {"not": %s}, "allOf": [%s]',
    unevaluated = '"allOf": [%s, {"anyOf": [%s, %s]}], "unevaluatedProperties": false',
  } do
    it("imports definitions that refer to the next one twice below " .. name, function()
      local parts = {}
      for i = 1, 40 do
        local ref = ('{"$ref": "#/$defs/d%d"}'):format(i + 1)
        parts[i] = ('"d%d": {%s}'):format(i, (row:gsub("%%s", ref)))
      end
      validated { ('{"$ref": "#/$defs/d1", "$defs": {%s, "d41": {"type": "object", "properties": {"x": {"type":'
        .. ' "integer"}}}}}'):format(table.concat(parts, ", ")), valid = { '{"x": 1}' },
        invalid = { '{"x": ""}', "1" } }
    end)
  end

  it("imports thousands of members of allOf, and of values", function()
    local members, values = {}, {}
    for i = 1, 3000 do
      members[i] = ('{"properties": {"k%d": {"type": "integer"}}}'):format(i)
      values[i] = ('{"enum": ["a%d", %d]}'):format(i, i)
    end
    local found = validated { ('{"allOf": [%s]}'):format(table.concat(members, ", ")), valid = { '{"k3": 1}', "{}" },
      invalid = { '{"k3000": ""}', '{"k1": ""}' } }
    assert.is_truthy(found.text:find("\nk3000: 0\n", 1, true))
    validated { ('{"anyOf": [%s]}'):format(table.concat(values, ", ")), valid = { '"a1"', "3000" },
      invalid = { '"b"' } }
  end)

  it("reports losses with pointer and line", function()
    local found = validated { allow = true,
      '{"properties": {\n"a": {"pattern": "(?<=a+)b"},\n"b": {"$ref": "https://x/y.json"},\n'
      .. '"c": {"minLength": 2}}}', valid = { '{"a": "b", "b": 1, "c": "ab"}' } }
    assert.is_false(found.exact)
    local listed = {}
    for i, loss in ipairs(found.losses) do listed[i] = { loss.verdict, loss.keyword, loss.pointer, loss.line } end
    assert.same({ { "looser", "pattern", "/properties/a/pattern", 2 },
      { "looser", "$ref", "/properties/b/$ref", 3 } }, listed)
  end)

  for _, row in ipairs {
    { '{"$ref": "#/$defs/a"}', "s.json:1: $ref cannot be resolved: there is nothing at #/$defs/a" },
    { '{"$ref": "#"}', "s.json:1: it is circular" },
    { '{"$defs": {"a": {"$ref": "#/$defs/b"},\n"b": {"allOf": [{"$ref": "#/$defs/a"}]}}}', "is circular" },
    { '{"$schema": "http://json-schema.org/draft-03/schema#"}', "s.json:1: draft-03 is not supported" },
    { "[1]", "s.json: it is not a JSON Schema" },
  } do
    it("refuses " .. row[1]:gsub("\n", " "), function()
      local found, problem = import(row[1])
      assert.is_nil(found)
      assert.matches(row[2], problem, 1, true)
    end)
  end
end)
