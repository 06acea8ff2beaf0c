local yschema = require "yschema"

-- The result of values under a schema as YAML, or the report's violations.
local function apply(schema_text, values, options)
  local schema, report = yschema.load("#@data/values-schema\n---\n" .. schema_text, options)
  assert(schema, tostring(report))
  local result, about = schema:apply(values)
  if not result then return nil, about.violations end
  return yschema.encode(result, "yaml")
end

describe("modules in a schema", function()
  -- The ways in which a test may stand as a rule.
  for _, rule in ipairs {
    "json.decodable",
    "json.decodable()",
    "assert.try_to(lambda: json.decodable)[0]",
    "('a document', json.decodable)",
    "{ 'a document', json.decodable }",
    "('a document', json.decodable())",
    "lambda v: json.decodable(v)",
    "lambda v, ctx: json.decodable(v)",
    "function(v) return json.decodable(v) end",
    "function(v, ctx) return json.decodable(v, ctx) end",
    "function(v) return pcall(json.decode, v) end",
    "lambda v: assert.try_to(lambda: json.decode(v))[1] == None",
  } do
    it("validate a value: " .. rule, function()
      local schema = "#@schema/validation " .. rule .. "\na: '{}'\n"
      assert.equal("a: '[1]'\n", apply(schema, "a: '[1]'"))
      local result, violations = apply(schema, "a: '[1'")
      assert.is_nil(result)
      assert.equal(1, #violations)
      assert.equal("a", violations[1].path)
      assert.equal("rule", violations[1].kind)
    end)
  end

  it("make a rule fail that decodes what it cannot", function()
    for _, rule in ipairs { "lambda v: json.decode(v) != 1", "function(v) return json.decode(v) ~= 1 end" } do
      local _, violations = apply("#@schema/validation " .. rule .. "\na: '{}'\n", "a: '[1'")
      assert.equal(1, #violations)
      assert.equal("rule-failed", violations[1].kind)
      assert.equal("the rule itself failed: "
        .. "json.decode: did not find ',' or ']' in a JSON text (line 1, column 3)", violations[1].found)
    end
  end)

  it("say what is wrong", function()
    local _, violations = apply("#@schema/validation ('a document', json.decodable)\na: '{}'\n", "a: '[1'")
    assert.equal("a document", violations[1].expected)
    assert.equal("not JSON: did not find ',' or ']' in a JSON text (line 1, column 3)", violations[1].found)
  end)

  it("skip null, as rules do", function()
    assert.equal("a: null\n", apply("#@schema/nullable\n#@schema/validation base64.decodable\na: ''\n", ""))
  end)

  -- The argument of a closure, encoded, is the text of the document.
  for _, rule in ipairs {
    "lambda v: json.encode(v) == expected",
    "function(v) return json.encode(v) == expected end",
    "lambda v: json.encode(yaml.decode(yaml.encode(v))) == expected",
    "function(v) return json.encode(json.decode(json.encode(v))) == expected end",
    "lambda v: json.encode(struct.decode(struct.encode(v))) == expected",
  } do
    it("take the values that closures get: " .. rule, function()
      local env = { expected = '{"f":1.5,"list":[1,{"x":null}],"map":{},"none":[],"text":"é"}' }
      local schema = "#@schema/validation " .. rule .. "\nm:\n  #@schema/type any=True\n  text: ''\n"
        .. "  #@schema/type any=True\n  list: 0\n  none:\n  - 0\n  f: 0.5\n  map: {}\n"
      local text = "m: {text: é, list: [1, {x: null}], f: 1.5}"
      assert.is_string(apply(schema, text, { env = env }))
      assert.is_nil((apply(schema, "m: {f: 2.5}", { env = env })))
    end)
  end

  it("give defaults, which are checked", function()
    local schema = "#@schema/default function() return yaml.decode('{port: 1}') end\na:\n  host: h\n  port: 80\n"
    assert.equal("a:\n  host: h\n  port: 1\n", apply(schema, ""))
    local _, violations = apply(schema:gsub("port: 1}", "port: x}"), "")
    assert.equal(1, #violations)
    assert.equal("default-type", violations[1].kind)
  end)

  it("count towards the budget of a closure", function()
    if jit then return end -- closures are trusted there
    local text = '"[' .. ("1,"):rep(100000) .. '1]"'
    for _, call in ipairs { "json.decodable(v)", "json.decode(v)", "yaml.decodable(v)", "yaml.decode(v)" } do
      local schema = "#@schema/validation function(v) return " .. call .. " end\na: '[]'\n"
      assert.is_string(apply(schema, "a: " .. text))
      local _, violations = apply(schema, "a: " .. text, { budget = 100000 })
      assert.matches("the instruction budget of 100000 is used up", violations[1].message, 1, true)
    end
  end)

  it("have lower precedence than names of the caller", function()
    local env = { json = { decodable = function() return false end } }
    local result = apply("#@schema/validation function(v) return json.decodable(v) end\na: '[]'\n", "", { env = env })
    assert.is_nil(result)
  end)
end)
