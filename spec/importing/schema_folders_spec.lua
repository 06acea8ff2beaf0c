-- The commands `yschema import crd` and `import openapi`, and what `check` makes of the folders that they write.

local in_process = require "spec.support.in_process"
local folder = require "spec.support.folder"

local CRD = [[
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: apps.x.io}
spec:
  group: x.io
  names: {kind: App}
  versions:
  - name: v1
    served: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              port: {type: integer, minimum: 1}
            x-kubernetes-validations:
            - rule: self.port < 100
]]

local OPENAPI = [[
openapi: 3.0.3
info: {title: t, version: "1"}
paths: {}
components:
  schemas:
    Port: {type: integer, minimum: 0, exclusiveMinimum: true}
    App:
      type: object
      properties:
        port: {$ref: "#/components/schemas/Port"}
]]

describe("yschema import", function()
  local dir
  before_each(function() dir = folder.make "." end)
  after_each(function() folder.remove(dir) end)

  local function run(...) return in_process.call({ ... }, { folder = dir }) end

  it("crd writes a schema for each kind, and a project file by which check validates", function()
    folder.write(dir, "crd.yml", CRD)
    local made = run("import", "crd", "crd.yml", "-o", "schemas/")
    assert.equal(0, made.rc)
    assert.equal("x.io/v1 App of crd.yml: exact\n", made.stderr)
    for port, rc in pairs { [1] = 0, [0] = 1, [100] = 1 } do
      folder.write(dir, "app.yml",
        ("apiVersion: x.io/v1\nkind: App\nmetadata: {name: a}\nspec: {port: %d}\n"):format(port))
      local result = run("check", "--project", "schemas/.yschema.yml")
      assert.equal(rc, result.rc, result.stderr)
      assert.matches((rc == 0 and "no errors in" or "1 error in 1 of") .. " 3 files", result.stdout, 1, true)
    end
  end)

  it("crd --exact has the status 1 where something is left out", function()
    folder.write(dir, "crd.yml", (CRD:gsub("self%.port < 100", "self.port > oldSelf.port")))
    assert.equal(1, run("import", "crd", "crd.yml", "--exact", "-o", "schemas/").rc)
  end)

  it("openapi writes a schema for each component", function()
    folder.write(dir, "api.yml", OPENAPI)
    local several = run("import", "openapi", "api.yml")
    assert.equal(2, several.rc)
    assert.matches("there are 2 schemas, which need a folder", several.stderr, 1, true)
    assert.equal(0, run("import", "openapi", "api.yml", "-o", "schemas/").rc)
    folder.write(dir, "v.yml", "port: 0\n")
    assert.equal(1, run("check", "-f", "schemas/app.yml", "v.yml").rc)
    folder.write(dir, "v.yml", "port: 1\n")
    assert.equal(0, run("check", "-f", "schemas/app.yml", "v.yml").rc)
  end)

  it("openapi writes components that refer to each other and to themselves", function()
    folder.write(dir, "api.yml", [[
openapi: 3.0.0
info: {title: x, version: "1"}
components:
  schemas:
    Pet:
      required: [name]
      properties:
        name: {type: string}
        kind: {oneOf: [{type: string, not: {enum: [x]}}, {$ref: "#/components/schemas/Owner"}]}
        friend: {$ref: "#/components/schemas/Pet"}
    Owner: {type: object, properties: {pet: {$ref: "#/components/schemas/Pet"}}}
]])
    assert.equal(0, run("import", "openapi", "api.yml", "-o", "schemas/").rc)
    for text, rc in pairs {
      ["name: a\nfriend: {name: b}\nkind: {pet: {name: c, kind: z}}\n"] = 0,
      ["name: a\nkind: {pet: {name: c, kind: x}}\n"] = 1, ["name: a\nfriend: {}\n"] = 1,
    } do
      folder.write(dir, "v.yml", text)
      assert.equal(rc, run("check", "-f", "schemas/pet.yml", "v.yml").rc, text)
    end
  end)

  for _, row in ipairs {
    { "crd", "kind: Service\n", "it is no custom resource definition" },
    { "openapi", "a: 1\n", "it is no OpenAPI document" },
    { "crd", "a: [\n", "did not find expected" },
  } do
    it(row[1] .. " says why a document cannot be imported: " .. row[3], function()
      folder.write(dir, "x.yml", row[2])
      local result = run("import", row[1], "x.yml", "-o", "schemas/")
      assert.equal(2, result.rc)
      assert.matches(row[3], result.stderr, 1, true)
      assert.matches("x.yml", result.stderr, 1, true)
    end)
  end

  it("says that a file cannot be read", function()
    local result = run("import", "crd", "none.yml", "-o", "schemas/")
    assert.equal(2, result.rc)
    assert.matches("none.yml: No such file", result.stderr, 1, true)
  end)
end)
