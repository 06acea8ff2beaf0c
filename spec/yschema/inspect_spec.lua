local yschema = require "yschema"

local HEADER = "#@data/values-schema\n---\n"

local function load(text, options)
  local schema, report = yschema.load(HEADER .. text, options)
  return assert(schema, tostring(report))
end

-- The lines of a text that hold one of the words.
local function lines_with(text, word)
  local out = {}
  for line in text:gmatch "[^\n]+" do
    if line:find(word, 1, true) then out[#out + 1] = line:match "^%s*(.-),?$" end
  end
  return out
end

describe("schema:describe", function()
  it("gives fields as tables", function()
    local about = assert(load "#@schema/desc \"the port\"\nport: 80\n":describe())
    assert.same({
      name = "data/values", type = "map",
      fields = { { name = "port", title = "Port", type = "integer", default = 80,
        documentation = "the port" } },
    }, about)
  end)

  it("tells null from what is not there", function()
    local about = assert(load "#@schema/nullable\na: 1\nm:\n  b: 1\n":describe())
    assert.equal(yschema.null, about.fields[1].default)
    assert.same({ "integer", "null" }, about.fields[1].type)
    assert.is_nil(about.fields[2].default)
  end)

  it("remembers the order of keys", function()
    local schema = load "#@schema/type any=True\nz: {c: 1, b: 2, a: 3}\na: 1\n"
    local text = assert(yschema.encode(assert(schema:describe()), "yaml"))
    assert.equal([[
name: data/values
type: map
fields:
- name: z
  title: Z
  type: any
  default:
    c: 1
    b: 2
    a: 3
- name: a
  title: A
  type: integer
  default: 1
]], text)
  end)

  it("tells the rules, and how the schema spells their conditions", function()
    local schema = load("#@schema/validation (\"even\", even), max=8, when=on\na: 2\n", {
      env = { even = function(v) return v % 2 == 0 end, on = function() return true end },
    })
    assert.same({
      { must_be = "even", when = "on" },
      { must_be = "a value <= 8", rule = "max", argument = 8, when = "on" },
    }, assert(schema:describe()).fields[1].validations)
  end)

  it("calls no function", function()
    local function never() error "called" end
    local schema = load("#@schema/default never\na: 2\n#@schema/validation never\nb: 1\n",
      { env = { never = never } })
    assert.is_nil(assert(schema:describe()).fields[1].default)
    assert.is_string(schema:openapi())
    assert.is_string((schema:json_schema()))
    assert.is_string(schema:html())
  end)

  it("leaves out a default of which a function gives a part", function()
    local schema = load("#@schema/default [{}]\nlist:\n- a: 1\n  #@schema/default f\n  b: 1\n",
      { env = { f = function() return 2 end } })
    assert.is_nil(assert(schema:describe()).fields[1].default)
    assert.equal(2, schema:defaults().list[1].b)
  end)

  it("leaves the schema as it is", function()
    local schema = load "a: 1\n"
    for _ = 1, 3 do assert(schema:describe()) end
    assert.same({ a = 1 }, schema:defaults())
  end)

  it("describes what no map is", function()
    assert.same({ name = "data/values", type = "string", default = "x" }, load "x\n":describe())
    assert.same({
      name = "data/values", type = "array", default = setmetatable({}, yschema.array_mt),
      fields = { { type = "array", fields = { { type = "integer" } } } },
    }, load "- - 1\n":describe())
  end)

  it("goes as deep as schemas do", function()
    local depth = 900
    local text = ("{a: "):rep(depth) .. "1" .. ("}"):rep(depth) .. "\n"
    local schema = load(text)
    local about, levels = assert(schema:describe()), 0
    while about.fields do about, levels = about.fields[1], levels + 1 end
    assert.equal(depth, levels)
    assert.matches("minimum", load((text:gsub("a: 1", "b:\n#@schema/validation min=1\n 1"))):openapi(), 1, true)
    assert.is_string((schema:json_schema()))
    assert.matches("</html>", schema:html(), 1, true)
  end)
end)

describe("schema:openapi", function()
  it("gives a document in YAML", function()
    local document = assert(yschema.parse(load "a: 1\n":openapi())):value()
    assert.equal("3.0.0", document.openapi)
    assert.same({ type = "integer", default = 1 },
      document.components.schemas.dataValues.properties.a)
  end)

  it("keeps numbers that JSON does not have", function()
    assert.same({ "default: .inf" }, lines_with(load "a: .inf\n":openapi(), "default"))
  end)
end)

describe("schema:json_schema", function()
  local function node(text, options)
    return assert(yschema.parse((load(text, options):json_schema()))):value().properties
  end

  it("is of draft 7, or of the draft that is asked for", function()
    local schema = load "a: 1\n"
    assert.same({ '"$schema": "http://json-schema.org/draft-07/schema#"' },
      lines_with(schema:json_schema(), "$schema"))
    assert.same({ '"$schema": "https://json-schema.org/draft/2020-12/schema"' },
      lines_with(schema:json_schema { draft = "2020-12" }, "$schema"))
    assert.has_error(function() schema:json_schema { draft = "draft-04" } end,
      "bad argument #1 to 'json_schema' (draft must be \"draft-07\" or \"2020-12\", got \"draft-04\")")
  end)

  it("lists what it cannot say, with paths", function()
    local _, unsaid = load([[
#@schema/validation ("even", even)
a: 2
hosts:
- port: 1
  #@schema/validation min_len=1, when=even
  name.x: ""
#@schema/validation min="b", max_len=3
text: b
]], { env = { even = function(v) return v % 2 == 0 end } }):json_schema()
    assert.same({
      { path = "a", must_be = "even" },
      { path = 'hosts[]["name.x"]', must_be = "length >= 1, when even" },
      { path = "text", must_be = 'a value >= "b"' },
    }, unsaid)
  end)

  it("has nothing to list when it says all", function()
    local _, unsaid = load "#@schema/validation min=1\na: 2\n":json_schema()
    assert.same({}, unsaid)
  end)

  it("takes null out of a type that not_null forbids it", function()
    assert.same({ type = "integer" },
      node("#@schema/nullable\n#@schema/validation not_null=True\na: 1\n").a)
    local any = node("#@schema/type any=True\n#@schema/validation not_null=True\na: 1\n").a
    assert.same({ "string", "boolean", "number", "array", "object" }, any.type)
  end)

  it("leaves null among the values allowed, unless it is forbidden", function()
    local rule = "#@schema/nullable\n#@schema/validation one_of=[1]"
    assert.same({ 1, yschema.null }, node(rule .. "\na: 1\n").a.enum)
    assert.same({ 1 }, node(rule .. ", not_null=True\na: 1\n").a.enum)
  end)

  it("writes texts as JSON does", function()
    local text = load "#@schema/desc '</script> \\u2028 \"'\n\"a\\nb\": \"\"\n":json_schema()
    assert.same({ [["description": "</script> \u2028 \"",]] },
      { (lines_with(text, "description")[1]) .. "," })
    assert.same({ '"a\\nb": {' }, lines_with(text, '"a\\'))
  end)

  it("says a kind of value only once", function()
    assert.equal("number", node "a: 1.5\n".a.type)
  end)
end)
