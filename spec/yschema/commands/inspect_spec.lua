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

  it("distinguishes null from what is missing", function()
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

  it("shows the rules, and how the schema spells their conditions", function()
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

describe("schema:describe, of alternatives and keys", function()
  local function fields(text, options) return assert(load(text, options):describe()).fields end

  it("gives the alternatives as a rule's argument, and all their types", function()
    assert.same({ {
      name = "db", title = "Db", type = { "string", "map" }, default = "",
      validations = { {
        must_be = 'a value that fits string or a map with "port"', rule = "any-of",
        argument = {
          { type = "string" },
          { type = "map", fields = { { name = "port", title = "Port", type = "integer", default = 5432 } } },
        },
      } },
    } }, fields '#@schema/any-of "", {"port": 5432}\ndb: ""\n')
  end)

  it("gives the types that all of several alternatives have", function()
    local rules = { all = 'all-of 1, 1.5', floats = 'all-of 1.5, 2.5', one = 'one-of "", 1, [""]' }
    assert.same({ "integer", "null" }, fields("#@schema/nullable\n#@schema/" .. rules.all .. "\na: 1\n")[1].type)
    assert.equal("float", fields("#@schema/" .. rules.floats .. "\na: 1.5\n")[1].type)
    assert.same({ "string", "integer", "array" }, fields("#@schema/" .. rules.one .. "\na: 1\n")[1].type)
  end)

  it("puts the alternatives before the rules", function()
    local rules = fields('#@schema/validation min_len=1\n#@schema/any-of "", [""]\na: x\n')[1].validations
    assert.equal("any-of", rules[1].rule)
    assert.equal("min_len", rules[2].rule)
  end)

  it("nests alternatives of alternatives", function()
    local inner = load '#@schema/one-of 1, [1]\na: 1\n'
    local outer = fields('#@schema/any-of inner, ""\nb: ""\n', { env = { inner = inner } })[1]
    assert.same({ "string", "map" }, outer.type)
    local a = outer.validations[1].argument[1].fields[1]
    assert.same({ "integer", "array" }, a.type)
    assert.equal("one-of", a.validations[1].rule)
  end)

  it("says which keys a placeholder stands for, and how many of them", function()
    local limits = fields([[
m:
  #@schema/key allowed="^max_", missing_ok=True
  a: 0
  #@schema/key allowed=f, expects=[0, "2+"]
  b: ""
  #@schema/any-key
  c: true
]], { env = { f = function() return true end } })[1].fields
    local words = {}
    for i, field in ipairs(limits) do
      words[i] = field.validations[1].must_be
      assert.equal("key", field.validations[1].rule)
      assert.is_nil(field.default)
    end
    assert.same({
      'any number of keys (allowed="^max_")', "no key, or at least 2 keys (allowed=f)",
      'any number of keys (allowed="any")',
    }, words)
  end)

  it("says which keys are not there unless they are given", function()
    assert.same({ {
      name = "cache", title = "Cache", type = "integer",
      validations = { { must_be = "an optional key", rule = "key" } },
    } }, fields "#@schema/key-may-be-present\ncache: 1\n")
  end)
end)

describe("schema:openapi", function()
  it("gives a document in YAML", function()
    local document = assert(yschema.parse((load "a: 1\n":openapi()))):value()
    assert.equal("3.0.0", document.openapi)
    assert.same({ type = "integer", default = 1 },
      document.components.schemas.dataValues.properties.a)
  end)

  it("lists the rules that it cannot express, as a JSON Schema does", function()
    local schema = load 'a: 1\n#@schema/validation ("even", lambda v: v % 2 == 0), min=1\nb: 2\n'
    local _, losses = schema:openapi()
    local _, of_json_schema = schema:json_schema()
    assert.same({ { path = "b", must_be = "even" } }, losses)
    assert.same(of_json_schema, losses)
  end)

  it("keeps numbers that JSON does not have", function()
    assert.same({ "default: .inf" }, lines_with(load "a: .inf\n":openapi(), "default"))
  end)
end)

describe("keys whose defaults break their own rules", function()
  local schema = assert(yschema.load [[
#@ def host():
#@schema/validation min_len=1
name: ""
port: 80
#@ end

#@data/values-schema
---
#@schema/validation min_len=1
name: ""
#@schema/validation min=1
port: 80
#@schema/nullable
#@schema/validation not_null=True
id: 1
tls:
  #@schema/validation format="uri"
  url: ""
#@schema/nullable
free:
  #@schema/validation min=1
  size: 0
#@schema/key-may-be-present
#@schema/validation min_len=1
maybe: ""
#@schema/validation min_len=1, when=lambda v: True
conditional: ""
#@schema/validation ("given", lambda v: v != "")
validated: ""
#@schema/renamed from="older"
#@schema/validation min_len=1
newer: ""
#@schema/like host
a:
#@schema/like host
b:
  name: b
  port: 81
]])

  it("are required, in the JSON Schema and in OpenAPI", function()
    local document = assert(yschema.parse((schema:json_schema()))):value()
    local function required(node) return table.concat(node.required or {}, " ") end
    assert.equal("name id tls a", required(document))
    assert.equal("url", required(document.properties.tls))
    assert.equal("size", required(document.properties.free))
    assert.equal("name", required(document.properties.a))
    assert.equal("", required(document.properties.b))
    assert.equal("", required(document.definitions.host))
    local values = assert(yschema.parse((schema:openapi()))):value().components.schemas.dataValues
    assert.equal("name id tls a", required(values))
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

  it("has one allOf for alternatives and a rule that is a JSON Schema", function()
    local schema = assert(yschema.load [[
#@data/values-schema
---
#@schema/all-of "b", "c"
#@schema/validation json_schema="#/$defs/p"
a: b
#@schema/json-schema
---
{"$defs": {"p": {"pattern": "^b"}}}
]])
    local _, count = schema:json_schema { draft = "2020-12" }:gsub('"allOf"', "")
    assert.equal(2, count) -- that of the rule, and in it that of the alternatives
    assert.matches('"%$ref": "[^"]*#/%$defs/p"%s*},%s*{%s*"allOf"', (schema:json_schema { draft = "2020-12" }))
  end)

  it("throws for other options", function()
    local schema = load "a: 1\n"
    assert.has_error(function() schema:json_schema "2020-12" end,
      "bad argument #1 to 'json_schema' (options must be a table, got string)")
    assert.has_error(function() schema:json_schema { daft = "2020-12" } end,
      "bad argument #1 to 'json_schema' (unknown option 'daft' (did you mean 'draft'?))")
  end)

  it("lists what it cannot say, with paths", function()
    local _, losses = load([[
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
    }, losses)
  end)

  it("lists references and identities", function()
    local schema = load([[
#@schema/identity ["rack", "slot"]
places:
- rack: a
  slot: 1
#@schema/identity "name", scope="file"
services:
- name: a
#@schema/refers to=["services[].name", "volumes{}"], when=lambda v: True
own: a
#@schema/refers to="metadata.name", scope="configuration", kind="ConfigMap"
map: a
volumes:
  #@schema/any-key
  _: ""
]])
    local _, losses = schema:json_schema()
    assert.same({
      { path = "places", must_be = "different from all other items in rack and slot" },
      { path = "services", must_be = "different from all other items in name, in all documents of the file" },
      { path = "own", must_be = "one of the names at services[].name, or at volumes{}, when lambda v: True" },
      { path = "map", must_be = "one of the names at metadata.name, in documents of the kind ConfigMap" },
    }, losses)
    local _, of_openapi = schema:openapi()
    assert.same(losses, of_openapi)
  end)

  it("has nothing to list when it says all", function()
    local _, losses = load "#@schema/validation min=1\na: 2\n":json_schema()
    assert.same({}, losses)
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

  it("names each of the values allowed once", function()
    local numbers = '#@schema/type "int", "string"\n#@schema/validation one_of=[3, 0, "3", 3, 0]\na: 3\n'
    assert.same({ 3, 0, "3" }, node(numbers).a.enum)
    assert.same({ "x", "y" }, node('#@schema/validation one_of={"x": 1, "y": 1}\na: x\n').a.enum)
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

describe("schema:json_schema, of alternatives", function()
  local function export(text, options)
    local written, losses = load(text, options):json_schema()
    return assert(yschema.parse(written)):value().properties, losses
  end
  local exactly = "a value that fits exactly one of the 2 alternatives of @schema/one-of"

  it("uses the words that JSON Schema has", function()
    local nodes,
      losses = export '#@schema/any-of "", [1]\na: ""\n#@schema/all-of 1, 1.5\nb: 1\n#@schema/one-of "", 1\nc: 1\n'
    assert.same({ { type = "string" }, { type = "array", items = { type = "integer" } } }, nodes.a.anyOf)
    assert.same({ { type = "integer" }, { type = "number" } }, nodes.b.allOf)
    assert.same({ { type = "string" }, { type = "integer" } }, nodes.c.oneOf)
    assert.same({}, losses)
  end)

  it("does not ask for exactly one where that cannot be seen yet", function()
    for alternatives, must_be in pairs {
      ['{"a": 1}, {"b": 1}'] = 'a value that fits only one of a map with "a" and a map with "b"',
      ['[1], [""]'] = exactly, ["1, 1.5"] = "a value that fits only one of integer and float",
    } do
      local nodes, losses = export("#@schema/one-of " .. alternatives .. "\nx:\n")
      assert.is_nil(nodes.x.oneOf)
      assert.equal(2, #nodes.x.anyOf)
      assert.same({ { path = "x", must_be = must_be } }, losses)
    end
  end)

  it("takes null beside the alternatives, but not as a default that does not fit", function()
    local nodes = export '#@schema/nullable\n#@schema/any-of "", [1]\na: ""\n#@schema/any-of "", [1]\nb:\n'
    assert.same({ type = "null" }, nodes.a.anyOf[2])
    assert.equal(2, #nodes.a.anyOf[1].anyOf)
    assert.equal(yschema.null, nodes.a.default)
    assert.is_nil(nodes.b.default)
  end)

  it("keeps a rule's own anyOf", function()
    local nodes = export '#@schema/any-of "", 1\n#@schema/validation format="ip"\na: "::1"\n'
    assert.same({ { format = "ipv4" }, { format = "ipv6" } }, nodes.a.anyOf)
    assert.equal(2, #nodes.a.allOf[1].anyOf)
  end)

  it("refuses everything where only null would do, and may not", function()
    local nodes = export '#@schema/type "null"\n#@schema/validation not_null=True\na:\n'
    assert.same({}, nodes.a["not"])
    assert.is_nil(nodes.a.type)
  end)
end)

describe("schema:json_schema, of keys", function()
  local function export(text, options)
    local written, losses = load(text, options):json_schema()
    return assert(yschema.parse(written)):value(), losses
  end

  it("has patterns for placeholders, and the rest for the one of any key", function()
    local node = export '#@schema/key allowed="^x-", missing_ok=True\na: ""\n#@schema/any-key\nb: 1\n'
    assert.same({ ["^x-"] = { type = "string" } }, node.patternProperties)
    assert.same({ type = "integer" }, node.additionalProperties)
    assert.is_false(export '#@schema/key allowed="^x-", missing_ok=True\na: ""\n'.additionalProperties)
  end)

  it("keeps keys that are named, or another's, out of a pattern", function()
    local node = export [[
max_a.b: true
#@schema/key allowed="^max_", missing_ok=True
a: 0
#@schema/key allowed="_name$", missing_ok=True
b: ""
]]
    local patterns = {}
    for pattern in pairs(node.patternProperties) do patterns[#patterns + 1] = pattern end
    table.sort(patterns)
    assert.same({
      [[^(?!(?:max_a\.b)$)(?=[\s\S]*(?:^max_))]], [[^(?![\s\S]*(?:^max_))(?=[\s\S]*(?:_name$))]],
    }, patterns)
  end)

  it("takes what a placeholder may be, where no pattern says which keys it has", function()
    local node, losses = export([[
#@schema/key allowed=f, missing_ok=True
a: 0
#@schema/key allowed="^\\p{Greek}", missing_ok=True
b: ""
]], { env = { f = function() return true end } })
    assert.same({ { type = "integer" }, { type = "string" } }, node.additionalProperties.anyOf)
    assert.same({
      { path = "", must_be = "keys that are named, or allowed=f" },
      { path = "", must_be = [[keys that are named, or allowed="^\\p{Greek}"]] },
    }, losses)
  end)

  it("does not say a named key that may be a placeholder's", function()
    local function never() return false end
    local node = export('#@schema/key allowed=f, missing_ok=True\na: 0\nb: ""\n', { env = { f = never } })
    assert.same({}, node.properties.b)
  end)

  it("counts keys, as far as all of them together say it", function()
    local function bounds(expects, more)
      local node, losses = export(("%s#@schema/key allowed=\"any\", expects=%s\na: 1\n"):format(more or "", expects))
      return { node.minProperties, node.maxProperties or "any", #losses }
    end
    assert.same({ 1, 1, 0 }, bounds "1")
    assert.same({ 2, "any", 0 }, bounds '"2+"')
    assert.same({ 2, "any", 0 }, bounds '[2, "3+"]')
    assert.same({ 1, 2, 0 }, bounds "[2, 1]")
    assert.same({ 1, 4, 1 }, bounds "[1, 4]")
    assert.same({ 2, 3, 1 }, bounds("2", "name: x\n"))
    assert.same({ 2, 2, 0 }, bounds("2", "#@schema/removed \"gone\"\nname: x\n"))
  end)

  it("asks for no keys that the default has", function()
    local node = export '#@schema/default {"a": 1}\nm:\n  #@schema/key allowed="any", expects="1+"\n  _: 0\n'
    assert.is_nil(node.properties.m.minProperties)
    node = export '#@schema/validation min_len=1\n#@schema/type any=True\nm: {a: 1}\n'
    assert.is_nil(node.properties.m.minProperties)
    assert.equal(1, node.properties.m.minItems)
  end)

  it("refuses a removed key where any other may be there", function()
    local node = export '#@schema/removed "gone"\na: 1\n#@schema/any-key\nb: 1\n'
    assert.same({ ["not"] = {} }, node.properties.a)
    assert.is_nil(export '#@schema/removed "gone"\na: 1\nb: 1\n'.properties.a)
  end)
end)

describe("schema:openapi, of alternatives and keys", function()
  local function export(text, options)
    return assert(yschema.parse((load(text, options):openapi()))):value().components.schemas.dataValues
  end

  it("says null beside each type that may be it", function()
    local node = export '#@schema/nullable\n#@schema/type "string", "int"\na: x\n'.properties.a
    assert.same({ { type = "string", nullable = true }, { type = "integer", nullable = true } }, node.anyOf)
    assert.is_nil(node.nullable)
  end)

  it("says what a collection holds beside other types", function()
    local node = export '#@schema/type one_of=["string"], or_inferred=True\na: {b: 1}\n'.properties.a
    assert.same({
      type = "object", additionalProperties = false, properties = { b = { type = "integer", default = 1 } },
    }, node.anyOf[2])
    node = export '#@schema/type one_of=["string"], or_inferred=True\na: [1]\n'.properties.a
    assert.same({ type = "array", items = { type = "integer", default = 1 } }, node.anyOf[2])
  end)

  it("has null for a list of values, beside alternatives", function()
    local node = export '#@schema/nullable\n#@schema/one-of "", 1\na: x\n'.properties.a
    assert.same({ { type = "string" }, { type = "integer" } }, node.anyOf[1].oneOf)
    assert.same({ nullable = true, enum = { yschema.null } }, node.anyOf[2])
  end)

  it("takes what any placeholder may be, for it has no patterns", function()
    local node = export '#@schema/key allowed="^a", missing_ok=True\na: 1\n#@schema/any-key\nb: ""\n'
    assert.same({ { type = "integer" }, { type = "string" } }, node.additionalProperties.anyOf)
  end)

  it("leaves out what follows a placeholder for any key", function()
    local node = export [[
#@schema/any-key
a: 1
#@schema/any-key
b: ""
#@schema/key allowed="^a", missing_ok=True
c: true
]]
    assert.same({ type = "integer" }, node.additionalProperties)
  end)
end)

describe("an export of a rule about the keys of a map that names one key", function()
  local function left_out(line)
    local schema = assert(yschema.load("#@data/values-schema\n---\n" .. line
      .. "#@schema/validation mutually_exclusive=['c'], mutually_required=['c']\na: {c: 1}\n"))
    local _, list = schema:json_schema()
    return #list
  end

  it("says nothing for a map, since it always holds there", function() assert.equal(0, left_out "") end)

  it("is not exact where the value may be no map, which the rule refuses", function()
    assert.equal(2, left_out "#@schema/type any=True\n")
  end)
end)
