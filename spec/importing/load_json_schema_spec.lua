-- Schemas that are made of JSON Schemas without an import: yschema.load_json_schema. acceptor_spec.lua has the
-- verdicts of each keyword; here stands what is reported.

local yschema = require "yschema"

local function loaded(text, options) return assert(yschema.load_json_schema(text, options)) end

-- Violations as "path: what is expected (found: ...)", or with the message if it has other words, one a line.
local function said(schema, value)
  local values, report = loaded(schema):apply_json(value)
  if values ~= nil or report.status == 0 then return "" end
  local lines = {}
  for _, one in ipairs(report.violations) do
    local found = one.found and (" (found: %s)"):format(one.found) or ""
    lines[#lines + 1] = ("%s: %s"):format(one.pointer,
      one.message:find " must " and one.expected .. found or one.message)
  end
  return table.concat(lines, "\n")
end

-- Each row: a schema, an invalid value, and what is reported.
local rows = {
  { '{"type": ["string", "null"]}', "1", ": (document): expected string or null, but found integer" },
  { '{"type": "integer"}', "1.5", ": (document): expected integer, but found float" },
  { '{"properties": {"a": {"type": "number"}}}', '{"a": "5"}', "/a: a: expected number, but found string" },
  { "false", "1", ": left out (found: 1)" },
  { '{"enum": ["debug", "info"]}', '"inof"', ': one of ["debug", "info"] (found: "inof")' },
  { '{"const": {"a": 1}}', "{}", ': one of [{"a": 1}] (found: a map)' },
  { '{"minimum": 2, "multipleOf": 0.5}', "1.2", ": a value >= 2 (found: 1.2)\n: a multiple of 0.5 (found: 1.2)" },
  { '{"exclusiveMinimum": 2, "maximum": 1, "exclusiveMaximum": 0}', "2",
    ": a value <= 1 (found: 2)\n: a value > 2 (found: 2)\n: a value < 0 (found: 2)" },
  { '{"minLength": 2, "pattern": "^x"}', '"a"', ': length >= 2 (found: length = 1)\n'
    .. ': a string matching "^x" (found: "a")' },
  { '{"$schema": "http://json-schema.org/draft-07/schema#", "format": "date"}', '"today"',
    ': a string of the format date (found: "today")' },
  { '{"maxItems": 1, "uniqueItems": true, "items": {"type": "string"}}', '["a", "a", 3]',
    "/2: [2]: expected string, but found integer\n: length <= 1 (found: length = 3)\n"
    .. ": an array whose items are all different (found: items that are equal)" },
  { '{"prefixItems": [true], "items": false}', "[1, 2]", "/1: left out (found: one more than 1 item)" },
  { '{"contains": {"const": 1}, "minContains": 2, "maxContains": 2}', "[1]",
    ": an array with at least 2 items valid by contains (found: 1 of 1 item)" },
  { '{"contains": {"const": 1}, "maxContains": 1}', "[1, 1, 0]",
    ": an array with at most 1 item valid by contains (found: 2 of 3 items)" },
  { '{"required": ["a", "b"], "properties": {"b": {"type": "string"}}}', "{}",
    "/b: b is required\n/a: a is required" },
  { '{"properties": {"name": true}, "additionalProperties": false}', '{"nmae": 1}',
    '/nmae: nmae is not declared in the schema; expected a map item with the key named "name"' },
  { '{"propertyNames": {"maxLength": 1}}', '{"ab": 1}', '/ab: under a key that is length <= 1 (found: the key "ab")' },
  { '{"dependentRequired": {"a": ["b"]}, "dependentSchemas": {"a": {"minProperties": 2}}}', '{"a": 1}',
    ": a map with the key b, because it has a (found: b is missing)\n: length >= 2 (found: length = 1)" },
  { '{"not": {"type": ["string", "null"]}}', '"a"', ': not string or null (found: "a")' },
  { '{"not": {"enum": [1, 2]}}', "1", ": not one of [1, 2] (found: 1)" },
  { '{"not": {"required": ["a", "b"]}}', '{"a": 1, "b": 2}', ': a map without all of ["a", "b"] (found: a map)' },
  { '{"anyOf": [{"type": "string"}, {"type": "null"}]}', "1", ": string or null (found: 1)" },
  { '{"oneOf": [{"minimum": 1}, {"maximum": 5}, {"type": "string"}]}', "3",
    ": valid by exactly one of the 3 schemas of oneOf (found: valid by /oneOf/0, /oneOf/1)" },
  -- The alternative that a key selects is the nearest; its violations stand at their places.
  { '{"oneOf": [{"properties": {"k": {"const": "a"}, "n": {"type": "integer"}}, "required": ["k"]},'
    .. ' {"properties": {"k": {"const": "b"}, "n": {"type": "string"}}, "required": ["k"]}]}', '{"k": "a", "n": "x"}',
    "/n: n: expected integer, but found string" },
  { '{"if": {"properties": {"k": {"const": "a"}}}, "then": {"required": ["b"]}, "else": {"required": ["c"]}}',
    '{"k": "a"}', '/b: b is required: because k is "a"' },
  { '{"if": {"properties": {"k": {"const": "a"}, "j": {"enum": [1, 2]}}, "required": ["i"]}, "then": {"required":'
    .. ' ["b"]}}', '{"k": "a", "i": {}}', '/b: b is required: because k is "a" and j is missing and i is given' },
  { '{"if": {"properties": {"k": {"const": "a"}, "j": {"enum": [1, 2]}}, "required": ["j"]}, "else": {"required":'
    .. ' ["b"]}}', '{"k": "a"}', "/b: b is required: because j is missing" },
  { '{"if": {"properties": {"k": {"minLength": 1}}}, "then": {"required": ["b"]}}', '{"k": "a"}', "/b: b is required" },
  -- A type that is violated hides nothing of the same map.
  { '{"properties": {"a": {"type": "string"}}, "required": ["b"], "if": {"required": ["a"]}, "then": {"required":'
    .. ' ["c"]}}', '{"a": 1}',
    "/b: b is required\n/a: a: expected string, but found integer\n/c: c is required: because a is given" },
  -- A key that a branch describes is not unknown, also if that branch does not accept the value.
  { '{"anyOf": [{"properties": {"a": {"type": "string"}}, "required": ["a"]}, {"properties": {"b": true}, "required":'
    .. ' ["b", "c"]}], "unevaluatedProperties": false}', '{"a": 1, "d": 1}',
    "/d: d is not declared in the schema; expected one of { a, b, c }\n"
    .. "/a: a: expected string, but found integer\n"
    .. ": valid by one of the 2 schemas of anyOf (found: valid by none; the nearest is /anyOf/0)" },
  { '{"prefixItems": [true], "unevaluatedItems": false}', "[1, 2]",
    "/1: left out (found: an item that nothing describes)" },
  { '{"$id": "https://a.test/s", "$ref": "list", "$defs": {"e": {"$dynamicAnchor": "e", "type": "string"}, "list":'
    .. ' {"$id": "list", "items": {"$dynamicRef": "#e"}, "$defs": {"e": {"$dynamicAnchor": "e"}}}}}', "[1]",
    "/0: [0]: expected string, but found integer" },
}

describe("yschema.load_json_schema", function()
  for _, row in ipairs(rows) do
    it("reports what violates " .. row[1], function() assert.equal(row[3], said(row[1], row[2])) end)
  end

  it("shows both places, with the keyword's pointer", function()
    local schema = loaded('{\n  "properties": {\n    "a/b": {"type": "string"}\n  }\n}\n', { name = "s.json" })
    local values, report = schema:apply("a/b: 5\n")
    assert.is_nil(values)
    assert.matches("values:\n    |\n  1 | a/b: 5\n    |      ^\ns.json:\n    |\n  3 |     \"a/b\": {\"type\": "
      .. "\"string\"}\n",
      tostring(report), 1, true)
    assert.matches("expected: string (by s.json:3 /properties/a~1b/type)\n    = hint: to make it a string, put it in "
      .. "quotes.", tostring(report), 1, true)
    local one = report.violations[1]
    assert.same({ 1, "s.json", 3, "/properties/a~1b/type", "quote" },
      { one.line, one.schema_file, one.schema_line, one.schema_pointer, one.fix.action })
    assert.matches('"schema_line":3,"schema_pointer":"/properties/a~1b/type"}', report:json(), 1, true)
  end)

  it("suggests what was probably meant", function()
    local function hint(schema, value)
      local _, report = loaded(schema):apply_json(value)
      return report.violations[1].hint
    end
    assert.equal('did you mean "name"?',
      hint('{"properties": {"name": true}, "additionalProperties": false}', '{"nmae": 1}'))
    assert.equal('did you mean "info"?', hint('{"enum": ["debug", "info"]}', '"inof"'))
    assert.equal("leave out the quotes.", hint('{"type": "integer"}', '"5"'))
  end)

  it("validates texts and tables, and gives back what is valid", function()
    local schema = loaded '{"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}'
    assert.same({ n = 1, more = { 1, 2 } }, (schema:apply "n: 1\nmore: [1, 2]\n"))
    assert.is_true(schema:check { n = 1 })
    assert.is_nil((schema:check { n = "1" }))
    assert.is_true(schema:check_json '{"n": 1.0}')
    assert.is_nil((schema:check_json '{"n": 1.5}'))
    for _ = 1, 300 do -- also when functions are generated for tables that are checked often
      assert.is_nil((schema:check { n = "1" }))
      assert.is_true(schema:check { n = 1 })
    end
    assert.is_nil((schema:apply "- 1\n"))
  end)

  it("gives each violation once, and most of many", function()
    local doubling = { '{"$ref": "#/$defs/d40", "$defs": {"d0": {"properties": {"a": {"type": "string"}}}' }
    for i = 1, 40 do
      local kind = ({ "allOf", "anyOf", "oneOf" })[i % 3 + 1]
      doubling[#doubling + 1] = (', "d%d": {"%s": [{"$ref": "#/$defs/d%d"}, {"$ref": "#/$defs/d%d"}]}'):format(i, kind,
        i - 1, i - 1)
    end
    local before = os.clock()
    local text = said(table.concat(doubling) .. "}}", '{"a": 5}')
    assert.equal(1, select(2, text:gsub("/a: a: expected string, but found integer", "")))
    assert.is_true(os.clock() - before < 2)
    local items = {}
    for i = 1, 5000 do items[i] = "1" end
    local _, report = loaded('{"items": {"type": "string"}}'):apply_json("[" .. table.concat(items, ",") .. "]")
    assert.equal(100, #report.violations)
    assert.matches("4900 more are not listed", tostring(report), 1, true)
  end)

  it("says why a schema cannot be used", function()
    local function problem(text, options)
      local schema, report = yschema.load_json_schema(text, options)
      assert.is_nil(schema)
      assert.equal(2, report.status)
      return report.violations[1].kind .. ": " .. report.violations[1].message
    end
    assert.matches('^json%-schema: invalid JSON Schema: /type must be a type .*did you mean "object"',
      problem '{"type": "objct"}')
    assert.matches("^json%-schema: %$ref cannot be resolved: https://a.test/s is on another site",
      problem '{"$ref": "https://a.test/s"}')
    assert.matches("^json%-schema: %$ref cannot be resolved: there is no file none.json",
      problem('{"$ref": "none.json"}', { name = "s.json" }))
    assert.matches("^json%-schema: %$ref cannot be resolved: there is nothing at #/nothing",
      problem '{"$ref": "#/nothing"}')
    assert.matches("^json%-schema: the pattern %(%?<=a%+%)b: a lookbehind must match texts of one length; ",
      problem '{"pattern": "(?<=a+)b"}')
    assert.matches("^json%-schema: .*/pattern must be a regular expression %(the escape \\Z%)",
      problem '{"pattern": "a\\\\Z"}')
    local _, report = yschema.load_json_schema('{"properties":\n{"a": {"patternProperties":\n{"(?<=a+)b": {}}},\n'
      .. '"b": {"pattern": "(?<=c*)"}}}', { name = "s.json" })
    assert.same({ "s.json:3", "s.json:4" }, { report.violations[1].file .. ":" .. report.violations[1].line,
      report.violations[2].file .. ":" .. report.violations[2].line })
    assert.matches("^syntax: ", problem '{"type":')
    assert.matches("^syntax: ", problem "")
    assert.has_error(function() yschema.load_json_schema(1) end,
      "bad argument #1 to 'load_json_schema' (string expected, got number)")
  end)

  it("warns of misspelt keywords", function()
    local schema, report = yschema.load_json_schema('{"propertes": {}, "Required": ["a"], "titel": 1, "example": 1,\n'
      .. '"x-type": 1, "$defs": {"titel": {"titel": "a", "title": "b"}}, "const": {"titel": 1}, "deprecatd": 1}')
    assert.is_truthy(schema)
    assert.equal(0, report.status)
    local found = {}
    for i, one in ipairs(report.warnings) do found[i] = ("%d %s: %s"):format(one.line, one.kind, one.message) end
    assert.same({ "1 misspelt-keyword: /propertes is no keyword of JSON Schema (did you mean properties?)",
      "1 misspelt-keyword: /Required is no keyword of JSON Schema (did you mean required?)",
      "1 misspelt-keyword: /titel is no keyword of JSON Schema (did you mean title?)",
      "2 misspelt-keyword: /deprecatd is no keyword of JSON Schema (did you mean deprecated?)" }, found)
  end)

  it("reports a schema that needs itself for the same value, once", function()
    for _, text in ipairs { '{"$ref": "#"}', '{"allOf": [{"$ref": "#"}]}',
      '{"properties": {"a": {"$ref": "#/$defs/x"}}, "$defs": {"x": {"$ref": "#/$defs/y"},'
      .. ' "y": {"allOf": [true, {"$ref": "#/$defs/x"}]}}}' } do
      local schema, report = yschema.load_json_schema(text)
      assert.is_nil(schema)
      assert.same({ 2, 1 }, { report.status, #report.violations })
      assert.matches("it is circular: this subschema needs itself", tostring(report), 1, true)
    end
  end)

  it("reports values with which a schema leads to itself without end", function()
    local ok, report = loaded('{"not": {"$ref": "#"}}'):check_json "1"
    assert.is_nil(ok)
    assert.same({ 2, "too-costly" }, { report.status, report.violations[1].kind })
  end)

  it("warns of what is deprecated, once", function()
    local schema = loaded('{"$schema": "http://json-schema.org/draft-07/schema#", "$ref": "#/$defs/node", "$defs":'
      .. ' {"node": {"properties": {"a": {"deprecated": true}, "b":'
      .. ' {"deprecated": "use c"}, "list": {"items": {"$ref": "#/$defs/node"}}}, "allOf": [{"$ref": "#/$defs/more"},'
      .. ' {"$ref": "#/$defs/more"}],'
      .. ' "anyOf": [{"required": ["z"], "properties": {"d": {"deprecated": true}}}, true], "if": {"required": ["e"]},'
      .. ' "then": {"patternProperties": {"^e": {"deprecated": true}}}, "deprecated": true},'
      .. ' "more": {"properties": {"f": {"deprecated": true}}}}}', { name = "s.json" })
    local function warned(value)
      local _, report = schema:apply(value)
      local found = {}
      for i, one in ipairs(report and report.warnings or {}) do found[i] = one.path end
      table.sort(found)
      return table.concat(found, " ")
    end
    assert.equal("a f", warned '{"a": 1, "d": 2, "f": 3}')
    assert.equal("b d e list[0] list[0].a", warned '{"z": 1, "b": 1, "list": [{"a": 1}], "d": 2, "e": 5}')
    assert.equal("", warned '{"c": 1}')
    local notice = select(2, schema:apply '{"b": 1}').warnings[1]
    assert.same({ "b is deprecated: use c", "deprecated", "s.json" }, { notice.message, notice.kind,
      notice.schema_file })
  end)

  it("reads schemas in YAML by the core schema of YAML 1.2", function()
    local schema = loaded("enum: [yes, 010]\n", { name = "s.yml" })
    assert.is_true(schema:check "yes")
    assert.is_true(schema:check(10))
    assert.is_nil((schema:check(true)))
  end)

  describe("by a metaschema that is none of a draft", function()
    local META = '{"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "https://a.test/m", %s'
      .. '"$vocabulary": {"https://json-schema.org/draft/2020-12/vocab/core": true%s}}'
    local VOCABULARY = ', "https://json-schema.org/draft/2020-12/vocab/%s": true'

    local function by(vocabularies, schema, more)
      return yschema.load_json_schema('{"$schema": "https://a.test/m", ' .. schema .. "}",
        { files = { ["https://a.test/m"] = META:format(more or "", vocabularies) } })
    end

    it("ignores keywords whose vocabularies it lacks", function()
      local keywords = '"type": "object", "required": ["b"], "properties": {"a": {"type": "null", "minimum": 5}},'
        .. ' "unevaluatedProperties": false'
      local schema = assert(by("", keywords))
      for _, text in ipairs { "1", '{"a": 1}', '{"c": 1}' } do assert.is_true(schema:check_json(text)) end
      schema = assert(by(VOCABULARY:format "applicator" .. VOCABULARY:format "unevaluated", keywords))
      assert.is_true(schema:check_json '{"a": 1}')
      assert.is_nil((schema:check_json '{"c": 1}'))
      schema = assert(by(VOCABULARY:format "validation", keywords))
      assert.is_nil((schema:check_json "1"))
      assert.is_nil((schema:check_json "{}"))
      assert.is_true(schema:check_json '{"b": 1, "a": 1}')
    end)

    it("asserts formats where a vocabulary says so", function()
      local format = '"format": "ipv4"'
      assert.is_true(by(VOCABULARY:format "format-annotation", format):check_json '"no"')
      assert.is_nil((by(VOCABULARY:format "format-assertion", format):check_json '"no"'))
      assert.is_nil((by((VOCABULARY:format "format-assertion"):gsub("true", "false"), format):check_json '"no"'))
    end)

    it("may refer to the metaschemas of vocabularies", function()
      local parts = ('"allOf": [{"$ref": "%s/core"}, {"$ref": "%s/format-assertion"}], '):gsub("%%s",
        "https://json-schema.org/draft/2020-12/meta")
      local schema, report = by(VOCABULARY:format "format-assertion", '"format": 5', parts)
      assert.is_nil(schema)
      assert.matches("/format must be", report.violations[1].message, 1, true)
      assert.is_nil((by(VOCABULARY:format "format-assertion", '"format": "ipv4"', parts):check_json '"no"'))
    end)

    it("needs to know the vocabularies that are required", function()
      local own = ', "https://a.test/vocabulary": %s'
      assert.is_truthy(by(own:format "false", '"title": "a"'))
      local schema, report = by(own:format "true", '"title": "a"')
      assert.is_nil(schema)
      assert.same({ 2, "its metaschema https://a.test/m requires the vocabulary https://a.test/vocabulary, which is not"
        .. " known" }, { report.status, report.violations[1].message })
    end)

    it("is refused where the metaschema says so", function()
      local titled = '"required": ["title"], "properties": {"type": {"const": "object"}}, '
      assert.is_truthy(by("", '"title": "a", "type": "object"', titled))
      local schema, report = by("", '"type": "string"', titled)
      assert.is_nil(schema)
      assert.equal("invalid JSON Schema: /title must be given", report.violations[1].message)
      assert.equal('invalid JSON Schema: /type must be one of ["object"], not "string"', report.violations[2].message)
    end)

    it("cannot be used if it is invalid itself", function()
      local function problem(text)
        local schema, report = yschema.load_json_schema('{"$schema": "https://a.test/m"}',
          { files = { ["https://a.test/m"] = text, ["https://a.test/n"] = (text:gsub("a.test/n", "a.test/m")) } })
        assert.is_nil(schema)
        assert.equal(2, report.status)
        return report.violations[1].message
      end
      assert.equal("its metaschema https://a.test/m cannot be used: https://a.test/m: it cannot be read", problem "{")
      assert.equal("its metaschema https://a.test/m cannot be used: https://a.test/m:1: invalid JSON Schema: /minimum"
        .. ' must be a number, not "5"; did you mean 5?',
        problem '{"$schema": "https://json-schema.org/draft/2020-12/schema", "minimum": "5"}')
      assert.matches("it refers to a text that is not there",
        problem '{"$schema": "https://json-schema.org/draft/2020-12/schema", "$ref": "https://a.test/none"}', 1, true)
      assert.matches("cannot be used", problem '{"$schema": "https://a.test/n", "minimum": "5"}', 1, true)
    end)

    it("may itself name another one", function()
      local schema = assert(yschema.load_json_schema('{"$schema": "https://a.test/s", "minLength": 5}', { files = {
        ["https://a.test/s"] = '{"$schema": "http://json-schema.org/draft-04/schema#", "id": "https://a.test/s"}' } }))
      assert.is_nil((schema:check_json '"a"'))
    end)
  end)
end)
