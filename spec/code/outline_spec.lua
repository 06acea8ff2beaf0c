-- Texts whose parts their maker knows: see `yschema.code.outline`.

local core = require "yschema.core"
local importer = require "yschema.importing.importer"
local runs = require "yschema.pipeline.runs"
local schemas = require "yschema.pipeline.schemas"
local settings = require "yschema.pipeline.settings"

local function imported(json)
  local of = settings.of_options({}, 1)
  return assert(importer.import(core.source("s.json", json, false, true), of)), of
end

-- Returns a compiled schema. `outline`: nil reads the text as a user's.
local function compiled(text, outline, of)
  local schema = schemas.new(of)
  assert.is_true(schemas.add(schema, core.source("s.yml", text), outline))
  assert.is_true(schemas.compile(schema))
  return schema
end

local function fits(schema, json) return runs.json_verdict(schema, "v.json", json) == true end

local JSON = [[{"$schema": "http://json-schema.org/draft-07/schema#", "definitions": {
  "part": {"type": "object", "properties": {"size": {"enum": ["a", "b"]}, "parts": {"type": "array",
    "items": {"$ref": "#/definitions/part"}}}}},
  "type": "object", "properties": {"part": {"$ref": "#/definitions/part"}, "n": {"type": "integer"}},
  "not": {"required": ["n"], "properties": {"part": {"$ref": "#/definitions/part"}}}}]]

describe("a text with an outline", function()
  it("means the same as without it", function()
    local import, of = imported(JSON)
    for _, outline in ipairs { false, import.outline } do
      local schema = compiled(import.text, outline or nil, of)
      assert.is_true(fits(schema, '{"part": {"size": "a"}}'))
      assert.is_false(fits(schema, '{"part": {"size": "c"}}'))
      assert.is_false(fits(schema, '{"n": 1}'))
      assert.is_false(fits(schema, '{"n": 1, "part": {"parts": [{"size": "b"}]}}'))
    end
  end)

  -- A schema with a list that has a name, alternatives, a rule with a lambda, and one with a condition on the type.
  local values = {}
  for i = 1, 30 do values[i] = ('"value %d"'):format(i) end
  local RULES = ([[{"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "properties": {
    "listed": {"enum": [LIST]}, "numbers": {"enum": [LONG]},
    "either": {"anyOf": [{"type": "string", "minLength": 2}, {"type": "boolean"}, {"type": "array"}]},
    "when": {"type": ["string", "integer"], "minLength": 3},
    "one": {"type": "object", "oneOf": [{"required": ["a"]}, {"required": ["b\"\\"]}]}}}]]):gsub("LIST",
    table.concat(values, ", ")):gsub("LONG", (("10, "):rep(40) .. "11"))

  it("is compiled without the compiler of code, whose results it has", function()
    local import, of = imported(RULES)
    local generator = require "yschema.codegen.generator"
    local kept, count = {}, 0
    for _, name in ipairs { "block", "arguments" } do
      kept[name] = generator[name]
      generator[name] = function(...)
        count = count + 1
        return kept[name](...)
      end
    end
    local ok, problem = pcall(function()
      local schema = compiled(import.text, import.outline, of)
      assert.equal(0, count)
      assert.is_true(fits(schema, '{"listed": "value 7", "numbers": 11, "either": true, "when": 1}'))
      assert.is_false(fits(schema, '{"when": "ab"}'))
      assert.is_true(count > 0)
      compiled(import.text, nil, of)
    end)
    for name, f in pairs(kept) do generator[name] = f end
    assert(ok, problem)
    local known, anew = compiled(import.text, import.outline, of), compiled(import.text, nil, of)
    for json, valid in pairs {
      ['{"listed": "value 7"}'] = true, ['{"listed": "value 31"}'] = false, ['{"numbers": 10}'] = true,
      ['{"numbers": 12}'] = false, ['{"either": "a"}'] = false, ['{"either": "ab"}'] = true, ['{"either": []}'] = true,
      ['{"when": "ab"}'] = false, ['{"when": 1}'] = true, ['{"one": {"a": 1}}'] = true, ['{"one": {}}'] = false,
      ['{"one": {"b\\"\\\\": 1}}'] = true, ['{"one": {"a": 1, "b\\"\\\\": 1}}'] = false,
    } do
      assert.equal(valid, fits(known, json), json)
      assert.equal(valid, fits(anew, json), json)
    end
  end)

  it("compiles lambdas outside of the budget of their rule, too", function()
    local import = imported(RULES)
    local schema = compiled(import.text, import.outline, settings.of_options({ budget = 3000 }, 1))
    assert.is_true(fits(schema, '{"when": "abc"}'))
  end)

  it("of users is read whole, so that its errors are found at once", function()
    local import = require "yschema".import_json_schema(RULES)
    assert.is_nil(import.outline)
    local schema, report = require "yschema".load(import.text:gsub("lambda v: type%(v%)", "lambda v: type(w)"), nil)
    assert.is_nil(schema)
    assert.matches("undefined: w", tostring(report))
  end)
end)
