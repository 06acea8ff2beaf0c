-- Rules in CEL of custom resource definitions: which are imported, and their verdicts.

local yschema = require "yschema"

-- A definition with a schema for `spec`.
local function crd(schema)
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
          spec:
%s
]]):format((schema:gsub("[^\n]+", "            %0")))
end

local function import(schema) return assert(yschema.import_crd(crd(schema), { name = "crd.yml" }))[1] end

-- The violations of an object with this `spec`: "path: message".
local function violations(imported, spec)
  local schema, problem = yschema.load(imported.text)
  assert(schema, problem and problem:text())
  local _, report = schema:apply("apiVersion: x.io/v1\nkind: App\nspec: " .. spec .. "\n")
  local out = {}
  for i, v in ipairs(report.violations) do out[i] = v.path .. ": " .. v.message:gsub("^[^ ]+: ", "") end
  return out
end

local function check(schema, rows)
  local imported = import(schema)
  assert.same({}, imported.losses)
  for spec, expected in pairs(rows) do assert.same(expected, violations(imported, spec), spec) end
end

describe("rules in CEL of a definition", function()
  it("see defaults, and keys that are absent", function()
    check([[
type: object
properties:
  min: {type: integer}
  max: {type: integer, default: 5}
x-kubernetes-validations:
- {rule: "!has(self.min) || self.min <= self.max", message: min is at most max}
- {rule: self.max < 10}
]], {
      ["{}"] = {}, ["{min: 5}"] = {}, ["{min: 6}"] = { "spec: min is at most max" },
      ["{max: 10}"] = { "spec: failed rule: self.max < 10" },
    })
  end)

  it("have computed messages, and fields that violations are reported for", function()
    check([[
type: object
properties:
  tls: {type: object, properties: {cert: {type: string}}}
  size: {type: integer}
x-kubernetes-validations:
- {rule: "!has(self.tls) || has(self.tls.cert)", fieldPath: .tls.cert, message: give a certificate}
- {rule: "!has(self.size) || self.size < 4", messageExpression: "'not ' + string(self.size)", message: no}
]], { ["{tls: {}}"] = { "spec.tls.cert: give a certificate" }, ["{size: 4}"] = { "spec: not 4" }, ["{size: 3}"] = {} })
  end)

  it("may be about maps, items and texts", function()
    check([[
type: object
properties:
  labels:
    type: object
    additionalProperties: {type: string}
    x-kubernetes-validations: [{rule: "self.all(k, self[k] != k)"}]
  list:
    type: array
    items:
      type: object
      properties: {a: {type: number}}
      x-kubernetes-validations: [{rule: self.a < 1.5}]
    x-kubernetes-validations: [{rule: self.size() < 3}]
  name:
    type: string
    x-kubernetes-validations: [{rule: self.startsWith('a')}]
  port:
    x-kubernetes-int-or-string: true
    x-kubernetes-validations: [{rule: "type(self) == string || self > 3"}]
]], {
      ["{labels: {a: b}, list: [{a: 1}], name: ab, port: 4}"] = {},
      ["{labels: {a: a}}"] = { "spec.labels: failed rule: self.all(k, self[k] != k)" },
      ["{list: [{a: 1}, {a: 2}]}"] = { "spec.list[1]: failed rule: self.a < 1.5" },
      ["{list: [{a: 1}, {a: 1}, {a: 1}]}"] = { "spec.list: failed rule: self.size() < 3" },
      ["{name: b}"] = { "spec.name: failed rule: self.startsWith('a')" },
      ["{port: 3}"] = { "spec.port: failed rule: type(self) == string || self > 3" }, ["{port: x}"] = {},
    })
  end)

  it("read times", function()
    check([[
type: object
properties:
  from: {type: string, format: date-time}
  to: {type: string, format: date-time}
  on: {type: string, format: date}
x-kubernetes-validations:
- {rule: "!has(self.to) || self.to - self.from >= duration('1h')", message: too short}
- {rule: "!has(self.on) || self.on.getFullYear() == 2024"}
]], {
      ["{from: '2024-02-29T12:00:00Z', to: '2024-02-29T15:00:00+02:00', on: '2024-02-29'}"] = {},
      ["{from: '2024-02-29T12:00:00Z', to: '2024-02-29T14:59:59+02:00'}"] = { "spec: too short" },
      ["{on: '2023-02-28'}"] = { "spec: failed rule: !has(self.on) || self.on.getFullYear() == 2024" },
    })
  end)

  it("select keys by their escapes", function()
    check([[
type: object
properties:
  a.b: {type: integer}
  a-b: {type: integer}
  a/b: {type: integer}
  a__b: {type: integer}
  in: {type: integer}
x-kubernetes-validations:
- {rule: "self.a__dot__b + self.a__dash__b + self.a__slash__b + self.a__underscores__b + self.__in__ == 5"}
]], { ["{a.b: 1, a-b: 1, a/b: 1, a__b: 1, in: 1}"] = {} })
  end)

  it("are validated without an older object, where they allow it", function()
    check([[
type: integer
x-kubernetes-validations:
- {rule: "!oldSelf.hasValue() || oldSelf.value() <= self", optionalOldSelf: true}
]], { ["3"] = {} })
  end)

  it("are not read in documents of OpenAPI", function()
    local list = assert(yschema.import_openapi [[
openapi: 3.1.0
components:
  schemas:
    A: {type: object, properties: {a: {type: integer}}, x-kubernetes-validations: [{rule: self.b > 1}]}
]])
    assert.is_nil(list[1].text:find("cel=", 1, true))
    assert.is_truthy(assert(yschema.load(list[1].text)):apply "a: 1")
  end)

  it("are left out, with their lines, where they have errors or need an older object", function()
    local imported = import [[
type: object
properties:
  a: {type: integer}
  base: {type: string, format: byte}
x-kubernetes-validations:
- rule: self.b > 1
- rule: self.a > oldSelf.a
- rule: self.a >
- rule: self.a
- rule: authorizer.group('x').resource('y').check('get').allowed()
- rule: self.a < 3
- rule: self.base == b'a'
- {rule: self.a < 4, messageExpression: '1'}
]]
    local found = {}
    for i, loss in ipairs(imported.losses) do found[i] = ("%d %s"):format(loss.line, loss.reason) end
    assert.same({
      "18 the rule is left out: undeclared field `b`, at character 5 of `self.b > 1`",
      "19 a transition rule compares with an older object, and there is none",
      "20 the rule is left out: a value is expected here, not the end of the expression, at character 9 of `self.a >`",
      "21 the rule is left out: `self.a` is of type int, not bool",
      "22 the rule is left out: `authorizer` asks a cluster, which is not possible in a validation of files, "
        .. "at character 1 of `authorizer.group('x').resource('y').check('get').allowed()`",
      "24 the rule is left out: it reads durations or bytes from texts by their formats",
      "25 the rule is left out: messageExpression: `1` is of type int, not string",
    }, found)
    assert.same({ "spec: failed rule: self.a < 3" }, violations(imported, "{a: 3}"))
  end)
end)
