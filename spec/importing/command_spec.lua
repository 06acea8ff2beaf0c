-- The command `yschema import json-schema`, and validation by JSON Schemas themselves.

local command = require "spec.support.command"
local in_process = require "spec.support.in_process"
local folders = require "spec.support.folder"
local pace = require "spec.support.pace"
local yschema = require "yschema"

local folder
local function write(name, text) return folders.write(folder, name, text) end
local function run(arguments) return in_process.call(arguments, { folder = folder }) end
local function import(...) return run { "import", "json-schema", ... } end
local function read(name) return command.read(folder .. "/" .. name) end

setup(function()
  folder = folders.make("sub", "nested")
  write("port.json", '{"type": "object", "properties": {"port": {"$ref": "sub/types.json#/$defs/port"}}}')
  write("sub/types.json", '{"$defs": {"port": {"type": "integer", "minimum": 1}}}')
  write("loose.json", '{"properties": {"a": {"pattern": "(?<=a+)b"}}}')
  write("v.yml", "port: 0\n")
end)
teardown(function() folders.remove(folder) end)

describe("yschema import", function()
  it("prints a schema, or writes it", function()
    local result = import "port.json"
    assert.equal("port.json: exact\n", result.stderr)
    assert.equal(0, result.rc)
    assert.matches("#@schema/like port\nport:\n", result.stdout, 1, true)
    local written = import("port.json", "-o", "port.yml", "-q")
    assert.equal("", written.stdout .. written.stderr)
    assert.equal(result.stdout, read "port.yml")
    assert.equal(1, run({ "check", "-f", "port.yml", "v.yml" }).rc)
  end)

  it("reports a $ref that cannot be resolved, or accepts any value", function()
    local remote = "$ref cannot be resolved: https://x/y.json is on another site, from which nothing is read; put the"
      .. " file beside this one, and refer to it by its name, or name its folder with --schema-folder. With"
      .. " --allow-inexact, any value fits there"
    for name, row in pairs {
      ["remote.json"] = { '{"$ref": "https://x/y.json"}', "remote.json:1: " .. remote .. " (/$ref)" },
      ["gone.json"] = { '{"items":\n{"$ref": "gone/x.json"}}', "gone.json:2: $ref cannot be resolved: there is no file"
        .. " gone/x.json. With --allow-inexact, any value fits there (/items/$ref)" },
      ["lost.json"] = { '{"$ref":\n"#/a"}', "lost.json:1: $ref cannot be resolved: there is nothing at #/a." },
    } do
      write(name, row[1])
      for _, arguments in ipairs { { "import", "json-schema", name, "-q" },
        { "check", "-q", "--json-schema", name, "v.yml" } } do
        local result = run(arguments)
        assert.equal(2, result.rc)
        assert.equal("", result.stdout)
        assert.matches(row[2], result.stderr, 1, true)
      end
      assert.equal(0, import(name, "--allow-inexact").rc)
      local allowed = run { "check", "--allow-inexact", "--json-schema", name, "v.yml" }
      assert.equal(0, allowed.rc)
      assert.matches("Note: " .. name .. ": 1 keyword is not exact", allowed.stderr, 1, true)
      assert.equal(1, import(name, "--allow-inexact", "--exact").rc)
    end
    write("w.yml", "# yaml-language-server: $schema=remote.json\nport: -1\n")
    assert.equal(2, run({ "check", "w.yml" }).rc)
    write("unused.json", '{"definitions": {"a": {"$ref": "https://x/y.json"}}}')
    assert.equal("unused.json: exact\n", import("unused.json").stderr)
  end)

  it("lists the keywords beside $ref that are ignored up to draft-07", function()
    local beside = '{"$schema": "%s", "definitions": {"a": {"type": "object"}}, "properties": {"port":\n'
      .. '{"$ref": "#/definitions/a", "title": "T", "default": 1, "minProperties": 2, "const": 1}}}'
    for _, draft in ipairs { "http://json-schema.org/draft-04/schema#", "http://json-schema.org/draft-07/schema#" } do
      write("beside.json", beside:format(draft))
      local result = import("beside.json", "--loss", "loss.json")
      local reason = ": up to draft-07, keywords beside $ref are ignored\n"
      assert.equal("beside.json:2: ignored: /properties/port/const" .. reason
        .. "beside.json:2: ignored: /properties/port/minProperties" .. reason .. "beside.json: exact\n", result.stderr)
      assert.matches('"exact":true,"losses":[],"notes":[{"verdict":"ignored","keyword":"const",', read "loss.json", 1,
        true)
      write("o.yml", "port: {}\n")
      assert.equal(0, run({ "check", "--json-schema", "beside.json", "o.yml" }).rc)
      assert.equal(1, run({ "check", "--json-schema", "beside.json", "v.yml" }).rc)
    end
    write("beside.json", beside:format "https://json-schema.org/draft/2019-09/schema")
    assert.equal("beside.json: exact\n", import("beside.json").stderr)
    assert.equal(1, run({ "check", "--json-schema", "beside.json", "o.yml" }).rc)
  end)

  it("reports what is not exact, and with --exact writes nothing then", function()
    local result = import("loose.json", "--loss", "loss.json", "--exact", "-o", "none.yml")
    assert.equal(1, result.rc)
    assert.is_nil(read "none.yml")
    assert.matches("loose.json:1: looser: /properties/a/pattern: any text fits: a lookbehind", result.stderr, 1, true)
    assert.matches('"exact":false,"losses":[{"verdict":"looser","keyword":"pattern","file":"loose.json","line":1,',
      read "loss.json", 1, true)
    local printed = import("loose.json", "--loss", "-", "-o", "loose.yml", "-q")
    assert.same({ 0, read "loss.json", "" }, { printed.rc, printed.stdout, printed.stderr })
    assert.matches("values%-schema", read "loose.yml")
    assert.equal(import("loose.json").stdout, import("loose.json", "-o", "-").stdout)
    assert.is_nil(read "-")
    assert.equal(0, import("loose.json").rc)
    assert.equal(0, import("port.json", "--exact").rc)
  end)

  it("makes a folder of custom resource definitions, and lists what is not exact", function()
    write("crd.yml", [[
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec:
  group: x.io
  names: {kind: App}
  versions:
  - {name: v1, schema: {openAPIV3Schema: {type: object, properties: {a: {type: string, format: creditcard}}}}}
  - {name: v2, schema: {openAPIV3Schema: {type: object}}}
]])
    local loss = '{"exact":false,"schemas":[{"schema":"x.io/v1 App of crd.yml","exact":false,"losses":[{"verdict":'
      .. '"looser","keyword":"format","file":"crd.yml","line":7,"pointer":"/spec/versions/0/schema/openAPIV3Schema/'
      .. 'properties/a/format","reason":"this format is not validated"}],"notes":[]},{"schema":"x.io/v2 App of crd.yml"'
      .. ',"exact":true,"losses":[],"notes":[]}]}\n'
    local result = run { "import", "crd", "crd.yml", "-o", "kinds/", "--loss", "-" }
    assert.same({ 0, loss }, { result.rc, result.stdout })
    assert.matches("check with: yschema check --project kinds/.yschema.yml", result.stderr, 1, true)
    write("app.yml", "apiVersion: x.io/v1\nkind: App\na: 1\n")
    assert.equal(1, run({ "check", "-q", "--project", "kinds/.yschema.yml" }).rc)
    assert.equal(1, run({ "import", "crd", "crd.yml", "-o", "none/", "--exact", "-q", "--loss", "parts.json" }).rc)
    assert.equal(loss, read "parts.json")
    assert.is_nil(read "none/.yschema.yml")
    result = run { "import", "crd", "crd.yml", "-o", "none/", "-q", "--loss", "no/folder/x" }
    assert.same({ 2, true }, { result.rc, result.stderr:find("--loss no/folder/x", 1, true) ~= nil })
  end)

  it("imports the other definitions when some are invalid, and skips other objects", function()
    local crd = [[
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec:
  group: x.io
  names: {kind: %s}
  versions:
  - {name: v1, schema: {openAPIV3Schema: {type: %s}}}
  - {name: v2}
---
]]
    write("mixed.yml", crd:format("Bad", "objct") .. "apiVersion: v1\nkind: Namespace\n---\n"
      .. crd:format("Good", "object"))
    write("unreadable.yml", "a: [\n")
    local result = run { "import", "crd", "mixed.yml", "unreadable.yml", "-o", "mixed/" }
    assert.equal(2, result.rc)
    for _, words in ipairs { "mixed.yml:7: invalid JSON Schema", "mixed.yml:8: this version has no name or no schema",
      "mixed.yml:20: this version has no name", "unreadable.yml:2:1" } do
      assert.matches(words, result.stderr, 1, true)
    end
    assert.is_truthy(read "mixed/good.yml")
    assert.is_nil(read "mixed/bad.yml")
    assert.equal("mixed/good.yml\nmixed/.yschema.yml\ncheck with: yschema check --project mixed/.yschema.yml\n",
      result.stdout)
    write("other.yml", "apiVersion: v1\nkind: Namespace\n")
    result = run { "import", "crd", "other.yml", "-o", "other/" }
    assert.same({ 2, true }, { result.rc, result.stderr:find("other.yml:1: it is no custom", 1, true) ~= nil })
  end)

  for name, row in pairs {
    ["broken.json"] = { '{"a":\n1', "broken.json:2:2" },
    ["twice.json"] = { '{"type": "string",\n"type": "string"}', 'twice.json:2:1: duplicate key "type"' },
    ["old.json"] = { '{\n"$schema": "http://json-schema.org/draft-03/schema#"}',
      "old.json:2: draft-03 is not supported" },
    ["round.json"] = { '{"allOf": [\n{"$ref": "#"}]}', "round.json:2: it is circular",
      "round.json:1:2: error[json-schema]: it is circular: this subschema needs itself to validate the same value" },
    ["list.json"] = { "[]", "list.json: it is not a JSON Schema" },
    ["two.yml"] = { "type: string\n---\ntype: string\n", "two.yml: expected one document" },
  } do
    it("reports the problem of " .. name, function()
      write(name, row[1])
      local result = import(name, "-o", "none.yml")
      assert.equal(2, result.rc)
      assert.equal("", result.stdout)
      assert.matches(row[2], result.stderr, 1, true)
      assert.is_nil(read "none.yml")
      local checked = run { "check", "--json-schema", name, "v.yml" }
      assert.equal(2, checked.rc)
      assert.matches(row[3] or row[2], (checked.text:gsub('error%[duplicate%-key%]: ', '')), 1, true)
    end)
  end

  it("reports invalid calls", function()
    for _, row in ipairs {
      { {}, "write: yschema import json-schema FILE" }, { { "xml" }, "'xml' cannot be imported" },
      { { "json-schema" }, "no file is named" }, { { "json-schema", "none.json" }, "none.json: No such file" },
      { { "json-schema", "a", "b" }, "unexpected argument 'b'" },
      { { "json-schema", "a", "-o", "x", "--loss", "x" }, "name the same file" },
      { { "json-schema", "port.json", "--loss", "-" }, "write it to a file with -o FILE" },
      { { "crd", "crd.yml", "--loss", "-" }, "write it to a file with -o FILE" },
      { { "openapi", "a", "--loss", "" }, "--loss: its argument is empty" }, { { "crd", "" }, "an argument is empty" },
      { { "openapi" }, "no file is named" }, { { "crd", "crd.yml" }, "there are 2 schemas, which need a folder" },
    } do
      local result = run { "import", (table.unpack or unpack)(row[1]) } -- luacheck: ignore
      assert.equal(2, result.rc)
      assert.matches(row[2], result.stderr, 1, true)
    end
  end)
end)

describe("yschema check", function()
  it("validates by a JSON Schema", function()
    local result = run { "check", "--json-schema", "port.json", "v.yml" }
    assert.equal(1, result.rc)
    assert.matches("= rule: sub/types.json:1 /$defs/port/minimum", result.text, 1, true)
    assert.matches("v.yml:1", result.text, 1, true)
    write("before.json", '{"pattern": "(?<=a*)b"}')
    local refused = run { "check", "--json-schema", "before.json", "v.yml" }
    assert.equal(2, refused.rc)
    assert.matches("before.json.*: the pattern %(%?<=a%*%)b: a lookbehind must match texts of one length",
      refused.text)
    write("dialect.json", '{"type": "object",\n "$schema": "https://a.test/schema"}')
    local unknown = run { "check", "--json-schema", "dialect.json", "v.yml" }
    assert.equal(0, unknown.rc)
    assert.matches("Note: dialect.json: 1 keyword is not exact, first /$schema in line 2 (unknown dialect)",
      unknown.text, 1, true)
    write("embedded.json", '{"$schema": "https://json-schema.org/draft/2020-12/schema", "$ref": "a", "$defs": {"a": {\n'
      .. '"$id": "a",\n"$schema": "https://a.test/none", "type": "object"}}}')
    local embedded = run { "check", "--json-schema", "embedded.json", "v.yml" }
    assert.equal(0, embedded.rc)
    assert.matches("Note: embedded.json: 1 keyword is not exact, first /$defs/a/$schema in line 3 (unknown dialect)",
      embedded.text, 1, true)
  end)

  it("reads files by the core schema of YAML 1.2, unless another version is chosen", function()
    write("style.json", '{"properties": {"a": {"enum": ["Yes", "off", 10]}, "b": {"type": "boolean"}}}')
    write("style.yml", "a: Yes\n---\na: off\n---\na: 010\n---\na: true\n---\nb: yes\n---\nb: True\n")
    local function verdicts(...)
      local list = {}
      for line in run({ "check", "--report", "ndjson", ... }).stdout:gmatch "[^\n]+" do
        local status = line:match '"status":"(%a+)"' or line:match '"valid":(%a+)'
        if status then list[#list + 1] = status end
      end
      return table.concat(list, " ")
    end
    local core_schema, old = "true true true false false true", "false false false false true true"
    local by_schema = { "--json-schema", "style.json", "style.yml" }
    local unpack = table.unpack or unpack -- luacheck: ignore
    assert.equal(core_schema, verdicts(unpack(by_schema)))
    assert.equal(core_schema, verdicts("--yaml", "1.2", unpack(by_schema)))
    assert.equal(old, verdicts("--yaml", "1.1", unpack(by_schema)))
    local project = "configurations:\n- {name: a, json_schema: style.json, each: [style.yml]%s}\n"
    for more, expected in pairs { [""] = core_schema, [', yaml: "1.2"'] = core_schema, [', yaml: "1.1"'] = old } do
      write(".yschema.yml", project:format(more))
      assert.equal(expected, verdicts())
    end
    write("own.yml", "#@data/values-schema\n#@schema/keys-may-be-present\n---\n#@schema/validation one_of=[\"off\"]\n"
      .. 'a: "off"\nb: yes\n')
    write("own.txt", "a: off\n---\nb: yes\n---\nb: true\n")
    assert.equal("false true true", verdicts("-f", "own.yml", "own.txt"))
    assert.equal("true false true", verdicts("-f", "own.yml", "--yaml", "1.2", "own.txt"))
    write(".yschema.yml", 'configurations:\n- {name: a, schema: own.yml, each: [own.txt], yaml: "1.2"}\n')
    assert.equal("true false true", verdicts())
    os.remove(folder .. "/.yschema.yml")
    write("w.yml", "# yaml-language-server: $schema=style.json\na: off\n")
    assert.equal(0, run({ "check", "w.yml" }).rc)
    assert.equal(1, run({ "check", "--yaml", "1.1", "w.yml" }).rc)
    local wrong = run { "check", "--yaml", "1.3", "--json-schema", "style.json", "w.yml" }
    assert.equal(2, wrong.rc)
    assert.matches("--yaml: unknown version", wrong.text, 1, true)
  end)

  it("reports violations with their places in the JSON Schema", function()
    write("jobs.json", [[
{"$schema": "http://json-schema.org/draft-07/schema#",
 "properties": {"jobs": {"additionalProperties": {"$ref": "#/definitions/job"}},
   "port": {"type": "integer"}},
 "definitions": {"job": {"type": "object",
   "if": {"properties": {"kind": {"const": "run"}}, "required": ["kind"]},
   "then": {"required": ["cmd"], "properties": {"steps": {"items": {
      "properties": {"n": {"type": "integer"}}}}}},
   "else": {"not": {"required": ["cmd"]}}}}}
]])
    write("jobs.yml", "jobs:\n  a: {kind: run, steps: [{n: 1}, {n: x}]}\n  b: {cmd: x}\nport: null\n")
    local result = run { "check", "--json-schema", "jobs.json", "jobs.yml" }
    assert.equal(1, result.rc)
    assert.equal([==[
jobs.yml:2:3: error[missing-key]: jobs.a.cmd is required
    |
  2 |   a: {kind: run, steps: [{n: 1}, {n: x}]}
    = expected: any value (jobs.json:6 /definitions/job/then/required)
    = hint: because kind is "run"

jobs.yml:2:38: error[type]: jobs.a.steps[1].n: expected integer, but found string
    |
  2 |   a: {kind: run, steps: [{n: 1}, {n: x}]}
    |                                      ^ because kind is "run"
    = schema: jobs.json:7 /definitions/job/then/properties/steps/items/properties/n/type

jobs.yml:3:6: error[json-schema/not]: jobs.b must be a map without all of "cmd"
    |
  3 |   b: {cmd: x}
    |      ^^^^^^^^ because kind is missing
    = found: a map
    = rule: jobs.json:8 /definitions/job/else/not

jobs.yml:4:7: error[type]: port: expected integer, but found null
    |
  4 | port: null
    |       ^^^^
    = schema: jobs.json:3 /properties/port/type

4 errors in 1 file
]==], result.text)
    local records = run { "check", "--report", "ndjson", "--json-schema", "jobs.json", "jobs.yml" }
    assert.matches('"schema_file":"jobs.json","schema_line":3', records.stdout, 1, true)
    assert.is_nil((records.stdout .. result.text):find("imported", 1, true))
    local _, report = yschema.check_files { json_schema = folder .. "/jobs.json", files = folder .. "/jobs.yml" }
    assert.is_nil(tostring(report):find("imported", 1, true))
    assert.equal(folder .. "/jobs.json", report.violations[1].schema_file)
    local by_path = {}
    for _, one in ipairs(report.violations) do by_path[one.path] = one end
    local leaf = by_path["jobs.a.steps[1].n"]
    assert.same({ "/jobs/a/steps/1/n", "type", "integer", "x", 2, 7 }, { leaf.pointer, leaf.kind, leaf.expected,
      leaf.value, leaf.line, leaf.schema_line })
  end)

  -- Draft, schema, value, and the violations: their paths, keywords and expectations.
  for _, row in ipairs {
    { 7, '{"allOf": [{"if": {"required": ["a"]}, "then": {"properties": {"a": {"maxLength": 1}}}}]}', "a: xy",
      "a /allOf/0/then/properties/a/maxLength: length <= 1" },
    { 7, '{"if": {"required": ["a"]}, "then": true, "else": {"required": ["b"]}}', "c: 1",
      "b /else/required: any value" },
    { 7, '{"additionalProperties": {"type": "string"}}', "{b: 1, a: 1}",
      "b /additionalProperties/type: string;a /additionalProperties/type: string" },
    { 7, '{"not": {"required": ["a", "b"]}}', "{a: 1, b: 1}", ' /not: a map without all of ["a", "b"]' },
    { 7, '{"properties": {"a": {"not": {"enum": [1, 2]}}}, "additionalProperties": {"not": {"type": "string"}}}',
      "{a: 1, b: x}", "a /properties/a/not: not one of [1, 2];b /additionalProperties/not: not string" },
    { 7, '{"dependencies": {"a": ["b"], "c": {"required": ["d"]}}}', "{a: 1, c: 1}",
      "d /dependencies/c/required: any value; /dependencies: a map with the key b, because it has a" },
    { 2019, '{"dependentRequired": {"a": ["b"]}, "dependentSchemas": {"a": {"maxProperties": 0}}}', "{a: 1}",
      " /dependentRequired: a map with the key b, because it has a; /dependentSchemas/a/maxProperties: length <= 0" },
    { 7, '{"not": false, "allOf": [{"patternProperties": {"^x": {"minimum": 2}}, "minProperties": 3}]}',
      "{x/y~: 1, z: 1}", " /allOf/0/minProperties: length >= 3;"
        .. '["x/y~"] /allOf/0/patternProperties/^x/minimum: a value >= 2' },
    { 7, '{"anyOf": [{"required": ["k"], "properties": {"k": {"const": "a"}, "n": {"type": "integer"}}},'
      .. ' {"required": ["k"], "properties": {"k": {"const": "b"}, "n": {"type": "string"}}}], "minProperties": 0}',
      "{k: b, n: 1}", "n /anyOf/1/properties/n/type: string" },
    { 7, '{"properties": {"a": {"oneOf": [{"type": "string", "pattern": "^x"}, {"type": "array", "items":'
      .. ' {"type": "string"}}], "minItems": 0}}}', "a: [y, 1]", "a[1] /properties/a/oneOf/1/items/type: string" },
    { 7, '{"properties": {"a": {"anyOf": [{"enum": ["a", "b"]}, {"minLength": 9}], "maxLength": 20}}}', "a: hello",
      "a /properties/a/anyOf/1/minLength: length >= 9" },
    { 7, '{"properties": {"a": {"oneOf": [{"minimum": 2}, {"minimum": 1}], "maximum": 9}}}', "a: 3",
      "a /properties/a/oneOf: valid by exactly one of the 2 schemas of oneOf" },
    { 7, '{"properties": {"a": {"anyOf": [{"minimum": 8}, {"maximum": 1}], "maximum": 9}}}', "a: 3",
      "a /properties/a/anyOf: valid by one of the 2 schemas of anyOf;a /properties/a/anyOf/0/minimum: a value >= 8" },
    { 7, '{"properties": {"a": {"contains": {"const": 1}, "items": [{"type": "string"}], "additionalItems": false}}}',
      "a: [1, 2]", 'a[0] /properties/a/items/0/type: string;a[1] /properties/a/additionalItems: left out' },
    { 2019, '{"properties": {"a": {"contains": {"const": 1}, "maxContains": 1}}}', "a: [1, 1]",
      "a /properties/a/maxContains: an array with at most 1 item valid by contains" },
    { 7, '{"not": {"maxProperties": 0}, "propertyNames": {"pattern": "^[a-z]+$"}}', "A1: 1",
      'A1 /propertyNames/pattern: under a key that is a string matching "^[a-z]+$"' },
    { 7, '{"oneOf": [{"additionalProperties": false, "properties": {"a": {}}}]}', "b: 1",
      'b /oneOf/0/additionalProperties: a map item with the key named "a"' },
    { 2019, '{"allOf": [{"properties": {"a": true}}, {"if": {"required": ["b"]}, "then": {"properties": {"b": true}}}],'
      .. ' "unevaluatedProperties": false}', "{a: 1, b: 1, c: 1}",
      "c /unevaluatedProperties: one of { a, b }" },
    { 2020, '{"properties": {"l": {"prefixItems": [true], "allOf": [{"prefixItems": [true, {"type": "string"}]}],'
      .. ' "unevaluatedItems": {"minimum": 2}}}}', "l: [1, x, 1]",
      "l[2] /properties/l/unevaluatedItems/minimum: a value >= 2" },
    { 2020, '{"allOf": [{"$ref": "#/then/$defs/a"}, {"not": {"required": ["z"]}}], "$defs": {"a": {"anyOf": ['
      .. '{"properties": {"x": {"multipleOf": 0.5, "exclusiveMaximum": 3}}}]}}}', "x: 3.2",
      "x /$defs/a/anyOf/0/properties/x/exclusiveMaximum: a value < 3;"
        .. "x /$defs/a/anyOf/0/properties/x/multipleOf: a multiple of 0.5" },
    { 7, '{"oneOf": [{"properties": {"u": {"format": "uri"}, "l": {"uniqueItems": true}}}]}', "{u: x y, l: [1, 1]}",
      "u /oneOf/0/properties/u/format: a string of the format uri;"
        .. "l /oneOf/0/properties/l/uniqueItems: an array whose items are all different" },
  } do
    it("reports the violations of " .. row[2], function()
      local site = "://json-schema.org/draft"
      local names = { [7] = "http" .. site .. "-07/schema#", [2019] = "https" .. site .. "/2019-09/schema",
        [2020] = "https" .. site .. "/2020-12/schema" }
      write("leaf.json", ('{"$schema": "%s", "if": {"minProperties": 1}, "then":\n%s}'):format(names[row[1]], row[2]))
      write("leaf.yml", row[3] .. "\n")
      local _, report = yschema.check_files { json_schema = folder .. "/leaf.json", files = folder .. "/leaf.yml" }
      local text, list, path = tostring(report), {}, nil
      assert.is_nil(text:find("says in the JSON Schema", 1, true))
      for line in text:gmatch "[^\n]+" do
        path = line:match "^  (%a.*)$" or line:match "^  ([%[(].*)$" or line:match "^At (.*)$"
          or line:match "^A data value .*missing: (.*)$" or line:match "^Given data value .*: (.*)$" or path
        local must, pointer = line:match "^    [%-=] %a[%a ]*: (.*) %(%a+:? [^ ]*leaf.json:2 /then(%S*)%)$"
        if must then list[#list + 1] = ("%s %s: %s"):format(path, pointer, must) end
      end
      local expected = {}
      for one in row[4]:gmatch "[^;]+" do expected[#expected + 1] = (one:gsub("^ ?/", "(document) /")) end
      assert.same(expected, list, text)
    end)
  end

  it("explains in a limited number of steps", function()
    local parts = {}
    for i = 1, 40 do
      parts[i] = ('"d%d": {"anyOf": [{"$ref": "#/definitions/d%d"}, {"$ref": "#/definitions/d%d"}, {"minimum": 3}],'
        .. ' "not": {"const": 1}}'):format(i, i + 1, i + 1)
    end
    write("deep.json", ('{"properties": {"a": {"not": {"not": {"$ref": "#/definitions/d1"}}}}, "definitions": {%s,'
      .. ' "d41": {"type": "string"}}}'):format(table.concat(parts, ", ")))
    write("deep.yml", "a: 1\n")
    assert.equal(1, run({ "check", "--json-schema", "deep.json", "deep.yml" }).rc)
  end)

  it("explains what is nested in a JSON Schema that leads to itself twice", function()
    local part = '{"properties": {"a": {"$ref": "#/$defs/n"}, "%s": {"const": 1}}}'
    write("nested.json", ('{"$ref": "#/$defs/n", "$defs": {"n": {"allOf": [%s, %s]}}}'):format(part:format "b",
      part:format "c"))
    local text = '{"b": 2, "c": 2}'
    for _ = 1, 50 do text = '{"b": 2, "c": 2, "a": ' .. text .. "}" end
    write("nested/v.yml", text .. "\n")
    write("nested/.yschema.yml", "configurations:\n- {name: a, json_schema: ../nested.json, each: [v.yml]}\n")
    local before = os.time()
    for _, words in ipairs { { "check", "--json-schema", "nested.json", "nested/v.yml" },
      { "check", "--project", "nested/.yschema.yml" }, { "check", "--lines", "--json-schema", "nested.json" } } do
      local result = in_process.call(words, { folder = folder, stdin = folder .. "/nested/v.yml" })
      assert.equal(1, result.rc)
      assert.matches("b must be 1[ \n]", result.stdout .. result.text)
    end
    assert.is_true(pace.within(os.time() - before, 5))
  end)

  it("validates by JSON Schemas in a project, and where a file names one", function()
    write(".yschema.yml", "configurations:\n- {name: a, json_schema: port.json, each: [v.yml]}\n"
      .. "- {name: b, json_schema: port.json, layers: [v.yml]}\n")
    local result = run { "check" }
    assert.equal(1, result.rc)
    assert.matches("2 errors in 2 of 2 files", result.text, 1, true)
    os.remove(folder .. "/.yschema.yml")
    write("w.yml", "# yaml-language-server: $schema=port.json\nport: -1\n")
    assert.matches("port must be >= 1", run({ "check", "w.yml" }).stdout, 1, true)
  end)
end)

describe("a JSON Schema in YAML", function()
  local POINT = "required: [x, y]\nproperties:\n  x: {type: integer}\n  y: {type: integer}\n"
    .. "  answer: {enum: [yes, no]}\n  low: {minimum: 010}\n  1: {type: string}\n  on: {type: string}\n"
  local GOOD, BAD = '{"x": 1, "y": 2, "answer": "yes", "low": 10, "1": "", "on": ""}\n', '{"x": 1}\n'

  local function accepts(arguments)
    write("good.json", GOOD)
    write("bad.json", BAD)
    for name, status in pairs { ["good.json"] = 0, ["bad.json"] = 1 } do
      local words = { "check", name }
      for _, word in ipairs(arguments) do words[#words + 1] = word end
      local result = run(words)
      assert.equal(status, result.rc, result.text)
      assert.is_nil(result.text:find("Note", 1, true), result.text)
    end
  end

  it("is read by the core schema of YAML 1.2, whatever --yaml says", function()
    write("point.yml", "$schema: http://json-schema.org/draft-07/schema#\n" .. POINT)
    write("ref.yml", "$ref: point.yml\n")
    for _, yaml in ipairs { "1.1", "1.2" } do
      accepts { "--json-schema", "point.yml", "--yaml", yaml }
      accepts { "--json-schema", "ref.yml", "--yaml", yaml }
    end
    assert.equal("point.yml: exact\n", import("point.yml", "-o", "point-own.yml").stderr)
    accepts { "-f", "point-own.yml" }
    os.remove(folder .. "/point-own.yml")
    write(".yschema.yml", "configurations:\n- {name: a, json_schema: point.yml, yaml: '1.1', each: ['*.json']}\n")
    assert.equal(0, run({ "check", "good.json" }).rc)
    assert.equal(1, run({ "check", "bad.json" }).rc)
    os.remove(folder .. "/.yschema.yml")
  end)

  it("is so in OpenAPI documents and custom resource definitions, too", function()
    local indented = ("\n" .. POINT):gsub("\n(.)", "\n      %1")
    write("api.yml", "openapi: 3.1.0\npaths: {/a: {get: {responses: {200: {}}}}}\ncomponents:\n  schemas:\n    Point:"
      .. indented)
    assert.equal(0, run({ "import", "openapi", "api.yml", "-o", "api/" }).rc)
    accepts { "-f", "api/point.yml" }
    write("crd.yml", "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec:\n  group: g.org\n"
      .. "  names: {kind: Point}\n  versions:\n  - name: v1\n    schema:\n     openAPIV3Schema:"
      .. indented:gsub("answer: {", "answer: {type: string, "):gsub("low: {", "low: {type: integer, "))
    local kinds = assert(yschema.import_crd(read "crd.yml"))
    local schema = assert(yschema.load(kinds[1].text))
    local object = '{"apiVersion": "g.org/v1", "kind": "Point", '
    assert.is_true(schema:check_json(object .. GOOD:sub(2)))
    assert.is_falsy(schema:check_json(object .. BAD:sub(2)))
  end)
end)

describe("numbers that do not fit in 64 bits", function()
  for _, row in ipairs {
    { '{"type": "integer"}', { "18446744073709551616", "-9223372036854775809", "100000000000000000000000000000000" } },
    { '{"type": "number"}', { "18446744073709551616", "-1e400" }, { '"18446744073709551616"' } },
    { '{"type": "string"}', {}, { "18446744073709551616" } },
    { '{"not": {"const": 1}}', { "18446744073709551615", "18446744073709551616" }, { "1" } },
    { '{"maximum": 18446744073709551615}', { "18446744073709551615", "5" }, { "18446744073709555000" } },
    { '{"exclusiveMaximum": 18446744073709551616}', { "18446744073709551615" }, { "18446744073709551616" } },
    { '{"minimum": -9223372036854775808}', { "-9223372036854775808" }, { "-9223372036854779000" } },
    { '{"maximum": 9223372036854775807}', { "9223372036854775807" }, { "9223372036854775808" } },
    { '{"maximum": 1e400, "maxLength": 1e400, "maxItems": 99999999999999999999}', { "5", '"a"', "[1]" } },
    { '{"minimum": 1e400, "minLength": 1e400}', { "null" }, { "5", '"a"' } },
    { '{"const": 18446744073709551616}', { "18446744073709551616" }, { "5" } },
    { '{"additionalProperties": {"type": "integer"}}', { '{"18446744073709551616": 18446744073709551616}' } },
  } do
    it("are validated by " .. row[1], function()
      write("wide.json", row[1])
      write("wide.yml", "$ref: wide.json\n")
      for i, list in ipairs { row[2], row[3] or {} } do
        for _, text in ipairs(list) do
          write("v.json", text)
          for _, schema in ipairs { "wide.json", "wide.yml" } do
            local result = run { "check", "--json-schema", schema, "v.json" }
            assert.equal(i - 1, result.rc, text .. result.stderr)
          end
        end
      end
    end)
  end

  it("are reported where the nearest float is another number", function()
    write("wide.yml", "properties:\n  a: {minimum: -9223372036854776000}\n  b: {maximum: 18446744073709551616}\n"
      .. "  c: {pattern: '99999999999999999999'}\n")
    assert.equal("wide.yml:2: stricter: /properties/a/minimum: -9223372036854776000 does not fit in 64 bits; the"
      .. " nearest float replaces it\nwide.yml: 1 keyword is not exact\n", import("wide.yml").stderr)
    local api = assert(yschema.import_openapi("openapi: 3.1.0\n"
      .. "components: {schemas: {A: {maximum: 9223372036854776000}}}", { name = "api.yml" }))
    assert.equal("9223372036854776000 does not fit in 64 bits; the nearest float replaces it", api[1].losses[1].reason)
  end)

  it("are errors by a schema of yschema, without a hint about quotes", function()
    write("own.yml", "#@data/values-schema\n---\na: 1\n")
    write("w.yml", "a: 18446744073709551616\n")
    local result = run { "check", "-f", "own.yml", "w.yml" }
    assert.equal(2, result.rc)
    assert.matches("the integer 18446744073709551616 does not fit in 64 bits", result.text, 1, true)
    assert.is_nil(result.text:find("quotes", 1, true))
  end)
end)

describe("an invalid JSON Schema", function()
  local problem = "type.json:2: invalid JSON Schema: /definitions/a/type must be a type (array, boolean, integer, null,"
    .. " number, object or string), or a list of types"

  it("is an error of the schema in every command", function()
    write("type.json", '{"definitions": {"a":\n{"type": "objct"}}}')
    write("refers.json", '{"$ref": "type.json"}')
    write("lines", "{}\n")
    for _, words in ipairs { { "check", "-q", "v.yml", "--json-schema" }, { "check", "v.yml", "--json-schema" },
      { "check", "-q", "--lines", "--json-schema" }, { "example", "--json-schema" }, { "import", "json-schema", "-q" },
      { "fix", "v.yml", "--json-schema" } } do
      for _, name in ipairs { "type.json", "refers.json" } do
        words[#words + 1] = name
        local result = in_process.call(words, { folder = folder, stdin = folder .. "/lines" })
        assert.equal(2, result.rc, table.concat(words, " "))
        assert.matches(problem .. ', not "objct"; did you mean "object"?', result.text, 1, true)
        words[#words] = nil
      end
    end
  end)

  it("shows none of its values where a validated file names it", function()
    write("w.yml", "# yaml-language-server: $schema=type.json\nport: -1\n")
    local result = run { "check", "w.yml" }
    assert.equal(2, result.rc)
    assert.matches(problem .. "\n", result.text, 1, true)
    assert.is_nil(result.text:find("objct", 1, true))
  end)

  it("shows its remedy where the project file lists it", function()
    write(".yschema.yml", "configurations:\n- {name: w, json_schema: type.json, each: [v.yml]}\n")
    local result = run { "check" }
    os.remove(folder .. "/.yschema.yml")
    assert.equal(2, result.rc)
    assert.matches(problem .. ', not "objct"; did you mean "object"?', result.text, 1, true)
  end)

  it("is an error in definitions and OpenAPI documents", function()
    local kept = '"openapi": "3.0.0", "components": {"schemas": {"B": {}, "A":\n%s}}}'
    for schema, words in pairs { ['{"type": "objct"}'] = 'x.json:2: invalid JSON Schema: /components/schemas/A/type',
      ['{"type": "integer", "format": "int32", "minimum": "5"}'] = "A/minimum must be a number",
      ['{"nullable": true, "type": {}}'] = "/components/schemas/A/type", ['5'] = "a component must be a schema",
      ['{"properties": {"a": {"required": true}}}'] = "/components/schemas/A/properties/a/required" } do
      local none, about = yschema.import_openapi("{" .. kept:format(schema), { name = "x.json" })
      assert.is_nil(none)
      assert.matches(words, about, 1, true)
    end
    local crd = '{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "spec": {"group": "g",'
      .. ' "names": {"kind": "K"}, "versions": [{"name": "v1", "schema": {"openAPIV3Schema":\n%s}}]}}'
    for schema, words in pairs { ['{"type": "objct"}'] = "x.json:2: invalid JSON Schema: /spec/versions/0/schema/open",
      ['{"required": "a"}'] = "openAPIV3Schema/required must be a list of keys", ["[]"] = "no schema.openAPIV3Schema",
      ['{"properties": {"metadata": {"properties": {"name": 5}}}}'] = "metadata/properties/name must be a schema",
      ['{"properties": {"a": {"format": 5}}}'] = "a/format must be a string" } do
      local none, about = yschema.import_crd(crd:format(schema), { name = "x.json" })
      assert.is_nil(none)
      assert.matches(words, about, 1, true)
    end
  end)

  it("is reported with all mistakes of a document, and of what its parts refer to", function()
    local none, about = yschema.import_openapi('openapi: 3.1.0\ncomponents:\n  schemas:\n    A:\n      type: sting\n'
      .. "      properties:\n        x: {$ref: '#/components/x-more/M'}\n    B: {minimum: a, maximum: 1e400}\n"
      .. "  x-more:\n    M:\n      items: [{}]\n", { name = "x.yml" })
    assert.is_nil(none)
    assert.equal("x.yml:5: invalid JSON Schema: /components/schemas/A/type must be a type (array, boolean, integer,"
      .. ' null, number, object or string), or a list of types, not "sting"; did you mean "string"?\n'
      .. 'x.yml:8: invalid JSON Schema: /components/schemas/B/minimum must be a number, not "a"\n'
      .. "x.yml:11: invalid JSON Schema: /components/x-more/M/items must be a schema (a map, true or false), not a"
      .. " list; since 2020-12, the keyword for a list of schemas is prefixItems", about)
    assert(yschema.import_openapi('{"openapi": "3.0.0", "components": {"schemas": {"A": {"required": [], "nullable":'
      .. ' true, "type": "object", "example": 1}}}}', { name = "x.json" }))
  end)
end)

describe("the module", function()
  it("imports", function()
    local found = assert(yschema.import_json_schema(read "port.json", { name = folder .. "/port.json" }))
    assert.is_true(found.exact)
    assert.same({}, found.losses)
    local ok, report = yschema.check_files { json_schema = folder .. "/port.json", files = folder .. "/v.yml" }
    assert.is_nil(ok)
    assert.equal(1, #report.violations)
    local none, problem = yschema.import_json_schema '{"a":'
    assert.is_nil(none)
    assert.matches("schema.json:1:6", problem, 1, true)
    none, problem = yschema.import_json_schema '{"$ref": "#/a"}'
    assert.is_nil(none)
    assert.matches("there is nothing at #/a", problem, 1, true)
  end)
end)
