-- Custom resource definitions and OpenAPI documents are imported with the verdicts of their schemas.

local core = require "yschema.core"
local importer = require "yschema.importing.importer"
local openapi = require "yschema.importing.openapi"
local settings = require "yschema.pipeline.settings".of_options({}, 1)
local yschema = require "yschema"

-- Reads the parts of a text, and imports them.
local function import(read, text)
  local parts, problem, owner = openapi[read](core.source("x.yml", text, false), settings)
  if owner then owner:close() end
  if not parts then return nil, problem end
  local list, ok, about = {}, importer.import_parts(parts, settings)
  if not ok then return nil, about end
  for i, part in ipairs(parts) do
    list[i] = part.import
    list[i].has = part.has
  end
  return list, parts
end

-- A definition with the schema of `spec`, in the flow style.
local function crd(spec)
  return ([[
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec:
  group: x.io
  names: {kind: App}
  versions:
  - name: v1
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: %s
]]):format(spec)
end

local object = "apiVersion: x.io/v1\nkind: App\nmetadata: {name: a, labels: {b: c}}\nspec: "

local function value_of(text)
  return (assert(core.parse(core.source("v.yml", text, false), settings)):value(1, true))
end

local function validate(found, rows, before)
  local schema, report = yschema.load(found.text)
  assert.is_truthy(schema, tostring(report) .. found.text)
  for i, list in ipairs { rows.valid or {}, rows.invalid or {} } do
    for _, text in ipairs(list) do
      local verdict, about = schema:check(value_of(before .. text))
      assert.equal(i == 1, verdict == true, ("%s\n%s%s"):format(text, found.text, tostring(about)))
    end
  end
end

local structural = {
  { "{type: object, properties: {a: {type: integer}}}", valid = { "{}", "{a: 1}", "null", "{a: null}" },
    invalid = { "{b: 1}", "{a: x}", "[]" } },
  { "{type: object, required: [a], properties: {a: {type: integer}, b: {type: string, default: x, enum: [x]}}}",
    valid = { "{a: 1, b: null}" }, invalid = { "{a: null}", "{a: 1, b: y}" } },
  { "{type: object, required: [a], properties: {a: {x-kubernetes-preserve-unknown-fields: true}}}",
    valid = { "{a: {b: null}}", "{a: 1}" }, invalid = { "{a: null}" } },
  { "{type: object, properties: {a: {x-kubernetes-preserve-unknown-fields: true}}}", valid = { "{a: null}" } },
  { "{type: object, required: [a], properties: {a: {x-kubernetes-preserve-unknown-fields: true, nullable: true}}}",
    valid = { "{a: null}" }, invalid = { "{}" } },
  { "{type: object, additionalProperties: {type: object, properties: {a: {type: string}}}}",
    valid = { "{b: {a: null}}" }, invalid = { "{b: null}" } },
  { "{type: array, items: {type: object, properties: {a: {type: string}}}}",
    valid = { "[{a: null}]" }, invalid = { "[null]" } },
  -- A server fills in defaults before it validates.
  { "{type: object, required: [a], properties: {a: {type: string, default: x}}}", valid = { "{}", "{a: null}" } },
  { "{type: object, properties: {a: {type: string, default: x}, b: {type: integer}}, allOf: [{required: [a]}],"
    .. " oneOf: [{properties: {a: {enum: [x]}}, required: [b]}, {properties: {a: {enum: [w]}}}]}",
    valid = { "{b: 1}", "{a: w}" }, invalid = { "{}", "{a: z}" } },
  -- A keyword for the whole map does not see the null.
  { "{type: object, properties: {a: {type: string}, b: {type: string}}, oneOf: [{required: [a]}, {required: [b]}]}",
    valid = { "{a: x, b: null}" }, invalid = { "{a: null}", "{a: x, b: y}" } },
  { "{type: object, x-kubernetes-preserve-unknown-fields: true, properties: {a: {type: integer}}}",
    valid = { "{b: 1}" }, invalid = { "{a: x}" } },
  { "{type: object, additionalProperties: {type: string}}", valid = { "{b: x}" }, invalid = { "{b: 1}" } },
  { "{x-kubernetes-int-or-string: true}", valid = { "1", "50%", "null" }, invalid = { "1.5", "true", "{}" } },
  { "{x-kubernetes-int-or-string: true, nullable: true, anyOf: [{type: integer}, {type: string}], pattern: '^a'}",
    valid = { "1", "ab", "null" }, invalid = { "b" } },
  { "{type: string, nullable: true}", valid = { "null", "a" }, invalid = { "1" } },
  { "{type: array, x-kubernetes-list-type: set, items: {type: string}}", valid = { "[a, b]" },
    invalid = { "[a, a]" } },
  { "{type: number, minimum: 1, exclusiveMinimum: true, format: double}", valid = { "2" }, invalid = { "1" } },
  { "{type: number, maximum: 1, exclusiveMaximum: false}", valid = { "1" }, invalid = { "2" } },
  { "{type: integer, format: int32}", valid = { "1", "2147483647", "1.0" }, invalid = { "1.5", "2147483648" } },
  { "{type: integer}", valid = { "9223372036854775807", "1e3" }, invalid = { "1e19", "-1e19" } },
  { "{type: number, format: float}", valid = { "3.4e38" }, invalid = { "3.5e38" } },
  { "{type: object}", valid = { "{}" }, invalid = { "{a: 1}" } },
  { "{type: object, x-kubernetes-preserve-unknown-fields: true}", valid = { "{a: 1}" }, invalid = { "1" } },
  { "{type: object, additionalProperties: true}", valid = { "{a: 1}" }, invalid = { "1" } },
  { "{type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k], items: {type: object,"
    .. " required: [k], properties: {k: {type: string}}}}", valid = { "[{k: a}, {k: b}]" },
    invalid = { "[{k: a}, {k: a}]" } },
  { "{type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k, p], items: {type: object,"
    .. " required: [k], properties: {k: {type: string}, p: {type: string, default: TCP}}}}",
    valid = { "[{k: a}, {k: a, p: UDP}]" }, invalid = { "[{k: a}, {k: a, p: TCP}]" } },
  { "{x-kubernetes-int-or-string: true, allOf: [{anyOf: [{type: integer}, {type: string}]}, {pattern: '^a'}]}",
    valid = { "1", "ab", "1.0" }, invalid = { "b", "1.5" } },
  -- Its regular expressions are Go's.
  { "{type: string, pattern: '^((?i)jan|feb)[^[:alpha:]]$'}", valid = { "JAN1", "feb-" }, invalid = { "jana", "':'" } },
  { "{type: string, format: ipv4}", valid = { "10.0.0.1", "010.0.0.1", "'::ffff:10.0.0.1'" },
    invalid = { "10.0.0", "10.0.0.256", "''" } },
  { "{type: string, format: ipv6}", valid = { "'::1'" }, invalid = { "10.0.0.1" } },
  { "{type: string, format: cidr}", valid = { "10.0.0.0/8", "'::/0'", "'fe80::1:2/64'", "'1:2:3:4:5:6:7:8/128'" },
    invalid = { "10.0.0.0", "10.0.0.0/33", "'::1/129'", "'1:2/3'", "'1::2::3/4'" } },
  { "{type: string, format: byte}", valid = { "YQ==", "YWJj" }, invalid = { "''", "YQ", "a b=" } },
  { "{type: string, format: duration}", valid = { "5m", "1.5h", "-1h2m", "5 minutes", "'0'", "2d", "3 Weeks" },
    invalid = { "'5'", "5 lightyears", "''", "5mo" } },
  { "{type: string, format: date-time}", valid = { "'2026-01-01T10:00:00Z'" }, invalid = { "'2026-01-01'" } },
  { "{type: string, format: datetime}", valid = { "'2026-01-01T10:00:00Z'" }, invalid = { "'2026-01-01'" } },
  { "{type: string, format: mac}", valid = { "'00:00:5e:00:53:01'", "0000.5e00.5301" }, invalid = { "'00:00'" } },
  { "{type: string, format: uuid4}", valid = { "6ba7b810-9dad-41d1-80b4-00c04fd430c8" },
    invalid = { "6ba7b810-9dad-11d1-80b4-00c04fd430c8" } },
  { "{type: string, format: hostname}", valid = { "a.example", "a" }, invalid = { "-a", "a.1", "''" } },
  { "{type: string, format: hostname, pattern: '^a'}", valid = { "a.example" }, invalid = { "b.example", "a_b" } },
  { "{type: string, format: k8s-short-name}", valid = { "a-1" }, invalid = { "A", "a.b", "-a" } },
  { "{type: string, format: k8s-long-name, maxLength: 4}", valid = { "a.b" }, invalid = { "a..b", "a.bcd" } },
  { "{type: string, format: hexcolor}", valid = { "'#fff'" }, invalid = { "'#ff'" } },
  { "{type: string, format: rgbcolor}", valid = { "'rgb(0, 12,255)'" }, invalid = { "'rgb(0,12,256)'" } },
  { "{type: string, format: quantity}", valid = { "any text" }, invalid = { "1" } }, -- no server knows it
  { "{type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}",
    valid = { "{apiVersion: v1, kind: Pod, spec: 1}" }, invalid = { "{kind: Pod}" } },
  { "{type: object, properties: {a: {type: string}, b: {type: string}}, oneOf: [{required: [a]}, {required: [b],"
    .. " properties: {b: {enum: [x]}}}]}", valid = { "{a: z}", "{b: x}" },
    invalid = { "{}", "{b: y}", "{a: z, b: x}" } },
}

describe("custom resource definitions", function()
  it("have the verdicts of structural schemas", function()
    for _, row in ipairs(structural) do
      local list = assert(import("definitions", crd(row[1])))
      assert.is_true(list[1].exact)
      validate(list[1], row, object)
    end
    local list = assert(import("definitions", crd "{}"))
    assert.same({ { key = "apiVersion", value = "x.io/v1" }, { key = "kind", value = "App" } }, list[1].has)
    validate(list[1], { valid = { "kind: App" }, invalid = { "kind: Other", "spec: 1" } }, "apiVersion: x.io/v1\n")
    validate(list[1], { valid = { "{name: a, labels: {b: c}, finalizers: [a]}", "{labels: null}", "{annotations: {}}",
      "{creationTimestamp: null, ownerReferences: [{apiVersion: v1, kind: A, name: a, uid: b, controller: true}]}",
      "{managedFields: [{fieldsV1: {'f:a': {}}}]}" },
      invalid = { "{name: a, other: 1}", "{ownerReferences: [{kind: A}]}", "{name: 1}", "{labels: {b: 1}}",
        "{annotations: []}", "{creationTimestamp: today}", "[]" } },
      "apiVersion: x.io/v1\nkind: App\nmetadata: ")
  end)

  it("list what is not imported, with the line", function()
    local text = "# first\n---\n" .. crd "{}" .. "---\n"
      .. crd [[{type: object, x-kubernetes-validations: [{rule: self.a > 1}], properties: {
            mail: {type: string, format: email},
            card: {type: string, format: creditcard}}}]]
    local list = assert(import("definitions", text))
    assert.equal(2, #list)
    local first, second = list[2].losses[1], list[2].losses[2]
    assert.same({ 27, "looser", "the rule is left out: undeclared field `a`, at character 5 of `self.a > 1`" },
      { first.line, first.verdict, first.reason })
    assert.same({ 28, "only the text at its @ is validated" }, { second.line, second.reason })
    local third = list[2].losses[3]
    assert.same({ 29, "format", "this format is not validated" }, { third.line, third.keyword, third.reason })
  end)

  it("are refused with file and line", function()
    for _, row in ipairs {
      { "", "x.yml: expected one document, but there are 0" },
      { "kind: Pod\n", "x.yml:1: it is no custom resource definition" },
      { "kind: CustomResourceDefinition\napiVersion: apiextensions.k8s.io/v1beta1\n", "x.yml:2: its apiVersion is" },
      { "kind: CustomResourceDefinition\napiVersion: apiextensions.k8s.io/v1\nspec: {}\n", "x.yml:3: its spec needs" },
      { (crd("{}"):gsub("openAPIV3Schema", "other")), "x.yml:7: this version has no name or no schema" },
    } do
      local list, problem = import("definitions", row[1])
      assert.is_nil(list)
      assert.matches(row[2], problem, 1, true)
    end
  end)
end)

-- A part of Kubernetes' swagger.json.
local swagger = [[
swagger: "2.0"
info: {title: Kubernetes, version: v1}
paths: {}
definitions:
  io.k8s.api.apps.v1.Deployment:
    description: a deployment
    type: object
    properties:
      apiVersion: {type: string}
      kind: {type: string}
      metadata: {$ref: '#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta', description: the metadata}
      spec: {$ref: '#/definitions/io.k8s.api.apps.v1.DeploymentSpec'}
    x-kubernetes-group-version-kind: [{group: apps, kind: Deployment, version: v1}]
  io.k8s.api.apps.v1.DeploymentList:
    type: object
    required: [items]
    properties:
      apiVersion: {type: string}
      items: {type: array, items: {$ref: '#/definitions/io.k8s.api.apps.v1.Deployment'}}
      kind: {type: string}
    x-kubernetes-group-version-kind: [{group: apps, kind: DeploymentList, version: v1}]
  io.k8s.api.apps.v1.DeploymentSpec:
    type: object
    required: [image]
    properties:
      image: {type: string}
      replicas: {type: integer, format: int32}
      weight: {type: number, format: double}
      surge: {$ref: '#/definitions/io.k8s.apimachinery.pkg.util.intstr.IntOrString'}
      limits:
        type: object
        additionalProperties: {$ref: '#/definitions/io.k8s.apimachinery.pkg.api.resource.Quantity'}
      data: {type: string, format: byte}
      ports:
        type: array
        items: {type: object, properties: {port: {type: integer}}}
        x-kubernetes-list-type: map
        x-kubernetes-list-map-keys: [port]
      raw: {type: object}
  io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:
    type: object
    properties:
      name: {type: string}
      labels: {type: object, additionalProperties: {type: string}}
      creationTimestamp: {$ref: '#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.Time'}
  io.k8s.apimachinery.pkg.apis.meta.v1.Time: {type: string, format: date-time}
  io.k8s.apimachinery.pkg.api.resource.Quantity: {type: string}
  io.k8s.apimachinery.pkg.util.intstr.IntOrString: {type: string, format: int-or-string}
]]

describe("Swagger documents", function()
  it("have the kinds of Kubernetes, which refuse unknown keys", function()
    local list, parts = assert(import("components", swagger))
    assert.equal(1, #list)
    assert.is_true(list[1].exact)
    assert.same({ { key = "apiVersion", value = "apps/v1" }, { key = "kind", value = "Deployment" } }, parts[1].has)
    validate(list[1], {
      valid = { "{image: a}", "{image: a, replicas: 2, weight: 0.5, surge: 1, raw: {any: key}}",
        "{image: a, surge: 25%}",
        "{image: a, limits: {cpu: 500m, memory: 1.5Gi, a: 2, b: 0.1, c: '1e3', d: '-1E-2', e: .5}}",
        "{image: a, data: YQ==}", "{image: a, data: ''}", 'image: a\n  data: "YW\\nJj\\n"',
        "{image: a, ports: [{port: 1}, {port: 1}]}", "{image: a, replicas: null, ports: [{port: null}]}" },
      invalid = { "{}", "{image: a, other: 1}", "{image: a, replicas: 3000000000}", "{image: a, surge: 0.5}",
        "{image: a, limits: {cpu: 5x}}", "{image: a, limits: {cpu: ''}}", "{image: a, limits: {cpu: true}}",
        "{image: a, limits: {cpu: '1e9999999999999999999'}}", "{image: a, data: YQ}", "{image: a, ports: [{prt: 1}]}",
        "{image: a, ports: {}}", "{image: null}", "{image: a, ports: [null]}",
        "{image: a, limits: {cpu: null}}" },
    }, "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec:\n  ")
    validate(list[1], { valid = { "{labels: {a: b}, creationTimestamp: '2026-01-01T00:00:00Z'}" },
      invalid = { "{labels: {a: 1}}", "{creationTimestamp: today}", "{nam: a}" } }, "metadata: ")
  end)

  it("of other programs have their definitions", function()
    local list, parts = assert(import("components", "swagger: '2.0'\ndefinitions:\n  A: {type: object, properties: "
      .. "{b: {$ref: '#/definitions/B'}}}\n  B: {type: integer, format: int32, minimum: 0, exclusiveMinimum: true}\n"))
    assert.equal(2, #list)
    assert.equal("A", parts[1].has[1].value)
    validate(list[1], { valid = { "{b: 1, other: 2}" }, invalid = { "{b: 0}" } }, "")
  end)
end)

describe("OpenAPI documents", function()
  local function document(version, schemas)
    return ("openapi: %s\ncomponents: {schemas: {\n%s}}\n"):format(version, schemas)
  end

  it("have the verdicts of their schemas", function()
    local list = assert(import("components", document("3.0.3", [[
A: {type: object, required: [b], properties: {b: {$ref: '#/components/schemas/B'}}},
B: {type: object, nullable: true, properties: {c: {type: integer, format: int64, maximum: 9, exclusiveMaximum: true},
  next: {$ref: '#/components/schemas/B'}}}]])))
    validate(list[1], { valid = { "b: {c: 8, next: {c: 1}}", "b: null", "{b: {}, other: 1}" },
      invalid = { "b: {c: 9}", "b: {next: {c: x}}", "{}" } }, "")
    list = assert(import("components", document("3.0.3", [[
A: {type: integer, format: int32}, B: {type: integer, format: int64, minimum: 0, exclusiveMinimum: true},
C: {type: number, format: double}, D: {type: string, format: byte}, E: {type: string, format: date},
F: {type: integer, format: int32, minimum: 5, maximum: 9, exclusiveMaximum: true}]])))
    validate(list[1], { valid = { "2147483647", "-2147483648" }, invalid = { "2147483648", "-2147483649" } }, "")
    validate(list[2], { valid = { "9223372036854775807" }, invalid = { "0", "1e19" } }, "")
    validate(list[5], { valid = { "2026-01-01" }, invalid = { "x" } }, "")
    validate(list[6], { valid = { "5", "8" }, invalid = { "4", "9" } }, "")
    local lost = {}
    for i, one in ipairs(list) do lost[i] = #one.losses end
    assert.same({ 0, 0, 0, 1, 0, 0 }, lost)
    assert.same({ "looser", "this format is not validated", "/components/schemas/D/format" },
      { list[4].losses[1].verdict, list[4].losses[1].reason, list[4].losses[1].pointer })
    list = assert(import("components", document("3.1.0", "A: {type: [integer, 'null'], exclusiveMinimum: 1}")))
    validate(list[1], { valid = { "2" }, invalid = { "1", "x" } }, "")
  end)

  it("of Kubernetes have kinds", function()
    local list = assert(import("components", document("3.0.0", [[
Pod: {properties: {apiVersion: {type: string}}, x-kubernetes-group-version-kind: [{group: '', kind: Pod, version: v1}]},
Other: {type: string}]])))
    assert.equal(1, #list)
    assert.same({ { key = "apiVersion", value = "v1" }, { key = "kind", value = "Pod" } }, list[1].has)
  end)

  it("are refused with file and line", function()
    for _, row in ipairs {
      { "", "x.yml: expected one document, but there are 0" },
      { "a: 1\n---\nb: 1\n", "x.yml: expected one document, but there are 2" },
      { "a: 1\n", "x.yml:1: it is no OpenAPI document" },
      { "\nopenapi: 2.0.0\n", "x.yml:2: version 2.0.0 of OpenAPI is not supported" },
      { "openapi: 3.0.0\ncomponents: {}\n", "x.yml:2: it has no schemas in components.schemas" },
      { "openapi: 3.1.0\npaths: {/a: {get: {responses: {'200': {content: {a/b: {schema: {type: string}}}}}}}}\n",
        "x.yml:2: it has no schemas in components.schemas, which are those that are imported; it has some in paths:"
          .. " move them to components.schemas, and refer to them as {$ref: '#/components/schemas/NAME'}" },
      { "swagger: '2.0'\npaths: {}\n", "x.yml:1: it has no schemas in definitions, which are those" },
      { "swagger: '2.0'\ndefinitions: {A: 5}\n", "x.yml:2: a component must be a schema (a map)" },
      { document("3.0.0", "A: {$ref: '#/components/schemas/B'}"), "x.yml:3: $ref cannot be resolved" },
      { document("3.0.0", "A: {$ref: '#/components/schemas/B'},\nB: {$ref: '#/components/schemas/A'}"),
        "x.yml:4: it is circular" },
    } do
      local list, problem = import("components", row[1])
      assert.is_nil(list)
      assert.matches(row[2], problem, 1, true)
    end
  end)
end)

-- Imports one component alone.
local function alone(text, number)
  local parts = assert(openapi.components(core.source("x.yml", text, false), settings))
  assert(importer.import_parts({ parts[number] }, settings))
  return parts[number].import
end

describe("the components of a document", function()
  local chain = [[
    A: {type: object, properties: {next: {$ref: '#/components/schemas/B'}, x: {type: string, format: byte}}}
    B: {allOf: [{$ref: '#/components/schemas/C'}], nullable: true, maxlength: 3}
    C: {type: object, required: [a], properties: {a: {$ref: '#/components/schemas/A/properties/x'}}}
]]
  -- A field that refers to M fills in its default, unless it has another keyword that sees the value.
  local seen = [[
    M: {type: object, properties: {x: {type: integer, default: 5}}}
    N: {not: {required: [b]}, properties: {a: {$ref: '#/components/schemas/M'}}}
    O: {properties: {a: {$ref: '#/components/schemas/M'}, b: {type: string, pattern: '(?<=a{1,})b', format: iri}}}
    P: {properties: {o: {$ref: '#/components/schemas/O'}, n: {$ref: '#/components/schemas/N'}}}
]]
  local others = {
    chain,
    chain .. "    D: {$id: 'http://x.io/d', properties: {a: {$ref: '#/properties/b'}, b: {type: integer}}}\n",
    chain .. "    D: {properties: {a: &one {type: string, title: One}}}\n    E: {properties: {f: *one}}\n",
    chain .. "    D: {$ref: '#/components/schemas/B'}\n    E: {allOf: [{$ref: '#/components/schemas/A'}]}\n",
    chain .. seen,
  }

  it("are imported together as each is alone", function()
    for _, rows in ipairs(others) do
      for _, version in ipairs { "3.0.0", "3.1.0" } do
        local text = ("openapi: %s\ncomponents:\n  schemas:\n%s"):format(version, rows)
        for i, one in ipairs(assert(import("components", text))) do
          local other = alone(text, i)
          assert.equal(other.text, one.text)
          assert.same(other.losses, one.losses)
          assert.same(other.notes, one.notes)
          assert.is_truthy(yschema.load(one.text))
        end
      end
    end
  end)

  it("fill in defaults where no other keyword sees the values, whatever else refers to them", function()
    local text = "openapi: 3.0.0\ncomponents:\n  schemas:\n" .. seen
    local list, parts = assert(import("components", text))
    for i, row in ipairs {
      { given = {}, result = { x = 5 } },
      { given = { a = {} }, result = { a = {} } },
      { given = { a = {} }, result = { a = { x = 5 } } },
      { given = { o = { a = {} }, n = {} }, result = { o = { a = {} }, n = {} } },
    } do
      assert.same(row.result, assert(yschema.load(list[i].text)):apply(row.given))
    end
    local whole = importer.whole(parts[1])
    assert.is_truthy(yschema.load(whole.text))
  end)
end)

describe("the module", function()
  it("imports custom resource definitions and components", function()
    local list = assert(yschema.import_crd(crd "{type: object, x-kubernetes-validations: [{rule: a}]}",
      { name = "some/crd.yml" }))
    local one = list[1]
    assert.same({ 1, "x.io/v1", "App", "x.io/v1 App of crd.yml", false }, { #list, one.api_version, one.kind, one.title,
      one.exact })
    assert.same({ "some/crd.yml", 12 }, { one.losses[1].file, one.losses[1].line })
    assert.is_truthy(assert(yschema.load(one.text)):check { apiVersion = "x.io/v1", kind = "App" })
    assert.is_nil((yschema.load(one.text):check { apiVersion = "x.io/v1", kind = "Other" }))
    list = assert(yschema.import_openapi '{"openapi": "3.1.0", "components": {"schemas": {"A": {"type": "string"}}}}')
    assert.same({ "A", true, {} }, { list[1].component, list[1].exact, list[1].notes })
    for text, problem in pairs { ["a: 1"] = "crd.yml:1: it is no custom", ["a: ["] = "crd.yml:1" } do
      local none, about = yschema.import_crd(text)
      assert.is_nil(none)
      assert.matches(problem, about, 1, true)
    end
    assert.has_error(function() yschema.import_openapi() end,
      "bad argument #1 to 'import_openapi' (string expected, got nil)")
  end)
end)
