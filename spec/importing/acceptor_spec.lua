-- The verdicts of a compiled JSON Schema. import_spec.lua compares with the import.

local accepting = require "spec.support.accepting"
local core = require "yschema.core"
local yschema = require "yschema"
local settings_of = require "yschema.pipeline.settings".of_options

local settings = settings_of({}, 1)

local function acceptor_of(text, draft)
  return accepting.new(core.source("s.json", text, false, true), settings, draft)
end

-- Each row: the schema, what is valid, what is not, and the draft unless it is 2020-12.
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
  -- Relative addresses.
  { '{"$id": "a/b", "$ref": "../x/./c?d", "$defs": {"c": {"$id": "../x/c?d", "type": "null"}}}', { "null" }, { "1" } },
  { '{"$id": "https://a.test/x/y?q", "allOf": [{"$ref": "./z"}, {"$ref": "../z"}, {"$ref": "?p"}, {"$ref":'
    .. ' "//b.test/w"}], "$defs": {"1": {"$id": "https://a.test/x/z", "minimum": 1},'
    .. ' "2": {"$id": "https://a.test/z", "minimum": 2},'
    .. ' "3": {"$id": "https://a.test/x/y?p", "minimum": 3}, "4": {"$id": "https://b.test/w", "minimum": 4}}}',
    { "4" }, { "0", "1", "2", "3" } },
  { '{"$id": "base", "properties": {"a": {"$id": "n/x", "properties": {"b": {"$ref": "y"}}}}, "$defs": {"y": {"$id":'
    .. ' "n/y", "type": "null"}}}', { '{"a": {"b": null}}' }, { '{"a": {"b": 1}}' } },
  -- The first resource on the path decides, in either direction; an anchor that is not dynamic, or a pointer, never.
  { '{"$id": "https://a.test/s", "$ref": "list", "$defs": {"e": {"$dynamicAnchor": "e", "type": "string"}, "list":'
    .. ' {"$id": "list", "items": {"$dynamicRef": "#e"}, "$defs": {"e": {"$dynamicAnchor": "e"}}}}}', { '["a"]' },
    { "[1]" } },
  { '{"$id": "https://a.test/s", "$ref": "list", "$defs": {"e": {"$anchor": "e", "type": "string"}, "list":'
    .. ' {"$id": "list", "items": {"$dynamicRef": "#e"}, "$defs": {"e": {"$dynamicAnchor": "e", "type": "null"}}}}}',
    { "[null]" }, { '["a"]' } },
  { '{"$id": "https://a.test/s", "anyOf": [{"$ref": "x"}, {"$ref": "y"}], "$defs": {"x": {"$id": "x", "$ref": "list",'
    .. ' "$defs": {"e": {"$dynamicAnchor": "e", "type": "string"}}}, "y": {"$id": "y", "$ref": "list", "$defs": {"e":'
    .. ' {"$dynamicAnchor": "e", "type": "null"}}}, "list": {"$id": "list", "items": {"$dynamicRef": "#e"}, "$defs":'
    .. ' {"e": {"$dynamicAnchor": "e", "type": "boolean"}}}}}', { '["a"]', "[null]", "[]" },
    { "[true]", '["a", null]' } },
  { '{"$id": "https://a.test/s", "$recursiveAnchor": true, "$ref": "t", "required": ["b"], "$defs": {"t": {"$id": "t",'
    .. ' "$recursiveAnchor": true, "properties": {"a": {"$recursiveRef": "#"}}}}}', { '{"b": 1, "a": {"b": 1}}' },
    { '{"b": 1, "a": {}}' }, 2019 },
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
    it("validates: " .. row[1], function()
      local acceptor = acceptor_of(row[1], row[4])
      assert.is_truthy(acceptor)
      for i, list in ipairs { row[2], row[3] or {} } do
        for _, text in ipairs(list) do
          assert.equal(i == 1, acceptor:verdict(text), text)
        end
      end
      acceptor:close()
    end)
  end

  it("accepts no text that is no JSON, has a repeated key, or is longer than allowed", function()
    local acceptor = acceptor_of "true"
    for _, text in ipairs { "", "{", "{a: 1}", '{"a":1,"a":2}', "1 2", "nul", '"\255"' } do
      assert.is_nil(acceptor:verdict(text), text)
    end
    assert.is_true(acceptor:verdict ' {"a": 1}\r')
    local short = accepting.new(core.source("s.json", "true", false, true), { max_bytes = 10 })
    assert.is_true(short:verdict '"12345678"')
    assert.is_nil(short:verdict '"123456789"')
  end)

  it("is not compiled if it is invalid, or leads nowhere", function()
    for _, text in ipairs { "", "[]", '{"type": "text"}', '{"$ref": "other.json"}', '{"$ref": "#/nothing"}',
      '{"pattern": "(?<=a+)b"}', '{"minimum": "1"}', '{"properties": {"a": 1}}',
      '{"allOf": []}', '{"additionalProperties": "no"}', '{"multipleOf": 0}', '{"maxLength": -1}',
      '{"$schema": "http://json-schema.org/draft-03/schema#"}' } do
      assert.is_nil(acceptor_of(text), text)
    end
  end)

  it("gives no verdict where it would have to go on without end", function()
    for _, text in ipairs { '{"$ref": "#"}', '{"allOf": [{"$ref": "#"}]}', '{"not": {"$ref": "#"}}',
      '{"$ref": "#/definitions/a", "definitions": {"a": {"$ref": "#/definitions/b"}, "b": {"$ref":'
        .. ' "#/definitions/a"}}}',
      '{"anyOf": [{"type": "null"}, {"$ref": "#/definitions/a"}], "definitions": {"a": {"$ref": "#/definitions/a"}}}'
    } do
      local acceptor = acceptor_of(text, 7)
      assert.is_nil(acceptor:verdict "1", text)
    end
  end)

  -- Each level is asked about twice by the one around it, in the schema or in the value.
  local function doubling(inner, levels)
    local all = { '{"$ref": "#/$defs/d' .. levels .. '", "$defs": {"d0": {"type": "integer"}' }
    for i = 1, levels do
      all[#all + 1] = (', "d%d": %s'):format(i, (inner:gsub("NEXT", '{"$ref": "#/$defs/d' .. i - 1 .. '"}')))
    end
    return table.concat(all) .. "}}"
  end

  it("gives each answer once", function()
    local before = os.clock()
    for _, inner in ipairs {
      '{"anyOf": [NEXT, NEXT]}', '{"allOf": [NEXT, NEXT]}', '{"not": {"anyOf": [{"not": NEXT}, {"not": NEXT}]}}',
      '{"if": NEXT, "then": NEXT, "else": false}', '{"oneOf": [{"allOf": [NEXT, NEXT]}, false]}',
      '{"anyOf": [NEXT, NEXT], "unevaluatedProperties": false}',
    } do
      local acceptor = acceptor_of(doubling(inner, 40))
      assert.is_true(acceptor:verdict "5", inner)
      assert.is_false(acceptor:verdict '"a"', inner)
    end
    assert.is_false(acceptor_of(doubling('{"oneOf": [NEXT, NEXT]}', 40)):verdict "5")
    local twice = acceptor_of('{"oneOf": [{"type": "integer"}, {"type": "array", "allOf": [{"items": {"$ref": "#"}},'
      .. ' {"items": {"$ref": "#"}}]}]}')
    for levels = 5, 60, 55 do
      assert.is_true(twice:verdict(("["):rep(levels) .. "1" .. ("]"):rep(levels)))
      assert.is_false(twice:verdict(("["):rep(levels) .. "null" .. ("]"):rep(levels)))
    end
    local named = acceptor_of('{"type": "object", "propertyNames": ' .. doubling('{"anyOf": [NEXT, NEXT]}', 30)
      :gsub('"type": "integer"', '"maxLength": 1'):gsub("^{", '{"$id": "n", ') .. "}")
    assert.is_true(named:verdict '{"a": 1, "b": 2}')
    assert.is_false(named:verdict '{"a": 1, "bc": 2}')
    assert.is_true(os.clock() - before < 5)
  end)

  it("skips whole lines, and says where the first other one begins", function()
    local schema = assert(yschema.load_json_schema '{"type": "integer"}').core
    assert.same({ 2, 5 }, { schema:accept_lines('1\n2\n"a"\n3\n', 1) })
    assert.same({ 1, 11 }, { schema:accept_lines('1\n2\n"a"\n3\n4', 9) })
    assert.same({ 0, 1 }, { schema:accept_lines("1", 1) })
    assert.same({ 0, 1 }, { schema:accept_lines("", 1) })
    assert.has_error(function() schema:accept_lines("1\n", 4) end)
    schema:close()
    assert.has_error(function() schema:accept_lines("1\n", 1) end, "the schema is closed")
    local own = assert(yschema.load "#@data/values-schema\n---\na: 1\n").core
    assert.has_error(function() own:accept_lines("{}\n", 1) end,
      "calling 'accept_lines' on bad self (the schema uses no JSON Schema)")
  end)

  it("keeps nothing of the texts before", function()
    local acceptor = acceptor_of '{"additionalProperties": {"type": "integer"}}'
    local many = {}
    for i = 1, 2000 do many[i] = ('"k%d":%d'):format(i, i) end
    many = "{" .. table.concat(many, ",") .. "}"
    for _ = 1, 50 do
      assert.is_true(acceptor:verdict(many))
      assert.is_true(acceptor:verdict '{"k1":1,"other":2}')
      assert.is_false(acceptor:verdict '{"k1":""}')
    end
  end)
end)
