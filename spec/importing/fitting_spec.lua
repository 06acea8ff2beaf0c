-- Whether a JSON Schema accepts its defaults and constants, and whether its regular expressions match keys.

local core = require "yschema.core"
local fitting = require "yschema.importing.reporting.fitting"
local library = require "yschema.importing.reading.library"
local regexps = require "yschema.importing.reading.regexps"
local simplifying = require "yschema.importing.reading.simplifying"
local yschema = require "yschema"

local function read(json)
  local documents = assert(core.parse(core.source("v.json", "[" .. json .. "]", false, true), {}))
  return documents:value(1, true)[1]
end

describe("a value fits a JSON Schema", function()
  local schemas = {
    '{}', '{"type": "string"}', '{"type": ["integer", "null"]}', '{"type": "number", "minimum": 2}',
    '{"type": "string", "minLength": 2}', '{"enum": ["a", 1, null, {}]}', '{"type": "string", "enum": ["a", 1]}',
    '{"minItems": 1}', '{"items": {"type": "string"}}', '{"contains": {"type": "string"}}', '{"uniqueItems": true}',
    '{"required": ["a"]}', '{"minProperties": 1}', '{"properties": {"a": {"type": "string"}}, "maxProperties": 3}',
    '{"additionalProperties": false}', '{"propertyNames": {"maxLength": 1}}', '{"not": {"type": "string"}}',
    '{"anyOf": [{"type": "string"}, {"minimum": 5}]}', '{"allOf": [{"type": "string"}]}', '{"$ref": "#/$defs/a"}',
    '{"dependentRequired": {"a": ["b"]}}', '{"if": {"type": "string"}, "then": {"minLength": 2}}',
  }
  local values = { '"a"', '"abc"', "1", "1.5", "7", "null", "true", "[]", '["a"]', "[1, 1]", "{}", '{"a": 1}',
    '{"ab": "b"}' }

  it("exactly if the whole JSON Schema accepts it", function()
    local accepted = 0
    for _, schema in ipairs(schemas) do
      local text = '{"$defs": {"a": {"type": "string"}}, "properties": {"it": ' .. schema .. "}}"
      local lib = library.new {}
      local root = assert(lib:add(core.source("s.json", text, false, true), "s.json")).root
      local simple = simplifying.new(lib, function() end)
      local whole = '{"$defs": {"a": {"type": "string"}}, "allOf": [' .. schema .. "]}"
      local engine = assert(yschema.load_json_schema(whole))
      for _, json in ipairs(values) do
        local value = read(json)
        local fits = engine:check_json(json) == true
        assert.equal(fits, fitting.accepts(simple, root.properties.it, value), schema .. " " .. json)
        accepted = accepted + (fits and 1 or 0)
      end
    end
    assert.is_true(accepted > 100)
  end)
end)

describe("a regular expression", function()
  it("is searched for in many texts", function()
    local search = assert(core.matches("^a+$", ""))
    for _, row in ipairs { { "aa", true }, { "b", false }, { "", false }, { "a\0", false }, { "a", true } } do
      assert.equal(row[2], search:finds(row[1]))
      assert.equal(row[2], regexps.found("^a+$", row[1]))
    end
    search:close()
    assert.has_error(function() search:finds "a" end)
  end)

  it("that is hard gets as much time for each text, whatever was searched before", function()
    local pattern, hard = "^(a|a)*$", ("a"):rep(16) .. "b"
    local once = core.matches(pattern, hard)
    local first, problem = once:next()
    local fits = first ~= nil
    if not first and problem then fits = nil end
    for _ = 1, 200 do assert.equal(fits, regexps.found(pattern, hard)) end
    assert.is_nil(regexps.found(pattern, ("a"):rep(60) .. "b"))
    assert.equal(fits, regexps.found(pattern, hard))
    assert.is_true(regexps.found(pattern, "aaa"))
  end)

  it("that is not valid matches nothing that is known", function()
    assert.is_nil(regexps.found("(", "a"))
    assert.is_nil(regexps.found("(", "a"))
  end)
end)
