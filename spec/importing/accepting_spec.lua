-- What is accepted without an import: `yschema check --json-schema S --lines -q` skips it. import_spec.lua
-- compares with the import what is not; here stands what has to be accepted, because it would be slow otherwise.

local accepting = require "yschema.importing.accepting"
local core = require "yschema.core"
local settings_of = require "yschema.pipeline.settings".of_options

local settings = settings_of({}, 1)

local function acceptor_of(text, draft)
  return accepting.new(core.source("s.json", text, false, true), settings, draft)
end

local function accepts(acceptor, text) return acceptor:lines(text .. "\n", 1) == 1 end

-- Each row: the schema, what is accepted, what is not, and the draft unless it is 2020-12.
local rows = {
  { "true", { "1", "null", "[{}]" } },
  { "false", {}, { "1", "{}" } },
  { '{"type": "integer"}', { "1", "-0", "1.0", "1e2", "18446744073709551615" }, { "1.5", '"1"', "true" } },
  { '{"type": ["integer", "number"]}', { "1.5" }, { "null" } },
  { '{"type": ["null", "object"]}', { "null", "{}" }, { "[]", "0" } },
  { '{"enum": [1, "a", {"b": [null]}]}', { "1.0", '"a"', '{"b": [null]}' }, { "true", '"b"', '{"b": []}' } },
  { '{"enum": ["a","b","c","d","e","f","g","h","i","j"]}', { '"j"' }, { '"k"', '["a"]' } },
  { '{"enum": []}', {}, { "1" } },
  { '{"const": {"a": 1, "b": 2}}', { '{"b": 2.0, "a": 1}' }, { '{"a": 1}', "0" } },
  { '{"minimum": 1, "exclusiveMaximum": 3}', { "1", "2.9", '"x"' }, { "0", "3" } },
  { '{"minimum": 1, "exclusiveMinimum": true, "maximum": 3, "exclusiveMaximum": false}', { "1.1", "3" }, { "1", "4" },
    4 },
  { '{"multipleOf": 0.1}', { "0.3", "4" }, { "0.35" } },
  { '{"minLength": 2, "maxLength": 3}', { '"äö"', '"äöü"', "1" }, { '"ä"', '"abcd"' } },
  { '{"pattern": "^a\\\\d$"}', { '"a1"', "{}" }, { '"a"' } },
  { '{"$schema": "http://json-schema.org/draft-07/schema#", "format": "ipv4"}', { '"1.2.3.4"', "1" }, { '"1.2.3"' } },
  { '{"$schema": "https://json-schema.org/draft/2020-12/schema", "format": "ipv4"}', { '"1.2.3"' } },
  { '{"$schema": "http://json-schema.org/draft-07/schema#", "format": "color"}', { '"no"' } },
  { '{"minItems": 1, "maxItems": 2, "uniqueItems": true}', { "[1]", "[1, true]" }, { "[]", "[1, 1.0]", "[1, 2, 3]" } },
  { '{"items": {"type": "string"}}', { "[]", '["a"]', "1" }, { "[1]" } },
  { '{"prefixItems": [{"type": "string"}], "items": false}', { '["a"]', "[]" }, { "[1]", '["a", 1]' } },
  { '{"items": [{"type": "string"}], "additionalItems": {"type": "null"}}', { '["a", null]' }, { '["a", 1]' }, 7 },
  { '{"contains": {"const": 1}, "minContains": 2, "maxContains": 3}', { "[1, 1, 0]" }, { "[1]", "[1, 1, 1, 1]" } },
  { '{"contains": {"const": 1}, "minContains": 2}', { "[1]" }, { "[2]", "[]" }, 7 },
  { '{"properties": {"a": {"type": "null"}}, "required": ["a", "b"]}', { '{"b": 1, "a": null}', "1" },
    { '{"a": null}', '{"a": 1, "b": 1}' } },
  { '{"patternProperties": {"^x": {"type": "null"}}, "properties": {"xa": true}, "additionalProperties": false}',
    { '{"x": null, "xa": null}' }, { '{"x": 1}', '{"a": 1}', '{"xa": 1}' } },
  { '{"propertyNames": {"maxLength": 1}, "minProperties": 1, "maxProperties": 2}', { '{"a": 1}' },
    { '{"ab": 1}', "{}", '{"a": 1, "b": 1, "c": 1}' } },
  { '{"dependencies": {"a": ["b"], "c": {"required": ["d"]}}}', { '{"a": 1, "b": 1}', '{"c": 1, "d": 1}' },
    { '{"a": 1}', '{"c": 1}' }, 7 },
  { '{"dependentRequired": {"a": ["b"]}, "dependentSchemas": {"c": {"required": ["d"]}}}',
    { '{"a": 1, "b": 1}', "{}" }, { '{"a": 1}', '{"c": 1}' } },
  { '{"dependentRequired": {"a": ["b"]}}', { '{"a": 1}' }, {}, 7 },
  { '{"allOf": [{"type": "integer"}, {"minimum": 1}]}', { "1" }, { "0", '"1"' } },
  { '{"anyOf": [{"type": "string"}, {"minimum": 1, "type": "integer"}]}', { '"a"', "1" }, { "0" } },
  { '{"oneOf": [{"minimum": 1}, {"type": "integer"}]}', { "0", "1.5", '"a"' }, { "1" } },
  { '{"oneOf": [{"required": ["k"], "properties": {"k": {"const": "a"}}}, {"required": ["k"], "properties":'
    .. ' {"k": {"enum": ["b", "c"]}}}]}', { '{"k": "a"}', '{"k": "c"}' }, { '{"k": "d"}', "{}" } },
  { '{"not": {"type": "integer"}}', { '"a"' }, { "1" } },
  { '{"if": {"type": "integer"}, "then": {"minimum": 1}, "else": {"type": "string"}}', { "1", '"a"' },
    { "0", "null" } },
  { '{"if": {"type": "integer"}, "else": {"type": "string"}}', { "0" }, { "null" } },
  { '{"$ref": "#/$defs/a", "$defs": {"a": {"type": "integer"}}, "minimum": 1}', { "1" }, { "0", '"a"' } },
  { '{"$ref": "#/definitions/a", "definitions": {"a": {"type": "integer"}}, "minimum": 1}', { "0" }, { '"a"' }, 7 },
  { '{"properties": {"next": {"$ref": "#"}, "v": {"type": "integer"}}, "required": ["v"]}',
    { '{"v": 1, "next": {"v": 2}}' }, { '{"v": 1, "next": {}}' } },
  { '{"$ref": "#/$defs/a%25~1~0b/items/0", "$defs": {"a%/~b": {"items": [{"type": "null"}]}}}', { "null" }, { "1" } },
  { '{"$id": "https://a.test/x/", "$ref": "b#c", "$defs": {"b": {"$id": "b", "$defs": {"c": {"$anchor": "c",'
    .. ' "type": "null"}}}}}', { "null" }, { "1" } },
  { '{"$dynamicRef": "#n", "$defs": {"n": {"$dynamicAnchor": "n", "type": "null"}}}', { "null" }, { "1" } },
  { '{"properties": {"a": true}, "anyOf": [{"properties": {"b": {"type": "null"}}}, {"required": ["c"]}],'
    .. ' "unevaluatedProperties": {"type": "string"}}', { '{"a": 1, "b": null, "d": ""}', '{"b": "", "c": ""}' },
    { '{"a": 1, "d": 1}', '{"b": 1, "c": ""}' } },
  { '{"prefixItems": [true], "contains": {"type": "null"}, "unevaluatedItems": {"type": "string"}}',
    { "[1, null]", '[null, "a", null]' }, { "[1]", "[null, 1]" } },
  { '{"not": {"not": {"properties": {"a": true}}}, "if": {"properties": {"b": true}}, "unevaluatedProperties": false}',
    { '{"b": 1}' }, { '{"a": 1}' } },
  { '{"allOf": [{"properties": {"a": true}, "unevaluatedProperties": {"type": "null"}}],'
    .. ' "unevaluatedProperties": false}', { '{"a": 1, "b": null}' }, { '{"b": 1}' } },
  { '{"anyOf": [{"properties": {"a": true}, "not": true}, true], "unevaluatedProperties": false}', { "{}" },
    { '{"a": 1}' } },
  { '{"anyOf": [{"properties": {"a": true}}, {"properties": {"b": true}}], "unevaluatedProperties": false}',
    { '{"a": 1, "b": 1}' }, { '{"c": 1}' } },
  { '{"$schema": "https://json-schema.org/draft/2019-09/schema", "contains": true, "unevaluatedItems": false}', {},
    { "[1]" } },
  { '{"$schema": "https://json-schema.org/draft/2020-12/schema", "contains": true, "unevaluatedItems": false}',
    { "[1]" } },
  { '{"required": ["a", "a"]}', { '{"a": 1}' }, { '{"b": 1}' } },
  { '{"$recursiveAnchor": true, "properties": {"a": {"$recursiveRef": "#"}}, "required": ["b"]}',
    { '{"b": 1, "a": {"b": 1}}' }, { '{"b": 1, "a": {}}' }, 2019 },
  { '{"id": "https://a.test/x", "allOf": [{"$ref": "#y"}], "definitions": {"y": {"id": "#y", "type": "null"}}}',
    { "null" }, { "1" }, 4 },
  { '{"$ref": "http://json-schema.org/draft-07/schema#"}', { '{"type": "string"}' }, { '{"type": 1}' } },
  { '{"$schema": "http://json-schema.org/draft-04/schema#", "properties": {"required": {"type": "string"}}}',
    { '{"required": "a"}' }, { '{"required": 1}' } },
}

describe("a JSON Schema that is compiled", function()
  for _, row in ipairs(rows) do
    it("accepts what is valid, and nothing else: " .. row[1], function()
      local acceptor = acceptor_of(row[1], row[4])
      assert.is_truthy(acceptor)
      for i, list in ipairs { row[2], row[3] or {} } do
        for _, text in ipairs(list) do assert.equal(i == 1, accepts(acceptor, text), text) end
      end
      acceptor:close()
    end)
  end

  it("accepts no text that is no JSON, has a repeated key, or is longer than allowed", function()
    local acceptor = acceptor_of "true"
    for _, text in ipairs { "", "{", "{a: 1}", '{"a":1,"a":2}', "1 2", "nul", "99999999999999999999999", '"\255"' } do
      assert.is_false(accepts(acceptor, text), text)
    end
    assert.is_true(accepts(acceptor, ' {"a": 1}\r'))
    local short = accepting.new(core.source("s.json", "true", false, true), { max_bytes = 10 })
    assert.is_true(accepts(short, '"12345678"'))
    assert.is_false(accepts(short, '"123456789"'))
  end)

  it("is imported where its meaning is not certain", function()
    for _, text in ipairs { "", "[]", '{"type": "text"}', '{"$ref": "other.json"}', '{"$ref": "#/nothing"}',
      '{"pattern": "(.)\\\\1"}', '{"minimum": "1"}', '{"$schema": "https://a.test/schema"}', '{"properties": {"a": 1}}',
      '{"allOf": []}', '{"additionalProperties": "no"}', '{"multipleOf": 0}', '{"maxLength": -1}',
      '{"$schema": "http://json-schema.org/draft-03/schema#"}',
      '{"$id": "https://a.test/s", "$dynamicRef": "#n", "$defs": {"a": {"$dynamicAnchor": "n"}, "b": {"$id": "b",'
        .. ' "$dynamicAnchor": "n"}}}' } do
      assert.is_nil(acceptor_of(text), text)
    end
  end)

  it("accepts nothing where it would have to go on without end", function()
    for _, text in ipairs { '{"$ref": "#"}', '{"allOf": [{"$ref": "#"}]}', '{"not": {"$ref": "#"}}' } do
      local acceptor = acceptor_of(text, 7)
      assert.is_false(accepts(acceptor, "1"), text)
    end
    -- Twice as many questions with each level.
    local twice = acceptor_of('{"oneOf": [{"type": "integer"}, {"type": "array", "allOf": [{"items": {"$ref": "#"}},'
      .. ' {"items": {"$ref": "#"}}]}]}')
    assert.is_true(accepts(twice, ("["):rep(5) .. "1" .. ("]"):rep(5)))
    assert.is_false(accepts(twice, ("["):rep(60) .. "1" .. ("]"):rep(60)))
  end)

  it("ends wherever the last step is taken", function()
    -- The circle of references begins with few steps left, or none.
    local function list(item, count) return (item .. ","):rep(count) end
    local before = '{"anyOf": [' .. list('{"$ref": "#/definitions/many"}', 330)
    local after = '{"$ref": "#/definitions/a"}], "definitions": {"a": {"$ref": "#/definitions/b"}, "b":'
      .. ' {"$ref": "#/definitions/a"}, "many": {"anyOf": [' .. list('{"type": "null"}', 299) .. '{"type": "null"}]}}}'
    for count = 390, 410 do
      assert.is_false(accepts(acceptor_of(before .. list('{"type": "null"}', count) .. after, 7), "1"))
    end
  end)

  it("skips whole lines, and says where the first other one begins", function()
    local acceptor = acceptor_of '{"type": "integer"}'
    assert.same({ 2, 5 }, { acceptor:lines('1\n2\n"a"\n3\n', 1) })
    assert.same({ 1, 11 }, { acceptor:lines('1\n2\n"a"\n3\n4', 9) })
    assert.same({ 0, 1 }, { acceptor:lines("1", 1) })
    assert.same({ 0, 1 }, { acceptor:lines("", 1) })
    assert.has_error(function() acceptor:lines("1\n", 4) end)
    acceptor:close()
    assert.has_error(function() acceptor:lines("1\n", 1) end, "the acceptor is closed")
  end)

  it("keeps nothing of the lines before", function()
    local acceptor = acceptor_of '{"additionalProperties": {"type": "integer"}}'
    local many = {}
    for i = 1, 2000 do many[i] = ('"k%d":%d'):format(i, i) end
    many = "{" .. table.concat(many, ",") .. "}"
    for _ = 1, 50 do
      assert.is_true(accepts(acceptor, many))
      assert.is_true(accepts(acceptor, '{"k1":1,"other":2}'))
      assert.is_false(accepts(acceptor, '{"k1":""}'))
    end
  end)
end)
