-- A JSON Schema that was imported and exported again accepts the same values: what the language cannot say is embedded.

local yschema = require "yschema"

-- Each row: a draft, a JSON Schema, and values with verdicts.
local rows = {
  { "draft-07", '{"not": {"const": 3}}', { ["3"] = false, ["4"] = true } },
  { "draft-07", [[{"properties": {"port": {"type": "integer", "not": {"enum": [22, 23]}}}}]],
    { ['{"port": 22}'] = false, ['{"port": "a"}'] = false, ['{"port": 24}'] = true, ["{}"] = true } },
  { "draft-07", [[{"definitions": {"even": {"not": {"not": {"multipleOf": 2}}}},
      "properties": {"a": {"$ref": "#/definitions/even"}, "b": {"items": {"$ref": "#/definitions/even"}}}}]],
    { ['{"a": 1}'] = false, ['{"a": 2, "b": [2, 4]}'] = true, ['{"b": [2, 3]}'] = false } },
  { "draft-07", [[{"$id": "https://example.com/root", "properties": {"a": {"$ref": "name#/definitions/b"}},
      "definitions": {"c": false, "n": {"$id": "name",
        "definitions": {"b": {"$ref": "#/definitions/c"}, "c": {"not": {"const": 1}}}}}}]],
    { ['{"a": 1}'] = false, ['{"a": 2}'] = true } },
  { "draft-07", [[{"type": "object", "if": {"properties": {"tls": {"const": true}}, "required": ["tls"]},
      "then": {"required": ["cert"]}}]],
    { ['{"tls": true}'] = false, ['{"tls": true, "cert": 1}'] = true, ['{"tls": false}'] = true, ["1"] = false } },
  { "2020-12", [[{"$defs": {"a": {"properties": {"x": true}}}, "allOf": [{"$ref": "#/$defs/a"}],
      "properties": {"y": {"contains": {"const": 1}, "maxContains": 1}}, "unevaluatedProperties": false}]],
    { ['{"x": 1, "y": [1]}'] = true, ['{"x": 1, "z": 1}'] = false, ['{"y": [1, 1]}'] = false } },
}

local metaschemas = { ["draft-07"] = "http://json-schema.org/draft-07/schema#",
  ["2020-12"] = "https://json-schema.org/draft/2020-12/schema" }

-- Returns the text of a JSON Schema, and the schema that it becomes.
local function imported(row)
  local text = ('{"$schema": "%s", %s'):format(metaschemas[row[1]], row[2]:sub(2))
  local import = assert(yschema.import_json_schema(text, { name = "schema.json" }))
  return text, assert(yschema.load(import.text, { name = "schema.yml" }))
end

describe("an export of an imported JSON Schema", function()
  for i, row in ipairs(rows) do
    it(("accepts what the JSON Schema accepts: %d"):format(i), function()
      local text, schema = imported(row)
      local json, losses = schema:json_schema { draft = row[1] }
      assert.same({}, losses)
      local before = assert(yschema.load_json_schema(text))
      local after = assert(yschema.load_json_schema(json))
      for value, valid in pairs(row[3]) do
        assert.equal(valid, before:check_json(value) == true, value)
        assert.equal(valid, after:check_json(value) == true, value .. "\n" .. json)
      end
    end)
  end

  it("says in a comment what it lacks, in another draft", function()
    local _, schema = imported(rows[1])
    local json, losses = schema:json_schema { draft = "2020-12" }
    assert.matches("must also be", json)
    assert.equal(1, #losses)
  end)
end)
