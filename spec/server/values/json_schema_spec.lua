-- Tests of completion and hover in files that are validated by a JSON Schema: they show each subschema that
-- applies to the place.

local client = require "spec.server.client"
local cursor = require "spec.server.cursor"
local folder = require "spec.support.folder"

local PROJECT = "configurations:\n- {name: a, json_schema: s.json, each: ['*.yml']}\n"

-- By the value of `kind`.
local BY_KIND = [[{"properties": {"kind": {"enum": ["file", "web"]}},
  "if": {"properties": {"kind": {"const": "file"}}, "required": ["kind"]},
  "then": {"properties": {"path": {"type": "string", "description": "Where it is"}}},
  "else": {"properties": {"host": {"type": "string", "description": "Who has it"}}}}]]
local DEPENDENT = [[{"properties": {"card": {"type": "integer"}},
  "dependentSchemas": {"card": {"properties": {"address": {"enum": ["home", "work"]}}}}}]]
local DEPENDENCIES = DEPENDENT:gsub("^{", '{"$schema": "http://json-schema.org/draft-07/schema#", ')
  :gsub("dependentSchemas", "dependencies")
local PATTERNS = [[{"properties": {"x-b": {}}, "patternProperties": {"^x-": {"enum": ["low", "high"],
  "description": "An extension"}}}]]
local ANY_OF = [[{"anyOf": [
  {"properties": {"kind": {"const": "a"}, "one": {"type": "integer"}}, "required": ["kind", "one", "more"]},
  {"properties": {"kind": {"const": "b"}, "two": {"type": "integer"}}, "required": ["kind", "two"]}]}]]
local ONE_OF = ANY_OF:gsub("anyOf", "oneOf")
local ALL_OF = [[{"allOf": [{"properties": {"a": {"type": "integer"}}},
  {"properties": {"b": {"enum": ["x"]}}}, {"if": {"properties": {"a": {"const": 1}}, "required": ["a"]},
  "then": {"properties": {"c": {"description": "Since a is 1"}}}}]}]]
local SIBLINGS = [[{"$defs": {"more": {"properties": {"extra": {"type": "string"}}},
  "port": {"type": "integer", "enum": [80, 443], "description": "A port"}},
  "properties": {"port": {"$ref": "#/$defs/port", "description": "Where it listens", "default": 80}},
  "$ref": "#/$defs/more", "minProperties": 1}]]
local OLD_SIBLINGS = [[{"$schema": "http://json-schema.org/draft-07/schema#",
  "definitions": {"port": {"type": "integer", "enum": [80, 443], "description": "A port"}},
  "properties": {"port": {"$ref": "#/definitions/port", "description": "Where it listens"}}}]]
local CONSTANTS = [[{"properties": {"size": {"description": "How large", "oneOf": [
  {"const": "s", "description": "Small"}, {"const": "l", "title": "Large"}]}}}]]
local LOST = [[{"allOf": [{"$ref": "nowhere.json"}, {"properties": {"a": {"enum": ["x"]}}}],
  "properties": {"b": {"$ref": "#/$defs/none", "description": "Still here"}}}]]
local LEVEL = [[{"properties": {"level": {"enum": ["low", "high"], "enumDescriptions": ["Seldom", "Often"],
  "markdownDescription": "How *often*", "description": "How often"},
  "name": {"type": "string", "examples": ["web", "mail"], "default": "main"},
  "size": {"defaultSnippets": [{"label": "large", "body": "XXL", "description": "The largest"},
    {"label": "both", "body": {"a": "$1", "b": 2}}]},
  "old": {"deprecated": true, "description": "Once"},
  "older": {"deprecationMessage": "use name"}}}]]
local TYPED = [[{"properties": {"a": {}}, "then": {"properties": {"on": {"type": ["boolean", "null"]}}}, "if": true,
  "dependentSchemas": {"b": {"required": ["c"]}}}]]
local LONG = ""
for i = 1, 2500 do LONG = LONG .. ("k%d: {a: 1}\n"):format(i) end
local NAMES = [[{"propertyNames": {"enum": ["cpu", "memory"]}, "additionalProperties": {"enum": ["1", "2"]}}]]

describe("a JSON Schema", function()
  local root
  setup(function()
    root = folder.make()
    folder.write(root, ".yschema.yml", PROJECT)
    folder.write(root, "a.yml", "{}\n")
  end)
  teardown(function() folder.remove(root) end)

  local function ask(schema, marked, method, abilities)
    folder.write(root, "s.json", schema)
    return cursor.ask(client.new(abilities), root .. "/a.yml", marked, "textDocument/" .. method)
  end

  local function complete(schema, marked)
    local result = ask(schema, marked, "completion")
    local items = result and result.items or {}
    table.sort(items, function(a, b) return a.sortText < b.sortText end)
    return items
  end

  local function labels(items)
    local list = {}
    for i, item in ipairs(items) do list[i] = item.label end
    table.sort(list)
    return table.concat(list, " ")
  end

  for name, case in pairs {
    ["the keys of then"] = { BY_KIND, "kind: file\n|", "path" },
    ["the keys of else"] = { BY_KIND, "kind: web\n|", "host" },
    ["the keys of else without the key"] = { BY_KIND, "|", "host kind" },
    ["keys of then in an item"] = { '{"items": ' .. BY_KIND .. "}", "- kind: web\n- kind: file\n  |", "path" },
    ["keys of then below a key"] = { '{"properties": {"at": ' .. BY_KIND .. "}}", "at:\n  kind: file\n  |", "path" },
    ["keys of then in a document"] = { BY_KIND, "kind: web\n---\nkind: file\n|", "path" },
    ["the keys of dependentSchemas"] = { DEPENDENT, "card: 1\n|", "address" },
    ["no keys of dependentSchemas without the key"] = { DEPENDENT, "|", "card" },
    ["values of dependentSchemas"] = { DEPENDENT, "card: 1\naddress: |", "home work" },
    ["the keys of dependencies"] = { DEPENDENCIES, "card: 1\n|", "address" },
    ["values of dependencies"] = { DEPENDENCIES, "card: 1\naddress: |", "home work" },
    ["examples in then"] = { '{"if": true, "then": {"properties": {"a": {"examples": ["x", "z"]}}}}', "a: |", "x z" },
    ["values by patternProperties"] = { PATTERNS, "x-a: |", "high low" },
    ["values by patternProperties of a property"] = { PATTERNS, "x-b: |", "high low" },
    ["keys of anyOf"] = { ANY_OF, "|", "kind more one two" },
    ["values of anyOf"] = { ANY_OF, "kind: |", "a b" },
    ["keys of the alternative of anyOf that fits"] = { ANY_OF, "kind: b\n|", "two" },
    ["keys of the alternative of oneOf that fits"] = { ONE_OF, "kind: a\n|", "more one" },
    ["keys of allOf"] = { ALL_OF, "|", "a b" },
    ["keys of a condition in allOf"] = { ALL_OF, "a: 1\n|", "b c" },
    ["values of allOf"] = { ALL_OF, "b: |", "x" },
    ["keys of a reference beside keywords"] = { SIBLINGS, "|", "extra port" },
    ["values of a reference beside keywords"] = { SIBLINGS, "port: |", "443 80" },
    ["values of a type in then"] = { TYPED, "a: 1\non: |", "false null true" },
    ["keys that are only required"] = { TYPED, "b: 1\n|", "a c on" },
    ["keys below a long map"] = { '{"additionalProperties": ' .. BY_KIND .. "}",
      LONG .. "z:\n  kind: file\n  |", "path" },
    ["keys below a long array"] = { '{"properties": {"k": {"items": ' .. BY_KIND .. "}}}",
      "k:\n" .. ("- kind: web\n"):rep(2500) .. "- kind: file\n  |", "path" },
    ["keys beside a lost reference"] = { LOST, "|", "a b" },
    ["values beside a lost reference"] = { LOST, "a: |", "x" },
    ["examples and the default"] = { LEVEL, "name: |", "mail main web" },
    ["snippets"] = { LEVEL, "size: |", "both large" },
    ["constants"] = { CONSTANTS, "size: |", "l s" },
    ["the keys of propertyNames"] = { NAMES, "cpu: '1'\n|", "memory" },
    ["values of keys of propertyNames"] = { NAMES, "cpu: |", '"1" "2"' },
  } do
    it("offers " .. name, function() assert.equal(case[3], labels(complete(case[1], case[2]))) end)
  end

  for name, case in pairs {
    ["a key of then"] = { BY_KIND, "kind: file\npa|th: x\n", "Where it is" },
    ["a key of else"] = { BY_KIND, "kind: web\nho|st: x\n", "Who has it" },
    ["a key of patternProperties"] = { PATTERNS, "x-|a: low\n", "An extension" },
    ["a condition in allOf"] = { ALL_OF, "a: 1\n|c: 2\n", "Since a is 1" },
    ["a reference beside a description"] = { SIBLINGS, "po|rt: 80\n", "Where it listens" },
    ["a reference beside an older description"] = { OLD_SIBLINGS, "po|rt: 80\n", "Where it listens" },
    ["the target of an older reference"] = { OLD_SIBLINGS, "po|rt: 80\n", "A port" },
    ["the constant that is written"] = { CONSTANTS, "si|ze: s\n", "Small" },
    ["the target of a reference"] = { SIBLINGS, "po|rt: 80\n", "A port" },
    ["a lost reference"] = { LOST, "|b: 1\n", "Still here" },
    ["markdownDescription"] = { LEVEL, "lev|el: low\n", "How *often*" },
    ["enumDescriptions"] = { LEVEL, "lev|el: low\n", "Seldom" },
    ["what is deprecated"] = { LEVEL, "ol|d: 1\n", "deprecated" },
    ["deprecationMessage"] = { LEVEL, "old|er: 1\n", "use name" },
  } do
    it("describes " .. name, function()
      assert.matches(case[3], ask(case[1], case[2], "hover").contents.value, 1, true)
    end)
  end

  local function item_of(schema, marked, label)
    for _, item in ipairs(complete(schema, marked)) do
      if item.label == label then return item end
    end
  end

  it("offers snippets of several lines below the key, and those of a map among its keys", function()
    local text = item_of(LEVEL, "size: |", "both").textEdit.newText
    assert.matches("^\n  a: .*\n  b: 2$", text)
    assert.not_matches("$1", text, 1, true)
    local maps = [[{"properties": {"job": {"type": "object",
      "defaultSnippets": [{"label": "build", "body": {"run": "make", "in": "src"}}]}}}]]
    assert.equal("run: make\n  in: src", item_of(maps, "job:\n  |", "build").textEdit.newText)
  end)

  it("that leads back to itself in many ways is answered at once", function()
    local refs = ('{"$ref": "#"}, {"properties": {"k": {"$ref": "#"}}}, '):rep(12) .. '{"properties": {"last": {}}}'
    local schema = '{"allOf": [{"anyOf": [' .. refs .. ']}], "properties": {"k": {"oneOf": [' .. refs .. "]}}}"
    local nested = ("k: {"):rep(30) .. "|" .. ("}"):rep(30)
    local began = os.clock()
    assert.matches("last", labels(complete(schema, nested)), 1, true)
    assert.is_true(os.clock() - began < 5)
  end)

  it("begins the value of a key that has one type", function()
    local abilities = { textDocument = { completion = { completionItem = { snippetSupport = true } } } }
    local function written(types)
      local schema = ('{"if": true, "then": {"properties": {"k": {"type": %s}}}}'):format(types)
      return ask(schema, "|", "completion", abilities).items[1].textEdit.newText
    end
    assert.equal("k:\n  $1", written '"object"')
    assert.equal("k:\n- $1", written '"array"')
    assert.equal("k: $1", written '["object", "array"]')
  end)

  it("describes what it offers", function()
    assert.matches("Where it is", item_of(BY_KIND, "kind: file\n|", "path").documentation.value, 1, true)
    assert.matches("Often", item_of(LEVEL, "level: |", "high").documentation.value, 1, true)
    assert.equal("Small", item_of(CONSTANTS, "size: |", "s").documentation.value)
    assert.equal("Large", item_of(CONSTANTS, "size: |", "l").documentation.value)
    assert.same({ 1 }, item_of(LEVEL, "|", "old").tags)
    assert.same({ 1 }, item_of(LEVEL, "|", "older").tags)
    assert.equal("default", item_of(LEVEL, "name: |", "main").detail)
    assert.equal("XXL", item_of(LEVEL, "size: |", "large").textEdit.newText)
  end)
end)
